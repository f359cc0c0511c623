//! Video, audio and what other sites put into a page.
//!
//! The page's own media stay, with controls, and do not start by themselves. Frames of other sites
//! become a link: nothing is loaded before the reader asks for it.

use super::address;
use super::tree::Attrs;
use super::{picture, policy};
use crate::page::{Attr, NodeId, Page, Tag};
use crate::url;

/// Hosts whose frames are content rather than adverts or widgets; subdomains count.
const KNOWN: [&str; 60] = [
    "youtube.com",
    "youtube-nocookie.com",
    "youtu.be",
    "vimeo.com",
    "dailymotion.com",
    "twitch.tv",
    "ted.com",
    "bilibili.com",
    "youku.com",
    "qq.com",
    "rutube.ru",
    "vk.com",
    "ok.ru",
    "streamable.com",
    "wistia.com",
    "wistia.net",
    "loom.com",
    "jwplatform.com",
    "brightcove.net",
    "kaltura.com",
    "peertube.tv",
    "archive.org",
    "soundcloud.com",
    "spotify.com",
    "bandcamp.com",
    "apple.com",
    "deezer.com",
    "mixcloud.com",
    "megaphone.fm",
    "acast.com",
    "simplecast.com",
    "buzzsprout.com",
    "podbean.com",
    "twitter.com",
    "x.com",
    "bsky.app",
    "instagram.com",
    "facebook.com",
    "tiktok.com",
    "reddit.com",
    "linkedin.com",
    "pinterest.com",
    "google.com",
    "openstreetmap.org",
    "mapbox.com",
    "datawrapper.de",
    "dwcdn.net",
    "flourish.studio",
    "infogram.com",
    "tableau.com",
    "observablehq.com",
    "plotly.com",
    "codepen.io",
    "jsfiddle.net",
    "codesandbox.io",
    "stackblitz.com",
    "github.com",
    "slideshare.net",
    "speakerdeck.com",
    "scribd.com",
];

/// A link that stands for something not loaded.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Card {
    /// The page that shows it.
    pub(super) href: String,
    pub(super) label: String,
    /// URL that can be loaded in its place, in a frame.
    pub(super) player: Option<String>,
}

/// A `video` or `audio` element with its sources.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Medium {
    pub(super) attrs: Attrs,
    pub(super) sources: Vec<Attrs>,
}

/// Returns the medium; if none of its files has an address of its own (scripts put the stream
/// together), the attributes of the picture that stands for it, if there is one.
pub(super) fn medium(page: &Page, node: NodeId) -> Result<Medium, Option<Attrs>> {
    let base = page.url();
    let file = |n: NodeId| {
        page.attr(n, Attr::Src)
            .and_then(|u| address::resource(u, base))
    };
    let mut attrs = Attrs::new();
    let mut sources = Vec::new();
    if let Some(src) = file(node) {
        attrs.push((Attr::Src, src));
    } else {
        for child in page
            .descendants(node)
            .filter(|&c| page.tag(c) == Tag::Source)
        {
            let Some(src) = file(child) else { continue };
            let mut source = vec![(Attr::Src, src)];
            if let Some(kind) = page.attr(child, Attr::Type) {
                source.push((Attr::Type, kind.to_owned()));
            }
            sources.push(source);
        }
    }
    let lazy = [Attr::DataSrc, Attr::CurrentSrc]
        .iter()
        .find_map(|&a| page.attr(node, a).and_then(|u| address::resource(u, base)));
    if attrs.is_empty()
        && sources.is_empty()
        && let Some(src) = lazy
    {
        attrs.push((Attr::Src, src));
    }
    let poster = [Attr::Poster, Attr::DataPoster]
        .iter()
        .find_map(|&a| page.attr(node, a).and_then(|u| address::picture(u, base)));
    if attrs.is_empty() && sources.is_empty() {
        let alt = label(page, node).unwrap_or_default().to_owned();
        return Err(poster.map(|poster| vec![(Attr::Src, poster), (Attr::Alt, alt)]));
    }
    if page.tag(node) == Tag::Video {
        attrs.extend(poster.map(|p| (Attr::Poster, p)));
        attrs.extend(picture::size(page, node));
    }
    attrs.extend(label(page, node).map(|l| (Attr::Title, l.to_owned())));
    attrs.push((Attr::Controls, String::new()));
    attrs.extend(policy::of_resource(page, node));
    Ok(Medium { attrs, sources })
}

/// Returns the link for an `iframe`, `embed` or `object`; `None` where it is of no known kind and
/// not of the page's own site.
pub(super) fn frame(page: &Page, node: NodeId) -> Option<Card> {
    let base = page.url();
    let attrs = [Attr::Src, Attr::DataSrc, Attr::DataLazySrc, Attr::Data];
    let src = attrs
        .iter()
        .find_map(|&a| page.attr(node, a).and_then(|u| address::resource(u, base)))?;
    let host = url::host(&src)?;
    let own = url::host(base).is_some_and(|site| {
        is_of(host, site) || site.strip_suffix(host).is_some_and(|s| s.ends_with('.'))
    });
    if !own && !is_known(host) {
        return None;
    }
    let label = label(page, node).unwrap_or(host).to_owned();
    let href = watch_page(&src).unwrap_or_else(|| src.clone());
    let is_itself = url::without_fragment(&href) == url::without_fragment(base);
    (!is_itself).then_some(Card {
        href,
        label,
        player: Some(src),
    })
}

/// Returns the link for an element that a script turns into a player, by the attributes that name
/// the film.
pub(super) fn awaited(page: &Page, node: NodeId) -> Option<Card> {
    let said = |attrs: &[Attr]| {
        attrs
            .iter()
            .find_map(|&a| page.attr(node, a))
            .map(str::trim)
    };
    let is_id = |id: &&str| {
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        !id.is_empty() && id.bytes().all(plain)
    };
    let href = match said(&[Attr::Videoid, Attr::DataYoutubeId]).filter(is_id) {
        Some(id) if id.len() == 11 => format!("https://www.youtube.com/watch?v={id}"),
        Some(id) if id.bytes().all(|b| b.is_ascii_digit()) => format!("https://vimeo.com/{id}"),
        Some(_) => return None,
        None => address::resource(said(&[Attr::DataOembedUrl])?, page.url())?,
    };
    let host = url::host(&href).filter(|host| is_known(host))?;
    let label = said(&[Attr::Playlabel]).or_else(|| label(page, node));
    let label = label.filter(|l| !l.is_empty()).unwrap_or(host).to_owned();
    Some(Card {
        href,
        label,
        player: None,
    })
}

/// Returns whether frames of a host are content.
pub(crate) fn is_known(host: &str) -> bool {
    KNOWN.iter().any(|&site| is_of(host, site))
}

/// Returns whether a host is a site's own, or one below it.
fn is_of(host: &str, site: &str) -> bool {
    let sub = host.strip_suffix(site);
    sub.is_some_and(|sub| sub.is_empty() || sub.ends_with('.'))
}

/// Returns the page that shows what a player's address plays.
fn watch_page(src: &str) -> Option<String> {
    let host = url::host(src)?;
    let path = url::path(src);
    let id = |prefix: &str| {
        let rest = path.strip_prefix(prefix)?;
        let id = rest.split(['/', '?', '&', '#']).next()?;
        (!id.is_empty() && id != "videoseries").then_some(id)
    };
    match host {
        "youtube.com" | "youtube-nocookie.com" => Some(format!(
            "https://www.youtube.com/watch?v={}",
            id("/embed/")?
        )),
        "player.vimeo.com" => Some(format!("https://vimeo.com/{}", id("/video/")?)),
        _ => None,
    }
}

fn label(page: &Page, node: NodeId) -> Option<&str> {
    [Attr::Title, Attr::AriaLabel]
        .iter()
        .find_map(|&a| page.attr(node, a).map(str::trim))
        .filter(|l| !l.is_empty())
}
