//! The date of an article, and dates of other things on its page.

use super::published;

/// A paragraph of running text.
const TEXT: &str = "<p>The lock keeper opens the gates twice a day, in the morning for the barges that \
    carry gravel down to the city and in the evening for the few boats that come back empty.</p>";

/// Checks the date of a page with the markup between title and text.
fn assert_day(lang: &str, markup: &str, expected: &str) {
    let html = format!(
        "<html lang={lang}><title>The lock keeper</title><main><h1>The lock keeper</h1>{markup}{TEXT}"
    );
    let found = published(&html);
    assert_eq!(found.get(..10).unwrap_or(&found), expected, "{markup}");
}

#[test]
fn dates_in_rare_formats_are_read() {
    for (lang, markup) in [
        ("de", "<p>von Ada Park, 2.3.21"),
        ("de", "<p>Ada Park | 2.3.21"),
        ("fr", "<p>par Ada Park, le 2/3/21 à 18 h 05"),
        (
            "zh",
            "<div><b><em>2021</em></b><b><em>03</em>/<em>02</em></b><i>09:15:32</i></div>",
        ),
        ("ar", "<p>تم نشره الثلاثاء 2 آذار / مارس 2021"),
        ("ar", "<p>2 آذار (مارس) 2021"),
        ("en", "<div><b>MAR</b><i>02</i><u>2021</u></div>"),
        (
            "en",
            "<div class=cal><span>2</span><span>Mar 2021</span></div>",
        ),
        ("lt", "<p>2021 m. kovo 2 d."),
        ("lv", "<p>2021. gada 2. marts"),
        ("eu", "<p>2021eko martxoaren 2a"),
        ("ka", "<p>2 მარტი, 2021"),
        ("bn", "<p>২ মার্চ ২০২১"),
        ("fa", "<p>۱۲ اسفند ۱۳۹۹"),
        ("zh", "<p>二〇二一年三月二日"),
        ("th", "<p>2 มี.ค. 2564"),
        ("ur", "<p>2 مارچ 2021"),
        ("th", "<p>2 มีนาคม พ.ศ. 2564"),
        ("vi", "<p>2 tháng 3, 2021"),
        ("en", "<x-time data-datetime=2021-03-02>last year</x-time>"),
        ("en", "<abbr title=2021-03-02T16:15:00Z>3 years ago</abbr>"),
        (
            "en",
            "<local-time datetime=2021-03-02T16:15:00Z>Mar 2</local-time>",
        ),
        ("de", "<span data-timestamp=1614700800>vor 3 Jahren</span>"),
        ("fr", "<a title='mardi 2 mars 2021'>il y a 3 ans</a>"),
        (
            "en",
            "<span class=timeago title='Tue, 02 Mar 2021 16:15:00 +0000'>3 years ago</span>",
        ),
    ] {
        assert_day(lang, markup, "2021-03-02");
    }
    for markup in [
        "<p>Lockworks 2.3.21",
        "<p>Version 2.3.21 of the gates",
        "<a title='The gates of 2 March 2021'>Gates</a>",
        "<div><b>MAR</b><i>02</i></div>",
        "<p><span class=date>2025/01</span> <b>2</b> <i>Posts</i></p>",
    ] {
        assert_day("en", markup, "");
    }
}

#[test]
fn dates_in_small_print_and_custom_code_are_read() {
    for markup in [
        "<span class='divider caption-with-letter-spacing' itemprop=datePublished>\
         <time datetime=2021-03-02T16:13:00Z>March 2, 2021</time></span>",
        "<p class=text-caption>2 March 2021",
        "<div class=w-embed><b>By <a href=/team/ada>Ada Park</a></b> - Mar 2, 2021</div>",
    ] {
        assert_day("en", markup, "2021-03-02");
    }
}

#[test]
fn date_of_a_change_is_not_the_published_one() {
    let line =
        "<p>25/6/2022, 08:30 Cập nhật lúc <time datetime=2023-09-14>10:05 ngày 14/9/2023</time>";
    assert_day("vi", line, "2022-06-25");
    let age = "<p>Added by Ada Park <a title='2021-03-02 14:05' href=/log>over 5 years</a> ago";
    assert_day("en", age, "2021-03-02");
}

#[test]
fn date_of_the_post_that_the_page_shows_is_read() {
    let post = format!(
        "<div class=tweet><div class=tweet-date><a title='Mar 2, 2021'>2 Mar</a></div>{TEXT}{TEXT}</div>"
    );
    assert_day("en", &post, "2021-03-02");
}

#[test]
fn dates_of_other_articles_are_ignored() {
    let other = "<a href=/bridge>The bridge that would not open</a>";
    for markup in [
        format!("<ul><li>{other} 2 March 2021<li>{other} 3 March 2021</ul>"),
        format!(
            "<div itemscope itemtype=https://schema.org/NewsArticle>\
             <meta itemprop=datePublished content=2021-03-02>{other}</div>"
        ),
        format!("<div><h3>Mehr zum Thema</h3><span>2.3.2021</span> {other}</div>"),
    ] {
        assert_day("en", &format!("{TEXT}{markup}"), "");
    }
}

#[test]
fn unrelated_dates_are_ignored() {
    for markup in [
        "<p>Mindesthaltbarkeitsdatum: 02.03.2021",
        "<p>Best before: 2 March 2021",
        "<dl><dt>Erstzulassung<dd>02.03.2021</dl>",
        "<p>Date limite de consommation : 2 mars 2021",
        "<p>© 2 March 2021 Lockworks",
        "<p>Deadline: 2 March 2021",
        "<p>賞味期限：2021年3月2日",
        "<figure><img src=a.jpg><figcaption>The gates, 2 March 2021</figcaption></figure>",
    ] {
        assert_day("en", markup, "");
    }
    let after = |other: &str| format!("{TEXT}{TEXT}{other}{TEXT}");
    for other in [
        "<blockquote>Shut again. — Bo (@bo) <a href=https://s.example/1>2 March 2021</a></blockquote>",
        "<div class=tweet>Shut again. <time datetime=2021-03-02>2 Mar</time></div>",
        "<div class=x1>Shut again. <time datetime=2021-03-02>2 Mar</time></div>",
        "<div itemscope itemtype=https://schema.org/Event><time datetime=2021-03-02>2 Mar</time></div>",
    ] {
        assert_day("en", &after(other), "");
    }
}

#[test]
fn date_of_a_related_story_is_ignored() {
    for other in [
        "<section><h2>Keep reading</h2><a href=/x>Gates <time datetime=2023-01-05>5 Jan</time></a></section>",
        "<div><h3>À lire aussi</h3><p><a href=/x>Gates</a> <time class=published datetime=2023-01-05></time></div>",
        "<ul><li><a href=/x>The gates of the north fall</a> <time datetime=2023-01-05></time>\
         <li><a href=/y>The gates of the south fall</a> <time datetime=2023-01-06></time></ul>",
        "<a href=/x><h3>The gates of the north</h3><span class=publish-date>5 January 2023</span></a>",
    ] {
        assert_day(
            "en",
            &format!("<p>2 March 2021</p>{TEXT}{other}"),
            "2021-03-02",
        );
    }
}

#[test]
fn label_may_be_in_the_preceding_cell() {
    let text = format!("{TEXT}{TEXT}");
    for facts in [
        "<aside><table><tr><th>Published<td>2 March 2021<tr><th>Words<td>240</table></aside>",
        "<dl><dt>Erschienen<dd>02.03.2021</dl>",
        "<ul class=sidebar><li>Date de publication</li><li>2 mars 2021</li></ul>",
    ] {
        assert_day("de", &format!("{text}</main>{facts}<main>"), "2021-03-02");
    }
    let two = "<aside><p>Published<p>2 March 2021<p>Published<p>3 March 2021</aside>";
    assert_day("en", &format!("{text}</main>{two}<main>"), "");
}

#[test]
fn day_month_order_follows_the_displayed_date() {
    for (head, shown) in [
        ("03/02/2021 10:00:00", "<p>Erstellt am: 02.03.2021"),
        ("03/02/2021", "<p>Stand: 2. März 2021"),
        ("02/03/2021", "<p>2. März 2021"),
    ] {
        assert_day(
            "de",
            &format!("<meta name=date content='{head}'>{shown}"),
            "2021-03-02",
        );
    }
    // A value that can't be an error is accepted.
    assert_day(
        "de",
        "<meta name=date content=2021-02-03><p>02.03.2021",
        "2021-02-03",
    );
}

#[test]
fn update_date_is_not_the_publication_date() {
    for markup in [
        "<p><span>02.03.2021</span> <span>(Update: 05.04.2022)</span>",
        "<p>2 March 2021, edited 5 April 2022",
        "<p>2 mars 2021 - dernière mise à jour le 5 avril 2022",
    ] {
        assert_day("de", markup, "2021-03-02");
    }
}

#[test]
fn date_in_the_footer_of_the_only_post_is_found() {
    let post = |times: usize| {
        let time = "<footer class=x-footer><a href=/p/1><time datetime=2024-02-03T09:00Z>9:00</time></a></footer>";
        let post = format!("<article><p>The gates are open. {time}</article>");
        format!(
            "<meta property=og:title content='Ada Park (@ada@s.example)'>{}",
            post.repeat(times)
        )
    };
    assert_eq!(published(&post(1)), "2024-02-03T09:00:00Z");
    assert_eq!(published(&post(2)), "");
}

#[test]
fn date_of_an_accounts_first_post_in_its_thread_is_found() {
    let post = |day: u32| {
        format!(
            "<div class=status><div><strong>Ada Park</strong> <time datetime=2024-02-0{day}>{day} Feb</time>\
             </div><div class=content>{TEXT}</div><div>3 Boost Favourite</div></div>"
        )
    };
    let head = "<meta property=og:title content='Ada Park (@ada@s.example)'>";
    let thread = [post(2), post(3), post(4)].concat();
    assert_eq!(published(&format!("{head}{thread}")), "2024-02-02");
}
