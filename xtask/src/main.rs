//! Builds the core for browsers.
//!
//! `cargo xtask core [--features wee_alloc]` writes to `target/pith`:
//!
//! | file | content |
//! | --- | --- |
//! | `core.wasm` | the core, optimized |
//! | `named.wasm` | the same with function names, for profiling; never shipped |
//! | `collector.js`, `collector.d.ts` | the collector with its tables; sets `globalThis.pithCollector` |
//! | `glue.js`, `glue.d.ts` | creates instances of the core; sets `globalThis.pithGlue`. Can read a live page if the collector was loaded before |
//! | `core-wasm.js` | `core.wasm` inlined, after the glue; sets `globalThis.pithCore` unless it's already set, and returns `"ready"`, or `"refused"` if the page forbids wasm |
//! | `readerable.js`, `readerable.d.ts` | checks without the core whether a page has an article; sets `globalThis.pithReaderable` |
//! | `core.d.ts` | the types of `globalThis.pithCore` |
//! | `third-parties.txt` | the crates whose code is in the core, with their licenses |
//!
//! and to `target/pith/export` the core that exports an article as files (feature `export`), which
//! is separate from the first:
//!
//! | file | content |
//! | --- | --- |
//! | `core.wasm`, `core.d.ts` | the core |
//! | `export.js`, `glue.d.ts` | creates instances of it; sets `globalThis.pithExport` |
//!
//! The same sources produce the same bytes in any folder and at any time.
//!
//! The scripts aren't modules. None of them evaluates text as code or makes network requests.
//!
//! `cargo xtask interface` compares the library's interface with `tests/interface.txt`.
//!
//! `cargo xtask release VERSION DATE` creates the commit and the tag of a release.
//!
//! `cargo xtask inspection` writes the same files to `target/pith/inspection`, for a core with all
//! methods (feature `inspect`), which isn't part of the extension. With `--quick` it's compiled
//! without link-time optimization, for tests.
//!
//! `cargo xtask npm` writes the cores of the npm package (feature `npm`) to `target/pith/npm`:
//! `dom` for live documents and `html` for HTML text, each in a folder:
//!
//! | file | content |
//! | --- | --- |
//! | `core.wasm`, `named.wasm`, `core.d.ts` | the core |
//! | `glue.js`, `glue.d.ts` | creates instances of it, as a module; that of `dom` includes the collector |
//! | `bytes.js`, `bytes.d.ts` | `core.wasm` as base64 |
//! | `third-parties.txt` | the crates whose code is in it, with their licenses |
//!
//! Files that are newer than their sources aren't rebuilt.

mod glue;
mod interface;
mod names;
mod packages;
mod page;
mod records;
mod release;
mod result;
mod steps;
mod third_parties;
mod tools;

/// Names that the collector and the core share. They're compiled in from the core's source files,
/// so that the core needn't be compiled twice.
#[allow(dead_code, unreachable_pub, reason = "the core uses the rest")]
#[path = "../../src/source/record/protocol.rs"]
mod protocol;

/// The quick check's data, compiled in for the same reason.
#[allow(dead_code, unreachable_pub, reason = "the core uses the rest")]
#[path = "../../src/readerable/score.rs"]
mod score;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;
use std::{env, fs, io};

use wasm_bindgen_cli_support::Bindgen;

use result::Result;
use tools::{Effort, Flags};

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    match run(&args.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[&str]) -> Result<()> {
    // First, because while a core is compiled, another build may replace or delete this program.
    let own = modified(&env::current_exe()?)?;
    match args {
        ["core"] => core("", own),
        ["core", "--features", features] => core(features, own),
        ["inspection"] => inspection(Effort::Whole, own),
        ["inspection", "--quick"] => inspection(Effort::Quick, own),
        ["interface"] => interface::interface(&root()?, false),
        ["interface", "--write"] => interface::interface(&root()?, true),
        ["release", version, date] => release(version, date, false),
        ["release", version, date, "--dry-run"] => release(version, date, true),
        ["npm"] => npm(own),
        _ => Err(
            "usage: cargo xtask core [--features FEATURES] | inspection [--quick] | npm | interface [--write] | release VERSION DATE [--dry-run]"
                .into(),
        ),
    }
}

/// Builds both cores of the extension.
fn core(features: &str, own: SystemTime) -> Result<()> {
    // Browsers compile each function at its first call, so for a click, small code is fast.
    let level = Level {
        llvm: "z",
        binaryen: "-Oz",
    };
    build(features, "target", "target/pith", level, Effort::Whole, own)?;
    export(own)
}

/// Builds the core with every method, in a separate folder because cargo uses the same file name
/// for both libraries.
fn inspection(effort: Effort, own: SystemTime) -> Result<()> {
    let (target, name, binaryen) = match effort {
        Effort::Whole => ("target/inspection", "whole", "-O3"),
        Effort::Quick => ("target/inspection-quick", "quick", "-O1"),
    };
    let out = "target/pith/inspection";
    let stamp = root()?.join(out).join("effort");
    if fs::read_to_string(&stamp).is_ok_and(|last| last != name) {
        fs::remove_dir_all(root()?.join(out))?;
    }
    let level = Level {
        llvm: "3",
        binaryen,
    };
    build("inspect", target, out, level, effort, own)?;
    fs::write(stamp, name)?;
    Ok(())
}

fn release(version: &str, date: &str, is_rehearsal: bool) -> Result<()> {
    let root = &root()?;
    let scratch = root.join("target/release-clone");
    release::release(root, &scratch, version, date, is_rehearsal)
}

/// Builds the core that exports an article as files.
fn export(own: SystemTime) -> Result<()> {
    let root = &root()?;
    // The user waits for a file anyway, so small is better than fast.
    let mut options = packages::remapped(root)?;
    options.push(SMALL_FLAGS.to_owned());
    let compiled = tools::compile(
        root,
        "export",
        "target/export",
        "z",
        Effort::Whole,
        Flags::Alone(&options),
    )?;
    let out = root.join("target/pith/export");
    let outputs = ["core.wasm", "export.js", "core.d.ts", "glue.d.ts"];
    if is_newer(
        &outputs,
        &out,
        &[&compiled, &root.join("package-lock.json")],
        own,
    )? {
        return Ok(());
    }
    let (_, source) = optimized(root, &compiled, &out, &["-Oz", STACK_FIRST])?;
    script(root, &out, "export.js", &glue::glue("pithExport", &source)?)?;
    let types = fs::read_to_string(out.join("parts/pith.d.ts"))?;
    fs::write(out.join("core.d.ts"), glue::types(&types)?)?;
    fs::write(out.join("glue.d.ts"), EXPORT_TYPES)?;
    Ok(())
}

/// Builds the cores of the npm package.
fn npm(own: SystemTime) -> Result<()> {
    let root = root()?;
    let collector = fs::read_to_string(root.join(COLLECTOR))?;
    let scoped = fs::read_to_string(root.join(SCOPED_COLLECTOR))?;
    let collector = protocol::javascript() + &collector + &scoped;
    package(
        "npm",
        "dom",
        &collector,
        &[COLLECTOR, SCOPED_COLLECTOR],
        own,
    )?;
    package("npm,html", "html", "", &[], own)
}

/// Builds one core of the npm package; `inputs` are the sources of its collector.
fn package(
    features: &str,
    name: &str,
    collector: &str,
    inputs: &[&str],
    own: SystemTime,
) -> Result<()> {
    let root = &root()?;
    let target = format!("target/npm-{name}");
    let mut options = packages::remapped(root)?;
    options.push(SMALL_FLAGS.to_owned());
    let compiled = tools::compile(
        root,
        features,
        &target,
        "z",
        Effort::Whole,
        Flags::Alone(&options),
    )?;
    let out = root.join("target/pith/npm").join(name);
    let mut made_of = vec![compiled.clone(), root.join("package-lock.json")];
    made_of.extend(inputs.iter().map(|input| root.join(input)));
    if is_newer(
        &PACKAGE_OUTPUTS,
        &out,
        &made_of.iter().collect::<Vec<_>>(),
        own,
    )? {
        return Ok(());
    }
    let (core, source) = optimized(root, &compiled, &out, &SMALLEST_OPTIONS)?;
    script(root, &out, "glue.js", &glue::module(collector, &source)?)?;
    let bytes = format!("export const BASE64 = \"{}\";\n", glue::base64(&core));
    fs::write(out.join("bytes.js"), bytes)?;
    fs::write(out.join("bytes.d.ts"), "export const BASE64: string;\n")?;
    let types = fs::read_to_string(out.join("parts/pith.d.ts"))?;
    let types = glue::types(&types)?;
    let records = records::declarations(&root.join("src"), &types)?;
    fs::write(out.join("core.d.ts"), format!("{types}\n{records}"))?;
    let collector = match collector {
        "" => "",
        _ => SCOPED_COLLECTOR_TYPES,
    };
    fs::write(out.join("glue.d.ts"), MODULE_TYPES.to_owned() + collector)?;
    fs::write(
        out.join("third-parties.txt"),
        third_parties::license_list(root, features)?,
    )?;
    Ok(())
}

/// Compiler flags of the cores for which size has priority: the export core, and those of the npm
/// package, which pages download. Inlining is LLVM's default for size.
const SMALL_FLAGS: &str = "-Ctarget-feature=+simd128";

/// Binaryen's options for the npm package. They flatten and rebuild the control flow, which finds
/// more duplicates.
const SMALLEST_OPTIONS: [&str; 8] = [
    "--flatten",
    "--rereloop",
    "-Oz",
    "-Oz",
    STACK_FIRST,
    "--gufa-optimizing",
    "--code-folding",
    "-Oz",
];

/// Folds constants that are added to a pointer into the load. The stack is lowest in memory, so
/// nothing else is in the first kB.
const STACK_FIRST: &str = "--low-memory-unused";

/// By default, binaryen inlines every function with a single caller, which would put a fifth of the
/// core into `detect`. Browsers compile and optimize each function when it's called, in time that
/// grows faster than its size.
const WHOLE_FUNCTIONS: &str = "--one-caller-inline-max-function-size=100";

/// The exported function of the core that loops call.
const STEP: &str = "takeStep";

/// Merges monomorphized copies of a function into one, with the differences as arguments.
const SIMILAR_FUNCTIONS: &str = "--merge-similar-functions";

/// The JavaScript part of the source for live pages.
const COLLECTOR: &str = "src/source/dom/collector.js";

/// The collector of the npm package, appended to the other.
const SCOPED_COLLECTOR: &str = "src/source/dom/scoped.js";

/// The part of the quick check that reads a live page.
const READERABLE: &str = "src/readerable/readerable.js";

/// Returns the folder of the workspace for which cargo runs this program. It isn't determined at
/// compile time, because one program may serve two copies of the sources.
fn root() -> Result<PathBuf> {
    let own = env::var_os("CARGO_MANIFEST_DIR").ok_or("run xtask with cargo: cargo xtask")?;
    let root = Path::new(&own).parent().map(Path::to_owned);
    root.ok_or_else(|| "xtask is not in a workspace".into())
}

/// What both compilers optimize for.
struct Level {
    llvm: &'static str,
    binaryen: &'static str,
}

/// Compiles the core below the folder `target` and writes all files to `out`, if any of them is
/// older than its sources.
fn build(
    features: &str,
    target: &str,
    out: &str,
    level: Level,
    effort: Effort,
    own: SystemTime,
) -> Result<()> {
    let root = &root()?;
    let options = packages::remapped(root)?;
    let flags = Flags::Added(&options);
    let compiled = tools::compile(root, features, target, level.llvm, effort, flags)?;
    let out = root.join(out);
    let inputs = [
        &compiled,
        &root.join(COLLECTOR),
        &root.join(READERABLE),
        &root.join("package-lock.json"),
    ];
    if is_newer(&OUTPUTS, &out, &inputs, own)? {
        return Ok(());
    }
    let (core, source) = optimized(root, &compiled, &out, &[level.binaryen, STACK_FIRST])?;
    let glue = glue::glue("pithGlue", &source)?;
    let collector = protocol::javascript() + &fs::read_to_string(root.join(COLLECTOR))?;
    script(root, &out, "collector.js", &glue::collector(&collector))?;
    script(root, &out, "glue.js", &glue)?;
    let readerable = score::javascript() + &fs::read_to_string(root.join(READERABLE))?;
    let readerable = glue::shared("pithReaderable", &readerable);
    script(root, &out, "readerable.js", &readerable)?;
    // Not minified: that would remove the comment with the core.
    fs::write(out.join("core-wasm.js"), glue::core(&core))?;
    let types = fs::read_to_string(out.join("parts/pith.d.ts"))?;
    let types = glue::types(&types)?;
    let records = records::declarations(&root.join("src"), &types)?;
    fs::write(out.join("core.d.ts"), format!("{types}\n{records}"))?;
    fs::write(out.join("glue.d.ts"), GLUE_TYPES)?;
    fs::write(out.join("collector.d.ts"), COLLECTOR_TYPES)?;
    fs::write(out.join("readerable.d.ts"), READERABLE_TYPES)?;
    fs::write(
        out.join("third-parties.txt"),
        third_parties::license_list(root, features)?,
    )?;
    Ok(())
}

/// Binds and optimizes a compiled core, with binaryen's level and additional options. Writes
/// `core.wasm` and `named.wasm` below `out`; returns the bytes of the first, and wasm-bindgen's
/// glue adapted to the names of its exports.
fn optimized(
    root: &Path,
    compiled: &Path,
    out: &Path,
    options: &[&str],
) -> Result<(Vec<u8>, String)> {
    let parts = out.join("parts");
    fs::create_dir_all(&parts)?;
    bindgen(compiled, &parts)?;
    let named = out.join("named.wasm");
    let mut optimize: Vec<PathBuf> = options.iter().map(PathBuf::from).collect();
    optimize.extend([
        WHOLE_FUNCTIONS.into(),
        SIMILAR_FUNCTIONS.into(),
        "--minify-imports-and-exports-and-modules".into(),
        "--debuginfo".into(),
        parts.join("pith_bg.wasm"),
        "-o".into(),
        named.clone(),
    ]);
    let short = tools::npm(root, "wasm-opt", &optimize)?;
    // Last, because a call in a loop prevents many optimizations.
    let step = names::short(&short, STEP)?;
    fs::write(&named, steps::counted(&fs::read(&named)?, step)?)?;
    // The most frequently called functions get the lowest numbers, which take one byte.
    let sort = [
        "--reorder-functions".into(),
        "--debuginfo".into(),
        named.clone(),
        "-o".into(),
        named.clone(),
    ];
    tools::npm(root, "wasm-opt", &sort)?;
    let core = names::without(&fs::read(&named)?)?;
    fs::write(out.join("core.wasm"), &core)?;
    let source = fs::read_to_string(parts.join("pith.js"))?;
    Ok((core, names::shortened(&source, &short)?))
}

const OUTPUTS: [&str; 11] = [
    "core.wasm",
    "named.wasm",
    "collector.js",
    "collector.d.ts",
    "glue.js",
    "glue.d.ts",
    "readerable.js",
    "readerable.d.ts",
    "core-wasm.js",
    "core.d.ts",
    "third-parties.txt",
];

const PACKAGE_OUTPUTS: [&str; 6] = [
    "core.wasm",
    "glue.js",
    "core.d.ts",
    "glue.d.ts",
    "bytes.js",
    "third-parties.txt",
];

const GLUE_TYPES: &str = "export interface Glue {\n  \
    bytes(script: string): Uint8Array<ArrayBuffer>;\n  \
    instantiate(module: WebAssembly.Module): typeof import(\"./core.d.ts\");\n}\n";

const EXPORT_TYPES: &str = "export interface ExportGlue {\n  \
    instantiate(module: WebAssembly.Module): typeof import(\"./core.d.ts\");\n}\n";

const MODULE_TYPES: &str = "export function instantiate(\n  \
    module: WebAssembly.Module,\n  panicked: (message: string, isLimit: boolean) => void,\n\
    ): typeof import(\"./core.d.ts\");\n";

const SCOPED_COLLECTOR_TYPES: &str = include_str!("../../src/source/dom/scoped.d.ts");

const COLLECTOR_TYPES: &str = include_str!("../../src/source/dom/collector.d.ts");

const READERABLE_TYPES: &str = include_str!("../../src/readerable/readerable.d.ts");

/// Writes a script, minified.
fn script(root: &Path, out: &Path, name: &str, text: &str) -> Result<()> {
    let long = out.join("parts").join(name);
    fs::write(&long, text)?;
    tools::minify(root, &long, &out.join(name))
}

fn modified(path: &Path) -> io::Result<SystemTime> {
    fs::metadata(path).and_then(|m| m.modified())
}

/// Returns whether all outputs are in `out` and none is older than its sources, which include this
/// program, last modified at `own`.
fn is_newer(outputs: &[&str], out: &Path, inputs: &[&PathBuf], own: SystemTime) -> Result<bool> {
    let mut newest = own;
    for input in inputs {
        newest = newest.max(modified(input)?);
    }
    Ok(outputs
        .iter()
        .all(|output| modified(&out.join(output)).is_ok_and(|time| time >= newest)))
}

/// Runs wasm-bindgen, in the version that `Cargo.lock` pins for the core.
fn bindgen(compiled: &Path, parts: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(compiled)
        .no_modules(true)?
        .typescript(true)
        .remove_producers_section(true);
    bindgen.generate(parts)?;
    Ok(())
}
