//! The commands and their options, in one table: what is read of the command line, the help, the
//! completions and the manual page all come from it.

use std::ffi::OsString;
use std::io::Write;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use pith::methods::{Learnt, Method};
use pith::page::NodeId;
use pith::select::{Level, SiteRules, Wish};

use crate::batch::Rows;
use crate::extract::Format;
use crate::{Failure, batch, extract, input, one_of, scores};

/// Options of the command line; each command takes those it knows and leaves the rest empty.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) url: Option<String>,
    pub(crate) method: Option<Method>,
    pub(crate) format: Option<Format>,
    pub(crate) explain: bool,
    pub(crate) level: Option<Level>,
    pub(crate) wishes: Vec<(NodeId, Wish)>,
    pub(crate) as_found: bool,
    pub(crate) site: SiteRules,
    pub(crate) bylines: bool,
    pub(crate) remember: Option<OsString>,
    pub(crate) charset: Option<String>,
    pub(crate) sibling: Option<OsString>,
    pub(crate) jobs: Option<usize>,
    pub(crate) timeout: Option<Duration>,
    /// MiB
    pub(crate) memory: Option<usize>,
    pub(crate) is_worker: bool,
    pub(crate) warc: bool,
    pub(crate) out: Option<OsString>,
    pub(crate) skip_done: bool,
    pub(crate) rows: Rows,
    pub(crate) with_title: bool,
    pub(crate) with_discussion: bool,
    pub(crate) front_matter: bool,
    pub(crate) learnt: Learnt,
    pub(crate) files: Vec<OsString>,
    pub(crate) pictures: Option<OsString>,
}

const EXTRACT: &str = "\
FILE is HTML, a recorded snapshot or a report of a wrong page, plain or packed by gzip or zstd; - is \
standard input. Of a report the article is printed as it was put right. Of several files --format \
epub makes one book, with a chapter for each.";

const BATCH: &str = "\
Each line is an object {\"id\", \"html_path\" or \"snapshot_path\", \"sibling_path\", \"url\", \
\"charset\"}, and each row, in the same order, {\"id\", \"text\", \"title\", \"author\", \"date\", \
\"html\", \"ms\"}, or {\"id\", \"error\"} for a page that cannot be read, takes too long or needs too much memory. Where \
--format says text, html or markdown, only that is in the row, under its name. sibling_path is for \
tsrec, which needs it; it, url and charset may be left out; ms is the time for parsing, detection \
and rendering, without reading the file.

With --warc the files are WARC: a row for each HTML response, under its record's identifier, with \
\"url\", \"fetched\" and \"lang\"; and one with \"error\" for each record that is cut or damaged. \
Without FILE standard input is read. All may be packed by gzip or zstd.";

const CODES: &str = "\
It ends with 0 where all was read and written, even if pages had errors, which stand in their rows; \
with 1 where the page, a file or the output is at fault; with 2 where the command line is.";

/// Returns the table.
pub(crate) fn command() -> Command {
    let extract = Command::new("extract")
        .about("Print the article of a page")
        .after_help(EXTRACT)
        .args([
            url(),
            method(),
            sibling(),
            site_rules(),
            named("format", "FORMAT", &Format::names()).help("The form of the article"),
            front_matter(),
            file("pictures", "DIR").help(
                "Put into a document or a book the pictures of the article that lie in DIR, under \
                 the last part of their addresses, as browsers save them with a page",
            ),
            with_title(),
            flag("with-discussion").help(
                "Put what people say about the article below it, in threads; a page that is a \
                 discussion gives what they say in any case",
            ),
            flag("explain").help(
                "Instead of the article, print a line per value found for title, byline, dates \
                 and site: taken (+) or not (-), by which rule; and a line per block of the page: \
                 kept or not, which rules decided, the logit and what moved it most, its text",
            ),
            named("level", "LEVEL", &Level::ALL.map(Level::name)).help(
                "How much of the column is kept: strictly the article, what is found \
                     (default), with captions, boxes and notes, or everything in it",
            ),
            node("keep").help(
                "Keep what stands at a node, which --format json names under removed; any number \
                 of times, as is --drop",
            ),
            node("drop").help("Leave out what stands at a node"),
            node("title").help("Take what stands at a node for the title"),
            node("byline").help("Take what stands at a node for the authors"),
            node("published").help("Take what stands at a node for the date"),
            flag("bylines").help("Keep bylines and dates: on this site they are part of the text"),
            file("remember", "FILE").help(
                "Write what --keep, --drop and --bylines say into a file as rules for other pages \
                 of the site, after those that --site-rules gives",
            ),
            flag("as-found").help(
                "Of a report, leave out what was remembered of its site and said of its page",
            ),
            charset(),
            files().num_args(1..).required(true),
        ]);
    let batch = Command::new("batch")
        .about("Read many pages, and write a row for each")
        .after_help(BATCH)
        .args([
            flag("warc").help("Read WARC files, as crawls keep pages"),
            file("out", "FILE").help(
                "Write there and not to standard output: beside it until all is done, packed where \
                 its name ends in .gz or .zst",
            ),
            flag("skip-done")
                .help("Go on with what a run that was ended left of --out, and add what it lacks"),
            named("rows", "FORM", &Rows::names())
                .help("Objects, or a record of text for each article of WARC files"),
            method(),
            Arg::new("jobs")
                .long("jobs")
                .value_name("N")
                .value_parser(value_parser!(u32).range(1..))
                .help("Pages at once (default: one per processor)"),
            Arg::new("timeout")
                .long("timeout")
                .value_name("SECONDS")
                .value_parser(value_parser!(u64).range(1..))
                .help("Time for each page, after which it is an error (default: 30)"),
            Arg::new("memory")
                .long("memory")
                .value_name("MIB")
                .value_parser(value_parser!(u32).range(64..))
                .help("Memory for each page, beyond which it is an error (default: 2048)"),
            flag(batch::WORKER).hide(true),
            site_rules(),
            named("format", "FORMAT", &["text", "html", "markdown"])
                .help("The one form of the article in a row (default: text and html)"),
            front_matter(),
            with_title(),
            files(),
        ]);
    let scores = Command::new("scores")
        .about("Print an object per node of a page: its scores by every method, tsrec only with a sibling")
        .args([url(), sibling(), charset(), files().num_args(1).required(true)]);
    let completions = Command::new("completions")
        .about("Print completions of the command line for a shell")
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .value_parser(value_parser!(Shell))
                .help("The shell that is to read them"),
        );
    let man = Command::new("man").about("Print the manual page");
    Command::new("pith")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Finds the article in a web page")
        .after_help(CODES)
        .max_term_width(100)
        .subcommand_required(true)
        .args_override_self(true)
        .subcommands([extract, batch, scores, completions, man])
}

fn flag(name: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue)
}

fn valued(name: &'static str, value: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value)
}

fn file(name: &'static str, value: &'static str) -> Arg {
    let hint = match value {
        "DIR" => clap::ValueHint::DirPath,
        _ => clap::ValueHint::FilePath,
    };
    valued(name, value)
        .value_parser(ValueParser::os_string())
        .value_hint(hint)
}

fn named(name: &'static str, value: &'static str, names: &[&'static str]) -> Arg {
    valued(name, value).value_parser(PossibleValuesParser::new(names.to_vec()))
}

fn node(name: &'static str) -> Arg {
    valued(name, "NODE")
        .value_parser(value_parser!(u32).map(NodeId))
        .action(ArgAction::Append)
}

fn files() -> Arg {
    Arg::new("files")
        .value_name("FILE")
        .num_args(0..)
        .value_parser(ValueParser::os_string())
        .value_hint(clap::ValueHint::FilePath)
        .help("Files to read; - is standard input")
}

fn url() -> Arg {
    valued("url", "URL")
        .help("Where the page is from; links in the article are resolved against it")
}

fn method() -> Arg {
    named("method", "METHOD", &method_names()).help("The method that finds the article")
}

fn sibling() -> Arg {
    file("sibling", "FILE")
        .help("Another page of the same site, which tsrec compares the page with")
}

fn site_rules() -> Arg {
    file("site-rules", "FILE").help(
        "What --method knows of the site: far-sw and fsp what they learnt from its pages, in place \
         of their own rules and patterns; hybrid what --remember wrote",
    )
}

fn front_matter() -> Arg {
    flag("front-matter").help("Begin Markdown with what is known of the article, as YAML")
}

fn with_title() -> Arg {
    flag("with-title").help("Put the title before the article, as a heading")
}

fn charset() -> Arg {
    valued("charset", "NAME")
        .help("The encoding that the server named; else it is found as browsers do")
}

/// Returns the names of the methods, the default first.
pub(crate) fn method_names() -> Vec<&'static str> {
    let others = Method::ALL
        .into_iter()
        .filter(|&method| method != Method::default());
    let all = std::iter::once(Method::default()).chain(others);
    all.map(Method::name).collect()
}

/// Does what the command line says.
pub(crate) fn run() -> Result<(), Failure> {
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) if !error.use_stderr() => {
            // Help and version, in colour where the terminal has it.
            return Ok(error.print()?);
        }
        Err(error) => return Err(Failure::usage(sentence(&error))),
    };
    let Some((name, given)) = matches.subcommand() else {
        return Err(Failure::usage("no command is given"));
    };
    match name {
        "extract" => extract::run(&Options::new(given)?),
        "batch" => batch::run(&Options::new(given)?),
        "scores" => scores::run(&Options::new(given)?),
        "completions" => completions(given),
        _ => man(),
    }
}

fn completions(given: &ArgMatches) -> Result<(), Failure> {
    let mut written = Vec::new();
    if let Some(&shell) = given.get_one::<Shell>("shell") {
        clap_complete::generate(shell, &mut command(), "pith", &mut written);
    }
    crate::print(written)
}

/// Prints the page of the program and of each command as one.
fn man() -> Result<(), Failure> {
    let mut page = Vec::new();
    let mut whole = command();
    whole.build();
    clap_mangen::Man::new(whole.clone()).render(&mut page)?;
    for command in whole
        .get_subcommands()
        .filter(|command| command.get_name() != "help")
    {
        let name = command.get_name();
        writeln!(page, ".SH \"PITH {}\"", name.to_uppercase())?;
        let man = clap_mangen::Man::new(command.clone());
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
        man.render_extra_section(&mut page)?;
    }
    crate::print(page)
}

/// Returns what is wrong with the command line as one sentence.
fn sentence(error: &clap::Error) -> String {
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
            format!("there is no {what} \"{value}\"; take {known}")
        }
        ErrorKind::ValueValidation => {
            format!(
                "{option} takes a number of at least {}, not \"{value}\"",
                least(option)
            )
        }
        ErrorKind::InvalidSubcommand => {
            format!(
                "there is no command \"{}\"",
                text(ContextKind::InvalidSubcommand)
            )
        }
        ErrorKind::MissingSubcommand => "no command is given".to_owned(),
        ErrorKind::MissingRequiredArgument if argument.contains("FILE") => {
            "no file is given; - reads standard input".to_owned()
        }
        ErrorKind::UnknownArgument => format!("{argument} is not expected here"),
        ErrorKind::ArgumentConflict => format!("{argument} is given twice"),
        _ => {
            let said = error.render().to_string();
            let line = said.lines().next().unwrap_or_default();
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

impl Options {
    fn new(given: &ArgMatches) -> Result<Self, Failure> {
        let text = |name| one::<String>(given, name).cloned();
        let path = |name| one::<OsString>(given, name).cloned();
        let flag = |name| one::<bool>(given, name).is_some_and(|&is_set| is_set);
        let mut options = Self {
            url: text("url").map(|url| input::url(&url)).transpose()?,
            method: text("method").and_then(|name| Method::from_name(&name)),
            format: text("format").and_then(|name| Format::from_name(&name)),
            explain: flag("explain"),
            level: text("level").and_then(|name| level(&name)),
            wishes: wishes(given),
            as_found: flag("as-found"),
            bylines: flag("bylines"),
            remember: path("remember"),
            charset: text("charset"),
            sibling: path("sibling"),
            jobs: one::<u32>(given, "jobs").map(|&jobs| jobs as usize),
            timeout: one::<u64>(given, "timeout").map(|&seconds| Duration::from_secs(seconds)),
            memory: one::<u32>(given, "memory").map(|&mib| mib as usize),
            is_worker: flag(batch::WORKER),
            warc: flag("warc"),
            out: path("out"),
            skip_done: flag("skip-done"),
            rows: text("rows")
                .and_then(|name| Rows::from_name(&name))
                .unwrap_or_default(),
            with_title: flag("with-title"),
            with_discussion: flag("with-discussion"),
            front_matter: flag("front-matter"),
            files: many::<OsString>(given, "files").cloned().collect(),
            pictures: path("pictures"),
            ..Self::default()
        };
        // What is in the file is the method's to say.
        if let Some(file) = path("site-rules") {
            input::site_rules(&mut options, &file)?;
        }
        Ok(options)
    }
}

/// Returns the value of an option, if the command knows it and it is given.
fn one<'a, T: Clone + Send + Sync + 'static>(given: &'a ArgMatches, name: &str) -> Option<&'a T> {
    given.try_get_one(name).ok().flatten()
}

fn many<'a, T: Clone + Send + Sync + 'static>(
    given: &'a ArgMatches,
    name: &str,
) -> impl Iterator<Item = &'a T> {
    given
        .try_get_many(name)
        .ok()
        .flatten()
        .into_iter()
        .flatten()
}

fn level(name: &str) -> Option<Level> {
    Level::ALL.into_iter().find(|level| level.name() == name)
}

/// Returns what is said of nodes, in the order in which it is: the last counts.
fn wishes(given: &ArgMatches) -> Vec<(NodeId, Wish)> {
    let kinds = [
        ("keep", Wish::Keep),
        ("drop", Wish::Drop),
        ("title", Wish::Title),
        ("byline", Wish::Byline),
        ("published", Wish::Published),
    ];
    let mut said = Vec::new();
    for (name, wish) in kinds {
        let nodes: Vec<NodeId> = many(given, name).copied().collect();
        if !nodes.is_empty()
            && let Some(places) = given.indices_of(name)
        {
            said.extend(places.zip(nodes).map(|(place, node)| (place, (node, wish))));
        }
    }
    said.sort_by_key(|&(place, _)| place);
    said.into_iter().map(|(_, wish)| wish).collect()
}
