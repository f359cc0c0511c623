//! Parses text into the arena with html5ever, at bounded cost.
//!
//! For every tag, html5ever searches its stack of open elements and its list of formatting
//! elements, so a page nested 50,000 levels deep takes minutes. Browsers keep trees shallow: from
//! 512 levels on, further elements become siblings instead of children. This parser does the same:
//! while more than [`MAX_OPEN`] elements are open, it closes each element directly after its start
//! tag, and its contents follow it. No text is lost, and the work per tag is bounded.

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
use super::{attributes, flatten, sheet, stream};
use crate::page::{Limits, PageError};

/// Maximum elements that may be open or waiting to be reopened (formatting elements), as in
/// Chromium's parser.
const MAX_OPEN: usize = 512;

/// Bytes of text that are fed between two checks of the limits.
const STEP: usize = 16 << 10;

/// The kind of text to parse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole document; its `html` element is the only one at the top level.
    Document,
    /// The contents of a `div`, below a placeholder `html` element.
    Fragment,
}

/// Parses into `arena`, and returns it with the fragment that contains everything.
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
    let html = attributes::bounded(html);
    let input = Input::new(&html);
    let tokenizer = Tokenizer::new(Guard::new(builder, &input), TokenizerOpts::default());
    let queue = &input.queue;
    while input.feed() {
        // The tokenizer stops after every script and has to be called again.
        while !matches!(tokenizer.feed(queue), TokenizerResult::Done) {}
        let guard = &tokenizer.sink;
        if guard.is_too_deep.get() {
            return Err(PageError::TooDeep { max: limits.depth });
        }
        // Nodes that the page excludes are also counted here, so the limit is doubled; the page
        // checks the exact one.
        if guard.builder.sink.len() > limits.nodes.saturating_mul(2) {
            return Err(PageError::TooManyNodes { max: limits.nodes });
        }
    }
    tokenizer.end();
    Ok(tokenizer.sink.builder.sink.finish())
}

/// Text to be fed to the tokenizer.
struct Input<'a> {
    html: &'a str,
    /// Bytes of the text that have been queued or skipped.
    fed: Cell<usize>,
    /// Text that the tokenizer hasn't read yet.
    queue: BufferQueue,
}

impl<'a> Input<'a> {
    fn new(html: &'a str) -> Self {
        Self {
            html,
            fed: Cell::new(0),
            queue: BufferQueue::default(),
        }
    }

    /// Queues the next step; false at the end.
    fn feed(&self) -> bool {
        let rest = &self.html[self.fed.get()..];
        let step = &rest[..rest.floor_char_boundary(STEP)];
        self.queue.push_back(StrTendril::from(step));
        self.fed.set(self.fed.get() + step.len());
        !step.is_empty()
    }

    /// Skips raw text for which `needless` is true, after the start tag of its element.
    fn skip_raw_text(&self, name: &str, needless: impl Fn(&str) -> bool) {
        let Some(mut unread) = self.queue.pop_front() else {
            return;
        };
        let start = self.fed.get() - unread.len();
        // If the queue has several pieces, their offsets are unknown.
        let rest = self.html.get(start..).filter(|_| self.queue.is_empty());
        let text = rest.and_then(|rest| raw_text(rest, name));
        let passed = text.filter(|text| needless(text)).map_or(0, str::len);
        match u32::try_from(passed) {
            Ok(passed) if passed < unread.len32() => {
                unread.pop_front(passed);
                self.queue.push_front(unread);
            }
            _ => self.fed.set(start + passed),
        }
    }
}

/// Returns the raw text of an element up to its end tag. `None` if there is no such tag, or if it
/// may not be the one that ends a script, which may contain others in a comment.
fn raw_text<'a>(rest: &'a str, name: &str) -> Option<&'a str> {
    // A search for a single character processes many bytes at a time.
    for (at, _) in rest.match_indices('<') {
        match &rest.as_bytes()[at + 1..] {
            [b'!', b'-', b'-', ..] if name == "script" => return None,
            [b'/', after @ ..] => {
                let after = after.split_at_checked(name.len());
                let ends = after.is_some_and(|(found, after)| {
                    let delimited =
                        |b: &u8| matches!(b, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' | b'/' | b'>');
                    found.eq_ignore_ascii_case(name.as_bytes())
                        && after.first().is_some_and(delimited)
                });
                if ends {
                    return Some(&rest[..at]);
                }
            }
            _ => {}
        }
    }
    None
}

/// A token sink between tokenizer and tree builder. It limits the number of open elements, and
/// skips the unused text of scripts and style sheets.
struct Guard<'a> {
    builder: TreeBuilder<usize, Sink>,
    input: &'a Input<'a>,
    /// Number of open elements at the last count.
    counted: Cell<usize>,
    /// Upper bound for elements opened since then.
    since: Cell<usize>,
    /// Elements that were closed early and whose end tags haven't been read yet.
    early: RefCell<BTreeMap<LocalName, u32>>,
    /// True if closing elements early didn't help.
    is_too_deep: Cell<bool>,
}

impl<'a> Guard<'a> {
    fn new(builder: TreeBuilder<usize, Sink>, input: &'a Input<'a>) -> Self {
        Self {
            builder,
            input,
            counted: Cell::new(0),
            since: Cell::new(0),
            early: RefCell::default(),
            is_too_deep: Cell::new(false),
        }
    }

    fn count(&self) -> usize {
        let counter = Counter::default();
        self.builder.trace_handles(&counter);
        self.counted.set(counter.0.get());
        self.since.set(0);
        self.counted.get()
    }

    /// Closes the element that a start tag has just opened if too many are open.
    fn close_early(&self, name: LocalName, line: u64) {
        // A tag may open other elements too (`tr` and `tbody` for a `td`, formatting elements), but
        // those are few, or were already counted as formatting elements.
        self.since.set(self.since.get() + 3);
        if self.counted.get() + self.since.get() <= MAX_OPEN || self.count() <= MAX_OPEN {
            return;
        }
        if self.counted.get() > 4 * MAX_OPEN {
            self.is_too_deep.set(true);
        }
        let end = Tag {
            kind: TagKind::EndTag,
            name: name.clone(),
            self_closing: false,
            attrs: Vec::new(),
            had_duplicate_attributes: false,
        };
        let _ = self.builder.process_token(Token::TagToken(end), line);
        let optional = closes_implicitly(&name);
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

impl TokenSink for Guard<'_> {
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
                // If this closed anything, elements closed early within it have ended.
                let before = self.counted.get();
                if self.count() < before {
                    self.early.borrow_mut().clear();
                }
            }
            return result;
        }
        let stays_open = !tag.self_closing && can_be_closed(&name);
        let is_script = name == local_name!("script") && !flatten::is_kept_script(&tag.attrs);
        let result = self.builder.process_token(token, line);
        if matches!(result, TokenSinkResult::RawData(_)) {
            if is_script {
                self.input
                    .skip_raw_text(&name, |script| !stream::may_call(script));
            } else if name == local_name!("style") {
                self.input.skip_raw_text(&name, |css| !sheet::may_tell(css));
            }
        }
        // Raw text contains no elements, and only its own end tag closes it.
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

/// Returns whether an element may be closed early: all except the document's structure and elements
/// without an end tag.
fn can_be_closed(name: &LocalName) -> bool {
    !matches!(
        *name,
        local_name!("html")
            | local_name!("head")
            | local_name!("body")
            | local_name!("frameset")
            | local_name!("area")
            | local_name!("base")
            | local_name!("basefont")
            | local_name!("bgsound")
            | local_name!("br")
            | local_name!("col")
            | local_name!("embed")
            | local_name!("frame")
            | local_name!("hr")
            | local_name!("image")
            | local_name!("img")
            | local_name!("input")
            | local_name!("keygen")
            | local_name!("link")
            | local_name!("meta")
            | local_name!("param")
            | local_name!("source")
            | local_name!("track")
            | local_name!("wbr")
    )
}

/// Returns whether an element is closed by the next one of its kind.
fn closes_implicitly(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("p")
            | local_name!("li")
            | local_name!("dt")
            | local_name!("dd")
            | local_name!("option")
            | local_name!("tr")
            | local_name!("td")
            | local_name!("th")
            | local_name!("a")
            | local_name!("button")
            | local_name!("nobr")
    )
}
