//! Discussions as articles with nested lists: replies are in the list item of their parent.

use serde::Serialize;

use super::Discussion;
use super::comment::Comment;
use super::post::post;
use super::share::Share;
use crate::article::Article;
use crate::article::posts::{Head, Post};
use crate::pagination::Pager;

/// The comments beside the article, by thread, and the page itself if it's a discussion.
///
/// ```
/// use pith::Discussion;
/// use pith::discussion::{Comment, Threads};
///
/// let comment = |author: &str, depth| Comment {
///     author: Some(author.to_owned()),
///     depth,
///     ..Comment::default()
/// };
/// let comments = vec![comment("Ann", 0), comment("Ben", 1), comment("Cleo", 0)];
/// let discussion = Discussion { comments, ..Discussion::default() };
/// let Threads { count, threads, .. } = discussion.threads();
/// assert_eq!((count, threads.len()), (3, 2));
/// assert_eq!(
///     threads[0].html.replace('\n', ""),
///     "<li><p class=\"pith-says\"><b>Ann</b></p>\
///      <ol class=\"pith-thread\"><li><p class=\"pith-says\"><b>Ben</b></p></li></ol></li>"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Threads {
    /// The number of comments beside the article.
    pub count: u32,
    /// Every comment that isn't a reply, with all replies.
    pub threads: Vec<Branch>,
    /// The page as a discussion; `None` if it is an article.
    pub thread: Option<Thread>,
    /// The comments of a lazy list, for [`Discussion::joined_to`]; `None` if none are missing.
    pub known: Option<Vec<Comment>>,
    /// Node number of the first leaf of the last comment; `None` if there's none.
    pub last: Option<u32>,
}

/// A comment that isn't a reply, with all replies and the values it can be sorted by.
///
/// ```
/// use pith::Discussion;
/// use pith::discussion::Comment;
///
/// let comment = |time: &str, depth| Comment {
///     author: Some("Ann".to_owned()),
///     time: Some(time.to_owned()),
///     depth,
///     ..Comment::default()
/// };
/// let comments = vec![comment("2026-03-14T09:30:00Z", 0), comment("2 hours ago", 1), comment("yesterday", 0)];
/// let [first, second] = &Discussion { comments, ..Discussion::default() }.threads().threads[..] else {
///     panic!("two comments that aren't replies");
/// };
/// assert_eq!((first.time.as_deref(), first.replies), (Some("2026-03-14T09:30:00Z"), 1));
/// assert_eq!((second.time.as_deref(), second.replies), (None, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Branch {
    /// HTML list item (`li`) with the replies in nested lists. It begins with a line
    /// (`p.pith-says`): author, time, votes.
    pub html: String,
    /// Creation time (ISO 8601); `None` unless the page has it in machine-readable form.
    pub time: Option<String>,
    /// As [`Comment::votes`].
    pub votes: Option<i32>,
    /// The number of replies, including replies to replies.
    pub replies: u32,
}

/// The HTML of a page that is a discussion.
///
/// ```
/// let thread = pith::discussion::Thread::default();
/// assert_eq!((thread.html.as_str(), thread.origins.len()), ("", 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Thread {
    /// [`Article::styled_html`] of [`Discussion::thread`].
    pub html: String,
    /// The node number of the first leaf of each element in `html`, in order.
    pub origins: Vec<u32>,
    /// As [`Discussion::pager`].
    pub pager: Option<Pager>,
}

impl Discussion {
    /// Returns the comments beside the article.
    pub fn threads(&self) -> Threads {
        let thread = self.thread.as_ref().map(|article| Thread {
            html: article.styled_html(),
            origins: article.origins().into_iter().map(|leaf| leaf.0).collect(),
            pager: self.pager.clone(),
        });
        Threads {
            count: self.posts_beside().count() as u32,
            threads: self.branches(),
            thread,
            known: self.is_partial.then(|| self.comments.clone()),
            last: self.last_leaf(),
        }
    }

    fn branches(&self) -> Vec<Branch> {
        let mut branches: Vec<Branch> = Vec::new();
        let mut open = 0;
        for Post { head, .. } in self.posts_beside() {
            // As deep as the lists of `Article::of_posts`: a reply without its parent isn't nested.
            let depth = head.depth.unwrap_or_default().min(open);
            open = depth + 1;
            match branches.last_mut().filter(|_| depth > 0) {
                Some(branch) => branch.replies += 1,
                None => branches.push(Branch {
                    time: head.time.and_then(|(_, time)| time.map(str::to_owned)),
                    votes: head.votes,
                    ..Branch::default()
                }),
            }
        }
        for (branch, html) in branches.iter_mut().zip(self.beside().items()) {
            branch.html = html;
        }
        branches
    }

    /// Returns the comments beside the article as an article, which is a list; empty if there are
    /// none.
    pub fn beside(&self) -> Article {
        let posts: Vec<Post<'_>> = self.posts_beside().collect();
        Article::of_posts(&posts, self.is_rtl())
    }

    /// Returns the article of the page with its comments: the thread if the page is one, otherwise
    /// `article`, followed by a list of the comments beside it.
    ///
    /// ```
    /// use pith::discussion::{Comment, Discussion};
    /// use pith::Article;
    ///
    /// let article = Article::from_html("<p>The ferry sails at noon.</p>\n", false).ok_or("not ours")?;
    /// let body = Article::from_html("<p>At last!</p>\n", false).ok_or("not ours")?;
    /// let comment = Comment { author: Some("Ann".to_owned()), body, ..Comment::default() };
    /// let discussion = Discussion { comments: vec![comment], ..Discussion::default() };
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

    /// Returns the first leaf of the last comment on the page. Comments from earlier readings don't
    /// have leaves.
    fn last_leaf(&self) -> Option<u32> {
        let mut all = self.comments.iter().rev();
        all.find_map(|comment| {
            let leaves = comment.body.origins();
            leaves
                .into_iter()
                .map(|leaf| leaf.0)
                .rfind(|&leaf| leaf > 0)
        })
    }

    fn posts_beside(&self) -> impl Iterator<Item = Post<'_>> {
        let beside = self.comments.iter().filter(|comment| !comment.in_article);
        beside.map(|comment| post(comment, Some(comment.depth)))
    }

    fn is_rtl(&self) -> bool {
        let all = self.comments.iter();
        let rtl = all.filter(|comment| comment.body.is_rtl()).count();
        Share::HALF.is_exceeded(rtl, self.comments.len())
    }
}
