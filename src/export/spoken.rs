//! An article's elements for reading aloud.

use crate::article::{Article, SpokenElement, SpokenKind};
use crate::metadata::language_of_part;

/// Returns the roles of an article's elements for reading aloud, each with its language. `lang` is
/// the article's language as a BCP 47 tag, if known. Only formulas have a text; for other elements
/// the visible text is read.
pub fn spoken(article: &Article, lang: Option<&str>) -> Vec<SpokenElement> {
    let parts = article.spoken().into_iter();
    let parts = parts.map(|part| {
        let is_own = part.lang.is_some();
        let declared = part.lang.as_deref().or(lang);
        let is_formula = part.kind == SpokenKind::Formula;
        SpokenElement {
            lang: if is_formula {
                declared.map(str::to_owned)
            } else {
                language_of_part(declared, is_own, &part.text)
            },
            text: if is_formula { part.text } else { String::new() },
            ..part
        }
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::spoken;
    use crate::article::Article;

    #[test]
    fn quotes_have_their_declared_or_detected_language() {
        let html = "<p>The keeper said that it was not for the boats and that was all.</p>\n\
            <blockquote><p>Die Fähre fährt nicht mit der Flut, und das ist der Grund, von dem die Leute wissen.</p>\n\
            </blockquote>\n<p lang=\"fr\">Le phare.</p>\n\
            <p>For <math><mi>n</mi></math></p>\n";
        let article = Article::from_html(html, false).unwrap_or_else(|| panic!("{html}"));
        let parts = spoken(&article, Some("en-GB"));
        let langs: Vec<_> = parts.iter().map(|part| part.lang.as_deref()).collect();
        let expected = ["en-GB", "en-GB", "de", "fr", "en-GB", "en-GB"].map(Some);
        assert_eq!(langs, expected);
        let texts: String = parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(texts, "n", "only the formula has text");
    }
}
