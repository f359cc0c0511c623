//! HTML text to [`Page`], through html5ever; no layout.
//!
//! The tree builder does not add nodes in document order (foster parenting, the adoption
//! agency algorithm), so they go to an arena first and from there to the page. Styles are those
//! of a browser's own style sheet, besides the few that a `style` attribute or `hidden` says
//! plainly.

use std::borrow::Cow;
use std::cell::{Ref, RefCell};

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, ParseOpts, QualName, expanded_name, local_name, ns, parse_document};
use url::Url;

use crate::page::{
    Attr, Limits, Page, PageBuilder, PageError, PageInfo, Placement, Style, Tag, Visibility,
};

/// Reads HTML text. `url` is the document's own; relative URLs are resolved against it and
/// `<base href>`, and stay as they are where it is empty.
///
/// # Errors
/// [`PageError`] where a limit is passed or there is no element.
pub fn read(html: &str, url: &str, limits: Limits) -> Result<Page, PageError> {
    let sink = Sink::default();
    let mut parser = parse_document(sink, ParseOpts::default());
    parser.process(StrTendril::from(html));
    let arena = parser.finish();
    flatten(&arena, url, limits)
}

const DOCUMENT: usize = 0;

#[derive(Debug)]
enum Data {
    Fragment,
    Element {
        name: QualName,
        attrs: Vec<Attribute>,
        template: Option<usize>,
        integration_point: bool,
    },
    Text(String),
    Ignored,
}

#[derive(Debug)]
struct Node {
    data: Data,
    parent: Option<usize>,
    first: Option<usize>,
    last: Option<usize>,
    previous: Option<usize>,
    next: Option<usize>,
}

impl Node {
    fn new(data: Data) -> Self {
        Self {
            data,
            parent: None,
            first: None,
            last: None,
            previous: None,
            next: None,
        }
    }
}

#[derive(Debug)]
struct Arena(Vec<Node>);

impl Arena {
    fn add(&mut self, data: Data) -> usize {
        self.0.push(Node::new(data));
        self.0.len() - 1
    }

    fn detach(&mut self, id: usize) {
        let Node {
            parent,
            previous,
            next,
            ..
        } = self.0[id];
        let Some(parent) = parent else { return };
        match previous {
            Some(p) => self.0[p].next = next,
            None => self.0[parent].first = next,
        }
        match next {
            Some(n) => self.0[n].previous = previous,
            None => self.0[parent].last = previous,
        }
        let node = &mut self.0[id];
        (node.parent, node.previous, node.next) = (None, None, None);
    }

    fn append(&mut self, parent: usize, child: usize) {
        self.detach(child);
        let last = self.0[parent].last;
        let node = &mut self.0[child];
        (node.parent, node.previous) = (Some(parent), last);
        match last {
            Some(l) => self.0[l].next = Some(child),
            None => self.0[parent].first = Some(child),
        }
        self.0[parent].last = Some(child);
    }

    fn insert_before(&mut self, sibling: usize, child: usize) {
        self.detach(child);
        let (parent, previous) = (self.0[sibling].parent, self.0[sibling].previous);
        let node = &mut self.0[child];
        (node.parent, node.previous, node.next) = (parent, previous, Some(sibling));
        self.0[sibling].previous = Some(child);
        match (previous, parent) {
            (Some(p), _) => self.0[p].next = Some(child),
            (None, Some(parent)) => self.0[parent].first = Some(child),
            (None, None) => {}
        }
    }

    /// Adds text after `last`, joined to it where that is text as well.
    fn text_after(&mut self, last: Option<usize>, text: &str) -> Option<usize> {
        if let Some(Data::Text(t)) = last.map(|l| &mut self.0[l].data) {
            t.push_str(text);
            return None;
        }
        Some(self.add(Data::Text(text.to_owned())))
    }
}

struct Sink {
    arena: RefCell<Arena>,
}

impl Default for Sink {
    fn default() -> Self {
        Self {
            arena: RefCell::new(Arena(vec![Node::new(Data::Fragment)])),
        }
    }
}

impl TreeSink for Sink {
    type Handle = usize;
    type Output = Arena;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Arena {
        self.arena.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        DOCUMENT
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Ref<'a, QualName> {
        Ref::map(self.arena.borrow(), |arena| match &arena.0[*target].data {
            Data::Element { name, .. } => name,
            _ => unreachable!("only elements are asked for their name"),
        })
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> usize {
        let mut arena = self.arena.borrow_mut();
        let template = flags.template.then(|| arena.add(Data::Fragment));
        arena.add(Data::Element {
            name,
            attrs,
            template,
            integration_point: flags.mathml_annotation_xml_integration_point,
        })
    }

    fn create_comment(&self, _: StrTendril) -> usize {
        self.arena.borrow_mut().add(Data::Ignored)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        self.arena.borrow_mut().add(Data::Ignored)
    }

    fn append(&self, &parent: &usize, child: NodeOrText<usize>) {
        let mut arena = self.arena.borrow_mut();
        let last = arena.0[parent].last;
        let child = match child {
            NodeOrText::AppendNode(node) => Some(node),
            NodeOrText::AppendText(text) => arena.text_after(last, &text),
        };
        if let Some(child) = child {
            arena.append(parent, child);
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &usize,
        prev_element: &usize,
        child: NodeOrText<usize>,
    ) {
        let has_parent = self.arena.borrow().0[*element].parent.is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(prev_element, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, &target: &usize) -> usize {
        match &self.arena.borrow().0[target].data {
            Data::Element {
                template: Some(contents),
                ..
            } => *contents,
            _ => target,
        }
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, &sibling: &usize, child: NodeOrText<usize>) {
        let mut arena = self.arena.borrow_mut();
        let previous = arena.0[sibling].previous;
        let child = match child {
            NodeOrText::AppendNode(node) => Some(node),
            NodeOrText::AppendText(text) => arena.text_after(previous, &text),
        };
        if let Some(child) = child {
            arena.insert_before(sibling, child);
        }
    }

    fn add_attrs_if_missing(&self, &target: &usize, new: Vec<Attribute>) {
        if let Data::Element { attrs, .. } = &mut self.arena.borrow_mut().0[target].data {
            for attr in new {
                if attrs.iter().all(|a| a.name != attr.name) {
                    attrs.push(attr);
                }
            }
        }
    }

    fn remove_from_parent(&self, &target: &usize) {
        self.arena.borrow_mut().detach(target);
    }

    fn reparent_children(&self, &node: &usize, &new_parent: &usize) {
        let mut arena = self.arena.borrow_mut();
        while let Some(child) = arena.0[node].first {
            arena.append(new_parent, child);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, &handle: &usize) -> bool {
        matches!(
            self.arena.borrow().0[handle].data,
            Data::Element {
                integration_point: true,
                ..
            }
        )
    }
}

fn flatten(arena: &Arena, url: &str, limits: Limits) -> Result<Page, PageError> {
    let base = base_url(arena, url);
    let info = PageInfo {
        url: url.to_owned(),
        ..PageInfo::default()
    };
    let mut builder = PageBuilder::new(info, limits);
    let mut next = arena.0[DOCUMENT].first;
    // Preorder without recursion: `at` is entered, then its first child, else its next sibling
    // or that of the nearest ancestor that has one.
    while let Some(at) = next {
        let node = &arena.0[at];
        let entered = enter(node, &mut builder, base.as_ref())?;
        next = if entered { node.first } else { None };
        let mut climb = at;
        let mut open = entered;
        while next.is_none() {
            if open {
                builder.close();
            }
            if let Some(sibling) = arena.0[climb].next {
                next = Some(sibling);
                break;
            }
            match arena.0[climb].parent {
                Some(parent) if parent != DOCUMENT => climb = parent,
                _ => break,
            }
            open = true;
        }
    }
    builder.finish()
}

/// Adds a node; true where it was opened as an element.
fn enter(node: &Node, builder: &mut PageBuilder, base: Option<&Url>) -> Result<bool, PageError> {
    match &node.data {
        Data::Element { name, attrs, .. } => {
            let tag = Tag::from_name(&name.local);
            let value = |wanted: &str| {
                attrs
                    .iter()
                    .find(|a| &*a.name.local == wanted)
                    .map(|a| &*a.value)
            };
            if matches!(tag, Tag::Style | Tag::Template)
                || (tag == Tag::Script && value("type") != Some("application/ld+json"))
            {
                return Ok(false);
            }
            let style = plain_style(
                Style::of_tag(tag, &builder.style()),
                value("style"),
                value("hidden"),
                value("dir"),
            );
            builder.open(tag, style, None)?;
            for attr in attrs {
                let Some(kept) = Attr::from_name(&attr.name.local) else {
                    continue;
                };
                builder.attr(kept, &resolve(kept, &attr.value, base))?;
            }
            Ok(true)
        }
        Data::Text(text) => {
            builder.text(text)?;
            Ok(false)
        }
        Data::Fragment | Data::Ignored => Ok(false),
    }
}

/// What the `style`, `hidden` and `dir` attributes say plainly.
fn plain_style(
    mut style: Style,
    css: Option<&str>,
    hidden: Option<&str>,
    dir: Option<&str>,
) -> Style {
    for declaration in css.unwrap_or_default().split(';') {
        let Some((property, value)) = declaration.split_once(':') else {
            continue;
        };
        let value = value.trim().to_ascii_lowercase();
        let value = value.trim_end_matches("!important").trim_end();
        match (property.trim().to_ascii_lowercase().as_str(), value) {
            ("display", "none")
            | ("visibility", "hidden" | "collapse")
            | ("content-visibility", "hidden") => style.visibility = Visibility::Hidden,
            ("position", "fixed") => style.placement = Placement::Overlay,
            ("position", "sticky") => style.placement = Placement::Sticky,
            ("white-space", "pre" | "pre-wrap" | "break-spaces") => style.preformatted = true,
            ("direction", direction) => style.rtl = direction == "rtl",
            _ => {}
        }
    }
    match hidden {
        // What `hidden=until-found` folds away is found by searching and opened by it.
        Some(value) if !value.eq_ignore_ascii_case("until-found") => {
            style.visibility = Visibility::Hidden;
        }
        _ => {}
    }
    match dir.map(str::trim) {
        Some(d) if d.eq_ignore_ascii_case("rtl") => style.rtl = true,
        Some(d) if d.eq_ignore_ascii_case("ltr") => style.rtl = false,
        _ => {}
    }
    style
}

fn base_url(arena: &Arena, url: &str) -> Option<Url> {
    let document = Url::parse(url).ok();
    let href = arena.0.iter().find_map(|node| match &node.data {
        Data::Element { name, attrs, .. } if name.expanded() == expanded_name!(html "base") => {
            attrs
                .iter()
                .find(|a| a.name.local == local_name!("href"))
                .map(|a| a.value.to_string())
        }
        _ => None,
    });
    match href {
        Some(href) => Url::options()
            .base_url(document.as_ref())
            .parse(&href)
            .ok()
            .or(document),
        None => document,
    }
}

/// The value with its URLs absolute, where the attribute holds any.
fn resolve<'a>(attr: Attr, value: &'a str, base: Option<&Url>) -> Cow<'a, str> {
    let Some(base) = base else {
        return Cow::Borrowed(value);
    };
    let one = |url: &str| match url.trim() {
        "" => None,
        u if u.starts_with('#') => None,
        u => base.join(u).ok().map(String::from),
    };
    if attr.is_url() {
        one(value).map_or(Cow::Borrowed(value), Cow::Owned)
    } else if attr.is_srcset() {
        Cow::Owned(crate::page::map_srcset(value, |url| one(url)))
    } else {
        Cow::Borrowed(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(html: &str) -> Page {
        read(html, "https://example.org/a/b.html", Limits::default()).unwrap()
    }

    #[test]
    fn document_order_and_invisible_parts() {
        let p = page(
            "<title>T</title><p>one<script>x</script><style>y</style><!-- z -->\
             <table><b>foster</b><td>cell</table><p hidden>no<p style='display: none'>no",
        );
        assert_eq!(p.visible_text(p.body()), "onefoster cell");
    }

    #[test]
    fn urls_are_absolute() {
        let p = page("<a href=c>x</a><a href=#f>y</a><img srcset='s.jpg 1x, /t,a.jpg 2x'>");
        let values: Vec<_> = p
            .nodes()
            .flat_map(|n| p.attrs(n).map(|(_, v)| v.to_owned()).collect::<Vec<_>>())
            .collect();
        assert_eq!(
            values,
            [
                "https://example.org/a/c",
                "#f",
                "https://example.org/a/s.jpg 1x, https://example.org/t,a.jpg 2x"
            ]
        );
    }

    #[test]
    fn a_base_element_counts() {
        let p = page("<base href='/z/'><a href=c>x</a>");
        let link = p.nodes().find(|&n| p.tag(n) == Tag::A).unwrap();
        assert_eq!(p.attr(link, Attr::Href), Some("https://example.org/z/c"));
    }
}
