//! Errors of records, and their limits.

use std::fmt;

/// Maximum bytes of a page, with and without its transfer coding. [`Limits`] would reject larger
/// ones anyway.
///
/// [`Limits`]: crate::Limits
pub(super) const MAX_BYTES: u64 = 64 << 20;

/// Maximum bytes of the header of a record, and of the header of a response in it.
pub(super) const MAX_HEAD: usize = 256 << 10;

/// The reason why a record can't be used.
///
/// ```
/// use pith::corpus::warc::{Fault, Reader};
///
/// let mut reader = Reader::new(&b"<html>This is no archive.</html>"[..])?;
/// let broken = reader.next().and_then(Result::err).ok_or("it is one")?;
/// assert_eq!(broken.fault, Fault::NoRecord);
/// assert_eq!(broken.to_string(), "record 1 at byte 0: no WARC record starts here");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The file ends before the record does.
    Truncated,
    /// Compressed data is damaged. With the decompressor's message.
    Damaged(String),
    /// No record starts here.
    NoRecord,
    /// Its header lacks a field, or has an invalid one.
    Head(&'static str),
    /// Its `Content-Length` is wrong.
    Length,
    /// It's larger than a page may be.
    TooLarge,
    /// The response in it is not HTTP.
    Http(&'static str),
    /// The response's content coding is unknown, or the data is invalid.
    Coding(String),
    /// The rest of the file can't be read.
    Unreadable(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated => f.write_str("the file ends before the record does"),
            Self::Damaged(reason) => write!(f, "its compressed data is damaged: {reason}"),
            Self::NoRecord => f.write_str("no WARC record starts here"),
            Self::Head(what) => write!(f, "its header {what}"),
            Self::Length => f.write_str("its Content-Length is wrong"),
            Self::TooLarge => write!(f, "it is larger than {} MiB", MAX_BYTES >> 20),
            Self::Http(what) => write!(f, "its HTTP response {what}"),
            Self::Coding(what) => write!(f, "its content encoding {what}"),
            Self::Unreadable(error) => write!(f, "the rest of the file cannot be read: {error}"),
        }
    }
}
