//! Selects the file for an image.
//!
//! In this order: the browser's choice, the image's own candidates, its `src`, the sources of its
//! `picture`, attributes of lazy loaders with the real URL, and the image in an adjacent
//! `noscript`. Placeholders are skipped; a real URL is never replaced by that of a smaller image.

use super::image_file::{
    Candidate, CandidateSize, FULL_WIDTH, SENSIBLE_WIDTH, best, declared_width, is_better,
    is_placeholder, is_preview, is_same, names_image,
};
use super::tree::Attrs;
use super::{address, length, policy};
use crate::compact::{decimal, words};
use crate::page::{Attr, NodeId, Page, Tag, srcset};

/// Attributes of lazy loaders with a single URL, those of larger images first.
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

/// Returns the attributes of the article's `img` for an `img` of the page; `None` if it's a
/// tracking pixel or its URL is unknown. `picture` is the element around it, if any.
pub(super) fn image(page: &Page, img: NodeId, picture: Option<NodeId>) -> Option<Attrs> {
    if is_pixel(page, img) {
        return None;
    }
    let src = source(page, img, picture)?;
    let mut attrs = vec![(Attr::Src, src)];
    let named = || {
        [Attr::AriaLabel, Attr::Title]
            .iter()
            .find_map(|&a| page.attr(img, a))
    };
    let alt = page.attr(img, Attr::Alt);
    let alt = alt.or_else(|| page.attr(img, Attr::Background).and_then(|_| named()));
    let alt = alt.unwrap_or_default().trim();
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

/// Returns the URL of the real image if the page hasn't loaded it yet, or shows a placeholder;
/// `None` if the browser loads it without a script.
pub(crate) fn late(page: &Page, img: NodeId) -> Option<String> {
    let is_real = |url: &str| !is_placeholder(url) && !is_preview(url);
    if is_pixel(page, img)
        || page.attr(img, Attr::CurrentSrc).is_some_and(is_real) && !is_lazy(page, img)
    {
        return None;
    }
    let listed = page.attr(img, Attr::Srcset).and_then(best);
    let own = page.attr(img, Attr::Src).filter(|url| is_real(url));
    if listed.is_some() || own.is_some() && !is_lazy(page, img) {
        return None;
    }
    let around = page.parent(img).filter(|&p| page.tag(p) == Tag::Picture);
    let src = source(page, img, around)?;
    let own = own.and_then(|url| real(page, url));
    (own.as_ref() != Some(&src)).then_some(src)
}

/// Returns `width` and `height` in whole px.
pub(super) fn size(page: &Page, node: NodeId) -> Attrs {
    let number = |attr| {
        let value = page.attr(node, attr).and_then(length::px)?;
        (value >= 1.0).then_some(value)
    };
    if let (Some(width), Some(height)) = (number(Attr::Width), number(Attr::Height)) {
        // This is the size of a placeholder.
        if width.max(height) <= MAX_PIXEL_SIDE {
            return Attrs::new();
        }
        return vec![
            (Attr::Width, length::whole_px(width)),
            (Attr::Height, length::whole_px(height)),
        ];
    }
    // Small images, such as those in place of characters, are sized by style sheets that the
    // article doesn't have.
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

/// Maximum side in px of a tracking pixel.
const MAX_PIXEL_SIDE: f32 = 2.0;

fn is_pixel(page: &Page, img: NodeId) -> bool {
    let tiny = |attr| {
        page.attr(img, attr)
            .and_then(length::px)
            .is_some_and(|v| v <= MAX_PIXEL_SIDE)
    };
    let is_tiny = tiny(Attr::Width) && tiny(Attr::Height)
        || page.rect(img).is_some_and(|r| {
            r.width <= MAX_PIXEL_SIDE
                && r.height <= MAX_PIXEL_SIDE
                && (r.area() > 0.0 || page.attr(img, Attr::CurrentSrc).is_some())
        });
    is_tiny && !is_not_loaded(page, img)
}

/// Returns whether a lazy loader hasn't replaced a placeholder yet: the page has the URL of a real
/// image.
fn is_not_loaded(page: &Page, img: NodeId) -> bool {
    let is_real = |url: &str| names_image(url) && !is_placeholder(url) && !is_preview(url);
    let sets = [Attr::DataSrcset, Attr::DataLazySrcset];
    let listed = sets.iter().find_map(|&a| best(page.attr(img, a)?));
    listed.is_some_and(|c| is_real(&c.url))
        || LAZY.iter().any(|&a| page.attr(img, a).is_some_and(is_real))
}

/// Returns the URL of the image file.
fn source(page: &Page, img: NodeId, picture: Option<NodeId>) -> Option<String> {
    let real = |attr| page.attr(img, attr).and_then(|url| real(page, url));
    if let Some(background) = real(Attr::Background) {
        return Some(background);
    }
    let found = first_source(page, img, picture)?;
    // The browser's choice is the image shown on the page.
    if real(Attr::CurrentSrc).as_ref() == Some(&found) && !is_preview(&found) {
        return Some(found);
    }
    Some(larger(page, img, picture, &found).unwrap_or(found))
}

/// Returns the URL of a larger file of the same image: from a list for a lazy loader, from an
/// attribute of one, or from the source for wide screens.
fn larger(page: &Page, img: NodeId, picture: Option<NodeId>, found: &str) -> Option<String> {
    let own = page.attr(img, Attr::Width).and_then(length::px);
    let known = declared_width(&found.to_ascii_lowercase()).map(|width| width as f32);
    let width = known
        .or(own.filter(|&own| own > MAX_PIXEL_SIDE))
        .unwrap_or(FULL_WIDTH);
    let sets = [Attr::DataSrcset, Attr::DataLazySrcset];
    let listed = sets.iter().filter_map(|&a| best(page.attr(img, a)?));
    let wide = picture.and_then(|picture| wide_source(page, picture));
    let is_wider = |c: &Candidate| match c.size {
        CandidateSize::Width(w) => {
            w > width
                || w >= width && known.is_none()
                || real(page, &c.url)
                    .is_some_and(|url| url != found && is_listed(page, img, picture, found, w))
        }
        CandidateSize::Density(density) => density > 1.0,
    };
    let candidates = listed.chain(wide.filter(|(_, by_media)| !by_media).map(|(c, _)| c));
    let by_width = candidates.filter(is_wider).find_map(|c| real(page, &c.url));
    let by_media = || {
        let (candidate, _) = picture
            .and_then(|p| wide_source(page, p))
            .filter(|&(_, by_media)| by_media)?;
        real(page, &candidate.url)
    };
    let by_name = || {
        let others = LAZY.iter().filter_map(|&a| real(page, page.attr(img, a)?));
        others.into_iter().find(|other| {
            let declared = declared_width(&other.to_ascii_lowercase());
            is_same(found, other)
                && is_better(found, other)
                && declared.is_none_or(|w| w as f32 > width)
        })
    };
    by_width
        .or_else(by_media)
        .or_else(by_name)
        .filter(|url| url != found)
}

/// Returns whether a URL is a candidate in a list with a width of less than `most`.
fn is_listed(page: &Page, img: NodeId, picture: Option<NodeId>, found: &str, most: f32) -> bool {
    let sources = picture.into_iter().flat_map(|p| page.descendants(p));
    let nodes = sources.filter(|&n| page.tag(n) == Tag::Source).chain([img]);
    let sets = [Attr::Srcset, Attr::DataSrcset, Attr::DataLazySrcset];
    let mut values = nodes.flat_map(|n| sets.into_iter().filter_map(move |a| page.attr(n, a)));
    values.any(|value| {
        srcset(value).any(|(url, descriptor)| {
            let width = descriptor
                .trim()
                .strip_suffix('w')
                .and_then(decimal::number);
            width.is_some_and(|width| width < most) && real(page, url).as_deref() == Some(found)
        })
    })
}

/// Returns the best candidate from the `picture`'s sources for wide screens in a light color
/// scheme, and whether it was chosen by its media condition. Later sources of the same width win,
/// because they have older formats.
fn wide_source(page: &Page, picture: NodeId) -> Option<(Candidate, bool)> {
    let mut widest: Option<(f32, Candidate)> = None;
    let mut by_media: Option<(f32, Candidate)> = None;
    for node in page
        .descendants(picture)
        .filter(|&n| page.tag(n) == Tag::Source)
    {
        let media = page.attr(node, Attr::Media).unwrap_or_default();
        if ["max-width", "print", "dark"]
            .iter()
            .any(|other| media.contains(other))
        {
            continue;
        }
        let sets = [Attr::Srcset, Attr::DataSrcset, Attr::DataLazySrcset];
        let Some(found) = sets.iter().find_map(|&a| best(page.attr(node, a)?)) else {
            continue;
        };
        let (place, rank) = match (found.size, least_width(media)) {
            (CandidateSize::Width(width), _) => (&mut widest, width),
            (_, Some(width)) => (&mut by_media, width),
            _ => continue,
        };
        if place.as_ref().is_none_or(|(most, _)| rank >= *most) {
            *place = Some((rank, found));
        }
    }
    let by_media = by_media.map(|(_, found)| (found, true));
    widest.map(|(_, found)| (found, false)).or(by_media)
}

/// Returns the minimum screen width from a media condition.
fn least_width(media: &str) -> Option<f32> {
    let (_, rest) = media.split_once("min-width")?;
    let value = rest
        .trim_start_matches([':', ' '])
        .split(')')
        .next()?
        .trim();
    let em = value.strip_suffix("em").map(|v| v.trim_end_matches('r'));
    match em {
        Some(em) => decimal::number(em).map(|em| 16.0 * em),
        None => decimal::number(value.trim_end_matches("px")),
    }
}

/// Returns the first URL in the order described in the [module](self).
fn first_source(page: &Page, img: NodeId, picture: Option<NodeId>) -> Option<String> {
    let real = |url: &str| real(page, url);
    let attr = |attr| page.attr(img, attr).and_then(real);
    let lazy = || lazy(page, img);
    let own = page.attr(img, Attr::Srcset).and_then(best);
    let src = attr(Attr::Src);
    let shown = attr(Attr::CurrentSrc);
    // A placeholder that a lazy loader replaces isn't the image, regardless of its name.
    if own.is_none()
        && is_lazy(page, img)
        && (shown.is_none() || shown == src)
        && let Some(lazy) = lazy()
    {
        return Some(lazy);
    }
    // A preview isn't the image.
    let blurred = |url: &str| is_preview(url);
    if let Some(shown) = &shown
        && !blurred(shown)
    {
        return Some(shown.clone());
    }
    let listed = own.and_then(|c| {
        (src.as_deref().is_none_or(blurred) || keeps_size(page, img, &c))
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

/// Returns whether a candidate is at least as wide as the displayed `img`.
fn keeps_size(page: &Page, img: NodeId, candidate: &Candidate) -> bool {
    let width = page
        .attr(img, Attr::Width)
        .and_then(|w| decimal::number(w.trim()))
        .unwrap_or(FULL_WIDTH);
    match candidate.size {
        CandidateSize::Width(w) => w >= width.min(SENSIBLE_WIDTH),
        CandidateSize::Density(_) => true,
    }
}

/// Returns the URL that a lazy loader will insert.
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

/// Returns whether an `img` is marked as not loaded yet.
fn is_lazy(page: &Page, img: NodeId) -> bool {
    let class = page.attr(img, Attr::Class).unwrap_or_default();
    let mut names = class.split_ascii_whitespace();
    names.any(|name| words::holds("lazy lazyload lazy-load lazy-image b-lazy lozad", name))
}

/// Returns the URL of an image from an attribute of any name.
fn other(page: &Page, img: NodeId) -> Option<String> {
    let values = || page.attrs(img).filter(|(a, _)| *a == Attr::DataOther);
    let base = base(page);
    let address = |value: &str| {
        let url = best(value)?.url;
        let is_address = names_image(&url) && !is_placeholder(&url) && !is_preview(&url);
        is_address.then(|| address::image(&url, base))?
    };
    values().find_map(|(_, value)| address(value))
}

/// Returns the URL of an image that isn't a placeholder.
#[inline(never)]
fn real(page: &Page, url: &str) -> Option<String> {
    if is_placeholder(url) {
        return None;
    }
    address::image(url, page.url())
}

/// Returns the best candidate from a `picture`'s sources. Those for wide screens and without
/// conditions precede those for narrow screens.
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

/// Maximum number of wrappers between a placeholder and the `noscript` beside them.
const MAX_WRAPPERS: usize = 2;

/// Maximum nodes of a wrapper. Larger ones contain something else.
const MAX_WRAPPER_NODES: usize = 16;

/// Returns the image in a `noscript` directly beside a node or a wrapper that contains nothing
/// else. It's the real image, for browsers without scripts.
fn fallback(page: &Page, node: NodeId) -> Option<String> {
    let contains_only_it = |&n: &NodeId| {
        page.subtree(n).len() <= MAX_WRAPPER_NODES
            && page.raw_text(n).trim().is_empty()
            && page
                .descendants(n)
                .filter(|&d| page.tag(d) == Tag::Img)
                .count()
                == 1
    };
    let wrappers = page
        .ancestors(node)
        .take(MAX_WRAPPERS)
        .take_while(contains_only_it);
    std::iter::once(node)
        .chain(wrappers)
        .find_map(|n| fallback_beside(page, n))
}

/// Returns the image in a `noscript` directly beside a node.
fn fallback_beside(page: &Page, node: NodeId) -> Option<String> {
    let parent = page.parent(node)?;
    let after = page.end(node);
    // The two siblings after the node; if there are none, its children (`picture`) or the previous
    // sibling.
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

/// Returns the attributes of the first image in a `noscript`, whether or not its markup was parsed.
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
        address::image(&src, base(page))
    })?;
    let alt = markup_attr(tag, "alt").unwrap_or_default();
    Some(vec![(Attr::Src, src), (Attr::Alt, alt.trim().to_owned())])
}

/// Returns the first start tag in markup with a given beginning, up to its `>`.
pub(super) fn start_tag<'m>(markup: &'m str, beginning: &str) -> Option<&'m str> {
    let at = markup.to_ascii_lowercase().find(beginning)?;
    let tag = &markup[at..];
    Some(&tag[..tag.find('>').unwrap_or(tag.len())])
}

/// Returns the attributes of the image in an `object` or `embed`; `None` if that contains something
/// else.
pub(super) fn object(page: &Page, node: NodeId) -> Option<Attrs> {
    let src = [Attr::Data, Attr::Src]
        .iter()
        .find_map(|&a| page.attr(node, a))?;
    let kind = page.attr(node, Attr::Type).unwrap_or_default();
    let is_image = kind.starts_with("image/") || kind.is_empty() && names_image(src);
    let src = is_image.then(|| real(page, src))??;
    let named = [Attr::Alt, Attr::AriaLabel, Attr::Title];
    let inner = || {
        let words = crate::text::collapse(page.raw_text(node));
        (!words.is_empty()).then_some(words)
    };
    let label = named
        .iter()
        .find_map(|&a| page.attr(node, a))
        .map(str::to_owned);
    let alt = label.or_else(inner).unwrap_or_default();
    let mut attrs = vec![(Attr::Src, src), (Attr::Alt, alt.trim().to_owned())];
    attrs.extend(size(page, node));
    Some(attrs)
}

/// Returns the base URL of the page, for URLs in unparsed markup.
fn base(page: &Page) -> &str {
    page.nodes()
        .take(200)
        .find(|&n| page.tag(n) == Tag::Base)
        .and_then(|n| page.attr(n, Attr::Href))
        .unwrap_or(page.url())
}

/// Returns the `noscript` image of an otherwise empty box; `None` if the box contains anything
/// else.
pub(super) fn in_empty_box(page: &Page, node: NodeId) -> Option<Attrs> {
    if page.subtree(node).len() > MAX_WRAPPER_NODES {
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
    // The `noscript` of a tracking pixel has no box beside it.
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

/// Returns the value of an attribute from the text of a start tag.
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

    #[test]
    fn attributes_are_read_from_markup() {
        let tag = "<img class=x data-src='l.jpg' src=\"a.jpg?b=1&amp;c\" ";
        assert_eq!(markup_attr(tag, "src").as_deref(), Some("a.jpg?b=1&c"));
        assert_eq!(markup_attr(tag, "data-src").as_deref(), Some("l.jpg"));
        assert_eq!(markup_attr(tag, "alt"), None);
    }
}
