//! Element names, and the sets of tags used by the methods.

use serde::{Deserialize, Serialize};

use super::names::Names;

macro_rules! tags {
    ($($variant:ident $name:literal)*) => {
        /// The name of an element, or the kind of a text node.
        ///
        /// Only names that affect detection have a variant; all other elements, including custom
        /// elements, are [`Tag::Other`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[allow(missing_docs, reason = "the variants are the element names themselves")]
        pub enum Tag {
            /// A text node.
            Text,
            /// An element whose name has no variant.
            Other,
            $($variant,)*
        }

        impl Tag {
            /// Every tag in declaration order.
            pub const ALL: &[Self] = &[Self::Text, Self::Other, $(Self::$variant),*];

            /// Returns the tag for a lower-case local name.
            pub fn from_name(name: &str) -> Self {
                // The first two aren't names of elements.
                static NAMES: Names = Names::new(&[$($name),*]);
                match NAMES.place(name) {
                    Some(place) => Self::ALL[place + 2],
                    None => match name.strip_prefix(MATHJAX_PREFIX) {
                        Some(mathjax) => Self::mathjax(mathjax),
                        None => Self::same(name).unwrap_or(Self::Other),
                    },
                }
            }

            /// Returns the lower-case local name; `#text` for text nodes and `x-other` for
            /// [`Tag::Other`].
            pub fn name(self) -> &'static str {
                match self {
                    Self::Text => "#text",
                    Self::Other => "x-other",
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

tags! {
    A "a" Abbr "abbr" Address "address" Area "area" Article "article" Aside "aside" Audio "audio"
    B "b" Base "base" Bdi "bdi" Bdo "bdo" Big "big" Blockquote "blockquote" Body "body" Br "br"
    Button "button" Canvas "canvas" Caption "caption" Center "center" Cite "cite" Code "code"
    Col "col" Colgroup "colgroup" Data "data" Datalist "datalist" Dd "dd" Del "del"
    Details "details" Dfn "dfn" Dialog "dialog" Dir "dir" Div "div" Dl "dl" Dt "dt" Em "em"
    Embed "embed" Fieldset "fieldset" Figcaption "figcaption" Figure "figure" Font "font"
    Footer "footer" Form "form" Frame "frame" Frameset "frameset" H1 "h1" H2 "h2" H3 "h3" H4 "h4"
    H5 "h5" H6 "h6" Head "head" Header "header" Hgroup "hgroup" Hr "hr" Html "html" I "i"
    Iframe "iframe" Img "img" Input "input" Ins "ins" Kbd "kbd" Label "label" Legend "legend"
    Li "li" Link "link" Listing "listing" Main "main" Map "map" Mark "mark" Marquee "marquee"
    Menu "menu" Meta "meta" Meter "meter" Nav "nav" Nobr "nobr" Noframes "noframes"
    Noscript "noscript" Object "object" Ol "ol" Optgroup "optgroup" Option "option"
    Output "output" P "p" Param "param" Picture "picture" Plaintext "plaintext" Pre "pre"
    Progress "progress" Q "q" Rb "rb" Rp "rp" Rt "rt" Rtc "rtc" Ruby "ruby" S "s" Samp "samp"
    Script "script" Search "search" Section "section" Select "select" Slot "slot" Small "small"
    Source "source" Span "span" Strike "strike" Strong "strong" Style "style" Sub "sub"
    Summary "summary" Sup "sup" Svg "svg" Table "table" Tbody "tbody" Td "td"
    Template "template" Textarea "textarea" Tfoot "tfoot" Th "th" Thead "thead" Time "time"
    Title "title" Tr "tr" Track "track" Tt "tt" U "u" Ul "ul" Var "var" Video "video" Wbr "wbr"
    Xmp "xmp"
    Math "math" Maction "maction" Annotation "annotation" AnnotationXml "annotation-xml"
    Merror "merror" Mfrac "mfrac" Mi "mi" Mmultiscripts "mmultiscripts" Mn "mn" Mo "mo"
    Mover "mover" Mpadded "mpadded" Mphantom "mphantom" Mprescripts "mprescripts" Mroot "mroot"
    Mrow "mrow" Ms "ms" Mspace "mspace" Msqrt "msqrt" Mstyle "mstyle" Msub "msub"
    Msubsup "msubsup" Msup "msup" Mtable "mtable" Mtd "mtd" Mtext "mtext" Mtr "mtr"
    Munder "munder" Munderover "munderover" Semantics "semantics"
}

/// Prefix of the names of MathJax's elements for MathML.
pub(crate) const MATHJAX_PREFIX: &str = "mjx-";

/// Element names of AMP pages.
pub(crate) const SAME: [(&str, Tag); 5] = [
    ("amp-img", Tag::Img),
    ("amp-anim", Tag::Img),
    ("amp-video", Tag::Video),
    ("amp-audio", Tag::Audio),
    ("amp-iframe", Tag::Iframe),
];

impl Tag {
    /// Returns the HTML element that a custom element replaces.
    fn same(name: &str) -> Option<Self> {
        let mut known = SAME.iter().filter(|_| name.starts_with("amp-"));
        known.find(|(other, _)| *other == name).map(|&(_, tag)| tag)
    }

    /// Returns the MathML element that corresponds to one of MathJax's elements; [`Tag::Other`] for
    /// a layout element.
    fn mathjax(name: &str) -> Self {
        match name {
            "texatom" => Self::Mrow,
            name => Some(Self::from_name(name))
                .filter(|tag| tag.is_mathml())
                .unwrap_or(Self::Other),
        }
    }

    /// Returns whether the element begins a line in a browser's default style sheet (block, list
    /// item, table or table part).
    pub fn is_block(self) -> bool {
        use Tag::*;
        matches!(
            self,
            Address
                | Article
                | Aside
                | Blockquote
                | Body
                | Caption
                | Center
                | Dd
                | Details
                | Dialog
                | Dir
                | Div
                | Dl
                | Dt
                | Fieldset
                | Figcaption
                | Figure
                | Footer
                | Form
                | Frameset
                | H1
                | H2
                | H3
                | H4
                | H5
                | H6
                | Header
                | Hgroup
                | Hr
                | Html
                | Legend
                | Li
                | Listing
                | Main
                | Menu
                | Nav
                | Ol
                | Optgroup
                | Option
                | P
                | Plaintext
                | Pre
                | Search
                | Section
                | Summary
                | Table
                | Tbody
                | Td
                | Tfoot
                | Th
                | Thead
                | Tr
                | Ul
                | Xmp
        )
    }

    /// Returns the level of `h1` to `h6`, 1 to 6; `None` for other elements.
    pub fn heading_level(self) -> Option<u8> {
        match self {
            Self::H1 => Some(1),
            Self::H2 => Some(2),
            Self::H3 => Some(3),
            Self::H4 => Some(4),
            Self::H5 => Some(5),
            Self::H6 => Some(6),
            _ => None,
        }
    }

    /// Returns whether the element's text counts as hyperlink text in CETD (Sect. 4.1.3: "buttons
    /// and drop-down lists are treated as hyperlinks").
    pub fn is_link(self) -> bool {
        matches!(self, Self::A | Self::Button | Self::Select)
    }

    /// Returns whether the element preserves white space in a browser's default style sheet.
    pub(crate) fn is_preformatted(self) -> bool {
        matches!(
            self,
            Self::Pre | Self::Listing | Self::Plaintext | Self::Textarea | Self::Xmp
        )
    }

    /// Returns whether the element is never painted, regardless of style sheets.
    pub(crate) fn is_never_rendered(self) -> bool {
        matches!(
            self,
            Self::Area
                | Self::Base
                | Self::Datalist
                | Self::Head
                | Self::Link
                | Self::Meta
                | Self::Noframes
                | Self::Param
                | Self::Rp
                | Self::Script
                | Self::Source
                | Self::Style
                | Self::Template
                | Self::Title
                | Self::Track
        )
    }

    /// Returns whether the element shows something that isn't text: an image, a video, an embed, a
    /// formula, a rule.
    pub fn is_replaced(self) -> bool {
        matches!(
            self,
            Self::Audio
                | Self::Canvas
                | Self::Embed
                | Self::Hr
                | Self::Iframe
                | Self::Img
                | Self::Math
                | Self::Object
                | Self::Picture
                | Self::Svg
                | Self::Video
        )
    }

    /// Returns whether the element's text isn't running text: it is shown only if the element
    /// itself can't be (media), or is lettering in an inline SVG.
    pub(crate) fn shows_no_text(self) -> bool {
        matches!(self, Self::Audio | Self::Canvas | Self::Svg | Self::Video)
    }

    /// Returns whether a page excludes the element with its content. Sources also skip a `script`,
    /// unless its `type` is that of data about the page.
    pub(crate) fn is_needless(self) -> bool {
        matches!(self, Self::Style | Self::Template)
    }

    /// Returns whether the element's children aren't part of the page: user input, the text of an
    /// inline SVG, fallback text for browsers without frames.
    pub(crate) fn is_leaf(self) -> bool {
        matches!(
            self,
            Self::Frame | Self::Iframe | Self::Svg | Self::Textarea
        )
    }

    /// Returns whether the element's children are fallback content.
    pub(crate) fn is_fallback(self) -> bool {
        matches!(self, Self::Audio | Self::Canvas | Self::Video)
    }

    /// Returns whether the element's `value` is the page's own text. In all other elements it's the
    /// state of a form, which users may have entered.
    pub(crate) fn shows_value(self) -> bool {
        matches!(
            self,
            Self::Data | Self::Li | Self::Meta | Self::Meter | Self::Param | Self::Progress
        )
    }

    /// Returns whether it is a MathML element, including `math`.
    pub fn is_mathml(self) -> bool {
        (Self::Math..=Self::Semantics).contains(&self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_names_round_trip() {
        for &tag in &Tag::ALL[2..] {
            assert_eq!(Tag::from_name(tag.name()), tag);
        }
        assert_eq!(Tag::from_name("my-element"), Tag::Other);
        assert_eq!(Tag::from_name("mjx-mfrac"), Tag::Mfrac);
        assert_eq!(Tag::from_name("mjx-texatom"), Tag::Mrow);
        assert_eq!(Tag::from_name("mjx-p"), Tag::Other);
        assert_eq!(Tag::from_name("amp-img"), Tag::Img);
        assert_eq!(Tag::from_name("amp-list"), Tag::Other);
        assert!(Tag::Mrow.is_mathml() && !Tag::Xmp.is_mathml());
    }
}
