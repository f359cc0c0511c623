//! `pith extract`: the article of one page.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::mem;

use pith::extract::report::Report;
use pith::extract::{self, Extraction, extract};
use pith::methods::Method;
use pith::methods::fsp::{self, Reading, Recommendation};
use pith::methods::tsrec::Template;
use pith::page::Page;
use pith::select::{Application, Rule, Selection, SiteRules, Wishes};
use serde::Serialize;

use crate::{Failure, Options, explain, input, one_of, print};

/// The form in which the article is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    #[default]
    Text,
    Html,
    Markdown,
    Json,
}

impl Format {
    /// Every form with its name, the default first.
    const NAMED: [(&str, Self); 4] = [
        ("text", Self::Text),
        ("html", Self::Html),
        ("markdown", Self::Markdown),
        ("json", Self::Json),
    ];

    /// Returns every name, the default first.
    pub(crate) fn names() -> Vec<&'static str> {
        Self::NAMED.map(|(name, _)| name).to_vec()
    }

    pub(crate) fn from_name(name: &str) -> Result<Self, Failure> {
        let found = Self::NAMED.into_iter().find(|&(known, _)| known == name);
        found.map(|(_, format)| format).ok_or_else(|| {
            let names = one_of(&Self::names());
            Failure::usage(format_args!("there is no format \"{name}\"; take {names}"))
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonOutput<'a> {
    #[serde(flatten)]
    report: Report<'a>,
    /// Date of publication, or else of the last change.
    date: Option<&'a str>,
    url: Option<&'a str>,
    text: String,
    /// The title that FSP finds in the page's text.
    fsp_title: Option<&'a str>,
    /// The articles that FSP finds recommended.
    recommendations: &'a [Recommendation],
    /// The outcome of each remembered rule.
    remembered: Vec<Application>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let method = options.method.unwrap_or(Method::Hybrid);
    match (method, options.sibling.is_some()) {
        (Method::Tsrec, false) => {
            return Err(Failure::usage(
                "--method tsrec needs --sibling FILE: it compares a page with another of its site",
            ));
        }
        (Method::Tsrec, _) | (_, false) => {}
        (_, true) => {
            return Err(Failure::usage(
                "--sibling is for --method tsrec, which compares a page with another of its site",
            ));
        }
    }
    let page = input::page(options)?;
    let sibling = input::sibling(options)?;
    check_corrections(options)?;
    if options.explain {
        return print(&explain::lines(options, &page)?);
    }
    let asked = extract::Options {
        method,
        learnt: Some(&options.learnt),
        template: sibling.as_ref().map(Template::Page),
        model: None,
    };
    let mut extraction = extract(&page, &asked).map_err(Failure::input)?;
    let site = options.site();
    let mut remembered = Vec::new();
    if !site.is_empty() || options.wishes != Wishes::default() {
        let decided = extraction.decided(&page, &site, &options.wishes);
        let (decided, applied) = decided.map_err(Failure::input)?;
        let found = mem::replace(&mut extraction, decided);
        remembered = applied;
        if let Some(file) = &options.remember {
            let selections = [&found.selection, &extraction.selection];
            fs::write(file, with_corrections(options, &page, selections)?.bytes())?;
        }
    }
    if options.with_title {
        extraction = extraction.with_title();
    }
    let format = options.format.unwrap_or_default();
    let article = &extraction.article;
    let mut out = match format {
        Format::Text => article.text(),
        Format::Html => article.html(),
        Format::Markdown => article.markdown(),
        Format::Json => {
            let title = extraction.metadata.title.as_deref().unwrap_or_default();
            let reading = fsp::read(&page, title, options.learnt.fsp());
            return print_json(&json(&page, &extraction, &reading, remembered));
        }
    };
    if article.is_empty() {
        writeln!(
            io::stderr(),
            "pith: no article was found; --format json says what was left out and why, and \
             another --method may find more"
        )?;
        return Ok(());
    }
    if !out.ends_with('\n') {
        out.push('\n');
    }
    print(&out)
}

/// Writes the answer as it is made: as one text it would be longer than the page.
fn print_json(answer: &JsonOutput<'_>) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, answer).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// Refuses corrections that nothing is made of.
fn check_corrections(options: &Options) -> Result<(), Failure> {
    let is_hybrid = options.method.unwrap_or_default() == Method::Hybrid;
    let says_nothing = options.wishes.nodes.is_empty() && !options.bylines;
    if options.remember.is_some() && says_nothing {
        return Err(Failure::usage(
            "--remember needs something to remember: --keep NODE, --drop NODE or --bylines",
        ));
    }
    if !is_hybrid && (options.remember.is_some() || options.bylines) {
        return Err(Failure::usage(
            "--remember and --bylines are for --method hybrid, whose results they put right",
        ));
    }
    Ok(())
}

impl Options {
    /// Returns what is remembered of the site, and the switch as it is asked for.
    pub(crate) fn site(&self) -> SiteRules {
        SiteRules {
            bylines: self.site.bylines || self.bylines,
            rules: self.site.rules.clone(),
        }
    }
}

/// Returns what is remembered of the site with a rule of each correction of this page.
fn with_corrections(
    options: &Options,
    page: &Page,
    selections: [&Selection; 2],
) -> Result<SiteRules, Failure> {
    let mut site = options.site();
    let said = options.wishes.nodes.iter();
    for (node, keep) in said.filter_map(|&(node, wish)| Some((node, wish.keeps()?))) {
        match Rule::new(page, selections, node, keep) {
            Ok(rule) => site.add(rule),
            Err(reason) => writeln!(
                io::stderr(),
                "pith: node {} is not remembered: {reason}",
                node.0
            )?,
        }
    }
    Ok(site)
}

fn json<'a>(
    page: &'a Page,
    extraction: &'a Extraction,
    reading: &'a Reading,
    remembered: Vec<Application>,
) -> JsonOutput<'a> {
    JsonOutput {
        report: Report::new(page, extraction),
        date: extraction.metadata.date(),
        url: Some(page.url()).filter(|url| !url.is_empty()),
        text: extraction.article.text(),
        fsp_title: reading.title(),
        recommendations: &reading.recommendations,
        remembered,
    }
}
