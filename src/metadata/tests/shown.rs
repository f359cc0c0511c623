//! Authors and dates visible on the page that differ from those in the head.

use super::{byline, of, published};

/// A paragraph of running text.
const TEXT: &str = "<p>The lock keeper opens the gates twice a day, in the morning for the barges that \
    carry gravel down to the city and in the evening for the few boats that come back empty.</p>";

/// Returns a page with the head and the markup between title and text.
fn page(head: &str, markup: &str) -> String {
    format!(
        "<title>The lock keeper</title>{head}\
         <main><h1>The lock keeper</h1>{markup}{TEXT}{TEXT}"
    )
}

/// Returns JSON-LD of an article with these members.
fn json_ld(members: &str) -> String {
    format!("<script type=application/ld+json>{{\"@type\":\"NewsArticle\",{members}}}</script>")
}

#[test]
fn displayed_person_replaces_a_declared_organization() {
    let shown = "<p class=author>Ada Park";
    for head in [
        "<meta name=author content='Waterways Foundation'>",
        "<meta name=author content='Lock Works GmbH'>",
        "<meta name=author content='Office for locks and weirs'>",
        "<meta name=author content='Editorial Team'>",
        &json_ld("\"author\":\"Institute of Waterways\""),
    ] {
        assert_eq!(byline(&page(head, shown)), "Ada Park", "{head}");
        let credit = format!("{TEXT}<p>Autorin: Ada Park, Projektleiterin");
        assert_eq!(byline(&page(head, &credit)), "Ada Park", "{head}");
        assert_ne!(byline(&page(head, "<p>Ada Park rows")), "", "{head}");
    }
    let person = "<meta name=author content='Bo Lind'>";
    assert_eq!(byline(&page(person, shown)), "Bo Lind");
}

#[test]
fn byline_replaces_an_undisplayed_declared_author() {
    let shown = "<p class=author>Ada Park</p><p class=author>Ada Park</p><p>By Ada Park";
    for head in [
        json_ld("\"author\":{\"name\":\"Bo Lind\"}"),
        "<meta name=author content='Bo Lind'>".to_owned(),
    ] {
        assert_eq!(byline(&page(&head, shown)), "Ada Park");
        assert_eq!(byline(&page(&head, "<p>By Ada Park")), "Ada Park");
        let marked = "<p class=author>Ada Park";
        assert_eq!(byline(&page(&head, marked)), "Bo Lind");
        let both = format!("{shown}<p rel=author class=author>Bo Lind");
        assert_eq!(byline(&page(&head, &both)), "Ada Park, Bo Lind");
    }
}

#[test]
fn displayed_coauthors_are_added_to_the_declared_author() {
    let head = "<meta name=author content='Ada Park'>";
    assert_eq!(
        byline(&page(head, "<p class=author>Ada Park, Bo Lind")),
        "Ada Park, Bo Lind"
    );
    for other in ["Edited by", "Medically reviewed by:", "Contributions from:"] {
        let shown =
            format!("<p class=author>Ada Park</p><p>{other} <a class=author href=/bo>Bo Lind</a>");
        assert_eq!(byline(&page(head, &shown)), "Ada Park", "{other}");
    }
}

#[test]
fn declared_account_name_stays_if_displayed() {
    let head = json_ld("\"author\":\"adapark7\"");
    let shown = "<span class=username>adapark7</span><div class=author>Bo Lind</div>";
    assert_eq!(byline(&page(&head, shown)), "adapark7");
    let name = "<div class=author>Ada Park</div>";
    assert_eq!(byline(&page(&head, name)), "Ada Park");
    // A guess doesn't replace it.
    assert_eq!(
        byline(&page(&head, "<p>Water Levels | 2 March 2021")),
        "adapark7"
    );
}

#[test]
fn first_name_is_completed_from_the_author_bio() {
    let head = json_ld("\"author\":\"Ada\"");
    for shown in [
        "<div class=author-bio><p>Ada Park lives by the river.</div>",
        "<div class=author-bio><p>Ada Park – lock keeper</div>",
    ] {
        assert_eq!(byline(&page(&head, shown)), "Ada Park");
    }
    for other in [
        "<p>Ada Park was the first.",
        "<div class=author-bio><p>Ada lives by the river.</div>",
        "<div class=author-bio><p>Ada Park rows.</p><p>Ada Lind rows.</div>",
    ] {
        assert_eq!(byline(&page(&head, other)), "Ada", "{other}");
    }
}

#[test]
fn publisher_and_section_in_an_author_element_are_ignored() {
    for other in [
        "<span itemprop=publisher itemscope><span itemprop=name>Harbour Post</span></span>",
        "<ul><li itemprop=itemListElement><a itemprop=name>Rivers</a></ul>",
    ] {
        let shown = format!("<p class=author><b itemprop=author>Ada Park</b> / {other}");
        assert_eq!(byline(&page("", &shown)), "Ada Park", "{other}");
    }
}

#[test]
fn replies_in_nested_articles_do_not_set_author_or_date() {
    let reply = "<article itemscope itemtype='https://schema.org/Comment'>\
                 <b itemprop=author>Bo Lind</b><time datetime=2021-03-04>4 March 2021</time></article>";
    let starter = "<span class=username>ada7</span> <time datetime=2021-03-02>2 March 2021</time>";
    let page = page("", &format!("{starter}{TEXT}{reply}"));
    assert_eq!(byline(&page), "ada7");
    assert_eq!(published(&page), "2021-03-02");
}

#[test]
fn date_labeled_as_updated_is_the_modified_date() {
    for shown in [
        "<p class=date>Updated on March 2, 2021",
        "<p>Last updated: <time datetime=2021-03-02>2 March 2021</time>",
        "<p>Updated <time datetime=2021-03-02>3 years ago</time>",
        "<p>Last updated</p><p class=date>March 2, 2021",
        "<p>Last updated</p><p>March 2, 2021",
    ] {
        let found = of(&page("", shown));
        assert_eq!(found.published, None, "{shown}");
        assert_eq!(found.modified.as_deref(), Some("2021-03-02"), "{shown}");
    }
    let both = "<p>1 March 2021 – updated <time datetime=2021-03-02>2 March 2021</time>";
    assert_eq!(published(&page("", both)), "2021-03-01");
    let title = page("", "<p class=date>2 March 2021").replace("The lock", "Updated: the lock");
    assert_eq!(published(&title), "2021-03-02");
}

#[test]
fn displayed_day_replaces_a_different_declared_day() {
    let head = json_ld("\"datePublished\":\"2021-03-01\"");
    let shown = "<p>2 March 2021";
    assert_eq!(published(&page(&head, shown)), "2021-03-02");
    assert_eq!(
        published(&page(&head, "<p>Updated 2 March 2021")),
        "2021-03-01"
    );
    let changed = json_ld("\"datePublished\":\"2021-03-01\",\"dateModified\":\"2021-03-02\"");
    assert_eq!(published(&page(&changed, shown)), "2021-03-01");
    let exact = json_ld("\"datePublished\":\"2021-03-01T19:30:00+02:00\"");
    assert!(published(&page(&exact, shown)).starts_with("2021-03-01"));
    let both = format!("{shown}<p>Published: 1 March 2021");
    assert_eq!(published(&page(&head, &both)), "2021-03-01");
}

#[test]
fn displayed_day_wins_over_the_datetime_attribute() {
    let shown = "<time datetime=2021-03-01T23:30:00Z>2 March 2021</time>";
    assert_eq!(published(&page("", shown)), "2021-03-02");
}
