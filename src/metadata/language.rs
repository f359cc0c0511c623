//! The language of the page, as a BCP 47 tag.

use super::json_ld::Work;
use super::meta_tags::MetaTags;

use crate::compact::hash::Fnv64;
use crate::compact::interner::Numbered;
use crate::compact::lower_case;
use crate::page::{Attr, Page};
use crate::text::tokens;

/// Characters of text looked at when guessing.
const SAMPLE: usize = 4_000;

/// Returns the language: what the root element says, then the page's heads, then a guess from
/// script and frequent words.
pub(super) fn language(page: &Page, tags: &MetaTags<'_>, work: &Work) -> Option<String> {
    let of = |id| {
        page.attr(id, Attr::Lang)
            .or_else(|| page.attr(id, Attr::XmlLang))
            .and_then(normalized)
    };
    let stated = of(page.root())
        .or_else(|| of(page.body()))
        .or_else(|| {
            tags.any(&["http-equiv:content-language", "content-language"])
                .find_map(normalized)
        })
        .or_else(|| page.info().content_language.as_deref().and_then(normalized))
        .or_else(|| work.lang.as_deref().and_then(normalized))
        .or_else(|| {
            tags.any(&[
                "og:locale",
                "itemprop:inlanguage",
                "dc.language",
                "dcterms.language",
                "language",
            ])
            .find_map(normalized)
        });
    let sample = sample(page);
    match (stated, by_script(&sample)) {
        // Templates say "en" whatever is written below; the script cannot lie.
        (Some(stated), Some(Some(guess))) if !writes(&stated, guess) => Some(guess.to_owned()),
        (Some(stated), _) => Some(stated),
        (None, Some(guess)) => guess.or_else(|| stop_words(&sample)).map(str::to_owned),
        (None, None) => None,
    }
}

/// Returns whether a language is written in right-to-left script.
pub(super) fn is_rtl(lang: &str) -> bool {
    let mut parts = lang.split('-');
    let primary = parts.next().unwrap_or_default();
    let script = parts.find(|p| p.len() == 4);
    match script {
        Some(script) => matches!(script, "Arab" | "Hebr" | "Thaa" | "Syrc" | "Nkoo" | "Adlm"),
        None => matches!(
            primary,
            "ar" | "arz" | "ckb" | "dv" | "fa" | "he" | "iw" | "ps" | "sd" | "ug" | "ur" | "yi"
        ),
    }
}

/// Returns a language tag in the form of BCP 47: `en_us` gives `en-US`, `zh-hans-cn` `zh-Hans-CN`.
/// Of a list, the first. `None` for what is no tag.
fn normalized(value: &str) -> Option<String> {
    let value = value.split([',', ';']).next()?.trim();
    // A charset or a modifier may follow, as in POSIX locales.
    let value = value.split(['.', '@', ' ']).next()?;
    let mut out = String::new();
    for (i, part) in value.split(['-', '_']).enumerate() {
        let fits = (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
        if i == 0 {
            let letters =
                (2..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic());
            if !letters {
                return full_name(value).map(str::to_owned);
            }
            let primary = part.to_ascii_lowercase();
            // Codes withdrawn or never given, but in use.
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
            4 if part.bytes().all(|b| b.is_ascii_alphabetic()) => {
                out.push_str(&part[..1].to_ascii_uppercase());
                out.push_str(&part[1..].to_ascii_lowercase());
            }
            2 => out.push_str(&part.to_ascii_uppercase()),
            _ => out.push_str(&part.to_ascii_lowercase()),
        }
    }
    Some(out)
}

/// Languages given by their English or own name.
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

/// Returns whether a language may be written in the script that `guess` was told by.
fn writes(stated: &str, guess: &str) -> bool {
    let primary = stated.split('-').next().unwrap_or_default();
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
        // Scripts that many languages share prove nothing, besides against English.
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
            if sample.len() > SAMPLE * 4 {
                break;
            }
        }
    }
    sample
}

/// Returns the language that the script of a text tells, `Some(None)` where the script is shared by
/// many; `None` where there is too little text to say.
fn by_script(sample: &str) -> Option<Option<&'static str>> {
    const SCRIPTS: [&str; 10] = ["", "kana", "zh", "ko", "ar", "he", "ru", "el", "th", "hi"];
    let mut counts = [0usize; SCRIPTS.len()];
    for c in sample.chars().take(SAMPLE).filter(|c| c.is_alphabetic()) {
        let script = match c {
            '\u{3040}'..='\u{30ff}' => 1,
            '\u{3400}'..='\u{9fff}' => 2,
            '\u{ac00}'..='\u{d7af}' => 3,
            '\u{600}'..='\u{6ff}' => 4,
            '\u{590}'..='\u{5ff}' => 5,
            '\u{400}'..='\u{4ff}' => 6,
            '\u{370}'..='\u{3ff}' => 7,
            '\u{e00}'..='\u{e7f}' => 8,
            '\u{900}'..='\u{97f}' => 9,
            _ => 0,
        };
        counts[script] += 1;
    }
    let all: usize = counts.iter().sum();
    if all < 30 {
        return None;
    }
    // Japanese mixes Kana with Han; a tenth of Kana is enough to tell it from Chinese.
    if counts[1] * 10 >= all && (counts[1] + counts[2]) * 2 > all {
        return Some(Some("ja"));
    }
    if let Some(script) = (2..SCRIPTS.len()).find(|&s| counts[s] * 2 > all) {
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

/// Returns the language whose frequent words make up most of the text, at least one word in 12.
fn stop_words(sample: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 13] = [
        ("en", "the of and to in is that for with on was are this"),
        (
            "de",
            "der die und das den nicht mit ist ein von zu auf für sich",
        ),
        (
            "fr",
            "le les des et est une dans que pour qui pas sur du au",
        ),
        ("es", "el los las que del una por con para su como más está"),
        (
            "it",
            "il che di per non una del sono della gli con anche nel",
        ),
        ("pt", "os não uma com para do da mais em são ao pelo você"),
        ("nl", "het een van en dat niet zijn voor op te met ook aan"),
        ("pl", "nie się jest że na do to jak od przez dla oraz"),
        ("cs", "se že je na není jsou pro jako by ale který při"),
        ("sv", "och att det som är på av för inte en har till"),
        ("da", "og det at er af på til ikke der en med har også"),
        ("tr", "ve bir bu için ile çok daha olarak olan ne gibi"),
        ("fi", "ja on ei että se hän oli mutta kun myös ovat"),
    ];
    let mut words: Numbered<usize> = Numbered::new();
    let mut all = 0;
    for word in tokens(sample).take(1_000) {
        *words.get_or(Fnv64::of(&lower_case::of(word)), || 0) += 1;
        all += 1;
    }
    let (hits, lang) = WORDS
        .iter()
        .rev()
        .map(|&(lang, list)| {
            let count = |stop| words.get(Fnv64::of(stop));
            let hits: usize = list.split(' ').filter_map(count).sum();
            (hits, lang)
        })
        .max_by_key(|&(hits, _)| hits)?;
    (hits >= 3 && hits * 12 >= all).then_some(lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_normalized() {
        for (given, wanted) in [
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
            assert_eq!(normalized(given).as_deref(), wanted, "{given}");
        }
    }

    #[test]
    fn direction_of_languages() {
        assert!(is_rtl("ar-EG") && is_rtl("he") && is_rtl("ku-Arab"));
        assert!(!is_rtl("en") && !is_rtl("ar-Latn") && !is_rtl("ku"));
    }

    #[test]
    fn guesses() {
        let g = |s| by_script(s)?.or_else(|| stop_words(s));
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
