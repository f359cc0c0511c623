//! Parses LaTeX into MathML.
//!
//! Supports the LaTeX used on the web: letters, symbols, scripts, fractions, roots, accents,
//! brackets, fonts, words, spaces, matrices, and aligned rows. An unknown command rejects the whole
//! formula, because a partial one would mean something else.
//!
//! Cost: linear, bounded by [`MAX_BYTES`] and [`MAX_DEPTH`].

use super::LABEL;
use super::element::Element;
use super::signs::{self, ACCENTS, ARROWS, Accent, FUNCTIONS, Font, Kind, LIMITED, SPACES, UNDERS};
use crate::page::{Attr, Tag};
use crate::steps::Progress;

/// Maximum source length in bytes.
const MAX_BYTES: usize = 20_000;

/// Maximum nesting of groups and arguments.
const MAX_DEPTH: usize = 40;

/// The end of a sequence of atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Input,
    Brace,
    Bracket,
    Right,
    /// `&`, `\\`, or the end of an environment.
    Cell,
}

/// An atom, which may have scripts.
struct Atom {
    element: Element,
    /// True if scripts are placed below and above it.
    limits: bool,
    /// True for the name of a function, after which there's a small space.
    function: bool,
}

impl From<Element> for Atom {
    fn from(element: Element) -> Self {
        Self {
            element,
            limits: false,
            function: false,
        }
    }
}

/// Style of letters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letters {
    Usual,
    Upright,
    In(Font),
}

impl Element {
    fn with(mut self, attr: Attr, value: &str) -> Self {
        self.attrs.push((attr, value.to_owned()));
        self
    }
}

/// Parses a formula; `None` if a part of it is unknown.
pub(super) fn read(tex: &str, display: bool) -> Option<Vec<Element>> {
    if tex.len() > MAX_BYTES {
        return None;
    }
    let mut reader = Reader {
        rest: tex.trim(),
        display,
        letters: Letters::Usual,
        tag: None,
        depth: 0,
    };
    let first = reader.run(End::Cell)?;
    if reader.rest.is_empty() && reader.tag.is_none() {
        return (!first.is_empty()).then_some(first);
    }
    // Lines without an environment, or a numbered line.
    let mut rows = vec![reader.ended_row(vec![first])];
    while let Some(rest) = reader.rest.strip_prefix("\\\\") {
        reader.rest = rest;
        let cell = reader.run(End::Cell)?;
        rows.push(reader.ended_row(vec![cell]));
    }
    let is_whole = reader.rest.is_empty();
    is_whole.then(|| vec![Element::of(Tag::Mtable, rows).with(Attr::Displaystyle, "true")])
}

struct Reader<'t> {
    rest: &'t str,
    display: bool,
    letters: Letters,
    /// The number of the current row.
    tag: Option<Element>,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, prefix: &str) -> bool {
        self.skip_space();
        let rest = self.rest.strip_prefix(prefix);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Returns the next command, without its backslash.
    fn peek_command(&self) -> Option<&'t str> {
        let rest = self.rest.strip_prefix('\\')?;
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic());
        let letters = letters.unwrap_or(rest.len());
        let first = rest.chars().next()?;
        Some(&rest[..letters.max(if letters == 0 { first.len_utf8() } else { 0 })])
    }

    fn take_command(&mut self, name: &str) -> bool {
        let is_next = self.peek_command() == Some(name);
        if is_next {
            self.rest = &self.rest[1 + name.len()..];
        }
        is_next
    }

    /// Returns the content of braces verbatim.
    fn raw(&mut self) -> Option<&'t str> {
        self.skip_space();
        let inner = self.rest.strip_prefix('{')?;
        let mut depth = 1;
        let mut escaped = false;
        for (at, c) in inner.char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.rest = &inner[at + 1..];
                return Some(&inner[..at]);
            }
        }
        None
    }

    /// Parses a sequence of atoms and consumes its end, except that of a cell.
    fn run(&mut self, end: End) -> Option<Vec<Element>> {
        let letters = self.letters;
        let run = self.atoms(end);
        self.letters = letters;
        run.map(words_joined)
    }

    /// Parses atoms up to an end. Commands that apply to the rest of a group, such as `\over`,
    /// count as a nesting level, like braces.
    fn atoms(&mut self, end: End) -> Option<Vec<Element>> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let atoms = self.atoms_inside(end);
        self.depth -= 1;
        atoms
    }

    fn atoms_inside(&mut self, end: End) -> Option<Vec<Element>> {
        let mut run = Vec::new();
        let mut progress = Progress::new();
        loop {
            progress.check(self.rest.len());
            self.skip_space();
            let command = self.peek_command();
            let is_end = match end {
                End::Brace => self.take("}"),
                End::Bracket => self.take("]"),
                End::Right => self.take_command("right"),
                End::Cell => self.rest.starts_with('&') || matches!(command, Some("\\" | "end")),
                End::Input => false,
            };
            if is_end {
                return Some(run);
            }
            if self.rest.is_empty() {
                return matches!(end, End::Input | End::Cell).then_some(run);
            }
            if let Some(fraction) = self.infix(&mut run, end) {
                return Some(vec![fraction?]);
            }
            if let Some(styled) = self.style(end) {
                run.push(styled?);
                return Some(run);
            }
            if let Some(atom) = self.atom()? {
                let is_function = atom.function;
                run.push(self.scripted(atom)?);
                if is_function {
                    run.push(Element::token(Tag::Mo, "\u{2061}"));
                }
            }
        }
    }

    /// Parses `a \over b`: everything before it in the group is put above everything after it.
    fn infix(&mut self, run: &mut Vec<Element>, end: End) -> Option<Option<Element>> {
        let name = self.peek_command()?;
        if !matches!(name, "over" | "atop" | "choose") {
            return None;
        }
        self.take_command(name);
        let above = Element::row(std::mem::take(run));
        let below = match self.atoms(end) {
            Some(below) => Element::row(below),
            None => return Some(None),
        };
        let fraction = Element::of(Tag::Mfrac, vec![above, below]);
        Some(Some(match name {
            "over" => fraction,
            "atop" => fraction.with(Attr::Linethickness, "0"),
            _ => bracketed("(", fraction.with(Attr::Linethickness, "0"), ")"),
        }))
    }

    /// Parses a size or a font that applies up to the end of the group.
    fn style(&mut self, end: End) -> Option<Option<Element>> {
        let name = self.peek_command()?;
        let display = match name {
            "displaystyle" => "true",
            "textstyle" | "scriptstyle" | "scriptscriptstyle" => "false",
            _ => return None,
        };
        self.take_command(name);
        let Some(rest) = self.atoms(end) else {
            return Some(None);
        };
        let level = match name {
            "scriptstyle" => "1",
            "scriptscriptstyle" => "2",
            _ => "0",
        };
        let styled = Element::of(Tag::Mstyle, rest).with(Attr::Displaystyle, display);
        Some(Some(styled.with(Attr::Scriptlevel, level)))
    }

    /// Parses an argument: a group, a command, or one character.
    fn argument(&mut self) -> Option<Element> {
        self.skip_space();
        let first = self.rest.chars().next()?;
        if first.is_ascii_digit() {
            self.rest = &self.rest[1..];
            return Some(Element::token(Tag::Mn, first));
        }
        // Spaces and ends aren't arguments.
        self.atom()?.map(|atom| atom.element)
    }

    fn arguments(&mut self, tag: Tag) -> Option<Element> {
        let first = self.argument()?;
        Some(Element::of(tag, vec![first, self.argument()?]))
    }

    /// Parses one atom; the inner `None` is a command without output.
    fn atom(&mut self) -> Option<Option<Atom>> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let atom = self.any_atom();
        self.depth -= 1;
        atom
    }

    fn any_atom(&mut self) -> Option<Option<Atom>> {
        if let Some(name) = self.peek_command() {
            self.rest = &self.rest[1 + name.len()..];
            return self.command(name);
        }
        let c = self.rest.chars().next()?;
        if matches!(c, '^' | '_' | '\'') {
            return Some(Some(Element::of(Tag::Mrow, Vec::new()).into()));
        }
        if c.is_ascii_digit() {
            return Some(Some(self.number().into()));
        }
        self.rest = &self.rest[c.len_utf8()..];
        Some(Some(match c {
            '{' => Element::row(self.run(End::Brace)?).into(),
            '}' | '&' | '$' | '#' | '%' => return None,
            '~' => Element::token(Tag::Mtext, "\u{a0}").into(),
            '-' => Element::token(Tag::Mo, "−").into(),
            '*' => Element::token(Tag::Mo, "∗").into(),
            c if c.is_control() || c == '\u{200b}' => return Some(None),
            c => self.sign(c, signs::kind(c)),
        }))
    }

    fn number(&mut self) -> Element {
        let digits = |text: &str| {
            let end = text.find(|c: char| !c.is_ascii_digit());
            end.unwrap_or(text.len())
        };
        let mut end = digits(self.rest);
        let fraction = self.rest[end..].strip_prefix('.').map_or(0, digits);
        if fraction > 0 {
            end += 1 + fraction;
        }
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        match self.letters {
            Letters::In(font) => {
                let letters = number.chars().map(|c| font.letter(c));
                Element::token(Tag::Mn, letters.collect::<String>())
            }
            _ => Element::token(Tag::Mn, number),
        }
    }

    fn sign(&self, c: char, kind: Kind) -> Atom {
        if kind != Kind::Letter {
            return Atom {
                // Integrals have their limits beside them.
                limits: kind == Kind::Large && !('∫'..='∳').contains(&c),
                ..Element::token(Tag::Mo, c).into()
            };
        }
        match self.letters {
            Letters::Usual if ('Α'..='Ω').contains(&c) => {
                Element::token(Tag::Mi, c).with(Attr::Mathvariant, "normal")
            }
            Letters::Usual => Element::token(Tag::Mi, c),
            Letters::Upright => Element::token(Tag::Mi, c).with(Attr::Mathvariant, "normal"),
            Letters::In(font) => Element::token(Tag::Mi, font.letter(c)),
        }
        .into()
    }

    fn command(&mut self, name: &str) -> Option<Option<Atom>> {
        if let Some((sign, kind)) = signs::sign(name) {
            return Some(Some(self.sign(sign, kind)));
        }
        if FUNCTIONS.contains(&name) {
            return Some(Some(Atom {
                element: Element::token(
                    Tag::Mi,
                    name.replace("lims", "lim s").replace("limi", "lim i"),
                ),
                limits: self.display && LIMITED.contains(&name),
                function: true,
            }));
        }
        if let Some(&(_, width)) = SPACES.iter().find(|(space, _)| *space == name) {
            return Some(Some(space(width).into()));
        }
        if let Some(atom) = self.decorated(name) {
            return atom.map(Some);
        }
        if let Some(letters) = letters(name) {
            return self.in_letters(name, letters);
        }
        if let Some(nothing) = self.skip_silent(name) {
            return nothing.then_some(None);
        }
        self.structure(name).map(Some)
    }

    /// Parses a command that puts a symbol over or under its argument.
    fn decorated(&mut self, name: &str) -> Option<Option<Atom>> {
        let find =
            |table: &'static [Accent]| table.iter().find(|a| a.narrow == name || a.wide == name);
        let (tag, accent) = match (find(&ACCENTS), find(&UNDERS)) {
            (Some(accent), _) => (Tag::Mover, accent),
            (None, Some(accent)) => (Tag::Munder, accent),
            (None, None) => return None,
        };
        let Some(base) = self.argument() else {
            return Some(None);
        };
        let first = accent.signs.chars().next().map(String::from);
        let mut sign = Element::token(Tag::Mo, first.unwrap_or_default());
        if name != accent.wide {
            sign = sign.with(Attr::Stretchy, "false");
        }
        let attr = if tag == Tag::Mover {
            Attr::Accent
        } else {
            Attr::Accentunder
        };
        let element = Element::of(tag, vec![base, sign]).with(attr, "true");
        Some(Some(Atom {
            limits: name.ends_with("brace"),
            ..element.into()
        }))
    }

    /// Parses the argument of a font, or applies the font up to the end of the group.
    fn in_letters(&mut self, name: &str, letters: Letters) -> Option<Option<Atom>> {
        let before = std::mem::replace(&mut self.letters, letters);
        if matches!(name, "rm" | "bf" | "cal" | "sf" | "tt" | "it") {
            return Some(None);
        }
        let element = self.argument();
        self.letters = before;
        Some(Some(element?.into()))
    }

    /// Skips a command without output; `None` for other commands, false if its argument is missing.
    fn skip_silent(&mut self, name: &str) -> Option<bool> {
        Some(match name {
            "nonumber" | "notag" | "relax" | "displaylimits" | "hline" | "allowbreak"
            | "limits" | "nolimits" | "strut" | "mathstrut" | "/" => true,
            "label" | "color" | "vphantom" => self.raw().is_some(),
            "tag" => {
                let bare = self.take("*");
                let label = self.raw();
                self.tag = label.map(|label| {
                    let text = if bare {
                        label.to_owned()
                    } else {
                        format!("({label})")
                    };
                    Element::token(Tag::Mtext, text)
                });
                label.is_some()
            }
            _ => return None,
        })
    }

    /// Parses a command with its own structure.
    fn structure(&mut self, name: &str) -> Option<Atom> {
        let element = match name {
            "frac" | "dfrac" | "tfrac" | "cfrac" | "binom" | "dbinom" | "tbinom" => {
                self.fraction(name)?
            }
            "sqrt" => self.root()?,
            "overset" | "stackrel" | "underset" => {
                let script = self.argument()?;
                let tag = if name == "underset" {
                    Tag::Munder
                } else {
                    Tag::Mover
                };
                Element::of(tag, vec![self.argument()?, script])
            }
            "left" => self.fenced()?,
            "begin" => self.environment()?,
            "substack" => {
                let source = self.raw()?;
                self.inside(source, |reader| reader.rows("gathered"))?
            }
            "operatorname" => return self.named_operator(),
            "pmod" | "mod" | "bmod" => self.modulo(name)?,
            "not" => {
                let mut negated = self.argument()?;
                negated.text.push('\u{338}');
                (!negated.text.starts_with('\u{338}')).then_some(negated)?
            }
            "phantom" | "hphantom" => Element::of(Tag::Mphantom, vec![self.argument()?]),
            "textcolor" | "colorbox" => {
                self.raw()?;
                self.argument()?
            }
            "boxed" | "fbox" | "mathbin" | "mathrel" | "mathord" | "mathopen" | "mathclose"
            | "mathpunct" | "mathinner" | "ensuremath" | "smash" => self.argument()?,
            "mathop" => {
                return Some(Atom {
                    limits: true,
                    ..self.argument()?.into()
                });
            }
            " " | "nobreakspace" | "space" => Element::token(Tag::Mtext, "\u{a0}"),
            "hspace" | "mspace" => {
                self.take("*");
                let width = self.raw()?.trim();
                let em = width.strip_suffix("em")?;
                let is_number = em
                    .bytes()
                    .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-'));
                is_number.then(|| Element::of(Tag::Mspace, Vec::new()).with(Attr::Width, width))?
            }
            "{" | "}" | "#" | "$" | "%" | "&" | "_" => Element::token(Tag::Mo, name),
            "|" => Element::token(Tag::Mo, "‖"),
            _ => return self.other(name),
        };
        Some(element.into())
    }

    fn fraction(&mut self, name: &str) -> Option<Element> {
        let fraction = self.arguments(Tag::Mfrac)?;
        Some(match name {
            "frac" => fraction,
            "tfrac" => sized(fraction, "false"),
            "dfrac" | "cfrac" => sized(fraction, "true"),
            _ => bracketed("(", fraction.with(Attr::Linethickness, "0"), ")"),
        })
    }

    /// Parses words, labeled arrows, and brackets of a fixed size.
    fn other(&mut self, name: &str) -> Option<Atom> {
        if matches!(
            name,
            "text"
                | "textrm"
                | "textnormal"
                | "textup"
                | "textsf"
                | "textbf"
                | "textit"
                | "texttt"
                | "mbox"
                | "hbox"
        ) {
            return Some(self.words()?.into());
        }
        if let Some(&(_, arrow)) = ARROWS.iter().find(|(command, _)| *command == name) {
            let under = match self.take("[") {
                true => Some(Element::row(self.run(End::Bracket)?)),
                false => None,
            };
            let over = self.argument()?;
            let arrow = Element::token(Tag::Mo, arrow).with(Attr::Stretchy, "true");
            return Some(match under {
                Some(under) => Element::of(Tag::Munderover, vec![arrow, under, over]).into(),
                None => Element::of(Tag::Mover, vec![arrow, over]).into(),
            });
        }
        let size = name.trim_end_matches(['l', 'r', 'm']);
        if matches!(size, "big" | "Big" | "bigg" | "Bigg") {
            let height = match size {
                "big" => "1.2em",
                "Big" => "1.8em",
                "bigg" => "2.4em",
                _ => "3em",
            };
            let bracket = self.bracket()?;
            let sized = Element::token(Tag::Mo, bracket).with(Attr::Minsize, height);
            return Some(sized.with(Attr::Maxsize, height).into());
        }
        None
    }

    fn root(&mut self) -> Option<Element> {
        if self.take("[") {
            let index = Element::row(self.run(End::Bracket)?);
            return Some(Element::of(Tag::Mroot, vec![self.argument()?, index]));
        }
        Some(Element::of(Tag::Msqrt, vec![self.argument()?]))
    }

    /// Parses the rest of `\left`.
    fn fenced(&mut self) -> Option<Element> {
        let left = self.bracket()?;
        let mut inner = vec![fence(&left)];
        inner.extend(self.run(End::Right)?);
        let right = self.bracket()?;
        inner.push(fence(&right));
        Some(Element::of(Tag::Mrow, inner))
    }

    /// Parses the bracket after `\left` and similar commands; empty for `.`.
    fn bracket(&mut self) -> Option<String> {
        self.skip_space();
        if let Some(name) = self.peek_command() {
            self.rest = &self.rest[1 + name.len()..];
            return match name {
                "{" | "}" => Some(name.to_owned()),
                "|" => Some("‖".to_owned()),
                _ => signs::sign(name).map(|(sign, _)| sign.to_string()),
            };
        }
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        match c {
            '.' => Some(String::new()),
            '<' => Some("⟨".to_owned()),
            '>' => Some("⟩".to_owned()),
            '(' | ')' | '[' | ']' | '|' | '/' => Some(c.to_string()),
            c if !c.is_ascii() => Some(c.to_string()),
            _ => None,
        }
    }

    fn named_operator(&mut self) -> Option<Atom> {
        let limits = self.take("*");
        let name = self.raw()?;
        let name = name.replace("\\,", " ").replace('~', " ");
        let is_name = name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '*' | '.'));
        is_name.then(|| Atom {
            element: Element::token(Tag::Mi, name.trim()).with(Attr::Mathvariant, "normal"),
            limits: limits && self.display,
            function: true,
        })
    }

    fn modulo(&mut self, name: &str) -> Option<Element> {
        let word = Element::token(Tag::Mi, "mod");
        if name == "bmod" {
            return Some(Element::of(Tag::Mrow, vec![space(222), word, space(222)]));
        }
        let argument = self.argument()?;
        let inner = vec![word, space(333), argument];
        Some(match name {
            "mod" => Element::row(inner),
            _ => Element::of(
                Tag::Mrow,
                vec![
                    space(444),
                    bracketed("(", Element::of(Tag::Mrow, inner), ")"),
                ],
            ),
        })
    }

    /// Parses words, including formulas between `$` in them.
    fn words(&mut self) -> Option<Element> {
        let source = self.raw()?;
        let mut parts = Vec::new();
        for (at, part) in source.split('$').enumerate() {
            if at % 2 == 1 {
                let inner =
                    self.inside(part, |reader| Some(Element::row(reader.run(End::Input)?)))?;
                parts.push(inner);
            } else if !part.is_empty() {
                parts.push(Element::token(Tag::Mtext, plain_words(part)?));
            }
        }
        Some(Element::row(parts))
    }

    /// Parses a part of the source separately.
    fn inside(
        &mut self,
        source: &'t str,
        read: impl FnOnce(&mut Self) -> Option<Element>,
    ) -> Option<Element> {
        let after = std::mem::replace(&mut self.rest, source);
        let element = read(self);
        let is_whole = self.rest.trim().is_empty();
        self.rest = after;
        element.filter(|_| is_whole)
    }

    fn environment(&mut self) -> Option<Element> {
        let full = self.raw()?;
        let name = full.trim_end_matches('*');
        let columns = match name {
            "array" | "alignat" | "alignedat" | "subarray" | "darray" => self.raw()?,
            _ => "",
        };
        if self.rest.starts_with('[') && !matches!(name, "array" | "subarray") {
            let end = self.rest.find(']').filter(|&end| end <= 3);
            self.rest = end.map_or(self.rest, |end| &self.rest[end + 1..]);
        }
        let table = self.rows(name)?;
        if !self.take_command("end") || self.raw()? != full {
            return None;
        }
        environment(name, columns, table)
    }

    /// Parses the rows of a table, up to the end of its environment.
    fn rows(&mut self, name: &str) -> Option<Element> {
        let outer = self.tag.take();
        let display = std::mem::replace(&mut self.display, !name.ends_with("matrix"));
        let mut rows = Vec::new();
        let mut cells = Vec::new();
        let mut progress = Progress::new();
        loop {
            progress.check(self.rest.len());
            cells.push(self.run(End::Cell)?);
            if self.take("&") {
                continue;
            }
            let is_empty = cells.iter().all(Vec::is_empty);
            let cells = std::mem::take(&mut cells);
            let goes_on = self.take_command("\\");
            if goes_on || !is_empty {
                rows.push(self.ended_row(cells));
            }
            if !goes_on {
                break;
            }
            self.take("*");
            if let Some(end) = self.rest.strip_prefix('[').and_then(|r| r.find(']')) {
                self.rest = &self.rest[end + 2..];
            }
        }
        self.tag = outer;
        self.display = display;
        Some(Element::of(Tag::Mtable, rows))
    }

    /// Creates a row from cells and its number.
    fn ended_row(&mut self, cells: Vec<Vec<Element>>) -> Element {
        let cells = cells.into_iter().map(|cell| Element::of(Tag::Mtd, cell));
        let label = self.tag.take();
        let label = label.map(|label| Element::of(Tag::Mtd, vec![label]).with(Attr::Class, LABEL));
        Element::of(Tag::Mtr, cells.chain(label).collect())
    }

    /// Parses the scripts of an atom.
    fn scripted(&mut self, atom: Atom) -> Option<Element> {
        let (mut lower, mut upper) = (None, None);
        let mut limits = atom.limits;
        let mut primes = String::new();
        let mut progress = Progress::new();
        loop {
            progress.check(self.rest.len());
            self.skip_space();
            if self.take("_") {
                if lower.replace(self.argument()?).is_some() {
                    return None;
                }
            } else if self.take("^") {
                if upper.replace(self.argument()?).is_some() {
                    return None;
                }
            } else if self.take("'") {
                primes.push('′');
            } else if self.take_command("limits") {
                limits = true;
            } else if self.take_command("nolimits") {
                limits = false;
            } else {
                break;
            }
        }
        if !primes.is_empty() {
            let mut with_primes = vec![Element::token(Tag::Mo, primes)];
            with_primes.extend(upper);
            upper = Some(Element::row(with_primes));
        }
        let base = atom.element;
        let tags = match limits {
            true => [Tag::Munder, Tag::Mover, Tag::Munderover],
            false => [Tag::Msub, Tag::Msup, Tag::Msubsup],
        };
        Some(match (lower, upper) {
            (None, None) => base,
            (Some(lower), None) => Element::of(tags[0], vec![base, lower]),
            (None, Some(upper)) => Element::of(tags[1], vec![base, upper]),
            (Some(lower), Some(upper)) => Element::of(tags[2], vec![base, lower, upper]),
        })
    }
}

/// Returns the style of letters that a command sets.
fn letters(name: &str) -> Option<Letters> {
    match name {
        "mathrm" | "rm" | "mathup" | "symup" => Some(Letters::Upright),
        "mathit" | "mathnormal" | "it" | "mit" => Some(Letters::Usual),
        _ => Font::of_name(name).map(Letters::In),
    }
}

/// Joins adjacent upright letters into one element, so that there are no gaps in words.
fn words_joined(run: Vec<Element>) -> Vec<Element> {
    let upright = |e: &Element| {
        e.tag == Tag::Mi
            && e.text.chars().all(|c| c.is_ascii_alphabetic())
            && e.attrs.first().is_some_and(|(_, value)| value == "normal")
    };
    let mut out: Vec<Element> = Vec::with_capacity(run.len());
    for element in run {
        match out.last_mut() {
            Some(last) if upright(last) && upright(&element) => last.text.push_str(&element.text),
            _ => out.push(element),
        }
    }
    out
}

fn fence(bracket: &str) -> Element {
    Element::token(Tag::Mo, bracket).with(Attr::Fence, "true")
}

fn bracketed(open: &str, inner: Element, close: &str) -> Element {
    let close = (!close.is_empty()).then(|| fence(close));
    let open = (!open.is_empty()).then(|| fence(open));
    let parts = open.into_iter().chain([inner]).chain(close);
    Element::of(Tag::Mrow, parts.collect())
}

fn sized(element: Element, display: &str) -> Element {
    let styled = Element::of(Tag::Mstyle, vec![element]).with(Attr::Displaystyle, display);
    styled.with(Attr::Scriptlevel, "0")
}

/// Creates a space; its width is in thousandths of an em.
fn space(width: i32) -> Element {
    let sign = if width < 0 { "-" } else { "" };
    let width = width.unsigned_abs();
    let em = format!("{sign}{}.{:03}em", width / 1000, width % 1000);
    Element::of(Tag::Mspace, Vec::new()).with(Attr::Width, &em)
}

/// Returns words with escapes decoded; `None` if they contain a command.
fn plain_words(words: &str) -> Option<String> {
    let mut out = String::new();
    let mut chars = words.chars();
    while let Some(c) = chars.next() {
        match c {
            '{' | '}' => {}
            '~' => out.push('\u{a0}'),
            '\\' => match chars.next()? {
                c @ ('{' | '}' | '%' | '#' | '&' | '$' | '_' | ' ' | ',') => {
                    out.push(if c == ',' { ' ' } else { c });
                }
                _ => return None,
            },
            c => out.push(c),
        }
    }
    // White space at the ends of an element is ignored.
    let inner = out.trim_matches(' ');
    let ends = [out.starts_with(' '), out.ends_with(' ')].map(|s| if s { "\u{a0}" } else { "" });
    Some(format!("{}{inner}{}", ends[0], ends[1]))
}

/// Adds the brackets of an environment to its table; `None` if the environment is unknown.
fn environment(name: &str, columns: &str, mut table: Element) -> Option<Element> {
    let brackets = match name {
        "pmatrix" => ("(", ")"),
        "bmatrix" => ("[", "]"),
        "Bmatrix" => ("{", "}"),
        "vmatrix" => ("|", "|"),
        "Vmatrix" => ("‖", "‖"),
        "cases" | "dcases" => ("{", ""),
        "rcases" => ("", "}"),
        _ => ("", ""),
    };
    let align = match name {
        "matrix" | "smallmatrix" | "pmatrix" | "bmatrix" | "Bmatrix" | "vmatrix" | "Vmatrix" => "",
        "gather" | "gathered" | "multline" => "",
        "cases" | "dcases" | "rcases" => "left left",
        "aligned" | "align" | "split" | "alignat" | "alignedat" | "flalign" => "right left",
        "eqnarray" => "right center left",
        "array" | "subarray" | "darray" => {
            let names = columns.chars().filter_map(|c| match c {
                'l' => Some("left"),
                'c' => Some("center"),
                'r' => Some("right"),
                _ => None,
            });
            let names: Vec<&str> = names.collect();
            let is_plain = columns
                .chars()
                .all(|c| matches!(c, 'l' | 'c' | 'r' | '|' | ' '));
            if !is_plain {
                return None;
            }
            table.attrs.push((Attr::Columnalign, names.join(" ")));
            ""
        }
        "equation" | "displaymath" | "math" => return Some(whole(table)),
        _ => return None,
    };
    if !align.is_empty() {
        let width = table.children.iter().map(|row| row.children.len()).max();
        let names = align.split(' ').cycle().take(width.unwrap_or(1));
        let names: Vec<&str> = names.collect();
        table.attrs.push((Attr::Columnalign, names.join(" ")));
    }
    if !name.ends_with("matrix") && !matches!(name, "cases" | "array" | "subarray") {
        table.attrs.push((Attr::Displaystyle, "true".to_owned()));
    }
    Some(match brackets {
        ("", "") => table,
        (open, close) => bracketed(open, table, close),
    })
}

/// Returns the content of an environment: for one row with a single cell that of the cell,
/// otherwise the table.
fn whole(mut table: Element) -> Element {
    match table.children.pop() {
        Some(mut row) if table.children.is_empty() && row.children.len() == 1 => {
            Element::row(row.children.pop().map_or(Vec::new(), |cell| cell.children))
        }
        row => {
            table.children.extend(row);
            table.with(Attr::Displaystyle, "true")
        }
    }
}
