//! Appends a page of an article that's split into several.

use std::collections::BTreeSet;

use super::tree::{Fate, Tree, is_heading};
use crate::page::{Attr, Tag};
use crate::text::collapse;

/// Minimum length of a block that counts as a duplicate anywhere, in bytes, if an earlier page has
/// it too, such as a standfirst or a box. Shorter ones, such as a row of asterisks or a subheading,
/// are duplicates only at the beginning and at the end of a page.
const MIN_SURE_BYTES: usize = 60;

/// Text and images of a block.
type Content = (String, Vec<String>);

/// Returns page `number` without blocks that `earlier` pages have too, and with unique ids.
pub(super) fn next_page(tree: Tree, earlier: &[&Tree], title: &str, number: u32) -> Tree {
    let contents = earlier.iter().flat_map(|tree| {
        let blocks = tree.children(0);
        blocks.map(|block| content(tree, block))
    });
    let known: BTreeSet<Content> = contents.collect();
    let images: BTreeSet<&String> = known.iter().flat_map(|(_, images)| images).collect();
    let title = collapse(title);
    let is_double = |block: usize| {
        let (text, own) = content(&tree, block);
        let is_title = is_heading(tree.tag(block)) && text == title;
        // The same image may have another caption.
        let is_seen = !own.is_empty() && own.iter().all(|src| images.contains(src));
        let is_image = is_seen && matches!(tree.tag(block), Tag::Figure | Tag::Img | Tag::P);
        is_title || (is_image && text.len() < MIN_SURE_BYTES) || known.contains(&(text, own))
    };
    let blocks: Vec<usize> = tree.children(0).collect();
    let doubles: Vec<bool> = blocks.iter().map(|&block| is_double(block)).collect();
    let start = doubles.iter().take_while(|&&double| double).count();
    let end = doubles.iter().rposition(|&double| !double);
    let mut fates = vec![Fate::Stay; tree.len()];
    for (place, &block) in blocks.iter().enumerate() {
        let is_at_end = place < start || end.is_none_or(|end| place > end);
        let (text, images) = content(&tree, block);
        if doubles[place] && (is_at_end || text.len() >= MIN_SURE_BYTES || !images.is_empty()) {
            fates[block] = Fate::Drop;
        }
    }
    with_own_ids(tree.settle(&fates), number)
}

/// Appends the page number to ids, and to links to them.
pub(super) fn with_own_ids(mut tree: Tree, number: u32) -> Tree {
    for node in tree.descendants(0) {
        for (name, value) in &mut tree.node_mut(node).attrs {
            if *name == Attr::Id || (*name == Attr::Href && value.starts_with('#')) {
                value.push_str(&format!("-page-{number}"));
            }
        }
    }
    tree
}

fn content(tree: &Tree, block: usize) -> Content {
    let images = std::iter::once(block).chain(tree.descendants(block));
    let images = images.filter(|&node| tree.tag(node) == Tag::Img);
    let images = images.filter_map(|node| tree.attr(node, Attr::Src));
    let text = match tree.tag(block) {
        Tag::Text => tree.text(block).to_owned(),
        _ => tree.all_text(block),
    };
    (collapse(&text), images.map(str::to_owned).collect())
}

/// Returns whether a tree contains the text of `earlier`, in the same order, and more. Short
/// blocks, such as a loading message, may be missing, and the last block may have grown.
pub(super) fn continues(tree: &Tree, earlier: &Tree) -> bool {
    let texts = |tree: &Tree| -> Vec<String> {
        let blocks = tree.children(0);
        blocks.map(|block| content(tree, block).0).collect()
    };
    let (all, before) = (texts(tree), texts(earlier));
    let length = |texts: &[String]| texts.iter().map(String::len).sum::<usize>();
    let mut rest = all.iter();
    length(&all) >= length(&before) + MIN_SURE_BYTES
        && before.iter().enumerate().all(|(place, text)| {
            let is_last = place + 1 == before.len();
            let mut later = rest.clone();
            let is_there =
                later.any(|own| own == text || is_last && own.starts_with(text.as_str()));
            if is_there {
                rest = later;
            }
            is_there || text.len() < MIN_SURE_BYTES
        })
}

#[cfg(test)]
mod tests {
    use crate::article::Article;

    const STANDFIRST: &str =
        "<p>The ferry has sailed for a hundred years, and nobody has ever asked it where to.</p>\n";

    fn next(earlier: &str, html: &str) -> String {
        let read = |html: &str| Article::from_html(html, false).unwrap_or_else(|| panic!("{html}"));
        read(html)
            .next_page(&[read(earlier)], "The ferry", 2)
            .styled_html()
    }

    #[test]
    fn repeated_title_standfirst_lead_image_and_footer_are_removed() {
        let image = "<figure><img src=\"https://example.org/f.jpg\" alt=\"\"></figure>\n";
        let foot = "<p>By a sailor.</p>\n";
        let first = format!("{image}{STANDFIRST}<p>One.</p>\n{foot}");
        let second = format!("<h2>The ferry</h2>\n{image}{STANDFIRST}<p>Two.</p>\n{foot}");
        assert_eq!(next(&first, &second), "<p>Two.</p>\n");
        assert_eq!(next(&first, &first), "");
    }

    #[test]
    fn short_blocks_between_paragraphs_are_kept() {
        let first = "<p>One.</p>\n<p>***</p>\n<p>Two.</p>\n";
        let second = "<p>Three.</p>\n<p>***</p>\n<p>Four.</p>\n";
        assert_eq!(next(first, second), second);
    }

    #[test]
    fn text_loaded_later_continues_the_earlier_article() {
        let read = |html: &str| Article::from_html(html, false).unwrap_or_else(|| panic!("{html}"));
        let goes_on = |html: &str, earlier: &str| read(html).continues(&read(earlier));
        let more = STANDFIRST.replace("hundred", "thousand");
        let both = format!("{STANDFIRST}{more}");
        assert!(goes_on(&both, STANDFIRST));
        assert!(goes_on(&both, &format!("{STANDFIRST}<p>Loading</p>\n")));
        assert!(goes_on(&both, &more), "new text can precede it");
        let cut = "<p>The ferry has sailed for a hun</p>\n";
        assert!(goes_on(&both, cut), "the last block has grown");
        assert!(!goes_on(STANDFIRST, STANDFIRST), "nothing is new");
        assert!(!goes_on(&more, &both), "it is shorter");
        let other = more.replace("asked", "told");
        assert!(
            !goes_on(&format!("{other}{more}"), STANDFIRST),
            "another text"
        );
    }

    #[test]
    fn note_ids_are_unique_per_page() {
        let page = "<p>A<sup><a href=\"#n1\" id=\"r1\">1</a></sup></p>\n<p id=\"n1\">B</p>\n";
        let other = page.replace(">A<", ">C<").replace(">B<", ">D<");
        let own = other
            .replace("n1\"", "n1-page-2\"")
            .replace("r1\"", "r1-page-2\"");
        assert_eq!(next(page, &other), own);
    }
}
