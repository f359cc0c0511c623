//! Words of class names, ids and roles.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::announcements::announcement;
use crate::page::{Attr, NodeId, Page};
use crate::select::Reason;

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
    /// By their first byte, in the order of the lists; a beginning has a star.
    words: Vec<Vec<(&'static str, usize)>>,
}

impl Index {
    fn new(lists: impl Iterator<Item = &'static [&'static str]>) -> Self {
        let mut alike = vec![Vec::new(); 256];
        for (rank, words) in lists.enumerate() {
            for word in words {
                alike[usize::from(word.as_bytes()[0])].push((*word, rank));
            }
        }
        Self { words: alike }
    }

    /// The rank of the first list that has the word.
    fn rank(&self, word: &str) -> Option<usize> {
        let first = word.as_bytes().first()?;
        let stands_for = |&&(known, _): &&(&str, usize)| match known.strip_suffix('*') {
            Some(beginning) => word.starts_with(beginning),
            None => word == known,
        };
        let alike = &self.words[usize::from(*first)];
        alike.iter().find(stands_for).map(|&(_, rank)| rank)
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
}
