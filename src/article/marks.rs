//! Marks on blocks of the article for style sheets, which can't compute them.
//!
//! | mark | meaning |
//! | --- | --- |
//! | `class="pith-lead"` | the standfirst: the paragraph before the text that summarizes it |
//! | `class="pith-opening"` | the image before the text |
//! | `class="pith-title"` | the title of a callout |
//! | `class="pith-icon"` | an image no larger than an icon or an avatar |
//! | `class="pith-gallery"` | a list whose items are images, shown without bullets |
//! | `class="pith-signature"` | an API signature in documentation that isn't in a `code` |
//! | `class="pith-justified"` | a block that can be justified (mostly CJK, no code), in an article that isn't |
//! | `class="pith-ragged"` | a block that can't be justified, in an article most of which can ([`set`]) |
//! | `dir` | a block whose direction differs from that of the text around it |

use super::tree::{Tree, is_block, is_heading};
use super::{IS_STYLED, address, callouts, code, direction, length};
use crate::compact::argsort;
use crate::compact::{decimal, words};
use crate::page::geometry::Rect;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::text::{is_cjk, may_hold_cjk};

/// Maximum width and height of an icon or an avatar, in px.
const ICON_SIZE: f32 = 64.0;

/// Maximum width of a narrow image as a share of the column's width, 0 to 1. In Reader, wider
/// images fill the column.
const MAX_NARROW_SHARE: f32 = 0.6;

/// The classes that are only for style sheets, separated by spaces.
const FOR_SHEETS: &str = "\
    pith-gallery pith-icon pith-justified pith-lead pith-opening pith-ragged pith-signature";

/// Maximum elements between a text and its block, so that the work is linear even on deeply nested
/// pages.
const MAX_BLOCK_LEVELS: usize = 16;

/// Maximum ancestors from the first word of a signature to its block, whose parts have elements of
/// their own.
const MAX_SIGNATURE_LEVELS: usize = 6;

/// Maximum bytes of a signature. Longer text is prose, and isn't checked.
const MAX_SIGNATURE_BYTES: usize = 400;

/// Minimum share of CJK among letters and digits, 0 to 1, for lines that can be stretched between
/// any two characters.
const MIN_CJK_SHARE: f32 = 0.7;

/// Minimum font size of a standfirst, as a multiple of that of the text.
const LEAD_SCALE: f32 = 1.08;

/// Minimum difference between the weights of a standfirst and the text, in units of font weight.
const LEAD_WEIGHT: u16 = 200;

/// Minimum and maximum characters of a standfirst. Shorter text is a label, longer text the article
/// itself.
const LEAD_CHARS: std::ops::RangeInclusive<usize> = 40..=700;

/// Minimum length of the text after a standfirst, as a multiple of the standfirst's length.
const MIN_LEAD_REST: usize = 3;

/// Class names of standfirsts, as words in `class`, `id`, and `itemprop`, in the languages of major
/// newspapers.
const LEAD_NAMES: [&str; 17] = [
    "standfirst",
    "lead",
    "lede",
    "dek",
    "deck",
    "subtitle",
    "subheadline",
    "intro",
    "abstract",
    "chapo",
    "chapeau",
    "vorspann",
    "teaser",
    "entradilla",
    "bajada",
    "sapo",
    "ingress",
];

/// Returns the classes of an element, without those that are only for style sheets.
pub(super) fn without(classes: &str) -> String {
    let own = classes
        .split(' ')
        .filter(|class| !words::holds(FOR_SHEETS, class));
    own.collect::<Vec<_>>().join(" ")
}

/// Sets the marks on the tree of an article; `rtl` is true for a right-to-left article. Returns
/// whether most blocks can be justified.
pub(super) fn set(tree: &mut Tree, page: &Page, rtl: bool) -> bool {
    narrow_images(tree, page);
    icons(tree);
    callout_titles(tree, page);
    if IS_STYLED {
        if let Some(image) = opening_image(tree) {
            add_class(tree, image, "pith-opening");
        }
        if let Some(paragraph) = standfirst(tree, page) {
            add_class(tree, paragraph, "pith-lead");
        }
    }
    let mut lines = Vec::new();
    for node in 1..tree.len() {
        match tree.tag(node) {
            Tag::Ul | Tag::Ol if IS_STYLED && is_gallery(tree, node) => {
                add_class(tree, node, "pith-gallery");
            }
            tag if has_lines(tag) => lines.extend(set_on_lines(tree, page, node, rtl)),
            _ => {}
        }
    }
    let all = lines.iter().filter(|(_, can)| *can).count();
    let justified = 2 * all > lines.len();
    for (node, can) in lines {
        if IS_STYLED && can != justified {
            add_class(
                tree,
                node,
                if can { "pith-justified" } else { "pith-ragged" },
            );
        }
    }
    justified
}

/// Sets the direction of a block that may contain lines, and marks it if it's a signature. Returns
/// the block and whether it can be justified; `None` if it contains blocks or is a heading.
#[inline(never)]
fn set_on_lines(tree: &mut Tree, page: &Page, node: usize, rtl: bool) -> Option<(usize, bool)> {
    if tree.descendants(node).any(|d| is_block(tree.tag(d))) {
        return None;
    }
    let text = tree.all_text(node);
    if IS_STYLED && text.len() <= MAX_SIGNATURE_BYTES && is_signature(tree, page, node) {
        add_class(tree, node, "pith-signature");
    }
    set_direction(tree, node, &text, rtl);
    (!is_heading(tree.tag(node))).then(|| (node, can_be_justified(tree, node, &text)))
}

/// Returns whether a block is an API signature on the page.
fn is_signature(tree: &Tree, page: &Page, node: usize) -> bool {
    let origin = tree.node(node).origin;
    let mut around = page.inclusive_ancestors(origin).take(MAX_SIGNATURE_LEVELS);
    let block = around.find(|&n| page.is_block(n));
    block.is_some_and(|block| code::is_named_signature(page, block))
}

/// Returns whether an element is a block with lines of text. Code blocks have their own direction.
fn has_lines(tag: Tag) -> bool {
    is_block(tag)
        && !matches!(
            tag,
            Tag::Pre | Tag::Table | Tag::Tr | Tag::Hr | Tag::Ul | Tag::Ol
        )
}

/// Sets the direction of a block with some text, if it differs from that around it.
fn set_direction(tree: &mut Tree, node: usize, text: &str, rtl: bool) {
    let declared = ancestors(tree, node).find_map(|n| tree.attr(n, Attr::Dir));
    if tree.attr(node, Attr::Dir).is_none()
        && let Some(deviates) = direction::deviating(text, declared.map_or(rtl, |dir| dir == "rtl"))
    {
        let dir = if deviates { "rtl" } else { "ltr" };
        tree.node_mut(node).attrs.push((Attr::Dir, dir.to_owned()));
    }
}

/// Returns whether the lines of a block with some text can be stretched between any two characters.
fn can_be_justified(tree: &Tree, node: usize, text: &str) -> bool {
    let is_code = |n: usize| matches!(tree.tag(n), Tag::Code | Tag::Kbd | Tag::Samp);
    is_mostly_cjk(text) && !tree.descendants(node).any(is_code)
}

fn ancestors(tree: &Tree, node: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(node), |&n| (n != 0).then(|| tree.node(n).parent)).skip(1)
}

fn is_mostly_cjk(text: &str) -> bool {
    if !may_hold_cjk(text) {
        return false;
    }
    let (mut cjk, mut letters) = (0usize, 0usize);
    for c in text.chars().filter(|c| c.is_alphanumeric()) {
        letters += 1;
        cjk += usize::from(is_cjk(c));
    }
    letters > 0 && cjk as f32 >= MIN_CJK_SHARE * letters as f32
}

/// Sets the displayed size of images that are narrow in the text column of the page, because their
/// files may be much larger. Images that fill the page's column fill that of the article too.
/// Images in a row are skipped, because the article has no rows.
fn narrow_images(tree: &mut Tree, page: &Page) {
    let Some(column) = column_width(tree, page) else {
        return;
    };
    let shown: Vec<(usize, Rect)> = (1..tree.len())
        .filter(|&node| tree.tag(node) == Tag::Img)
        .filter_map(|node| Some((node, page.rect(tree.origin(node))?)))
        .filter(|(_, r)| r.width.min(r.height) > ICON_SIZE)
        .collect();
    let is_in_row = |own: usize| {
        let is_beside = |(_, r): &(usize, Rect)| {
            let own = shown[own].1;
            let height = r.bottom().min(own.bottom()) - r.y.max(own.y);
            height > 0.5 * own.height && r.horizontal_overlap(own) < 1.0
        };
        // Only neighbors in the document are compared, to keep this linear.
        let around = own.saturating_sub(1)..(own + 2).min(shown.len());
        shown[around].iter().any(is_beside)
    };
    for (i, &(node, rect)) in shown.iter().enumerate() {
        let img = tree.origin(node);
        // An image that isn't loaded yet may have another size, and a placeholder always does.
        let is_file = page
            .attr(img, Attr::CurrentSrc)
            .and_then(|src| address::image(src, page.url()))
            .is_some_and(|src| tree.attr(node, Attr::Src) == Some(src.as_str()));
        if rect.width < MAX_NARROW_SHARE * column && is_file && !is_in_row(i) {
            let attrs = &mut tree.node_mut(node).attrs;
            attrs.retain(|(attr, _)| !matches!(attr, Attr::Width | Attr::Height));
            attrs.push((Attr::Width, length::whole_px(rect.width)));
            attrs.push((Attr::Height, length::whole_px(rect.height)));
        }
    }
}

/// Returns the width in px of the column with most of the article's text; `None` if the page has no
/// layout.
fn column_width(tree: &Tree, page: &Page) -> Option<f32> {
    let mut widths: Vec<(f32, usize)> = Vec::new();
    for node in (1..tree.len()).filter(|&n| tree.tag(n) == Tag::Text) {
        let mut around = page.ancestors(tree.origin(node)).take(MAX_BLOCK_LEVELS);
        let block = around.find_map(|n| page.rect(n).filter(|_| page.style(n).display.is_block()));
        widths.extend(block.map(|rect| (rect.width, tree.text(node).len())));
    }
    let order = argsort::ascending(widths.iter().map(|&(width, _)| argsort::key(width)));
    let half = widths.iter().map(|(_, bytes)| bytes).sum::<usize>() / 2;
    let mut sum = 0;
    let middle = order.into_iter().find(|&at| {
        sum += widths[at].1;
        sum > half
    })?;
    Some(widths[middle].0).filter(|&width| width > 0.0)
}

/// Marks small images as icons. A figure with nothing else becomes a paragraph.
#[inline(never)]
fn icons(tree: &mut Tree) {
    let is_icon = |tree: &Tree, node: usize| {
        let side = |attr| tree.attr(node, attr).and_then(decimal::number);
        tree.tag(node) == Tag::Img
            && [Attr::Width, Attr::Height]
                .into_iter()
                .all(|a| side(a).is_some_and(|v| v <= ICON_SIZE))
    };
    for node in 1..tree.len() {
        if IS_STYLED && is_icon(tree, node) {
            add_class(tree, node, "pith-icon");
        }
        let only_icons = |tree: &Tree| {
            tree.descendants(node)
                .all(|d| is_icon(tree, d) || tree.tag(d) == Tag::A)
        };
        if tree.tag(node) == Tag::Figure && only_icons(tree) {
            tree.node_mut(node).tag = Tag::P;
        }
    }
}

/// Marks the titles of callouts: the first paragraph or heading, if the page names it a title or if
/// it only consists of the type.
fn callout_titles(tree: &mut Tree, page: &Page) {
    let is_callout = |n: &usize| tree.attr(*n, Attr::DataCallout).is_some();
    let boxes: Vec<usize> = (1..tree.len()).filter(is_callout).collect();
    for node in boxes {
        let children: Vec<usize> = tree.children(node).take(2).collect();
        let Some(&first) = children.first() else {
            continue;
        };
        let alone = children.len() == 1;
        let is_line = tree.tag(first) == Tag::P || is_heading(tree.tag(first));
        if !alone && is_line && is_title(tree, page, first) {
            add_class(tree, first, "pith-title");
        }
    }
}

/// Returns whether a line is the title of the callout that contains it.
fn is_title(tree: &Tree, page: &Page, line: usize) -> bool {
    let text = tree.all_text(line);
    if text.chars().count() > MAX_CALLOUT_TITLE_CHARS {
        return false;
    }
    let around = page
        .ancestors(tree.origin(line))
        .take(LEVELS)
        .take_while(|&n| page.visible_text(n).trim().len() <= text.len() + MAX_SPARE_BYTES);
    let names = |n: NodeId| {
        let class = page
            .attr(n, Attr::Class)
            .unwrap_or_default()
            .to_ascii_lowercase();
        ["title", "heading", "header"]
            .iter()
            .any(|word| class.contains(word))
    };
    is_heading(tree.tag(line))
        || callouts::kind_of_title(&text).is_some()
        || around.into_iter().any(names)
}

/// Maximum characters of the title of a callout.
const MAX_CALLOUT_TITLE_CHARS: usize = 120;

/// Returns the image before the text; only the standfirst may precede it.
fn opening_image(tree: &Tree) -> Option<usize> {
    let mut paragraphs = 0;
    for child in tree.children(0) {
        if is_image(tree, child) {
            let is_text = |n: usize| tree.tag(n) == Tag::P && !is_image(tree, n);
            return (tree.node(child).end..tree.len())
                .any(is_text)
                .then_some(child);
        }
        paragraphs += usize::from(tree.tag(child) == Tag::P);
        if tree.tag(child) != Tag::P || paragraphs > 1 {
            return None;
        }
    }
    None
}

/// Returns whether a node is a figure with an image, or a paragraph with only an image.
fn is_image(tree: &Tree, node: usize) -> bool {
    let large =
        |d: usize| matches!(tree.tag(d), Tag::Img | Tag::Video) && !has_class(tree, d, "pith-icon");
    tree.descendants(node).any(large)
        && (tree.tag(node) == Tag::Figure
            || tree.tag(node) == Tag::P && tree.all_text(node).trim().is_empty())
}

/// Returns the first paragraph of the article (ignoring images) if it's larger or bolder than the
/// text on the page, or has the name of a standfirst.
fn standfirst(tree: &Tree, page: &Page) -> Option<usize> {
    let first = tree.children(0).find(|&child| !is_image(tree, child))?;
    let chars = tree.all_text(first).trim().chars().count();
    if tree.tag(first) != Tag::P || !LEAD_CHARS.contains(&chars) {
        return None;
    }
    let rest = tree.node(first).end..tree.len();
    let after: usize = rest.clone().map(|n| tree.text(n).chars().count()).sum();
    if after < MIN_LEAD_REST * chars {
        return None;
    }
    (is_named_lead(page, tree, first) || is_set_apart(page, tree, first, rest)).then_some(first)
}

/// Returns whether an element around the paragraph has the name of a standfirst, and contains
/// little else.
fn is_named_lead(page: &Page, tree: &Tree, paragraph: usize) -> bool {
    let text = tree.all_text(paragraph);
    let around = page
        .ancestors(tree.origin(paragraph))
        .take_while(|&n| page.visible_text(n).trim().len() <= text.len() + MAX_SPARE_BYTES)
        .take(LEVELS);
    let names = [Attr::Class, Attr::Id, Attr::Itemprop];
    let is_lead = |n: NodeId| {
        let values = names.iter().filter_map(|&a| page.attr(n, a));
        let mut words = values.flat_map(|v| v.split(|c: char| !c.is_ascii_alphabetic()));
        words.any(|w| LEAD_NAMES.iter().any(|name| w.eq_ignore_ascii_case(name)))
    };
    around.into_iter().any(is_lead)
}

/// Maximum ancestors of a paragraph that may name it.
const LEVELS: usize = 4;

/// Maximum bytes of a named element besides the paragraph: spaces, a symbol.
const MAX_SPARE_BYTES: usize = 16;

/// Returns whether all of the paragraph is larger or bolder than most text in `rest`.
fn is_set_apart(page: &Page, tree: &Tree, paragraph: usize, rest: std::ops::Range<usize>) -> bool {
    let mut sizes: Vec<(f32, u16, usize)> = Vec::new();
    for n in rest.filter(|&n| tree.tag(n) == Tag::Text) {
        let style = page.style(tree.origin(n));
        let chars = tree.text(n).len();
        let known = sizes
            .iter_mut()
            .find(|(size, weight, _)| *size == style.font_size && *weight == style.font_weight);
        match known {
            Some((_, _, sum)) => *sum += chars,
            None => sizes.push((style.font_size, style.font_weight, chars)),
        }
    }
    let Some(&(size, weight, _)) = sizes.iter().max_by_key(|(_, _, sum)| *sum) else {
        return false;
    };
    let mut texts = tree
        .descendants(paragraph)
        .filter(|&n| tree.tag(n) == Tag::Text && !tree.text(n).trim().is_empty())
        .map(|n| page.style(tree.origin(n)));
    texts.all(|style| {
        style.font_size >= LEAD_SCALE * size
            || style.font_size >= size && style.font_weight >= weight + LEAD_WEIGHT
    })
}

/// Returns whether every item of a list contains an image, or the list is in a caption.
fn is_gallery(tree: &Tree, list: usize) -> bool {
    let has_image = |item: usize| {
        tree.descendants(item)
            .any(|d| tree.tag(d) == Tag::Img && !has_class(tree, d, "pith-icon"))
    };
    let mut items = tree
        .children(list)
        .filter(|&c| tree.tag(c) == Tag::Li)
        .peekable();
    let in_caption = ancestors(tree, list).any(|n| tree.tag(n) == Tag::Figcaption);
    items.peek().is_some() && (in_caption || items.all(has_image))
}

fn has_class(tree: &Tree, node: usize, class: &str) -> bool {
    tree.attr(node, Attr::Class)
        .is_some_and(|all| all.split(' ').any(|c| c == class))
}

#[inline(never)]
fn add_class(tree: &mut Tree, node: usize, class: &str) {
    let attrs = &mut tree.node_mut(node).attrs;
    match attrs.iter_mut().find(|(attr, _)| *attr == Attr::Class) {
        Some((_, all)) => {
            all.push(' ');
            all.push_str(class);
        }
        None => attrs.push((Attr::Class, class.to_owned())),
    }
}
