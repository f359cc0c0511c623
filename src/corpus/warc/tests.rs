//! Files as written by crawlers, and as damaged on disks and networks.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;
use crate::corpus::packed::{Packing, Writer};

const PAGE: &str = "<!doctype html><title>The ferry</title><p>The ferry left the harbour at noon.";

fn record(kind: &str, url: &str, more: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:test:{url}>\r\n\
         WARC-Target-URI: {url}\r\nWARC-Date: 2026-03-14T09:26:53Z\r\n\
         Content-Type: application/http; msgtype={kind}\r\n{more}Content-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

fn response(fields: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\n{fields}\r\n");
    [head.as_bytes(), body].concat()
}

fn url(name: &str) -> String {
    format!("https://example.org/{name}")
}

/// Returns the record of a page.
fn page(name: &str) -> Vec<u8> {
    let block = response("Content-Type: text/html\r\n", PAGE.as_bytes());
    record("response", &url(name), "", &block)
}

fn packed(records: &[Vec<u8>], packing: Packing) -> Vec<Vec<u8>> {
    let packed = records.iter().map(|record| {
        let mut writer = Writer::new(Vec::new(), packing).unwrap();
        writer.write_all(record).unwrap();
        writer.finish().unwrap()
    });
    packed.collect()
}

/// Reads a file. Returns pages by their names, broken records with their faults, and the counts.
fn read(file: &[u8]) -> (Vec<String>, Vec<Broken>, Counts) {
    let mut reader = Reader::new(file).unwrap();
    let (mut pages, mut broken) = (Vec::new(), Vec::new());
    for record in reader.by_ref() {
        match record {
            Ok(page) => {
                assert_eq!(page.body, PAGE.as_bytes());
                pages.push(page.url.rsplit('/').next().unwrap().to_owned());
            }
            Err(record) => broken.push(record),
        }
    }
    (pages, broken, reader.counts())
}

const PACKINGS: [Packing; 3] = [Packing::Plain, Packing::Gzip, Packing::Zstd];

#[test]
fn pages_are_read_and_other_records_are_counted() {
    let image = response("Content-Type: image/png\r\n", b"\x89PNG\r\n\x1a\n");
    let missing = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<p>Gone.";
    let records = [
        b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 9\r\n\r\nsoftware:\r\n\r\n".to_vec(),
        page("a"),
        record("request", &url("a"), "", b"GET /a HTTP/1.1\r\n\r\n"),
        record("response", &url("p.png"), "", &image),
        record("response", &url("gone"), "", missing),
        record("response", "dns:example.org", "", b"20260314\r\n"),
        page("b"),
    ];
    for packing in PACKINGS {
        let (pages, broken, counts) = read(&packed(&records, packing).concat());
        assert_eq!(pages, ["a", "b"], "{packing:?}");
        assert_eq!(broken, [], "{packing:?}");
        let expected = Counts {
            records: 7,
            pages: 2,
            no_response: 3,
            other_status: 1,
            no_html: 1,
            ..Counts::default()
        };
        assert_eq!(counts, expected, "{packing:?}");
    }
}

#[test]
fn several_records_in_one_member_are_read() {
    let all = [page("a"), page("b"), page("c")].concat();
    for packing in PACKINGS {
        let file = packed(std::slice::from_ref(&all), packing).concat();
        assert_eq!(read(&file).0, ["a", "b", "c"], "{packing:?}");
    }
}

#[test]
fn truncated_file_reports_its_last_record() {
    for packing in PACKINGS {
        let records = packed(&[page("a"), page("b")], packing);
        let whole = records.concat();
        let first = records[0].len();
        for cut in [first + 12, first + 80, whole.len() - 20] {
            let (pages, broken, counts) = read(&whole[..cut]);
            assert_eq!(pages, ["a"], "{packing:?} {cut}");
            assert_eq!(broken.len(), 1, "{packing:?} {cut}: {broken:?}");
            assert_eq!(broken[0].fault, Fault::Truncated, "{packing:?} {cut}");
            assert_eq!(broken[0].place, first as u64);
            assert_eq!(broken[0].number, 2);
            assert_eq!(counts.broken, 1);
        }
    }
}

#[test]
fn damaged_member_does_not_affect_other_records() {
    for packing in [Packing::Gzip, Packing::Zstd] {
        let records = packed(&["a", "b", "c", "d"].map(page), packing);
        let length = records[1].len();
        // In compressed data, in its checksum, at its beginning; or a part of it is removed.
        for (at, gone) in [(30, 1), (length - 6, 1), (0, 2), (length / 2, length / 4)] {
            let mut damaged = records.clone();
            if gone == 1 {
                damaged[1][at] ^= 0x55;
            } else {
                damaged[1].drain(at..at + gone);
            }
            let (pages, broken, _) = read(&damaged.concat());
            // Zstd has a checksum only on request, so a changed letter isn't detected.
            if packing == Packing::Zstd && pages.len() == 4 {
                continue;
            }
            assert_eq!(
                pages,
                ["a", "c", "d"],
                "{packing:?} {at} {gone}: {broken:?}"
            );
            assert_eq!(broken.len(), 1, "{packing:?} {at} {gone}: {broken:?}");
            assert_eq!(broken[0].place, records[0].len() as u64);
        }
    }
}

#[test]
fn wrong_content_length_does_not_affect_other_records() {
    let second = String::from_utf8(page("b")).unwrap();
    let length = second.split("Content-Length: ").nth(1).unwrap();
    let length = length.split('\r').next().unwrap();
    for wrong in ["100000", "60", "many", "-1"] {
        let header = format!("Content-Length: {wrong}");
        let wrong_length = second.replace(&format!("Content-Length: {length}"), &header);
        let records = [page("a"), wrong_length.into_bytes(), page("c"), page("d")];
        for packing in PACKINGS {
            let file = packed(&records, packing).concat();
            let (pages, broken, _) = read(&file);
            assert_eq!(pages, ["a", "c", "d"], "{packing:?} {wrong}: {broken:?}");
            assert_eq!(broken.len(), 1, "{packing:?} {wrong}");
            assert_eq!(broken[0].number, 2);
        }
    }
}

#[test]
fn bytes_without_a_record_are_one_broken_record() {
    for file in [
        PAGE.as_bytes().to_vec(),
        vec![0; 300_000],
        b"x".repeat(300_000),
        packed(&[PAGE.as_bytes().to_vec()], Packing::Gzip).concat(),
    ] {
        let (pages, broken, _) = read(&file);
        assert_eq!((pages.len(), broken.len()), (0, 1));
        assert_eq!(broken[0].fault, Fault::NoRecord);
    }
    assert_eq!(read(b"\r\n\r\n").2, Counts::default());
}

#[test]
fn response_without_http_is_reported_and_skipped() {
    let records = [
        record(
            "response",
            &url("a"),
            "",
            b"These are words.\r\n\r\nAnd more.",
        ),
        record(
            "response",
            &url("b"),
            "",
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n",
        ),
        page("c"),
    ];
    for packing in PACKINGS {
        let (pages, broken, _) = read(&packed(&records, packing).concat());
        assert_eq!(pages, ["c"]);
        let faults: Vec<_> = broken.iter().map(|broken| &broken.fault).collect();
        let expected = [
            &Fault::Http("is not HTTP"),
            &Fault::Http("ends within its header"),
        ];
        assert_eq!(faults, expected);
        assert_eq!(broken[0].url, Some(url("a")));
    }
}

fn chunked(body: &[u8]) -> Vec<u8> {
    let mut chunks = Vec::new();
    for chunk in body.chunks(20) {
        write!(chunks, "{:x};name=value\r\n", chunk.len()).unwrap();
        chunks.extend_from_slice(chunk);
        chunks.extend_from_slice(b"\r\n");
    }
    chunks.extend_from_slice(b"0\r\n\r\n");
    chunks
}

fn gzipped(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn content_and_transfer_codings_are_decoded_if_present() {
    let plain = PAGE.as_bytes();
    let deflated = |zlib: bool| {
        let mut bytes = Vec::new();
        if zlib {
            flate2::read::ZlibEncoder::new(plain, Compression::fast())
                .read_to_end(&mut bytes)
                .unwrap();
        } else {
            flate2::read::DeflateEncoder::new(plain, Compression::fast())
                .read_to_end(&mut bytes)
                .unwrap();
        }
        bytes
    };
    let zstd = zstd::encode_all(plain, 1).unwrap();
    let (gzip, chunk) = (
        "Content-Encoding: gzip\r\n",
        "Transfer-Encoding: chunked\r\n",
    );
    for (fields, body) in [
        (chunk.to_owned(), chunked(plain)),
        (gzip.to_owned(), gzipped(plain)),
        (format!("{gzip}{chunk}"), chunked(&gzipped(plain))),
        ("Content-Encoding: deflate\r\n".to_owned(), deflated(true)),
        ("Content-Encoding: deflate\r\n".to_owned(), deflated(false)),
        ("Content-Encoding: zstd\r\n".to_owned(), zstd),
        // The crawler removed the codings and kept the fields.
        (format!("{gzip}{chunk}"), plain.to_vec()),
        (format!("Content-Encoding: br\r\n{chunk}"), plain.to_vec()),
        ("Content-Encoding: deflate\r\n".to_owned(), plain.to_vec()),
    ] {
        let block = response(&format!("Content-Type: text/html\r\n{fields}"), &body);
        let (pages, broken, _) = read(&record("response", &url("a"), "", &block));
        assert_eq!((pages.len(), broken.len()), (1, 0), "{fields} {broken:?}");
    }
}

#[test]
fn brotli_is_decoded() {
    // An uncompressed block, and an empty last one (RFC 7932, 9.2).
    let brotli = b"\x0b\x06\x80<p>Brotli</p>\x03";
    let block = response(
        "Content-Type: text/html\r\nContent-Encoding: br\r\n",
        brotli,
    );
    let file = record("response", &url("a"), "", &block);
    let page = Reader::new(file.as_slice()).unwrap().next().unwrap();
    assert_eq!(page.unwrap().body, b"<p>Brotli</p>");
}

#[test]
fn unknown_and_damaged_codings_are_reported() {
    let mut damaged = gzipped(PAGE.as_bytes());
    damaged[20] ^= 0x55;
    let cut = gzipped(PAGE.as_bytes());
    let cut = &cut[..cut.len() - 20];
    for (coding, body, part) in [
        ("rot13", PAGE.as_bytes(), "\"rot13\" is unknown"),
        ("gzip", &damaged, "gzip failed"),
        ("gzip", cut, "gzip failed"),
    ] {
        let fields = format!("Content-Type: text/html\r\nContent-Encoding: {coding}\r\n");
        let file = [
            record("response", &url("a"), "", &response(&fields, body)),
            page("b"),
        ];
        let (pages, broken, _) = read(&file.concat());
        assert_eq!(pages, ["b"]);
        assert!(broken[0].to_string().contains(part), "{}", broken[0]);
    }
    // If the crawler truncated the page, its beginning is returned.
    let fields = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
    let file = record(
        "response",
        &url("a"),
        "WARC-Truncated: length\r\n",
        &response(fields, cut),
    );
    let mut reader = Reader::new(file.as_slice()).unwrap();
    let page = reader.next().unwrap().unwrap();
    assert!(page.is_cut && PAGE.as_bytes().starts_with(&page.body));
    assert_eq!(reader.counts().cut, 1);
}

#[test]
fn charset_comes_from_the_content_type_if_known() {
    for (content_type, charset) in [
        ("text/html; charset=ISO-8859-1", Some("iso-8859-1")),
        ("text/html;Charset=\"GBK\"", Some("gbk")),
        ("text/html; charset=utf-99", None),
        ("text/html", None),
        ("application/xhtml+xml; charset=utf-8", Some("utf-8")),
    ] {
        let block = response(
            &format!("Content-Type: {content_type}\r\n"),
            PAGE.as_bytes(),
        );
        let file = record("response", &url("a"), "", &block);
        let page = Reader::new(file.as_slice()).unwrap().next().unwrap();
        assert_eq!(page.unwrap().charset.as_deref(), charset, "{content_type}");
    }
}

#[test]
fn untyped_response_is_a_page_if_it_looks_like_html() {
    for (fields, more, body, is_page) in [
        ("", "", PAGE, true),
        ("", "", "{\"ferry\": \"<b>\"}", false),
        (
            "",
            "WARC-Identified-Payload-Type: text/html\r\n",
            PAGE,
            true,
        ),
        (
            "",
            "WARC-Identified-Payload-Type: text/plain\r\n",
            PAGE,
            false,
        ),
        ("Content-Type: text/plain\r\n", "", PAGE, false),
    ] {
        let block = response(fields, body.as_bytes());
        let file = record("response", &url("a"), more, &block);
        let read = Reader::new(file.as_slice()).unwrap().next();
        assert_eq!(read.is_some(), is_page, "{fields}{more}{body}");
    }
}

#[test]
fn oversized_pages_are_reported_and_skipped() {
    let large = MAX_BYTES as usize + 1;
    let packed = gzipped(&b"<p>".repeat(large / 3 + 1));
    let fields = "Content-Type: text/html\r\n";
    let records = [
        record(
            "response",
            &url("a"),
            "",
            &response(fields, &vec![b'<'; large]),
        ),
        record(
            "response",
            &url("b"),
            "",
            &response(&format!("{fields}Content-Encoding: gzip\r\n"), &packed),
        ),
        page("c"),
    ];
    let (pages, broken, _) = read(&records.concat());
    assert_eq!(pages, ["c"]);
    assert!(broken.iter().all(|broken| broken.fault == Fault::TooLarge));
    assert_eq!(broken.len(), 2);
}

#[test]
fn read_error_is_reported_and_ends_the_file() {
    struct Failing(usize);
    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let file = page("a");
            let left = &file[self.0.min(file.len())..];
            if left.is_empty() {
                return Err(io::Error::other("the disk is gone"));
            }
            let length = left.len().min(buffer.len()).min(7);
            buffer[..length].copy_from_slice(&left[..length]);
            self.0 += length;
            Ok(length)
        }
    }
    let mut reader = Reader::new(Failing(0)).unwrap();
    assert!(reader.next().unwrap().is_ok());
    let broken = reader.next().unwrap().unwrap_err();
    assert_eq!(
        broken.fault,
        Fault::Unreadable("the disk is gone".to_owned())
    );
    assert!(reader.next().is_none());
}
