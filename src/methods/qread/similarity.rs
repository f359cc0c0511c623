//! Similarity of every node's text with the title.

use std::collections::BTreeMap;

use crate::compact::lower_case;
use crate::methods::Scores;
use crate::page::Page;
use crate::text;

/// Returns the cosine of the angle between the title's term vector and that of each node's shown
/// text, 0 to 1; 0 for nodes outside `body` and if either has no token. Terms are [`text::tokens`]
/// in lower case, computed for each text node separately.
///
/// Term vectors of subtrees don't add up in one sweep as sums do, because the norm needs every
/// term. Each node's counts are merged into those of its parent, the smaller map into the larger: a
/// term moves at most `log2(terms)` times, so the cost is `O(n log² n)` for a page of any shape.
pub fn title_similarity(page: &Page, title: &str) -> Scores {
    let mut terms = TermNumbers::default();
    let mut title_terms = TermCounts::default();
    terms.count(title, &mut title_terms);
    let mut similarities = vec![0.0; page.len()];
    let shown = page.shown();
    let body = page.body();
    let mut below: Vec<TermCounts> = page.nodes().map(|_| TermCounts::default()).collect();
    for id in page.subtree(body).rev() {
        let mut counts = std::mem::take(&mut below[id.index()]);
        if shown.contains(id) {
            terms.count(page.text(id), &mut counts);
        }
        similarities[id.index()] = counts.cosine(&title_terms);
        if let Some(parent) = page.parent(id).filter(|_| id != body) {
            below[parent.index()].absorb(counts);
        }
    }
    Scores::new(similarities)
}

/// A number for every term.
#[derive(Default)]
struct TermNumbers(BTreeMap<String, u32>);

impl TermNumbers {
    fn count(&mut self, text: &str, counts: &mut TermCounts) {
        for token in text::tokens(text) {
            let token = lower_case::of(token);
            let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
            let term = *self.0.entry(token).or_insert(next);
            counts.add(term, 1);
        }
    }
}

/// Number of occurrences of each term, and the sum of their squares.
#[derive(Default)]
struct TermCounts {
    of_term: BTreeMap<u32, u64>,
    squares: u64,
}

impl TermCounts {
    fn add(&mut self, term: u32, more: u64) {
        let count = self.of_term.entry(term).or_insert(0);
        // (n + m)² - n² = m (2 n + m)
        self.squares += more * (2 * *count + more);
        *count += more;
    }

    fn absorb(&mut self, mut other: Self) {
        if other.of_term.len() > self.of_term.len() {
            std::mem::swap(self, &mut other);
        }
        for (term, count) in other.of_term {
            self.add(term, count);
        }
    }

    fn cosine(&self, title: &Self) -> f32 {
        if self.squares == 0 || title.squares == 0 {
            return 0.0;
        }
        let dot: f64 = title
            .of_term
            .iter()
            .filter_map(|(term, &a)| Some(a as f64 * *self.of_term.get(term)? as f64))
            .sum();
        (dot / (self.squares as f64 * title.squares as f64).sqrt()) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;
    use crate::source::html;
    use crate::text::TermVector;

    #[test]
    fn node_similarity_is_the_cosine_of_its_visible_text() {
        let page = html::read(
            "<div><p>The sea and the shore</p><p hidden>sea</p></div>\
             <div>Other <i>things</i>, <b>the</b> end: 海</div><p></p>",
            "",
            Limits::default(),
        )
        .unwrap();
        let title = "The Sea";
        let similarities = title_similarity(&page, title);
        let title_terms = TermVector::new(title);
        let mut above_zero = 0;
        for id in page.subtree(page.body()) {
            let expected = if page.is_hidden(id) {
                0.0
            } else {
                TermVector::new(&page.visible_text(id)).cosine(&title_terms)
            };
            assert!((similarities.get(id) - expected).abs() < 1e-6);
            above_zero += usize::from(expected > 0.0);
        }
        // body, both divs, the first paragraph and its text, `b` and its text.
        assert_eq!(above_zero, 7);
        assert!(
            title_similarity(&page, "")
                .values()
                .iter()
                .all(|&s| s == 0.0)
        );
    }
}
