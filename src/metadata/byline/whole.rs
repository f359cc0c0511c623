//! Full names of authors whose byline has only the first name.

use crate::metadata::foreign::names_author;
use crate::metadata::name::{is_group, is_job, is_person};
use crate::metadata::sources::Sources;

/// Minimum letters of a first name: shorter ones are initials.
const MIN_NAME_CHARS: usize = 3;

/// Maximum words of a full name after the first.
const MAX_WORDS: usize = 4;

/// Maximum ancestors of a line that are checked for an author's class: higher ones are wrappers of
/// the whole page.
const LEVELS: usize = 6;

/// Returns the full name that begins with an author's first name, at the beginning of a line about
/// the author. `None` if there are several different ones.
pub(super) fn whole_name(sources: &Sources<'_>, first: &str) -> Option<String> {
    let is_first = first.chars().all(char::is_alphabetic)
        && first.starts_with(char::is_uppercase)
        && first.chars().count() >= MIN_NAME_CHARS;
    if !is_first {
        return None;
    }
    let page = sources.page;
    let mut found = sources
        .lines
        .iter()
        .filter(|line| line.text.starts_with(first))
        .filter(|line| {
            let mut around = page.inclusive_ancestors(line.block).take(LEVELS);
            around.any(|a| names_author(page, a))
        })
        .filter_map(|line| name_at_start(&line.text, first))
        .map(str::to_owned);
    let whole = found.next()?;
    found.all(|other| other == whole).then_some(whole)
}

/// Returns the person's name at the beginning of a text, if it's more than the first name.
fn name_at_start<'a>(text: &'a str, first: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(first)?.strip_prefix(' ')?;
    let mut end = first.len();
    for word in rest.split(' ').take(MAX_WORDS) {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        if !word.starts_with(char::is_uppercase) {
            break;
        }
        end += " ".len() + bare.len();
        if bare.len() < word.len() {
            break;
        }
    }
    let name = &text[..end];
    (name.len() > first.len() && is_person(name) && !is_job(name) && !is_group(name))
        .then_some(name)
}
