//! Code snippets that a script of another site inserts.

/// Returns whether a script from this URL inserts a snippet.
pub(crate) fn is_snippet(src: &str) -> bool {
    src.contains("gist.github.com/")
}
