//! Merges the comments that a lazy list loads over time.

use super::Discussion;
use super::comment::Comment;
use super::depth::limit_depths;

impl Discussion {
    /// Merges its comments into `earlier` ones from the same page. New comments are inserted after
    /// the known one that precedes them, or before the first known one. Known comments are
    /// replaced, because they may have been incomplete. New comments aren't part of the article,
    /// which is older.
    ///
    /// ```
    /// use pith::Discussion;
    /// use pith::discussion::Comment;
    ///
    /// let comment = |text: &str| Comment { text: text.to_owned(), ..Comment::default() };
    /// let discussion = |texts: &[&str]| Discussion {
    ///     comments: texts.iter().copied().map(comment).collect(),
    ///     ..Discussion::default()
    /// };
    /// let whole = discussion(&["third", "fourth"]).joined_to(discussion(&["first", "third"]).comments);
    /// let whole = discussion(&["second", "third"]).joined_to(whole.comments);
    /// let texts: Vec<&str> = whole.comments.iter().map(|comment| comment.text.as_str()).collect();
    /// assert_eq!(texts, ["first", "second", "third", "fourth"]);
    /// ```
    #[must_use]
    pub fn joined_to(self, earlier: Vec<Comment>) -> Self {
        let mut all: Vec<(Comment, bool)> = earlier
            .into_iter()
            .map(|comment| (comment, false))
            .collect();
        // New comments since the last known one.
        let mut new: Vec<(Comment, bool)> = Vec::new();
        let mut at = None;
        for mut comment in self.comments {
            let from = at.map_or(0, |at: usize| at + 1);
            let known = (from..all.len()).chain(0..from).find(|&place| {
                let (known, is_merged) = &all[place];
                !is_merged && is_same(known, &comment)
            });
            let Some(place) = known else {
                comment.in_article = false;
                new.push((comment, true));
                continue;
            };
            comment.in_article = all[place].0.in_article;
            all[place] = (comment, true);
            let before = at.map_or(place, |at| at + 1);
            let count = new.len();
            all.splice(before..before, new.drain(..));
            at = Some(if before <= place {
                place + count
            } else {
                place
            });
        }
        let end = at.map_or(all.len(), |at| at + 1);
        all.splice(end..end, new);
        let mut comments: Vec<Comment> = all.into_iter().map(|(comment, _)| comment).collect();
        limit_depths(&mut comments);
        Self {
            comments,
            thread: None,
            is_partial: true,
            pager: None,
        }
    }
}

/// Returns whether two comments are the same, by author and URL, or by author and text if one has
/// no URL. Times don't count, because relative ones change every minute.
fn is_same(one: &Comment, other: &Comment) -> bool {
    let is_alike = match (&one.link, &other.link) {
        (Some(one), Some(other)) => one == other,
        _ => one.text == other.text,
    };
    is_alike && one.author == other.author
}
