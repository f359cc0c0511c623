//! Every method on a page, the papers' plots of it, the article as text, and the page as a
//! snapshot. For the demonstration page, the recorder, and tests; the one-click core is built
//! without it.

use std::error::Error;
use std::hint::black_box;
use std::rc::Rc;

use js_sys::{Float32Array, Uint32Array};
use serde::Serialize;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};
use web_sys::Window;

use super::{Detection, detected, object};
use crate::extract::Extraction;
use crate::extract::inspection;
use crate::methods::fsp::{self, Recommendation};
use crate::methods::tsrec::{Digest, Template};
use crate::methods::{Known, Method, cetd, qread};
use crate::page::{Limits, NodeId};
use crate::source::{dom, snapshot};
use crate::steps;

/// A detection method.
#[derive(Serialize)]
struct MethodDescription {
    /// Name for `Detection.by` and `Detection.account`.
    name: &'static str,
    /// Its display name.
    title: &'static str,
    /// The paper that describes it.
    source: &'static str,
    /// The meaning of a score, in one sentence.
    meaning: &'static str,
}

/// The result of a method on a page.
#[derive(Serialize)]
struct MethodAccount {
    /// One score per node.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    scores: Float32Array,
    /// The kept nodes: text and replaced elements, such as images.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    kept: Uint32Array,
    /// The threshold; `None` if the method has none.
    threshold: Option<ScoreThreshold>,
}

/// A method's threshold.
#[derive(Serialize)]
struct ScoreThreshold {
    /// The paper's name for it.
    name: &'static str,
    score: f32,
    /// The node that determines it.
    maximum: Option<Maximum>,
}

/// The node that determines a threshold, and what is special about it.
#[derive(Serialize)]
struct Maximum {
    node: u32,
    special: &'static str,
}

/// qRead's partition of a page.
#[derive(Serialize)]
struct QreadPartition {
    segments: Vec<QreadSegment>,
    /// Words per line of the whole text.
    density: f32,
    /// Cosine similarity of the whole text to the title.
    similarity: f32,
}

/// A segment of qRead's partition.
#[derive(Serialize)]
struct QreadSegment {
    /// Its first text node.
    first: u32,
    /// Its last text node.
    last: u32,
    words: u32,
    lines: usize,
    density: f32,
    similarity: f32,
    chosen: bool,
}

/// CETD's visual importance.
#[derive(Serialize)]
struct VisualImportance {
    /// One per node, 0 to 1.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    values: Float32Array,
    /// Mean of the normal distribution over the page's width, in CSS px; `None` without layout.
    mean: Option<f64>,
    /// Standard deviation of that distribution.
    deviation: Option<f64>,
}

/// The title and the recommendations that FSP finds.
#[derive(Serialize)]
struct FspLabels<'a> {
    title: Option<&'a str>,
    recommendations: &'a Vec<Recommendation>,
}

/// Returns every method, those of the papers first.
#[wasm_bindgen(unchecked_return_type = "MethodDescription[]")]
pub fn methods() -> Result<JsValue, JsError> {
    object(&Method::ALL.map(|method| MethodDescription {
        name: method.name(),
        title: method.title(),
        source: method.source(),
        meaning: method.meaning(),
    }))
}

/// Finds the article in the document of a window, without changing it. `url` is the URL of the
/// original page; empty if it's unknown.
#[wasm_bindgen(js_name = detectIn)]
pub fn detect_in(window: &Window, url: String) -> Result<Detection, JsError> {
    detected(dom::read_window(window, url, Limits::default()))
}

/// Panics, to test the state afterwards.
#[wasm_bindgen]
pub fn panic() {
    panic!("somebody asked for it");
}

/// Loops until the step limit of the last page ends the loop, for tests.
#[wasm_bindgen]
pub fn hang() {
    steps::stage("a hanging test");
    while black_box(true) {}
}

/// Allocates memory until none is left, to test the state afterwards.
#[wasm_bindgen]
pub fn grow() {
    let mut pieces = Vec::new();
    while black_box(true) {
        pieces.push(black_box(vec![1_u8; 1 << 20]));
    }
}

/// Merges two digests of the same site into one for the pages of both.
#[wasm_bindgen(js_name = mergeDigests)]
pub fn merge_digests(first: &[u8], second: &[u8]) -> Result<Vec<u8>, JsError> {
    let mut merged = digest(first)?;
    merged.merge(&digest(second)?);
    Ok(merged.to_bytes())
}

fn digest(bytes: &[u8]) -> Result<Digest, JsError> {
    Digest::from_bytes(bytes).map_err(|error| sentence(&error))
}

/// Returns an error with its message as a full sentence. Errors of the core begin in lower case and
/// end without a period.
fn sentence(error: &impl Error) -> JsError {
    let text = error.to_string();
    let mut rest = text.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    JsError::new(&format!("{}{}.", first.collect::<String>(), rest.as_str()))
}

#[wasm_bindgen]
impl Detection {
    /// Returns the article as plain text.
    pub fn text(&self) -> String {
        self.extraction.article.text()
    }

    /// Returns the page as it was read, including layout, for replay on the command line.
    pub fn snapshot(&self) -> Vec<u8> {
        snapshot::write(&self.live.page)
    }

    /// Returns the site's common features, as far as one page shows them: only hashes, a few
    /// kilobytes.
    pub fn digest(&self) -> Vec<u8> {
        Digest::new(&self.live.page).to_bytes()
    }

    /// Returns a method's result for the page as it was read. TSReC compares the page with
    /// `digest`, which covers other pages of the site and may include this one.
    pub fn by(&self, method: &str, digest: Option<Vec<u8>>) -> Result<Detection, JsError> {
        let selection = self.inspect(method, digest)?.selection;
        let page = &self.live.page;
        let extraction = Extraction::new(page, self.extraction.metadata.clone(), selection);
        Ok(Self::new(extraction, Rc::clone(&self.live)))
    }

    /// Returns a method's score for every node, and its kept nodes; `digest` is as for `by`.
    #[wasm_bindgen(unchecked_return_type = "MethodAccount")]
    pub fn account(&self, method: &str, digest: Option<Vec<u8>>) -> Result<JsValue, JsError> {
        let inspection = self.inspect(method, digest)?;
        let kept: Vec<u32> = inspection.selection.kept.iter().map(|id| id.0).collect();
        let maximum = |(NodeId(node), special)| Maximum { node, special };
        object(&MethodAccount {
            scores: Float32Array::from(inspection.scores.values()),
            kept: Uint32Array::from(&kept[..]),
            threshold: inspection.threshold.map(|threshold| ScoreThreshold {
                name: threshold.name,
                score: threshold.score,
                maximum: threshold.maximum.map(maximum),
            }),
        })
    }

    /// Returns the kept nodes and scores of the extraction. Scores are probabilities: those of
    /// blocks for their leaves, and their maximum for containers.
    #[wasm_bindgen(js_name = ownAccount, unchecked_return_type = "MethodAccount")]
    pub fn own_account(&self) -> Result<JsValue, JsError> {
        let kept: Vec<u32> = self
            .extraction
            .selection
            .kept
            .iter()
            .map(|id| id.0)
            .collect();
        let mut scores = vec![0.0; self.live.page.len()];
        for block in &self.extraction.selection.blocks {
            let probability = block.probability() as f32;
            for node in block.leaves.iter().chain([&block.container]) {
                let score = &mut scores[node.0 as usize];
                *score = probability.max(*score);
            }
        }
        object(&MethodAccount {
            scores: Float32Array::from(&scores[..]),
            kept: Uint32Array::from(&kept[..]),
            threshold: None,
        })
    }

    /// Returns qRead's segments with their densities and their similarity to the title.
    #[wasm_bindgen(unchecked_return_type = "QreadPartition")]
    pub fn partition(&self) -> Result<JsValue, JsError> {
        let params = qread::Params::default();
        let partition = qread::segments(&self.live.page, self.title(), &params);
        let chosen: Vec<_> = partition.chosen(&params).map(|s| s.first).collect();
        let segment = |segment: &qread::Segment| QreadSegment {
            first: segment.first.0,
            last: segment.last.0,
            words: segment.words,
            lines: segment.lines.len(),
            density: segment.density,
            similarity: segment.similarity,
            chosen: chosen.contains(&segment.first),
        };
        object(&QreadPartition {
            segments: partition.segments.iter().map(segment).collect(),
            density: partition.density,
            similarity: partition.similarity,
        })
    }

    /// Returns the visual importance of every node, which measures its overlap with the middle of
    /// the page.
    #[wasm_bindgen(unchecked_return_type = "VisualImportance")]
    pub fn importance(&self) -> Result<JsValue, JsError> {
        let page = &self.live.page;
        let distribution = cetd::distribution(page);
        object(&VisualImportance {
            values: Float32Array::from(cetd::visual_importance(page).values()),
            mean: distribution.map(|normal| normal.mean),
            deviation: distribution.map(|normal| normal.deviation),
        })
    }

    /// Returns the title that FSP finds in the page's text, and the articles that the page
    /// recommends.
    #[wasm_bindgen(unchecked_return_type = "FspLabels")]
    pub fn labels(&self) -> Result<JsValue, JsError> {
        let reading = fsp::read(&self.live.page, self.title(), fsp::Rules::generic());
        object(&FspLabels {
            title: reading.title(),
            recommendations: &reading.recommendations,
        })
    }
}

impl Detection {
    fn title(&self) -> &str {
        let title = self.extraction.metadata.title.as_deref();
        title.unwrap_or_default()
    }

    fn inspect(
        &self,
        method: &str,
        digest: Option<Vec<u8>>,
    ) -> Result<inspection::Inspection, JsError> {
        let known = Method::from_name(method);
        let method =
            known.ok_or_else(|| JsError::new(&format!("Pith knows no method \"{method}\".")))?;
        let digest = digest.map(|bytes| self::digest(&bytes)).transpose()?;
        let known = Known {
            template: digest.as_ref().map(Template::Digest),
            ..Known::default()
        };
        inspection::inspect(&self.live.page, &self.extraction.metadata, method, &known)
            .map_err(|reason| sentence(&reason))
    }
}
