//! Input of all rules: the page, and the facts declared in its head and body.

use super::date::Order;
use super::json_ld::{self, Work};
use super::language;
use super::line::{self, VisibleLine};
use super::meta_tags::MetaTags;
use super::regions::{Regions, head_called_chrome};
use super::site_names::SiteNames;
use crate::page::{NodeId, Page};
use crate::url;
use crate::vocabulary::List;

/// Maximum bytes that are read of a line: with fewer, a date at the end of a long byline is lost;
/// with more, whole paragraphs are copied needlessly.
const LINE_BYTES: usize = 600;

/// Input of all rules.
pub(super) struct Sources<'a> {
    pub(super) page: &'a Page,
    pub(super) tags: MetaTags<'a>,
    /// The page's JSON-LD about itself.
    pub(super) work: Work,
    /// The canonical URL.
    pub(super) canonical: Option<String>,
    pub(super) sites: SiteNames,
    pub(super) regions: Regions,
    pub(super) lines: Vec<VisibleLine<'a>>,
    pub(super) lang: Option<String>,
    /// The order of day and month in numeric dates.
    pub(super) order: Order,
    /// The heading with the title; `None` until it is known.
    pub(super) title: Option<NodeId>,
}

impl<'a> Sources<'a> {
    /// Reads a page, except for the title's heading.
    pub(super) fn read(page: &'a Page) -> Self {
        let tags = MetaTags::read(page);
        let canonical = canonical(page, &tags);
        let urls: Vec<&str> = canonical
            .as_deref()
            .into_iter()
            .chain(std::iter::once(page.url()))
            .collect();
        let work = json_ld::work(&tags.json_ld, &urls, tags.title.as_deref());
        let url = site_url(page, canonical.as_deref());
        let sites = SiteNames::new(&tags, &work, url);
        let lang = language::language(page, &tags, &work);
        let order = Order::of_page(lang.as_deref(), url::host(url).unwrap_or_default());
        Self {
            page,
            regions: Regions::read(page, None),
            lines: line::lines(page, LINE_BYTES),
            tags,
            work,
            canonical,
            sites,
            lang,
            order,
            title: None,
        }
    }

    /// Sets the heading with the title. Elements around it aren't chrome, regardless of their
    /// names.
    pub(super) fn set_title(&mut self, title: Option<NodeId>) {
        self.title = title;
        let is_misnamed =
            |title| self.regions.is_chrome(title) || head_called_chrome(self.page, title).is_some();
        if title.is_some_and(is_misnamed) {
            self.regions = Regions::read(self.page, title);
        }
        if let Some(title) = title {
            self.regions.free_beside(self.page, title, self.order);
            self.regions.free_only_text(self.page, title);
        }
        self.regions.find_foreign(self.page, &self.lines, title);
        self.tags.retain(|node| !self.regions.is_foreign(node));
    }

    /// Returns the host of the page's URL, or of its canonical URL if the page has none.
    pub(super) fn host(&self) -> Option<&str> {
        url::host(site_url(self.page, self.canonical.as_deref()))
    }

    /// Returns the lines that are neither in chrome nor in foreign parts.
    pub(super) fn content_lines(&self) -> impl Iterator<Item = &VisibleLine<'a>> {
        self.lines.iter().filter(|line| !self.is_others(line))
    }

    /// Returns whether an author or a date on a line belongs to something other than the article.
    pub(super) fn is_others(&self, line: &VisibleLine<'_>) -> bool {
        self.regions.is_others(line.first)
    }

    /// Returns the given numbers of lines before and after the title; the first lines if there is
    /// no title.
    pub(super) fn near_title(&self, before: usize, after: usize) -> &[VisibleLine<'a>] {
        line::near(&self.lines, self.title, before, after)
    }
}

/// Returns the URL that identifies the page's site: the page's, or else the canonical one.
fn site_url<'a>(page: &'a Page, canonical: Option<&'a str>) -> &'a str {
    match page.url() {
        "" => canonical.unwrap_or_default(),
        own => own,
    }
}

/// Returns the canonical URL without its fragment; `None` if it contradicts the page's URL.
fn canonical(page: &Page, tags: &MetaTags<'_>) -> Option<String> {
    tags.any(List::NamedAddress.words())
        .map(str::trim)
        .find(|u| {
            let Some(host) = url::host(u) else {
                return false;
            };
            match url::host(page.url()) {
                // Templates that declare the front page for every page are wrong.
                Some(own) => {
                    url::same_site(own, host)
                        && (url::path(u) != "/" || url::path(page.url()) == "/")
                }
                None => true,
            }
        })
        .map(|u| u.split('#').next().unwrap_or(u).to_owned())
}
