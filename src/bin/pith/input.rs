//! Reads pages from files and standard input.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::str::FromStr;

use pith::corpus::packed;
use pith::methods::{Method, fsp};
use pith::page::{Limits, Page};
use pith::problem_report::{self, Report};
use pith::select::SiteRules;
use pith::source::{html, snapshot};

use crate::failure::Failure;
use crate::options::Options;

/// Maximum bytes of a decompressed page; far more than the limits allow.
const MAX_BYTES: u64 = 256 << 20;

/// Checks that a URL is absolute, and returns it as given.
pub(crate) fn url(text: &str) -> Result<String, Failure> {
    match url::Url::parse(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(_) => Err(Failure::usage(format_args!(
            "\"{text}\" is not an absolute URL such as https://example.org/page"
        ))),
    }
}

/// A page, or a problem report.
pub(crate) enum Input {
    Page(Box<Page>),
    Report(Box<Report>),
}

impl Input {
    pub(crate) fn page(&self) -> &Page {
        match self {
            Self::Page(page) => page,
            Self::Report(report) => &report.page,
        }
    }

    pub(crate) fn report(&self) -> Option<&Report> {
        match self {
            Self::Page(_) => None,
            Self::Report(report) => Some(report),
        }
    }
}

/// Reads the one page given on the command line.
pub(crate) fn one_page(options: &Options) -> Result<Input, Failure> {
    match &options.files[..] {
        [] => Err(Failure::usage("no file given; use - for standard input")),
        [file] => input_in(file, options),
        _ => Err(Failure::usage("several files require --format epub")),
    }
}

/// Reads the page in a file, or on standard input.
pub(crate) fn input_in(file: &OsStr, options: &Options) -> Result<Input, Failure> {
    let (name, bytes) = if file == "-" {
        let bytes = unpack(io::stdin().lock());
        ("standard input".to_owned(), bytes)
    } else {
        (file.to_string_lossy().into_owned(), bytes(file))
    };
    let bytes = bytes.map_err(|error| Failure::input(format_args!("{name} {error}")))?;
    let url = options.url.as_deref().unwrap_or_default();
    read(&bytes, options.charset.as_deref(), url)
        .map_err(|error| Failure::input(format_args!("{name} cannot be read: {error}")))
}

/// Reads the page given by `--sibling`. Its relative links are resolved against the URL of the main
/// page.
pub(crate) fn sibling(options: &Options) -> Result<Option<Page>, Failure> {
    let Some(file) = options.sibling.as_deref() else {
        return Ok(None);
    };
    let url = options.url.as_deref().unwrap_or_default();
    other_page(file, options.charset.as_deref(), url)
        .map(Some)
        .map_err(Failure::input)
}

/// Reads the page in a file. The error is a full sentence.
pub(crate) fn other_page(file: &OsStr, charset: Option<&str>, url: &str) -> Result<Page, String> {
    let name = file.to_string_lossy();
    let bytes = bytes(file).map_err(|error| format!("{name} {error}"))?;
    parse(&bytes, charset, url).map_err(|error| format!("{name} cannot be read: {error}"))
}

/// Reads the page in some bytes: that of a report or a snapshot, or HTML in the encoding `charset`
/// or a detected one. The error is the second half of a sentence.
pub(crate) fn parse(bytes: &[u8], charset: Option<&str>, url: &str) -> Result<Page, String> {
    Ok(match read(bytes, charset, url)? {
        Input::Page(page) => *page,
        Input::Report(report) => report.page,
    })
}

fn read(bytes: &[u8], charset: Option<&str>, url: &str) -> Result<Input, String> {
    if !problem_report::is_report(bytes) {
        return page(bytes, charset, url).map(|page| Input::Page(Box::new(page)));
    }
    let report = Report::read(bytes).map_err(|error| error.to_string())?;
    Ok(Input::Report(Box::new(report)))
}

fn page(bytes: &[u8], charset: Option<&str>, url: &str) -> Result<Page, String> {
    if snapshot::is_snapshot(bytes) {
        return snapshot::read(bytes).map_err(|error| error.to_string());
    }
    html::read_bytes(bytes, charset, url, Limits::default()).map_err(|error| {
        let next = match error {
            html::HtmlError::Empty | html::HtmlError::Binary(_) | html::HtmlError::NoTag => {
                "; pass the page's HTML source, a recorded snapshot, or a problem report"
            }
            _ => "",
        };
        format!("{error}{next}")
    })
}

/// Reads the data about a site from a file: FAR-SW's rules in the format of `lab mine far-sw`,
/// FSP's patterns as text, or site rules.
pub(crate) fn site_rules(options: &mut Options, file: &OsStr) -> Result<(), Failure> {
    let method = options.method.unwrap_or_default();
    match method {
        Method::FarSw => options.trained.far_sw = Some(trained(method, file)?),
        Method::Fsp => options.trained.fsp = Some(fsp::Rules::of_site(trained(method, file)?)),
        Method::Hybrid => {
            let bytes = site_bytes(file)?;
            let site = SiteRules::read(&bytes);
            options.site = site.map_err(|error| unusable(method, file, &error))?;
        }
        _ => {
            return Err(Failure::usage(format_args!(
                "--site-rules does not work with --method {method}; use hybrid, far-sw, or fsp",
                method = method.name()
            )));
        }
    }
    Ok(())
}

fn trained<T: FromStr<Err: Display>>(method: Method, file: &OsStr) -> Result<T, Failure> {
    let text = String::from_utf8(site_bytes(file)?);
    let text = text.map_err(|_| unusable(method, file, &"it is not UTF-8 text"))?;
    text.parse().map_err(|error| unusable(method, file, &error))
}

fn site_bytes(file: &OsStr) -> Result<Vec<u8>, Failure> {
    let name = file.to_string_lossy();
    bytes(file).map_err(|error| Failure::input(format_args!("{name} {error}")))
}

fn unusable(method: Method, file: &OsStr, error: &dyn Display) -> Failure {
    let (name, method) = (file.to_string_lossy(), method.name());
    Failure::input(format_args!(
        "cannot read rules for {method} from {name}: {error}"
    ))
}

/// Opens a file. The error is the second half of a sentence that begins with the file's name.
pub(crate) fn open(path: &OsStr) -> Result<File, String> {
    match File::open(path) {
        Ok(file) if file.metadata().is_ok_and(|m| m.is_dir()) => {
            Err("is a directory; pass a file in it".to_owned())
        }
        Ok(file) => Ok(file),
        Err(error) => Err(match error.kind() {
            io::ErrorKind::NotFound => "does not exist; check the path".to_owned(),
            io::ErrorKind::PermissionDenied => "is not readable; check its permissions".to_owned(),
            _ => format!("cannot be opened: {error}"),
        }),
    }
}

/// Returns the bytes of a file, decompressed if necessary. The error is like that of [`open`].
pub(crate) fn bytes(path: &OsStr) -> Result<Vec<u8>, String> {
    open(path).and_then(unpack)
}

/// Reads and decompresses bytes. The compression is determined by the first bytes, not by a file
/// name.
fn unpack(source: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    packed::reader(source)
        .and_then(|reader| reader.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| match error.raw_os_error() {
            Some(_) => format!("cannot be read: {error}"),
            // The system has no error for invalid content.
            None => "is a damaged gzip or zstd file; download or compress it again".to_owned(),
        })?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!(
            "is larger than {} MiB; pass a single page",
            MAX_BYTES >> 20
        ));
    }
    Ok(bytes)
}
