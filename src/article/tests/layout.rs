//! Pages whose computed styles differ from their tags.

use super::visible;
use crate::article::Article;
use crate::page::geometry::Rect;
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
    let html = Article::new(&page, &visible(&page)).styled_html();
    html.replace(">\n", ">")
}

#[test]
fn display_determines_blocks() {
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
fn preformatted_monospace_text_is_code() {
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
fn a_box_of_lines_of_code_is_one_code_block() {
    let mut builder = laid_out();
    let style = Style {
        preformatted: true,
        monospace: true,
        ..Style::of_tag(Tag::Div, &builder.style())
    };
    for (tag, lines) in [(Tag::Div, ["a:", "  b"]), (Tag::Pre, ["c", "d"])] {
        builder.open_tag(Tag::Div).unwrap();
        for line in lines {
            builder.open(tag, style, None).unwrap();
            builder.text(line).unwrap();
            builder.close();
        }
        builder.close();
    }
    // Adjacent code blocks stay separate.
    assert_eq!(
        html(builder),
        "<pre><code>a:\n  b</code></pre><pre><code>c</code></pre><pre><code>d</code></pre>"
    );
}

/// Returns the article of sections with the given texts and rectangles, which are siblings.
fn placed(blocks: &[(&str, [f32; 4])]) -> String {
    let mut builder = laid_out();
    builder.open_tag(Tag::Div).unwrap();
    for (text, [x, y, width, height]) in blocks {
        let style = Style::of_tag(Tag::Section, &builder.style());
        let rect = Rect::new(*x, *y, *width, *height);
        builder.open(Tag::Section, style, Some(rect)).unwrap();
        for part in text.split(' ') {
            builder.open_tag(Tag::P).unwrap();
            builder.text(part).unwrap();
            builder.close();
        }
        builder.close();
    }
    html(builder).replace("<p>", "").replace("</p>", " ")
}

#[test]
fn boxes_in_one_column_are_sorted_top_to_bottom() {
    let third = ("third 3", [0.0, 200.0, 600.0, 90.0]);
    let first = ("first 1", [0.0, 0.0, 600.0, 90.0]);
    let second = ("second 2", [0.0, 90.0, 600.0, 110.0]);
    assert_eq!(placed(&[third, first, second]), "first 1 second 2 third 3 ");
    // Content of another column keeps its place in the document.
    let beside = ("beside", [650.0, 0.0, 150.0, 400.0]);
    assert_eq!(
        placed(&[third, beside, first, second]),
        "first 1 beside second 2 third 3 "
    );
}

#[test]
fn columns_and_overlapping_boxes_stay_in_document_order() {
    // A box that continues in a second column begins at the start of that column.
    let text = placed(&[
        ("one", [0.0, 0.0, 380.0, 300.0]),
        ("two", [0.0, 0.0, 800.0, 500.0]),
        ("three", [420.0, 120.0, 380.0, 380.0]),
    ]);
    assert_eq!(text, "one two three ");
    let text = placed(&[
        ("below", [0.0, 50.0, 600.0, 100.0]),
        ("above", [0.0, 0.0, 600.0, 90.0]),
    ]);
    assert_eq!(text, "below above ");
}

#[test]
fn small_images_keep_their_size_and_pixels_are_removed() {
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
        "<p><img src=\"https://example.org/smile.png\" alt=\"\" width=\"20\" height=\"20\" class=\"pith-icon\">\
         <img src=\"https://example.org/photo.png\" alt=\"\"></p>"
    );
}

#[test]
fn loaded_narrow_images_keep_their_displayed_size() {
    let shown = |places: &[[f32; 2]], loaded: bool| {
        let mut builder = laid_out();
        let style = Style::of_tag(Tag::P, &builder.style());
        let column = Some(Rect::new(0.0, 0.0, 800.0, 300.0));
        builder.open(Tag::P, style, column).unwrap();
        builder.text("The ferryman came back.").unwrap();
        for (i, [x, width]) in places.iter().enumerate() {
            let style = Style::of_tag(Tag::Img, &builder.style());
            let rect = Some(Rect::new(*x, 20.0, *width, 150.0));
            builder.open(Tag::Img, style, rect).unwrap();
            let file = format!("https://example.org/mascot-{i}.png");
            let until_then = "data:image/gif;base64,R0lGOD";
            let current = if loaded { &file } else { until_then };
            for (attr, value) in [
                (Attr::Src, file.as_str()),
                (Attr::CurrentSrc, current),
                (Attr::Width, "1200"),
                (Attr::Height, "900"),
            ] {
                builder.attr(attr, value).unwrap();
            }
            builder.close();
        }
        builder.close();
        html(builder)
    };
    let narrow = "width=\"200\" height=\"150\"";
    assert!(shown(&[[0.0, 200.0]], true).contains(narrow));
    assert!(!shown(&[[0.0, 600.0]], true).contains("width=\"600\""));
    // Thumbnails beside each other.
    assert!(!shown(&[[0.0, 200.0], [210.0, 200.0]], true).contains(narrow));
    // The size of a placeholder isn't that of the image.
    assert!(!shown(&[[0.0, 200.0]], false).contains(narrow));
}

#[test]
fn bold_from_a_style_sheet_becomes_strong() {
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

/// Adds a box at a position, containing `text`.
fn cell(builder: &mut PageBuilder, x: f32, y: f32, weight: u16, text: &str) {
    let style = Style {
        font_weight: weight,
        ..Style::of_tag(Tag::Div, &builder.style())
    };
    builder
        .open(Tag::Div, style, Some(Rect::new(x, y, 180.0, 20.0)))
        .unwrap();
    builder.text(text).unwrap();
    builder.close();
}

const CELLS: [[&str; 2]; 3] = [
    ["Name", "Meaning"],
    ["port", "left"],
    ["starboard", "right"],
];

const TABLE: &str = "<table><tbody><tr><th><p>Name</p></th><th><p>Meaning</p></th></tr>\
    <tr><td>port</td><td>left</td></tr><tr><td>starboard</td><td>right</td></tr></tbody></table>";

#[test]
fn boxes_in_rows_and_columns_become_a_table() {
    for with_rows in [true, false] {
        let mut builder = laid_out();
        builder
            .open(Tag::Div, Style::of_tag(Tag::Div, &Style::default()), None)
            .unwrap();
        for (i, row) in CELLS.iter().enumerate() {
            let y = 40.0 * i as f32;
            if with_rows {
                let style = Style::of_tag(Tag::Div, &builder.style());
                builder
                    .open(Tag::Div, style, Some(Rect::new(0.0, y, 400.0, 20.0)))
                    .unwrap();
            }
            for (j, text) in row.iter().enumerate() {
                cell(
                    &mut builder,
                    200.0 * j as f32,
                    y,
                    if i == 0 { 700 } else { 400 },
                    text,
                );
            }
            if with_rows {
                builder.close();
            }
        }
        assert_eq!(
            html(builder),
            TABLE.replace("<p>", "").replace("</p>", ""),
            "{with_rows}"
        );
    }
}

#[test]
fn stacked_or_misaligned_boxes_are_not_a_table() {
    for shift in [0.0, 30.0] {
        let mut builder = laid_out();
        builder
            .open(Tag::Div, Style::of_tag(Tag::Div, &Style::default()), None)
            .unwrap();
        for (i, row) in CELLS.iter().enumerate() {
            for (j, text) in row.iter().enumerate() {
                let (x, y) = match shift {
                    0.0 => (0.0, 40.0 * (2 * i + j) as f32),
                    shift => (200.0 * j as f32 + shift * i as f32, 40.0 * i as f32),
                };
                cell(&mut builder, x, y, 400, text);
            }
        }
        assert!(!html(builder).contains("<table>"), "{shift}");
    }
}
