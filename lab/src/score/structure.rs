//! Structure of a page besides its words: headings, code blocks, formulas, notes, and so on.
//!
//! Every kind is a bag of texts, and its score is the F1 of two bags. Both sides are parsed from
//! HTML, so that markup with the same meaning has the same score.

use std::collections::BTreeMap;

use pith::page::{Attr, NodeId, Page, Tag};

use super::{collapse, f1};

/// Names of the kinds, in the order of the columns.
pub(crate) const KINDS: [&str; 11] = [
    "headings", "code", "inline", "cells", "formulas", "notes", "marks", "pictures", "links",
    "items", "quotes",
];

const HEADINGS: usize = 0;
const CODE: usize = 1;
const INLINE: usize = 2;
const CELLS: usize = 3;
const FORMULAS: usize = 4;
const NOTES: usize = 5;
const MARKS: usize = 6;
const IMAGES: usize = 7;
const LINKS: usize = 8;
const ITEMS: usize = 9;
const QUOTES: usize = 10;

/// Maximum characters of a footnote reference, without brackets.
const MAX_REFERENCE_CHARS: usize = 3;

/// Words of class names of callouts in the output of site generators.
const CALLOUTS: [&str; 11] = [
    "admonition",
    "admonitionblock",
    "alert",
    "callout",
    "caution",
    "important",
    "note",
    "sidebar",
    "tip",
    "warning",
    "seealso",
];

/// A page's texts for each of [`KINDS`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Structure([Vec<String>; KINDS.len()]);

impl Structure {
    /// Collects the structure below an element of a page.
    pub(crate) fn below(page: &Page, top: NodeId) -> Self {
        let mut found = Self::default();
        let ids = ids(page);
        let mut formula = top;
        for node in page.subtree(top) {
            if page.is_text(node) || page.is_hidden(node) || node < formula {
                continue;
            }
            found.add(page, node, &ids);
            if page.tag(node) == Tag::Math {
                formula = page.end(node);
            }
        }
        found.0[NOTES].sort_unstable();
        found.0[NOTES].dedup();
        found
    }

    /// Removes the first heading if it repeats the title.
    pub(crate) fn without_title(mut self, title: &str) -> Self {
        let title = letters(title);
        let repeats_title = |heading: &String| title.contains(heading) || heading.contains(&title);
        if !title.is_empty() && self.0[HEADINGS].first().is_some_and(repeats_title) {
            self.0[HEADINGS].remove(0);
        }
        self
    }

    fn add(&mut self, page: &Page, node: NodeId, ids: &BTreeMap<&str, NodeId>) {
        let tag = page.tag(node);
        let words = || letters(&page.visible_text(node));
        match tag {
            Tag::Pre if is_inside(page, node, Tag::Pre) => {}
            Tag::Pre if is_in_line_number_table(page, node) && counts_from_one(&words()) => {}
            Tag::Pre => self.push(CODE, code(page, node)),
            Tag::Code if !is_inside(page, node, Tag::Pre) => {
                self.push(INLINE, collapse(&page.visible_text(node)));
            }
            Tag::Td | Tag::Th
                if is_in_line_number_table(page, node) || is_callout_cell(page, node) => {}
            Tag::Td | Tag::Th => self.push(CELLS, words()),
            Tag::Math => self.push(FORMULAS, formula(page, node)),
            Tag::Img => self.push(IMAGES, image(page, node)),
            Tag::Li => self.push(ITEMS, own_words(page, node)),
            Tag::A => self.add_link(page, node, ids),
            Tag::Blockquote => self.push(QUOTES, words()),
            _ if tag.heading_level().is_some() => self.push(HEADINGS, words()),
            _ if is_callout(page, node) => self.push(QUOTES, words()),
            _ => {}
        }
    }

    fn add_link(&mut self, page: &Page, link: NodeId, ids: &BTreeMap<&str, NodeId>) {
        let text = collapse(&page.visible_text(link));
        let Some(href) = page.attr(link, Attr::Href).filter(|_| !text.is_empty()) else {
            return;
        };
        let own = page.url().split('#').next().unwrap_or_default();
        let here = match href.split_once('#') {
            Some((before, id)) if before.is_empty() || before == own => Some(id),
            _ => None,
        };
        let Some(id) = here else {
            self.push(LINKS, format!("{} {href}", letters(&text)));
            return;
        };
        let Some(&note) = ids
            .get(id)
            .filter(|&&note| note > link && is_reference(&text))
        else {
            return;
        };
        let text = note_text(page, note);
        self.push(MARKS, text.clone());
        self.push(NOTES, text);
    }

    fn push(&mut self, kind: usize, text: String) {
        if !text.is_empty() {
            self.0[kind].push(text);
        }
    }

    /// Returns the F1 of each kind that is in the truth.
    pub(crate) fn scores(&self, truth: &Self) -> [Option<f64>; KINDS.len()] {
        std::array::from_fn(|kind| {
            let [found, expected] = [&self.0[kind], &truth.0[kind]];
            let common: i64 = difference(found, expected).values().map(|d| d.abs()).sum();
            let common = (found.len() + expected.len()) as f64 / 2.0 - common as f64 / 2.0;
            let share = |all: &[String]| common / (all.len() as f64).max(1.0);
            (!expected.is_empty()).then(|| f1(share(found), share(expected)))
        })
    }

    /// Returns lines with the missing (`-`) and the extra texts (`+`).
    pub(crate) fn differences(&self, truth: &Self) -> Vec<String> {
        let kinds = KINDS.iter().zip(self.0.iter().zip(&truth.0));
        let lines = kinds.flat_map(|(kind, (found, expected))| {
            difference(found, expected)
                .into_iter()
                .filter(|&(_, count)| count != 0)
                .map(move |(text, count)| {
                    let sign = if count > 0 { '+' } else { '-' };
                    let text: String = text.chars().take(100).collect();
                    format!("{sign} {kind}: {}", text.replace('\n', "\\n"))
                })
        });
        lines.collect()
    }
}

/// Returns the number of occurrences in `found` minus that in `expected`, per text.
fn difference<'a>(found: &'a [String], expected: &'a [String]) -> BTreeMap<&'a str, i64> {
    let mut counts = BTreeMap::new();
    for text in found {
        *counts.entry(text.as_str()).or_default() += 1;
    }
    for text in expected {
        *counts.entry(text.as_str()).or_default() -= 1;
    }
    counts
}

/// Returns the elements of a page by their ids and anchor names.
fn ids(page: &Page) -> BTreeMap<&str, NodeId> {
    let named = page.nodes().rev().filter(|&id| page.is_element(id));
    let names = [Attr::Id, Attr::Name];
    let of = |id: NodeId| names.map(|name| Some((page.attr(id, name)?, id)));
    named.flat_map(of).flatten().collect()
}

fn is_inside(page: &Page, node: NodeId, tag: Tag) -> bool {
    page.ancestors(node).any(|around| page.tag(around) == tag)
}

fn is_callout(page: &Page, node: NodeId) -> bool {
    let is_one = |node: NodeId| {
        let class = page.attr(node, Attr::Class).unwrap_or_default();
        let mut words = class.split(|c: char| !c.is_alphanumeric());
        page.tag(node) == Tag::Aside || words.any(|word| CALLOUTS.contains(&word))
    };
    let is_inside = || page.ancestors(node).any(&is_one);
    page.is_block(node) && is_one(node) && !is_inside()
}

/// Returns whether a node is in a two-cell table with line numbers beside code.
fn is_in_line_number_table(page: &Page, node: NodeId) -> bool {
    let table = page
        .ancestors(node)
        .find(|&around| page.tag(around) == Tag::Table);
    table.is_some_and(|table| {
        let is_cell = |&id: &NodeId| matches!(page.tag(id), Tag::Td | Tag::Th);
        let mut cells = page.descendants(table).filter(is_cell);
        let [numbers, code, more] = [cells.next(), cells.next(), cells.next()];
        numbers.is_some_and(|cell| counts_from_one(&letters(&page.visible_text(cell))))
            && code.is_some_and(|cell| page.descendants(cell).any(|id| page.tag(id) == Tag::Pre))
            && more.is_none()
    })
}

/// Returns whether the words of a text are 1, 2, 3, and so on.
fn counts_from_one(text: &str) -> bool {
    let mut words = (1..).zip(text.split(' '));
    words.all(|(number, word): (u32, &str)| word == number.to_string())
}

/// Returns whether a cell is in the layout table of a callout, with its icon beside its text.
fn is_callout_cell(page: &Page, cell: NodeId) -> bool {
    let table = page
        .ancestors(cell)
        .find(|&around| page.tag(around) == Tag::Table);
    let around = table.and_then(|table| page.parent(table));
    around.is_some_and(|around| {
        is_callout(page, around)
            && page
                .children(around)
                .filter(|&id| page.is_element(id))
                .count()
                == 1
    })
}

/// Returns the letters and digits of a text in lower case, with one space in place of everything
/// else.
fn letters(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").to_lowercase()
}

/// Returns the words of a list item, without those of nested lists.
fn own_words(page: &Page, item: NodeId) -> String {
    let lists: Vec<NodeId> = page
        .descendants(item)
        .filter(|&id| matches!(page.tag(id), Tag::Ul | Tag::Ol))
        .collect();
    let whole = letters(&page.visible_text(item));
    let Some(&list) = lists.first() else {
        return whole;
    };
    let inside = letters(&page.visible_text(list));
    whole
        .split_once(&inside)
        .map_or(whole.clone(), |(before, _)| before.trim_end().to_owned())
}

/// Returns the lines of a code block, without empty ones at its ends and with plain spaces.
fn code(page: &Page, pre: NodeId) -> String {
    let parts = page.subtree(pre).map(|node| match page.tag(node) {
        Tag::Br => "\n",
        _ => page.text(node),
    });
    let lines = parts.collect::<String>().replace('\u{a0}', " ");
    lines.trim_end().trim_start_matches('\n').to_owned()
}

/// Returns a formula's visible text, without its source and without white space.
fn formula(page: &Page, math: NodeId) -> String {
    let mut text = String::new();
    let mut end = math;
    for node in page.subtree(math) {
        if node < end {
            continue;
        }
        if page.tag(node) == Tag::Annotation || page.tag(node) == Tag::AnnotationXml {
            end = page.end(node);
        } else {
            let shown = page.text(node).chars();
            text.extend(
                shown.filter(|c| !c.is_whitespace() && !('\u{2061}'..='\u{2064}').contains(c)),
            );
        }
    }
    text
}

/// Returns the file name of an image without its dimensions; empty for data URLs.
fn image(page: &Page, img: NodeId) -> String {
    let names = [
        Attr::CurrentSrc,
        Attr::DataSrc,
        Attr::DataOriginal,
        Attr::Src,
    ];
    let address = names.into_iter().find_map(|name| page.attr(img, name));
    let address = address.filter(|address| !address.starts_with("data:"));
    let path = address.unwrap_or_default().split(['?', '#']).next();
    let name = path
        .and_then(|path| path.rsplit('/').next())
        .unwrap_or_default();
    let name = name.split("%20").next().unwrap_or_default();
    let is_size = |part: &&str| {
        part.starts_with(|c: char| c.is_ascii_digit())
            && part
                .chars()
                .all(|c| c.is_ascii_digit() || matches!(c, 'x' | 'p'))
    };
    let (stem, _) = name.rsplit_once('.').unwrap_or((name, ""));
    let parts: Vec<&str> = stem.split('-').filter(|part| !is_size(part)).collect();
    if parts.is_empty() {
        return stem.to_owned();
    }
    parts.join("-")
}

/// Returns whether a link's text is a footnote reference: a number, a symbol, or a letter.
fn is_reference(text: &str) -> bool {
    let mark = text.trim_matches(|c: char| c.is_whitespace() || "[]().^".contains(c));
    let count = mark.chars().count();
    let is_number = mark.chars().all(char::is_numeric);
    let is_letter = count == 1 && mark.chars().all(char::is_alphabetic);
    let is_sign =
        !mark.contains(char::is_alphanumeric) && !mark.contains(['↑', '↩', '¶', '#', '§']);
    (1..=MAX_REFERENCE_CHARS).contains(&count) && (is_number || is_letter || is_sign)
}

/// Returns the words of a note: those of the block that is, or contains, the target of a reference.
fn note_text(page: &Page, target: NodeId) -> String {
    let own = page
        .inclusive_ancestors(target)
        .find(|&id| page.is_block(id) && id > page.body());
    let text = letters(&page.visible_text(own.unwrap_or(target)));
    text.trim_start_matches(|c: char| c.is_numeric() || c == ' ')
        .to_owned()
}

#[cfg(test)]
mod tests {
    use pith::Limits;
    use pith::source::html;

    use super::*;

    fn structure(html: &str) -> Structure {
        let page = html::read(html, "https://example.org/tides", Limits::default());
        let page = page.expect("a page");
        Structure::below(&page, page.body())
    }

    #[test]
    fn elements_of_every_kind_are_found() {
        let found = structure(
            "<h2>Tides <a href=#tides>#</a></h2><pre>low\n  high\n</pre><p>Call <code>tide()</code>\
             <table><tr><th>Low<td>High</table><math><mi>x</mi><annotation>x</annotation></math>\
             <img src=/a/moon.jpg?w=9><a href=/sea>The sea</a><a href=#n1><sup>[1]</sup></a>\
             <ul><li>One<ul><li>Two</ul></ul><blockquote>Said.</blockquote>\
             <div class='admonition note'>Mind.</div><ol><li id=n1>1. A note. <a href=#x>↩</a></ol>",
        );
        let expected: [&[&str]; KINDS.len()] = [
            &["tides"],
            &["low\n  high"],
            &["tide()"],
            &["low", "high"],
            &["x"],
            &["a note"],
            &["a note"],
            &["moon"],
            &["the sea https://example.org/sea"],
            &["one", "two", "1 a note"],
            &["said", "mind"],
        ];
        for ((kind, found), expected) in KINDS.iter().zip(&found.0).zip(expected) {
            assert_eq!(found, expected, "{kind}");
        }
    }

    #[test]
    fn layout_tables_for_code_or_callouts_have_no_cells() {
        let code = "<table><td><pre>1\n2\n</pre><td><pre>low\u{a0}\nhigh</pre></table>";
        let callout = "<div class=admonitionblock><table><td>Note<td>Mind.</table></div>";
        let found = structure(&format!("{code}{callout}<table><td>Low<td>High</table>"));
        assert_eq!(found.0[CODE], ["low \nhigh"]);
        assert_eq!(found.0[QUOTES], ["note mind"]);
        assert_eq!(found.0[CELLS], ["low", "high"]);
        assert_eq!(structure("<pre><pre>a</pre></pre>").0[CODE], ["a"]);
    }

    #[test]
    fn a_kind_is_scored_if_the_truth_has_it() {
        let truth = structure("<h2>One</h2><h2>Two</h2>");
        let half = structure("<h2>One</h2><h3>Three</h3><pre>x</pre>");
        let scores = half.scores(&truth);
        assert_eq!(scores[HEADINGS], Some(0.5));
        assert_eq!(scores[CODE], None);
        assert_eq!(structure("<p>").scores(&truth)[HEADINGS], Some(0.0));
        assert_eq!(
            half.differences(&truth),
            ["+ headings: three", "- headings: two", "+ code: x"]
        );
    }
}
