//! The header of a WARC record.

use super::Fault;

/// The named fields of a record.
pub(super) struct Header(Vec<(String, String)>);

impl Header {
    /// Reads header lines; a line that begins with white space continues the previous one.
    pub(super) fn new(head: &[u8]) -> Result<Self, Fault> {
        let text = String::from_utf8_lossy(head);
        let mut lines = text.lines();
        let version = lines.next().unwrap_or_default();
        if !version.starts_with("WARC/") {
            return Err(Fault::NoRecord);
        }
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in lines.take_while(|line| !line.is_empty()) {
            if let Some((_, value)) = fields.last_mut()
                && line.starts_with([' ', '\t'])
            {
                value.push(' ');
                value.push_str(line.trim());
            } else if let Some((name, value)) = line.split_once(':') {
                fields.push((name.trim().to_owned(), value.trim().to_owned()));
            } else {
                return Err(Fault::Head("has a line that is not a field"));
            }
        }
        Ok(Self(fields))
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let mut fields = self.0.iter();
        let field = fields.find(|(known, _)| known.eq_ignore_ascii_case(name));
        field.map(|(_, value)| value.as_str())
    }

    /// Returns the number of bytes between the header and the end of the record.
    pub(super) fn length(&self) -> Result<u64, Fault> {
        let length = self
            .get("Content-Length")
            .ok_or(Fault::Head("has no Content-Length"))?;
        length
            .parse()
            .map_err(|_| Fault::Head("has a Content-Length that is not a number"))
    }

    /// Returns whether it contains an HTTP response.
    pub(super) fn is_response(&self) -> bool {
        let is = |name, expected: &str| {
            let value = self.get(name).unwrap_or(expected);
            let kind = value.split(';').next().unwrap_or_default().trim();
            kind.eq_ignore_ascii_case(expected)
        };
        // Some writers omit the content type.
        self.get("WARC-Type").is_some()
            && is("WARC-Type", "response")
            && is("Content-Type", "application/http")
            && !self.get("WARC-Target-URI").is_some_and(is_no_page)
    }
}

/// Returns whether a URI isn't that of a web page, such as `dns:example.org`.
fn is_no_page(uri: &str) -> bool {
    let uri = uri.trim_start_matches('<');
    let starts = |scheme: &str| {
        uri.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    !starts("http:") && !starts("https:")
}
