//! Turns wasm-bindgen's output into standalone scripts.
//!
//! The tool's version is pinned, so its output is split at known places. If one is missing, that's
//! an error; nothing is guessed.

use crate::Result;

/// Returns wasm-bindgen's glue (`no-modules`), reduced to imports, exports, and start. It becomes
/// the body of a function that creates an instance of `module`, independent of all others. The code
/// that would fetch a module is removed. An instance that has trapped is never entered again,
/// because its memory can't be trusted: its calls do nothing from then on, so that freeing objects
/// later does no harm. It's replaced by a new one.
fn instance(source: &str) -> Result<String> {
    let body = between(
        source,
        "let wasm_bindgen = (function(exports) {\n",
        "    return Object.assign(__wbg_init, { initSync }, exports);\n",
    )?;
    let script_src = between(body, "    let script_src;\n", "    /**\n")?;
    let loading = from(body, "    async function __wbg_load(module, imports) {")?;
    let body = body.replacen(script_src, "", 1).replacen(loading, "", 1);
    Ok(format!(
        r#"    const exports = {{ __proto__: null }};
{body}
    const own = new WebAssembly.Instance(module, __wbg_get_imports()).exports;
    const guarded = {{ ...own }};
    let depth = 0;
    let failed = false;
    for (const [name, call] of Object.entries(own)) {{
      if (typeof call === "function") guarded[name] = (...args) => {{
        if (failed) return;
        try {{
          if (depth++ === 0) exports.renewSteps();
          return call(...args);
        }} catch (error) {{
          failed = true;
          if (globalThis.pithCore === exports) delete globalThis.pithCore;
          throw error;
        }} finally {{
          depth -= 1;
        }}
      }};
    }}
    __wbg_finalize_init({{ exports: guarded }});
    return exports;
"#
    ))
}

/// Returns the glue as a module for the npm package: `instantiate` creates an instance, which calls
/// `panicked` on a panic. `collector` is the source of the collector for live documents.
pub(crate) fn module(collector: &str, source: &str) -> Result<String> {
    let instance = instance(source)?;
    let function =
        format!("export function instantiate(module, panicked) {{\n{instance}}}\n{collector}");
    Ok(match collector {
        "" => function,
        _ => function + "export { ScopedCollector };\n",
    })
}

/// Returns the glue as a script that sets a global. Its `bytes` extracts the core's bytes from the
/// text of `core-wasm.js`, so that the package contains them only once; its `instantiate` creates
/// an instance.
pub(crate) fn glue(name: &str, source: &str) -> Result<String> {
    let instance = instance(source)?;
    Ok(shared(
        name,
        &format!(
            r#"const Collector = Object.getOwnPropertyDescriptor(globalThis, "pithCollector")?.value;
const value = {{
  bytes(script) {{
    const start = script.indexOf("/*{WASM_HEAD}") + 2;
    const text = script.slice(start, script.indexOf("*/", start));
    return Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  }},
  instantiate(module) {{
{instance}  }},
}};
"#
        ),
    ))
}

/// Returns the collector as a script that sets `globalThis.pithCollector`, because wasm-bindgen
/// doesn't support snippets for this target.
pub(crate) fn collector(source: &str) -> String {
    shared(
        "pithCollector",
        &format!("{source}\nconst value = Collector;\n"),
    )
}

/// Returns the script that contains the core and, after the glue, exports it as
/// `globalThis.pithCore`. It evaluates to `"ready"`, or `"refused"` if the page forbids wasm. The
/// core is in a comment, which a browser skips in a third of the time that it takes to read a
/// string.
pub(crate) fn core(module: &[u8]) -> String {
    format!(
        r#"(() => {{
if (Object.hasOwn(globalThis, "pithCore")) return "ready";
const glue = Object.getOwnPropertyDescriptor(globalThis, "pithGlue").value;
function carrier() {{/*{}*/}}
try {{
  globalThis.pithCore = glue.instantiate(new WebAssembly.Module(glue.bytes(String(carrier))));
}} catch (error) {{
  // Thrown if the page's policy blocks wasm. WebKit throws only on instantiation.
  if (error instanceof WebAssembly.CompileError) return "refused";
  throw error;
}}
return "ready";
}})();
"#,
        base64(module)
    )
}

/// Wraps a script that declares `value` into one that sets a global to it. The global is an own
/// property of the window, so an element with that id doesn't count as one. It replaces the value
/// from an earlier version of the extension, so that all scripts of the core come from one build.
pub(crate) fn shared(name: &str, script: &str) -> String {
    format!(
        "(() => {{\n{script}Object.defineProperty(globalThis, \"{name}\", \
         {{ value, configurable: true, writable: true }});\n}})();\n"
    )
}

/// The beginning of every wasm module of version 1, base64-encoded.
const WASM_HEAD: &str = "AGFzbQEAAA";

/// Converts wasm-bindgen's declarations to a module.
pub(crate) fn types(declarations: &str) -> Result<String> {
    let namespace = between(declarations, "declare namespace wasm_bindgen {\n", "\n}\n")?;
    let mut out = String::from("// Generated by xtask from the core's exports.\n\n");
    let mut blank = true;
    for line in namespace.lines() {
        let line = line.strip_prefix("    ").unwrap_or(line);
        if line.starts_with("/* ") || (blank && line.is_empty()) {
            continue;
        }
        blank = line.is_empty();
        out.push_str(line);
        out.push('\n');
    }
    // Only the scripts call start, once.
    without_declaration(&out, "export function start(")
}

/// Removes the declaration that begins with `mark`, including its comment.
fn without_declaration(declarations: &str, mark: &str) -> Result<String> {
    let missing = || format!("wasm-bindgen's declarations have no line that begins with {mark:?}");
    let lines: Vec<&str> = declarations.lines().collect();
    let is_declaration = |line: &&str| line.starts_with(mark);
    let at = lines.iter().position(is_declaration).ok_or_else(missing)?;
    let comment = lines[..at]
        .iter()
        .rposition(|line| !line.starts_with(" *"))
        .filter(|&first| lines[first].starts_with("/**"));
    let kept = lines[..comment.unwrap_or(at)]
        .iter()
        .chain(&lines[at + 1..]);
    Ok(kept.flat_map(|line| [line, "\n"]).collect())
}

/// Returns the text between two markers.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Result<&'a str> {
    let missing = |mark: &str| format!("not found in generated code: {mark:?}");
    let (_, rest) = text.split_once(before).ok_or_else(|| missing(before))?;
    let (found, _) = rest.split_once(after).ok_or_else(|| missing(after))?;
    Ok(found)
}

/// Returns the text from a marker to the end.
fn from<'a>(text: &'a str, mark: &str) -> Result<&'a str> {
    let at = text
        .find(mark)
        .ok_or_else(|| format!("not found in generated code: {mark:?}"))?;
    Ok(&text[at..])
}

/// Encodes bytes as base64 (RFC 4648), with padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let symbol = ALPHABET[(bits >> (18 - 6 * i)) as usize & 63];
            out.push(if i <= chunk.len() {
                char::from(symbol)
            } else {
                '='
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_matches_rfc_4648() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn module_starts_with_the_prefix_the_extension_expects() {
        assert!(base64(b"\0asm\x01\0\0\0\x01").starts_with(WASM_HEAD));
    }

    const DECLARATIONS: &str = "declare namespace wasm_bindgen {\n    \
        /* tslint:disable */\n    \
        /**\n     * Finds the article.\n     */\n    export function detect(): Detection;\n    \
        /**\n     * Starts.\n     */\n    export function start(): void;\n    \
        export function title(): string;\n}\n";

    #[test]
    fn all_functions_except_start_are_declared() {
        assert_eq!(
            types(DECLARATIONS).unwrap(),
            "// Generated by xtask from the core's exports.\n\n/**\n * Finds the article.\n */\n\
             export function detect(): Detection;\nexport function title(): string;\n"
        );
    }

    #[test]
    fn missing_declaration_is_named_in_the_error() {
        let mark = "export function start(";
        let error = types(&DECLARATIONS.replace(mark, "export function other("));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(mark), "{error}");
    }

    #[test]
    fn missing_marker_is_an_error() {
        assert_eq!(between("a<b>c", "<", ">").unwrap(), "b");
        assert!(between("a<b", "<", ">").is_err());
        assert!(glue("pithGlue", "something new").is_err());
        assert!(module("", "something new").is_err());
    }
}
