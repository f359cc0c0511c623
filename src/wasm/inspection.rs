//! Every method on a page, and what the papers draw of it: for the demonstration page and for
//! tests. The one-click core is built without it.

use std::error::Error;
use std::rc::Rc;

use js_sys::{Float32Array, Uint32Array};
use serde::Serialize;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};
use web_sys::Window;

use super::{Detection, detected, object};
use crate::article::Article;
use crate::extract::Extraction;
use crate::front::dom;
use crate::inspection::{self, Known};
use crate::methods::tsrec::{Digest, Template};
use crate::methods::{Method, cetd, fsp, qread};
use crate::page::{Limits, NodeId};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A way to find the content of a page. */
export interface Method {
  /** For `Detection.by` and `Detection.account`. */
  name: string;
  /** What people call it. */
  title: string;
  /** Who described it. */
  source: string;
  /** What a score says, as one sentence. */
  meaning: string;
}

/** What a method says of a page. */
export interface Account {
  /** One score per node. */
  scores: Float32Array;
  /** The nodes that are kept: text and what stands for itself, as pictures do. */
  kept: Uint32Array;
  /** Where it cuts; null where not at a score. */
  cut: Cut | null;
}

export interface Cut {
  /** What the paper calls it. */
  name: string;
  score: number;
  /** The node that decides where it runs. */
  peak: { node: number; special: string } | null;
}

/** qRead's partition of a page. */
export interface Partition {
  segments: Segment[];
  /** Words per line of the whole text, and its cosine with the title. */
  density: number;
  similarity: number;
}

export interface Segment {
  /** Its first and last text node. */
  first: number;
  last: number;
  words: number;
  lines: number;
  density: number;
  similarity: number;
  chosen: boolean;
}

/** CETD's visual importance. */
export interface Importance {
  /** One per node, 0 to 1. */
  values: Float32Array;
  /** The normal distribution over the page's width, in CSS px; null without layout. */
  mean: number | null;
  deviation: number | null;
}

/** What FSP finds besides the article. */
export interface Labels {
  title: string | null;
  recommendations: { text: string; url: string; node: number }[];
}
"#;

/// Every method there is, the papers' first.
#[wasm_bindgen(unchecked_return_type = "Method[]")]
pub fn methods() -> Result<JsValue, JsError> {
    #[derive(Serialize)]
    struct Row {
        name: &'static str,
        title: &'static str,
        source: &'static str,
        meaning: &'static str,
    }
    object(&Method::ALL.map(|method| Row {
        name: method.name(),
        title: method.title(),
        source: method.source(),
        meaning: method.meaning(),
    }))
}

/// Finds the article in the document of a window; changes nothing in it. `url` is the address of
/// the page that it was made of; empty where it has none.
#[wasm_bindgen(js_name = detectIn)]
pub fn detect_in(window: &Window, url: String) -> Result<Detection, JsError> {
    detected(dom::read_window(window, url, Limits::default()))
}

/// One digest for the pages of two of the same site.
#[wasm_bindgen(js_name = mergeDigests)]
pub fn merge_digests(first: &[u8], second: &[u8]) -> Result<Vec<u8>, JsError> {
    let mut merged = digest(first)?;
    merged.merge(&digest(second)?);
    Ok(merged.to_bytes())
}

fn digest(bytes: &[u8]) -> Result<Digest, JsError> {
    Digest::from_bytes(bytes).map_err(|error| sentence(&error))
}

/// What went wrong as a whole sentence; errors of the core begin small and end without a stop.
fn sentence(error: &impl Error) -> JsError {
    let text = error.to_string();
    let mut rest = text.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    JsError::new(&format!("{}{}.", first.collect::<String>(), rest.as_str()))
}

#[wasm_bindgen]
impl Detection {
    /// What the page has in common with others of its site, as far as one page tells: hashes
    /// only, a few kilobytes.
    pub fn digest(&self) -> Vec<u8> {
        Digest::new(&self.live.page).to_bytes()
    }

    /// What a method finds in the same page, as it was read. `digest` is of other pages of the
    /// site, which TSReC compares it with; it may hold this one as well.
    pub fn by(&self, method: &str, digest: Option<Vec<u8>>) -> Result<Detection, JsError> {
        let selection = self.ask(method, digest)?.selection;
        let page = &self.live.page;
        Ok(Self {
            live: Rc::clone(&self.live),
            extraction: Extraction {
                metadata: self.extraction.metadata.clone(),
                article: Article::new(page, &selection.kept),
                selection,
            },
        })
    }

    /// What a method says of every node, and what it keeps; `digest` as for `by`.
    #[wasm_bindgen(unchecked_return_type = "Account")]
    pub fn account(&self, method: &str, digest: Option<Vec<u8>>) -> Result<JsValue, JsError> {
        #[derive(Serialize)]
        struct Row {
            #[serde(with = "serde_wasm_bindgen::preserve")]
            scores: Float32Array,
            #[serde(with = "serde_wasm_bindgen::preserve")]
            kept: Uint32Array,
            cut: Option<Cut>,
        }
        #[derive(Serialize)]
        struct Cut {
            name: &'static str,
            score: f32,
            peak: Option<Peak>,
        }
        #[derive(Serialize)]
        struct Peak {
            node: u32,
            special: &'static str,
        }
        let account = self.ask(method, digest)?;
        let kept: Vec<u32> = account.selection.kept.iter().map(|id| id.0).collect();
        let peak = |(NodeId(node), special)| Peak { node, special };
        object(&Row {
            scores: Float32Array::from(account.scores.values()),
            kept: Uint32Array::from(&kept[..]),
            cut: account.cut.map(|cut| Cut {
                name: cut.name,
                score: cut.score,
                peak: cut.peak.map(peak),
            }),
        })
    }

    /// qRead's segments with their densities and their similarity with the title.
    #[wasm_bindgen(unchecked_return_type = "Partition")]
    pub fn partition(&self) -> Result<JsValue, JsError> {
        #[derive(Serialize)]
        struct Row {
            segments: Vec<Segment>,
            density: f32,
            similarity: f32,
        }
        #[derive(Serialize)]
        struct Segment {
            first: u32,
            last: u32,
            words: u32,
            lines: usize,
            density: f32,
            similarity: f32,
            chosen: bool,
        }
        let params = qread::Params::default();
        let partition = qread::segments(&self.live.page, self.title(), &params);
        let chosen: Vec<_> = partition.chosen(&params).map(|s| s.first).collect();
        let segment = |segment: &qread::Segment| Segment {
            first: segment.first.0,
            last: segment.last.0,
            words: segment.words,
            lines: segment.lines.len(),
            density: segment.density,
            similarity: segment.similarity,
            chosen: chosen.contains(&segment.first),
        };
        object(&Row {
            segments: partition.segments.iter().map(segment).collect(),
            density: partition.density,
            similarity: partition.similarity,
        })
    }

    /// How much of the page's middle every node covers.
    #[wasm_bindgen(unchecked_return_type = "Importance")]
    pub fn importance(&self) -> Result<JsValue, JsError> {
        #[derive(Serialize)]
        struct Row {
            #[serde(with = "serde_wasm_bindgen::preserve")]
            values: Float32Array,
            mean: Option<f64>,
            deviation: Option<f64>,
        }
        let page = &self.live.page;
        let distribution = cetd::distribution(page);
        object(&Row {
            values: Float32Array::from(cetd::visual_importance(page).values()),
            mean: distribution.map(|normal| normal.mean),
            deviation: distribution.map(|normal| normal.deviation),
        })
    }

    /// The title that FSP finds in the page's text, and the articles that the page recommends.
    #[wasm_bindgen(unchecked_return_type = "Labels")]
    pub fn labels(&self) -> Result<JsValue, JsError> {
        #[derive(Serialize)]
        struct Row<'a> {
            title: Option<&'a str>,
            recommendations: Vec<Recommendation<'a>>,
        }
        #[derive(Serialize)]
        struct Recommendation<'a> {
            text: &'a str,
            url: &'a str,
            node: u32,
        }
        let reading = fsp::read(&self.live.page, self.title(), fsp::Rules::generic());
        let recommendations = reading.recommendations.iter().map(|found| Recommendation {
            text: &found.text,
            url: &found.url,
            node: found.node.0,
        });
        object(&Row {
            title: reading.title(),
            recommendations: recommendations.collect(),
        })
    }
}

impl Detection {
    fn title(&self) -> &str {
        let title = self.extraction.metadata.title.as_deref();
        title.unwrap_or_default()
    }

    fn ask(&self, method: &str, digest: Option<Vec<u8>>) -> Result<inspection::Account, JsError> {
        let known = Method::from_name(method);
        let method =
            known.ok_or_else(|| JsError::new(&format!("Pith knows no method \"{method}\".")))?;
        let digest = digest.map(|bytes| self::digest(&bytes)).transpose()?;
        let known = Known {
            template: digest.as_ref().map(Template::Digest),
            ..Known::default()
        };
        inspection::inspect(&self.live.page, &self.extraction.metadata, method, &known)
            .map_err(|silence| sentence(&silence))
    }
}
