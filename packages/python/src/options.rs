//! Options that apply to every page.

use std::time::Duration;

use pith::extract::{self, Extraction, extract};
use pith::methods::Method;
use pith::page::Page;
use pith::select::{Level, Overrides, SiteRules};
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;

use crate::errors::Refusal;

/// Default seconds for a page.
pub(crate) const TIMEOUT: Option<f64> = Some(30.0);

/// Default MiB of memory for a page; pages within the limits need less than 1 GiB.
pub(crate) const MEMORY: usize = 2048;

/// Returns the time for a page.
pub(crate) fn seconds(timeout: Option<f64>) -> PyResult<Option<Duration>> {
    let time = timeout.map(Duration::try_from_secs_f64).transpose();
    let time = time.ok();
    let time = time.filter(|time| time.is_none_or(|time| !time.is_zero()));
    time.ok_or_else(|| {
        PyValueError::new_err("timeout must be a number of seconds above 0, or None")
    })
}

#[derive(Clone, Copy)]
pub(crate) struct Options {
    method: Method,
    level: Level,
    with_title: bool,
}

impl Options {
    pub(crate) fn new(method: &str, level: &str, with_title: bool) -> PyResult<Self> {
        let of = |names: &[&str]| names.join(", ");
        // It compares a page with another, which can't be given here.
        let method = Method::from_name(method).filter(|&method| method != Method::Tsrec);
        let method = method.ok_or_else(|| {
            let known = Method::ALL.into_iter().filter(|&m| m != Method::Tsrec);
            let names: Vec<_> = known.map(Method::name).collect();
            PyValueError::new_err(format!("method must be one of {}", of(&names)))
        })?;
        let level = Level::ALL.into_iter().find(|known| known.name() == level);
        let level = level.ok_or_else(|| {
            PyValueError::new_err(format!(
                "level must be one of {}",
                of(&Level::ALL.map(Level::name))
            ))
        })?;
        Ok(Self {
            method,
            level,
            with_title,
        })
    }

    /// Returns the names that `new` takes.
    pub(crate) fn names(self) -> (&'static str, &'static str, bool) {
        (self.method.name(), self.level.name(), self.with_title)
    }

    /// Finds the article of a page.
    pub(crate) fn extraction(self, page: &Page) -> Result<Extraction, Refusal> {
        let options = extract::Options {
            method: self.method,
            ..extract::Options::default()
        };
        let mut found = extract(page, &options).map_err(Refusal::other)?;
        if self.level != Level::default() {
            let overrides = Overrides {
                level: self.level,
                ..Overrides::default()
            };
            let decided = found.decided(page, &SiteRules::default(), &overrides);
            (found, _) = decided.map_err(Refusal::other)?;
        }
        if self.method == Method::Hybrid {
            found = found.with_thread(page);
        }
        Ok(if self.with_title {
            found.with_title()
        } else {
            found
        })
    }
}
