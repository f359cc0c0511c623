//! Authors in lines of visible text.

use crate::compact::lower_case;
use crate::metadata::date::{self, Order};
use crate::metadata::line::{VisibleLine, near};
use crate::metadata::name::{is_name, is_person, names, without_prefix};
use crate::metadata::regions::Regions;
use crate::metadata::word_list;
use crate::page::{NodeId, Page, Tag};

/// Labels that stand inside a line, in scripts without spaces.
const INNER_LABELS: &[&str] = &[
    "原作者：",
    "作者：",
    "作者:",
    "撰文：",
    "记者：",
    "文/",
    "文／",
    "文：",
    "著者：",
];

/// Returns the names in visible lines near the title that begin as bylines do.
pub(super) fn said(
    page: &Page,
    lines: &[VisibleLine],
    regions: &Regions,
    title: Option<NodeId>,
) -> Vec<String> {
    let lines = near(lines, title, 6, 14);
    for (i, line) in lines.iter().enumerate() {
        let text = &*line.text;
        if text.chars().count() > 160 || regions.is_chrome(line.block) {
            continue;
        }
        let labelled = INNER_LABELS.iter().find_map(|label| {
            let after = text[text.find(label)? + label.len()..].trim_start();
            let end = after
                .find(|c: char| "（(｜|：:".contains(c) || c.is_ascii_digit())
                .unwrap_or(after.len());
            // Two names have a space between them, two statements as well: the first, and a
            // second that is as short as a name.
            let mut words = after[..end].split_whitespace();
            let first = words.next()?;
            let second = words
                .next()
                .filter(|w| (2..=3).contains(&w.chars().count()) && words.next().is_none());
            Some(match second {
                Some(second) => vec![first.to_owned(), second.to_owned()],
                None => names(first, true),
            })
        });
        if let Some(names) = labelled.filter(|n| !n.is_empty() && n.iter().all(|n| is_name(n))) {
            return names;
        }
        let rest = without_prefix(text, true);
        // A label may stand in an element of its own, a margin between it and the name.
        let label = page.text(line.first).trim();
        let after_label = text
            .strip_prefix(label)
            .map(|after| after.trim_start_matches([':', ' ']))
            .filter(|after| !after.is_empty() && is_label(label));
        let names = if let Some(after) = after_label {
            names(after, true)
        } else if rest.len() < text.len() {
            names(text, true)
        } else if is_label(text) {
            lines
                .get(i + 1)
                .map_or_else(Vec::new, |next| names(&next.text, true))
        } else {
            continue;
        };
        // Many sentences begin with such words; names are known by their form, or by being all
        // that stands on a line just below the title.
        let below = title.is_some_and(|t| line.first > t) && line.text.len() <= MAX_ALIAS;
        if !names.is_empty() && names.iter().all(|n| is_person(n)) {
            return names;
        }
        if let [alias] = names.as_slice()
            && below
            && is_alias(&line.text, alias)
        {
            return names;
        }
    }
    Vec::new()
}

/// Dividers between the statements of a line.
const DIVIDERS: &[&str] = &[
    " · ", " | ", " • ", " — ", " – ", " - ", " / ", " // ", "\u{3000}",
];

/// Words for pictures: who stands beside them took those.
const PICTURES: &[&str] = &[
    "photo", "foto", "image", "bild", "picture", "©", "фото", "credit",
];

/// Returns the names beside a date in a line just above or below the title: a person after a word such as
/// "by", or one that a divider stands between. A link there names a section as often.
pub(super) fn dated(
    page: &Page,
    lines: &[VisibleLine],
    regions: &Regions,
    title: Option<NodeId>,
) -> Vec<String> {
    let Some(title) = title else {
        return Vec::new();
    };
    for line in near(lines, Some(title), 1, 6) {
        if page.contains(title, line.first)
            || line.text.chars().count() > 160
            || regions.is_chrome(line.block)
        {
            continue;
        }
        let dates = date::all_in(&line.text, Order::DayFirst);
        let lower = lower_case::of(&line.text);
        if dates.is_empty() || word_list::any_in(PICTURES, &lower) {
            continue;
        }
        let mut from = 0;
        let mut beside: Vec<&str> = Vec::new();
        for found in &dates {
            beside.push(&line.text[from..found.start]);
            from = found.end;
        }
        beside.push(&line.text[from..]);
        for part in beside {
            let mut pieces = vec![part];
            for divider in DIVIDERS {
                pieces = pieces.into_iter().flat_map(|p| p.split(divider)).collect();
            }
            let divided = pieces.len() > 1;
            for piece in pieces.iter().map(|p| p.trim_matches([' ', ',', '.', ':'])) {
                let announced = without_prefix(piece, true).len() < piece.len();
                let names = names(piece, true);
                let people = !names.is_empty() && names.iter().all(|n| is_person(n));
                // What has no spaces between its words shows no form of a name.
                let whole = || {
                    divided
                        && names.join(" ").len() == piece.len()
                        && !piece.contains(|c: char| c == ',' || crate::text::is_cjk(c))
                };
                if people && (announced || (whole() && !is_linked(page, line, piece))) {
                    return names;
                }
            }
        }
    }
    Vec::new()
}

/// Returns whether a link in the line says just this.
fn is_linked(page: &Page, line: &VisibleLine, text: &str) -> bool {
    (line.first.0..=line.last.0).map(NodeId).any(|n| {
        page.is_text(n)
            && page.text(n).trim() == text
            && page.ancestors(n).take(4).any(|a| page.tag(a) == Tag::A)
    })
}

/// Bytes of a line that is an author's alias after a word such as "by".
const MAX_ALIAS: usize = 40;

/// Returns whether a line is "by", or a word like it, and a name of one word or with digits in it.
fn is_alias(line: &str, name: &str) -> bool {
    let by = line
        .strip_suffix(name)
        .map(|by| lower_case::of(by.trim().trim_end_matches(':')));
    by.is_some_and(|by| word_list::has(LABELS, &by))
        && (!name.contains(' ') || name.contains(|c: char| c.is_ascii_digit()))
        && name.split(' ').count() <= 3
}

/// Beginnings of lines that name an author wherever they stand.
const CREDITS: &[&str] = &[
    "written by ",
    "article by ",
    "words by ",
    "authored by ",
    "author: ",
    "autor: ",
    "autorin: ",
    "redaktion: ",
    "verfasst von ",
    "geschrieben von ",
    "écrit par ",
    "escrito por ",
];

/// Returns the names in a credit at the end of the text or beside it.
pub(super) fn credited(lines: &[VisibleLine], regions: &Regions) -> Vec<String> {
    lines
        .iter()
        .filter(|l| l.text.len() <= 160 && !regions.is_chrome(l.block))
        .find_map(|line| {
            let lower = lower_case::of(&line.text);
            CREDITS.iter().find(|c| lower.starts_with(*c))?;
            // A role or a biography may follow.
            let whole = names(&line.text, true);
            let names = if whole.iter().all(|n| is_person(n)) {
                whole
            } else {
                names(line.text.split([',', '|', '(']).next()?, true)
            };
            (!names.is_empty() && names.iter().all(|n| is_person(n))).then_some(names)
        })
        .unwrap_or_default()
}

/// Lines that announce the name on the next one.
const LABELS: &[&str] = &[
    "by",
    "written by",
    "article by",
    "author",
    "posted by",
    "words by",
    "story by",
    "von",
    "autor",
    "par",
    "por",
    "作者",
];

fn is_label(text: &str) -> bool {
    word_list::has(LABELS, &lower_case::of(text.trim_end_matches(':')))
}
