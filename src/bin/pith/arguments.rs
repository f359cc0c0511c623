//! Commands and options, in one table for parsing, help, completions, and the manual page.

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgAction, Command, value_parser};
use clap_complete::Shell;
use pith::methods::Method;
use pith::page::NodeId;
use pith::select::Level;

use crate::options::{Format, Rows, WORKER};

const EXTRACT: &str = "\
FILE is HTML, a recorded snapshot, or a problem report, optionally compressed with gzip or zstd; - \
reads standard input. The corrections in a problem report are applied. With --format epub, several \
files become one book, with a chapter for each.";

const BATCH: &str = "\
Each input line is a JSON object {\"id\", \"html_path\" or \"snapshot_path\", \"sibling_path\", \
\"url\", \"charset\"}. Each output row, in the same order, is {\"id\", \"text\", \"title\", \
\"author\", \"date\", \"html\", \"ms\"}, or {\"id\", \"error\"} for a page that cannot be read or \
exceeds the time or memory limit. With --format, that format replaces \"text\" and \"html\", under \
its name. url and charset are optional; sibling_path is required by tsrec and otherwise ignored. ms \
is the time in milliseconds for parsing, detection, and rendering, without reading the file.

With --warc, FILE is a WARC file. Each HTML response has a row with the record ID as \"id\", and \
with \"url\", \"fetched\", and \"lang\". Each truncated or damaged record has a row with \"error\". \
Without FILE, reads standard input. Input may be compressed with gzip or zstd.";

const CODES: &str = "\
Exit status: 0 if all input was read and all output written, even if some rows contain errors; 1 if \
a page or file cannot be read or the output cannot be written; 2 if the command line is invalid.";

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
            named("format", "FORMAT", &Format::names()).help("Output format of the article"),
            front_matter(),
            file("images", "DIR").help(
                "Embed the article's images from DIR in an HTML file or a book. Files are matched \
                 by the last part of the image URL, as browsers name them when saving a page",
            ),
            with_title(),
            flag("with-discussion").help(
                "Add the comments below the article, in threads. A page that is a discussion is \
                 always printed with its comments",
            ),
            flag("explain").help(
                "Instead of the article, print a line per candidate for title, byline, dates, and \
                 site: used (+) or not (-), and the rule; then a line per block of the page: kept \
                 (+) or not (-), the deciding rules, the logit and its strongest evidence, the text",
            ),
            named("level", "LEVEL", &Level::ALL.map(Level::name)).help(
                "How much of the column to keep: strictly the article, the detected article \
                     (default), also captions, boxes, and notes, or everything",
            ),
            node("keep").help(
                "Keep the part at NODE, as listed under \"removed\" by --format json; repeatable",
            ),
            node("drop").help("Remove the part at NODE; repeatable"),
            node("title").help("Use the text at NODE as the title"),
            node("byline").help("Use the text at NODE as the authors"),
            node("published").help("Use the text at NODE as the publication date"),
            flag("bylines").help("Keep bylines and dates, for sites where they are part of the text"),
            file("save-site-rules", "FILE").help(
                "Save --keep, --drop, and --bylines to FILE as rules for the site's other pages, \
                 after the rules from --site-rules",
            ),
            flag("as-found").help("Ignore the site rules and corrections in a problem report"),
            charset(),
            files().num_args(1..).required(true),
        ])
}

fn batch() -> Command {
    Command::new("batch")
        .about("Extract many pages, and print a row for each")
        .after_help(BATCH)
        .args([
            flag("warc").help("Read WARC files (web archives) instead of lines of JSON"),
            file("out", "FILE").help(
                "Write to FILE instead of standard output: to FILE.part until complete; compressed \
                 if the name ends in .gz or .zst",
            ),
            flag("skip-done").help("Skip pages that already have a row in --out FILE, also to resume an interrupted run"),
            named("rows", "FORM", &Rows::names())
                .help("Row format: JSON objects, or WET records with the text (with --warc)"),
            method(),
            Arg::new("jobs")
                .long("jobs")
                .value_name("N")
                .value_parser(value_parser!(u32).range(1..))
                .help("Number of pages to process in parallel (default: one per CPU)"),
            Arg::new("timeout")
                .long("timeout")
                .value_name("SECONDS")
                .value_parser(value_parser!(u64).range(1..))
                .help("Time limit per page, in seconds (default: 30)"),
            Arg::new("memory")
                .long("memory")
                .value_name("MIB")
                .value_parser(value_parser!(u32).range(64..))
                .help("Memory limit per page, in MiB (default: 2048)"),
            flag(WORKER).hide(true),
            site_rules(),
            named("format", "FORMAT", &["text", "html", "markdown"])
                .help("Output format of the article in a row (default: text and html)"),
            front_matter(),
            with_title(),
            files(),
        ])
}

fn scores() -> Command {
    Command::new("scores")
        .about("Print a JSON object per node, with its score by each method (tsrec with --sibling)")
        .args([
            url(),
            sibling(),
            charset(),
            files().num_args(1).required(true),
        ])
}

fn completions() -> Command {
    Command::new("completions")
        .about("Print shell completions")
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .value_parser(value_parser!(Shell))
                .help("Shell to complete commands in"),
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
        .help("File to read; - for standard input")
}

fn url() -> Arg {
    valued("url", "URL").help("URL of the page, to resolve the links in it")
}

fn method() -> Arg {
    named("method", "METHOD", &method_names()).help("Method that finds the article")
}

fn sibling() -> Arg {
    file("sibling", "FILE").help("Another page of the same site to compare with (tsrec only)")
}

fn site_rules() -> Arg {
    file("site-rules", "FILE").help(
        "Rules for the site: for hybrid, a file written by --save-site-rules; for far-sw and fsp, \
         rules trained on the site's pages, which replace the built-in ones",
    )
}

fn front_matter() -> Arg {
    flag("front-matter").help("Start Markdown with the article's metadata as YAML")
}

fn with_title() -> Arg {
    flag("with-title").help("Print the title above the article, as a heading")
}

fn charset() -> Arg {
    valued("charset", "NAME")
        .help("Encoding declared by the server (default: detected as in browsers)")
}

/// Returns the names of the methods, the default first.
pub(crate) fn method_names() -> Vec<&'static str> {
    let others = Method::ALL
        .into_iter()
        .filter(|&method| method != Method::default());
    let all = std::iter::once(Method::default()).chain(others);
    all.map(Method::name).collect()
}
