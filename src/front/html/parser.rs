//! The parser: html5ever between the text and the arena, kept from running away.
//!
//! For every tag html5ever searches its stack of open elements and its list of formatting
//! elements, so a page nested 50,000 deep costs minutes. Browsers keep trees shallow: from 512
//! levels on they make further elements siblings instead of children. So does this: where more
//! than [`MOST_OPEN`] elements are open, an element is closed as soon as it is opened, and what
//! was to stand in it follows it. No text is lost and the work per tag is bounded.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::{Tracer, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, QualName, TokenizerResult, local_name, ns};

use super::arena::{Arena, Data, Element, Sink};
use super::attributes;
use crate::page::{Limits, PageError};

/// Most elements that may be open or wait to be opened again (formatting elements), as in
/// Chromium's parser.
const MOST_OPEN: usize = 512;

/// Bytes of text that are fed between two checks of the limits.
const STEP: usize = 16 << 10;

/// The kind of text that is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole document; its `html` element is the only one at the top.
    Document,
    /// The contents of a `div`, below an `html` element that stands for it.
    Fragment,
}

/// Parses into `arena`, and gives the fragment that everything was put below.
pub(super) fn parse(
    mut arena: Arena,
    html: &str,
    kind: Kind,
    limits: Limits,
) -> Result<(Arena, usize), PageError> {
    let context = arena.add(Data::Element(Element::new(QualName::new(
        None,
        ns!(html),
        local_name!("div"),
    ))));
    let sink = Sink::new(arena);
    let options = TreeBuilderOpts::default();
    let builder = match kind {
        Kind::Document => TreeBuilder::new(sink, options),
        Kind::Fragment => TreeBuilder::new_for_fragment(sink, context, None, options),
    };
    let tokenizer = Tokenizer::new(Guard::new(builder), TokenizerOpts::default());
    let queue = BufferQueue::default();
    let html = attributes::bounded(html);
    let mut rest = html.as_ref();
    while !rest.is_empty() {
        let (step, after) = rest.split_at(rest.floor_char_boundary(STEP));
        rest = after;
        queue.push_back(StrTendril::from(step));
        // It stops at the end of every script and wants to be asked again.
        while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
        let guard = &tokenizer.sink;
        if guard.out_of_hand.get() {
            return Err(PageError::TooDeep { max: limits.depth });
        }
        // What stays out of the page counts here as well, so there is some slack; the page has
        // the last word.
        if guard.builder.sink.len() > limits.nodes.saturating_mul(2) {
            return Err(PageError::TooManyNodes { max: limits.nodes });
        }
    }
    tokenizer.end();
    Ok(tokenizer.sink.builder.sink.finish())
}

/// Stands between tokenizer and tree builder and keeps the stack of open elements short.
struct Guard {
    builder: TreeBuilder<usize, Sink>,
    /// Number of open elements at the last count.
    counted: Cell<usize>,
    /// Start tags since then; each can open one.
    since: Cell<usize>,
    /// Elements that were closed early and whose own end tags are still to come.
    early: RefCell<BTreeMap<LocalName, u32>>,
    /// Closing early did not help.
    out_of_hand: Cell<bool>,
}

impl Guard {
    fn new(builder: TreeBuilder<usize, Sink>) -> Self {
        Self {
            builder,
            counted: Cell::new(0),
            since: Cell::new(0),
            early: RefCell::default(),
            out_of_hand: Cell::new(false),
        }
    }

    fn count(&self) -> usize {
        let counter = Counter::default();
        self.builder.trace_handles(&counter);
        self.counted.set(counter.0.get());
        self.since.set(0);
        self.counted.get()
    }

    /// After a start tag that opened an element: closes it where too many are open.
    fn close_early(&self, name: LocalName, line: u64) {
        // A tag may bring others with it (`tr` and `tbody` with a `td`, formatting elements),
        // but those are few, or were counted as formatting elements before.
        self.since.set(self.since.get() + 3);
        if self.counted.get() + self.since.get() <= MOST_OPEN || self.count() <= MOST_OPEN {
            return;
        }
        if self.counted.get() > 4 * MOST_OPEN {
            self.out_of_hand.set(true);
        }
        let end = Tag {
            kind: TagKind::EndTag,
            name: name.clone(),
            self_closing: false,
            attrs: Vec::new(),
            had_duplicate_attributes: false,
        };
        let _ = self.builder.process_token(Token::TagToken(end), line);
        let optional = ends_by_itself(&name);
        let mut early = self.early.borrow_mut();
        let count = early.entry(name).or_insert(0);
        *count = if optional { 1 } else { *count + 1 };
    }

    /// Returns whether an end tag is that of an element that was closed early.
    fn was_closed_early(&self, name: &LocalName) -> bool {
        let mut early = self.early.borrow_mut();
        match early.get_mut(name) {
            Some(count) => {
                *count -= 1;
                if *count == 0 {
                    early.remove(name);
                }
                true
            }
            None => false,
        }
    }
}

impl TokenSink for Guard {
    type Handle = usize;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<usize> {
        let Token::TagToken(tag) = &token else {
            return self.builder.process_token(token, line);
        };
        let name = tag.name.clone();
        if tag.kind == TagKind::EndTag {
            if self.was_closed_early(&name) {
                return TokenSinkResult::Continue;
            }
            let result = self.builder.process_token(token, line);
            if !self.early.borrow().is_empty() {
                // Where this closed anything, what was closed early inside of it is done with.
                let before = self.counted.get();
                if self.count() < before {
                    self.early.borrow_mut().clear();
                }
            }
            return result;
        }
        let stays_open = !tag.self_closing && can_be_closed(&name);
        let result = self.builder.process_token(token, line);
        // Raw text is closed by its own end tag only, and holds no element.
        if stays_open && matches!(result, TokenSinkResult::Continue) {
            self.close_early(name, line);
        }
        result
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}

#[derive(Default)]
struct Counter(Cell<usize>);

impl Tracer for Counter {
    type Handle = usize;

    fn trace_handle(&self, _: &usize) {
        self.0.set(self.0.get() + 1);
    }
}

/// Not the document's own frame, nor what has no end tag.
fn can_be_closed(name: &LocalName) -> bool {
    !matches!(
        &**name,
        "html"
            | "head"
            | "body"
            | "frameset"
            | "area"
            | "base"
            | "basefont"
            | "bgsound"
            | "br"
            | "col"
            | "embed"
            | "frame"
            | "hr"
            | "image"
            | "img"
            | "input"
            | "keygen"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Returns whether an element is closed by the next one of its kind.
fn ends_by_itself(name: &LocalName) -> bool {
    matches!(
        &**name,
        "p" | "li" | "dt" | "dd" | "option" | "tr" | "td" | "th" | "a" | "button" | "nobr"
    )
}
