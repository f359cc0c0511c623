//! Pictures in the mark-up of the loaders and systems that put them into pages.

use super::{article, html};

/// Returns the pictures of an article: what comes after its text.
fn pictures(source: &str) -> String {
    let out = html(&format!("<p>a</p>{source}<p>b</p>"));
    let out = out
        .replace("https://example.org/", "")
        .replace(" alt=\"\"", "");
    let out = out.replace(" class=\"pith-opening\"", "");
    let inner = out
        .strip_prefix("<p>a</p>")
        .and_then(|o| o.strip_suffix("<p>b</p>"));
    inner.unwrap_or(&out).to_owned()
}

#[test]
fn lazy_pictures_are_found_wherever_their_address_stands() {
    let gif = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
    let svg = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
    for source in [
        format!("<img class=lazyload src={gif} data-src=a.jpg>"),
        format!("<img src={gif} data-lazy-srcset='s.jpg 300w, a.jpg 900w'>"),
        format!("<img src=\"{svg}\" data-ll-src=a.jpg>"),
        format!("<img src=\"{svg}\" data-lazyloaded=1 data-aspect=1.5 data-cfsrc=/a.jpg>"),
        format!("<img src={gif} data-img-src=a.jpg data-id=7.5>"),
        format!("<img src={gif} data-responsive='s.jpg 300w, a.jpg 900w'>"),
        "<img class='lazy wide' src=grey.png data-src=a.jpg>".to_owned(),
        "<img class=lozad data-background-picture=a.jpg>".to_owned(),
        "<img src=1px.png data-full-url=a.jpg>".to_owned(),
        "<div class=lazy-box></div><noscript><img src=a.jpg></noscript>".to_owned(),
        "<span><span style=padding-top:60%></span><noscript><img src=a.jpg></noscript></span>"
            .to_owned(),
        "<figure><div class=shade></div><noscript><img src='a.jpg'></noscript></figure>".to_owned(),
        "<img src='a-20x13.jpg'><noscript><img src=a.jpg></noscript>".to_owned(),
        format!("<img src={gif} loading=lazy><noscript><img src=a.jpg></noscript>"),
    ] {
        assert!(
            pictures(&source).contains("<img src=\"a.jpg\">"),
            "{source}: {}",
            pictures(&source)
        );
    }
    // What counts visits, and what is data and no address.
    for source in [
        "<noscript><img src=https://count.example/p.gif width=1 height=1></noscript>",
        "<div></div><noscript><img src=https://count.example/p.gif width=1 height=1></noscript>",
        "<script>x()</script><noscript><img src=https://count.example/p.gif></noscript>",
        "<img src=blank.gif data-meta='{\"file\":\"a.jpg\"}' data-version=1.2>",
        "<img src=blank.gif data-any='javascript:a.jpg'>",
    ] {
        assert!(!pictures(source).contains("<img"), "{source}");
    }
    let named = "<div></div><noscript><img src=a.jpg alt='A ferry'></noscript>";
    assert!(pictures(named).contains("alt=\"A ferry\""));
}

#[test]
fn one_picture_stands_there_once_in_its_best_size() {
    for (source, expected) in [
        (
            "<img src=quay-300x200.jpg><img src=quay-1200x800.jpg alt=Quay>",
            "<p><img src=\"quay-1200x800.jpg\" alt=\"Quay\"></p>",
        ),
        (
            "<div><img src=/up/quay-20x13.jpg></div><div><img src=/up/quay.jpg></div>",
            "<p><img src=\"up/quay.jpg\"></p>",
        ),
        (
            "<img src='/i?url=quay.jpg&w=640'><img src='/i?url=quay.jpg&w=1200'>",
            "<p><img src=\"i?url=quay.jpg&amp;w=1200\"></p>",
        ),
        (
            "<a href=/p/7><img src=/s/harbour-wall.jpg></a><img src=/l/harbour-wall.jpg>",
            "<p><a href=\"p/7\"><img src=\"s/harbour-wall.jpg\"></a></p>",
        ),
        (
            "<img src=quay-150x150.jpg><a href=quay.jpg><img src=quay-300x200.jpg></a>",
            "<p><a href=\"quay.jpg\"><img src=\"quay-300x200.jpg\"></a></p>",
        ),
        (
            "<img src=quay-lqip.jpg><figure><img src=quay.jpg><figcaption>The quay</figcaption></figure>",
            "<figure><img src=\"quay.jpg\"><figcaption>The quay</figcaption></figure>",
        ),
    ] {
        assert_eq!(pictures(source), expected, "{source}");
    }
    // Two pictures, and one that the text comes back to.
    for source in [
        "<img src=quay-1.jpg><img src=quay-2.jpg>",
        "<img src=/a/1.jpg><img src=/b/1.jpg>",
        "<img src=quay.jpg><p>x</p><img src=quay.jpg>",
        "<ul><li><img src=quay.jpg></li><li><img src=quay.jpg></li></ul>",
    ] {
        assert_eq!(pictures(source).matches("<img").count(), 2, "{source}");
    }
}

#[test]
fn a_player_is_never_a_link_to_nowhere() {
    for (source, expected) in [
        (
            "<lite-youtube videoid=ogfYd705cRs playlabel='The ferry'></lite-youtube>",
            "<p class=\"pith-embed\"><a href=\"https://www.youtube.com/watch?v=ogfYd705cRs\">The ferry</a></p>",
        ),
        (
            "<div data-oembed-url=https://vimeo.com/76979871></div>",
            "<p class=\"pith-embed\"><a href=\"https://vimeo.com/76979871\">vimeo.com</a></p>",
        ),
    ] {
        assert_eq!(pictures(source), expected, "{source}");
    }
    for source in [
        "<video></video>",
        "<video src='blob:https://example.org/1'></video>",
        "<iframe src=https://example.org/a></iframe>",
        "<div videoid='\"><script>'></div>",
        "<div data-oembed-url=https://ads.example/7></div>",
        "<div data-oembed-url='javascript:x()'></div>",
    ] {
        let article = article(&format!("<p>a</p>{source}<p>b</p>"));
        assert_eq!(article.markdown(), "a\n\nb\n", "{source}");
    }
}

#[test]
fn drawings_that_are_figures_are_pictures() {
    let bars = "<rect x=1 y=2 width=30 height=90 fill='#06c'/>";
    for source in [
        format!("<svg role=img aria-label='Tides' viewBox='0 0 200 100'>{bars}</svg>"),
        format!("<svg width=200 height=100><title>Tides</title>{bars}</svg>"),
        format!("<svg width=200 height=100>{bars}<text x=1>Tides</text></svg>"),
        format!(
            "<figure><svg width=200 height=100>{bars}</svg><figcaption>Tides</figcaption></figure>"
        ),
        format!(
            "<div><svg width=640 height=480>{}</svg></div>",
            bars.repeat(9)
        ),
    ] {
        let out = pictures(&source);
        assert!(
            out.contains("src=\"data:image/svg+xml,%3Csvg%20xmlns="),
            "{source}: {out}"
        );
        assert!(
            out.contains("Tides") || source.contains("640"),
            "{source}: {out}"
        );
    }
    for source in [
        format!("<svg width=24 height=24 role=img aria-label=Share>{bars}</svg>"),
        format!("<svg width=640 height=480>{bars}</svg>"),
        format!("<svg viewBox='0 0 640 640'>{}</svg>", bars.repeat(9)),
        format!("<svg viewBox='0 0 512 512' role=img aria-label=Up>{bars}</svg>"),
        format!("<svg aria-hidden=true role=img viewBox='0 0 640 512'>{bars}</svg>"),
        format!("<a href=/><svg role=img aria-label=Logo viewBox='0 0 300 200'>{bars}</svg></a>"),
        format!("<button><svg width=640 height=480>{bars}</svg></button>"),
        format!("<svg style='display:none' width=640 height=480>{bars}</svg>"),
    ] {
        assert!(!pictures(&source).contains("<img"), "{source}");
    }
}
