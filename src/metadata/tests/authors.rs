//! Authors of a page, and people with other roles.

use super::byline;

/// A paragraph of running text.
const TEXT: &str = "<p>The lock keeper opens the gates twice a day, in the morning for the barges that \
    carry gravel down to the city and in the evening for the few boats that come back empty.</p>";

/// Checks the byline of a page with title and text around the markup.
fn assert_byline(markup: &str, expected: &str) {
    let html =
        format!("<title>The lock keeper</title><main><h1>The lock keeper</h1>{markup}{TEXT}{TEXT}");
    assert_eq!(byline(&html), expected, "{markup}");
}

#[test]
fn author_after_a_date_section_or_label_is_found() {
    for markup in [
        "<p class=byline>Tuesday 2 March 2021 4:15 pm CET by Ada Park",
        "<p class=dates>Published 2 March 2021 at 16:15 by Ada Park",
        "<p class=info>Veröffentlicht am 2. März 2021 um 16:15 Uhr von Ada Park",
        "<p class=info>Publicado el 2 de marzo de 2021 por Ada Park",
        "<p class=info>Posted in Rivers by Ada Park on 02.03.21",
        "<p class=info>Door Ada Park op 2 maart 2021",
        "<p class=info>Por Ada Park em 2 de março de 2021",
        "<p class=info>Przez Ada Park w dniu 2 marca 2021",
        "<p class=info>Ghi chú | Tác giả: Ada Park, 2/3/2021",
        "<p class=info>Автор: Ada Park, 2 марта 2021",
        "<p class=info>Yazar: Ada Park, 2 Mart 2021",
        "<p class=info>Penulis: Ada Park",
        "<p class=author>Napsala: Ada Park",
        "<p class=author>Napisała: Ada Park",
        "<p class=author>Szerkesztette: Ada Park",
        "<p class=info>Av Ada Park, publisert 2. mars 2021",
        "<p class=info>Piše: Ada Park",
        "<p class=info>In: <a href=/r>Rivers</a> | By: <a href=/a>Ada Park</a> | 2.3.2021",
        "<p class=info>By Ada Park, Special to the River Post",
        "<p class=info>Par Ada Park, pour Le Courrier",
        "<p class=info>Autorė: Ada Park, 2021-03-02",
        "<p class=info>De Ada Park pe 2 martie 2021",
        "<p class=author>Ada Park / Sevilla",
        "<p class=author>Información de Ada Park; editado por Bo Lind",
        "<p class=author>Szöveg és fotó: Ada Park",
        "<div class=author-pane><a href=/user/ada-park>Ada Park</a> <i>Mitglied seit 2014</i></div>",
    ]
    .map(|markup| markup.replace("Ghi chú | ", ""))
    {
        assert_byline(&markup, "Ada Park");
    }
}

#[test]
fn image_and_editing_credits_are_not_authors() {
    for markup in [
        "<figure><img src=a.jpg><figcaption>Gates <b class=author>Bo Lind</b></figcaption></figure>",
        "<div class=wp-caption><span class=byline>Bo Lind/Getty</span></div>",
        "<p class=byline>Foto: Bo Lind",
        "<p class=byline>Aus dem Französischen von Bo Lind",
        "<p class=byline>Fotograf: Bo Lind",
        "<p class=byline>Crédit photo : Bo Lind",
        "<p class=byline>Photograph by Bo Lind",
        "<p class=byline>Foto des Tages",
        "<p class=byline>写真：Bo Lind",
    ] {
        assert_byline(markup, "");
        let own = format!("{markup}</p><p class=byline>Ada Park</p>");
        assert_byline(&own, "Ada Park");
    }
    assert_byline(
        "<p class=byline>Reporting by Ada Park; Editing by Bo Lind",
        "Ada Park",
    );
    assert_byline(
        "<p class=byline>Reporting by Ada Park in Oslo and Cy Ray in Bergen; editing by Bo Lind",
        "Ada Park, Cy Ray",
    );
    assert_byline("<p class=byline>Photos and words: Ada Park", "Ada Park");
}

#[test]
fn labels_of_buttons_and_sections_are_not_authors() {
    for control in [
        "Follow",
        "Artikel kommentieren",
        "Getty Images",
        "Share This",
        "Copy Address",
        "Comment Now",
        "Read More Stories",
        "View Profile",
        "Artikel merken",
        "Jetzt Abonnieren",
        "Partager",
        "S’abonner Maintenant",
        "Seguir",
        "Compartilhar",
        "Condividi",
        "Volg Ons",
        "Udostępnij",
        "Поделиться",
        "Поділитися",
        "Takip Et",
        "متابعة",
        "دنبال کنید",
        "עקבו",
        "フォロー",
        "구독",
        "关注",
        "追蹤",
        "फॉलो करें",
    ] {
        assert_byline(
            &format!("<div class=byline><span>{control}</span></div>"),
            "",
        );
        let beside = format!(
            "<div class=author-row><a>Ada Park</a></div><div class=author-row><a>{control}</a></div>"
        );
        assert_byline(&beside, "Ada Park");
    }
    for markup in [
        "<div class=byline><span>Posted by <a>ada7</a></span> <span>in <a>Deep Water</a></span></div>",
        "<div class=byline><span>By</span> <a>ada7</a> <span>Filed under: <a>Deep Water</a></span></div>",
        "<p>Text.<div class=who><a href=/author/ada7 rel=author>View all posts by ada7 <i>→</i></a></div>",
    ] {
        assert_byline(markup, "ada7");
    }
    for markup in [
        "<p class=by><a href=#top>by Ada Park</a></p><a href=/author/ada>More from this author</a>",
        "<div class=byline>By Ada Park <button>Bo Lind</button></div>",
    ] {
        assert_byline(markup, "Ada Park");
    }
}

#[test]
fn jobs_places_editions_and_agencies_are_removed_from_names() {
    for markup in [
        "<div class=byline-wrap><a class=author>Ada Park</a><i>Staff Correspondent</i></div>",
        "<p class=byline>Von Ada Park, Oslo",
        "<p class=byline>By Ada Park, New Haven",
        "<p class=byline>By Ada Park in Oslo",
        "<p class=byline>Por Ada Park en Oslo",
        "<p class=byline>Von Ada Park aus Oslo",
        "<p class=byline>Por Ada Park para La Gaceta del Canal",
        "<p class=byline>Door Ada Park voor Het Sluisblad",
        "<p>By Ada Park <i>Oslo</i> <i>Late Edition</i> | 2 March 2021",
        "<p class=byline>Ada Park/dpa",
        "<p class=byline>Ada Park/RX-B",
        "<p class=byline>Ada Park, Reuters",
        "<p class=byline>Par Ada Park, avec AFP",
        "<p class=byline>Ada Park und dpa",
        "<p class=byline>Ada Park, Oslo Ausgabe",
        "<p class=byline>By <a href=/nutzer/ada-park>Ada Park</a> <i>aus</i> <a href=/b>Boats</a>",
    ] {
        assert_byline(markup, "Ada Park");
    }
    assert_byline(
        "<div class=byline-wrap><a class=author>ada park</a><i>Contributing Writer</i></div>",
        "ada park",
    );
    assert_byline(
        "<p class=byline>By Ada Park in Oslo and Bo Lind in Bergen",
        "Ada Park, Bo Lind",
    );
    // An agency is the author if there is no person.
    assert_byline("<p class=byline>Reuters", "Reuters");
}

#[test]
fn publication_after_a_name_is_removed() {
    let site = "<meta property=og:site_name content='Harbour Post'>";
    for markup in [
        "<p class=byline>By <b class=author>Ada Park For Harbour Post</b>",
        "<p class=byline>By <b class=author>Ada Park for Harbour Post Sunday</b>",
        "<meta name=author content='Ada Park, Harbour Post'>",
        "<meta name=author content='Ada Park for Harbour Post'>",
    ] {
        assert_eq!(
            byline(&format!("{site}<h1>The lock keeper</h1>{markup}{TEXT}")),
            "Ada Park"
        );
    }
    assert_byline(
        "<p class=byline>By Center for Deep Water",
        "Center for Deep Water",
    );
}

#[test]
fn author_of_a_reviewed_work_is_not_the_author() {
    let book =
        "<div itemprop=itemReviewed itemscope><b>Locks</b> by <i itemprop=author>Bo Lind</i></div>";
    assert_byline(
        &format!("{book}<p>By <span itemprop=author>Ada Park</span></p>"),
        "Ada Park",
    );
}

#[test]
fn organization_names_are_not_split() {
    for name in [
        "Agua y Salud",
        "Harbour en Español",
        "Redactie Kunst en Cultuur",
        "Food and Drug Administration",
    ] {
        assert_byline(&format!("<p class=byline>{name}"), name);
    }
}

#[test]
fn names_are_extracted_from_declared_author_values() {
    for (name, expected) in [
        ("Von Ada Park, dpa", "Ada Park"),
        ("Par Ada Park, avec AFP", "Ada Park"),
        ("Ursula von der Leyen", "Ursula von der Leyen"),
        ("{ 'name': 'Ada Park' }", "Ada Park"),
        ("{ 'url': '/ada' }", ""),
        ("instagram.example/ada.park/", ""),
    ] {
        assert_byline(&format!("<meta name=author content=\"{name}\">"), expected);
    }
    let json = |author: &str| {
        let json = format!("{{\"@type\":\"Article\",\"author\":{author}}}");
        byline(&format!(
            "<script type=application/ld+json>{json}</script><h1>T</h1>"
        ))
    };
    assert_eq!(
        json(r#""{\"@type\":\"Person\",\"name\":\"Ada Park\"}""#),
        "Ada Park"
    );
    assert_eq!(
        json(r#""[{\"name\":\"Ada Park\"},{\"name\":\"Bo Lind\"}]""#),
        "Ada Park, Bo Lind"
    );
}

#[test]
fn quoted_people_are_not_authors() {
    for quote in [
        "<blockquote class=some-embed>The gates are shut. <b class=author>Bo Lind</b></blockquote>",
        "<div class=toot><a class=author href=https://s.example/@bo>Bo Lind</a> The gates are shut.</div>",
        "<div class=x1><b class=author-name>Bo Lind</b> <i>@bo</i> The gates are shut.</div>",
        "<div itemprop=comment><b itemprop=author>Bo Lind</b> The gates are shut.</div>",
    ] {
        assert_byline(&format!("{TEXT}{TEXT}{quote}"), "");
    }
    // A byline may be below a standfirst.
    assert_byline(
        &format!("{TEXT}<div class=author>Ada Park</div>"),
        "Ada Park",
    );
}

#[test]
fn discussion_author_is_the_first_poster() {
    let post =
        |name: &str| format!("<div class=post><p class=author>by <a>{name}</a></p>{TEXT}</div>");
    assert_byline(&(post("ada7") + &post("bo")), "ada7");
    let answer = |name: &str| format!("<li><a rel=author>{name}</a>{TEXT}</li>");
    assert_byline(&(answer("Ada Park") + &answer("Bo Lind")), "Ada Park");
    for last in [
        "<p>Last reply by <a class=username>bo</a> 2 March 2021</p>",
        "<ul><li>Letzter Beitrag: <a class=author>Bo Lind</a></li></ul>",
        "<ul><li><b class=username>Bo Lind</b> reageerde het laatst op 9 mei 2023</li></ul>",
        "<dl><dt>Dernier message par</dt><dd class=author>Bo Lind</dd></dl>",
    ] {
        assert_byline(
            &format!("{last}<div class=post><a class=username>ada7</a>{TEXT}</div>"),
            "ada7",
        );
    }
    for asked in [
        "<div class=card>asked <span>Mar 2, 2021 at 4:15</span> <a href=/u/1>ada7</a></div>",
        "<div class=card>Gefragt am 2.3.2021 um 16:15 <a href=/u/1>ada7</a></div>",
        "<div class=card>asked <i>Mar 2, 2021</i> in <a href=/q/3>Locks</a> by <a href=/u/1>ada7</a></div>",
    ] {
        assert_byline(&format!("{TEXT}{asked}<p>1 answer</p>{TEXT}"), "ada7");
    }
    // Coauthors are named together, or below the text with their roles.
    assert_byline(
        "<p><a rel=author>Ada Park</a>, <a rel=author>Bo Lind</a></p>",
        "Ada Park, Bo Lind",
    );
}

#[test]
fn senders_of_messages_posts_and_releases_are_authors() {
    for markup in [
        "<b>Ada Park</b> <a href=mailto:ada@x.example>ada at x.example</a><br><i>Tue Mar 2 16:15:00 2021</i>",
        "<ul><li><b>From</b>: Ada Park &lt;ada@xxxx&gt;</li><li><b>To</b>: locks@xxxx</li></ul>",
        "<p>Von: \"Ada Park\" &lt;ada@x.example&gt;</p>",
    ] {
        assert_byline(markup, "Ada Park");
    }
    let post = "<meta property=og:title content='Ada Park (@ada@s.example)'><p>The gates are open.";
    assert_eq!(byline(post), "Ada Park");
    let post = "<meta property=og:site_name content='Lock Social'>\
        <meta property=og:title content='Ada Park on Lock Social'><p>The gates are open.";
    assert_eq!(byline(post), "Ada Park");
    let post = "<meta property=og:title content='Ada Park on Locks: “The gates are open”'>";
    assert_eq!(byline(post), "Ada Park");
    assert_eq!(byline(&post.replace(": “", " – ")), "");
    assert_byline(
        "<p><span>2 March 2021 | Source: <a>Lockworks</a></span> <button>Follow</button>",
        "Lockworks",
    );
}

#[test]
fn author_is_found_in_a_line_above_the_title() {
    for above in [
        "<p>Ada Park, 2 March 2021</p>",
        "<p>Ada Park 2 March 2021</p>",
        "<p><a href=/redactie/ada-park>Ada Park</a> | 2 March 2021 | <a href=#r>Reply</a></p>",
        "<div class=teaser-meta><a href=/autor/park>Ada Park</a> / 02.03.2021</div>",
        "<div class=related-head><span>2 March 2021</span> | <span>Ada Park</span></div>",
    ] {
        let html =
            format!("<main><div class=teaser>{above}<h1>The lock keeper</h1></div>{TEXT}{TEXT}");
        assert_eq!(byline(&html), "Ada Park", "{above}");
    }
    for other in [
        "New Haven, 2 March 2021",
        "New Haven 2 March 2021",
        "<a href=/tags/ada-park>Ada Park</a> | 2 March 2021",
    ] {
        let html = format!("<p>{other}</p><h1>The lock keeper</h1>{TEXT}");
        assert_eq!(byline(&html), "", "{other}");
    }
}

#[test]
fn serialized_author_object_yields_its_name() {
    for value in [
        "{'@type': 'Person', 'name': 'Ada Park'}",
        "{@type=Person, name=Ada Park}",
        "{&quot;name&quot;: &quot;Ada Park&quot;, &quot;url&quot;: &quot;/ada&quot;}",
        "[{&quot;name&quot;=>&quot;Ada Park&quot;}]",
    ] {
        let html = format!("<meta name=author content=\"{value}\">");
        assert_eq!(byline(&html), "Ada Park", "{value}");
    }
}

#[test]
fn all_authors_in_a_list_are_found() {
    let list = |second: &str| format!("<ul class=authors><li>Ada Park</li><li>{second}</li></ul>");
    assert_byline(&list("Bo Lind"), "Ada Park, Bo Lind");
    assert_byline(&list("Staff Writer"), "Ada Park");
}

#[test]
fn author_labels_in_many_languages_are_recognized() {
    for line in [
        "作者：Ada Park",
        "文：Ada Park",
        "โดย Ada Park",
        "Του Ada Park, 2.3.2021",
        "Column by Ada Park",
    ] {
        assert_byline(&format!("<p>{line}</p>"), "Ada Park");
    }
}

#[test]
fn site_name_after_a_person_is_not_an_author() {
    let site = "<meta property=og:site_name content='Harbour Post'>";
    let html = format!("{site}<h1>The lock keeper</h1><p>By Ada Park, Harbour Post</p>{TEXT}");
    assert_eq!(byline(&html), "Ada Park");
}

/// The author declared in the head, before the markup of a page.
const DECLARED: &str = "<meta name=author content='Ada Park'>";

#[test]
fn reviewers_and_fact_checkers_are_not_authors() {
    let person = |name: &str| format!("<a href=/author/{}/>{name}</a>", name.len());
    let (ada, bo) = (person("Ada Park"), person("Bo Lind"));
    for other in [
        "Fact checked by:",
        "Reviewed by",
        "Updated by",
        "Fachlich geprüft von",
    ] {
        let meta =
            format!("<div class=byline>{ada}<div class=byline__meta>{other} {bo}</div></div>");
        assert_byline(&meta, "Ada Park");
        assert_byline(
            &format!("<div class=byline>{ada}<br>{other} {bo}</div>"),
            "Ada Park",
        );
    }
    // The role may be next to the name in an image. A line names only the author of the head.
    let both = format!("<p>By Ada Park</p><div class=post-authors>{ada}, {bo}</div>");
    assert_byline(&format!("{DECLARED}{both}"), "Ada Park");
    let second = format!("<p>By Ada Park and Bo Lind</p><div class=post-authors>{ada}, {bo}</div>");
    assert_byline(&format!("{DECLARED}{second}"), "Ada Park, Bo Lind");
}

#[test]
fn line_near_the_title_outranks_an_undisplayed_declared_author() {
    let head = "<meta name=author content='Cy Ray'>";
    assert_byline(&format!("{head}<p>By Ada Park</p>"), "Ada Park");
    assert_byline(
        &format!("{head}<p>By Ada Park</p><p class=author>Cy Ray</p>"),
        "Cy Ray",
    );
}

#[test]
fn account_name_is_spelled_as_on_the_page() {
    let head = "<meta name=author content=adapark>";
    assert_byline(&format!("{head}<p class=author>Ada Park</p>"), "Ada Park");
    assert_byline(&format!("{head}<p class=author>adapark</p>"), "adapark");
    let desk = "<meta name=author content='River Desk'>";
    assert_byline(&format!("{desk}<p class=author>Ada Park</p>"), "Ada Park");
}

#[test]
fn buttons_and_labels_before_email_links_are_not_authors() {
    let share =
        "<p><a href=/l>Link Ed</a> <a href=/t>Twit Ter</a> <a href='mailto:?body=x'>Mail</a>";
    assert_byline(share, "");
    assert_byline(
        "<p>联系版主：<a href=mailto:a@lock.example>a@lock.example</a>",
        "",
    );
    let sender = "<p>Ada Park <a href=mailto:a@lock.example>a@lock.example</a>";
    assert_byline(sender, "Ada Park");
}

#[test]
fn company_beside_a_person_is_not_an_author() {
    let head = "<meta name=author content='Lock Media Inc, Ada Park'>";
    assert_byline(head, "Ada Park");
    assert_byline(
        "<meta name=author content='Lock Media Inc'>",
        "Lock Media Inc",
    );
    assert_byline(
        &format!("{DECLARED}<p class=authors>Ada Park, Guest Columnists"),
        "Ada Park",
    );
}

#[test]
fn a_site_named_after_its_author_outranks_a_guess() {
    let site = "<meta property=og:site_name content='Ada Park'>";
    let guess = "<p>Old Rivers | 2 March 2021";
    let shown = format!("{site}{DECLARED}<p class=author>Ada Park</p>{guess}");
    assert_byline(&shown, "Ada Park");
    assert_byline("<p>2 March 2021 / Living Rivers/Locks", "");
}

#[test]
fn first_name_is_completed_only_by_a_persons_name() {
    let about = |text: &str| {
        format!("<meta name=author content=Linc>{TEXT}<div class=author-bio><p>{text}</p></div>")
    };
    assert_byline(&about("Linc Park keeps the lock."), "Linc Park");
    assert_byline(&about("Linc Admin keeps the lock."), "Linc");
    let site = "<meta property=og:site_name content='Linc Rivers'><meta name=author content=Linc>";
    assert_byline(site, "Linc");
}

#[test]
fn two_first_names_are_authors() {
    let head = "<meta name=author content='Linny and Peter'><p class=author>Linny and Peter</p>";
    assert_byline(
        &format!("{head}<p class=post-author-trip>One Week, Mt. Fuji"),
        "Linny and Peter",
    );
}

#[test]
fn signature_below_the_text_replaces_the_publisher() {
    let page = |end: &str| {
        byline(&format!(
            "<title>The lock keeper</title><meta name=author content='River News Network'>\
             <main><h1>The lock keeper</h1>{TEXT}{TEXT}{TEXT}{end}</main>"
        ))
    };
    assert_eq!(
        page("<p style='text-align:right'><strong>Ada Park</strong>"),
        "Ada Park"
    );
    for end in [
        "<p>Ada Park",
        &format!("<p><b>Ada Park</b>{TEXT}"),
        "<p><b>Read the rules</b>",
    ] {
        assert_eq!(page(end), "River News Network", "{end}");
    }
}

#[test]
fn sections_and_roles_beside_an_author_are_removed() {
    for markup in [
        "<p class=author>Fluss-Experte Ada Park",
        "<p class=author><a href=/category/rivers>Rivers and locks</a> <a href=/ada>Ada Park</a>",
        "<p class=byline>文：Ada Park 发表于 2021-03-02",
    ] {
        assert_byline(markup, "Ada Park");
    }
    assert_byline(
        "<div class=post-byline><ul><li><a href=/tag/rivers>Rivers and locks</a></ul></div>",
        "",
    );
}

#[test]
fn authors_that_head_and_page_agree_on_are_complete() {
    let html = format!(
        "<title>The lock keeper</title><meta name=author content='Ada Park, Bo Lind'>\
         <script type=application/ld+json>{{\"@type\":\"NewsArticle\",\"headline\":\"The lock keeper\",\
         \"author\":{{\"@type\":\"Person\",\"name\":\"Ada Park\"}}}}</script>\
         <main><h1>The lock keeper</h1><div>By</div><ul class=author><li>Ada Park<li>Bo Lind</ul>{TEXT}{TEXT}"
    );
    assert_eq!(byline(&html), "Ada Park, Bo Lind");
}

#[test]
fn member_who_wrote_the_first_post_is_found() {
    let page = |head: &str, below: &str| {
        byline(&format!(
            "<title>The lock keeper</title><main>{head}<h1>The lock keeper</h1>{below}</main>"
        ))
    };
    for below in [
        format!(
            "<p>Added by <a href=/users/8/lock-fan>lock_fan</a> in <a href=/s/1>Rivers</a> <a href=/s/2>Gates</a></p>{TEXT}"
        ),
        format!(
            "<p>Dodała: <a href=/profil/lockfan>lock_fan</a> Dział: <a href=/d/1>Rzeki</a></p>{TEXT}"
        ),
        format!(
            "<article><aside class=sidebar><a href=/user/8-lock-fan/>lock_fan</a></aside>{TEXT}</article>"
        ),
        format!(
            "{TEXT}<div>asked Jun 8, 2021 at 7:12</div><div><a href=/users/8>lock_fan</a></div>\
                 <div>answered Jun 9, 2021</div><div><a href=/users/9/ada>ada</a></div>"
        ),
        format!(
            "<div class=author>gefragt <abbr>8.6.2021</abbr> <a href=/u8>lock_fan</a></div>{TEXT}\
                 <div class=author>beantwortet <abbr>9.6.2021</abbr> <a href=/u9>ada</a></div>"
        ),
        format!("<div class=comment><a class=author href=/lock_fan>lock_fan</a>{TEXT}</div>"),
        // Discuz! has only numbers in the URL.
        format!("<div class=pls><a href=/space-uid-7.html>lock_fan</a></div>{TEXT}"),
        format!("<div><a href='/home.php?mod=space&amp;uid=7'>lock_fan</a></div>{TEXT}"),
    ] {
        assert_eq!(page("", &below), "lock_fan", "{below}");
    }
    let head = "<a href=/users/lock_fan/><span>lock_fan</span></a>";
    assert_eq!(page(head, TEXT), "lock_fan");
    let account = "<a href=/users/login>Log in</a>";
    assert_eq!(page(account, TEXT), "");
}

#[test]
fn sender_of_a_message_is_found_in_its_header_fields() {
    for head in [
        "<ul><li><b>From</b>: Ada Park &lt;<a href='mailto:ada@locks.example'>ada@locks.example</a>&gt;</ul>",
        "<pre>From: Ada Park &lt;ada@locks.example&gt;\nTo: gates@locks.example\nSubject: The lock keeper</pre>",
    ] {
        assert_byline(head, "Ada Park");
    }
}
