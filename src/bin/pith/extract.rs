//! `pith extract`: the article of one page.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::mem;

use pith::discussion::Discussion;
use pith::export::Form;
use pith::extract::{self, Extraction, extract, report};
use pith::metadata::metadata;
use pith::methods::Method;
use pith::methods::fsp::{self, Reading, Recommendation};
use pith::methods::tsrec::Template;
use pith::page::Page;
use pith::select::{Application, Rule, Selection, SiteRules, Wishes};
use pith::wrong_page::Report;
use serde::Serialize;

use crate::arguments::Options;
use crate::{Failure, explain, files, input, print};

/// The form in which the article is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    #[default]
    Text,
    Html,
    Markdown,
    HtmlFile,
    Epub,
    Json,
}

impl Format {
    /// Every form with its name, the default first.
    const NAMED: [(&str, Self); 6] = [
        ("text", Self::Text),
        ("html", Self::Html),
        ("markdown", Self::Markdown),
        ("html-file", Self::HtmlFile),
        ("epub", Self::Epub),
        ("json", Self::Json),
    ];

    /// Returns every name, the default first.
    pub(crate) fn names() -> Vec<&'static str> {
        Self::NAMED.map(|(name, _)| name).to_vec()
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let found = Self::NAMED.into_iter().find(|&(known, _)| known == name);
        found.map(|(_, format)| format)
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonOutput<'a> {
    #[serde(flatten)]
    report: report::Report<'a>,
    /// What people say to each other on the page.
    discussion: Discussion,
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
    if options.files.len() > 1 {
        return files::book(options);
    }
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
    let given = input::given(options)?;
    let page = given.page();
    let sibling = input::sibling(options)?;
    let corrections = Corrections::new(options, given.report())?;
    corrections.check(options)?;
    if options.explain {
        return print(&explain::lines(
            options,
            page,
            &corrections,
            given.report(),
        )?);
    }
    let asked = extract::Options {
        method,
        learnt: Some(&options.learnt),
        template: sibling.as_ref().map(Template::Page),
        model: None,
    };
    let mut extraction = extract(page, &asked).map_err(Failure::input)?;
    let Corrections { site, wishes } = &corrections;
    let mut remembered = Vec::new();
    if !site.is_empty() || *wishes != Wishes::default() {
        let decided = extraction.decided(page, site, wishes);
        let (decided, applied) = decided.map_err(Failure::input)?;
        let found = mem::replace(&mut extraction, decided);
        remembered = applied;
        if let Some(file) = &options.remember {
            let selections = [&found.selection, &extraction.selection];
            fs::write(file, corrections.remembered(page, selections)?.bytes())?;
        }
    }
    let format = options.format.unwrap_or_default();
    if options.front_matter && format != Format::Markdown {
        return Err(Failure::usage("--front-matter is for --format markdown"));
    }
    let is_json = format == Format::Json;
    let is_asked = options.with_discussion || is_json;
    let said = is_asked.then(|| discussion(page, &extraction));
    let is_hybrid = method == Method::Hybrid;
    match &said {
        Some(said) if !is_json => extraction.article = said.with_article(&extraction.article),
        Some(Discussion {
            thread: Some(thread),
            ..
        }) if is_hybrid => extraction.article = thread.clone().without_remarks(),
        None if is_hybrid => extraction = extraction.with_thread(page),
        _ => {}
    }
    // A file of its own has its title in any case.
    if options.with_title && !matches!(format, Format::HtmlFile | Format::Epub) {
        extraction = extraction.with_title();
    }
    if options.pictures.is_some() && !matches!(format, Format::HtmlFile | Format::Epub) {
        return Err(Failure::usage(
            "--pictures is for --format html-file and epub",
        ));
    }
    let article = &extraction.article;
    let file = |form| files::of(page, &extraction, form, options);
    let mut out = match format {
        Format::Text => article.text().into_bytes(),
        Format::Html => article.html().into_bytes(),
        Format::Markdown if options.front_matter => file(Form::Markdown)?,
        Format::Markdown => article.markdown().into_bytes(),
        Format::HtmlFile => file(Form::Html)?,
        Format::Epub => file(Form::Epub)?,
        Format::Json => {
            let title = extraction.metadata.title.as_deref().unwrap_or_default();
            let reading = fsp::read(page, title, options.learnt.fsp());
            return print_json(&json(
                page,
                &extraction,
                &reading,
                said.unwrap_or_default(),
                remembered,
            ));
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
    if format != Format::Epub && !out.ends_with(b"\n") {
        out.push(b'\n');
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

/// What is remembered of the site, and what is said of the page: by a report, and upon that on the
/// command line.
pub(crate) struct Corrections {
    pub(crate) site: SiteRules,
    pub(crate) wishes: Wishes,
}

impl Corrections {
    fn new(options: &Options, report: Option<&Report>) -> Result<Self, Failure> {
        let report = report.filter(|_| !options.as_found);
        let mut corrections = match report {
            Some(report) => Self {
                site: report.site.clone(),
                wishes: stated(report)?,
            },
            None => Self {
                site: SiteRules::default(),
                wishes: Wishes::default(),
            },
        };
        let Self { site, wishes } = &mut corrections;
        if !options.site.is_empty() {
            site.clone_from(&options.site);
        }
        site.bylines |= options.bylines;
        wishes.level = options.level.unwrap_or(wishes.level);
        wishes.nodes.extend(&options.wishes);
        Ok(corrections)
    }

    /// Refuses corrections that nothing is made of.
    fn check(&self, options: &Options) -> Result<(), Failure> {
        let is_hybrid = options.method.unwrap_or_default() == Method::Hybrid;
        let says_nothing = self.wishes.nodes.is_empty() && !options.bylines;
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

    /// Returns what is remembered of the site with a rule of each correction of this page.
    fn remembered(&self, page: &Page, selections: [&Selection; 2]) -> Result<SiteRules, Failure> {
        let mut site = self.site.clone();
        let said = self.wishes.nodes.iter();
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
}

/// Returns what a report says of its page. A fact that stood in the page's own texts may not stand
/// in others of their shape.
fn stated(report: &Report) -> Result<Wishes, Failure> {
    let found = metadata(&report.page);
    let mut wishes = report.wishes.clone();
    let mut gone = Vec::new();
    wishes.nodes.retain(|&(node, wish)| {
        let alone = Wishes {
            nodes: vec![(node, wish)],
            ..Wishes::default()
        };
        let holds = found.wished(&report.page, &alone).is_ok();
        if !holds {
            gone.push(node.0);
        }
        holds
    });
    for node in gone {
        writeln!(
            io::stderr(),
            "pith: what the report says of node {node} was said of texts that it does not hold"
        )?;
    }
    Ok(wishes)
}

/// Returns what people say to each other on the page.
fn discussion(page: &Page, extraction: &Extraction) -> Discussion {
    let byline = extraction.metadata.byline.as_deref();
    Discussion::new(page, byline, &extraction.selection.kept)
}

fn json<'a>(
    page: &'a Page,
    extraction: &'a Extraction,
    reading: &'a Reading,
    discussion: Discussion,
    remembered: Vec<Application>,
) -> JsonOutput<'a> {
    JsonOutput {
        report: report::Report::new(page, extraction),
        discussion,
        date: extraction.metadata.date(),
        url: Some(page.url()).filter(|url| !url.is_empty()),
        text: extraction.article.text(),
        fsp_title: reading.title(),
        recommendations: &reading.recommendations,
        remembered,
    }
}
