//! Replaces `latex` in the one-click core, which it would make a tenth larger. A formula is kept in
//! the page's form. The core that exports files parses the rest; Reader calls it once the article
//! is shown.
//!
//! Here, only commands and brackets determine whether something is a formula. So a formula with a
//! missing argument or with two scripts in one place is accepted, and `latex` later keeps it in the
//! page's form.

use super::element::Element;
use super::signs::{self, ACCENTS, ARROWS, FUNCTIONS, Font, SPACES, UNDERS};
use crate::article::tree::Tree;
use crate::text::collapse;

/// Maximum source length in bytes; the same as in `latex`.
const MAX_BYTES: usize = 20_000;

/// Commands with a verbatim argument.
const RAW: &str = " text textrm textnormal textup textsf textbf textit texttt mbox hbox operatorname \
    label color vphantom tag hspace mspace ";

/// Commands that aren't in the tables of symbols.
const OTHERS: &str = " rm mathrm mathup symup mathnormal it mit nonumber notag relax displaylimits \
    hline allowbreak limits nolimits strut mathstrut frac dfrac tfrac cfrac binom dbinom tbinom sqrt \
    overset stackrel underset substack pmod mod bmod not phantom hphantom textcolor colorbox boxed \
    fbox mathbin mathrel mathord mathopen mathclose mathpunct mathinner ensuremath smash mathop \
    nobreakspace space over atop choose displaystyle textstyle scriptstyle scriptscriptstyle ";

/// Environments.
const ENVIRONMENTS: &str = " matrix smallmatrix pmatrix bmatrix Bmatrix vmatrix Vmatrix gather gathered \
    multline cases dcases rcases aligned align split alignat alignedat flalign eqnarray array subarray \
    darray equation displaymath math ";

/// Returns `None`, so that the source is kept.
pub(super) fn read(_: &str, _: bool) -> Option<Vec<Element>> {
    None
}

/// An open bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Brace,
    Left,
    Environment,
}

/// Returns whether all commands in a formula are known and all brackets are closed. Cost: linear.
pub(super) fn is_readable(tex: &str) -> bool {
    let tex = tex.trim();
    !tex.is_empty() && tex.len() <= MAX_BYTES && is_closed(tex).is_some()
}

fn is_closed(tex: &str) -> Option<()> {
    let mut open: Vec<Open> = Vec::new();
    let mut rest = tex;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => rest = after_command(rest, &mut open)?,
            '{' => open.push(Open::Brace),
            '}' => (open.pop()? == Open::Brace).then_some(())?,
            '&' => (*open.last()? == Open::Environment).then_some(())?,
            '$' | '#' | '%' => return None,
            _ => {}
        }
    }
    open.is_empty().then_some(())
}

/// Skips a known command, given the text after its backslash, and returns the rest.
fn after_command<'t>(source: &'t str, open: &mut Vec<Open>) -> Option<&'t str> {
    let letters = source.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, rest) = match letters {
        // Any following character would be part of the command.
        0 if source.is_empty() => return Some(source),
        0 => source.split_at_checked(1)?,
        letters => source.split_at(letters),
    };
    match name {
        "left" => open.push(Open::Left),
        "right" => (open.pop()? == Open::Left).then_some(())?,
        "begin" | "end" => {
            let (environment, after) = group(rest)?;
            is_in(ENVIRONMENTS, environment.trim_end_matches('*')).then_some(())?;
            if name == "begin" {
                open.push(Open::Environment);
            } else {
                (open.pop()? == Open::Environment).then_some(())?;
            }
            return Some(after);
        }
        "\\" => matches!(open.last(), None | Some(Open::Environment)).then_some(())?,
        name if is_in(RAW, name) => return group(rest).map(|(_, after)| after),
        name => is_known(name).then_some(())?,
    }
    Some(rest)
}

/// Returns the content of braces and the rest, skipping a star and white space before the braces.
fn group(rest: &str) -> Option<(&str, &str)> {
    let inner = rest
        .trim_start_matches('*')
        .trim_start()
        .strip_prefix('{')?;
    let (mut depth, mut escaped) = (1, false);
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&inner[..at], &inner[at + 1..]));
        }
    }
    None
}

/// Returns whether a word is in a space-separated list.
fn is_in(list: &str, word: &str) -> bool {
    list.split(' ')
        .any(|other| !word.is_empty() && other == word)
}

fn is_known(name: &str) -> bool {
    let big = || name.trim_end_matches(['l', 'r', 'm']);
    let mut accents = ACCENTS.iter().chain(&UNDERS);
    matches!(
        name,
        "/" | " " | "{" | "}" | "#" | "$" | "%" | "&" | "_" | "|"
    ) || signs::sign(name).is_some()
        || is_in(OTHERS, name)
        || FUNCTIONS.contains(&name)
        || SPACES.iter().any(|&(space, _)| space == name)
        || accents.any(|accent| accent.narrow == name || accent.wide == name)
        || Font::of_name(name).is_some()
        || ARROWS.iter().any(|&(arrow, _)| arrow == name)
        || matches!(big(), "big" | "Big" | "bigg" | "Bigg")
}

/// Returns an empty text, because the page has no LaTeX for the formula.
pub(super) fn from_tree(_: &Tree, _: usize) -> String {
    String::new()
}

/// Returns the text of a formula's elements, in place of LaTeX.
pub(super) fn text(tree: &Tree, math: usize) -> String {
    collapse(&tree.all_text(math))
}

#[cfg(test)]
mod tests {
    use super::{ENVIRONMENTS, OTHERS, RAW, is_readable};
    use crate::article::math::reader;

    #[test]
    fn the_reader_supports_every_command_of_the_stub() {
        let reads = |tex: &str| reader::read(tex, true).is_some();
        for name in OTHERS.split_whitespace().chain(RAW.split_whitespace()) {
            let some = ["", "{x}", "{x}{y}", "{1em}"].map(|rest| format!("a\\{name}{rest} b"));
            assert!(some.iter().any(|tex| reads(tex)), "{name}");
            assert!(some.iter().any(|tex| is_readable(tex)), "{name}");
        }
        for name in ENVIRONMENTS.split_whitespace() {
            let some = ["", "{c}"].map(|c| format!("\\begin{{{name}}}{c}x\\end{{{name}}}"));
            assert!(
                some.iter().any(|tex| reads(tex) && is_readable(tex)),
                "{name}"
            );
        }
    }

    #[test]
    fn stub_and_reader_accept_the_same_formulas() {
        for tex in [
            "a^2+b^2=c^2",
            "\\frac{1}{2}\\left(x\\right)",
            "\\begin{pmatrix}a & b \\\\ c & d\\end{pmatrix}",
            "\\text{if } x\\,\\%",
            "\\mathbb{R}\\bigl(x\\bigr) \\xrightarrow{f} y",
            "a \\\\ b",
            "\\operatorname*{argmax}_x f",
            "",
            "\\frac{a",
            "a}",
            "a & b",
            "\\unknown x",
            "\\left( x",
            "\\begin{tikzpicture}x\\end{tikzpicture}",
            "100 % of $ 5",
            "a\\",
            "\\é",
        ] {
            assert_eq!(is_readable(tex), reader::read(tex, true).is_some(), "{tex}");
        }
    }
}
