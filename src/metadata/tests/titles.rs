//! The title, and texts that could be mistaken for it.

use super::title;

/// Returns a page with this title in the head and this body.
fn page(head: &str, body: &str) -> String {
    format!("<title>{head}</title><main>{body}<p>Text that goes on.")
}

#[test]
fn badges_and_counters_are_removed_from_the_title() {
    for badge in [
        "<span class=badge>New</span>",
        "<sup class='label plus'>Abonnés</sup>",
        "<small class=comment-count>12</small>",
        "<em>Members only</em>",
    ] {
        for head in [
            "Ferry returns to harbour",
            "Ferry returns to harbour | News | Daily Post",
        ] {
            let html = page(head, &format!("<h1>Ferry returns to harbour {badge}</h1>"));
            assert_eq!(title(&html), "Ferry returns to harbour", "{badge}");
        }
    }
    let members = "<h1><span class=k1>会員限定</span>灯台のレンズが岬へ戻る</h1>";
    assert_eq!(
        title(&page("灯台のレンズが岬へ戻る：北浜新聞", members)),
        "灯台のレンズが岬へ戻る"
    );
    let forge = "<h1><a>park</a> / <a>ferry</a> <span class=pill>Archived</span></h1>";
    assert_eq!(title(&page("park/ferry: Boats", forge)), "park / ferry");
    // Other text that is in a title of the head belongs to the title.
    let labeled = "<h1><span class=label>Live</span> Ferry returns</h1>";
    assert_eq!(
        title(&page("Live Ferry returns", labeled)),
        "Live Ferry returns"
    );
}

#[test]
fn author_is_removed_from_the_title() {
    let html = page(
        "Ferry returns  Ada Park",
        "<h1>Ferry returns <i class=author>Ada Park</i></h1>",
    );
    assert_eq!(title(&html), "Ferry returns");
    for author in [
        "<small>by Ada Park</small>",
        "<span>Kolumne von Ada Park</span>",
        "<small>Ada Park, editor</small>",
        "<em>[Ada Park, editor]</em>",
    ] {
        let heading = format!("<h1>Ferry returns to the town {author}</h1>");
        for head in [
            "Ferry returns to the town",
            "Daily Post: Ferry returns to the town",
        ] {
            assert_eq!(title(&page(head, &heading)), "Ferry returns to the town");
        }
    }
}

#[test]
fn invisible_characters_are_removed_from_titles() {
    assert_eq!(title("<h1>Ferry returns\u{200e}</h1>"), "Ferry returns");
    assert_eq!(
        title("<h1>Ferry\u{2060} returns\u{2060}\u{2060}</h1>"),
        "Ferry returns"
    );
}

#[test]
fn section_and_blog_names_are_not_titles() {
    let section = "<h1>HarbourNews | Entry</h1><div>Boats <b>The ferry returns to town</b></div>";
    assert_eq!(
        title(&page("HarbourNews - The ferry returns to town", section)),
        "The ferry returns to town"
    );
    let above = "<h1>News and dates</h1><div><b>The ferry returns to town</b></div>";
    assert_eq!(
        title(&page("The ferry returns to town - Harbour council", above)),
        "The ferry returns to town"
    );
    let above = "<h1>News</h1><div><b>The ferry returns to town</b></div>";
    assert_eq!(
        title(&page(
            "The ferry returns to town | News | Harbour council",
            above
        )),
        "The ferry returns to town"
    );
    let blog = "<meta property=og:title content='The ferry returns to town'>\
        <h1>The ferry returns to town</h1><h3>Boats, Nets and Ropes</h3>";
    let head = "Boats, Nets and Ropes » The ferry returns to town";
    assert_eq!(title(&page(head, blog)), "The ferry returns to town");
}

#[test]
fn brand_in_a_heading_is_not_the_title() {
    let title_of = |heading: &str| {
        let named = "<meta property=og:title content='The ferry returns to town'>";
        title(&page(
            "The ferry returns to town | Quay Works",
            &format!("{named}{heading}"),
        ))
    };
    assert_eq!(title_of("<h1>Quay Works</h1>"), "The ferry returns to town");
    assert_eq!(
        title_of("<h1>Quay Works</h1><h2>The boats</h2>"),
        "The ferry returns to town"
    );
}

#[test]
fn heading_is_the_title_if_the_head_has_only_the_site_name() {
    let named = "<meta property=og:title content=Example><h1>The ferry<br>returns</h1>";
    assert_eq!(title(&page("Example", named)), "The ferry returns");
}

#[test]
fn declared_brand_or_account_is_not_the_title() {
    let head = "The ferry that mends itself while it sails";
    for value in ["Quay Works", "Ada Park (@ada@s.example)"] {
        let html = page(head, &format!("<meta property=og:title content='{value}'>"));
        assert_eq!(title(&html), head, "{value}");
    }
}
