//! What is said in the films and sounds of a page, line by line with times.
//!
//! - `time`: the forms in which times stand on pages and in files.
//! - `cues`: files of timed text that films name (`track`): WebVTT, and SubRip, which it comes from.
//! - `beside`: lists of timed lines that stand on the page.
//!
//! Times are seconds from the beginning of the film.

mod beside;
mod cues;
mod line;
#[cfg(all(test, feature = "html"))]
mod tests;
mod time;

use serde::Serialize;

use crate::page::{Attr, NodeId, NodeSet, Page, Tag};

pub use cues::cues;
pub use line::Line;

/// Films of an article that are looked at, at most.
const MOST_FILMS: usize = 50;

/// Files of one film that are offered, at most.
const MOST_TRACKS: usize = 40;

/// A film or sound of the article and what there is of its words: lines that stand on the page, or else
/// the files that it names.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Transcript {
    /// The film's leaf.
    pub film: u32,
    /// The lines, in the order of their times.
    pub lines: Vec<Line>,
    /// The files of the page's own origin, in the order of the page; empty where there are lines.
    pub tracks: Vec<Track>,
}

/// A file of timed text that a film names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Track {
    /// Its address.
    pub src: String,
    /// What the page calls it; empty where it gives it no name.
    pub label: String,
    /// Its language, as the page has it; empty where it says none.
    pub lang: String,
}

/// Returns what there is of the words of each film in the article, whose leaves are `kept`. Lines that
/// the article itself has are no transcript beside it.
pub fn transcripts(page: &Page, kept: &NodeSet) -> Vec<Transcript> {
    let films = kept.iter().filter(|&leaf| is_film(page, leaf));
    let films: Vec<NodeId> = films.take(MOST_FILMS).collect();
    let lines = beside::lines(page, kept, &films);
    let all = films.into_iter().zip(lines).map(|(film, lines)| {
        let tracks = match lines.is_empty() {
            true => tracks(page, film),
            false => Vec::new(),
        };
        Transcript {
            film: film.0,
            lines,
            tracks,
        }
    });
    all.filter(|found| !found.lines.is_empty() || !found.tracks.is_empty())
        .collect()
}

fn is_film(page: &Page, leaf: NodeId) -> bool {
    let is_player = |(attr, _): (Attr, &str)| matches!(attr, Attr::Videoid | Attr::DataYoutubeId);
    match page.tag(leaf) {
        Tag::Video | Tag::Audio | Tag::Iframe | Tag::Embed | Tag::Object => true,
        Tag::Text => false,
        _ => page.attrs(leaf).any(is_player),
    }
}

/// Returns the files with the words of a film, those of other origins apart.
fn tracks(page: &Page, film: NodeId) -> Vec<Track> {
    let said = |node, attr| page.attr(node, attr).unwrap_or_default().trim().to_owned();
    let tracks = page.descendants(film).filter(|&node| {
        // What has no kind is subtitles, and what has another than these is no text to be read.
        let kind = page.attr(node, Attr::Kind).unwrap_or("subtitles");
        let is_words = ["subtitles", "captions"]
            .iter()
            .any(|words| kind.eq_ignore_ascii_case(words));
        page.tag(node) == Tag::Track && is_words
    });
    let tracks = tracks.map(|node| Track {
        src: said(node, Attr::Src),
        label: said(node, Attr::Label),
        lang: said(node, Attr::Srclang),
    });
    let own = origin(page.url());
    let tracks = tracks.filter(|track| own.is_some() && origin(&track.src) == own);
    let mut found: Vec<Track> = Vec::new();
    for track in tracks.take(MOST_TRACKS) {
        if found.iter().all(|other| other.src != track.src) {
            found.push(track);
        }
    }
    found
}

/// Returns the origin of an address of the web, which the fronts write as browsers do.
fn origin(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let is_web = ["http", "https"].contains(&scheme) && end > 0;
    is_web.then(|| &url[..scheme.len() + 3 + end])
}
