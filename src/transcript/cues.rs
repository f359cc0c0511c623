//! Timed text files: WebVTT (W3C, "WebVTT: The Web Video Text Tracks Format", 6 and 7) and SubRip,
//! which has the same blocks and a comma in its times.
//!
//! Deviations: files that don't begin with `WEBVTT` are also read; settings, styles and regions are
//! skipped; lines that a cue repeats from the end of the previous one, as in roll-up captions,
//! appear once.

use super::Line;
use super::time::timestamp;
use crate::compact::argsort;
use crate::steps::Progress;
use crate::text::collapse;

/// The arrow between the times of a cue.
const ARROW: &str = "-->";

/// Seconds. Shorter cues only scroll roll-up captions; they don't repeat a line.
const MIN_LINE_SECONDS: f64 = 0.1;

/// Maximum characters of a character reference.
const MAX_REFERENCE_CHARS: usize = 12;

/// Maximum rows of a cue that are compared with the previous cue: roll-up captions show two or
/// three. Comparing all rows would take quadratic time.
const MAX_REPEATED_ROWS: usize = 32;

/// Returns the lines of a file in the order of their times; none if it has no cue with text and
/// with times in a known format.
pub fn cues(text: &str) -> Vec<Line> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.replace('\0', "\u{fffd}");
    let lines: Vec<&str> = text.split('\n').collect();
    let mut at = 0;
    let mut found: Vec<Line> = Vec::new();
    let mut before: Vec<String> = Vec::new();
    let mut progress = Progress::new();
    while at < lines.len() {
        progress.check(lines.len() - at);
        if lines[at].is_empty() {
            at += 1;
            continue;
        }
        let Some((times, words)) = block(&lines, &mut at) else {
            continue;
        };
        let voiced = voices(words);
        let rows: Vec<String> = voiced.iter().map(|(_, row)| row.clone()).collect();
        let is_brief = times.1.is_some_and(|end| end - times.0 < MIN_LINE_SECONDS);
        let known = repeated(&before, &rows, is_brief);
        for (speaker, row) in voiced.into_iter().skip(known) {
            match found.last_mut() {
                Some(last) if (last.start, last.end) == times && last.speaker == speaker => {
                    last.text.push(' ');
                    last.text.push_str(&row);
                }
                _ => found.push(Line {
                    start: times.0,
                    end: times.1,
                    speaker,
                    text: row,
                }),
            }
        }
        before = rows;
    }
    argsort::sorted(found, |line| (1000.0 * line.start) as usize)
}

/// Reads a block ("collect a WebVTT block"). Returns the times of a cue and its lines; `None` for
/// other blocks: a header, a comment, a style sheet, or a cue with invalid times.
#[allow(clippy::type_complexity, reason = "times and lines, used once")]
fn block<'a>(lines: &'a [&'a str], at: &mut usize) -> Option<((f64, Option<f64>), &'a [&'a str])> {
    let mut times = None;
    let mut begins = *at;
    let mut seen = false;
    let mut count = 0;
    while let Some(line) = lines.get(*at) {
        count += 1;
        if line.contains(ARROW) {
            if count > 2 || seen {
                break;
            }
            seen = true;
            times = timings(line);
            begins = *at + 1;
        } else if line.is_empty() {
            break;
        }
        *at += 1;
    }
    times.map(|times| (times, &lines[begins..*at]))
}

/// Reads the line with the times of a cue; the rest of the line is settings.
fn timings(line: &str) -> Option<(f64, Option<f64>)> {
    let blank = |c: char| c.is_ascii_whitespace();
    let (start, rest) = timestamp(line.trim_start_matches(blank))?;
    let rest = rest.trim_start_matches(blank).strip_prefix(ARROW)?;
    let (end, _) = timestamp(rest.trim_start_matches(blank))?;
    // Cues that end before they begin are included.
    Some((start, Some(end).filter(|&end| end > start)))
}

/// Returns the rows of a cue with their speakers, without empty rows.
fn voices(lines: &[&str]) -> Vec<(Option<String>, String)> {
    let mut voiced: Vec<(Option<String>, String)> = Vec::new();
    let mut speaker: Option<String> = None;
    let mut row = String::new();
    // Ruby text isn't part of the words.
    let mut in_reading = false;
    let mut close = |speaker: &Option<String>, row: &mut String| {
        let words = collapse(&decoded(row));
        let words = words.trim();
        if !words.is_empty() {
            voiced.push((speaker.clone(), words.to_owned()));
        }
        row.clear();
    };
    let text = lines.join("\n");
    let mut rest = &text[..];
    while let Some(at) = rest.find(['<', '\n']) {
        if !in_reading {
            row.push_str(&rest[..at]);
        }
        if rest[at..].starts_with('\n') {
            close(&speaker, &mut row);
            rest = &rest[at + 1..];
            continue;
        }
        let tag = &rest[at + 1..];
        let end = tag.find('>').unwrap_or(tag.len());
        let inside = &tag[..end];
        rest = tag.get(end + 1..).unwrap_or_default();
        let name = inside.split(|c: char| c == '.' || c.is_ascii_whitespace());
        match name.map(str::trim).next().unwrap_or_default() {
            "v" => {
                close(&speaker, &mut row);
                let (_, name) = inside
                    .split_once(|c: char| c.is_ascii_whitespace())
                    .unwrap_or_default();
                let name = collapse(&decoded(name)).trim().to_owned();
                speaker = Some(name).filter(|name| !name.is_empty());
            }
            "/v" => {
                close(&speaker, &mut row);
                speaker = None;
            }
            "rt" => in_reading = true,
            "/rt" | "/ruby" => in_reading = false,
            _ => {}
        }
    }
    if !in_reading {
        row.push_str(rest);
    }
    close(&speaker, &mut row);
    voiced
}

/// Returns the number of rows at the beginning of a cue that the previous one ends with.
fn repeated(before: &[String], rows: &[String], is_brief: bool) -> usize {
    // A single repeated row may have been spoken twice.
    if before.len() == 1 && rows.len() == 1 && !is_brief {
        return 0;
    }
    let most = before.len().min(rows.len()).min(MAX_REPEATED_ROWS);
    let is_repeated = |&count: &usize| before[before.len() - count..] == rows[..count];
    (1..=most).rev().find(is_repeated).unwrap_or_default()
}

/// Replaces the character references that occur in these files.
fn decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest
            .bytes()
            .take(MAX_REFERENCE_CHARS)
            .position(|byte| byte == b';');
        let found = end.and_then(|end| Some((character(&rest[1..end])?, end + 1)));
        let (character, length) = found.unwrap_or(('&', 1));
        out.push(character);
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

/// Returns the character of a reference.
fn character(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "lrm" => '\u{200e}',
        "rlm" => '\u{200f}',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?).filter(|&c| c != '\0')?
        }
    })
}
