//! Explains the decisions about comments.

use super::text::on_one_line;
use pith::discussion::{Decision, Discussion, Score};
use pith::page::{Attr, NodeId, NodeSet, Page};

/// Returns a line per decision about comments: `+` for groups of comments and for a thread,
/// otherwise `-`; the reason; the number of elements it's about; and the first of them.
pub(super) fn lines(page: &Page, byline: Option<&str>, kept: &NodeSet) -> String {
    let decisions = Discussion::explain(page, byline, kept);
    decisions
        .iter()
        .filter_map(|decision| line(page, decision))
        .collect()
}

fn line(page: &Page, decision: &Decision) -> Option<String> {
    Some(match decision {
        Decision::Group {
            first,
            count,
            rejected: None,
        } => format!("+ comments\t{count} elements\t{}\n", element(page, *first)),
        Decision::Group {
            first,
            count,
            rejected: Some(reason),
        } => {
            let (reason, first) = (reason.name(), element(page, *first));
            format!("- comments: {reason}\t{count} elements\t{first}\n")
        }
        Decision::Chat { first, count } => {
            format!("+ chat\t{count} turns\t{}\n", element(page, *first))
        }
        Decision::Empty { node } => format!("- comment: no text\t{}\n", element(page, *node)),
        Decision::Thread(score) => thread(score),
        Decision::Partial(Some(missing)) => format!("+ partial: {}\n", missing.name()),
        Decision::Partial(None) => "- partial\n".to_owned(),
        _ => return None,
    })
}

fn thread(score: &Score) -> String {
    let sign = if score.is_thread() { '+' } else { '-' };
    let evidence = score.evidence.iter().map(|evidence| evidence.name());
    let evidence: Vec<&str> = evidence.collect();
    let (points, min) = (score.points(), Score::MIN_THREAD);
    format!(
        "{sign} thread: {points} of {min} points\t{}\n",
        evidence.join(", ")
    )
}

/// Returns the tag, id, and classes of an element in the syntax of a selector.
fn element(page: &Page, node: NodeId) -> String {
    let id = page.attr(node, Attr::Id).unwrap_or_default();
    let id = if id.is_empty() {
        String::new()
    } else {
        format!("#{id}")
    };
    let classes = page.attr(node, Attr::Class).unwrap_or_default();
    let classes = classes.split_whitespace().map(|class| format!(".{class}"));
    let name = page.tag(node).name();
    on_one_line(&format!("{name}{id}{}", classes.collect::<String>()))
}
