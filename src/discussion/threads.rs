//! A discussion as articles: what answers something stands in the item of what it answers.

use serde::Serialize;

use super::{Contribution, Discussion};
use crate::article::Article;
use crate::article::posts::{Head, Post};
use crate::pagination::Pager;

/// What is said beside the article, thread by thread; and where the page is a discussion itself, all of that.
///
/// ```
/// use pith::Discussion;
/// use pith::discussion::{Contribution, Threads};
///
/// let said = |author: &str, depth| Contribution {
///     author: Some(author.to_owned()),
///     depth,
///     ..Contribution::default()
/// };
/// let contributions = vec![said("Ann", 0), said("Ben", 1), said("Cleo", 0)];
/// let discussion = Discussion { contributions, ..Discussion::default() };
/// let Threads { count, threads, .. } = discussion.threads();
/// assert_eq!((count, threads.len()), (3, 2));
/// assert_eq!(
///     threads[0].replace('\n', ""),
///     "<li><p class=\"pith-says\"><b>Ann</b></p>\
///      <ol class=\"pith-thread\"><li><p class=\"pith-says\"><b>Ben</b></p></li></ol></li>"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Threads {
    /// The number of contributions beside the article.
    pub count: u32,
    /// One HTML item (`li`) for each contribution that answers none, with all answers in lists in it. An
    /// item begins with a line (`p.pith-says`): who, when, votes.
    pub threads: Vec<String>,
    /// The page as a discussion; `None` where it is an article.
    pub thread: Option<Thread>,
    /// What is known of a list that the page draws piece by piece, to be handed to [`Discussion::joined_to`];
    /// `None` where it draws the whole.
    pub known: Option<Vec<Contribution>>,
    /// The number of the leaf of the page that the last contribution begins with; `None` where there is none.
    pub last: Option<u32>,
}

/// A page that is a discussion, as HTML.
///
/// ```
/// let thread = pith::discussion::Thread::default();
/// assert_eq!((thread.html.as_str(), thread.origins.len()), ("", 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Thread {
    /// What [`Article::styled_html`] writes of [`Discussion::thread`].
    pub html: String,
    /// For every element of it, in order, the number of the leaf of the page that it begins with.
    pub origins: Vec<u32>,
    /// As [`Discussion::pager`].
    pub pager: Option<Pager>,
}

impl Discussion {
    /// Returns what is said beside the article. What stands in it is shown there.
    pub fn threads(&self) -> Threads {
        let thread = self.thread.as_ref().map(|article| Thread {
            html: article.styled_html(),
            origins: article.origins().into_iter().map(|leaf| leaf.0).collect(),
            pager: self.pager.clone(),
        });
        Threads {
            count: self.posts_beside().count() as u32,
            threads: self.beside().items(),
            thread,
            known: self.is_partial.then(|| self.contributions.clone()),
            last: self.last_leaf(),
        }
    }

    /// Returns the same as one article, which is a list; empty where nothing is said beside the article.
    pub fn beside(&self) -> Article {
        let posts: Vec<Post<'_>> = self.posts_beside().collect();
        Article::of_posts(&posts, self.is_rtl())
    }

    /// Returns the article of the page with what people say: the discussion that the page is, else `article` with
    /// what is said beside it in a list below.
    ///
    /// ```
    /// use pith::discussion::{Contribution, Discussion};
    /// use pith::Article;
    ///
    /// let article = Article::from_html("<p>The ferry sails at noon.</p>\n", false).ok_or("not ours")?;
    /// let said = Article::from_html("<p>At last!</p>\n", false).ok_or("not ours")?;
    /// let said = Contribution { author: Some("Ann".to_owned()), article: said, ..Contribution::default() };
    /// let discussion = Discussion { contributions: vec![said], ..Discussion::default() };
    /// let whole = discussion.with_article(&article).markdown();
    /// assert_eq!(whole, "The ferry sails at noon.\n\n1. **Ann**\n\n   At last!\n");
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn with_article(&self, article: &Article) -> Article {
        if let Some(thread) = &self.thread {
            return thread.clone();
        }
        let lead = article.post(Head::default());
        let posts: Vec<Post<'_>> = [lead].into_iter().chain(self.posts_beside()).collect();
        Article::of_posts(&posts, article.is_rtl())
    }

    /// Returns the leaf that what is drawn last of the page's list begins with. What is known of an earlier look alone has
    /// none.
    fn last_leaf(&self) -> Option<u32> {
        let mut all = self.contributions.iter().rev();
        all.find_map(|said| {
            let leaves = said.article.origins();
            leaves
                .into_iter()
                .map(|leaf| leaf.0)
                .rfind(|&leaf| leaf > 0)
        })
    }

    fn posts_beside(&self) -> impl Iterator<Item = Post<'_>> {
        let beside = self.contributions.iter().filter(|said| !said.in_article);
        beside.map(|said| post(said, Some(said.depth)))
    }

    fn is_rtl(&self) -> bool {
        let all = self.contributions.iter();
        let rtl = all.filter(|said| said.article.is_rtl()).count();
        2 * rtl > self.contributions.len()
    }
}

/// Returns a contribution as a post that answers so many; `None` for one that leads.
pub(super) fn post(said: &Contribution, depth: Option<u32>) -> Post<'_> {
    said.article.post(Head {
        depth,
        author: said.author.as_deref(),
        is_by_author: said.by_author,
        is_accepted: said.accepted,
        time: said.time.as_deref().map(|time| match day(time) {
            Some(shown) => (shown, Some(time)),
            None => (time.to_owned(), None),
        }),
        // A place on a page whose address is unknown cannot be reached from the article.
        link: said.link.as_deref().filter(|link| !link.starts_with('#')),
        votes: said.votes,
        is_remark: false,
    })
}

/// Returns day and minute of a time that a page gives to programs (`YYYY-MM-DD`, with more after it or
/// not), as they are read; `None` for any other text.
fn day(time: &str) -> Option<String> {
    let bytes = time.as_bytes();
    let is_day = bytes.len() >= 10
        && bytes[..10].iter().enumerate().all(|(i, byte)| match i {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    let rest = time.get(10..).unwrap_or_default();
    let minute = rest.strip_prefix(['T', ' ']).and_then(|rest| rest.get(..5));
    let minute = minute.filter(|minute| minute.as_bytes()[2] == b':');
    is_day.then(|| match minute {
        Some(minute) => format!("{} {minute}", &time[..10]),
        None => time[..10].to_owned(),
    })
}
