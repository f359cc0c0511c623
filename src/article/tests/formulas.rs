//! Formulas: conversion from MathML to LaTeX and back.

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
fn symbols_and_letters_become_commands() {
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
fn math_fonts_become_commands() {
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
fn function_names_become_commands() {
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
fn scripts_are_attached_to_their_base() {
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
fn accents_and_braces_become_commands() {
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
fn brackets_stretch_to_their_content() {
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
fn tables_become_matrices_cases_and_numbered_rows() {
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
    // The number is put after its row, unless it's in a column of its own.
    let numbered = "<math><mtable><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mi>E</mi></mtd>\
        </mlabeledtr></mtable></math>";
    assert!(article(numbered).styled_html().contains(
        "<mtr><mtd><mi>E</mi></mtd><mtd class=\"pith-label\"><mtext>(1)</mtext></mtd></mtr>"
    ));
}

#[test]
fn alt_text_in_words_is_not_latex() {
    let formula =
        "<p><math alttext='x squared plus one'><msup><mi>x</mi><mn>2</mn></msup></math></p>";
    assert_eq!(text(formula), "x^{2}");
    assert_eq!(text(&formula.replace("x squared plus one", "x^2")), "x^2");
}

/// Returns the Markdown of a page.
fn markdown(html: &str) -> String {
    article(html).markdown().trim_end().to_owned()
}

const FRACTION: &str = "<math alttext=\"\\frac{1}{2}\"><mfrac><mn>1</mn><mn>2</mn></mfrac></math>";

#[test]
fn math_scripts_become_formulas() {
    let bare = "<p>Let <script type='math/tex'>\\frac{1}{2}</script> be.</p>";
    let html = format!("<p>Let {FRACTION} be.</p>\n");
    assert_eq!(article(bare).styled_html(), html);
    assert_eq!(text(bare), "Let \\frac{1}{2} be.");
    assert_eq!(markdown(bare), "Let $\\frac{1}{2}$ be.");
    // Its placeholder isn't text.
    let preview = bare.replace("<script", "<span class=MathJax_Preview>½</span><script");
    assert_eq!(article(&preview).styled_html(), html);
    let rendered = "<span class=MathJax_Preview></span><span class=MathJax id=m-Frame><nobr>\
        <span class=math>1 2</span></nobr></span><script";
    assert_eq!(
        article(&bare.replace("<script", rendered)).styled_html(),
        html
    );
    let display = "<p>Let</p><script type='math/tex; mode=display'>x^2</script><p>be.</p>";
    assert_eq!(markdown(display), "Let\n\n$$x^2$$\n\nbe.");
}

#[test]
fn attributes_with_latex_become_formulas() {
    let html = format!("<p>Let {FRACTION} be.</p>\n");
    for attr in [
        "data-tex",
        "data-latex",
        "data-math",
        "data-formula",
        "data-expr",
        "data-equation",
        "data-katex",
    ] {
        let rendered =
            format!("<p>Let <span {attr}='\\frac{{1}}{{2}}'><i>1</i><i>2</i></span> be.</p>");
        assert_eq!(article(&rendered).styled_html(), html, "{attr}");
        let empty = format!("<p>Let <span {attr}='\\frac{{1}}{{2}}'></span> be.</p>");
        assert_eq!(article(&empty).styled_html(), html, "{attr}");
    }
    let quill = "<p>Let <span class=ql-formula data-value='\\frac{1}{2}'>1 2</span> be.</p>";
    assert_eq!(article(quill).styled_html(), html);
    // These are rendering settings, or aren't LaTeX.
    for other in [
        "<i data-math=inline>x</i>",
        "<i data-formula='=SUM(A1)'>x</i>",
        "<i data-value=5>x</i>",
    ] {
        assert_eq!(text(&format!("<p>Let {other} be.</p>")), "Let x be.");
    }
}

#[test]
fn images_of_formulas_become_formulas() {
    for img in [
        "<img class=latex alt='\\frac{1}{2}' src=/f.png>",
        "<img class=mwe-math-fallback-image-inline alt='{\\displaystyle \\frac{1}{2}}' src=/f.svg>",
        "<img src='https://latex.codecogs.com/png.latex?\\dpi{110}&space;\\frac{1}{2}'>",
        "<img src='https://s0.wp.com/latex.php?latex=%5Cfrac%7B1%7D%7B2%7D&bg=fff'>",
        "<img src='https://www.zhihu.com/equation?tex=%5Cfrac%7B1%7D%7B2%7D' alt='\\frac{1}{2}'>",
        "<img src='https://render.githubusercontent.com/render/math?math=%5Cfrac%7B1%7D%7B2%7D'>",
        "<img class=ql-img-inline-formula alt='\\frac{1}{2}' src=/q.png>",
        "<img class=texrender alt='$\\frac{1}{2}$' src=/q.png>",
    ] {
        let html = article(&format!("<p>Let {img} be.</p>")).styled_html();
        assert_eq!(html, format!("<p>Let {FRACTION} be.</p>\n"), "{img}");
    }
    for img in [
        "<img alt='A boat' src=/b.jpg>",
        "<img alt='C:\\dir' src=/b.jpg>",
        "<img class=math alt='Two plus two' src=/b.jpg>",
    ] {
        assert!(
            article(&format!("<p>Let {img} be.</p>"))
                .styled_html()
                .contains("<img"),
            "{img}"
        );
    }
}

#[test]
fn text_that_is_clearly_latex_becomes_a_formula() {
    for written in [
        "$\\frac{1}{2}$",
        "\\(\\frac{1}{2}\\)",
        "<span class='math inline'>\\frac{1}{2}</span>",
        "<span class=math-tex>\\(\\frac{1}{2}\\)</span>",
    ] {
        let html = article(&format!("<p>Let {written} be.</p>")).styled_html();
        assert_eq!(html, format!("<p>Let {FRACTION} be.</p>\n"), "{written}");
    }
    for written in ["$$x^2$$", "\\[x^2\\]"] {
        assert_eq!(
            markdown(&format!("<p>Let {written} be.</p>")),
            "Let $$x^2$$ be."
        );
    }
}

#[test]
fn prices_and_code_are_not_formulas() {
    let rendered = "<script src=/js/MathJax.js></script>";
    for plain in [
        "It costs $5 and $10.",
        "From $5 to $10, or $5-$10.",
        "US$5, A$6 and $7.",
        "Hotels are $$–$$$ here.",
        "From $$ to $$ a night.",
        "Set $HOME and $PATH_X to what you like.",
        "[sic] \\[an aside here\\]",
        "$1,000 + $2,000",
    ] {
        for script in ["", rendered] {
            let html = article(&format!("{script}<p>{plain}</p>")).styled_html();
            assert_eq!(html, format!("<p>{plain}</p>\n"));
        }
    }
    // Nor is text in code.
    assert_eq!(text("<p>Use <code>$x^2$</code>."), "Use $x^2$.");
    assert!(
        !article("<p>Use <code>$x^2$</code>.")
            .styled_html()
            .contains("<math")
    );
}

#[test]
fn less_evidence_is_needed_with_a_math_renderer_script() {
    let page = "<p>Let $n$ be.</p>";
    assert!(!article(page).styled_html().contains("<math"));
    for src in [
        "https://cdn.example/mathjax@3/es5/tex-chtml.js",
        "/katex/auto-render.min.js",
    ] {
        let html = article(&format!("<script src='{src}'></script>{page}")).styled_html();
        assert!(
            html.contains("<math alttext=\"n\"><mi>n</mi></math>"),
            "{html}"
        );
    }
}

#[test]
fn unreadable_latex_stays_code() {
    let page = "<p>Let <script type='math/tex'>\\ce{H2O}</script> be.</p>";
    assert_eq!(
        article(page).styled_html(),
        "<p>Let <code class=\"pith-tex\">\\ce{H2O}</code> be.</p>\n"
    );
    assert_eq!(text(page), "Let \\ce{H2O} be.");
    assert_eq!(markdown(page), "Let $\\ce{H2O}$ be.");
}

/// Returns the MathML for a source.
fn mathml(tex: &str) -> String {
    let tex = tex.replace('&', "&amp;").replace('<', "&lt;");
    let html = article(&format!(
        "<p><script type='math/tex; mode=display'>{}</script>",
        tex.replace("&lt;", "<").replace("&amp;", "&")
    ))
    .styled_html();
    let start = html
        .find('>')
        .and_then(|p| html[p + 1..].find('>').map(|q| p + 2 + q))
        .unwrap();
    html[start..].replace("</math></p>\n", "")
}

#[test]
fn latex_becomes_mathml() {
    for (tex, expected) in [
        ("x_1^2", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>"),
        ("f''", "<msup><mi>f</mi><mo>′′</mo></msup>"),
        ("\\alpha \\le 3.5", "<mi>α</mi><mo>≤</mo><mn>3.5</mn>"),
        ("\\sqrt[3]{x}", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
        ("\\mathbb{R}", "<mi>ℝ</mi>"),
        ("\\mathrm{sp}", "<mi mathvariant=\"normal\">sp</mi>"),
        (
            "\\sum_{i=1}^n i",
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
        ),
        (
            "\\hat x",
            "<mover accent=\"true\"><mi>x</mi><mo stretchy=\"false\">^</mo></mover>",
        ),
        ("a \\over b", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
        (
            "\\left( x \\right.",
            "<mrow><mo fence=\"true\">(</mo><mi>x</mi><mo fence=\"true\"></mo></mrow>",
        ),
        ("\\text{if } x", "<mtext>if\u{a0}</mtext><mi>x</mi>"),
        (
            "\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}",
            "<mrow><mo fence=\"true\">(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable><mo fence=\"true\">)</mo></mrow>",
        ),
    ] {
        assert_eq!(mathml(tex), expected, "from {tex}");
    }
    for unknown in [
        "\\unknown x",
        "{x",
        "x}",
        "\\frac{1}",
        "\\begin{tikzpicture}\\end{tikzpicture}",
        "x^1^2",
        "\\left( x",
        "a & b",
        "\\begin{matrix}a",
    ] {
        let html = article(&format!("<p><script type='math/tex'>{unknown}</script>")).styled_html();
        assert!(html.starts_with("<p><code"), "{unknown}: {html}");
    }
}

#[test]
fn hostile_latex_does_not_hang() {
    for tex in [
        "\\sqrt".repeat(100_000),
        "{".repeat(500_000),
        "x^".repeat(300_000),
        "\\left(".repeat(100_000),
        "\\begin{matrix}".repeat(50_000),
        "\\frac".repeat(3_000),
        "\\text{$".repeat(2_500),
        "a\\\\".repeat(6_000),
    ] {
        article(&format!("<p><script type='math/tex'>{tex}</script>"));
        article(&format!("<p>\\({tex}\\)"));
        article(&format!("<script src=mathjax.js></script><p>$${tex}"));
    }
    let dollars = "$x ".repeat(200_000);
    article(&format!("<script src=mathjax.js></script><p>{dollars}"));
    article(&format!("<p>{}", "\\( x".repeat(200_000)));
    article(&format!("<p>{}\\)", "\\( x".repeat(200_000)));
    article(&format!("<p>{}", "$a_b$ ".repeat(50_000)));
    article(&"<script type='math/tex'>x</script>".repeat(20_000));
}

#[test]
fn mathjax_chtml_becomes_latex() {
    let c = |code: &str| format!("<mjx-c class='mjx-c{code}'></mjx-c>");
    let mi = |code: &str| format!("<mjx-mi class=mjx-i>{}</mjx-mi>", c(code));
    let mn = |code: &str| format!("<mjx-mn>{}</mjx-mn>", c(code));
    let (x, y, two) = (mi("1D465"), mi("1D466"), mn("32"));
    let fraction = format!(
        "<mjx-mfrac><mjx-frac><mjx-num><mjx-nstrut></mjx-nstrut>{x}</mjx-num><mjx-dbox><mjx-dtable><mjx-line></mjx-line>\
        <mjx-row><mjx-den>{y}</mjx-den></mjx-row></mjx-dtable></mjx-dbox></mjx-frac></mjx-mfrac>"
    );
    for (rendered, tex) in [
        (
            format!("<mjx-msup>{x}<mjx-script>{two}</mjx-script></mjx-msup>"),
            "x^{2}",
        ),
        (
            format!(
                "<mjx-msubsup>{x}<mjx-script>{two}<mjx-spacer></mjx-spacer>{y}</mjx-script></mjx-msubsup>"
            ),
            "x_{y}^{2}",
        ),
        (fraction, "\\frac{x}{y}"),
        (
            format!(
                "<mjx-msqrt><mjx-sqrt><mjx-surd><mjx-mo>{}</mjx-mo></mjx-surd><mjx-box>{x}{y}</mjx-box></mjx-sqrt></mjx-msqrt>",
                c("221A")
            ),
            "\\sqrt{xy}",
        ),
        (
            format!(
                "<mjx-munderover><mjx-over>{two}</mjx-over><mjx-box><mjx-munder><mjx-row><mjx-base><mjx-mo>{}</mjx-mo></mjx-base></mjx-row>\
            <mjx-row><mjx-under>{x}</mjx-under></mjx-row></mjx-munder></mjx-box></mjx-munderover>",
                c("2211")
            ),
            "\\sum_{x}^{2}",
        ),
        (
            format!(
                "<mjx-mover><mjx-over><mjx-mo>{}</mjx-mo></mjx-over><mjx-base>{x}</mjx-base></mjx-mover>",
                c("5E")
            ),
            "\\hat{x}",
        ),
        (
            format!(
                "<mjx-texatom>{x}<mjx-mo>{}</mjx-mo>{y}</mjx-texatom>",
                c("2264")
            ),
            "x\\leq y",
        ),
    ] {
        let page = format!(
            "<p>Let <mjx-container class=MathJax jax=CHTML><mjx-math class=MJX-TEX aria-hidden=true>{rendered}</mjx-math></mjx-container> be."
        );
        assert_eq!(text(&page), format!("Let {tex} be."), "{rendered}");
        // The MathML beside it has the same content, and isn't repeated.
        let beside = page.replace(
            "</mjx-container>",
            "<mjx-assistive-mml><math><mi>z</mi></math></mjx-assistive-mml></mjx-container>",
        );
        assert_eq!(text(&beside), "Let z be.");
        // Its source contains more.
        let source = page.replace("<mjx-math", "<mjx-math data-latex='a+b'");
        assert_eq!(text(&source), "Let a+b be.");
    }
}

/// Returns the LaTeX from KaTeX's boxes.
fn katex_markdown(inner: &str) -> String {
    let rendered = format!(
        "<span class=katex><span class=katex-html><span class=base>{inner}</span></span></span>"
    );
    markdown(&format!("<p>Let {rendered} be.</p>"))
}

#[test]
fn katex_html_becomes_latex() {
    let stack = |class: &str, boxes: &[&str]| {
        let boxes: String = boxes
            .iter()
            .map(|b| format!("<span><span class=pstrut></span>{b}</span>"))
            .collect();
        format!(
            "<span class='vlist-t {class}'><span class=vlist-r><span class=vlist>{boxes}</span><span class=vlist-s>\u{200b}</span></span>\
             <span class=vlist-r><span class=vlist><span></span></span></span></span>"
        )
    };
    let (x, y) = (
        "<span class='mord mathnormal'>x</span>",
        "<span class=mord>2</span>",
    );
    let sum = "<span class='mop op-symbol'>∑</span>";
    let line = "<span class=frac-line></span>";
    for (inner, tex) in [
        (format!("{x}<span class=mbin>+</span>{y}{y}"), "x+22"),
        (format!("<span class=mord>{x}<span class=msupsub>{}</span></span>", stack("", &[y])), "x^{2}"),
        (format!("<span class=mord>{x}<span class=msupsub>{}</span></span>", stack("vlist-t2", &[y])), "x_{2}"),
        (format!("<span class=mord>{x}<span class=msupsub>{}</span></span>", stack("vlist-t2", &[y, x])), "x_{2}^{x}"),
        (format!("<span class=mfrac>{}</span>", stack("", &[x, line, y])), "\\frac{2}{x}"),
        (format!("<span class='mop op-limits'>{}</span>", stack("", &[x, sum, y])), "\\sum_{x}^{2}"),
        (format!("<span class='mord sqrt'>{}</span>", stack("", &[x, "<span class=hide-tail></span>"])), "\\sqrt{x}"),
        (format!("<span class='mord katex-accent'>{}</span>", stack("", &[x, "<span class=accent-body>^</span>"])), "\\hat{x}"),
        (format!("<span class=mtable><span class=col-align-c>{0}</span><span class=arraycolsep></span><span class=col-align-c>{0}</span></span>", stack("", &[x, y])),
            "\\begin{matrix}x & x \\\\ 2 & 2\\end{matrix}"),
        ("<span class=mop>lo<span>g</span></span>".to_owned(), "\\log"),
        ("<span class='mord mathbb'>R</span><span class='mord text'><span class=mord>&nbsp;if&nbsp;</span></span>".to_owned(), "\\mathbb{R}\\text{ if }"),
        ("<span class=mrel>\u{e020}</span><span class=mrel>=</span>".to_owned(), "\\neq"),
    ] {
        assert_eq!(katex_markdown(&inner), format!("Let ${tex}$ be."), "{inner}");
    }
}

#[test]
fn broken_katex_html_keeps_the_readable_parts() {
    for (inner, expected) in [
        ("", "Let be."),
        ("<span class=msupsub></span>", "Let be."),
        ("<span class=mfrac>1</span>", "Let $1$ be."),
        ("<span class='mord sqrt'></span>x", "Let $x$ be."),
        ("<span class=mtable></span>", "Let be."),
    ] {
        assert_eq!(katex_markdown(inner), expected, "{inner}");
    }
    // Nested too deeply to be parsed, so the text is kept.
    let deep = format!("{}x{}", "<span>".repeat(200), "</span>".repeat(200));
    assert_eq!(katex_markdown(&deep), "Let x be.");
}

#[test]
fn mathjax_chtml_keeps_characters_and_equation_numbers() {
    let token = |tag: &str, code: &str, c: &str| {
        format!("<mjx-{tag}><mjx-c class=mjx-c{code}>{c}</mjx-c></mjx-{tag}>")
    };
    let (x, y, is) = (
        token("mi", "1D465", "𝑥"),
        token("mi", "1D466", ""),
        token("mo", "3D", "="),
    );
    let rendered = |inner: &str| {
        format!(
            "<p>a <mjx-container class=MathJax jax=CHTML><mjx-math>{inner}</mjx-math></mjx-container> b</p>"
        )
    };
    assert_eq!(text(&rendered(&format!("{x}{is}{y}"))), "a x=y b");
    let root = format!(
        "<mjx-msqrt><mjx-sqrt><mjx-surd>{}</mjx-surd><mjx-box>{x}</mjx-box></mjx-sqrt></mjx-msqrt>",
        token("mo", "221A", "√")
    );
    assert_eq!(text(&rendered(&root)), "a \\sqrt{x} b");
    let cell = |inner: &str| format!("<mjx-mtd>{inner}<mjx-tstrut></mjx-tstrut></mjx-mtd>");
    let table = format!(
        "<mjx-mtable><mjx-table><mjx-itable><mjx-mlabeledtr>{}</mjx-mlabeledtr></mjx-itable></mjx-table>\
         <mjx-labels><mjx-itable><mjx-mtr>{}</mjx-mtr></mjx-itable></mjx-labels></mjx-mtable>",
        cell(&format!("{x}{is}{y}")),
        cell(&token("mtext", "32", "2"))
    );
    let tex = text(&rendered(&table));
    assert!(tex.contains("x=y") && tex.contains("\\tag*{2}"), "{tex}");
    // Unreadable parts become text instead of being lost.
    assert_eq!(
        text(&rendered(&format!("<mjx-mfrac>{x}</mjx-mfrac>"))),
        "a \\text{x} b"
    );
}

#[test]
fn svg_formulas_keep_their_latex_source() {
    let titled = "<p>a <mjx-container class=MathJax jax=SVG><svg width=9ex height=2ex viewBox='0 0 900 200'>\
        <title>x+y</title><path d='M0 0'/></svg></mjx-container> b</p>";
    assert_eq!(text(titled), "a x+y b");
    let kept = "<p>a <mjx-container class=MathJax jax=SVG><svg width=9ex viewBox='0 0 900 200'><g data-mml-node=\"math\" \
        data-latex=\"\\frac{a}{b}\"><g data-mml-node=mi><path data-c=1D44E /></g></g></svg></mjx-container> b</p>";
    assert_eq!(text(kept), "a \\frac{a}{b} b");
}

#[test]
fn image_urls_that_contain_latex_become_formulas() {
    for src in [
        "https://math.example/svg.image?x%5E%7B2%7D+%5Calpha",
        "/render/x%5E%7B2%7D+%5Calpha",
        "/draw?size=2&formula=x%5E%7B2%7D+%5Calpha",
    ] {
        let tex = text(&format!("<p>a <img src='{src}'> b</p>"));
        assert!(tex.contains("\\alpha"), "{src}: {tex}");
    }
    assert_eq!(text("<p>a <img src='/x%5Cy.png'> b</p>"), "a b");
}

#[test]
fn equation_layout_tables_become_formulas() {
    let numbered = "<p>a</p><table><tr><td></td><td><math alttext='E=mc^2'><mi>E</mi></math></td><td>(3)</td></tr></table>";
    assert_eq!(article(numbered).markdown(), "a\n\n$$E=mc^2 \\tag{3}$$\n");
    let aligned = "<table class=ltx_equationgroup><tr><td class=ltx_align_right><math alttext='\\displaystyle a'><mi>a</mi></math></td>\
        <td><math alttext='\\displaystyle =b'><mi>b</mi></math></td></tr><tr><td></td><td><math alttext='=c'><mi>c</mi></math></td></tr></table>";
    assert_eq!(article(aligned).markdown(), "$$a=b$$\n\n$$=c$$\n");
    for cell in [
        "$$E=mc^2$$",
        "\\(E=mc^2\\)",
        "<img class=latex alt='E=mc^2' src=/e.png>",
    ] {
        let written = format!("<table><tr><td></td><td>{cell}</td><td>(3)</td></tr></table>");
        assert_eq!(
            article(&written).markdown(),
            "$$E=mc^2 \\tag{3}$$\n",
            "{cell}"
        );
    }
    let data = "<table><tr><td>Area</td><td><math alttext='a^2'><mi>a</mi></math></td></tr><tr><td>Sum</td><td><math alttext='2a'><mi>a</mi></math></td></tr></table>";
    assert!(article(data).markdown().contains("| Area |"));
}
