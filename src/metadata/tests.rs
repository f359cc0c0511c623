use super::*;
use crate::page::{Attr, Limits, PageBuilder, PageInfo, Tag};
use crate::source::html;

const URL: &str = "https://www.example.org/news/ferry";

mod authors;
mod dates;
mod shown;
mod titles;

fn page(html: &str) -> Page {
    html::read(html, URL, Limits::default()).unwrap()
}

fn of(html: &str) -> Metadata {
    metadata(&page(html))
}

fn title(html: &str) -> String {
    of(html).title.unwrap_or_default()
}

fn byline(html: &str) -> String {
    of(html).byline.unwrap_or_default()
}

fn published(html: &str) -> String {
    of(html).published.unwrap_or_default()
}

#[test]
fn heading_wins_over_titles_with_the_site_name() {
    for head in [
        "<title>Ferry returns to harbour | Example</title>",
        "<title>Example - Ferry returns to harbour</title>",
        "<title>Ferry returns to harbour — News — Example</title>",
        "<meta property=og:title content='Ferry returns to harbour – example.org'>",
        "<script type=application/ld+json>{\"@type\":\"NewsArticle\",\"headline\":\"Ferry returns to harbour\"}</script>",
    ] {
        let html = format!(
            "{head}<h1><a href=/>Example</a></h1><h2>Ferry returns to harbour</h2><p>Text."
        );
        assert_eq!(title(&html), "Ferry returns to harbour", "{head}");
    }
}

#[test]
fn site_names_are_removed_even_without_a_heading() {
    for given in [
        "Ferry returns | Example",
        "Ferry returns - example.org",
        "Example: Ferry returns | The Example",
        "Ferry returns · Harbour Post",
    ] {
        let html = format!(
            "<title>{given}</title><meta property=og:site_name content='Harbour Post'><p>Text."
        );
        let found = title(&html);
        assert!(found.ends_with("Ferry returns"), "{given}: {found}");
    }
    assert_eq!(
        title("<title>渡轮回来了_海港网</title><meta property=og:site_name content=海港网><p>字"),
        "渡轮回来了"
    );
    // A dash inside the title stays.
    assert_eq!(
        title("<title>Ferry - a love story - Example</title><p>x"),
        "Ferry - a love story"
    );
}

#[test]
fn logo_link_identifies_the_site_name() {
    let logo = "<h1><a href=/>Loaf and Crumb</a></h1>";
    for separator in [": ", " » ", " - "] {
        let html = format!(
            "<title>Loaf and Crumb{separator}The wet loaf</title>{logo}<h3 class=post-title>The wet loaf</h3>"
        );
        assert_eq!(title(&html), "The wet loaf");
    }
}

#[test]
fn adjacent_spans_in_a_heading_are_spaced_correctly() {
    let stated = |title: &str, heading: &str| {
        self::title(&format!("<title>{title}</title><h1>{heading}</h1>"))
    };
    let apart = "<span>Harbour</span><span>The ferry comes</span>";
    assert_eq!(
        stated("Harbour: The ferry comes", apart),
        "Harbour: The ferry comes"
    );
    assert_eq!(
        stated("Harbour The ferry comes", apart),
        "Harbour The ferry comes"
    );
    // The space is an editor's mistake.
    assert_eq!(
        stated("The ferry 's way", "The <i>ferry</i>'s way"),
        "The ferry's way"
    );
}

#[test]
fn permalink_symbols_are_removed_but_title_symbols_stay() {
    assert_eq!(title("<h1>Ferries in C#</h1>"), "Ferries in C#");
    assert_eq!(title("<h1>Ferries<a href=#ferries>#</a></h1>"), "Ferries");
    assert_eq!(title("<h1>Ferries <span>¶</span></h1>"), "Ferries");
}

#[test]
fn single_heading_wins_over_an_seo_title() {
    let html = "<title>Ferry timetable 2024 and tickets | Example</title>\
        <h1>The ferry is back</h1><p>Text.";
    assert_eq!(title(html), "The ferry is back");
}

#[test]
fn only_h1_wins_over_a_section_heading_like_the_title() {
    let head = "<title>5 bridges to know in 2026</title>";
    let body = "<p>Text.<h2>5 bridges to know</h2><p>Text.";
    assert_eq!(
        title(&format!(
            "{head}<h1>Top 5 bridges to cross in 2026</h1>{body}"
        )),
        "Top 5 bridges to cross in 2026"
    );
    // Repeated for wide and for narrow screens.
    let twice = "<h1>Top 5 bridges to cross in 2026</h1><h1>Top 5 bridges to cross in 2026</h1>";
    assert_eq!(
        title(&format!("{head}{twice}{body}")),
        "Top 5 bridges to cross in 2026"
    );
    // Several, one of them with a title's class.
    let called =
        "<h1 class=post-title>Top 5 bridges to cross in 2026</h1><h1>Number one: the oldest</h1>";
    assert_eq!(
        title(&format!("{head}{called}{body}")),
        "Top 5 bridges to cross in 2026"
    );
    // A slogan without a word in common with the title isn't used; one with a common stem is.
    let of = |h1: &str| {
        title(&format!(
            "<meta property=og:title content='Brückenprüfung'>{h1}"
        ))
    };
    assert_eq!(of("<h1>Wir sind für Sie da</h1>"), "Brückenprüfung");
    assert_eq!(
        of("<h1>Prüfung der Brücken im Winter</h1>"),
        "Prüfung der Brücken im Winter"
    );
}

#[test]
fn title_is_found_in_a_wrapper_with_sidebar_class() {
    let html = "<meta property=og:title content='Ideas for the harbour'>\
        <div class=content-sidebar-wrap><main><h1>Twenty ideas for a small harbour</h1>\
        <p>Text.</main><aside>x</aside></div>";
    assert_eq!(title(html), "Twenty ideas for a small harbour");
}

#[test]
fn site_name_inside_a_title_stays() {
    let html = "<title>Understanding Example Actions - Example Docs</title>\
        <h1>Understanding Example Actions</h1><h2>In this article</h2>";
    assert_eq!(title(html), "Understanding Example Actions");
}

#[test]
fn chapter_title_wins_over_the_book_title() {
    let html = |heading| {
        format!(
            "<title>Owning - The Ferry Book</title><div class=bar><h1>The Ferry Book</h1></div>\
             <main><{heading}>Owning</{heading}><p>Text.</main>"
        )
    };
    assert_eq!(title(&html("h1")), "Owning");
    assert_eq!(title(&html("h2")), "Owning");
    let generated = "<title>Paths | Ferry v1.2 documentation</title><h1>Ferry v1.2 documentation</h1>\
         <h2>Paths<a href=#paths>#</a></h2>";
    assert_eq!(title(generated), "Paths");
    assert_eq!(
        title("<title>Signing boats — Ferry 1.2 for sailors documentation</title><p>x"),
        "Signing boats"
    );
}

#[test]
fn page_title_wins_over_the_product_name() {
    let of = |head: &str, product: &str, heading: &str| {
        title(&format!(
            "<title>{head}</title><header><h1>{product}</h1></header><main><h2>{heading}</h2><p>Text.</main>"
        ))
    };
    assert_eq!(
        of("Tern – 4.0: Overview of input", "Tern", "Overview of input"),
        "Overview of input"
    );
    assert_eq!(
        of("Tern Docs | Reading a file", "Tern Docs", "Reading a file"),
        "Reading a file"
    );
    // A subtitle after the book's title isn't a chapter.
    assert_eq!(
        of(
            "The ferry: why it sails again",
            "The ferry",
            "Why it sails again"
        ),
        "The ferry"
    );
}

#[test]
fn truncated_title_is_completed_from_the_heading() {
    let html = "<title>The ferry is back in the har - Example</title>\
        <h1>The ferry is back in the harbour after a long and cold winter</h1>";
    let whole = "<title>The ferry is back in</title><h1>The ferry is back in town</h1>";
    assert_eq!(title(whole), "The ferry is back in town");
    assert_eq!(
        title(html),
        "The ferry is back in the harbour after a long and cold winter"
    );
}

#[test]
fn extra_heading_text_is_removed_unless_declared() {
    let of = |h1: &str| {
        title(&format!(
            "<title>Ferry returns to town | Example</title><h1>{h1}</h1><p>Text."
        ))
    };
    for h1 in [
        "Ferry returns to town<p>3 May 2024 • <a>Ships</a>, <a>Harbour</a>, <a>General</a></p>",
        "<span>Traffic</span> <span>Ferry returns to town</span>",
        "Ferry re&shy;turns to town",
        "Ferry returns to town – Example",
        "Ferry returns to town <button>Share</button>",
    ] {
        assert_eq!(of(h1), "Ferry returns to town", "{h1}");
    }
    // Other text that is in a title of the head belongs to the title.
    let html = "<meta property=og:title content='Traffic: Ferry returns to town'>\
        <meta name=headline content='Ferry returns to town'>\
        <h1><span>Traffic:</span> <span>Ferry returns to town</span></h1>";
    assert_eq!(title(html), "Traffic: Ferry returns to town");
}

#[test]
fn kickers_and_ruby_are_not_part_of_the_title() {
    let html = "<title>News | Boats: Ferry returns to town | Page 1</title>\
        <h1><span class=kicker>Boats</span><div>Ferry returns to town</div></h1><p>Text.";
    assert_eq!(title(html), "Ferry returns to town");
    let html = "<title>鯨の坂</title>\
        <h1><ruby>鯨<rp>（</rp><rt>くじら</rt><rp>）</rp></ruby>の坂</h1>";
    assert_eq!(title(html), "鯨の坂");
}

#[test]
fn only_h1_wins_wherever_the_title_element_contains_it() {
    let html = "<title>The Harbour Post, No. 3: The ferry</title><h1>The ferry</h1><p>Text.\
        <h2>What was found</h2><p>Text.";
    assert_eq!(title(html), "The ferry");
}

#[test]
fn matching_block_identifies_the_page_part_of_a_title() {
    let html = "<title>Boats | The ferry is back in town | Example</title>\
        <p>Boats</p><div>The ferry is back in town</div><p>Text.";
    assert_eq!(title(html), "The ferry is back in town");
    let p = page(html);
    let node = metadata(&p).title_node.unwrap();
    assert_eq!(p.visible_text(node), "The ferry is back in town");
}

#[test]
fn unmarked_title_and_byline_are_found_in_the_text() {
    let text = "The ferry is back after a long winter, and with it everybody who had been \
        waiting on the other side of the harbour since the first days of November, when the last one had left.";
    for head in [
        "",
        "<title>Untitled Document</title>",
        "<title>New Page 1</title>",
    ] {
        let html = format!(
            "{head}<p><b><a href=/>Example</a> Club</b></p><p><b>The ferry is back</b></p>\
             <p><i>by Ada Park</i></p><p>{text}</p>"
        );
        assert_eq!(title(&html), "The ferry is back", "{head}");
        assert_eq!(byline(&html), "Ada Park", "{head}");
    }
}

#[test]
fn front_page_title_keeps_the_site_name() {
    let of = |url| {
        let html = "<title>Example - Ferries for everyone</title><h1>Ferries for everyone</h1>";
        let page = html::read(html, url, Limits::default()).unwrap();
        metadata(&page).title.unwrap_or_default()
    };
    assert_eq!(
        of("https://www.example.org/"),
        "Example - Ferries for everyone"
    );
    assert_eq!(of("https://www.example.org/about"), "Ferries for everyone");
}

#[test]
fn hidden_headings_buttons_and_svg_titles_are_ignored() {
    // The inline SVG's title isn't the page's; hidden headings and buttons in them are ignored.
    assert_eq!(title("<svg><title>Logo</title></svg><p>x"), "");
    let html = "<title>Real title here</title><h1 hidden>Menu</h1>\
        <h1>Real title here <button>Copy link</button></h1>";
    assert_eq!(title(html), "Real title here");
    assert_eq!(
        title("<title>Sorting ¶</title><h1>Sorting<a href=#s>¶</a></h1>"),
        "Sorting"
    );
    assert_eq!(title(""), "");
}

#[test]
fn entities_escaped_twice_are_decoded() {
    assert_eq!(
        title("<meta property=og:title content='Tom &amp;amp;amp; Jerry'><p>x"),
        "Tom & Jerry"
    );
}

#[test]
fn title_node_contains_the_title() {
    let p = page("<title>Ferry returns | Example</title><div><b>Ferry returns</b></div><p>Text.");
    let node = metadata(&p).title_node.unwrap();
    assert_eq!(p.visible_text(node), "Ferry returns");
}

#[test]
fn authors_are_read_from_every_source() {
    for source in [
        "<script type=application/ld+json>{\"@type\":\"Article\",\"author\":{\"name\":\"Ada Park\"}}</script><h1>T</h1>",
        "<meta name=author content='Ada Park'><h1>T</h1>",
        "<meta property=article:author content='Ada Park'><h1>T</h1>",
        "<h1>T</h1><a rel=author href=/ada>Ada Park</a>",
        "<h1>T</h1><div itemprop=author><span itemprop=name>Ada Park</span> (Berlin)</div>",
        "<h1>T</h1><div class=byline>By <b>Ada Park</b>, Staff Writer</div>",
        "<h1>T</h1><div class=post-author><span>By</span><span>Ada Park</span><span>Follow</span></div>",
        "<h1>T</h1><p>By Ada Park</p><p>Text.",
        "<h1>T</h1><p>Von Ada Park</p><p>Text.",
        "<h1>T</h1><p>Written by</p><p>Ada Park</p><p>Text.",
        "<h1>T</h1><p>Par Ada Park, 3 mai 2024</p><p>Text.",
        "<h1>T</h1><p>Publié le 3 mai 2024 par Ada Park</p><p>Text.",
        "<h1>T</h1><p>Ada Park · 3 May 2024</p><p>Text.",
        "<h1>T</h1><p>3 May 2024, 12:40 | Ada Park</p><p>Text.",
        "<p>3 May 2024, 12:40 | Ada Park</p><h1>T</h1><p>Text.",
        "<h1>T</h1><dl><dt>Author<span>:</span></dt><dd>Ada Park</dd></dl><p>Text.",
        "<h1>T</h1><p><span>By</span><span>Ada Park</span></p><p>Text.",
        "<h1>T</h1><div itemprop=author itemscope><meta itemprop=name content='Ada Park'></div>",
        "<h1>T</h1><p class=byline>Ada Park, Writer, Hardware</p><p>Text.",
        "<h1>T</h1><p>Text und Fotos: Ada Park – 3.5.2024</p><p>Text.",
        "<h1>T</h1><p>Words and pictures by Ada Park</p><p>Text.",
        "<h1>T</h1><p>Von Prof. Dr. Ada Park</p><p>Text.",
        "<h1>T</h1><p>Texte <a href=/auteurs/ada>Ada Park</a>, photographies d'archives</p>",
    ] {
        assert_eq!(byline(source), "Ada Park", "{source}");
    }
    assert_eq!(
        byline("<h1>题</h1><p>2024年5月3日 来源：晚报 作者：王芳</p><p>字"),
        "王芳"
    );
    for source in [
        "<h1>제목</h1><div class=byline>서하늘 기자 | 입력 2025.03.08 09:30</div>",
        "<h1>제목</h1><p>글: 서하늘</p><p>Text.",
    ] {
        assert_eq!(byline(source), "서하늘", "{source}");
    }
    assert_eq!(
        byline("<h1>題</h1><p>文／林見秋　2024-06-12</p><p>字"),
        "林見秋"
    );
    assert_eq!(
        byline("<html lang=he><h1>ש</h1><p>מאת נעמה שקד, 5 בינואר 2025</p><p>ש"),
        "נעמה שקד"
    );
}

#[test]
fn authors_are_found_in_template_phrases() {
    for source in [
        "<h1>T</h1><span class=byline>by <a rel=author>Ada Park</a></span> <p>Text.\
         <div class=author-bio><a rel=author>More by Ada Park</a></div>",
        "<h1>T</h1><p>Text.<a rel=author href=/ada>View all of Ada Park's posts.</a>",
        "<h1>T</h1><p>Text.<p class=author-name>Written By</p><p class=author>Ada Park</p>",
        "<h1>T</h1><p class=author>Post by Ada Park » Sat Jun 1, 2024 1:47 am",
        "<h1>T</h1><p>Text.<h4 class=author-box__name>Ada Park</h4>",
        "<h1>T</h1><p>(by Ada Park)</p><p>Text.",
        "<h1>T</h1><aside class=post-author>Ada Park</aside><p>Text.",
        "<h1>T</h1><p>Text.<p>More text that goes on.<p>And on.<p>Written by Ada Park, who sails.",
    ] {
        let html = format!("{source}{}", "<p>Text.".repeat(20));
        assert_eq!(byline(&html), "Ada Park", "{source}");
    }
    for source in [
        "<h1>T</h1><p>by ada7</p><p>Text.",
        "<h1>T</h1><div class=post><a class=username>ada7</a></div><p>Text.\
         <div class=post><a class=username>bo</a></div>",
        "<h1>T</h1><h3 class=PostUser-name>ada7</h3><p>Text.",
    ] {
        assert_eq!(byline(source), "ada7", "{source}");
    }
}

#[test]
fn a_person_wins_over_the_publisher() {
    // Named in one value of the head, while the person is named in two places.
    let html = "<meta name=author content='Grand Harbour'><meta property=article:author content='Ada Park'>\
        <h1>T</h1><p>By Ada Park</p><p>Text.";
    assert_eq!(byline(html), "Ada Park");
    // The site's name is removed if there's also a person's.
    let html = "<meta property=og:site_name content='Harbour Post'>\
        <meta name=author content='Harbour Post'><meta name=author content='Ada Park'>";
    assert_eq!(byline(html), "Ada Park");
    // A group is the author if the page shows no person; otherwise the person is.
    for by in [
        "<p>By Ada Park</p>",
        "<p>(by Ada Park)</p>",
        "<a rel=author>Ada Park</a>",
    ] {
        for team in [
            "Harbour Team",
            "The Editorial Staff",
            "Redaktion Hafenblatt",
        ] {
            let head = format!("<meta name=author content='{team}'><h1>T</h1>");
            assert_eq!(byline(&format!("{head}{by}<p>Text.")), "Ada Park", "{team}");
            assert_ne!(byline(&format!("{head}<p>Text.")), "Ada Park", "{team}");
        }
    }
    // A site named after its author.
    let html = "<meta property=og:site_name content='Letters'><meta name=author content=Letters>\
        <h1>T</h1><a rel=author>Ada Park</a>";
    let page = html::read(html, "https://adapark.example/t", Limits::default()).unwrap();
    assert_eq!(metadata(&page).byline.as_deref(), Some("Ada Park"));
}

#[test]
fn all_authors_are_listed_without_other_contributors() {
    assert_eq!(
        byline("<h1>T</h1><p class=byline>By Ada Park, Bo Lind and Cy Ray"),
        "Ada Park, Bo Lind, Cy Ray"
    );
    assert_eq!(
        byline(
            "<meta name=citation_author content='Park, Ada'><meta name=citation_author content='Lind, Bo'>"
        ),
        "Ada Park, Bo Lind"
    );
    assert_eq!(
        byline("<meta name=dc.creator content='de Lind, Bo M.'><h1>T</h1>"),
        "Bo M. de Lind"
    );
    assert_eq!(
        byline("<meta name=dc.creator content='Ada Park, Bo Lind'><h1>T</h1>"),
        "Ada Park, Bo Lind"
    );
    // Photographers and proofreaders aren't authors, and an address isn't a name.
    for after in [
        ", photographs by Bo Lind",
        " Photos by Bo Lind",
        ", edited by Bo Lind",
        " ada@park.example",
        "\u{a0}ada@park.example",
        "\u{3000}ada@park.example",
    ] {
        let html = format!("<h1>T</h1><p class=byline>By Ada Park{after}");
        assert_eq!(byline(&html), "Ada Park");
    }
    assert_eq!(
        byline("<meta name=author content='Ada Park, ADA PARK'>"),
        "Ada Park"
    );
    assert_eq!(
        byline("<meta name=author content='Office of Food and Drugs'>"),
        "Office of Food and Drugs"
    );
}

#[test]
fn invalid_authors_are_rejected() {
    for source in [
        "<meta name=author content=admin>",
        "<meta property=article:author content=https://social.example/ada>",
        "<meta name=author content=ada@example.org>",
        "<meta name=author content=@ada>",
        "<h1>T</h1><p>By then the ferry had left the harbour.",
        "<h1>T</h1><p>Text.</p><div class=comments><a rel=author>Cy Ray</a></div>",
        "<h1>T</h1><p><a href=/opinion>Guest Opinion</a> | 3 May 2024</p><p>Text.",
        "<h1>T</h1><p>New York, 3 May 2024</p><p>Text.",
        "<h1>T</h1><p>Photo taken on 3 May 2024 by Ada Park</p><p>Text.",
        "<h1>T</h1><p>Photos: Ada Park</p><p>Text.",
    ] {
        assert_eq!(byline(source), "", "{source}");
    }
    // The site's own name only if there is no other.
    let head = "<meta property=og:site_name content='Harbour Post'><meta name=author content='Harbour Post'>";
    assert_eq!(byline(head), "Harbour Post");
    assert_eq!(
        byline(&format!("{head}<h1>T</h1><p>By Ada Park")),
        "Ada Park"
    );
}

#[test]
fn dates_are_read_from_every_source() {
    for source in [
        "<script type=application/ld+json>{\"@type\":\"Article\",\"datePublished\":\"2024-05-03\"}</script>",
        "<meta property=article:published_time content=2024-05-03>",
        "<meta name=citation_publication_date content=2024/05/03>",
        "<h1>T</h1><time datetime=2024-05-03>Friday</time>",
        "<h1>T</h1><span itemprop=datePublished content=2024-05-03></span>",
        "<h1>T</h1><p>Published on May 3, 2024, updated May 9, 2024",
        "<html lang=fr><h1>T</h1><p>Texte d'Ada — paru le 3 mai 2024, mis à jour le 9 mai 2024",
        "<h1>T</h1><p>May 3, 2024 – The ferry is back.",
        "<p>3 May 2024<h1>T</h1><p>Text.",
    ] {
        assert_eq!(published(source), "2024-05-03", "{source}");
    }
}

#[test]
fn dates_in_asides_related_posts_and_footers_are_ignored() {
    let html = "<h1>T</h1><p>Text.</p><aside><time datetime=2020-01-02></time></aside>\
        <div class=related-posts>3 May 2021</div><footer>© 1 May 2022</footer>";
    assert_eq!(published(html), "");
}

#[test]
fn displayed_day_wins_unless_the_declared_day_is_displayed_too() {
    let utc = "<meta property=article:published_time content=2024-05-04T01:30:00Z><h1>T</h1>";
    assert_eq!(
        published(&format!("{utc}<p>May 3, 2024</p><p>Text.")),
        "2024-05-03"
    );
    // The visible day wins unless the page also shows the head's.
    assert_eq!(
        published(&format!("{utc}<p>May 2, 2024</p><p>Text.")),
        "2024-05-02"
    );
    assert_eq!(
        published(&format!(
            "{utc}<p>May 2, 2024</p><p>Published: May 4, 2024</p><p>Text."
        )),
        "2024-05-04T01:30:00Z"
    );
}

#[test]
fn registration_and_current_dates_are_ignored() {
    for html in [
        "<h1>T</h1><p>Ada Park</p><p>Registered: 2011-01-02</p><p>Posted 2024-05-03</p>",
        "<div><time datetime=2026-11-22>Now</time><p>Search<p>Log in</div><h1>T</h1>\
         <time datetime=2024-05-03>3 May</time>",
    ] {
        assert_eq!(published(html), "2024-05-03", "{html}");
    }
}

#[test]
fn date_near_the_title_counts_in_any_container() {
    for html in [
        "<h3 class=teaser-meta>03.05.2024</h3><h1 lang=de>T</h1><p>Text.</p>",
        "<article><h1>T</h1><aside><time>May 3, 2024</time></aside><p>Text.</p></article>",
        "<article><h1>T</h1><p>Text.</p><div class=sidebar><p>A</p><p>B</p>\
         <time datetime=2024-05-03>3 May</time></div></article>",
    ] {
        let html = format!("<html lang=en-GB>{html}");
        assert_eq!(published(&html), "2024-05-03", "{html}");
    }
}

#[test]
fn modified_date_is_separate_from_published_date() {
    let html = "<meta property=article:published_time content=2024-05-03T10:00:00+02:00>\
        <meta property=article:modified_time content=2024-05-04T08:00:00Z>";
    let m = of(html);
    assert_eq!(m.published.as_deref(), Some("2024-05-03T10:00:00+02:00"));
    assert_eq!(m.modified.as_deref(), Some("2024-05-04T08:00:00Z"));
    let m = of("<h1>T</h1><p>Last updated: 4 May 2024");
    assert_eq!(
        (m.published.as_deref(), m.date()),
        (None, Some("2024-05-04"))
    );
    // Changed before it was published: ignored.
    let m = of("<meta name=date content=2024-05-03><meta name=last-modified content=2020-01-01>");
    assert_eq!(m.modified, None);
}

#[test]
fn url_date_counts_and_language_decides_numeric_order() {
    let p = html::read(
        "<h1>T</h1>",
        "https://example.org/2024/05/03/t",
        Limits::default(),
    )
    .unwrap();
    assert_eq!(metadata(&p).published.as_deref(), Some("2024-05-03"));
    assert_eq!(
        published("<html lang=en-US><h1>T</h1><p>5/3/2024"),
        "2024-05-03"
    );
    assert_eq!(
        published("<html lang=fr><h1>T</h1><p>3/5/2024"),
        "2024-05-03"
    );
}

#[test]
fn site_language_and_direction_are_read() {
    let m = of("<html lang=ar><meta property=og:site_name content=Harbour><p>x");
    assert_eq!(
        (m.site.as_deref(), m.lang.as_deref(), m.rtl),
        (Some("Harbour"), Some("ar"), true)
    );
    let m = of("<html dir=rtl><p>x");
    assert_eq!((m.site.as_deref(), m.rtl), (Some("example.org"), true));
    let m = of(
        "<html lang=en><p>渡轮回到了港口城里的人们都很高兴因为它又每天开行了人们可以去对岸上班上学",
    );
    assert_eq!((m.lang.as_deref(), m.rtl), (Some("zh"), false));
}

#[test]
fn excerpt_image_and_canonical_url_are_read() {
    let m = of("<link rel=canonical href=/news/ferry#top>\
        <meta name=description content='The ferry is back after a long winter.'>\
        <meta property=og:image content=data:image/png;base64,x>\
        <meta name=twitter:image content=https://cdn.example.net/f.jpg>");
    assert_eq!(m.canonical.as_deref(), Some(URL));
    assert_eq!(
        m.excerpt.as_deref(),
        Some("The ferry is back after a long winter.")
    );
    assert_eq!(m.image.as_deref(), Some("https://cdn.example.net/f.jpg"));
    // Another site's URL, or the front page for every page, is an error.
    let canonical = |u: &str| of(&format!("<link rel=canonical href='{u}'>")).canonical;
    assert_eq!(canonical("https://other.net/news/ferry"), None);
    assert_eq!(canonical("https://www.example.org/"), None);
    // A summary that repeats the title is useless.
    assert_eq!(of("<title>The ferry is back in harbour</title><meta name=description content='The ferry is back in harbour'>").excerpt, None);
}

#[test]
fn byline_nodes_contain_the_author_or_date() {
    let p = page(
        "<title>Ferry returns</title><h1>Ferry returns</h1><div class=byline>By Ada Park</div>\
         <p>Published 3 May 2024 · 4 min read</p>\
         <p>Ada Park saw on 3 May 2024 how the ferry came back into the harbour.</p>",
    );
    let m = metadata(&p);
    let texts: Vec<String> = m.byline_nodes.iter().map(|&n| p.visible_text(n)).collect();
    assert_eq!(texts, ["By Ada Park", "Published 3 May 2024 · 4 min read"]);
    let cell = |label: &str| {
        let table = format!("<table><tr><th>{label}<td>12 May 1998</table>");
        let p = page(&format!("<h1>Ferry returns</h1>{table}<p>It sails."));
        metadata(&p).byline_nodes.len()
    };
    assert_eq!((cell("Published"), cell("First sailed")), (1, 0));
}

#[test]
fn hostile_pages_do_not_break_metadata() {
    let json = |body: &str| format!("<script type=application/ld+json>{body}</script><h1>T</h1>");
    for html in [
        json(&"[".repeat(100_000)),
        json(&"{\"author\":".repeat(50_000)),
        json(&"{\"@type\":\"Article\"},".repeat(50_000)),
        "<h1>x".repeat(20_000),
        "<time>1 May 2024</time>".repeat(20_000),
        format!("<title>{}</title>", "a - ".repeat(50_000)),
        format!("<meta name=author content='{}'>", "A B, ".repeat(50_000)),
        format!("<h1>T</h1><p>{}", "By A ".repeat(100_000)),
    ] {
        of(&html);
    }
}

#[test]
fn deep_pages_do_not_break_metadata() {
    // Built directly, because parsing the HTML of this many open elements would dominate the time.
    let mut builder = PageBuilder::new(PageInfo::default(), Limits::default());
    builder.open_tag(Tag::Html).unwrap();
    builder.open_tag(Tag::Body).unwrap();
    for _ in 0..50_000 {
        builder.open_tag(Tag::Div).unwrap();
        builder
            .attr(Attr::Class, "author entry-title date")
            .unwrap();
    }
    builder.text("Ada Park").unwrap();
    metadata(&builder.finish().unwrap());
}
