//! Reads pages from WARC files (ISO 28500), plain or compressed with gzip or zstd.
//!
//! The HTML responses in a file are returned as pages; other records are counted and skipped.
//! Truncated, damaged and invalid records are reported, and reading continues at the next one: in
//! compressed files at what looks like the beginning of a member, in plain files at the next line
//! that begins a record.
//!
//! No existing crate does that: `warc` and `fastwarc` stop at the first damaged member, and
//! `fastwarc` needs seekable input.

mod fault;
mod header;
mod http;
mod members;

use std::fmt;
use std::io::{self, Read};

pub use self::fault::Fault;
use self::fault::{MAX_BYTES, MAX_HEAD};
use self::header::Header;
use self::http::Head;
use self::members::Members;

/// A page as a crawler received it.
///
/// ```
/// use pith::corpus::warc::Reader;
///
/// let file = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\n\
///     WARC-Target-URI: https://example.org/ferry\r\nWARC-Date: 2026-03-14T09:26:53Z\r\n\
///     Content-Type: application/http; msgtype=response\r\nContent-Length: 71\r\n\r\n\
///     HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=latin1\r\n\r\n<p>caf\xe9</p>\r\n\r\n";
/// let mut reader = Reader::new(&file[..])?;
/// let page = reader.next().ok_or("no record")??;
/// assert_eq!(page.url, "https://example.org/ferry");
/// assert_eq!(page.charset.as_deref(), Some("latin1"));
/// assert_eq!(page.body, b"<p>caf\xe9</p>");
/// assert!(reader.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The record's id without angle brackets: `urn:uuid:…`.
    pub id: String,
    /// The URL of the page.
    pub url: String,
    /// Time of the request as in the record: `2026-03-14T09:26:53Z`.
    pub date: String,
    /// The status of the response: 200 to 299.
    pub status: u16,
    /// The encoding named by the response, if it is one of the web's.
    pub charset: Option<String>,
    /// The page's bytes after removing transfer and content codings.
    pub body: Vec<u8>,
    /// True if the crawler truncated the page (`WARC-Truncated`).
    pub is_cut: bool,
    /// Byte offset of the record in the file; in a compressed file, of its member.
    pub place: u64,
}

/// An unusable record.
///
/// ```
/// use pith::corpus::warc::Reader;
///
/// let cut = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\n\
///     Content-Length: 710\r\n\r\nHTTP/1.1 200 OK\r\n";
/// let broken = Reader::new(&cut[..])?.next().and_then(Result::err).ok_or("it is whole")?;
/// assert_eq!(broken.id.as_deref(), Some("urn:uuid:1"));
/// assert!(broken.to_string().contains("the file ends before the record does"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Its number in the file, from 1, among records whose start was found.
    pub number: u64,
    /// Byte offset of the record in the file; in a compressed file, of its member.
    pub place: u64,
    /// Its identifier, if it could be read.
    pub id: Option<String>,
    /// Its target URL, if it could be read.
    pub url: Option<String>,
    /// The reason why it can't be used.
    pub fault: Fault,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {} at byte {}", self.number, self.place)?;
        if let Some(url) = &self.url {
            write!(f, " ({url})")?;
        }
        write!(f, ": {}", self.fault)
    }
}

impl std::error::Error for Broken {}

/// Counts of a file so far.
///
/// ```
/// use pith::corpus::warc::Counts;
///
/// assert_eq!(Counts::default().records, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Records whose start was found.
    pub records: u64,
    /// HTML responses, returned as pages.
    pub pages: u64,
    /// Pages among them that the crawler truncated.
    pub cut: u64,
    /// Records that aren't HTTP responses, such as requests and metadata.
    pub no_response: u64,
    /// Responses with a status other than 200 to 299.
    pub other_status: u64,
    /// Responses that aren't HTML.
    pub no_html: u64,
    /// Unusable records.
    pub broken: u64,
}

/// Reads the pages in a WARC file.
///
/// ```
/// use pith::corpus::warc::Reader;
///
/// let mut reader = Reader::new(&b""[..])?;
/// assert!(reader.next().is_none());
/// assert_eq!(reader.counts().records, 0);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R> {
    members: Members<R>,
    counts: Counts,
    has_ended: bool,
}

/// Result of reading a record.
enum Seen {
    Page(Capture),
    NoResponse,
    OtherStatus,
    NoHtml,
}

/// A fault, and whether the next record begins at the current position.
struct Halt {
    fault: Fault,
    is_past: bool,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Self {
            fault,
            is_past: false,
        }
    }
}

impl<R: Read> Reader<R> {
    /// Starts reading. The first bytes determine the compression.
    ///
    /// # Errors
    /// Those of the source.
    pub fn new(source: R) -> io::Result<Self> {
        Ok(Self {
            members: Members::new(source)?,
            counts: Counts::default(),
            has_ended: false,
        })
    }

    /// Returns the counts so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Reads the next record; `None` at the end of the file.
    fn record(&mut self, broken: &mut Broken) -> Result<Option<Seen>, Halt> {
        let has_more = self.members.skip_line_ends();
        broken.place = self.members.place();
        if !has_more? {
            return Ok(None);
        }
        self.counts.records += 1;
        self.members.mark();
        let head = self.members.head(MAX_HEAD, u64::MAX)?;
        let header = Header::new(&head)?;
        broken.id = header.get("WARC-Record-ID").map(unbracketed);
        broken.url = header.get("WARC-Target-URI").map(unbracketed);
        let mut left = header.length()?;
        let seen = self.block(&header, broken, &mut left);
        if matches!(&seen, Err(halt) if !halt.is_past) {
            return seen.map(Some);
        }
        self.members.skip(left)?;
        self.members.end_record()?;
        seen.map(Some)
    }

    /// Reads a record's block. `left` is the number of its unread bytes.
    fn block(&mut self, header: &Header, broken: &Broken, left: &mut u64) -> Result<Seen, Halt> {
        if !header.is_response() {
            return Ok(Seen::NoResponse);
        }
        let past = |fault| Halt {
            fault,
            is_past: true,
        };
        let bytes = self.members.head(MAX_HEAD, *left)?;
        *left -= bytes.len() as u64;
        let head = Head::new(&bytes).map_err(past)?;
        if !(200..300).contains(&head.status) {
            return Ok(Seen::OtherStatus);
        }
        let is_html = head.is_html(header.get("WARC-Identified-Payload-Type"));
        if is_html == Some(false) {
            return Ok(Seen::NoHtml);
        }
        if *left > MAX_BYTES {
            return Err(past(Fault::TooLarge));
        }
        let bytes = self.members.take(*left)?;
        *left = 0;
        let is_cut = header.get("WARC-Truncated").is_some();
        let body = head.decoded(bytes, MAX_BYTES, is_cut).map_err(past)?;
        if is_html.is_none() && !http::looks_like_html(&body) {
            return Ok(Seen::NoHtml);
        }
        Ok(Seen::Page(Capture {
            id: broken.id.clone().unwrap_or_default(),
            url: broken.url.clone().unwrap_or_default(),
            date: header.get("WARC-Date").unwrap_or_default().to_owned(),
            status: head.status,
            charset: head.charset,
            body,
            is_cut,
            place: broken.place,
        }))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Capture, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.has_ended {
            let mut broken = Broken {
                number: self.counts.records + 1,
                place: 0,
                id: None,
                url: None,
                fault: Fault::NoRecord,
            };
            match self.record(&mut broken) {
                Ok(None) => self.has_ended = true,
                Ok(Some(Seen::Page(page))) => {
                    self.counts.pages += 1;
                    self.counts.cut += u64::from(page.is_cut);
                    return Some(Ok(page));
                }
                Ok(Some(Seen::NoResponse)) => self.counts.no_response += 1,
                Ok(Some(Seen::OtherStatus)) => self.counts.other_status += 1,
                Ok(Some(Seen::NoHtml)) => self.counts.no_html += 1,
                Err(halt) => {
                    self.counts.broken += 1;
                    // A member whose beginning is damaged counts as a record.
                    self.counts.records = self.counts.records.max(broken.number);
                    let found = halt.is_past || self.members.find_next();
                    self.has_ended = !found;
                    broken.fault = halt.fault;
                    return Some(Err(broken));
                }
            }
        }
        None
    }
}

fn unbracketed(uri: &str) -> String {
    let inner = uri.strip_prefix('<').and_then(|uri| uri.strip_suffix('>'));
    inner.unwrap_or(uri).to_owned()
}

#[cfg(test)]
mod tests;
