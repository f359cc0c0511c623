//! Results of an earlier run, for `--skip-done`.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufRead, Write};
use std::path::Path;

use pith::corpus::packed;
use serde::Deserialize;
use serde_json::Value;

/// IDs, as JSON, of the pages that have a row.
#[derive(Default)]
pub(super) struct Done(BTreeSet<String>);

/// The fields of a row that are used.
#[derive(Deserialize)]
struct Named {
    #[serde(default)]
    id: Value,
}

impl Done {
    pub(super) fn has(&self, id: &str) -> bool {
        !self.0.is_empty() && self.0.contains(&Value::from(id).to_string())
    }

    pub(super) fn has_value(&self, id: &Value) -> bool {
        !self.0.is_empty() && self.0.contains(&id.to_string())
    }

    /// Copies the complete rows of a file, one per page. Ignores a missing file and a truncated
    /// end. Rows without an ID aren't copied, so their pages are processed again.
    pub(super) fn take_rows(&mut self, file: &Path, out: &mut dyn Write) -> io::Result<()> {
        let source = match File::open(file) {
            Ok(source) => source,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        let mut lines = packed::reader(source)?;
        let mut line = Vec::new();
        loop {
            line.clear();
            // A truncated compressed file causes an error at its end.
            if !matches!(lines.read_until(b'\n', &mut line), Ok(1..)) || !line.ends_with(b"\n") {
                return Ok(());
            }
            let Ok(Named { id }) = serde_json::from_slice(&line) else {
                continue;
            };
            if !id.is_null() && self.0.insert(id.to_string()) {
                out.write_all(&line)?;
            }
        }
    }
}

/// Removes files, if they exist.
pub(super) fn remove(files: &[&Path]) -> io::Result<()> {
    for file in files {
        match fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
