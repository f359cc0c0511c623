//! Constants of several steps.

/// Prefix of ids in the article, so that they equal no id or name of the page and its scripts.
pub(super) const ID_PREFIX: &str = "pith-";

/// Whether there is what style sheets of ours need ([`Article::styled_html`]). The npm package has none, and
/// does without the code.
pub(super) const IS_STYLED: bool = cfg!(not(feature = "npm"));
