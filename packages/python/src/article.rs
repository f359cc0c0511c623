//! The article, as Python's own types.

use pith::extract::Extraction;
use pith::extract::report::{Direction, RemovedBlock, Summary, removed};
use pith::page::Page;
use pith::select::{Confidence, Grounds, Reason};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use serde::{Deserialize, Serialize};

/// The article of a page. Falsy if none was found.
#[pyclass(frozen, module = "pith_reader")]
#[derive(Serialize, Deserialize)]
pub(crate) struct Article {
    facts: Facts,
    removed: Vec<Removed>,
    text: String,
    markdown: String,
    html: String,
}

/// Facts about an article, under their Python names.
#[derive(FromPyObject, IntoPyObjectRef, Serialize, Deserialize)]
struct Facts {
    #[pyo3(item)]
    title: Option<String>,
    #[pyo3(item)]
    byline: Option<String>,
    #[pyo3(item)]
    date: Option<String>,
    #[pyo3(item)]
    published: Option<String>,
    #[pyo3(item)]
    modified: Option<String>,
    #[pyo3(item)]
    site: Option<String>,
    #[pyo3(item)]
    language: Option<String>,
    #[pyo3(item)]
    direction: String,
    #[pyo3(item)]
    excerpt: Option<String>,
    #[pyo3(item)]
    image: Option<String>,
    #[pyo3(item)]
    canonical: Option<String>,
    #[pyo3(item)]
    doi: Option<String>,
    #[pyo3(item)]
    url: Option<String>,
    #[pyo3(item)]
    word_count: u32,
    #[pyo3(item)]
    reading_minutes: u32,
    #[pyo3(item)]
    confidence: String,
    #[pyo3(item)]
    ends_early: bool,
}

/// A removed part of the page.
#[pyclass(frozen, get_all, module = "pith_reader")]
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Removed {
    reason: String,
    grounds: Option<String>,
    by: Option<String>,
    text: String,
    node: u32,
}

impl Article {
    pub(crate) fn new(page: &Page, found: &Extraction) -> Self {
        let removed = removed(page, found).into_iter().map(Removed::from);
        Self {
            facts: Facts::new(page, found),
            removed: removed.collect(),
            text: found.article.text(),
            markdown: found.article.markdown(),
            html: found.article.html(),
        }
    }
}

#[pymethods]
impl Article {
    #[getter]
    fn title(&self) -> Option<&str> {
        self.facts.title.as_deref()
    }

    #[getter]
    fn byline(&self) -> Option<&str> {
        self.facts.byline.as_deref()
    }

    #[getter]
    fn date(&self) -> Option<&str> {
        self.facts.date.as_deref()
    }

    #[getter]
    fn published(&self) -> Option<&str> {
        self.facts.published.as_deref()
    }

    #[getter]
    fn modified(&self) -> Option<&str> {
        self.facts.modified.as_deref()
    }

    #[getter]
    fn site(&self) -> Option<&str> {
        self.facts.site.as_deref()
    }

    #[getter]
    fn language(&self) -> Option<&str> {
        self.facts.language.as_deref()
    }

    #[getter]
    fn direction(&self) -> &str {
        &self.facts.direction
    }

    #[getter]
    fn excerpt(&self) -> Option<&str> {
        self.facts.excerpt.as_deref()
    }

    #[getter]
    fn image(&self) -> Option<&str> {
        self.facts.image.as_deref()
    }

    #[getter]
    fn canonical(&self) -> Option<&str> {
        self.facts.canonical.as_deref()
    }

    #[getter]
    fn doi(&self) -> Option<&str> {
        self.facts.doi.as_deref()
    }

    #[getter]
    fn url(&self) -> Option<&str> {
        self.facts.url.as_deref()
    }

    #[getter]
    fn word_count(&self) -> u32 {
        self.facts.word_count
    }

    #[getter]
    fn reading_minutes(&self) -> u32 {
        self.facts.reading_minutes
    }

    #[getter]
    fn confidence(&self) -> &str {
        &self.facts.confidence
    }

    #[getter]
    fn ends_early(&self) -> bool {
        self.facts.ends_early
    }

    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    #[getter]
    fn markdown(&self) -> &str {
        &self.markdown
    }

    #[getter]
    fn html(&self) -> &str {
        &self.html
    }

    #[getter]
    fn removed(&self) -> Vec<Removed> {
        self.removed.clone()
    }

    /// Returns all of it by name, ready for JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = (&self.facts).into_pyobject(py)?;
        all.set_item("text", &self.text)?;
        all.set_item("markdown", &self.markdown)?;
        all.set_item("html", &self.html)?;
        let removed = PyList::empty(py);
        for part in &self.removed {
            removed.append(part.to_dict(py)?)?;
        }
        all.set_item("removed", removed)?;
        Ok(all)
    }

    fn __bool__(&self) -> bool {
        !self.html.is_empty()
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<String> {
        let title = match self.title() {
            Some(title) => PyString::new(py, title).repr()?.to_string(),
            None => "None".to_owned(),
        };
        let Facts {
            word_count,
            confidence,
            ..
        } = &self.facts;
        Ok(format!(
            "<Article title={title} words={word_count} confidence={confidence}>"
        ))
    }

    /// Returns its pickled form: its data.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let module = py.import("pith_reader._pith")?;
        Ok((module.getattr("_restore")?, (self.to_dict(py)?,)))
    }
}

/// Makes an article of the output of `to_dict`.
#[pyfunction]
pub(crate) fn _restore(all: &Bound<'_, PyDict>) -> PyResult<Article> {
    let form = |name: &str| all.as_any().get_item(name)?.extract::<String>();
    let parts = all.as_any().get_item("removed")?;
    let removed = parts.try_iter()?.map(|part| Removed::restored(&part?));
    Ok(Article {
        facts: all.extract()?,
        removed: removed.collect::<PyResult<_>>()?,
        text: form("text")?,
        markdown: form("markdown")?,
        html: form("html")?,
    })
}

impl Facts {
    fn new(page: &Page, found: &Extraction) -> Self {
        let summary = Summary::new(page, found);
        let owned = |text: Option<&str>| text.map(str::to_owned);
        Self {
            title: owned(summary.title),
            byline: owned(summary.byline),
            date: owned(found.metadata.date()),
            published: owned(summary.published),
            modified: owned(summary.modified),
            site: owned(summary.site),
            language: owned(summary.lang),
            direction: match summary.dir {
                Direction::Ltr => "ltr",
                Direction::Rtl => "rtl",
            }
            .to_owned(),
            excerpt: owned(summary.excerpt),
            image: owned(summary.image),
            canonical: owned(summary.canonical),
            doi: owned(summary.doi),
            url: Some(page.url().to_owned()).filter(|url| !url.is_empty()),
            word_count: summary.word_count,
            reading_minutes: summary.reading_minutes,
            confidence: match summary.confidence {
                Confidence::None => "none",
                Confidence::Weak => "weak",
                Confidence::Strong => "strong",
            }
            .to_owned(),
            ends_early: summary.ends_early,
        }
    }
}

#[pymethods]
impl Removed {
    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<String> {
        let text = PyString::new(py, &self.text).repr()?;
        Ok(format!("<Removed reason={} text={text}>", self.reason))
    }
}

impl Removed {
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        all.set_item("reason", &self.reason)?;
        all.set_item("grounds", &self.grounds)?;
        all.set_item("by", &self.by)?;
        all.set_item("text", &self.text)?;
        all.set_item("node", self.node)?;
        Ok(all)
    }

    fn restored(all: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self {
            reason: all.get_item("reason")?.extract()?,
            grounds: all.get_item("grounds")?.extract()?,
            by: all.get_item("by")?.extract()?,
            text: all.get_item("text")?.extract()?,
            node: all.get_item("node")?.extract()?,
        })
    }
}

impl From<RemovedBlock> for Removed {
    fn from(block: RemovedBlock) -> Self {
        Self {
            reason: Reason::name(block.reason).to_owned(),
            grounds: block
                .grounds
                .map(|grounds| Grounds::name(grounds).to_owned()),
            by: block.by.map(|rule| rule.name().to_owned()),
            text: block.text,
            node: block.node,
        }
    }
}
