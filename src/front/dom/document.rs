//! The documents of a page: its own and those in frames of the same origin.
//!
//! A document's named images, forms and frames shadow its own properties (HTML, "named access"
//! on `Document`), so these are read through the getters of the interfaces themselves.

use std::borrow::Cow;

use js_sys::{Function, Object, Reflect, global};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Url};

use super::binding::{AnyElement, AnyWindow, computed_style};
use crate::front::css;
use crate::geometry::Rect;
use crate::page::{Attr, Tag, map_srcset};
use crate::url::{Base, Joined};

/// A point or a way between two, in CSS px.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    pub(super) x: f32,
    pub(super) y: f32,
}

/// What the walk needs to know of a document.
#[derive(Debug)]
pub(super) struct FrameDocument {
    /// What to add to a rectangle in the document's viewport for page coordinates.
    pub(super) offset: Point,
    /// The left and top edge of what can be scrolled to, in page coordinates.
    pub(super) reachable: Point,
    quirks: bool,
    base: Base,
    base_url: String,
}

impl FrameDocument {
    /// The page's own document and its root.
    pub(super) fn top(document: &Document) -> Option<(Self, AnyElement)> {
        let root = root(document)?;
        Some((Self::new(document, &root, Point::default()), root))
    }

    /// The document in a frame that has the rectangle `rect` on the page, and its body.
    pub(super) fn framed(
        document: &Document,
        frame: &AnyElement,
        rect: Rect,
    ) -> Option<(Self, AnyElement)> {
        let root = root(document)?;
        let body = get(document, "Document", "body")?;
        let mut origin = Point {
            x: rect.x + frame.client_left() as f32,
            y: rect.y + frame.client_top() as f32,
        };
        if let Ok(style) = computed_style(frame) {
            origin.x += css::px(&style.padding_left()).unwrap_or_default();
            origin.y += css::px(&style.padding_top()).unwrap_or_default();
        }
        Some((
            Self::new(document, &root, origin),
            body.unchecked_into::<AnyElement>(),
        ))
    }

    /// `origin` is where the document's top left corner lies on the page.
    fn new(document: &Document, root: &AnyElement, origin: Point) -> Self {
        let text = |interface, property| {
            let value = get(document, interface, property)?;
            value.as_string()
        };
        let base_url = text("Node", "baseURI").unwrap_or_default();
        let window = get(document, "Document", "defaultView");
        let scrolled = window.map_or(Point::default(), |window| {
            let window: AnyWindow = window.unchecked_into();
            Point {
                x: window.scroll_x() as f32,
                y: window.scroll_y() as f32,
            }
        });
        let body = get(document, "Document", "body").map(AnyElement::unchecked_from_js);
        // A page that runs from right to left scrolls to the left (CSS Overflow, "scrollable
        // overflow"); the body's direction is the viewport's (CSS Writing Modes 8).
        let is_rtl = |element: &AnyElement| {
            computed_style(element).is_ok_and(|style| style.direction() == "rtl")
        };
        let overflow = if is_rtl(root) || body.as_ref().is_some_and(is_rtl) {
            root.scroll_width() - root.client_width()
        } else {
            0.0
        };
        Self {
            offset: Point {
                x: origin.x + scrolled.x,
                y: origin.y + scrolled.y,
            },
            reachable: Point {
                x: origin.x - overflow as f32,
                y: origin.y,
            },
            quirks: text("Document", "compatMode").as_deref() == Some("BackCompat"),
            base: Base::new(&base_url),
            base_url,
        }
    }

    /// Whether what an element says to have scrolled is what its document has: the root's
    /// always, in quirks mode the body's (CSSOM View, `scrollTop`).
    pub(super) fn scrolls_with(&self, tag: Tag) -> bool {
        tag == Tag::Html || (tag == Tag::Body && self.quirks)
    }

    /// An attribute's value with its URLs absolute, where it holds any.
    pub(super) fn resolve<'a>(&self, attr: Attr, value: &'a str) -> Cow<'a, str> {
        if attr.is_url() {
            self.join(value).map_or(Cow::Borrowed(value), Cow::Owned)
        } else if attr.is_srcset() {
            Cow::Owned(map_srcset(value, |url| self.join(url)))
        } else {
            Cow::Borrowed(value)
        }
    }

    /// The absolute URL, `None` where the URL is to stay as it is.
    fn join(&self, url: &str) -> Option<String> {
        match self.base.join(url) {
            Joined::Unchanged => None,
            Joined::Absolute(url) => Some(url),
            Joined::Unknown => {
                let url = Url::new_with_base(url, &self.base_url).ok()?;
                Some(url.href())
            }
        }
    }
}

fn root(document: &Document) -> Option<AnyElement> {
    get(document, "Document", "documentElement").map(AnyElement::unchecked_from_js)
}

/// A property of a document by the getter of an interface; `None` for null and undefined.
fn get(document: &Document, interface: &str, property: &str) -> Option<JsValue> {
    let getter: Function = descriptor(interface, property, "get")?;
    let value = getter.call0(document).ok()?;
    (!value.is_null() && !value.is_undefined()).then_some(value)
}

fn descriptor(interface: &str, property: &str, part: &str) -> Option<Function> {
    let of = |object: &JsValue, name: &str| Reflect::get(object, &JsValue::from_str(name)).ok();
    // No `dyn_into`: in Firefox's content scripts the interface is the page's, whose objects are
    // no instances of the script's own `Object`.
    let prototype = of(&of(&global(), interface)?, "prototype").filter(JsValue::is_object)?;
    let prototype: Object = prototype.unchecked_into();
    let found = Object::get_own_property_descriptor(&prototype, &JsValue::from_str(property));
    of(&found, part)?.dyn_into().ok()
}
