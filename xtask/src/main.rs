//! Builds the core for browsers.
//!
//! `cargo xtask core [--features wee_alloc]` writes to `target/pith`:
//!
//! | file | what |
//! | --- | --- |
//! | `core.wasm` | the core, compiled once, optimised |
//! | `core-wasm.js` | a classic script: glue and `core.wasm` inlined; gives `"ready"`, or `"refused"` where the page forbids wasm |
//! | `core-js.js` | a classic script: the same glue and the same core through wasm2js |
//! | `core.d.ts` | the types of `globalThis.pithCore` |
//!
//! Both scripts set `globalThis.pithCore` and do nothing where it is set already. Neither
//! evaluates text as code nor asks the network for anything.
//!
//! `cargo xtask inspection` writes to `target/pith/inspection` the core with all methods in it
//! (feature `inspect`), which no extension carries: `core.wasm`, `core-wasm.js` and `core.d.ts`.
//!
//! Nothing is made again that is newer than what it is made of.

mod glue;
mod page;
mod records;
mod tools;

/// What the collector and the core have in common. It is compiled in here from the core's own
/// files, so that the core need not be compiled a second time for the names in it.
#[allow(dead_code, unreachable_pub, reason = "the core uses the rest")]
#[path = "../../src/front/record/protocol.rs"]
mod protocol;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;
use std::{env, fs};

use wasm_bindgen_cli_support::Bindgen;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let done = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["core"] => core(""),
        ["core", "--features", features] => core(features),
        ["inspection"] => inspection(),
        _ => Err("usage: cargo xtask core [--features FEATURES] | inspection".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The core that the extension carries, in both forms.
fn core(features: &str) -> Result<()> {
    let root = root()?;
    let compiled = tools::cargo(root, features, "target")?;
    let out = root.join("target/pith");
    let outputs = ["core.wasm", "core-wasm.js", "core-js.js", "core.d.ts"];
    if is_newer(&out, &outputs, root, &compiled)? {
        return Ok(());
    }
    let glue = wasm(root, &compiled, &out)?;
    let parts = out.join("parts");
    let javascript = to_javascript(root, &parts.join("pith_bg.wasm"), &parts)?;
    script(
        root,
        &out,
        "core-js.js",
        &glue.with_javascript(&javascript)?,
    )
}

/// The core with every method in it, as wasm only. It is compiled in a folder of its own: cargo
/// gives the library of both the same name.
fn inspection() -> Result<()> {
    let root = root()?;
    let compiled = tools::cargo(root, "inspect", "target/inspection")?;
    let out = root.join("target/pith/inspection");
    let outputs = ["core.wasm", "core-wasm.js", "core.d.ts"];
    if !is_newer(&out, &outputs, root, &compiled)? {
        wasm(root, &compiled, &out)?;
    }
    Ok(())
}

/// Left alone, binaryen puts every function that is called from one place into its caller: a
/// fifth of the core into `detect`. Browsers compile and optimise function by function when they
/// are called, in time that grows faster than their size, and optimise none in JavaScript that is
/// too large.
const WHOLE_FUNCTIONS: &str = "--one-caller-inline-max-function-size=100";

/// The half of the live front that walks in JavaScript.
const COLLECTOR: &str = "src/front/dom/collector.js";

fn root() -> Result<&'static Path> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    root.ok_or_else(|| "xtask lies in no workspace".into())
}

/// Writes `core.wasm`, `core-wasm.js` and `core.d.ts`.
fn wasm(root: &Path, compiled: &Path, out: &Path) -> Result<glue::Glue> {
    let parts = out.join("parts");
    fs::create_dir_all(&parts)?;
    bindgen(compiled, &parts)?;
    let wasm = out.join("core.wasm");
    let bound = parts.join("pith_bg.wasm");
    tools::npm(
        root,
        "wasm-opt",
        &[
            "-O3".into(),
            WHOLE_FUNCTIONS.into(),
            bound,
            "-o".into(),
            wasm.clone(),
        ],
    )?;
    let source = fs::read_to_string(parts.join("pith.js"))?;
    let collector = fs::read_to_string(root.join(COLLECTOR))?;
    let glue = glue::Glue::new(&source, protocol::javascript() + &collector)?;
    script(
        root,
        out,
        "core-wasm.js",
        &glue.with_wasm(&fs::read(&wasm)?),
    )?;
    let types = fs::read_to_string(parts.join("pith.d.ts"))?;
    let types = glue::types(&types)?;
    let records = records::declarations(&root.join("src"), &types)?;
    fs::write(out.join("core.d.ts"), format!("{types}\n{records}"))?;
    Ok(glue)
}

/// Writes a script, minified.
fn script(root: &Path, out: &Path, name: &str, text: &str) -> Result<()> {
    let long = out.join("parts").join(name);
    fs::write(&long, text)?;
    tools::minify(root, &long, &out.join(name))
}

/// Whether all of `outputs` are in `out` and none is older than what they are made of.
fn is_newer(out: &Path, outputs: &[&str], root: &Path, compiled: &Path) -> Result<bool> {
    let modified = |path: &Path| fs::metadata(path).and_then(|m| m.modified());
    let mut newest = SystemTime::UNIX_EPOCH;
    let lock = root.join("package-lock.json");
    for input in [compiled, &root.join(COLLECTOR), &env::current_exe()?, &lock] {
        newest = newest.max(modified(input)?);
    }
    Ok(outputs
        .iter()
        .all(|output| modified(&out.join(output)).is_ok_and(|time| time >= newest)))
}

/// Runs wasm-bindgen, of the version that `Cargo.lock` names for the core as well.
fn bindgen(compiled: &Path, parts: &Path) -> Result<()> {
    let mut bytes = fs::read(compiled)?;
    withdraw_features(&mut bytes);
    let mut bindgen = Bindgen::new();
    bindgen
        .input_bytes("pith", bytes)
        .no_modules(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.generate(parts)?;
    Ok(())
}

/// Takes reference types and multiple results off the list of features that the module says it
/// uses. The standard library is shipped compiled for a processor that has them, but makes no
/// use of them; wasm-bindgen would, where they are listed, and wasm2js knows neither.
fn withdraw_features(module: &mut [u8]) {
    for feature in ["reference-types", "multivalue"] {
        // In the section `target_features`: `+`, the length of the name, the name.
        let mut listed = vec![b'+', u8::try_from(feature.len()).unwrap_or_default()];
        listed.extend(feature.as_bytes());
        let found = module.windows(listed.len()).position(|w| w == listed);
        if let Some(at) = found {
            module[at] = b'-';
        }
    }
}

/// The module as JavaScript: one function `asmFunc` from imports to exports, and what it needs.
fn to_javascript(root: &Path, bound: &Path, parts: &Path) -> Result<String> {
    let plain = parts.join("plain.wasm");
    let lowered = parts.join("core.w2js.js");
    let flags = |flags: &[&str]| flags.iter().map(PathBuf::from).collect::<Vec<_>>();
    let mut optimise = flags(&[
        "-O3",
        WHOLE_FUNCTIONS,
        "--llvm-memory-copy-fill-lowering",
        "--signext-lowering",
        "--llvm-nontrapping-fptoint-lowering",
    ]);
    optimise.extend([bound.to_owned(), "-o".into(), plain.clone()]);
    tools::npm(root, "wasm-opt", &optimise)?;
    let mut translate = flags(&[
        "-O3",
        WHOLE_FUNCTIONS,
        "--mvp-features",
        "--enable-mutable-globals",
    ]);
    translate.extend([plain, "-o".into(), lowered.clone()]);
    tools::npm(root, "wasm2js", &translate)?;
    Ok(fs::read_to_string(lowered)?)
}
