//! Chrome: parts of a page that aren't about its article, recognized by class names and ids.
//!
//! Used for metadata. The purposes that [`hints_of_all`](super::hints_of_all) returns for `select`
//! exclude too much here: the words for navigation lose 0.002 of the titles of `trafilatura_eval`,
//! those for other columns 0.022 of the authors of `postlight_fixtures`, and those for comments
//! 0.0015 of the authors of `wcxb_dev`.

use std::borrow::Cow;

use super::List;
use super::class_names::{MAX_NAMES, words_of_name};

/// Maximum words of a name for chrome: longer names describe an element's surroundings.
const MAX_WORDS: usize = 4;

/// Returns whether a class name or id is that of chrome. Names with `has-` or `with-` describe the
/// content of the element.
#[inline(never)]
pub(crate) fn is_chrome(names: &str) -> bool {
    let mut names = names.split_ascii_whitespace().take(MAX_NAMES);
    names.any(|name| !name.contains("has-") && !name.contains("with-") && names_chrome(name))
}

/// Returns whether a class name or id is that of chrome. A post's own footer isn't, because it
/// contains the author.
fn names_chrome(name: &str) -> bool {
    let words: Vec<Cow<'_, str>> = words_of_name(name).collect();
    let own = words.first().is_some_and(|w| List::Own.has(w));
    words.len() <= MAX_WORDS
        && words
            .iter()
            .any(|w| List::Chrome.has(w) && !(own && matches!(&**w, "footer" | "widget")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boilerplate_is_recognized_by_class_names() {
        for names in ["sidebar", "left-Sidebar", "siteFooter", "post comments"] {
            assert!(is_chrome(names), "{names}");
        }
        for name in [
            "post",
            // These names describe the element's content.
            "has-sidebar",
            "page-with-sidebar",
            // A post's own footer.
            "entry-footer",
            // This name describes the element's surroundings.
            "block-in-sidebar-of-page",
            // Only whole words count.
            "commentary",
        ] {
            assert!(!is_chrome(name), "{name}");
        }
    }
}
