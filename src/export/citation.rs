//! Citations of an article for bibliographies.

use super::Facts;

/// A citation of an article in three formats; each ends with a line break.
///
/// ```
/// use pith::export::Facts;
///
/// let facts = Facts {
///     title: Some("The ferry".to_owned()),
///     byline: Some("Ines Calloway".to_owned()),
///     published: Some("2026-03-14".to_owned()),
///     ..Facts::default()
/// };
/// let citation = facts.citation();
/// assert!(citation.bibtex.starts_with("@misc{calloway2026ferry,\n"));
/// assert!(citation.ris.contains("TI  - The ferry\n"));
/// assert_eq!(citation.text, "Ines Calloway. “The ferry.” 2026-03-14.\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// A BibTeX entry of the type `@misc`.
    pub bibtex: String,
    /// An RIS record (Research Information Systems) of the type `ELEC`.
    pub ris: String,
    /// A single line of text.
    pub text: String,
}

impl Citation {
    pub(super) fn new(facts: &Facts) -> Self {
        let known = Known::new(facts);
        Self {
            bibtex: known.bibtex(),
            ris: known.ris(),
            text: known.text(),
        }
    }
}

/// Fields of a citation, each on one line.
struct Known {
    authors: Vec<String>,
    title: String,
    site: String,
    /// Year, month and day, as far as known.
    date: Vec<String>,
    url: String,
    doi: String,
    /// The access date.
    read: String,
    lang: String,
}

impl Known {
    fn new(facts: &Facts) -> Self {
        let line = |text: &Option<String>| {
            let words = text.as_deref().unwrap_or_default().split_whitespace();
            words.collect::<Vec<_>>().join(" ")
        };
        let byline = line(&facts.byline);
        let names = byline.split(", ").map(str::trim).filter(|n| !n.is_empty());
        let day = |date: &str| date.chars().take_while(|&c| c != 'T').collect::<String>();
        let date = day(&line(&facts.published));
        Self {
            authors: names.map(str::to_owned).collect(),
            title: line(&facts.title),
            site: line(&facts.site),
            date: date
                .split('-')
                .filter(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
                .map(str::to_owned)
                .collect(),
            url: line(&facts.url),
            doi: line(&facts.doi),
            read: day(&line(&facts.saved)),
            lang: line(&facts.lang),
        }
    }

    fn year(&self) -> &str {
        self.date.first().map_or("", String::as_str)
    }

    fn bibtex(&self) -> String {
        let authors: Vec<String> = self.authors.iter().map(|name| braced(name)).collect();
        let read = if self.read.is_empty() {
            String::new()
        } else {
            format!("Accessed {}", self.read)
        };
        // A word in braces keeps its capitals.
        let title = if self.title.is_empty() {
            String::new()
        } else {
            format!("{{{}}}", escaped(&self.title))
        };
        let fields = [
            ("author", authors.join(" and ")),
            ("title", title),
            ("year", self.year().to_owned()),
            ("month", self.date.get(1).cloned().unwrap_or_default()),
            ("howpublished", escaped(&self.site)),
            // BibTeX programs read it verbatim.
            ("url", self.url.replace(['{', '}'], "")),
            ("doi", self.doi.replace(['{', '}'], "")),
            ("note", read),
        ];
        let mut out = format!("@misc{{{},\n", self.key());
        for (name, value) in fields {
            if !value.is_empty() {
                out.push_str(&format!("  {name} = {{{value}}},\n"));
            }
        }
        out.push_str("}\n");
        out
    }

    /// Returns the citation key: the last word of the first author, the year, and the first long
    /// word of the title.
    fn key(&self) -> String {
        let plain = |word: &str| -> String {
            let letters = word.chars().filter(char::is_ascii_alphanumeric);
            letters.map(|c| c.to_ascii_lowercase()).collect()
        };
        let author = self
            .authors
            .first()
            .and_then(|name| name.split(' ').next_back());
        let words = self.title.split(' ').map(plain);
        let word = words.clone().find(|word| word.len() > 3);
        let key = format!(
            "{}{}{}",
            author.map(plain).unwrap_or_default(),
            plain(self.year()),
            word.unwrap_or_default()
        );
        if key.is_empty() {
            "page".to_owned()
        } else {
            key
        }
    }

    fn ris(&self) -> String {
        let mut lines = vec![("TY", "ELEC".to_owned())];
        lines.extend(self.authors.iter().map(|name| ("AU", name.clone())));
        lines.extend([
            ("TI", self.title.clone()),
            ("T2", self.site.clone()),
            ("PY", self.year().to_owned()),
            ("DA", self.date.join("/")),
            ("LA", self.lang.clone()),
            ("UR", self.url.clone()),
            ("DO", self.doi.clone()),
            ("Y2", self.read.replace('-', "/")),
        ]);
        let mut out = String::new();
        for (tag, value) in lines.iter().filter(|(_, value)| !value.is_empty()) {
            out.push_str(&format!("{tag}  - {value}\n"));
        }
        out.push_str("ER  - \n");
        out
    }

    fn text(&self) -> String {
        let mut out = String::new();
        let mut add = |text: &str, end: &str| {
            if !text.is_empty() {
                let gap = if out.is_empty() { "" } else { " " };
                let end = if text.ends_with(['.', '?', '!']) {
                    ""
                } else {
                    end
                };
                out.push_str(&format!("{gap}{text}{end}"));
            }
        };
        add(&self.authors.join(", "), ".");
        if !self.title.is_empty() {
            let stop = if self.title.ends_with(['.', '?', '!']) {
                ""
            } else {
                "."
            };
            add(&format!("“{}{stop}”", self.title), "");
        }
        let date = self.date.join("-");
        let source = [self.site.as_str(), &date].map(str::trim);
        let source: Vec<&str> = source.into_iter().filter(|s| !s.is_empty()).collect();
        add(&source.join(", "), ".");
        // A DOI is more durable than a URL.
        if self.doi.is_empty() {
            add(&self.url, "");
        } else {
            add(&format!("https://doi.org/{}", self.doi), "");
        }
        if !self.read.is_empty() {
            add(&format!("({}).", self.read), "");
        }
        out.push('\n');
        out
    }
}

/// Returns a name for BibTeX, in which the word `and` would be a separator.
fn braced(name: &str) -> String {
    let escaped = escaped(name);
    if escaped
        .split(' ')
        .any(|word| word.eq_ignore_ascii_case("and"))
        || escaped.contains(',')
    {
        format!("{{{escaped}}}")
    } else {
        escaped
    }
}

/// Returns a text with escaped TeX special characters.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

impl Facts {
    /// Returns a citation of the article in three formats ([`Citation`]). The day of
    /// [`Facts::saved`] is the access date.
    ///
    /// ```
    /// use pith::export::Facts;
    ///
    /// assert_eq!(Facts::default().citation().bibtex, "@misc{page,\n}\n");
    /// ```
    pub fn citation(&self) -> Citation {
        Citation::new(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        let text = |text: &str| Some(text.to_owned());
        Facts {
            title: text("Is 50% of\n a {ferry} enough?"),
            byline: text("Ines Calloway, Sand and Sea Ltd"),
            published: text("2026-03-14T09:26:53+01:00"),
            site: text("The Coastal Ledger"),
            lang: text("en"),
            url: text("https://example.org/a_b?c=%7B"),
            saved: text("2026-11-26T10:00:00Z"),
            ..Facts::default()
        }
    }

    #[test]
    fn bibtex_entries_escape_special_tex_characters() {
        assert_eq!(
            facts().citation().bibtex,
            "@misc{calloway2026ferry,\n  author = {Ines Calloway and {Sand and Sea Ltd}},\n  \
             title = {{Is 50\\% of a \\{ferry\\} enough?}},\n  year = {2026},\n  month = {03},\n  \
             howpublished = {The Coastal Ledger},\n  url = {https://example.org/a_b?c=%7B},\n  \
             note = {Accessed 2026-11-26},\n}\n"
        );
    }

    #[test]
    fn ris_records_have_a_line_per_fact() {
        assert_eq!(
            facts().citation().ris,
            "TY  - ELEC\nAU  - Ines Calloway\nAU  - Sand and Sea Ltd\n\
             TI  - Is 50% of a {ferry} enough?\nT2  - The Coastal Ledger\nPY  - 2026\n\
             DA  - 2026/03/14\nLA  - en\nUR  - https://example.org/a_b?c=%7B\n\
             Y2  - 2026/11/26\nER  - \n"
        );
    }

    #[test]
    fn text_citations_have_no_doubled_punctuation() {
        assert_eq!(
            facts().citation().text,
            "Ines Calloway, Sand and Sea Ltd. “Is 50% of a {ferry} enough?” \
             The Coastal Ledger, 2026-03-14. https://example.org/a_b?c=%7B (2026-11-26).\n"
        );
    }

    #[test]
    fn the_doi_is_in_all_three_formats() {
        let facts = Facts {
            doi: Some("10.1000/xyz_123".to_owned()),
            ..facts()
        };
        let Citation { bibtex, ris, text } = facts.citation();
        assert!(bibtex.contains("  doi = {10.1000/xyz_123},\n"));
        assert!(ris.contains("DO  - 10.1000/xyz_123\n"));
        assert!(text.contains(" https://doi.org/10.1000/xyz_123 ("));
    }

    #[test]
    fn unknown_facts_are_omitted() {
        let citation = Facts::default().citation();
        assert_eq!(citation.bibtex, "@misc{page,\n}\n");
        assert_eq!(citation.ris, "TY  - ELEC\nER  - \n");
        assert_eq!(citation.text, "\n");
    }
}
