//! Record of a comment.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::article::Article;

/// A comment of one author.
///
/// ```
/// use pith::discussion::Comment;
///
/// let comment = Comment { text: "At noon?".to_owned(), ..Comment::default() };
/// assert_eq!((comment.author, comment.depth), (None, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    /// The author's name; `None` if the page has none.
    pub author: Option<String>,
    /// The time of creation as on the page: the machine-readable value if there's one, otherwise
    /// the text.
    pub time: Option<String>,
    /// Number of its ancestors in the thread: 0 to 32, and at most one more than the previous
    /// comment has.
    pub depth: u32,
    /// The body as an article; in JSON its HTML. Quotations of earlier comments are folded.
    #[serde(
        rename = "html",
        serialize_with = "as_html",
        deserialize_with = "from_html"
    )]
    pub body: Article,
    /// The body as plain text, without these quotations.
    pub text: String,
    /// Its own URL, with the scheme of the web or of mail; only a fragment if the URL of the page
    /// is unknown.
    pub link: Option<String>,
    /// True if the author of the article wrote it.
    pub by_author: bool,
    /// Upvotes minus downvotes; `None` unless the page has a plain number.
    pub votes: Option<i32>,
    /// True if it is marked as the accepted answer.
    pub accepted: bool,
    /// True if it's part of the article, like the posts of a thread.
    pub in_article: bool,
}

fn as_html<S: Serializer>(article: &Article, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&article.html())
}

fn from_html<'de, D: Deserializer<'de>>(from: D) -> Result<Article, D::Error> {
    let html = String::deserialize(from)?;
    Article::from_html(&html, false).ok_or_else(|| D::Error::custom("not an article's HTML"))
}
