//! Authors in lines of visible text.

use std::ops::RangeInclusive;

use super::elements::is_authors;
use super::text::{first_of, is_by, is_label, names_of, texts_of_line};
use crate::compact::lower_case;
use crate::metadata::clean::compact;
use crate::metadata::date::{self, Order};
use crate::metadata::foreign::PARAGRAPH;
use crate::metadata::line::VisibleLine;
use crate::metadata::name::{
    after_inner_by, after_time, before_date, is_job, is_name, is_person, is_place, names,
    strip_word, without_prefix,
};
use crate::metadata::sources::Sources;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::url;
use crate::vocabulary::List;

/// Lines before and after the title that may begin like a byline: with fewer, a byline below a
/// standfirst is missed; with more, sentences of the text are included.
const BEFORE: usize = 6;
const AFTER: usize = 14;

/// Maximum characters of a line that names an author: longer ones are the first sentence of a
/// paragraph.
const MAX_LINE_CHARS: usize = 160;

/// Characters of a name in scripts without spaces, if another name follows: longer ones are words.
const SHORT_NAME: RangeInclusive<usize> = 2..=3;

/// Returns the names in visible lines near the title that begin like bylines.
pub(super) fn introduced(sources: &Sources<'_>) -> Vec<String> {
    let lines = sources.near_title(BEFORE, AFTER);
    for (i, line) in lines.iter().enumerate() {
        if line.text.chars().count() > MAX_LINE_CHARS || sources.is_others(line) {
            continue;
        }
        let inner = after_inner_label(&line.text);
        let is_inner = |name: &String| {
            is_name(name) && (is_person(name) || !name.chars().any(crate::text::is_cjk))
        };
        if let Some(names) = inner.filter(|n| !n.is_empty() && n.iter().all(is_inner)) {
            return names;
        }
        let names = announced(sources.page, line, lines.get(i + 1));
        // Many sentences also begin with these words. Names are recognized by their form, or by
        // being the only text of a line just below the title.
        if are_people(&names) {
            return names;
        }
        let is_below = sources.title.is_some_and(|t| line.first > t);
        if let [alias] = names.as_slice()
            && is_below
            && !is_job(alias)
            && (is_alias(&line.text, alias) || is_linked_after_label(sources.page, line, alias))
        {
            return names;
        }
    }
    Vec::new()
}

/// Returns whether there are names and each has a person's form.
fn are_people(names: &[String]) -> bool {
    !names.is_empty() && names.iter().all(|n| is_person(n))
}

/// Returns the names after a label inside a line, in scripts without spaces.
fn after_inner_label(text: &str) -> Option<Vec<String>> {
    List::InnerLabel.words().find_map(|label| {
        let after = text[text.find(label)? + label.len()..].trim_start();
        let end = after
            .find(|c: char| "（(｜|：:".contains(c) || c.is_ascii_digit())
            .unwrap_or(after.len());
        // A space can separate two names, or two values: the second is only included if it's as
        // short as a name.
        let mut words = after[..end].split_whitespace();
        let first = words.next()?;
        if !first.chars().any(crate::text::is_cjk) {
            return Some(names(&after[..end], true));
        }
        let second = words
            .next()
            .filter(|w| SHORT_NAME.contains(&w.chars().count()) && words.next().is_none());
        Some(match second {
            Some(second) => vec![first.to_owned(), second.to_owned()],
            None => names(first, true),
        })
    })
}

/// Returns the names in a line that begins with a label or like a byline, and in the next line if
/// this one is only a label.
fn announced(page: &Page, line: &VisibleLine<'_>, next: Option<&VisibleLine<'_>>) -> Vec<String> {
    let text = without_brackets(&line.text);
    // A label may be in a separate element, with a margin between it and the name.
    let label = page.text(line.first).trim();
    let after_label = text
        .strip_prefix(label)
        .map(|after| after.trim_start_matches([':', ' ']))
        .filter(|after| !after.is_empty() && is_label(label));
    if let Some(after) = after_label {
        let apart = names_of(&texts_of_line(page, line));
        let is_linked = |names: &[String]| matches!(names, [one] if is_linked(page, line, one));
        if are_people(&apart) || is_linked(&apart) {
            apart
        } else {
            names(after, true)
        }
    } else if without_prefix(text, true).len() < text.len() {
        let first = first_of(&texts_of_line(page, line));
        first.unwrap_or_else(|| names(text, true))
    } else if is_label(text) {
        next.map_or_else(Vec::new, |next| names(&next.text, true))
    } else {
        Vec::new()
    }
}

/// Returns a text without the brackets around all of it.
fn without_brackets(text: &str) -> &str {
    let inner = text.strip_prefix(['(', '[', '（', '［']);
    let inner = inner.and_then(|text| text.strip_suffix([')', ']', '）', '］']));
    inner.map_or(text, str::trim)
}

/// Lines before and after the title that may have a person's name beside the date: with more,
/// places beside dates are included.
const DATED_BEFORE: usize = 1;
const DATED_AFTER: usize = 6;

/// Returns the names beside a date in a line just above or below the title: a person after a word
/// such as "by", or next to a divider and not linked. A link there is as often that of a section.
pub(super) fn dated(sources: &Sources<'_>) -> Vec<String> {
    let (page, Some(title)) = (sources.page, sources.title) else {
        return Vec::new();
    };
    for line in sources.near_title(DATED_BEFORE, DATED_AFTER) {
        if page.contains(title, line.first)
            || line.text.chars().count() > MAX_LINE_CHARS
            || sources.is_others(line)
        {
            continue;
        }
        let dates = date::all_in(&line.text, Order::DayFirst);
        if dates.is_empty() || List::ImageCredit.any_in(&lower_case::of(&line.text)) {
            continue;
        }
        let is_above = line.first < title;
        let mut parts = date::beside(&line.text, &dates).enumerate();
        let named = |(at, part): (usize, &str)| {
            if at > 0 {
                let rest = after_time(part);
                let is_divided = part[..part.len() - rest.len()].contains(DIVIDING);
                return named(page, line, rest, is_divided);
            }
            let end = part.trim_end();
            let before = before_date(end);
            // "Ada Park, le 2 mars"; "De Ada Park pe 2 martie", where nothing else is on the line.
            let is_dated = before.len() < end.trim_end_matches(',').len()
                && after_time(&line.text[dates[0].end..]).is_empty();
            let is_all = || dates.len() == 1 && line.text[dates[0].end..].trim().is_empty();
            let is_divided = end.ends_with(DIVIDING)
                || is_dated
                || (is_above && (end.ends_with(',') || is_all()));
            let person = before
                .strip_prefix("De ")
                .filter(|rest| is_dated && is_person(rest));
            named(page, line, person.unwrap_or(part), is_divided)
        };
        if let Some(names) = parts.find_map(named) {
            return names;
        }
    }
    Vec::new()
}

/// Separators between a name and a date. Above the title a comma is also one; below it, text can
/// begin with a place, a comma, and a date.
const DIVIDING: [char; 7] = ['-', '–', '—', '|', '·', '•', '/'];

/// Returns the people in a part of a line: after a word such as "by", between dividers, or divided
/// from a date.
fn named(page: &Page, line: &VisibleLine<'_>, part: &str, is_divided: bool) -> Option<Vec<String>> {
    let mut pieces = vec![part];
    for divider in List::Divider.words() {
        pieces = pieces.into_iter().flat_map(|p| p.split(divider)).collect();
    }
    let divided = pieces.len() > 1 || is_divided;
    let is_around = |c: char| matches!(c, ' ' | ',' | '.' | ':') || DIVIDING.contains(&c);
    let mut trimmed = pieces
        .iter()
        .map(|piece| before_date(piece.trim_matches(is_around)));
    trimmed.find_map(|piece| {
        let inner = after_inner_by(piece).map(|after| names(after, true));
        if let Some(inner) = inner.filter(|inner| are_people(inner)) {
            return Some(inner);
        }
        let announced = without_prefix(piece, true).len() < piece.len();
        let names = names(piece, true);
        // CJK text has no capitals or spaces by which a name could be recognized.
        let whole = || {
            divided
                && names.join(" ").len() == piece.len()
                && !piece.contains(|c: char| matches!(c, ',' | ':' | '/') || crate::text::is_cjk(c))
                && !names.iter().any(|name| is_place(name))
        };
        let is_section = || is_linked(page, line, piece) && !is_linked_by_name(page, line, piece);
        let counts = are_people(&names) && (announced || (whole() && !is_section()));
        counts.then_some(names)
    })
}

/// Maximum ancestors of a text among which its link is searched for; with fewer, markup in between
/// hides the link.
const LINK_LEVELS: usize = 4;

/// Returns the links in a line with their texts, trimmed.
fn links<'a>(page: &'a Page, line: &VisibleLine<'_>) -> impl Iterator<Item = (NodeId, &'a str)> {
    let texts = (line.first.0..=line.last.0).map(NodeId);
    let texts = texts.filter(|&n| page.is_text(n));
    texts.filter_map(|n| {
        let mut around = page.ancestors(n).take(LINK_LEVELS);
        let link = around.find(|&a| page.tag(a) == Tag::A)?;
        Some((link, page.text(n).trim()))
    })
}

/// Returns whether adjacent links in the line have exactly this text.
fn is_linked(page: &Page, line: &VisibleLine<'_>, text: &str) -> bool {
    let texts: Vec<&str> = links(page, line).map(|(_, text)| text).collect();
    texts.contains(&text) || (texts.len() > 1 && texts.join(" ").contains(text))
}

/// Returns whether a link in the line leads to the page of the author whose name is its text.
fn is_linked_by_name(page: &Page, line: &VisibleLine<'_>, name: &str) -> bool {
    links(page, line).any(|(link, text)| {
        let path = url::decoded(url::path(page.attr(link, Attr::Href).unwrap_or_default()));
        let last = path.trim_end_matches('/').rsplit('/').next();
        text == name && is_authors(&path) && last.is_some_and(|last| compact(last) == compact(name))
    })
}

/// Maximum words of an alias: longer texts are short sentences.
const ALIAS_WORDS: usize = 3;

/// Maximum bytes of a line with an author's alias after a word such as "by": longer ones are
/// sentences.
const MAX_ALIAS: usize = 40;

/// Returns whether a line begins with a label and an alias in a link follows.
fn is_linked_after_label(page: &Page, line: &VisibleLine<'_>, alias: &str) -> bool {
    is_label(page.text(line.first).trim()) && is_linked(page, line, alias)
}

/// Returns whether a short line is a word such as "by" and a name that is a single word or contains
/// digits.
fn is_alias(line: &str, name: &str) -> bool {
    if line.len() > MAX_ALIAS {
        return false;
    }
    let by = line
        .strip_suffix(name)
        .map(|by| lower_case::of(by.trim().trim_end_matches(':')));
    by.is_some_and(|by| List::BylineLabel.has(&by))
        && (!name.contains(' ') || name.contains(|c: char| c.is_ascii_digit()))
        && name.split(' ').count() <= ALIAS_WORDS
}

/// Maximum bytes of a credit line: longer ones are sentences.
const MAX_CREDIT_BYTES: usize = 160;

/// Returns the names in a credit at the end of the text or beside it.
pub(super) fn credited(sources: &Sources<'_>) -> Vec<String> {
    sources
        .content_lines()
        .filter(|l| l.text.len() <= MAX_CREDIT_BYTES)
        .find_map(|line| {
            let lower = lower_case::of(&line.text);
            let mut credits = List::Credit.words();
            credits.find(|c| lower.starts_with(c))?;
            // A role or a biography may follow.
            let whole = names(&line.text, true);
            let names = if whole.iter().all(|n| is_person(n)) {
                whole
            } else {
                names(line.text.split([',', '|', '(']).next()?, true)
            };
            are_people(&names).then_some(names)
        })
        .unwrap_or_default()
}

/// Minimum paragraphs above a signature.
const SIGNED_PARAGRAPHS: usize = 3;

/// Maximum bytes of a signature.
const MAX_SIGNATURE: usize = 40;

/// Returns the person whose emphasized name, not a link, follows the last paragraph of a text and
/// ends it.
pub(super) fn signature(sources: &Sources<'_>) -> Vec<String> {
    let page = sources.page;
    sources
        .content_lines()
        .filter(|line| line.text.len() <= MAX_SIGNATURE && is_person(&line.text))
        .find(|line| {
            let block = line.block;
            let is_paragraph =
                |&n: &NodeId| page.tag(n) == Tag::P && page.raw_text(n).len() >= PARAGRAPH;
            let continues = |n: NodeId| {
                let is_text = matches!(page.tag(n), Tag::P | Tag::Ul | Tag::Ol | Tag::Table);
                is_text && !page.raw_text(n).trim().is_empty()
            };
            let siblings = page.parent(block).into_iter();
            let siblings = siblings.flat_map(|p| page.children(p));
            let siblings: Vec<NodeId> = siblings.filter(|&n| page.is_element(n)).collect();
            let at = siblings.partition_point(|&n| n < block);
            page.tag(block) == Tag::P
                && page.raw_text(block).trim() == line.text
                && is_emphasized(page, block, line.first)
                && !page.descendants(block).any(|n| page.tag(n) == Tag::A)
                && at
                    .checked_sub(1)
                    .is_some_and(|last| is_paragraph(&siblings[last]))
                && siblings[..at].iter().filter(|n| is_paragraph(n)).count() >= SIGNED_PARAGRAPHS
                && !siblings[at + 1..].iter().any(|&n| continues(n))
        })
        .map(|line| names(&line.text, true))
        .filter(|names| are_people(names))
        .unwrap_or_default()
}

/// Returns whether the text in a block is emphasized.
fn is_emphasized(page: &Page, block: NodeId, text: NodeId) -> bool {
    let is_emphasis = |n: NodeId| matches!(page.tag(n), Tag::B | Tag::Strong | Tag::Em | Tag::I);
    let mut inside = page.ancestors(text).take_while(|&n| n != block);
    inside.any(is_emphasis)
}

/// Returns the name in a line with the author and time of a question: after a word such as "by", in
/// a link, after the date, or at the beginning of the next line.
pub(super) fn asked(sources: &Sources<'_>) -> Vec<String> {
    let page = sources.page;
    let mut lines = sources.content_lines().peekable();
    std::iter::from_fn(|| Some((lines.next()?, lines.peek().copied())))
        .filter(|(line, _)| line.text.len() <= MAX_CREDIT_BYTES)
        .find_map(|(line, next)| {
            let labels = List::Asker.words();
            let rest = labels
                .filter_map(|label| strip_word(&line.text, label))
                .min_by_key(|rest| rest.len())?;
            let dates = date::all_in(rest, Order::DayFirst);
            let last = dates.last()?;
            let linked = links(page, line).map(|(_, text)| text);
            let linked = linked.filter(|text| !is_label(text));
            let below = next.map(|next| page.text(next.first));
            let parts = texts_of_line(page, line);
            let by = parts.iter().position(|text| is_by(text));
            let named = by.and_then(|by| parts.get(by + 1).copied());
            let after = [after_time(&rest[last.end..])];
            let texts = named.into_iter().chain(linked).chain(after).chain(below);
            let mut found = texts.map(|text| names(text, false));
            found.find(|names| names.len() == 1)
        })
        .unwrap_or_default()
}

/// Lines before and after the title that may name the sender of a message.
const SENDER_BEFORE: usize = 2;
const SENDER_AFTER: usize = 14;

/// Returns the name of a message's sender next to an email address: in a line that begins with
/// "From:", or before a mail link.
pub(super) fn sender(sources: &Sources<'_>) -> Vec<String> {
    let page = sources.page;
    let lines = sources.near_title(SENDER_BEFORE, SENDER_AFTER).iter();
    lines
        .filter(|line| !sources.is_others(line))
        .filter(|line| {
            !sources
                .title
                .is_some_and(|title| page.contains(title, line.first))
        })
        .find_map(|line| {
            // A message as plain text begins with its header fields.
            let text = match page.tag(line.block) {
                Tag::Pre => page.text(line.first).trim_start().lines().next()?,
                _ => &line.text,
            };
            if text.len() > MAX_CREDIT_BYTES {
                return None;
            }
            let mail = (line.first.0..=line.last.0)
                .map(NodeId)
                .find(|&n| page.is_text(n) && opens_mail(page, n));
            let labels = List::Sender.words();
            let sent = labels
                .filter_map(|label| Some((label, text.get(text.len().min(label.len())..)?)))
                .filter(|(_, rest)| rest.trim_start().starts_with([':', '：']))
                .find_map(|(label, _)| strip_word(text, label));
            let has_address = mail.is_some() || text.contains('@');
            let (text, is_sent) = match sent.filter(|_| has_address) {
                Some(sent) => (sent, true),
                None => (text.split(page.text(mail?).trim()).next()?, false),
            };
            // The text before the address is only a label: "Contact:".
            if !is_sent && text.trim_end().ends_with([':', '：']) {
                return None;
            }
            let end = text.find(['<', '(', '[']).filter(|&at| at > 0);
            let found = names(&text[..end.unwrap_or(text.len())], false);
            (found.len() == 1 && (is_sent || are_people(&found))).then_some(found)
        })
        .unwrap_or_default()
}

/// Returns whether a text is in a mail link.
fn opens_mail(page: &Page, text: NodeId) -> bool {
    page.ancestors(text).take(LINK_LEVELS).any(|a| {
        page.attr(a, Attr::Href)
            .and_then(|href| href.strip_prefix("mailto:"))
            // Sharing buttons have no recipient in the link.
            .is_some_and(|address| !address.is_empty() && !address.starts_with('?'))
    })
}

/// Returns the publisher of a text without an author: the source in a label near the title.
pub(super) fn source(sources: &Sources<'_>) -> Vec<String> {
    let lines = sources.near_title(SENDER_BEFORE, SENDER_AFTER).iter();
    lines
        .filter(|line| line.text.len() <= MAX_CREDIT_BYTES && !sources.is_others(line))
        .find_map(|line| {
            let texts = texts_of_line(sources.page, line);
            texts.iter().enumerate().find_map(|(at, text)| {
                let text = text.rsplit(['|', '·', '•']).next()?;
                let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
                let mut labels = List::SourceLabel.words();
                labels.find_map(|label| {
                    let rest = text
                        .get(..label.len())
                        .filter(|start| lower_case::of(start) == label);
                    let rest = text[rest?.len()..]
                        .trim_start()
                        .strip_prefix([':', '：'])?
                        .trim();
                    let named = if rest.is_empty() {
                        texts.get(at + 1)?
                    } else {
                        rest
                    };
                    Some(names(named, false)).filter(|names| names.len() == 1)
                })
            })
        })
        .unwrap_or_default()
}
