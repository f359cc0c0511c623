//! Small hashes that are the same on every platform: 32 bits for digests, 64 for keys.
//!
//! Bytes are hashed with FNV-1a (Fowler, Noll, Vo: *The FNV Non-Cryptographic Hash Algorithm*,
//! draft-eastlake-fnv); [`Hash64::text`] mixes eight bytes at a time and isn't part of the draft.

use crate::compact::lower_case;

/// A hash that is being computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hash32(u32);

impl Hash32 {
    /// The hash of no bytes.
    pub(crate) const EMPTY: Self = Self(0x811c_9dc5);

    /// Returns the hash with a byte appended.
    pub(crate) fn byte(self, byte: u8) -> Self {
        Self((self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    /// Returns the hash with bytes appended.
    pub(crate) fn bytes(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |hash, &byte| hash.byte(byte))
    }

    /// Returns the hash with the lower case of a text appended.
    pub(crate) fn lower_case(self, text: &str) -> Self {
        if text.is_ascii() {
            let lower = text.bytes().map(|byte| byte.to_ascii_lowercase());
            return lower.fold(self, Self::byte);
        }
        self.bytes(lower_case::of(text).as_bytes())
    }

    /// Returns the hash with a number appended.
    pub(crate) fn number(self, number: u32) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    /// Returns the value.
    pub(crate) fn value(self) -> u32 {
        self.0
    }
}

/// A 64-bit hash that is being computed. The probability that any two of a million distinct keys
/// have the same hash is 3 in 100 million.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hash64(u64);

impl Hash64 {
    /// The hash of no bytes.
    pub(crate) const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    /// Returns the hash with a byte appended.
    pub(crate) fn byte(self, byte: u8) -> Self {
        Self((self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    /// Returns the hash with bytes appended.
    pub(crate) fn bytes(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |hash, &byte| hash.byte(byte))
    }

    /// Returns the hash with a number appended.
    pub(crate) fn number(self, number: u32) -> Self {
        self.bytes(&number.to_le_bytes())
    }

    /// Returns the hash with a text appended, eight bytes at a time. This isn't FNV-1a.
    pub(crate) fn text(self, text: &str) -> Self {
        let (eights, rest) = text.as_bytes().as_chunks();
        let after = |hash: Self, &eight: &[u8; 8]| {
            let mixed = (hash.0 ^ u64::from_le_bytes(eight)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            // Only the upper bits of a product depend on all bits of its factors.
            Self(mixed ^ mixed >> 32)
        };
        eights.iter().fold(self, after).bytes(rest)
    }

    /// Returns the hash value of a text.
    pub(crate) fn of(text: &str) -> u64 {
        Self::EMPTY.bytes(text.as_bytes()).value()
    }

    /// Returns the value.
    pub(crate) fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_match_the_fnv_test_vectors() {
        let hash = |text: &str| Hash32::EMPTY.bytes(text.as_bytes()).value();
        assert_eq!(hash(""), 0x811c_9dc5);
        assert_eq!(hash("a"), 0xe40c_292c);
        assert_eq!(hash("foobar"), 0xbf9c_f968);
        let hash = |text: &str| Hash64::EMPTY.bytes(text.as_bytes()).value();
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    }
}
