use std::collections::BTreeSet;

use super::*;
use crate::compact::lower_case;
use crate::extract::one_click;
use crate::source::{html, snapshot};
use crate::text::tokens;
use crate::vocabulary::listed_len;

const URL: &str = "https://secret.example/2023/05/17/the-lighthouse-keeper.html";

fn page(html: &str) -> Page {
    html::read(html, URL, Limits::default()).unwrap()
}

fn anonymized(page: &Page) -> Page {
    Anonymizer::new(page).page().unwrap()
}

fn story() -> String {
    let paragraphs = [
        "The lighthouse keeper watched the ferry go by from the gallery, waved once, and went back \
         to polishing the lens, which he did every day of the year, in summer and in winter.",
        "Nobody had told him that the islanders were leaving, and he would not have believed it, \
         because his own sister had promised in writing that she would be the last to go.",
        "In 1987 the lamp was taken down, wrapped in blankets, and brought to the museum of the \
         harbour, where 4711 visitors have seen it since, most of them by mistake.",
    ];
    let paragraphs: String = paragraphs.map(|text| format!("<p>{text}</p>")).concat();
    format!(
        "<html lang=en><title>The lighthouse keeper | Secret Gazette</title>
         <meta property=og:title content='The lighthouse keeper'>
         <meta property=og:type content=article>
         <meta property=og:image content='https://cdn.secret.example/lens-by-night.jpg'>
         <meta name=description content='A keeper and his lens'>
         <script type=application/ld+json>{{\"@type\":\"NewsArticle\",\"headline\":\"The lighthouse \
         keeper\",\"datePublished\":\"2023-05-17T10:00:00Z\",\"author\":{{\"@type\":\"Person\",\
         \"name\":\"Ada Quay\"}}}}</script>
         <nav class=menu><a href=/harbour>Harbour</a> <a href='#weather'>Weather</a></nav>
         <article><h1 id=the-lighthouse-keeper>The lighthouse keeper</h1>
         <p class=byline>By Ada Quay, 17 May 2023</p>{paragraphs}
         <img src=/lens.jpg srcset='/lens.jpg 1x, /large-lens.jpg 2x' alt='A lens at night' title=Lens data-kept-in=/lens-by-night.jpg data-said='Ada Quay'>
         <svg width=200 height=100><text>Harbour lights</text></svg>
         <div videoid=lighthouse1 playlabel='The lighthouse keeper' data-oembed-url=/films/lens></div>
         <p><a href='#the-lighthouse-keeper'>Up</a> <a href='#weather'>And on</a></p></article>
         <h2>Related articles</h2><ul><li><a href=/bridge title=Bridge>The bridge nobody \
         crossed</a></ul><input name=email value=quay placeholder=address>"
    )
}

/// Returns the words of all texts of a page in lower case, including URLs and ids.
fn words(page: &Page) -> BTreeSet<String> {
    let of_node = |node| {
        let values = page.attrs(node).filter(|(attr, _)| {
            !is_for_machines(*attr) || attr.is_url() || attr.is_srcset() || *attr == Attr::Id
        });
        let mut texts: Vec<String> = values.map(|(_, value)| value.to_owned()).collect();
        texts.push(page.text(node).to_owned());
        texts
    };
    let texts = page
        .nodes()
        .flat_map(of_node)
        .chain([page.url().to_owned()]);
    let texts: Vec<String> = texts.collect();
    let words = texts.iter().flat_map(|text| tokens(text));
    words.map(lower_case::of).collect()
}

#[test]
fn only_vocabulary_words_survive() {
    let page = page(&story());
    let (before, after) = (words(&page), words(&anonymized(&page)));
    // Names of members and kinds, protocols, file extensions and labels of registries.
    let machines = [
        "https",
        "www",
        "example",
        "jpg",
        "html",
        "article",
        "type",
        "newsarticle",
        "person",
        "headline",
        "datepublished",
        "author",
        "name",
        "10",
        "17",
        "05",
        "00",
        "en",
    ];
    let stays = |word: &&String| {
        let is_known = listed_len(word) == word.len();
        !is_known && !machines.contains(&word.as_str()) && !word.starts_with("20")
    };
    let survived: Vec<&String> = before.intersection(&after).filter(stays).collect();
    // Short words may be replaced by themselves by chance; times of day and image densities are
    // kept.
    let says_little =
        |word: &&String| word.len() <= 2 || word.starts_with(|c: char| c.is_numeric());
    assert!(survived.iter().all(says_little), "{survived:?}");
    assert!(
        after.contains("related") && after.contains("may"),
        "{after:?}"
    );
}

#[test]
fn structure_styles_and_decisions_are_preserved() {
    let page = page(&story());
    let other = anonymized(&page);
    assert_eq!(other.len(), page.len());
    for node in page.nodes() {
        assert_eq!(other.tag(node), page.tag(node));
        assert_eq!(other.level(node), page.level(node));
        assert_eq!(other.attrs(node).count(), page.attrs(node).count());
        assert_eq!(other.style(node), page.style(node));
    }
    assert_eq!(snapshot::read(&snapshot::write(&other)).unwrap(), other);
    let (found, again) = (one_click(&page), one_click(&other));
    let kept =
        |extraction: &crate::Extraction| extraction.selection.kept.iter().collect::<Vec<_>>();
    assert_eq!(kept(&again), kept(&found));
    // The title is found in it, as are author and date.
    let mut anonymizer = Anonymizer::new(&page);
    anonymizer.page().unwrap();
    let title = anonymizer.words(found.metadata.title.as_deref().unwrap());
    assert_eq!(again.metadata.title.as_deref(), Some(&*title));
    let byline = anonymizer.words(found.metadata.byline.as_deref().unwrap());
    assert_eq!(again.metadata.byline.as_deref(), Some(&*byline));
    let published = again.metadata.published.unwrap();
    assert!(
        published.contains("-05-") && !published.starts_with("2023-05-17"),
        "{published}"
    );
}

#[test]
fn ids_derived_from_text_are_replaced_with_their_links() {
    let page = page(&format!(
        "{}<div id=menu class=secret-box>menu and more</div>",
        story()
    ));
    let other = anonymized(&page);
    let heading = page
        .nodes()
        .find(|&node| page.tag(node) == Tag::H1)
        .unwrap();
    let link = |page: &Page| {
        let link = page
            .nodes()
            .find(|&node| page.raw_text(node).len() == 2 && page.attr(node, Attr::Href).is_some());
        page.attr(link.unwrap(), Attr::Href).unwrap().to_owned()
    };
    let id = other.attr(heading, Attr::Id).unwrap();
    assert_ne!(id, "the-lighthouse-keeper");
    assert_eq!(link(&other), format!("#{id}"));
    let menu = page
        .nodes()
        .find(|&node| page.attr(node, Attr::Id) == Some("menu"))
        .unwrap();
    assert_eq!(other.attr(menu, Attr::Id), Some("menu"));
    assert_eq!(other.attr(menu, Attr::Class), Some("secret-box"));
}

#[test]
fn hostile_pages_are_anonymized() {
    let deep = "<div>".repeat(400);
    let html = format!(
        "<title>\u{202e}\u{0}</title><a href='#'>x</a><a href='data:'>y</a><a href='javascript:secret()'>z</a>\
         <img srcset=',,, ,' src='https://'><p id='\u{301}'>\u{301}\u{301}</p>{deep}<p>\u{fffd}İİ ŉ ß ﬁ ǅ"
    );
    let page = page(&html);
    let other = anonymized(&page);
    assert_eq!(other.len(), page.len());
    assert!(!words(&other).contains("secret"));
}
