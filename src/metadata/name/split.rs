//! Divides a text into names.

use super::form::{is_agency, is_person, is_place, is_role};
use super::is_other_credit;
use crate::compact::lower_case;
use crate::vocabulary::List;

/// Divides a text at the separators of names.
pub(super) fn split(text: &str, visible: bool) -> Vec<&str> {
    let mut parts = vec![text];
    for separator in [";", "、", "，", "،", " / ", "|"] {
        parts = parts.into_iter().flat_map(|p| p.split(separator)).collect();
    }
    let words = List::BetweenNames.words();
    for between in words.chain(["/"]) {
        let divided = parts.into_iter().map(|part| {
            let pieces: Vec<&str> = part.split(between).collect();
            if are_people(&pieces, visible) {
                pieces
            } else {
                vec![part]
            }
        });
        parts = divided.flatten().collect();
    }
    parts
        .into_iter()
        .flat_map(|part| at_commas(part, visible))
        .collect()
}

/// Returns whether each piece between two "and" contains people or is an agency. "Food and Drug
/// Administration" and "Ciencia y Salud" aren't divided.
fn are_people(pieces: &[&str], visible: bool) -> bool {
    let is_one = |piece: &&str| {
        let mut names = piece.split(',').map(|name| until_end(name.trim(), visible));
        names.any(is_person) || is_agency(piece)
    };
    let is_office = |piece: &&str| until_end(piece, visible).contains(" of ");
    pieces.len() > 1
        && pieces.iter().all(is_one)
        && !pieces.iter().any(is_office)
        && !pieces.iter().all(|piece| is_agency(piece))
}

/// Divides a part at its commas if they separate people: "Jane Doe, John Roe" becomes two. Roles,
/// places and agencies next to them are removed; "Doe, Jane" and "Jane Doe, PhD" stay whole.
fn at_commas(part: &str, visible: bool) -> Vec<&str> {
    let pieces: Vec<&str> = part
        .split(',')
        .map(str::trim)
        .filter(|p| !p.is_empty())
        .collect();
    let is_first = |piece: &&str| is_person(until_end(piece, visible));
    let (Some((first, rest)), true) = (pieces.split_first(), pieces.len() > 1) else {
        return vec![part];
    };
    let is_beside = |piece: &&str| is_role(piece) || is_agency(piece) || is_other_credit(piece);
    if is_first(first)
        && rest
            .iter()
            .all(|piece| is_beside(piece) || is_place_part(piece))
    {
        return vec![first];
    }
    let is_known = |piece: &&str| is_first(piece) || is_beside(piece) || is_place_part(piece);
    if !is_first(first) || !rest.iter().all(is_known) {
        return vec![part];
    }
    let names = pieces.into_iter();
    names
        .filter(|piece| !is_beside(piece) && !is_place_part(piece))
        .collect()
}

/// Minimum letters of a place: shorter texts are initials and degrees.
const MIN_PLACE_LETTERS: usize = 3;

/// Returns whether a piece after a name and a comma is a place: a capitalized word that isn't a
/// degree, or a name with a word typical of places.
fn is_place_part(piece: &&str) -> bool {
    let is_word = !piece.contains(|c: char| c.is_whitespace() || c == '.')
        && piece.chars().count() >= MIN_PLACE_LETTERS
        && piece.starts_with(char::is_uppercase)
        && piece.chars().any(char::is_lowercase)
        && !List::AfterName.has(&lower_case::of(piece));
    is_word || (is_person(piece) && is_place(piece))
}

/// Returns a piece of a visible line without the text after a name: place, time, employer. Names of
/// organizations contain such words and stay whole.
pub(super) fn until_end(piece: &str, visible: bool) -> &str {
    if !visible {
        return piece;
    }
    let is_end = |&at: &usize| {
        let before = lower_case::of(piece[..at].trim());
        let mut words = before.split_whitespace();
        !before.is_empty()
            && !words.any(|word| List::OrganizationWord.has(word) || List::Group.has(word))
    };
    let ends = List::VisibleNameEnd.words();
    let ends = ends.filter_map(|end| piece.find(end)).filter(is_end);
    let places = List::Where.words().filter_map(|end| piece.find(end));
    let places = places.filter(is_end).filter(|&at| is_person(&piece[..at]));
    let end = ends.chain(places).min();
    &piece[..end.unwrap_or(piece.len())]
}
