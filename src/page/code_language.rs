//! The languages of code blocks as named by highlighters, normalized to one name each.

use super::{Attr, NodeId, Page, Tag};
use crate::compact::words;

/// Names of languages, comma-separated: the name used in articles, then its aliases.
const LANGUAGES: &str = "\
abap,actionscript as3,ada,apache apacheconf,apex,applescript,arduino ino,asciidoc adoc,\
assembly asm nasm x86asm,astro,autohotkey ahk,awk,bash sh shell zsh ksh shellscript bash-script,\
basic,batch bat cmd dos,c,clojure clj cljs,cmake,cobol,coffeescript coffee,\
console shell-session shellsession sh-session bash-session terminal,cpp c++ cc cxx hpp,crystal,\
csharp c# cs,css,csv,cuda,d,dart,delphi pascal,diff patch udiff,dockerfile docker,elixir ex exs,\
elm,erb,erlang erl,fortran f90 f95,fsharp f# fs,gdscript,glsl,go golang,graphql gql,groovy,\
handlebars hbs,haskell hs,hcl terraform tf,html htm xhtml,http,ini,java,\
javascript js mjs cjs node ecmascript,jinja jinja2 django,json,json5,jsonc,jsx,julia jl,\
kotlin kt kts,latex tex,less,liquid,lisp common-lisp elisp emacs-lisp,lua,makefile make mk,\
markdown md,mathematica wolfram,matlab octave,mdx,mermaid,nginx,nim,nix,objectivec objc obj-c \
objective-c,ocaml ml,perl pl,php,plsql,powershell ps1 posh pwsh,prolog,properties,protobuf proto,\
pug jade,puppet,python py python3 py3 python2 ipython ipython3,qml,r,racket,reasonml reason,\
regex,ruby rb,rust rs,sass,scala,scheme,scss,smalltalk,solidity sol,sparql,sql mysql postgresql \
pgsql tsql,stylus,svelte,swift,tcl,text plain plaintext plain-text txt,toml,tsx,twig,\
typescript ts mts,vb vbnet vb.net visual-basic,verilog,vhdl,vim viml vimscript,vue,wasm wat,\
xml xsd xslt svg,yaml yml,zig";

/// Names in code blocks without a language.
const NO_LANGUAGE: &str = "none auto default undefined null nohighlight no-highlight";

/// Prefixes of class names that end with the name of a language.
const PREFIXES: [&str; 8] = [
    "language-",
    "lang-",
    "highlight-source-",
    "brush:",
    "lang:",
    "mw-highlight-lang-",
    "geshifilter-",
    "src-",
];

/// Class names of highlighters that occur next to the bare name of a language.
const HIGHLIGHTERS: &str = "hljs sourcecode highlight code \
    syntaxhighlighter prettyprint codehilite programlisting";

/// Attributes that contain only the name of a language.
const ATTRS: [Attr; 3] = [
    Attr::DataLang,
    Attr::DataLanguage,
    Attr::DataEnlighterLanguage,
];

/// Maximum bytes of the name of a language.
const MAX_LANGUAGE_BYTES: usize = 24;

/// Maximum number of nodes before a code block that are searched for a label.
const BEFORE: usize = 12;

impl Page {
    /// Returns the declared language of a code block under its name in articles: from the block,
    /// the `code` in it, the boxes directly around it, or a label.
    pub(crate) fn code_language(&self, code_block: NodeId) -> Option<String> {
        language(self, code_block)
    }
}

fn language(page: &Page, node: NodeId) -> Option<String> {
    // If line numbers are in a separate `code`, the second one contains the code.
    let code = page
        .descendants(node)
        .filter(|&n| page.tag(n) == Tag::Code)
        .take(2);
    let around = page
        .ancestors(node)
        .take(3)
        .take_while(|&n| is_box(page, n));
    let name = std::iter::once(node)
        .chain(code)
        .chain(around)
        .find_map(|n| declared_language(page, n));
    match name {
        Some(name) => (!words::holds(NO_LANGUAGE, &name)).then_some(name),
        None => label(page, node).map(str::to_owned),
    }
}

/// Returns a language's name in articles; `None` for any other text.
pub(crate) fn named(text: &str) -> Option<&'static str> {
    let text = text.trim();
    if !(1..=MAX_LANGUAGE_BYTES).contains(&text.len()) {
        return None;
    }
    let text = text.to_ascii_lowercase().replace(' ', "-");
    let mut languages = LANGUAGES.split(',');
    let names = languages.find(|names| words::holds(names, &text))?;
    names.split(' ').next()
}

fn is_box(page: &Page, node: NodeId) -> bool {
    matches!(
        page.tag(node),
        Tag::Div | Tag::Figure | Tag::Pre | Tag::Code | Tag::Other
    )
}

/// Returns the language declared in the attributes of an element, which may be "none".
pub(super) fn declared_language(page: &Page, node: NodeId) -> Option<String> {
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    let tokens = || class.split_ascii_whitespace();
    let prefixed = || {
        let mut tokens = tokens();
        while let Some(token) = tokens.next() {
            let Some(rest) = PREFIXES.iter().find_map(|p| token.strip_prefix(p)) else {
                continue;
            };
            // `brush: js` is two tokens.
            let rest = if rest.is_empty() {
                tokens.next()?
            } else {
                rest
            };
            return Some(rest.trim_end_matches([';', ',']));
        }
        None
    };
    let attr = || ATTRS.iter().find_map(|&a| page.attr(node, a));
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '-' | '.' | '_');
    let is_name = |l: &&str| (1..=MAX_LANGUAGE_BYTES).contains(&l.len()) && l.chars().all(plain);
    if let Some(name) = prefixed().or_else(attr).map(str::trim).filter(is_name) {
        let name = name.to_ascii_lowercase();
        return Some(named(&name).map_or(name, str::to_owned));
    }
    bare(page, node, class).map(str::to_owned)
}

/// Returns the language in an attribute that also has other uses, if it is a known one.
fn bare(page: &Page, node: NodeId, class: &str) -> Option<&'static str> {
    let tokens = || class.split_ascii_whitespace();
    let is_highlighter = |t: &str| words::holds(HIGHLIGHTERS, &t.to_ascii_lowercase());
    let is_code_block = matches!(page.tag(node), Tag::Pre | Tag::Code);
    let by_highlighter = tokens().any(is_highlighter);
    // The class that Sphinx uses.
    let suffixed = || tokens().find_map(|t| named(t.strip_prefix("highlight-")?));
    let alone = || {
        tokens()
            .filter(|t| !is_highlighter(t) && (by_highlighter || is_code_block && t.len() > 1))
            .find_map(named)
            .filter(|&name| by_highlighter || name != "text")
    };
    // On other elements `lang` is a natural language.
    let lang = || page.attr(node, Attr::Lang).filter(|_| is_code_block);
    suffixed().or_else(alone).or_else(|| named(lang()?))
}

/// Returns the language named by a label before a code block or at its start.
fn label(page: &Page, code_block: NodeId) -> Option<&'static str> {
    let code = page
        .descendants(code_block)
        .take(BEFORE)
        .find(|&n| page.tag(n) == Tag::Code);
    let inside = code.and_then(|code| label_between(page, code_block, code));
    let in_bar = || page.language_in_bar(code_block);
    inside.or_else(in_bar).or_else(|| {
        let mut around = page
            .ancestors(code_block)
            .take(3)
            .take_while(|&n| is_box(page, n));
        around.find_map(|n| label_between(page, n, code_block))
    })
}

/// Returns the language named by an element between two nodes, if the name is its whole text.
fn label_between(page: &Page, from: NodeId, to: NodeId) -> Option<&'static str> {
    if to.index() - from.index() > BEFORE {
        return None;
    }
    (from.0 + 1..to.0).map(NodeId).find_map(|n| {
        let parent = page.parent(n)?;
        let is_label = page.is_text(n)
            && parent > from
            && matches!(
                page.tag(parent),
                Tag::Div | Tag::Span | Tag::Header | Tag::Figcaption | Tag::Other | Tag::Small
            )
            && page.raw_text(parent).trim() == page.text(n).trim();
        is_label.then(|| named(page.text(n)))?
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use crate::page::{Limits, Tag};
    use crate::source::html;

    /// Returns the language of the first code block of a page.
    fn language(html: &str) -> String {
        let page = html::read(html, "", Limits::default()).unwrap();
        let is_code_block = |tag: Tag| matches!(tag, Tag::Pre | Tag::Table);
        let code_block = page.nodes().find(|&n| is_code_block(page.tag(n))).unwrap();
        page.code_language(code_block).unwrap_or_default()
    }

    #[test]
    fn code_language_is_read_from_every_highlighter() {
        for (html, expected) in [
            ("<pre class='brush: js; gutter: true'>a", "javascript"),
            ("<pre><code class='hljs language-sh'>a", "bash"),
            (
                "<div class='highlight highlight-source-shell'><pre>a",
                "bash",
            ),
            (
                "<div class='highlight-python3 notranslate'><div class=highlight><pre>a",
                "python",
            ),
            (
                "<figure class='highlight cpp'><table><tr><td class=code><pre>a",
                "cpp",
            ),
            ("<pre lang=rb><code>a", "ruby"),
            ("<pre lang=en><code>a", ""),
            ("<pre class='src src-emacs-lisp'>a", "lisp"),
            (
                "<pre class='sourceCode haskell'><code class='sourceCode haskell'>a",
                "haskell",
            ),
            (
                "<pre class=EnlighterJSRAW data-enlighter-language=golang>a",
                "go",
            ),
            ("<pre class='lang:c# decode:true'>a", "csharp"),
            (
                "<div class='mw-highlight mw-highlight-lang-lua'><pre>a",
                "lua",
            ),
            ("<pre class='code python'>a", "python"),
            ("<pre class=prettyprint data-lang=YML>a", "yaml"),
            (
                "<div class=box><span>TypeScript</span><pre><code>a",
                "typescript",
            ),
            ("<pre><div>C++<button>Copy</button></div><code>a", "cpp"),
            (
                "<pre><div><span>C++</span><button>Copy</button></div><code>a",
                "cpp",
            ),
            ("<div><p>Go</p><pre>a", ""),
            ("<pre class=language-dhall>a", "dhall"),
            ("<pre class=language-none><code class=d>a", ""),
            ("<pre class='hljs line-numbers'>a", ""),
        ] {
            assert_eq!(language(html), expected, "{html}");
        }
    }
}
