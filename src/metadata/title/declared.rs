//! The titles in the page's head, divided at the separators used by sites, and their similarity to
//! headings.

use crate::compact::lower_case;
use crate::metadata::clean::compact;
use crate::metadata::site_names::SiteNames;
use crate::text::tokens;
use crate::vocabulary::List;

/// Minimum words of a title that may be truncated if a heading begins with it: with fewer, every
/// heading that begins like a short title would be the title.
const CUT_OFF: usize = 4;

/// A title in the page's head.
#[derive(Debug)]
pub(super) struct DeclaredTitle {
    pub(super) full: String,
    /// The title without the site's name.
    pub(super) bare: String,
    pub(super) tokens: Vec<String>,
    pub(super) bare_tokens: Vec<String>,
    /// Indices into `tokens` at which a part of the title begins.
    cuts: Vec<usize>,
    /// True if a colon follows the first part.
    is_titled: bool,
    /// True if it is the text of `<title>`.
    pub(super) is_document: bool,
}

/// Maximum words of a product's name before the title of its page.
const PRODUCT: usize = 2;

impl DeclaredTitle {
    pub(super) fn new(full: String, sites: &SiteNames, is_document: bool) -> Self {
        let bare = without_site(&full, sites, is_document);
        let mut cuts = vec![0];
        let mut count = 0;
        let parts = parts(&full);
        for part in &parts {
            count += tokens(part.text).count();
            cuts.push(count);
        }
        let is_titled = parts.get(1).is_some_and(|part| part.separator == ":");
        Self {
            tokens: lower_tokens(&full),
            bare_tokens: lower_tokens(&bare),
            bare,
            cuts,
            is_titled,
            is_document,
            full,
        }
    }

    /// Returns whether it contains `words` consecutively.
    pub(super) fn says(&self, words: &[String]) -> bool {
        !words.is_empty()
            && self
                .tokens
                .windows(words.len())
                .any(|window| window == words)
    }

    /// Returns whether one of its parts consists of `words`.
    pub(super) fn has_part(&self, words: &[String]) -> bool {
        let mut ends = self.cuts.windows(2);
        ends.any(|cut| self.tokens[cut[0]..cut[1]] == *words)
    }

    /// Returns the beginnings of the title with one, two, … parts: their words, and their text.
    pub(super) fn beginnings(&self) -> impl Iterator<Item = (&[String], &str)> {
        let parts = parts(&self.full);
        let ends = parts.into_iter().map(|part| part.end);
        let cuts = self.cuts.iter().skip(1);
        cuts.zip(ends)
            .map(|(&cut, end)| (&self.tokens[..cut], self.full[..end].trim()))
    }

    /// Removes the site's name at its beginning, if a logo on the page has the same words.
    pub(super) fn cut_logo(&mut self, logo: &[String], sites: &SiteNames) {
        if let [first, second, ..] = parts(&self.full).as_slice()
            && lower_tokens(first.text) == logo
        {
            self.bare = without_site(&self.full[second.start..], sites, false);
            self.bare_tokens = lower_tokens(&self.bare);
        }
    }

    /// Returns the title without its last or its first part, if that part consists of `words`,
    /// which may include the site's name. As the first part they are a product's name of one or two
    /// words, without a colon after them, which a subtitle would follow.
    pub(super) fn beside_part(&self, words: &[String]) -> impl Iterator<Item = &[String]> {
        let (own, all) = (words.len(), &self.tokens);
        let at = all.len().saturating_sub(own);
        let before =
            (at > 0 && all.ends_with(words) && self.cuts.contains(&at)).then(|| &all[..at]);
        let leads = (1..=PRODUCT).contains(&own) && at > 0 && all.starts_with(words);
        let isolated = leads && self.cuts.get(1) == Some(&own) && !self.is_titled;
        let later = self
            .cuts
            .iter()
            .skip(1)
            .filter(move |&&cut| isolated && cut < all.len());
        let after = later.map(|&cut| &all[cut..]);
        before.into_iter().chain(after)
    }
}

pub(super) fn lower_tokens(text: &str) -> Vec<String> {
    tokens(text).map(lower_case::of).collect()
}

/// A part of a title between separators, with the separator before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    pub(super) text: &'a str,
    separator: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Splits a title at the separators used between an article's title and the site's name.
pub(super) fn parts(title: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut start, mut separator) = (0, "");
    let mut push = |start: usize, end: usize, separator| {
        let text = &title[start..end];
        let trimmed = text.trim();
        if !trimmed.is_empty() {
            let lead = text.len() - text.trim_start().len();
            parts.push(Part {
                text: trimmed,
                separator,
                start: start + lead,
                end: start + lead + trimmed.len(),
            });
        }
    };
    let spaced = |at: usize, len: usize| {
        title[..at].ends_with(char::is_whitespace)
            && title[at + len..].starts_with(char::is_whitespace)
    };
    for (at, c) in title.char_indices() {
        let len = c.len_utf8();
        let splits = match c {
            '|' | '｜' | '·' | '•' | '»' | '«' | '›' | '‹' | '→' | '←' | '⋆' | '∙' =>
            {
                // Quotation marks in French and Russian are next to their words.
                !matches!(c, '»' | '«' | '›' | '‹') || spaced(at, len)
            }
            '-' | '–' | '—' | '−' | '―' | '/' | '\\' | '~' | '<' | '>' => spaced(at, len),
            ':' => title[at + len..].starts_with(char::is_whitespace),
            // Chinese sites append their name after an underscore or a dash without spaces.
            '_' => {
                let before = title[..at].chars().next_back();
                let after = title[at + len..].chars().next();
                spaced(at, len)
                    || before.is_some_and(crate::text::is_cjk)
                    || after.is_some_and(crate::text::is_cjk)
            }
            _ => false,
        };
        if splits && at >= start {
            push(start, at, separator);
            start = at + len;
            separator = &title[at..at + len];
        }
    }
    push(start, title.len(), separator);
    parts
}

/// Maximum words of a last part that is taken for a site's name, by the separator before it, and
/// minimum words of the title before it. Titles seldom contain a bar, but often a dash: with longer
/// names or shorter titles, half of a title would be lost; with stricter limits, the site's name
/// would stay.
const AFTER_BAR: usize = 6;
const AFTER_DASH: usize = 4;
const BEFORE_DOT: usize = 2;
const BEFORE_DASH: usize = 3;

/// Returns the title without the site's name at either end. If no part is known to be the site's
/// name, a short last part after a bar or dash is taken for it in the document's title.
fn without_site(full: &str, sites: &SiteNames, is_document: bool) -> String {
    let parts = parts(full);
    let (mut first, mut last) = (0, parts.len());
    while last - first > 1
        && sites.is_site(parts[last - 1].text)
        && parts[last - 1].separator != ":"
    {
        last -= 1;
    }
    let known = last < parts.len();
    if last - first > 1 && !sites.front && sites.is_site(parts[first].text) {
        first += 1;
    }
    let slice = |first: usize, last: usize| {
        let (Some(a), Some(b)) = (parts.get(first), parts.get(last.wrapping_sub(1))) else {
            return full.trim().to_owned();
        };
        full[a.start..b.end].to_owned()
    };
    if !known && first == 0 && is_document && last > 1 {
        let tail = &parts[last - 1];
        let tail_words = tokens(tail.text).count();
        let head = slice(0, last - 1);
        let head_words = tokens(&head).count();
        let cut = match tail.separator {
            "|" | "｜" => tail_words <= AFTER_BAR,
            "»" | "·" | "•" | "_" => tail_words <= AFTER_BAR && head_words >= BEFORE_DOT,
            "-" | "–" | "—" => tail_words <= AFTER_DASH && head_words >= BEFORE_DASH,
            _ => false,
        };
        // Documentation generators write "Page — Project 1.2 documentation".
        let of_documentation = matches!(tail.separator, "-" | "–" | "—" | "|")
            && tokens(tail.text)
                .last()
                .is_some_and(|w| List::Documentation.has(&lower_case::of(w)));
        if cut || of_documentation {
            return head;
        }
    }
    slice(first, last)
}

/// Returns a heading without the site's name at its end, for templates that copy the document's
/// title into the heading.
pub(super) fn without_site_at_end<'a>(text: &'a str, sites: &SiteNames) -> &'a str {
    let parts = parts(text);
    match parts.as_slice() {
        [.., before, last] if last.separator != ":" && sites.is_name(last.text) => {
            &text[..before.end]
        }
        _ => text,
    }
}

/// Minimum number of common first letters of a word and a compound with it: with fewer, unrelated
/// words with the same beginning match; with more, short stems don't.
const STEM: usize = 6;

/// Returns whether a heading and a declared title have a word in common, even within a compound or
/// with another ending.
pub(super) fn shares_word(heading: &[String], head: &DeclaredTitle) -> bool {
    let stem = |word: &String| {
        let end = word.char_indices().nth(STEM).map_or(word.len(), |(i, _)| i);
        word[..end].to_owned()
    };
    heading.iter().any(|a| {
        let long = a.chars().count() >= STEM;
        head.tokens.iter().any(|b| {
            a == b
                || (long
                    && b.chars().count() >= STEM
                    && (b.contains(a) || a.contains(b) || stem(a) == stem(b)))
        })
    })
}

/// Similarity of a heading that is a whole part of a title, and the addition in proportion to its
/// share of the title: such a part is nearly as good as the title.
const PART: f32 = 0.6;
const PART_SHARE: f32 = 0.35;

/// The same for the last of several parts, which is usually the site's name.
const LAST_PART: f32 = 0.5;
const LAST_PART_SHARE: f32 = 0.2;

/// Similarity of a heading and a title that was truncated.
const CUT_OFF_PART: f32 = 0.7;

/// Similarity of a heading that contains a title, or is contained in it, in proportion to their
/// common words; and of one with the title's words in another order.
const CONTAINED: f32 = 0.95;
const SHUFFLED: f32 = 0.9;

/// Returns the similarity of a heading's words and a declared title, 0 to 1.
pub(super) fn similarity(heading: &[String], head: &DeclaredTitle) -> f32 {
    if heading.is_empty() || head.tokens.is_empty() {
        return 0.0;
    }
    if *heading == head.bare_tokens || *heading == head.tokens {
        return 1.0;
    }
    let (n, m) = (heading.len(), head.bare_tokens.len().max(1));
    if n < head.tokens.len() {
        let at = head.tokens.windows(n).position(|w| w == heading);
        if let Some(at) = at {
            let whole = head.cuts.contains(&at) && head.cuts.contains(&(at + n));
            let share = n as f32 / m as f32;
            let last = at > 0 && at + n == head.tokens.len();
            return match (whole, last) {
                (true, false) => PART + PART_SHARE * share.min(1.0),
                (true, true) => LAST_PART + LAST_PART_SHARE * share.min(1.0),
                _ => CONTAINED * share.min(1.0),
            };
        }
    } else if heading.windows(m).any(|w| *w == head.bare_tokens) {
        // The title may have been truncated.
        let cut_off = m >= CUT_OFF && heading.starts_with(&head.bare_tokens);
        return (CONTAINED * m as f32 / n as f32).max(if cut_off { CUT_OFF_PART } else { 0.0 });
    }
    SHUFFLED * shared(heading, &head.bare_tokens)
}

/// Returns the share of common words of two texts in any order, 0 to 1.
pub(super) fn shared(a: &[String], b: &[String]) -> f32 {
    let mut rest: Vec<&String> = b.iter().collect();
    let mut shared = 0usize;
    for token in a {
        if let Some(at) = rest.iter().position(|t| *t == token) {
            rest.swap_remove(at);
            shared += 1;
        }
    }
    2.0 * shared as f32 / (a.len() + b.len()).max(1) as f32
}

/// Returns whether a title is an editor's placeholder.
pub(super) fn is_default(title: &str) -> bool {
    let bare = compact(title);
    List::DefaultTitle.has(bare.trim_end_matches(|c: char| c.is_ascii_digit()))
}
