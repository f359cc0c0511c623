//! `lab mine` and `lab train`: what the methods have learnt, made again bit for bit.
//!
//! What is learnt depends on the labelled pages alone: not on their order, the number of workers
//! or the machine. Each file names the corpus it was made from and the command that makes it;
//! `--check` makes it again and compares.

mod boosting;
pub(crate) mod far_sw;
pub(crate) mod fsp;
pub(crate) mod select;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::arguments::{Learn, Mined, Trained};
use crate::bench::Bench;
use crate::{note, sets};

/// Runs `lab mine`.
///
/// # Errors
///
/// Where there is nothing to learn from, the file cannot be written, or `--check` finds another.
pub(crate) fn mine(what: &Mined) -> Result<()> {
    match what {
        Mined::FarSw(options) => {
            let head = head("mine far-sw", &options.learn)?;
            let bench = Bench::new(&options.learn.pages)?;
            finish(&options.learn, &far_sw::mine(&bench, options, head)?)
        }
        Mined::Fsp(options) => {
            let head = head("mine fsp", options)?;
            finish(
                options,
                &fsp::patterns_file(&Bench::new(&options.pages)?, &head)?,
            )
        }
    }
}

/// Runs `lab train`.
///
/// # Errors
///
/// As [`mine`].
pub(crate) fn train(what: &Trained) -> Result<()> {
    match what {
        Trained::Fsp(options) => {
            let mut head = head("train fsp", &options.learn)?;
            if options.site_rules {
                head[0].push_str(" --site-rules");
            }
            head.push(format!(
                "evidence: {}",
                pith::methods::fsp::evidence_digest()
            ));
            let bench = Bench::new(&options.learn.pages)?;
            let file = fsp::machine_file(&bench, options.site_rules, &head)?;
            finish(&options.learn, &file)
        }
        Trained::Select(options) => {
            let mut head = head("train select", &options.learn)?;
            if options.learn.pages.snapshots.is_some() {
                head[0].push_str(" --snapshots SNAPSHOTS");
            }
            head.push(format!("evidence: {}", pith::select::evidence_digest()));
            let rows = select::rows(&options.learn.pages, &options.without)?;
            let Some(folds) = options.folds else {
                return finish_bytes(&options.learn, &select::forest(&rows, None, &head)?);
            };
            let folder = &options.learn.out;
            fs::create_dir_all(folder)
                .with_context(|| format!("{} cannot be made", folder.display()))?;
            for fold in 0..folds as usize {
                let path = select::fold_file(folder, fold);
                let bytes = select::forest(&rows, Some((fold, folds as usize)), &head)?;
                fs::write(&path, bytes)
                    .with_context(|| format!("{} cannot be written", path.display()))?;
                note(&format!("{} is written", path.display()));
            }
            Ok(())
        }
    }
}

/// What stands in the head of a file: the corpus and the command.
fn head(command: &str, options: &Learn) -> Result<Vec<String>> {
    let sets = sets::open_limited(&options.pages)?;
    let names = sets::names(&options.pages, &sets);
    let mut line = format!("lab {command} --data DATA --set {names}");
    if let Some(limit) = options.pages.limit {
        line.push_str(&format!(" --limit {limit}"));
    }
    Ok(vec![
        format!("made by: {line}"),
        format!("corpus: {}", sets::corpus_hash(&sets)?),
    ])
}

/// Writes the file, or compares with it.
fn finish(options: &Learn, text: &str) -> Result<()> {
    let path = &options.out;
    if options.check {
        return compare(path, text);
    }
    fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))?;
    note(&format!("{} is written", path.display()));
    Ok(())
}

/// [`finish`] for a file that is not all text.
fn finish_bytes(options: &Learn, bytes: &[u8]) -> Result<()> {
    let path = &options.out;
    if options.check {
        let there = fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
        if there != bytes {
            bail!("{} is not what the pages say", path.display());
        }
        note(&format!(
            "{} is what the pages say, to the bit",
            path.display()
        ));
        return Ok(());
    }
    fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))?;
    note(&format!("{} is written", path.display()));
    Ok(())
}

fn compare(path: &Path, text: &str) -> Result<()> {
    let there =
        fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    if there == text {
        note(&format!(
            "{} is what the pages say, to the bit",
            path.display()
        ));
        return Ok(());
    }
    let differs = |(_, (a, b)): &(usize, (&str, &str))| a != b;
    let lines = there.lines().chain(std::iter::repeat("")).zip(text.lines());
    match (1..).zip(lines).find(differs) {
        Some((number, (old, new))) => bail!(
            "{} is not what the pages say; line {number} is\n  {old}\nand should be\n  {new}",
            path.display()
        ),
        None => bail!("{} has more lines than the pages say", path.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::tests::Folder;

    #[test]
    fn a_check_names_the_first_line_that_differs() {
        let folder = Folder::new("learnt");
        folder.write("data.txt", "a\nb\n");
        let path = folder.0.join("data.txt");
        assert!(compare(&path, "a\nb\n").is_ok());
        let error = compare(&path, "a\nc\n").expect_err("another").to_string();
        assert!(
            error.contains("line 2") && error.contains("  b\n"),
            "{error}"
        );
        let shorter = compare(&path, "a\n").expect_err("shorter").to_string();
        assert!(shorter.contains("more lines"), "{shorter}");
        assert!(compare(&path, "a\nb\nc\n").is_err());
    }
}
