//! The languages of code listings, as highlighters write them down.

use super::{Attr, NodeId, Page, Tag};

/// Returns the language of a listing as [`Page::code_language`] says.
pub(super) fn language(page: &Page, node: NodeId) -> Option<String> {
    // Beside a column of line numbers it is the second.
    let code = page
        .descendants(node)
        .filter(|&n| page.tag(n) == Tag::Code)
        .take(2);
    let around = page.ancestors(node).take(3).take_while(|&n| {
        matches!(
            page.tag(n),
            Tag::Div | Tag::Figure | Tag::Pre | Tag::Code | Tag::Other
        )
    });
    std::iter::once(node)
        .chain(code)
        .chain(around)
        .find_map(|n| label(page, n))
}

fn label(page: &Page, node: NodeId) -> Option<String> {
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    let tokens: Vec<&str> = class.split_ascii_whitespace().collect();
    let prefixes = ["language-", "lang-", "highlight-source-", "brush:"];
    let named = tokens.iter().enumerate().find_map(|(i, token)| {
        let rest = prefixes.iter().find_map(|p| token.strip_prefix(p))?;
        // `brush: js` is two tokens.
        let rest = if rest.is_empty() {
            tokens.get(i + 1).copied()?
        } else {
            rest
        };
        Some(rest.trim_end_matches(';'))
    });
    let after = |word: &str| {
        let rest = tokens.iter().filter(|&&t| t != word);
        tokens
            .contains(&word)
            .then(|| rest.copied().next())
            .flatten()
    };
    named
        .or_else(|| page.attr(node, Attr::DataLang))
        .or_else(|| page.attr(node, Attr::DataLanguage))
        .or_else(|| after("hljs"))
        .or_else(|| after("sourceCode"))
        .map(|l| l.trim().to_ascii_lowercase())
        .filter(|l| {
            let plain =
                |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '-' | '.' | '_');
            let is_name = (1..=24).contains(&l.len()) && l.chars().all(plain);
            is_name && !matches!(l.as_str(), "none" | "auto")
        })
}
