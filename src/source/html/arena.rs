//! The nodes of the tree builder, in a tree that can be modified, unlike the page.

use std::borrow::Cow;
use std::cell::{Ref, RefCell};

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, QualName, local_name, ns};

use super::attributes;

#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: QualName,
    pub(super) attrs: Vec<Attribute>,
    /// The fragment with a `template`'s contents.
    template: Option<usize>,
    /// The fragment that replaces the children: a shadow root, or the parsed text of a `noscript`
    /// or a `srcdoc`.
    pub(super) inner: Option<usize>,
    integration_point: bool,
}

impl Element {
    /// Creates an element without attributes.
    pub(super) fn new(name: QualName) -> Self {
        Self {
            name,
            attrs: Vec::new(),
            template: None,
            inner: None,
            integration_point: false,
        }
    }

    /// Returns the value of an attribute without namespace.
    pub(super) fn attr(&self, name: LocalName) -> Option<&str> {
        let found = self.attrs.iter().find(|a| a.name.local == name);
        found.map(|a| &*a.value)
    }
}

#[derive(Debug)]
pub(super) enum Data {
    Fragment,
    Element(Element),
    Text(StrTendril),
    /// A placeholder for all comments; it is never in the tree.
    Comment,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) data: Data,
    pub(super) parent: Option<usize>,
    pub(super) first: Option<usize>,
    last: Option<usize>,
    previous: Option<usize>,
    pub(super) next: Option<usize>,
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

    pub(super) fn element(&self) -> Option<&Element> {
        match &self.data {
            Data::Element(element) => Some(element),
            _ => None,
        }
    }
}

const COMMENT: usize = 0;

#[derive(Debug)]
pub(super) struct Arena {
    pub(super) nodes: Vec<Node>,
    /// The name of nodes that aren't elements; never used, but required by the interface.
    nameless: QualName,
}

impl Arena {
    pub(super) fn new() -> Self {
        Self {
            nodes: vec![Node::new(Data::Comment)],
            nameless: QualName::new(None, ns!(), local_name!("")),
        }
    }

    pub(super) fn add(&mut self, data: Data) -> usize {
        self.nodes.push(Node::new(data));
        self.nodes.len() - 1
    }

    pub(super) fn children(&self, id: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.nodes[id].first, |&c| self.nodes[c].next)
    }

    /// Returns everything below a node in document order, except for the contents of templates,
    /// shadow trees and inner documents.
    pub(super) fn descendants(&self, id: usize) -> impl Iterator<Item = usize> {
        let mut next = self.nodes[id].first;
        std::iter::from_fn(move || {
            let at = next?;
            next = self.nodes[at].first;
            let mut climb = at;
            while next.is_none() && climb != id {
                next = self.nodes[climb].next;
                match self.nodes[climb].parent {
                    Some(parent) => climb = parent,
                    None => break,
                }
            }
            Some(at)
        })
    }

    /// Returns a new fragment with one child, which is removed from its previous parent.
    pub(super) fn only(&mut self, child: usize) -> usize {
        let fragment = self.add(Data::Fragment);
        self.append(fragment, child);
        fragment
    }

    /// Replaces `gap` with the children of `part`, and removes both.
    pub(super) fn replace(&mut self, gap: usize, part: usize) {
        while let Some(child) = self.nodes[part].first {
            self.insert_before(gap, child);
        }
        self.detach(gap);
        self.detach(part);
    }

    fn detach(&mut self, id: usize) {
        let Node {
            parent,
            previous,
            next,
            ..
        } = self.nodes[id];
        let Some(parent) = parent else { return };
        match previous {
            Some(p) => self.nodes[p].next = next,
            None => self.nodes[parent].first = next,
        }
        match next {
            Some(n) => self.nodes[n].previous = previous,
            None => self.nodes[parent].last = previous,
        }
        let node = &mut self.nodes[id];
        (node.parent, node.previous, node.next) = (None, None, None);
    }

    fn append(&mut self, parent: usize, child: usize) {
        self.detach(child);
        let last = self.nodes[parent].last;
        let node = &mut self.nodes[child];
        (node.parent, node.previous) = (Some(parent), last);
        match last {
            Some(l) => self.nodes[l].next = Some(child),
            None => self.nodes[parent].first = Some(child),
        }
        self.nodes[parent].last = Some(child);
    }

    fn insert_before(&mut self, sibling: usize, child: usize) {
        self.detach(child);
        let (parent, previous) = (self.nodes[sibling].parent, self.nodes[sibling].previous);
        let node = &mut self.nodes[child];
        (node.parent, node.previous, node.next) = (parent, previous, Some(sibling));
        self.nodes[sibling].previous = Some(child);
        match (previous, parent) {
            (Some(p), _) => self.nodes[p].next = Some(child),
            (None, Some(parent)) => self.nodes[parent].first = Some(child),
            (None, None) => {}
        }
    }

    /// Adds text after `last`, appended to it if that is also text.
    fn text_after(&mut self, last: Option<usize>, text: StrTendril) -> Option<usize> {
        if let Some(Data::Text(t)) = last.map(|l| &mut self.nodes[l].data) {
            t.push_tendril(&text);
            return None;
        }
        Some(self.add(Data::Text(text)))
    }
}

/// Tree sink that adds nodes to an arena, below one of its fragments.
pub(super) struct Sink {
    arena: RefCell<Arena>,
    document: usize,
}

impl Sink {
    /// Creates a sink that adds a fragment to `arena`, and everything parsed below it.
    pub(super) fn new(mut arena: Arena) -> Self {
        let document = arena.add(Data::Fragment);
        Self {
            arena: RefCell::new(arena),
            document,
        }
    }

    /// Returns the number of nodes in the arena.
    pub(super) fn len(&self) -> usize {
        self.arena.borrow().nodes.len()
    }
}

impl TreeSink for Sink {
    type Handle = usize;
    type Output = (Arena, usize);
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> (Arena, usize) {
        (self.arena.into_inner(), self.document)
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        self.document
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Ref<'a, QualName> {
        Ref::map(self.arena.borrow(), |arena| {
            let element = arena.nodes[*target].element();
            element.map_or(&arena.nameless, |e| &e.name)
        })
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> usize {
        let mut arena = self.arena.borrow_mut();
        let template = flags.template.then(|| arena.add(Data::Fragment));
        arena.add(Data::Element(Element {
            attrs,
            template,
            integration_point: flags.mathml_annotation_xml_integration_point,
            ..Element::new(name)
        }))
    }

    fn create_comment(&self, _: StrTendril) -> usize {
        COMMENT
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        COMMENT
    }

    fn append(&self, &parent: &usize, child: NodeOrText<usize>) {
        let mut arena = self.arena.borrow_mut();
        let last = arena.nodes[parent].last;
        let child = match child {
            NodeOrText::AppendNode(COMMENT) => None,
            NodeOrText::AppendNode(node) => Some(node),
            NodeOrText::AppendText(text) => arena.text_after(last, text),
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
        let has_parent = self.arena.borrow().nodes[*element].parent.is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(prev_element, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, &target: &usize) -> usize {
        let arena = self.arena.borrow();
        let element = arena.nodes[target].element();
        element.and_then(|e| e.template).unwrap_or(target)
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, &sibling: &usize, child: NodeOrText<usize>) {
        let mut arena = self.arena.borrow_mut();
        let previous = arena.nodes[sibling].previous;
        let child = match child {
            NodeOrText::AppendNode(COMMENT) => None,
            NodeOrText::AppendNode(node) => Some(node),
            NodeOrText::AppendText(text) => arena.text_after(previous, text),
        };
        if let Some(child) = child {
            arena.insert_before(sibling, child);
        }
    }

    fn add_attrs_if_missing(&self, &target: &usize, new: Vec<Attribute>) {
        if let Data::Element(element) = &mut self.arena.borrow_mut().nodes[target].data {
            for attr in new {
                if element.attrs.len() < attributes::MAX_ATTRIBUTES
                    && element.attrs.iter().all(|a| a.name != attr.name)
                {
                    element.attrs.push(attr);
                }
            }
        }
    }

    fn remove_from_parent(&self, &target: &usize) {
        self.arena.borrow_mut().detach(target);
    }

    fn reparent_children(&self, &node: &usize, &new_parent: &usize) {
        let mut arena = self.arena.borrow_mut();
        while let Some(child) = arena.nodes[node].first {
            arena.append(new_parent, child);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, &handle: &usize) -> bool {
        let arena = self.arena.borrow();
        arena.nodes[handle]
            .element()
            .is_some_and(|e| e.integration_point)
    }

    /// Attaches a declarative shadow root: the template isn't added to the tree, and its contents
    /// become the host's shadow tree.
    fn attach_declarative_shadow(
        &self,
        &location: &usize,
        template: &usize,
        _: &[Attribute],
    ) -> bool {
        let contents = self.get_template_contents(template);
        match &mut self.arena.borrow_mut().nodes[location].data {
            Data::Element(host) if host.inner.is_none() && can_host(&host.name) => {
                host.inner = Some(contents);
                true
            }
            _ => false,
        }
    }
}

/// Returns whether an element of this name can have a shadow tree: custom elements and a few HTML
/// elements (DOM standard, "valid shadow host name").
fn can_host(name: &QualName) -> bool {
    name.ns == ns!(html)
        && (name.local.contains('-')
            || matches!(
                &*name.local,
                "article"
                    | "aside"
                    | "blockquote"
                    | "body"
                    | "div"
                    | "footer"
                    | "h1"
                    | "h2"
                    | "h3"
                    | "h4"
                    | "h5"
                    | "h6"
                    | "header"
                    | "main"
                    | "nav"
                    | "p"
                    | "section"
                    | "span"
            ))
}
