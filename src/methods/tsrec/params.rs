//! Parameters of the method.

use super::sequence::Element;

/// Parameters of the method.
///
/// ```
/// use pith::methods::tsrec::Params;
///
/// assert_eq!(Params::default().long, 100);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// Minimum characters outside hyperlinks of long running text; those of CJK scripts count
    /// twice. The paper gives none.
    pub long: u32,
    /// Minimum share of a page's elements with content, except for long text, that has to be common
    /// or regular for the other page to have its template, 0 to 1.
    pub alike: f32,
    /// Minimum share of a page's long running text that has to be common for two pages to contain
    /// the same article, 0 to 1.
    pub same: f32,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            long: 100,
            alike: 0.1,
            same: 0.9,
        }
    }
}

/// Returns whether an element's content is long running text.
pub(super) fn is_long(element: &Element, params: &Params) -> bool {
    element.running >= params.long
}
