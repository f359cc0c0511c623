//! The commands and their options, in one table: the source of parsing, the help, the completions
//! and the manual page.

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgAction, Command, value_parser};
use clap_complete::Shell;
use pith::methods::Method;
use pith::page::NodeId;
use pith::select::Level;

use crate::options::{Format, Rows, WORKER};

const EXTRACT: &str = "\
FILE is HTML, a recorded snapshot or a problem report, plain or packed by gzip or zstd; - is \
standard input. Of a report the article is printed as it was put right. Of several files --format \
epub makes one book, with a chapter for each.";

const BATCH: &str = "\
Each line is an object {\"id\", \"html_path\" or \"snapshot_path\", \"sibling_path\", \"url\", \
\"charset\"}, and each row, in the same order, {\"id\", \"text\", \"title\", \"author\", \"date\", \
\"html\", \"ms\"}, or {\"id\", \"error\"} for a page that cannot be read, takes too long or needs too much memory. Where \
--format says text, html or markdown, only that is in the row, under its name. sibling_path is for \
tsrec, which needs it; it, url and charset are optional; ms is the time for parsing, detection \
and rendering, without reading the file.

With --warc the files are WARC: a row for each HTML response, under its record's identifier, with \
\"url\", \"fetched\" and \"lang\"; and one with \"error\" for each record that is cut or damaged. \
Without FILE standard input is read. All may be packed by gzip or zstd.";

const CODES: &str = "\
It ends with 0 where all was read and written, even if pages had errors, which stand in their rows; \
with 1 where the page, a file or the output is at fault; with 2 where the command line is.";

/// Returns the table.
pub(crate) fn command() -> Command {
    Command::new("pith")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Finds the article in a web page")
        .after_help(CODES)
        .max_term_width(100)
        .subcommand_required(true)
        .args_override_self(true)
        .subcommands([extract(), batch(), scores(), completions(), man()])
}

fn extract() -> Command {
    Command::new("extract")
        .about("Print the article of a page")
        .after_help(EXTRACT)
        .args([
            url(),
            method(),
            sibling(),
            site_rules(),
            named("format", "FORMAT", &Format::names()).help("The form of the article"),
            front_matter(),
            file("images", "DIR").help(
                "Put into a document or a book the images of the article that lie in DIR, under \
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
            file("save-site-rules", "FILE").help(
                "Write what --keep, --drop and --bylines say into a file as rules for other pages \
                 of the site, after those that --site-rules gives",
            ),
            flag("as-found").help("Ignore the site rules and corrections in a report"),
            charset(),
            files().num_args(1..).required(true),
        ])
}

fn batch() -> Command {
    Command::new("batch")
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
            flag(WORKER).hide(true),
            site_rules(),
            named("format", "FORMAT", &["text", "html", "markdown"])
                .help("The one form of the article in a row (default: text and html)"),
            front_matter(),
            with_title(),
            files(),
        ])
}

fn scores() -> Command {
    Command::new("scores")
        .about("Print an object per node of a page: its scores by every method, tsrec only with a sibling")
        .args([url(), sibling(), charset(), files().num_args(1).required(true)])
}

fn completions() -> Command {
    Command::new("completions")
        .about("Print completions of the command line for a shell")
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .value_parser(value_parser!(Shell))
                .help("The shell that is to read them"),
        )
}

fn man() -> Command {
    Command::new("man").about("Print the manual page")
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
        "What --method knows of the site: far-sw and fsp what was trained on its pages, in place \
         of their own rules and patterns; hybrid what --save-site-rules wrote",
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
