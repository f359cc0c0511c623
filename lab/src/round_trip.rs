//! `lab round-trip`: checks that an article is the same after conversion to Markdown and back.
//!
//! The Markdown of each article is rendered in GitHub's dialect, and the resulting page is
//! extracted again. Text and structure must be equal.

use std::collections::BTreeMap;

use anyhow::Result;
use clap::Args;
use dom_query::{Document, Selection};
use percent_encoding::percent_decode_str;
use pith::extract::{Extraction, Options, extract};
use pith::page::{Limits, Tag};
use pith::select::{Override, Overrides, SiteRules};
use pith::source::html;
use unicode_normalization::UnicodeNormalization;

use crate::rows::Truth;
use crate::runner;
use crate::score::collapse;
use crate::score::structure::{KINDS, Structure};
use crate::sets::{self, Pages, Set};
use crate::tabular::{Table, escape};

/// `lab round-trip`.
#[derive(Args, Debug)]
pub(crate) struct RoundTrip {
    /// The pages whose articles are converted.
    #[command(flatten)]
    pages: Pages,
    /// Print the differences on every page
    #[arg(long)]
    differences: bool,
}

/// Differences on a page: lines by class. The class is the text or one of [`KINDS`].
type Differences = BTreeMap<&'static str, Vec<String>>;

/// Runs `lab round-trip`: prints one row per set, with the number of pages that differ per class.
///
/// # Errors
///
/// If no set can be read.
pub(crate) fn run(options: &RoundTrip) -> Result<()> {
    crate::workers(options.pages.jobs)?;
    let sets = sets::open_limited(&options.pages)?;
    let classes: Vec<&str> = std::iter::once("text").chain(KINDS).collect();
    let head = ["set", "pages", "equal"].into_iter();
    let mut table = Table::new(head.chain(classes.iter().copied()));
    let mut all: Vec<Differences> = Vec::new();
    for set in &sets {
        let shown = !options.pages.quiet;
        let found = runner::each(&set.rows, "pages", shown, |row| {
            let differences = runner::named(set, row, || differences(set, row));
            differences.map(|differences| (row.id.clone(), differences))
        });
        let found: Vec<(String, Differences)> = found.into_iter().flatten().collect();
        if options.differences {
            crate::say(&named(set, &found))?;
        }
        let found = found.into_iter().map(|(_, differences)| differences);
        let found: Vec<Differences> = found.collect();
        table.row(count_row(&set.name, &found, &classes));
        all.extend(found);
    }
    table.row(count_row("all", &all, &classes));
    crate::say(&table.plain())
}

/// Returns a row: number of pages, share without differences, and number of pages that differ per
/// class.
fn count_row(name: &str, pages: &[Differences], classes: &[&str]) -> Vec<String> {
    let equal = pages.iter().filter(|page| page.is_empty()).count();
    let share = equal as f64 / (pages.len() as f64).max(1.0);
    let mut row = vec![
        name.to_owned(),
        pages.len().to_string(),
        format!("{share:.4}"),
    ];
    row.extend(classes.iter().map(|class| {
        let differing = pages.iter().filter(|page| page.contains_key(class));
        differing.count().to_string()
    }));
    row
}

/// Returns the differences, page by page.
fn named(set: &Set, pages: &[(String, Differences)]) -> String {
    let mut out = String::new();
    for (id, differences) in pages.iter().filter(|(_, all)| !all.is_empty()) {
        out.push_str(&format!("{}/{id}\n", set.name));
        for line in differences.values().flatten() {
            out.push_str(&format!("  {line}\n"));
        }
    }
    out
}

/// Returns how converting a page's article to Markdown and back changes it; empty if there's no
/// article.
fn differences(set: &Set, row: &Truth) -> Result<Option<Differences>> {
    let page = set.page(row, None)?;
    let found = extract(&page, &Options::default())?;
    if found.article.is_empty() {
        return Ok(None);
    }
    // A separate title keeps the first heading from becoming it.
    let title = escape(found.metadata.title.as_deref().unwrap_or("Untitled"));
    let body = rendered(&found.article.markdown());
    let rendered = format!("<title>{title}</title><body><h1>{title}</h1><main>{body}");
    let again = html::read(&rendered, page.url(), Limits::default())?;
    let read = extract(&again, &Options::default())?;
    let main = again
        .descendants(again.body())
        .find(|&id| again.tag(id) == Tag::Main);
    let overrides = Overrides {
        nodes: main
            .map(|main| (main, Override::Keep))
            .into_iter()
            .collect(),
        ..Overrides::default()
    };
    let (read, _) = read.decided(&again, &SiteRules::default(), &overrides)?;
    compare(&found, &read, page.url()).map(Some)
}

/// Compares two articles.
fn compare(found: &Extraction, read: &Extraction, url: &str) -> Result<Differences> {
    let videos = videos(found);
    let [expected, got] = [plain(found, &videos), plain(read, &videos)];
    let structure = |html: &str| -> Result<Structure> {
        let page = html::read(html, url, Limits::default())?;
        Ok(Structure::below(&page, page.body()))
    };
    let mut all = Differences::new();
    for line in structure(&got)?.differences(&structure(&expected)?) {
        let kind = KINDS.into_iter().find(|&kind| is_of_kind(&line, kind));
        all.entry(kind.unwrap_or("text")).or_default().push(line);
    }
    let text = |html: String| -> Result<String> {
        let document = Document::from(html);
        document.select("math").replace_with_html("formula");
        let page = html::read(&document.html(), url, Limits::default())?;
        Ok(collapse(&page.visible_text(page.body())))
    };
    let [expected, got] = [text(expected)?, text(got)?];
    if let Some(line) = first_difference(&expected, &got) {
        all.insert("text", vec![line]);
    }
    Ok(all)
}

/// Returns the article without content that Markdown represents differently by design: renderers
/// rewrite titles of callouts and numbers of notes and escape URLs, notes have no heading, code
/// blocks no links, definitions become items below bold lines, videos become links, and letters of
/// formulas are upright or bold by their code points instead of an attribute.
fn plain(extraction: &Extraction, videos: &[String]) -> String {
    let html: String = extraction
        .article
        .html()
        .chars()
        .map(plain_letter)
        .collect();
    let document = Document::from(format!("<body>{html}"));
    document
        .select(".pith-title, [data-callout] > summary")
        .remove();
    document.select("[role=doc-noteref]").set_text("1");
    for link in document.select("pre a").iter() {
        link.remove_attr("href");
    }
    document.select("dd").rename("li");
    for video in videos {
        for shown in document.select("video, audio, source, a").iter() {
            if [shown.attr("src"), shown.attr("href")]
                .iter()
                .flatten()
                .any(|a| **a == **video)
            {
                shown.remove();
            }
        }
    }
    document.select("video, audio").remove();
    for heading in document.select("h1, h2, h3, h4, h5, h6, hr").iter() {
        if heading.next_sibling().is(".pith-notes") {
            heading.remove();
        }
    }
    for (named, attr) in [("a[href]", "href"), ("img[src]", "src")] {
        for node in document.select(named).iter() {
            let address = node.attr_or(attr, "");
            node.set_attr(attr, &percent_decode_str(&address).decode_utf8_lossy());
        }
    }
    document.html().to_string()
}

/// Returns the URLs of the videos and audio of an article.
fn videos(extraction: &Extraction) -> Vec<String> {
    let document = Document::from(extraction.article.styled_html());
    let shown = document.select("video[src], audio[src], source[src]");
    shown
        .iter()
        .map(|video| video.attr_or("src", "").to_string())
        .collect()
}

/// Returns the plain letter for one of the mathematical alphabets.
fn plain_letter(c: char) -> char {
    let is_of_formula = ('\u{1d400}'..='\u{1d7ff}').contains(&c);
    let plain = is_of_formula.then(|| std::iter::once(c).nfkc().next());
    plain.flatten().unwrap_or(c)
}

/// Returns whether a line of [`Structure::differences`] has a kind.
fn is_of_kind(line: &str, kind: &str) -> bool {
    let named = line.get(2..).and_then(|line| line.strip_prefix(kind));
    named.is_some_and(|rest| rest.starts_with(':'))
}

/// Returns the place where two texts begin to differ, with the text before it.
fn first_difference(expected: &str, got: &str) -> Option<String> {
    if expected == got {
        return None;
    }
    let common = expected.chars().zip(got.chars());
    let common = common.take_while(|(a, b)| a == b).count();
    let around = |text: &str| -> String {
        let from = common.saturating_sub(20);
        text.chars().skip(from).take(60).collect()
    };
    Some(format!("text: {:?} is {:?}", around(expected), around(got)))
}

/// Renders Markdown as GitHub does.
fn rendered(markdown: &str) -> String {
    let mut options = comrak::Options::default();
    options.extension.alerts = true;
    options.extension.footnotes = true;
    options.extension.math_dollars = true;
    options.extension.strikethrough = true;
    options.extension.table = true;
    options.extension.tasklist = true;
    // Lets raw HTML through.
    options.render.r#unsafe = true;
    let html = comrak::markdown_to_html(markdown, &options);
    // Formulas as scripts would render them.
    let document = Document::from(html);
    for quote in document.select("blockquote").iter() {
        callout(&quote);
    }
    for (style, kind) in [
        ("inline", "math/tex"),
        ("display", "math/tex; mode=display"),
    ] {
        for formula in document
            .select(&format!("[data-math-style={style}]"))
            .iter()
        {
            let tex = formula.text();
            formula.replace_with_html(format!("<script type='{kind}'>{tex}</script>"));
        }
    }
    document.select("body").inner_html().to_string()
}

/// Converts a quotation with a type to a callout. Obsidian has more types than GitHub.
fn callout(quote: &Selection<'_>) {
    let first = quote.children().first();
    let text = first.inner_html();
    let Some((kind, rest)) = text
        .strip_prefix("[!")
        .and_then(|text| text.split_once(']'))
    else {
        return;
    };
    let text = rest.split_once('\n').map_or("", |(_, text)| text);
    quote.set_attr("data-callout", kind);
    quote.set_attr("class", "callout");
    first.set_html(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_shown() {
        assert_eq!(first_difference("a tide", "a tide"), None);
        assert_eq!(
            first_difference("the tide", "the time").as_deref(),
            Some("text: \"the tide\" is \"the time\"")
        );
    }

    #[test]
    fn a_line_matches_only_its_whole_kind() {
        assert!(is_of_kind("- code: x", "code"));
        assert!(!is_of_kind("- code: x", "cod"));
    }
}
