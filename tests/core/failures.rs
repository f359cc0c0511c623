//! Classes of extraction failures: synthetic pages that reproduce them, and what a reader expects
//! of each page. `docs/failures.md` has the state of each class.
//!
//! `tests/failures/` contains the pages, `a-….html` to `r-….html`, and one file of expectations
//! per class, `a.json` to `r.json` (see [`Expected`]). Pages whose layout matters are also
//! recorded: `snapshots.jsonl` lists them, and `docs/failures.md` has the command.
//!
//! [`OPEN`] lists the expectations that aren't met yet. A listed complaint that no longer occurs
//! fails too, so that the list stays up to date.

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

/// Known failures: page, source (`html` or `snapshot`), and the text of the complaint.
const OPEN: &[(&str, &str, &str)] = &[];

/// A reader's expectations of one page. All fields except the name and the trouble are optional and
/// not checked if missing, except `confidence`, which defaults to strong.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// Name of the HTML file.
    page: String,
    /// The problem with the page, for readers of this file.
    #[allow(dead_code, reason = "for people")]
    trouble: String,
    /// The URL; by default `https://example.org/` and the name of the file.
    url: Option<String>,
    /// The sources through which the page is checked.
    #[serde(default)]
    layout: Layout,
    /// Sentences of the article in reading order, each once.
    #[serde(default)]
    keep: Vec<String>,
    /// Sentences outside the article, by the reason for their removal; `any` accepts every reason.
    #[serde(default)]
    drop: BTreeMap<String, Vec<String>>,
    /// Pieces of the article's HTML in order, ignoring white space between tags.
    #[serde(default)]
    markup: Vec<String>,
    /// Pieces that the article's HTML must not contain.
    #[serde(default)]
    no_markup: Vec<String>,
    /// Pieces of the article's text with their white space.
    #[serde(default)]
    verbatim: Vec<String>,
    /// The URLs of all images in the article, in order.
    pictures: Option<Vec<String>>,
    /// `none`, `weak`, `strong`, or `found` for weak or strong.
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
    /// The HTML is enough; nothing is recorded.
    #[default]
    None,
    /// Recorded, with the same result as the HTML.
    Both,
    /// Requires layout.
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

/// An expectation that a page doesn't meet. What was found instead isn't part of its identity, so
/// that [`OPEN`] doesn't have to follow it.
struct Complaint {
    text: String,
    found: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.text, self.found)
    }
}

/// All expectations that one page through one source doesn't meet.
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

    /// Compares dates like [`Complaints::same`], but only to the precision of the expected one.
    fn dated(&mut self, what: &str, expected: Option<&str>, found: Option<&str>) {
        if let Some(expected) = expected {
            let as_precise = found.map(|found| found.get(..expected.len()).unwrap_or(found));
            self.same(what, Some(expected), as_precise);
        }
    }

    /// Requires each of `parts` once, in this order.
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

/// Returns the text of each removed block without white space.
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

/// Returns the URLs of the images in clean HTML.
fn sources(html: &str) -> Vec<String> {
    let page = html::read(html, "", Limits::default()).unwrap();
    let pictures = page.nodes().filter(|&n| page.tag(n) == Tag::Img);
    pictures
        .filter_map(|n| page.attr(n, Attr::Src).map(str::to_owned))
        .collect()
}

/// Checks all pages of a class. Fails with all complaints that aren't listed as open, and with all
/// open ones that no longer occur.
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

/// Defines one test per class, so that reports name the class.
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
    j_images 'j'
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
fn classes_pages_and_documentation_are_consistent() {
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
            assert!(named.contains(&name), "{name} has no expectations");
        }
    }
    for (page, _, _) in OPEN {
        assert!(
            named.contains(*page),
            "{page} is listed as open but doesn't exist"
        );
    }
}

#[test]
fn snapshots_match_the_current_pages() {
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
            // Scripts can add text, and a browser reads `noscript` as plain text.
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
    assert!(
        listed.is_empty(),
        "recorded, but without expectations: {listed:?}"
    );
}
