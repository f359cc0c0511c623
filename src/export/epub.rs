//! EPUB 3: an article as a book of one chapter, with what it holds of its pictures.

use std::fmt::Write;

use super::pictures::{Pictures, ending};
use super::zip::Archive;
use super::{Facts, Picture, standalone};
use crate::article::{Article, escaped};

const CONTAINER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\
    <rootfiles><rootfile full-path=\"EPUB/package.opf\" media-type=\"application/oebps-package+xml\"/>\
    </rootfiles></container>\n";

const STYLE: &str = include_str!("epub.css");

/// The time of a book of which nobody says when it was made.
const LONG_AGO: &str = "2000-01-01T00:00:00Z";

/// Writes an article as a book.
pub(super) fn write(article: &Article, facts: &Facts, pictures: &[Picture], name: &str) -> Vec<u8> {
    let (article, headings) = article.clone().with_headings_named();
    let held = Pictures::new(pictures);
    let place = |src: &str| held.place(src).map(|at| path(&pictures[at], at));
    let (article, missing) = article.with_sources_only(&place);
    let title = facts
        .title
        .as_deref()
        .filter(|title| !title.trim().is_empty());
    let title = escaped(title.unwrap_or(name));
    let lang = facts
        .lang
        .as_deref()
        .filter(|lang| is_language(lang))
        .unwrap_or("und");
    let dir = if article.is_rtl() { "rtl" } else { "ltr" };
    let chapter = chapter(&article, facts, &missing);
    let mut archive = Archive::default();
    archive.add("mimetype", b"application/epub+zip");
    archive.add("META-INF/container.xml", CONTAINER.as_bytes());
    let mut items = String::new();
    for (at, picture) in pictures.iter().enumerate() {
        let _ = writeln!(
            items,
            "<item id=\"picture{at}\" href=\"{}\" media-type=\"{}\"/>",
            path(picture, at),
            escaped(&picture.media_type)
        );
    }
    let properties = if chapter.contains("<math ") {
        " properties=\"mathml\""
    } else {
        ""
    };
    let package = package(facts, &title, lang, dir, properties, &items);
    archive.add("EPUB/package.opf", package.as_bytes());
    let mut entries = String::new();
    for (id, text) in &headings {
        let _ = write!(
            entries,
            "<li><a href=\"article.xhtml#{}\">{}</a></li>",
            escaped(id),
            escaped(text)
        );
    }
    if entries.is_empty() {
        let _ = write!(entries, "<li><a href=\"article.xhtml\">{title}</a></li>");
    }
    let nav = format!("<nav epub:type=\"toc\" id=\"toc\"><h1>{title}</h1><ol>{entries}</ol></nav>");
    archive.add(
        "EPUB/nav.xhtml",
        document(&title, lang, dir, &nav).as_bytes(),
    );
    archive.add(
        "EPUB/article.xhtml",
        document(&title, lang, dir, &chapter).as_bytes(),
    );
    archive.add("EPUB/style.css", STYLE.as_bytes());
    for (at, picture) in pictures.iter().enumerate() {
        archive.add(&format!("EPUB/{}", path(picture, at)), &picture.bytes);
    }
    archive.finish()
}

fn path(picture: &Picture, at: usize) -> String {
    format!(
        "pictures/{at}.{}",
        ending(&picture.media_type).unwrap_or("bin")
    )
}

/// Returns what the package says of the book (EPUB 3.3, 5).
fn package(
    facts: &Facts,
    title: &str,
    lang: &str,
    dir: &str,
    properties: &str,
    items: &str,
) -> String {
    let url = standalone::known(&facts.url);
    let mut more = String::new();
    for (name, value) in [
        ("dc:creator", standalone::known(&facts.byline)),
        ("dc:publisher", standalone::known(&facts.site)),
        ("dc:description", standalone::known(&facts.excerpt)),
        ("dc:source", url.clone()),
        (
            "dc:date",
            standalone::known(&facts.published).filter(|date| is_date(date)),
        ),
    ] {
        if let Some(value) = value {
            let _ = writeln!(more, "<{name}>{value}</{name}>");
        }
    }
    let id = url.unwrap_or_else(|| format!("urn:pith:{title}"));
    let saved = facts
        .saved
        .as_deref()
        .filter(|saved| is_moment(saved))
        .unwrap_or(LONG_AGO);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\" xml:lang=\"{lang}\">\n\
         <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n\
         <dc:identifier id=\"id\">{id}</dc:identifier>\n<dc:title>{title}</dc:title>\n\
         <dc:language>{lang}</dc:language>\n{more}\
         <meta property=\"dcterms:modified\">{saved}</meta>\n</metadata>\n<manifest>\n\
         <item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n\
         <item id=\"article\" href=\"article.xhtml\" media-type=\"application/xhtml+xml\"{properties}/>\n\
         <item id=\"style\" href=\"style.css\" media-type=\"text/css\"/>\n{items}</manifest>\n\
         <spine page-progression-direction=\"{dir}\"><itemref idref=\"article\"/></spine>\n</package>\n"
    )
}

fn document(title: &str, lang: &str, dir: &str, body: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" \
         lang=\"{lang}\" xml:lang=\"{lang}\" dir=\"{dir}\">\n<head><title>{title}</title>\
         <link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/></head>\n<body>\n{body}\n</body>\n</html>\n"
    )
}

/// Returns the chapter: the head, the article, and links to what of it is not in the book.
fn chapter(article: &Article, facts: &Facts, missing: &[String]) -> String {
    let mut out = standalone::head(facts);
    out.push_str(&article.xhtml());
    let links: Vec<String> = missing
        .iter()
        .filter(|src| standalone::is_web(src))
        .map(|src| format!("<li><a href=\"{0}\">{0}</a></li>", escaped(src)))
        .collect();
    if !links.is_empty() {
        let _ = write!(out, "<hr/>\n<ul>{}</ul>\n", links.join(""));
    }
    out.push_str(&standalone::foot(facts));
    out
}

/// Returns whether a text is a language tag in form (BCP 47).
fn is_language(lang: &str) -> bool {
    let mut parts = lang.split('-');
    let is_part = |part: &str, least: usize| {
        (least..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    parts
        .next()
        .is_some_and(|first| is_part(first, 2) && first.bytes().all(|b| b.is_ascii_alphabetic()))
        && parts.all(|part| is_part(part, 1))
}

/// Returns whether a text begins with a day (ISO 8601).
fn is_date(date: &str) -> bool {
    matches(date, "dddd-dd-dd")
}

/// Returns whether a text is a moment as the package wants it.
fn is_moment(moment: &str) -> bool {
    moment.len() == LONG_AGO.len() && matches(moment, "dddd-dd-ddTdd:dd:ddZ")
}

fn matches(text: &str, form: &str) -> bool {
    let is_like = |(byte, like): (u8, u8)| match like {
        b'd' => byte.is_ascii_digit(),
        like => byte == like,
    };
    text.len() >= form.len() && text.bytes().zip(form.bytes()).all(is_like)
}
