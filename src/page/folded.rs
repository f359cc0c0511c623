//! Text that is collapsed until the user opens it: answers in an accordion, the rest behind "Read
//! more", tabs. It is part of the page's text, like the content of a `details`.
//!
//! A part counts as collapsed text if it contains sentences and either something visible opens it
//! (a control that refers to it or is marked as closed) or its class or id says so. Menus, dialogs
//! and forms have such controls too, but are recognized by their names, elements and links.

use super::reveal::show;
use super::{Attr, Display, NodeId, Page, Tag, Visibility};
use crate::compact::hash::Hash64;
use crate::compact::lower_case;

/// Minimum characters of a part outside links: shorter ones are hints and labels of controls.
const MIN_PART_CHARS: u32 = 40;

/// Divisor for the maximum share of links in a part: if the share is larger, menus would be shown.
const LINKED: u32 = 3;

/// Maximum ancestors of a part whose names and tags are checked.
const AROUND: usize = 12;

/// Words in class names and ids of collapsed parts.
const FOLDED: [&str; 18] = [
    "accordion",
    "collaps",
    "faq",
    "answer",
    "expand",
    "readmore",
    "read-more",
    "more-content",
    "more-text",
    "moretext",
    "tabpanel",
    "tab-panel",
    "tab-pane",
    "tab-content",
    "toggle-content",
    "toggle_content",
    "togglecontent",
    "spoiler",
];

/// Labels of controls that show the rest of a text, in lower case, one per line.
const MORE: &str = "\
read more
show more
see more
view more
load more
continue reading
keep reading
more
expand
read on
read full article
read the full article
read full story
read the full story
read the rest
show full article
show full text
weiterlesen
mehr lesen
mehr anzeigen
mehr
alles anzeigen
alles lesen
ganzen artikel lesen
artikel weiterlesen
vollständigen text anzeigen
lire la suite
lire plus
voir plus
afficher plus
afficher la suite
en savoir plus
lire tout l'article
leer más
ver más
mostrar más
seguir leyendo
continuar leyendo
leer todo
leer completo
leer nota completa
leia mais
ler mais
ver mais
mostrar mais
continuar lendo
continuar a ler
continue lendo
leia o texto completo
leggi tutto
leggi di più
mostra di più
mostra tutto
continua a leggere
continua
lees meer
lees verder
meer lezen
meer tonen
toon meer
verder lezen
läs mer
läs vidare
visa mer
les mer
vis mer
læs mere
vis mere
lue lisää
näytä lisää
czytaj dalej
czytaj więcej
pokaż więcej
rozwiń
číst dále
číst více
zobrazit více
čítať ďalej
читать далее
читать дальше
читать полностью
читать ещё
показать полностью
показать ещё
развернуть
читати далі
показати більше
devamını oku
devamını göster
daha fazla göster
daha fazla
baca selengkapnya
selengkapnya
lihat selengkapnya
xem thêm
đọc tiếp
xem tất cả
阅读全文
展开全文
查看全文
查看更多
展开
显示全部
閱讀全文
展開全文
顯示更多
繼續閱讀
続きを読む
もっと見る
全文を読む
全文を表示
すべて表示
더보기
더 보기
전체 보기
계속 읽기
اقرأ المزيد
عرض المزيد
المزيد
ادامه مطلب
بیشتر
קרא עוד
קראו עוד
הצג עוד
और पढ़ें
ज़्यादा दिखाएँ
διαβάστε περισσότερα
περισσότερα
citește mai mult
tovább olvasom
tovább
прочетете повече
อ่านต่อ";

/// Maximum bytes of such a label, and maximum nodes between it and the part.
const MAX_LABEL_BYTES: usize = 80;
const NEAR: usize = 24;

/// Words in class names, ids and roles of parts that can be opened but aren't text of the page.
const FOREIGN: [&str; 24] = [
    "nav",
    "menu",
    "dialog",
    "modal",
    "popup",
    "popover",
    "cookie",
    "consent",
    "footer",
    "sidebar",
    "search",
    "login",
    "share",
    "comment",
    "tooltip",
    "dropdown",
    "related",
    "newsletter",
    "filter",
    "cart",
    "toc",
    "gdpr",
    "banner",
    "reply",
];

/// Treats the text of collapsed parts as shown.
pub(super) fn unfold(page: &mut Page) {
    let names = controlled(page);
    let mut found = Vec::new();
    let mut i = page.body as usize + 1;
    while i < page.tags.len() {
        let parent = page.parents[i] as usize;
        let is_folded = page.styles[i].visibility == Visibility::Hidden
            && page.tags[i] != Tag::Text
            && !page.hidden[parent]
            && !page.tags[i].is_never_rendered()
            && page.tags[i] != Tag::Noscript;
        if !is_folded {
            i += 1;
            continue;
        }
        if is_opened(page, i, &names) && contains_sentences(page, i) && !is_foreign(page, i) {
            found.push(i);
        }
        i = page.ends[i] as usize;
    }
    for i in found {
        page.styles[i].display = Display::of_tag(page.tags[i]);
        show(page, i);
    }
}

/// Returns sorted hashes of the ids that visible controls refer to.
fn controlled(page: &Page) -> Vec<u64> {
    let mut names = Vec::new();
    for i in page.body as usize..page.tags.len() {
        if page.tags[i] == Tag::Text || page.hidden[i] {
            continue;
        }
        let control = NodeId::at(i);
        if let Some(ids) = page.attr(control, Attr::AriaControls) {
            names.extend(ids.split_ascii_whitespace().map(id_hash));
        }
        let href = page.attr(control, Attr::Href);
        let id = href.and_then(|href| href.strip_prefix('#'));
        names.extend(id.filter(|id| !id.is_empty()).map(id_hash));
    }
    names.sort_unstable();
    names.dedup();
    names
}

fn id_hash(id: &str) -> u64 {
    Hash64::EMPTY.text(id).value()
}

/// Returns whether something opens a hidden element.
fn is_opened(page: &Page, i: usize, names: &[u64]) -> bool {
    let id = page.attr(NodeId::at(i), Attr::Id);
    let is_controlled = || id.is_some_and(|id| names.binary_search(&id_hash(id)).is_ok());
    let is_panel = || page.attr(NodeId::at(i), Attr::Role) == Some("tabpanel");
    is_panel()
        || is_named(page, i)
        || is_controlled()
        || follows_control(page, i)
        || is_beside_more(page, i)
}

/// Returns whether the element directly before another, or a control in it, is marked as closed.
fn follows_control(page: &Page, i: usize) -> bool {
    let parent = page.parents[i] as usize;
    let siblings = page.children(NodeId::at(parent));
    let before = siblings
        .take_while(|child| child.index() < i)
        .filter(|&child| page.is_element(child))
        .last();
    let is_closed = |n: NodeId| page.attr(n, Attr::AriaExpanded) == Some("false");
    before.is_some_and(|before| page.subtree(before).take(AROUND).any(is_closed))
}

/// Returns whether the text directly before or after an element is the label of a control that
/// shows the rest of a text.
fn is_beside_more(page: &Page, i: usize) -> bool {
    let is_text =
        |&n: &usize| page.tags[n] == Tag::Text && !page.hidden[n] && page.counts[n].chars > 0;
    let before = (page.body as usize..i).rev().take(NEAR).find(is_text);
    let mut after = page.ends[i] as usize..page.tags.len();
    let after = after.by_ref().take(NEAR).find(is_text);
    let near = page.ancestors(NodeId::at(i)).take(2).last();
    let is_near = |n: usize| near.is_some_and(|near| page.contains(near, NodeId::at(n)));
    let mut labels = before.into_iter().chain(after);
    labels.any(|n| is_near(n) && is_more(page, n))
}

/// Returns whether a text is such a label, and neither a heading nor a link to another page.
fn is_more(page: &Page, n: usize) -> bool {
    let text = page.text(NodeId::at(n));
    if text.len() > MAX_LABEL_BYTES {
        return false;
    }
    let text = lower_case::of(text.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_other = |a: NodeId| {
        let href = page.attr(a, Attr::Href);
        let leads =
            href.is_some_and(|href| !href.starts_with('#') && !href.starts_with("javascript:"));
        leads || page.tag(a).heading_level().is_some()
    };
    // After several words, a label can go on: "Read more of this article".
    let is_label = |label: &str| text == label || label.contains(' ') && text.starts_with(label);
    MORE.lines().any(is_label) && !page.ancestors(NodeId::at(n)).take(AROUND).any(is_other)
}

/// Returns whether an element contains sentences, and isn't mostly links or fields.
fn contains_sentences(page: &Page, i: usize) -> bool {
    let (mut chars, mut linked, mut stops) = (0, 0, 0);
    let mut link_end = 0;
    let mut n = i;
    while n < page.ends[i] as usize {
        let tag = page.tags[n];
        if matches!(
            tag,
            Tag::Form | Tag::Input | Tag::Select | Tag::Textarea | Tag::Nav | Tag::Dialog
        ) {
            return false;
        }
        // Text in it that is hidden for another reason doesn't count.
        if tag.is_never_rendered() {
            n = page.ends[n] as usize;
            continue;
        }
        if tag.is_link() {
            link_end = link_end.max(page.ends[n] as usize);
        }
        if tag == Tag::Text {
            chars += page.counts[n].chars;
            stops += page.counts[n].punctuation;
            if n < link_end {
                linked += page.counts[n].chars;
            }
        }
        n += 1;
    }
    stops > 0 && chars >= MIN_PART_CHARS + linked && linked * LINKED <= chars
}

/// Returns whether an element or an ancestor isn't text of the page. Names outside the `main`
/// element are those of the whole page: Drupal's wrapper of every page is called a dialog's canvas.
fn is_foreign(page: &Page, i: usize) -> bool {
    let is_one = |n: NodeId| {
        let by_tag = matches!(
            page.tag(n),
            Tag::Nav
                | Tag::Menu
                | Tag::Footer
                | Tag::Form
                | Tag::Dialog
                | Tag::Header
                | Tag::Button
        );
        by_tag || page.is_overlay(n) || names_foreign(page, n.index())
    };
    page.inclusive_ancestors(NodeId::at(i))
        .take(AROUND)
        .take_while(|&n| n > page.body() && page.tag(n) != Tag::Main)
        .any(is_one)
}

/// Returns whether a class, id or role of an element, in lower case, satisfies `is_one`.
fn has_name(page: &Page, i: usize, is_one: impl Fn(&str) -> bool) -> bool {
    let names = [Attr::Class, Attr::Id, Attr::Role];
    let mut names = names
        .into_iter()
        .filter_map(|attr| page.attr(NodeId::at(i), attr));
    names.any(|name| is_one(&name.to_ascii_lowercase()))
}

/// Returns whether the names of an element contain a word for collapsed content.
fn is_named(page: &Page, i: usize) -> bool {
    has_name(page, i, |name| {
        FOLDED.iter().any(|word| name.contains(word))
    })
}

/// Returns whether a word in an element's names starts with one of [`FOREIGN`].
fn names_foreign(page: &Page, i: usize) -> bool {
    has_name(page, i, |name| {
        let mut words = name.split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|word| FOREIGN.iter().any(|foreign| word.starts_with(foreign)))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use crate::page::Limits;
    use crate::source::html;

    const TEXT: &str = "<p>The ferry sails at noon and at six, in summer and in winter.</p>";

    fn is_shown(html: &str) -> bool {
        let page = html::read(html, "", Limits::default()).unwrap();
        page.visible_text(page.body()).contains("sails at noon")
    }

    #[test]
    fn expandable_parts_are_shown() {
        for page in [
            format!(
                "<button aria-expanded=false aria-controls=x>When?</button><div id=x hidden>{TEXT}</div>"
            ),
            format!(
                "<h3><a aria-expanded=false>When?</a></h3><div style='display:none'>{TEXT}</div>"
            ),
            format!("<p><a href=#rest>More</a><div id=rest style='display:none'>{TEXT}</div>"),
            format!("<div role=tabpanel hidden>{TEXT}</div>"),
            format!("<div class=faq__answer style='display: none'>{TEXT}</div>"),
            format!("<p>Tides.</p><button>Weiterlesen …</button><div hidden>{TEXT}</div>"),
            format!("<div hidden>{TEXT}</div><p><a href=javascript:more()>Ver más</a></p>"),
            format!(
                "<div class=dialog-canvas><main><div role=tabpanel hidden>{TEXT}</div></main></div>"
            ),
        ] {
            assert!(is_shown(&page), "{page}");
        }
    }

    #[test]
    fn non_expandable_and_boilerplate_parts_stay_hidden() {
        let menu = "<a href=/a>The ferry sails at noon and at six, in summer and in winter.</a>";
        for page in [
            format!("<div hidden>{TEXT}</div>"),
            format!(
                "<button aria-expanded=false aria-controls=x>M</button><div id=x hidden>{menu}</div>"
            ),
            format!("<a href=/tides>Read more</a><div hidden>{TEXT}</div>"),
            format!("<div><p>Tides.</p><div hidden>{TEXT}</div></div><h2>More</h2>"),
            format!("<a href=#x>Log in</a><div id=x class=login-modal hidden>{TEXT}</div>"),
            format!("<nav><div role=tabpanel hidden>{TEXT}</div></nav>"),
            format!("<div role=tabpanel hidden><form>{TEXT}</form></div>"),
        ] {
            assert!(!is_shown(&page), "{page}");
        }
    }
}
