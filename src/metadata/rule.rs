//! Rules by which a fact is found, in tables in the order of trust, and the log of what they give.
//!
//! The first rule of a table that gives a value decides. Nobody asks for the log on the way to an
//! article: then no rule is asked after that, and nothing is written down.

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

/// How far what a rule gives is believed, the most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// Stated for this very page: believed alone.
    Stated,
    /// Written by a template for every page: believed unless more speaks for another value.
    Templated,
    /// Marked or said where a reader looks for it.
    Shown,
    /// Read from what stands there for other ends, or far away.
    Guessed,
}

impl Trust {
    /// Returns its name: lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Templated => "templated",
            Self::Shown => "shown",
            Self::Guessed => "guessed",
        }
    }
}

/// What became of a value that a rule gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is the page's.
    Chosen,
    /// A rule of more trust gave one before.
    Outranked,
    /// A title of the head: it supports headings and is none by itself.
    Support,
    /// A template's value that nothing else confirms, where two rules agree on another.
    Unconfirmed,
    /// The name of an account or a group, where the page shows the person's.
    Account,
    /// The site's own name, where something else is asked for.
    SiteName,
    /// What an editor writes where nobody gave a title.
    Placeholder,
    /// Longer than such a value is.
    TooLong,
    /// An address in the place of a name.
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
    /// How far what the rule gives is believed.
    pub trust: Trust,
    /// The value, as the rule gave it.
    pub value: String,
    /// What became of it.
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

    /// Returns what the log says of a value of this rule.
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

/// Takes down what rules give.
pub(super) trait Log {
    /// Whether rules are asked as well after one has decided.
    const ASKS_ALL: bool;

    /// Takes down a value that a rule gave.
    fn note(&mut self, candidate: impl FnOnce() -> Candidate);

    /// Says that the value chosen for a fact is not taken after all.
    fn reject(&mut self, fact: Fact, why: Verdict);
}

/// Nobody asks.
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

/// Returns the value of the first rule that gives one, and how far it is believed. `ask` calls what
/// it is given.
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

/// Checks that the rules of a table stand in the order of trust, each with an id of its own.
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
        Rule::new("none", Trust::Stated, |_| None),
        Rule::new("half", Trust::Shown, |n| Some(n / 2)),
        Rule::new("same", Trust::Guessed, Some),
    ];

    #[test]
    fn the_first_rule_that_gives_a_value_decides_and_all_are_logged() {
        let mut log = Vec::new();
        let found = decide(Fact::Title, RULES, |find| find(8), &mut log);
        assert_eq!(found, Some((4, Trust::Shown)));
        let said = |c: &Candidate| (c.rule, c.value.clone(), c.verdict);
        assert_eq!(
            log.iter().map(said).collect::<Vec<_>>(),
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
    fn without_a_log_no_rule_is_asked_after_the_one_that_decides() {
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
