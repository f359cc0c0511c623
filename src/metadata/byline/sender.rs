//! Who wrote a letter in the archive of a mailing list: a name beside an address of mail, above the
//! preformatted text of the letter.

use super::Names;
use crate::metadata::name::names;
use crate::page::{Attr, NodeId, Page, Tag};

/// Labels of the field of a letter's head that names who wrote it, in lower case.
const FROM: &str =
    "from von de da van från fra od от від gönderen dari 发件人 寄件者 差出人 보낸사람 من";

/// The most bytes of the line with that field.
const LINE: usize = 200;

/// Returns the name; none on pages that are no such archive.
pub(super) fn sender(page: &Page) -> Names {
    let letter = page
        .descendants(page.body())
        .find(|&n| page.tag(n) == Tag::Pre);
    let Some(letter) = letter else {
        return Names::new();
    };
    let above = (page.body().0..letter.0)
        .map(NodeId)
        .filter(|&n| page.is_element(n));
    for node in above {
        let named = before_address(page, node).or_else(|| in_field(page, node));
        if let Some(name) = named {
            return names(&name, false);
        }
    }
    Names::new()
}

/// Returns the bold name right before a link to an address of mail.
fn before_address(page: &Page, link: NodeId) -> Option<String> {
    let is_mail = page
        .attr(link, Attr::Href)
        .is_some_and(|href| href.starts_with("mailto:"));
    let parent = page
        .parent(link)
        .filter(|_| is_mail && page.tag(link) == Tag::A)?;
    let siblings = page.children(parent).take_while(|&child| child < link);
    let before = siblings.filter(|&child| page.is_element(child)).last()?;
    let is_bold = matches!(page.tag(before), Tag::B | Tag::Strong);
    is_bold.then(|| page.visible_text(before))
}

/// Returns the name in a line `From: Ann Oar <ann@example.org>`.
fn in_field(page: &Page, line: NodeId) -> Option<String> {
    let is_line = matches!(
        page.tag(line),
        Tag::Li | Tag::P | Tag::Div | Tag::Tr | Tag::Td | Tag::Dd | Tag::Span
    );
    if !is_line || page.raw_text(line).len() > LINE {
        return None;
    }
    let text = page.visible_text(line);
    let (label, said) = text.split_once([':', '：'])?;
    let label = crate::compact::lower_case::of(label.trim());
    if !crate::compact::words::holds(FROM, &label) {
        return None;
    }
    let (name, _) = said.split_once('<').or_else(|| said.split_once(" ("))?;
    let name = name.trim().trim_matches(['"', '\'']);
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(all(test, feature = "html"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::front::html;
    use crate::page::Limits;

    #[test]
    fn the_sender_of_a_letter_is_named_above_it() {
        let sent = |head: &str| {
            let html = format!("<h1>Tar</h1>{head}<pre>It comes from pines.</pre>");
            sender(&html::read(&html, "", Limits::default()).unwrap()).join("; ")
        };
        let list = "<ul><li><b>Von</b>: Ann Oar &lt;ann@xxx&gt;<li>An: boats@xxx</ul>";
        assert_eq!(sent(list), "Ann Oar");
        assert_eq!(
            sent("<b>Ben Tiller</b> <a href=mailto:b>ben at x</a>"),
            "Ben Tiller"
        );
        assert_eq!(sent("<p>From: the harbour"), "");
        assert_eq!(sent("<a href=mailto:b>ben at x</a>"), "");
    }
}
