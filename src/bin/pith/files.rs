//! Exports articles as files: standalone documents and books, with images from a folder.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use percent_encoding::percent_decode_str;
use pith::Article;
use pith::export::{Facts, File, Form, Image};
use pith::extract::report::Summary;
use pith::extract::{self, Extraction, extract};
use pith::methods::Method;
use pith::page::Page;

use crate::failure::Failure;
use crate::input;
use crate::options::{Format, Options};
use crate::print::print;

/// Returns a file of an article, with the images in the folder of `--images`.
pub(crate) fn of(
    page: &Page,
    extraction: &Extraction,
    form: Form,
    options: &Options,
) -> Result<Vec<u8>, Failure> {
    let facts = Facts::new(&Summary::new(page, extraction), page.url());
    let article = &extraction.article;
    let embedded = match (form, &options.images) {
        (Form::Html | Form::Epub, Some(folder)) => images(folder, &[article])?,
        _ => Vec::new(),
    };
    Ok(File::new(article, &facts, &embedded, form).bytes)
}

/// Prints a book with the articles of several pages. Pages without an article are omitted.
pub(crate) fn book(options: &Options) -> Result<(), Failure> {
    check(options)?;
    let extract_options = extract::Options {
        method: options.method.unwrap_or(Method::Hybrid),
        trained: Some(&options.trained),
        ..extract::Options::default()
    };
    let mut chapters: Vec<(Article, Facts)> = Vec::new();
    for file in &options.files {
        let input = input::input_in(file, options)?;
        let page = input.page();
        let mut found = extract(page, &extract_options).map_err(Failure::input)?;
        if extract_options.method == Method::Hybrid {
            found = found.with_thread(page);
        }
        if found.article.is_empty() {
            let name = file.to_string_lossy();
            writeln!(io::stderr(), "pith: no article found in {name}")?;
            continue;
        }
        let facts = Facts::new(&Summary::new(page, &found), page.url());
        chapters.push((found.article, facts));
    }
    if chapters.is_empty() {
        return Err(Failure::input("no article found in any of the files"));
    }
    let embedded = match &options.images {
        Some(folder) => {
            let articles: Vec<&Article> = chapters.iter().map(|(article, _)| article).collect();
            images(folder, &articles)?
        }
        None => Vec::new(),
    };
    let chapters: Vec<(&Article, &Facts)> = chapters.iter().map(|(a, f)| (a, f)).collect();
    print(File::book(&chapters, &embedded).bytes)
}

/// Refuses options that apply only to a single page.
fn check(options: &Options) -> Result<(), Failure> {
    if options.format != Some(Format::Epub) {
        return Err(Failure::usage("several files require --format epub"));
    }
    let of_one = [
        ("--url", options.url.is_some()),
        ("--sibling", options.sibling.is_some()),
        ("--explain", options.explain),
        ("--save-site-rules", options.save_site_rules.is_some()),
        ("--bylines", options.bylines),
        ("--as-found", options.as_found),
        ("--level", options.level.is_some()),
        ("a NODE option", !options.overrides.is_empty()),
    ];
    match of_one.iter().find(|(_, is_set)| *is_set) {
        Some((name, _)) => Err(Failure::usage(format_args!(
            "{name} applies to a single page, but several files were given"
        ))),
        None => Ok(()),
    }
}

/// Returns the images of articles that are in a folder, matched by the last segment of their URLs.
/// Reports the number of missing ones.
fn images(folder: &OsStr, articles: &[&Article]) -> Result<Vec<Image>, Failure> {
    let folder = Path::new(folder);
    if !folder.is_dir() {
        return Err(Failure::input(format_args!(
            "{} is not a directory; pass the one with the page's images",
            folder.display()
        )));
    }
    let all = articles.iter().flat_map(|article| article.images());
    let sources: BTreeSet<&str> = all.filter(|src| !src.starts_with("data:")).collect();
    let found: Vec<Image> = sources
        .iter()
        .filter_map(|src| image(folder, src))
        .collect();
    let missing = sources.len() - found.len();
    if missing > 0 {
        let name = folder.display();
        writeln!(
            io::stderr(),
            "pith: {missing} of {} images not embedded: missing from {name}, or in a format that \
             not every reader supports; the file links to them instead",
            sources.len()
        )?;
    }
    Ok(found)
}

fn image(folder: &Path, src: &str) -> Option<Image> {
    let path = src.split(['?', '#']).next()?;
    let name = path.rsplit('/').next()?;
    let decoded = percent_decode_str(name).decode_utf8_lossy();
    // Names must not point outside the folder.
    let is_plain = |name: &&str| !name.is_empty() && !name.contains(['/', '\\']) && *name != "..";
    let names = [name, decoded.as_ref()];
    let mut read = names.iter().filter(|name| is_plain(name));
    let bytes = read.find_map(|name| fs::read(folder.join(name)).ok())?;
    Image::new(src, bytes)
}
