//! Anonymizes URLs part by part, so that equal parts stay equal.

use super::words::Words;
use crate::article::embed;
use crate::url;

/// Maximum characters of a file extension that is kept.
const ENDING: usize = 4;

/// Anonymizes host, path, query and fragment of a URL. Hosts of video players are kept, as are the
/// last label of other hosts and file extensions. Data URLs lose their data.
pub(super) fn replaced(address: &str, words: &mut Words) -> String {
    let Some(scheme) = url::scheme(address) else {
        return path(address, words);
    };
    let after = address.split_once(':').map_or("", |(_, after)| after);
    if scheme == "data" {
        let (kind, data) = after.split_once(',').unwrap_or((after, ""));
        return format!("data:{kind},{}", "A".repeat(data.len()));
    }
    let Some(after) = after.strip_prefix("//") else {
        return format!("{scheme}:{}", words.text(after));
    };
    let (authority, rest) = after.split_at(after.find(['/', '?', '#']).unwrap_or(after.len()));
    let host = host(authority, words);
    format!("{scheme}://{host}{}", path(rest, words))
}

fn host(authority: &str, words: &mut Words) -> String {
    let bare = authority.strip_prefix("www.").unwrap_or(authority);
    if embed::is_known(bare) {
        return authority.to_owned();
    }
    let (named, suffix) = bare.rsplit_once('.').unwrap_or((bare, ""));
    // Both labels of `co.uk`.
    let (named, suffix) = match named.rsplit_once('.') {
        Some((site, second)) if url::is_registry(second) && suffix.len() == 2 => {
            (site, &bare[site.len() + 1..])
        }
        _ => (named, suffix),
    };
    let www = &authority[..authority.len() - bare.len()];
    let dot = if suffix.is_empty() { "" } else { "." };
    format!("{www}{}{dot}{suffix}", words.text(named))
}

/// Anonymizes everything after the host.
fn path(rest: &str, words: &mut Words) -> String {
    let (path, tail) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
    let is_ending = |ending: &str| {
        (1..=ENDING).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    let ending = path
        .rsplit_once('.')
        .filter(|(_, ending)| is_ending(ending));
    let (stem, dot, ending) = ending.map_or((path, "", ""), |(stem, ending)| (stem, ".", ending));
    let stem = words.text(&url::decoded(stem));
    let tail = words.text(&url::decoded(tail));
    let whole = format!("{stem}{dot}{ending}{tail}");
    // White space is escaped, because it would end the URL.
    whole.replace(char::is_whitespace, "%20")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaced_urls_keep_their_common_parts() {
        let mut words = Words::new();
        let mut of = |address: &str| replaced(address, &mut words);
        let page = of("https://www.secret.example/2023/05/17/the-ferry.html");
        assert!(
            page.starts_with("https://www.") && page.ends_with(".html"),
            "{page}"
        );
        assert!(
            !page.contains("secret") && !page.contains("ferry"),
            "{page}"
        );
        assert_eq!(
            of("https://www.secret.example/2023/05/17/the-ferry.html#notes")
                .split('#')
                .next(),
            Some(&*page)
        );
        let other = of("https://shop.secret.example/a?q=ferry");
        assert!(url::same_site(
            url::host(&page).unwrap_or(""),
            url::host(&other).unwrap_or("")
        ));
        let british = of("https://harbour.co.uk/");
        assert!(
            british.ends_with(".co.uk/") && !british.contains("harbour"),
            "{british}"
        );
        let player = of("https://www.youtube.com/embed/abcXYZ123");
        assert!(player.starts_with("https://www.youtube.com/") && !player.contains("abcXYZ"));
        assert_eq!(
            of("data:image/png;base64,iVBORw=="),
            "data:image/png;base64,AAAAAAAA"
        );
        let mail = of("mailto:ada@secret.example");
        assert!(
            mail.starts_with("mailto:") && !mail.contains("ada@"),
            "{mail}"
        );
        assert!(!of("/the%20ferry/%D0%BF%D0%B0%D1%80%D0%BE%D0%BC").contains("ferry"));
        assert!(!of("//secret.example/x").contains("secret"));
    }

    #[test]
    fn url_and_title_get_the_same_replacement_words() {
        let mut words = Words::new();
        let title = words.text("the ferry").replace(' ', "-");
        let page = replaced("https://example.org/the-ferry", &mut words);
        assert!(page.ends_with(&*title), "{page} {title}");
    }
}
