//! Constants shared by several steps.

/// Prefix of ids in the article. It prevents collisions with ids and names used by the page and its
/// scripts.
pub(super) const ID_PREFIX: &str = "pith-";

/// True if markup for our style sheets is written (`Article::styled_html`). The npm package has no
/// style sheets and omits that code.
pub(super) const IS_STYLED: bool = cfg!(not(feature = "npm"));
