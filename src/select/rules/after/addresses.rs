//! Removes authors: short lines with a mail address at the end of the text, and the lines before
//! the text that consist only of addresses and the authors' names.

use crate::compact::lower_case;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{LINKED, is_kept_text};
use crate::vocabulary::List;

pub(in crate::select) const ID: RuleId = RuleId::new("addresses");

/// Number of last lines that are checked. With more, an address in the text is removed.
const MAX_LAST_LINES: usize = 3;

/// Maximum characters of a line with the authors' names and an address above the text.
const MAX_LINE_CHARS: usize = 120;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let kept = |i: &usize| decisions.keeps(*i) && signals.blocks[*i].tokens > 0;
    let last: Vec<usize> = (0..signals.len())
        .rev()
        .filter(kept)
        .take(MAX_LAST_LINES)
        .take_while(|&i| !is_kept_text(signals, decisions, i))
        .collect();
    let mut found = Vec::new();
    for i in last {
        let mut targets = signals.blocks[i].targets(page);
        if targets.any(|link| link.starts_with("mailto:"))
            || signals.texts[i].split_whitespace().any(is_mail_address)
        {
            found.push(i);
        }
    }
    let first = (0..signals.len()).find(|&i| is_kept_text(signals, decisions, i));
    for i in 0..first.map_or(0, |first| first + 1) {
        let block = &signals.blocks[i];
        let is_line = kept(&i) && block.heading_level(page).is_none();
        // A link may be named after its target instead of the author.
        let byline = metadata.byline.as_deref();
        let byline = byline
            .filter(|_| block.link_density() < LINKED)
            .unwrap_or_default();
        let is_byline = || {
            let mut words = signals.texts[i].split_whitespace();
            words.clone().any(is_mail_address)
                && (names_authors(&signals.texts[i], byline)
                    || words.all(|word| is_address(word) || is_beside_address(word, byline)))
        };
        if is_line && is_byline() {
            found.push(i);
        }
    }
    for i in found {
        decisions.set(i, Some(Reason::Byline), ID);
    }
}

fn is_mail_address(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && !host.contains('@'))
}

/// Returns whether a word is a mail address, or a name on a social network, such as `@ferry`.
fn is_address(word: &str) -> bool {
    let name = word.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '@');
    is_mail_address(word)
        || name
            .strip_prefix('@')
            .is_some_and(|name| name.starts_with(char::is_alphanumeric))
}

/// Returns whether a short line contains all names of the byline.
fn names_authors(line: &str, byline: &str) -> bool {
    !byline.is_empty()
        && line.chars().count() <= MAX_LINE_CHARS
        && byline.split_whitespace().all(|name| line.contains(name))
}

/// Returns whether a word may be beside an author's address: a separator, a label, or a part of the
/// byline.
fn is_beside_address(word: &str, byline: &str) -> bool {
    let plain = word.trim_matches(|c: char| !c.is_alphanumeric());
    let lower = lower_case::of(plain);
    plain.is_empty()
        || word.ends_with(':')
        || [List::VisiblePrefix, List::BesideText, List::TextCredit]
            .iter()
            .any(|list| list.has(&lower))
        || List::BylinePrefix.has_token(&lower)
        || byline
            .split_whitespace()
            .any(|name| name.trim_matches(|c: char| !c.is_alphanumeric()) == plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    #[test]
    fn author_email_addresses_below_the_text_are_removed() {
        let left = |line: &str| kept_texts(decide, &format!("{LONG}<div>{line}</div>"), &[]).len();
        assert_eq!(left("Ann Other, ann@example.org"), 2);
        assert_eq!(
            left("<a href=mailto:a@example.org>Write to me</a> of yours."),
            2
        );
        assert_eq!(left("So we met @ noon, at 3.5 knots."), 3);
        let above = format!("<div>Ann Other, ann@example.org</div>{LONG}");
        assert_eq!(kept_texts(decide, &above, &[]).len(), 3);
    }

    #[test]
    fn author_addresses_above_the_text_are_removed() {
        let left = |line: &str| kept_texts(decide, &format!("<div>{line}</div>{LONG}"), &[]).len();
        assert_eq!(left("Mail: ann@example.org | @ann_oar"), 2);
        assert_eq!(left("Words: Ann Oar (ann@example.org)"), 2);
        assert_eq!(left("The address ann@example.org"), 3);
        assert_eq!(left("Words: Ann Oar"), 3);
        assert_eq!(left("<a href=/ann>@ann_oar</a>"), 3);
    }

    #[test]
    fn an_email_address_followed_by_many_lines_is_kept() {
        let page = |lines: &str| format!("{LONG}<div>Ann Other, ann@example.org</div>{lines}");
        let left = |lines: &str| kept_texts(decide, &page(lines), &[]).len();
        assert_eq!(left("<p>Harbour<p>Mill"), 4);
        assert_eq!(left("<p>Harbour<p>Mill<p>Weir"), 6);
    }
}
