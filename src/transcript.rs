//! Transcripts of the videos and audio of a page, line by line with times.
//!
//! - `time`: formats of times on pages and in files.
//! - `cues`: timed text files of a video (`track`): WebVTT, and SubRip, from which it derives.
//! - `beside`: lists of timed lines on the page.
//!
//! Times are seconds from the beginning of the video.

mod beside;
mod cues;
mod line;
#[cfg(test)]
mod tests;
mod time;

use serde::Serialize;

use crate::page::{Attr, NodeId, NodeSet, Page, Tag};

pub use cues::cues;
pub use line::Line;

/// Maximum number of videos of an article.
const MAX_VIDEOS: usize = 50;

/// Maximum number of files of a video.
const MAX_TRACKS: usize = 40;

/// The transcript of a video or audio of the article: lines on the page, or else its timed text
/// files.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Transcript {
    /// The leaf of the video or audio.
    pub video: u32,
    /// The lines, in the order of their times.
    pub lines: Vec<Line>,
    /// The files from the page's origin, in document order; empty if there are lines.
    pub tracks: Vec<Track>,
}

/// A timed text file of a video.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Track {
    /// Its URL.
    pub src: String,
    /// Its label; empty if it has none.
    pub label: String,
    /// Its language as declared by the page; empty if it has none.
    pub lang: String,
}

/// Returns the transcripts of the videos and audio in the article, whose leaves are `kept`. Lines
/// in the article itself don't count as its transcript.
pub fn transcripts(page: &Page, kept: &NodeSet) -> Vec<Transcript> {
    let videos = kept.iter().filter(|&leaf| is_video(page, leaf));
    let videos: Vec<NodeId> = videos.take(MAX_VIDEOS).collect();
    let lines = beside::lines(page, kept, &videos);
    let all = videos.into_iter().zip(lines).map(|(video, lines)| {
        let tracks = match lines.is_empty() {
            true => tracks(page, video),
            false => Vec::new(),
        };
        Transcript {
            video: video.0,
            lines,
            tracks,
        }
    });
    all.filter(|found| !found.lines.is_empty() || !found.tracks.is_empty())
        .collect()
}

fn is_video(page: &Page, leaf: NodeId) -> bool {
    let is_player = |(attr, _): (Attr, &str)| matches!(attr, Attr::Videoid | Attr::DataYoutubeId);
    match page.tag(leaf) {
        Tag::Video | Tag::Audio | Tag::Iframe | Tag::Embed | Tag::Object => true,
        Tag::Text => false,
        _ => page.attrs(leaf).any(is_player),
    }
}

/// Returns the timed text files of a video from the page's origin.
fn tracks(page: &Page, video: NodeId) -> Vec<Track> {
    let value = |node, attr| page.attr(node, attr).unwrap_or_default().trim().to_owned();
    let tracks = page.descendants(video).filter(|&node| {
        // The default kind is subtitles. Other kinds aren't text to read.
        let kind = page.attr(node, Attr::Kind).unwrap_or("subtitles");
        let is_words = ["subtitles", "captions"]
            .iter()
            .any(|words| kind.eq_ignore_ascii_case(words));
        page.tag(node) == Tag::Track && is_words
    });
    let tracks = tracks.map(|node| Track {
        src: value(node, Attr::Src),
        label: value(node, Attr::Label),
        lang: value(node, Attr::Srclang),
    });
    let own = origin(page.url());
    let tracks = tracks.filter(|track| own.is_some() && origin(&track.src) == own);
    let mut found: Vec<Track> = Vec::new();
    for track in tracks.take(MAX_TRACKS) {
        if found.iter().all(|other| other.src != track.src) {
            found.push(track);
        }
    }
    found
}

/// Returns the origin of a web URL, in the form used by browsers.
fn origin(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let is_web = ["http", "https"].contains(&scheme) && end > 0;
    is_web.then(|| &url[..scheme.len() + 3 + end])
}
