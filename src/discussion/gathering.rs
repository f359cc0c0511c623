//! What comes while a page draws its list of contributions piece by piece.

use super::{Contribution, Discussion, limit_depths};

impl Discussion {
    /// Returns what `earlier` looks at the same page have found, with what is there now in its place among it: after
    /// the one before, and the first ones before the next that is known. What is known is kept as it is now: it may
    /// have been drawn in part. What has come stands beside the article, which was made before.
    ///
    /// ```
    /// use pith::Discussion;
    /// use pith::discussion::Contribution;
    ///
    /// let said = |text: &str| Contribution { text: text.to_owned(), ..Contribution::default() };
    /// let look = |texts: &[&str]| Discussion {
    ///     contributions: texts.iter().copied().map(said).collect(),
    ///     ..Discussion::default()
    /// };
    /// let whole = look(&["third", "fourth"]).joined_to(look(&["first", "third"]).contributions);
    /// let whole = look(&["second", "third"]).joined_to(whole.contributions);
    /// let texts: Vec<&str> = whole.contributions.iter().map(|said| said.text.as_str()).collect();
    /// assert_eq!(texts, ["first", "second", "third", "fourth"]);
    /// ```
    #[must_use]
    pub fn joined_to(self, earlier: Vec<Contribution>) -> Self {
        let mut all: Vec<(Contribution, bool)> =
            earlier.into_iter().map(|said| (said, false)).collect();
        // Those of now that were not known, until one comes that was.
        let mut new: Vec<(Contribution, bool)> = Vec::new();
        let mut at = None;
        for mut said in self.contributions {
            let from = at.map_or(0, |at: usize| at + 1);
            let known = (from..all.len()).chain(0..from).find(|&place| {
                let (known, is_met) = &all[place];
                !is_met && is_same(known, &said)
            });
            let Some(place) = known else {
                said.in_article = false;
                new.push((said, true));
                continue;
            };
            said.in_article = all[place].0.in_article;
            all[place] = (said, true);
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
        let mut contributions: Vec<Contribution> = all.into_iter().map(|(said, _)| said).collect();
        limit_depths(&mut contributions);
        Self {
            contributions,
            thread: None,
            is_partial: true,
            pager: None,
        }
    }
}

/// Returns whether two looks have found the same contribution: by its address, else by who says what. Times are shown
/// otherwise a minute later.
fn is_same(one: &Contribution, other: &Contribution) -> bool {
    let is_said = match (&one.link, &other.link) {
        (Some(one), Some(other)) => one == other,
        _ => one.text == other.text,
    };
    is_said && one.author == other.author
}
