//! Pages whose computed styles say otherwise than their tags.

use super::visible;
use crate::article::Article;
use crate::geometry::Rect;
use crate::page::{Attr, Display, Limits, PageBuilder, PageInfo, Style, Tag};

fn laid_out() -> PageBuilder {
    let mut builder = PageBuilder::new(PageInfo::default(), Limits::default());
    let rect = Some(Rect::new(0.0, 0.0, 800.0, 600.0));
    let style = Style::of_tag(Tag::Html, &Style::default());
    builder.open(Tag::Html, style, rect).unwrap();
    builder.open_tag(Tag::Body).unwrap();
    builder
}

fn html(builder: PageBuilder) -> String {
    let page = builder.finish().unwrap();
    let html = Article::new(&page, &visible(&page)).html();
    html.replace(">\n", ">")
}

#[test]
fn display_decides_where_lines_end() {
    let mut builder = laid_out();
    for (tag, display, text) in [
        (Tag::Span, Display::Block, "one"),
        (Tag::Div, Display::Inline, "two "),
        (Tag::Div, Display::Inline, "three"),
        (Tag::B, Display::Block, "four"),
    ] {
        let style = Style {
            display,
            ..Style::of_tag(tag, &builder.style())
        };
        builder.open(tag, style, None).unwrap();
        builder.text(text).unwrap();
        builder.close();
    }
    assert_eq!(
        html(builder),
        "<p>one</p><p>two three</p><p><b>four</b></p>"
    );
}

#[test]
fn fixed_width_text_with_its_white_space_is_code() {
    let mut builder = laid_out();
    let style = Style {
        preformatted: true,
        monospace: true,
        ..Style::of_tag(Tag::Div, &builder.style())
    };
    builder.open(Tag::Div, style, None).unwrap();
    builder.text("a\n  b").unwrap();
    assert_eq!(html(builder), "<pre><code>a\n  b</code></pre>");
}

#[test]
fn small_pictures_keep_their_size_and_pixels_go() {
    let mut builder = laid_out();
    builder.open_tag(Tag::P).unwrap();
    for (name, side) in [("pixel", 1.0), ("smile", 20.0), ("photo", 400.0)] {
        let rect = Some(Rect::new(0.0, 0.0, side, side));
        let style = Style::of_tag(Tag::Img, &builder.style());
        builder.open(Tag::Img, style, rect).unwrap();
        let src = format!("https://example.org/{name}.png");
        builder.attr(Attr::Src, &src).unwrap();
        builder.close();
    }
    assert_eq!(
        html(builder),
        "<p><img src=\"https://example.org/smile.png\" alt=\"\" width=\"20\" height=\"20\">\
         <img src=\"https://example.org/photo.png\" alt=\"\"></p>"
    );
}

#[test]
fn emphasis_of_a_style_sheet_is_kept() {
    let mut builder = laid_out();
    builder.open_tag(Tag::P).unwrap();
    let bold = Style {
        font_weight: 700,
        ..Style::of_tag(Tag::Span, &builder.style())
    };
    builder.open(Tag::Span, bold, None).unwrap();
    builder.text("a").unwrap();
    builder.close();
    builder.text(" b").unwrap();
    assert_eq!(html(builder), "<p><strong>a</strong> b</p>");
}
