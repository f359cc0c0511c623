//! Video, audio, and embeds.
//!
//! The page's own media are kept, with controls and without autoplay. Embeds become a link; nothing
//! is loaded until the user requests it.

use super::address;
use super::tree::Attrs;
use super::{image, policy};
use crate::page::{Attr, NodeId, Page, Tag, snippet_page};
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
    stackblitz.com github.com slideshare.net speakerdeck.com scribd.com threads.net threads.com \
    tumblr.com imgur.com giphy.com t.me asciinema.org rumble.com uri.sh";

/// Prefix of a video's URL on YouTube.
const YOUTUBE: &str = "https://www.youtube.com/watch?v=";
const VIMEO: &str = "https://vimeo.com/";
const DAILYMOTION: &str = "https://www.dailymotion.com/video/";

/// Length of a video's id on YouTube and on Dailymotion, in bytes.
const YOUTUBE_ID_BYTES: usize = 11;
const DAILYMOTION_ID_BYTES: usize = 7;

/// Platforms that a name beside the number of a video or post tells, and the prefixes of its URL.
const PLATFORMS: [(&str, &str); 10] = [
    ("youtube", YOUTUBE),
    ("vimeo", VIMEO),
    ("dailymotion", DAILYMOTION),
    ("infogram", "https://infogram.com/"),
    ("speakerdeck", "https://speakerdeck.com/player/"),
    ("telegram", "https://t.me/"),
    ("twitter", STATUS),
    ("tweet", STATUS),
    ("instagram", "https://www.instagram.com/p/"),
    ("tiktok", "https://www.tiktok.com/embed/v2/"),
];

/// Beginning of the URLs of posts on Twitter, regardless of their author.
const STATUS: &str = "https://twitter.com/i/status/";

/// Minimum digits of the number of a post or video on a large platform. Shorter ones are the site's
/// own.
const MIN_DIGITS: usize = 12;

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
    let is_box = matches!(
        page.tag(node),
        Tag::Div | Tag::Figure | Tag::P | Tag::Span | Tag::Section | Tag::Other
    ) && page.subtree(node).len() <= MAX_NODES
        && is_blank(page, node);
    if !is_box {
        return own_card(page, node);
    }
    let is_unseen = |n| matches!(page.tag(n), Tag::Noscript | Tag::Script);
    let inside = page.descendants(node).filter(|&n| page.is_element(n));
    let inside: Vec<NodeId> = inside
        .filter(|&n| is_unseen(n) || !page.is_hidden(n))
        .collect();
    let mut noscripts = inside.iter().filter(|&&n| page.tag(n) == Tag::Noscript);
    let is_wrapper = page.subtree(node).len() <= MAX_WRAPPER_NODES;
    let mut inner = inside.iter().filter(|_| is_wrapper);
    noscripts
        .find_map(|&n| noscript(page, n))
        .or_else(|| own_card(page, node))
        .or_else(|| inner.find_map(|&n| own_card(page, n)))
}

/// Returns the link for a placeholder, regardless of the elements in it.
fn own_card(page: &Page, node: NodeId) -> Option<Card> {
    match page.tag(node) {
        Tag::Noscript => noscript(page, node),
        Tag::Blockquote => post(page, node),
        Tag::Script => numbered(page, node)
            .or_else(|| snippet(page, node))
            .map(card_of),
        Tag::A => pin(page, node).map(card_of),
        _ => video_of(page, node),
    }
}

/// Returns the link to a page, with its URL as the label.
fn card_of(href: String) -> Card {
    let label = href.trim_start_matches("https://");
    Card {
        label: label.trim_start_matches("www.").to_owned(),
        href,
        player: None,
    }
}

/// Returns the URL of a link that a script of Pinterest replaces with what it links to.
fn pin(page: &Page, link: NodeId) -> Option<String> {
    let embeds = page.attr(link, Attr::DataProvider)?.starts_with("embed");
    url_in(page, link, Attr::Href).filter(|_| embeds)
}

/// Returns whether an empty link may be a placeholder.
pub(super) fn may_be_pin(page: &Page, link: NodeId) -> bool {
    page.attr(link, Attr::DataProvider).is_some()
}

/// Returns whether an element may name a video, as a quick check: most elements have none of these
/// attributes.
fn may_name_video(page: &Page, node: NodeId) -> bool {
    let names_video = |attr| {
        matches!(
            attr,
            Attr::Videoid
                | Attr::DataYoutubeId
                | Attr::DataOembedUrl
                | Attr::DataSrc
                | Attr::DataTweetId
                | Attr::DataHref
                | Attr::DataPermalink
                | Attr::DataVideoId
                | Attr::DataShortcode
        )
    };
    let may_be_id = |attr, value: &str| attr == Attr::Id && value.trim().len() == YOUTUBE_ID_BYTES;
    page.attrs(node)
        .any(|(attr, value)| names_video(attr) || may_be_id(attr, value))
}

/// Returns the link for an element whose attributes name a video, a post, or another medium.
pub(super) fn video_of(page: &Page, node: NodeId) -> Option<Card> {
    if !may_name_video(page, node) {
        return None;
    }
    let value = |attrs: &[Attr]| {
        attrs
            .iter()
            .find_map(|&a| page.attr(node, a))
            .map(str::trim)
    };
    if let Some(href) = post_of(page, node) {
        return Some(Card {
            label: label(page, node).or_else(|| url::host(&href))?.to_owned(),
            href,
            player: None,
        });
    }
    let mut player = None;
    let id = value(&[Attr::Videoid, Attr::DataYoutubeId]).filter(|id| is_id(id));
    let href = match id {
        Some(id) if id.len() == YOUTUBE_ID_BYTES => [YOUTUBE, id].concat(),
        Some(id) if is_number(id) => [VIMEO, id].concat(),
        Some(id) if id.len() == DAILYMOTION_ID_BYTES && id.starts_with('x') => {
            [DAILYMOTION, id].concat()
        }
        Some(_) => return None,
        None => match value(&[Attr::DataOembedUrl]) {
            Some(oembed) => {
                let src = address::resource(oembed, page.url())?;
                let known = || Some(src.clone()).filter(|src| is_known_url(src));
                watch_page(&src).or_else(known)?
            }
            None => {
                player = url_in(page, node, Attr::DataSrc)
                    .filter(|src| watch_page(src).is_some() && may_be_player(page, node));
                let watched = player.as_deref().and_then(watch_page);
                watched
                    .or_else(|| numbered(page, node))
                    .or_else(|| chart(page, node))?
            }
        },
    };
    Some(Card {
        label: placeholder_label(page, node, &href)?,
        href,
        player,
    })
}

fn is_id(id: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    !id.is_empty() && id.bytes().all(plain)
}

fn is_number(id: &str) -> bool {
    id.bytes().all(|b| b.is_ascii_digit())
}

/// Returns the URL of a video or post from its number, if the name of its platform is beside it.
fn numbered(page: &Page, node: NodeId) -> Option<String> {
    if let Some(code) = page.attr(node, Attr::DataShortcode) {
        let is_amp = page.tag(node) == Tag::Other && is_id(code);
        return is_amp.then(|| ["https://www.instagram.com/p/", code, "/"].concat());
    }
    let mut ids = [Attr::DataVideoId, Attr::Id]
        .into_iter()
        .filter_map(|attr| page.attr(node, attr));
    let around = page.inclusive_ancestors(node).take(2);
    let attrs = [Attr::Class, Attr::DataProvider, Attr::Src];
    let names = around.flat_map(|n| attrs.map(|attr| page.attr(n, attr)));
    let names: String = names.flatten().flat_map(str::chars).collect();
    let names = names.to_ascii_lowercase();
    let &(platform, prefix) = PLATFORMS.iter().find(|(name, _)| names.contains(name))?;
    let id = ids.find(|id| match platform {
        "youtube" | "instagram" => {
            // Nearly every id has a capital, and hardly any name does.
            id.len() == YOUTUBE_ID_BYTES && is_id(id) && id.contains(|c: char| c.is_uppercase())
        }
        "vimeo" => !id.is_empty() && is_number(id),
        "twitter" | "tweet" | "tiktok" => id.len() >= MIN_DIGITS && is_number(id),
        _ => page.attr(node, Attr::DataVideoId) == Some(id) && id.split('/').all(is_id),
    })?;
    Some([prefix, id].concat())
}

/// Returns the URL of a chart of Flourish from its path.
fn chart(page: &Page, node: NodeId) -> Option<String> {
    let class = page.attr(node, Attr::Class)?;
    let src = page.attr(node, Attr::DataSrc)?;
    let path = ["/visualisation/", "/story/"]
        .iter()
        .find_map(|kind| src.rfind(kind))?;
    class
        .contains("flourish-embed")
        .then(|| ["https://public.flourish.studio", &src[path..]].concat())
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
pub(super) const MAX_NODES: usize = 16;

/// Maximum nodes of a box that contains only a placeholder. Larger ones draw an outline of the
/// content, and their labels lower the precision of the text.
const MAX_WRAPPER_NODES: usize = 8;

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
    if let Some(number) = number.filter(|n| n.len() > 4 && is_number(n)) {
        return Some([STATUS, number].concat());
    }
    let class = page.attr(node, Attr::Class)?;
    let own = [Attr::DataHref, Attr::DataPermalink];
    let href = own.into_iter().find_map(|attr| url_in(page, node, attr))?;
    (is_post(class) && is_known_url(&href)).then_some(href)
}

/// Returns the URL of the content that a script inserts beside itself, unless it's already
/// inserted.
fn snippet(page: &Page, script: NodeId) -> Option<String> {
    let href = snippet_page(&url_in(page, script, Attr::Src)?)?;
    let next = Some(page.end(script)).filter(|n| n.index() < page.len() && page.is_element(*n));
    let is_frame = |n: NodeId| {
        let src = page.attr(n, Attr::Src).and_then(url::host);
        page.tag(n) == Tag::Iframe && src == url::host(&href)
    };
    let is_content = |n: NodeId| {
        let class = page.attr(n, Attr::Class).unwrap_or_default();
        ["gist", "snippet", "pastebin"]
            .iter()
            .any(|name| class.to_ascii_lowercase().contains(name))
            || page.subtree(n).take(MAX_NODES).any(is_frame)
    };
    let mut beside = next.into_iter().chain(page.element_before(script));
    (!beside.any(is_content)).then_some(href)
}

/// Returns whether an element may be the placeholder of a player that a script adds: it isn't a
/// player itself, and isn't followed by a `noscript`, which would contain the player with its
/// title.
fn may_be_player(page: &Page, node: NodeId) -> bool {
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
    let own = [Attr::DataPermalink, Attr::Cite, Attr::DataOembedUrl];
    let own = own.into_iter().filter_map(|attr| url_in(page, quote, attr));
    let linked = links().filter_map(|a| url_in(page, a, Attr::Href));
    let mut all = own.chain(linked);
    let href = all.find_map(|href| watch_page(&href).or(Some(href).filter(|h| is_known_url(h))))?;
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
        "dailymotion.com" => Some([DAILYMOTION, id("/embed/video/")?].concat()),
        "open.spotify.com" => {
            let item = path.strip_prefix("/embed/")?;
            Some(["https://open.spotify.com/", item].concat())
        }
        "platform.twitter.com" => {
            let number = src.split_once("id=")?.1.split(['&', '#']).next()?;
            let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
            is_number.then(|| [STATUS, number].concat())
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
