//! The programs that do the work: cargo, and those of the npm packages.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;

const TARGET: &str = "wasm32-unknown-unknown";

/// Compiles the core below the folder `target`; cargo repeats nothing. `.cargo/config.toml` says
/// for which processor.
pub(crate) fn cargo(root: &Path, features: &str, target: &str) -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .current_dir(root)
        .args([
            "build",
            "--quiet",
            "--release",
            "--lib",
            "--no-default-features",
        ])
        .args(["--package", "pith", "--target", TARGET])
        .args(["--target-dir", target]);
    if !features.is_empty() {
        command.args(["--features", features]);
    }
    run(&mut command)?;
    Ok(root.join(target).join(TARGET).join("release/pith.wasm"))
}

/// Runs a program of an npm package.
pub(crate) fn npm(root: &Path, program: &str, args: &[PathBuf]) -> Result<()> {
    let path = root.join("node_modules/.bin").join(program);
    if !path.exists() {
        return Err(format!("{program} is missing: run npm ci").into());
    }
    run(Command::new(path).current_dir(root).args(args))
}

/// Shortens a script without changing what it does.
pub(crate) fn minify(root: &Path, long: &Path, short: &Path) -> Result<()> {
    let mut to = std::ffi::OsString::from("--outfile=");
    to.push(short);
    npm(
        root,
        "esbuild",
        &[
            long.to_owned(),
            "--minify".into(),
            "--log-level=warning".into(),
            "--legal-comments=none".into(),
            to.into(),
        ],
    )
}

fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .map_err(|error| format!("{name} does not start: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{name} failed ({status})").into()),
    }
}
