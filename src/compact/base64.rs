//! Base64 with padding (RFC 4648, section 4).

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes bytes.
pub(crate) fn of(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let place = (bits >> (18 - 6 * digit) & 63) as usize;
            let is_padding = digit > group.len();
            text.push(char::from(if is_padding { b'=' } else { DIGITS[place] }));
        }
    }
    text
}

/// Decodes a text; `None` unless it is output of [`of`].
pub(crate) fn bytes(text: &str) -> Option<Vec<u8>> {
    let mut values = [u8::MAX; 256];
    for (value, &digit) in (0..).zip(DIGITS) {
        values[usize::from(digit)] = value;
    }
    let (groups, []) = text.as_bytes().as_chunks::<4>() else {
        return None;
    };
    let mut bytes = Vec::with_capacity(groups.len() * 3);
    for (at, group) in groups.iter().enumerate() {
        let is_last = at + 1 == groups.len();
        let padding = match group {
            [_, _, b'=', b'='] if is_last => 2,
            [_, _, _, b'='] if is_last => 1,
            _ => 0,
        };
        let mut bits = 0;
        for &digit in &group[..4 - padding] {
            let value = values[usize::from(digit)];
            if value == u8::MAX {
                return None;
            }
            bits = bits << 6 | u32::from(value);
        }
        let [_, own @ ..] = (bits << (6 * padding)).to_be_bytes();
        let (kept, rest) = own.split_at(3 - padding);
        // Padding bits are 0, so every byte string has exactly one text.
        if rest.iter().any(|&byte| byte != 0) {
            return None;
        }
        bytes.extend(kept);
    }
    Some(bytes)
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;

    #[test]
    fn rfc_4648_vectors_and_all_bytes_round_trip() {
        for (plain, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(of(plain.as_bytes()), text);
            assert_eq!(bytes(text).as_deref(), Some(plain.as_bytes()));
        }
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(bytes(&of(&all)), Some(all));
    }

    #[test]
    fn invalid_base64_is_rejected() {
        for text in [
            "Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==", "Zm 9v", "Zm9é",
        ] {
            assert_eq!(bytes(text), None, "{text}");
        }
    }
}
