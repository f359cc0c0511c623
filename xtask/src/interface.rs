//! Compares the library's public interface with a list in the tests, so that changes to it are
//! noticed and documented.

use std::fs;
use std::path::Path;

use crate::Result;
use crate::tools::{cargo, run};

/// The list, with one line per item.
const LIST_PATH: &str = "tests/interface.txt";

/// Compares the library's interface with the list, or rewrites the list. The error contains the
/// lines that differ.
pub(crate) fn interface(root: &Path, writes: bool) -> Result<()> {
    let found = found(root)?;
    let file = root.join(LIST_PATH);
    if writes {
        fs::write(file, found)?;
        return Ok(());
    }
    let kept = fs::read_to_string(file).unwrap_or_default();
    let differing = differing(&kept, &found);
    match differing.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "The library's interface differs from {LIST_PATH}:\n{differing}\
             Removals and changes break programs and require a higher version. \
             Describe them in CHANGELOG.md and run: cargo xtask interface --write"
        )
        .into()),
    }
}

/// Returns the interface according to rustdoc. Its JSON format is unstable, so the library that
/// reads it has the version that belongs to the toolchain. The build uses a separate folder,
/// because the environment variable changes how some crates are compiled.
fn found(root: &Path) -> Result<String> {
    let target = root.join("target/interface");
    run(cargo(root)
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["rustdoc", "--quiet", "--locked", "--lib"])
        .args(["--package", "pith-reader", "--target-dir"])
        .arg(&target)
        .args(["--", "-Zunstable-options", "--output-format=json"]))?;
    let described = public_api::Builder::from_rustdoc_json(target.join("doc/pith.json"))
        .omit_auto_derived_impls(true)
        .omit_auto_trait_impls(true)
        .omit_blanket_impls(true)
        .build()?;
    Ok(described.items().map(|item| format!("{item}\n")).collect())
}

/// Returns the lines that are in only one of two lists, each prefixed with a sign.
fn differing(kept: &str, found: &str) -> String {
    let only = |sign: &'static str, some: &str, others: &str| -> String {
        let others: Vec<&str> = others.lines().collect();
        let lines = some.lines().filter(|line| !others.contains(line));
        lines.flat_map(|line| [sign, line, "\n"]).collect()
    };
    only("- ", kept, found) + &only("+ ", found, kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_use_the_oldest_supported_compiler() {
        let read = |file: &str| fs::read_to_string(crate::root().unwrap().join(file)).unwrap();
        let value = |text: &str, before: &str| {
            let rest = text.split(before).nth(1).unwrap();
            rest.split('"').next().unwrap().to_owned()
        };
        let oldest = value(&read("Cargo.toml"), "rust-version = \"");
        let used = value(&read("rust-toolchain.toml"), "channel = \"");
        assert_eq!(used, oldest + ".0");
    }

    #[test]
    fn differing_lines_are_listed() {
        assert_eq!(differing("a\nb\n", "b\nc\n"), "- a\n+ c\n");
        assert_eq!(differing("a\n", "a\n"), "");
    }
}
