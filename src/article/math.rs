//! Formulas: MathML by allow-list, and as LaTeX for text.
//!
//! Only presentation MathML stays. Annotations go: some sanitisers would show a formula's
//! source as text, and `annotation-xml` has let scripts through. What the source says is kept
//! as `alttext`.

use super::tree::{Attrs, Tree};
use crate::page::{Attr, NodeId, Page, Tag};
use crate::text::collapse;

/// The most nodes and the most levels of a formula that is turned into LaTeX. Of a larger one the
/// text is taken as it stands.
const MAX_NODES: usize = 2000;
const MAX_DEPTH: u32 = 60;

/// Returns the attributes of the clean `math` element.
pub(super) fn attrs(page: &Page, math: NodeId) -> Attrs {
    let mut attrs = allowed(page, math);
    let tex = tex(page, math);
    if !tex.is_empty() {
        attrs.push((Attr::Alttext, tex));
    }
    attrs
}

/// Adds what stands below `math` to `tree` below `node`.
pub(super) fn copy(page: &Page, math: NodeId, tree: &mut Tree, node: usize) {
    let mut open: Vec<(NodeId, usize)> = vec![(page.end(math), node)];
    let mut at = NodeId(math.0 + 1);
    while at < page.end(math) {
        while open.len() > 1
            && let Some(&(end, node)) = open.last()
            && end <= at
        {
            tree.close(node);
            open.pop();
        }
        let parent = open.last().map_or(node, |&(_, n)| n);
        let tag = page.tag(at);
        if is_note(tag) || tag.is_never_rendered() {
            at = page.end(at);
            continue;
        }
        let clean = match tag {
            Tag::Text => None,
            Tag::Semantics | Tag::Math => None,
            Tag::Other | Tag::Maction => Some(Tag::Mrow),
            tag => tag.is_mathml().then_some(tag),
        };
        if tag == Tag::Text {
            let text = page.text(at);
            if holds_text(page, at) {
                tree.push_text(text, parent);
            }
        } else if let Some(tag) = clean
            && open.len() < MAX_DEPTH as usize
            // Whoever parses the article takes an element in a token for one of HTML.
            && !is_token(tree.tag(parent))
        {
            let new = tree.push(tag, allowed(page, at), parent, false);
            open.push((page.end(at), new));
        }
        at = NodeId(at.0 + 1);
    }
    for (_, node) in open.into_iter().skip(1) {
        tree.close(node);
    }
}

fn is_note(tag: Tag) -> bool {
    matches!(tag, Tag::Annotation | Tag::AnnotationXml)
}

/// Returns whether elements of this name are tokens, which hold text and nothing else.
fn is_token(tag: Tag) -> bool {
    matches!(tag, Tag::Mi | Tag::Mn | Tag::Mo | Tag::Ms | Tag::Mtext)
}

/// Returns whether a text of a formula says something: all inside of tokens does, and between
/// elements all but white space.
fn holds_text(page: &Page, text: NodeId) -> bool {
    let token = page.ancestors(text).take(4).any(|n| is_token(page.tag(n)));
    token || !page.text(text).trim().is_empty()
}

fn allowed(page: &Page, node: NodeId) -> Attrs {
    let kept = |a: Attr| {
        (Attr::Display..=Attr::Maxsize).contains(&a) && a != Attr::Encoding
            || matches!(a, Attr::Width | Attr::Height | Attr::Dir)
    };
    page.attrs(node)
        .filter(|&(a, value)| kept(a) && value.len() <= 64)
        .map(|(a, value)| (a, value.to_owned()))
        .collect()
}

/// Returns the formula as LaTeX: as the page gives it, else made from its elements.
fn tex(page: &Page, math: NodeId) -> String {
    let given = page
        .descendants(math)
        .find(|&n| {
            let encoding = page.attr(n, Attr::Encoding).unwrap_or_default();
            page.tag(n) == Tag::Annotation && encoding.to_ascii_lowercase().contains("tex")
        })
        .map(|n| page.raw_text(n))
        .or_else(|| page.attr(math, Attr::Alttext));
    if let Some(given) = given {
        return plain(given);
    }
    if page.subtree(math).len() > MAX_NODES
        || page
            .subtree(math)
            .any(|n| page.level(n) - page.level(math) > MAX_DEPTH)
    {
        return collapse(page.raw_text(math));
    }
    written(page, math)
}

/// Returns a formula without the braces that some generators put around everything.
fn plain(tex: &str) -> String {
    let tex = collapse(tex);
    let inner = ["{\\displaystyle ", "{\\textstyle "]
        .iter()
        .find_map(|p| tex.strip_prefix(p))
        .and_then(|t| t.strip_suffix('}'));
    inner.unwrap_or(&tex).trim().to_owned()
}

/// Writes LaTeX for the elements of a formula, from the leaves upwards.
fn written(page: &Page, math: NodeId) -> String {
    let base = math.index();
    let mut out: Vec<String> = vec![String::new(); page.subtree(math).len()];
    for node in page.subtree(math).rev() {
        let tag = page.tag(node);
        if tag == Tag::Text {
            out[node.index() - base] = escaped(&collapse(page.text(node)));
            continue;
        }
        let children: Vec<NodeId> = page
            .children(node)
            .filter(|&c| {
                !is_note(page.tag(c)) && (page.is_element(c) || !page.text(c).trim().is_empty())
            })
            .collect();
        let child = |i: usize| children.get(i).map_or("", |c| &out[c.index() - base]);
        let group = |i: usize| format!("{{{}}}", child(i));
        let joined = |separator: &str| {
            let parts: Vec<&str> = children.iter().map(|c| &*out[c.index() - base]).collect();
            parts.join(separator)
        };
        let atom = |i: usize| match child(i) {
            c if c.chars().count() <= 1 => c.to_owned(),
            c => format!("{{{c}}}"),
        };
        out[node.index() - base] = match tag {
            Tag::Mfrac => format!("\\frac{}{}", group(0), group(1)),
            Tag::Msup => format!("{}^{}", atom(0), group(1)),
            Tag::Msub => format!("{}_{}", atom(0), group(1)),
            Tag::Msubsup | Tag::Munderover => {
                format!("{}_{}^{}", atom(0), group(1), group(2))
            }
            Tag::Munder => format!("{}_{}", atom(0), group(1)),
            Tag::Mover => match accent(child(1)) {
                Some(command) => format!("{command}{}", group(0)),
                None => format!("{}^{}", atom(0), group(1)),
            },
            Tag::Msqrt => format!("\\sqrt{{{}}}", joined("")),
            Tag::Mroot => format!("\\sqrt[{}]{}", child(1), group(0)),
            Tag::Mtable => format!("\\begin{{matrix}}{}\\end{{matrix}}", joined("\\\\")),
            Tag::Mtr => joined("&"),
            Tag::Mtext | Tag::Ms => format!("\\text{{{}}}", joined("")),
            Tag::Mi => {
                let name = joined("");
                match name.chars().count() {
                    2.. if FUNCTIONS.contains(&&*name) => format!("\\{name} "),
                    2.. => format!("\\mathrm{{{name}}}"),
                    _ => name,
                }
            }
            Tag::Mspace => " ".to_owned(),
            Tag::Mphantom => String::new(),
            _ => joined(""),
        };
    }
    out.first().map(|s| s.trim().to_owned()).unwrap_or_default()
}

/// Returns a text of a formula as LaTeX has it.
fn escaped(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '{' | '}' | '%' | '#' | '&' | '$' | '_' => format!("\\{c}"),
        '\\' => "\\backslash".to_owned(),
        '\u{2061}'..='\u{2064}' => String::new(),
        '\u{2212}' => "-".to_owned(),
        c => c.to_string(),
    });
    escaped.collect()
}

/// Returns LaTeX's command for a sign that stands over what it belongs to.
fn accent(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "¯" | "‾" | "―" => "\\overline",
        "^" | "ˆ" => "\\hat",
        "~" | "˜" => "\\tilde",
        "→" | "⃗" => "\\vec",
        "." | "˙" => "\\dot",
        _ => return None,
    })
}

/// Names of functions that LaTeX has a command for.
const FUNCTIONS: [&str; 20] = [
    "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "log", "ln", "lg", "exp",
    "lim", "max", "min", "sup", "inf", "det", "gcd",
];
