//! Words in class names, ids, roles and short texts that hint at what a block is for.
//!
//! A weak prior only: a word decides nothing about a block that holds much of the article.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::Reason;
use crate::page::{Attr, NodeId, Page};
use crate::text;

/// What the attributes of an element hint at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hints {
    /// The element may be what the reason says.
    pub(crate) reason: Option<Reason>,
    /// The element may hold the article.
    pub(crate) article: bool,
}

/// Words of class names and ids, each with what it hints at. A word stands for itself alone
/// (`ad`, not `adapter`), the ones with a star also for longer words that begin with it.
const CLASS_WORDS: &[(Reason, &[&str])] = &[
    (
        Reason::Comments,
        &[
            "comment*",
            "disqus*",
            "respond",
            "discussion",
            "remark*",
            "kommentar*",
            "livefyre",
            "talkback*",
            "reactions",
            "coral",
            "webmention*",
        ],
    ),
    (
        Reason::Sharing,
        &[
            "share",
            "shares",
            "sharing",
            "sharebar",
            "sharedaddy",
            "social*",
            "addthis*",
            "sharethis",
            "addtoany*",
            "a2a",
            "tweet",
            "follow",
            "followus",
            "like",
            "likes",
            "sd",
            "jp",
            "bookmark*",
            "print",
            "printfriendly",
            "sns",
            "teilen",
        ],
    ),
    (
        Reason::Related,
        &[
            "related*",
            "recommend*",
            "recommended",
            "outbrain*",
            "taboola*",
            "recirc*",
            "readmore",
            "more",
            "morelinks",
            "seealso",
            "trending",
            "popular",
            "mostread",
            "mostpopular",
            "latest",
            "teaser*",
            "suggest*",
            "similar",
            "crp",
            "yarpp*",
            "upnext",
            "nextup",
            "promo*",
            "headlines",
            "also",
            "xiangguan",
            "zergnet",
            "jp-relatedposts",
            "relatedposts",
            "linkbox",
            "onward",
        ],
    ),
    (
        Reason::Advert,
        &[
            "ad",
            "ads",
            "adv",
            "advert*",
            "adsense",
            "adslot",
            "adunit",
            "adbox",
            "adwrap*",
            "adcontainer",
            "banner*",
            "sponsor*",
            "promoted",
            "newsletter*",
            "subscribe*",
            "subscription*",
            "signup",
            "optin",
            "paywall*",
            "dfp",
            "gpt",
            "mailchimp",
            "mc4wp",
            "donate",
            "donation*",
            "cta",
            "werbung",
            "anzeige",
            "publicidad",
            "guanggao",
            "affiliate",
            "shopping",
            "marketing",
            "app-promo",
            "upsell",
        ],
    ),
    (
        Reason::Navigation,
        &[
            "nav",
            "navi",
            "navbar*",
            "navigation*",
            "menu*",
            "breadcrumb*",
            "crumb*",
            "pagination*",
            "pager*",
            "paging",
            "pagenav*",
            "skip",
            "skiplink*",
            "toolbar",
            "toc",
            "prevnext",
            "nextprev",
            "tags",
            "tag-links",
            "taglist",
            "tagcloud",
            "categories",
            "catlinks",
            "cat-links",
            "topics",
            "keywords",
            "jump*",
            "mw-jump*",
            "editsection",
            "navbox*",
            "navframe",
            "headerlink",
            "sitemap",
            "alphabar",
        ],
    ),
    (
        Reason::Byline,
        &[
            "byline*",
            "dateline*",
            "timestamp*",
            "postmeta",
            "entry-meta",
            "post-meta",
            "author*",
            "meta",
            "metadata",
            "pubdate",
            "published",
            "credit*",
            "bio",
            "contributor*",
            "writtenby",
            "updated",
            "postinfo",
            "post-info",
            "entry-info",
            "readingtime",
            "reading-time",
            "entry-date",
            "post-date",
        ],
    ),
    (
        Reason::Overlay,
        &[
            "cookie*",
            "consent*",
            "gdpr*",
            "modal*",
            "popup*",
            "overlay*",
            "lightbox*",
            "tooltip*",
            "dialog",
            "toast",
            "onetrust*",
            "snackbar",
        ],
    ),
    (
        Reason::Frame,
        &[
            "footer*",
            "masthead*",
            "copyright*",
            "colophon",
            "siteheader",
            "sitefooter",
            "topbar",
            "legal",
            "disclaimer*",
            "imprint",
            "site-header",
            "site-footer",
            "printfooter",
            "pagefooter",
            "pageheader",
            "globalheader",
        ],
    ),
    (
        Reason::OtherColumn,
        &[
            "sidebar*",
            "side",
            "aside",
            "rail",
            "rightcol*",
            "leftcol*",
            "widget*",
            "right",
            "rightrail",
            "rhs",
            "secondary",
            "sidenav",
            "sidecol*",
            "rightbar",
        ],
    ),
    (
        Reason::Form,
        &[
            "login*",
            "signin",
            "search*",
            "form",
            "poll",
            "survey",
            "quiz",
            "feedback*",
        ],
    ),
];

/// Words that hint at the article itself.
const ARTICLE_WORDS: &[&str] = &[
    "article*",
    "body",
    "content*",
    "entry",
    "story*",
    "post",
    "postbody",
    "post-content",
    "entry-content",
    "main",
    "text",
    "hentry",
    "blog",
    "prose",
    "markdown*",
    "page",
    "document",
    "rst",
    "articlebody",
    "storybody",
    "maincontent",
    "richtext",
    "paragraph",
];

/// Words and beginnings of words with what they stand for, for quick look-up.
struct Index {
    whole: BTreeMap<&'static str, usize>,
    /// By their first byte.
    beginnings: BTreeMap<u8, Vec<(&'static str, usize)>>,
}

impl Index {
    fn new(lists: impl Iterator<Item = &'static [&'static str]>) -> Self {
        let mut index = Self {
            whole: BTreeMap::new(),
            beginnings: BTreeMap::new(),
        };
        for (rank, words) in lists.enumerate() {
            for word in words {
                match word.strip_suffix('*') {
                    Some(beginning) => {
                        if let Some(&first) = beginning.as_bytes().first() {
                            let alike = index.beginnings.entry(first).or_default();
                            alike.push((beginning, rank));
                        }
                    }
                    None => {
                        index.whole.entry(word).or_insert(rank);
                    }
                }
            }
        }
        index
    }

    /// The rank of the first list that has the word.
    fn rank(&self, word: &str) -> Option<usize> {
        let first = word.as_bytes().first()?;
        let beginning = self
            .beginnings
            .get(first)
            .into_iter()
            .flatten()
            .find(|(beginning, _)| word.starts_with(beginning))
            .map(|&(_, rank)| rank);
        match (self.whole.get(word).copied(), beginning) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }
}

static CLASS_INDEX: LazyLock<Index> =
    LazyLock::new(|| Index::new(CLASS_WORDS.iter().map(|(_, words)| *words)));
static ARTICLE_INDEX: LazyLock<Index> = LazyLock::new(|| Index::new([ARTICLE_WORDS].into_iter()));

/// Parts of a class name or id in lower case: split at everything that is no letter or digit
/// and at inner capitals (`relatedPosts` gives `related`, `posts`).
fn name_parts(name: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut lower = false;
    for c in name.chars() {
        let cut = !c.is_alphanumeric() || (c.is_uppercase() && lower);
        if cut && !part.is_empty() {
            parts.push(std::mem::take(&mut part));
        }
        lower = c.is_lowercase() || c.is_ascii_digit();
        if c.is_alphanumeric() {
            part.extend(c.to_lowercase());
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

/// What every node's attributes hint at; elements with equal names are looked at once.
pub(crate) fn hints_of_all(page: &Page) -> Vec<Hints> {
    let mut seen: BTreeMap<[Option<&str>; 5], Hints> = BTreeMap::new();
    page.nodes()
        .map(|id| {
            if page.is_text(id) {
                return Hints::default();
            }
            let named = [
                Attr::Class,
                Attr::Id,
                Attr::Role,
                Attr::Itemprop,
                Attr::AriaLabel,
            ];
            let key = named.map(|a| page.attr(id, a));
            if key == [None; 5] {
                return Hints::default();
            }
            *seen.entry(key).or_insert_with(|| hints(page, id))
        })
        .collect()
}

/// What an element's `class`, `id`, `role`, `itemprop` and `aria-label` hint at.
fn hints(page: &Page, id: NodeId) -> Hints {
    let mut hints = Hints::default();
    for (attr, value) in page.attrs(id) {
        match attr {
            Attr::AriaLabel if hints.reason.is_none() => {
                hints.reason = announcement(value).filter(|reason| {
                    matches!(
                        reason,
                        Reason::Advert | Reason::Related | Reason::Comments | Reason::Sharing
                    )
                });
            }
            Attr::Itemprop => hints.article |= value.contains("articleBody"),
            Attr::Role => match value.trim() {
                "navigation" | "menu" | "menubar" | "directory" | "toolbar" | "tablist" => {
                    hints.reason = Some(Reason::Navigation);
                }
                "banner" | "contentinfo" => hints.reason = Some(Reason::Frame),
                "complementary" => hints.reason = Some(Reason::OtherColumn),
                "search" | "form" => hints.reason = Some(Reason::Form),
                "dialog" | "alertdialog" | "alert" | "tooltip" | "status" => {
                    hints.reason = Some(Reason::Overlay);
                }
                "main" | "article" => hints.article = true,
                _ => {}
            },
            Attr::Class | Attr::Id => {
                for name in value.split_ascii_whitespace() {
                    let mut parts = name_parts(name);
                    parts.push(name.to_lowercase());
                    hints.article |= parts.iter().any(|p| ARTICLE_INDEX.rank(p).is_some());
                    if hints.reason.is_none() {
                        hints.reason = parts
                            .iter()
                            .filter_map(|p| CLASS_INDEX.rank(p))
                            .min()
                            .map(|rank| CLASS_WORDS[rank].0);
                    }
                }
            }
            _ => {}
        }
    }
    hints
}

/// Beginnings of headings and lead-ins, lower case, that announce something foreign.
const HEADINGS: &[(Reason, &[&str])] = &[
    (
        Reason::Related,
        &[
            "related",
            "read more",
            "read also",
            "also read",
            "read next",
            "more from",
            "more on",
            "more stories",
            "more in",
            "more news",
            "more like this",
            "more articles",
            "see also:",
            "you may also",
            "you might also",
            "you may like",
            "recommended",
            "recommended for you",
            "most read",
            "most popular",
            "popular posts",
            "popular articles",
            "trending",
            "latest news",
            "latest stories",
            "latest posts",
            "recent posts",
            "recent articles",
            "similar posts",
            "similar articles",
            "up next",
            "what to read next",
            "don't miss",
            "dont miss",
            "top stories",
            "editor's picks",
            "editors' picks",
            "editor's choice",
            "other stories",
            "further reading:",
            "keep reading",
            "continue reading",
            "next article",
            "previous article",
            "from around the web",
            "around the web",
            "sponsored stories",
            "in this section",
            "mehr zum thema",
            "lesen sie auch",
            "lesen sie mehr",
            "lesen sie hier",
            "auch interessant",
            "das könnte sie auch interessieren",
            "weitere artikel",
            "ähnliche artikel",
            "verwandte artikel",
            "meistgelesen",
            "mehr aus",
            "das könnte dich auch interessieren",
            "mehr lesen",
            "lire aussi",
            "à lire aussi",
            "à lire également",
            "lire la suite",
            "sur le même sujet",
            "articles similaires",
            "dans la même rubrique",
            "les plus lus",
            "voir aussi",
            "lea también",
            "lee también",
            "leer más",
            "te puede interesar",
            "también te puede interesar",
            "noticias relacionadas",
            "artículos relacionados",
            "más noticias",
            "le puede interesar",
            "más información:",
            "leggi anche",
            "leggi:",
            "leggi tutto",
            "potrebbe interessarti",
            "articoli correlati",
            "ti potrebbe interessare",
            "leia também",
            "leia mais",
            "veja também",
            "notícias relacionadas",
            "lees ook",
            "lees meer",
            "meer over",
            "läs mer",
            "läs också",
            "läs även",
            "les også",
            "læs også",
            "lue myös",
            "czytaj też",
            "czytaj także",
            "zobacz też",
            "zobacz także",
            "przeczytaj także",
            "čtěte také",
            "čtěte více",
            "citește și",
            "citeşte şi",
            "ilgili haberler",
            "читайте также",
            "читайте також",
            "по теме",
            "смотрите также",
            "материалы по теме",
            "相关阅读",
            "相关新闻",
            "相关文章",
            "相关推荐",
            "推荐阅读",
            "延伸阅读",
            "更多新闻",
            "热门文章",
            "猜你喜欢",
            "上一篇",
            "下一篇",
            "相關新聞",
            "相關文章",
            "延伸閱讀",
            "推薦閱讀",
            "関連記事",
            "関連ニュース",
            "あわせて読みたい",
            "おすすめ記事",
            "こちらも読む",
            "人気記事",
            "관련기사",
            "관련 기사",
            "추천기사",
            "اقرأ أيضا",
            "اقرأ أيضاً",
            "إقرأ أيضا",
            "مواضيع ذات صلة",
            "مقالات ذات صلة",
            "אולי יעניין",
            "כתבות נוספות",
        ],
    ),
    (
        Reason::Comments,
        &[
            "comments",
            "leave a comment",
            "leave a reply",
            "post a comment",
            "add a comment",
            "join the conversation",
            "join the discussion",
            "reader comments",
            "view comments",
            "show comments",
            "kommentare",
            "commentaires",
            "comentarios",
            "comentários",
            "commenti",
            "reacties",
            "komentarze",
            "комментарии",
            "评论",
            "网友评论",
            "發表評論",
            "发表评论",
            "コメント",
            "댓글",
            "التعليقات",
            "responses to",
            "discussion (",
            "write a comment",
        ],
    ),
    (
        Reason::Sharing,
        &[
            "share this",
            "share on",
            "share:",
            "share article",
            "share via",
            "follow us",
            "follow me",
            "teilen",
            "partager",
            "compartir",
            "condividi",
            "compartilhe",
            "поделиться",
            "分享到",
            "分享至",
            "シェアする",
            "like this:",
            "print this",
            "email this",
            "tweet",
            "شارك",
            "artikel teilen",
            "folgen sie uns",
            "suivez-nous",
            "síguenos",
        ],
    ),
    (
        Reason::Advert,
        &[
            "advertisement",
            "advertising",
            "sponsored",
            "anzeige",
            "werbung",
            "publicité",
            "publicidad",
            "pubblicità",
            "publicidade",
            "advertentie",
            "reklama",
            "реклама",
            "广告",
            "sign up for",
            "sign up to",
            "subscribe to",
            "subscribe now",
            "get our newsletter",
            "newsletter",
            "join our newsletter",
            "get the latest",
            "download our app",
            "download the app",
            "support us",
            "support our",
            "become a member",
            "story continues below",
            "article continues below",
            "article continues after",
            "scroll to continue",
            "skip advert",
            "abonnieren sie",
            "abonnez-vous",
            "suscríbete",
            "inscrivez-vous",
            "iscriviti",
        ],
    ),
    (
        Reason::Navigation,
        &[
            "tags:",
            "tags",
            "tagged:",
            "tagged with",
            "filed under",
            "posted in",
            "categories:",
            "topics:",
            "topics",
            "keywords:",
            "category:",
            "schlagworte",
            "themen:",
            "mots-clés",
            "etiquetas:",
            "stichworte",
            "标签",
            "關鍵字",
            "关键词",
            "タグ",
            "jump to",
            "skip to",
            "back to top",
            "table of contents",
            "explore more on",
            "temas",
        ],
    ),
    (
        Reason::Byline,
        &[
            "about the author",
            "about the writer",
            "about author",
            "über den autor",
            "über die autorin",
            "zur person",
            "à propos de l'auteur",
            "sobre el autor",
            "sull'autore",
            "sobre o autor",
            "作者简介",
            "この記事を書いた",
            "об авторе",
        ],
    ),
    (
        Reason::Frame,
        &[
            "copyright ©",
            "© ",
            "©",
            "all rights reserved",
            "alle rechte vorbehalten",
            "tous droits réservés",
            "todos los derechos",
            "版权所有",
            "责任编辑",
            "無断転載",
        ],
    ),
];

/// Beginnings of words for comments, lower case; in scripts without spaces the word itself.
const COMMENTS: &[&str] = &[
    "comment",
    "kommentar",
    "leserbrief",
    "leserkommentar",
    "comentario",
    "comentário",
    "comentarii",
    "reactie",
    "réaction",
    "komentarz",
    "komentář",
    "komentár",
    "komentar",
    "kommentti",
    "kommentit",
    "hozzászólás",
    "комментари",
    "коментар",
    "yorum",
    "σχόλια",
    "תגובות",
    "تعليق",
    "نظر",
    "टिप्पणी",
    "ความคิดเห็น",
    "bình luận",
    "评论",
    "評論",
    "留言",
    "コメント",
    "댓글",
];

/// Whether a short text is a number of comments, with little else: `Comments (12)`.
pub(crate) fn counts_comments(line: &str) -> bool {
    let line = line.to_lowercase();
    let number = line
        .split(|c: char| !c.is_numeric())
        .any(|n| !n.is_empty() && n.len() <= 6);
    let begins_word = |at: usize| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphabetic() || text::is_cjk(c))
    };
    number
        && line.split_whitespace().count() <= 6
        && COMMENTS
            .iter()
            .any(|word| line.match_indices(word).any(|(at, _)| begins_word(at)))
}

/// What a short text announces, judged by how it begins.
pub(crate) fn announcement(text: &str) -> Option<Reason> {
    let start: String = text.chars().take(48).collect::<String>().to_lowercase();
    let start = start.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '©');
    let start = start.replace('’', "'");
    HEADINGS
        .iter()
        .find(|(_, beginnings)| {
            beginnings.iter().any(|b| {
                start.strip_prefix(b).is_some_and(|rest| {
                    // "tags" announces, "tagsüber" does not.
                    !rest.starts_with(char::is_alphabetic)
                        || b.ends_with(|c: char| !c.is_alphabetic() || text::is_cjk(c))
                })
            })
        })
        .map(|&(reason, _)| reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_split_at_marks_and_capitals() {
        assert_eq!(
            name_parts("relatedPosts-list_2"),
            ["related", "posts", "list", "2"]
        );
        assert_eq!(name_parts("AD"), ["ad"]);
    }

    #[cfg(feature = "cli")]
    #[test]
    fn a_label_that_announces_something_foreign_is_a_hint() {
        use crate::page::{Limits, Tag};

        let reason = |attrs: &str| {
            let html = format!("<section {attrs}>text</section>");
            let page =
                crate::front::html::read(&html, "https://example.org/", Limits::default()).ok()?;
            let section = page.nodes().find(|&n| page.tag(n) == Tag::Section)?;
            hints(&page, section).reason
        };
        assert_eq!(reason("aria-label='Advertisement'"), Some(Reason::Advert));
        assert_eq!(
            reason("aria-label='Related stories'"),
            Some(Reason::Related)
        );
        assert_eq!(reason("aria-label='Tags'"), None);
        assert_eq!(
            reason("aria-label='Advertisement' role=navigation"),
            Some(Reason::Navigation)
        );
    }

    #[test]
    fn announcements() {
        assert_eq!(announcement("Read more: the story"), Some(Reason::Related));
        assert_eq!(announcement("» Lesen Sie auch"), Some(Reason::Related));
        assert_eq!(announcement("相关阅读：…"), Some(Reason::Related));
        assert_eq!(announcement("Commentsense is rare"), None);
        assert_eq!(announcement("The related work"), None);
        assert_eq!(announcement("Leggi: la luna"), Some(Reason::Related));
        assert_eq!(announcement("Leggi della fisica"), None);
    }

    #[test]
    fn comments_are_counted() {
        for text in [
            "Leserbriefe und Kommentare (6)",
            "12 comments",
            "评论（3）",
            "3 Комментария",
        ] {
            assert!(counts_comments(text), "{text}");
        }
        for text in ["Comments", "6 recommendations", "2019 in review"] {
            assert!(!counts_comments(text), "{text}");
        }
    }
}
