//! Class names in the embed code of social media posts.

use crate::compact::words;

/// The class names, separated by spaces.
const NAMES: &str = "\
    twitter-tweet twitter-video instagram-media tiktok-embed bluesky-embed mastodon-embed \
    reddit-card reddit-embed-bq text-post-media fb-post fb-video fb-xfbml-parse-ignore \
    tumblr-post imgur-embed-pub";

/// Returns whether the class of a quotation is that of an embedded post of another site.
pub(crate) fn is_post(class: &str) -> bool {
    let mut names = class.split_ascii_whitespace();
    names.any(|name| words::holds(NAMES, name))
}
