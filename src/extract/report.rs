//! The article as one record, shared by the command line and the extension.
//!
//! `cargo xtask core` generates TypeScript declarations of these types from this source. A new
//! reason or kind of evidence needs a message in every language before the scripts compile.

use serde::Serialize;

use crate::article::{direction, reading, writing};
use crate::extract::{Extraction, wall};
use crate::page::{NodeId, Page, Writing};
use crate::select::{
    Application, Confidence, Grounds, Override, Reason, Rule, RuleId, Selection, SiteRuleRefusal,
};

/// The article of a page in one record.
///
/// ```
/// use pith::extract::Options;
/// use pith::{Limits, Report, extract, source};
///
/// let html = "<html lang=en><title>The ferry</title><p>He watched the ferry go by.";
/// let page = source::html::read(html, "https://example.org/ferry", Limits::default())?;
/// let extraction = extract(&page, &Options::default())?;
/// let json = serde_json::to_value(Report::new(&page, &extraction))?;
/// assert_eq!(json["title"], "The ferry");
/// assert_eq!(json["dir"], "ltr");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report<'a> {
    /// The facts about the article.
    #[serde(flatten)]
    pub summary: Summary<'a>,
    /// The body as clean HTML, without the title; empty if nothing was found.
    pub html: String,
    /// Parts of the page that are not in the article, in document order.
    pub removed: Vec<RemovedBlock>,
}

/// The facts about the article of a page; `None` if unknown.
///
/// ```
/// use pith::extract::one_click;
/// use pith::extract::report::Summary;
/// use pith::{Limits, source};
///
/// let page = source::html::read("<html lang=en><p>It sails.", "", Limits::default())?;
/// let extraction = one_click(&page);
/// let summary = Summary::new(&page, &extraction);
/// assert_eq!(summary.lang, Some("en"));
/// assert_eq!(summary.byline, None);
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary<'a> {
    /// The title as readers see it, without the site's name.
    pub title: Option<&'a str>,
    /// The authors' names, joined by `, `.
    pub byline: Option<&'a str>,
    /// Date of publication, ISO 8601: a date, or a date with time and offset.
    pub published: Option<&'a str>,
    /// Date of the last change, in the same form.
    pub modified: Option<&'a str>,
    /// The site's name; its host if it has none.
    pub site: Option<&'a str>,
    /// The language as a BCP 47 tag.
    pub lang: Option<&'a str>,
    /// Direction of the text.
    pub dir: Direction,
    /// Direction of its lines: that of most of the text.
    pub writing: Writing,
    /// Direction of the title: that of the text, unless the title is in a script of another
    /// direction.
    pub title_dir: Direction,
    /// The page's own summary.
    pub excerpt: Option<&'a str>,
    /// The lead image's URL, http or https.
    pub image: Option<&'a str>,
    /// The canonical URL.
    pub canonical: Option<&'a str>,
    /// The digital object identifier that the page declares for itself, from `10.` on.
    pub doi: Option<&'a str>,
    /// True if the page shows only the beginning of its text; false if that is uncertain.
    pub ends_early: bool,
    /// True if most of the body can be justified ([`Article::is_justified`]).
    ///
    /// [`Article::is_justified`]: crate::article::Article::is_justified
    pub justified: bool,
    /// Number of words in the body.
    pub word_count: u32,
    /// Reading time in minutes, independent of the window width.
    pub reading_minutes: u32,
    /// Confidence that this is the article.
    pub confidence: Confidence,
}

/// The direction of text.
///
/// ```
/// use pith::extract::one_click;
/// use pith::extract::report::{Direction, Summary};
/// use pith::{Limits, source};
///
/// let page = source::html::read("<html lang=ar dir=rtl>", "", Limits::default())?;
/// assert_eq!(Summary::new(&page, &one_click(&page)).dir, Direction::Rtl);
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// From left to right.
    Ltr,
    /// From right to left.
    Rtl,
}

/// A part of the page that is not part of the article.
///
/// ```
/// use pith::extract::one_click;
/// use pith::extract::report::removed;
/// use pith::{Limits, source};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "https://example.org/", Limits::default())?;
/// let menu = &removed(&page, &one_click(&page))[0];
/// assert_eq!(serde_json::to_value(menu)?["reason"], "navigation");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RemovedBlock {
    /// The reason why it was removed.
    pub reason: Reason,
    /// The strongest evidence against it; `None` if there is none.
    pub grounds: Option<Grounds>,
    /// The rule or other step that decided about it; `None` for a method without rules.
    pub by: Option<RuleId>,
    /// Its visible text on one line.
    pub text: String,
    /// The node that it is or begins with, as its rank in document order.
    pub node: u32,
}

/// A correction of a page, as a possible rule for the site's other pages.
// Hidden: for the core of the extension.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Correction {
    /// The corrected nodes.
    pub nodes: Vec<u32>,
    /// True if it is kept; false if it is removed.
    pub keeps: bool,
    /// The rule's bytes ([`Rule::bytes`]); empty if it applies to this page only.
    pub rule: Vec<u8>,
    /// True if the rule identifies elements by a class or an id, which the site's other pages
    /// usually have too.
    pub is_named: bool,
    /// The reason why it applies only to this page; `None` if it can be a site rule.
    pub refusal: Option<SiteRuleRefusal>,
}

/// Creates a rule for each correction ([`Rule::new`]), from the selection without the corrections,
/// `found`, and with them, `corrected`. If there are several for one node, the last counts. Blocks
/// that were removed as one part and are all kept are one correction. Unchanged blocks need no
/// rule, and corrections of title, authors and date have none.
// Hidden: for the core of the extension.
#[doc(hidden)]
pub fn corrections(
    page: &Page,
    [found, corrected]: [&Selection; 2],
    nodes: &[(NodeId, Override)],
) -> Vec<Correction> {
    let is_last = |&(at, &(node, _)): &(usize, &(NodeId, Override))| {
        nodes[at + 1..].iter().all(|&(other, _)| other != node)
    };
    let last = nodes.iter().enumerate().filter(is_last);
    let mut corrections: Vec<(NodeId, Correction)> = Vec::new();
    for (node, keeps) in last.filter_map(|(_, &(node, choice))| Some((node, choice.keeps()?))) {
        if !differ_at(page, [found, corrected], node) {
            continue;
        }
        let part = if keeps {
            whole_part([found, corrected], node)
        } else {
            None
        };
        let about = part.unwrap_or(node);
        let same =
            |(other, known): &&mut (NodeId, Correction)| *other == about && known.keeps == keeps;
        if let Some((_, known)) = corrections.iter_mut().find(same) {
            known.nodes.push(node.0);
            continue;
        }
        let rule = Rule::new(page, [found, corrected], about, keeps);
        let correction = Correction {
            nodes: vec![node.0],
            keeps,
            rule: rule.as_ref().map(Rule::bytes).unwrap_or_default(),
            is_named: rule.as_ref().is_ok_and(Rule::is_named),
            refusal: rule.err(),
        };
        corrections.push((about, correction));
    }
    corrections
        .into_iter()
        .map(|(_, correction)| correction)
        .collect()
}

/// Returns the indices of the rules that the user has undone; `selection` is the result after the
/// overrides.
// Hidden: for the core of the extension.
#[doc(hidden)]
pub fn undone(applied: &[Application], selection: &Selection) -> Vec<u32> {
    let undone = (0..)
        .zip(applied)
        .filter(|(_, rule)| rule.is_undone(selection));
    undone.map(|(place, _)| place).collect()
}

/// Returns whether the user overrode a block with a leaf in a node.
fn differ_at(page: &Page, [found, corrected]: [&Selection; 2], node: NodeId) -> bool {
    let blocks = found.blocks.iter().zip(&corrected.blocks);
    let mut other = blocks.filter(|(a, b)| a.outcome.is_none() != b.outcome.is_none());
    other.any(|(block, _)| block.leaves.iter().any(|&leaf| page.contains(node, leaf)))
}

/// Returns the node of the removed part whose block begins at a leaf, if the whole part was
/// restored.
fn whole_part([found, corrected]: [&Selection; 2], leaf: NodeId) -> Option<NodeId> {
    let at = found
        .blocks
        .binary_search_by_key(&leaf, |block| block.leaves[0]);
    let part = found.blocks[at.ok()?].removed?;
    let mut blocks = found.blocks.iter().zip(&corrected.blocks);
    let is_back = blocks.all(|(a, b)| a.removed != Some(part) || b.outcome.is_none());
    is_back.then(|| found.removed[part].node)
}

impl<'a> Report<'a> {
    /// Reports the extraction of a page.
    pub fn new(page: &Page, extraction: &'a Extraction) -> Self {
        Self {
            summary: Summary::new(page, extraction),
            html: extraction.article.html(),
            removed: removed(page, extraction),
        }
    }
}

/// Returns the parts that aren't in the article, in document order.
///
/// ```
/// use pith::extract::one_click;
/// use pith::extract::report::removed;
/// use pith::select::Reason;
/// use pith::{Limits, source};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "https://example.org/", Limits::default())?;
/// let removed = removed(&page, &one_click(&page));
/// assert_eq!((removed[0].reason, removed[0].text.as_str()), (Reason::Navigation, "Home"));
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn removed(page: &Page, extraction: &Extraction) -> Vec<RemovedBlock> {
    let selection = &extraction.selection;
    let texts = selection.removed_texts(page);
    let removed = selection.removed.iter().zip(texts);
    let removed = removed.map(|(part, text)| RemovedBlock {
        reason: part.reason,
        grounds: part.grounds,
        by: part.by,
        text,
        node: part.node.0,
    });
    removed.collect()
}

impl<'a> Summary<'a> {
    /// Summarizes the extraction, without rendering the article as HTML.
    pub fn new(page: &Page, extraction: &'a Extraction) -> Self {
        let Extraction {
            metadata,
            selection,
            article,
        } = extraction;
        let length = article.length();
        let dir = Direction::of(extraction);
        Self {
            title: metadata.title.as_deref(),
            byline: metadata.byline.as_deref(),
            published: metadata.published.as_deref(),
            modified: metadata.modified.as_deref(),
            site: metadata.site.as_deref(),
            lang: metadata.lang.as_deref(),
            dir,
            writing: writing::of(page, &selection.kept),
            title_dir: Direction::of_line(metadata.title.as_deref(), dir),
            excerpt: metadata.excerpt.as_deref(),
            image: metadata.image.as_deref(),
            canonical: metadata.canonical.as_deref(),
            doi: metadata.doi.as_deref(),
            ends_early: wall::ends_early(page, extraction),
            justified: article.is_justified(),
            word_count: length.tokens(),
            reading_minutes: reading::length(page, &selection.kept, length).minutes(),
            confidence: selection.confidence,
        }
    }
}

impl Direction {
    /// Returns the direction of the article's text, from the page's layout. It's that of the
    /// metadata if the article is empty, or if the script of the text implies it and the page
    /// doesn't declare it. Blocks have a direction only if it differs.
    fn of(extraction: &Extraction) -> Self {
        let rtl = if extraction.article.is_empty() {
            extraction.metadata.rtl
        } else {
            let article = &extraction.article;
            let written = || direction::deviating(&article.text(), false) == Some(true);
            article.is_rtl() || (extraction.metadata.rtl && written())
        };
        Self::from(rtl)
    }

    /// Returns the direction of a line in text with the direction `around`.
    fn of_line(line: Option<&str>, around: Self) -> Self {
        line.and_then(|line| direction::deviating(line, around == Self::Rtl))
            .map_or(around, Self::from)
    }
}

impl From<bool> for Direction {
    /// Returns [`Self::Rtl`] if `rtl` is true.
    fn from(rtl: bool) -> Self {
        if rtl { Self::Rtl } else { Self::Ltr }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::extract::one_click;
    use crate::page::Limits;
    use crate::select::{Overrides, SiteRules};
    use crate::source::html;

    fn direction(html: &str) -> Direction {
        let page = html::read(html, "", Limits::default()).unwrap();
        Summary::new(&page, &one_click(&page)).dir
    }

    #[test]
    fn the_direction_follows_the_text_or_else_the_page() {
        let english = "<p>The ferry left the harbour at noon with most of the islanders aboard, \
                       and nobody had thought to tell the keeper of the lighthouse.</p>";
        let arabic = "<p>غادرت العبارة الميناء ظهرا وعلى متنها معظم سكان الجزيرة، ولم يفكر أحد في \
                      إخبار حارس المنارة، فراقبها من الشرفة ولوح بيده مرة ثم عاد إلى عمله.</p>";
        let page = |lang: &str, text: &str| {
            format!("<html lang={lang}><title>T</title><body>{}", text.repeat(4))
        };
        assert_eq!(direction(&page("en", english)), Direction::Ltr);
        assert_eq!(direction(&page("ar", arabic)), Direction::Rtl);
        // A frame in Arabic around an English article.
        let framed = english.replace("<p>", "<p dir=ltr>");
        assert_eq!(direction(&page("ar dir=rtl", &framed)), Direction::Ltr);
        assert_eq!(
            direction("<html lang=ar dir=rtl><title>T</title><body>"),
            Direction::Rtl
        );
    }

    #[test]
    fn a_plain_text_file_shows_its_title_once() {
        let line = "The keeper opens the gates twice a day, for barges and for boats.\n".repeat(6);
        let text = |first: &str| {
            let page = format!("<title>The lock</title><pre>\n{first}\n\n{line}</pre>");
            let page = html::read(&page, "", Limits::default()).unwrap();
            one_click(&page).article.text()
        };
        assert!(text("The lock").starts_with("The keeper"));
        assert!(text("The locks").starts_with("The locks"));
    }

    #[test]
    fn the_writing_mode_follows_most_of_the_text() {
        let line = "灯台守は毎晩、港に入る船の灯を数え、帳面に書きとめてから眠った。".repeat(6);
        let writing = |style: &str, other: &str| {
            let page = format!(
                "<html lang=ja><title>灯台守の夜</title><main style='{style}'><p>{line}</p><p>{line}</p>\
                 <p style='{other}'>{line}</p></main>"
            );
            let page = html::read(&page, "", Limits::default()).unwrap();
            Summary::new(&page, &one_click(&page)).writing
        };
        assert_eq!(writing("", ""), Writing::HorizontalTb);
        assert_eq!(
            writing("writing-mode: vertical-rl", ""),
            Writing::VerticalRl
        );
        assert_eq!(writing("writing-mode:vertical-lr", ""), Writing::VerticalLr);
        assert_eq!(
            writing("writing-mode: sideways-rl", ""),
            Writing::HorizontalTb
        );
        let across = "writing-mode: horizontal-tb";
        assert_eq!(
            writing("writing-mode: vertical-rl", across),
            Writing::VerticalRl
        );
        assert_eq!(
            writing("", "writing-mode: vertical-rl"),
            Writing::HorizontalTb
        );
    }

    #[test]
    fn a_part_restored_block_by_block_is_one_correction() {
        let text = "<p>The ferry left the harbour at noon with most of the islanders aboard, and \
                    nobody had thought to tell the keeper of the lighthouse.</p>";
        let html = format!(
            "<main>{}<aside class=share><a href=/s>Share it</a><ul><li><a href=/t>Tell a friend</a>\
             <li><a href=/p>Print it</a></ul></aside></main>",
            text.repeat(4)
        );
        let page = html::read(&html, "", Limits::default()).unwrap();
        let found = one_click(&page);
        let leaf = |text: &str| page.nodes().find(|&id| page.text(id) == text).unwrap();
        let links = ["Share it", "Tell a friend", "Print it"].map(leaf);
        let corrections_for = |nodes: &[(NodeId, Override)]| {
            let overrides = Overrides {
                nodes: nodes.to_vec(),
                ..Overrides::default()
            };
            let decided = found.decided(&page, &SiteRules::default(), &overrides);
            let corrected = decided.unwrap().0.selection;
            corrections(&page, [&found.selection, &corrected], &overrides.nodes)
        };
        let all = corrections_for(&links.map(|leaf| (leaf, Override::Keep)));
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].nodes, links.map(|leaf| leaf.0));
        assert!(all[0].keeps && all[0].is_named && all[0].refusal.is_none());
        let some = corrections_for(&[(links[1], Override::Keep), (links[2], Override::Keep)]);
        assert_eq!(some.len(), 2, "only a part of it");
        assert!(
            corrections_for(&[(links[0], Override::Drop)]).is_empty(),
            "it is already removed"
        );
        let undone = corrections_for(&[(links[0], Override::Keep), (links[0], Override::Drop)]);
        assert!(undone.is_empty(), "the last override counts");
    }

    #[test]
    fn a_title_in_another_script_has_its_own_direction() {
        let title_dir = |title: &str| {
            let text = "<p>He watched the ferry go by from the gallery, and waved once.</p>";
            let html = format!("<html lang=en><title>{title}</title>{}", text.repeat(4));
            let page = html::read(&html, "", Limits::default()).unwrap();
            Summary::new(&page, &one_click(&page)).title_dir
        };
        assert_eq!(title_dir("The ferry sails again"), Direction::Ltr);
        assert_eq!(
            title_dir("غادرت العبارة الميناء ظهرا وعلى متنها معظم سكان الجزيرة"),
            Direction::Rtl
        );
    }
}
