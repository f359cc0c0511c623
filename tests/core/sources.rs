//! The same page through different sources is the same page.

use pith::page::{Attr, Limits, Page, Tag};
use pith::source::html::{read, read_bytes};
use pith::source::snapshot;

const URL: &str = "https://example.org/a/";

const PAGES: [&str; 4] = [
    "<!doctype html><html lang=de><title>Ein Titel</title><body><h1>Ein Titel</h1><p>Ein  \
     Absatz<br>mit <a href=b#c>Verweis</a>.<pre>a\n  b</pre><img srcset='x.jpg 1x, y.jpg 2x'>",
    "<table><tr><td>a<td rowspan=2>b</table><script type='application/ld+json'>{\"a\":  1}</script>\
     <p hidden>c</p><div style='position: fixed'>d</div>",
    "<x-a><template shadowrootmode=open><slot></slot>!</template><b>light</b></x-a>\
     <noscript><img src=lazy.png></noscript><math><mi>x</mi></math><svg><title>t</title></svg>",
    "<p dir=rtl lang=ar>نص عربي <bdi>abc</bdi></p><p>中文<ruby>字<rt>zì</rt></ruby>",
];

fn page(html: &str) -> Page {
    read(html, URL, Limits::default()).unwrap()
}

#[test]
fn snapshots_round_trip() {
    for html in PAGES {
        let page = page(html);
        assert_eq!(snapshot::read(&snapshot::write(&page)), Ok(page), "{html}");
    }
}

#[test]
fn encoding_does_not_change_the_page() {
    for html in PAGES {
        let expected = page(html);
        let bytes = |mark: &[u8], units: Vec<u8>| [mark, &units].concat();
        let utf_16 = html.encode_utf16();
        for bytes in [
            html.as_bytes().to_vec(),
            bytes(b"\xef\xbb\xbf", html.as_bytes().to_vec()),
            bytes(
                b"\xff\xfe",
                utf_16.clone().flat_map(u16::to_le_bytes).collect(),
            ),
            bytes(b"\xfe\xff", utf_16.flat_map(u16::to_be_bytes).collect()),
        ] {
            let page = read_bytes(&bytes, None, URL, Limits::default());
            assert_eq!(page.as_ref(), Ok(&expected));
        }
    }
}

#[test]
fn declared_shadow_trees_give_the_flat_page() {
    let outline = |page: &Page| -> Vec<(Tag, String)> {
        page.subtree(page.body())
            .map(|n| (page.tag(n), page.text(n).to_owned()))
            .collect()
    };
    let shadow = page(
        "<x-card><template shadowrootmode=open><h2><slot name=title></slot></h2>\
         <div><slot></slot></div></template><span slot=title>Title</span><p>body</p></x-card>",
    );
    let flat = page("<x-card><h2><span>Title</span></h2><div><p>body</p></div></x-card>");
    assert_eq!(outline(&shadow), outline(&flat));
    assert!(
        shadow
            .nodes()
            .all(|n| shadow.attr(n, Attr::Name) != Some("title"))
    );
}
