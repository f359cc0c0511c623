//! The names, keywords and bits shared by the collector (`src/source/dom/collector.js`) and the
//! core.
//!
//! Everything is defined once, here. `javascript` writes it for the collector, into which `cargo
//! xtask core` builds it. So Rust determines the meaning of names and keywords, and the collector
//! doesn't need the core to walk over a page.

use std::fmt::{Debug, Write as _};

use crate::page::{
    Attr, Display, Limits, MATHJAX_PREFIX, MAX_OTHER_BYTES, MAX_SVG_LENGTH, MIN_SVG_SIDE,
    SAME_ATTRS, SAME_TAGS, SNIPPETS, Tag, Writing,
};

/// Declares constants, and a list of them by name.
macro_rules! constants {
    ($list:ident: $($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        $($(#[$doc])* pub(super) const $name: u32 = $value;)*
        const $list: &[(&str, u32)] = &[$((stringify!($name), $name)),*];
    };
}

constants! { SHARED:
    /// The bits of a record with its kind, one of the next four.
    KIND = 0b11;
    TEXT = 0;
    ELEMENT = 1;
    /// The open element ends.
    END = 2;
    /// A document begins: the page's own, or that of a frame.
    DOCUMENT = 3;
    /// The computed styles of the element were read.
    STYLED = 1 << 2;
    /// `display: none`.
    NONE = 1 << 3;
    BLOCK = 1 << 4;
    TABLE_CELL = 1 << 5;
    /// Nothing in the element is painted.
    HIDDEN = 1 << 6;
    /// `visibility` is not `visible`.
    OWN_HIDDEN = 1 << 7;
    /// The direction was read.
    DIRECTED = 1 << 8;
    /// `direction: rtl`.
    RTL = 1 << 9;
    /// `position: fixed`, or in the top layer.
    OVERLAY = 1 << 10;
    STICKY = 1 << 11;
    FLOAT = 1 << 12;
    /// A rectangle is recorded.
    RECT = 1 << 13;
    /// For a text: whether line breaks are preserved was read.
    WHITE_SPACES = 1 << 14;
    /// For a text: line breaks are preserved, and the font family is recorded.
    PREFORMATTED = 1 << 15;
    /// For a text: `RTL` is its direction, and font weight and size are recorded.
    FONT = 1 << 16;
    /// For a text: its lines are vertical, each to the left of the previous one.
    VERTICAL_RL = 1 << 17;
    /// For a text: its lines are vertical, each to the right of the previous one.
    VERTICAL_LR = 1 << 18;
    /// The bits of a keyword's meaning that are written to a record.
    WRITTEN = (1 << 19) - 1;
    /// The bits of a name's meaning with its number.
    NUMBER = 0xFF;
    /// Instead of an attribute: the image chosen by the browser.
    CURRENT_SRC = Attr::CurrentSrc as u32;
}

constants! { KEYWORD_BITS:
    /// For `display`: the element has a box.
    BOX = 1 << 19;
    /// For `position`: `fixed` or `absolute`.
    MOVED = 1 << 20;
    /// For any other property: it has the value that is checked for.
    YES = 1 << 21;
}

constants! { TAG_BITS:
    /// The element is skipped.
    TAG_SKIPPED = 1 << 8;
    /// The element is skipped unless its `type` is an exception.
    TAG_TYPED = 1 << 9;
    /// The element's children are not walked over.
    TAG_LEAF = 1 << 10;
    /// The element may have a shadow tree.
    TAG_HOST = 1 << 11;
    TAG_SLOT = 1 << 12;
    TAG_FORM = 1 << 13;
    TAG_PICTURE = 1 << 14;
    /// The element has a rectangle even without a box, and nothing in it scrolls.
    TAG_MEASURED = 1 << 15;
    /// The element has no rectangle even with a box.
    TAG_UNMEASURED = 1 << 16;
    /// The element's children have their own layout rules.
    TAG_PLAIN = 1 << 17;
    /// The element's children are fallback content.
    TAG_FALLBACK = 1 << 18;
    /// The element's children are collapsed unless an attribute opens it.
    TAG_CLOSES = 1 << 19;
    /// The child that isn't collapsed.
    TAG_UNFOLDED = 1 << 20;
    /// The element's direction may differ from its parent's.
    TAG_DIRECTED = 1 << 21;
    /// The attribute `value` is visible text of the element.
    TAG_VALUED = 1 << 22;
    /// The element affects the viewport, as boxes do.
    TAG_VIEWPORT = 1 << 23;
    TAG_ROOT = 1 << 24;
    TAG_BODY = 1 << 25;
    TAG_FRAME = 1 << 26;
    TAG_DIALOG = 1 << 27;
    /// The element contains code; text in it that can't be selected isn't code.
    TAG_CODE = 1 << 28;
    TAG_DRAWING = 1 << 29;
    /// The element is rendered only if scripting is off, regardless of its computed style.
    TAG_SCRIPTLESS = 1 << 30;
}

constants! { ATTR_BITS:
    ATTR_KEPT = 1 << 8;
    /// The attribute may be the state of a form.
    ATTR_VALUE = 1 << 9;
    ATTR_DIRECTS = 1 << 10;
    ATTR_OPENS = 1 << 11;
    ATTR_HIDES = 1 << 12;
    ATTR_POPOVER = 1 << 13;
    /// `hidden` is `until-found`.
    ATTR_UNTIL_FOUND = 1 << 14;
}

/// Elements nested deeper than this are classified by their names, and treated as painted. Chromium
/// 156 needs 0.1 to 0.3 s for 1,000 nested blocks; with several thousand it hangs, whether or not a
/// script reads the layout. Firefox 153 lays out 50,000.
pub const LAID_OUT_LEVELS: usize = 1000;

/// Boxes of this width or height (CSS px) show nothing: classes for screen readers leave one pixel.
const HAIRLINE: u32 = 1;

/// An inset by this percentage from all sides leaves nothing.
const INSET_AWAY: u32 = 50;

/// The meanings of a property's keywords, or of an attribute's values; all other values have the
/// meaning of [`ANY_OTHER`].
struct Keywords {
    name: &'static str,
    known: &'static [&'static str],
    meaning: fn(&str) -> u32,
}

/// A value that isn't a CSS keyword.
const ANY_OTHER: &str = "\u{0}";

const KEYWORDS: &[Keywords] = &[
    Keywords {
        name: "DISPLAY",
        // From CSS Display 3, with browsers' additions; all others are blocks.
        known: &[
            "",
            "none",
            "contents",
            "inline",
            "inline-block",
            "inline-flex",
            "inline-grid",
            "inline-table",
            "inline flow-root list-item",
            "inline list-item",
            "inline-grid-lanes",
            "inline-masonry",
            "ruby",
            "ruby-base",
            "ruby-base-container",
            "ruby-text",
            "ruby-text-container",
            "table-cell",
        ],
        meaning: |value| {
            let boxed = when(!matches!(value, "inline" | "contents" | ""), BOX);
            match Display::from_css(value) {
                Display::None => NONE,
                Display::Inline => boxed,
                Display::Block => boxed | BLOCK,
                Display::TableCell => boxed | TABLE_CELL,
            }
        },
    },
    Keywords {
        name: "VISIBILITY",
        known: &["visible"],
        meaning: |value| when(value != "visible", OWN_HIDDEN),
    },
    Keywords {
        name: "DIRECTION",
        known: &["rtl"],
        meaning: |value| when(value == "rtl", RTL),
    },
    Keywords {
        name: "WRITING",
        known: &["vertical-rl", "vertical-lr"],
        meaning: |value| match Writing::from_css(value) {
            Writing::HorizontalTb => 0,
            Writing::VerticalRl => VERTICAL_RL,
            Writing::VerticalLr => VERTICAL_LR,
        },
    },
    Keywords {
        name: "POSITION",
        known: &["fixed", "absolute", "sticky"],
        meaning: |value| match value {
            "fixed" => MOVED | OVERLAY,
            "absolute" => MOVED,
            "sticky" => STICKY,
            _ => 0,
        },
    },
    Keywords {
        name: "FLOATS",
        known: &["none"],
        meaning: |value| when(value != "none", FLOAT),
    },
    Keywords {
        name: "CONTENT_VISIBILITY",
        known: &["hidden"],
        meaning: |value| when(value == "hidden", YES),
    },
    Keywords {
        name: "OVERFLOW",
        known: &["visible"],
        meaning: |value| when(value != "visible", YES),
    },
    // `white-space-collapse`, or `white-space` if a browser doesn't support that.
    Keywords {
        name: "WHITE_SPACE",
        known: &[
            "preserve",
            "preserve-breaks",
            "break-spaces",
            "pre",
            "pre-wrap",
            "pre-line",
        ],
        meaning: |value| WHITE_SPACES | when(value != ANY_OTHER, PREFORMATTED),
    },
    Keywords {
        name: "SCRIPT_TYPE",
        known: &[
            "application/ld+json",
            "math/tex",
            "math/tex; mode=display",
            "math/tex;mode=display",
        ],
        meaning: |value| when(value != ANY_OTHER, YES),
    },
    Keywords {
        name: "HIDES",
        known: &["until-found"],
        meaning: |value| when(value == "until-found", ATTR_UNTIL_FOUND),
    },
];

fn when(holds: bool, bit: u32) -> u32 {
    if holds { bit } else { 0 }
}

/// Writes these lists as JavaScript: constants, and `Map`s from names and keywords to their
/// meanings.
pub fn javascript() -> String {
    let mut out =
        String::from("// Written by xtask from src/source/record/protocol.rs.\nconst MAX_NODES = ");
    let _ = write!(out, "{}", Limits::default().nodes);
    let levels = LAID_OUT_LEVELS as u32;
    // The same URLs as in `draws_formulas` and `is_snippet`.
    out.push_str(",\n  KEPT_SCRIPT = /mathjax|katex");
    for (part, _) in SNIPPETS {
        let _ = write!(out, "|{}", part.replace('.', "\\.").replace('/', "\\/"));
    }
    out.push_str("/i");
    let _ = write!(out, ",\n  FORMULA_BOX = '{MATHJAX_PREFIX}container'");
    let others = [
        ("LAID_OUT_LEVELS", levels),
        ("HAIRLINE", HAIRLINE),
        ("INSET_AWAY", INSET_AWAY),
        // Codes of attributes whose names aren't kept, and their limits.
        ("DATA_OTHER", Attr::DataOther as u32),
        ("MAX_URL_LENGTH", MAX_OTHER_BYTES as u32),
        ("UNSELECTABLE", Attr::Unselectable as u32),
        ("MARKUP", Attr::Markup as u32),
        ("BACKGROUND", Attr::Background as u32),
        ("DRAWING_SIDE", MIN_SVG_SIDE),
        ("DRAWING_LENGTH", MAX_SVG_LENGTH as u32),
        ("OTHER", tag_bits(Tag::Other)),
        ("CUSTOM", tag_bits(Tag::Other) | TAG_HOST),
    ];
    let lists = [SHARED, KEYWORD_BITS, TAG_BITS, ATTR_BITS, &others];
    for (name, value) in lists.into_iter().flatten() {
        let _ = write!(out, ",\n  {name} = {value}");
    }
    write_tags(&mut out);
    write_attrs(&mut out);
    for keywords in KEYWORDS {
        let known = keywords.known.iter();
        let known = map(known.map(|&value| (value, (keywords.meaning)(value))));
        let other = (keywords.meaning)(ANY_OTHER);
        let name = keywords.name;
        let _ = writeln!(out, "const {name} = {{ known: {known}, other: {other} }};");
    }
    out
}

/// Writes the bits of all element names.
fn write_tags(out: &mut String) {
    let is_named = |tag: &Tag| !matches!(tag, Tag::Text | Tag::Other);
    let tags = Tag::ALL.iter().copied().filter(is_named);
    let (mathml, html): (Vec<Tag>, Vec<Tag>) = tags.partition(|tag| tag.is_mathml());
    let named = |tags: &[Tag]| counted(0, tags.iter().map(|&tag| (tag.name(), tag_bits(tag))));
    let [html, mathml] = [&html, &mathml].map(|tags| named(tags));
    let group = tag_bits(Tag::Mrow);
    let same = entries(SAME_TAGS.iter().map(|&(name, tag)| (name, tag_bits(tag))));
    out.push_str(COUNTED);
    let _ = write!(
        out,
        "const MATHML = [{mathml}];\nconst TAGS = new Map([...counted({html}), ...counted(...MATHML), \
         ...counted(...MATHML, '{MATHJAX_PREFIX}'), ['{MATHJAX_PREFIX}texatom', {group}], ...{same}]);\n"
    );
}

/// Writes the bits of all attribute names.
fn write_attrs(out: &mut String) {
    let is_stand_in = |attr| {
        matches!(
            attr,
            Attr::CurrentSrc | Attr::DataOther | Attr::Markup | Attr::Background
        )
    };
    let kept = Attr::ALL.iter().filter(|&&attr| !is_stand_in(attr));
    let same = entries(
        SAME_ATTRS
            .iter()
            .map(|&(name, attr)| (name, attr_bits(attr))),
    );
    let kept = counted(ATTR_KEPT, kept.map(|&attr| (attr.name(), attr_bits(attr))));
    let _ = writeln!(
        out,
        "const ATTRS = new Map([...counted({kept}), ['popover', {ATTR_POPOVER}], ...{same}]);"
    );
}

/// JavaScript that reads the output of [`counted`] into entries of a `Map` from names to bits.
const COUNTED: &str = ";
const counted = (first, names, prefix = '') =>
  names.split(' ').map((entry, i) => {
    const [name, bits] = entry.split('+');
    return [prefix + name, first + i + (bits | 0)];
  });
";

/// Writes names in the order of their numbers, after the first number. Most numbers are
/// consecutive, so this is much shorter. Further bits of a value follow a `+`; a number without a
/// name has an empty one. `all` are the bits that all values have.
fn counted<'a>(all: u32, entries: impl Iterator<Item = (&'a str, u32)>) -> String {
    let mut names = Vec::new();
    let mut first = None;
    for (name, value) in entries {
        let number = value & NUMBER;
        let first = *first.get_or_insert(number);
        names.resize((number - first) as usize, String::new());
        let more = value & !NUMBER & !all;
        names.push(match more {
            0 => name.to_owned(),
            more => format!("{name}+{more}"),
        });
    }
    format!("{}, '{}'", first.unwrap_or(0) | all, names.join(" "))
}

/// Writes a JavaScript `Map`. Names and keywords contain nothing that needs escaping.
fn map(all: impl Iterator<Item = (impl Debug, u32)>) -> String {
    format!("new Map({})", entries(all))
}

/// Writes the entries of a `Map`, each a name or keyword and its bits.
fn entries(all: impl Iterator<Item = (impl Debug, u32)>) -> String {
    let all: Vec<String> = all
        .map(|(name, bits)| format!("[{name:?},{bits}]"))
        .collect();
    format!("[{}]", all.join(","))
}

fn tag_bits(tag: Tag) -> u32 {
    let viewport = matches!(tag, Tag::Html | Tag::Body);
    let directed = viewport || matches!(tag, Tag::Bdo | Tag::Bdi);
    [
        (tag.is_needless(), TAG_SKIPPED),
        (tag == Tag::Script, TAG_TYPED),
        (tag.is_leaf(), TAG_LEAF),
        (can_host(tag), TAG_HOST),
        (tag == Tag::Slot, TAG_SLOT),
        (tag == Tag::Form, TAG_FORM),
        (tag == Tag::Img, TAG_PICTURE),
        // A `frame` isn't a block in Firefox.
        (tag.is_replaced() || tag == Tag::Frame, TAG_MEASURED),
        (matches!(tag, Tag::Option | Tag::Optgroup), TAG_UNMEASURED),
        (tag == Tag::Math, TAG_PLAIN),
        (tag.is_fallback(), TAG_FALLBACK),
        (tag == Tag::Details, TAG_CLOSES),
        (tag == Tag::Summary, TAG_UNFOLDED),
        (directed, TAG_DIRECTED),
        (tag.shows_value(), TAG_VALUED),
        (viewport, TAG_VIEWPORT),
        (tag == Tag::Html, TAG_ROOT),
        (tag == Tag::Body, TAG_BODY),
        (matches!(tag, Tag::Iframe | Tag::Frame), TAG_FRAME),
        (tag == Tag::Dialog, TAG_DIALOG),
        (matches!(tag, Tag::Pre | Tag::Code), TAG_CODE),
        (tag == Tag::Svg, TAG_DRAWING),
        (tag == Tag::Noscript, TAG_SCRIPTLESS),
    ]
    .iter()
    .fold(tag as u32, |bits, &(holds, bit)| bits | when(holds, bit))
}

fn attr_bits(attr: Attr) -> u32 {
    let bits = match attr {
        Attr::Value => ATTR_VALUE,
        Attr::Dir => ATTR_DIRECTS,
        Attr::Open => ATTR_OPENS,
        Attr::Hidden => ATTR_HIDES,
        _ => 0,
    };
    attr as u32 | ATTR_KEPT | bits
}

/// Returns whether an element may have a shadow tree (DOM, "attach a shadow root"), except for
/// custom elements, which have a hyphen in their names.
fn can_host(tag: Tag) -> bool {
    use Tag::{Article, Aside, Blockquote, Body, Div, Footer, Header, Main, Nav, P, Section, Span};
    let hosts = [
        Article, Aside, Blockquote, Body, Div, Footer, Header, Main, Nav, P, Section, Span,
    ];
    tag.heading_level().is_some() || hosts.contains(&tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_and_attribute_numbers_are_their_indices() {
        for (number, &tag) in Tag::ALL.iter().enumerate() {
            assert_eq!(tag as usize, number);
        }
        for (number, &attr) in Attr::ALL.iter().enumerate() {
            assert_eq!(attr as usize, number);
        }
        assert!(Tag::ALL.len() <= NUMBER as usize && Attr::ALL.len() <= NUMBER as usize);
    }

    /// Checks that bits in the same number differ, except for the kinds of records.
    #[test]
    fn bits_of_one_number_do_not_overlap() {
        let single = |list: &[(&str, u32)]| {
            let bits: Vec<u32> = list.iter().map(|&(_, bit)| bit).collect();
            bits.into_iter()
                .filter(|bit| bit.is_power_of_two() && *bit > KIND)
                .collect()
        };
        let apart = |bits: Vec<u32>| {
            let together = bits.iter().fold(0, |all, bit| all | bit);
            assert_eq!(together.count_ones() as usize, bits.len());
        };
        let records: Vec<u32> = single(SHARED);
        apart([records, single(KEYWORD_BITS)].concat());
        apart(single(TAG_BITS));
        apart(single(ATTR_BITS));
        assert!(
            TAG_BITS
                .iter()
                .chain(ATTR_BITS)
                .all(|&(_, bit)| bit > NUMBER)
        );
    }

    #[test]
    fn keywords_map_to_their_bits() {
        let meaning = |name: &str, value: &str| {
            let keywords = KEYWORDS
                .iter()
                .find(|keywords| keywords.name == name)
                .unwrap();
            let known = keywords.known.contains(&value);
            (keywords.meaning)(if known { value } else { ANY_OTHER })
        };
        assert_eq!(meaning("DISPLAY", "flex"), BOX | BLOCK);
        assert_eq!(meaning("DISPLAY", "inline-block"), BOX);
        assert_eq!(meaning("DISPLAY", "contents"), 0);
        assert_eq!(meaning("WHITE_SPACE", "collapse"), WHITE_SPACES);
        for kept in ["pre", "pre-line", "preserve-breaks"] {
            assert_eq!(meaning("WHITE_SPACE", kept), WHITE_SPACES | PREFORMATTED);
        }
        assert_eq!(meaning("VISIBILITY", "collapse"), OWN_HIDDEN);
        assert_eq!(meaning("POSITION", "relative"), 0);
    }

    #[test]
    fn generated_javascript_has_tags_attributes_and_keywords() {
        let script = javascript();
        for part in [
            "  TAG_LEAF = 1024",
            " blockquote+",
            " data-lazy-srcset ",
            "['popover', ",
            "'mjx-'",
            " mfrac ",
            "const OVERFLOW = { known: new Map([[\"visible\",0]]), other: ",
        ] {
            assert!(script.contains(part), "{part}");
        }
        assert!(!script.contains("x-other") && !script.contains("pith-current-src"));
    }
}
