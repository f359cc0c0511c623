//! Rules that find a fact, in tables in the order of trust, and the log of their values.
//!
//! The first rule of a table with a value decides. Extraction doesn't need the log: then no further
//! rule runs, and nothing is logged.

use std::fmt;

/// A fact that rules find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The title.
    Title,
    /// The authors' names.
    Byline,
    /// The date of publication.
    Published,
    /// The date of the last change.
    Modified,
    /// The site's name.
    Site,
}

impl Fact {
    /// Returns its name: lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Byline => "byline",
            Self::Published => "published",
            Self::Modified => "updated",
            Self::Site => "site",
        }
    }
}

/// Trust in a rule's value, highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// Declared for this very page: sufficient on its own.
    Declared,
    /// Written by a template for every page: believed unless more speaks for another value.
    Templated,
    /// Marked or visible at the usual place.
    Shown,
    /// Read from text with another purpose, or far away.
    Guessed,
}

impl Trust {
    /// Returns its name: lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Declared => "declared",
            Self::Templated => "templated",
            Self::Shown => "shown",
            Self::Guessed => "guessed",
        }
    }
}

/// Outcome of a rule's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is the page's.
    Chosen,
    /// A rule of more trust gave one before.
    Outranked,
    /// A title of the head: it supports headings and isn't a result itself.
    Support,
    /// A template's value without confirmation, if two rules agree on another.
    Unconfirmed,
    /// The name of an account or a group, if the page shows the person's.
    Account,
    /// The site's own name instead of the requested fact.
    SiteName,
    /// An editor's placeholder for a missing title.
    Placeholder,
    /// Too long for such a value.
    TooLong,
    /// An address in place of a name.
    Address,
    /// A change before the publication.
    BeforePublication,
}

impl Verdict {
    /// Returns its name: lower case, with hyphens.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chosen => "chosen",
            Self::Outranked => "outranked",
            Self::Support => "support",
            Self::Unconfirmed => "unconfirmed",
            Self::Account => "account",
            Self::SiteName => "site-name",
            Self::Placeholder => "placeholder",
            Self::TooLong => "too-long",
            Self::Address => "address",
            Self::BeforePublication => "before-publication",
        }
    }
}

/// A value that a rule gave for a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The fact.
    pub fact: Fact,
    /// The rule's name: lower case, with hyphens.
    pub rule: &'static str,
    /// Trust in the rule's value.
    pub trust: Trust,
    /// The value, as the rule gave it.
    pub value: String,
    /// Its outcome.
    pub verdict: Verdict,
}

/// A row of a table of rules; `F` is the function that finds the value.
pub(super) struct Rule<F> {
    pub(super) id: &'static str,
    pub(super) trust: Trust,
    pub(super) find: F,
}

impl<F> Rule<F> {
    pub(super) const fn new(id: &'static str, trust: Trust, find: F) -> Self {
        Self { id, trust, find }
    }

    /// Returns the log entry for a value of this rule.
    pub(super) fn gave(&self, fact: Fact, value: impl fmt::Display, verdict: Verdict) -> Candidate {
        Candidate {
            fact,
            rule: self.id,
            trust: self.trust,
            value: value.to_string(),
            verdict,
        }
    }
}

/// Logs the rules' values.
pub(super) trait Log {
    /// True if further rules run after one has decided.
    const ASKS_ALL: bool;

    /// Logs a rule's value.
    fn note(&mut self, candidate: impl FnOnce() -> Candidate);

    /// Logs that the value chosen for a fact is rejected after all.
    fn reject(&mut self, fact: Fact, why: Verdict);
}

/// Without a log.
impl Log for () {
    const ASKS_ALL: bool = false;

    fn note(&mut self, _: impl FnOnce() -> Candidate) {}

    fn reject(&mut self, _: Fact, _: Verdict) {}
}

impl Log for Vec<Candidate> {
    const ASKS_ALL: bool = true;

    fn note(&mut self, candidate: impl FnOnce() -> Candidate) {
        self.push(candidate());
    }

    fn reject(&mut self, fact: Fact, why: Verdict) {
        let is_chosen = |c: &&mut Candidate| c.fact == fact && c.verdict == Verdict::Chosen;
        for candidate in self.iter_mut().filter(is_chosen) {
            candidate.verdict = why;
        }
    }
}

/// Returns the value of the first rule that has one, and its trust. `ask` calls its argument.
pub(super) fn decide<F: Copy, T: fmt::Display, L: Log>(
    fact: Fact,
    rules: &[Rule<F>],
    ask: impl Fn(F) -> Option<T>,
    log: &mut L,
) -> Option<(T, Trust)> {
    let mut decided = None;
    for rule in rules {
        if decided.is_some() && !L::ASKS_ALL {
            break;
        }
        let Some(value) = ask(rule.find) else {
            continue;
        };
        let verdict = match decided {
            None => Verdict::Chosen,
            Some(_) => Verdict::Outranked,
        };
        log.note(|| rule.gave(fact, &value, verdict));
        decided = decided.or(Some((value, rule.trust)));
    }
    decided
}

/// Checks that the rules of a table are in the order of trust, each with an id of its own.
#[cfg(test)]
pub(super) fn assert_in_order<F>(rules: &[Rule<F>]) {
    assert!(rules.is_sorted_by_key(|rule| rule.trust));
    let mut ids: Vec<_> = rules.iter().map(|rule| rule.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), rules.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    type Find = fn(u32) -> Option<u32>;

    const RULES: &[Rule<Find>] = &[
        Rule::new("none", Trust::Declared, |_| None),
        Rule::new("half", Trust::Shown, |n| Some(n / 2)),
        Rule::new("same", Trust::Guessed, Some),
    ];

    #[test]
    fn first_rule_with_a_value_decides_and_all_are_logged() {
        let mut log = Vec::new();
        let found = decide(Fact::Title, RULES, |find| find(8), &mut log);
        assert_eq!(found, Some((4, Trust::Shown)));
        let row = |c: &Candidate| (c.rule, c.value.clone(), c.verdict);
        assert_eq!(
            log.iter().map(row).collect::<Vec<_>>(),
            [
                ("half", "4".to_owned(), Verdict::Chosen),
                ("same", "8".to_owned(), Verdict::Outranked)
            ]
        );
        log.reject(Fact::Title, Verdict::TooLong);
        assert_eq!(log[0].verdict, Verdict::TooLong);
        assert_eq!(log[1].verdict, Verdict::Outranked);
    }

    #[test]
    fn without_a_log_rules_after_the_deciding_one_are_skipped() {
        let asked = std::cell::Cell::new(0);
        let ask = |find: Find| {
            asked.set(asked.get() + 1);
            find(8)
        };
        assert_eq!(
            decide(Fact::Site, RULES, ask, &mut ()),
            Some((4, Trust::Shown))
        );
        assert_eq!(asked.get(), 2);
    }
}
