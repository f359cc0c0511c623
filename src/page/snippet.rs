//! Code snippets, recordings and charts that a script of another site inserts.

/// The URLs of such scripts by a part that tells them, each with the part at which the URL of the
/// content's page ends; without it, attributes of the script name the page.
pub(crate) const SNIPPETS: [(&str, Option<&str>); 10] = [
    ("gist.github.com/", Some(".js")),
    ("gitlab.com/snippets/", Some(".js")),
    ("/-/snippets/", Some(".js")),
    ("asciinema.org/a/", Some(".js")),
    ("buzzsprout.com/", Some(".js")),
    ("pastebin.com/embed_js/", Some("")),
    ("jsfiddle.net/", Some("/embed/")),
    ("datawrapper.dwcdn.net/", Some("/embed.js")),
    ("speakerdeck.com/assets/embed", None),
    ("telegram.org/js/telegram-widget", None),
];

/// Returns the URL of the page with the content that a script inserts.
pub(crate) fn snippet_page(src: &str) -> Option<String> {
    let address = src.split(['?', '#']).next()?;
    let (_, end) = SNIPPETS.iter().find(|(part, _)| address.contains(part))?;
    let page = &address[..address.rfind((*end)?)?];
    Some(page.replacen("/embed_js/", "/", 1))
}
