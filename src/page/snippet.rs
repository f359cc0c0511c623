//! Snippets of code that a script of another site puts into a page.

/// Returns whether a script from this URL inserts a snippet.
pub(crate) fn is_snippet(src: &str) -> bool {
    src.contains("gist.github.com/")
}
