//! The HTTP response in a record: its header, and its body after removing codings.

use std::io::{self, Read};

use encoding_rs::Encoding;
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use super::Fault;
use crate::corpus::packed::{GZIP, ZSTD};
use crate::steps::Progress;

/// Maximum header fields of a response.
const MAX_FIELDS: usize = 512;

/// The header fields of a response that describe its body.
pub(super) struct Head {
    pub(super) status: u16,
    pub(super) charset: Option<String>,
    /// The content type in lower case, without parameters.
    kind: Option<String>,
    is_chunked: bool,
    /// Content codings in the order in which they were applied.
    codings: Vec<String>,
}

impl Head {
    pub(super) fn new(bytes: &[u8]) -> Result<Self, Fault> {
        let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
        let mut response = httparse::Response::new(&mut fields);
        let parsed = httparse::ParserConfig::default()
            .allow_spaces_after_header_name_in_responses(true)
            .allow_obsolete_multiline_headers_in_responses(true)
            .allow_multiple_spaces_in_response_status_delimiters(true)
            .ignore_invalid_headers_in_responses(true)
            .parse_response(&mut response, bytes);
        match parsed {
            Ok(httparse::Status::Complete(_)) => {}
            Ok(httparse::Status::Partial) => return Err(Fault::Http("ends within its header")),
            Err(httparse::Error::TooManyHeaders) => {
                return Err(Fault::Http("has more than 512 header fields"));
            }
            Err(_) => return Err(Fault::Http("is not HTTP")),
        }
        let get = |name: &str| {
            let mut fields = response.headers.iter();
            let field = fields.find(|field| field.name.eq_ignore_ascii_case(name))?;
            Some(String::from_utf8_lossy(field.value).into_owned())
        };
        let words = |value: String| -> Vec<String> {
            let words = value.split(',').map(|word| word.trim().to_lowercase());
            words
                .filter(|word| !word.is_empty() && word != "identity")
                .collect()
        };
        let content_type = get("Content-Type").unwrap_or_default();
        let kind = content_type.split(';').next().unwrap_or_default();
        let kind = kind.trim().to_lowercase();
        let transfer = get("Transfer-Encoding").map(words).unwrap_or_default();
        Ok(Self {
            status: response.code.unwrap_or_default(),
            charset: charset(&content_type),
            kind: Some(kind).filter(|kind| kind.contains('/')),
            is_chunked: transfer.iter().any(|word| word == "chunked"),
            codings: get("Content-Encoding").map(words).unwrap_or_default(),
        })
    }

    /// Returns whether the response is HTML, by its header or else by the crawler's detection;
    /// `None` if neither has a content type.
    pub(super) fn is_html(&self, identified: Option<&str>) -> Option<bool> {
        let kind = self.kind.as_deref().or(identified)?;
        Some(matches!(kind, "text/html" | "application/xhtml+xml"))
    }

    /// Decodes a body. Many crawlers have already decoded it but kept the header fields, so a
    /// coding is ignored if the body doesn't look encoded. If the body is truncated, its readable
    /// part is returned.
    pub(super) fn decoded(&self, body: Vec<u8>, most: u64, is_cut: bool) -> Result<Vec<u8>, Fault> {
        let mut body = body;
        if self.is_chunked
            && let Some(whole) = unchunked(&body)
        {
            body = whole;
        }
        for coding in self.codings.iter().rev() {
            let decoder: Box<dyn Read + '_> = match coding.as_str() {
                "gzip" | "x-gzip" if body.starts_with(&GZIP) => {
                    Box::new(MultiGzDecoder::new(body.as_slice()))
                }
                "zstd" if body.starts_with(&ZSTD) => match zstd::Decoder::new(body.as_slice()) {
                    Ok(decoder) => Box::new(decoder),
                    Err(error) => return Err(Fault::Coding(format!("zstd failed: {error}"))),
                },
                "deflate" if is_zlib(&body) => Box::new(ZlibDecoder::new(body.as_slice())),
                "deflate" if !is_markup(&body) => Box::new(DeflateDecoder::new(body.as_slice())),
                "br" if !is_markup(&body) => Box::new(brotli_decompressor::Decompressor::new(
                    body.as_slice(),
                    4096,
                )),
                "gzip" | "x-gzip" | "zstd" | "deflate" | "br" => continue,
                other => return Err(Fault::Coding(format!("\"{other}\" is unknown"))),
            };
            body = unpacked(decoder, most, is_cut, coding)?;
        }
        Ok(body)
    }
}

fn unpacked(
    decoder: Box<dyn Read + '_>,
    most: u64,
    is_cut: bool,
    coding: &str,
) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    match decoder.take(most + 1).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > most => Err(Fault::TooLarge),
        Ok(_) => Ok(bytes),
        Err(error) if is_cut && is_early(&error) && !bytes.is_empty() => Ok(bytes),
        Err(error) => Err(Fault::Coding(format!("{coding} failed: {error}"))),
    }
}

fn is_early(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::UnexpectedEof
}

/// Returns whether bytes begin like a zlib stream (RFC 1950, 2.2).
fn is_zlib(bytes: &[u8]) -> bool {
    matches!(bytes, [method, flags, ..]
        if method & 0x0f == 8 && (u16::from(*method) << 8 | u16::from(*flags)) % 31 == 0)
}

/// Returns whether the first byte after white space begins a tag, unlike in compressed data.
fn is_markup(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let bytes = bytes.trim_ascii_start();
    matches!(bytes, [b'<', next, ..] if next.is_ascii_alphabetic() || matches!(next, b'!' | b'?'))
}

/// Returns whether a body without a declared type is HTML, judged by its beginning.
pub(super) fn looks_like_html(body: &[u8]) -> bool {
    let start = &body[..body.len().min(1024)];
    let start = String::from_utf8_lossy(start).to_lowercase();
    ["<!doctype html", "<html", "<head", "<body"]
        .iter()
        .any(|sign| start.contains(sign))
}

/// Joins the chunks of a body (RFC 9112, 7.1); `None` if it doesn't begin with a chunk. If the body
/// ends within a chunk, its available part is returned.
fn unchunked(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    let mut progress = Progress::new();
    loop {
        progress.check(body.len());
        let end = body.iter().take(1024).position(|&byte| byte == b'\n');
        let line = end.map(|end| body[..end].trim_ascii());
        let size = line.and_then(|line| line.split(|&byte| byte == b';').next());
        let size = size.and_then(|size| str::from_utf8(size.trim_ascii()).ok());
        let size = size.and_then(|size| usize::from_str_radix(size, 16).ok());
        let (Some(size), Some(end)) = (size, end) else {
            return Some(whole).filter(|whole| !whole.is_empty());
        };
        if size == 0 {
            return Some(whole);
        }
        let chunk = &body[end + 1..];
        whole.extend_from_slice(&chunk[..size.min(chunk.len())]);
        let Some(rest) = chunk.get(size..) else {
            return Some(whole);
        };
        body = rest
            .strip_prefix(b"\r\n")
            .or_else(|| rest.strip_prefix(b"\n"))
            .unwrap_or(rest);
    }
}

/// Returns the encoding named by a `Content-Type`, if it is one of the web's.
fn charset(content_type: &str) -> Option<String> {
    let parameters = content_type.split(';').skip(1);
    let named = parameters.filter_map(|parameter| parameter.split_once('='));
    let mut named = named.filter(|(name, _)| name.trim().eq_ignore_ascii_case("charset"));
    let (_, label) = named.next()?;
    let label = label.trim().trim_matches(['"', '\'']).trim();
    Encoding::for_label(label.as_bytes())?;
    Some(label.to_lowercase())
}
