//! Writes formulas as LaTeX, from the elements of the clean `math`.
//!
//! The commands are supported by LaTeX with amsmath, MathJax, KaTeX, and Temml. Recursion is safe,
//! because the tree nests at most [`super::MAX_DEPTH`] elements.

use super::super::tree::Tree;
use super::LABEL;
use super::signs::{self, ACCENTS, ARROWS, Accent, FUNCTIONS, Font, Kind, LIMITED, UNDERS};
use crate::compact::decimal;
use crate::page::{Attr, Tag};
use crate::text::collapse;

/// Brackets: the opening and the closing character, their names after `\left` and `\right`, and the
/// environment of a table between them.
const BRACKETS: [(char, char, &str, &str, &str); 8] = [
    ('(', ')', "(", ")", "pmatrix"),
    ('[', ']', "[", "]", "bmatrix"),
    ('{', '}', "\\{", "\\}", "Bmatrix"),
    ('⟨', '⟩', "\\langle", "\\rangle", ""),
    ('⌈', '⌉', "\\lceil", "\\rceil", ""),
    ('⌊', '⌋', "\\lfloor", "\\rfloor", ""),
    ('|', '|', "|", "|", "vmatrix"),
    ('‖', '‖', "\\|", "\\|", "Vmatrix"),
];

/// Maximum letters of a command.
const MAX_COMMAND_LETTERS: usize = 24;

/// Returns the LaTeX of a `math` in the tree.
pub(super) fn from_tree(tree: &Tree, math: usize) -> String {
    let mut tall = vec![0];
    for node in tree.descendants(math) {
        let is_tall = matches!(
            tree.tag(node),
            Tag::Mfrac
                | Tag::Mtable
                | Tag::Munder
                | Tag::Munderover
                | Tag::Mover
                | Tag::Msqrt
                | Tag::Mroot
        );
        tall.push(tall[tall.len() - 1] + u32::from(is_tall));
    }
    let writer = Writer { tree, math, tall };
    let children: Vec<usize> = tree.children(math).collect();
    let whole = match writer.only(math) {
        Some(table) if tree.tag(table) == Tag::Mtable => writer.rows(table, true),
        _ => writer.row(&children),
    };
    whole.trim().to_owned()
}

struct Writer<'t> {
    tree: &'t Tree,
    math: usize,
    /// Running count of elements that are higher than a line, for each node below `math`.
    tall: Vec<u32>,
}

impl Writer<'_> {
    fn tag(&self, node: usize) -> Tag {
        self.tree.tag(node)
    }

    fn children(&self, node: usize) -> Vec<usize> {
        self.tree.children(node).collect()
    }

    /// Returns a node without wrappers that have a single child.
    fn inner(&self, node: usize) -> usize {
        let mut node = node;
        while matches!(self.tag(node), Tag::Mrow | Tag::Mstyle | Tag::Mpadded)
            && let Some(only) = self.single_child(node)
        {
            node = only;
        }
        node
    }

    fn single_child(&self, node: usize) -> Option<usize> {
        let mut children = self.tree.children(node);
        children.next().filter(|_| children.next().is_none())
    }

    /// Returns the only child of an element, without wrappers.
    fn only(&self, node: usize) -> Option<usize> {
        self.single_child(node).map(|child| self.inner(child))
    }

    /// Returns whether any of some siblings is higher than a line.
    fn is_tall(&self, from: usize, end: usize) -> bool {
        let sum = |node: usize| self.tall[node - self.math - 1];
        sum(end) > sum(from)
    }

    /// Returns the text of a token, without invisible characters.
    fn token(&self, node: usize) -> String {
        let text = collapse(&self.tree.all_text(node));
        text.replace(
            ['\u{2061}', '\u{2062}', '\u{2063}', '\u{2064}', '\u{200b}'],
            "",
        )
    }

    /// Returns the only character of a token.
    fn sign(&self, node: usize) -> Option<char> {
        let is_token = matches!(self.tag(node), Tag::Mo | Tag::Mi | Tag::Mtext | Tag::Mn);
        let text = if is_token {
            self.token(node)
        } else {
            String::new()
        };
        let mut chars = text.chars();
        let first = chars.next()?;
        let rest = chars.as_str();
        // A variation selector only affects the glyph.
        (rest.is_empty() || rest == "\u{fe00}").then_some(match first {
            '∥' if self.tag(node) == Tag::Mo => '‖',
            '\u{2329}' | '\u{3008}' => '⟨',
            '\u{232a}' | '\u{3009}' => '⟩',
            '∣' | '❘' if self.tree.attr(node, Attr::Fence) == Some("true") => '|',
            c => c,
        })
    }

    /// Writes sibling nodes.
    fn row(&self, nodes: &[usize]) -> String {
        let matches = self.brackets(nodes);
        let mut closers: Vec<(usize, &str)> = Vec::new();
        let mut out = String::new();
        let mut at = 0;
        while let Some(&node) = nodes.get(at) {
            if let Some((piece, next)) = self.bracketed(nodes, at).or_else(|| self.run(nodes, at)) {
                join(&mut out, &piece);
                at = next;
                continue;
            }
            if let Some(close) = closers.pop_if(|&mut (close, _)| close == at) {
                join(&mut out, &format!("\\right{}", close.1));
                at += 1;
                continue;
            }
            let pair =
                matches[at].and_then(|close| Some((close, self.stretched(nodes, at, close)?)));
            if let Some((close, (left, right))) = pair {
                closers.push((close, right));
                join(&mut out, &format!("\\left{left}"));
            } else {
                join(&mut out, &self.node(node));
            }
            at += 1;
        }
        out
    }

    /// Returns, for each node that opens a bracket, the index of the one that closes it.
    fn brackets(&self, nodes: &[usize]) -> Vec<Option<usize>> {
        let mut matches = vec![None; nodes.len()];
        let mut open: Vec<(usize, char)> = Vec::new();
        for (at, &node) in nodes.iter().enumerate() {
            let Some(sign) = self.sign(node).filter(|_| self.tag(node) == Tag::Mo) else {
                continue;
            };
            let opens = BRACKETS.iter().find(|b| b.0 == sign && b.0 != b.1);
            if let Some(bracket) = opens {
                open.push((at, bracket.1));
            } else if let Some((from, _)) = open.pop_if(|&mut (_, close)| close == sign) {
                matches[from] = Some(at);
            }
        }
        // Opening and closing bars look the same, so only those around a whole row are certain.
        if let (Some(&first), Some(&last)) = (nodes.first(), nodes.last())
            && nodes.len() > 2
            && let Some(bar @ ('|' | '‖')) = self.sign(first)
            && self.sign(last) == Some(bar)
        {
            matches[0] = Some(nodes.len() - 1);
        }
        matches
    }

    /// Returns the names of two brackets if they stretch to the height of the content between them.
    fn stretched(
        &self,
        nodes: &[usize],
        open: usize,
        close: usize,
    ) -> Option<(&'static str, &'static str)> {
        let is_fixed = |at: usize| self.tree.attr(nodes[at], Attr::Stretchy) == Some("false");
        if is_fixed(open) || is_fixed(close) || !self.is_tall(nodes[open], nodes[close]) {
            return None;
        }
        let sign = self.sign(nodes[open])?;
        let bracket = BRACKETS.iter().find(|b| b.0 == sign)?;
        Some((bracket.2, bracket.3))
    }

    /// Writes a table, or a fraction without a line, together with the brackets around it. Also
    /// returns the index of the next node.
    fn bracketed(&self, nodes: &[usize], at: usize) -> Option<(String, usize)> {
        let open = self
            .sign(nodes[at])
            .filter(|_| self.tag(nodes[at]) == Tag::Mo)?;
        let bracket = BRACKETS.iter().find(|b| b.0 == open)?;
        let inner = self.inner(*nodes.get(at + 1)?);
        let close = nodes.get(at + 2);
        let is_closed = close.is_some_and(|&n| self.sign(n) == Some(bracket.1));
        let is_open = close.is_none_or(|&n| self.tag(n) == Tag::Mo && self.token(n).is_empty());
        match self.tag(inner) {
            Tag::Mtable if is_closed && !bracket.4.is_empty() => {
                Some((self.environment(inner, bracket.4), at + 3))
            }
            Tag::Mtable if is_open && open == '{' => {
                Some((self.environment(inner, "cases"), nodes.len().min(at + 3)))
            }
            Tag::Mtable if is_closed || is_open => {
                let right = if is_closed { bracket.3 } else { "." };
                let table = self.node(inner);
                let piece = format!("\\left{}{table}\\right{right}", bracket.2);
                Some((piece, nodes.len().min(at + 3)))
            }
            Tag::Mfrac if is_closed && open == '(' && self.has_no_line(inner) => {
                let [upper, lower] = self.two_groups(inner);
                Some((format!("\\binom{upper}{lower}"), at + 3))
            }
            _ => None,
        }
    }

    /// Writes a word of single letters in one font, or the name of a function before its argument.
    fn run(&self, nodes: &[usize], at: usize) -> Option<(String, usize)> {
        let font = |n: usize| self.tree.attr(n, Attr::Mathvariant);
        let is_letter = |n: usize| {
            self.tag(n) == Tag::Mi && self.sign(n).is_some_and(|c| c.is_ascii_alphabetic())
        };
        let first = nodes[at];
        if self.tag(first) == Tag::Mi
            && nodes
                .get(at + 1)
                .is_some_and(|&n| self.tree.all_text(n).trim() == "\u{2061}")
            && let name = self.token(first)
            && name.chars().count() > 1
            && name.chars().all(char::is_alphanumeric)
            && !FUNCTIONS.contains(&&*name)
        {
            return Some((format!("\\operatorname{{{name}}}"), at + 2));
        }
        let variant = font(first).filter(|_| is_letter(first))?;
        let same = |&&n: &&usize| is_letter(n) && font(n) == Some(variant);
        let letters = nodes[at..].iter().take_while(same);
        let word: String = letters.filter_map(|&n| self.sign(n)).collect();
        let font = Font::of_name(variant);
        let is_word = word.len() > 1 && (font.is_some() || variant == "normal");
        is_word.then(|| {
            let command = font.map_or("mathrm", Font::command);
            (format!("\\{command}{{{word}}}"), at + word.len())
        })
    }

    fn node(&self, node: usize) -> String {
        let children = self.children(node);
        match self.tag(node) {
            Tag::Mi => self.identifier(node),
            Tag::Mn => self.number(node),
            Tag::Mo => self.operator(node),
            Tag::Mtext => self.words(node),
            Tag::Ms => format!("\\text{{\"{}\"}}", in_text(&self.token(node))),
            Tag::Text => characters(&collapse(self.tree.text(node)), None),
            Tag::Mspace => self.space(node).to_owned(),
            Tag::Mfrac => self.fraction(node),
            Tag::Msqrt => format!("\\sqrt{{{}}}", self.row(&children)),
            Tag::Mroot if children.len() > 1 => {
                let index = self.node(children[1]);
                let braced = index.contains(']');
                let index = if braced {
                    format!("{{{index}}}")
                } else {
                    index
                };
                format!("\\sqrt[{index}]{}", self.group(children[0]))
            }
            Tag::Msub | Tag::Msup | Tag::Msubsup if !children.is_empty() => {
                let is_sup = self.tag(node) == Tag::Msup;
                let lower = children.get(1).copied().filter(|_| !is_sup);
                let upper = children.get(if is_sup { 1 } else { 2 }).copied();
                self.scripts(self.atom(children[0]), lower, upper)
            }
            Tag::Munder | Tag::Mover | Tag::Munderover if !children.is_empty() => {
                let is_over = self.tag(node) == Tag::Mover;
                let lower = children.get(1).copied().filter(|_| !is_over);
                let upper = children.get(if is_over { 1 } else { 2 }).copied();
                self.limits(children[0], lower, upper)
            }
            Tag::Mmultiscripts if !children.is_empty() => self.multiscripts(&children),
            Tag::Mtable => self.rows(node, false),
            Tag::Mphantom => format!("\\phantom{{{}}}", self.row(&children)),
            Tag::Mstyle => self.styled(node, &children),
            _ => self.row(&children),
        }
    }

    fn group(&self, node: usize) -> String {
        format!("{{{}}}", self.node(node))
    }

    /// Writes a node as the base of scripts.
    fn atom(&self, node: usize) -> String {
        let inner = self.inner(node);
        let written = self.node(inner);
        let is_whole = match self.tag(inner) {
            Tag::Mi | Tag::Mtext | Tag::Msqrt | Tag::Mroot | Tag::Mfrac => {
                written.starts_with('\\')
            }
            Tag::Mo => written.starts_with('\\') && self.sign(inner).is_some(),
            Tag::Mover => self.accent(inner).is_some(),
            _ => false,
        };
        let is_short = written.chars().count() == 1 && !written.contains(['\'', '^', '_']);
        if is_whole || is_short {
            written
        } else {
            format!("{{{written}}}")
        }
    }

    /// Returns the command for the accent over the base of a `mover` or under that of a `munder`.
    fn accent(&self, node: usize) -> Option<&'static str> {
        let children = self.children(node);
        let table: &'static [Accent] = match self.tag(node) {
            Tag::Mover => &ACCENTS,
            _ => &UNDERS,
        };
        let sign = self.sign(self.inner(*children.get(1)?))?;
        let is_arrow = |c| ARROWS.iter().any(|&(_, arrow)| arrow == c);
        // An arrow over an arrow isn't an accent but a label.
        let base = self.sign(self.inner(children[0]));
        if base.is_some_and(is_arrow) {
            return None;
        }
        let accent = table.iter().find(|a| a.signs.contains(sign))?;
        let narrow = base.is_some();
        Some(if narrow { accent.narrow } else { accent.wide })
    }

    /// Adds scripts to a base.
    fn scripts(&self, base: String, lower: Option<usize>, upper: Option<usize>) -> String {
        let mut out = base;
        if let Some(lower) = lower.map(|n| self.node(n)).filter(|s| !s.is_empty()) {
            out.push_str(&format!("_{{{lower}}}"));
        }
        let Some(upper) = upper else { return out };
        match self.primes(upper) {
            Some(count) => out.push_str(&"'".repeat(count)),
            None => {
                let upper = self.node(upper);
                if !upper.is_empty() {
                    out.push_str(&format!("^{{{}}}", upper.replace('\'', "\\prime ")));
                }
            }
        }
        out
    }

    /// Returns the number of primes in a superscript that contains nothing else.
    fn primes(&self, upper: usize) -> Option<usize> {
        let mut count = 0;
        for c in collapse(&self.tree.all_text(upper)).chars() {
            count += match c {
                '′' | '\'' => 1,
                '″' => 2,
                '‴' => 3,
                '⁗' => 4,
                _ => return None,
            };
        }
        (1..=4).contains(&count).then_some(count)
    }

    /// Writes a base with scripts above and below it.
    fn limits(&self, base: usize, lower: Option<usize>, upper: Option<usize>) -> String {
        let inner = self.inner(base);
        if let Some(operator) = self.limited(inner) {
            return self.scripts(operator, lower, upper);
        }
        let parent = self.tree.node(base).parent;
        if let Some(command) = self
            .accent(parent)
            .filter(|_| lower.is_none() || upper.is_none())
        {
            return format!("\\{command}{}", self.group(base));
        }
        let arrow = self
            .sign(inner)
            .and_then(|c| ARROWS.iter().find(|a| a.1 == c));
        let text = |n: Option<usize>| n.map_or(String::new(), |n| self.node(n));
        if let Some((command, _)) = arrow {
            let under = text(lower);
            let under = if under.is_empty() {
                under
            } else {
                format!("[{under}]")
            };
            return format!("\\{command}{under}{{{}}}", text(upper));
        }
        // It's the label of a brace.
        let brace = matches!(self.tag(inner), Tag::Mover | Tag::Munder)
            .then(|| self.accent(inner))
            .flatten();
        match (brace, lower, upper) {
            (Some("overbrace"), None, Some(_)) | (Some("underbrace"), Some(_), None) => {
                return self.scripts(self.node(inner), lower, upper);
            }
            _ => {}
        }
        let mut out = self.group(base);
        for (command, script) in [("overset", text(upper)), ("underset", text(lower))] {
            if !script.is_empty() {
                let is_bare = out.starts_with('{');
                let base = if is_bare { out } else { format!("{{{out}}}") };
                out = format!("\\{command}{{{script}}}{base}");
            }
        }
        out
    }

    /// Writes an operator that takes limits, as required before them.
    fn limited(&self, base: usize) -> Option<String> {
        if let Some(sign) = self.sign(base) {
            let is_integral = ('∫'..='∳').contains(&sign);
            return (signs::kind(sign) == Kind::Large).then(|| {
                let written = self.node(base);
                let limits = if is_integral { "\\limits" } else { "" };
                format!("{written}{limits}")
            });
        }
        let has_words_only = self.tree.descendants(base).chain([base]).all(|n| {
            matches!(
                self.tag(n),
                Tag::Mi | Tag::Mo | Tag::Mtext | Tag::Mrow | Tag::Mspace | Tag::Text
            )
        });
        let text = collapse(&self.tree.all_text(base).replace('\u{2061}', " "));
        let is_name =
            text.chars().count() > 1 && text.chars().all(|c| c.is_ascii_alphabetic() || c == ' ');
        // Adjacent letters are a product.
        let has_word = self
            .tree
            .descendants(base)
            .chain([base])
            .any(|n| self.tag(n) != Tag::Mrow && self.token(n).chars().count() > 1);
        if !has_words_only || !is_name || !has_word {
            return None;
        }
        let name = text.replace(' ', "");
        Some(match LIMITED.contains(&&*name) {
            true => format!("\\{name}"),
            false => format!("\\operatorname*{{{}}}", text.replace(' ', "\\,")),
        })
    }

    fn multiscripts(&self, children: &[usize]) -> String {
        let (base, scripts) = (children[0], &children[1..]);
        let is_divider = |&n: &usize| self.tag(n) == Tag::Mprescripts;
        let divider = scripts.iter().position(is_divider);
        let (after, before) = match divider {
            Some(at) => (&scripts[..at], &scripts[at + 1..]),
            None => (scripts, &scripts[..0]),
        };
        let mut out = String::new();
        for pair in before.chunks(2) {
            out.push_str(&self.scripts("{}".to_owned(), Some(pair[0]), pair.get(1).copied()));
        }
        let mut base = self.atom(base);
        for pair in after.chunks(2) {
            base = self.scripts(base, Some(pair[0]), pair.get(1).copied());
            join(&mut out, &base);
            base = "{}".to_owned();
        }
        if after.is_empty() {
            join(&mut out, &base);
        }
        out
    }

    fn has_no_line(&self, fraction: usize) -> bool {
        let line = self.tree.attr(fraction, Attr::Linethickness).unwrap_or("1");
        line.starts_with('0') && !line.contains(|c: char| ('1'..='9').contains(&c))
    }

    fn two_groups(&self, node: usize) -> [String; 2] {
        let children = self.children(node);
        [0, 1].map(|i| children.get(i).map_or("{}".to_owned(), |&n| self.group(n)))
    }

    fn fraction(&self, node: usize) -> String {
        let [upper, lower] = self.two_groups(node);
        if self.has_no_line(node) {
            return format!("{{{upper}\\atop{lower}}}");
        }
        format!("\\frac{upper}{lower}")
    }

    /// Writes content with an explicit size. If a fraction is the only content, its command sets
    /// the size.
    fn styled(&self, node: usize, children: &[usize]) -> String {
        let row = self.row(children);
        let parent = self.tree.node(node).parent;
        let is_whole = self.single_child(parent).is_some();
        let size = match self.tree.attr(node, Attr::Displaystyle) {
            Some("true") if !is_whole => "\\dfrac",
            Some("false") if self.tree.attr(node, Attr::Scriptlevel) == Some("0") => "\\tfrac",
            _ => return row,
        };
        match row.strip_prefix("\\frac") {
            Some(rest) if self.only(node).is_some() => format!("{size}{rest}"),
            _ => row,
        }
    }

    /// Writes a table without brackets; `whole` is true if it's the whole formula.
    fn rows(&self, table: usize, whole: bool) -> String {
        let rows = self.children(table);
        if whole && rows.iter().any(|&row| self.label(row).is_some()) {
            if let [row] = rows[..] {
                let cells: String = self.cells(row).iter().map(|c| self.node(*c)).collect();
                return format!("{cells}{}", self.tag_of(row));
            }
            return self.environment(table, "align");
        }
        let aligned = self.tree.attr(table, Attr::Columnalign).unwrap_or_default();
        let columns: Vec<&str> = aligned.split_ascii_whitespace().collect();
        let sides = |side: &str| columns.iter().step_by(2).all(|&c| c == side);
        let is_pairs = columns.len() > 1
            && sides("right")
            && columns.iter().skip(1).step_by(2).all(|&c| c == "left");
        if is_pairs {
            return self.environment(table, "aligned");
        }
        if columns.iter().all(|&c| c == "center") {
            return self.environment(table, "matrix");
        }
        let width = rows.iter().map(|&row| self.cells(row).len()).max();
        let last = columns[columns.len() - 1];
        let letters = (0..width.unwrap_or(1)).map(|i| match *columns.get(i).unwrap_or(&last) {
            "left" => 'l',
            "right" => 'r',
            _ => 'c',
        });
        let letters: String = letters.collect();
        let body = self.body(table, false);
        format!("\\begin{{array}}{{{letters}}}{body}\\end{{array}}")
    }

    fn environment(&self, table: usize, name: &str) -> String {
        let body = self.body(table, name == "align");
        format!("\\begin{{{name}}}{body}\\end{{{name}}}")
    }

    fn body(&self, table: usize, numbered: bool) -> String {
        let rows = self.children(table).into_iter().map(|row| {
            let cells = self.cells(row);
            let cells: Vec<String> = cells.iter().map(|&cell| self.node(cell)).collect();
            let mut line = cells.join(" & ");
            if numbered {
                line.push_str(&self.tag_of(row));
            }
            // After `\\`, a bracket would begin an optional argument.
            if line.starts_with('[') {
                line.insert_str(0, "{}");
            }
            line
        });
        let rows: Vec<String> = rows.collect();
        rows.join(" \\\\ ")
    }

    /// Returns the cells of a row, except its label.
    fn cells(&self, row: usize) -> Vec<usize> {
        let label = self.label(row);
        let mut cells = self.children(row);
        cells.retain(|&cell| Some(cell) != label);
        cells
    }

    /// Returns the cell with the number of a row.
    fn label(&self, row: usize) -> Option<usize> {
        let mut cells = self.tree.children(row);
        cells.find(|&cell| self.tree.attr(cell, Attr::Class) == Some(LABEL))
    }

    fn tag_of(&self, row: usize) -> String {
        let Some(label) = self.label(row) else {
            return String::new();
        };
        let label = collapse(&self.tree.all_text(label));
        let inner = label.strip_prefix('(').and_then(|l| l.strip_suffix(')'));
        match inner {
            Some(inner) => format!("\\tag{{{}}}", in_text(inner)),
            None => format!("\\tag*{{{}}}", in_text(&label)),
        }
    }

    fn identifier(&self, node: usize) -> String {
        let name = self.token(node);
        let joined = name.replace(' ', "");
        if FUNCTIONS.contains(&&*joined) {
            return format!("\\{joined}");
        }
        let variant = self.tree.attr(node, Attr::Mathvariant);
        if name.chars().count() <= 1 {
            return characters(&name, variant);
        }
        if !name.chars().all(char::is_alphanumeric) {
            let is_word = name.contains(' ') || name.chars().any(|c| c.is_ascii_alphabetic());
            return if is_word {
                text(&name)
            } else {
                characters(&name, variant)
            };
        }
        let command = variant
            .and_then(Font::of_name)
            .map_or("mathrm", Font::command);
        match name.is_ascii() {
            true => format!("\\{command}{{{name}}}"),
            false
                if name
                    .chars()
                    .any(|c| signs::command(c).is_some() || signs::plain_letter(c).is_some()) =>
            {
                characters(&name, variant)
            }
            false => text(&name),
        }
    }

    fn number(&self, node: usize) -> String {
        let number = self.token(node);
        let variant = self
            .tree
            .attr(node, Attr::Mathvariant)
            .and_then(Font::of_name);
        let digits = characters(&number, None).replace(',', "{,}");
        match variant {
            Some(font) => format!("\\{}{{{digits}}}", font.command()),
            None => digits,
        }
    }

    fn operator(&self, node: usize) -> String {
        let name = self.token(node);
        let variant = self.tree.attr(node, Attr::Mathvariant);
        if name.chars().count() > 1 && name.chars().all(|c| c.is_ascii_alphabetic() || c == ' ') {
            let joined = name.replace(' ', "");
            return match FUNCTIONS.contains(&&*joined) {
                true => format!("\\{joined}"),
                false => format!("\\operatorname{{{}}}", name.replace(' ', "\\,")),
            };
        }
        match &*name {
            "||" => "\\|".to_owned(),
            ":=" => "\\coloneqq".to_owned(),
            _ => characters(&name, variant.filter(|_| name.is_ascii())),
        }
    }

    fn words(&self, node: usize) -> String {
        let words = self.tree.all_text(node);
        let words = words
            .trim_matches(|c: char| c.is_ascii_whitespace())
            .replace('\u{a0}', " ");
        if words.trim().is_empty() {
            return "\\ ".repeat(words.chars().count().min(4));
        }
        let bold = self.tree.attr(node, Attr::Mathvariant) == Some("bold");
        let command = if bold { "textbf" } else { "text" };
        format!("\\{command}{{{}}}", in_text(&words))
    }

    fn space(&self, node: usize) -> &'static str {
        let width = self.tree.attr(node, Attr::Width).unwrap_or_default();
        let em = width.strip_suffix("em").and_then(decimal::number);
        let thousandths = (em.unwrap_or(0.0) * 1000.0) as i32;
        let names = ["\\qquad", "\\quad", "\\;", "\\:", "\\,"];
        let widths = [1500, 500, 250, 195, 80];
        let found = widths.iter().position(|&least| thousandths >= least);
        match found {
            Some(at) => names[at],
            None if thousandths <= -80 => "\\!",
            None => "",
        }
    }
}

/// Appends a piece, separated from a preceding command if it begins with a letter.
fn join(out: &mut String, piece: &str) {
    let is_letter = |c: &char| c.is_ascii_alphabetic();
    if piece.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let mut back = out.chars().rev();
        let letters = back
            .by_ref()
            .take(MAX_COMMAND_LETTERS)
            .take_while(is_letter)
            .count();
        let before = out.len() - letters;
        if letters > 0 && out[..before].ends_with('\\') {
            out.push(' ');
        }
    }
    out.push_str(piece);
}

/// Writes the characters of a token, in a MathML font if one is set.
fn characters(text: &str, variant: Option<&str>) -> String {
    let font = variant
        .and_then(Font::of_name)
        .filter(|&f| f != Font::Italic);
    let mut out = String::new();
    for c in text.chars() {
        let (own, plain) = match signs::plain_letter(c) {
            Some((Font::Italic, plain)) => (None, plain),
            Some((font, plain)) => (Some(font), plain),
            None => (None, c),
        };
        let is_letter = plain.is_alphanumeric();
        let piece = character(plain);
        let piece = match own.or(font).filter(|_| is_letter) {
            // This is the only bold command that affects symbols.
            Some(Font::Bold) if !plain.is_ascii() => format!("\\boldsymbol{{{piece}}}"),
            Some(font) => format!("\\{}{{{piece}}}", font.command()),
            None if variant == Some("normal") && plain.is_ascii_alphabetic() => {
                format!("\\mathrm{{{piece}}}")
            }
            None => piece,
        };
        join(&mut out, &piece);
    }
    out
}

/// Returns a character as LaTeX for math mode.
fn character(c: char) -> String {
    match c {
        '{' | '}' | '%' | '#' | '&' | '$' | '_' => format!("\\{c}"),
        '‖' => "\\|".to_owned(),
        '−' | '‐' | '–' => "-".to_owned(),
        '′' => "'".to_owned(),
        '″' => "''".to_owned(),
        '‴' => "'''".to_owned(),
        '~' | '˜' => "\\sim".to_owned(),
        '^' | 'ˆ' => "\\wedge".to_owned(),
        '•' => "\\bullet".to_owned(),
        '·' => "\\cdot".to_owned(),
        'µ' => "\\mu".to_owned(),
        '∆' => "\\Delta".to_owned(),
        'Ω' => "\\Omega".to_owned(),
        '⩵' => "==".to_owned(),
        '∶' => ":".to_owned(),
        '⁄' | '∕' => "/".to_owned(),
        '\u{a0}' | ' ' => "\\ ".to_owned(),
        '\u{fe00}' | '\u{fe0e}' => String::new(),
        c if c.is_ascii_alphanumeric() => c.to_string(),
        c => signs::command(c).map_or_else(|| c.to_string(), |name| format!("\\{name}")),
    }
}

fn text(words: &str) -> String {
    format!("\\text{{{}}}", in_text(words))
}

/// Returns words as LaTeX for text mode.
fn in_text(words: &str) -> String {
    let escaped = words.chars().map(|c| match c {
        '{' | '}' | '%' | '#' | '&' | '$' | '_' => format!("\\{c}"),
        '\\' => "\\textbackslash{}".to_owned(),
        '^' => "\\textasciicircum{}".to_owned(),
        '~' => "\\textasciitilde{}".to_owned(),
        c => c.to_string(),
    });
    escaped.collect()
}
