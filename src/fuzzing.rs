//! Every hand-written parser by name, for the fuzz targets and for tests with fixed inputs.
//!
//! A text parser gets bytes decoded as UTF-8, with U+FFFD for invalid ones.
//!
//! The readers of the model's forests and linear scores (`select::model`) aren't among them, because
//! they only get files that are compiled in.

use std::borrow::Cow;

use crate::article::Article;
use crate::compact::base64;
use crate::corpus::{packed, warc};
use crate::export::{Facts, File, Form, Template};
use crate::extract::one_click;
use crate::look::{colors, sheet};
use crate::methods::{far_sw, fsp, tsrec};
use crate::page::{Limits, Page, PageInfo, srcset};
use crate::select::{Overrides, SiteRules};
use crate::source::record::{Chunk, Recording};
use crate::source::{html, snapshot};
use crate::transcript;
use crate::{article, discussion, metadata, page, problem_report, text, url};

/// The name of a parser, and a function that passes bytes to it.
pub type Target = (&'static str, fn(&[u8]));

/// Maximum decompressed bytes that are read from compressed input.
const MAX_UNPACKED: u64 = 1 << 20;

/// Returns all parsers.
pub fn targets() -> impl Iterator<Item = &'static Target> {
    [
        TARGETS,
        metadata::fuzzing::TARGETS,
        html::fuzzing::TARGETS,
        article::fuzzing::TARGETS,
        article::math_fuzzing::TARGETS,
        discussion::fuzzing::TARGETS,
    ]
    .into_iter()
    .flatten()
}

const TARGETS: &[Target] = &[
    ("base64", |bytes| {
        let text = lossy(bytes);
        if let Some(decoded) = base64::bytes(&text) {
            assert_eq!(base64::of(&decoded), text);
        }
    }),
    ("code-languages", |bytes| {
        page::language_named(&lossy(bytes));
    }),
    ("colors", |bytes| {
        colors::Color::read(&lossy(bytes));
    }),
    ("exports", exports),
    ("overrides", |bytes| {
        if let Ok(overrides) = Overrides::read(&numbers(bytes)) {
            assert_eq!(
                Overrides::read(&overrides.numbers()).as_ref(),
                Ok(&overrides)
            );
        }
    }),
    ("packed-files", |bytes| {
        let mut out = Vec::new();
        if let Ok(reader) = packed::reader(bytes) {
            let _ = std::io::Read::read_to_end(
                &mut std::io::Read::take(reader, MAX_UNPACKED),
                &mut out,
            );
        }
    }),
    ("records", records),
    ("report", |bytes| {
        let _ = problem_report::Report::read(bytes);
    }),
    ("report-data", |bytes| {
        let json = lossy(bytes).replace('<', " ");
        let _ = problem_report::anonymized(&of_html(&format!(
            "<script type=application/ld+json>{json}</script><p>Text"
        )));
    }),
    ("rules-far-sw", |bytes| {
        let _ = lossy(bytes).parse::<far_sw::Model>();
    }),
    ("rules-fsp", |bytes| {
        let text = lossy(bytes);
        let _ = text.parse::<fsp::Patterns>();
        let _ = text.parse::<fsp::Classifier>();
    }),
    ("site-rules", |bytes| {
        let _ = SiteRules::read(bytes);
    }),
    ("snapshot", |bytes| {
        let _ = snapshot::read(bytes);
    }),
    ("srcset", |bytes| {
        let text = lossy(bytes);
        // Each candidate has at least one character of its own.
        assert!(srcset(&text).count() <= text.len());
    }),
    ("style-sheets", |bytes| {
        let _ = sheet::read(&lossy(bytes));
    }),
    ("templates", |bytes| {
        let _ = Template::read(&lossy(bytes));
    }),
    ("texts", |bytes| {
        let text = lossy(bytes);
        assert!(text::tokens(&text).count() <= text.len());
        text::collapse(&text);
        text::terms(&text, |_, _| {});
    }),
    ("transcripts", |bytes| {
        transcript::cues(&lossy(bytes));
    }),
    ("tsrec-digests", |bytes| {
        let _ = tsrec::Digest::from_bytes(bytes);
    }),
    ("urls", urls),
    ("warc", |bytes| {
        if let Ok(records) = warc::Reader::new(bytes) {
            records.for_each(drop);
        }
    }),
];

/// Decodes bytes as text.
pub(crate) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Decodes bytes as two texts, divided at the first line break.
pub(crate) fn halves(bytes: &[u8]) -> (Cow<'_, str>, Cow<'_, str>) {
    let at = bytes.iter().position(|&byte| byte == b'\n');
    let (first, second) = bytes.split_at(at.unwrap_or(bytes.len()));
    (lossy(first), lossy(second.get(1..).unwrap_or_default()))
}

/// Parses HTML to a page, for parsers that read elements.
pub(crate) fn of_html(html: &str) -> Page {
    html::read(html, "https://example.org/a/b?c#d", Limits::default()).unwrap_or_else(|_| {
        // The limits are far above the size of the inputs.
        unreachable!("a page within the limits")
    })
}

fn urls(bytes: &[u8]) {
    let (base, relative) = halves(bytes);
    url::scheme(&base);
    url::host(&base).map(url::site_label);
    url::decoded(url::path(&base));
    url::join(&base, &relative);
    url::same_page(&base, &relative);
    url::same_site(&base, &relative);
    url::leads_on(&base, &relative);
    let _ = url::Base::new(&base).join(&relative);
}

/// Decodes bytes as 32-bit numbers, without the remainder.
fn numbers(bytes: &[u8]) -> Vec<u32> {
    let (words, _) = bytes.as_chunks::<4>();
    words.iter().copied().map(u32::from_le_bytes).collect()
}

/// Parses bytes as a collector's output: a third numbers, a third rectangles, a third text.
fn records(bytes: &[u8]) {
    let third = bytes.len() / 3;
    let heads = numbers(&bytes[..third]);
    let rects: Vec<f32> = numbers(&bytes[third..2 * third])
        .into_iter()
        .map(f32::from_bits)
        .collect();
    let text = lossy(&bytes[2 * third..]);
    let mut recording = Recording::new(PageInfo::default(), Limits::default(), |_, _| None);
    let chunk = Chunk {
        numbers: &heads,
        rects: &rects,
        text: &text,
        values: &text,
    };
    if recording.add(chunk).is_ok() {
        let _ = recording.finish();
    }
}

/// Writes front matter, file names, and citations for a title and an author.
fn exports(bytes: &[u8]) {
    thread_local! {
        static ARTICLE: Article =
            one_click(&of_html("<p>The ferry left the harbor at noon.")).article;
    }
    let (title, author) = halves(bytes);
    let facts = Facts {
        title: Some(title.into_owned()),
        byline: Some(author.into_owned()),
        ..Facts::default()
    };
    ARTICLE.with(|article| {
        for form in [Form::Markdown, Form::Html, Form::Epub] {
            File::new(article, &facts, &[], form);
        }
    });
    facts.citation();
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Number of cases per parser.
    const CASES: u64 = 1000;

    /// Maximum pieces of a case: enough for nested input, and few enough that all cases take only
    /// seconds.
    const MAX_PIECES: u64 = 24;

    /// A pseudorandom generator (xorshift64) with the same numbers in each run.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self, below: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % below
        }

        fn pick<'a>(&mut self, pieces: &'a [Vec<u8>]) -> &'a [u8] {
            &pieces[self.roll(pieces.len() as u64) as usize]
        }
    }

    /// Bytes that are generally difficult for parsers.
    const HARD_INPUTS: [&str; 20] = [
        "",
        "a",
        "1",
        "-",
        ".",
        " ",
        "\n",
        "\t",
        "\0",
        "\u{a0}",
        "\u{feff}",
        "\u{2028}",
        "é",
        "日本",
        "😀",
        "\"",
        "\\",
        "&",
        "<",
        "99999999999999999999",
    ];

    fn folder() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
    }

    /// Returns the entries of a dictionary in libFuzzer's format.
    fn dictionary(name: &str) -> Vec<Vec<u8>> {
        let file = folder().join(format!("dictionaries/{name}.dict"));
        let words = fs::read_to_string(&file).unwrap();
        words
            .lines()
            .filter(|line| line.starts_with('"'))
            .map(word)
            .collect()
    }

    /// Parses the entry in a line: ASCII in quotes with the escapes `\\`, `\"`, and `\xAB`, which
    /// are all that libFuzzer supports.
    fn word(line: &str) -> Vec<u8> {
        let quoted = line.strip_prefix('"').and_then(|l| l.strip_suffix('"'));
        let mut rest = quoted.unwrap().as_bytes();
        let mut out = Vec::new();
        while let [first, tail @ ..] = rest {
            assert!(first.is_ascii(), "{line} is ASCII");
            let (byte, after) = match (first, tail) {
                (b'\\', [b'x', high, low, after @ ..]) => {
                    let digits = String::from_utf8(vec![*high, *low]).unwrap();
                    (u8::from_str_radix(&digits, 16).unwrap(), after)
                }
                (b'\\', [escaped @ (b'\\' | b'"'), after @ ..]) => (*escaped, after),
                (b'\\', _) => panic!("{line} has an escape that libFuzzer doesn't know"),
                (byte, after) => (*byte, after),
            };
            out.push(byte);
            rest = after;
        }
        out
    }

    fn seeds(name: &str) -> Vec<Vec<u8>> {
        let files = fs::read_dir(folder().join("seeds").join(name)).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        files.iter().map(|file| fs::read(file).unwrap()).collect()
    }

    #[test]
    fn parsers_handle_fixed_fuzz_cases() {
        for (name, parse) in targets() {
            let seeds = seeds(name);
            seeds.iter().for_each(|seed| parse(seed));
            let mut pieces = dictionary(name);
            assert!(pieces.len() > 3 && !seeds.is_empty(), "{name}");
            pieces.extend(HARD_INPUTS.map(|piece| piece.as_bytes().to_vec()));
            let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
            for _ in 0..CASES {
                let mut case = Vec::new();
                if dice.roll(3) == 0 {
                    case.extend_from_slice(dice.pick(&seeds));
                }
                for _ in 0..dice.roll(MAX_PIECES) {
                    let at = dice.roll(case.len() as u64 + 1) as usize;
                    let piece = dice.pick(&pieces);
                    match dice.roll(4) {
                        0 => drop(case.splice(at..at, piece.iter().copied())),
                        1 => case.truncate(at),
                        _ => case.extend_from_slice(piece),
                    }
                }
                parse(&case);
            }
        }
    }

    #[test]
    fn parser_names_are_unique() {
        let mut names: Vec<&str> = targets().map(|&(name, _)| name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
