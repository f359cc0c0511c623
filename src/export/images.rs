//! Images embedded in a file.

use std::collections::BTreeMap;

/// An image of an article, fetched from its URL.
///
/// ```
/// use pith::Article;
/// use pith::export::{Facts, File, Form, Image};
///
/// let src = "https://example.org/f.png";
/// let html = format!("<p><img src=\"{src}\" alt=\"\"></p>\n");
/// let article = Article::from_html(&html, false).ok_or("not ours")?;
/// let image = Image {
///     src: src.to_owned(),
///     media_type: "image/png".to_owned(),
///     bytes: vec![1, 2, 3],
/// };
/// let file = File::new(&article, &Facts::default(), &[image], Form::Html);
/// assert!(String::from_utf8_lossy(&file.bytes).contains("src=\"data:image/png;base64,AQID\""));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Its URL in the article.
    pub src: String,
    /// The type declared by the server, without parameters.
    pub media_type: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

impl Image {
    /// Creates an image from the content of the file at a URL. Its type is detected by its first
    /// bytes; `None` unless all e-book readers support the format.
    ///
    /// ```
    /// use pith::export::Image;
    ///
    /// let gif = Image::new("f", b"GIF89a".to_vec());
    /// assert_eq!(gif.map(|gif| gif.media_type).as_deref(), Some("image/gif"));
    /// assert_eq!(Image::new("f", b"<html>".to_vec()), None);
    /// ```
    pub fn new(src: &str, bytes: Vec<u8>) -> Option<Self> {
        let media_type = match &bytes[..] {
            [0xff, 0xd8, 0xff, ..] => "image/jpeg",
            [0x89, b'P', b'N', b'G', ..] => "image/png",
            [b'G', b'I', b'F', b'8', ..] => "image/gif",
            [
                b'R',
                b'I',
                b'F',
                b'F',
                _,
                _,
                _,
                _,
                b'W',
                b'E',
                b'B',
                b'P',
                ..,
            ] => "image/webp",
            _ => return None,
        };
        Some(Self {
            src: src.to_owned(),
            media_type: media_type.to_owned(),
            bytes,
        })
    }
}

/// The types allowed in books (EPUB 3.3, 3.2), with their file extensions.
const TYPES: [(&str, &str); 5] = [
    ("image/jpeg", "jpg"),
    ("image/png", "png"),
    ("image/gif", "gif"),
    ("image/webp", "webp"),
    ("image/svg+xml", "svg"),
];

/// Returns the file extension of a type; `None` if books don't allow it.
pub(super) fn ending(media_type: &str) -> Option<&'static str> {
    let found = TYPES.iter().find(|(name, _)| *name == media_type);
    found.map(|&(_, ending)| ending)
}

/// Indices of images by URL.
pub(super) struct Images<'p>(BTreeMap<&'p str, usize>);

impl<'p> Images<'p> {
    pub(super) fn new(images: &'p [Image]) -> Self {
        let known = images.iter().enumerate();
        Self(known.map(|(at, image)| (image.src.as_str(), at)).collect())
    }

    /// Returns the index of the image at a URL.
    pub(super) fn place(&self, src: &str) -> Option<usize> {
        self.0.get(src).copied()
    }
}
