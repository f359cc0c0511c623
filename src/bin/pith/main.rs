//! `pith`, the command line: finds the article in a page that was saved or recorded.
//!
//! All input and output happens here; what is found is the library's to say.

mod batch;
mod explain;
mod extract;
mod files;
mod input;
mod scores;

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use pith::methods::{Learnt, Method};
use pith::page::NodeId;
use pith::select::{Level, SiteRules, Wish};

/// The help, but for the names of the methods and of the formats.
const HELP: &str = "\
pith finds the article in a web page.

Usage:
  pith extract [--url URL] [--method METHOD] [--sibling FILE] [--site-rules FILE]
               [--format FORMAT] [--front-matter] [--pictures DIR] [--with-title] [--explain]
               [--level LEVEL] [--keep NODE]… [--drop NODE]… [--title NODE] [--byline NODE]
               [--published NODE] [--bylines] [--remember FILE] [--as-found]
               [--charset NAME] FILE|-…
      Print the article. FILE is HTML, a recorded snapshot or a report of a wrong page, plain or
      gzipped; - is standard input. Of a report the article is printed as it was put right.
      Of several files --format epub makes one book, with a chapter for each.
  pith batch [--warc] [--out FILE] [--skip-done] [--rows FORM] [--method METHOD] [--jobs N]
             [--timeout SECONDS] [--site-rules FILE] [--format FORMAT] [--front-matter]
             [--with-title] [FILE|-]…
      Read one JSON object per line from files or standard input, {\"id\", \"html_path\" or
      \"snapshot_path\", \"sibling_path\", \"url\", \"charset\"}, and write one per line in the same order:
      {\"id\", \"text\", \"title\", \"author\", \"date\", \"html\", \"ms\"}, or {\"id\", \"error\"} for a page
      that cannot be read or takes too long. Where --format says text, html or markdown, only
      that is in the line, under its name. sibling_path is for tsrec, which needs it; it, url
      and charset may be left out; ms is the time for parsing, detection and rendering,
      without reading the file. With --warc the files are WARC: a line for each HTML response,
      under its record's identifier, with \"url\", \"fetched\" and \"lang\"; and one with \"error\" for
      each record that is cut or damaged. All may be packed by gzip or zstd.
  pith scores [--url URL] [--sibling FILE] [--charset NAME] FILE|-
      Print a JSON object per node: its scores by every method, tsrec only with a sibling.

Options:
  --url URL        where the page is from; links in the article are resolved against it
  --method METHOD  METHODS
  --sibling FILE   another page of the same site, which tsrec compares the page with
  --format FORMAT  FORMATS
  --front-matter   begin Markdown with what is known of the article, as YAML
  --pictures DIR   put into a document or a book the pictures of the article that lie in DIR, under
                   the last part of their addresses, as browsers save them with a page
  --with-title     put the title before the article, as a heading
  --explain        instead of the article, print a line per value found for title, byline, dates
                   and site: taken (+) or not (-), by which rule; and a line per block of the
                   page: kept or not, which rules decided, the logit and what moved it most, its
                   text
  --level LEVEL    how much of the column is kept: strict, found (default), notes (with captions,
                   boxes and notes), column (everything in it)
  --keep NODE      keep what stands at a node, which --format json names under removed;
                   any number of times, as is --drop
  --drop NODE      leave out what stands at a node
  --title NODE     take what stands at a node for the title; --byline and --published NODE for
                   the authors and the date
  --bylines        keep bylines and dates: on this site they are part of the text
  --remember FILE  write what --keep, --drop and --bylines say into a file as rules for other
                   pages of the site, after those that --site-rules gives
  --as-found       of a report, leave out what was remembered of its site and said of its page
  --charset NAME   the encoding that the server named; else it is found as browsers do
  --warc           read WARC files, as crawls keep pages
  --out FILE       write there and not to standard output: beside it until all is done, packed where
                   its name ends in .gz or .zst
  --skip-done      go on with what a run that was ended left of --out, and add what it lacks
  --rows FORM      json (default), or wet: a record of text for each article of WARC files
  --jobs N         pages at once (default: one per processor)
  --timeout SECONDS
                   time for each page, after which it is an error (default: 30)
  --site-rules FILE
                   what --method knows of the site: far-sw and fsp what they learnt from its
                   pages, in place of their own rules and patterns; hybrid what --remember wrote
  -h, --help       print this
  -V, --version    print the version

It ends with 0 where all was read and written, even if pages had errors, which stand in their
rows; with 1 where the page, a file or the output is at fault; with 2 where the command line is.
";

/// An error, in one sentence for the user.
#[derive(Debug)]
struct Failure {
    message: String,
    code: u8,
}

impl Failure {
    /// Blames the page or the file.
    fn input(message: impl fmt::Display) -> Self {
        Self {
            message: message.to_string(),
            code: 1,
        }
    }

    /// Blames the command line.
    fn usage(message: impl fmt::Display) -> Self {
        Self {
            message: format!("{message}; see pith --help"),
            code: 2,
        }
    }
}

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Self {
        Self::usage(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            // Whoever reads the output has seen enough.
            return Self {
                message: String::new(),
                code: 0,
            };
        }
        Self::input(format_args!("the output cannot be written: {error}"))
    }
}

/// Options of the command line; each command takes those it knows and leaves the rest empty.
#[derive(Debug, Default)]
struct Options {
    url: Option<String>,
    method: Option<Method>,
    format: Option<extract::Format>,
    explain: bool,
    level: Option<Level>,
    wishes: Vec<(NodeId, Wish)>,
    as_found: bool,
    site: SiteRules,
    bylines: bool,
    remember: Option<OsString>,
    charset: Option<String>,
    sibling: Option<OsString>,
    jobs: Option<usize>,
    timeout: Option<Duration>,
    warc: bool,
    out: Option<OsString>,
    skip_done: bool,
    rows: batch::Rows,
    with_title: bool,
    front_matter: bool,
    learnt: Learnt,
    files: Vec<OsString>,
    pictures: Option<OsString>,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.message.is_empty() {
                // Nothing is left to do where this cannot be written.
                let _ = writeln!(io::stderr(), "pith: {}", failure.message);
            }
            ExitCode::from(failure.code)
        }
    }
}

fn run() -> Result<(), Failure> {
    use lexopt::prelude::*;
    let mut args = lexopt::Parser::from_env();
    let command = match args.next()? {
        Some(Value(command)) => command,
        Some(Short('h') | Long("help")) => return print(help()),
        Some(Short('V') | Long("version")) => {
            return print(concat!("pith ", env!("CARGO_PKG_VERSION"), "\n"));
        }
        Some(other) => return Err(other.unexpected().into()),
        None => return Err(Failure::usage("no command is given")),
    };
    let name = command.to_string_lossy();
    if name == "help" {
        return print(help());
    }
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        return Err(Failure::usage(format_args!(
            "there is no command \"{name}\""
        )));
    };
    match options(command, &mut args)? {
        Some(options) => (command.run)(&options),
        None => print(help()),
    }
}

/// A command and the options that it knows.
struct Command {
    name: &'static str,
    options: &'static [&'static str],
    /// The most files that it reads, which are named last.
    files: usize,
    run: fn(&Options) -> Result<(), Failure>,
}

const COMMANDS: [Command; 3] = [
    Command {
        name: "extract",
        options: &[
            "url",
            "method",
            "sibling",
            "format",
            "explain",
            "level",
            "keep",
            "drop",
            "title",
            "byline",
            "published",
            "bylines",
            "remember",
            "as-found",
            "charset",
            "site-rules",
            "with-title",
            "front-matter",
            "pictures",
        ],
        files: usize::MAX,
        run: extract::run,
    },
    Command {
        name: "batch",
        options: &[
            "method",
            "jobs",
            "timeout",
            "site-rules",
            "format",
            "front-matter",
            "with-title",
            "warc",
            "out",
            "skip-done",
            "rows",
        ],
        files: usize::MAX,
        run: batch::run,
    },
    Command {
        name: "scores",
        options: &["url", "sibling", "charset"],
        files: 1,
        run: scores::run,
    },
];

/// Reads the options of a command; `None` where help is asked for instead.
fn options(command: &Command, args: &mut lexopt::Parser) -> Result<Option<Options>, Failure> {
    use lexopt::prelude::*;
    let mut options = Options::default();
    // Its format is the method's to say, which may be named after it.
    let mut site_rules = None;
    while let Some(arg) = args.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(None),
            Long("site-rules") if command.options.contains(&"site-rules") => {
                site_rules = Some(args.value()?);
            }
            Long(name) if command.options.contains(&name) => {
                let name = name.to_owned();
                options.set(&name, args)?;
            }
            Value(file) if options.files.len() < command.files => options.files.push(file),
            other => return Err(other.unexpected().into()),
        }
    }
    if let Some(file) = site_rules {
        input::site_rules(&mut options, &file)?;
    }
    Ok(Some(options))
}

impl Options {
    /// Sets the option of a name, whose value is the next argument.
    fn set(&mut self, name: &str, args: &mut lexopt::Parser) -> Result<(), Failure> {
        use lexopt::ValueExt;
        match name {
            "url" => self.url = Some(input::url(&args.value()?.string()?)?),
            "method" => self.method = Some(method(&args.value()?.string()?)?),
            "format" => {
                self.format = Some(extract::Format::from_name(&args.value()?.string()?)?);
            }
            "explain" => self.explain = true,
            "level" => self.level = Some(level(&args.value()?.string()?)?),
            "as-found" => self.as_found = true,
            "keep" => self.wish(args.value()?.parse()?, Wish::Keep),
            "drop" => self.wish(args.value()?.parse()?, Wish::Drop),
            "title" => self.wish(args.value()?.parse()?, Wish::Title),
            "byline" => self.wish(args.value()?.parse()?, Wish::Byline),
            "published" => self.wish(args.value()?.parse()?, Wish::Published),
            "bylines" => self.bylines = true,
            "remember" => self.remember = Some(args.value()?),
            "with-title" => self.with_title = true,
            "front-matter" => self.front_matter = true,
            "pictures" => self.pictures = Some(args.value()?),
            "charset" => self.charset = Some(args.value()?.string()?),
            "sibling" => self.sibling = Some(args.value()?),
            "warc" => self.warc = true,
            "out" => self.out = Some(args.value()?),
            "skip-done" => self.skip_done = true,
            "rows" => self.rows = batch::Rows::from_name(&args.value()?.string()?)?,
            "jobs" => {
                let jobs: usize = args.value()?.parse()?;
                if jobs == 0 {
                    return Err(Failure::usage("--jobs must be at least 1"));
                }
                self.jobs = Some(jobs);
            }
            "timeout" => {
                let seconds: u64 = args.value()?.parse()?;
                if seconds == 0 {
                    return Err(Failure::usage("--timeout must be at least 1 second"));
                }
                self.timeout = Some(Duration::from_secs(seconds));
            }
            _ => return Err(lexopt::Error::UnexpectedOption(format!("--{name}")).into()),
        }
        Ok(())
    }

    fn wish(&mut self, node: u32, wish: Wish) {
        self.wishes.push((NodeId(node), wish));
    }
}

fn level(name: &str) -> Result<Level, Failure> {
    let level = Level::ALL.into_iter().find(|level| level.name() == name);
    level.ok_or_else(|| {
        Failure::usage(format_args!(
            "there is no level \"{name}\"; take strict, found, notes or column"
        ))
    })
}

/// The width of the help, in characters, and where the descriptions of options begin.
const WIDTH: usize = 95;
const INDENT: usize = 19;

/// Returns the help.
fn help() -> String {
    HELP.replace("METHODS", &listed(&method_names()))
        .replace("FORMATS", &listed(&extract::Format::names()))
}

/// Returns names, of which the first is the default, as lines of the help.
fn listed(names: &[&str]) -> String {
    let default = format!("{} (default)", names[0]);
    let names = names.join(", ").replacen(names[0], &default, 1);
    let (mut lines, mut width) = (String::new(), INDENT);
    for word in names.split(' ') {
        if width + " ".len() + word.len() > WIDTH {
            lines += &format!("\n{:INDENT$}", "");
            width = INDENT;
        } else if !lines.is_empty() {
            lines.push(' ');
            width += " ".len();
        }
        lines += word;
        width += word.len();
    }
    lines
}

/// Returns names as a choice: `a, b or c`.
fn one_of(names: &[&str]) -> String {
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    format!("{} or {last}", others.join(", "))
}

/// Returns the names of the methods, the default first.
fn method_names() -> Vec<&'static str> {
    let others = Method::ALL
        .into_iter()
        .filter(|&method| method != Method::default());
    let all = std::iter::once(Method::default()).chain(others);
    all.map(Method::name).collect()
}

fn method(name: &str) -> Result<Method, Failure> {
    Method::from_name(name).ok_or_else(|| {
        let names = one_of(&method_names());
        Failure::usage(format_args!("there is no method \"{name}\"; take {names}"))
    })
}

fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref())?;
    Ok(out.flush()?)
}
