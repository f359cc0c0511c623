//! Symbols of formulas: their TeX commands, and the Unicode alphabets for fonts.

/// The font of a letter in a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Font {
    Bold,
    Italic,
    BoldItalic,
    Script,
    Fraktur,
    DoubleStruck,
    SansSerif,
    Monospace,
}

/// The fonts by their TeX and MathML names. The first TeX name of each is used for output.
static FONTS: [(&str, Font); 26] = [
    ("mathbf", Font::Bold),
    ("mathit", Font::Italic),
    ("boldsymbol", Font::BoldItalic),
    ("mathcal", Font::Script),
    ("mathfrak", Font::Fraktur),
    ("mathbb", Font::DoubleStruck),
    ("mathsf", Font::SansSerif),
    ("mathtt", Font::Monospace),
    ("bm", Font::BoldItalic),
    ("pmb", Font::BoldItalic),
    ("mathbfit", Font::BoldItalic),
    ("mathscr", Font::Script),
    ("frak", Font::Fraktur),
    ("Bbb", Font::DoubleStruck),
    ("bold", Font::Bold),
    ("bf", Font::Bold),
    ("cal", Font::Script),
    ("sf", Font::SansSerif),
    ("tt", Font::Monospace),
    ("bold-italic", Font::BoldItalic),
    ("script", Font::Script),
    ("fraktur", Font::Fraktur),
    ("double-struck", Font::DoubleStruck),
    ("sans-serif", Font::SansSerif),
    ("monospace", Font::Monospace),
    ("italic", Font::Italic),
];

/// The Unicode alphabets of fonts: code points of the first capital, small letter, and digit; 0 if
/// there are none.
static ALPHABETS: [(Font, [u32; 3]); 11] = [
    (Font::Bold, [0x1D400, 0x1D41A, 0x1D7CE]),
    (Font::Italic, [0x1D434, 0x1D44E, 0]),
    (Font::BoldItalic, [0x1D468, 0x1D482, 0]),
    (Font::Script, [0x1D49C, 0x1D4B6, 0]),
    (Font::Script, [0x1D4D0, 0x1D4EA, 0]),
    (Font::Fraktur, [0x1D504, 0x1D51E, 0]),
    (Font::DoubleStruck, [0x1D538, 0x1D552, 0x1D7D8]),
    (Font::Fraktur, [0x1D56C, 0x1D586, 0]),
    (Font::SansSerif, [0x1D5A0, 0x1D5BA, 0x1D7E2]),
    (Font::SansSerif, [0x1D5D4, 0x1D5EE, 0x1D7EC]),
    (Font::Monospace, [0x1D670, 0x1D68A, 0x1D7F6]),
];

/// Letters that are outside the range of their alphabet in Unicode.
static LETTERLIKE: [(Font, char, char); 22] = [
    (Font::Italic, 'h', 'ℎ'),
    (Font::Script, 'B', 'ℬ'),
    (Font::Script, 'E', 'ℰ'),
    (Font::Script, 'F', 'ℱ'),
    (Font::Script, 'H', 'ℋ'),
    (Font::Script, 'I', 'ℐ'),
    (Font::Script, 'L', 'ℒ'),
    (Font::Script, 'M', 'ℳ'),
    (Font::Script, 'R', 'ℛ'),
    (Font::Script, 'e', 'ℯ'),
    (Font::Script, 'g', 'ℊ'),
    (Font::Script, 'o', 'ℴ'),
    (Font::Fraktur, 'C', 'ℭ'),
    (Font::Fraktur, 'H', 'ℌ'),
    (Font::Fraktur, 'Z', 'ℨ'),
    (Font::DoubleStruck, 'C', 'ℂ'),
    (Font::DoubleStruck, 'H', 'ℍ'),
    (Font::DoubleStruck, 'N', 'ℕ'),
    (Font::DoubleStruck, 'P', 'ℙ'),
    (Font::DoubleStruck, 'Q', 'ℚ'),
    (Font::DoubleStruck, 'R', 'ℝ'),
    (Font::DoubleStruck, 'Z', 'ℤ'),
];

/// The Greek alphabets of fonts: code points of the first capital and small letter.
static GREEK: [(Font, [u32; 2]); 3] = [
    (Font::Bold, [0x1D6A8, 0x1D6C2]),
    (Font::Italic, [0x1D6E2, 0x1D6FC]),
    (Font::BoldItalic, [0x1D71C, 0x1D736]),
];

/// Code points of the first letters of these alphabets in plain text, and their number.
const LATIN: [(u32, u32); 3] = [(0x41, 26), (0x61, 26), (0x30, 10)];
const PLAIN_GREEK: [(u32, u32); 2] = [(0x391, 25), (0x3B1, 25)];

impl Font {
    /// Returns the font with a TeX or MathML name.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        FONTS.iter().find(|(n, _)| *n == name).map(|&(_, f)| f)
    }

    /// Returns the TeX command, without its backslash.
    pub(super) fn command(self) -> &'static str {
        let found = FONTS.iter().find(|&&(_, font)| font == self);
        found.map_or("mathrm", |&(name, _)| name)
    }

    /// Returns a letter in the font; the plain letter if Unicode has none.
    pub(super) fn letter(self, plain: char) -> char {
        let exception = LETTERLIKE
            .iter()
            .find(|&&(font, letter, _)| (font, letter) == (self, plain));
        if let Some(&(_, _, letter)) = exception {
            return letter;
        }
        let code = u32::from(plain);
        let latin = ALPHABETS.iter().find(|(font, _)| *font == self);
        let latin = latin
            .into_iter()
            .flat_map(|(_, starts)| starts.iter().zip(LATIN));
        let greek = GREEK.iter().find(|(font, _)| *font == self);
        let greek = greek
            .into_iter()
            .flat_map(|(_, starts)| starts.iter().zip(PLAIN_GREEK));
        latin
            .chain(greek)
            .find(|&(&start, (first, count))| start > 0 && (first..first + count).contains(&code))
            .and_then(|(start, (first, _))| char::from_u32(start + code - first))
            .unwrap_or(plain)
    }
}

/// Returns the font and the plain letter for a letter of a mathematical alphabet.
pub(super) fn plain_letter(letter: char) -> Option<(Font, char)> {
    if letter.is_ascii() {
        return None;
    }
    let exception = LETTERLIKE.iter().find(|&&(_, _, l)| l == letter);
    if let Some(&(font, plain, _)) = exception {
        return Some((font, plain));
    }
    let code = u32::from(letter);
    if !(0x1D400..0x1D800).contains(&code) {
        return None;
    }
    let latin = ALPHABETS
        .iter()
        .flat_map(|(font, starts)| starts.iter().zip(LATIN).map(move |range| (*font, range)));
    let greek = GREEK.iter().flat_map(|(font, starts)| {
        let ranges = starts.iter().zip(PLAIN_GREEK);
        ranges.map(move |range| (*font, range))
    });
    latin
        .chain(greek)
        .find_map(|(font, (&start, (first, count)))| {
            let is_in = start > 0 && (start..start + count).contains(&code);
            let plain = is_in.then(|| char::from_u32(first + code - start))??;
            Some((font, plain))
        })
}

/// The kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Letter,
    Operator,
    /// An operator that may have limits.
    Large,
}

/// Returns the symbol of a command, given without its backslash.
pub(super) fn sign(command: &str) -> Option<(char, Kind)> {
    let find = |table: &'static [(&str, char)]| {
        let at = table
            .binary_search_by_key(&command, |&(name, _)| name)
            .ok()?;
        Some(table[at].1)
    };
    let known = find(&LETTERS).map(|c| (c, Kind::Letter));
    known
        .or_else(|| find(&OPERATORS).map(|c| (c, Kind::Operator)))
        .or_else(|| find(&LARGE).map(|c| (c, Kind::Large)))
        .or_else(|| {
            let c = find(&ALIASES)?;
            Some((c, kind(c)))
        })
}

/// Returns the kind of a symbol.
pub(super) fn kind(sign: char) -> Kind {
    let is_in = |table: &[(&str, char)]| table.iter().any(|&(_, c)| c == sign);
    if is_in(&LETTERS) || sign.is_alphabetic() {
        Kind::Letter
    } else if is_in(&LARGE) {
        Kind::Large
    } else {
        Kind::Operator
    }
}

/// Returns the command of a symbol, without its backslash.
pub(super) fn command(sign: char) -> Option<&'static str> {
    let tables: [&[(&str, char)]; 3] = [&LETTERS, &OPERATORS, &LARGE];
    let known = tables.into_iter().flatten().find(|&&(_, c)| c == sign);
    known.map(|&(name, _)| name)
}

/// Names of functions, which are upright in TeX.
pub(super) static FUNCTIONS: [&str; 34] = [
    "Pr", "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det",
    "dim", "exp", "gcd", "hom", "inf", "injlim", "ker", "lg", "lim", "liminf", "limsup", "ln",
    "log", "max", "min", "projlim", "sec", "sin", "sinh", "sup", "tan", "tanh",
];

/// The functions whose subscript is placed below them.
pub(super) static LIMITED: [&str; 12] = [
    "Pr", "det", "gcd", "inf", "injlim", "lim", "liminf", "limsup", "max", "min", "projlim", "sup",
];

/// An accent over or under its base: its commands for one letter and for several, and the
/// characters that pages use for it. The first character is used for output.
pub(super) struct Accent {
    pub(super) narrow: &'static str,
    pub(super) wide: &'static str,
    pub(super) signs: &'static str,
}

const fn accent(narrow: &'static str, wide: &'static str, signs: &'static str) -> Accent {
    Accent {
        narrow,
        wide,
        signs,
    }
}

/// Accents above.
pub(super) static ACCENTS: [Accent; 16] = [
    accent("hat", "widehat", "^ˆ\u{302}"),
    accent("tilde", "widetilde", "~˜\u{303}∼"),
    accent("bar", "overline", "¯ˉ‾―_–−-\u{304}\u{305}"),
    accent("vec", "overrightarrow", "→\u{20d7}⇀"),
    accent("overleftarrow", "overleftarrow", "←\u{20d6}"),
    accent("overleftrightarrow", "overleftrightarrow", "↔\u{20e1}"),
    accent("dot", "dot", "˙.\u{307}"),
    accent("ddot", "ddot", "¨\u{308}"),
    accent("dddot", "dddot", "\u{20db}"),
    accent("acute", "acute", "´\u{301}"),
    accent("grave", "grave", "`\u{300}"),
    accent("check", "widecheck", "ˇ\u{30c}"),
    accent("breve", "breve", "˘\u{306}"),
    accent("mathring", "mathring", "˚\u{30a}"),
    accent("overbrace", "overbrace", "⏞"),
    accent("overparen", "overparen", "⏜"),
];

/// Accents below.
pub(super) static UNDERS: [Accent; 4] = [
    accent("underline", "underline", "_‾¯―\u{332}\u{305}"),
    accent("underbrace", "underbrace", "⏟"),
    accent("underrightarrow", "underrightarrow", "→"),
    accent("underleftarrow", "underleftarrow", "←"),
];

/// Symbols that stretch over or under their label, with their commands.
pub(super) static ARROWS: [(&str, char); 12] = [
    ("xrightarrow", '→'),
    ("xleftarrow", '←'),
    ("xleftrightarrow", '↔'),
    ("xRightarrow", '⇒'),
    ("xLeftarrow", '⇐'),
    ("xLeftrightarrow", '⇔'),
    ("xmapsto", '↦'),
    ("xhookrightarrow", '↪'),
    ("xhookleftarrow", '↩'),
    ("xrightleftharpoons", '⇌'),
    ("xtwoheadrightarrow", '↠'),
    ("xrightharpoonup", '⇀'),
];

/// Spaces, in thousandths of an em.
pub(super) static SPACES: [(&str, i32); 12] = [
    ("quad", 1000),
    ("qquad", 2000),
    (",", 167),
    (":", 222),
    (";", 278),
    ("!", -167),
    (">", 222),
    ("thinspace", 167),
    ("medspace", 222),
    ("thickspace", 278),
    ("enspace", 500),
    ("negthinspace", -167),
];

/// Commands for letters and for symbols of constants.
static LETTERS: [(&str, char); 85] = [
    ("Delta", 'Δ'),
    ("Gamma", 'Γ'),
    ("Im", 'ℑ'),
    ("Lambda", 'Λ'),
    ("Omega", 'Ω'),
    ("P", '¶'),
    ("Phi", 'Φ'),
    ("Pi", 'Π'),
    ("Psi", 'Ψ'),
    ("Re", 'ℜ'),
    ("S", '§'),
    ("Sigma", 'Σ'),
    ("Theta", 'Θ'),
    ("Upsilon", 'Υ'),
    ("Xi", 'Ξ'),
    ("aleph", 'ℵ'),
    ("alpha", 'α'),
    ("angle", '∠'),
    ("beta", 'β'),
    ("beth", 'ℶ'),
    ("bigstar", '★'),
    ("blacksquare", '■'),
    ("checkmark", '✓'),
    ("chi", 'χ'),
    ("clubsuit", '♣'),
    ("complement", '∁'),
    ("copyright", '©'),
    ("daleth", 'ℸ'),
    ("degree", '°'),
    ("delta", 'δ'),
    ("diamondsuit", '♢'),
    ("digamma", 'ϝ'),
    ("ell", 'ℓ'),
    ("emptyset", '∅'),
    ("epsilon", 'ϵ'),
    ("eta", 'η'),
    ("eth", 'ð'),
    ("exists", '∃'),
    ("flat", '♭'),
    ("forall", '∀'),
    ("gamma", 'γ'),
    ("gimel", 'ℷ'),
    ("hbar", 'ℏ'),
    ("heartsuit", '♡'),
    ("imath", 'ı'),
    ("infty", '∞'),
    ("iota", 'ι'),
    ("jmath", 'ȷ'),
    ("kappa", 'κ'),
    ("lambda", 'λ'),
    ("lozenge", '◊'),
    ("measuredangle", '∡'),
    ("mho", '℧'),
    ("mu", 'μ'),
    ("nabla", '∇'),
    ("natural", '♮'),
    ("nexists", '∄'),
    ("nu", 'ν'),
    ("omega", 'ω'),
    ("partial", '∂'),
    ("phi", 'ϕ'),
    ("pi", 'π'),
    ("pounds", '£'),
    ("psi", 'ψ'),
    ("rho", 'ρ'),
    ("sharp", '♯'),
    ("sigma", 'σ'),
    ("spadesuit", '♠'),
    ("square", '□'),
    ("surd", '√'),
    ("tau", 'τ'),
    ("theta", 'θ'),
    ("top", '⊤'),
    ("triangle", '△'),
    ("upsilon", 'υ'),
    ("varepsilon", 'ε'),
    ("varkappa", 'ϰ'),
    ("varphi", 'φ'),
    ("varpi", 'ϖ'),
    ("varrho", 'ϱ'),
    ("varsigma", 'ς'),
    ("vartheta", 'ϑ'),
    ("wp", '℘'),
    ("xi", 'ξ'),
    ("zeta", 'ζ'),
];

/// Commands for operators, relations, arrows, and brackets.
static OPERATORS: [(&str, char); 204] = [
    ("Cap", '⋒'),
    ("Cup", '⋓'),
    ("Downarrow", '⇓'),
    ("Leftarrow", '⇐'),
    ("Leftrightarrow", '⇔'),
    ("Longleftarrow", '⟸'),
    ("Longleftrightarrow", '⟺'),
    ("Longrightarrow", '⟹'),
    ("Rightarrow", '⇒'),
    ("Subset", '⋐'),
    ("Supset", '⋑'),
    ("Uparrow", '⇑'),
    ("Updownarrow", '⇕'),
    ("Vdash", '⊩'),
    ("amalg", '⨿'),
    ("approx", '≈'),
    ("approxeq", '≊'),
    ("ast", '∗'),
    ("asymp", '≍'),
    ("backprime", '‵'),
    ("backsim", '∽'),
    ("backslash", '\\'),
    ("barwedge", '⊼'),
    ("because", '∵'),
    ("between", '≬'),
    ("bigcirc", '◯'),
    ("bowtie", '⋈'),
    ("boxdot", '⊡'),
    ("boxminus", '⊟'),
    ("boxplus", '⊞'),
    ("boxtimes", '⊠'),
    ("bullet", '∙'),
    ("bumpeq", '≏'),
    ("cap", '∩'),
    ("cdot", '⋅'),
    ("cdots", '⋯'),
    ("circ", '∘'),
    ("circlearrowleft", '↺'),
    ("circlearrowright", '↻'),
    ("circledast", '⊛'),
    ("circledcirc", '⊚'),
    ("circleddash", '⊝'),
    ("coloneqq", '≔'),
    ("cong", '≅'),
    ("cup", '∪'),
    ("curlyvee", '⋎'),
    ("curlywedge", '⋏'),
    ("dagger", '†'),
    ("dashv", '⊣'),
    ("ddagger", '‡'),
    ("ddots", '⋱'),
    ("diamond", '⋄'),
    ("div", '÷'),
    ("doteq", '≐'),
    ("downarrow", '↓'),
    ("eqqcolon", '≕'),
    ("equiv", '≡'),
    ("frown", '⌢'),
    ("geq", '≥'),
    ("geqq", '≧'),
    ("geqslant", '⩾'),
    ("gg", '≫'),
    ("ggg", '⋙'),
    ("gneq", '⪈'),
    ("gneqq", '≩'),
    ("gtrapprox", '⪆'),
    ("gtrless", '≷'),
    ("gtrsim", '≳'),
    ("hookleftarrow", '↩'),
    ("hookrightarrow", '↪'),
    ("in", '∈'),
    ("intercal", '⊺'),
    ("langle", '⟨'),
    ("lceil", '⌈'),
    ("ldots", '…'),
    ("leftarrow", '←'),
    ("leftharpoondown", '↽'),
    ("leftharpoonup", '↼'),
    ("leftrightarrow", '↔'),
    ("leftrightarrows", '⇆'),
    ("leftrightharpoons", '⇋'),
    ("leq", '≤'),
    ("leqq", '≦'),
    ("leqslant", '⩽'),
    ("lessapprox", '⪅'),
    ("lessgtr", '≶'),
    ("lesssim", '≲'),
    ("lfloor", '⌊'),
    ("lgroup", '⟮'),
    ("ll", '≪'),
    ("llcorner", '⌞'),
    ("lll", '⋘'),
    ("lneq", '⪇'),
    ("lneqq", '≨'),
    ("lnot", '¬'),
    ("longleftarrow", '⟵'),
    ("longleftrightarrow", '⟷'),
    ("longmapsto", '⟼'),
    ("longrightarrow", '⟶'),
    ("lrcorner", '⌟'),
    ("ltimes", '⋉'),
    ("mapsto", '↦'),
    ("mid", '∣'),
    ("models", '⊨'),
    ("mp", '∓'),
    ("nLeftrightarrow", '⇎'),
    ("nRightarrow", '⇏'),
    ("ncong", '≆'),
    ("nearrow", '↗'),
    ("neq", '≠'),
    ("ngeq", '≱'),
    ("ngtr", '≯'),
    ("ni", '∋'),
    ("nleftarrow", '↚'),
    ("nleq", '≰'),
    ("nless", '≮'),
    ("nmid", '∤'),
    ("notin", '∉'),
    ("nparallel", '∦'),
    ("nprec", '⊀'),
    ("nrightarrow", '↛'),
    ("nsim", '≁'),
    ("nsubseteq", '⊈'),
    ("nsucc", '⊁'),
    ("nsupseteq", '⊉'),
    ("nvDash", '⊭'),
    ("nvdash", '⊬'),
    ("nwarrow", '↖'),
    ("odot", '⊙'),
    ("ominus", '⊖'),
    ("oplus", '⊕'),
    ("oslash", '⊘'),
    ("otimes", '⊗'),
    ("parallel", '∥'),
    ("perp", '⊥'),
    ("pitchfork", '⋔'),
    ("pm", '±'),
    ("prec", '≺'),
    ("preccurlyeq", '≼'),
    ("preceq", '⪯'),
    ("precsim", '≾'),
    ("prime", '′'),
    ("propto", '∝'),
    ("rangle", '⟩'),
    ("rceil", '⌉'),
    ("rfloor", '⌋'),
    ("rgroup", '⟯'),
    ("rightarrowtail", '↣'),
    ("rightharpoondown", '⇁'),
    ("rightharpoonup", '⇀'),
    ("rightleftarrows", '⇄'),
    ("rightleftharpoons", '⇌'),
    ("rightrightarrows", '⇉'),
    ("rightsquigarrow", '⇝'),
    ("rtimes", '⋊'),
    ("searrow", '↘'),
    ("setminus", '∖'),
    ("sim", '∼'),
    ("simeq", '≃'),
    ("smile", '⌣'),
    ("sphericalangle", '∢'),
    ("sqcap", '⊓'),
    ("sqcup", '⊔'),
    ("sqsubset", '⊏'),
    ("sqsubseteq", '⊑'),
    ("sqsupset", '⊐'),
    ("sqsupseteq", '⊒'),
    ("star", '⋆'),
    ("subset", '⊂'),
    ("subseteq", '⊆'),
    ("subseteqq", '⫅'),
    ("subsetneq", '⊊'),
    ("succ", '≻'),
    ("succcurlyeq", '≽'),
    ("succeq", '⪰'),
    ("succsim", '≿'),
    ("supset", '⊃'),
    ("supseteq", '⊇'),
    ("supseteqq", '⫆'),
    ("supsetneq", '⊋'),
    ("swarrow", '↙'),
    ("therefore", '∴'),
    ("times", '×'),
    ("to", '→'),
    ("triangleleft", '◃'),
    ("trianglelefteq", '⊴'),
    ("triangleq", '≜'),
    ("triangleright", '▹'),
    ("trianglerighteq", '⊵'),
    ("twoheadrightarrow", '↠'),
    ("ulcorner", '⌜'),
    ("uparrow", '↑'),
    ("updownarrow", '↕'),
    ("upharpoonright", '↾'),
    ("uplus", '⊎'),
    ("urcorner", '⌝'),
    ("vartriangleleft", '⊲'),
    ("vartriangleright", '⊳'),
    ("vdash", '⊢'),
    ("vdots", '⋮'),
    ("vee", '∨'),
    ("veebar", '⊻'),
    ("wedge", '∧'),
    ("wr", '≀'),
];

/// Commands for operators that may have limits.
static LARGE: [(&str, char); 17] = [
    ("bigcap", '⋂'),
    ("bigcup", '⋃'),
    ("bigodot", '⨀'),
    ("bigoplus", '⨁'),
    ("bigotimes", '⨂'),
    ("bigsqcup", '⨆'),
    ("biguplus", '⨄'),
    ("bigvee", '⋁'),
    ("bigwedge", '⋀'),
    ("coprod", '∐'),
    ("iiint", '∭'),
    ("iint", '∬'),
    ("int", '∫'),
    ("oiint", '∯'),
    ("oint", '∮'),
    ("prod", '∏'),
    ("sum", '∑'),
];

/// Alternative commands.
static ALIASES: [(&str, char); 48] = [
    ("Alpha", 'Α'),
    ("Beta", 'Β'),
    ("Box", '□'),
    ("Diamond", '◊'),
    ("Vert", '‖'),
    ("bot", '⊥'),
    ("colon", ':'),
    ("dots", '…'),
    ("dotsb", '⋯'),
    ("dotsc", '…'),
    ("dotsi", '⋯'),
    ("dotsm", '⋯'),
    ("dotso", '…'),
    ("doublecap", '⋒'),
    ("doublecup", '⋓'),
    ("ge", '≥'),
    ("gets", '←'),
    ("gt", '>'),
    ("hslash", 'ℏ'),
    ("iff", '⟺'),
    ("impliedby", '⟸'),
    ("implies", '⟹'),
    ("lVert", '‖'),
    ("land", '∧'),
    ("lbrace", '{'),
    ("lbrack", '['),
    ("le", '≤'),
    ("leadsto", '⇝'),
    ("lor", '∨'),
    ("lt", '<'),
    ("lvert", '|'),
    ("mathsection", '§'),
    ("ne", '≠'),
    ("neg", '¬'),
    ("omicron", 'ο'),
    ("owns", '∋'),
    ("rVert", '‖'),
    ("rbrace", '}'),
    ("rbrack", ']'),
    ("restriction", '↾'),
    ("rightarrow", '→'),
    ("rvert", '|'),
    ("smallsetminus", '∖'),
    ("thickapprox", '≈'),
    ("thicksim", '∼'),
    ("vDash", '⊨'),
    ("varnothing", '∅'),
    ("vert", '|'),
];
