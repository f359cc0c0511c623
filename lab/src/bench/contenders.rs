//! CPU time of Pith and of `dom_smoothie`, a port of Readability.js, on the same pages.
//!
//! Both run on one thread, start from decoded text, and end with the article as HTML and as text.
//! Each round alternates between them, so that a slow moment of the machine affects both.

use std::hint::black_box;
use std::path::Path;

use anyhow::Result;
use dom_smoothie::{Readability, ReadabilityError};
use pith::extract::one_click;
use pith::page::Limits;
use pith::source::html;
use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;

use super::median::median;
use crate::sets::{self, Set};
use crate::{note, runner};

/// Pages that are measured together.
pub(super) struct Sample {
    /// The name of the set or file.
    pub(super) name: String,
    /// Its pages.
    pub(super) pages: Vec<Html>,
}

/// A page as both extractors receive it.
pub(super) struct Html {
    name: String,
    text: String,
    url: String,
}

impl Sample {
    /// Reads the pages of a set.
    ///
    /// # Errors
    ///
    /// If a page can't be read.
    pub(super) fn of_set(set: &Set) -> Result<Self> {
        // Other extractors read only HTML.
        let rows = set.rows.iter().filter(|row| set.report(row).is_none());
        let pages = rows.map(|row| {
            let name = format!("{}/{}", set.name, row.id);
            Html::read(name, &set.file(row), set.url(row))
        });
        Ok(Self {
            name: set.name.clone(),
            pages: pages.collect::<Result<_>>()?,
        })
    }

    /// Reads a page that isn't in a set.
    ///
    /// # Errors
    ///
    /// If it can't be read.
    pub(super) fn of_page(path: &Path) -> Result<Self> {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = name.to_string_lossy().into_owned();
        Ok(Self {
            pages: vec![Html::read(name.clone(), path, String::new())?],
            name,
        })
    }
}

impl Html {
    fn read(name: String, path: &Path, url: String) -> Result<Self> {
        // Text that isn't UTF-8 takes both equally long, regardless of the encoding.
        let text = String::from_utf8_lossy(&sets::bytes(path)?).into_owned();
        Ok(Self { name, text, url })
    }

    /// Extracts the article with Pith, as one click does.
    fn pith(&self) -> Result<()> {
        let page = html::read(&self.text, &self.url, Limits::default())?;
        let article = one_click(&page).article;
        black_box((article.html(), article.text()));
        Ok(())
    }

    /// Extracts the article with `dom_smoothie`.
    fn dom_smoothie(&self) -> Result<()> {
        let url = (!self.url.is_empty()).then_some(self.url.as_str());
        let mut reader = Readability::new(self.text.as_str(), url, None)?;
        match reader.parse() {
            Ok(article) => {
                black_box(article);
                Ok(())
            }
            // Finding that there's no article takes time too.
            Err(ReadabilityError::GrabFailed) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// CPU time of a sample, in ms per page: means of the pages' medians.
#[derive(Debug, Serialize)]
pub(super) struct Measured {
    /// The name of the set or file.
    pub(super) sample: String,
    /// Number of pages that both could read.
    pub(super) pages: usize,
    /// Time of Pith.
    pub(super) pith: f64,
    /// Time of `dom_smoothie`.
    pub(super) dom_smoothie: f64,
    /// Time of Pith divided by that of `dom_smoothie`.
    pub(super) ratio: f64,
}

/// Measures both on every page of a sample, `rounds` times; `None` if no page is left. Pages on
/// which either fails are named and skipped.
pub(super) fn measure(sample: &Sample, rounds: u32) -> Option<Measured> {
    let mut times: Vec<Option<[Vec<f64>; 2]>> = vec![Some(Default::default()); sample.pages.len()];
    for _ in 0..rounds {
        for (page, times) in sample.pages.iter().zip(&mut times) {
            let Some([pith, dom_smoothie]) = times else {
                continue;
            };
            let both = runner::guarded(|| {
                pith.push(milliseconds(|| page.pith())?);
                dom_smoothie.push(milliseconds(|| page.dom_smoothie())?);
                Ok(())
            });
            if let Err(error) = both {
                note(&format!("skipping {}: {error}", page.name));
                *times = None;
            }
        }
    }
    let mut sums = [0.0; 2];
    let mut pages = 0;
    for times in times.iter_mut().flatten() {
        pages += 1;
        for (sum, times) in sums.iter_mut().zip(times) {
            *sum += median(times);
        }
    }
    let [pith, dom_smoothie] = sums.map(|sum| sum / pages as f64);
    (pages > 0).then(|| Measured {
        sample: sample.name.clone(),
        pages,
        pith,
        dom_smoothie,
        ratio: pith / dom_smoothie,
    })
}

/// Returns the milliseconds of this thread's CPU time that a function takes.
fn milliseconds(run: impl FnOnce() -> Result<()>) -> Result<f64> {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
    };
    let start = now();
    run()?;
    Ok(now() - start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(text: &str, url: &str) -> Html {
        Html {
            name: "a page".to_owned(),
            text: text.to_owned(),
            url: url.to_owned(),
        }
    }

    #[test]
    fn both_extractors_are_timed_and_unreadable_pages_skipped() {
        let story = "<p>He watched the ferry go by from the gallery, and waved once.".repeat(20);
        let sample = Sample {
            name: "s".to_owned(),
            // `dom_smoothie` accepts only an absolute URL or none.
            pages: vec![html(&story, ""), html(&story, "/ferry")],
        };
        let measured = measure(&sample, 2).expect("a page is left");
        assert_eq!(measured.pages, 1);
        assert!(measured.pith > 0.0 && measured.dom_smoothie > 0.0);
        assert!((measured.ratio - measured.pith / measured.dom_smoothie).abs() < 1e-9);
    }

    #[test]
    fn empty_sample_has_no_time() {
        let sample = Sample {
            name: "s".to_owned(),
            pages: Vec::new(),
        };
        assert!(measure(&sample, 1).is_none());
    }

    #[test]
    fn waiting_is_not_cpu_time() {
        let pause = std::time::Duration::from_millis(60);
        let waited = milliseconds(|| {
            std::thread::sleep(pause);
            Ok(())
        });
        assert!(waited.expect("waited") < 50.0);
    }
}
