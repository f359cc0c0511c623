//! Times in pages and files.

/// Maximum number of digits of the hours, or of the minutes if there are no hours.
const MAX_DIGITS: usize = 3;

/// Separators between the start and the end time of a line.
const DASHES: [char; 6] = ['-', '>', '–', '—', '→', '~'];

/// Reads the time at the beginning of a text, and the end time if there is one. Returns both and
/// the rest of the text.
///
/// Formats on pages, optionally in brackets: `0:07`, `75:10`, `[00:01:02]`, `1:02:03.5`, `0:07 –
/// 0:12`.
pub(super) fn stamp(text: &str) -> Option<(f64, Option<f64>, &str)> {
    let text = text.trim_start();
    let inner = text.strip_prefix(['[', '(']).unwrap_or(text);
    let (start, rest) = clock(inner.trim_start())?;
    let after = rest.trim_start().trim_start_matches(DASHES);
    let has_dash = after.len() < rest.trim_start().len();
    let end = clock(after.trim_start()).filter(|&(end, _)| has_dash && end >= start);
    let (end, rest) = match end {
        Some((end, rest)) => (Some(end), rest),
        None => (None, rest),
    };
    let rest = match inner.len() < text.len() {
        true => rest.trim_start().strip_prefix([']', ')'])?,
        false => rest,
    };
    Some((start, end, rest))
}

/// Reads a time in the format of pages.
fn clock(text: &str) -> Option<(f64, &str)> {
    let (first, rest) = digits(text);
    if first.is_empty() || first.len() > MAX_DIGITS {
        return None;
    }
    let (second, mut rest) = sixty(rest.strip_prefix(':')?)?;
    let first = value(first);
    let mut seconds = match rest.strip_prefix(':').map(sixty) {
        Some(third) => {
            let (third, after) = third?;
            rest = after;
            (first * 60.0 + second) * 60.0 + third
        }
        None => first * 60.0 + second,
    };
    if let Some(after) = rest.strip_prefix(['.', ',']) {
        let (fraction, after) = digits(after);
        // A comma or a full stop may belong to the text.
        if !fraction.is_empty() {
            seconds += part(fraction);
            rest = after;
        }
    }
    let is_more = rest.starts_with(|c: char| c == ':' || c.is_alphanumeric());
    (!is_more).then_some((seconds, rest))
}

/// Reads a time in WebVTT's format ("collect a WebVTT timestamp"), or SubRip's with a comma.
/// Returns it and the rest of the text.
pub(super) fn timestamp(text: &str) -> Option<(f64, &str)> {
    let (first, rest) = digits(text);
    if first.is_empty() || first.len() > MAX_DIGITS {
        return None;
    }
    let is_hours = first.len() != 2 || value(first) > 59.0;
    let (second, rest) = sixty(rest.strip_prefix(':')?)?;
    let (seconds, rest) = match rest.strip_prefix(':') {
        Some(rest) => {
            let (third, rest) = sixty(rest)?;
            ((value(first) * 60.0 + second) * 60.0 + third, rest)
        }
        None if is_hours => return None,
        None => (value(first) * 60.0 + second, rest),
    };
    let (fraction, rest) = digits(rest.strip_prefix(['.', ','])?);
    (fraction.len() == 3).then(|| (seconds + part(fraction), rest))
}

/// Reads exactly two digits with a value below sixty.
fn sixty(text: &str) -> Option<(f64, &str)> {
    let (found, rest) = digits(text);
    let number = value(found);
    (found.len() == 2 && number < 60.0).then_some((number, rest))
}

/// Splits a text after its leading digits.
fn digits(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

fn value(digits: &str) -> f64 {
    let add = |sum: f64, digit: u8| sum * 10.0 + f64::from(digit - b'0');
    digits.bytes().fold(0.0, add)
}

/// Returns the value of digits after the decimal point, in thousandths, because finer differences
/// can't be heard.
fn part(digits: &str) -> f64 {
    let shown = &digits[..digits.len().min(3)];
    let missing = [1.0, 10.0, 100.0, 1000.0][shown.len()];
    value(shown) / missing
}
