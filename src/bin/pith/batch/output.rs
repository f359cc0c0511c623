//! Output of the rows: standard output, or a file with a temporary name that's renamed when
//! complete.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use pith::corpus::packed::{Packing, Writer};

use super::done::{Done, remove};
use super::row::{Answer, Row};
use crate::failure::Failure;
use crate::options::{Format, Options, Rows};

/// Number of rows between flushes of compressed output, and so the maximum lost if a run is
/// aborted.
const ROWS_PER_FLUSH: u32 = 256;

pub(super) struct Output {
    target: Target,
    rows: Rows,
    unflushed: u32,
}

enum Target {
    Standard(BufWriter<io::Stdout>),
    File(PartFile),
}

/// An incomplete file with its final path.
struct PartFile {
    /// `None` when the file is complete.
    writer: Option<Writer<BufWriter<File>>>,
    part: PathBuf,
    path: PathBuf,
}

impl Output {
    /// Opens the output, and returns the existing rows of `--out`.
    pub(super) fn open(options: &Options) -> Result<(Self, Done), Failure> {
        let mut done = Done::default();
        let target = match &options.out {
            None => Target::Standard(BufWriter::new(io::stdout())),
            Some(path) => Target::File(PartFile::open(Path::new(path), options, &mut done)?),
        };
        let output = Self {
            target,
            rows: options.rows,
            unflushed: 0,
        };
        Ok((output, done))
    }

    pub(super) fn write(&mut self, row: &Row) -> Result<(), Failure> {
        let bytes = match self.rows {
            Rows::Json => json(row)?,
            Rows::Wet => wet(row),
        };
        match &mut self.target {
            Target::Standard(out) => {
                out.write_all(&bytes)?;
                // A caller that sends pages one by one waits for each row.
                Ok(out.flush()?)
            }
            Target::File(file) => {
                self.unflushed = (self.unflushed + 1) % ROWS_PER_FLUSH;
                let written = file.write(&bytes, self.rows, self.unflushed == 0);
                written.map_err(|error| unwritable(&file.path, &error))
            }
        }
    }

    /// Flushes the output, or renames its file to the final path.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self.target {
            Target::Standard(mut out) => Ok(out.flush()?),
            Target::File(mut file) => file
                .finish()
                .map_err(|error| unwritable(&file.path, &error)),
        }
    }
}

impl PartFile {
    fn open(path: &Path, options: &Options, done: &mut Done) -> Result<Self, Failure> {
        let beside = |end: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(end);
            PathBuf::from(name)
        };
        let (part, rest) = (beside(".part"), beside(".rest"));
        let name = path.display();
        let is_left = part.exists() || rest.exists();
        if !options.skip_done && path.exists() {
            return Err(Failure::input(format_args!(
                "{name} already exists; use --skip-done to add the missing rows, or choose another \
                 file"
            )));
        }
        if !options.skip_done && is_left {
            return Err(Failure::input(format_args!(
                "{name}.part is left over from an interrupted run; use --skip-done to resume it, or \
                 delete it"
            )));
        }
        let mut open = || -> io::Result<Self> {
            // Until they are copied to the new part, rows are in one of these three files.
            let older = beside(".older");
            if part.exists() {
                if rest.exists() {
                    fs::rename(&rest, &older)?;
                }
                fs::rename(&part, &rest)?;
            }
            let file = BufWriter::new(File::create(&part)?);
            let packing = match options.rows {
                Rows::Json => Packing::of_name(path),
                Rows::Wet => Packing::Plain,
            };
            let mut writer = Writer::new(file, packing)?;
            for earlier in [path, &older, &rest] {
                done.take_rows(earlier, &mut writer)?;
            }
            writer.flush()?;
            remove(&[&older, &rest])?;
            Ok(Self {
                writer: Some(writer),
                part: part.clone(),
                path: path.to_owned(),
            })
        };
        open().map_err(|error| unwritable(path, &error))
    }

    fn write(&mut self, bytes: &[u8], rows: Rows, is_due: bool) -> io::Result<()> {
        let Some(mut writer) = self.writer.take() else {
            return Ok(());
        };
        if rows == Rows::Wet && !bytes.is_empty() {
            // WET readers find a record by the offset of its member.
            let mut member = Writer::new(writer.finish()?, Packing::of_name(&self.path))?;
            member.write_all(bytes)?;
            writer = Writer::new(member.finish()?, Packing::Plain)?;
        } else {
            writer.write_all(bytes)?;
            if is_due {
                writer.flush()?;
            }
        }
        self.writer = Some(writer);
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        if let Some(writer) = self.writer.take() {
            let file = writer
                .finish()?
                .into_inner()
                .map_err(|error| error.into_error())?;
            // The data must be on disk before the rename.
            file.sync_all()?;
            fs::rename(&self.part, &self.path)?;
        }
        Ok(())
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::input(format_args!(
        "{} cannot be written: {error}",
        path.display()
    ))
}

fn json(row: &Row) -> Result<Vec<u8>, Failure> {
    let mut line = serde_json::to_vec(&row.about).map_err(io::Error::from)?;
    // The fields of the answer follow in the same object.
    line.pop();
    line.push(b',');
    match &row.answer {
        Answer::Article { written, .. } => line.extend_from_slice(&written.as_bytes()[1..]),
        Answer::Error(error) => {
            line.extend_from_slice(b"\"error\":");
            serde_json::to_writer(&mut line, error).map_err(io::Error::from)?;
            line.push(b'}');
        }
    }
    line.push(b'\n');
    Ok(line)
}

/// Returns the record of an article (ISO 28500, 6.8); empty for a page without one.
fn wet(row: &Row) -> Vec<u8> {
    let Answer::Article {
        is_empty: false,
        lang,
        written: body,
    } = &row.answer
    else {
        return Vec::new();
    };
    let about = &row.about;
    let id = about.id.as_str().unwrap_or_default();
    let mut fields = format!(
        "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: {}\r\nWARC-Date: {}\r\n\
         WARC-Record-ID: <{id}#text>\r\nWARC-Refers-To: <{id}>\r\n",
        about.url.as_deref().unwrap_or_default(),
        about.fetched.as_deref().unwrap_or_default(),
    );
    if let Some(lang) = lang {
        fields += &format!("WARC-Identified-Content-Language: {lang}\r\n");
    }
    let length = body.len();
    fields += &format!("Content-Type: text/plain\r\nContent-Length: {length}\r\n\r\n");
    [fields.as_bytes(), body.as_bytes(), b"\r\n\r\n"].concat()
}

/// Refuses incompatible options.
pub(super) fn check(options: &Options) -> Result<(), Failure> {
    let format = options.format;
    if options.front_matter && format != Some(Format::Markdown) {
        return Err(Failure::usage("--front-matter requires --format markdown"));
    }
    let is_wet = options.rows == Rows::Wet;
    if is_wet && !options.warc {
        return Err(Failure::usage("--rows wet requires --warc"));
    }
    if is_wet && format.is_some_and(|format| format != Format::Text) {
        return Err(Failure::usage(
            "--rows wet always writes text; omit --format",
        ));
    }
    if options.skip_done && options.out.is_none() {
        return Err(Failure::usage("--skip-done requires --out FILE"));
    }
    if options.skip_done && is_wet {
        return Err(Failure::usage("--skip-done requires --rows json"));
    }
    let reads = |file: &OsString| options.out.as_ref() == Some(file);
    if options.files.iter().any(reads) {
        return Err(Failure::usage("--out is also an input file"));
    }
    Ok(())
}
