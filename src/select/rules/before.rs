//! The rules that run before the model.

pub(super) mod announced;
pub(super) mod announced_teasers;
pub(super) mod beside_in_row;
pub(super) mod beside_on_screen;
pub(super) mod comments;
pub(super) mod empty_sections;
pub(super) mod excluded;
pub(super) mod labeled_adverts;
pub(super) mod link_lists;
pub(super) mod linked_stories;
pub(super) mod outside_root;
pub(super) mod scraps;
pub(in crate::select) mod title_and_byline;
