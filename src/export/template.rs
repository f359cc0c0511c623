//! The user's templates for file names and front matter: texts with fields in braces.

use super::Facts;

/// The fields allowed in templates.
///
/// ```
/// assert!(pith::export::FIELDS.contains(&"title"));
/// ```
pub const FIELDS: [&str; 12] = [
    "title",
    "author",
    "published",
    "updated",
    "site",
    "host",
    "url",
    "language",
    "description",
    "words",
    "saved",
    "doi",
];

/// Maximum characters of a template.
const MAX_CHARS: usize = 4_000;

/// A text with names of [`FIELDS`] in braces, which are replaced by facts about an article. `{{`
/// and `}}` are literal braces.
///
/// ```
/// use pith::export::Template;
///
/// assert!(Template::read("{published} {title}").is_ok());
/// assert_eq!(Template::read("{titel}"), Err("{titel}".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    lines: Vec<Vec<Piece>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Field(&'static str),
}

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// The first invalid piece of the template: an unknown field, an unmatched brace, a line that
    /// would end front matter, or text beyond 4,000 characters.
    ///
    /// ```
    /// use pith::export::Template;
    ///
    /// assert_eq!(Template::read("a { b"), Err("{ b".to_owned()));
    /// ```
    pub fn read(text: &str) -> Result<Self, String> {
        if let Some((at, _)) = text.char_indices().nth(MAX_CHARS) {
            return Err(text[at..].chars().take(20).collect());
        }
        let lines = text.lines().map(|line| match line.trim_end() {
            marker @ ("---" | "...") => Err(marker.to_owned()),
            line => pieces(line),
        });
        Ok(Self {
            lines: lines.collect::<Result<_, _>>()?,
        })
    }

    /// Returns a template that writes nothing.
    pub(super) fn nothing() -> Self {
        Self { lines: Vec::new() }
    }

    /// Returns the filled template on one line.
    pub(super) fn line(&self, facts: &Facts) -> String {
        let all = self.lines.iter().flatten();
        all.map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            // A date with time is too long for a name, and contains colons.
            Piece::Field(name @ ("published" | "updated" | "saved")) => {
                let moment = value(name, facts);
                moment.get(..10).map_or(moment.clone(), str::to_owned)
            }
            Piece::Field(name) => value(name, facts),
        })
        .collect()
    }

    /// Returns the lines as YAML. In a line with a field, the text after the key becomes one quoted
    /// string; a line whose fields are all unknown is omitted; a line without a field is unchanged.
    pub(super) fn yaml(&self, facts: &Facts, quoted: impl Fn(&str) -> String) -> String {
        let mut out = String::new();
        for line in &self.lines {
            let mut fields = line.iter().filter_map(|piece| match piece {
                Piece::Field(name) => Some(value(name, facts)),
                Piece::Text(_) => None,
            });
            let has_fields = line.iter().any(|piece| matches!(piece, Piece::Field(_)));
            if has_fields && fields.all(|value| value.trim().is_empty()) {
                continue;
            }
            let (key, rest) = match line.split_first() {
                Some((Piece::Text(first), rest)) if has_fields => {
                    let end = ["- ", ": "].iter().filter_map(|mark| {
                        let at = first.find(mark)?;
                        Some(at + mark.len())
                    });
                    let (key, begin) = first.split_at(end.max().unwrap_or(0));
                    (key, Some((begin, rest)))
                }
                _ => ("", None),
            };
            out.push_str(key);
            let written = |pieces: &[Piece]| -> String {
                let texts = pieces.iter().map(|piece| match piece {
                    Piece::Text(text) => text.clone(),
                    Piece::Field(name) => value(name, facts),
                });
                texts.collect()
            };
            match rest {
                Some(("", [Piece::Field("words")])) => out.push_str(&value("words", facts)),
                Some((begin, rest)) => {
                    out.push_str(&quoted(&format!("{begin}{}", written(rest))));
                }
                None if has_fields => out.push_str(&quoted(&written(line))),
                None => out.push_str(&written(line)),
            }
            out.push('\n');
        }
        out
    }
}

/// Returns the value of a field; empty if it is unknown.
fn value(name: &str, facts: &Facts) -> String {
    let known = match name {
        "title" => &facts.title,
        "author" => &facts.byline,
        "published" => &facts.published,
        "updated" => &facts.modified,
        "site" => &facts.site,
        "url" => &facts.url,
        "doi" => &facts.doi,
        "language" => &facts.lang,
        "description" => &facts.excerpt,
        "saved" => &facts.saved,
        "host" => return facts.url.as_deref().map_or(String::new(), host),
        _ if facts.word_count > 0 => return facts.word_count.to_string(),
        _ => &None,
    };
    known.clone().unwrap_or_default()
}

/// Returns the host of a URL without `www.`.
fn host(url: &str) -> String {
    let after = url.split_once("://").map_or("", |(_, after)| after);
    let host = after.split(['/', '?', '#', ':']).next().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host).to_owned()
}

fn pieces(line: &str) -> Result<Vec<Piece>, String> {
    let mut found = Vec::new();
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, braces) = rest.split_at(at);
        text.push_str(before);
        if braces.starts_with("{{") || braces.starts_with("}}") {
            text.push_str(&braces[..1]);
            rest = &braces[2..];
            continue;
        }
        let inner = braces
            .strip_prefix('{')
            .and_then(|open| open.split_once('}'));
        let (name, after) = inner.ok_or_else(|| braces.to_owned())?;
        let field = FIELDS.into_iter().find(|field| *field == name.trim());
        let field = field.ok_or_else(|| format!("{{{name}}}"))?;
        if !text.is_empty() {
            found.push(Piece::Text(std::mem::take(&mut text)));
        }
        found.push(Piece::Field(field));
        rest = after;
    }
    text.push_str(rest);
    if !text.is_empty() {
        found.push(Piece::Text(text));
    }
    Ok(found)
}
