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
    /// From how many characters outside hyperlinks an element's content is long running text;
    /// those of CJK scripts count twice. The paper gives none.
    pub long: u32,
    /// Share of a page's elements with content, long text left out, that has to be common or
    /// regular for the other page to have its template, 0 to 1.
    pub alike: f32,
    /// From which share of its long running text that is common two pages hold the same
    /// article, 0 to 1.
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
