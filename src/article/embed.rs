//! Video, audio, and embeds.
//!
//! The page's own media are kept, with controls and without autoplay. Embeds become a link; nothing
//! is loaded until the user requests it.

use super::address;
use super::tree::Attrs;
use super::{image, policy};
use crate::page::{Attr, NodeId, Page, Tag, is_snippet};
use crate::url;
use crate::vocabulary::is_post;

/// Hosts whose frames are content and not ads or widgets, separated by spaces. Subdomains count
/// too.
const KNOWN: &str = "\
    youtube.com youtube-nocookie.com youtu.be vimeo.com dailymotion.com twitch.tv ted.com \
    bilibili.com youku.com qq.com rutube.ru vk.com ok.ru streamable.com wistia.com \
    wistia.net loom.com jwplatform.com brightcove.net kaltura.com peertube.tv archive.org \
    soundcloud.com spotify.com bandcamp.com apple.com deezer.com mixcloud.com megaphone.fm \
    acast.com simplecast.com buzzsprout.com podbean.com twitter.com x.com bsky.app \
    instagram.com facebook.com tiktok.com reddit.com linkedin.com pinterest.com google.com \
    openstreetmap.org mapbox.com datawrapper.de dwcdn.net flourish.studio infogram.com \
    tableau.com observablehq.com plotly.com codepen.io jsfiddle.net codesandbox.io \
    stackblitz.com github.com slideshare.net speakerdeck.com scribd.com";

/// Prefix of a video's URL on YouTube.
const YOUTUBE: &str = "https://www.youtube.com/watch?v=";
const VIMEO: &str = "https://vimeo.com/";

/// A link for content that isn't loaded.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Card {
    /// URL of the page with the content.
    pub(super) href: String,
    pub(super) label: String,
    /// URL that can be loaded in a frame, in place of the link.
    pub(super) player: Option<String>,
}

/// A `video` or `audio` element with its sources.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Medium {
    pub(super) attrs: Attrs,
    pub(super) sources: Vec<Attrs>,
}

/// Returns the medium. If none of its files has a URL because scripts assemble the stream, returns
/// the attributes of its poster image, if any.
pub(super) fn medium(page: &Page, node: NodeId) -> Result<Medium, Option<Attrs>> {
    let value = |n: NodeId, attr| url_in(page, n, attr);
    let file = |n| value(n, Attr::Src);
    let mut attrs = Attrs::new();
    let mut sources = Vec::new();
    if let Some(src) = file(node) {
        attrs.push((Attr::Src, src));
    } else {
        for child in page
            .descendants(node)
            .filter(|&c| page.tag(c) == Tag::Source)
        {
            // Lazy loaders set `src` only when the video is in view.
            let Some(src) = file(child).or_else(|| value(child, Attr::DataSrc)) else {
                continue;
            };
            let mut source = vec![(Attr::Src, src)];
            if let Some(kind) = page.attr(child, Attr::Type) {
                source.push((Attr::Type, kind.to_owned()));
            }
            sources.push(source);
        }
    }
    let lazy = [Attr::DataSrc, Attr::CurrentSrc]
        .iter()
        .find_map(|&a| value(node, a));
    if attrs.is_empty()
        && sources.is_empty()
        && let Some(src) = lazy
    {
        attrs.push((Attr::Src, src));
    }
    let poster = [Attr::Poster, Attr::DataPoster].iter().find_map(|&a| {
        page.attr(node, a)
            .and_then(|u| address::image(u, page.url()))
    });
    if attrs.is_empty() && sources.is_empty() {
        let alt = label(page, node).unwrap_or_default().to_owned();
        return Err(poster.map(|poster| vec![(Attr::Src, poster), (Attr::Alt, alt)]));
    }
    if page.tag(node) == Tag::Video {
        attrs.extend(poster.map(|p| (Attr::Poster, p)));
        attrs.extend(image::size(page, node));
    }
    attrs.extend(label(page, node).map(|l| (Attr::Title, l.to_owned())));
    attrs.push((Attr::Controls, String::new()));
    attrs.extend(policy::of_resource(page, node));
    Ok(Medium { attrs, sources })
}

/// Returns the link for an `iframe`, `embed`, or `object`; `None` for an unknown kind from another
/// site.
pub(super) fn frame(page: &Page, node: NodeId) -> Option<Card> {
    let base = page.url();
    let attrs = [Attr::Src, Attr::DataSrc, Attr::DataLazySrc, Attr::Data];
    let value = |attr| url_in(page, node, attr);
    let src = attrs
        .into_iter()
        .find_map(value)
        .or_else(|| parameter(page, node))
        .or_else(|| blocked(page, node))?;
    let host = url::host(&src)?;
    if url::is_button(&src) {
        return None;
    }
    let own = url::host(base).is_some_and(|site| {
        is_of(host, site) || site.strip_suffix(host).is_some_and(|s| s.ends_with('.'))
    });
    let watch = watch_page(&src);
    if !own && !is_known(host) && watch.is_none() && !is_shown(page, node) {
        return None;
    }
    let label = label(page, node).unwrap_or(host).to_owned();
    let href = watch.unwrap_or_else(|| src.clone());
    let is_itself = url::without_fragment(&href) == url::without_fragment(base);
    (!is_itself).then_some(Card {
        href,
        label,
        player: Some(src),
    })
}

/// Words in labels of frames from other sites that aren't part of an article.
const FOREIGN: &str = "advert advertisement advertising ad ads anzeige werbung publicité publicidad pubblicità \
    reklama реклама recaptcha captcha consent cookie cookies login subscribe newsletter chat comments share like \
    follow tracking analytics payment";

/// Minimum width and height in px of a frame with readable content.
const MIN_WIDTH: f32 = 200.0;
const MIN_HEIGHT: f32 = 150.0;

/// Returns whether a frame from another site has a label, and the size of a chart or a map.
fn is_shown(page: &Page, node: NodeId) -> bool {
    let Some(label) = label(page, node) else {
        return false;
    };
    let label = crate::compact::lower_case::of(label);
    let mut words = label.split(|c: char| !c.is_alphabetic());
    let side = |attr| page.attr(node, attr).and_then(super::length::px);
    let rect = page.rect(node).filter(|_| page.has_layout());
    let width = rect.map(|r| r.width).or_else(|| side(Attr::Width));
    let height = rect.map(|r| r.height).or_else(|| side(Attr::Height));
    page.tag(node) == Tag::Iframe
        && !words.any(|word| crate::compact::words::holds(FOREIGN, word))
        && width.is_none_or(|width| width >= MIN_WIDTH)
        && height.is_none_or(|height| height >= MIN_HEIGHT)
}

/// Returns the URL from an attribute.
#[inline(never)]
fn url_in(page: &Page, node: NodeId, attr: Attr) -> Option<String> {
    address::resource(page.attr(node, attr)?, page.url())
}

/// Returns the URL of a player that a lazy loader or a consent dialog withholds, from an attribute
/// of any name.
fn blocked(page: &Page, frame: NodeId) -> Option<String> {
    let values = page.attrs(frame).filter(|(a, _)| *a == Attr::DataOther);
    let mut addresses = values.filter_map(|(_, value)| address::resource(value, page.url()));
    addresses.find(|url| is_known_url(url) || watch_page(url).is_some())
}

/// Returns the URL of a player from the parameters of an `object`.
fn parameter(page: &Page, object: NodeId) -> Option<String> {
    let video = page.descendants(object).find(|&n| {
        let name = page.attr(n, Attr::Name).unwrap_or_default();
        page.tag(n) == Tag::Param && ["movie", "src"].contains(&name)
    })?;
    url_in(page, video, Attr::Value)
}

/// Returns the link for an element that a script turns into a player, from attributes that name the
/// video; for the player in a `noscript`; and for a post, of which the page contains only the URL.
pub(super) fn placeholder_card(page: &Page, node: NodeId) -> Option<Card> {
    match page.tag(node) {
        Tag::Noscript => return noscript(page, node),
        Tag::Blockquote => return post(page, node),
        Tag::Script => return snippet(page, node),
        Tag::Div | Tag::Figure | Tag::P | Tag::Span if page.subtree(node).len() <= MAX_NODES => {
            let mut inside = page.descendants(node);
            let inner = inside.find(|&n| page.tag(n) == Tag::Noscript);
            if let Some(card) = inner
                .filter(|_| is_blank(page, node))
                .and_then(|n| noscript(page, n))
            {
                return Some(card);
            }
        }
        _ => {}
    }
    video_of(page, node)
}

/// Returns the link for an element whose attributes name a video, a post, or another medium.
fn video_of(page: &Page, node: NodeId) -> Option<Card> {
    // A quick check, because most elements have none of these attributes.
    let names_video = |attr| {
        matches!(
            attr,
            Attr::Videoid
                | Attr::DataYoutubeId
                | Attr::DataOembedUrl
                | Attr::DataSrc
                | Attr::DataTweetId
                | Attr::DataHref
        )
    };
    if !page.attrs(node).any(|(attr, _)| names_video(attr)) {
        return None;
    }
    let value = |attrs: &[Attr]| {
        attrs
            .iter()
            .find_map(|&a| page.attr(node, a))
            .map(str::trim)
    };
    let is_id = |id: &&str| {
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        !id.is_empty() && id.bytes().all(plain)
    };
    if let Some(href) = post_of(page, node) {
        return Some(Card {
            label: label(page, node).or_else(|| url::host(&href))?.to_owned(),
            href,
            player: None,
        });
    }
    let mut player = None;
    let href = match value(&[Attr::Videoid, Attr::DataYoutubeId]).filter(is_id) {
        Some(id) if id.len() == 11 => [YOUTUBE, id].concat(),
        Some(id) if id.bytes().all(|b| b.is_ascii_digit()) => [VIMEO, id].concat(),
        Some(_) => return None,
        None => match value(&[Attr::DataOembedUrl]) {
            Some(oembed) => address::resource(oembed, page.url()).filter(|u| is_known_url(u))?,
            None => {
                let src =
                    value(&[Attr::DataSrc]).filter(|_| may_be_player_placeholder(page, node))?;
                let src = address::resource(src, page.url())?;
                let href = watch_page(&src)?;
                player = Some(src);
                href
            }
        },
    };
    Some(Card {
        label: placeholder_label(page, node, &href)?,
        href,
        player,
    })
}

/// Returns the label of an element that a script turns into a player of `href`.
fn placeholder_label(page: &Page, node: NodeId, href: &str) -> Option<String> {
    let words = |n| crate::text::collapse(page.raw_text(n));
    let mut links = page.descendants(node).filter(|&n| page.tag(n) == Tag::A);
    let (link, inside) = (links.next().map(words).unwrap_or_default(), words(node));
    let labels = [
        label(page, node),
        // The text of the link precedes that of the button.
        Some(&*link),
        page.attr(node, Attr::Playlabel).map(str::trim),
        Some(&*inside),
        url::host(href),
    ];
    let label = labels.into_iter().flatten().find(|label| !label.is_empty());
    label.map(str::to_owned)
}

/// Maximum nodes of a placeholder, and of a box that contains only a `noscript`.
const MAX_NODES: usize = 16;

/// Returns whether an element contains no text outside a `noscript`.
fn is_blank(page: &Page, node: NodeId) -> bool {
    page.descendants(node).all(|n| {
        !page.is_text(n)
            || page.text(n).trim().is_empty()
            || page
                .ancestors(n)
                .take(MAX_NODES)
                .any(|a| page.tag(a) == Tag::Noscript)
    })
}

/// Returns the URL of the post for an element without text that a script fills in.
fn post_of(page: &Page, node: NodeId) -> Option<String> {
    let number = page.attr(node, Attr::DataTweetId).map(str::trim);
    if let Some(number) = number.filter(|n| n.len() > 4 && n.bytes().all(|b| b.is_ascii_digit())) {
        return Some(["https://twitter.com/i/status/", number].concat());
    }
    let class = page.attr(node, Attr::Class)?;
    let href = url_in(page, node, Attr::DataHref)?;
    (is_post(class) && is_known_url(&href)).then_some(href)
}

/// Returns the link for a code snippet that a script inserts after itself, unless it's already
/// inserted.
fn snippet(page: &Page, script: NodeId) -> Option<Card> {
    let src = page.attr(script, Attr::Src).filter(|src| is_snippet(src))?;
    let next = page.end(script);
    let is_there = next.index() < page.len()
        && page.is_element(next)
        && page
            .attr(next, Attr::Class)
            .is_some_and(|class| class.contains("gist"));
    let href = src.split('?').next()?.strip_suffix(".js")?.to_owned();
    (!is_there).then(|| Card {
        label: href.trim_start_matches("https://").to_owned(),
        href,
        player: None,
    })
}

/// Returns whether an element may be the placeholder of a player that a script adds: it isn't a
/// player itself, and isn't followed by a `noscript`, which would contain the player with its
/// title.
fn may_be_player_placeholder(page: &Page, node: NodeId) -> bool {
    let beside = (page.end(node).0..)
        .map(NodeId)
        .take_while(|n| n.index() < page.len())
        .find(|&n| page.is_element(n) || !page.text(n).trim().is_empty());
    !page.tag(node).is_replaced() && beside.is_none_or(|n| page.tag(n) != Tag::Noscript)
}

/// Returns the link for the player in a `noscript`.
fn noscript(page: &Page, node: NodeId) -> Option<Card> {
    if let Some(frame_at) = page.descendants(node).find(|&n| page.tag(n) == Tag::Iframe) {
        return frame(page, frame_at).filter(is_player);
    }
    let tag = image::start_tag(page.raw_text(node), "<iframe")?;
    let src = image::markup_attr(tag, "src")?;
    let src = address::resource(&src, page.url())?;
    let href = watch_page(&src)?;
    let title = image::markup_attr(tag, "title").unwrap_or_default();
    let label = match title.trim() {
        "" => url::host(&src)?,
        title => title,
    };
    Some(Card {
        label: label.to_owned(),
        href,
        player: Some(src),
    })
}

fn is_player(card: &Card) -> bool {
    card.player.as_deref().and_then(watch_page).is_some()
}

/// Maximum length of the placeholder text of a post that a script loads, in bytes.
const MAX_PLACEHOLDER_BYTES: usize = 80;

/// Returns the link for a social media post that a script loads.
fn post(page: &Page, quote: NodeId) -> Option<Card> {
    let class = page.attr(quote, Attr::Class)?;
    let links = || page.descendants(quote).filter(|&n| page.tag(n) == Tag::A);
    let words = page.raw_text(quote).trim();
    // "View this post on …" is a link, and the only text.
    let is_link = || links().any(|a| page.raw_text(a).trim().len() == words.len());
    let is_awaited = || words.is_empty() || words.len() <= MAX_PLACEHOLDER_BYTES && is_link();
    if !is_post(class) || !is_awaited() {
        return None;
    }
    let own = [Attr::DataPermalink, Attr::Cite];
    let own = own.into_iter().filter_map(|attr| url_in(page, quote, attr));
    let linked = links().filter_map(|a| url_in(page, a, Attr::Href));
    let href = own.chain(linked).find(|href| is_known_url(href))?;
    let href = href.split('?').next().unwrap_or(&href).to_owned();
    Some(Card {
        label: url::host(&href)?.to_owned(),
        href,
        player: None,
    })
}

fn is_known_url(address: &str) -> bool {
    url::host(address).is_some_and(is_known)
}

/// Returns whether frames from a host are content.
pub(crate) fn is_known(host: &str) -> bool {
    KNOWN.split(' ').any(|site| is_of(host, site))
}

/// Returns whether a host is that of a site or a subdomain.
fn is_of(host: &str, site: &str) -> bool {
    let sub = host.strip_suffix(site);
    sub.is_some_and(|sub| sub.is_empty() || sub.ends_with('.'))
}

/// Returns the URL of the page for the medium of a player.
fn watch_page(src: &str) -> Option<String> {
    let host = url::host(src)?;
    let path = url::path(src);
    let id = |prefix: &str| {
        let id = path.strip_prefix(prefix)?.split(['/', '&']).next()?;
        (!id.is_empty() && id != "videoseries").then_some(id)
    };
    match host {
        "youtube.com" | "youtube-nocookie.com" => {
            let id = id("/embed/").or_else(|| id("/v/"))?;
            Some([YOUTUBE, id].concat())
        }
        "player.vimeo.com" => Some([VIMEO, id("/video/")?].concat()),
        "platform.twitter.com" => {
            let number = src.split_once("id=")?.1.split(['&', '#']).next()?;
            let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
            is_number.then(|| ["https://twitter.com/i/status/", number].concat())
        }
        // PeerTube and Mastodon have many hosts, so only the path counts.
        _ => {
            let (origin, _) = src.split_once(path)?;
            if let Some(video) = id("/videos/embed/") {
                return Some([origin, "/videos/watch/", video].concat());
            }
            let post = path.strip_suffix("/embed")?;
            let (writer, number) = post.rsplit_once('/')?;
            let is_post = writer.starts_with("/@") && number.bytes().all(|b| b.is_ascii_digit());
            is_post.then(|| [origin, post].concat())
        }
    }
}

fn label(page: &Page, node: NodeId) -> Option<&str> {
    [Attr::Title, Attr::AriaLabel]
        .iter()
        .find_map(|&a| page.attr(node, a).map(str::trim))
        .filter(|l| !l.is_empty())
}
