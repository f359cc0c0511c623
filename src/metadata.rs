//! Facts that the page states of itself: title, author, dates, site, language, picture, address.
//!
//! Pages state each of these several times, and not always truly: for search engines, for
//! sharing, in a template nobody looks at. So every value is gathered from all its sources and
//! checked against what a reader sees; the modules below say how, one per value. Nothing in
//! them knows any site.
//!
//! Cost: O(nodes + text).

mod byline;
mod clean;
mod date;
mod json;
mod json_ld;
mod language;
mod line;
mod meta_tags;
mod month;
mod name;
mod path_date;
mod published;
mod regions;
mod site;
mod title;
mod weekday;
mod word_list;

use crate::compact::lower_case;
use crate::page::{NodeId, Page};
use crate::text::collapse;
use crate::url;
pub(crate) use crate::url::{leads_away, leads_inside, leads_on};
pub(crate) use clean::compact;
use date::Order;
use json_ld::Work;
use line::VisibleLine;
use meta_tags::MetaTags;
use regions::Regions;
use site::SiteNames;

/// Facts about a page's article besides its text. Everything unknown is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// The title as the reader sees it, without the site's name.
    pub title: Option<String>,
    /// The authors' names, joined by `, `.
    pub byline: Option<String>,
    /// Date of publication, ISO 8601: `2024-05-03`, with time (`T10:00:00`) and offset (`+02:00`,
    /// `Z`) where they are known. The day is the one that was written.
    pub published: Option<String>,
    /// Date of the last change, in the same form.
    pub modified: Option<String>,
    /// The site's name; its host where it has none.
    pub site: Option<String>,
    /// The language as a BCP 47 tag: `de`, `en-GB`, `zh-Hans`.
    pub lang: Option<String>,
    /// The page's own summary.
    pub excerpt: Option<String>,
    /// The lead picture's URL, http or https.
    pub image: Option<String>,
    /// The URL under which the page wants to be known; of the same site as the page's own.
    pub canonical: Option<String>,
    /// True where the text runs from right to left.
    pub rtl: bool,
    /// The heading in the body that states the title.
    pub title_node: Option<NodeId>,
    /// Blocks near the title that state nothing but author, date or reading time, in order.
    pub byline_nodes: Vec<NodeId>,
    /// Kinds of page that it calls itself.
    pub about: About,
    /// The article's text as the page's own data has it (`articleBody`), without marks.
    pub stated_text: Option<String>,
}

/// Kinds of page that it calls itself, by its JSON-LD and `og:type`; several may hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// An article, a posting, a recipe.
    pub article: bool,
    /// Something to buy or use.
    pub product: bool,
    /// A discussion, or a question with answers.
    pub discussion: bool,
    /// A list of other pages.
    pub list: bool,
    /// The site itself.
    pub site: bool,
}

impl About {
    fn new(types: &[String], og_type: Option<&str>) -> Self {
        let mut about = Self::default();
        for name in types {
            match name.as_str() {
                "DiscussionForumPosting" | "QAPage" | "Question" => about.discussion = true,
                "Product" | "ProductGroup" | "Offer" | "SoftwareApplication" | "Service" => {
                    about.product = true;
                }
                "CollectionPage" | "ItemList" | "SearchResultsPage" | "Blog" => about.list = true,
                "Report" | "Recipe" | "HowTo" | "Review" => about.article = true,
                name if name.ends_with("Article") || name.ends_with("Posting") => {
                    about.article = true;
                }
                _ => {}
            }
        }
        match og_type.map(str::to_ascii_lowercase).as_deref() {
            Some("article" | "blog" | "news") => about.article = true,
            Some("website") => about.site = true,
            Some(kind) if kind.contains("product") => about.product = true,
            _ => {}
        }
        about
    }
}

impl Metadata {
    /// Returns the date to show where there is room for one: published, else changed.
    pub fn date(&self) -> Option<&str> {
        self.published.as_deref().or(self.modified.as_deref())
    }
}

/// Bytes of a line that are read; what states an author or a date is short.
const LINE_BYTES: usize = 600;

/// Gathers the metadata of a page.
pub fn metadata(page: &Page) -> Metadata {
    let tags = MetaTags::read(page);
    let mut regions = Regions::read(page, None);
    let lines = line::lines(page, LINE_BYTES);
    let canonical = canonical(page, &tags);
    let urls: Vec<&str> = canonical
        .as_deref()
        .into_iter()
        .chain(std::iter::once(page.url()))
        .collect();
    let work = json_ld::work(&tags.json_ld, &urls, tags.title.as_deref());
    let named_site = named_site(&tags, &work);
    let site_names: Vec<String> = tags
        .any(&[
            "og:site_name",
            "application-name",
            "apple-mobile-web-app-title",
        ])
        .filter_map(clean::clean)
        .chain(work.site.clone())
        .chain(work.publisher.clone())
        .collect();
    let site_url = if page.url().is_empty() {
        canonical.as_deref().unwrap_or_default()
    } else {
        page.url()
    };
    let sites = SiteNames::new(site_names.iter().map(String::as_str), site_url);
    let mut title = title::title(
        page,
        &regions,
        &stated_titles(&tags, &work),
        tags.title.as_deref(),
        &sites,
    );
    if title.node.is_none() {
        title.node = title
            .text
            .as_deref()
            .and_then(|t| title::stating_block(page, t));
    }
    if title.text.is_none() {
        title = title::announced(page, &regions, &lines);
    }
    if title.text.is_none() {
        title.text = title::of_plain_text(page);
    }
    if title.node.is_some_and(|t| regions.is_chrome(t)) {
        regions = Regions::read(page, title.node);
    }
    let lang = language::language(page, &tags, &work);
    let order = Order::of_page(lang.as_deref(), url::host(site_url).unwrap_or_default());
    let authors = byline::byline(
        page,
        &regions,
        &tags,
        &work.authors,
        &sites,
        &lines,
        title.node,
    );
    let dates = published::dates(page, &regions, &tags, &work, &lines, title.node, order);
    let byline_nodes = byline_nodes(page, &lines, title.node, &authors.names, order);
    Metadata {
        rtl: is_rtl(page, lang.as_deref()),
        excerpt: excerpt(&tags, &work, title.text.as_deref()),
        image: image(&tags, &work),
        site: named_site.or_else(|| url::host(site_url).map(str::to_owned)),
        byline: (!authors.names.is_empty()).then(|| authors.names.join(", ")),
        published: dates.published.map(|d| d.to_string()),
        modified: dates.modified.map(|d| d.to_string()),
        title: title.text,
        title_node: title.node,
        lang,
        canonical,
        byline_nodes,
        about: About::new(&work.types, tags.first(&["og:type"]).as_deref()),
        stated_text: work.body,
    }
}

/// Titles stated in the head, in order of trust.
fn stated_titles(tags: &MetaTags<'_>, work: &Work) -> Vec<String> {
    let article = work.title.clone().filter(|_| work.is_article);
    let names = [
        "og:title",
        "citation_title",
        "parsely-title",
        "sailthru.title",
        "twitter:title",
        "dc.title",
        "dcterms.title",
        "itemprop:headline",
        "headline",
        "title",
    ];
    article
        .into_iter()
        .chain(names.iter().filter_map(|name| tags.first(&[*name])))
        .collect()
}

fn named_site(tags: &MetaTags<'_>, work: &Work) -> Option<String> {
    tags.first(&["og:site_name"])
        .or_else(|| work.site.clone())
        .or_else(|| tags.first(&["application-name"]))
        .or_else(|| work.publisher.clone())
        .or_else(|| tags.first(&["dc.publisher", "citation_journal_title"]))
        .filter(|name| name.chars().count() <= 100 && !name.contains("://"))
}

fn canonical(page: &Page, tags: &MetaTags<'_>) -> Option<String> {
    tags.any(&["link:canonical", "og:url", "twitter:url"])
        .map(str::trim)
        .find(|u| {
            let Some(host) = url::host(u) else {
                return false;
            };
            match url::host(page.url()) {
                // Templates that name the front page for every page are wrong.
                Some(own) => {
                    url::same_site(own, host)
                        && (url::path(u) != "/" || url::path(page.url()) == "/")
                }
                None => true,
            }
        })
        .map(|u| u.split('#').next().unwrap_or(u).to_owned())
}

fn excerpt(tags: &MetaTags<'_>, work: &Work, title: Option<&str>) -> Option<String> {
    let stated = tags.any(&[
        "og:description",
        "description",
        "twitter:description",
        "dc.description",
        "dcterms.abstract",
        "sailthru.description",
        "itemprop:description",
    ]);
    let all: Vec<String> = stated
        .filter_map(clean::clean)
        .chain(work.description.clone())
        .collect();
    let says_something = |text: &&String| {
        text.chars().count() >= 25
            && !text.contains("://")
            && title.is_none_or(|t| compact(t) != compact(text))
    };
    all.iter().find(says_something).cloned()
}

fn image(tags: &MetaTags<'_>, work: &Work) -> Option<String> {
    tags.any(&[
        "og:image:secure_url",
        "og:image",
        "og:image:url",
        "twitter:image",
        "twitter:image:src",
    ])
    .chain(work.images.iter().map(String::as_str))
    .chain(tags.any(&[
        "itemprop:image",
        "parsely-image-url",
        "sailthru.image.full",
        "link:image_src",
    ]))
    .find(|u| url::is_web(u) && !u.contains(char::is_whitespace))
    .map(str::to_owned)
}

/// Returns which way the article's text runs: as most of what is on the page is laid out, else as
/// its language is written.
fn is_rtl(page: &Page, lang: Option<&str>) -> bool {
    page.style(page.body()).rtl || page.style(page.root()).rtl || lang.is_some_and(language::is_rtl)
}

/// Characters from which a line below the title is a paragraph of the text, or its standfirst.
const PARAGRAPH: usize = 120;

/// Letters of a line that may be neither name, date nor a word of bylines.
const SPARE_LETTERS: usize = 12;

/// Words that stand in bylines besides names and dates, and besides those that announce either.
const BYLINE_WORDS: &[&str] = &[
    "on", "at", "in", "and", "last", "date", "min", "mins", "minute", "minutes", "read", "reading",
    "time", "am", "pm", "et", "est", "edt", "pst", "pdt", "gmt", "utc", "bst", "cet", "und", "uhr",
    "stand", "lesezeit", "minuten", "le", "mis", "à", "jour", "el", "il", "op", "den", "时", "间",
];

/// What announces how long reading takes.
const READING_TIME: &[&str] = &[
    "min read",
    "minute read",
    "minutes read",
    "lesezeit",
    "reading time",
    "min lesen",
    "minutes de lecture",
    "阅读时间",
];

fn is_byline_word(word: &str) -> bool {
    word_list::has(BYLINE_WORDS, word)
        || weekday::is_name(word)
        || name::announces(word)
        || published::announces(word)
}

fn byline_nodes(
    page: &Page,
    lines: &[VisibleLine],
    title: Option<NodeId>,
    authors: &[String],
    order: Order,
) -> Vec<NodeId> {
    let Some(title_node) = title else {
        return Vec::new();
    };
    let mut nodes: Vec<NodeId> = Vec::new();
    let mut paragraphs = 0;
    for line in line::near(lines, title, 4, 12) {
        if page.contains(title_node, line.first) {
            continue;
        }
        let length = line.text.chars().count();
        if line.first > title_node {
            paragraphs += u32::from(length >= PARAGRAPH);
            // A date further on is the text's own: the byline stands above it, or below a standfirst.
            let below = paragraphs > 1 || (paragraphs == 1 && !nodes.is_empty());
            if below || page.tag(line.block).heading_level().is_some() {
                break;
            }
        }
        if length > 200 {
            continue;
        }
        if !states_only_byline(&line.text, authors, order) {
            continue;
        }
        // The block, where the line is all of it; else the text's own element.
        let whole = collapse(page.raw_text(line.block)).len() <= line.text.len() + 1;
        let node = if whole {
            line.block
        } else {
            match page.parent(line.first) {
                Some(parent) if line.first == line.last && parent != line.block => parent,
                _ if line.first == line.last => line.first,
                _ => continue,
            }
        };
        if nodes.last() != Some(&node) && !nodes.iter().any(|&n| page.contains(n, node)) {
            nodes.push(node);
        }
    }
    nodes
}

/// Returns whether a line states author, date or reading time and next to nothing else.
fn states_only_byline(line: &str, authors: &[String], order: Order) -> bool {
    let dates = date::all_in(line, order);
    let lower = lower_case::of(line);
    let names_author = authors.iter().any(|a| lower.contains(&lower_case::of(a)));
    let reading_time = word_list::any_in(READING_TIME, &lower);
    if dates.is_empty() && !names_author && !reading_time {
        return false;
    }
    let mut rest = String::new();
    let mut from = 0;
    for found in &dates {
        rest.push_str(&line[from..found.start]);
        rest.push(' ');
        from = found.end;
    }
    rest.push_str(&line[from..]);
    let mut rest = lower_case::of(&rest);
    for author in authors {
        rest = rest.replace(&lower_case::of(author), " ");
    }
    let letters: usize = crate::text::tokens(&rest)
        .filter(|t| !is_byline_word(t) && !t.bytes().all(|b| b.is_ascii_digit()))
        .map(|t| t.chars().count())
        .sum();
    letters <= SPARE_LETTERS
}

#[cfg(test)]
#[cfg(feature = "html")]
mod tests;
