//! Email addresses that Cloudflare protects from address collectors: they are encoded, and in a
//! browser a script decodes them.

use super::arena::Element;

/// The path of the link around a protected address.
const PATH: &str = "/cdn-cgi/l/email-protection";

/// Returns the address that a placeholder stands for.
pub(super) fn address_of(element: &Element) -> Option<String> {
    let mut attrs = element.attrs.iter();
    let encoded = attrs.find(|attr| &*attr.name.local == "data-cfemail")?;
    decoded(&encoded.value)
}

/// Returns the `mailto:` link that replaces the link of a protected address. The address is in the
/// link's fragment or in the element.
pub(super) fn link(element: &Element, href: &str) -> Option<String> {
    let (_, after) = href.split_once(PATH)?;
    let encoded = after.strip_prefix('#').and_then(decoded);
    let address = encoded.or_else(|| address_of(element))?;
    Some(format!("mailto:{address}"))
}

/// Decodes an address: pairs of hexadecimal digits, of which the first is the key of all others.
/// `None` if the result is no address.
fn decoded(digits: &str) -> Option<String> {
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let (key, rest) = pairs.split_first()?;
    let key = byte(key)?;
    let bytes: Option<Vec<u8>> = rest.iter().map(|pair| Some(byte(pair)? ^ key)).collect();
    let text = String::from_utf8(bytes?).ok()?;
    let is_address =
        text.contains('@') && !text.contains(|c: char| c.is_whitespace() || c.is_control());
    is_address.then_some(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::page::{Attr, Limits};
    use crate::source::html;

    const ENCODED: &str = "5a2c3f3f281a3f223b372a363f7435283d";

    #[test]
    fn protected_addresses_are_decoded() {
        let html = format!(
            "<p>Write to <a href=/cdn-cgi/l/email-protection class=__cf_email__ \
             data-cfemail={ENCODED}>[email&#160;protected]</a> or \
             <a href=\"https://example.org{PATH}#{ENCODED}\">us</a>."
        );
        let page = html::read(&html, "https://example.org/a", Limits::default()).unwrap();
        assert_eq!(
            page.visible_text(page.body()),
            "Write to veer@example.org or us."
        );
        let links = page.nodes().filter_map(|n| page.attr(n, Attr::Href));
        assert!(links.eq(["mailto:veer@example.org"; 2]));
    }

    #[test]
    fn other_values_are_not_addresses() {
        for digits in [
            "", "5", "5a2", "zz00", "5a2c", "00ff40", "0041400a", "+5+5", "é5",
        ] {
            assert_eq!(decoded(digits), None, "{digits}");
        }
    }
}
