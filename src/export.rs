//! Files of an article: Markdown with front matter, standalone HTML, and books.
//!
//! Shared by the command line and the extension, in which it's a separate wasm module that is
//! loaded for the first file.

mod citation;
mod contents;
mod epub;
mod facts;
mod file;
mod file_name;
mod front_matter;
mod images;
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
pub use images::Image;
pub use several::{Collection, Omitted};
// Hidden: for the core that writes files.
#[doc(hidden)]
pub use spoken::spoken;
pub use template::{FIELDS, Template};
pub use templates::Templates;
