//! The user's templates.

use super::front_matter;
use super::template::Template;

/// The user's templates for file names and front matter.
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
    /// The file name without its extension; by default the title. An invalid name is replaced by a
    /// valid one.
    pub name: Template,
    /// The lines of front matter; there is none if they are empty.
    pub front_matter: Template,
}

impl Templates {
    /// The default templates for names and for front matter.
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
