//! Texts addressed to readers next to and between the lines of an article: labels of controls,
//! requests, teasers of other articles, labels of adverts.
//!
//! Only rules after the model use this list, so it isn't part of [`digest`](super::digest).

use std::sync::LazyLock;

use super::{Index, List, entries, start_of};
use crate::compact::lower_case;
use crate::steps::Progress;
use crate::text;

const REMARKS: &str = uncommented!("remarks.txt");

/// Maximum characters of a text that is checked: longer ones are paragraphs of the article.
const MAX_TEXT_CHARS: usize = 700;

/// Kinds of texts addressed to readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Remark {
    /// Label of a control.
    Control,
    /// Message of a player.
    Player,
    /// Request to subscribe, to follow, to pay or to install an app.
    Appeal,
    /// Request to the reader, …
    Ask,
    /// … and what it refers to.
    Thing,
    /// Prompt to comment, which requires a login.
    Reply,
    /// Note on the site's earnings from its links.
    Disclosure,
    /// Line before or after the text of an email.
    Mail,
    /// Introduction of other articles.
    Related,
    /// Label of an advert.
    Advert,
    /// Advert, or another interruption of the text, …
    Interruption,
    /// … and a note that the text continues after it.
    Onward,
    /// Heading of comments.
    Talk,
    /// Label of the article's topics.
    Tags,
    /// Label of the breadcrumb.
    Path,
    /// Label of an image credit.
    Credit,
    /// Link in the archive of a mailing list.
    Archive,
    /// Label of a table of contents.
    Contents,
    /// Text of the frame around an embedded code block.
    Embed,
    /// Words of a banner that asks for consent or registration.
    Consent,
    /// Image that a control refers to, …
    Image,
    /// … and the control's action.
    Reveal,
    /// Label of the control that answers a comment.
    Answer,
    /// Placeholder for a withheld text.
    Wall,
}

impl Remark {
    const NAMED: [(&str, Self); 23] = [
        ("control", Self::Control),
        ("player", Self::Player),
        ("appeal", Self::Appeal),
        ("ask", Self::Ask),
        ("thing", Self::Thing),
        ("reply", Self::Reply),
        ("disclosure", Self::Disclosure),
        ("mail", Self::Mail),
        ("related", Self::Related),
        ("advert", Self::Advert),
        ("interruption", Self::Interruption),
        ("onward", Self::Onward),
        ("talk", Self::Talk),
        ("tags", Self::Tags),
        ("path", Self::Path),
        ("credit", Self::Credit),
        ("archive", Self::Archive),
        ("contents", Self::Contents),
        ("embed", Self::Embed),
        ("consent", Self::Consent),
        ("image", Self::Image),
        ("reveal", Self::Reveal),
        ("answer", Self::Answer),
    ];

    const fn bit(self) -> u32 {
        1 << self as u32
    }

    fn from_name(name: &str) -> Option<Self> {
        let found = Self::NAMED.iter().find(|(known, _)| *known == name);
        found.map(|&(_, remark)| remark)
    }
}

/// Remarks found in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Remarks {
    /// Bits of the kinds of words at its beginning, …
    begins: u32,
    /// … of words that are the whole text, …
    whole: u32,
    /// … of words in its first half, …
    early: u32,
    /// … and of words anywhere.
    anywhere: u32,
    /// Number of occurrences of consent words.
    pub(crate) consents: u32,
    /// Bytes from its first word to the end of the longest label with which it begins.
    pub(crate) label: usize,
}

impl Remarks {
    /// Returns whether the text begins with words of this kind.
    pub(crate) fn begins(self, remark: Remark) -> bool {
        self.begins & remark.bit() != 0
    }

    /// Returns whether the text consists only of words of this kind.
    pub(crate) fn is(self, remark: Remark) -> bool {
        self.whole & remark.bit() != 0
    }

    /// Returns whether the text contains words of this kind.
    pub(crate) fn has(self, remark: Remark) -> bool {
        self.anywhere & remark.bit() != 0
    }

    /// Returns whether the text asks its readers for something.
    pub(crate) fn asks(self) -> bool {
        self.has(Remark::Appeal) || self.has(Remark::Ask) && self.has(Remark::Thing)
    }

    /// Returns whether the text names an image and an action on it, and begins with one of them.
    pub(crate) fn acts_on_image(self) -> bool {
        self.has(Remark::Image)
            && self.has(Remark::Reveal)
            && (self.begins(Remark::Image) || self.begins(Remark::Reveal))
    }

    /// Returns whether the text asks for something only in its second half: it has content first,
    /// like a note about an author that ends with "Follow her on …".
    pub(crate) fn asks_late(self) -> bool {
        self.asks() && self.early & (Remark::Appeal.bit() | Remark::Ask.bit()) == 0
    }
}

/// A word of the list, and whether it is a prefix.
#[derive(Clone, Copy)]
struct Word {
    remark: Remark,
    goes_on: bool,
}

static INDEX: LazyLock<Index<Word>> = LazyLock::new(|| {
    let listed = entries(REMARKS).filter_map(|(name, word)| {
        let beginning = word.strip_suffix('*');
        let goes_on = beginning.is_some();
        let remark = Remark::from_name(name)?;
        Some((Word { remark, goes_on }, beginning.unwrap_or(word)))
    });
    let walls = List::Wall.words().map(|word| {
        let (remark, goes_on) = (Remark::Wall, true);
        (Word { remark, goes_on }, word)
    });
    Index::new(listed.chain(walls))
});

/// Returns the words of the list at a position in a text in lower case, each with its length in
/// bytes.
fn words_at(line: &str, at: usize) -> impl Iterator<Item = (Remark, usize)> {
    let rest = &line[at..];
    let candidates = INDEX.candidates(start_of(rest.as_bytes()));
    candidates.filter_map(move |entry| {
        let after = rest.strip_prefix(entry.word)?;
        let next = after.chars().next();
        let ends = next.is_none_or(|c| !c.is_alphanumeric() || text::is_cjk(c));
        let is_sign = entry.word.ends_with(|c: char| !c.is_alphanumeric());
        (ends || is_sign || entry.value.goes_on).then_some((entry.value.remark, entry.word.len()))
    })
}

/// Returns a text prepared for comparison, without the marks of Arabic vowels, which are optional.
/// The Turkish capital "İ" would become two characters, a letter and a dot; the dot is removed.
fn plain(text: &str) -> String {
    let is_dropped = |c: char| matches!(c, '\u{307}' | '\u{64b}'..='\u{652}');
    lower_case::of(&text.replace('’', "'")).replace(is_dropped, "")
}

fn from_first_word(line: &str) -> &str {
    line.trim_start_matches(|c: char| !c.is_alphanumeric())
}

/// Returns the remarks in a text; none if it is long.
pub(crate) fn remarks(text: &str) -> Remarks {
    let mut found = Remarks::default();
    if text.len() > 4 * MAX_TEXT_CHARS || text.chars().count() > MAX_TEXT_CHARS {
        return found;
    }
    let line = plain(text);
    let start = line.len() - from_first_word(&line).len();
    let mut is_inside = false;
    for (at, c) in line.char_indices() {
        let was_inside = std::mem::replace(&mut is_inside, c.is_alphanumeric());
        if !is_inside || was_inside && (c.is_ascii() || !text::is_cjk(c)) {
            continue;
        }
        for (remark, length) in words_at(&line, at) {
            found.anywhere |= remark.bit();
            if 2 * at < line.len() {
                found.early |= remark.bit();
            }
            found.consents += u32::from(remark == Remark::Consent);
            if at == start {
                found.begins |= remark.bit();
                found.label = found.label.max(length);
                if !line[at + length..].contains(char::is_alphanumeric) {
                    found.whole |= remark.bit();
                }
            }
        }
    }
    found
}

/// Control labels that count only next to others: elsewhere they may be facts.
const BESIDE: &str = "duration loaded bild image photo foto yes no ja nein oui non sí";

/// Units of numbers in controls.
const UNITS: &str = "min mins minute minutes minuten minuti minutos sec secs second seconds s m h x px p \
    k hd of von de sur di van av fra";

/// The control labels in a text that has nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Controls {
    /// Their number, except for letters and symbols, which are labels only next to others.
    pub(crate) labels: u32,
    /// Number of numbers next to them.
    pub(crate) numbers: u32,
}

/// Returns the control labels in a text, with the numbers next to them; `None` if it has any other
/// text.
pub(crate) fn controls(text: &str) -> Option<Controls> {
    let line = plain(text);
    let (mut at, mut found) = (0, Controls::default());
    let mut after_number = false;
    let mut progress = Progress::new();
    while let Some(c) = line[at..].chars().next() {
        progress.check(line.len() - at);
        let longest = words_at(&line, at)
            .filter(|&(remark, _)| remark == Remark::Control)
            .map(|(_, length)| length)
            .max();
        if let Some(length) = longest {
            found.labels += u32::from(line[at..at + length].chars().nth(1).is_some());
            (at, after_number) = (at + length, false);
            continue;
        }
        if !c.is_alphanumeric() {
            at += c.len_utf8();
            continue;
        }
        let end = line[at..].find(|c: char| !c.is_alphanumeric());
        let word = &line[at..end.map_or(line.len(), |end| at + end)];
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_number = digits.len() < word.len();
        let is_unit = digits.is_empty() || crate::compact::words::holds(UNITS, digits);
        let is_beside = crate::compact::words::holds(BESIDE, word);
        if !is_beside && !(is_unit && (is_number || after_number)) {
            return None;
        }
        found.numbers += u32::from(is_number);
        (at, after_number) = (at + word.len(), !is_beside);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remark_lists_are_known_and_without_duplicates() {
        let mut seen: Vec<(&str, &str)> = entries(REMARKS).collect();
        for (name, word) in &seen {
            assert!(Remark::from_name(name).is_some(), "{name}");
            assert_eq!(*word, lower_case::of(word.trim()), "{word}");
        }
        let count = seen.len();
        seen.sort_unstable();
        for pair in seen.windows(2) {
            assert_ne!(pair[0], pair[1]);
        }
        assert!(count > 1000);
    }

    #[test]
    fn remarks_are_recognized_by_whole_words() {
        let is = |text: &str, remark| remarks(text).is(remark);
        assert!(is("– Publicidade –", Remark::Advert));
        assert!(!is("Publicidade paga em 1902", Remark::Advert));
        assert!(remarks("» Baca juga: Kapal baru").begins(Remark::Related));
        assert!(!remarks("Relatedness of bees").begins(Remark::Related));
        assert!(remarks("You can follow us on Instagram.").asks());
        assert!(remarks("Get our news by WhatsApp").asks());
        assert!(remarks("Den Rundbrief abonnieren").asks());
        assert!(!remarks("The inbox of the clerk was full.").asks());
        assert!(remarks("Ann has built boats since 1990. Follow us on Instagram.").asks_late());
        assert!(!remarks("Follow us on Instagram, as our boats do.").asks_late());
        assert!(remarks("点击订阅邮件").asks());
        assert!(!remarks(&"Get our newsletter. ".repeat(40)).asks());
    }

    #[test]
    fn control_lines_contain_only_control_labels() {
        for text in [
            "Print Email Comments (3) Font size A A A",
            "Listen to this article 4 min",
            "00:00 / 01:32 Play Mute",
            "Quality Auto 720p 360p",
            "Previous",
            "印刷 保存",
            "Teilen | Drucken",
            "Current Time 0:00 / Duration -:- Loaded: 0%",
        ] {
            assert!(
                controls(text).is_some_and(|found| found.labels > 0),
                "{text}"
            );
        }
        for text in ["Print the page", "3 Teile", "Save our ferry", "Playwrights"] {
            assert_eq!(controls(text), None, "{text}");
        }
        let numbers = |text| controls(text).map(|found| (found.labels, found.numbers));
        assert_eq!(numbers("1 / 2"), Some((0, 2)));
        assert_eq!(numbers("x"), Some((0, 0)));
        assert_eq!(numbers("Duration 1:32"), Some((0, 2)));
    }
}
