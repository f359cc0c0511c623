//! Files for other programs: names for every system, front matter with any text, HTML without
//! active markup.

use super::{Collection, FIELDS, Facts, File, Form, Image, Omitted, Template, Templates};
use crate::article::Article;

fn facts(title: &str) -> Facts {
    Facts {
        title: Some(title.to_owned()),
        ..Facts::default()
    }
}

fn article(html: &str) -> Article {
    Article::from_html(html, false).unwrap_or_else(|| panic!("not ours: {html}"))
}

fn text(article: &Article, facts: &Facts, form: Form) -> String {
    let file = File::new(article, facts, &[], form);
    String::from_utf8(file.bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn name_of(title: &str) -> String {
    File::new(
        &article("<p>It sails.</p>\n"),
        &facts(title),
        &[],
        Form::Markdown,
    )
    .name
}

#[test]
fn file_names_are_valid_on_every_system() {
    for (title, name) in [
        ("The ferry: a day", "The ferry - a day.md"),
        ("a/b\\c|d", "a-b-c-d.md"),
        ("What? \"Why\" <now> *", "What Why now.md"),
        ("../../etc/passwd", "etc-passwd.md"),
        ("tabs\tand\nlines\u{0}", "tabs and lines.md"),
        ("ends in dots...", "ends in dots.md"),
        ("CON", "_CON.md"),
        ("lpt1.txt", "_lpt1.txt.md"),
        ("Contents", "Contents.md"),
        ("turned \u{202e}fdp.exe", "turned fdp.exe.md"),
        ("...", "article.md"),
        ("", "article.md"),
        ("渡船", "渡船.md"),
    ] {
        assert_eq!(name_of(title), name, "{title:?}");
    }
    for title in ["x".repeat(500), "渡".repeat(500), "y .".repeat(200)] {
        let name = name_of(&title);
        assert!(name.chars().count() <= 120 && name.len() <= 240, "{name}");
        assert!(!name.contains(" .md") && !name.contains("..md"), "{name}");
    }
    let known = Facts {
        title: Some("?".to_owned()),
        site: Some("The Strand".to_owned()),
        ..Facts::default()
    };
    let file = File::new(&article(""), &known, &[], Form::Html);
    assert_eq!(file.name, "The Strand.html");
}

#[test]
fn front_matter_escapes_any_text_on_one_line() {
    let known = Facts {
        title: Some("A \"title\": with \\ and\nlines --- # \u{1}".to_owned()),
        byline: Some("Edda Mar, Jon Ott".to_owned()),
        published: Some("2026-03-14".to_owned()),
        modified: Some("2026-03-15".to_owned()),
        site: Some("The Strand".to_owned()),
        lang: Some("en".to_owned()),
        excerpt: Some(String::new()),
        url: Some("https://strand.example/ferry".to_owned()),
        word_count: 2,
        ..Facts::default()
    };
    let file = text(&article("<p>It sails.</p>\n"), &known, Form::Markdown);
    assert_eq!(
        file,
        "---\n\
         title: \"A \\\"title\\\": with \\\\ and lines --- # \\u0001\"\n\
         author: \"Edda Mar, Jon Ott\"\n\
         published: \"2026-03-14\"\n\
         updated: \"2026-03-15\"\n\
         site: \"The Strand\"\n\
         url: \"https://strand.example/ferry\"\n\
         language: \"en\"\n\
         words: 2\n\
         ---\n\nIt sails.\n"
    );
    let bare = text(
        &article("<p>It sails.</p>\n"),
        &Facts::default(),
        Form::Markdown,
    );
    assert_eq!(bare, "It sails.\n");
}

#[test]
fn standalone_html_contains_no_live_markup() {
    let known = Facts {
        title: Some("</title><script>go()</script>".to_owned()),
        byline: Some("<img src=x onerror=go()>".to_owned()),
        published: Some("\"><svg onload=go()>".to_owned()),
        site: Some("</p><script>".to_owned()),
        lang: Some("\" onload=\"go()".to_owned()),
        url: Some("javascript:go()".to_owned()),
        ..Facts::default()
    };
    let file = text(&article("<p>1 &lt; 2</p>\n"), &known, Form::Html);
    for live in ["<script", "<svg", "<img", "javascript:", "\" onload"] {
        assert!(!file.contains(live), "{live}: {file}");
    }
    assert!(file.contains("<p>1 &lt; 2</p>"), "{file}");
    assert!(
        !file.contains("<footer"),
        "URLs of other schemes aren't linked"
    );
}

#[test]
fn foreign_html_is_not_read_as_an_article() {
    for html in [
        "<p>It sails.",
        "<p>It sails.</p>",
        "<P>It sails.</P>\n",
        "<p>a & b</p>\n",
        "<p>&nbsp;</p>\n",
        "<p onclick=\"go()\">x</p>\n",
        "<x-y>x</x-y>",
        "<script>x</script>",
        "</p>\n",
        "<p></b></p>\n",
        "<p><b></p>\n</b>",
        "<p",
        "<p class>x</p>\n",
        "<!-- x -->",
    ] {
        assert_eq!(Article::from_html(html, false), None, "{html}");
    }
    let deep = "<b>".repeat(100_000);
    assert_eq!(Article::from_html(&deep, false), None);
}

/// Returns the files in an archive with uncompressed entries, by name.
fn files(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let number = |at: usize, len: usize| {
        let digits = bytes[at..at + len].iter().rev();
        digits.fold(0, |sum, &byte| sum << 8 | usize::from(byte))
    };
    let mut found = Vec::new();
    let mut at = 0;
    while bytes[at..].starts_with(b"PK\x03\x04") {
        let (size, name) = (number(at + 22, 4), number(at + 26, 2));
        let start = at + 30 + name;
        let named = String::from_utf8_lossy(&bytes[at + 30..start]).into_owned();
        found.push((named, bytes[start..start + size].to_vec()));
        at = start + size;
    }
    found
}

fn image(src: &str) -> Image {
    Image {
        src: src.to_owned(),
        media_type: "image/png".to_owned(),
        bytes: b"\x89PNG".to_vec(),
    }
}

const PICTURED: &str = "<h2>One &amp; two</h2>\n\
    <p><img src=\"https://a.example/1.png\" alt=\"a\"><br><img src=\"https://a.example/2.png\" alt=\"b\"></p>\n\
    <details open>x <a href=\"http://no address, Inc.\">y</a></details>\n<p><math><mi>x</mi></math></p>\n<hr>\n";

#[test]
fn html_contains_the_given_images() {
    let article = article(PICTURED);
    assert_eq!(
        article.images(),
        ["https://a.example/1.png", "https://a.example/2.png"]
    );
    let images = [image("https://a.example/1.png")];
    let file = File::new(&article, &facts("Two"), &images, Form::Html);
    let text = String::from_utf8_lossy(&file.bytes);
    assert!(
        text.contains("src=\"data:image/png;base64,iVBORw==\""),
        "{text}"
    );
    assert!(text.contains("src=\"https://a.example/2.png\""), "{text}");
}

#[test]
fn epubs_are_xml_with_images_and_links_to_others() {
    let images = [image("https://a.example/1.png")];
    let known = Facts {
        title: Some("A \u{1}title & more".to_owned()),
        lang: Some("en\" x=\"".to_owned()),
        published: Some("yesterday".to_owned()),
        url: Some("https://a.example/?a=1&b=2".to_owned()),
        saved: Some("2026-03-14T09:26:53Z".to_owned()),
        ..Facts::default()
    };
    let file = File::new(&article(PICTURED), &known, &images, Form::Epub);
    assert_eq!(file.name, "A title & more.epub");
    let files = files(&file.bytes);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "mimetype",
            "META-INF/container.xml",
            "EPUB/package.opf",
            "EPUB/nav.xhtml",
            "EPUB/toc.ncx",
            "EPUB/article.xhtml",
            "EPUB/style.css",
            "EPUB/pictures/0.png",
        ]
    );
    assert_eq!(files[0].1, b"application/epub+zip");
    let text = |at: usize| String::from_utf8_lossy(&files[at].1).into_owned();
    let (package, nav, chapter) = (text(2), text(3), text(5));
    assert!(
        text(4).contains("content=\"https://a.example/?a=1&amp;b=2\""),
        "{}",
        text(4)
    );
    for part in [
        "<dc:language>und</dc:language>",
        "<dc:identifier id=\"id\">https://a.example/?a=1&amp;b=2</dc:identifier>",
        "<meta property=\"dcterms:modified\">2026-03-14T09:26:53Z</meta>",
        "properties=\"mathml\"",
        "href=\"pictures/0.png\" media-type=\"image/png\"",
    ] {
        assert!(package.contains(part), "{part}: {package}");
    }
    assert!(!package.contains("<dc:date>"), "{package}");
    assert!(
        nav.contains("article.xhtml#pith-heading-1\">One &amp; two</a>"),
        "{nav}"
    );
    for part in [
        "<h2 id=\"pith-heading-1\">",
        "<img src=\"pictures/0.png\" alt=\"a\"/>",
        "<br/>",
        // Schemas reject `details` without a summary, and links without a target.
        "<div>x <a>y</a>",
        // A core without LaTeX support gave it none.
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" alttext=\"x\">",
        "<a href=\"https://a.example/2.png\">",
    ] {
        assert!(chapter.contains(part), "{part}: {chapter}");
    }
    for document in [&package, &nav, &chapter] {
        assert!(
            !document.contains('\u{1}') && !document.contains("src=\"https"),
            "{document}"
        );
    }
}

#[test]
fn an_epub_lists_printed_pages_and_article_pages() {
    let read = |html: &str| {
        let file = File::new(&article(html), &facts("The ferry"), &[], Form::Epub);
        let files = files(&file.bytes).into_iter();
        let texts = files.map(|(name, bytes)| (name, String::from_utf8_lossy(&bytes).into_owned()));
        texts.collect::<std::collections::BTreeMap<_, _>>()
    };
    let printed = "<p><span role=\"doc-pagebreak\" title=\"xii\"></span>It waits \
        <span role=\"doc-pagebreak\" title=\"1\"></span>and sails.</p>\n";
    let book = read(printed);
    let list = "<nav epub:type=\"page-list\" role=\"doc-pagelist\" hidden=\"hidden\"><ol>\
        <li><a href=\"article.xhtml#pith-page-break-1\">xii</a></li>\
        <li><a href=\"article.xhtml#pith-page-break-2\">1</a></li></ol></nav>";
    assert!(
        book["EPUB/nav.xhtml"].contains(list),
        "{}",
        book["EPUB/nav.xhtml"]
    );
    let ncx = &book["EPUB/toc.ncx"];
    assert!(ncx.contains("type=\"special\" playOrder=\"2\""), "{ncx}");
    assert!(
        ncx.contains("type=\"normal\" value=\"1\" playOrder=\"3\""),
        "{ncx}"
    );
    let chapter = &book["EPUB/article.xhtml"];
    let mark = "<span role=\"doc-pagebreak\" epub:type=\"pagebreak\" title=\"1\" id=\"pith-page-break-2\"></span>";
    assert!(chapter.contains(mark), "{chapter}");
    let divided = "<p>It waits.</p>\n<hr role=\"doc-pagebreak\" title=\"2\">\n<p>It sails.</p>\n";
    let nav = &read(divided)["EPUB/nav.xhtml"];
    let list = "<ol><li><a href=\"article.xhtml\">1</a></li>\
        <li><a href=\"article.xhtml#pith-page-break-2\">2</a></li></ol>";
    assert!(nav.contains(list), "{nav}");
    let whole = &read("<p>It sails.</p>\n")["EPUB/nav.xhtml"];
    assert!(!whole.contains("page-list"), "{whole}");
}

#[test]
fn relative_links_of_an_epub_are_removed() {
    let article = article(
        "<p><a href=\"mill.html\">the mill</a> and <a href=\"https://example.org/\">the pier</a></p>\n",
    );
    let book = File::new(&article, &facts("The ferry"), &[], Form::Epub);
    let text = String::from_utf8_lossy(&book.bytes).into_owned();
    assert!(text.contains("<p>the mill and <a href=\"https://example.org/\">the pier</a></p>"));
}

#[test]
fn templates_make_names_and_front_matter() {
    let known = Facts {
        title: Some("A \"title\": x".to_owned()),
        published: Some("2026-03-14T09:26:53Z".to_owned()),
        url: Some("https://www.strand.example/a?b".to_owned()),
        word_count: 7,
        ..Facts::default()
    };
    let template = |text: &str| Template::read(text).unwrap_or_else(|fault| panic!("{fault}"));
    let file = |name: &str, front_matter: &str| {
        let templates = Templates {
            name: template(name),
            front_matter: template(front_matter),
        };
        let article = article("<p>It sails.</p>\n");
        let file = File::by_templates(&article, &known, &[], Form::Markdown, &templates);
        (file.name, String::from_utf8_lossy(&file.bytes).into_owned())
    };
    for (name, made) in [
        ("{published} {title}", "2026-03-14 A title - x.md"),
        ("{host}/{title}", "strand.example-A title - x.md"),
        ("{site} - {title}", "A title - x.md"),
        ("{title} - {author}", "A title - x.md"),
        ("{site}", "A title - x.md"),
        ("", "A title - x.md"),
        ("../{{x}}", "{x}.md"),
        ("a\nb", "ab.md"),
    ] {
        assert_eq!(file(name, "").0, made, "{name}");
    }
    let long = "{title}".repeat(200);
    assert!(file(&long, "").0.chars().count() <= 120);
    let lines = "title: {title}\ntags: [a, b]\nauthor: {author}\nby: \"me\"\nwords: {words}\n\
        sources:\n  - {url}\nabout: {title} on {host}\n{title}";
    assert_eq!(
        file("", lines).1,
        "---\ntitle: \"A \\\"title\\\": x\"\ntags: [a, b]\nby: \"me\"\nwords: 7\nsources:\n  \
         - \"https://www.strand.example/a?b\"\nabout: \"A \\\"title\\\": x on strand.example\"\n\
         \"A \\\"title\\\": x\"\n---\n\nIt sails.\n"
    );
    assert_eq!(file("", "").1, "It sails.\n");
}

#[test]
fn template_errors_quote_the_invalid_part() {
    for (text, fault) in [
        ("{titel} {title}", "{titel}"),
        ("a {title", "{title"),
        ("a } b", "} b"),
        ("{}", "{}"),
        ("title: {title}\n---\nx", "---"),
        ("...", "..."),
    ] {
        assert_eq!(Template::read(text), Err(fault.to_owned()), "{text}");
    }
    assert!(Template::read(&"x".repeat(4_000)).is_ok());
    assert_eq!(Template::read(&"x".repeat(4_010)), Err("x".repeat(10)));
    for text in Templates::DEFAULTS {
        assert!(Template::read(text).is_ok(), "{text}");
    }
    for field in FIELDS {
        assert!(Template::read(&format!("{{{field}}}")).is_ok(), "{field}");
    }
}

const NOTED: &str = "<h2>Pier</h2>\n<p>It sails<sup><a href=\"#pith--note-1\" id=\"pith--mark-1\" \
    role=\"doc-noteref\">1</a></sup>.</p>\n<ol class=\"pith-notes\"><li id=\"pith--note-1\"><p>Twice a day.</p>\n</li>\n</ol>\n";

fn omitted() -> Omitted {
    let page = |title: &str, url: &str, reason: &str| [title, url, reason].map(str::to_owned);
    Omitted {
        heading: "Not in <b>this</b> file".to_owned(),
        pages: vec![
            page("A [link](x) <script>", "https://a.example/", "no article"),
            page("", "javascript:go()", "refused"),
        ],
    }
}

#[test]
fn several_articles_are_one_text_with_separate_notes() {
    let article = article(NOTED);
    let mut first = facts("The *ferry*");
    first.byline = Some("Edda Mar".to_owned());
    first.published = Some("2026-03-14T09:00".to_owned());
    first.url = Some("https://strand.example/ferry".to_owned());
    let second = facts("<script>go()</script>");
    let omitted = omitted();
    let file = Collection {
        title: "",
        chapters: &[(&article, &first), (&article, &second)],
        omitted: Some(&omitted),
    }
    .markdown(&Templates::default());
    let text = String::from_utf8_lossy(&file.bytes).into_owned();
    assert_eq!(file.name, "The *ferry* + 1.md".replace('*', ""));
    let begin = "---\ntitle: \"The *ferry* + 1\"\n---\n\n# The \\*ferry\\*\n\n\
        Edda Mar · 2026-03-14 · [https://strand.example/ferry](https://strand.example/ferry)\n\n## Pier\n\n\
        It sails[^1-page-1].\n\n[^1-page-1]: Twice a day.\n\n---\n\n# ";
    assert!(text.starts_with(begin), "{text}");
    assert!(text.contains("It sails[^1-page-2]."), "{text}");
    // Escaped markup counts as text.
    let bare = text.replace("\\<", "").replace("\\]", "");
    for live in ["<script", "<b>", "](x)", "(javascript:"] {
        assert!(!bare.contains(live), "{live}: {text}");
    }
    assert!(text.ends_with("- javascript:go(): refused\n"), "{text}");
}

#[test]
fn a_collection_has_the_given_title() {
    let article = article(NOTED);
    let (first, second) = (facts("The ferry"), facts("The pier"));
    let both = [(&article, &first), (&article, &second)];
    for (chapters, title, name) in [
        (&both[..], " Harbor ", "Harbor"),
        (&both[..1], "Harbor", "Harbor"),
        (&both[..], " ", "The ferry + 1"),
    ] {
        let all = Collection {
            title,
            chapters,
            omitted: None,
        };
        let text = all.markdown(&Templates::default());
        assert_eq!(text.name, format!("{name}.md"));
        let head = format!("---\ntitle: \"{name}\"\n");
        assert!(text.bytes.starts_with(head.as_bytes()), "{name}");
        let book = all.book(&[], &Templates::default());
        assert_eq!(book.name, format!("{name}.epub"));
    }
}

#[test]
fn the_last_chapter_of_an_epub_lists_omitted_pages() {
    let article = article(NOTED);
    let known = facts("The ferry");
    let omitted = omitted();
    let book = Collection {
        title: "",
        chapters: &[(&article, &known)],
        omitted: Some(&omitted),
    }
    .book(&[], &Templates::default());
    assert_eq!(book.name, "The ferry.epub");
    let files = files(&book.bytes);
    let text = |name: &str| {
        let file = files.iter().find(|(path, _)| path == name);
        file.map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned())
    };
    let last = text("EPUB/article2.xhtml").unwrap_or_default();
    assert!(
        last.contains("<h1>Not in &lt;b&gt;this&lt;/b&gt; file</h1>"),
        "{last}"
    );
    let link = "<a href=\"https://a.example/\">A [link](x) &lt;script&gt;</a>: no article";
    assert!(
        last.contains(link) && !last.contains("href=\"javascript"),
        "{last}"
    );
    assert!(text("EPUB/nav.xhtml").is_some_and(|nav| nav.contains("article2.xhtml")));
    // EPUB 2 readers look for the same list in NCX format.
    let second = "<navPoint id=\"point2\" playOrder=\"2\"><navLabel><text>";
    let ncx = text("EPUB/toc.ncx").unwrap_or_default();
    assert!(
        ncx.contains(second) && ncx.contains("<content src=\"article2.xhtml\"/>"),
        "{ncx}"
    );
    let alone = File::book(&[(&article, &known)], &[]);
    assert_eq!(alone.name, "The ferry.epub");
}

#[test]
fn an_html_file_ends_with_its_note() {
    let known = Facts {
        note: Some("2 pictures <b> are not in this file.".to_owned()),
        ..facts("The ferry")
    };
    let file = text(&article("<p>It sails.</p>\n"), &known, Form::Html);
    let note = "<footer><p>2 pictures &lt;b&gt; are not in this file.</p></footer>";
    assert!(file.contains(note), "{file}");
}

#[test]
fn an_epub_contains_nothing_that_its_schemas_reject() {
    let chapter = |html: &str| {
        let file = File::new(&article(html), &facts("The ferry"), &[], Form::Epub);
        let chapter = files(&file.bytes)
            .into_iter()
            .find(|(name, _)| name == "EPUB/article.xhtml");
        chapter.map_or(String::new(), |(_, bytes)| {
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    for (html, expected, unexpected) in [
        (
            "<p><a href=\"http://\">a</a></p>\n",
            "<a>a</a>",
            "http://\"",
        ),
        (
            "<p><a href=\"https://example.org/5%\">a</a></p>\n",
            "https://example.org/5%25",
            "5%\"",
        ),
        (
            "<p><time datetime=\"Monday\">a</time></p>\n",
            "<time>a</time>",
            "Monday",
        ),
        ("<p lang=\"de_DE\">a</p>\n", "lang=\"de-DE\"", "de_DE"),
        ("<dl><dt>a</dt>\n</dl>\n", "<dd></dd>", "<dt></dt>"),
        ("<dl><dd>a</dd>\n</dl>\n", "<dt></dt><dd>", "<dd></dd>"),
        ("<details><p>a</p>\n</details>\n", "<div><p>a", "<details"),
        (
            "<details open><summary>s</summary>\n<p>a</p>\n</details>\n",
            "<details open=\"open\"><summary>",
            "<div>",
        ),
        (
            "<h2 id=\"pith-why?\">a</h2>\n<p><a href=\"#pith-why?\">b</a></p>\n",
            "href=\"#pith-why~3F\"",
            "why?",
        ),
        (
            "<p><a href=\"#pith-gone\">b</a></p>\n",
            "<a>b</a>",
            "#pith-gone",
        ),
        (
            "<p><math><msup><mi>a</mi></msup></math></p>\n",
            "<mrow><mi>a</mi></mrow>",
            "<msup>",
        ),
        (
            "<p><math>a<mi mathvariant=\"foo\">b</mi></math></p>\n",
            "<mtext>a</mtext><mi>b</mi>",
            "foo",
        ),
    ] {
        let chapter = chapter(html);
        let body = chapter.split("</header>").nth(1).unwrap_or_default();
        assert!(body.contains(expected), "{html}: {body}");
        assert!(!body.contains(unexpected), "{html}: {body}");
    }
}
