//! How a person wants articles to look, as far as it is decided and not only shown: whether colours
//! of one's own can be read, and whether a style sheet of one's own is kept.

pub mod colours;
pub mod sheet;
