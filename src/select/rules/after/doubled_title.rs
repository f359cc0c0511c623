//! Removes a first heading that repeats the title, which is shown only once. Case, punctuation, and
//! a word for the kind of thing in one of the two are ignored (`BitField`, `Class BitField`). A
//! line or two may precede the heading. A line above the title that repeats it, such as the running
//! head of a book, is removed as well.

use crate::compact::lower_case;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::vocabulary::is_kind;

pub(in crate::select) const ID: RuleId = RuleId::new("doubled-title");

/// Maximum lines before the heading, such as a date and a category.
const MAX_LINES_BEFORE: usize = 2;

/// Maximum tokens of these lines.
const MAX_LINE_TOKENS: u32 = 16;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let Some(title) = metadata.title.as_deref() else {
        return;
    };
    let shown = (0..signals.len()).find(|&i| decisions.get(i) == Some(Reason::Title));
    for i in 0..shown.unwrap_or(0) {
        if letters(title).eq(letters(&signals.texts[i])) {
            decisions.remove_kept(i, Reason::Duplicate, ID);
        }
    }
    let mut kept =
        (0..signals.len()).filter(|&i| decisions.keeps(i) && signals.blocks[i].tokens > 0);
    for _ in 0..=MAX_LINES_BEFORE {
        let Some(block) = kept.next() else {
            return;
        };
        if signals.blocks[block].heading_level(page).is_some() {
            if is_same_title(title, &signals.texts[block]) {
                decisions.set(block, Some(Reason::Duplicate), ID);
            }
            return;
        }
        if signals.blocks[block].tokens > MAX_LINE_TOKENS {
            return;
        }
    }
}

fn is_same_title(title: &str, heading: &str) -> bool {
    letters(title).eq(letters(heading))
        || named(heading).is_some_and(|name| letters(title).eq(letters(name)))
        || named(title).is_some_and(|name| letters(name).eq(letters(heading)))
}

/// Returns the name in a text whose first or last word is a kind.
fn named(text: &str) -> Option<&str> {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    let is_kind = |word: &str| is_kind(&letters(word).collect::<String>());
    let (first, after) = text.split_once(char::is_whitespace)?;
    let (before, last) = text.rsplit_once(char::is_whitespace)?;
    match (is_kind(first), is_kind(last)) {
        (true, _) => Some(after),
        (_, true) => Some(before),
        _ => None,
    }
}

/// Returns the letters and digits of a text in lower case.
fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    let chars = text.chars().filter(|c| c.is_alphanumeric());
    chars.flat_map(lower_case::each)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, ruled};

    /// Returns, per block, whether it's kept if the page shows the title in block `shown`.
    fn kept(body: &str, shown: usize) -> Vec<bool> {
        let of = ruled(&format!("{body}{LONG}{LONG}</main>"));
        let mut decisions = Decisions::new(of.signals.len());
        decisions.set(shown, Some(Reason::Title), RuleId::new("test"));
        decide(&of.case(), &mut decisions);
        (0..of.signals.len()).map(|i| decisions.keeps(i)).collect()
    }

    #[test]
    fn a_heading_that_repeats_the_title_is_removed() {
        let keeps =
            |heading: &str| kept(&format!("<h1>The ferry sails again</h1><main>{heading}"), 0)[1];
        assert!(!keeps("<h2>The Ferry sails again <a href=#top>¶</a></h2>"));
        assert!(keeps("<h2>The ferry sails again and again</h2>"));
        assert!(keeps("<p>The ferry sails again.</p>"));
    }

    #[test]
    fn a_repeated_title_below_short_lines_is_removed() {
        let keeps = |before: &str| {
            let title = "The ferry sails again";
            let body = format!("<h1>{title}</h1><main>{before}<h2>{title}</h2>");
            kept(&body, 0)[1..].iter().all(|&keeps| keeps)
        };
        assert!(!keeps("<p>Harbour, 14 March</p>"));
        assert!(!keeps("<p>Harbour</p><p>14 March</p>"));
        assert!(keeps(LONG));
        assert!(keeps("<h2>In short</h2>"));
    }

    #[test]
    fn a_running_head_equal_to_the_title_is_removed() {
        let keeps = |above: &str| {
            let body = format!("<p>{above}</p><h1>The ferry sails again</h1><main>");
            kept(&body, 1)[0]
        };
        assert!(!keeps("The ferry sails again"));
        assert!(keeps("Harbour, 14 March"));
    }

    #[test]
    fn titles_that_differ_only_by_a_kind_are_equal() {
        for (title, heading) in [
            ("BitField", "Class BitField"),
            ("Class: BitField", "BitField"),
            ("buoys", "buoys module"),
            ("ButoaKlasse", "クラス ButoaKlasse"),
        ] {
            assert!(is_same_title(title, heading), "{heading}");
        }
        for (title, heading) in [
            ("BitField", "Why BitField"),
            ("BitField", "Class"),
            ("BitField", "Class BitFields"),
            ("Struct", "Class"),
        ] {
            assert!(!is_same_title(title, heading), "{heading}");
        }
    }
}
