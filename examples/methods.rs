//! Prints the result of every method for the page in a snapshot, as one JSON object per line; then
//! qRead's partition and CETD's visual importance, and finally the page's digest.
//!
//! ```text
//! cargo run --features cli --example methods DIGEST FILE
//! ```
//!
//! DIGEST is the digest of other pages of the site in hexadecimal; if it's empty, TSReC has no result.

use std::io::{self, BufWriter, Write};

use pith::article::Article;
use pith::extract::inspection::inspect;
use pith::metadata::metadata;
use pith::methods::tsrec::{Digest, Template};
use pith::methods::{Known, Method, cetd, qread};
use pith::page::Page;
use pith::source::snapshot;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(digest), Some(path)) = (args.next(), args.next()) else {
        return Err("usage: methods DIGEST FILE".into());
    };
    let page = snapshot::read(&std::fs::read(path)?)?;
    let others = match digest.as_str() {
        "" => None,
        digits => Some(Digest::from_bytes(&bytes_of(digits)?)?),
    };
    let known = Known {
        template: others.as_ref().map(Template::Digest),
        ..Known::default()
    };
    let metadata = metadata(&page);
    let mut out = BufWriter::new(io::stdout().lock());
    for method in Method::ALL {
        let line = match inspect(&page, &metadata, method, &known) {
            Ok(inspection) => {
                let kept = &inspection.selection.kept;
                json!({
                    "name": method.name(),
                    "title": method.title(),
                    "source": method.source(),
                    "meaning": method.meaning(),
                    "scores": inspection.scores.values(),
                    "kept": kept.iter().map(|id| id.0).collect::<Vec<_>>(),
                    "threshold": inspection.threshold.map(|threshold| json!({
                        "name": threshold.name,
                        "score": threshold.score,
                        "maximum": threshold.maximum.map(|(node, special)| json!({
                            "node": node.0,
                            "special": special,
                        })),
                    })),
                    "text": Article::new(&page, kept).text(),
                })
            }
            Err(reason) => json!({ "name": method.name(), "error": reason.to_string() }),
        };
        writeln!(out, "{line}")?;
    }
    let title = metadata.title.as_deref().unwrap_or_default();
    let (partition, importance) = (partition(&page, title), importance(&page));
    let plots = json!({ "partition": partition, "importance": importance });
    writeln!(out, "{plots}")?;
    let digest = Digest::new(&page).to_bytes();
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    writeln!(out, "{}", json!({ "digest": digits }))?;
    Ok(())
}

fn partition(page: &Page, title: &str) -> Value {
    let params = qread::Params::default();
    let partition = qread::segments(page, title, &params);
    let chosen: Vec<_> = partition.chosen(&params).collect();
    let segment = |segment: &qread::Segment| {
        json!({
            "first": segment.first.0,
            "last": segment.last.0,
            "words": segment.words,
            "lines": segment.lines.len(),
            "density": segment.density,
            "similarity": segment.similarity,
            "chosen": chosen.contains(&segment),
        })
    };
    json!({
        "segments": partition.segments.iter().map(segment).collect::<Vec<_>>(),
        "density": partition.density,
        "similarity": partition.similarity,
    })
}

fn importance(page: &Page) -> Value {
    let distribution = cetd::distribution(page);
    json!({
        "values": cetd::visual_importance(page).values(),
        "mean": distribution.map(|normal| normal.mean),
        "deviation": distribution.map(|normal| normal.deviation),
    })
}

fn bytes_of(digits: &str) -> Result<Vec<u8>, std::num::ParseIntError> {
    let pairs = digits.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(&String::from_utf8_lossy(pair), 16))
        .collect()
}
