//! Pith finds the article in a web page and renders it clean.
//!
//! One page, one detection, several views. A [front] makes a [`page::Page`] from the live
//! DOM, from HTML text or from a recorded snapshot; the [methods] of the papers score its nodes;
//! [select](mod@select) decides for every block whether it is kept, or why not;
//! [article] renders what is kept; [metadata](mod@metadata) says who wrote it and when.
//! [`extract::extract`] is the whole way in one call.
//!
//! | method | paper | module |
//! | --- | --- | --- |
//! | CETD-DS, CECTD-DS, CECTD-S, CEHTD-DS | Song, Sun, Liao: A hybrid approach for content extraction with text density and visual importance of DOM nodes. Knowl. Inf. Syst. 42 (2015), 10.1007/s10115-013-0687-x | [`methods::cetd`] |
//! | qRead | Wang, Wang: qRead: A Fast and Accurate Article Extraction Method from Web Pages using Partition Features Optimizations. KDIR 2015 | [`methods::qread`] |
//! | FAR-SW | Bu, Zhang, Xia, Wang: An FAR-SW based approach for webpage information extraction. Inf. Syst. Front. 16 (2014), 10.1007/s10796-013-9412-2 | [`methods::far_sw`] |
//! | FSP | Huang, Huang, Liu, Yan: Extracting Various Types of Informative Web Content via Fuzzy Sequential Pattern Mining | [`methods::fsp`] |
//! | TSReC | Li, Meng, Li, Wang: Hybrid Method for Automated News Content Extraction from the Web. WISE 2006 | [`methods::tsrec`] |
//!
//! The core modules know neither a browser nor an HTML parser: both live in [front].

pub mod article;
pub mod extract;
pub mod front;
pub mod fuzzy;
pub mod geometry;
pub mod inspection;
pub mod lines;
pub mod metadata;
pub mod methods;
pub mod page;
pub mod report;
pub mod select;
pub mod text;
mod url;
pub mod views;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
