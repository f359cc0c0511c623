//! Snapshots of pages: writes a [`Page`] as bytes and reads it back, including its layout.
//!
//! A snapshot is `PITHSNAP`, a version byte and, in postcard's encoding, the page as columns. Tags
//! and attributes are written by name, so that older snapshots stay valid if a list grows. Reading
//! uses [`PageBuilder`] like all other sources, so a returned page fulfills the invariants for any
//! input. Cost: linear.

mod columns;

use std::fmt;
use std::slice::Iter;

use serde::Deserialize;

use crate::page::geometry::{Rect, Size};
use crate::page::{Attr, Limits, Page, PageBuilder, PageError, PageInfo, Style, Tag};

const MAGIC: &[u8; 8] = b"PITHSNAP";

/// The format version. Must be increased if the bytes of a page change.
const VERSION: u8 = 1;

/// The reason why bytes aren't a readable snapshot.
///
/// ```
/// use pith::source::snapshot::{self, SnapshotError};
///
/// assert_eq!(snapshot::read(b"<html>"), Err(SnapshotError::NotASnapshot));
/// assert_eq!(snapshot::read(b"PITHSNAP"), Err(SnapshotError::Damaged));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes don't begin like a snapshot.
    NotASnapshot,
    /// The snapshot has a version that this program doesn't support.
    Version {
        /// The snapshot's version.
        found: u8,
        /// The supported version.
        known: u8,
    },
    /// Truncated or changed since it was written.
    Damaged,
    /// A limit is exceeded.
    Page(PageError),
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASnapshot => write!(f, "it is not a snapshot"),
            Self::Version { found, known } => write!(
                f,
                "it is a snapshot of version {found}, but only version {known} is supported; \
                 record the page again"
            ),
            Self::Damaged => write!(f, "the snapshot is damaged; record the page again"),
            Self::Page(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SnapshotError {}

impl From<PageError> for SnapshotError {
    fn from(error: PageError) -> Self {
        match error {
            PageError::Empty => Self::Damaged,
            error => Self::Page(error),
        }
    }
}

/// A page as it is written. Columns contain one value per node, or per element, in document order.
#[derive(Deserialize)]
struct Twin {
    url: String,
    viewport: Option<Size>,
    content_language: Option<String>,
    tag_names: Vec<String>,
    attr_names: Vec<String>,
    /// The distinct styles of the page.
    style_table: Vec<Style>,
    /// Per node: index into `tag_names`.
    tags: Vec<u16>,
    /// Per node: its level.
    levels: Vec<u32>,
    /// Per text node: bytes of its text.
    text_lengths: Vec<u32>,
    /// All texts, concatenated.
    texts: String,
    /// Per element: index into `style_table`.
    styles: Vec<u32>,
    /// Per element: number of attributes.
    attr_counts: Vec<u32>,
    /// Per attribute: index into `attr_names`, and bytes of its value.
    attrs: Vec<(u16, u32)>,
    /// All attribute values, concatenated.
    attr_values: String,
    /// Per element: its rectangle, `None` if it equals its parent's. Empty without layout.
    rects: Vec<Option<Rect>>,
}

/// Returns whether the bytes begin like a snapshot of any version.
///
/// ```
/// use pith::source::snapshot;
///
/// assert!(snapshot::is_snapshot(b"PITHSNAP"));
/// assert!(!snapshot::is_snapshot(b"<html>"));
/// ```
pub fn is_snapshot(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Returns the snapshot of a page.
///
/// ```
/// use pith::source::{html, snapshot};
/// use pith::Limits;
///
/// let page = html::read("<p>The ferry", "https://example.org/", Limits::default())?;
/// assert!(snapshot::is_snapshot(&snapshot::write(&page)));
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn write(page: &Page) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.push(VERSION);
    bytes.extend(columns::of(page));
    bytes
}

/// Reads the page of a snapshot.
///
/// ```
/// use pith::source::{html, snapshot};
/// use pith::Limits;
///
/// let page = html::read("<p>The ferry", "https://example.org/", Limits::default())?;
/// assert_eq!(snapshot::read(&snapshot::write(&page))?, page);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SnapshotError`] if the bytes aren't a snapshot, are of another version or damaged, or the page
/// exceeds the default limits.
pub fn read(bytes: &[u8]) -> Result<Page, SnapshotError> {
    let rest = bytes
        .strip_prefix(MAGIC)
        .ok_or(SnapshotError::NotASnapshot)?;
    let (&found, rest) = rest.split_first().ok_or(SnapshotError::Damaged)?;
    if found != VERSION {
        return Err(SnapshotError::Version {
            found,
            known: VERSION,
        });
    }
    match postcard::take_from_bytes::<Twin>(rest) {
        Ok((twin, [])) => page(&twin),
        _ => Err(SnapshotError::Damaged),
    }
}

fn page(twin: &Twin) -> Result<Page, SnapshotError> {
    use SnapshotError::Damaged;
    let tags: Vec<Tag> = twin.tag_names.iter().map(|name| tag(name)).collect();
    let info = PageInfo {
        url: twin.url.clone(),
        viewport: twin.viewport,
        content_language: twin.content_language.clone(),
    };
    if let Some(Size { width, height }) = twin.viewport
        && !(is_length(width) && is_length(height))
    {
        return Err(Damaged);
    }
    if twin.tags.len() != twin.levels.len() {
        return Err(Damaged);
    }
    let mut builder = PageBuilder::new(info, Limits::default());
    let mut rest = Rest::of(twin);
    for (i, (&tag, &level)) in twin.tags.iter().zip(&twin.levels).enumerate() {
        let tag = *tags.get(usize::from(tag)).ok_or(Damaged)?;
        let level = level as usize;
        // There is one root, and a node is at most one level below the element before it.
        if level > builder.depth() || (level == 0) != (i == 0) {
            return Err(Damaged);
        }
        while builder.depth() > level {
            builder.close();
        }
        if tag != Tag::Text {
            rest.element(tag, &mut builder)?;
        } else if i > 0 {
            builder.recorded_text(rest.text().ok_or(Damaged)?)?;
        } else {
            return Err(Damaged);
        }
    }
    if !rest.is_empty() {
        return Err(Damaged);
    }
    Ok(builder.finish_recorded()?)
}

fn is_length(length: f32) -> bool {
    length.is_finite() && length >= 0.0
}

/// The unread rest of a snapshot's columns.
struct Rest<'a> {
    style_table: &'a [Style],
    attr_names: Vec<Option<Attr>>,
    laid_out: bool,
    texts: Pieces<'a>,
    text_lengths: Iter<'a, u32>,
    styles: Iter<'a, u32>,
    attr_counts: Iter<'a, u32>,
    attrs: Iter<'a, (u16, u32)>,
    values: Pieces<'a>,
    rects: Iter<'a, Option<Rect>>,
}

impl<'a> Rest<'a> {
    fn of(twin: &'a Twin) -> Self {
        let attr_names = twin.attr_names.iter();
        Self {
            style_table: &twin.style_table,
            attr_names: attr_names.map(|name| Attr::from_name(name)).collect(),
            laid_out: !twin.rects.is_empty(),
            texts: Pieces(&twin.texts),
            text_lengths: twin.text_lengths.iter(),
            styles: twin.styles.iter(),
            attr_counts: twin.attr_counts.iter(),
            attrs: twin.attrs.iter(),
            values: Pieces(&twin.attr_values),
            rects: twin.rects.iter(),
        }
    }

    /// Reads a text.
    fn text(&mut self) -> Option<&'a str> {
        self.texts.take(*self.text_lengths.next()?)
    }

    /// Reads an element and opens it.
    fn element(&mut self, tag: Tag, builder: &mut PageBuilder) -> Result<(), SnapshotError> {
        use SnapshotError::Damaged;
        let style = *self.styles.next().ok_or(Damaged)? as usize;
        let style = *self.style_table.get(style).ok_or(Damaged)?;
        if !is_length(style.font_size) {
            return Err(Damaged);
        }
        let rect = if self.laid_out {
            let rect = self.rects.next().ok_or(Damaged)?;
            rect.map(|r| Rect::new(r.x, r.y, r.width, r.height))
        } else {
            None
        };
        let is_root = builder.depth() == 0;
        if is_root && self.laid_out && rect.is_none() {
            return Err(Damaged);
        }
        builder.open(tag, style, rect)?;
        for _ in 0..*self.attr_counts.next().ok_or(Damaged)? {
            let &(name, length) = self.attrs.next().ok_or(Damaged)?;
            let value = self.values.take(length).ok_or(Damaged)?;
            // An attribute that is no longer kept is skipped, as in all other sources.
            if let Some(attr) = *self.attr_names.get(usize::from(name)).ok_or(Damaged)? {
                builder.attr(attr, value)?;
            }
        }
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.texts.0.is_empty()
            && self.values.0.is_empty()
            && self.text_lengths.len() == 0
            && self.styles.len() == 0
            && self.attr_counts.len() == 0
            && self.attrs.len() == 0
            && self.rects.len() == 0
    }
}

fn tag(name: &str) -> Tag {
    if name == Tag::Text.name() {
        Tag::Text
    } else {
        Tag::from_name(name)
    }
}

/// Text that is consumed piece by piece from the start.
struct Pieces<'a>(&'a str);

impl<'a> Pieces<'a> {
    /// Consumes the next `length` bytes; `None` if fewer are left, or the piece would end within a
    /// character.
    fn take(&mut self, length: u32) -> Option<&'a str> {
        let (piece, rest) = self.0.split_at_checked(length as usize)?;
        self.0 = rest;
        Some(piece)
    }
}

#[cfg(test)]
mod tests {
    use arbtest::arbitrary::{Result, Unstructured};

    use super::*;
    use crate::page::{Display, Placement, Visibility, Writing};
    use crate::source::html;

    fn small() -> Page {
        let info = PageInfo {
            url: "https://example.org/".to_owned(),
            viewport: Some(Size {
                width: 1280.0,
                height: 800.0,
            }),
            content_language: Some("en".to_owned()),
        };
        let mut b = PageBuilder::new(info, Limits::default());
        let rect = |y| Some(Rect::new(8.0, y, 1264.0, 24.5));
        b.open(Tag::Html, Style::default(), rect(0.0)).unwrap();
        b.open_tag(Tag::Body).unwrap();
        b.open(
            Tag::P,
            Style::of_tag(Tag::P, &Style::default()),
            rect(16.25),
        )
        .unwrap();
        b.attr(Attr::Class, "lead").unwrap();
        b.attr(Attr::Lang, "de").unwrap();
        b.text("Grüße  aus").unwrap();
        b.open_tag(Tag::B).unwrap();
        b.text(" Bonn").unwrap();
        b.finish().unwrap()
    }

    fn random(u: &mut Unstructured<'_>) -> Result<Page> {
        let info = PageInfo {
            url: u.arbitrary()?,
            viewport: None,
            content_language: u.arbitrary()?,
        };
        let tags = [
            Tag::Div,
            Tag::P,
            Tag::Pre,
            Tag::Script,
            Tag::Body,
            Tag::Other,
        ];
        let attrs = [Attr::Id, Attr::Href, Attr::Class];
        let laid_out: bool = u.arbitrary()?;
        let mut b = PageBuilder::new(info, Limits::default());
        for i in 0..u.int_in_range(1..=60)? {
            if i == 0 || u.ratio(1, 2)? {
                let style = Style {
                    display: *u.choose(&[Display::Inline, Display::Block, Display::None])?,
                    placement: *u.choose(&[Placement::Flow, Placement::Overlay])?,
                    visibility: *u.choose(&[
                        Visibility::Visible,
                        Visibility::OwnHidden,
                        Visibility::Hidden,
                    ])?,
                    float: u.arbitrary()?,
                    preformatted: u.arbitrary()?,
                    rtl: u.arbitrary()?,
                    writing: Writing::HorizontalTb,
                    monospace: u.arbitrary()?,
                    font_size: u.int_in_range(0..=64)? as f32 / 3.0,
                    font_weight: u.int_in_range(1..=1000)?,
                };
                let own = i == 0 || u.arbitrary()?;
                let number: i16 = u.arbitrary()?;
                let rect = Rect::new(f32::from(number) / 7.0, 0.1, 3.0, f32::from(number));
                b.open(*u.choose(&tags)?, style, (laid_out && own).then_some(rect))
                    .unwrap();
                for _ in 0..u.int_in_range(0..=3)? {
                    b.attr(*u.choose(&attrs)?, u.arbitrary()?).unwrap();
                }
            } else if b.depth() > 1 && u.arbitrary()? {
                b.close();
            } else if u.arbitrary()? {
                b.text(u.arbitrary()?).unwrap();
            } else {
                b.text(u.choose(&["漢", "\n", "字 \n", "\n\u{200b}", " a"])?)
                    .unwrap();
            }
        }
        Ok(b.finish().unwrap())
    }

    #[test]
    fn pages_round_trip() {
        let page = small();
        assert_eq!(read(&write(&page)), Ok(page));
        arbtest::arbtest(|u| {
            let page = random(u)?;
            assert_eq!(read(&write(&page)), Ok(page));
            Ok(())
        });
    }

    #[test]
    fn text_that_only_the_builder_hides_stays_hidden() {
        let texts = [
            ("<p>The ferry <i>\u{e8cc}</i> sails", "The ferry sails"),
            (
                "<p>The ferry <i class=material-icons>arrow_forward</i> sails",
                "The ferry sails",
            ),
            (
                "<p>The ferry <span class=sr-only>opens a window</span> sails",
                "The ferry sails",
            ),
            (
                "<p>Let <span class=MathJax_Preview>x 2</span>\
                 <script type=math/tex>x^2</script> be",
                "Let x^2 be",
            ),
            (
                "<p class=visible-xs>The ferry sails</p><p class=hidden-xs>The ferry sails</p>",
                "The ferry sails",
            ),
        ];
        for (html, text) in texts {
            let page = html::read(html, "https://example.org/", Limits::default()).unwrap();
            assert_eq!(page.visible_text(page.root()), text, "{html}");
            let recorded = read(&write(&page)).unwrap();
            assert_eq!(recorded.visible_text(recorded.root()), text, "{html}");
        }
    }

    #[test]
    fn damaged_snapshots_are_errors_or_valid_pages() {
        let whole = write(&small());
        for end in MAGIC.len() + 1..whole.len() {
            assert_eq!(
                read(&whole[..end]),
                Err(SnapshotError::Damaged),
                "cut at {end}"
            );
        }
        let mut longer = whole.clone();
        longer.push(0);
        assert_eq!(read(&longer), Err(SnapshotError::Damaged));
        arbtest::arbtest(|u| {
            let mut bytes = write(&random(u)?);
            for _ in 0..u.int_in_range(1..=8)? {
                let at = u.int_in_range(MAGIC.len() + 1..=bytes.len() - 1)?;
                bytes[at] = u.arbitrary()?;
            }
            if let Ok(page) = read(&bytes) {
                for id in page.nodes() {
                    assert!(page.end(id) > id && page.end(id).index() <= page.len());
                    assert_eq!(page.parent(id).is_none(), id == page.root());
                    assert!(page.parent(id).is_none_or(|p| page.is_element(p)));
                    let rect = page.rect(id).unwrap_or_default();
                    assert!(rect.x.is_finite() && rect.width >= 0.0);
                    let _ = page.text(id);
                    assert!(page.attrs(id).count() < bytes.len());
                }
            }
            Ok(())
        });
    }

    #[test]
    fn invalid_viewport_size_is_an_error() {
        for width in [f32::NAN, f32::INFINITY, -1.0] {
            let viewport = Size {
                width,
                height: 800.0,
            };
            let info = PageInfo {
                viewport: Some(viewport),
                ..PageInfo::default()
            };
            let mut b = PageBuilder::new(info, Limits::default());
            b.open_tag(Tag::Html).unwrap();
            let bytes = write(&b.finish().unwrap());
            assert_eq!(read(&bytes), Err(SnapshotError::Damaged), "{width}");
        }
    }

    #[test]
    fn huge_numbers_in_few_bytes_are_rejected() {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend([0xff; 64]);
        assert_eq!(read(&bytes), Err(SnapshotError::Damaged));
    }

    #[test]
    fn other_files_and_versions_are_distinguished() {
        assert_eq!(read(b"<!doctype html>"), Err(SnapshotError::NotASnapshot));
        assert_eq!(read(b"PITH"), Err(SnapshotError::NotASnapshot));
        let mut bytes = write(&small());
        bytes[MAGIC.len()] = 9;
        let error = read(&bytes).unwrap_err();
        assert_eq!(
            error,
            SnapshotError::Version {
                found: 9,
                known: VERSION
            }
        );
        assert!(error.to_string().contains("version 9"));
    }

    /// Version 1 must remain readable, because snapshots are kept as files. If this fails,
    /// `VERSION` has to be increased.
    #[test]
    fn version_1_is_still_read() {
        const BYTES: &[u8] =
            b"PITHSNAP\x01\x14https://example.org/\x01\x00\x00\xa0D\x00\x00HD\x01\x02en\x05\
            \x04html\x04body\x01p\x05#text\x01b\x02\x05class\x04lang\x03\x00\x00\x00\x00\
            \x00\x00\x00\x00\x00\x80A\x90\x03\x01\x00\x00\x00\x00\x00\x00\x00\x00\x80A\x90\
            \x03\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80A\xbc\x05\x06\x00\x01\x02\x03\x04\
            \x03\x06\x00\x01\x02\x03\x03\x04\x02\x0b\x05\x10Gr\xc3\xbc\xc3\x9fe aus Bonn\
            \x04\x00\x01\x01\x02\x04\x00\x00\x02\x00\x02\x00\x04\x01\x02\x06leadde\x04\x01\
            \x00\x00\x00A\x00\x00\x00\x00\x00\x00\x9eD\x00\x00\xc4A\x00\x01\x00\x00\x00A\
            \x00\x00\x82A\x00\x00\x9eD\x00\x00\xc4A\x00";
        assert_eq!(read(BYTES), Ok(small()));
        assert_eq!(write(&small()), BYTES);
    }
}
