//! The name of the page's site.

use super::rule::{Fact, Log, Rule, Trust, Verdict, decide};
use super::sources::Sources;

/// A method of finding the site's name.
type Find = fn(&Sources<'_>) -> Option<String>;

const NAMES: &[Rule<Find>] = &[
    Rule::new("og-site-name", Trust::Declared, |s| {
        s.tags.first(&["og:site_name"])
    }),
    Rule::new("json-ld-website", Trust::Declared, |s| s.work.site.clone()),
    Rule::new("application-name", Trust::Templated, |s| {
        s.tags.first(&["application-name"])
    }),
    Rule::new("json-ld-publisher", Trust::Templated, |s| {
        s.work.publisher.clone()
    }),
    Rule::new("named-publisher", Trust::Templated, |s| {
        s.tags.first(&["dc.publisher", "citation_journal_title"])
    }),
];

/// The fallback if no name is declared.
const HOST: Rule<Find> = Rule::new("host", Trust::Guessed, |s| s.host().map(str::to_owned));

/// Maximum characters of a site's name: with fewer, names of institutes are lost; with more,
/// slogans are included.
const MAX_NAME_CHARS: usize = 100;

/// Finds the site's name.
pub(super) fn site<L: Log>(sources: &Sources<'_>, log: &mut L) -> Option<String> {
    let declared = decide(Fact::Site, NAMES, |find| find(sources), log);
    let unfit = declared.as_ref().and_then(|(name, _)| unfit(name));
    if let Some(why) = unfit {
        log.reject(Fact::Site, why);
    }
    let declared = declared.map(|(name, _)| name).filter(|_| unfit.is_none());
    if declared.is_some() && !L::ASKS_ALL {
        return declared;
    }
    let host = (HOST.find)(sources);
    if let Some(host) = &host {
        let verdict = match declared {
            None => Verdict::Chosen,
            Some(_) => Verdict::Outranked,
        };
        log.note(|| HOST.gave(Fact::Site, host, verdict));
    }
    declared.or(host)
}

/// Returns why a text isn't a valid site name; `None` if it is one.
fn unfit(name: &str) -> Option<Verdict> {
    if name.chars().count() > MAX_NAME_CHARS {
        Some(Verdict::TooLong)
    } else {
        name.contains("://").then_some(Verdict::Address)
    }
}

#[cfg(test)]
mod tests {
    use super::super::rule::assert_in_order;
    use super::*;

    #[test]
    fn rules_are_in_order_of_trust() {
        assert_in_order(NAMES);
    }
}
