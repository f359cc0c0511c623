//! Files of an article, to be taken along: Markdown with front matter, HTML that stands alone, and
//! books.
//!
//! The same for the command line and for the extension, where it is a wasm of its own that is
//! brought when the first file is asked for.

mod citation;
mod contents;
mod epub;
mod facts;
mod file;
mod file_name;
mod front_matter;
mod pictures;
mod several;
mod spoken;
mod standalone;
mod template;
mod templates;
#[cfg(test)]
mod tests;
mod title;
#[cfg(all(target_arch = "wasm32", feature = "export"))]
pub mod wasm;
mod zip;

pub use citation::Citation;
pub use facts::Facts;
pub use file::{File, Form};
pub use pictures::Picture;
pub use several::{Collection, Omitted};
// Hidden: for the core that writes files.
#[doc(hidden)]
pub use spoken::spoken;
pub use template::{FIELDS, Template};
pub use templates::Templates;
