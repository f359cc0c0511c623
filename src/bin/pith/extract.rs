//! `pith extract`: the article of one page.

use std::fs;
use std::io::{self, BufWriter, Write};

use pith::discussion::Discussion;
use pith::export::Form;
use pith::extract::{self, Extraction, extract, report};
use pith::methods::Method;
use pith::methods::fsp::{self, Reading, Recommendation};
use pith::methods::tsrec::Template;
use pith::page::Page;
use pith::select::{Application, Overrides};
use serde::Serialize;

use crate::corrections::Corrections;
use crate::failure::Failure;
use crate::options::{Format, Options};
use crate::print::print;
use crate::{explain, files, input};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonOutput<'a> {
    #[serde(flatten)]
    report: report::Report<'a>,
    /// Comments of the page.
    discussion: Discussion,
    /// Date of publication, or otherwise of the last change.
    date: Option<&'a str>,
    url: Option<&'a str>,
    text: String,
    /// The title that FSP finds in the page's text.
    fsp_title: Option<&'a str>,
    /// The articles that FSP recognizes as recommended.
    recommendations: &'a [Recommendation],
    /// The outcome of each site rule.
    site_rules: Vec<Application>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    if options.files.len() > 1 {
        return files::book(options);
    }
    check_sibling(options)?;
    let input = input::one_page(options)?;
    let (page, report) = (input.page(), input.report());
    let sibling = input::sibling(options)?;
    let corrections = Corrections::new(options, report)?;
    corrections.check(options)?;
    if options.explain {
        return print(&explain::lines(options, page, &corrections, report)?);
    }
    check_format(options)?;
    let (extraction, applied) = extracted(options, page, sibling.as_ref(), &corrections)?;
    let (mut extraction, discussion) = with_comments(options, page, extraction);
    // Files always have a title page or a title heading.
    if options.with_title && !is_file(options) {
        extraction = extraction.with_title();
    }
    match discussion {
        Some(discussion) if options.format == Some(Format::Json) => {
            let title = extraction.metadata.title.as_deref().unwrap_or_default();
            let reading = fsp::read(page, title, options.trained.fsp());
            print_json(&json(page, &extraction, &reading, discussion, applied))
        }
        _ => print_article(options, page, &extraction),
    }
}

/// Refuses a second page for methods that use one, and a single page for the method that compares
/// two.
fn check_sibling(options: &Options) -> Result<(), Failure> {
    let is_tsrec = options.method == Some(Method::Tsrec);
    match (is_tsrec, options.sibling.is_some()) {
        (true, false) => Err(Failure::usage(
            "--method tsrec requires --sibling FILE, another page of the same site",
        )),
        (false, true) => Err(Failure::usage("--sibling requires --method tsrec")),
        _ => Ok(()),
    }
}

/// Refuses options that the output format doesn't use.
fn check_format(options: &Options) -> Result<(), Failure> {
    if options.front_matter && options.format != Some(Format::Markdown) {
        return Err(Failure::usage("--front-matter requires --format markdown"));
    }
    if options.images.is_some() && !is_file(options) {
        return Err(Failure::usage(
            "--images requires --format html-file or epub",
        ));
    }
    Ok(())
}

fn is_file(options: &Options) -> bool {
    matches!(options.format, Some(Format::HtmlFile | Format::Epub))
}

/// Extracts the article and applies the corrections. With `--save-site-rules`, saves them as site
/// rules.
fn extracted(
    options: &Options,
    page: &Page,
    sibling: Option<&Page>,
    corrections: &Corrections,
) -> Result<(Extraction, Vec<Application>), Failure> {
    let extract_options = extract::Options {
        method: options.method.unwrap_or_default(),
        trained: Some(&options.trained),
        template: sibling.map(Template::Page),
        model: None,
    };
    let found = extract(page, &extract_options).map_err(Failure::input)?;
    let Corrections { site, overrides } = corrections;
    if site.is_empty() && *overrides == Overrides::default() {
        return Ok((found, Vec::new()));
    }
    let corrected = found.decided(page, site, overrides);
    let (corrected, applied) = corrected.map_err(Failure::input)?;
    if let Some(file) = &options.save_site_rules {
        let selections = [&found.selection, &corrected.selection];
        fs::write(file, corrections.site_rules(page, selections)?.bytes())?;
    }
    Ok((corrected, applied))
}

/// With `--with-discussion`, adds the comments to the article, or replaces the article of a page
/// that is a thread. Also returns the discussion if the page was searched for one.
fn with_comments(
    options: &Options,
    page: &Page,
    mut extraction: Extraction,
) -> (Extraction, Option<Discussion>) {
    let is_json = options.format == Some(Format::Json);
    let is_hybrid = options.method.unwrap_or_default() == Method::Hybrid;
    if !options.with_discussion && !is_json {
        if is_hybrid {
            extraction = extraction.with_thread(page);
        }
        return (extraction, None);
    }
    let discussion = discussion(page, &extraction);
    if !is_json {
        extraction.article = discussion.with_article(&extraction.article);
    } else if is_hybrid && let Some(thread) = &discussion.thread {
        extraction.article = thread.clone().without_remarks();
    }
    (extraction, Some(discussion))
}

fn print_article(options: &Options, page: &Page, extraction: &Extraction) -> Result<(), Failure> {
    let article = &extraction.article;
    if article.is_empty() {
        writeln!(
            io::stderr(),
            "pith: no article found; --format json lists the removed parts with reasons, and \
             another --method may find more"
        )?;
        return Ok(());
    }
    let file = |form| files::of(page, extraction, form, options);
    let mut out = match options.format.unwrap_or_default() {
        Format::Text | Format::Json => article.text().into_bytes(),
        Format::Html => article.html().into_bytes(),
        Format::Markdown if options.front_matter => file(Form::Markdown)?,
        Format::Markdown => article.markdown().into_bytes(),
        Format::HtmlFile => file(Form::Html)?,
        Format::Epub => return print(file(Form::Epub)?),
    };
    if !out.ends_with(b"\n") {
        out.push(b'\n');
    }
    print(&out)
}

/// Streams the JSON, because as a string it would be longer than the page.
fn print_json(answer: &JsonOutput<'_>) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, answer).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// Returns the comments of the page.
fn discussion(page: &Page, extraction: &Extraction) -> Discussion {
    let byline = extraction.metadata.byline.as_deref();
    Discussion::new(page, byline, &extraction.selection.kept)
}

fn json<'a>(
    page: &'a Page,
    extraction: &'a Extraction,
    reading: &'a Reading,
    discussion: Discussion,
    site_rules: Vec<Application>,
) -> JsonOutput<'a> {
    JsonOutput {
        report: report::Report::new(page, extraction),
        discussion,
        date: extraction.metadata.date(),
        url: Some(page.url()).filter(|url| !url.is_empty()),
        text: extraction.article.text(),
        fsp_title: reading.title(),
        recommendations: &reading.recommendations,
        site_rules,
    }
}
