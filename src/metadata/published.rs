//! The dates of publication and of the last change.
//!
//! Sources in order of trust: JSON-LD, named values in the head, microdata and `time` elements
//! near the title, the URL, visible text near the title, `time` elements anywhere. Where the
//! first two give an instant in UTC, the day is the one that the others show beside it.

use super::date::{self, Date, Order};
use super::json_ld::Work;
use super::line::{VisibleLine, near};
use super::meta_tags::MetaTags;
use super::path_date::path_date;
use super::regions::{Regions, words};
use super::word_list;
use crate::compact::hash::Fnv64;
use crate::compact::interner::Numbered;
use crate::compact::lower_case;
use crate::page::{Attr, NodeId, Page, Tag};

/// Named values for the day of publication, by trust.
const PUBLISHED: &[&str] = &[
    "article:published_time",
    "og:article:published_time",
    "article:published",
    "itemprop:datepublished",
    "og:published_time",
    "datepublished",
    "date_published",
    "published_time",
    "parsely-pub-date",
    "sailthru.date",
    "citation_publication_date",
    "citation_online_date",
    "bt:pubdate",
    "dcterms.issued",
    "dcterms.created",
    "dc.date.issued",
    "dc.date.created",
    "article.published",
    "published-date",
    "publish-date",
    "publish_date",
    "publishdate",
    "publication_date",
    "publication-date",
    "pubdate",
    "article_date_original",
    "originalpublicationdate",
    "rnews:datepublished",
    "cxenseparse:recs:publishtime",
    "cxenseparse:publishtime",
    "article.created",
    "displaydate",
    "dc.date",
    "dcterms.date",
    "dc.date.publication",
    "date",
    "creation_date",
    "itemprop:datecreated",
    "published",
    "publishedat",
    "publicationdate",
    "publish_time",
    "datecreated",
    "article:post_date",
    "citation_date",
    "created",
    "pub_date",
];

/// Named values for the day of the last change, by trust.
const MODIFIED: &[&str] = &[
    "article:modified_time",
    "og:article:modified_time",
    "og:updated_time",
    "itemprop:datemodified",
    "datemodified",
    "dcterms.modified",
    "dc.date.modified",
    "article:updated_time",
    "lastmod",
    "last-modified",
    "modified",
    "updated_time",
    "revised",
    "http-equiv:last-modified",
];

/// Nodes below an element that names a date; more are a part of the page, or hostile.
const MAX_MARKED: usize = 60;

/// Nodes from the title within which a date is the article's; above the title half of that.
const NEAR: u32 = 400;

/// The dates of a page.
#[derive(Debug, Default)]
pub(super) struct Dates {
    pub(super) published: Option<Date>,
    pub(super) modified: Option<Date>,
}

/// The kind of date that an element's marking names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DateMark {
    Published,
    Modified,
    Plain,
}

/// Finds the dates. `lines` are the visible lines, `title` the heading.
pub(super) fn dates(
    page: &Page,
    regions: &Regions,
    tags: &MetaTags<'_>,
    work: &Work,
    lines: &[VisibleLine],
    title: Option<NodeId>,
    order: Order,
) -> Dates {
    let read = |value: &str| Date::from_value(value, order);
    let marked = marked(page, regions, order, false);
    let of = |mark: DateMark| marked.iter().filter(move |(_, m, _)| *m == mark);
    let from_url = path_date(page.url()).and_then(|(y, m, d)| Date::new(y, m, d));
    let (said_published, said_modified, said_plain) = said(lines, regions, title, order);

    // What follows the title states its date rather than what stands above it.
    let distance = |id: NodeId| match title {
        Some(t) if id >= t => id.0 - t.0,
        Some(t) => (t.0 - id.0) * 2,
        None => u32::MAX,
    };
    let nearest = |marked: &[(NodeId, DateMark, Date)], wanted: &[DateMark], within: u32| {
        marked
            .iter()
            .filter(|(_, m, _)| wanted.contains(m))
            .filter(|&&(id, _, _)| distance(id) < within)
            .min_by_key(|&&(id, _, _)| distance(id))
            .map(|&(_, _, d)| d)
    };
    let stated = work
        .published
        .as_deref()
        .and_then(read)
        .or_else(|| tags.any(PUBLISHED).find_map(read));
    let plain = nearest(&marked, &[DateMark::Plain], NEAR).or(said_plain);
    // An instant in UTC may be another day than the one a reader was shown.
    let stated = stated.map(|instant| {
        [from_url, said_published, plain]
            .into_iter()
            .flatten()
            .find(|shown| instant.falls_on(shown))
            .unwrap_or(instant)
    });
    let published = stated
        .or_else(|| of(DateMark::Published).map(|&(_, _, d)| d).next())
        .or(from_url)
        .or(said_published)
        .or(plain)
        .or_else(|| of(DateMark::Plain).map(|&(_, _, d)| d).next())
        .or_else(|| labelled(lines, regions, order, PUBLISHED_WORDS))
        .or_else(|| lone(lines, regions, order))
        .or_else(|| {
            // A template may call the line below the title its footer.
            let chrome = self::marked(page, regions, order, true);
            nearest(&chrome, &[DateMark::Published], NEAR)
                .or_else(|| only_time(page, &chrome, title?))
        })
        .or_else(|| beside(page, lines, title, order));
    // The same day may be known to the second elsewhere.
    let published = match (published, from_url) {
        (Some(p), _) if !p.has_time() => of(DateMark::Plain)
            .map(|&(_, _, d)| d)
            .find(|d| d.has_time() && d.day() == p.day())
            .or(Some(p)),
        (p, _) => p,
    };
    let modified = work
        .modified
        .as_deref()
        .and_then(read)
        .or_else(|| tags.any(MODIFIED).find_map(read))
        .or_else(|| of(DateMark::Modified).map(|&(_, _, d)| d).next())
        .or(said_modified)
        .or_else(|| labelled(lines, regions, order, MODIFIED_WORDS))
        // A change before the publication is a slip of the template.
        .filter(|m| published.is_none_or(|p| m.day() >= p.day()));
    Dates {
        published,
        modified,
    }
}

/// Dates in `time` elements, microdata and elements whose class names a date, in order.
/// Those in menus, footers and the like are looked at only where `chrome` says so.
fn marked(
    page: &Page,
    regions: &Regions,
    order: Order,
    chrome: bool,
) -> Vec<(NodeId, DateMark, Date)> {
    let mut found = Vec::new();
    let mut named = Numbered::new();
    for id in page.subtree(page.body()) {
        if !page.is_element(id) || regions.is_chrome(id) != chrome {
            continue;
        }
        let Some(mark) = mark(page, id, &mut named) else {
            continue;
        };
        let value = [Attr::Datetime, Attr::Content, Attr::Title]
            .iter()
            .filter_map(|&a| page.attr(id, a))
            .find_map(|v| Date::from_value(v, order));
        let date = value.or_else(|| {
            let text = page.raw_text(id);
            if text.len() > 200 || page.subtree(id).len() > MAX_MARKED || page.is_hidden(id) {
                return None;
            }
            date::first_in(&page.visible_text(id), order).map(|f| f.date)
        });
        if let Some(date) = date.filter(Date::is_of_the_web) {
            found.push((id, mark, date));
        }
    }
    found
}

fn mark(page: &Page, id: NodeId, named: &mut Numbered<Option<DateMark>>) -> Option<DateMark> {
    let itemprop = page.attr(id, Attr::Itemprop).unwrap_or_default();
    for prop in itemprop.split_ascii_whitespace() {
        match prop {
            "datePublished" | "dateCreated" | "uploadDate" => return Some(DateMark::Published),
            "dateModified" => return Some(DateMark::Modified),
            _ => {}
        }
    }
    let is_time = page.tag(id) == Tag::Time;
    if is_time && page.attr(id, Attr::Pubdate).is_some() {
        return Some(DateMark::Published);
    }
    let mut mark = is_time.then_some(DateMark::Plain);
    for attr in [Attr::Class, Attr::Id] {
        let Some(names) = page.attr(id, attr) else {
            continue;
        };
        // Most elements share their classes with others.
        let key = Fnv64::EMPTY.text(names).value();
        match *named.get_or(key, || named_mark(names)) {
            None => {}
            Some(DateMark::Plain) => mark = mark.or(Some(DateMark::Plain)),
            certain => return certain,
        }
    }
    mark
}

/// Returns the kind of date that one of several class names or ids names.
fn named_mark(names: &str) -> Option<DateMark> {
    let mut mark = None;
    for name in names.split_ascii_whitespace().take(8) {
        let words: Vec<_> = words(name).collect();
        if words.len() > 5 {
            continue;
        }
        for word in &words {
            match &**word {
                "published" | "publish" | "pubdate" | "publication" => {
                    return Some(DateMark::Published);
                }
                "updated" | "modified" | "lastmod" => return Some(DateMark::Modified),
                "date" | "datum" | "fecha" | "time" | "timestamp" | "datetime" | "dateline"
                | "posted" | "postdate" | "day" => mark = Some(DateMark::Plain),
                _ => {}
            }
        }
    }
    mark
}

/// Words before a date that say what it is the date of.
const PUBLISHED_WORDS: &[&str] = &[
    "published",
    "posted",
    "publié",
    "publicado",
    "veröffentlicht",
    "pubblicato",
    "erstellt",
    "created",
    "first published",
    "paru le",
    "parue le",
    "mis en ligne",
    "опубликовано",
    "发布",
    "發布",
    "发表",
    "发表于",
    "公開",
    "opublikowano",
    "gepubliceerd",
    "publicerad",
    "julkaistu",
    "نشر",
    "פורסם",
    "입력",
    "등록",
    "掲載",
    "投稿日",
    "yayınlan",
    "publikováno",
    "δημοσιε",
    "date:",
    "datum:",
];
const MODIFIED_WORDS: &[&str] = &[
    "updated",
    "modified",
    "last edited",
    "changed",
    "revised",
    "aktualisiert",
    "geändert",
    "mis à jour",
    "mise à jour",
    "modifié",
    "actualizado",
    "aggiornato",
    "atualizado",
    "обновлено",
    "更新",
    "修改",
    "bijgewerkt",
    "uppdaterad",
    "zaktualizowano",
    "изменено",
    "оновлено",
    "수정",
    "עודכן",
    "güncelle",
    "oppdatert",
    "opdateret",
    "päivitetty",
    "aktualizováno",
];

/// Returns whether a word in lower case stands before dates that say what they are the date of.
pub(super) fn announces(word: &str) -> bool {
    word_list::has_token(PUBLISHED_WORDS, word) || word_list::has_token(MODIFIED_WORDS, word)
}

/// Words before a date that is a person's, not the text's: when a member of a forum joined.
const PERSONS_WORDS: &[&str] = &[
    "joined",
    "registered",
    "member since",
    "registriert",
    "beigetreten",
    "mitglied seit",
    "dabei seit",
    "inscrit",
    "registrado",
    "born",
    "geboren",
];

/// Bytes that may stand before the date at the beginning of a paragraph.
const DATELINE: usize = 24;

/// Dates in visible lines near the title: called published, called changed, and bare.
fn said(
    lines: &[VisibleLine],
    regions: &Regions,
    title: Option<NodeId>,
    order: Order,
) -> (Option<Date>, Option<Date>, Option<Date>) {
    let (mut published, mut modified, mut plain) = (None, None, None);
    let at = title.unwrap_or(NodeId(0));
    let mut before = None;
    for line in near(lines, title, 8, 16) {
        if regions.is_chrome(line.block) {
            continue;
        }
        if line.text.chars().count() > 200 {
            // A paragraph may begin with its day: "29.11.2022 – The ferry …".
            let found = date::first_in(&line.text, order).filter(|f| f.start <= DATELINE);
            if line.first > at && plain.is_none() {
                plain = found.map(|f| f.date);
            }
            continue;
        }
        let mut from = 0;
        for found in date::all_in(&line.text, order) {
            let lead = lower_case::of(&line.text[from..found.start]);
            from = found.end;
            if word_list::any_in(PERSONS_WORDS, &lead) {
                continue;
            }
            let slot = if word_list::any_in(MODIFIED_WORDS, &lead) {
                &mut modified
            } else if word_list::any_in(PUBLISHED_WORDS, &lead) {
                &mut published
            } else if line.first < at {
                &mut before
            } else if line.text.len() - (found.end - found.start) <= 100 {
                &mut plain
            } else {
                continue;
            };
            if slot.is_none() || line.first < at {
                *slot = Some(found.date);
            }
        }
    }
    (published, modified, plain.or(before))
}

/// Returns a date anywhere that one of `labels` stands before.
fn labelled(
    lines: &[VisibleLine],
    regions: &Regions,
    order: Order,
    labels: &[&str],
) -> Option<Date> {
    lines
        .iter()
        .filter(|l| !regions.is_chrome(l.block) && l.text.len() <= 120)
        .find_map(|line| {
            let found = date::first_in(&line.text, order)?;
            let lead = lower_case::of(&line.text[..found.start]);
            word_list::any_in(labels, &lead).then_some(found.date)
        })
}

/// Returns the first line that is a date and little else.
fn lone(lines: &[VisibleLine], regions: &Regions, order: Order) -> Option<Date> {
    lines
        .iter()
        .filter(|l| !regions.is_chrome(l.block))
        .find_map(|line| only_date(line, order))
}

/// Returns the day that every `time` in the title's own article states, where those are all in
/// parts of it that are called sidebars or the like.
fn only_time(page: &Page, chrome: &[(NodeId, DateMark, Date)], title: NodeId) -> Option<Date> {
    let article = page
        .ancestors(title)
        .find(|&a| page.tag(a) == Tag::Article)?;
    let mut times = chrome
        .iter()
        .filter(|&&(id, _, _)| page.tag(id) == Tag::Time && page.contains(article, id))
        .map(|&(_, _, date)| date);
    let first = times.next()?;
    times.all(|t| t.day() == first.day()).then_some(first)
}

/// Returns the line just below or above the title, whatever part of the page it is in, where it is
/// a date and little else.
fn beside(page: &Page, lines: &[VisibleLine], title: Option<NodeId>, order: Order) -> Option<Date> {
    let title = title?;
    let at = lines.partition_point(|l| l.first < title);
    let below = lines[at..].iter().find(|l| !page.contains(title, l.first));
    let above = at.checked_sub(1).and_then(|before| lines.get(before));
    below
        .into_iter()
        .chain(above)
        .find_map(|line| only_date(line, order))
}

/// Returns the date that a line is, but for a few letters.
fn only_date(line: &VisibleLine, order: Order) -> Option<Date> {
    if line.text.len() > 60 {
        return None;
    }
    let found = date::first_in(&line.text, order)?;
    let lead = lower_case::of(&line.text[..found.start]);
    let other = word_list::any_in(MODIFIED_WORDS, &lead) || word_list::any_in(PERSONS_WORDS, &lead);
    (!other && line.text.len() <= found.end - found.start + 16).then_some(found.date)
}
