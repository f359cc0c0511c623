//! The ways extraction fails, class by class: pages of ours that reproduce each, and what a
//! person who reads the page expects of it. `docs/failures.md` says where each class stands.
//!
//! `tests/failures/` holds the pages, `a-….html` to `r-….html`, and beside them one file of
//! expectations per class, `a.json` to `r.json` (see [`Expected`]). Pages where layout decides
//! are recorded as well: `snapshots.jsonl` names them, and `docs/failures.md` the command.
//!
//! What a page does not meet yet is listed in [`OPEN`], sentence by sentence. A listed
//! complaint that no longer holds fails too, so that the list cannot outlive the fault.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use pith::extract::{Extraction, one_click};
use pith::page::{Attr, Limits, Page, Tag};
use pith::select::{Confidence, Reason};
use pith::source::{html, snapshot};
use pith::text::collapse;
use serde::Deserialize;
use serde_json::Value;

/// Known failures: page, source (`html` or `snapshot`) and complaint as the test words it.
const OPEN: &[(&str, &str, &str)] = &[];

/// A person's expectations of one page. Everything but the page's name may be left out; then it is
/// not looked at, except `confidence`, which is then strong.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// Name of the HTML file.
    page: String,
    /// The trouble with the page, for the reader of this file.
    #[allow(dead_code, reason = "for people")]
    trouble: String,
    /// The address; `https://example.org/` and the name of the file where there is none.
    url: Option<String>,
    /// The sources that the page is judged through.
    #[serde(default)]
    layout: Layout,
    /// Sentences of the article, in the order in which they are read; each once.
    #[serde(default)]
    keep: Vec<String>,
    /// Sentences that are none of the article, by the reason they are left out for; `any` where
    /// more than one will do.
    #[serde(default)]
    drop: BTreeMap<String, Vec<String>>,
    /// Pieces of the article's HTML (white space between tags apart), in order.
    #[serde(default)]
    markup: Vec<String>,
    /// Pieces that the article's HTML must not hold.
    #[serde(default)]
    no_markup: Vec<String>,
    /// Pieces of the article's text with their white space.
    #[serde(default)]
    verbatim: Vec<String>,
    /// The addresses of all pictures in the article, in order.
    pictures: Option<Vec<String>>,
    /// `none`, `weak`, `strong`, or `found` for either of these two.
    confidence: Option<String>,
    title: Option<String>,
    byline: Option<String>,
    date: Option<String>,
    modified: Option<String>,
    site: Option<String>,
    lang: Option<String>,
    excerpt: Option<String>,
    rtl: Option<bool>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Layout {
    /// The HTML says enough; nothing is recorded.
    #[default]
    None,
    /// Recorded, and as good without.
    Both,
    /// Only the layout tells.
    Only,
}

impl Expected {
    fn url(&self) -> String {
        let default = || format!("https://example.org/{}", self.page);
        self.url.clone().unwrap_or_else(default)
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/failures")
}

fn expected(class: char) -> Vec<Expected> {
    let name = format!("{class}.json");
    let bytes = fs::read(folder().join(&name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    serde_json::from_slice(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn from_html(expected: &Expected) -> Page {
    let bytes = fs::read(folder().join(&expected.page)).unwrap();
    html::read_bytes(&bytes, None, &expected.url(), Limits::default()).unwrap()
}

fn from_snapshot(expected: &Expected) -> Page {
    let name = expected.page.replace(".html", ".snap.gz");
    let file = fs::File::open(folder().join(&name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut bytes = Vec::new();
    GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    snapshot::read(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Something a page does not meet. What was found instead is no part of its identity, so that
/// [`OPEN`] need not follow it.
struct Complaint {
    text: String,
    found: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.text, self.found)
    }
}

/// Everything one page through one source does not meet.
#[derive(Default)]
struct Complaints(Vec<Complaint>);

impl Complaints {
    fn add(&mut self, text: String) {
        self.add_found(text, String::new());
    }

    fn add_found(&mut self, text: String, found: String) {
        self.0.push(Complaint { text, found });
    }

    fn same(&mut self, what: &str, expected: Option<&str>, found: Option<&str>) {
        if let Some(expected) = expected
            && found != Some(expected)
        {
            let found = found.map_or("nothing".to_owned(), |f| format!("“{f}”"));
            self.add_found(format!("{what}: {expected}"), format!(", found {found}"));
        }
    }

    /// Compares dates as [`Complaints::same`] does, but only as precisely as what is expected.
    fn dated(&mut self, what: &str, expected: Option<&str>, found: Option<&str>) {
        if let Some(expected) = expected {
            let as_precise = found.map(|found| found.get(..expected.len()).unwrap_or(found));
            self.same(what, Some(expected), as_precise);
        }
    }

    /// Asks for each of `parts` once, in this order.
    fn in_order(&mut self, parts: &[String], text: &str) {
        let mut last = 0;
        for part in parts {
            let mut places = text.match_indices(part.as_str()).map(|(at, _)| at);
            match (places.next(), places.next()) {
                (None, _) => self.add(format!("lost: {part}")),
                (Some(_), Some(_)) => self.add(format!("twice: {part}")),
                (Some(at), None) if at < last => self.add(format!("out of order: {part}")),
                (Some(at), None) => last = at + part.len(),
            }
        }
    }
}

fn squeezed(text: &str) -> String {
    text.replace(char::is_whitespace, "")
}

/// Returns the text that was left out, without white space, per block that was left out.
fn removed(page: &Page, extraction: &Extraction) -> Vec<(Reason, String)> {
    let selection = &extraction.selection;
    let reasons = selection.removed.iter().map(|r| r.reason);
    let texts = selection.removed_texts(page);
    reasons.zip(texts.iter().map(|t| squeezed(t))).collect()
}

fn reason_name(reason: Reason) -> String {
    serde_json::to_value(reason)
        .unwrap()
        .as_str()
        .unwrap()
        .to_owned()
}

fn judge(expected: &Expected, page: &Page) -> Vec<Complaint> {
    let extraction = one_click(page);
    let Extraction {
        metadata,
        selection,
        article,
    } = &extraction;
    let mut complaints = Complaints::default();

    let raw = article.text();
    let text = collapse(&raw);
    complaints.in_order(&expected.keep, &text);
    for piece in expected.verbatim.iter().filter(|&p| !raw.contains(p)) {
        complaints.add(format!("not verbatim: {}", piece.escape_debug()));
    }

    let html = article.styled_html().replace(">\n", ">");
    let mut last = 0;
    for piece in &expected.markup {
        match html[last..].find(piece) {
            Some(at) => last += at + piece.len(),
            None => complaints.add(format!("markup lost: {piece}")),
        }
    }
    for piece in expected.no_markup.iter().filter(|&p| html.contains(p)) {
        complaints.add(format!("markup foreign: {piece}"));
    }
    if let Some(pictures) = &expected.pictures {
        complaints.same(
            "pictures",
            Some(&pictures.join(" ")),
            Some(&sources(&html).join(" ")),
        );
    }

    let whole = squeezed(page.raw_text(page.root()));
    let removed = removed(page, &extraction);
    for (reason, sentences) in &expected.drop {
        for sentence in sentences {
            let squeezed_sentence = squeezed(sentence);
            assert!(
                whole.contains(&squeezed_sentence),
                "{} does not say: {sentence}",
                expected.page
            );
            if text.contains(&collapse(sentence)) {
                complaints.add(format!("foreign: {sentence}"));
            } else if reason != "any" {
                let block = removed
                    .iter()
                    .find(|(_, text)| text.contains(&squeezed_sentence));
                let found = block.map(|(reason, _)| reason_name(*reason));
                if found.as_ref() != Some(reason) {
                    let found = format!(", found {}", found.as_deref().unwrap_or("none"));
                    complaints.add_found(format!("reason {reason}: {sentence}"), found);
                }
            }
        }
    }

    let confidence = match selection.confidence {
        Confidence::None => "none",
        Confidence::Weak => "weak",
        Confidence::Strong => "strong",
    };
    let sure = expected.confidence.as_deref().unwrap_or("strong");
    if sure != "found" || confidence == "none" {
        complaints.same("confidence", Some(sure), Some(confidence));
    }
    complaints.same(
        "title",
        expected.title.as_deref(),
        metadata.title.as_deref(),
    );
    complaints.same(
        "byline",
        expected.byline.as_deref(),
        metadata.byline.as_deref(),
    );
    complaints.dated("date", expected.date.as_deref(), metadata.date());
    let modified = metadata.modified.as_deref();
    complaints.dated("modified", expected.modified.as_deref(), modified);
    complaints.same("site", expected.site.as_deref(), metadata.site.as_deref());
    complaints.same("lang", expected.lang.as_deref(), metadata.lang.as_deref());
    complaints.same(
        "excerpt",
        expected.excerpt.as_deref(),
        metadata.excerpt.as_deref(),
    );
    let direction = |rtl: bool| if rtl { "rtl" } else { "ltr" };
    let (side, found) = (expected.rtl.map(direction), direction(article.is_rtl()));
    complaints.same("direction", side, Some(found));
    complaints.0
}

/// Returns the addresses of the pictures in clean HTML.
fn sources(html: &str) -> Vec<String> {
    let page = html::read(html, "", Limits::default()).unwrap();
    let pictures = page.nodes().filter(|&n| page.tag(n) == Tag::Img);
    pictures
        .filter_map(|n| page.attr(n, Attr::Src).map(str::to_owned))
        .collect()
}

/// Judges all pages of a class; fails with every complaint that is not open, and with every
/// open one that is gone.
fn check(class: char) {
    let mut faults = Vec::new();
    for expected in expected(class) {
        let mut sources: Vec<(&str, Page)> = Vec::new();
        if expected.layout != Layout::Only {
            sources.push(("html", from_html(&expected)));
        }
        if expected.layout != Layout::None {
            sources.push(("snapshot", from_snapshot(&expected)));
        }
        for (source, page) in sources {
            let name = expected.page.as_str();
            let complaints = judge(&expected, &page);
            let mut open: BTreeSet<&str> = OPEN
                .iter()
                .filter(|(page, through, _)| (*page, *through) == (name, source))
                .map(|&(_, _, complaint)| complaint)
                .collect();
            for complaint in complaints {
                if !open.remove(complaint.text.as_str()) {
                    faults.push(format!("{name} ({source}) {complaint}"));
                }
            }
            for complaint in open {
                faults.push(format!(
                    "{name} ({source}) is listed as open but met: {complaint}"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// One test per class, so that a report names the class.
macro_rules! classes {
    ($($name:ident $class:literal)*) => {
        const CLASSES: &[char] = &[$($class),*];
        $(#[test] fn $name() { check($class); })*
    };
}

classes! {
    a_lead_paragraphs 'a'
    b_sections_in_the_middle_and_at_the_end 'b'
    c_the_wrong_block_wins 'c'
    d_words_in_class_names 'd'
    e_headings 'e'
    f_lists 'f'
    g_tables 'g'
    h_code 'h'
    i_math 'i'
    j_pictures 'j'
    k_embeds 'k'
    l_shadow_trees_frames_and_scripts 'l'
    m_junk_inside 'm'
    n_order 'n'
    o_article_or_not 'o'
    p_blank_results 'p'
    q_title_author_and_date 'q'
    r_direction_and_scripts 'r'
}

#[test]
fn every_class_has_pages_and_every_page_a_class() {
    let doc = fs::read_to_string(folder().join("../../docs/failures.md")).unwrap();
    let row = |class: char| {
        let start = format!("| {} ", class.to_ascii_uppercase());
        let row = doc.lines().find(|line| line.starts_with(&start));
        row.unwrap_or_else(|| panic!("docs/failures.md has no row for class {class}"))
    };
    let (_, open_pages) = doc.split_once("## Open").unwrap();
    let mut named = BTreeSet::new();
    for &class in CLASSES {
        let pages = expected(class);
        assert!(pages.len() >= 2, "class {class} has {} pages", pages.len());
        let open = OPEN.iter().any(|(page, ..)| page.starts_with(class));
        let state = if open { "| open |" } else { "| met |" };
        assert!(
            row(class).contains(state),
            "docs/failures.md: class {class} is {state}"
        );
        for Expected { page, .. } in pages {
            assert!(
                page.starts_with(&format!("{class}-")),
                "{page} in {class}.json"
            );
            let stem = page.trim_end_matches(".html");
            assert!(
                doc.contains(&format!("`{stem}`")),
                "docs/failures.md does not name {stem}"
            );
            let open = OPEN.iter().any(|(name, ..)| *name == page);
            assert!(
                open_pages.contains(&format!("`{stem}`")) == open,
                "docs/failures.md: {stem} is {}open",
                if open { "" } else { "not " }
            );
            assert!(named.insert(page), "a page is named twice in {class}.json");
        }
    }
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".html") {
            assert!(named.contains(&name), "nothing is expected of {name}");
        }
    }
    for (page, _, _) in OPEN {
        assert!(
            named.contains(*page),
            "{page} is listed as open, and is no page"
        );
    }
}

#[test]
fn snapshots_are_of_the_pages_as_they_are() {
    let list = fs::read_to_string(folder().join("snapshots.jsonl")).unwrap();
    let mut listed: BTreeMap<String, String> = BTreeMap::new();
    for line in list.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| row[name].as_str().unwrap().to_owned();
        listed.insert(field("path"), field("url"));
    }
    for &class in CLASSES {
        for expected in expected(class).iter().filter(|e| e.layout != Layout::None) {
            let name = &expected.page;
            assert_eq!(
                listed.remove(name),
                Some(expected.url()),
                "snapshots.jsonl: {name}"
            );
            let recorded = from_snapshot(expected);
            assert!(recorded.has_layout(), "{name} was recorded without layout");
            assert_eq!(recorded.url(), expected.url(), "{name}");
            // A script may make text of its own, and `noscript` is read as one text there.
            let source = fs::read_to_string(folder().join(name)).unwrap();
            let scripted = source.contains("<script>") || source.contains("<noscript>");
            if !scripted {
                let text = |page: &Page| squeezed(page.raw_text(page.body()));
                assert!(
                    text(&recorded) == text(&from_html(expected)),
                    "{name} has changed: record it again"
                );
            }
        }
    }
    assert!(listed.is_empty(), "recorded, but not judged: {listed:?}");
}
