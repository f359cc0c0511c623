//! The list of contents of a book, as EPUB 3 has it and as older readers look for it.

use std::fmt::Write;

/// An entry with those below it; texts and targets are escaped.
pub(super) struct Entry {
    /// Where it leads: a file of the book, or an element in one.
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

/// Returns the entries as the document that readers of EPUB 2 look for (OPF 2.0.1, 2.4.1), of the book with an
/// identifier and a title, both escaped. EPUB 3 lets it stand beside the list.
pub(super) fn ncx(identifier: &str, title: &str, entries: &[Entry]) -> String {
    let mut points = String::new();
    write_points(entries, &mut 0, &mut points);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\" version=\"2005-1\">\n\
         <head><meta name=\"dtb:uid\" content=\"{identifier}\"/></head>\n\
         <docTitle><text>{title}</text></docTitle>\n<navMap>{points}</navMap>\n</ncx>\n"
    )
}

/// Writes the entries, numbered on from `order` in the order of reading.
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
