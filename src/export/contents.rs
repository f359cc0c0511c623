//! The table of contents of a book, for EPUB 3 and for older readers.

use std::fmt::Write;

/// An entry with its subentries; texts and targets are escaped.
pub(super) struct Entry {
    /// The target: a file of the book, or an element in one.
    pub(super) target: String,
    pub(super) text: String,
    pub(super) below: Vec<Entry>,
}

/// Returns the entries as an ordered list of links (EPUB 3.3, 7.3).
pub(super) fn list(entries: &[Entry]) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let items = entries.iter().map(|entry| {
        let Entry { target, text, .. } = entry;
        let below = list(&entry.below);
        format!("<li><a href=\"{target}\">{text}</a>{below}</li>")
    });
    format!("<ol>{}</ol>", items.collect::<String>())
}

/// Returns the entries as an NCX document for EPUB 2 readers (OPF 2.0.1, 2.4.1), for a book with an
/// identifier and a title, both escaped. EPUB 3 allows it in addition to the list.
///
/// `pages` are the pages of a printed book, which aren't among `entries`.
pub(super) fn ncx(identifier: &str, title: &str, entries: &[Entry], pages: &[Entry]) -> String {
    let mut points = String::new();
    let mut order = 0;
    write_points(entries, &mut order, &mut points);
    let pages = page_list(pages, order);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\" version=\"2005-1\">\n\
         <head><meta name=\"dtb:uid\" content=\"{identifier}\"/></head>\n\
         <docTitle><text>{title}</text></docTitle>\n<navMap>{points}</navMap>\n{pages}</ncx>\n"
    )
}

/// Writes the entries in reading order, numbered after `order`.
fn write_points(entries: &[Entry], order: &mut usize, out: &mut String) {
    for Entry {
        target,
        text,
        below,
    } in entries
    {
        *order += 1;
        let _ = write!(
            out,
            "<navPoint id=\"point{order}\" playOrder=\"{order}\"><navLabel><text>{text}</text></navLabel>\
             <content src=\"{target}\"/>"
        );
        write_points(below, order, out);
        out.push_str("</navPoint>");
    }
}

/// Returns the list of pages, numbered after `order`.
fn page_list(pages: &[Entry], mut order: usize) -> String {
    if pages.is_empty() {
        return String::new();
    }
    let mut out = "<pageList>".to_owned();
    for Entry { target, text, .. } in pages {
        order += 1;
        // Only numbers have a value; other pages have a separate type (OPF 2.0.1, 2.4.1.2).
        let kind = match text.parse::<u32>() {
            Ok(value) => format!("type=\"normal\" value=\"{value}\""),
            Err(_) => "type=\"special\"".to_owned(),
        };
        let _ = write!(
            out,
            "<pageTarget id=\"page{order}\" {kind} playOrder=\"{order}\">\
             <navLabel><text>{text}</text></navLabel><content src=\"{target}\"/></pageTarget>"
        );
    }
    out.push_str("</pageList>\n");
    out
}
