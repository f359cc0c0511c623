//! The authors and the day that a page shows readers, where its head states others.

use super::{of, published};

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
fn a_day_with_a_label_of_changes_is_one_of_a_change() {
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
fn the_day_shown_replaces_another_in_the_head() {
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
fn an_instant_falls_on_the_day_that_its_element_shows() {
    let shown = "<time datetime=2021-03-01T23:30:00Z>2 March 2021</time>";
    assert_eq!(published(&page("", shown)), "2021-03-02");
}
