//! The title of a file.

use super::facts::Facts;
use crate::article::Article;

/// Returns the title of a collection: that of the first article, and the number of others.
pub(super) fn title(chapters: &[(&Article, &Facts)]) -> String {
    let unknown = Facts::default();
    let first = chapters.first().map_or(&unknown, |(_, facts)| *facts);
    let names = [&first.title, &first.site].into_iter().flatten();
    let names = names.map(|text| text.trim()).find(|text| !text.is_empty());
    let title = names.unwrap_or("article").to_owned();
    match chapters.len() {
        0 | 1 => title,
        count => format!("{title} + {}", count - 1),
    }
}
