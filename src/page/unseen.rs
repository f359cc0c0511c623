//! Text that style sheets hide, recognized by markup only: text for screen readers, copies for
//! screens of another width, and the letters of icon fonts.
//!
//! If a page was laid out, the browser knows what is painted. Then only icons are painted that
//! aren't text.

use super::{Attr, NodeId, Page, Tag};

/// Parts of class names of text that is only for screen readers, in lower case and without hyphens
/// (`visually-hidden`, `u-hiddenVisually`).
const SCREEN_READER_NAMES: [&str; 12] = [
    "visuallyhidden",
    "hiddenvisually",
    "visuallyhide",
    "hidevisually",
    "screenreadertext",
    "screenreaderonly",
    "onlyscreenreader",
    "elementinvisible",
    "accessiblyhidden",
    "assistivetext",
    "readersonly",
    "showforsr",
];

/// Class names of such text that are too short to be matched within others.
const SCREEN_READER_WHOLE_NAMES: &str = "sronly srtext sr isreadonly issronly screenreader forscreenreader \
    forscreenreaders offscreen aoffscreen hidetext a11yhidden a11yonly audibleonly cliphide \
    cliptext uihelperhiddenaccessible mejsoffscreen wbinv blind soundonly vishidden \
    isvishidden hideaccessible accessiblehide";

/// Class names of fonts that render a whole word as an icon.
const ICON_FONTS: [&str; 4] = [
    "material-icons",
    "material-symbols",
    "mat-icon",
    "google-material",
];

/// Maximum characters of the name of an icon.
const MAX_ICON_CHARS: usize = 40;

/// Minimum characters of a repeated word or box: shorter ones are numbers and syllables.
const MIN_WORD_CHARS: u32 = 3;
const MIN_BOX_CHARS: u32 = 20;

/// Parts of class names of boxes for certain screen widths.
const WIDTHS: [&str; 6] = [
    "mobile", "desktop", "tablet", "phone", "handheld", "-screen",
];

/// Prefixes of class names of such boxes in utility style sheets.
const WIDTH_PREFIXES: [&str; 14] = [
    "d-none",
    "d-sm-",
    "d-md-",
    "d-lg-",
    "d-xl-",
    "hidden-",
    "visible-",
    "sm:",
    "md:",
    "lg:",
    "xl:",
    "show-for-",
    "hide-for-",
    "max-",
];

/// Treats icon letters of a font as hidden.
pub(super) fn hide_icons(page: &mut Page) {
    for i in page.body as usize..page.tags.len() {
        if page.tags[i] != Tag::Text || page.hidden[i] || page.counts[i].chars == 0 {
            continue;
        }
        let text = page.text(NodeId::at(i)).trim();
        if text.chars().all(is_private) || is_icon_name(page, i, text) {
            page.hidden[i] = true;
        }
    }
}

/// Returns whether a character has no meaning outside its font.
pub(crate) fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Returns whether a text is the name of an icon, such as `arrow_forward`: it has an icon font's
/// class, or is hidden from screen readers.
fn is_icon_name(page: &Page, text: usize, name: &str) -> bool {
    let is_name = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_';
    if name.len() > MAX_ICON_CHARS || !name.bytes().all(is_name) {
        return false;
    }
    let around = NodeId::at(page.parents[text] as usize);
    let may_be = matches!(
        page.tag(around),
        Tag::I | Tag::Span | Tag::Em | Tag::B | Tag::Div | Tag::Other
    );
    let is_alone = page.end(around).index() == text + 1 && around.index() + 1 == text;
    if !may_be || !is_alone || page.style(around).monospace {
        return false;
    }
    let class = page.attr(around, Attr::Class).unwrap_or_default();
    let is_silent = page.attr(around, Attr::AriaHidden) == Some("true")
        || page.attr(around, Attr::Translate) == Some("no")
        || class.contains("notranslate");
    let of_font = ICON_FONTS.iter().any(|font| class.contains(font))
        || page.tag(around) == Tag::I && (class.contains("icon") || class.contains("glyph"));
    of_font || is_silent && (name.contains('_') || class.contains("icon"))
}

/// Minimum characters of a paragraph in a custom element.
const PARAGRAPH: u32 = 40;

/// Treats custom elements as blocks, on a page without layout, if several are siblings and each
/// contains a sentence: the site's style sheet shows them as paragraphs.
pub(super) fn show_paragraphs(page: &mut Page) {
    if page.has_layout() {
        return;
    }
    let reads_like_text = |i: usize| {
        let (mut chars, mut ends) = (0, false);
        for text in page.children(NodeId::at(i)).filter(|&n| page.is_text(n)) {
            let counts = page.counts(text);
            chars += counts.chars;
            ends = counts.ends_sentence.unwrap_or(ends);
        }
        ends && chars >= PARAGRAPH
    };
    let is_one = |i: usize| {
        page.tags[i] == Tag::Other && !page.is_block(NodeId::at(i)) && reads_like_text(i)
    };
    let mut found = Vec::new();
    for i in page.body as usize + 1..page.tags.len() {
        if !is_one(i) {
            continue;
        }
        let parent = NodeId::at(page.parents[i] as usize);
        let is_beside = |n: NodeId| n.index() != i && is_one(n.index());
        let is_loose = |n: NodeId| page.is_text(n) && page.counts(n).chars > 0;
        let mut siblings = page.children(parent).take(MAX_COMPARED);
        let holds_loose = page.children(parent).take(MAX_COMPARED).any(is_loose);
        if !holds_loose && siblings.any(is_beside) {
            found.push(i);
        }
    }
    for i in found {
        page.styles[i].display = super::Display::Block;
    }
}

/// Treats elements that style sheets certainly hide as hidden, on a page without layout: text for
/// screen readers or for printed pages, and duplicates.
pub(super) fn hide_unpainted(page: &mut Page) {
    if page.has_layout() {
        return;
    }
    let mut i = page.body as usize + 1;
    while i < page.tags.len() {
        let is_unpainted = page.tags[i] != Tag::Text
            && !page.hidden[i]
            && page.attr(NodeId::at(i), Attr::Class).is_some_and(|class| {
                let mut names = class.split_ascii_whitespace();
                names.any(is_for_screen_readers) || is_for_print(class)
            });
        if is_unpainted {
            page.hide(NodeId::at(i));
            i = page.ends[i] as usize;
        } else {
            i += 1;
        }
    }
    hide_copies(page);
}

/// Returns whether a class name is for content that is only for screen readers.
fn is_for_screen_readers(name: &str) -> bool {
    let mut plain = String::with_capacity(name.len());
    if !name.contains(['s', 'S', 'r', 'R', 'b', 'B']) {
        return false;
    }
    // `sm:not-sr-only` makes it visible again.
    if name.contains(':') || name.starts_with("not-") {
        return false;
    }
    plain.extend(
        name.chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase()),
    );
    SCREEN_READER_NAMES.iter().any(|word| plain.contains(word))
        // Design systems put their prefix before the usual name.
        || (plain.ends_with("sronly") && !plain.ends_with("notsronly"))
        || crate::compact::words::holds(SCREEN_READER_WHOLE_NAMES, &plain)
}

/// Class names of content that only printed pages have.
const PRINT_NAMES: &str = "visible-print visible-print-block visible-print-inline print-only \
    only-print printonly show-for-print";

/// Returns whether class names are of content that only printed pages have: one of its own, or a
/// pair of a utility style sheet.
fn is_for_print(class: &str) -> bool {
    let has = |list| {
        let mut names = class.split_ascii_whitespace();
        names.any(|name| crate::compact::words::holds(list, name))
    };
    has(PRINT_NAMES)
        || has("d-none hidden")
            && has("d-print-block d-print-inline d-print-flex print:block print:inline print:flex")
}

/// Hides word-for-word duplicates of a sibling with different markup: a term with its copy for
/// small screens, a box for wide screens and one for narrow ones.
fn hide_copies(page: &mut Page) {
    let own: Vec<u32> = (0..page.tags.len())
        .map(|i| {
            if page.hidden[i] {
                0
            } else {
                page.counts[i].chars
            }
        })
        .collect();
    let sums = page.subtree_sums(&own);
    let mut found = Vec::new();
    let mut sized: Vec<usize> = Vec::new();
    for i in page.body as usize + 1..page.tags.len() {
        if page.tags[i] == Tag::Text || page.hidden[i] || sums[i] < MIN_WORD_CHARS {
            continue;
        }
        if let Some(next) = beside(page, i)
            && sums[next] == sums[i]
            && !page.hidden[next]
            && is_copy(page, i, next, sums[i])
        {
            found.push(next);
        }
        if sums[i] >= MIN_BOX_CHARS && names_width(page, i) {
            sized.push(i);
        }
    }
    for (k, &i) in sized.iter().enumerate() {
        let before = sized[..k].iter().rev().take(MAX_COMPARED);
        let mut alike = before.filter(|&&one| sums[one] == sums[i] && page.ends[one] as usize <= i);
        if alike.any(|&one| same_text(page, one, i)) {
            found.push(i);
        }
    }
    for i in found {
        if !page.hidden[i] {
            page.hide(NodeId::at(i));
        }
    }
}

/// Maximum number of preceding boxes for a screen width that a box is compared with.
const MAX_COMPARED: usize = 40;

/// Returns the next sibling element, if there's only white space in between.
fn beside(page: &Page, i: usize) -> Option<usize> {
    let mut next = page.ends[i] as usize;
    let last = page.ends[page.parents[i] as usize] as usize;
    while next < last && page.tags[next] == Tag::Text && page.counts[next].chars == 0 {
        next += 1;
    }
    // Between two words of a line, white space is a separator.
    let is_parted = next > page.ends[i] as usize && !page.is_block(NodeId::at(i));
    if is_parted && (next == last || !is_for_one_audience(page, i, next)) {
        return None;
    }
    let is_alike = next < last
        && page.tags[next] != Tag::Text
        && (page.tags[next] == page.tags[i]
            || !page.is_block(NodeId::at(i)) && !page.is_block(NodeId::at(next)));
    is_alike.then_some(next)
}

/// Returns whether one of two elements isn't for screen readers, so that the other is.
fn is_for_one_audience(page: &Page, i: usize, next: usize) -> bool {
    let is_silent = |i: usize| page.attr(NodeId::at(i), Attr::AriaHidden) == Some("true");
    is_silent(i) != is_silent(next)
}

fn is_copy(page: &Page, i: usize, next: usize, chars: u32) -> bool {
    let class = |i: usize| page.attr(NodeId::at(i), Attr::Class).unwrap_or_default();
    let is_block = page.is_block(NodeId::at(i));
    let in_code = page.styles[i].monospace || page.styles[i].preformatted;
    (!is_block || chars >= MIN_BOX_CHARS)
        && !in_code
        && !page.tags[i].is_mathml()
        && (class(i) != class(next)
            || page.tags[i] != page.tags[next]
            || is_for_one_audience(page, i, next))
        && same_text(page, i, next)
        && (is_block
            || is_for_one_audience(page, i, next)
            || page
                .raw_text(NodeId::at(i))
                .chars()
                .all(char::is_alphabetic))
}

/// Returns whether two elements show the same text.
fn same_text(page: &Page, one: usize, other: usize) -> bool {
    let letters = |i: usize| {
        let texts = page
            .subtree(NodeId::at(i))
            .filter(|&n| page.is_text(n) && !page.is_hidden(n));
        texts
            .flat_map(|n| page.text(n).chars())
            .filter(|c| !c.is_whitespace())
    };
    letters(one).eq(letters(other))
}

/// Returns whether a class name limits a box to some screen widths.
fn names_width(page: &Page, i: usize) -> bool {
    let class = page.attr(NodeId::at(i), Attr::Class).unwrap_or_default();
    class.split_ascii_whitespace().any(|name| {
        WIDTH_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) || {
            let name = name.to_ascii_lowercase();
            WIDTHS.iter().any(|word| name.contains(word))
        }
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use crate::page::Limits;
    use crate::source::html;

    fn shown(html: &str) -> String {
        let page = html::read(html, "", Limits::default()).unwrap();
        page.visible_text(page.body())
    }

    #[test]
    fn screen_reader_text_is_hidden() {
        for class in [
            "sr-only",
            "fr-sr-only",
            "u-hiddenVisually",
            "govuk-visually-hidden",
            "screen-reader-text",
            "wb-inv",
            "blind",
            "d-none d-print-block",
            "visible-print-block",
        ] {
            let html =
                format!("<p>The <a href=/b>ferry<span class='{class}'> (new window)</span></a>");
            assert_eq!(shown(&html), "The ferry", "{class}");
        }
        let far = "<span style='position:absolute;left:-10000px'>Far</span>";
        assert_eq!(shown(&format!("<p>{far}Near")), "Near");
        assert_eq!(shown("<p class='sr-only md:not-sr-only'>Shown"), "");
        assert_eq!(shown("<p class=sro>Shown"), "Shown");
    }

    #[test]
    fn paragraphs_in_custom_elements_are_blocks() {
        let paragraph =
            "<x-para>The ferry sails at noon and at six, in summer and in winter.</x-para>";
        assert!(shown(&format!("<div>{paragraph}{paragraph}</div>")).contains("winter. The"));
        let words = "<x-a>The ferry</x-a><x-a>man</x-a>";
        assert_eq!(shown(words), "The ferryman");
    }

    #[test]
    fn icon_font_text_is_hidden() {
        assert_eq!(shown("<p><i class=x>\u{f0f3}</i> The bell"), "The bell");
        assert_eq!(
            shown("<p><i class=material-icons>anchor</i> The bell"),
            "The bell"
        );
        assert_eq!(
            shown("<p><span aria-hidden=true>arrow_back</span> The bell"),
            "The bell"
        );
        assert_eq!(shown("<p><span aria-hidden=true>anchor</span>"), "anchor");
        assert_eq!(
            shown("<p><code aria-hidden=true>arrow_back</code>"),
            "arrow_back"
        );
    }

    #[test]
    fn duplicate_text_is_shown_once() {
        let term = "<i class=term>bilge</i><i class=hint>bilge</i>";
        assert_eq!(
            shown(&format!("<p>The {term} is dry.")),
            "The bilge is dry."
        );
        assert_eq!(shown("<p><b class=a>bon</b><b class=a>bon</b>"), "bonbon");
        let sentence = "The ferry sails at noon and at six.";
        let boxes = |a: &str, b: &str| {
            shown(&format!(
                "<div class='{a}'>{sentence}</div> <div class='{b}'>{sentence}</div>"
            ))
        };
        assert_eq!(boxes("wide", "narrow"), sentence);
        assert_eq!(boxes("line", "line"), format!("{sentence} {sentence}"));
        let apart = format!(
            "<p class=d-none>{sentence}</p><p>Between</p><p class=show-mobile>{sentence}</p>"
        );
        assert_eq!(
            shown(&apart.replace("d-none", "desktop-only")),
            format!("{sentence} Between")
        );
    }
}
