//! `pith scores`: the score of every method for every node.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};

use pith::extract::inspection::inspect;
use pith::metadata::metadata;
use pith::methods::tsrec::Template;
use pith::methods::{Known, Method, NotApplicable};
use pith::page::{NodeId, NodeSet, Page};
use serde::Serialize;

use crate::failure::Failure;
use crate::input;
use crate::options::Options;

/// Number of characters of a node's text that are shown.
const EXCERPT_CHARS: usize = 80;

#[derive(Serialize)]
struct NodeScores<'a> {
    node: u32,
    tag: &'static str,
    parent: Option<u32>,
    level: u32,
    text: String,
    /// Number of leaves in the node's subtree that `hybrid` keeps.
    kept: u32,
    scores: &'a BTreeMap<&'static str, f32>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let input = input::one_page(options)?;
    let page = input.page();
    let sibling = input::sibling(options)?;
    let known = Known {
        template: sibling.as_ref().map(Template::Page),
        ..Known::default()
    };
    let metadata = metadata(page);
    let mut columns = Vec::new();
    let mut kept = NodeSet::new(page);
    for method in Method::ALL {
        match inspect(page, &metadata, method, &known) {
            Ok(account) => {
                columns.push((method.name(), account.scores));
                if method == Method::Hybrid {
                    kept = account.selection.kept;
                }
            }
            Err(NotApplicable::NoTemplate) => {}
            Err(reason) => return Err(Failure::input(reason)),
        }
    }
    let kept = |id| u32::from(kept.contains(id));
    let kept = page.subtree_sums(&page.nodes().map(kept).collect::<Vec<_>>());
    let mut out = BufWriter::new(io::stdout().lock());
    let mut scores = BTreeMap::new();
    for id in page.nodes() {
        for (name, column) in &columns {
            scores.insert(*name, column.get(id));
        }
        let row = NodeScores {
            node: id.0,
            tag: page.tag(id).name(),
            parent: page.parent(id).map(|parent| parent.0),
            level: page.level(id),
            text: excerpt(page, id),
            kept: kept[id.index()],
            scores: &scores,
        };
        serde_json::to_writer(&mut out, &row).map_err(io::Error::from)?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

/// Returns the beginning of the node's text on one line. Reads only that part of the subtree's
/// text, so that deeply nested pages take linear time.
fn excerpt(page: &Page, id: NodeId) -> String {
    let start = page.raw_text(id).chars().take(EXCERPT_CHARS * 4);
    let line = pith::text::collapse(&start.collect::<String>());
    line.chars().take(EXCERPT_CHARS).collect()
}
