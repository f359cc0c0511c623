//! Formulas: MathML as LaTeX.

use super::{article, text};

/// Returns the LaTeX of a formula without a source.
fn tex(mathml: &str) -> String {
    text(&format!("<p><math>{mathml}</math></p>"))
}

fn check(cases: &[(&str, &str)]) {
    for (mathml, expected) in cases {
        assert_eq!(tex(mathml), *expected, "from {mathml}");
    }
}

#[test]
fn signs_and_letters_are_commands() {
    check(&[
        ("<mi>α</mi><mo>≤</mo><mi>Γ</mi>", "\\alpha\\leq\\Gamma"),
        ("<mi>α</mi><mi>x</mi>", "\\alpha x"),
        ("<mi>x</mi><mo>→</mo><mi>∞</mi>", "x\\to\\infty"),
        ("<mn>2</mn><mo>⋅</mo><mn>3</mn>", "2\\cdot3"),
        ("<mi>a</mi><mo>−</mo><mi>b</mi>", "a-b"),
        ("<mn>1,000.5</mn>", "1{,}000.5"),
        ("<mo>{</mo><mi>x</mi><mo>}</mo>", "\\{x\\}"),
        (
            "<mi>x</mi><mspace width='1em'></mspace><mi>y</mi>",
            "x\\quad y",
        ),
        ("<mtext>if </mtext><mi>x</mi>", "\\text{if}x"),
        ("<mtext>50 % of $5</mtext>", "\\text{50 \\% of \\$5}"),
    ]);
}

#[test]
fn fonts_are_commands() {
    check(&[
        ("<mi mathvariant=bold>x</mi>", "\\mathbf{x}"),
        ("<mi mathvariant=double-struck>R</mi>", "\\mathbb{R}"),
        ("<mi>ℝ</mi>", "\\mathbb{R}"),
        ("<mi>𝒜</mi><mi>ℒ</mi>", "\\mathcal{A}\\mathcal{L}"),
        ("<mi>𝔤</mi>", "\\mathfrak{g}"),
        ("<mi>𝑥</mi><mi>𝛼</mi>", "x\\alpha"),
        ("<mi mathvariant=bold>α</mi>", "\\boldsymbol{\\alpha}"),
        ("<mi mathvariant=normal>d</mi><mi>x</mi>", "\\mathrm{d}x"),
        (
            "<mi mathvariant=normal>s</mi><mi mathvariant=normal>p</mi>",
            "\\mathrm{sp}",
        ),
    ]);
}

#[test]
fn functions_have_names() {
    check(&[
        ("<mi>sin</mi><mi>x</mi>", "\\sin x"),
        (
            "<mi>rank</mi><mo>&#x2061;</mo><mi>A</mi>",
            "\\operatorname{rank}A",
        ),
        (
            "<munder><mi>lim</mi><mrow><mi>n</mi><mo>→</mo><mi>∞</mi></mrow></munder>",
            "\\lim_{n\\to\\infty}",
        ),
        (
            "<munder><mrow><mi>arg</mi><mo>&#x2061;</mo><mi>max</mi></mrow><mi>x</mi></munder>",
            "\\operatorname*{arg\\,max}_{x}",
        ),
    ]);
}

#[test]
fn scripts_stand_at_what_they_belong_to() {
    check(&[
        ("<msup><mi>x</mi><mn>2</mn></msup>", "x^{2}"),
        ("<msup><mn>10</mn><mn>2</mn></msup>", "{10}^{2}"),
        ("<msup><mi>f</mi><mo>′</mo></msup>", "f'"),
        ("<msup><mi>f</mi><mo>″</mo></msup>", "f''"),
        (
            "<msubsup><mi>f</mi><mi>n</mi><mrow><mo>′</mo><mo>′</mo></mrow></msubsup>",
            "f_{n}''",
        ),
        (
            "<msup><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow><mn>2</mn></msup>",
            "{(x)}^{2}",
        ),
        (
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>",
            "\\sum_{i=1}^{n}",
        ),
        (
            "<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>",
            "\\int_{0}^{1}",
        ),
        (
            "<munderover><mo>∫</mo><mn>0</mn><mn>1</mn></munderover>",
            "\\int\\limits_{0}^{1}",
        ),
        (
            "<mmultiscripts><mi>U</mi><mn>1</mn><none></none><mprescripts></mprescripts><mn>92</mn><mn>238</mn></mmultiscripts>",
            "{}_{92}^{238}U_{1}",
        ),
    ]);
}

#[test]
fn accents_and_braces() {
    check(&[
        ("<mover><mi>x</mi><mo>^</mo></mover>", "\\hat{x}"),
        (
            "<mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>¯</mo></mover>",
            "\\overline{AB}",
        ),
        ("<mover><mi>v</mi><mo>→</mo></mover>", "\\vec{v}"),
        ("<mover><mi>x</mi><mo>.</mo></mover>", "\\dot{x}"),
        ("<munder><mi>x</mi><mo>_</mo></munder>", "\\underline{x}"),
        (
            "<munder><munder><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mo>⏟</mo></munder><mi>n</mi></munder>",
            "\\underbrace{a+b}_{n}",
        ),
        (
            "<mover><mover><mi>a</mi><mo>⏞</mo></mover><mtext>top</mtext></mover>",
            "\\overbrace{a}^{\\text{top}}",
        ),
        (
            "<mover><mo>=</mo><mtext>def</mtext></mover>",
            "\\overset{\\text{def}}{=}",
        ),
        ("<munder><mi>x</mi><mi>y</mi></munder>", "\\underset{y}{x}"),
        ("<mover><mo>→</mo><mi>f</mi></mover>", "\\xrightarrow{f}"),
    ]);
}

#[test]
fn brackets_are_as_high_as_what_they_hold() {
    check(&[
        (
            "<mrow><mo>(</mo><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>)</mo></mrow>",
            "\\left(\\frac{1}{2}\\right)",
        ),
        ("<mo>(</mo><mi>x</mi><mo>)</mo>", "(x)"),
        (
            "<mo stretchy=false>(</mo><mfrac><mn>1</mn><mn>2</mn></mfrac><mo stretchy=false>)</mo>",
            "(\\frac{1}{2})",
        ),
        (
            "<mrow><mo>(</mo><mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac><mo>)</mo></mrow>",
            "\\binom{n}{k}",
        ),
        (
            "<mfrac linethickness=0px><mi>n</mi><mi>k</mi></mfrac>",
            "{{n}\\atop{k}}",
        ),
        (
            "<mo>[</mo><mn>0</mn><mo>,</mo><mn>1</mn><mo>)</mo>",
            "[0,1)",
        ),
    ]);
}

const CELLS: &str = "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>\
    <mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable>";

#[test]
fn tables_are_matrices_cases_and_numbered_rows() {
    for (open, close, name) in [
        ("(", ")", "pmatrix"),
        ("[", "]", "bmatrix"),
        ("|", "|", "vmatrix"),
        ("‖", "‖", "Vmatrix"),
        ("{", "}", "Bmatrix"),
    ] {
        let matrix = format!("<mrow><mo>{open}</mo>{CELLS}<mo>{close}</mo></mrow>");
        let expected = format!("\\begin{{{name}}}a & b \\\\ c & d\\end{{{name}}}");
        assert_eq!(tex(&matrix), expected);
    }
    check(&[
        (CELLS, "\\begin{matrix}a & b \\\\ c & d\\end{matrix}"),
        (
            &format!("<mi>f</mi><mo>=</mo><mrow><mo>{{</mo>{CELLS}</mrow>"),
            "f=\\begin{cases}a & b \\\\ c & d\\end{cases}",
        ),
        (
            "<mtable><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mi>E</mi></mtd></mlabeledtr></mtable>",
            "E\\tag{1}",
        ),
        (
            "<mtable columnalign='right left'><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mi>E</mi></mtd>\
             <mtd><mo>=</mo></mtd></mlabeledtr><mtr><mtd></mtd><mtd><mi>m</mi></mtd></mtr></mtable>",
            "\\begin{align}E & =\\tag{1} \\\\  & m\\end{align}",
        ),
        (
            "<mtable columnalign='right left'><mtr><mtd><mi>a</mi></mtd><mtd><mo>=</mo></mtd></mtr></mtable>",
            "\\begin{aligned}a & =\\end{aligned}",
        ),
    ]);
    // The number comes after its row, where it is no column of its own.
    let numbered = "<math><mtable><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mi>E</mi></mtd>\
        </mlabeledtr></mtable></math>";
    assert!(article(numbered).html().contains(
        "<mtr><mtd><mi>E</mi></mtd><mtd class=\"pith-label\"><mtext>(1)</mtext></mtd></mtr>"
    ));
}

#[test]
fn an_alternative_text_in_words_is_no_source() {
    let formula =
        "<p><math alttext='x squared plus one'><msup><mi>x</mi><mn>2</mn></msup></math></p>";
    assert_eq!(text(formula), "x^{2}");
    assert_eq!(text(&formula.replace("x squared plus one", "x^2")), "x^2");
}
