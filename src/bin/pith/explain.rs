//! `pith extract --explain`: every value that a rule gave for a fact, and every block, with what
//! became of it and why.

use std::fmt::Write as _;

use pith::metadata::{self, Candidate, Verdict, metadata};
use pith::methods::Method;
use pith::page::Page;
use pith::select::model::Model;
use pith::select::{Application, Explanation, Reason, explain, select};

use crate::{Failure, Options};

/// The most of a value or a block's text that is printed, in characters.
const TEXT: usize = 60;

/// Returns a line per value that a rule gave for title, byline, dates and site: `+` where it is taken
/// and `-` where not, the fact and why not, the rule, its trust and the value. Then a line per
/// remembered rule: `+` where it holds on the page and `-` where it gives up, what it matches, and
/// why it gives up. After an empty line,
/// a line per block in document order: `+` where it is kept and `-` where not, what was decided in
/// order, the model's logit with the strongest evidence, and how its text begins.
///
/// # Errors
///
/// For methods that decide by a score alone.
pub(crate) fn lines(options: &Options, page: &Page) -> Result<String, Failure> {
    if options
        .method
        .is_some_and(|method| method != Method::Hybrid)
    {
        return Err(Failure::usage(
            "--explain is for --method hybrid, which has rules and logits; pith scores says what \
             the other methods find",
        ));
    }
    let (found, site) = (metadata(page), options.site());
    let blocks = explain(page, &found, Model::shipped(), &site, &options.wishes);
    let blocks = blocks.map_err(Failure::input)?;
    let mut rules = String::new();
    if !site.is_empty() {
        let (_, applied) = select(page, &found).remembered(page, &site);
        rules = applied.iter().map(rule).collect();
    }
    let mut candidates = metadata::explain(page);
    found
        .explain_wished(page, &options.wishes, &mut candidates)
        .map_err(Failure::input)?;
    let facts: String = candidates.iter().map(fact).collect();
    let blocks: String = blocks.iter().map(line).collect();
    Ok(format!("{facts}{rules}\n{blocks}"))
}

fn fact(candidate: &Candidate) -> String {
    let fact = candidate.fact.name();
    let outcome = match candidate.verdict {
        Verdict::Chosen => format!("+ {fact}"),
        verdict => format!("- {fact}: {}", verdict.name()),
    };
    let value: String = candidate.value.chars().take(TEXT).collect();
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
    format!("{sign} remembered: {what}\t{matches} matches\t{words} words{reason}\n")
}

fn line(block: &Explanation) -> String {
    let mut line = String::from(if block.outcome.is_none() { "+" } else { "-" });
    // A string takes whatever is written.
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
        None => line.push_str("not asked"),
    }
    line.push('\t');
    line.extend(block.text.chars().take(TEXT));
    line.push('\n');
    line
}

fn outcome(outcome: Option<Reason>) -> &'static str {
    outcome.map_or("kept", Reason::name)
}
