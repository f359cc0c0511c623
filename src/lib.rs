//! Pith finds the article in a web page and renders it clean.
//!
//! ```
//! use pith::{Limits, extract, source};
//!
//! # let html = "<title>The ferry | Island News</title>
//! #     <ul class=menu><li><a href=/>Home</a><li><a href=/sport>Sport</a></ul>
//! #     <h1>The ferry</h1>
//! #     <p>The ferry left the harbour at noon with most of the islanders aboard, and nobody had
//! #     thought to tell the <a href=/keeper>keeper</a> of the lighthouse.
//! #     <p>He watched it go by from the gallery, waved once, and went back to polishing the lens,
//! #     which he did <em>every</em> day of the year, in summer and in winter.";
//! let page = source::html::read(html, "https://example.org/ferry", Limits::default())?;
//! let found = extract::one_click(&page);
//!
//! assert_eq!(found.metadata.title.as_deref(), Some("The ferry"));
//! let markdown = found.article.markdown();
//! assert!(markdown.contains("tell the [keeper](https://example.org/keeper) of the lighthouse"));
//! for part in &found.selection.removed {
//!     println!("removed: {:?}", part.reason);
//! }
//! # assert!(markdown.ends_with("which he did *every* day of the year, in summer and in winter.\n"));
//! # assert!(!markdown.contains("Sport"));
//! # Ok::<(), pith::page::PageError>(())
//! ```
//!
//! The article is also HTML and plain text, and [`source::html`] reads bytes in any encoding. The
//! only error is a page beyond the [`Limits`]. [`extract()`] takes another method or model.
//!
//! # How the article is found
//!
//! A [source] makes a [`Page`] from the live DOM, from HTML text (feature `html`) or from a recorded
//! snapshot. [select](mod@select) divides it into blocks and decides about each:
//!
//! 1. rules find the column with the article, and content in it that is certainly foreign;
//! 2. trained decision trees weigh the evidence about every other block, in two passes: text
//!    density (CETD), similarity to the title (qRead), its text, links, words, place, neighbors and
//!    layout;
//! 3. further rules correct clear structural errors.
//!
//! [metadata](mod@metadata) finds author and dates, [article] renders kept content as HTML, text or
//! Markdown, and [`Report`] is all of it as one record. [`extract()`] runs all steps.
//!
//! # The papers' methods
//!
//! Each can also run on its own; see [methods].
//!
//! | method | paper | module |
//! | --- | --- | --- |
//! | CETD-DS, CECTD-DS, CECTD-S, CEHTD-DS | Song, Sun, Liao: A hybrid approach for content extraction with text density and visual importance of DOM nodes. Knowl. Inf. Syst. 42 (2015), 10.1007/s10115-013-0687-x | [`methods::cetd`] |
//! | qRead | Wang, Wang: qRead: A Fast and Accurate Article Extraction Method from Web Pages using Partition Features Optimizations. KDIR 2015 | [`methods::qread`] |
//! | FAR-SW | Bu, Zhang, Xia, Wang: An FAR-SW based approach for webpage information extraction. Inf. Syst. Front. 16 (2014), 10.1007/s10796-013-9412-2 | [`methods::far_sw`] |
//! | FSP | Huang, Huang, Liu, Yan: Extracting Various Types of Informative Web Content via Fuzzy Sequential Pattern Mining | [`methods::fsp`] |
//! | TSReC | Li, Meng, Li, Wang: Hybrid Method for Automated News Content Extraction from the Web. WISE 2006 | [`methods::tsrec`] |
//!
//! The core modules depend on neither a browser nor an HTML parser: both are in [source].
//!
//! # Features
//!
//! `html`, the default, reads HTML text. `corpus` reads WARC files and works on many pages at once.
//! `cli` is the command line (`cargo install pith-reader --features cli`). `inspect`, `npm` and
//! `wee_alloc` are for builds to WebAssembly.

#[cfg(all(test, not(feature = "html")))]
compile_error!("The tests read HTML: they need the feature html, which is a default one.");

pub mod article;
mod compact;
#[cfg(feature = "corpus")]
pub mod corpus;
pub mod discussion;
pub mod export;
pub mod extract;
#[cfg(all(any(test, fuzzing), feature = "cli"))]
// Hidden: for fuzz targets.
#[doc(hidden)]
pub mod fuzzing;
// Hidden: for the core that writes files.
#[doc(hidden)]
pub mod look;
pub mod metadata;
pub mod methods;
#[cfg(all(target_arch = "wasm32", feature = "npm"))]
pub mod npm;
pub mod page;
mod pagination;
pub mod problem_report;
// Hidden: for the laboratory, which fits it.
#[doc(hidden)]
pub mod readerable;
pub mod select;
pub mod source;
// Hidden: for the cores for browsers.
#[doc(hidden)]
pub mod steps;
pub mod text;
// Hidden: for the core that writes files.
#[doc(hidden)]
pub mod transcript;
mod url;
mod vocabulary;
#[cfg(all(target_arch = "wasm32", not(any(feature = "export", feature = "npm"))))]
pub mod wasm;

pub use article::Article;
pub use discussion::Discussion;
pub use extract::{Extraction, Report, extract};
pub use metadata::Metadata;
pub use methods::Method;
pub use page::{Limits, Page};
pub use select::Selection;
