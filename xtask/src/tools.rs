//! Runs other programs: cargo, and those of npm packages.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Result;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Maximum memory of a core, in bytes: three times as much as a page at the limits requires.
const MAX_MEMORY: u32 = 1 << 30;

/// Returns cargo as a command, in the folder of the workspace.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// Compiler options, in addition to those of `.cargo/config.toml` or in place of them.
#[derive(Clone, Copy)]
pub(crate) enum Flags<'o> {
    Added(&'o [String]),
    Alone(&'o [String]),
}

/// Optimization level of the compiler.
#[derive(Clone, Copy)]
pub(crate) enum Effort {
    /// With all settings of the release profile.
    Whole,
    /// Without link-time optimization, in a third of the time.
    Quick,
}

/// Compiles the core below the folder `target`, at an optimization level; cargo's output isn't
/// repeated. `.cargo/config.toml` sets CPU features and inlining, unless `flags` do.
pub(crate) fn compile(
    root: &Path,
    features: &str,
    target: &str,
    level: &str,
    effort: Effort,
    flags: Flags<'_>,
) -> Result<PathBuf> {
    let mut command = cargo(root);
    match flags {
        // An environment variable would override the file's options.
        Flags::Added(options) => {
            let options = format!("target.{TARGET}.rustflags={options:?}");
            command.args(["--config", &options]);
        }
        Flags::Alone(options) => {
            command.env("CARGO_ENCODED_RUSTFLAGS", options.join("\u{1f}"));
        }
    }
    if let Effort::Quick = effort {
        command
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    }
    command
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level)
        .args([
            "rustc",
            "--quiet",
            "--locked",
            "--release",
            "--lib",
            "--crate-type=cdylib",
            "--no-default-features",
        ])
        .args(["--package", "pith-reader", "--target", TARGET])
        .args(["--target-dir", target]);
    if !features.is_empty() {
        command.args(["--features", features]);
    }
    let memory = format!("-Clink-arg=--max-memory={MAX_MEMORY}");
    command.args(["--", &memory]);
    run(&mut command)?;
    Ok(root.join(target).join(TARGET).join("release/pith.wasm"))
}

/// Runs a program of an npm package and returns its output.
pub(crate) fn npm(root: &Path, program: &str, args: &[PathBuf]) -> Result<String> {
    let extension = if cfg!(windows) { "cmd" } else { "" };
    let path = root.join("node_modules/.bin").join(program);
    let path = path.with_extension(extension);
    if !path.exists() {
        return Err(format!("{program} is missing: run npm ci").into());
    }
    let printed = run(Command::new(path)
        .current_dir(root)
        .args(args)
        .stdout(Stdio::piped()))?;
    Ok(String::from_utf8(printed)?)
}

/// Minifies a script without changing its behavior.
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

/// Runs a command and returns its output if that's a pipe.
pub(crate) fn run(command: &mut Command) -> Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let missing = |error| format!("cannot start {name}: {error}");
    let child = command.spawn().map_err(missing)?;
    let done = child.wait_with_output().map_err(missing)?;
    match done.status.success() {
        true => Ok(done.stdout),
        false => Err(format!("{name} failed ({})", done.status).into()),
    }
}
