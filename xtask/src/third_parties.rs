//! Collects the licenses of third-party code in the cores, for the packages.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::packages::{Compiler, Package, compiled};

/// The licenses allowed in a package, in order of preference if there is a choice.
const ACCEPTED: [&str; 4] = ["MIT", "Apache-2.0", "Unicode-3.0", "BSD-3-Clause"];

/// Phrases that identify a license whose file may have another name, such as WHATWG's.
const LICENSE_PHRASES: [(&str, &str); 1] = [("BSD-3-Clause", "Neither the name of")];

/// Returns a list of the crates whose code is in the core with these features, and of Rust's
/// standard library, with the text of each license. The error names a crate whose license isn't one
/// of [`ACCEPTED`], or whose text is missing.
pub(crate) fn license_list(root: &Path, features: &str) -> Result<String> {
    let mut texts: Vec<(Vec<String>, String)> = Vec::new();
    for package in compiled(root, features)? {
        let named = format!("{} {}", package.name, package.version);
        for text in licenses(&package)? {
            match texts.iter_mut().find(|(_, known)| *known == text) {
                Some((names, _)) => names.push(named.clone()),
                None => texts.push((vec![named.clone()], text)),
            }
        }
    }
    let compiler = Compiler::found(root)?;
    let mit = compiler.sysroot.join("share/doc/rust/licenses/MIT.txt");
    let library = format!("the Rust standard library {}", compiler.release);
    // The file is a template.
    let text = read_text(&mit)?.replacen(
        "<year> <copyright holders>",
        "The Rust Project Developers",
        1,
    );
    texts.push((vec![library], text));
    let parts = texts
        .into_iter()
        .map(|(names, text)| format!("{RULE}\n{}\n\n{text}\n", names.join("\n")));
    Ok(parts.collect())
}

const RULE: &str =
    "--------------------------------------------------------------------------------";

/// Returns the texts of the licenses under which a crate is used.
fn licenses(package: &Package) -> Result<Vec<String>> {
    let of = |problem: &str| format!("{} {}: {problem}", package.name, package.version);
    let expression = package.license.as_deref().unwrap_or_default();
    let licenses = accepted_licenses(expression)
        .ok_or_else(|| of(&format!("its license {expression:?} is not accepted")))?;
    let mut files: Vec<PathBuf> = fs::read_dir(package.folder())?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    files.retain(|file| is_license(&name(file)));
    files.sort();
    let mut texts = Vec::new();
    for license in licenses {
        let file = match &files[..] {
            // A file with a generic name contains the only license.
            [only] => Some(only),
            _ => files.iter().find(|file| is_of(file, license)),
        };
        let file = file.ok_or_else(|| of(&format!("the text of {license} is missing")))?;
        texts.push(read_text(file)?);
    }
    Ok(texts)
}

/// Returns the licenses to use from an expression, or `None` if a part has no accepted one. Parts
/// in brackets are joined by `AND`, alternatives by `OR`.
fn accepted_licenses(expression: &str) -> Option<Vec<&str>> {
    expression
        .split(" AND ")
        .map(|part| {
            let part = part.trim_matches(['(', ')']);
            let offered: Vec<&str> = part.split(" OR ").flat_map(|one| one.split('/')).collect();
            let mut accepted = ACCEPTED.into_iter();
            accepted.find(|license| offered.contains(license))
        })
        .collect()
}

/// Returns whether a file contains the text of a license, if there are several files.
fn is_of(file: &Path, license: &str) -> bool {
    match LICENSE_PHRASES.iter().find(|(known, _)| *known == license) {
        Some((_, words)) => read_text(file).is_ok_and(|text| text.contains(words)),
        None => {
            let word = license.split('-').next().unwrap_or(license);
            name(file).contains(&word.to_uppercase())
        }
    }
}

fn name(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().to_uppercase()
}

fn is_license(name: &str) -> bool {
    ["LICENSE", "LICENCE", "COPYING"]
        .iter()
        .any(|begins| name.starts_with(begins))
}

/// Returns a text without differences between platforms.
fn read_text(file: &Path) -> Result<String> {
    let text = fs::read_to_string(file);
    let text = text.map_err(|error| format!("{}: {error}", file.display()))?;
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    Ok(lines.join("\n").trim_matches('\n').to_owned() + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_license_of_a_choice_is_used() {
        for (expression, expected) in [
            ("MIT", vec!["MIT"]),
            ("Apache-2.0 OR MIT", vec!["MIT"]),
            ("Apache-2.0/MIT", vec!["MIT"]),
            (
                "(MIT OR Apache-2.0) AND Unicode-3.0",
                vec!["MIT", "Unicode-3.0"],
            ),
            (
                "(Apache-2.0 OR MIT) AND BSD-3-Clause",
                vec!["MIT", "BSD-3-Clause"],
            ),
        ] {
            assert_eq!(
                accepted_licenses(expression),
                Some(expected),
                "{expression}"
            );
        }
    }

    #[test]
    fn unaccepted_licenses_are_rejected() {
        for expression in ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "LMIT"] {
            assert_eq!(accepted_licenses(expression), None, "{expression}");
        }
    }
}
