use super::*;
use crate::page::Limits;
use crate::select::signals::Texts;
use crate::source::html;

fn texts(html: &str) -> Vec<String> {
    let page = html::read(html, "", Limits::default()).unwrap();
    let texts = Texts::new(&page, &blocks(&page));
    texts.iter().map(str::to_owned).collect()
}

#[test]
fn empty_lines_separate_menus_from_text() {
    let menu = "<a href=/a>Home</a> | <a href=/b>News</a>";
    assert_eq!(
        texts(&format!("{menu}<br><br>one<br> <br>two<br><br>{menu}")),
        ["Home | News", "one two", "Home | News"]
    );
    // One line break isn't enough, and neither is one link.
    assert_eq!(texts(&format!("{menu}<br>one")), ["Home | Newsone"]);
    assert_eq!(texts("one<br><br><a href=/a>a</a><br><br>two"), ["oneatwo"]);
}

#[test]
fn blocks_are_text_runs_between_block_breaks() {
    assert_eq!(
        texts("<div>a <b>b</b><p>c <a href=x>d</a></p>e<ul><li>f<li>g</ul>h</div>i"),
        ["a b", "c d", "e", "f", "g", "h", "i"]
    );
    assert_eq!(texts("<div>a<div hidden>x</div>b</div>"), ["a", "b"]);
}

#[test]
fn blocks_count_characters_links_tokens_and_punctuation() {
    let page = html::read(
        "<p>One, two. <a href=x>Three <b>four</b></a> (five!)",
        "",
        Limits::default(),
    )
    .unwrap();
    let b = &blocks(&page)[0];
    assert_eq!((b.chars, b.link_chars, b.tokens, b.links), (24, 9, 5, 1));
    assert!(b.ends_sentence && b.punctuation == 3);
}
