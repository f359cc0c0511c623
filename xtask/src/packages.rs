//! Cargo's data about the crates in a build.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::Result;
use crate::tools::{TARGET, cargo, run};

/// A crate according to its manifest.
#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// An SPDX expression, or the older form with a slash.
    pub(crate) license: Option<String>,
    /// Null for members of the workspace.
    source: Option<String>,
    manifest_path: PathBuf,
}

impl Package {
    /// Returns the folder of the crate's sources.
    pub(crate) fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(Path::new(""))
    }
}

/// Returns every third-party crate in `Cargo.lock` that the cores use, including build
/// dependencies. Fetches missing ones.
pub(crate) fn foreign(root: &Path) -> Result<Vec<Package>> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    let printed = run(cargo(root)
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(["--filter-platform", TARGET])
        .stdout(Stdio::piped()))?;
    let Metadata { mut packages } = serde_json::from_slice(&printed)?;
    packages.retain(|package| package.source.is_some());
    Ok(packages)
}

/// Returns the third-party crates whose code is in the core with these features, ordered by name.
pub(crate) fn compiled(root: &Path, features: &str) -> Result<Vec<Package>> {
    let printed = run(cargo(root)
        .args(["tree", "--locked", "--package", "pith-reader"])
        .args(["--no-default-features", "--features", features])
        .args(["--target", TARGET, "--edges", "normal,no-proc-macro"])
        .args(["--prefix", "none", "--format", "{p}"])
        .stdout(Stdio::piped()))?;
    let printed = String::from_utf8(printed)?;
    // A line is `NAME vVERSION`, with more text for repeated crates and those of the workspace.
    let named: Vec<(&str, &str)> = printed
        .lines()
        .filter_map(|line| line.split_once(" v"))
        .map(|(name, rest)| (name, rest.split(' ').next().unwrap_or(rest)))
        .collect();
    let mut found = foreign(root)?;
    found.retain(|package| named.contains(&(&package.name, &package.version)));
    found.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(found)
}

/// The compiler that cargo uses here.
pub(crate) struct Compiler {
    /// For example `1.95.0`.
    pub(crate) release: String,
    commit: String,
    /// The folder of the toolchain.
    pub(crate) sysroot: PathBuf,
}

impl Compiler {
    pub(crate) fn found(root: &Path) -> Result<Self> {
        let rustc = |args: &[&str]| {
            let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
            let printed = run(command.current_dir(root).args(args).stdout(Stdio::piped()))?;
            Result::Ok(String::from_utf8(printed)?)
        };
        let version = rustc(&["-vV"])?;
        let line = |name: &str| {
            let mut lines = version.lines();
            lines
                .find_map(|line| line.strip_prefix(name))
                .map(str::to_owned)
                .ok_or_else(|| format!("rustc -vV has no line {name:?}"))
        };
        Ok(Self {
            release: line("release: ")?,
            commit: line("commit-hash: ")?,
            sysroot: rustc(&["--print", "sysroot"])?.trim_end().into(),
        })
    }
}

/// Returns rustc's options that keep local source paths out of the output, because panic messages
/// contain them. The last prefix that matches a path applies.
pub(crate) fn remapped(root: &Path) -> Result<Vec<String>> {
    let compiler = Compiler::found(root)?;
    let mut prefixes = vec![(root.to_owned(), "pith".to_owned())];
    let mut registries: Vec<PathBuf> = foreign(root)?
        .iter()
        .filter_map(|package| package.folder().parent().map(Path::to_owned))
        .collect();
    registries.sort();
    registries.dedup();
    prefixes.extend(
        registries
            .into_iter()
            .map(|folder| (folder, "crates".into())),
    );
    // If the library's sources are installed, its generic functions contain their path.
    prefixes.push((
        compiler.sysroot.join("lib/rustlib/src/rust"),
        format!("/rustc/{}", compiler.commit),
    ));
    let option =
        |(from, to): (PathBuf, String)| format!("--remap-path-prefix={}={to}", from.display());
    Ok(prefixes.into_iter().map(option).collect())
}
