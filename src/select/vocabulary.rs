//! Words in class names, ids, roles and short texts that hint at what a block is for.
//!
//! A weak prior only: a word decides nothing about a block that holds much of the article.

mod announcements;
mod names;

pub(crate) use announcements::{announcement, counts_comments};
pub(crate) use names::{Hints, hints_of_all};
