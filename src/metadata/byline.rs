//! The authors.
//!
//! 1. Sources in order of trust: JSON-LD, named values in the head, `rel=author` and microdata,
//!    elements whose class names an author, visible lines near the title ("By …", "Von …",
//!    "作者：…"), credits further down, a signature below the text, a person beside the date, a
//!    member's name at the top of a discussion.
//! 2. Every source is read into names: prefixes, dates, roles, addresses and placeholders are
//!    removed.
//! 3. The first source with names wins. Exceptions: an unconfirmed value of the head if two sources
//!    agree on another; and the site's own name, which wins only if there is no other, or against a
//!    guess if it is the name of a person that the page shows.
//! 4. Names visible to readers replace the winner if that is an account or an organization, an
//!    author named only in the head, or only some of the authors.

mod elements;
mod lines;
mod nodes;
mod text;
mod whole;

use super::clean::compact;
use super::name::{in_reading_order, is_account, is_group, is_person, names};
use super::rule::{Fact, Log, Rule, Trust, Verdict};
use super::site_names::SiteNames;
use super::sources::Sources;
use super::title::account_in_title;
use crate::compact::lower_case;
use crate::vocabulary::List;
use elements::{AuthorMark, Marked, beside, member, poster};
use lines::{asked, credited, dated, introduced, sender, signature, source};
pub(super) use nodes::byline_nodes;
use whole::whole_name;

/// Maximum authors in a byline.
const MAX_NAMES: usize = 40;

/// Maximum names of one value that are compared with each other: twice as many, because some are
/// repeated.
const MAX_READ: usize = 2 * MAX_NAMES;

/// Names of authors, in order.
type Names = Vec<String>;

/// A method of finding authors; each value has its own names.
type Find = fn(&Authors<'_>) -> Vec<Names>;

const BYLINE: &[Rule<Find>] = &[
    Rule::new("json-ld", Trust::Declared, |a| {
        let authors = a.sources.work.authors.iter();
        vec![authors.flat_map(|n| names(n, false)).collect()]
    }),
    Rule::new("named-value", Trust::Templated, named_values),
    Rule::new("account-title", Trust::Templated, account_title),
    Rule::new("rel-author", Trust::Shown, |a| a.marked(AuthorMark::Rel)),
    Rule::new("microdata", Trust::Shown, |a| {
        a.marked(AuthorMark::Microdata)
    }),
    Rule::new("author-class", Trust::Shown, |a| {
        a.marked(AuthorMark::Class)
    }),
    Rule::new("loose-author-class", Trust::Shown, |a| {
        a.marked(AuthorMark::Loose)
    }),
    Rule::new(INTRODUCED, Trust::Shown, |a| vec![introduced(a.sources)]),
    Rule::new("sender", Trust::Shown, |a| vec![sender(a.sources)]),
    Rule::new("labeled-value", Trust::Guessed, labeled_value),
    Rule::new("twitter-creator", Trust::Guessed, |a| {
        let creator = a.sources.tags.first(&["twitter:creator"]);
        creator.iter().map(|name| names(name, false)).collect()
    }),
    Rule::new("credit", Trust::Guessed, |a| vec![credited(a.sources)]),
    Rule::new("signature", Trust::Guessed, |a| vec![signature(a.sources)]),
    Rule::new("beside-date", Trust::Guessed, |a| vec![dated(a.sources)]),
    Rule::new("below-title", Trust::Guessed, |a| vec![beside(a.sources)]),
    Rule::new("asker", Trust::Guessed, |a| vec![asked(a.sources)]),
    Rule::new("poster", Trust::Guessed, |a| vec![poster(a.sources)]),
    Rule::new("member", Trust::Guessed, |a| vec![member(a.sources)]),
    Rule::new("source-label", Trust::Guessed, |a| vec![source(a.sources)]),
];

/// Sources of authors.
struct Authors<'a> {
    sources: &'a Sources<'a>,
    marked: Marked,
}

impl Authors<'_> {
    fn marked(&self, mark: AuthorMark) -> Vec<Names> {
        vec![self.marked.of(self.sources, mark)]
    }
}

/// Returns the authors in named values of the head, grouped by name.
fn named_values(authors: &Authors<'_>) -> Vec<Names> {
    let of_name = |name: &str| {
        let is_librarys = List::LibraryAuthor.has(name);
        let values = authors.sources.tags.all(name);
        let ordered = values.map(|value| match is_librarys {
            true => in_reading_order(value),
            false => value.into(),
        });
        ordered.flat_map(|value| names(&value, false)).collect()
    };
    let all = List::NamedAuthor.words();
    all.map(of_name).collect()
}

/// Returns the author in a labeled value of the head: a widespread plugin describes the article in
/// pairs of label and value.
fn labeled_value(authors: &Authors<'_>) -> Vec<Names> {
    let tags = &authors.sources.tags;
    let label = tags.first(&["twitter:label1"]).map(|l| lower_case::of(&l));
    if !label.is_some_and(|l| List::AuthorLabel.any_in(&l)) {
        return Vec::new();
    }
    let values = tags.all("twitter:data1");
    vec![values.flat_map(|n| names(n, false)).collect()]
}

/// Returns the author of the post that a page shows, from the titles of social sites: "Ada Park
/// (@ada@harbour.example)".
fn account_title(authors: &Authors<'_>) -> Vec<Names> {
    let titles = authors.sources.tags.any(List::NamedTitle.words());
    let sites = &authors.sources.sites;
    let on_site = |title| {
        let mut between = List::OnSite.words();
        between.find_map(|on| {
            let (name, rest) = str::split_once(title, on)?;
            // The post itself may follow, in quotes.
            let (site, post) = rest.split_once(':').unwrap_or((rest, ""));
            let is_quoted = post.trim_start().starts_with(['"', '“', '„', '«', '「']);
            (is_person(name) && (is_quoted || sites.is_declared(site))).then_some(name)
        })
    };
    titles
        .filter_map(|title| account_in_title(title).or_else(|| on_site(title)))
        .map(|name| names(name, false))
        .collect()
}

/// Value of a rule.
struct Candidate {
    rule: &'static Rule<Find>,
    /// At least one.
    names: Names,
    /// The first name in compact form, for comparisons.
    key: String,
}

/// Returns the authors' names in order; none if they can't be found.
pub(super) fn byline<L: Log>(sources: &Sources<'_>, log: &mut L) -> Names {
    let candidates = gather(sources);
    let best = best(&candidates, &sources.sites);
    let chosen = best.map(|best| shown(best, &candidates, sources).unwrap_or(best));
    for (at, one) in candidates.iter().enumerate() {
        let verdict = || {
            if chosen == Some(at) {
                Verdict::Chosen
            } else if best == Some(at) && is_replaceable(&one.names, &sources.sites) {
                Verdict::Account
            } else if best == Some(at) {
                Verdict::Unconfirmed
            } else if is_sites(&one.names, &sources.sites) {
                Verdict::SiteName
            } else if best.is_some_and(|best| at < best) {
                Verdict::Unconfirmed
            } else {
                Verdict::Outranked
            }
        };
        log.note(|| one.rule.gave(Fact::Byline, one.names.join(", "), verdict()));
    }
    let chosen = chosen.and_then(|at| candidates.into_iter().nth(at));
    let mut names = chosen.map_or_else(Names::new, |one| one.names);
    names.truncate(MAX_NAMES);
    if let [name] = names.as_mut_slice()
        && let Some(whole) = whole_name(sources, name)
    {
        *name = whole;
    }
    names
}

/// Returns the values of all rules, in the order of the table, without the site's name if there are
/// other names.
fn gather(sources: &Sources<'_>) -> Vec<Candidate> {
    let authors = Authors {
        sources,
        marked: Marked::read(sources.page, &sources.regions),
    };
    let mut candidates = Vec::new();
    for rule in BYLINE {
        for mut names in (rule.find)(&authors) {
            for name in &mut names {
                let length = without_site(name, &sources.sites).len();
                name.truncate(length);
            }
            distinct(&mut names);
            if names.iter().any(|n| !is_site(n, &sources.sites)) {
                names.retain(|n| !is_site(n, &sources.sites));
            }
            // After a person's name, the site's name isn't another person, even if it looks like
            // one.
            let mut is_first = true;
            let names_site = |n: &String| sources.sites.is_site(n) || sources.sites.begins(n);
            names.retain(|n| std::mem::take(&mut is_first) || !names_site(n));
            // A publisher's name beside its reporter's is a mistake in the template.
            if names.iter().any(|n| is_person(n) && !is_company(n)) {
                names.retain(|n| !is_company(n));
            }
            if let Some(key) = names.first().map(|first| compact(first)) {
                candidates.push(Candidate { rule, names, key });
            }
        }
    }
    candidates
}

/// Returns a person's name without the site's name after it: "Ada Park for Harbour Post".
fn without_site<'a>(name: &'a str, sites: &SiteNames) -> &'a str {
    let ends = List::SiteAfterName.words();
    ends.filter_map(|end| name.split_once(end))
        .find(|(person, site)| {
            // An article may precede the site's name: "for the Harbour Post".
            let bare = site.split_once(' ').map_or("", |(_, bare)| bare);
            is_person(person) && (sites.is_site(site) || sites.is_declared(bare))
        })
        .map_or(name, |(person, _)| person)
}

/// Returns whether a name is the site's. A site may be named after its author.
fn is_site(name: &str, sites: &SiteNames) -> bool {
    sites.is_declared(name) || (sites.is_site(name) && !is_person(name))
}

/// Returns whether the first of some names is the site's.
fn is_sites(names: &[String], sites: &SiteNames) -> bool {
    names.first().is_some_and(|n| is_site(n, sites))
}

/// Minimum number of values with the same first author for them to confirm each other.
const CONFIRMED: usize = 2;

/// Returns the best of the rules' values. Templates often declare the publisher as the author in
/// one value of the head and the person in others. JSON-LD is written with more care.
fn best(candidates: &[Candidate], sites: &SiteNames) -> Option<usize> {
    let are_organization =
        |value: &Candidate| value.names.iter().any(|n| is_organization(n, sites));
    let votes = |key: &str| candidates.iter().filter(|other| other.key == key).count();
    let first = |least: usize| {
        candidates
            .iter()
            .position(|one| !is_sites(&one.names, sites) && votes(&one.key) >= least)
    };
    let is_guess = |at: usize| candidates[at].rule.trust == Trust::Guessed;
    match (first(1), first(CONFIRMED)) {
        (Some(one), _) if is_guess(one) => eponym(candidates, sites).or(Some(one)),
        (Some(one), Some(two))
            if one < two
                && candidates[one].rule.trust == Trust::Templated
                && !(are_people(&candidates[one], sites) && are_organization(&candidates[two])) =>
        {
            Some(two)
        }
        (one, _) => one.or_else(|| (!candidates.is_empty()).then_some(0)),
    }
}

/// Returns the person after whom the site is named, if the page shows the name and declares it
/// again.
fn eponym(candidates: &[Candidate], sites: &SiteNames) -> Option<usize> {
    candidates.iter().position(|one| {
        let mut same = candidates.iter().filter(|other| other.key == one.key);
        let is_personal = |name: &String| is_person(name) && !is_company(name) && !is_group(name);
        is_sites(&one.names, sites)
            && one.names.iter().all(is_personal)
            && same.clone().count() >= CONFIRMED
            && same.any(is_visible)
    })
}

/// Returns the value that replaces the best one: people instead of an account or an organization,
/// another author than the one in the head, or more authors than it names.
fn shown(best: usize, candidates: &[Candidate], sources: &Sources<'_>) -> Option<usize> {
    let sites = &sources.sites;
    let people_if = |is: &dyn Fn(&Candidate) -> bool| people_if(candidates, sites, is);
    let one = &candidates[best];
    if let [name] = one.names.as_slice() {
        if is_account(name) {
            // The page may show the same name with capitals and spaces: "Ada Park" for "adapark".
            let written = people_if(&|g| g.names.len() == 1 && is_visible(g) && g.key == one.key);
            // A member's name that the page also shows stays.
            let is_shown = || candidates.iter().any(|g| is_visible(g) && g.key == one.key);
            if written.is_some() || is_shown() {
                return written;
            }
            return people_if(&|g| g.names.len() == 1 && is_visible(g));
        }
        if is_organization(name, sites)
            && let Some(people) = people_if(&is_visible)
        {
            return Some(people);
        }
    }
    let is_named = |g: &Candidate| one.names.iter().any(|name| has(&g.names, name));
    if one.rule.trust <= Trust::Templated
        && !candidates.iter().any(|g| is_visible(g) && is_named(g))
    {
        let others = people_if(&|g| {
            let agree = candidates
                .iter()
                .filter(|o| is_visible(o) && o.key == g.key);
            is_visible(g) && !is_named(g) && (agree.count() >= CONFIRMED || g.rule.id == INTRODUCED)
        });
        if others.is_some() {
            return others;
        }
    }
    more_complete(one, candidates, sites)
}

/// Returns the first value with only people that satisfies `is`.
fn people_if(
    candidates: &[Candidate],
    sites: &SiteNames,
    is: &dyn Fn(&Candidate) -> bool,
) -> Option<usize> {
    let mut all = candidates.iter();
    all.position(|one| are_people(one, sites) && is(one))
}

/// Returns the value that has more authors than the best one, and all of those.
fn more_complete(one: &Candidate, candidates: &[Candidate], sites: &SiteNames) -> Option<usize> {
    let people_if = |is: &dyn Fn(&Candidate) -> bool| people_if(candidates, sites, is);
    // Head and page may agree on more authors than the best source has.
    let is_agreed = |g: &Candidate| {
        g.rule.trust == Trust::Templated
            && g.names.len() > one.names.len()
            && contains(g, &one.names)
            && candidates
                .iter()
                .any(|o| is_visible(o) && o.names == g.names)
    };
    if let Some(more) = people_if(&is_agreed) {
        return Some(more);
    }
    // A line near the title may name the same authors: others are named for other work, such as
    // fact checking.
    let is_same = |g: &Candidate| g.names.len() == one.names.len() && contains(g, &one.names);
    if candidates
        .iter()
        .any(|g| g.rule.id == INTRODUCED && is_same(g))
    {
        return None;
    }
    let has_more = |g: &Candidate| {
        let agree = candidates
            .iter()
            .filter(|o| is_visible(o) && o.names == g.names);
        is_visible(g)
            && g.names.len() > one.names.len()
            && contains(g, &one.names)
            && (one.rule.trust <= Trust::Templated || agree.count() >= CONFIRMED)
    };
    people_if(&|g| g.rule.id == INTRODUCED && has_more(g)).or_else(|| people_if(&has_more))
}

/// The rule for lines near the title that begin like bylines.
const INTRODUCED: &str = "introduced-near-title";

/// Returns whether a value contains all of `names`.
fn contains(value: &Candidate, names: &[String]) -> bool {
    names.iter().all(|name| has(&value.names, name))
}

/// Returns whether the only name is that of an account or an organization.
fn is_replaceable(names: &[String], sites: &SiteNames) -> bool {
    matches!(names, [name] if is_account(name) || is_organization(name, sites))
}

/// Returns whether a rule reads names that are visible to readers as the author's.
fn is_visible(candidate: &Candidate) -> bool {
    candidate.rule.trust == Trust::Shown || VISIBLE.contains(&candidate.rule.id)
}

/// Guesses whose source is nevertheless explicit and visible: a credit, a signature, a member's
/// post.
const VISIBLE: [&str; 3] = ["credit", "signature", "poster"];

/// Returns whether `names` contains `name`, ignoring case and punctuation.
fn has(names: &[String], name: &str) -> bool {
    let key = compact(name);
    names.iter().any(|name| compact(name) == key)
}

/// Returns whether all names of a value are people's, and none is the site's or a credit.
fn are_people(candidate: &Candidate, sites: &SiteNames) -> bool {
    // Text with these characters is an image credit, or an agency's.
    let is_one = |name: &String| {
        is_person(name) && !is_organization(name, sites) && !name.contains([':', '/', '©'])
    };
    candidate.names.iter().all(is_one) && !is_sites(&candidate.names, sites)
}

/// Returns whether a name is that of a group, a company, an association or the site.
fn is_organization(name: &str, sites: &SiteNames) -> bool {
    let lower = lower_case::of(name);
    let mut words = lower.split_whitespace();
    let several = words.clone().count() > 1;
    let is_of_organization = |word: &str| {
        List::OrganizationWord.has(word) || List::CompanyWord.has(word) || List::Group.has(word)
    };
    is_group(name)
        || (several
            && !are_first_names(name)
            && (!is_person(name) || words.any(is_of_organization)))
        || (sites.is_site(name) && List::LeadingArticle.beginnings(&lower).next().is_some())
}

/// Returns whether a name is a company's, by its last word.
fn is_company(name: &str) -> bool {
    let last = name.split_whitespace().next_back().unwrap_or_default();
    List::CompanyWord.has(&lower_case::of(last))
}

/// Returns whether a name consists of two first names: "Ada and Bo".
fn are_first_names(name: &str) -> bool {
    let is_one = |name: &str| name.starts_with(char::is_uppercase) && !name.contains(' ');
    let mut joints = List::BetweenNames.words();
    joints.any(|joint| {
        name.split_once(joint)
            .is_some_and(|(a, b)| is_one(a) && is_one(b))
    })
}

/// Removes repeated names.
fn distinct(names: &mut Names) {
    let mut seen: Vec<String> = Vec::new();
    names.truncate(MAX_READ);
    names.retain(|n| {
        let key = compact(n);
        let new = !seen.contains(&key);
        if new {
            seen.push(key);
        }
        new
    });
}

#[cfg(test)]
mod tests {
    use super::super::rule::assert_in_order;
    use super::*;

    #[test]
    fn rules_are_in_order_of_trust() {
        assert_in_order(BYLINE);
    }
}
