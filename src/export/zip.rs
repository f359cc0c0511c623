//! An archive of uncompressed files (PKWARE APPNOTE 6.3, method 0), which is all that a book needs.
//! Archive crates have additional dependencies for random numbers, times and ciphers.

/// The version needed to read uncompressed entries.
const VERSION: u16 = 10;

/// Flag for UTF-8 names (general purpose bit 11).
const FLAGS: u16 = 1 << 11;

/// The first day of the format, 1980-01-01, so that the same article gives the same bytes.
const DATE: u16 = (1 << 5) | 1;

/// An archive being written.
#[derive(Default)]
pub(super) struct Archive {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    files: u16,
}

impl Archive {
    /// Appends a file.
    pub(super) fn add(&mut self, name: &str, content: &[u8]) {
        let at = length(self.bytes.len());
        let mut head = Vec::new();
        for number in [VERSION, FLAGS, 0, 0, DATE] {
            head.extend(number.to_le_bytes());
        }
        let size = length(content.len());
        for number in [crc32(content), size, size] {
            head.extend(number.to_le_bytes());
        }
        head.extend((name.len() as u16).to_le_bytes());
        head.extend(0_u16.to_le_bytes());
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&head);
        self.bytes.extend(name.bytes());
        self.bytes.extend(content);
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(VERSION.to_le_bytes());
        self.directory.extend(&head);
        // No comment, the first disk, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(at.to_le_bytes());
        self.directory.extend(name.bytes());
        self.files += 1;
    }

    /// Returns the archive with its directory.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let at = length(self.bytes.len());
        let size = length(self.directory.len());
        self.bytes.append(&mut self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        for _ in 0..2 {
            self.bytes.extend(self.files.to_le_bytes());
        }
        self.bytes.extend(size.to_le_bytes());
        self.bytes.extend(at.to_le_bytes());
        self.bytes.extend(0_u16.to_le_bytes());
        self.bytes
    }
}

/// Returns a length in the format's type. Files of an article are far smaller than 4 GiB.
fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// Returns the checksum of some bytes (ISO 3309, reflected).
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_matches_the_standard_check_value() {
        // The check value of CRC-32 for these nine bytes.
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn the_central_directory_locates_each_file() {
        let mut archive = Archive::default();
        archive.add("mimetype", b"application/epub+zip");
        archive.add("a/b.txt", b"hello");
        let bytes = archive.finish();
        assert_eq!(&bytes[30..58], b"mimetypeapplication/epub+zip");
        let end = bytes.len() - 22;
        assert_eq!(&bytes[end..end + 4], b"PK\x05\x06");
        assert_eq!(bytes[end + 10], 2);
        let number = |at: usize| {
            bytes[at..at + 4]
                .iter()
                .rev()
                .fold(0, |sum, &b| sum << 8 | usize::from(b))
        };
        let (size, at) = (number(end + 12), number(end + 16));
        assert_eq!(at + size, end);
        assert_eq!(&bytes[at..at + 4], b"PK\x01\x02");
        let second = at + 46 + "mimetype".len();
        assert_eq!(&bytes[second..second + 4], b"PK\x01\x02");
        assert_eq!(number(second + 42), 58);
        assert_eq!(&bytes[58..62], b"PK\x03\x04");
    }
}
