//! Tags and attributes in HTML, and which of them an article may have. Kept apart from the core's
//! own list, which it checks.

use std::cell::RefCell;
use std::collections::BTreeSet;

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// Elements of an article, and those that renderers of Markdown write for formulas.
const ELEMENTS: &str = "a abbr article audio b bdi bdo blockquote br caption cite code dd del \
    details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark math \
    menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms \
    mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none ol p pre q \
    rb rp rt rtc ruby s samp small source span strong sub summary sup table tbody td tfoot th \
    thead time tr track u ul var video wbr";

/// Attributes of an article that hold no address, and those of renderers for formulas.
const ATTRIBUTES: &str = "accent accentunder alt alttext class colspan columnalign columnspacing \
    controls data-callout data-callout-fold data-math-style datetime default dir display displaystyle fence height id kind label \
    lang largeop linethickness loading loop lspace mathvariant maxsize media minsize \
    movablelimits open preload reversed rowspacing rowspan rspace scope scriptlevel separator \
    sizes srclang srcset start stretchy symmetric title type value width xml:lang";

/// Attributes that hold an address.
const ADDRESSES: [&str; 5] = ["cite", "data-src", "href", "poster", "src"];

/// Schemes that run nothing; images may be part of the page as `data:`.
const SCHEMES: [&str; 8] = [
    "ftp", "geo", "http", "https", "mailto", "sms", "tel", "xmpp",
];

/// Checks that the HTML holds nothing that no article may hold.
pub(super) fn is_allowed(html: &str) -> Result<(), String> {
    for tag in tags(html) {
        let known = |list: &str, name: &str| list.split_whitespace().any(|known| known == name);
        if !known(ELEMENTS, &tag.name) {
            return Err(format!("<{}> is no element of an article", tag.name));
        }
        for attr in &tag.attrs {
            let (name, value) = (&*attr.name.local, &*attr.value);
            if ADDRESSES.contains(&name) {
                if !is_safe(value) {
                    return Err(format!("{name}={value} is no address of an article"));
                }
            } else if !known(ATTRIBUTES, name) {
                return Err(format!("{name}={value} is no attribute of an article"));
            }
        }
    }
    Ok(())
}

/// Returns every address that is loaded or led to, without its escapes, which renderers change.
pub(super) fn addresses(html: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for tag in tags(html) {
        for attr in tag.attrs.iter() {
            if ["href", "poster", "src"].contains(&&*attr.name.local) {
                found.insert(unescaped(&attr.value));
            }
        }
    }
    found
}

fn tags(html: &str) -> Vec<Tag> {
    let tokenizer = Tokenizer::new(Tags::default(), TokenizerOpts::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(html));
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

/// Every tag, wherever it stands: what a parser would take for text counts as well.
#[derive(Default)]
struct Tags(RefCell<Vec<Tag>>);

impl TokenSink for Tags {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        if let Token::TagToken(tag) = token
            && tag.kind == TagKind::StartTag
        {
            self.0.borrow_mut().push(tag);
        }
        TokenSinkResult::Continue
    }
}

fn is_safe(address: &str) -> bool {
    // As a browser reads it.
    let plain: String = address
        .trim_start_matches(|c: char| c <= ' ')
        .chars()
        .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
        .collect();
    let Some((scheme, _)) = plain.split_once(':') else {
        return true;
    };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    let scheme = scheme.to_ascii_lowercase();
    let image = plain.len() > 11 && plain.to_ascii_lowercase().starts_with("data:image/");
    !is_scheme || SCHEMES.contains(&&*scheme) || image && !plain.contains("svg")
}

/// Returns the address with `%XX` decoded as far as it goes.
fn unescaped(address: &str) -> String {
    let mut bytes = address.as_bytes().to_vec();
    loop {
        let mut out = Vec::with_capacity(bytes.len());
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let code = (byte == b'%')
                .then(|| bytes.get(at + 1..at + 3))
                .flatten()
                .and_then(|hex| std::str::from_utf8(hex).ok())
                .and_then(|hex| u8::from_str_radix(hex, 16).ok());
            out.push(code.unwrap_or(byte));
            at += if code.is_some() { 3 } else { 1 };
        }
        if out.len() == bytes.len() {
            return String::from_utf8_lossy(&out)
                .chars()
                .filter(|c| !c.is_control())
                .collect();
        }
        bytes = out;
    }
}
