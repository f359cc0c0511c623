//! The templates of a user.

use super::front_matter;
use super::template::Template;

/// What a person wants the names of files and front matter to be like.
///
/// ```
/// use pith::export::{Template, Templates};
///
/// let dated = Templates {
///     name: Template::read("{published} {title}")?,
///     ..Templates::default()
/// };
/// assert_ne!(dated, Templates::default());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Templates {
    /// The name of a file without its ending: the title at first. What is no name is replaced by one.
    pub name: Template,
    /// The lines of front matter; none where it is empty.
    pub front_matter: Template,
}

impl Templates {
    /// The text of the template for names at first, and that of the one for front matter.
    ///
    /// ```
    /// assert_eq!(pith::export::Templates::DEFAULTS[0], "{title}");
    /// ```
    pub const DEFAULTS: [&str; 2] = ["{title}", front_matter::DEFAULT];
}

impl Default for Templates {
    fn default() -> Self {
        let [name, front_matter] = Self::DEFAULTS.map(|text| {
            // A test reads both.
            Template::read(text).unwrap_or_else(|_| Template::nothing())
        });
        Self { name, front_matter }
    }
}
