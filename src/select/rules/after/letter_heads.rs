//! Keeps the whole header of a letter, `From: … Date: … Subject: …`, if a part of it is kept,
//! because its lines are content and not only author and date.

use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;

pub(in crate::select) const ID: RuleId = RuleId::new("letter-heads");

/// The names of a letter's fields.
const FIELDS: [&str; 6] = ["From:", "To:", "Cc:", "Date:", "Sent:", "Subject:"];

/// Minimum lines in a header. With fewer, a byline with `From:` is kept.
const MIN_LINES: usize = 3;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let signals = case.signals;
    let is_field = |i: usize| {
        let text = signals.texts[i].trim_start();
        FIELDS.iter().any(|field| text.starts_with(field))
    };
    let mut start = 0;
    while start < signals.len() {
        let lines = (start..signals.len()).take_while(|&i| is_field(i)).count();
        let head = start..start + lines;
        start += lines.max(1);
        if lines < MIN_LINES || !head.clone().any(|i| decisions.keeps(i)) {
            continue;
        }
        for i in head {
            if decisions.get(i) == Some(Reason::Byline) {
                decisions.set(i, None, ID);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts_without};

    #[test]
    fn a_letter_header_is_kept_as_a_whole() {
        let kept = |head: &str| {
            let out = ["Date: 3 May 2021"];
            kept_texts_without(decide, &format!("{head}{LONG}"), &out, Reason::Byline).len()
        };
        let from = "<div>From: Ann Oar</div><div>Date: 3 May 2021</div>";
        assert_eq!(kept(&format!("{from}<div>Subject: Tar</div>")), 1 + 4);
        assert_eq!(kept(from), 1 + 2);
    }
}
