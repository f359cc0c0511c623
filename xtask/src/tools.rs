//! Runs the programs that do the work: cargo, and those of the npm packages.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Result;

const TARGET: &str = "wasm32-unknown-unknown";

/// Compiles the core below the folder `target`, optimised to a level; cargo repeats nothing. `.cargo/config.toml` says
/// for which processor, and what is inlined, unless `flags` say it.
pub(crate) fn cargo(
    root: &Path,
    features: &str,
    target: &str,
    level: &str,
    flags: Option<&str>,
) -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .current_dir(root)
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level)
        .args([
            "build",
            "--quiet",
            "--release",
            "--lib",
            "--no-default-features",
        ])
        .args(["--package", "pith-reader", "--target", TARGET])
        .args(["--target-dir", target]);
    if let Some(flags) = flags {
        command.env("RUSTFLAGS", flags);
    }
    if !features.is_empty() {
        command.args(["--features", features]);
    }
    run(&mut command)?;
    Ok(root.join(target).join(TARGET).join("release/pith.wasm"))
}

/// Runs a program of an npm package and returns what it prints.
pub(crate) fn npm(root: &Path, program: &str, args: &[PathBuf]) -> Result<String> {
    let path = root.join("node_modules/.bin").join(program);
    if !path.exists() {
        return Err(format!("{program} is missing: run npm ci").into());
    }
    let printed = run(Command::new(path)
        .current_dir(root)
        .args(args)
        .stdout(Stdio::piped()))?;
    Ok(String::from_utf8(printed)?)
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
    )?;
    Ok(())
}

/// Returns what the program writes to a pipe, where its output is one.
fn run(command: &mut Command) -> Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let missing = |error| format!("{name} does not start: {error}");
    let child = command.spawn().map_err(missing)?;
    let done = child.wait_with_output().map_err(missing)?;
    match done.status.success() {
        true => Ok(done.stdout),
        false => Err(format!("{name} failed ({})", done.status).into()),
    }
}
