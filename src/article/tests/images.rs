//! Images in the markup of common lazy loaders and systems.

use super::{article, html};

/// Returns the output between two paragraphs.
fn shown_images(source: &str) -> String {
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
fn lazy_images_are_found_in_any_attribute() {
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
        format!("<img src={gif} width=1 height=1 data-src=a.jpg>"),
    ] {
        assert!(
            shown_images(&source).contains("<img src=\"a.jpg\">"),
            "{source}: {}",
            shown_images(&source)
        );
    }
    // The query names the format.
    let named =
        format!("<img src={gif} width=1 height=1 data-src='https://pic.example/640?fmt=jpeg'>");
    assert!(shown_images(&named).contains("https://pic.example/640?fmt=jpeg"));
    // Tracking pixels, and data that isn't a URL.
    for source in [
        "<noscript><img src=https://count.example/p.gif width=1 height=1></noscript>",
        "<div></div><noscript><img src=https://count.example/p.gif width=1 height=1></noscript>",
        "<script>x()</script><noscript><img src=https://count.example/p.gif></noscript>",
        "<img src=blank.gif data-meta='{\"file\":\"a.jpg\"}' data-version=1.2>",
        "<img src=blank.gif data-any='javascript:a.jpg'>",
    ] {
        assert!(!shown_images(source).contains("<img"), "{source}");
    }
    let named = "<div></div><noscript><img src=a.jpg alt='A ferry'></noscript>";
    assert!(shown_images(named).contains("alt=\"A ferry\""));
}

#[test]
fn an_image_occurs_once_in_its_best_size() {
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
        // A video shows its poster itself.
        (
            "<div><img src=quay.jpg alt=Quay></div><video src=f.mp4 poster=quay.jpg controls></video>",
            "<p><video src=\"f.mp4\" poster=\"quay.jpg\" controls></video></p>",
        ),
        (
            "<video src=f.mp4 poster=quay-300x200.jpg></video><img src=quay-1200x800.jpg>",
            "<p><video src=\"f.mp4\" poster=\"quay-1200x800.jpg\" controls></video></p>",
        ),
        (
            "<figure><img src=quay.jpg><video src=f.mp4 poster=quay.jpg></video><figcaption>The quay</figcaption></figure>",
            "<figure><video src=\"f.mp4\" poster=\"quay.jpg\" controls></video><figcaption>The quay</figcaption></figure>",
        ),
    ] {
        assert_eq!(shown_images(source), expected, "{source}");
    }
    // Two different images, and one that occurs again later in the text.
    for source in [
        "<img src=quay-1.jpg><img src=quay-2.jpg>",
        "<img src=/a/1.jpg><img src=/b/1.jpg>",
        "<img src=quay.jpg><p>x</p><img src=quay.jpg>",
        "<ul><li><img src=quay.jpg></li><li><img src=quay.jpg></li></ul>",
    ] {
        assert_eq!(shown_images(source).matches("<img").count(), 2, "{source}");
    }
    for source in [
        "<a href=/p/7><img src=quay.jpg></a><video src=f.mp4 poster=quay.jpg></video>",
        "<video src=f.mp4 poster=quay.jpg></video><p>x</p><img src=quay.jpg>",
        "<video src=f.mp4 poster=quay.jpg></video><video src=g.mp4 poster=quay.jpg></video>",
    ] {
        assert_eq!(
            shown_images(source).matches("quay.jpg").count(),
            2,
            "{source}"
        );
    }
}

#[test]
fn embedded_players_become_working_links() {
    for (source, expected) in [
        (
            "<lite-youtube videoid=ogfYd705cRs playlabel='The ferry'></lite-youtube>",
            "<p class=\"pith-embed\"><a href=\"https://www.youtube.com/watch?v=ogfYd705cRs\">The ferry</a></p>",
        ),
        (
            "<div data-oembed-url=https://vimeo.com/76979871></div>",
            "<p class=\"pith-embed\"><a href=\"https://vimeo.com/76979871\">vimeo.com</a></p>",
        ),
        (
            "<div class=lazy><div></div><noscript><iframe src=https://www.dailymotion.com/embed/video/x8k2m9q title=Noon></iframe></noscript></div>",
            "<p class=\"pith-embed\" data-src=\"https://www.dailymotion.com/embed/video/x8k2m9q\"><a href=\"https://www.dailymotion.com/video/x8k2m9q\">Noon</a></p>",
        ),
        (
            "<div data-service=twitter data-post-id=113027164391000001></div>",
            "<p class=\"pith-embed\"><a href=\"https://twitter.com/i/status/113027164391000001\">twitter.com</a></p>",
        ),
        // The site's own number.
        ("<div class=share-twitter data-post-id=10204></div>", ""),
    ] {
        assert_eq!(shown_images(source), expected, "{source}");
    }
    let video = |host: &str, label: &str| {
        let player = format!("https://www.{host}/embed/dQw4w9WgXcQ");
        let page = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
        format!("<p class=\"pith-embed\" data-src=\"{player}\"><a href=\"{page}\">{label}</a></p>")
    };
    let card = |href: &str, label: &str| {
        format!("<p class=\"pith-embed\"><a href=\"{href}\">{label}</a></p>")
    };
    let player = |src: &str, href: &str, label: &str| {
        format!("<p class=\"pith-embed\" data-src=\"{src}\"><a href=\"{href}\">{label}</a></p>")
    };
    let youtube = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
    let peertube = "https://tube.example/videos/embed/kkGMgK9ZtnKfYAgnEtQxbv";
    let spotify = "https://open.spotify.com/embed/track/11dFghVXANMlKmJXsNCbNl";
    for (source, expected) in [
        // YouTube: its embed code, lazy-loaded, inserted by a script, and without a script.
        (
            "<iframe width=560 height=315 src='https://www.youtube.com/embed/dQw4w9WgXcQ' allowfullscreen></iframe>",
            video("youtube.com", "youtube.com"),
        ),
        (
            "<iframe aria-label='The ferry' data-src='https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'></iframe>",
            video("youtube-nocookie.com", "The ferry"),
        ),
        (
            "<iframe data-src='https://www.youtube.com/embed/dQw4w9WgXcQ' title='The ferry'></iframe>\
             <noscript><iframe src='https://www.youtube.com/embed/dQw4w9WgXcQ'></iframe></noscript>",
            video("youtube.com", "The ferry"),
        ),
        (
            "<div class=rll-youtube-player data-src='https://www.youtube.com/embed/dQw4w9WgXcQ'></div>\
             <noscript><iframe title='The ferry' src='https://www.youtube.com/embed/dQw4w9WgXcQ'></iframe></noscript>",
            video("youtube.com", "The ferry"),
        ),
        (
            "<div class=video data-src='https://www.youtube.com/embed/dQw4w9WgXcQ'></div>",
            video("youtube.com", "youtube.com"),
        ),
        (
            "<lite-youtube videoid=dQw4w9WgXcQ><a href='https://youtube.com/watch?v=dQw4w9WgXcQ' class=lty-playbtn title='Play'>\
             <span class=lyt-visually-hidden>Play: The ferry</span></a></lite-youtube>",
            card(youtube, "Play: The ferry"),
        ),
        (
            "<lite-youtube videoid=dQw4w9WgXcQ title='The ferry'><button class=lty-playbtn><span>Play</span></button></lite-youtube>",
            card(youtube, "The ferry"),
        ),
        (
            "<lite-youtube videoid=dQw4w9WgXcQ></lite-youtube>",
            card(youtube, "youtube.com"),
        ),
        (
            "<lite-youtube videoid=dQw4w9WgXcQ playlabel='Play: The ferry at noon'>\
             <a href='https://youtube.com/watch?v=dQw4w9WgXcQ' class=lty-playbtn>The ferry</a></lite-youtube>",
            card(youtube, "The ferry"),
        ),
        (
            "<lite-youtube videoid=dQw4w9WgXcQ playlabel='Play: The ferry'><button><span>Play</span></button></lite-youtube>",
            card(youtube, "Play: The ferry"),
        ),
        // Withheld until the user consents, or until visible, in attributes that only the loader
        // knows.
        (
            "<iframe title='The ferry' src=about:blank data-litespeed-src='https://www.youtube.com/embed/dQw4w9WgXcQ'></iframe>",
            video("youtube.com", "The ferry"),
        ),
        (
            "<iframe data-cookieblock-src='https://www.youtube.com/embed/dQw4w9WgXcQ' data-consent='a b'></iframe>",
            video("youtube.com", "youtube.com"),
        ),
        (
            "<object width=425 height=344><param name=movie value='https://www.youtube.com/v/dQw4w9WgXcQ'></object>",
            player("https://www.youtube.com/v/dQw4w9WgXcQ", youtube, "youtube.com"),
        ),
        (
            "<object width=425 height=344><param name=movie value='https://www.youtube.com/v/dQw4w9WgXcQ'>\
             <embed src='https://www.youtube.com/v/dQw4w9WgXcQ' width=425 height=344></object>",
            player("https://www.youtube.com/v/dQw4w9WgXcQ", youtube, "youtube.com"),
        ),
        (
            "<embed src='https://player.vimeo.com/video/76979871' width=400 height=300>",
            player(
                "https://player.vimeo.com/video/76979871",
                "https://vimeo.com/76979871",
                "player.vimeo.com",
            ),
        ),
        (
            "<figure><iframe src='https://player.vimeo.com/video/76979871' title='The ferry'></iframe><figcaption>Noon</figcaption></figure>",
            format!(
                "<figure>{}<figcaption>Noon</figcaption></figure>",
                player(
                    "https://player.vimeo.com/video/76979871",
                    "https://vimeo.com/76979871",
                    "The ferry"
                )
            ),
        ),
        (
            "<iframe title='The ferry' src='https://tube.example/videos/embed/kkGMgK9ZtnKfYAgnEtQxbv' sandbox='allow-scripts'></iframe>",
            player(
                peertube,
                "https://tube.example/videos/watch/kkGMgK9ZtnKfYAgnEtQxbv",
                "The ferry",
            ),
        ),
        (
            "<iframe src='https://social.example/@ferry/113/embed' class=mastodon-embed></iframe>",
            player(
                "https://social.example/@ferry/113/embed",
                "https://social.example/@ferry/113",
                "social.example",
            ),
        ),
        (
            "<iframe src='https://open.spotify.com/embed/track/11dFghVXANMlKmJXsNCbNl' width='100%' height=352 loading=lazy></iframe>",
            player(
                spotify,
                "https://open.spotify.com/track/11dFghVXANMlKmJXsNCbNl",
                "open.spotify.com",
            ),
        ),
        // The page's own videos and audio.
        (
            "<video controls width=640><source src=a.webm type=video/webm><source src=a.mp4>It cannot be played: <a href=a.mp4></a></video>",
            "<p><video width=\"640\" controls><source src=\"a.webm\" type=\"video/webm\"><source src=\"a.mp4\"></video></p>".to_owned(),
        ),
        (
            "<video controls aria-label='The ferry'><source data-src=a.mp4></video>",
            "<p><video title=\"The ferry\" controls><source src=\"a.mp4\"></video></p>".to_owned(),
        ),
        (
            "<figure><audio controls><source src=a.mp3></audio><figcaption>The horn</figcaption></figure>",
            "<figure><audio controls><source src=\"a.mp3\"></audio><figcaption>The horn</figcaption></figure>".to_owned(),
        ),
        // Posts that a script loads, and posts that include their text.
        (
            "<blockquote class=twitter-tweet><a href='https://twitter.com/ferry/status/20'></a></blockquote><script></script>",
            card("https://twitter.com/ferry/status/20", "twitter.com"),
        ),
        (
            "<blockquote class=twitter-tweet><a href='https://x.com/ferry/status/20'></a></blockquote>",
            card("https://x.com/ferry/status/20", "x.com"),
        ),
        (
            "<blockquote class='twitter-tweet'><p>It is late.</p>&mdash; Ferry (@ferry) <a href='https://x.com/ferry/status/20'>1 May</a></blockquote>",
            "<blockquote><p>It is late.</p><p>— Ferry (@ferry) <a href=\"https://x.com/ferry/status/20\">1 May</a></p></blockquote>".to_owned(),
        ),
        (
            "<blockquote class='instagram-media' data-instgrm-permalink='https://www.instagram.com/p/C/'><div><a href='https://www.instagram.com/p/C/'>\
             <div style='display:flex'><div></div></div></a></div></blockquote>",
            card("https://www.instagram.com/p/C/", "instagram.com"),
        ),
        (
            "<blockquote class='instagram-media'><div><a href='https://www.instagram.com/p/C/'><div></div></a>\
             <p><a href='https://www.instagram.com/p/C/'>A post by Ferry</a></p></div></blockquote>",
            "<blockquote><p><a href=\"https://www.instagram.com/p/C/\">A post by Ferry</a></p></blockquote>".to_owned(),
        ),
    ] {
        let out = shown_images(source);
        assert_eq!(out, expected, "{source}");
        assert!(!out.contains("\"></a>"), "{source}");
    }
    for source in [
        "<video></video>",
        "<video src='blob:https://example.org/1'></video>",
        "<iframe src=https://example.org/a></iframe>",
        "<div videoid='\"><script>'></div>",
        "<div data-oembed-url=https://ads.example/7></div>",
        "<div data-oembed-url='javascript:x()'></div>",
        "<div data-src='https://ads.example/embed/dQw4w9WgXcQ'></div>",
        "<noscript><iframe src='https://count.example/ns.html?id=7' height=0 width=0></iframe></noscript>",
        "<iframe src='https://ads.example/videos/embed/'></iframe>",
        "<iframe data-cookieblock-src='https://ads.example/7'></iframe>",
        "<iframe src='https://ads.example/@all/now/embed'></iframe>",
        "<object width=4 height=3><param name=movie value='https://ads.example/a.swf'></object>",
        "<blockquote class=twitter-tweet><a href='https://ads.example/20'></a></blockquote>",
        "<blockquote class=twitter-tweet><a href='javascript:x()'></a></blockquote>",
        "<blockquote><a href='https://x.com/ferry/status/20'></a></blockquote>",
    ] {
        let article = article(&format!("<p>a</p>{source}<p>b</p>"));
        assert_eq!(article.markdown(), "a\n\nb\n", "{source}");
    }
}

#[test]
fn inline_svg_figures_are_images() {
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
        let out = shown_images(&source);
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
        assert!(!shown_images(&source).contains("<img"), "{source}");
    }
}

#[test]
fn the_largest_file_wins_regardless_of_the_attribute() {
    for source in [
        "<picture><source data-srcset='s-300.jpg 300w, a.jpg 1500w'><img data-src=s-300.jpg></picture>",
        "<picture><source media='(min-width: 50em)' srcset=a.jpg><source media='(max-width: 49em)' srcset=s.jpg><img src=s.jpg></picture>",
        "<img src=s.jpg data-srcset='s.jpg 300w, a.jpg 1400w'>",
        "<img src=s.jpg width=1600 data-srcset='b.jpg 800w, a.jpg 1600w'>",
        "<img src=s.jpg data-srcset='s.jpg 1x, a.jpg 2x'>",
        "<img src=s.jpg width=2000 srcset='s.jpg 600w, a.jpg 1600w, b.jpg 2000w'>",
        "<img src=pixel.gif width=1 height=1 data-original=a.jpg>",
        "<amp-img src=a.jpg></amp-img>",
        "<object data=a.jpg type=image/jpeg></object>",
        "<div role=img style='background-image:url(a.jpg)'></div>",
    ] {
        let shown = shown_images(source);
        assert!(shown.contains("<img src=\"a.jpg\""), "{source}: {shown}");
        assert!(!shown.contains("width=\"1\""), "{source}: {shown}");
    }
    let small = "<picture><source srcset='s.jpg 200w'><img src=a.jpg width=900></picture>";
    assert!(shown_images(small).contains("a.jpg"));
    let pixel = "<img src=/p.gif width=1 height=1 data-src=https://count.example/?v=1>";
    assert!(!shown_images(pixel).contains("<img"));
}

#[test]
fn emoji_images_are_characters() {
    for img in [
        "<img class=emoji alt='👍' src=/e/1f44d.png width=20 height=20>",
        "<img class=wp-smiley src='https://s.example/emoji/72x72/1f44d.png' alt=''>",
        "<img src=/x.svg alt='👍' style='height:1em'>",
    ] {
        let source = format!("<p>Good {img} day.</p>");
        assert_eq!(super::text(&source), "Good 👍 day.", "{img}");
        assert_eq!(article(&source).markdown(), "Good 👍 day.\n", "{img}");
    }
    assert_eq!(
        super::text("<p>Good <img src=/x.png alt='Thumb'> day.</p>"),
        "Good day."
    );
}

#[test]
fn inline_svg_gets_its_label_and_resolved_colors() {
    let svg = "<div role=img aria-label='Tides by month'><svg viewBox='0 0 300 200'><circle r=9 fill='var(--x)' stroke='var(--y)'/>\
        <rect fill='var(--z, #abc)'/><text fill='var(--t)'>2</text></svg></div>";
    let shown = shown_images(svg);
    assert!(shown.contains("alt=\"Tides by month\""), "{shown}");
    assert!(
        !shown.contains("var(") && !shown.contains("var%28"),
        "{shown}"
    );
    assert!(
        shown.contains("%23abc") || shown.contains("#abc"),
        "{shown}"
    );
    let by_class = "<style>.sea{fill:#0af}</style><div><svg viewBox='0 0 300 200'><circle class=sea r=9 /><text>2</text></svg></div>";
    assert!(
        shown_images(by_class).contains("0af"),
        "{}",
        shown_images(by_class)
    );
    let by_figure = by_class.replace(".sea", "div .sea");
    assert!(shown_images(&by_figure).contains("0af"));
}

#[test]
fn unloaded_posts_videos_and_charts_become_links() {
    for (source, href) in [
        (
            "<div class=tweet data-tweet-id=123456789></div>",
            "https://twitter.com/i/status/123456789",
        ),
        (
            "<blockquote class=instagram-media data-instgrm-permalink='https://www.instagram.com/p/abc/?x=1'><a href=https://www.instagram.com/p/abc/>View this post</a></blockquote>",
            "https://www.instagram.com/p/abc/",
        ),
        (
            "<blockquote class=tiktok-embed cite=https://www.tiktok.com/@a/video/1><section></section></blockquote>",
            "https://www.tiktok.com/@a/video/1",
        ),
        (
            "<script src=https://gist.github.com/a/0123.js?file=x></script>",
            "https://gist.github.com/a/0123",
        ),
        (
            "<div class=lazy><noscript><iframe src=https://www.youtube.com/embed/abcdefghijk></iframe></noscript></div>",
            "https://www.youtube.com/watch?v=abcdefghijk",
        ),
        (
            "<amp-youtube data-videoid=abcdefghijk></amp-youtube>",
            "https://www.youtube.com/watch?v=abcdefghijk",
        ),
        (
            "<amp-dailymotion data-videoid=x8k2m1p></amp-dailymotion>",
            "https://www.dailymotion.com/video/x8k2m1p",
        ),
        (
            "<div class=film><div class=youtube-player data-id=aBcdefghijk></div></div>",
            "https://www.youtube.com/watch?v=aBcdefghijk",
        ),
        (
            "<div class=film data-ytid=aBcdefghijk><img src=preview.jpg alt=''></div>",
            "https://www.youtube.com/watch?v=aBcdefghijk",
        ),
        (
            "<div class=plyr data-plyr-provider=vimeo data-plyr-embed-id=1234567></div>",
            "https://vimeo.com/1234567",
        ),
        (
            "<figure><oembed url=https://www.youtube.com/watch?v=aBcdefghijk></oembed></figure>",
            "https://www.youtube.com/watch?v=aBcdefghijk",
        ),
        (
            "<amp-instagram data-shortcode=Abc1></amp-instagram>",
            "https://www.instagram.com/p/Abc1/",
        ),
        (
            "<figure><blockquote class=mastodon-embed data-embed-url=https://toots.example/@a/1/embed></blockquote></figure>",
            "https://toots.example/@a/1",
        ),
        (
            "<a data-pin-do=embedPin href=https://www.pinterest.com/pin/1/></a>",
            "https://www.pinterest.com/pin/1/",
        ),
        (
            "<figure><script src=https://asciinema.org/a/12.js></script></figure>",
            "https://asciinema.org/a/12",
        ),
        (
            "<script src=https://git.example/a/b/-/snippets/12.js></script>",
            "https://git.example/a/b/-/snippets/12",
        ),
        (
            "<script src=https://pastebin.com/embed_js/AbC></script>",
            "https://pastebin.com/AbC",
        ),
        (
            "<script src=https://telegram.org/js/telegram-widget.js?22 data-telegram-post=a/12></script>",
            "https://t.me/a/12",
        ),
        (
            "<div id=chart><script src=https://datawrapper.dwcdn.net/AbC/embed.js></script></div>",
            "https://datawrapper.dwcdn.net/AbC",
        ),
        (
            "<div class=flourish-embed data-src=visualisation/12></div>",
            "https://public.flourish.studio/visualisation/12",
        ),
        (
            "<iframe title='Tides by month' src=https://charts.example/1 width=600 height=400></iframe>",
            "https://charts.example/1",
        ),
    ] {
        let shown = html(&format!("<p>a</p>{source}<p>b</p>"));
        assert!(
            shown.contains(&format!("<a href=\"{href}\"")),
            "{source}: {shown}"
        );
    }
    for none in [
        "<iframe title='Advertisement' src=https://ads.example/1 width=600 height=400></iframe>",
        "<iframe src=https://charts.example/1 width=600 height=400></iframe>",
        "<iframe title='Like' src=https://like.example/1 width=90 height=20></iframe>",
        "<div class=youtube-box id=video-12345></div>",
        "<div class=player data-video-id=6234567890001></div>",
        "<a class=icon-youtube href=https://www.youtube.com/a></a>",
    ] {
        let shown = html(&format!("<p>a</p>{none}<p>b</p>"));
        assert_eq!(shown, "<p>a</p><p>b</p>", "{none}");
    }
}
