//! Decompressed bytes of a WARC file, and the search for the next record after damage.

use std::io::{self, BufRead, Read};
use std::mem;

use flate2::bufread::GzDecoder;
use memchr::memmem;

use super::Fault;
use crate::corpus::packed::{GZIP, Packing, ZSTD};

/// Number of bytes that are read, or decompressed, at once.
const PIECE: usize = 64 << 10;

/// Maximum bytes that are kept for searching them for the next record. In a longer damaged record,
/// only the bytes after the damage are searched.
const MAX_KEPT: usize = 80 << 20;

/// The members of a gzip file, the frames of a zstd file, or a plain file as a single member.
pub(super) struct Members<R> {
    member: Member<R>,
    packing: Packing,
    /// Decompressed bytes, of which those before `at` are consumed.
    unpacked: Vec<u8>,
    at: usize,
    /// Byte offset of the member in the file.
    begin: u64,
    /// True from a record's mark to its end: the record may continue in the next member.
    is_in_record: bool,
}

enum Member<R> {
    /// A plain file, or the bytes between two members.
    Plain(Raw<R>),
    Gzip(GzDecoder<Raw<R>>),
    Zstd(zstd::Decoder<'static, Raw<R>>),
    /// Only during the transition between two of the others.
    Gone,
}

impl<R: Read> Members<R> {
    pub(super) fn new(source: R) -> io::Result<Self> {
        let mut raw = Raw::new(source);
        // A pipe may return fewer bytes than requested.
        while raw.kept.len() < ZSTD.len() && raw.more()? {}
        let packing = Packing::of_bytes(&raw.kept);
        let mut members = Self {
            member: Member::Plain(raw),
            packing,
            unpacked: Vec::new(),
            at: 0,
            begin: 0,
            is_in_record: false,
        };
        members.begin()?;
        Ok(members)
    }

    /// Returns the offset of the member, or in a plain file that of the next byte.
    pub(super) fn place(&self) -> u64 {
        match (&self.member, self.packing) {
            (Member::Plain(raw), Packing::Plain) => {
                raw.place() - (self.unpacked.len() - self.at) as u64
            }
            _ => self.begin,
        }
    }

    /// Marks the start of a record: the search for the next one begins after this offset.
    pub(super) fn mark(&mut self) {
        self.is_in_record = true;
        let place = self.place();
        match &mut self.member {
            Member::Plain(raw) => raw.mark = place,
            Member::Gzip(decoder) => decoder.get_mut().mark = place,
            Member::Zstd(decoder) => decoder.get_mut().mark = place,
            Member::Gone => {}
        }
    }

    /// Begins a member at the end of the previous one.
    fn begin(&mut self) -> io::Result<()> {
        let Some(mut raw) = self.raw() else {
            return Ok(());
        };
        self.begin = raw.place();
        if !self.is_in_record {
            raw.mark = self.begin;
        }
        self.member = match self.packing {
            Packing::Plain => Member::Plain(raw),
            Packing::Gzip => Member::Gzip(GzDecoder::new(raw)),
            Packing::Zstd => Member::Zstd(zstd::Decoder::with_buffer(raw)?.single_frame()),
        };
        Ok(())
    }

    fn raw(&mut self) -> Option<Raw<R>> {
        match mem::replace(&mut self.member, Member::Gone) {
            Member::Plain(raw) => Some(raw),
            Member::Gzip(decoder) => Some(decoder.into_inner()),
            Member::Zstd(decoder) => Some(decoder.finish()),
            Member::Gone => None,
        }
    }

    /// Decompresses more of the member; false at its end.
    fn unpack(&mut self) -> Result<bool, Fault> {
        self.unpacked.resize(PIECE, 0);
        self.at = 0;
        let read = match &mut self.member {
            Member::Plain(raw) => raw.read(&mut self.unpacked),
            Member::Gzip(decoder) => decoder.read(&mut self.unpacked),
            Member::Zstd(decoder) => decoder.read(&mut self.unpacked),
            Member::Gone => Ok(0),
        };
        self.unpacked.truncate(*read.as_ref().unwrap_or(&0));
        match read {
            Ok(length) => Ok(length > 0),
            Err(error) => Err(self.fault(&error)),
        }
    }

    /// Distinguishes damaged data from a file that can't be read.
    fn fault(&self, error: &io::Error) -> Fault {
        let raw = match &self.member {
            Member::Plain(raw) => Some(raw),
            Member::Gzip(decoder) => Some(decoder.get_ref()),
            Member::Zstd(decoder) => Some(decoder.get_ref()),
            Member::Gone => None,
        };
        match raw.and_then(|raw| raw.failure.as_ref()) {
            Some(failure) => Fault::Unreadable(failure.clone()),
            None if error.kind() == io::ErrorKind::UnexpectedEof => Fault::Truncated,
            None => Fault::Damaged(error.to_string()),
        }
    }

    /// Fills the buffer, with bytes of the next member if this one has ended; false at the end of
    /// the file.
    fn fill(&mut self) -> Result<bool, Fault> {
        while self.at == self.unpacked.len() {
            if self.unpack()? {
                return Ok(true);
            }
            if self.packing == Packing::Plain {
                return Ok(false);
            }
            let Some(mut raw) = self.raw() else {
                return Ok(false);
            };
            let has_more = raw.fill_buf().map(|bytes| !bytes.is_empty());
            self.member = Member::Plain(raw);
            match has_more {
                Ok(true) => self
                    .begin()
                    .map_err(|error| Fault::Unreadable(error.to_string()))?,
                Ok(false) => return Ok(false),
                Err(error) => return Err(Fault::Unreadable(error.to_string())),
            }
        }
        Ok(true)
    }

    /// Skips empty lines; false at the end of the file.
    pub(super) fn skip_line_ends(&mut self) -> Result<bool, Fault> {
        while self.fill()? {
            let bytes = &self.unpacked[self.at..];
            match bytes.iter().position(|byte| !b"\r\n".contains(byte)) {
                Some(at) => {
                    self.at += at;
                    return Ok(true);
                }
                None => self.at = self.unpacked.len(),
            }
        }
        Ok(false)
    }

    /// Consumes lines up to the first empty one, or all of `left` bytes if there is none.
    pub(super) fn head(&mut self, most: usize, left: u64) -> Result<Vec<u8>, Fault> {
        let mut head = Vec::new();
        while (head.len() as u64) < left {
            if !self.fill()? {
                return Err(Fault::Truncated);
            }
            let bytes = &self.unpacked[self.at..];
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(bytes.len(), |end| end + 1);
            let length = length.min(usize::try_from(left).unwrap_or(usize::MAX) - head.len());
            head.extend_from_slice(&bytes[..length]);
            self.at += length;
            // Otherwise a plain file without lines would be consumed as a whole.
            if left == u64::MAX && head.len() >= 5 && !head.starts_with(b"WARC/") {
                return Err(Fault::NoRecord);
            }
            if head.ends_with(b"\n\r\n") || head.ends_with(b"\n\n") {
                break;
            }
            if head.len() > most {
                return Err(Fault::Head("does not end"));
            }
        }
        Ok(head)
    }

    pub(super) fn take(&mut self, length: u64) -> Result<Vec<u8>, Fault> {
        let mut taken = Vec::new();
        self.pass(length, |bytes| taken.extend_from_slice(bytes))?;
        Ok(taken)
    }

    pub(super) fn skip(&mut self, length: u64) -> Result<(), Fault> {
        self.pass(length, |_| {})
    }

    fn pass(&mut self, length: u64, mut each: impl FnMut(&[u8])) -> Result<(), Fault> {
        let mut left = length;
        while left > 0 {
            if !self.fill()? {
                return Err(Fault::Truncated);
            }
            let bytes = &self.unpacked[self.at..];
            let length = bytes.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            each(&bytes[..length]);
            self.at += length;
            left -= length as u64;
        }
        Ok(())
    }

    /// Checks that a record ends here, with a line end or with the file. If a member also ends
    /// here, its checksum, which is at its end, is verified.
    pub(super) fn end_record(&mut self) -> Result<(), Fault> {
        for _ in 0.."\r\n\r\n".len() {
            if self.at == self.unpacked.len() && !self.unpack()? {
                break;
            }
            match self.unpacked[self.at] {
                b'\r' | b'\n' => self.at += 1,
                b'W' => break,
                _ => return Err(Fault::Length),
            }
        }
        if self.at == self.unpacked.len() && self.packing != Packing::Plain {
            self.unpack()?;
        }
        self.is_in_record = false;
        Ok(())
    }

    /// Searches for the record after a damaged one, from just after that one's start; false if
    /// there is none.
    pub(super) fn find_next(&mut self) -> bool {
        self.unpacked.clear();
        self.at = 0;
        self.is_in_record = false;
        let Some(mut raw) = self.raw() else {
            return false;
        };
        let found = raw.failure.is_none() && raw.find(self.packing);
        self.member = Member::Plain(raw);
        found && self.begin().is_ok()
    }
}

/// The bytes of the file, kept from the mark on unless there are too many.
struct Raw<R> {
    source: R,
    kept: Vec<u8>,
    /// Number of kept bytes that have been read.
    at: usize,
    /// Byte offset of the kept bytes in the file.
    begin: u64,
    /// Byte offset of the mark in the file.
    mark: u64,
    failure: Option<String>,
}

impl<R: Read> Raw<R> {
    fn new(source: R) -> Self {
        Self {
            source,
            kept: Vec::new(),
            at: 0,
            begin: 0,
            mark: 0,
            failure: None,
        }
    }

    fn place(&self) -> u64 {
        self.begin + self.at as u64
    }

    /// Removes bytes before the mark, or all bytes that have been read if there are too many.
    fn forget(&mut self) {
        let before = self.mark.saturating_sub(self.begin);
        let before = usize::try_from(before).unwrap_or(usize::MAX).min(self.at);
        let before = if self.at - before > MAX_KEPT {
            self.at
        } else {
            before
        };
        // Not for every member, because the remaining bytes have to be moved.
        if before > MAX_KEPT / 64 || before == self.kept.len() {
            self.kept.drain(..before);
            self.at -= before;
            self.begin += before as u64;
        }
    }

    /// Reads more bytes; false at the end.
    fn more(&mut self) -> io::Result<bool> {
        let length = self.kept.len();
        self.kept.resize(length + PIECE, 0);
        let read = loop {
            match self.source.read(&mut self.kept[length..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.kept.truncate(length + read.as_ref().unwrap_or(&0));
        if let Err(error) = &read {
            self.failure = Some(error.to_string());
        }
        read.map(|length| length > 0)
    }

    /// Moves to the start of the next record or member after the mark.
    fn find(&mut self, packing: Packing) -> bool {
        let from = (self.mark + 1).max(self.begin);
        self.at = usize::try_from(from - self.begin).map_or(self.at, |at| at.min(self.kept.len()));
        loop {
            match next_begin(&self.kept[self.at..], packing) {
                Some(at) => {
                    self.at += at;
                    return true;
                }
                None => {
                    // The signature may be truncated by the end of the buffer.
                    self.at = self.at.max(self.kept.len().saturating_sub(8));
                    self.mark = self.place();
                    self.forget();
                    if !matches!(self.more(), Ok(true)) {
                        return false;
                    }
                }
            }
        }
    }
}

/// Returns the offset of the first record or member in `bytes`.
fn next_begin(bytes: &[u8], packing: Packing) -> Option<usize> {
    match packing {
        // The line end before it isn't part of the record.
        Packing::Plain => memmem::find(bytes, b"\nWARC/1.").map(|at| at + 1),
        // Except for matches with flags that writers never set (RFC 1952, 2.3.1).
        Packing::Gzip => memmem::find_iter(bytes, &GZIP).find(|at| {
            bytes
                .get(at + GZIP.len())
                .is_none_or(|flags| flags & 0xe0 == 0)
        }),
        Packing::Zstd => memmem::find(bytes, &ZSTD),
    }
}

impl<R: Read> Read for Raw<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let length = bytes.len().min(buffer.len());
        buffer[..length].copy_from_slice(&bytes[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl<R: Read> BufRead for Raw<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.kept.len() {
            self.forget();
            self.more()?;
        }
        Ok(&self.kept[self.at..])
    }

    fn consume(&mut self, length: usize) {
        self.at += length;
    }
}
