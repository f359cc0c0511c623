//! The choice of the file that stands for a picture.
//!
//! In this order: what the browser chose to show, the picture's own candidates, its `src`, the
//! sources of its `picture`, the attributes that lazy loaders keep the real address in, and the
//! picture in a `noscript` beside it. Placeholders are passed over; a real address is never
//! given up for a smaller picture.

use super::tree::Attrs;
use super::{address, length, policy};
use crate::compact::{decimal, words};
use crate::page::{Attr, NodeId, Page, Tag, srcset};
use crate::url;

/// The width in px up to which a larger file is the better one.
const SENSIBLE_WIDTH: f32 = 1600.0;

/// The width in px from which a candidate is as good as an `src` of unknown size.
const FULL_WIDTH: f32 = 800.0;

/// The width in px, stated in a file's name, up to which the file is a preview.
const PREVIEW_WIDTH: u32 = 100;

/// Lazy loaders' attributes that hold one URL, the larger pictures first.
const LAZY: [Attr; 14] = [
    Attr::DataOrigFile,
    Attr::DataHiRes,
    Attr::DataFullSrc,
    Attr::DataLargeFile,
    Attr::DataSrc,
    Attr::DataLazySrc,
    Attr::DataOriginal,
    Attr::DataActualsrc,
    Attr::DataLazy,
    Attr::DataEcho,
    Attr::DataImage,
    Attr::DataUrl,
    Attr::DataDefaultSrc,
    Attr::DataPoster,
];

/// Returns the attributes of the `img` that stands for a page's `img`; `None` where it is a
/// tracking pixel or no address is known. `picture` is the element around it, if any.
pub(super) fn image(page: &Page, img: NodeId, picture: Option<NodeId>) -> Option<Attrs> {
    if is_pixel(page, img) {
        return None;
    }
    let src = source(page, img, picture)?;
    let mut attrs = vec![(Attr::Src, src)];
    let alt = page.attr(img, Attr::Alt).unwrap_or_default().trim();
    attrs.push((Attr::Alt, alt.to_owned()));
    if let Some(title) = page.attr(img, Attr::Title).map(str::trim)
        && !title.is_empty()
        && title != alt
    {
        attrs.push((Attr::Title, title.to_owned()));
    }
    attrs.extend(size(page, img));
    attrs.extend(policy::of_resource(page, img));
    Some(attrs)
}

/// Returns the address of the real picture of an `img` where the page has yet to put it in place of
/// none, or of one that stands in for it. A picture that the browser itself will load is not late.
pub(crate) fn late(page: &Page, img: NodeId) -> Option<String> {
    let is_real = |url: &str| !is_placeholder(url) && !is_preview(url);
    if is_pixel(page, img)
        || page.attr(img, Attr::CurrentSrc).is_some_and(is_real) && !waits(page, img)
    {
        return None;
    }
    let listed = page.attr(img, Attr::Srcset).and_then(best);
    let own = page.attr(img, Attr::Src).filter(|url| is_real(url));
    if listed.is_some() || own.is_some() && !waits(page, img) {
        return None;
    }
    let around = page.parent(img).filter(|&p| page.tag(p) == Tag::Picture);
    let src = source(page, img, around)?;
    let own = own.and_then(|url| real(page, url));
    (own.as_ref() != Some(&src)).then_some(src)
}

/// Returns `width` and `height` where they are whole numbers.
pub(super) fn size(page: &Page, node: NodeId) -> Attrs {
    let number = |attr| {
        let value = page.attr(node, attr).and_then(length::px)?;
        (value >= 1.0).then_some(value)
    };
    if let (Some(width), Some(height)) = (number(Attr::Width), number(Attr::Height)) {
        return vec![
            (Attr::Width, length::whole_px(width)),
            (Attr::Height, length::whole_px(height)),
        ];
    }
    // Pictures that stand for characters are sized by style sheets that do not come along.
    let own = page.rect(node);
    let around = page.parent(node).and_then(|p| page.rect(p));
    match own {
        Some(r)
            if own != around
                && r.width.max(r.height) <= 64.0
                && r.area() > 0.0
                && late(page, node).is_none() =>
        {
            vec![
                (Attr::Width, length::whole_px(r.width.max(1.0))),
                (Attr::Height, length::whole_px(r.height.max(1.0))),
            ]
        }
        _ => number(Attr::Width)
            .map(|w| vec![(Attr::Width, length::whole_px(w))])
            .unwrap_or_default(),
    }
}

fn is_pixel(page: &Page, img: NodeId) -> bool {
    let tiny = |attr| {
        page.attr(img, attr)
            .and_then(length::px)
            .is_some_and(|v| v <= 2.0)
    };
    if tiny(Attr::Width) && tiny(Attr::Height) {
        return true;
    }
    page.rect(img).is_some_and(|r| {
        r.width <= 2.0
            && r.height <= 2.0
            && (r.area() > 0.0 || page.attr(img, Attr::CurrentSrc).is_some())
    })
}

fn source(page: &Page, img: NodeId, picture: Option<NodeId>) -> Option<String> {
    let real = |url: &str| real(page, url);
    let attr = |attr| page.attr(img, attr).and_then(real);
    let lazy = || lazy(page, img);
    let own = page.attr(img, Attr::Srcset).and_then(best);
    let src = attr(Attr::Src);
    let shown = attr(Attr::CurrentSrc);
    // What a loader has yet to replace is not the picture, whatever it is called.
    if own.is_none()
        && waits(page, img)
        && (shown.is_none() || shown == src)
        && let Some(lazy) = lazy()
    {
        return Some(lazy);
    }
    // A preview that the real picture has not replaced yet.
    let blurred = |url: &str| is_preview(url);
    if let Some(shown) = &shown
        && !blurred(shown)
    {
        return Some(shown.clone());
    }
    let width = page
        .attr(img, Attr::Width)
        .and_then(|w| decimal::number(w.trim()))
        .unwrap_or(FULL_WIDTH);
    let listed = own.and_then(|c| {
        let keeps_size = match c.size {
            CandidateSize::Width(w) => w >= width,
            CandidateSize::Density(_) => true,
        };
        (src.as_deref().is_none_or(blurred) || keeps_size)
            .then(|| real(&c.url))
            .flatten()
    });
    if let Some(listed) = listed {
        return Some(listed);
    }
    match &src {
        Some(src) if !blurred(src) => return Some(src.clone()),
        _ => {}
    }
    let beside = || {
        picture
            .and_then(|p| sources(page, p))
            .and_then(|url| real(&url))
    };
    lazy()
        .or_else(beside)
        .or_else(|| fallback(page, picture.unwrap_or(img)))
        .or(shown)
        .or(src)
}

/// Returns the URL that a loader is to put in place.
fn lazy(page: &Page, img: NodeId) -> Option<String> {
    let sets = [Attr::DataSrcset, Attr::DataLazySrcset];
    let listed = sets
        .iter()
        .find_map(|&a| best(page.attr(img, a)?))
        .and_then(|c| real(page, &c.url));
    listed
        .or_else(|| LAZY.iter().find_map(|&a| real(page, page.attr(img, a)?)))
        .or_else(|| other(page, img))
}

/// Returns whether an `img` says that a loader has yet to put its picture in place.
fn waits(page: &Page, img: NodeId) -> bool {
    let class = page.attr(img, Attr::Class).unwrap_or_default();
    let mut names = class.split_ascii_whitespace();
    names.any(|name| words::holds("lazy lazyload lazy-load lazy-image b-lazy lozad", name))
}

/// Returns the address of a picture in an attribute of any name.
fn other(page: &Page, img: NodeId) -> Option<String> {
    let values = || page.attrs(img).filter(|(a, _)| *a == Attr::DataOther);
    let base = base(page);
    let address = |value: &str| {
        let url = best(value)?.url;
        let is_address = names_picture(&url) && !is_placeholder(&url) && !is_preview(&url);
        is_address.then(|| address::picture(&url, base))?
    };
    values().find_map(|(_, value)| address(value))
}

/// Returns whether an address is of a file that is a picture by its name.
#[inline(never)]
fn names_picture(url: &str) -> bool {
    let plain = |c: char| !c.is_whitespace() && !"{}\"<>".contains(c);
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let kind = path
        .rsplit_once('.')
        .map(|(_, kind)| kind.to_ascii_lowercase());
    url.chars().all(plain) && kind.is_some_and(|kind| words::holds(KINDS, &kind))
}

/// Endings of the names of pictures.
const KINDS: &str = "jpg jpeg png gif webp avif bmp svg";

/// Returns the address of a picture that is no stand-in for another.
#[inline(never)]
fn real(page: &Page, url: &str) -> Option<String> {
    if is_placeholder(url) {
        return None;
    }
    address::picture(url, page.url())
}

/// Returns the best candidate of a `picture`'s sources. Those for wide screens and without
/// conditions come before those for narrow ones.
fn sources(page: &Page, picture: NodeId) -> Option<String> {
    let mut narrow = None;
    for node in page.descendants(picture) {
        if page.tag(node) != Tag::Source {
            continue;
        }
        let sets = [Attr::Srcset, Attr::DataSrcset, Attr::DataLazySrcset];
        let found = sets
            .iter()
            .find_map(|&a| best(page.attr(node, a)?))
            .filter(|c| !is_placeholder(&c.url));
        let Some(found) = found else { continue };
        let media = page.attr(node, Attr::Media).unwrap_or_default();
        if !media.contains("max-width") {
            return Some(found.url);
        }
        narrow.get_or_insert(found.url);
    }
    narrow
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum CandidateSize {
    Width(f32),
    Density(f32),
}

#[derive(Clone, Debug, PartialEq)]
struct Candidate {
    url: String,
    size: CandidateSize,
}

/// Returns the best of a list of candidates: the widest up to [`SENSIBLE_WIDTH`], else the
/// narrowest; the densest up to twofold, else the least dense. Earlier ones win ties.
fn best(value: &str) -> Option<Candidate> {
    let rank = |size| match size {
        CandidateSize::Width(w) if w <= SENSIBLE_WIDTH => w,
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

/// Returns whether an address is that of a stand-in: a tiny embedded picture, or a file named for
/// it.
fn is_placeholder(url: &str) -> bool {
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

/// Returns whether an address names a picture of a few pixels shown until the real one is there.
fn is_preview(url: &str) -> bool {
    let lower = url.to_ascii_lowercase();
    if ["lqip", "blur"].iter().any(|word| lower.contains(word)) {
        return true;
    }
    stated_width(&lower).is_some_and(|w| w <= PREVIEW_WIDTH)
}

/// Returns the width that an address states in lower case: in its parameters, in the name of the
/// file, or in that of its folder.
fn stated_width(url: &str) -> Option<u32> {
    let bytes = url.as_bytes();
    let begins = |&at: &usize| at == 0 || b"?&/,;".contains(&bytes[at - 1]);
    let stated = |at: usize| {
        let piece = url.get(at..)?;
        let keys = ["w=", "width=", "w_", "wid="];
        leading_number(keys.iter().find_map(|key| piece.strip_prefix(key))?)
    };
    let of_folder = || {
        let path = url.split(['?', '#']).next()?;
        let folder = path.rsplit('/').nth(1)?;
        let width = leading_number(folder)?;
        // A year is no width.
        let is_width = width >= 20 && !(1990..2100).contains(&width);
        let rest = folder.trim_start_matches(|c: char| c.is_ascii_digit());
        (is_width && matches!(rest, "" | "w" | "p")).then_some(width)
    };
    named_width(url)
        .or_else(|| (0..bytes.len()).filter(begins).find_map(stated))
        .or_else(of_folder)
}

#[inline(never)]
fn leading_number(text: &str) -> Option<u32> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..end].parse().ok()
}

/// Returns the width in a file name that ends in its size (`harbour-20x13.jpg`), as publishing
/// systems name the copies they make.
fn named_width(url: &str) -> Option<u32> {
    let path = url.split(['?', '#']).next()?;
    let (stem, _) = path.rsplit_once('.')?;
    let (_, size) = stem.rsplit_once(['-', '_'])?;
    let (width, height) = size.split_once('x')?;
    height.parse::<u32>().ok()?;
    width.parse().ok()
}

/// Returns whether two addresses are of one picture in two sizes: files of one folder, or of two
/// beside each other, whose names differ by the size, or addresses that differ by it.
pub(super) fn is_same(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (Some((folder, name)), Some((other, same))) = (split_name(a), split_name(b)) else {
        return false;
    };
    name == same && (folder == other || name.len() >= TELLING_NAME && is_beside(folder, other))
}

/// Bytes of a name that two pictures do not share by chance.
const TELLING_NAME: usize = 8;

/// Returns the folder of an address and the name of its file, without what says its size.
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
    // What resizes pictures names them in its query.
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let named = query
        .split('&')
        .find(|part| part.starts_with("url=") || part.starts_with("src="));
    name.push_str(named.unwrap_or_default());
    Some((folder, name))
}

/// Words at the end of a name that say a size.
const SIZES: &str = "small medium large thumb thumbnail preview placeholder lqip blur full \
    original scaled lowres hires";

/// Returns whether the end of a name says the size of a picture and nothing else.
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

/// Returns whether two folders stand in one, and their names say sizes.
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

/// Returns whether the second of two addresses of one picture is the better one.
pub(super) fn is_better(shown: &str, other: &str) -> bool {
    let preview = |url: &str| is_preview(url) || url.starts_with("data:");
    let width = |url: &str| stated_width(&url.to_ascii_lowercase());
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

/// Wrappers of a placeholder beside which its `noscript` is looked for.
const WRAPPERS: usize = 2;

/// Nodes of a wrapper at most; more hold something else.
const WRAPPED: usize = 16;

/// Returns the picture in a `noscript` right beside a node or a wrapper that holds nothing else:
/// the real one, for readers without scripts.
fn fallback(page: &Page, node: NodeId) -> Option<String> {
    let holds_it_alone = |&n: &NodeId| {
        page.subtree(n).len() <= WRAPPED
            && page.raw_text(n).trim().is_empty()
            && page
                .descendants(n)
                .filter(|&d| page.tag(d) == Tag::Img)
                .count()
                == 1
    };
    let wrappers = page
        .ancestors(node)
        .take(WRAPPERS)
        .take_while(holds_it_alone);
    std::iter::once(node)
        .chain(wrappers)
        .find_map(|n| fallback_beside(page, n))
}

/// Returns the picture in a `noscript` right beside a node.
fn fallback_beside(page: &Page, node: NodeId) -> Option<String> {
    let parent = page.parent(node)?;
    let after = page.end(node);
    // The two siblings after the node, else below it (`picture`), else the one before it.
    let mut beside = Vec::new();
    let mut next = after;
    while next < page.end(parent) && beside.len() < 3 {
        beside.push(next);
        next = page.end(next);
    }
    beside.extend(page.descendants(node).take(16));
    let before = (parent.0 + 1..node.0).rev().take(8).map(NodeId);
    beside.extend(before.filter(|&n| page.parent(n) == Some(parent)));
    beside
        .into_iter()
        .filter(|&n| page.tag(n) == Tag::Noscript)
        .find_map(|n| noscript(page, n))
        .and_then(|attrs| Some(attrs.into_iter().find(|(a, _)| *a == Attr::Src)?.1))
}

/// Returns the attributes of the first picture in a `noscript`, whether its mark-up was parsed or is
/// text.
pub(super) fn noscript(page: &Page, node: NodeId) -> Option<Attrs> {
    for inner in page.descendants(node) {
        if page.tag(inner) == Tag::Img
            && let Some(src) = page.attr(inner, Attr::Src)
            && !is_placeholder(src)
        {
            return image(page, inner, None);
        }
    }
    let tag = start_tag(page.raw_text(node), "<img")?;
    let tiny = |name| {
        markup_attr(tag, name)
            .and_then(|v| length::px(&v))
            .is_some_and(|v| v <= 2.0)
    };
    if tiny("width") && tiny("height") {
        return None;
    }
    let src = ["src", "data-src"].iter().find_map(|name| {
        let src = markup_attr(tag, name)?;
        if is_placeholder(&src) {
            return None;
        }
        address::picture(&src, base(page))
    })?;
    let alt = markup_attr(tag, "alt").unwrap_or_default();
    Some(vec![(Attr::Src, src), (Attr::Alt, alt.trim().to_owned())])
}

/// Returns the first start tag in mark-up that begins so, without its end.
pub(super) fn start_tag<'m>(markup: &'m str, beginning: &str) -> Option<&'m str> {
    let at = markup.to_ascii_lowercase().find(beginning)?;
    let tag = &markup[at..];
    Some(&tag[..tag.find('>').unwrap_or(tag.len())])
}

/// Returns what addresses in text are resolved against.
fn base(page: &Page) -> &str {
    page.nodes()
        .take(200)
        .find(|&n| page.tag(n) == Tag::Base)
        .and_then(|n| page.attr(n, Attr::Href))
        .unwrap_or(page.url())
}

/// Returns the picture for readers without scripts in a box that is empty with them; `None` where
/// the box holds anything else.
pub(super) fn in_empty_box(page: &Page, node: NodeId) -> Option<Attrs> {
    if page.subtree(node).len() > WRAPPED {
        return None;
    }
    let is_noscript = |n: NodeId| page.tag(n) == Tag::Noscript;
    let noscript_at = page.subtree(node).find(|&n| is_noscript(n))?;
    let inside = |n: NodeId| page.contains(noscript_at, n);
    let holds_more = page.subtree(node).any(|n| {
        !inside(n)
            && (page.tag(n).is_replaced()
                || is_noscript(n)
                || page.is_text(n) && !page.text(n).trim().is_empty())
    });
    // A picture that counts visits stands beside no box.
    let beside = || {
        let parent = page.parent(node)?;
        let before = page.children(parent).take_while(|&c| c < node);
        before.filter(|&c| page.is_element(c)).last()
    };
    let is_empty_box = |n: NodeId| {
        matches!(
            page.tag(n),
            Tag::Div | Tag::Span | Tag::Figure | Tag::A | Tag::Other
        ) && page.raw_text(n).trim().is_empty()
            && !page.subtree(n).any(|d| page.tag(d).is_replaced())
    };
    let stands_in = noscript_at != node || beside().is_some_and(is_empty_box);
    if holds_more || !stands_in {
        return None;
    }
    noscript(page, noscript_at)
}

/// Returns the value of an attribute in the text of a start tag.
pub(super) fn markup_attr(tag: &str, name: &str) -> Option<String> {
    for (at, _) in tag.match_indices(name) {
        let begins = tag[..at].ends_with(|c: char| c.is_ascii_whitespace() || c == '"');
        let rest = tag[at + name.len()..].trim_start();
        if let (true, Some(rest)) = (begins, rest.strip_prefix('=')) {
            let rest = rest.trim_start();
            let value = match rest.chars().next()? {
                quote @ ('"' | '\'') => rest[1..].split(quote).next()?,
                _ => rest.split_ascii_whitespace().next()?,
            };
            return Some(value.replace("&amp;", "&").replace("&#038;", "&"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(value: &str) -> Option<String> {
        best(value).map(|c| c.url)
    }

    #[test]
    fn the_widest_sensible_candidate_wins() {
        let of = |v| chosen(v).unwrap_or_default();
        assert_eq!(of("a 320w, b 1280w, c 3000w"), "b");
        assert_eq!(of("a 2400w, b 2000w"), "b");
        assert_eq!(of("a, b 2x, c 3x"), "b");
        assert_eq!(of("data:image/gif;base64,R0 1x, b 1x"), "b");
        assert_eq!(chosen(" , "), None);
    }

    #[test]
    fn placeholders_and_previews() {
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

    #[test]
    fn attributes_in_markup() {
        let tag = "<img class=x data-src='l.jpg' src=\"a.jpg?b=1&amp;c\" ";
        assert_eq!(markup_attr(tag, "src").as_deref(), Some("a.jpg?b=1&c"));
        assert_eq!(markup_attr(tag, "data-src").as_deref(), Some("l.jpg"));
        assert_eq!(markup_attr(tag, "alt"), None);
    }
}
