//! Facts from image URLs: the best candidate, placeholders, and two sizes of one image.

use crate::compact::{decimal, words};
use crate::page::srcset;
use crate::url;

/// Maximum useful width in px; up to it, larger files are better.
pub(super) const SENSIBLE_WIDTH: f32 = 1600.0;

/// Maximum width in px of a file that is better than one narrower than [`FULL_WIDTH`]: files of
/// photographs in full size are wider.
const MAX_WIDTH: f32 = 2600.0;

/// Width in px from which a candidate is considered as good as an `src` of unknown size.
pub(super) const FULL_WIDTH: f32 = 800.0;

/// Maximum width of a preview in px, according to its URL.
const PREVIEW_WIDTH: u32 = 100;

/// Returns whether a URL has the file name of an image.
#[inline(never)]
pub(super) fn names_image(url: &str) -> bool {
    let plain = |c: char| !c.is_whitespace() && !"{}\"<>".contains(c);
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let kind = path
        .rsplit_once('.')
        .map(|(_, kind)| kind.to_ascii_lowercase());
    // "/640?wx_fmt=jpeg"
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let values = query.split(['&', '=']).map(str::to_ascii_lowercase);
    url.chars().all(plain)
        && kind
            .into_iter()
            .chain(values)
            .any(|kind| words::holds(KINDS, &kind))
}

/// File name extensions of images.
const KINDS: &str = "jpg jpeg png gif webp avif bmp svg";

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CandidateSize {
    Width(f32),
    Density(f32),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) url: String,
    pub(super) size: CandidateSize,
}

/// Returns the best of a list of candidates: the widest from [`FULL_WIDTH`] to [`SENSIBLE_WIDTH`],
/// otherwise the narrowest up to [`MAX_WIDTH`], the widest below, or the narrowest; or the densest
/// up to 2×, otherwise the least dense. Earlier ones win ties.
pub(super) fn best(value: &str) -> Option<Candidate> {
    let rank = |size| match size {
        CandidateSize::Width(w) if w < FULL_WIDTH => w,
        CandidateSize::Width(w) if w <= SENSIBLE_WIDTH => w + 2.0 * MAX_WIDTH,
        CandidateSize::Width(w) if w <= MAX_WIDTH => 2.0 * MAX_WIDTH - w,
        CandidateSize::Width(w) => -w,
        CandidateSize::Density(d) if d <= 2.0 => d,
        CandidateSize::Density(d) => -d,
    };
    srcset(value).fold(None, |best: Option<Candidate>, (url, descriptor)| {
        if url.is_empty() || is_placeholder(url) {
            return best;
        }
        let number = |suffix| {
            descriptor
                .split_ascii_whitespace()
                .find_map(|d| decimal::number(d.strip_suffix(suffix)?))
        };
        let size = match (number('w'), number('x')) {
            (Some(w), _) => CandidateSize::Width(w),
            (None, x) => CandidateSize::Density(x.unwrap_or(1.0)),
        };
        match best {
            Some(b) if rank(b.size) >= rank(size) => Some(b),
            _ => Some(Candidate {
                url: url.to_owned(),
                size,
            }),
        }
    })
}

/// Returns whether a URL is that of a placeholder: a tiny data URL, or a file with the name of one.
pub(super) fn is_placeholder(url: &str) -> bool {
    let url = url.trim();
    if url.is_empty() || url.starts_with("about:") {
        return true;
    }
    if url
        .get(..5)
        .is_some_and(|s| s.eq_ignore_ascii_case("data:"))
    {
        return url.len() < 1500 || url.contains("svg+xml");
    }
    let path = url::without_fragment(url).split('?').next();
    let name = path.unwrap_or(url).rsplit('/').next().unwrap_or(url);
    let name = name.to_ascii_lowercase();
    let stem = name.split('.').next().unwrap_or(&name);
    let whole = matches!(
        stem,
        "blank"
            | "spacer"
            | "placeholder"
            | "loading"
            | "transparent"
            | "pixel"
            | "1x1"
            | "clear"
            | "grey"
            | "gray"
            | "lazy"
            | "lazyload"
            | "loader"
            | "dot"
            | "empty"
            | "default"
            | "1px"
            | "trans"
            | "nothing"
            | "tile"
            | "skeleton"
    );
    whole
        || stem.split(['-', '_']).any(|word| word == "pixel")
        || ["placeholder", "spacer", "1x1", "lazyload"]
            .iter()
            .any(|word| stem.contains(word))
}

/// Returns whether a URL is that of a tiny image that is shown until the real one is loaded.
pub(super) fn is_preview(url: &str) -> bool {
    let lower = url.to_ascii_lowercase();
    if ["lqip", "blur"].iter().any(|word| lower.contains(word)) {
        return true;
    }
    declared_width(&lower).is_some_and(|w| w <= PREVIEW_WIDTH)
}

/// Returns the width from a lower-case URL: from its parameters, its file name, or the name of its
/// folder.
pub(super) fn declared_width(url: &str) -> Option<u32> {
    let bytes = url.as_bytes();
    let begins = |&at: &usize| at == 0 || b"?&/,;".contains(&bytes[at - 1]);
    let width_at = |at: usize| {
        let piece = url.get(at..)?;
        let keys = ["w=", "width=", "w_", "wid="];
        leading_number(keys.iter().find_map(|key| piece.strip_prefix(key))?)
    };
    let of_folder = || {
        let path = url.split(['?', '#']).next()?;
        let folder = path.rsplit('/').nth(1)?;
        let width = leading_number(folder)?;
        // A year isn't a width.
        let is_width = width >= 20 && !(1990..2100).contains(&width);
        let rest = folder.trim_start_matches(|c: char| c.is_ascii_digit());
        (is_width && matches!(rest, "" | "w" | "p")).then_some(width)
    };
    named_width(url)
        .or_else(|| (0..bytes.len()).filter(begins).find_map(width_at))
        .or_else(of_folder)
}

#[inline(never)]
fn leading_number(text: &str) -> Option<u32> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..end].parse().ok()
}

/// Returns the width from a file name that ends with its size (`harbour-20x13.jpg`), as content
/// management systems name resized images.
fn named_width(url: &str) -> Option<u32> {
    let path = url.split(['?', '#']).next()?;
    let (stem, _) = path.rsplit_once('.')?;
    let (_, size) = stem.rsplit_once(['-', '_'])?;
    let (width, height) = size.split_once('x')?;
    height.parse::<u32>().ok()?;
    width.parse().ok()
}

/// Returns whether two URLs are of one image in two sizes: files in the same folder or sibling
/// folders, or URLs, whose names differ only by a size.
pub(super) fn is_same(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (Some((folder, name)), Some((other, same))) = (split_name(a), split_name(b)) else {
        return false;
    };
    name == same && (folder == other || name.len() >= MIN_NAME_BYTES && is_beside(folder, other))
}

/// Minimum length of a distinctive name, in bytes. Two images don't have the same one by chance.
const MIN_NAME_BYTES: usize = 8;

/// Returns the folder of a URL and its file name without the size.
#[inline(never)]
fn split_name(url: &str) -> Option<(&str, String)> {
    let path = url.split(['?', '#']).next()?;
    let (folder, file) = path.rsplit_once('/')?;
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let mut name = stem.to_ascii_lowercase();
    while let Some((rest, end)) = name.rsplit_once(['-', '_', '@'])
        && is_size(end)
        && !rest.is_empty()
    {
        name.truncate(rest.len());
    }
    // Image resizers have the name of the image in their query.
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let named = query
        .split('&')
        .find(|part| part.starts_with("url=") || part.starts_with("src="));
    name.push_str(named.unwrap_or_default());
    Some((folder, name))
}

/// Words for sizes at the end of a name.
const SIZES: &str = "small medium large thumb thumbnail preview placeholder lqip blur full \
    original scaled lowres hires";

/// Returns whether the end of a name only describes the size of an image.
#[inline(never)]
fn is_size(end: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let sides = end.split_once('x');
    sides.is_some_and(|(w, h)| is_number(w) && (is_number(h) || h.is_empty()))
        || end
            .strip_suffix(['x', 'w', 'p'])
            .or(end.strip_suffix("px"))
            .is_some_and(is_number)
        || words::holds(SIZES, end)
}

/// Returns whether two folders are siblings whose names are sizes.
fn is_beside(a: &str, b: &str) -> bool {
    let names_size = |name: &str| {
        let name = name.to_ascii_lowercase();
        matches!(&*name, "s" | "m" | "l" | "xl" | "xs")
            || name.bytes().all(|b| b.is_ascii_digit())
            || is_size(name.trim_start_matches("w_"))
    };
    match (a.rsplit_once('/'), b.rsplit_once('/')) {
        (Some((a, size)), Some((b, other))) => a == b && names_size(size) && names_size(other),
        _ => false,
    }
}

/// Returns whether the second of two URLs of one image is better.
pub(super) fn is_better(shown: &str, other: &str) -> bool {
    let preview = |url: &str| is_preview(url) || url.starts_with("data:");
    let width = |url: &str| declared_width(&url.to_ascii_lowercase());
    match (preview(shown), preview(other)) {
        (true, false) => true,
        (false, true) => false,
        _ => match (width(shown), width(other)) {
            (Some(shown), Some(other)) => other > shown && other <= SENSIBLE_WIDTH as u32,
            (Some(shown), None) => (shown as f32) < FULL_WIDTH,
            _ => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(value: &str) -> Option<String> {
        best(value).map(|c| c.url)
    }

    #[test]
    fn the_widest_reasonable_candidate_wins() {
        let of = |v| chosen(v).unwrap_or_default();
        assert_eq!(of("a 320w, b 1280w, c 3000w"), "b");
        assert_eq!(of("a 2400w, b 2000w"), "b");
        assert_eq!(of("a 640w, b 1920w, c 2560w"), "b");
        assert_eq!(of("a 640w, b 3000w"), "a");
        assert_eq!(of("a, b 2x, c 3x"), "b");
        assert_eq!(of("data:image/gif;base64,R0 1x, b 1x"), "b");
        assert_eq!(chosen(" , "), None);
    }

    #[test]
    fn placeholders_and_previews_are_recognized_by_url() {
        for url in [
            "data:image/gif;base64,R0lGOD",
            "/img/blank.gif",
            "x/Placeholder-16x9.png",
        ] {
            assert!(is_placeholder(url), "{url}");
        }
        for url in ["https://example.org/blanket.jpg", "/a/loading-dock.jpg"] {
            assert!(!is_placeholder(url), "{url}");
        }
        assert!(is_preview("https://example.org/a.jpg?w=20&q=10"));
        assert!(!is_preview("https://example.org/a.jpg?w=1200"));
        assert!(!is_preview("https://example.org/now=20"));
        assert!(is_preview("https://example.org/up/quay-20x13.jpg?v=2"));
        assert!(!is_preview("https://example.org/up/quay-1024x683.jpg"));
        assert!(!is_preview("https://example.org/up/4x4-weekend.jpg"));
    }
}
