//! Names of people in a text: what precedes, follows and joins them goes.

use std::borrow::Cow;

use super::clean::clean;
use super::date::{self, Order};
use super::word_list;
use crate::compact::lower_case;

/// A name longer than this (in characters) is a sentence.
const MAX_NAME: usize = 70;

pub(super) fn is_account(name: &str) -> bool {
    !name.contains(' ')
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-.".contains(c))
}

/// Two to five words that begin with capitals, or a short name in a script without them.
pub(super) fn is_person(name: &str) -> bool {
    if name.chars().any(crate::text::is_cjk) {
        return (2..=12).contains(&name.chars().count());
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    (2..=5).contains(&words.len())
        && words.iter().all(|w| {
            w.starts_with(|c: char| c.is_uppercase() || (c.is_alphabetic() && !c.is_lowercase()))
                || word_list::has(PARTICLES, w)
        })
        && !name.contains(|c: char| c.is_ascii_digit())
}

/// Words inside names that begin with a small letter.
const PARTICLES: &[&str] = &[
    "von", "van", "de", "der", "den", "del", "della", "di", "da", "dos", "das", "do", "du", "la",
    "le", "el", "al", "bin", "ibn", "ben", "zu", "zur", "ter", "y",
];

/// Beginnings of bylines. Words that are also parts of names count only where the line is visible
/// text, not where a name was asked for.
const PREFIXES: &[&str] = &[
    "written by",
    "posted by",
    "published by",
    "article by",
    "articles by",
    "reported by",
    "submitted by",
    "created by",
    "contributed by",
    "authored by",
    "reviewed by",
    "by:",
    "by",
    "author:",
    "authors:",
    "author",
    "posted by:",
    "written by:",
    "autor:",
    "autorin:",
    "autor",
    "geschrieben von",
    "veröffentlicht von",
    "erstellt von",
    "artikel von",
    "ein artikel von",
    "beitrag von",
    "beitragvon",
    "artikel von:",
    "view all posts by",
    "more stories by",
    "more by",
    "more from",
    "read more from",
    "see all posts by",
    "view all of",
    "view more posts",
    "all articles by",
    "view all articles by",
    "show all articles of",
    "post by",
    "mehr von",
    "plus de",
    "all posts by",
    "posts by",
    "zeige alle beiträge von",
    "alle beiträge von",
    "interview:",
    "edited by",
    "article written by",
    "publié par :",
    "verfasst von",
    "ein beitrag von",
    "redaktion:",
    "auteur :",
    "auteur:",
    "écrit par",
    "publié par",
    "escrito por",
    "publicado por",
    "autore:",
    "scritto da",
    "автор:",
    "作者",
    "文/",
    "文|",
    "文:",
    "图文/",
    "撰文/",
    "撰文:",
];

/// More of them, which may begin a name as well.
const VISIBLE_PREFIXES: &[&str] = &[
    "von",
    "vom",
    "par",
    "por",
    "di",
    "da",
    "door",
    "av",
    "af",
    "przez",
    "od",
    "yazan:",
    "autorzy:",
    "记者",
    "編集：",
    "著者：",
    "記者",
    "بقلم",
    "글:",
    "כתב:",
    "כתבה:",
    "מאת",
    "oleh",
    "yazar:",
    "írta:",
    "skrevet av",
    "skrevet af",
    "skriven av",
    "kirjoittanut",
];

/// Names in credits for the author's text, named beside photographs: "Texto e fotos: …".
const TEXTS: &[&str] = &[
    "text",
    "texte",
    "texto",
    "textos",
    "testo",
    "tekst",
    "teksti",
    "текст",
    "words",
    "story",
];

/// Words beside it in such a credit.
const BESIDE_TEXTS: &[&str] = &[
    "and",
    "&",
    "und",
    "et",
    "y",
    "e",
    "og",
    "och",
    "en",
    "i",
    "и",
    "+",
    "/",
    "photo",
    "photos",
    "pictures",
    "images",
    "photography",
    "photographs",
    "photographies",
    "illustrations",
    "video",
    "foto",
    "fotos",
    "fotografie",
    "fotografien",
    "fotografías",
    "bilder",
    "bild",
    "kuvat",
    "фото",
    "imagens",
    "imágenes",
];

/// Words and marks between such a credit and the name.
const CREDIT_ENDS: &[&str] = &[
    ":", "by", "von", "par", "por", "de", "di", "av", "af", "door",
];

/// Returns whether a word in lower case stands before the names in bylines.
pub(super) fn announces(word: &str) -> bool {
    word_list::has_token(PREFIXES, word) || word_list::has_token(VISIBLE_PREFIXES, word)
}

/// Names that stand for nobody.
const NOBODY: &[&str] = &[
    "admin",
    "administrator",
    "staff",
    "webmaster",
    "guest",
    "user",
    "root",
    "unknown",
    "none",
    "null",
    "undefined",
    "author",
    "authors",
    "anonymous",
    "by",
    "superuser",
    "default",
    "test",
    "posted",
    "published",
    "updated",
    "the author",
    "staff writer",
    "guest author",
    "super user",
    "site admin",
    "editorial staff writer",
    "web admin",
    "contributor",
    "about the author",
    "view all posts",
    "website",
    "wordpress",
    "na",
    "n/a",
    "nan",
    "follow",
    "share",
    "read more",
    "匿名",
    "no author",
    "the editors",
    "human",
    "date",
    "datum",
    "时间",
    "日期",
    "more posts",
    "über den autor",
    "über die autorin",
];

/// Words for a person's role.
const ROLES: &[&str] = &[
    "writer",
    "editor",
    "reporter",
    "correspondent",
    "columnist",
    "contributor",
    "journalist",
    "staff",
    "producer",
    "analyst",
    "redakteur",
    "redakteurin",
    "korrespondent",
    "reporterin",
    "autorin",
    "rédacteur",
    "rédactrice",
    "journaliste",
    "redactor",
    "redactora",
    "periodista",
    "giornalista",
    "editor-in-chief",
    "photographer",
    "fellow",
    "professor",
    "director",
    "manager",
    "founder",
    "ceo",
    "president",
    "blogger",
    "critic",
    "lecturer",
];

/// Returns the names a text states. `visible` texts are lines of the page, the others values given
/// as authors.
pub(super) fn names(text: &str, visible: bool) -> Vec<String> {
    let Some(text) = clean(text) else {
        return Vec::new();
    };
    if text.chars().count() > 600 {
        return Vec::new();
    }
    let mut text = without_prefix(&text, visible).to_owned();
    if let Some(found) = date::first_in(&text, Order::DayFirst) {
        text.truncate(found.start);
    }
    let text = until_separator(&text, visible);
    let mut out = Vec::new();
    for part in split(text) {
        let part =
            part.trim_matches(|c: char| c.is_whitespace() || ",;:|·•-–—/\\*\"“”".contains(c));
        let part = without_prefix(part, visible);
        let part = without_possession(without_role(without_brackets(part)));
        let part = without_degrees(part);
        if is_name(part) {
            out.push(part.to_owned());
        }
    }
    out
}

pub(super) fn without_prefix(text: &str, visible: bool) -> &str {
    let mut text = text.trim();
    // "Written by" and then "By", at most.
    for _ in 0..2 {
        let lists = [PREFIXES, if visible { VISIBLE_PREFIXES } else { &[] }];
        let longest = lists
            .iter()
            .flat_map(|list| list.iter())
            .filter_map(|prefix| strip_word(text, prefix))
            .chain(without_credit(text))
            .min_by_key(|rest| rest.len());
        match longest {
            Some(rest) => text = rest,
            None => break,
        }
    }
    text
}

/// Returns the text after a credit for words and perhaps pictures: "Text und Fotos: Jane Doe".
fn without_credit(text: &str) -> Option<&str> {
    let first = TEXTS.iter().find_map(|word| strip_word(text, word));
    // A colon is stripped with the word before it.
    let ended = |rest: &str| text[..text.len() - rest.len()].contains([':', '：']);
    let mut rest = first?;
    for _ in 0..4 {
        if ended(rest) {
            return Some(rest);
        }
        if let Some(name) = CREDIT_ENDS.iter().find_map(|end| strip_word(rest, end)) {
            return Some(name);
        }
        rest = BESIDE_TEXTS
            .iter()
            .find_map(|word| strip_word(rest, word))?;
    }
    None
}

/// Full-width signs of Chinese and Japanese count as the others.
fn narrow(c: char) -> char {
    match c {
        '：' => ':',
        '／' => '/',
        '｜' | '丨' => '|',
        c => c,
    }
}

/// `text` without `prefix` at its start, whatever the case, where a word ends there.
fn strip_word<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for wanted in prefix.chars() {
        let (c, wanted) = (narrow(rest.next()?), narrow(wanted));
        if c != wanted && !lower_case::each(c).eq(std::iter::once(wanted)) {
            return None;
        }
    }
    let after = rest.as_str();
    let ends_in_word = prefix.ends_with(|c: char| c.is_alphanumeric() && !crate::text::is_cjk(c));
    if ends_in_word && !after.starts_with(|c: char| c.is_whitespace() || c == ':') {
        return None;
    }
    let after = after.trim_start_matches(|c: char| c.is_whitespace() || c == ':' || c == '：');
    (!after.is_empty()).then_some(after)
}

/// Returns the text up to what divides an author from other statements.
fn until_separator(text: &str, visible: bool) -> &str {
    const ENDS: &[&str] = &[
        " | ",
        " · ",
        " • ",
        " — ",
        " – ",
        " - ",
        " // ",
        " » ",
        " @",
        "(@",
        " Updated",
        " Published",
        " Posted",
        " Last ",
        " updated ",
        " published ",
        " Photos by ",
        " Photographs by ",
        " Photography by ",
        ", photos by ",
        ", photographs by ",
        ", photography by ",
        ", edited by ",
        ", illustrations by ",
        "　",
        "时间：",
        "来源：",
    ];
    // These stand inside the names of organisations as well.
    const SAID: &[&str] = &[" on ", " am ", " le ", " at ", " in ", " for "];
    let end = ENDS
        .iter()
        .chain(if visible { SAID } else { &[] })
        .filter_map(|e| text.find(e))
        .chain(address_in(text).filter(|_| visible))
        .filter(|&at| at > 0)
        .min()
        .unwrap_or(text.len());
    &text[..end]
}

/// Returns where a text ends before an e-mail address.
fn address_in(text: &str) -> Option<usize> {
    let at = text.find('@')?;
    let end = text[..at].rfind(char::is_whitespace)?;
    text[at..].contains('.').then_some(end)
}

/// Returns a name in the order in which it is read: libraries write "Doe, Jane".
pub(super) fn in_reading_order(text: &str) -> Cow<'_, str> {
    let Some((last, first)) = text.split_once(',') else {
        return Cow::Borrowed(text);
    };
    let (last, first) = (last.trim(), first.trim());
    let after = lower_case::of(first.trim_end_matches('.'));
    let whole = format!("{first} {last}");
    let initials = first
        .split_whitespace()
        .any(|word| word.trim_end_matches('.').len() == 1);
    let particle = last
        .split(' ')
        .next()
        .is_some_and(|word| word_list::has(PARTICLES, word));
    let are_two = is_person(first) && is_person(last) && !initials && !particle;
    if are_two
        || first.contains(',')
        || is_role(first)
        || word_list::has(AFTER_NAMES, &after)
        || !is_person(&whole)
    {
        return Cow::Borrowed(text);
    }
    Cow::Owned(whole)
}

/// Words after a name and a comma that are no first name.
const AFTER_NAMES: &[&str] = &[
    "jr", "sr", "ii", "iii", "phd", "ph.d", "md", "m.d", "dds", "esq",
];

/// Words between two names.
pub(super) const AND: &[&str] = &[
    " and ",
    " & ",
    " und ",
    " et ",
    " y ",
    " e ",
    " og ",
    " och ",
    " en ",
    " with ",
    " и ",
    " i ",
    " im Gespräch mit ",
    " And ",
];

fn split(text: &str) -> Vec<&str> {
    let mut parts = vec![text];
    for separator in [";", "、", "，", " / ", "|"] {
        parts = parts.into_iter().flat_map(|p| p.split(separator)).collect();
    }
    for and in AND {
        parts = parts
            .into_iter()
            .flat_map(|part| {
                let pieces: Vec<&str> = part.split(and).collect();
                // "Food and Drug Administration" is one.
                let people = pieces.iter().all(|p| {
                    p.split(',').any(|n| is_person(n.trim())) || p.split_whitespace().count() == 1
                });
                let office = text.contains(" for ") || text.contains(" of ");
                if people && !office {
                    pieces
                } else {
                    vec![part]
                }
            })
            .collect();
    }
    parts
        .into_iter()
        .flat_map(|part| {
            let pieces: Vec<&str> = part
                .split(',')
                .map(str::trim)
                .filter(|p| !p.is_empty())
                .collect();
            // "Jane Doe, John Roe" are two; "Doe, Jane" and "Jane Doe, PhD" are one.
            let people = pieces.len() > 1 && pieces.iter().all(|p| is_person(p) || is_role(p));
            if people {
                pieces.into_iter().filter(|p| !is_role(p)).collect()
            } else {
                vec![part]
            }
        })
        .collect()
}

/// "Jane Doe (Berlin)" gives "Jane Doe".
fn without_brackets(text: &str) -> &str {
    match text.find(['(', '[', '（']) {
        Some(at) if at > 0 && text.ends_with([')', ']', '）']) => text[..at].trim_end(),
        _ => text,
    }
}

/// "Jane Doe's posts" gives "Jane Doe".
fn without_possession(text: &str) -> &str {
    let text = text.trim_end_matches('.');
    [" posts", " articles", " stories"]
        .iter()
        .find_map(|things| {
            let owner = text.strip_suffix(things)?;
            owner
                .strip_suffix("'s")
                .or_else(|| owner.strip_suffix("’s"))
                .or_else(|| owner.strip_suffix(['\'', '’']))
        })
        .unwrap_or(text)
}

fn is_role(text: &str) -> bool {
    text.split(|c: char| c.is_whitespace() || matches!(c, '/' | ','))
        .any(|w| word_list::has(ROLES, &lower_case::of(w)))
}

/// Words after a reporter's name in Korean and Japanese.
const ROLES_AFTER: &[&str] = &[
    "선임기자",
    "인턴기자",
    "기자",
    "특파원",
    "논설위원",
    "編集委員",
    "記者",
];

/// Degrees before a name.
const DEGREES: &[&str] = &[
    "dr.",
    "dr",
    "prof.",
    "prof",
    "priv.-doz.",
    "pd",
    "med.",
    "phil.",
    "rer.",
    "nat.",
    "pol.",
    "jur.",
    "habil.",
    "h.c.",
    "dipl.-ing.",
    "ing.",
    "mag.",
    "dra.",
    "dott.",
    "dott.ssa",
];

/// "Prof. Dr. Jane Doe" gives "Jane Doe"; where only one word would be left, it stays.
fn without_degrees(text: &str) -> &str {
    let mut rest = text;
    while let Some((word, after)) = rest.split_once(' ')
        && word_list::has(DEGREES, &lower_case::of(word))
    {
        rest = after.trim_start();
    }
    if is_person(rest) { rest } else { text }
}

/// "Jane Doe, Staff Writer" gives "Jane Doe"; a title that is all of it stays.
fn without_role(text: &str) -> &str {
    let text = ROLES_AFTER
        .iter()
        .find_map(|role| text.strip_suffix(role))
        .map(str::trim_end)
        .filter(|name| name.chars().count() >= 2)
        .unwrap_or(text);
    match text.split_once(',') {
        Some((name, rest)) if is_role(rest) && !name.trim().is_empty() => name.trim(),
        _ => text,
    }
}

pub(super) fn is_name(text: &str) -> bool {
    let lower = lower_case::of(text);
    let count = text.chars().count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    (2..=MAX_NAME).contains(&count)
        && letters * 2 > count
        && !word_list::has(NOBODY, &lower)
        && !super::weekday::is_name(&lower)
        && !word_list::has(PREFIXES, &lower)
        && !text.contains("://")
        && !text.starts_with("www.")
        && !text.starts_with('@')
        && !text.contains("{{")
        && !(text.contains('@') && text.contains('.'))
        && text.split_whitespace().count() <= 9
}
