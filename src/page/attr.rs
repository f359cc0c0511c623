//! The attributes a `Page` keeps.
//!
//! All other attributes are discarded, so that no method can depend on an attribute that only one
//! source has.

use serde::{Deserialize, Serialize};

use super::names::Names;

macro_rules! attrs {
    ($($variant:ident $name:literal)*) => {
        /// An attribute that affects detection or belongs in the article.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[allow(missing_docs, reason = "the variants are the attribute names themselves")]
        pub enum Attr {
            $($variant,)*
        }

        impl Attr {
            /// Every attribute in declaration order.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the attribute with a lower-case name, or `None` for one that isn't kept.
            pub fn from_name(name: &str) -> Option<Self> {
                static NAMES: Names = Names::new(&[$($name),*]);
                let same = || SAME.iter().find(|(other, _)| *other == name).map(|&(_, attr)| attr);
                NAMES.place(name).map(|place| Self::ALL[place]).or_else(same)
            }

            /// Returns the lower-case name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

attrs! {
    // Global.
    Id "id" Class "class" Role "role" Lang "lang" XmlLang "xml:lang" Dir "dir" Title "title"
    Hidden "hidden" AriaHidden "aria-hidden" AriaLabel "aria-label" AriaModal "aria-modal"
    AriaLive "aria-live" Itemprop "itemprop" Itemtype "itemtype" Translate "translate"
    // Metadata.
    Name "name" Property "property" HttpEquiv "http-equiv" Content "content" Rel "rel"
    Charset "charset" Datetime "datetime" Pubdate "pubdate"
    // The exact time of text such as "two hours ago".
    DataDate "data-date" DataDatetime "data-datetime" DataTime "data-time"
    DataTimestamp "data-timestamp" DataUtime "data-utime"
    // Links and media. `CurrentSrc` is the browser's choice; only the live DOM has it.
    Href "href" Hreflang "hreflang" Src "src" CurrentSrc "pith-current-src" Srcset "srcset"
    Sizes "sizes" Media "media" Type "type" Alt "alt" Width "width" Height "height"
    Loading "loading" Poster "poster" Controls "controls" Data "data" Kind "kind"
    Srclang "srclang" Label "label" Download "download" Srcdoc "srcdoc" Target "target"
    Referrerpolicy "referrerpolicy" Preload "preload" Videoid "videoid" Playlabel "playlabel"
    DataYoutubeId "data-youtube-id" DataOembedUrl "data-oembed-url"
    // The markup of an inline SVG (`svg`), whose elements aren't part of the page.
    Markup "pith-markup"
    // Lazy loading.
    DataSrc "data-src" DataSrcset "data-srcset" DataOriginal "data-original"
    DataLazySrc "data-lazy-src" DataLazySrcset "data-lazy-srcset" DataLazy "data-lazy"
    DataUrl "data-url" DataHiRes "data-hi-res-src" DataFullSrc "data-full-src"
    DataOrigFile "data-orig-file" DataLargeFile "data-large-file" DataActualsrc "data-actualsrc"
    DataEcho "data-echo" DataImage "data-image" DataDefaultSrc "data-default-src"
    DataPoster "data-poster"
    // All other `data-` attributes of an `img` or `iframe`, because lazy loaders use many different
    // names.
    DataOther "pith-data"
    // Callouts.
    DataCallout "data-callout" DataCalloutType "data-callout-type"
    DataCalloutFold "data-callout-fold"
    // Code. `Unselectable` also represents `user-select: none`.
    DataLanguage "data-language" DataLang "data-lang"
    DataEnlighterLanguage "data-enlighter-language" DataLine "data-line"
    DataLineNumber "data-line-number" Unselectable "unselectable"
    // Tables, lists, quotes, edits.
    Colspan "colspan" Rowspan "rowspan" Scope "scope" Headers "headers" Span "span"
    Start "start" Reversed "reversed" Value "value" Cite "cite" Open "open" Summary "summary"
    // MathML and its sources.
    Display "display" Mathvariant "mathvariant" Encoding "encoding" Fence "fence"
    Separator "separator" Stretchy "stretchy" Accent "accent" Accentunder "accentunder"
    Columnalign "columnalign" Rowspacing "rowspacing" Columnspacing "columnspacing"
    Linethickness "linethickness" Displaystyle "displaystyle" Scriptlevel "scriptlevel"
    Lspace "lspace" Rspace "rspace" Movablelimits "movablelimits" Largeop "largeop"
    Symmetric "symmetric" Minsize "minsize" Maxsize "maxsize" Alttext "alttext"
    DataTex "data-tex" DataLatex "data-latex" DataMath "data-math" DataFormula "data-formula"
    DataExpr "data-expr" DataEquation "data-equation" DataKatex "data-katex" DataValue "data-value"
    // Tooltips.
    DataDefinition "data-definition" DataNote "data-note" DataFootnote "data-footnote"
    AriaDescribedby "aria-describedby" Popovertarget "popovertarget"
    // Targets of controls.
    AriaControls "aria-controls" AriaExpanded "aria-expanded"
    // Pages of a printed book.
    EpubType "epub:type"
    // Loading of images.
    Crossorigin "crossorigin"
    // Completed and open tasks.
    Checked "checked" AriaChecked "aria-checked" DataChecked "data-checked"
    // Posts and videos that a script inserts.
    DataTweetId "data-tweet-id" DataPermalink "data-instgrm-permalink" DataHref "data-href"
    // The background images in an element's `style` attribute.
    Background "pith-background"
    // The number of a video or post, whose platform another name tells: a class, or this attribute.
    DataVideoId "data-video-id" DataProvider "data-provider" DataShortcode "data-shortcode"
}

/// Alternative attribute names, from AMP pages and from scripts that load videos and posts.
pub(crate) const SAME: [(&str, Attr); 37] = [
    ("data-videoid", Attr::Videoid),
    ("data-vimeo-id", Attr::Videoid),
    ("data-vimeo", Attr::Videoid),
    ("data-youtube", Attr::DataYoutubeId),
    ("data-youtubeid", Attr::DataYoutubeId),
    ("data-youtube-video", Attr::DataYoutubeId),
    ("data-youtube-video-id", Attr::DataYoutubeId),
    ("data-yt", Attr::DataYoutubeId),
    ("data-ytid", Attr::DataYoutubeId),
    ("data-yt-id", Attr::DataYoutubeId),
    ("data-id", Attr::DataVideoId),
    ("data-embed", Attr::DataVideoId),
    ("data-embed-id", Attr::DataVideoId),
    ("data-post-id", Attr::DataVideoId),
    ("data-plyr-embed-id", Attr::DataVideoId),
    ("data-telegram-post", Attr::DataVideoId),
    ("data-plyr-provider", Attr::DataProvider),
    ("data-vendor", Attr::DataProvider),
    ("data-service", Attr::DataProvider),
    ("data-pin-do", Attr::DataProvider),
    ("data-tweetid", Attr::DataTweetId),
    ("data-text-post-permalink", Attr::DataPermalink),
    // The element of CKEditor is `oembed`.
    ("url", Attr::DataOembedUrl),
    ("data-embed-url", Attr::DataOembedUrl),
    ("data-embed-src", Attr::DataOembedUrl),
    ("data-iframe-src", Attr::DataOembedUrl),
    ("data-video-url", Attr::DataOembedUrl),
    ("data-tweet-url", Attr::DataOembedUrl),
    // Editors and task lists.
    ("data-list", Attr::DataChecked),
    ("data-task", Attr::DataChecked),
    ("data-task-state", Attr::DataChecked),
    ("data-done", Attr::DataChecked),
    ("data-completed", Attr::DataChecked),
    ("data-state", Attr::DataChecked),
    // Lazy loaders.
    ("data-bg", Attr::Background),
    ("data-background-image", Attr::Background),
    // Code blocks.
    ("language", Attr::DataLanguage),
];

/// Maximum bytes of a value of [`Attr::DataOther`]: longer values are data, not a URL.
pub(crate) const MAX_OTHER_BYTES: usize = 2000;

/// Minimum width and height, in CSS px, of an inline SVG whose markup is kept: smaller ones are
/// icons.
pub(crate) const MIN_SVG_SIDE: u32 = 64;

/// Maximum length of an inline SVG's markup that is kept.
pub(crate) const MAX_SVG_LENGTH: usize = 200_000;

impl Attr {
    /// Returns whether the value is a single URL. Sources resolve it against the document's base
    /// URL before adding it to the page. A value that begins with `#` is unchanged.
    pub(crate) fn is_url(self) -> bool {
        matches!(
            self,
            Self::Href
                | Self::Src
                | Self::CurrentSrc
                | Self::Poster
                | Self::Data
                | Self::Cite
                | Self::DataSrc
                | Self::DataOriginal
                | Self::DataLazySrc
                | Self::DataLazy
                | Self::DataUrl
                | Self::DataHiRes
                | Self::DataFullSrc
                | Self::DataOrigFile
                | Self::DataLargeFile
                | Self::DataActualsrc
                | Self::DataEcho
                | Self::DataImage
                | Self::DataDefaultSrc
                | Self::DataPoster
                | Self::DataOembedUrl
                | Self::DataPermalink
                | Self::DataHref
                | Self::Background
        )
    }

    /// Returns whether the value is a list of image candidates (`URL descriptor, …`); each URL is
    /// resolved as in [`Attr::is_url`].
    pub(crate) fn is_srcset(self) -> bool {
        matches!(self, Self::Srcset | Self::DataSrcset | Self::DataLazySrcset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_unknown_ones_are_dropped() {
        for &attr in Attr::ALL {
            assert_eq!(Attr::from_name(attr.name()), Some(attr));
        }
        assert_eq!(Attr::from_name("onclick"), None);
        assert_eq!(Attr::from_name("style"), None);
    }
}
