//! The items of the core's module `page` that [`protocol`](crate::protocol) uses.
#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "the core uses the rest"
)]

#[path = "../../src/page/attr.rs"]
mod attr;
#[path = "../../src/page/limits.rs"]
mod limits;
#[path = "../../src/page/names.rs"]
mod names;
#[path = "../../src/page/snippet.rs"]
mod snippet;
#[path = "../../src/page/style.rs"]
mod style;
#[path = "../../src/page/tag.rs"]
mod tag;

pub use attr::Attr;
pub(crate) use attr::{MAX_OTHER_BYTES, MAX_SVG_LENGTH, MIN_SVG_SIDE, SAME as SAME_ATTRS};
pub use limits::Limits;
pub(crate) use snippet::SNIPPETS;
pub use style::{Display, Writing};
pub use tag::Tag;
pub(crate) use tag::{MATHJAX_PREFIX, SAME as SAME_TAGS};
