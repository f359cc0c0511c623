//! Plain files, and files compressed with gzip or zstd.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;

/// The first bytes of a gzip member, and of a zstd frame.
pub(super) const GZIP: [u8; 3] = [0x1f, 0x8b, 0x08];
pub(super) const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Compression of a file.
///
/// ```
/// use pith::corpus::packed::Packing;
///
/// assert_eq!(Packing::of_bytes(&[0x1f, 0x8b, 0x08, 0x00]), Packing::Gzip);
/// assert_eq!(Packing::of_name("articles.jsonl.zst".as_ref()), Packing::Zstd);
/// assert_eq!(Packing::of_name("articles.jsonl".as_ref()), Packing::Plain);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Not compressed.
    Plain,
    /// Compressed with gzip, in one or more members.
    Gzip,
    /// Compressed with zstd, in one or more frames.
    Zstd,
}

impl Packing {
    /// Returns the compression of data by its first bytes.
    pub fn of_bytes(start: &[u8]) -> Self {
        if start.starts_with(&GZIP) {
            Self::Gzip
        } else if start.starts_with(&ZSTD) {
            Self::Zstd
        } else {
            Self::Plain
        }
    }

    /// Returns the compression for a file name: `.gz`, `.zst`, or none.
    pub fn of_name(path: &Path) -> Self {
        match path.extension().and_then(OsStr::to_str) {
            Some("gz") => Self::Gzip,
            Some("zst" | "zstd") => Self::Zstd,
            _ => Self::Plain,
        }
    }
}

/// Reads and decompresses a source. The compression is determined by its first bytes, not its name.
///
/// ```
/// use std::io::Read;
///
/// use pith::corpus::packed::reader;
///
/// let mut text = String::new();
/// reader(&b"{}\n"[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "{}\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Errors of the source, immediately or while reading; while reading also if compressed data is
/// damaged or truncated.
pub fn reader<'a>(mut source: impl Read + 'a) -> io::Result<Box<dyn BufRead + 'a>> {
    let mut start = Vec::with_capacity(ZSTD.len());
    source
        .by_ref()
        .take(ZSTD.len() as u64)
        .read_to_end(&mut start)?;
    let packing = Packing::of_bytes(&start);
    let whole = BufReader::new(Cursor::new(start).chain(source));
    Ok(match packing {
        Packing::Plain => Box::new(whole),
        Packing::Gzip => Box::new(BufReader::new(MultiGzDecoder::new(whole))),
        Packing::Zstd => Box::new(BufReader::new(zstd::Decoder::with_buffer(whole)?)),
    })
}

/// Compresses its input.
///
/// ```
/// use std::io::Write;
///
/// use pith::corpus::packed::{Packing, Writer};
///
/// let mut writer = Writer::new(Vec::new(), Packing::Gzip)?;
/// writer.write_all(b"{}\n")?;
/// assert!(writer.finish()?.starts_with(&[0x1f, 0x8b]));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Writer<W: Write>(Inner<W>);

enum Inner<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Zstd(zstd::Encoder<'static, W>),
}

impl<W: Write> Writer<W> {
    /// Starts writing.
    ///
    /// # Errors
    /// Those of the compressor if it can't allocate memory.
    pub fn new(target: W, packing: Packing) -> io::Result<Self> {
        Ok(Self(match packing {
            Packing::Plain => Inner::Plain(target),
            Packing::Gzip => Inner::Gzip(GzEncoder::new(target, Compression::default())),
            Packing::Zstd => {
                Inner::Zstd(zstd::Encoder::new(target, zstd::DEFAULT_COMPRESSION_LEVEL)?)
            }
        }))
    }

    /// Writes the end and returns the target. Without this call the file is damaged.
    ///
    /// # Errors
    /// Those of the target.
    pub fn finish(self) -> io::Result<W> {
        let mut target = match self.0 {
            Inner::Plain(target) => target,
            Inner::Gzip(encoder) => encoder.finish()?,
            Inner::Zstd(encoder) => encoder.finish()?,
        };
        target.flush()?;
        Ok(target)
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Inner::Plain(target) => target.write(bytes),
            Inner::Gzip(encoder) => encoder.write(bytes),
            Inner::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Inner::Plain(target) => target.flush(),
            Inner::Gzip(encoder) => encoder.flush(),
            Inner::Zstd(encoder) => encoder.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "The ferry left the harbour at noon.\n";

    fn packed(packing: Packing, times: usize) -> Vec<u8> {
        let mut all = Vec::new();
        for _ in 0..times {
            let mut writer = Writer::new(all, packing).unwrap();
            writer.write_all(TEXT.as_bytes()).unwrap();
            all = writer.finish().unwrap();
        }
        all
    }

    #[test]
    fn written_data_is_read_back_even_from_several_members() {
        for packing in [Packing::Plain, Packing::Gzip, Packing::Zstd] {
            for times in [0, 1, 3] {
                let bytes = packed(packing, times);
                let mut text = String::new();
                let mut reader = reader(bytes.as_slice()).unwrap();
                reader.read_to_string(&mut text).unwrap();
                assert_eq!(text, TEXT.repeat(times), "{packing:?}");
            }
        }
    }

    #[test]
    fn truncated_data_is_an_error() {
        for packing in [Packing::Gzip, Packing::Zstd] {
            let mut bytes = packed(packing, 1);
            bytes.truncate(bytes.len() - 2);
            let mut sink = Vec::new();
            let read = reader(bytes.as_slice()).unwrap().read_to_end(&mut sink);
            assert!(read.is_err(), "{packing:?}");
        }
    }
}
