//! Semantic boxes: notes, tips, warnings, pull quotes, fact boxes.
//!
//! They are identified by an `aside`, a `role`, an attribute, or a name used by documentation
//! generators and blog themes. In the article, the kept content of one becomes an `aside`, or a
//! `details` if the page collapses it. `class` selects the style. `data-callout` is the type, which
//! only boxes marked as notes have; fact boxes have none.

use super::survey::Survey;
use crate::compact::{lower_case, words};
use crate::page::{Attr, NodeId, Page, Tag};

/// Maximum share of an article's text in a box. If a box contains more, it's the article itself,
/// unless it has a callout's title.
const MAX_SHARE: f32 = 0.4;

/// A semantic box.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Callout {
    /// The class of the box in the article.
    pub(super) class: &'static str,
    /// The type declared by the page.
    pub(super) kind: Option<String>,
}

/// A type of callouts: its name, the class in the article, other names, and titles in languages
/// other than English.
struct Kind {
    name: &'static str,
    class: &'static str,
    others: &'static [&'static str],
    titles: &'static str,
    /// True if its names are sufficient evidence for a callout.
    alone: bool,
}

const NOTE: &str = "pith-note";
const TIP: &str = "pith-tip";
const WARNING: &str = "pith-warning";
const QUOTE: &str = "pith-quote";

/// Declares the types, each as name, class, whether its names are sufficient evidence, other names,
/// and titles.
macro_rules! kinds {
    ($($name:literal $class:ident $alone:literal [$($other:literal),*] $titles:literal)*) => {
        const KINDS: &[Kind] = &[$(Kind {
            name: $name,
            class: $class,
            others: &[$($other),*],
            titles: $titles,
            alone: $alone,
        }),*];
    };
}

kinds! {
    "note" NOTE true [] "nota notiz hinweis anmerkung remarque opmerking uwaga примечание заметка 备注 備考 メモ 참고 메모 poznámka ملاحظة הערה merknad bemærk anteckning notă megjegyzés not catatan หมายเหตุ"
    "warning" WARNING true ["warn"] "warnung achtung avertissement advertencia avvertenza attenzione aviso atenção atención waarschuwing ostrzeżenie предупреждение внимание 警告 경고 تحذير אזהרה uyarı varning advarsel varoitus peringatan"
    "tip" TIP true ["tips"] "tipp astuce conseil consejo suggerimento dica wskazówka совет 提示 ヒント 팁 نصيحة טיפ ipucu vinkki"
    "important" WARNING true [] "wichtig importante belangrijk ważne важно 重要 중요 önemli viktigt vigtigt"
    "caution" WARNING true [] "vorsicht precaución prudence cuidado cautela voorzichtig осторожно 注意 주의"
    "danger" WARNING true [] "gefahr peligro pericolo perigo gevaar опасность 危险 危険 위험"
    "attention" WARNING true [] ""
    "seealso" NOTE true ["see-also"] ""
    "info" NOTE false ["information"] "información informazioni informação informatie информация 信息 情報 정보 معلومات"
    "abstract" NOTE false ["summary", "tldr"] "zusammenfassung résumé resumen riassunto resumo 摘要 要約"
    "todo" NOTE false [] ""
    "success" TIP false ["check", "done"] ""
    "question" NOTE false ["help", "faq"] "frage pregunta domanda pergunta вопрос 问题 質問"
    "failure" WARNING false ["fail", "missing"] ""
    "error" WARNING false ["critical"] "fehler erreur errore erro ошибка 错误 エラー"
    "bug" WARNING false [] ""
    "example" NOTE false [] "beispiel exemple ejemplo esempio exemplo voorbeeld przykład пример 例 예제"
    "quote" QUOTE false ["cite"] ""
}

/// Names of boxes without a type.
const BOXES: [&str; 12] = [
    "callout",
    "admonition",
    "admonitionblock",
    "alert",
    "notice",
    "notecard",
    "hint",
    "custom-block",
    "starlight-aside",
    "confluence-information-macro",
    "ambox",
    "messagebox",
];

/// Names of sidebars without a type.
const BESIDE: [&str; 4] = ["factbox", "fact-box", "infobox", "sidebar"];

/// Names of pull quotes, which repeat a sentence of the text.
const PULL_QUOTES: [&str; 2] = ["pullquote", "pull-quote"];

/// Returns the semantic box that an element is; `None` for any other element.
pub(super) fn callout(page: &Page, survey: &Survey, node: NodeId) -> Option<Callout> {
    let tag = page.tag(node);
    let may = page.is_block(node)
        && matches!(
            tag,
            Tag::Aside
                | Tag::Div
                | Tag::Section
                | Tag::P
                | Tag::Other
                | Tag::Details
                | Tag::Blockquote
                | Tag::Table
        );
    if !may || survey.chars(page, node) == 0 {
        return None;
    }
    let callout = declared_callout(page, node)?;
    // A generic box, for which a name is sufficient evidence.
    let is_plain = !matches!(tag, Tag::Details | Tag::Blockquote | Tag::Table);
    if !is_plain && callout.kind.is_none() {
        return None;
    }
    let share = survey.chars(page, node) as f32 / survey.chars(page, page.root()).max(1) as f32;
    let declared = page.attr(node, Attr::DataCallout).is_some();
    (declared || share <= MAX_SHARE || has_title(page, node)).then_some(callout)
}

/// Returns whether a table, or its parent, has the name of a box.
pub(super) fn is_table_of_box(page: &Page, table: NodeId) -> bool {
    let named = |n: NodeId| page.attr(n, Attr::Class).is_some_and(names_box);
    named(table) || page.parent(table).is_some_and(named)
}

/// Returns the type of callouts if a title consists only of its name, in any of the languages.
pub(super) fn kind_of_title(title: &str) -> Option<&'static str> {
    let title = title.trim_matches(|c: char| !c.is_alphanumeric());
    if title.len() > 40 || title.is_empty() {
        return None;
    }
    let title = lower_case::of(title);
    let kind = KINDS.iter().find(|k| {
        k.name == title || k.others.contains(&title.as_str()) || words::holds(k.titles, &title)
    })?;
    Some(kind.name)
}

/// Returns the callout declared by an element.
fn declared_callout(page: &Page, node: NodeId) -> Option<Callout> {
    let declared = [Attr::DataCallout, Attr::DataCalloutType]
        .iter()
        .find_map(|&a| page.attr(node, a));
    if let Some(kind) = declared.and_then(declared_kind) {
        let class = of_name(&kind).map_or(NOTE, |k| k.class);
        let kind = of_name(&kind).map_or(kind, |k| k.name.to_owned());
        return Some(Callout {
            class,
            kind: Some(kind),
        });
    }
    let typed = |kind: &Kind| Callout {
        class: kind.class,
        kind: Some(kind.name.to_owned()),
    };
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    if PULL_QUOTES.iter().any(|name| has_word(class, name)) {
        return Some(Callout {
            class: QUOTE,
            kind: None,
        });
    }
    let boxed = names_box(class);
    if let Some(kind) = named_kind(class, boxed) {
        return Some(typed(kind));
    }
    let by_role = match page.attr(node, Attr::Role).map(str::trim) {
        Some("note" | "doc-notice") => of_name("note"),
        Some("doc-tip") => of_name("tip"),
        Some("doc-pullquote") => {
            return Some(Callout {
                class: QUOTE,
                kind: None,
            });
        }
        _ => None,
    };
    let beside = BESIDE.iter().any(|name| has_word(class, name));
    if !(boxed || beside || by_role.is_some() || page.tag(node) == Tag::Aside) {
        return None;
    }
    let by_title = || kind_of_title(&first_line(page, node)).and_then(of_name);
    let hint = || (boxed && has_word(class, "hint")).then(|| of_name("tip"))?;
    let plain = || if boxed { of_name("note") } else { by_role };
    match by_title().or_else(hint).or_else(plain) {
        Some(kind) => Some(typed(kind)),
        None => Some(Callout {
            class: NOTE,
            kind: None,
        }),
    }
}

/// Returns the type in class names. For most types, only boxes count.
fn named_kind(class: &str, is_box: bool) -> Option<&'static Kind> {
    // Confluence uses this name for all its boxes.
    let mut starts =
        word_starts(class).filter(|&at| !starts_with_word(&class[at..], "information-macro"));
    starts.find_map(|at| {
        let has_name = |kind: &&Kind| {
            let mut others = kind.others.iter();
            let is_named = starts_with_word(&class[at..], kind.name);
            (is_box || kind.alone)
                && (is_named || others.any(|name| starts_with_word(&class[at..], name)))
        };
        KINDS.iter().find(has_name)
    })
}

/// Returns the type from an attribute, in lower case, if it's a single word.
fn declared_kind(value: &str) -> Option<String> {
    let kind = value.trim().to_ascii_lowercase();
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    ((1..=24).contains(&kind.len()) && kind.chars().all(plain)).then_some(kind)
}

fn of_name(name: &str) -> Option<&'static Kind> {
    KINDS
        .iter()
        .find(|k| k.name == name || k.others.contains(&name))
}

/// Returns whether a box has a callout's name and begins with a title. The title is recognized by
/// its name, or by its text, which names a type.
fn has_title(page: &Page, node: NodeId) -> bool {
    let class = |node: NodeId| page.attr(node, Attr::Class).unwrap_or_default();
    let Some(text) = first_text(page, node).filter(|_| names_box(class(node))) else {
        return false;
    };
    let mut around = page.ancestors(text).take_while(|&n| n > node);
    around.any(|n| has_word(class(n), "title")) || kind_of_title(page.text(text)).is_some()
}

/// Returns the first nonblank text in a box.
fn first_line(page: &Page, node: NodeId) -> String {
    let text = first_text(page, node).map(|text| page.text(text).to_owned());
    text.unwrap_or_default()
}

fn first_text(page: &Page, node: NodeId) -> Option<NodeId> {
    page.descendants(node)
        .take(16)
        .find(|&n| page.is_text(n) && !page.is_hidden(n) && !page.text(n).trim().is_empty())
}

fn names_box(class: &str) -> bool {
    BOXES.iter().any(|name| has_word(class, name))
}

/// Returns the indexes where words begin in class names.
fn word_starts(class: &str) -> impl Iterator<Item = usize> {
    let bytes = class.as_bytes();
    let is_edge = move |at: usize| {
        bytes[at].is_ascii_alphanumeric() && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric())
    };
    (0..bytes.len()).filter(move |&at| is_edge(at))
}

#[inline(never)]
fn has_word(class: &str, word: &str) -> bool {
    word_starts(class).any(|at| starts_with_word(&class[at..], word))
}

/// Returns whether a text begins with a word, which is in lower case.
#[inline(never)]
fn starts_with_word(text: &str, word: &str) -> bool {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    // A quick check for the most common case.
    if text.len() < word.len() || text[0] | 0x20 != word[0] {
        return false;
    }
    let (begin, after) = text.split_at(word.len());
    begin.eq_ignore_ascii_case(word) && after.first().is_none_or(|b| !b.is_ascii_alphanumeric())
}
