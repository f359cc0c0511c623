//! Callouts in the markup of common systems.

use super::{article, html};

/// Enough text for a box not to be the whole article.
fn long() -> String {
    format!(
        "<p>{}</p>",
        "The ferry sails at noon. ".repeat(8).trim_end()
    )
}

/// Returns the Markdown of a box that follows a paragraph.
fn markdown(source: &str) -> String {
    let out = article(&format!("{}{source}", long())).markdown();
    let start = out.find("\n\n").map_or(0, |at| at + 2);
    out[start..].trim_end().to_owned()
}

#[test]
fn callout_type_and_title_are_read_from_every_system() {
    for (source, expected) in [
        // GitHub.
        (
            "<div class='markdown-alert markdown-alert-caution'><p class=markdown-alert-title><svg></svg>Caution</p><p>Mind the step.</p></div>",
            "> [!caution]\n> Mind the step.",
        ),
        // Obsidian Publish, collapsed.
        (
            "<div data-callout=faq data-callout-metadata data-callout-fold='-' class='callout is-collapsible is-collapsed'>\
             <div class=callout-title><div class=callout-icon></div><div class=callout-title-inner>Is it <b>deep</b>?</div></div>\
             <div class=callout-content style='display:none'><p>Mind the step.</p></div></div>",
            "> [!question]- Is it **deep**?\n> Mind the step.",
        ),
        // Docusaurus.
        (
            "<div class='theme-admonition theme-admonition-danger admonition_xJq3 alert alert--danger'>\
             <div class=admonitionHeading_Gvgb><span class=admonitionIcon_Rf37></span>On board</div><div class=admonitionContent_BuS1><p>Mind the step.</p></div></div>",
            "> [!danger] On board\n> Mind the step.",
        ),
        // MkDocs, also collapsed.
        (
            "<div class='admonition abstract'><p class=admonition-title>In short</p><p>Mind the step.</p></div>",
            "> [!abstract] In short\n> Mind the step.",
        ),
        (
            "<details class='admonition example'><summary>Steps</summary><p>Mind the step.</p></details>",
            "> [!example]- Steps\n> Mind the step.",
        ),
        (
            "<details class='callout note' open><summary>Steps</summary><p>Mind the step.</p></details>",
            "> [!note]+ Steps\n> Mind the step.",
        ),
        // Sphinx.
        (
            "<div class='admonition seealso'><p class=admonition-title>See also</p><p>Mind the step.</p></div>",
            "> [!seealso] See also\n> Mind the step.",
        ),
        // VitePress.
        (
            "<div class='info custom-block'><p class=custom-block-title>INFO</p><p>Mind the step.</p></div>",
            "> [!info]\n> Mind the step.",
        ),
        // AsciiDoc.
        (
            "<div class='admonitionblock important'><table><tbody><tr><td class=icon><div class=title>Important</div></td><td class=content>Mind the step.</td></tr></tbody></table></div>",
            "> [!important]\n> Mind the step.",
        ),
        // Starlight.
        (
            "<aside aria-label=Danger class='starlight-aside starlight-aside--danger'><p class=starlight-aside__title aria-hidden=true>Ice</p><div class=starlight-aside__content><p>Mind the step.</p></div></aside>",
            "> [!danger] Ice\n> Mind the step.",
        ),
        // GitBook.
        (
            "<div class='hint hint-warning'><p>Mind the step.</p></div>",
            "> [!warning]\n> Mind the step.",
        ),
        // Quarto.
        (
            "<div class='callout callout-style-default callout-tip callout-titled'><div class='callout-header'><div class=callout-title-container>Shoes</div></div><div class='callout-body-container'><p>Mind the step.</p></div></div>",
            "> [!tip] Shoes\n> Mind the step.",
        ),
        // Bootstrap.
        (
            "<div class='alert alert-info' role=alert>Mind the step.</div>",
            "> [!info]\n> Mind the step.",
        ),
        // Confluence.
        (
            "<div class='confluence-information-macro confluence-information-macro-note'><p class=title>Deck</p><div class=confluence-information-macro-body><p>Mind the step.</p></div></div>",
            "> [!note] Deck\n> Mind the step.",
        ),
        // MediaWiki.
        (
            "<table class='plainlinks metadata ambox ambox-notice' role=presentation><tbody><tr><td class=mbox-image></td><td class=mbox-text>Mind the step.</td></tr></tbody></table>",
            "> [!note]\n> Mind the step.",
        ),
        // Microsoft Learn.
        (
            "<div class=NOTE><p>Note</p><p>Mind the step.</p></div>",
            "> [!note]\n> Mind the step.",
        ),
        // A title in another language is the only evidence.
        (
            "<div class=callout><p><strong>Achtung:</strong></p><p>Mind the step.</p></div>",
            "> [!warning] **Achtung:**\n> Mind the step.",
        ),
        // A type that only this page uses.
        (
            "<div data-callout=Tide><p>Mind the step.</p></div>",
            "> [!tide]\n> Mind the step.",
        ),
        // A sidebar has no type.
        (
            "<div class=infobox><p>Mind the step.</p></div>",
            "> Mind the step.",
        ),
        // Text that only has the name.
        (
            "<div class=question><p>Mind the step.</p></div>",
            "Mind the step.",
        ),
    ] {
        assert_eq!(markdown(source), expected, "from {source}");
    }
}

#[test]
fn callouts_have_a_safe_type_attribute_in_the_article() {
    let note =
        "<div class='admonition bug'><p class=admonition-title>Bug</p><p>Mind the step.</p></div>";
    assert_eq!(
        html(&format!("{}{note}", long())),
        format!(
            "{}<aside class=\"pith-warning\" data-callout=\"bug\"><p class=\"pith-title\">Bug</p><p>Mind the step.</p></aside>",
            long()
        )
    );
    // Values from the page are never copied verbatim.
    let odd = "<div data-callout='x\"><img src=y>' class=callout><p>Mind the step.</p></div>";
    assert!(html(&format!("{}{odd}", long())).contains("data-callout=\"note\""));
}

#[test]
fn a_titled_callout_can_be_the_whole_article() {
    let page = |class: &str, title: &str| {
        format!("<div class='{class}'><p class='{title}'>Note</p><p>Mind the step.</p></div>")
    };
    let markdown = |class, title| article(&page(class, title)).markdown();
    let callout = "> [!note]\n> Mind the step.";
    assert_eq!(
        markdown("admonition", "admonition-title").trim_end(),
        callout
    );
    assert_eq!(markdown("callout", "").trim_end(), callout);
    assert_eq!(
        markdown("note", "title").trim_end(),
        "Note\n\nMind the step."
    );
}
