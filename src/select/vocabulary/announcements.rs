//! Words that short texts, headings above all, begin with where they announce something foreign.

use crate::select::Reason;
use crate::text;

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
    let first = start.as_bytes().first()?;
    HEADINGS
        .iter()
        .find(|(_, beginnings)| {
            let mut alike = beginnings.iter().filter(|b| b.as_bytes()[0] == *first);
            alike.any(|b| {
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
