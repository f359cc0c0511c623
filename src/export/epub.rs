//! EPUB 3: articles as the chapters of a book, with their available images.

use std::fmt::Write;

use super::contents::{self, Entry};
use super::images::{Images, ending};
use super::zip::Archive;
use super::{Facts, Image, standalone};
use crate::article::{Article, escaped, xhtml};

const CONTAINER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\
    <rootfiles><rootfile full-path=\"EPUB/package.opf\" media-type=\"application/oebps-package+xml\"/>\
    </rootfiles></container>\n";

const STYLE: &str = include_str!("epub.css");

/// Default creation time of a book.
const LONG_AGO: &str = "2000-01-01T00:00:00Z";

/// A chapter to be written.
struct ChapterFile {
    /// The name of its file.
    file: String,
    document: String,
    /// The pages of a printed book, or of an article with several pages, that begin in it.
    pages: Vec<Entry>,
}

/// Writes articles as a book with a title. Its metadata are those of the first article, with all
/// authors.
pub(super) fn write(title: &str, chapters: &[(&Article, &Facts)], images: &[Image]) -> Vec<u8> {
    let available = Images::new(images);
    let title = escaped(title);
    let (mut files, entries): (Vec<ChapterFile>, Vec<Entry>) = (1..)
        .zip(chapters)
        .map(|(number, (article, facts))| {
            let name = match number {
                1 => "article".to_owned(),
                number => format!("article{number}"),
            };
            let place = |src: &str| available.place(src).map(|at| path(&images[at], at));
            chapter_file(name, article, facts, &title, &place)
        })
        .unzip();
    // A book of one article lists its sections, if there are any.
    let entries = match <[Entry; 1]>::try_from(entries) {
        Ok([only]) if !only.below.is_empty() => only.below,
        Ok(only) => only.into(),
        Err(all) => all,
    };
    let pages: Vec<Entry> = files
        .iter_mut()
        .flat_map(|chapter| chapter.pages.drain(..))
        .collect();
    let identifier = identifier(&title, chapters);
    let mut archive = Archive::default();
    archive.add("mimetype", b"application/epub+zip");
    archive.add("META-INF/container.xml", CONTAINER.as_bytes());
    let package = package(&identifier, &title, chapters, &files, images);
    archive.add("EPUB/package.opf", package.as_bytes());
    let list = contents::list(&entries);
    let mut nav = format!("<nav epub:type=\"toc\" id=\"toc\"><h1>{title}</h1>{list}</nav>");
    if !pages.is_empty() {
        let list = contents::list(&pages);
        let _ = write!(
            nav,
            "\n<nav epub:type=\"page-list\" role=\"doc-pagelist\" hidden=\"hidden\">{list}</nav>"
        );
    }
    let (lang, dir) = chapters.first().map_or(("und", "ltr"), |(article, facts)| {
        (language(facts), direction(article))
    });
    archive.add(
        "EPUB/nav.xhtml",
        document(&title, lang, dir, &nav).as_bytes(),
    );
    let ncx = contents::ncx(&identifier, &title, &entries, &pages);
    archive.add("EPUB/toc.ncx", ncx.as_bytes());
    for chapter in &files {
        archive.add(
            &format!("EPUB/{}", chapter.file),
            chapter.document.as_bytes(),
        );
    }
    archive.add("EPUB/style.css", STYLE.as_bytes());
    for (at, image) in images.iter().enumerate() {
        archive.add(&format!("EPUB/{}", path(image, at)), &image.bytes);
    }
    archive.finish()
}

/// Writes an article as a chapter. Returns it with its entry in the table of contents, which
/// contains those of its sections. `name` is the name of its file without the extension, and `book`
/// the book's title, for an article without one.
fn chapter_file(
    name: String,
    article: &Article,
    facts: &Facts,
    book: &str,
    place: &dyn Fn(&str) -> Option<String>,
) -> (ChapterFile, Entry) {
    let (article, headings) = article.clone().with_headings_named();
    let (article, pages) = article.with_pages_named();
    let (article, missing) = article.with_sources_only(place);
    let file = format!("{name}.xhtml");
    let title = standalone::known(&facts.title).unwrap_or_else(|| book.to_owned());
    let entry = |id: Option<&str>, text: &str| Entry {
        target: match id {
            Some(id) => format!("{file}#{}", xhtml::id(id)),
            None => file.clone(),
        },
        text: escaped(text),
        below: Vec::new(),
    };
    let below = headings.iter().map(|(id, text)| entry(Some(id), text));
    let below = below.collect();
    let pages = pages.iter().map(|(id, name)| entry(id.as_deref(), name));
    let pages = pages.collect();
    let chapter = chapter(&article, facts, &missing);
    let document = document(&title, language(facts), direction(&article), &chapter);
    let entry = Entry {
        target: file.clone(),
        text: title,
        below,
    };
    let chapter = ChapterFile {
        file,
        document,
        pages,
    };
    (chapter, entry)
}

fn language(facts: &Facts) -> &str {
    let lang = facts.lang.as_deref().filter(|lang| is_language(lang));
    lang.unwrap_or("und")
}

fn direction(article: &Article) -> &'static str {
    if article.is_rtl() { "rtl" } else { "ltr" }
}

fn path(image: &Image, at: usize) -> String {
    format!(
        "pictures/{at}.{}",
        ending(&image.media_type).unwrap_or("bin")
    )
}

/// Returns the identifier of the book, from the URL of its first article if known.
fn identifier(title: &str, chapters: &[(&Article, &Facts)]) -> String {
    let first = chapters.first();
    match first.and_then(|(_, facts)| standalone::known(&facts.url)) {
        Some(url) if chapters.len() == 1 => url,
        Some(url) => format!("urn:pith:{}:{url}", chapters.len()),
        None => format!("urn:pith:{title}"),
    }
}

/// Returns the package document of the book (EPUB 3.3, 5).
fn package(
    id: &str,
    title: &str,
    chapters: &[(&Article, &Facts)],
    files: &[ChapterFile],
    images: &[Image],
) -> String {
    let unknown = Facts::default();
    let (facts, dir) = chapters
        .first()
        .map_or((&unknown, "ltr"), |(article, facts)| {
            (*facts, direction(article))
        });
    let lang = language(facts);
    let more = metadata(chapters, facts);
    let saved = facts.saved.as_deref().filter(|saved| is_moment(saved));
    let saved = saved.unwrap_or(LONG_AGO);
    let (items, spine) = manifest(files, images);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\" xml:lang=\"{lang}\">\n\
         <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n\
         <dc:identifier id=\"id\">{id}</dc:identifier>\n<dc:title>{title}</dc:title>\n\
         <dc:language>{lang}</dc:language>\n{more}\
         <meta property=\"dcterms:modified\">{saved}</meta>\n</metadata>\n<manifest>\n\
         <item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n\
         <item id=\"ncx\" href=\"toc.ncx\" media-type=\"application/x-dtbncx+xml\"/>\n\
         <item id=\"style\" href=\"style.css\" media-type=\"text/css\"/>\n{items}</manifest>\n\
         <spine toc=\"ncx\" page-progression-direction=\"{dir}\">{spine}</spine>\n</package>\n"
    )
}

/// Returns the optional metadata: the authors and URLs of all chapters, and the other facts about
/// the first one.
fn metadata(chapters: &[(&Article, &Facts)], first: &Facts) -> String {
    let mut out = String::new();
    let mut authors: Vec<String> = Vec::new();
    for (_, facts) in chapters {
        let author = standalone::known(&facts.byline);
        if let Some(author) = author.filter(|author| !authors.contains(author)) {
            let _ = writeln!(out, "<dc:creator>{author}</dc:creator>");
            authors.push(author);
        }
    }
    let date = standalone::known(&first.published).filter(|date| is_date(date));
    for (name, value) in [
        ("dc:publisher", standalone::known(&first.site)),
        ("dc:description", standalone::known(&first.excerpt)),
        ("dc:date", date),
    ] {
        if let Some(value) = value {
            let _ = writeln!(out, "<{name}>{value}</{name}>");
        }
    }
    for (_, facts) in chapters {
        if let Some(source) = standalone::known(&facts.url) {
            let _ = writeln!(out, "<dc:source>{source}</dc:source>");
        }
    }
    out
}

/// Returns the manifest items of chapters and images, and the references to chapters in reading
/// order.
fn manifest(files: &[ChapterFile], images: &[Image]) -> (String, String) {
    let mut items = String::new();
    let mut spine = String::new();
    for chapter in files {
        let name = chapter.file.trim_end_matches(".xhtml");
        let properties = if chapter.document.contains("<math ") {
            " properties=\"mathml\""
        } else {
            ""
        };
        let _ = writeln!(
            items,
            "<item id=\"{name}\" href=\"{}\" media-type=\"application/xhtml+xml\"{properties}/>",
            chapter.file
        );
        let _ = write!(spine, "<itemref idref=\"{name}\"/>");
    }
    for (at, image) in images.iter().enumerate() {
        let _ = writeln!(
            items,
            "<item id=\"picture{at}\" href=\"{}\" media-type=\"{}\"/>",
            path(image, at),
            escaped(&image.media_type)
        );
    }
    (items, spine)
}

fn document(title: &str, lang: &str, dir: &str, body: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" \
         lang=\"{lang}\" xml:lang=\"{lang}\" dir=\"{dir}\">\n<head><title>{title}</title>\
         <link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/></head>\n<body>\n{body}\n</body>\n</html>\n"
    )
}

/// Returns the chapter: the header, the article, and links to content that isn't in the book.
fn chapter(article: &Article, facts: &Facts, missing: &[String]) -> String {
    let mut out = standalone::head(facts);
    out.push_str(&article.xhtml());
    let links: Vec<String> = missing
        .iter()
        .filter(|src| standalone::is_web(src))
        .filter_map(|src| xhtml::address(src))
        .map(|src| format!("<li><a href=\"{0}\">{0}</a></li>", escaped(&src)))
        .collect();
    if !links.is_empty() {
        let _ = write!(out, "<hr/>\n<ul>{}</ul>\n", links.join(""));
    }
    out.push_str(&standalone::foot(facts));
    out
}

/// Returns whether a text is a well-formed language tag (BCP 47).
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

/// Returns whether a text begins with a date (ISO 8601).
fn is_date(date: &str) -> bool {
    matches(date, "dddd-dd-dd")
}

/// Returns whether a text is a date and time in the package document's format.
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
