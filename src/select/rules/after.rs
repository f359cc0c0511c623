//! The rules that run after the model.

pub(super) mod addresses;
pub(super) mod between;
pub(super) mod breadcrumbs;
pub(super) mod captions;
pub(super) mod clutter;
pub(super) mod details;
pub(super) mod doubled_title;
pub(super) mod duplicates;
pub(super) mod empty_headings;
pub(super) mod heading_controls;
pub(super) mod introduced;
pub(super) mod lead_media;
pub(super) mod licences;
pub(super) mod listing_labels;
pub(super) mod listings;
pub(super) mod menu_lines;
pub(super) mod pictures;
pub(super) mod sections;
pub(super) mod small_pictures;
pub(super) mod small_print;
pub(super) mod tail;
pub(super) mod teaser_pictures;
