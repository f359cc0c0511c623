//! Removes authors: short lines with a mail address at the end of the text, and the lines that
//! consist only of addresses before them.

use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::is_kept_text;

pub(in crate::select) const ID: RuleId = RuleId::new("addresses");

/// Number of last lines that are checked. With more, an address in the text is removed.
const MAX_LAST_LINES: usize = 3;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
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
    for i in 0..first.unwrap_or(0) {
        let is_line = kept(&i) && signals.blocks[i].heading_level(page).is_none();
        if is_line && signals.texts[i].split_whitespace().all(is_mail_address) {
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
    fn an_email_address_followed_by_many_lines_is_kept() {
        let page = |lines: &str| format!("{LONG}<div>Ann Other, ann@example.org</div>{lines}");
        let left = |lines: &str| kept_texts(decide, &page(lines), &[]).len();
        assert_eq!(left("<p>Harbour<p>Mill"), 4);
        assert_eq!(left("<p>Harbour<p>Mill<p>Weir"), 6);
    }
}
