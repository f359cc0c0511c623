//! Prints the page in a snapshot, as one JSON object per node and line. The first line is about the
//! whole page and includes the result of the quick check.
//!
//! ```text
//! cargo run --features cli --example page FILE
//! ```

use std::io::{self, BufWriter, Write};

use pith::readerable::{columns, is_readerable};
use pith::source::snapshot;
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: page FILE")?;
    let page = snapshot::read(&std::fs::read(path)?)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let info = json!({
        "url": page.url(),
        "viewport": page.info().viewport,
        "glance": { "columns": columns(&page), "isReaderable": is_readerable(&page) },
    });
    writeln!(out, "{info}")?;
    for id in page.nodes() {
        let attrs: Vec<_> = page.attrs(id).map(|(a, v)| (a.name(), v)).collect();
        let node = json!({
            "tag": page.tag(id).name(),
            "parent": page.parent(id),
            "level": page.level(id),
            "text": page.text(id),
            "attrs": attrs,
            "style": page.style(id),
            "hidden": page.is_hidden(id),
            "overlay": page.is_overlay(id),
            "rect": page.rect(id),
        });
        writeln!(out, "{node}")?;
    }
    Ok(())
}
