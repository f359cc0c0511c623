//! Converts the parsed command line to options, or to an error message.

use std::ffi::OsString;
use std::time::Duration;

use clap::ArgMatches;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use pith::methods::Method;
use pith::page::NodeId;
use pith::select::{Level, Override};

use crate::failure::Failure;
use crate::input;
use crate::options::{Format, Options, Rows, WORKER};

/// Returns a command-line error as one sentence.
pub(crate) fn sentence(error: &clap::Error) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        _ => String::new(),
    };
    let (argument, value) = (
        text(ContextKind::InvalidArg),
        text(ContextKind::InvalidValue),
    );
    let option = argument.split(' ').next().unwrap_or_default();
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument} needs a value"),
        ErrorKind::InvalidValue => {
            let known = match error.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(known)) => known.iter().map(String::as_str).collect(),
                _ => Vec::new(),
            };
            let what = option.trim_start_matches("--");
            let known = one_of(&known);
            format!("unknown {what} \"{value}\"; use {known}")
        }
        ErrorKind::ValueValidation => {
            format!(
                "invalid value \"{value}\" for {option}: use a whole number, at least {}",
                least(option)
            )
        }
        ErrorKind::InvalidSubcommand => {
            format!(
                "unknown command \"{}\"",
                text(ContextKind::InvalidSubcommand)
            )
        }
        ErrorKind::MissingSubcommand => "no command given".to_owned(),
        ErrorKind::MissingRequiredArgument if argument.contains("FILE") => {
            "no file given; use - for standard input".to_owned()
        }
        ErrorKind::UnknownArgument => format!("unexpected argument {argument}"),
        ErrorKind::ArgumentConflict => format!("{argument} given more than once"),
        _ => {
            let message = error.render().to_string();
            let line = message.lines().next().unwrap_or_default();
            line.trim_start_matches("error: ").to_owned()
        }
    }
}

fn least(option: &str) -> &'static str {
    match option {
        "--timeout" => "1 second",
        "--memory" => "64 MiB",
        "--jobs" => "1",
        _ => "0",
    }
}

/// Formats names as a choice: `a or b`, `a, b, or c`.
fn one_of(names: &[&str]) -> String {
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    let comma = if others.len() > 1 { "," } else { "" };
    format!("{}{comma} or {last}", others.join(", "))
}

/// Returns the options of a command.
pub(crate) fn options(matches: &ArgMatches) -> Result<Options, Failure> {
    let text = |name| one::<String>(matches, name).cloned();
    let path = |name| one::<OsString>(matches, name).cloned();
    let flag = |name| one::<bool>(matches, name).is_some_and(|&is_set| is_set);
    let mut options = Options {
        url: text("url").map(|url| input::url(&url)).transpose()?,
        method: text("method").and_then(|name| Method::from_name(&name)),
        format: text("format").and_then(|name| Format::from_name(&name)),
        explain: flag("explain"),
        level: text("level").and_then(|name| level(&name)),
        overrides: overrides(matches),
        as_found: flag("as-found"),
        bylines: flag("bylines"),
        save_site_rules: path("save-site-rules"),
        charset: text("charset"),
        sibling: path("sibling"),
        jobs: one::<u32>(matches, "jobs").map(|&jobs| jobs as usize),
        timeout: one::<u64>(matches, "timeout").map(|&seconds| Duration::from_secs(seconds)),
        memory: one::<u32>(matches, "memory").map(|&mib| mib as usize),
        is_worker: flag(WORKER),
        warc: flag("warc"),
        out: path("out"),
        skip_done: flag("skip-done"),
        rows: text("rows")
            .and_then(|name| Rows::from_name(&name))
            .unwrap_or_default(),
        with_title: flag("with-title"),
        with_discussion: flag("with-discussion"),
        front_matter: flag("front-matter"),
        files: many::<OsString>(matches, "files").cloned().collect(),
        images: path("images"),
        ..Options::default()
    };
    // The method determines the format of the file.
    if let Some(file) = path("site-rules") {
        input::site_rules(&mut options, &file)?;
    }
    Ok(options)
}

/// Returns the value of an option; `None` if it isn't set or the command doesn't have it.
fn one<'a, T: Clone + Send + Sync + 'static>(matches: &'a ArgMatches, name: &str) -> Option<&'a T> {
    matches.try_get_one(name).ok().flatten()
}

fn many<'a, T: Clone + Send + Sync + 'static>(
    matches: &'a ArgMatches,
    name: &str,
) -> impl Iterator<Item = &'a T> {
    matches
        .try_get_many(name)
        .ok()
        .flatten()
        .into_iter()
        .flatten()
}

fn level(name: &str) -> Option<Level> {
    Level::ALL.into_iter().find(|level| level.name() == name)
}

/// Returns the overrides of nodes, in order: the last one for a node counts.
fn overrides(matches: &ArgMatches) -> Vec<(NodeId, Override)> {
    let kinds = [
        ("keep", Override::Keep),
        ("drop", Override::Drop),
        ("title", Override::Title),
        ("byline", Override::Byline),
        ("published", Override::Published),
    ];
    let mut choices = Vec::new();
    for (name, choice) in kinds {
        let nodes: Vec<NodeId> = many(matches, name).copied().collect();
        if !nodes.is_empty()
            && let Some(places) = matches.indices_of(name)
        {
            choices.extend(
                places
                    .zip(nodes)
                    .map(|(place, node)| (place, (node, choice))),
            );
        }
    }
    choices.sort_by_key(|&(place, _)| place);
    choices.into_iter().map(|(_, choice)| choice).collect()
}
