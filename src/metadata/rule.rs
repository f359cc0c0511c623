//! Rules for finding facts, in tables ordered by trust, and a log of their values.
//!
//! The first rule of a table with a value decides. Extraction doesn't need the log, so it stops
//! after that rule and logs nothing.

use std::fmt;

/// A fact found by rules.
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
    /// Returns its name in lower case.
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

/// Trust in a rule's values, highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// Declared for this page: sufficient on its own.
    Declared,
    /// Written by a template for every page: accepted unless there is more evidence for another
    /// value.
    Templated,
    /// Marked or visible in the usual place.
    Shown,
    /// Read from text with another purpose, or from a distant part of the page.
    Guessed,
}

impl Trust {
    /// Returns its name in lower case.
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
    /// It's the result.
    Chosen,
    /// A rule with more trust had a value before.
    Outranked,
    /// A title in the head: it supports headings and isn't a result itself.
    Support,
    /// An unconfirmed template value, if two rules agree on another.
    Unconfirmed,
    /// The name of an account or a group, if the page shows the name of a person.
    Account,
    /// The site's own name instead of the requested fact.
    SiteName,
    /// An editor's placeholder for a missing title.
    Placeholder,
    /// Too long for this fact.
    TooLong,
    /// An address instead of a name.
    Address,
    /// A change before the publication.
    BeforePublication,
}

impl Verdict {
    /// Returns its name in lower case, with hyphens.
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

/// A rule's value for a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The fact.
    pub fact: Fact,
    /// The rule's name in lower case, with hyphens.
    pub rule: &'static str,
    /// Trust in the rule's value.
    pub trust: Trust,
    /// The value as found by the rule.
    pub value: String,
    /// Its outcome.
    pub verdict: Verdict,
}

/// A row of a table of rules; `F` is a function that finds a value.
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
    /// True if the remaining rules also run after one has decided.
    const ASKS_ALL: bool;

    /// Logs a rule's value.
    fn note(&mut self, candidate: impl FnOnce() -> Candidate);

    /// Logs that the chosen value of a fact was rejected.
    fn reject(&mut self, fact: Fact, why: Verdict);
}

/// Logs nothing.
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

/// Checks that a table of rules is in order of trust, and that each rule has its own id.
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
