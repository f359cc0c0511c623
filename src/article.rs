//! Stands in for the article renderer.

use crate::page::{NodeSet, Page};

/// What was kept, rendered.
#[derive(Clone, Debug)]
pub struct Article(String);

impl Article {
    /// Renders what is kept.
    pub fn new(page: &Page, kept: &NodeSet) -> Self {
        let mut out = String::new();
        for n in kept.iter().filter(|&n| page.is_text(n)) {
            out.push_str(page.text(n));
            out.push('\n');
        }
        Self(out)
    }

    /// As HTML.
    pub fn html(&self) -> String {
        format!("<p>{}</p>", self.0)
    }

    /// As plain text.
    pub fn text(&self) -> String {
        self.0.clone()
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        self.0.clone()
    }

    /// Number of words.
    pub fn word_count(&self) -> u32 {
        crate::text::token_count(&self.0)
    }

    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.0.trim().is_empty()
    }
}
