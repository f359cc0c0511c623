//! The language of the page, as a BCP 47 tag.

use std::ops::RangeInclusive;

use super::json_ld::Work;
use super::meta_tags::MetaTags;
use crate::compact::hash::Hash64;
use crate::compact::interner::Interned;
use crate::compact::lower_case;
use crate::page::{Attr, Page};
use crate::text::tokens;
use crate::vocabulary::{List, stop_words};

/// Maximum characters of text used for a guess, and the bytes read for them, at most four per
/// character.
const SAMPLE: usize = 4_000;
const SAMPLE_BYTES: usize = 4 * SAMPLE;

/// Letters of a script subtag and of a country subtag (RFC 5646, section 2.1).
const SCRIPT_LETTERS: usize = 4;
const COUNTRY_LETTERS: usize = 2;

/// Lengths of the primary language subtag and of other subtags, for languages in use on the web.
const PRIMARY: RangeInclusive<usize> = 2..=3;
const SUBTAG: RangeInclusive<usize> = 1..=8;

/// Returns the language: from the root element, otherwise from the page's head, otherwise guessed
/// from script and frequent words.
pub(super) fn language(page: &Page, tags: &MetaTags<'_>, work: &Work) -> Option<String> {
    let of = |id| {
        page.attr(id, Attr::Lang)
            .or_else(|| page.attr(id, Attr::XmlLang))
            .and_then(normalized)
    };
    let declared = of(page.root())
        .or_else(|| of(page.body()))
        .or_else(|| tags.any(List::NamedLanguage.words()).find_map(normalized))
        .or_else(|| page.info().content_language.as_deref().and_then(normalized))
        .or_else(|| work.lang.as_deref().and_then(normalized))
        .or_else(|| {
            tags.any(List::TemplateLanguage.words())
                .find_map(normalized)
        });
    let sample = sample(page);
    match (declared, by_script(&sample)) {
        // Templates declare "en" regardless of the text; the script is reliable.
        (Some(declared), Some(Some(guess))) if !writes(&declared, guess) => Some(guess.to_owned()),
        (Some(declared), _) => Some(declared),
        (None, Some(guess)) => guess.or_else(|| by_words(&sample)).map(str::to_owned),
        (None, None) => None,
    }
}

/// Returns the language of a part of a page: the declared one, unless its script indicates another,
/// or most of its frequent words do and the part itself declares none (`is_own`). `None` if it
/// can't be determined.
pub(crate) fn of_part(declared: Option<&str>, is_own: bool, text: &str) -> Option<String> {
    let declared = declared.and_then(normalized);
    let guess = match (&declared, by_script(text)) {
        (Some(declared), Some(Some(guess))) if !writes(declared, guess) => Some(guess),
        (Some(declared), _) if !is_own => other_by_words(declared, text),
        (None, guess) => guess.flatten().or_else(|| by_words(text)),
        _ => None,
    };
    guess.map(str::to_owned).or(declared)
}

/// Returns whether a language is written in right-to-left script.
pub(super) fn is_rtl(lang: &str) -> bool {
    let mut parts = lang.split('-');
    let primary = parts.next().unwrap_or_default();
    let script = parts.find(|p| p.len() == SCRIPT_LETTERS);
    match script {
        Some(script) => matches!(script, "Arab" | "Hebr" | "Thaa" | "Syrc" | "Nkoo" | "Adlm"),
        None => matches!(
            primary,
            "ar" | "arz" | "ckb" | "dv" | "fa" | "he" | "iw" | "ps" | "sd" | "ug" | "ur" | "yi"
        ),
    }
}

/// Returns a language tag in the form of BCP 47: `en_us` becomes `en-US`, `zh-hans-cn` becomes
/// `zh-Hans-CN`. If there's a list, the first. `None` if it isn't a valid tag.
fn normalized(value: &str) -> Option<String> {
    let value = value.split([',', ';']).next()?.trim();
    // A charset or a modifier may follow, as in POSIX locales.
    let value = value.split(['.', '@', ' ']).next()?;
    let mut out = String::new();
    for (i, part) in value.split(['-', '_']).enumerate() {
        let fits = SUBTAG.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
        if i == 0 {
            let letters =
                PRIMARY.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic());
            if !letters {
                return full_name(value).map(str::to_owned);
            }
            let primary = part.to_ascii_lowercase();
            // Codes that are withdrawn or were never assigned, but are in use.
            out.push_str(match primary.as_str() {
                "iw" => "he",
                "in" => "id",
                "cn" => "zh",
                "jp" => "ja",
                "kr" => "ko",
                other => other,
            });
            if matches!(out.as_str(), "und" | "mul" | "zxx") {
                return None;
            }
            continue;
        }
        if !fits {
            break;
        }
        out.push('-');
        match part.len() {
            SCRIPT_LETTERS if part.bytes().all(|b| b.is_ascii_alphabetic()) => {
                out.push_str(&part[..1].to_ascii_uppercase());
                out.push_str(&part[1..].to_ascii_lowercase());
            }
            COUNTRY_LETTERS => out.push_str(&part.to_ascii_uppercase()),
            _ => out.push_str(&part.to_ascii_lowercase()),
        }
    }
    Some(out)
}

/// Returns the code of a language by its English or native name.
fn full_name(value: &str) -> Option<&'static str> {
    Some(match value.to_ascii_lowercase().as_str() {
        "english" => "en",
        "german" | "deutsch" => "de",
        "french" | "francais" => "fr",
        "spanish" | "espanol" => "es",
        "italian" | "italiano" => "it",
        "portuguese" => "pt",
        "dutch" | "nederlands" => "nl",
        "russian" => "ru",
        "chinese" => "zh",
        "japanese" => "ja",
        _ => return None,
    })
}

/// Returns whether a language can be written in the script on which `guess` is based.
fn writes(declared: &str, guess: &str) -> bool {
    let primary = declared.split('-').next().unwrap_or_default();
    match guess {
        "zh" => matches!(
            primary,
            "zh" | "ja" | "yue" | "wuu" | "ko" | "lzh" | "cmn" | "vi"
        ),
        "ja" => primary == "ja",
        "ko" => primary == "ko",
        "he" => matches!(primary, "he" | "yi"),
        "el" => primary == "el",
        "th" => primary == "th",
        // Scripts shared by many languages prove nothing, except against English.
        _ => primary != "en",
    }
}

/// Returns the beginning of the text.
fn sample(page: &Page) -> String {
    let mut sample = String::new();
    for id in page.subtree(page.body()) {
        if page.is_text(id) && !page.is_hidden(id) {
            sample.push_str(page.text(id));
            sample.push(' ');
            if sample.len() > SAMPLE_BYTES {
                break;
            }
        }
    }
    sample
}

/// The language assumed for letters of each script, in the order of [`script_of`].
const SCRIPTS: [&str; 10] = ["", "kana", "zh", "ko", "ar", "he", "ru", "el", "th", "hi"];
const KANA: usize = 1;
const HAN: usize = 2;

/// Returns the index in [`SCRIPTS`] of a letter's script, by Unicode block.
fn script_of(c: char) -> usize {
    match c {
        '\u{3040}'..='\u{30ff}' => KANA,
        '\u{3400}'..='\u{9fff}' => HAN,
        '\u{ac00}'..='\u{d7af}' => 3,
        '\u{600}'..='\u{6ff}' => 4,
        '\u{590}'..='\u{5ff}' => 5,
        '\u{400}'..='\u{4ff}' => 6,
        '\u{370}'..='\u{3ff}' => 7,
        '\u{e00}'..='\u{e7f}' => 8,
        '\u{900}'..='\u{97f}' => 9,
        _ => 0,
    }
}

/// Minimum letters for a guess: with fewer, a name in another script would decide.
const MIN_LETTERS: usize = 30;

/// Denominator of the minimum share of Kana in Japanese, which mixes it with Han: if higher,
/// Chinese that quotes Japanese would be taken for Japanese.
const KANA_DIVISOR: usize = 10;

/// Returns the language of a text by its script; `Some(None)` if several languages share the
/// script; `None` if there is too little text.
fn by_script(sample: &str) -> Option<Option<&'static str>> {
    let mut counts = [0usize; SCRIPTS.len()];
    for c in sample.chars().take(SAMPLE).filter(|c| c.is_alphabetic()) {
        counts[script_of(c)] += 1;
    }
    let all: usize = counts.iter().sum();
    if all < MIN_LETTERS {
        return None;
    }
    let is_most = |count: usize| count * 2 > all;
    if counts[KANA] * KANA_DIVISOR >= all && is_most(counts[KANA] + counts[HAN]) {
        return Some(Some("ja"));
    }
    if let Some(script) = (HAN..SCRIPTS.len()).find(|&s| is_most(counts[s])) {
        let lang = match SCRIPTS[script] {
            "ar" if sample.contains(['پ', 'چ', 'گ', 'ژ']) && sample.contains("است") => "fa",
            "ar" if sample.contains(['ٹ', 'ڈ', 'ے']) => "ur",
            "ru" if sample.contains(['ї', 'є', 'ґ']) => "uk",
            lang => lang,
        };
        return Some(Some(lang));
    }
    Some(None)
}

/// Maximum words in which frequent ones are counted.
const WORDS: usize = 1_000;

/// Minimum frequent words of a language, and the denominator of their minimum share of the words:
/// with fewer, a language that shares some of them would be chosen; with more, lists of names would
/// have no language.
const MIN_HITS: usize = 3;
const HIT_DIVISOR: usize = 12;

/// Minimum frequent words of a part in another language than the page's, and the minimum ratio to
/// those of the page's language, because some words are frequent in both.
const MIN_HITS_OF_PART: usize = 5;
const MIN_HIT_RATIO: usize = 4;

/// Returns a part's language by its frequent words if it differs from the declared one; `None` if
/// there are few, or if the declared language has no word list.
fn other_by_words(declared: &str, text: &str) -> Option<&'static str> {
    let primary = declared.split('-').next().unwrap_or_default();
    let (hits, _) = hits(text);
    let (_, own) = hits.iter().find(|(lang, _)| *lang == primary)?;
    let (lang, most) = hits.iter().rev().max_by_key(|(_, hits)| *hits)?;
    (*most >= MIN_HITS_OF_PART && *most >= own * MIN_HIT_RATIO).then_some(*lang)
}

/// Returns the language with the most frequent words in the text.
fn by_words(sample: &str) -> Option<&'static str> {
    let (hits, all) = hits(sample);
    // If several are equal, the first.
    let (lang, hits) = hits.into_iter().rev().max_by_key(|&(_, hits)| hits)?;
    (hits >= MIN_HITS && hits * HIT_DIVISOR >= all).then_some(lang)
}

/// Returns the number of frequent words of each language in a text, and the number of all words.
fn hits(sample: &str) -> (Vec<(&'static str, usize)>, usize) {
    let mut words: Interned<usize> = Interned::new();
    let mut all = 0;
    for word in tokens(sample).take(WORDS) {
        *words.get_or(Hash64::of(&lower_case::of(word)), || 0) += 1;
        all += 1;
    }
    let mut hits: Vec<(&str, usize)> = Vec::new();
    for (lang, stop) in stop_words() {
        let count = words.get(Hash64::of(stop)).copied().unwrap_or(0);
        match hits.last_mut() {
            Some((last, hits)) if *last == lang => *hits += count,
            _ => hits.push((lang, count)),
        }
    }
    (hits, all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_normalized() {
        for (given, expected) in [
            ("en_us", Some("en-US")),
            ("zh-hans-cn", Some("zh-Hans-CN")),
            ("DE", Some("de")),
            ("pt_BR.UTF-8", Some("pt-BR")),
            ("en-US, de", Some("en-US")),
            ("iw-IL", Some("he-IL")),
            ("es-419", Some("es-419")),
            ("English", Some("en")),
            ("", None),
            ("x-default", None),
            ("{{lang}}", None),
            ("und", None),
        ] {
            assert_eq!(normalized(given).as_deref(), expected, "{given}");
        }
    }

    #[test]
    fn part_language_is_detected_from_script_or_words() {
        const GERMAN: &str =
            "Die Fähre fährt nicht mit der Flut, und das ist von allen, die es wissen, der Grund.";
        const ENGLISH: &str =
            "The ferry does not sail with the tide, and that is the reason for all of it.";
        for (declared, is_own, text, expected) in [
            (Some("en"), false, GERMAN, Some("de")),
            (Some("en"), true, GERMAN, Some("en")),
            (Some("en-GB"), false, ENGLISH, Some("en-GB")),
            (Some("af"), false, "die van de en het een is", Some("af")),
            (Some("en"), false, "Die Fähre.", Some("en")),
            (
                Some("en"),
                true,
                "Паром не ходит с приливом, и все это знают давно.",
                Some("ru"),
            ),
            (None, false, GERMAN, Some("de")),
            (None, false, "Die", None),
        ] {
            let found = of_part(declared, is_own, text);
            assert_eq!(found.as_deref(), expected, "{declared:?} {text}");
        }
    }

    #[test]
    fn right_to_left_languages_are_recognized() {
        assert!(is_rtl("ar-EG") && is_rtl("he") && is_rtl("ku-Arab"));
        assert!(!is_rtl("en") && !is_rtl("ar-Latn") && !is_rtl("ku"));
    }

    #[test]
    fn language_is_guessed_from_script_or_words() {
        let g = |s| by_script(s)?.or_else(|| by_words(s));
        assert_eq!(
            g("The ferry is back in the harbour and the people of the town are glad that it is."),
            Some("en")
        );
        assert_eq!(
            g(
                "Die Fähre ist wieder im Hafen, und die Leute in der Stadt sind froh, dass das so ist."
            ),
            Some("de")
        );
        assert_eq!(
            g(
                "Le bac est de retour dans le port et les gens de la ville sont contents que les choses"
            ),
            Some("fr")
        );
        assert_eq!(
            g("フェリーが港に戻ってきました。町の人々はとても喜んでいます。船はまた毎日動きます。"),
            Some("ja")
        );
        assert_eq!(
            g("渡轮回到了港口城里的人们都很高兴因为它又每天开行了人们可以去对岸上班上学买菜看朋友"),
            Some("zh")
        );
        assert_eq!(
            g("Паром вернулся в гавань, и жители города рады этому событию"),
            Some("ru")
        );
        assert_eq!(
            g("عادت العبارة إلى الميناء وأهل المدينة سعداء بذلك كثيرا جدا"),
            Some("ar")
        );
        assert_eq!(
            g("lorem ipsum dolor sit amet consectetur adipiscing elit sed"),
            None
        );
        assert_eq!(g("short"), None);
    }
}
