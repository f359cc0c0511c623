//! Exports the core to the shell: all exported items, and no logic.
//!
//! Errors are thrown as an `Error` whose message is a full sentence or [`TOO_LARGE`]. A panic, too
//! many steps ([`steps`](crate::steps)), and a failed allocation abort: JavaScript gets a
//! `RuntimeError`, and the instance's memory can no longer be trusted. The glue removes the
//! instance from `globalThis.pithCore`, so that the next use creates a new one, and calls of the
//! old one do nothing.

#[cfg(feature = "inspect")]
pub mod inspection;

use std::cell::OnceCell;
use std::mem;
use std::rc::Rc;
use std::sync::Once;

use serde::Serialize;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::discussion;
use crate::extract::pager::Pager;
use crate::extract::report::{self, Correction, RemovedBlock, Summary};
use crate::extract::views::{self, Content};
use crate::extract::{Extraction, one_click};
use crate::page::geometry::Size;
use crate::page::{Limits, NodeId, Page, PageError, PageInfo};
use crate::problem_report::ProblemReport;
use crate::select::{Application, MalformedRule, Overrides, Rule, SiteRules, UnknownOverride};
use crate::source::dom::{self, DomError, LivePage};
use crate::source::record::{self, Recording};

#[cfg(feature = "wee_alloc")]
#[global_allocator]
static ALLOCATOR: wee_alloc::WeeAlloc = wee_alloc::WeeAlloc::INIT;

/// Returns the description of each site rule ([`SiteRules::read`]).
#[wasm_bindgen(js_name = describeRules, unchecked_return_type = "Description[]")]
pub fn describe_rules(site: &[u8]) -> Result<JsValue, JsError> {
    let site = SiteRules::read(site).map_err(malformed)?;
    let descriptions = site.rules.iter().map(Rule::description);
    object(&descriptions.collect::<Vec<_>>())
}

/// Sets a hook that reports panics on the console before they abort: in debug builds all of them,
/// in release builds only the first, because later ones don't show the cause.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| {
        static FIRST: Once = Once::new();
        let report = || console_error_panic_hook::hook(info);
        if cfg!(debug_assertions) {
            report();
        } else {
            FIRST.call_once(report);
        }
    }));
}

/// Finds the article in the current document, without changing it.
#[wasm_bindgen]
pub fn detect() -> Result<Detection, JsError> {
    detected(dom::read(Limits::default()))
}

fn detected(read: Result<LivePage, DomError>) -> Result<Detection, JsError> {
    let live = read.map_err(|error| unreadable(&error))?;
    Ok(Detection::new(one_click(&live.page), Rc::new(live)))
}

/// Finds the article in a collector's recording of the page at `url`, in a window of `width` by
/// `height` CSS px. Applies the rules of `site` ([`SiteRules::read`]), then `overrides`
/// ([`Overrides::read`]). With `with_corrections`, the result has a rule for each override of a
/// node. For the other arguments see [`record`].
#[wasm_bindgen(js_name = detectRecorded, unchecked_return_type = "Found")]
#[expect(
    clippy::too_many_arguments,
    reason = "JavaScript passes separate values; a record would be read field by field"
)]
pub fn detect_recorded(
    url: String,
    width: f32,
    height: f32,
    numbers: &[u32],
    rects: &[f32],
    text: &str,
    values: &str,
    overrides: &[u32],
    site: Option<Box<[u8]>>,
    with_corrections: Option<bool>,
) -> Result<JsValue, JsError> {
    let chunk = record::Chunk {
        numbers,
        rects,
        text,
        values,
    };
    let RecordedPage {
        page,
        found,
        decided,
        overrides,
        applied,
        ..
    } = RecordedPage::new(url, Size { width, height }, chunk, overrides, site)?;
    let extraction = decided.as_ref().unwrap_or(&found);
    let mut corrections = Vec::new();
    if with_corrections == Some(true) {
        let selections = [&found.selection, &extraction.selection];
        corrections = report::corrections(&page, selections, &overrides.nodes);
    }
    let origins = extraction.article.origins();
    let content = Content::new(&page, extraction);
    object(&Found {
        summary: Summary::new(&page, extraction),
        pager: Pager::new(&page, extraction),
        html: extraction.article.styled_html(),
        removed: report::removed(&page, extraction),
        blocks: views::blocks(&page, extraction, &content),
        fold: views::fold(&page, extraction, &content),
        origins: origins.into_iter().map(|node| node.0).collect(),
        boxes: views::boxes(&page, &extraction.selection),
        undone: report::undone(&applied, &extraction.selection),
        may_be_thread: discussion::may_be_thread(&page, &extraction.selection.kept),
        applied,
        corrections,
    })
}

/// Reports the page of a collector's recording, as [`Detection::problem_report`] does.
#[wasm_bindgen(js_name = reportRecorded, unchecked_return_type = "ProblemReport")]
#[expect(
    clippy::too_many_arguments,
    reason = "the arguments of detect_recorded come first"
)]
pub fn report_recorded(
    url: String,
    width: f32,
    height: f32,
    numbers: &[u32],
    rects: &[f32],
    text: &str,
    values: &str,
    overrides: &[u32],
    site: Option<Box<[u8]>>,
) -> Result<JsValue, JsError> {
    let chunk = record::Chunk {
        numbers,
        rects,
        text,
        values,
    };
    let recorded = RecordedPage::new(url, Size { width, height }, chunk, overrides, site)?;
    let found = &recorded.found;
    let extractions = [found, recorded.decided.as_ref().unwrap_or(found)];
    let corrections = (&recorded.site, &recorded.overrides);
    object(&ProblemReport::new(
        &recorded.page,
        extractions,
        corrections,
    ))
}

/// A page from a collector's recording, with its extraction and the user's corrections.
struct RecordedPage {
    page: Page,
    found: Extraction,
    /// The extraction after site rules and overrides; `None` without any.
    decided: Option<Extraction>,
    site: SiteRules,
    overrides: Overrides,
    /// The outcome of each site rule.
    applied: Vec<Application>,
}

impl RecordedPage {
    fn new(
        url: String,
        window: Size,
        chunk: record::Chunk<'_>,
        overrides: &[u32],
        site: Option<Box<[u8]>>,
    ) -> Result<Self, JsError> {
        let info = PageInfo {
            url,
            viewport: Some(window),
            content_language: None,
        };
        let mut recording = Recording::new(info, Limits::default(), dom::join);
        let page = recording.add(chunk).and_then(|()| recording.finish());
        let page = page.map_err(|error| unreadable(&error.into()))?;
        let found = one_click(&page);
        let overrides = Overrides::read(overrides).map_err(unknown_override)?;
        let site = SiteRules::read(site.as_deref().unwrap_or_default()).map_err(malformed)?;
        let (mut decided, mut applied) = (None, Vec::new());
        if !site.is_empty() || overrides != Overrides::default() {
            let all = found.decided(&page, &site, &overrides);
            let (extraction, outcomes) = all.map_err(unknown_override)?;
            (decided, applied) = (Some(extraction), outcomes);
        }
        Ok(Self {
            page,
            found,
            decided,
            site,
            overrides,
            applied,
        })
    }
}

/// Error code: the page exceeds the limits.
const TOO_LARGE: &str = "too-large";

fn unreadable(error: &DomError) -> JsError {
    match error {
        DomError::Page(error) if *error != PageError::Empty => JsError::new(TOO_LARGE),
        error => JsError::new(&format!("Pith cannot read this page: {error}.")),
    }
}

fn malformed(error: MalformedRule) -> JsError {
    JsError::new(&format!("Pith cannot read the site rules: {error}."))
}

fn unknown_override(error: UnknownOverride) -> JsError {
    JsError::new(&format!("Pith cannot show that: {error}."))
}

/// All values that a view needs of a recorded page. Nodes are indexes of the collector's records,
/// which include elements and texts.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found<'a> {
    summary: Summary<'a>,
    pager: Option<Pager>,
    html: String,
    removed: Vec<RemovedBlock>,
    blocks: Vec<views::ViewedBlock>,
    fold: views::Fold,
    /// The first leaf of every element of the article's HTML, in order.
    origins: Vec<u32>,
    /// The boxes of the blocks: see [`views::boxes`].
    boxes: Vec<f32>,
    /// The outcome of each site rule.
    applied: Vec<Application>,
    /// Indexes of the site rules that the user has undone on this page.
    undone: Vec<u32>,
    may_be_thread: bool,
    /// A rule for each override of a node, if requested.
    corrections: Vec<Correction>,
}

/// The article of a document, with the live nodes of the page.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Detection {
    /// Shared with the results of other methods for the same page.
    live: Rc<LivePage>,
    extraction: Extraction,
    /// The extraction before site rules and overrides; `None` if there are none yet.
    found: Option<Extraction>,
    site: SiteRules,
    /// The outcome of each site rule.
    applied: Vec<Application>,
    overrides: Overrides,
    /// Computed lazily.
    content: OnceCell<Content>,
}

impl Detection {
    fn new(extraction: Extraction, live: Rc<LivePage>) -> Self {
        Self {
            live,
            extraction,
            found: None,
            site: SiteRules::default(),
            applied: Vec::new(),
            overrides: Overrides::default(),
            content: OnceCell::new(),
        }
    }

    /// Applies site rules and overrides to the extraction. If that fails, nothing changes.
    fn decide_as(&mut self, site: SiteRules, overrides: Overrides) -> Result<(), UnknownOverride> {
        let found = self.found.as_ref().unwrap_or(&self.extraction);
        let (decided, applied) = found.decided(&self.live.page, &site, &overrides)?;
        let last = mem::replace(&mut self.extraction, decided);
        self.found.get_or_insert(last);
        (self.site, self.applied, self.overrides) = (site, applied, overrides);
        self.content.take();
        Ok(())
    }

    fn content(&self) -> &Content {
        self.content
            .get_or_init(|| Content::new(&self.live.page, &self.extraction))
    }
}

#[wasm_bindgen]
impl Detection {
    /// Returns the facts about the article (metadata, confidence, and counts), without generating
    /// HTML.
    #[wasm_bindgen(unchecked_return_type = "Summary")]
    pub fn summary(&self) -> Result<JsValue, JsError> {
        object(&Summary::new(&self.live.page, &self.extraction))
    }

    /// Applies `overrides` ([`Overrides::read`]) to the page as it was read; later results of the
    /// detection include them. If this throws, nothing changes.
    pub fn decide(&mut self, overrides: &[u32]) -> Result<(), JsError> {
        let overrides = Overrides::read(overrides).map_err(unknown_override)?;
        self.decide_as(self.site.clone(), overrides)
            .map_err(unknown_override)
    }

    /// Applies site rules ([`SiteRules::read`]), then the last overrides. Returns the outcome of
    /// each rule. If this throws, nothing changes.
    #[wasm_bindgen(js_name = applySiteRules, unchecked_return_type = "Application[]")]
    pub fn apply_site_rules(&mut self, site: &[u8]) -> Result<JsValue, JsError> {
        let site = SiteRules::read(site).map_err(malformed)?;
        let overrides = self.overrides.clone();
        self.decide_as(site, overrides).map_err(unknown_override)?;
        object(&self.applied)
    }

    /// Returns the indexes of the site rules that the user has undone on this page: the last
    /// overrides contradict one of their decisions.
    pub fn undone(&self) -> Vec<u32> {
        report::undone(&self.applied, &self.extraction.selection)
    }

    /// Creates a site rule from each of the last overrides of a node, for other pages of the site.
    #[wasm_bindgen(unchecked_return_type = "Correction[]")]
    pub fn corrections(&self) -> Result<JsValue, JsError> {
        let found = self.found.as_ref().unwrap_or(&self.extraction);
        let selections = [&found.selection, &self.extraction.selection];
        let nodes = &self.overrides.nodes;
        object(&report::corrections(&self.live.page, selections, nodes))
    }

    /// Returns the core's half of a problem report for the page ([`ProblemReport::new`]).
    #[wasm_bindgen(js_name = problemReport, unchecked_return_type = "ProblemReport")]
    pub fn problem_report(&self) -> Result<JsValue, JsError> {
        let found = self.found.as_ref().unwrap_or(&self.extraction);
        let corrections = (&self.site, &self.overrides);
        let extractions = [found, &self.extraction];
        object(&ProblemReport::new(
            &self.live.page,
            extractions,
            corrections,
        ))
    }

    /// Returns whether the page may be a discussion and should be searched for one.
    #[wasm_bindgen(js_name = mayBeThread)]
    pub fn may_be_thread(&self) -> bool {
        discussion::may_be_thread(&self.live.page, &self.extraction.selection.kept)
    }

    /// Returns the article's body as clean HTML, without the title; empty if nothing was found.
    pub fn html(&self) -> String {
        self.extraction.article.styled_html()
    }

    /// Returns the next pages of the article ([`Pager`]); null if there are none.
    #[wasm_bindgen(unchecked_return_type = "Pager | null")]
    pub fn pager(&self) -> Result<JsValue, JsError> {
        object(&Pager::new(&self.live.page, &self.extraction))
    }

    /// Returns the parts that aren't in the article, in document order.
    #[wasm_bindgen(unchecked_return_type = "RemovedBlock[]")]
    pub fn removed(&self) -> Result<JsValue, JsError> {
        object(&report::removed(&self.live.page, &self.extraction))
    }

    /// Returns the live element of a node; the parent of a text node.
    #[wasm_bindgen(unchecked_return_type = "Element | null")]
    pub fn element(&self, node: u32) -> JsValue {
        self.live
            .element(NodeId(node))
            .map_or(JsValue::NULL, JsValue::from)
    }

    /// Returns the node number of a live element; `None` if it wasn't read.
    #[wasm_bindgen(js_name = numberOf)]
    pub fn number_of(&self, element: &JsValue) -> Option<u32> {
        self.live.number_of(element).map(|node| node.0)
    }

    /// Returns the live node of a node number, which may be a text node.
    #[wasm_bindgen(unchecked_return_type = "Node | null")]
    pub fn node(&self, node: u32) -> JsValue {
        self.live
            .node(NodeId(node))
            .map_or(JsValue::NULL, JsValue::from)
    }
}

/// Converts a record to a plain object; missing values are null.
fn object(value: &impl Serialize) -> Result<JsValue, JsError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Ok(value.serialize(&serializer)?)
}

/// Facts for views beside the article; see [`views`].
#[wasm_bindgen]
impl Detection {
    /// Returns every painted block in document order.
    #[wasm_bindgen(unchecked_return_type = "ViewedBlock[]")]
    pub fn blocks(&self) -> Result<JsValue, JsError> {
        let blocks = views::blocks(&self.live.page, &self.extraction, self.content());
        object(&blocks)
    }

    /// Returns the elements that are kept in a simplified page.
    #[wasm_bindgen(unchecked_return_type = "Fold")]
    pub fn fold(&self) -> Result<JsValue, JsError> {
        let fold = views::fold(&self.live.page, &self.extraction, self.content());
        object(&fold)
    }

    /// Returns the rectangles of the blocks at the time the page was read; see [`views::boxes`].
    pub fn boxes(&self) -> Vec<f32> {
        views::boxes(&self.live.page, &self.extraction.selection)
    }

    /// Returns the first leaf of every element of the article's HTML, in order.
    pub fn origins(&self) -> Vec<u32> {
        let origins = self.extraction.article.origins();
        origins.into_iter().map(|node| node.0).collect()
    }
}
