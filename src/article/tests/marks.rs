//! Marks for style sheets.

use super::{article, html};

const SENTENCE: &str =
    "The ferryman came back before anybody had missed him, and the umbrella was dry. ";

/// Returns enough paragraphs to follow a standfirst.
fn text() -> String {
    format!("<p>{}</p>", SENTENCE.repeat(3)).repeat(3)
}

#[test]
fn standfirsts_are_marked_if_emphasized_or_named() {
    let marked = |first: &str| html(&format!("{first}{}", text())).contains("pith-lead");
    assert!(marked(&format!("<p><big>{SENTENCE}</big></p>")));
    assert!(marked(&format!("<p><b>{SENTENCE}</b></p>")));
    assert!(marked(&format!(
        "<p class=article__standfirst>{SENTENCE}</p>"
    )));
    assert!(marked(&format!(
        "<figure><img src=a.jpg></figure><div class=lead><p>{SENTENCE}</p></div>"
    )));
    assert!(!marked(&format!("<p>{SENTENCE}</p>")));
    assert!(!marked(&format!("<p><b>LONDON</b> {SENTENCE}</p>")));
    assert!(!marked("<p><big>Too short.</big></p>"));
    // The name of an element around the whole text doesn't apply to the first paragraph.
    assert!(!html(&format!("<div class=lead>{}</div>", text())).contains("pith-lead"));
}

#[test]
fn images_before_most_of_the_text_are_opening_images() {
    let figure = "<figure><img src=a.jpg></figure>";
    let opening = "<figure class=\"pith-opening\">";
    assert!(html(&format!("{figure}{}", text())).starts_with(opening));
    assert!(html(&format!("<p>{SENTENCE}</p>{figure}{}", text())).contains(opening));
    assert!(!html(&format!("{}{figure}<p>{SENTENCE}</p>", text())).contains(opening));
}

#[test]
fn icons_are_not_figures_and_image_lists_are_galleries() {
    let icon = "<img src=a.png width=48 height=48>";
    assert!(html(&format!("{}<figure>{icon}</figure>", text())).contains("<p><img"));
    let large = "<img src=a.jpg width=480 height=320>";
    assert!(html(&format!("{}<figure>{large}</figure>", text())).contains("<figure><img"));
    assert!(html(&format!("<ul><li>{large}</li><li>{large}</li></ul>")).contains("pith-gallery"));
    assert!(!html(&format!("<ul><li>{icon} one</li><li>two</li></ul>")).contains("pith-gallery"));
    let caption =
        format!("<figure>{large}<figcaption><ul><li>One caption</li></ul></figcaption></figure>");
    assert!(html(&caption).contains("pith-gallery"));
}

#[test]
fn only_cjk_blocks_without_code_are_justified() {
    let line = "每逢星期三晚上七点，老茶馆里的灯就亮了。";
    let justified = |markup: &str| article(markup).is_justified();
    assert!(justified(&format!("<p>{line}</p>")));
    assert!(justified(&format!("<p>{line}Git 2.0</p>")));
    assert!(!justified(&format!("<p>{line}<code>git rebase</code></p>")));
    assert!(!justified(&format!("<p>用 {SENTENCE}</p>")));
    assert!(!justified(&format!("<h2>{line}</h2>")));
    // The class for the majority isn't written on each block.
    let (plain, code) = (
        format!("<p>{line}</p>"),
        "<p>用 <code>git rebase</code></p>",
    );
    let chinese = html(&format!("{plain}{plain}{code}"));
    assert_eq!(chinese.matches("class=").count(), 1, "{chinese}");
    assert!(chinese.contains("<p class=\"pith-ragged\">用"));
    let english = html(&format!("{}{plain}", text()));
    assert_eq!(english.matches("class=").count(), 1, "{english}");
    assert!(english.contains("pith-justified"));
}

#[test]
fn sentences_in_the_other_direction_have_a_dir_attribute() {
    let arabic = "صاروا يأتون بعد العشاء إلى المكتبة التي تفوح منها رائحة السمسم";
    let mixed = html(&format!(
        "<body dir=rtl><p>{arabic}</p><p>{SENTENCE}</p><p>USB {arabic}</p><ul><li>Adobe</li></ul>"
    ));
    assert_eq!(mixed.matches("dir=\"ltr\"").count(), 1, "{mixed}");
    assert!(mixed.contains("<p dir=\"ltr\">The ferryman"), "{mixed}");
    let quoted = html(&format!(
        "<p>{SENTENCE}</p><blockquote><p>{arabic}</p></blockquote>"
    ));
    assert!(quoted.contains("<p dir=\"rtl\">"), "{quoted}");
}

#[test]
fn signatures_are_distinguished_from_terms_and_headings() {
    for (source, marked) in [
        // Sphinx, rustdoc, Javadoc, and ExDoc.
        (
            "<dl><dt class='sig sig-object py' id=quay.moor><span class='sig-prename descclassname'><span class=pre>quay.</span></span>\
             <span class='sig-name descname'><span class=pre>moor</span></span><span class=sig-paren>(</span><em class=sig-param>boat</em>\
             <span class=sig-paren>)</span></dt><dd><p>Ties a boat to its ring.</p></dd></dl>",
            "<dl><dt class=\"pith-signature\">quay.moor(<em>boat</em>)</dt><dd>Ties a boat to its ring.</dd></dl>",
        ),
        (
            "<section><h4 class=code-header>pub fn moor(boat: &amp;Boat)</h4></section>",
            "<h4 class=\"pith-signature\">pub fn moor(boat: &amp;Boat)</h4>",
        ),
        (
            "<div class=member-signature><span class=modifiers>public</span> <span class=return-type>void</span> \
             <span class=element-name>moor</span><span class=parameters>(Boat boat)</span></div>",
            "<p class=\"pith-signature\">public void moor(Boat boat)</p>",
        ),
        (
            "<h1 class=signature>moor(boat)</h1>",
            "<h1 class=\"pith-signature\">moor(boat)</h1>",
        ),
        // Text marked as code, prose, and a user's signature in a forum.
        (
            "<dl><dt class='sig sig-object'><code>moor</code> and more</dt><dd>Ties.</dd></dl>",
            "<dl><dt><code>moor</code> and more</dt><dd>Ties.</dd></dl>",
        ),
        (
            "<div class=sig><p>Ties a boat to its ring.</p></div>",
            "<p>Ties a boat to its ring.</p>",
        ),
        (
            "<div class=signature>Sent from the quay.</div>",
            "<p>Sent from the quay.</p>",
        ),
    ] {
        assert_eq!(html(source).replace('\n', ""), marked, "from {source}");
    }
}
