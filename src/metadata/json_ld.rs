//! The page's JSON-LD about itself (schema.org, "Article" and its neighbors).
//!
//! 1. Every object at the top level is read, through arrays, `@graph`, `mainEntity` and
//!    `mainEntityOfPage`; objects nested elsewhere (lists, related works, comments) are not, except
//!    those referred to by `@id`.
//! 2. The object that describes this page is chosen: by its type, then by a URL equal to the
//!    page's, then by a headline in the page's title. Several articles without a match are a list
//!    of other pages.

use super::clean::clean;
use super::json::{self, Json};
use crate::compact::hash::Hash64;
use crate::compact::interner::Interned;
use crate::compact::lower_case;
use crate::url;

/// Facts about the page's work. Values are clean, dates as they were given.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Work {
    /// True for a written work, not only a `WebPage` around one.
    pub(super) is_article: bool,
    /// `headline`, otherwise `name`.
    pub(super) title: Option<String>,
    /// Names of the authors, in order.
    pub(super) authors: Vec<String>,
    /// `datePublished`, otherwise `uploadDate` or `dateCreated`.
    pub(super) published: Option<String>,
    /// `dateModified`.
    pub(super) modified: Option<String>,
    /// `description`.
    pub(super) description: Option<String>,
    /// URLs of its images.
    pub(super) images: Vec<String>,
    /// `inLanguage`.
    pub(super) lang: Option<String>,
    /// The publisher's name.
    pub(super) publisher: Option<String>,
    /// The name of the `WebSite`.
    pub(super) site: Option<String>,
    /// `articleBody` as given.
    pub(super) body: Option<String>,
    /// `identifier` and `sameAs` as given.
    pub(super) identifiers: Vec<String>,
    /// True if `isAccessibleForFree` is false.
    pub(super) is_paid: bool,
    /// CSS selectors of the parts whose `isAccessibleForFree` is false.
    pub(super) paid_parts: Vec<String>,
    /// The types of all objects that may describe the page.
    pub(super) types: Vec<String>,
}

/// Maximum levels of references and nested values that are followed.
const MAX_HOPS: usize = 6;

/// Maximum objects that are read; a page has a handful, a hostile one millions.
const MAX_OBJECTS: usize = 20_000;

/// Maximum authors and images of one value that are read; longer lists are those of all the site's
/// authors, or hostile.
const MAX_AUTHORS: usize = 40;
const MAX_IMAGES: usize = 20;

/// Maximum identifiers, and parts that aren't free, that are read.
const MAX_IDENTIFIERS: usize = 20;

/// Minimum number of objects of one kind that don't match the page for them to be a list of other
/// pages. If lower, a page whose JSON-LD has another URL would have none.
const LIST: usize = 3;

/// Fit of an object with the page's URL, and of one with its headline. Both together win over
/// either.
const SAME_URL: i32 = 2;
const SAME_HEADLINE: i32 = 2;

/// Fit of an object with another page's URL: its headline can still make up for it.
const OTHER_URL: i32 = -1;

/// Reads the JSON-LD blocks of a page. `urls` are the page's URLs, `title` is the document's.
pub(super) fn work(blocks: &[&str], urls: &[&str], title: Option<&str>) -> Work {
    let values: Vec<Json> = blocks.iter().flat_map(|b| json::read(b)).collect();
    let graph = Graph::new(&values);
    graph.work(urls, title)
}

struct Graph<'a> {
    /// Objects that may describe the page, in order.
    top: Vec<&'a Json>,
    by_id: Interned<&'a Json>,
}

impl<'a> Graph<'a> {
    fn new(values: &'a [Json]) -> Self {
        let mut graph = Self {
            top: Vec::new(),
            by_id: Interned::new(),
        };
        // Pairs of a value and whether it is at the top level. The stack is last in, first out, so
        // values are pushed in reverse to keep document order.
        let mut stack: Vec<(&Json, bool)> = values.iter().rev().map(|v| (v, true)).collect();
        let mut seen = 0;
        while let Some((value, top)) = stack.pop() {
            match value {
                Json::Array(items) => stack.extend(items.iter().rev().map(|i| (i, top))),
                Json::Object(members) => {
                    seen += 1;
                    if seen > MAX_OBJECTS {
                        break;
                    }
                    if top {
                        graph.top.push(value);
                    }
                    if let Some(id) = value.get("@id").and_then(Json::as_text) {
                        let entry = graph.by_id.get_or(Hash64::of(id), || value);
                        if size(value) > size(entry) {
                            *entry = value;
                        }
                    }
                    for (name, member) in members.iter().rev() {
                        let stays =
                            matches!(name.as_str(), "@graph" | "mainEntity" | "mainEntityOfPage");
                        if matches!(member, Json::Array(_) | Json::Object(_)) {
                            stack.push((member, top && stays));
                        }
                    }
                }
                _ => {}
            }
        }
        graph
    }

    fn work(&self, urls: &[&str], title: Option<&str>) -> Work {
        let title = title.map(lower_case::of);
        let rated: Vec<(&Json, Kind, i32)> = self
            .top
            .iter()
            .filter_map(|&o| {
                let kind = Kind::of(o)?;
                Some((o, kind, self.fit(o, urls, title.as_deref())))
            })
            .collect();
        let pick = |kind: Kind| {
            let of_kind = || rated.iter().filter(|(_, k, _)| *k == kind);
            let best = of_kind().map(|&(_, _, fit)| fit).max()?;
            // Several objects without a match are a list of other pages.
            if of_kind().count() >= LIST && best <= 0 {
                return None;
            }
            of_kind()
                .find(|&&(_, _, fit)| fit == best)
                .map(|&(o, _, _)| o)
        };
        let mut work = Work::default();
        // A page that lists other works isn't one of them.
        for kind in [Kind::Article, Kind::Work, Kind::Page] {
            let Some(object) = pick(kind) else { continue };
            let found = self.read(object);
            let first = work == Work::default();
            work.is_article |= kind == Kind::Article;
            if first || kind == Kind::Page {
                work.fill(found);
            }
        }
        work.site = self
            .top
            .iter()
            .find(|o| types(o).any(|t| t == "WebSite"))
            .and_then(|o| name(o));
        work.types = self
            .top
            .iter()
            .flat_map(|o| types(o))
            .map(str::to_owned)
            .collect();
        work
    }

    /// Returns how well an object fits the page: positive if its URL or headline is the page's,
    /// negative if its URL is another page's.
    fn fit(&self, object: &Json, urls: &[&str], title: Option<&str>) -> i32 {
        let mut fit = 0;
        let mut other = false;
        for key in ["url", "mainEntityOfPage", "@id"] {
            let Some(value) = object.get(key) else {
                continue;
            };
            let url = value
                .as_text()
                .or_else(|| value.get("@id").and_then(Json::as_text))
                .or_else(|| value.get("url").and_then(Json::as_text));
            let Some(url) = url else { continue };
            if urls.iter().any(|u| url::same_page(u, url)) {
                fit = SAME_URL;
            } else if url::is_web(url) && key == "url" {
                other = true;
            }
        }
        if fit == 0 && other {
            fit = OTHER_URL;
        }
        let headline = text(object, &["headline", "name"]).map(|h| lower_case::of(&h));
        if let (Some(headline), Some(title)) = (headline, title)
            && (title.contains(&headline) || headline.contains(title))
        {
            fit += SAME_HEADLINE;
        }
        fit
    }

    fn read(&self, object: &Json) -> Work {
        let mut work = Work {
            title: text(object, &["headline", "name", "title"]),
            published: text(object, &["datePublished", "uploadDate", "dateCreated"]),
            modified: text(object, &["dateModified"]),
            description: text(object, &["description"]),
            body: ["articleBody", "text"]
                .into_iter()
                .find_map(|key| object.get(key)?.as_text())
                .map(str::to_owned),
            lang: object
                .get("inLanguage")
                .and_then(|l| l.items().first())
                .and_then(|l| l.as_text().map(str::to_owned).or_else(|| name(l))),
            publisher: object
                .get("publisher")
                .and_then(|p| self.resolve(p.items().first()?))
                .and_then(name),
            ..Work::default()
        };
        for key in ["author", "creator"] {
            if work.authors.is_empty()
                && let Some(value) = object.get(key)
            {
                self.authors(value, MAX_HOPS, &mut work.authors);
            }
        }
        for key in ["identifier", "sameAs"] {
            let items = object.get(key).map_or(&[][..], Json::items).iter();
            let identifiers = items.take(MAX_IDENTIFIERS).filter_map(|item| {
                item.as_text()
                    .or_else(|| item.get("value").and_then(Json::as_text))
                    .or_else(|| item.get("@id").and_then(Json::as_text))
            });
            work.identifiers.extend(identifiers.map(str::to_owned));
        }
        work.is_paid = is_paid(object);
        if work.is_paid {
            let parts = object.get("hasPart").map_or(&[][..], Json::items).iter();
            let paid = parts.take(MAX_IDENTIFIERS).filter(|part| is_paid(part));
            let selectors = paid.filter_map(|part| part.get("cssSelector")?.as_text());
            work.paid_parts = selectors
                .flat_map(|list| list.split(','))
                .map(|selector| selector.trim().to_owned())
                .collect();
        }
        for key in ["image", "thumbnailUrl"] {
            if let Some(value) = object.get(key) {
                self.images(value, MAX_HOPS, &mut work.images);
            }
        }
        work
    }

    /// Returns the object that an `{"@id": …}` refers to, or the value itself.
    fn resolve<'v>(&'v self, value: &'v Json) -> Option<&'v Json> {
        let id = value.get("@id").and_then(Json::as_text);
        match id.and_then(|id| self.by_id.get(Hash64::of(id))) {
            Some(&known) if size(known) >= size(value) => Some(known),
            _ => Some(value),
        }
    }

    fn authors(&self, value: &Json, hops: usize, out: &mut Vec<String>) {
        for item in value.items().iter().take(MAX_AUTHORS) {
            match item {
                // Some templates write the object as a string.
                Json::String(s) if hops > 0 && s.trim_start().starts_with(['{', '[']) => {
                    for value in json::read(s) {
                        self.authors(&value, hops - 1, out);
                    }
                }
                Json::String(s) => out.extend(clean(s)),
                Json::Object(_) => {
                    let Some(item) = self.resolve(item) else {
                        continue;
                    };
                    match item.get("name") {
                        // Several people with their names in one object.
                        Some(Json::Array(names)) => {
                            for n in names.iter().take(MAX_AUTHORS) {
                                out.extend(n.as_text().and_then(clean));
                            }
                        }
                        Some(Json::Object(_)) if hops > 0 => {
                            if let Some(inner) = item.get("name") {
                                self.authors(inner, hops - 1, out);
                            }
                        }
                        _ => out.extend(name(item)),
                    }
                }
                Json::Array(_) if hops > 0 => self.authors(item, hops - 1, out),
                _ => {}
            }
        }
    }

    fn images(&self, value: &Json, hops: usize, out: &mut Vec<String>) {
        for item in value.items().iter().take(MAX_IMAGES) {
            match item {
                Json::String(s) => out.push(s.trim().to_owned()),
                Json::Object(_) => {
                    let Some(item) = self.resolve(item) else {
                        continue;
                    };
                    for key in ["url", "contentUrl", "@id"] {
                        if let Some(inner) = item.get(key) {
                            match inner {
                                Json::String(s) => out.push(s.trim().to_owned()),
                                _ if hops > 0 => self.images(inner, hops - 1, out),
                                _ => {}
                            }
                            break;
                        }
                    }
                }
                Json::Array(_) if hops > 0 => self.images(item, hops - 1, out),
                _ => {}
            }
        }
    }
}

impl Work {
    /// Fills missing values from `other`.
    fn fill(&mut self, other: Work) {
        let take = |mine: &mut Option<String>, theirs: Option<String>| {
            if mine.is_none() {
                *mine = theirs;
            }
        };
        take(&mut self.title, other.title);
        take(&mut self.published, other.published);
        take(&mut self.modified, other.modified);
        take(&mut self.description, other.description);
        take(&mut self.body, other.body);
        take(&mut self.lang, other.lang);
        take(&mut self.publisher, other.publisher);
        if !self.is_paid {
            self.is_paid = other.is_paid;
            self.paid_parts = other.paid_parts;
        }
        self.identifiers.extend(other.identifiers);
        if self.authors.is_empty() {
            self.authors = other.authors;
        }
        if self.images.is_empty() {
            self.images = other.images;
        }
    }
}

/// Returns whether an object is declared as not free, as a boolean or a string: `False`,
/// `https://schema.org/False`.
fn is_paid(object: &Json) -> bool {
    match object.get("isAccessibleForFree") {
        Some(Json::Bool(is_free)) => !is_free,
        Some(Json::String(text)) => text
            .rsplit('/')
            .next()
            .is_some_and(|word| word.trim().eq_ignore_ascii_case("false")),
        _ => false,
    }
}

/// The kind of object, as far as relevant here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A text to be read.
    Article,
    /// Another work that a page may be about.
    Work,
    /// The page itself.
    Page,
}

impl Kind {
    fn of(object: &Json) -> Option<Self> {
        let mut kind = None;
        for t in types(object) {
            if t.ends_with("Article")
                || t.ends_with("Posting")
                || matches!(
                    t,
                    "Report"
                        | "Recipe"
                        | "HowTo"
                        | "Review"
                        | "CriticReview"
                        | "ClaimReview"
                        | "Chapter"
                )
            {
                return Some(Self::Article);
            }
            let found = match t {
                "CreativeWork"
                | "Question"
                | "VideoObject"
                | "Product"
                | "Book"
                | "Course"
                | "Movie"
                | "PodcastEpisode"
                | "Event"
                | "Dataset"
                | "SoftwareApplication"
                | "JobPosting"
                | "Quotation"
                | "TVEpisode"
                | "RadioEpisode"
                | "ImageObject"
                | "LearningResource"
                | "Guide"
                | "Thesis"
                | "Conversation"
                | "MusicRecording" => Self::Work,
                t if t.ends_with("Page") => Self::Page,
                _ => continue,
            };
            // Images are separate objects in a graph.
            if t != "ImageObject" && kind != Some(Self::Work) {
                kind = Some(found);
            }
        }
        kind
    }
}

fn types(object: &Json) -> impl Iterator<Item = &str> {
    object
        .get("@type")
        .map_or(&[][..], Json::items)
        .iter()
        .filter_map(Json::as_text)
        .map(|t| t.rsplit(['/', '#', ':']).next().unwrap_or(t))
}

fn size(object: &Json) -> usize {
    match object {
        Json::Object(members) => members.len(),
        _ => 0,
    }
}

/// Returns the first of `names` with text, cleaned.
fn text(object: &Json, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| {
        let value = object.get(name)?.items().first()?;
        clean(value.as_text().or_else(|| value.get("@value")?.as_text())?)
    })
}

/// Returns the name of a person or an organization.
fn name(object: &Json) -> Option<String> {
    text(object, &["name"])
        .or_else(|| {
            let given = text(object, &["givenName"])?;
            let family = text(object, &["familyName"])?;
            Some(format!("{given} {family}"))
        })
        .or_else(|| text(object, &["alternateName"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://example.org/a";

    fn of(block: &str) -> Work {
        work(&[block], &[URL], Some("Ferry returns | Example"))
    }

    #[test]
    fn authors_are_read_in_every_form() {
        for author in [
            r#""Ada Park""#,
            r#"["Ada Park"]"#,
            r#"{"@type":"Person","name":"Ada Park"}"#,
            r#"[{"@type":"Person","name":["Ada Park"]}]"#,
            r#"{"givenName":"Ada","familyName":"Park"}"#,
            r##"{"@id":"#ada"}"##,
        ] {
            let found = of(&format!(
                r##"{{"@graph":[{{"@type":"NewsArticle","author":{author}}},
                    {{"@id":"#ada","@type":"Person","name":"Ada Park"}}]}}"##
            ));
            assert_eq!(found.authors, ["Ada Park"], "{author}");
        }
    }

    #[test]
    fn object_with_the_page_url_is_chosen() {
        let found = of(r#"[
            {"@type":"NewsArticle","url":"https://example.org/b","headline":"Other"},
            {"@type":"NewsArticle","url":"https://example.org/a","headline":"Ferry returns",
             "datePublished":"2024-05-03","relatedLink":[{"@type":"Article","headline":"Third"}]},
            {"@type":"NewsArticle","url":"https://example.org/c","headline":"Fourth"}]"#);
        assert_eq!(found.title.as_deref(), Some("Ferry returns"));
        assert_eq!(found.published.as_deref(), Some("2024-05-03"));
        assert!(found.is_article);
    }

    #[test]
    fn lists_of_other_pages_are_ignored() {
        let found = of(
            r#"[{"@type":"Article","url":"https://example.org/b","headline":"B"},
            {"@type":"Article","url":"https://example.org/c","headline":"C"},
            {"@type":"Article","url":"https://example.org/d","headline":"D"}]"#,
        );
        assert_eq!(found.title, None);
        let nested = of(r#"{"@type":"ItemList","itemListElement":[
            {"@type":"Article","headline":"B"}]}"#);
        let types = vec!["ItemList".to_owned()];
        let nothing = Work {
            types,
            ..Work::default()
        };
        assert_eq!(nested, nothing);
    }

    #[test]
    fn article_body_is_read_if_declared() {
        let found = of(r#"{"@type":"NewsArticle","headline":"Ferry","articleBody":"It sails."}"#);
        assert_eq!(found.body.as_deref(), Some("It sails."));
        assert_eq!(found.types, ["NewsArticle"]);
    }

    #[test]
    fn types_may_be_lists_or_urls_and_webpage_fills_gaps() {
        let found = of(r#"{"@context":"https://schema.org","@graph":[
            {"@type":["Article","BlogPosting"],"headline":"Ferry &amp;amp; bridge",
             "image":{"@id":"https://example.org/#img"},"publisher":{"@id":"https://example.org/#org"}},
            {"@type":"http://schema.org/WebPage","datePublished":"2024-05-03","inLanguage":"en-GB"},
            {"@type":"WebSite","name":"Example"},
            {"@id":"https://example.org/#img","@type":"ImageObject","url":"https://example.org/i.jpg"},
            {"@id":"https://example.org/#org","@type":"Organization","name":"Example Org"}]}"#);
        assert_eq!(found.title.as_deref(), Some("Ferry & bridge"));
        assert_eq!(found.published.as_deref(), Some("2024-05-03"));
        assert_eq!(found.images, ["https://example.org/i.jpg"]);
        assert_eq!(found.lang.as_deref(), Some("en-GB"));
        assert_eq!(found.publisher.as_deref(), Some("Example Org"));
        assert_eq!(found.site.as_deref(), Some("Example"));
    }

    #[test]
    fn circular_references_terminate() {
        let found = of(r##"{"@type":"Article","@id":"#a","author":{"@id":"#b"},
            "image":{"@id":"#c","url":{"@id":"#c"}},
            "x":[{"@id":"#b","name":{"@id":"#b","x":1}}]}"##);
        assert!(found.authors.is_empty());
    }
}
