//! `pith extract --explain`: every candidate for a fact, every block, and every decision about
//! comments, with the reasons.

mod comments;
mod text;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use pith::metadata::{self, Candidate, Verdict, metadata};
use pith::methods::Method;
use pith::page::Page;
use pith::problem_report::{DecidedBlock, Report};
use pith::select::model::Model;
use pith::select::{Application, Explanation, Reason, explain, select};

use crate::corrections::Corrections;
use crate::failure::Failure;
use crate::options::Options;
use text::on_one_line;

/// Maximum printed characters of a value or of a block's text.
const MAX_TEXT_CHARS: usize = 60;

/// Returns the lines of the explanation:
///
/// - A line per candidate for title, byline, dates, and site: `+` if it's used and `-` if not, the
///   fact and the reason against it, the rule, its trust, and the value.
/// - A line per site rule: `+` if it applies to the page and `-` if not, its matches, and the
///   reason against it.
/// - After an empty line, a line per block in document order: `+` if it's kept and `-` if not, the
///   decisions in order, the model's logit with the strongest evidence, and the beginning of its
///   text.
/// - After another empty line, a line per decision about comments.
///
/// For a report, lines with `!` come first, with the user's description; blocks that were decided
/// differently at the time of the report are marked.
///
/// # Errors
///
/// For methods that decide only by a score.
pub(crate) fn lines(
    options: &Options,
    page: &Page,
    corrections: &Corrections,
    report: Option<&Report>,
) -> Result<String, Failure> {
    if options
        .method
        .is_some_and(|method| method != Method::Hybrid)
    {
        return Err(Failure::usage(
            "--explain requires --method hybrid; use pith scores for the other methods",
        ));
    }
    let found = metadata(page);
    let Corrections { site, overrides } = corrections;
    let blocks = explain(page, &found, Model::shipped(), site, overrides);
    let blocks = blocks.map_err(Failure::input)?;
    let mut selection = select(page, &found);
    let mut rules = String::new();
    if !site.is_empty() {
        let (with_rules, applied) = selection.with_site_rules(page, site);
        rules = applied.iter().map(rule).collect();
        selection = with_rules;
    }
    let selection = selection
        .overridden(page, overrides)
        .map_err(Failure::input)?;
    let comments = comments::lines(page, found.byline.as_deref(), &selection.kept);
    let mut candidates = metadata::explain(page);
    found
        .explain_overridden(page, overrides, &mut candidates)
        .map_err(Failure::input)?;
    let facts: String = candidates.iter().map(fact).collect();
    let statement = report.map(statement).unwrap_or_default();
    let reported: BTreeMap<u32, &DecidedBlock> = report
        .into_iter()
        .flat_map(|report| &report.decided.blocks)
        .map(|block| (block.leaf, block))
        .collect();
    let blocks = blocks.iter().map(|block| {
        let before = reported.get(&block.leaf.0);
        line(block, before.copied(), options.as_found)
    });
    let blocks: String = blocks.collect();
    Ok(format!("{statement}{facts}{rules}\n{blocks}\n{comments}"))
}

/// Returns the user's and the extension's information in the report, one line per item.
fn statement(report: &Report) -> String {
    let Report {
        decided, statement, ..
    } = report;
    let texts = if decided.is_anonymized {
        "anonymized"
    } else {
        "original texts"
    };
    let writer = format!("pith {}, {texts}", decided.pith);
    let of = |value: &Option<String>| value.clone().unwrap_or_default();
    let facts = [
        ("wrong", statement.wrong.join(", ")),
        ("note", statement.note.clone()),
        ("address", of(&statement.address)),
        ("view", of(&statement.view)),
        ("browser", of(&statement.browser)),
        ("saved", of(&statement.saved)),
        ("created by", writer),
    ];
    let present = facts.iter().filter(|(_, value)| !value.is_empty());
    present
        .map(|(name, value)| format!("! {name}\t{}\n", on_one_line(value)))
        .collect()
}

fn fact(candidate: &Candidate) -> String {
    let fact = candidate.fact.name();
    let outcome = match candidate.verdict {
        Verdict::Chosen => format!("+ {fact}"),
        verdict => format!("- {fact}: {}", verdict.name()),
    };
    let value: String = candidate.value.chars().take(MAX_TEXT_CHARS).collect();
    let (rule, trust) = (candidate.rule, candidate.trust.name());
    format!("{outcome}\t{rule}\t{trust}\t{value}\n")
}

fn rule(applied: &Application) -> String {
    let what = if applied.keeps { "keep" } else { "drop" };
    let (matches, words) = (applied.matches, applied.words);
    let (sign, reason) = match applied.gave_up {
        None => ("+", String::new()),
        Some(reason) => ("-", format!("\t{reason}")),
    };
    format!("{sign} site-rule: {what}\t{matches} matches\t{words} words{reason}\n")
}

/// Returns the line of a block. `before` is the decision in the report, `as_found` the one before
/// any correction.
fn line(block: &Explanation, before: Option<&DecidedBlock>, as_found: bool) -> String {
    let mut line = String::from(if block.outcome.is_none() { "+" } else { "-" });
    // Writing to a string can't fail.
    let _ = write!(line, " {}", outcome(block.outcome));
    for (i, decision) in block.decisions.iter().enumerate() {
        line.push_str(if i == 0 { "\t" } else { ", " });
        let _ = write!(
            line,
            "{}: {}",
            decision.by.name(),
            outcome(decision.outcome)
        );
    }
    if block.decisions.is_empty() {
        line.push_str("\tno rule");
    }
    line.push('\t');
    match block.logit {
        Some(logit) => {
            let _ = write!(line, "logit {logit:+.2}");
            for (column, share) in &block.evidence {
                let _ = write!(line, ", {column} {share:+.2}");
            }
        }
        None => line.push_str("no logit"),
    }
    line.push('\t');
    line.extend(block.text.chars().take(MAX_TEXT_CHARS));
    if let Some(before) = before {
        let was = if as_found {
            &before.found
        } else {
            &before.shown
        };
        let was = was.as_deref().unwrap_or(outcome(None));
        if was != outcome(block.outcome) {
            let by = before.by.as_deref().unwrap_or("no rule");
            let _ = write!(
                line,
                "\treported: {}, {}",
                on_one_line(was),
                on_one_line(by)
            );
        }
    }
    line.push('\n');
    line
}

fn outcome(outcome: Option<Reason>) -> &'static str {
    outcome.map_or("kept", Reason::name)
}
