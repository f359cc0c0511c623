//! The live DOM to [`Page`]: what a person sees, read without changing anything.
//!
//! One walk over the flattened tree in document order, on an explicit stack. Per node it does
//! as little as decides something, because every read of a live style or rectangle costs the
//! browser work (and, in Firefox, every object that crosses into an isolated world a wrapper):
//!
//! 1. Attributes: the names in one call, values only of those the page keeps; URLs absolute.
//! 2. `display` first. Below `display: none` no style and no rectangle is asked for.
//! 3. Position, float and rectangle only of elements with a box of their own; inline elements
//!    have the rectangle of the block around them, and so do children of `display: contents`.
//! 4. White space, direction and fonts only of elements that hold text themselves.
//!
//! The flattened tree: open shadow trees stand in place of their hosts' children, assigned
//! nodes in place of their slots (a slot's own children where none is assigned), the bodies of
//! same-origin frames below their `iframe`. Frames of other origins stay bare elements.
//!
//! Not painted, and so [`Visibility::Hidden`]: `display: none`, `content-visibility: hidden`,
//! boxes of no more than 1 px or without any extent that clip what overflows, boxes clipped to
//! nothing, boxes moved out to where no scrolling reaches. A descendant that escapes such a box
//! by being positioned against another is not looked for. `visibility: hidden` hides an
//! element's own text only. Not hidden: what fades in (`opacity`), what `aria-hidden` names
//! (an open dialog sets it on the article behind), a closed `details` and
//! `hidden=until-found`, which a reader opens; their contents have no rectangle of their own.
//!
//! Rectangles are in document coordinates: what was scrolled, the page or a box in it, is put
//! back. Frames lie at the place of their `iframe`.
//!
//! Deeper than [`LAID_OUT_LEVELS`], nothing is asked of the layout. Parsers stop at 512 levels;
//! only scripts nest deeper, and what a browser needs for each answer grows with the depth.
//!
//! Never read: what was typed into a form, and the values a form came with. Of scripts only
//! JSON-LD is kept; `template`, `style` and everything inside `svg` are left out. With
//! scripting on, `noscript` holds its markup as one text; it is kept as that, hidden.
//!
//! Cost: `O(nodes)`; rectangles are most of it.

mod binding;
mod computed;
mod document;

use std::fmt;

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Node};

use self::binding::{AnyElement, AnyNode};
use self::computed::{Styles, Unread};
use self::document::{FrameDocument, Point};
use crate::geometry::{Rect, Size};
use crate::page::{
    Attr, Limits, NodeId, Page, PageBuilder, PageError, PageInfo, Style, Tag, Visibility,
};

/// A page and the live node behind each of its nodes.
#[derive(Debug)]
pub struct LivePage {
    /// The page.
    pub page: Page,
    nodes: Vec<AnyNode>,
}

impl LivePage {
    /// The live node.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index()).map(AsRef::as_ref)
    }

    /// The live element; of a text node the one that holds it.
    pub fn element(&self, id: NodeId) -> Option<&Element> {
        self.node(id)?;
        let holder = if self.page.is_text(id) {
            self.page.parent(id)?
        } else {
            id
        };
        Some(self.node(holder)?.unchecked_ref())
    }
}

/// Why no page could be made of a document.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DomError {
    /// There is no window with a document here, or it has no element.
    NoDocument,
    /// The document passes a limit.
    Page(PageError),
}

impl fmt::Display for DomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDocument => write!(f, "there is no document here"),
            Self::Page(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DomError {}

impl From<PageError> for DomError {
    fn from(error: PageError) -> Self {
        Self::Page(error)
    }
}

/// Reads the document of the current window.
///
/// # Errors
/// [`DomError`] where there is none, or a limit is passed.
pub fn read(limits: Limits) -> Result<LivePage, DomError> {
    let window = web_sys::window().ok_or(DomError::NoDocument)?;
    let document = window.document().ok_or(DomError::NoDocument)?;
    let (document, root) = FrameDocument::top(&document).ok_or(DomError::NoDocument)?;
    let length = |value: Result<JsValue, JsValue>| value.ok()?.as_f64();
    let viewport = length(window.inner_width()).zip(length(window.inner_height()));
    let info = PageInfo {
        url: window.location().href().unwrap_or_default(),
        viewport: viewport.map(|(width, height)| Size {
            width: width as f32,
            height: height as f32,
        }),
        content_language: None,
    };
    Walk {
        builder: PageBuilder::new(info, limits),
        nodes: Vec::new(),
        documents: vec![document],
        styles: Styles::default(),
        attrs: Vec::new(),
        type_name: JsValue::from_str("type"),
    }
    .run(root)
}

/// Elements nested deeper than this are taken for what their names say, and for painted.
/// For 1,000 nested blocks Chromium 156 needs 0.1 to 0.3 s; at some thousands it stops answering
/// whether or not anybody asks. Firefox 153 lays out 50,000.
pub const LAID_OUT_LEVELS: usize = 1000;

/// Which rules hold for the children of an open element.
#[derive(Clone, Copy, Debug)]
struct Context {
    /// Which of the documents they belong to.
    document: usize,
    /// What to add to a rectangle in their document's viewport for page coordinates.
    offset: Point,
    /// Nothing of them is painted: no styles, no rectangles.
    hidden: bool,
    /// Folded away: no rectangles.
    folded: bool,
    /// Their parent is a closed `details`: all but a `summary` are folded away.
    closed: bool,
    /// They are laid out by rules of their own (MathML): no styles, no rectangles.
    plain: bool,
    /// They stand for a parent that a browser cannot show (`video`, `audio`, `canvas`).
    fallback: bool,
}

/// Where the walk stands among the children of an open element.
#[derive(Debug)]
enum Cursor {
    /// Before this child; `None` where there is none.
    Before(Option<AnyNode>),
    /// After a child that the page keeps, by its rank.
    After(usize, Tag),
    /// After a child that the page does not keep.
    Skipped(AnyNode),
    /// Among the nodes assigned to a slot.
    Assigned(Array, u32),
}

/// An open element.
#[derive(Debug)]
struct Frame {
    context: Context,
    cursor: Cursor,
    /// Styles not asked for until the element turns out to hold text.
    unread: Option<Unread>,
}

/// What attributes say that the walk itself needs.
#[derive(Clone, Copy, Debug, Default)]
struct Hints {
    dir: bool,
    open: bool,
    popover: bool,
    until_found: bool,
}

struct Walk {
    builder: PageBuilder,
    nodes: Vec<AnyNode>,
    documents: Vec<FrameDocument>,
    styles: Styles,
    /// The attributes of the element that is being entered.
    attrs: Vec<(Attr, String)>,
    type_name: JsValue,
}

impl Walk {
    fn run(mut self, root: AnyElement) -> Result<LivePage, DomError> {
        let context = Context {
            document: 0,
            offset: self.documents[0].offset,
            hidden: false,
            folded: false,
            closed: false,
            plain: false,
            fallback: false,
        };
        let mut frames: Vec<Frame> = self.enter(&root, context)?.into_iter().collect();
        self.nodes.push(root.unchecked_into());
        while let Some(frame) = frames.last_mut() {
            let Some(node) = self.next(frame) else {
                self.builder.close();
                frames.pop();
                continue;
            };
            let rank = self.nodes.len();
            let (kept, opened) = match node.node_type() {
                // An element; 0 where a form has a control of the name `nodeType`.
                Node::ELEMENT_NODE | 0 => {
                    let opened = self.enter(node.unchecked_ref(), frame.context)?;
                    let tag = opened.as_ref().map(|_| self.builder.tag());
                    (tag, opened)
                }
                Node::TEXT_NODE | Node::CDATA_SECTION_NODE => {
                    let kept = self.text(&node, frame)?;
                    (kept.then_some(Tag::Text), None)
                }
                _ => (None, None),
            };
            let after = match kept {
                Some(tag) => {
                    self.nodes.push(node);
                    Cursor::After(rank, tag)
                }
                None => Cursor::Skipped(node),
            };
            if !matches!(frame.cursor, Cursor::Assigned(..)) {
                frame.cursor = after;
            }
            frames.extend(opened);
        }
        Ok(LivePage {
            page: self.builder.finish()?,
            nodes: self.nodes,
        })
    }

    /// The next child of an open element.
    fn next(&mut self, frame: &mut Frame) -> Option<AnyNode> {
        match &mut frame.cursor {
            Cursor::Before(first) => first.take(),
            Cursor::After(rank, Tag::Form) => {
                self.documents[frame.context.document].next_sibling(&self.nodes[*rank])
            }
            Cursor::After(rank, _) => self.nodes[*rank].next_sibling(),
            Cursor::Skipped(node) => node.next_sibling(),
            Cursor::Assigned(nodes, next) => {
                let node = nodes.get(*next);
                *next += 1;
                (!node.is_undefined()).then(|| node.unchecked_into())
            }
        }
    }

    /// Opens an element; `None` where the page does not keep it.
    fn enter(&mut self, element: &AnyElement, context: Context) -> Result<Option<Frame>, DomError> {
        let name = element.local_name().as_string();
        // Only a form can have something else in the place of its name.
        let tag = name.as_deref().map_or(Tag::Form, Tag::from_name);
        if matches!(tag, Tag::Style | Tag::Template)
            || (tag == Tag::Script && !self.is_json_ld(element))
        {
            return Ok(None);
        }
        let hints = self.read_attrs(element, tag, context.document);
        let mut inside = Context {
            closed: tag == Tag::Details && !hints.open,
            folded: context.folded || (context.closed && tag != Tag::Summary),
            plain: context.plain || tag == Tag::Math || self.builder.depth() >= LAID_OUT_LEVELS,
            fallback: matches!(tag, Tag::Video | Tag::Audio | Tag::Canvas),
            ..context
        };
        let inherited = self.builder.style();
        let mut unread = None;
        let (style, rect) = if context.hidden || context.plain || context.fallback {
            let mut style = Style::of_tag(tag, &inherited);
            if context.fallback {
                style.visibility = Visibility::Hidden;
                inside.hidden = true;
            }
            (style, None)
        } else {
            let document = &self.documents[context.document];
            let read = computed::read(element, tag, hints, &inherited, inside, document);
            inside.offset = read.offset;
            inside.folded |= hints.until_found;
            inside.hidden = read.style.visibility == Visibility::Hidden;
            unread = read.unread;
            (read.style, read.rect)
        };
        self.builder.open(tag, style, rect)?;
        for (attr, value) in self.attrs.drain(..) {
            self.builder.attr(attr, &value)?;
        }
        let cursor = self.children(element, tag, name.as_deref(), rect, &mut inside);
        Ok(Some(Frame {
            context: inside,
            cursor,
            unread,
        }))
    }

    /// Where an element's children in the flattened tree begin.
    fn children(
        &mut self,
        element: &AnyElement,
        tag: Tag,
        name: Option<&str>,
        rect: Option<Rect>,
        inside: &mut Context,
    ) -> Cursor {
        match tag {
            Tag::Svg | Tag::Textarea => Cursor::Before(None),
            Tag::Iframe | Tag::Frame => {
                Cursor::Before(rect.and_then(|rect| self.frame_body(element, rect, inside)))
            }
            Tag::Slot => match element.assigned_nodes() {
                Ok(nodes) if nodes.length() > 0 => Cursor::Assigned(nodes, 0),
                _ => Cursor::Before(element.first_child()),
            },
            Tag::Form => Cursor::Before(self.documents[inside.document].first_child(element)),
            _ if can_host(tag, name) => Cursor::Before(match element.shadow_root() {
                Some(shadow) => shadow.unchecked_ref::<AnyNode>().first_child(),
                None => element.first_child(),
            }),
            _ => Cursor::Before(element.first_child()),
        }
    }

    /// The body of the document in a frame, where it is of the same origin and to be seen.
    fn frame_body(
        &mut self,
        element: &AnyElement,
        rect: Rect,
        inside: &mut Context,
    ) -> Option<AnyNode> {
        if inside.hidden || rect.width <= 1.0 || rect.height <= 1.0 {
            return None;
        }
        let content = element.content_document().ok()??;
        let (document, body) = FrameDocument::framed(&content, element, rect)?;
        inside.document = self.documents.len();
        inside.offset = document.offset;
        self.documents.push(document);
        Some(body.unchecked_into())
    }

    /// Adds a text node; false where the page does not keep it.
    fn text(&mut self, node: &AnyNode, frame: &mut Frame) -> Result<bool, DomError> {
        if frame.context.fallback {
            return Ok(false);
        }
        let text = match node.node_value() {
            Some(text) if !text.is_empty() => text,
            _ => return Ok(false),
        };
        if let Some(unread) = &mut frame.unread {
            let mut style = self.builder.style();
            let blank = text.bytes().all(|b| b.is_ascii_whitespace());
            let complete = self.styles.read_text(unread, blank, &mut style);
            self.builder.restyle(style);
            if complete {
                frame.unread = None;
            }
        }
        self.builder.text(&text)?;
        Ok(true)
    }

    /// Reads the attributes that the page keeps, URLs absolute.
    fn read_attrs(&mut self, element: &AnyElement, tag: Tag, document: usize) -> Hints {
        self.attrs.clear();
        let mut hints = Hints::default();
        let Ok(names) = element.attribute_names() else {
            return hints;
        };
        for i in 0..names.length() {
            let name = names.get(i);
            let Some(known) = name.as_string() else {
                continue;
            };
            let Some(attr) = Attr::from_name(&known) else {
                hints.popover |= known == "popover";
                continue;
            };
            if attr == Attr::Value && !shows_value(tag) {
                continue;
            }
            let Ok(Some(value)) = element.attribute(&name) else {
                continue;
            };
            hints.dir |= attr == Attr::Dir;
            hints.open |= attr == Attr::Open;
            hints.until_found |= attr == Attr::Hidden && value.eq_ignore_ascii_case("until-found");
            let value = self.documents[document].resolve(attr, value);
            self.attrs.push((attr, value));
        }
        if tag == Tag::Img {
            match element.current_src() {
                Some(source) if !source.is_empty() => self.attrs.push((Attr::CurrentSrc, source)),
                _ => {}
            }
        }
        hints
    }

    fn is_json_ld(&self, element: &AnyElement) -> bool {
        matches!(element.attribute(&self.type_name), Ok(Some(t)) if t == "application/ld+json")
    }
}

/// Whether an element may have a shadow tree (DOM, "attach a shadow root"): custom elements and
/// a closed list of others.
fn can_host(tag: Tag, name: Option<&str>) -> bool {
    match tag {
        Tag::Other => name.is_some_and(|name| name.contains('-')),
        _ => {
            tag.heading_level().is_some()
                || matches!(
                    tag,
                    Tag::Article
                        | Tag::Aside
                        | Tag::Blockquote
                        | Tag::Body
                        | Tag::Div
                        | Tag::Footer
                        | Tag::Header
                        | Tag::Main
                        | Tag::Nav
                        | Tag::P
                        | Tag::Section
                        | Tag::Span
                )
        }
    }
}

/// Whether `value` is what an element shows, and not what a form holds.
fn shows_value(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Li | Tag::Data | Tag::Meter | Tag::Progress | Tag::Param
    )
}
