//! Settings for the processing of pages.

use pith::methods::{Method, Trained};
use pith::select::SiteRules;

use crate::options::{Format, Options, Rows};

/// Settings that are the same for every page.
pub(super) struct Task {
    pub(super) method: Method,
    pub(super) trained: Trained,
    pub(super) site: SiteRules,
    /// The format of the article in a row; text and HTML if `None`.
    pub(super) format: Option<Format>,
    pub(super) front_matter: bool,
    pub(super) with_title: bool,
    pub(super) is_warc: bool,
    pub(super) rows: Rows,
}

impl Task {
    pub(super) fn new(options: &Options) -> Self {
        Self {
            method: options.method.unwrap_or_default(),
            trained: options.trained.clone(),
            site: options.site.clone(),
            format: match options.rows {
                Rows::Json => options.format,
                Rows::Wet => Some(Format::Text),
            },
            front_matter: options.front_matter,
            with_title: options.with_title,
            is_warc: options.warc,
            rows: options.rows,
        }
    }
}
