//! Code blocks in the markup of common systems.

use super::article;

/// Checks the language and the text of the first code block, and that the article contains nothing
/// else.
fn check(cases: &[(&str, &str, &str)]) {
    for (source, language, code) in cases {
        let fence = format!("```{language}\n{code}\n```\n");
        assert_eq!(article(source).markdown(), fence, "from {source}");
    }
}

#[test]
fn syntax_highlighters_leave_only_the_code() {
    check(&[
        // Pygments, as a table with a column of numbers; also with a single line.
        (
            "<table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre>1\n2</pre></div></td>\
             <td class=code><div class='highlight'><pre><span class=k>if</span> x:\n    y()\n</pre></div></td></tr></table>",
            "",
            "if x:\n    y()",
        ),
        (
            "<table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre>1</pre></div></td>\
             <td class=code><div class=highlight><pre>x = 1\n</pre></div></td></tr></table>",
            "",
            "x = 1",
        ),
        // Pygments, numbers in the lines.
        (
            "<div class=highlight-python3><div class=highlight><pre><span class=linenos>1</span>x = 1\n</pre></div></div>",
            "python",
            "x = 1",
        ),
        // Rouge.
        (
            "<div class='language-sh highlighter-rouge'><div class=highlight><pre class=highlight><code><table class=rouge-table><tbody><tr>\
             <td class='rouge-gutter gl'><pre class=lineno>1\n</pre></td><td class=rouge-code><pre>ls\n</pre></td></tr></tbody></table></code></pre></div></div>",
            "bash",
            "ls",
        ),
        // Hexo.
        (
            "<figure class='highlight cpp'><table><tr><td class=gutter><pre><span class=line>1</span><br><span class=line>2</span><br></pre></td>\
             <td class=code><pre><span class=line>int a;</span><br><span class=line>  b();</span><br></pre></td></tr></table></figure>",
            "cpp",
            "int a;\n  b();",
        ),
        // Prism's line number plug-in renders the numbers; some copies of pages contain them as
        // text.
        (
            "<div class=code-toolbar><pre class='line-numbers language-js'><code class=language-js>a();\n42;\n\
             <span aria-hidden=true class=line-numbers-rows><span></span><span></span></span></code></pre></div>",
            "javascript",
            "a();\n42;",
        ),
        // highlight.js with line numbers.
        (
            "<pre><code class='hljs ruby'><table class=hljs-ln><tbody><tr><td class='hljs-ln-line hljs-ln-numbers' data-line-number=1>\
             <div class=hljs-ln-n data-line-number=1></div></td><td class='hljs-ln-line hljs-ln-code' data-line-number=1>puts 1</td></tr>\
             <tr><td class='hljs-ln-line hljs-ln-numbers' data-line-number=2><div class=hljs-ln-n data-line-number=2></div></td>\
             <td class='hljs-ln-line hljs-ln-code' data-line-number=2>  2</td></tr></tbody></table></code></pre>",
            "ruby",
            "puts 1\n  2",
        ),
        // Chroma.
        (
            "<div class=highlight><pre class=chroma><code class=language-go data-lang=go><span class=line><span class=ln>1</span><span class=cl>1 + 1\n</span></span></code></pre></div>",
            "go",
            "1 + 1",
        ),
        (
            "<div class=highlight><div class=chroma><table class=lntable><tr><td class=lntd><pre class=chroma><code><span class=lnt>1\n</span></code></pre></td>\
             <td class=lntd><pre class=chroma><code class=language-go data-lang=go>x\n</code></pre></td></tr></table></div></div>",
            "go",
            "x",
        ),
        // Chroma without classes.
        (
            "<pre style='background:#fff'><code class=language-text data-lang=txt><span style=display:flex><span style='user-select:none;color:#777'>1</span><span>7\n</span></span>\
             <span style=display:flex><span style='user-select:none;color:#777'>2</span><span>8\n</span></span></code></pre>",
            "text",
            "7\n8",
        ),
        // Shiki, also with lines that only a style sheet separates.
        (
            "<pre class='shiki nord' style='background:#fff'><code><span class=line>a</span>\n<span class=line></span>\n<span class=line>  b</span></code></pre>",
            "",
            "a\n\n  b",
        ),
        (
            "<pre class=shiki><code data-language=ts><span class=line>a</span><span class=line></span><span class=line>  b</span></code></pre>",
            "typescript",
            "a\n\n  b",
        ),
        // Docusaurus.
        (
            "<div class='language-jsx codeBlockContainer_APcc theme-code-block'><div class=codeBlockContent_m3Ux><pre class='prism-code language-jsx codeBlock_qGQc'>\
             <code class=codeBlockLines_p187><span class=token-line style=color:#fff><span class='token plain'>&lt;a&gt;</span><br></span><span class=token-line><span>  &lt;b/&gt;</span><br></span></code></pre>\
             <div class=buttonGroup_6DOT><button type=button aria-label=Copy><svg></svg></button></div></div></div>",
            "jsx",
            "<a>\n  <b/>",
        ),
        // Expressive Code.
        (
            "<figure class='frame not-content'><figcaption class=header></figcaption><pre data-language=sh><code>\
             <div class=ec-line><div class=gutter><div class=ln aria-hidden=true>1</div></div><div class=code><span>ls</span></div></div>\
             <div class=ec-line><div class=gutter><div class=ln aria-hidden=true>2</div></div><div class=code>\n</div></div>\
             <div class=ec-line><div class=gutter><div class=ln aria-hidden=true>3</div></div><div class=code><span>  cd</span></div></div></code></pre>\
             <div class=copy><button title=Copy><div></div></button></div></figure>",
            "bash",
            "ls\n\n  cd",
        ),
        // react-syntax-highlighter.
        (
            "<pre style='overflow-x:auto'><code class=language-py style='white-space:pre'>\
             <span class='linenumber react-syntax-highlighter-line-number' style='user-select:none'>1</span><span>7</span>\n\
             <span class='linenumber react-syntax-highlighter-line-number' style='user-select:none'>2</span><span>9</span></code></pre>",
            "python",
            "7\n9",
        ),
    ]);
}

#[test]
fn line_elements_of_editors_and_old_highlighters_are_joined() {
    check(&[
        // GitHub.
        (
            "<table class='highlight tab-size js-file-line-container' data-tab-size=8><tbody><tr><td id=L1 class='blob-num js-line-number' data-line-number=1></td>\
             <td id=LC1 class='blob-code blob-code-inner js-file-line'><span class=pl-k>if</span> x:</td></tr>\
             <tr><td id=L2 class='blob-num js-line-number' data-line-number=2></td><td id=LC2 class='blob-code blob-code-inner js-file-line'>    y()</td></tr></tbody></table>",
            "",
            "if x:\n    y()",
        ),
        // SyntaxHighlighter.
        (
            "<div><div id=highlighter_1 class='syntaxhighlighter js'><table><tbody><tr><td class=gutter><div class='line number1'>1</div><div class='line number2'>2</div><div class='line number3'>3</div></td>\
             <td class=code><div class=container><div class='line number1'><code class='js keyword'>if</code> <code class='js plain'>(a) {</code></div>\
             <div class='line number2'>&nbsp;</div><div class='line number3'><code class='js spaces'>&nbsp;&nbsp;</code><code class='js plain'>b</code></div></div></td></tr></tbody></table></div></div>",
            "javascript",
            "if (a) {\n\n  b",
        ),
        // Crayon.
        (
            "<div class=crayon-syntax><table class=crayon-table><tr class=crayon-row><td class=crayon-nums><div class=crayon-nums-content><div class=crayon-num>1</div><div class=crayon-num>2</div></div></td>\
             <td class=crayon-code><div class=crayon-pre><div class=crayon-line><span class=crayon-e>def </span>f():</div><div class=crayon-line>    1</div></div></td></tr></table></div>",
            "",
            "def f():\n    1",
        ),
        // CodeMirror 5.
        (
            "<div class=CodeMirror-code><div style='position:relative'><div class=CodeMirror-gutter-wrapper><div class='CodeMirror-linenumber CodeMirror-gutter-elt'>1</div></div>\
             <pre class=' CodeMirror-line ' role=presentation><span role=presentation>var a;</span></pre></div>\
             <div style='position:relative'><div class=CodeMirror-gutter-wrapper><div class='CodeMirror-linenumber CodeMirror-gutter-elt'>2</div></div>\
             <pre class=' CodeMirror-line ' role=presentation><span role=presentation>  b</span></pre></div></div>",
            "",
            "var a;\n  b",
        ),
        // CodeMirror 6.
        (
            "<div class=cm-scroller><div class=cm-gutters aria-hidden=true><div class='cm-gutter cm-lineNumbers'><div class=cm-gutterElement>1</div><div class=cm-gutterElement>2</div></div></div>\
             <div class='cm-content' role=textbox data-language=python><div class=cm-line>if x:</div><div class=cm-line>    y</div></div></div>",
            "python",
            "if x:\n    y",
        ),
        // Monaco.
        (
            "<div class='view-lines monaco-mouse-cursor-text'><div class=view-line><span><span class=mtk1>if&nbsp;x:</span></span></div><div class=view-line><span><span class=mtk1>&nbsp;&nbsp;y</span></span></div></div>",
            "",
            "if x:\n  y",
        ),
        // EnlighterJS.
        (
            "<pre class=EnlighterJSRAW data-enlighter-language=golang data-enlighter-linenumbers=true>a\n  b</pre>",
            "go",
            "a\n  b",
        ),
        (
            "<div class='enlighter-default'><div class=enlighter-code><div class=enlighter><div><div><span class=enlighter-k1>a</span></div></div><div><div>  b</div></div></div></div></div>",
            "",
            "a\n  b",
        ),
        // Code Block Pro.
        (
            "<div class=wp-block-kevinbatdorf-code-block-pro><span role=button tabindex=0 aria-label=Copy class=code-block-pro-copy-button></span>\
             <pre class='shiki nord'><code><span class=line>a</span>\n<span class=line>  b</span></code></pre></div>",
            "",
            "a\n  b",
        ),
        // Doxygen.
        (
            "<div class=fragment><div class=line><span class=preprocessor>#include &lt;a&gt;</span></div>\n<div class=line>int b() {</div>\n\
             <div class=line> </div>\n<div class=line>  c(<a class=code href=d.html>d</a>);</div></div>",
            "",
            "#include <a>\nint b() {\n\n  c(d);",
        ),
    ]);
}

#[test]
fn a_fragment_in_a_cell_is_one_code_block() {
    let html = super::html(
        "<table><tr><th>Example<th>Output<tr><td><div class=fragment><div class=line>a</div>\n<div class=line>  b</div></div>\
         <td><pre class=fragment>c</pre></table>",
    );
    assert!(html.contains("<pre><code>a\n  b</code></pre>"), "{html}");
}

#[test]
fn fragments_are_code_only_if_they_consist_of_lines() {
    let html = super::html(
        "<div class=fragment>Some words</div><div class=fragment><p>First</p><p>Second</p></div>",
    );
    assert!(!html.contains("<pre"), "{html}");
}

#[test]
fn code_blocks_do_not_need_a_pre_element() {
    check(&[
        (
            "<div class=code-block data-lang=js>if (a) {\n  b();\n}</div>",
            "javascript",
            "if (a) {\n  b();\n}",
        ),
        (
            "<div style='white-space: pre; font-family: Menlo, monospace'>a\n  b</div>",
            "",
            "a\n  b",
        ),
        (
            "<div style='white-space: pre'><code>a\n  b</code></div>",
            "",
            "a\n  b",
        ),
        (
            "<div><code class=language-c>int a;\n  b;</code></div>",
            "c",
            "int a;\n  b;",
        ),
        (
            "<code style='display:block'>npm add tide</code>",
            "",
            "npm add tide",
        ),
        (
            "<table class=codebox><tr><td>1</td><td>if x:</td></tr><tr><td>2</td><td>  y</td></tr></table>",
            "",
            "if x:\n  y",
        ),
    ]);
    // Neither a line of text that contains code, nor a table of names.
    for source in [
        "<p>Call <code>a\n  b</code> first.",
        "<table><tr><td>Syntax<td><code>a\n  [b]</code><tr><td>Default<td>c</table>",
        "<table><tr><td><code>a</code><td>one<tr><td><code>b</code><td>two</table>",
        "<p>Enter <span class=code>PORT10</span> to pay less.",
        // Javadoc, whose source has line breaks that aren't significant.
        "<div><code><a href=#minus>minus</a><wbr>(long&nbsp;amount,\n Unit&nbsp;unit)</code></div>",
    ] {
        assert!(!article(source).styled_html().contains("<pre>"), "{source}");
    }
}

#[test]
fn labels_buttons_and_hover_text_are_not_code() {
    check(&[
        (
            "<pre><div class=top><span>python</span><button>Copy code</button></div><div><code class=hljs>a\n  b</code></div></pre>",
            "python",
            "a\n  b",
        ),
        ("<pre>\n  <code class=language-c>a</code>\n</pre>", "c", "a"),
        (
            "<pre class='shiki twoslash'><code><span class=line><span>const </span><span class=twoslash-hover><span class=twoslash-popup-container>\
             <code class=twoslash-popup-code>const a: 1</code></span>a</span><span> = 1</span></span></code></pre>",
            "",
            "const a = 1",
        ),
        // Sphinx's button that hides prompts.
        (
            "<div class=highlight><pre><span class=copybutton>&gt;&gt;&gt;</span>&gt;&gt;&gt; 1.2 - 1.0\n0.2</pre></div>",
            "",
            ">>> 1.2 - 1.0\n0.2",
        ),
        (
            "<pre><code class=language-py><span class=head><span class=head__lang>Python</span><span class=head__copy>Copy</span></span>a = 1</code></pre>",
            "python",
            "a = 1",
        ),
        (
            "<div class=code-block data-language=sh><div class=code-header><span>Shell</span><a class=copy>Copy</a></div>ls\n  -l</div>",
            "bash",
            "ls\n  -l",
        ),
    ]);
}

#[test]
fn numbers_in_code_are_kept() {
    check(&[
        (
            "<pre><i class=mi>1</i>, 5\n<i class=mi>2</i>, 6, <i class=mi>9</i></pre>",
            "",
            "1, 5\n2, 6, 9",
        ),
        ("<pre>1\n2\n3</pre>", "", "1\n2\n3"),
        // Output of a program.
        (
            "<pre><i>for</i> i in range(2):\n    print(i)\n<span class=go>0</span>\n<span class=go>1</span></pre>",
            "",
            "for i in range(2):\n    print(i)\n0\n1",
        ),
        ("<pre>x = <span class=num>12</span></pre>", "", "x = 12"),
    ]);
}

#[test]
fn code_split_by_line_breaks_is_one_code_block() {
    super::check(&[
        (
            "<p><code>let a = 1;</code><br>\n  <code>let b = 2;</code></p>",
            "<pre><code>let a = 1;\nlet b = 2;</code></pre>",
        ),
        (
            "<div><code>a</code><br><br><code>b</code></div>",
            "<pre><code>a\n\nb</code></pre>",
        ),
        // Two on one line, or words beside them, are text.
        (
            "<p><code>a</code> <code>b</code><br><code>c</code></p>",
            "<p><code>a</code> <code>b</code><br><code>c</code></p>",
        ),
        (
            "<p><code>a</code><br>or <code>b</code></p>",
            "<p><code>a</code><br>or <code>b</code></p>",
        ),
    ]);
}

#[test]
fn bars_with_buttons_and_labels_at_the_start_are_not_code() {
    check(&[
        (
            "<pre><div class=outer><div class=row><div><i></i>Ruby</div><div><button>Copy</button><button><b>Try it</b></button>\
             </div></div><div class=editor><span>puts</span> 1<br><br>puts 2</div></div></pre>",
            "ruby",
            "puts 1\n\nputs 2",
        ),
        (
            "<pre class=language-toml><div class=top><b>toml</b><span role=button>Copy</span></div>a = 1\nb = 2</pre>",
            "toml",
            "a = 1\nb = 2",
        ),
        (
            "<pre><code class='hljs typescript'><span class=code-lang>TS</span><span class=k>const</span> a = 1;\nb();</code></pre>",
            "typescript",
            "const a = 1;\nb();",
        ),
        (
            "<pre><code class=hljs><span class=hl-lang>CSS</span><span role=button>复制</span><b>a</b> {}\nb {}</code></pre>",
            "css",
            "a {}\nb {}",
        ),
        (
            "<pre><code class=language-toml><i class=what>Toml</i><b>a</b> = 1\nb = 2</code></pre>",
            "toml",
            "a = 1\nb = 2",
        ),
        // The name of a language may be code.
        (
            "<pre><code class=language-sh><span class=nb>bash</span> run.sh\nls</code></pre>",
            "bash",
            "bash run.sh\nls",
        ),
    ]);
}

#[test]
fn numbered_empty_lines_are_kept() {
    check(&[
        (
            "<pre><code class=language-c><span style='display:flex'><i style='user-select:none'>1</i><b>a;\n</b></span>\
             <span style='display:flex'><i style='user-select:none'>2</i><b>\n</b></span>\
             <span style='display:flex'><i style='user-select:none'>3</i><b>b;\n</b></span></code></pre>",
            "c",
            "a;\n\nb;",
        ),
        (
            "<pre><code><div class=line><i class=lineno>7</i><b>a</b></div><div class=line><i class=lineno>8</i><b></b></div>\
             <div class=line><i class=lineno>9</i><b>b</b></div></code></pre>",
            "",
            "a\n\nb",
        ),
        (
            "<pre><ol class=linenums><li class=L0>a;</li><li class=L1></li><li class=L2>b;</li></ol></pre>",
            "",
            "a;\n\nb;",
        ),
    ]);
}

#[test]
fn code_elements_with_block_class_or_lines_are_blocks() {
    check(&[
        (
            "<div><code class='lean block'><b>def</b> a := 1\n</code></div>",
            "",
            "def a := 1",
        ),
        (
            "<p><code>npm install<br>npm test<br>npm start</code></p>",
            "",
            "npm install\nnpm test\nnpm start",
        ),
        (
            "<div><code>npm install<br>\nnpm test<br>\nnpm start</code></div>",
            "",
            "npm install\nnpm test\nnpm start",
        ),
        (
            "<dl class=codebox><dt>Code: <a href=#>Select</a></dt><dd><code>a<br>b</code></dd></dl>",
            "",
            "a\nb",
        ),
    ]);
    let alternating = "<div><code class=block>#eval a</code>\n<pre class=output>1</pre>\n<code class=block>#eval b</code></div>";
    assert_eq!(
        article(alternating).markdown(),
        "```\n#eval a\n```\n\n```\n1\n```\n\n```\n#eval b\n```\n"
    );
    let hover = "<div><code class=block><span><span class=hover-info><code>1 : Nat</code></span>#eval</span> a</code></div>";
    assert_eq!(article(hover).markdown(), "```\n#eval a\n```\n");
}

#[test]
fn one_line_code_blocks_in_cells_become_inline_code() {
    let table =
        "<table><tr><th>Task<th>Command<tr><td>Lift<td><pre><code>crane --up</code></pre></table>";
    assert_eq!(
        article(table).markdown(),
        "| Task | Command |\n| --- | --- |\n| Lift | `crane --up` |\n"
    );
}
