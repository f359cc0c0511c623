//! Levels, overrides of elements and facts, and invalid overrides.

use super::*;
use crate::article::Article;
use crate::metadata::metadata;
use crate::page::{Limits, NodeSet, Tag};
use crate::select::select;
use crate::source::html;

const STORY: &str = "<p>The ferry left the harbour at noon with most of the islanders aboard, \
    and nobody had thought to tell the keeper of the lighthouse.</p>";
const MENU: &str = "<nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></nav>";

fn found(body: &str) -> (Page, Selection) {
    let html = format!("<title>The ferry</title><body>{body}");
    let page = html::read(&html, "https://a.example/1", Limits::default()).unwrap();
    let selection = select(&page, &metadata(&page));
    (page, selection)
}

fn story() -> (Page, Selection) {
    let advert = "<aside class=advert><p>Buy a saw today</p></aside>";
    let heading = "<h2>The keel <span>[<a href=/e>edit</a>]</span></h2>";
    let text = STORY.repeat(3);
    found(&format!(
        "{MENU}<main><h1>The ferry</h1>{text}{advert}{heading}{text}<hr>{STORY}</main>\
         <footer>Copyright of the harbour</footer>"
    ))
}

fn node(page: &Page, text: &str) -> u32 {
    page.nodes()
        .find(|&id| page.text(id).contains(text))
        .unwrap()
        .0
}

fn overridden(page: &Page, found: &Selection, numbers: &[u32]) -> Selection {
    found
        .overridden(page, &Overrides::read(numbers).unwrap())
        .unwrap()
}

fn text(page: &Page, selection: &Selection) -> String {
    Article::new(page, &selection.kept).text()
}

#[test]
fn without_overrides_the_selection_and_its_parts_are_unchanged() {
    let (page, found) = story();
    assert_eq!(
        found.overridden(&page, &Overrides::default()),
        Ok(found.clone())
    );
    let mut blocks = found.blocks.clone();
    let parts = found.parts(&page, &mut blocks);
    let again = Selection::new(
        blocks,
        found.kept.clone(),
        parts,
        found.confidence,
        found.root,
    );
    assert_eq!(again, found);
}

#[test]
fn a_restored_part_returns_in_place_and_nothing_else_changes() {
    let (page, found) = story();
    let saw = node(&page, "Buy a saw");
    let with = overridden(&page, &found, &[1, saw, 1]);
    let whole = text(&page, &with);
    let (before, after) = whole.split_once("Buy a saw today").unwrap();
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    assert!(before.contains("lighthouse") && after.contains("The keel"));
    assert_eq!(
        squeezed(&format!("{before}{after}")),
        squeezed(&text(&page, &found))
    );
    assert_eq!(with.removed.len(), found.removed.len() - 1);
    let block = with.blocks.iter().find(|b| b.leaves[0].0 == saw).unwrap();
    assert_eq!((block.outcome, block.removed), (None, None));
    assert_eq!(block.by.unwrap().name(), "user-override");
    // It's removed again, because the later override counts.
    let without = overridden(&page, &found, &[1, saw, 1, saw, 0]);
    assert_eq!(text(&page, &without), text(&page, &found));
}

#[test]
fn a_block_removed_by_an_override_has_its_own_reason() {
    let (page, found) = story();
    let keel = node(&page, "The keel");
    let without = overridden(&page, &found, &[1, keel, 0]);
    assert!(!text(&page, &without).contains("keel"));
    let part = without
        .removed
        .iter()
        .find(|part| part.reason == Reason::Unwanted);
    assert_eq!(part.unwrap().by.unwrap().name(), "user-override");
    // The control in the heading is a separate part, and can be kept separately.
    let edit = node(&page, "edit");
    let with = overridden(&page, &found, &[1, edit, 1]);
    assert!(text(&page, &with).contains("The keel [edit]"));
}

#[test]
fn an_hr_between_blocks_is_removed_and_restored_with_them() {
    let (page, found) = story();
    let hr = page.nodes().find(|&id| page.tag(id) == Tag::Hr).unwrap();
    let last = found
        .blocks
        .iter()
        .rev()
        .find(|b| b.leaves[0] > hr)
        .unwrap();
    let last = found
        .blocks
        .iter()
        .find(|b| b.leaves[0] > hr)
        .unwrap_or(last);
    assert!(found.kept.contains(hr));
    let without = overridden(&page, &found, &[1, last.leaves[0].0, 0]);
    assert!(!without.kept.contains(hr));
    let again = overridden(&page, &without, &[1, last.leaves[0].0, 1]);
    assert!(again.kept.contains(hr));
}

#[test]
fn each_level_keeps_everything_the_previous_level_keeps() {
    let (page, found) = story();
    let kept = |level: u32| overridden(&page, &found, &[level]).kept;
    let levels: Vec<NodeSet> = (0..4).map(kept).collect();
    for pair in levels.windows(2) {
        assert!(pair[0].iter().all(|leaf| pair[1].contains(leaf)));
    }
    let saw = NodeId(node(&page, "Buy a saw"));
    assert!(levels[3].contains(saw) && !levels[1].contains(saw));
    let title = found.blocks.iter();
    let mut title = title.filter(|block| block.outcome == Some(Reason::Title));
    assert!(!levels[3].contains(title.next().unwrap().leaves[0]));
    // The column ends at its edge, and an override has precedence over the level.
    assert!(!levels[3].contains(NodeId(node(&page, "Copyright"))));
    let strict = overridden(&page, &found, &[3, saw.0, 0]);
    assert!(!strict.kept.contains(saw));
}

#[test]
fn user_can_pick_the_article_if_none_was_found() {
    let (page, found) = found(&format!("{MENU}<p>Closed today.</p>"));
    assert_eq!(found.confidence, Confidence::None);
    let with = overridden(&page, &found, &[1, node(&page, "Closed"), 1]);
    assert_eq!(with.confidence, Confidence::Strong);
    let (page, all) = story();
    let without = overridden(&page, &all, &[1, page.body().0, 0]);
    assert_eq!(without.confidence, Confidence::None);
    assert!(without.kept.is_empty());
}

#[test]
fn picked_title_byline_and_date_replace_the_detected_ones() {
    let (page, found) = found(&format!(
        "<h1>Harbour News</h1><h2>A keeper forgotten</h2><p class=x>Ann Berg</p>\
         <p class=y>3 May 2024</p>{}",
        STORY.repeat(4)
    ));
    let node_of = |words| node(&page, words);
    let before = metadata(&page);
    let numbers = [
        1,
        node_of("A keeper"),
        2,
        node_of("Ann Berg"),
        3,
        node_of("3 May"),
        4,
    ];
    let overrides = Overrides::read(&numbers).unwrap();
    let after = before.overridden(&page, &overrides).unwrap();
    assert_eq!(after.title.as_deref(), Some("A keeper forgotten"));
    assert_eq!(after.byline.as_deref(), Some("Ann Berg"));
    assert_eq!(after.published.as_deref(), Some("2024-05-03"));
    assert_eq!(
        before.overridden(&page, &Overrides::default()),
        Ok(before.clone())
    );
    let with = found.overridden(&page, &overrides).unwrap();
    let text = text(&page, &with);
    for words in ["A keeper forgotten", "Ann Berg", "3 May"] {
        assert!(!text.contains(words), "{words}");
    }
    let block = with
        .blocks
        .iter()
        .find(|b| b.leaves[0].0 == node_of("A keeper"));
    assert_eq!(block.unwrap().outcome, Some(Reason::Title));
    // The whole text isn't a date.
    let none = Overrides::read(&[1, node_of("lighthouse"), 4]).unwrap();
    let error = before.overridden(&page, &none).unwrap_err().to_string();
    assert!(
        error.starts_with("there is no value for \"published\" at node"),
        "{error}"
    );
}

#[test]
fn overrides_apply_to_every_block_that_overlaps_the_element() {
    let (page, all) = story();
    let main = page.nodes().find(|&id| page.tag(id) == Tag::Main).unwrap();
    assert!(overridden(&page, &all, &[1, main.0, 0]).kept.is_empty());
    let aside = page.nodes().find(|&id| page.tag(id) == Tag::Aside).unwrap();
    let saw = NodeId(node(&page, "Buy a saw"));
    let with = overridden(&page, &all, &[1, main.0, 0, aside.0, 1]);
    assert_eq!(with.kept.iter().collect::<Vec<_>>(), [saw]);
    // A text node within the paragraph stands for the paragraph.
    assert!(overridden(&page, &all, &[1, saw.0, 1]).kept.contains(saw));
}

#[test]
fn invalid_overrides_return_error_messages() {
    let (page, found) = story();
    let error = |numbers: &[u32]| {
        let overrides = Overrides::read(numbers);
        let overridden = overrides.and_then(|overrides| found.overridden(&page, &overrides));
        overridden.unwrap_err().to_string()
    };
    assert_eq!(error(&[4]), "there is no level 4");
    assert_eq!(error(&[u32::MAX, 1]), "the list of overrides is cut off");
    assert_eq!(error(&[1, 7]), "the list of overrides is cut off");
    assert_eq!(error(&[1, 7, 5]), "there is no override 5");
    for node in [page.len() as u32, u32::MAX, 0] {
        let words = format!("the page shows nothing at node {node}");
        // The root contains everything.
        if node > 0 {
            assert_eq!(error(&[1, node, 1]), words);
        }
    }
    let title = page.nodes().find(|&id| page.tag(id) == Tag::Title).unwrap();
    assert!(error(&[1, title.0, 0]).starts_with("the page shows nothing at node"));
}

#[test]
fn levels_restore_captions_and_boxes_but_never_overlays() {
    let text = STORY.repeat(3);
    let (page, mut found) = found(&format!(
        "<main><h1>The ferry</h1>{text}<figure><img src=a.jpg><figcaption>The ferry at noon, \
         before the storm.</figcaption></figure>{text}\
         <aside class=advert><p>Buy a saw today</p></aside>\
         <div style='position: fixed'><p>Closed today</p></div>{text}</main>"
    ));
    // Simulates that the model rejects it.
    let caption = NodeId(node(&page, "before the storm"));
    let mut blocks = found.blocks.iter_mut();
    let caption = blocks.find(|block| block.leaves.contains(&caption));
    caption.unwrap().is_caption = true;
    let reason = |words: &str| {
        let id = NodeId(node(&page, words));
        let block = found.blocks.iter().find(|block| block.leaves.contains(&id));
        block.unwrap().outcome
    };
    assert_eq!(reason("before the storm"), None);
    assert_eq!(reason("Buy a saw"), Some(Reason::OtherColumn));
    assert_eq!(reason("Closed today"), Some(Reason::Overlay));
    let levels_with = |words: &str| -> Vec<u32> {
        let id = NodeId(node(&page, words));
        let keeps = |&level: &u32| overridden(&page, &found, &[level]).kept.contains(id);
        (0..4).filter(keeps).collect()
    };
    assert_eq!(levels_with("before the storm"), [1, 2, 3]);
    assert_eq!(levels_with("Buy a saw"), [2, 3]);
    assert_eq!(levels_with("Closed today"), Vec::<u32>::new());
}

#[test]
fn a_hidden_hr_between_blocks_stays_hidden() {
    let rule = "<hr style='display: none'>";
    let (page, found) = found(&format!("<main>{STORY}{STORY}{rule}{STORY}</main>"));
    let hr = page.nodes().find(|&id| page.tag(id) == Tag::Hr).unwrap();
    let without = overridden(&page, &found, &[1, found.blocks[0].leaves[0].0, 0]);
    assert_eq!(without.kept.iter().count(), 2);
    assert!(!without.kept.contains(hr));
}
