//! What wasm-bindgen and wasm2js write, made into classic scripts that stand alone.
//!
//! Both tools are pinned, so their output is cut at known places; a place that is not found is
//! an error and not a guess.

use crate::Result;

/// The glue of wasm-bindgen (`no-modules`), cut down to imports, exports and start, and the
/// collector beside it: wasm-bindgen takes no snippets for this target.
pub(crate) struct Glue {
    bound: String,
    collector: String,
}

impl Glue {
    /// From wasm-bindgen's script and `src/front/dom/collector.js`. What would fetch a module is
    /// left out: the core comes with the script. Exposed are `imports` and `start`.
    pub(crate) fn new(source: &str, collector: String) -> Result<Self> {
        let body = between(
            source,
            "let wasm_bindgen = (function(exports) {\n",
            "    return Object.assign(__wbg_init, { initSync }, exports);\n",
        )?;
        let script_src = between(body, "    let script_src;\n", "    /**\n")?;
        let loading = from(body, "    async function __wbg_load(module, imports) {")?;
        let body = body.replacen(script_src, "", 1).replacen(loading, "", 1);
        let bound = format!(
            "(() => {{\nconst exports = {{ __proto__: null }};\n{body}\
             return {{\n  exports,\n  imports: __wbg_get_imports,\n  \
             start: (made) => __wbg_finalize_init({{ exports: made }}),\n}};\n}})()"
        );
        Ok(Self { bound, collector })
    }

    /// The script that carries the core as wasm.
    pub(crate) fn with_wasm(&self, module: &[u8]) -> String {
        let inline = format!(
            r#"const text = "{}";
const bytes = Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
let module;
try {{
  module = new WebAssembly.Module(bytes);
}} catch (error) {{
  // What a browser throws where the page's content security policy forbids wasm.
  if (error instanceof WebAssembly.CompileError) return "refused";
  throw error;
}}
const make = (imports) => new WebAssembly.Instance(module, imports).exports;
"#,
            base64(module)
        );
        self.script(&inline)
    }

    /// The script that carries the core as JavaScript.
    pub(crate) fn with_javascript(&self, translated: &str) -> Result<String> {
        let body = between(translated, "from './pith_bg.js';\n", "\nvar retasmFunc")?;
        let size = between(
            body,
            " function __wasm_memory_size() {",
            " function __wasm_memory_grow",
        )?;
        let grow = between(
            body,
            " function __wasm_memory_grow(pagesToAdd) {\n",
            " return {\n  \"memory\"",
        )?;
        let body = body
            .replacen(size, "\n  return pages;\n }\n", 1)
            .replacen(grow, GROW, 1)
            .replacen(
                " var buffer = new ArrayBuffer(",
                " var pages = 0, buffer = new ArrayBuffer(",
                1,
            )
            .replacen(
                " bufferView = HEAPU8;\n initActiveSegments(imports);\n",
                " bufferView = HEAPU8;\n pages = buffer.byteLength >> 16;\n \
                 initActiveSegments(imports);\n",
                1,
            );
        if body.matches("pages = ").count() < 3 {
            return Err("wasm2js sets up its memory in a new way".into());
        }
        Ok(self.script(&format!(
            "{body}\nconst make = (imports) => asmFunc(imports);\n"
        )))
    }

    /// Exports the core as `globalThis.pithCore`. The value of the script is `"ready"` or
    /// what `inline`, which has to define `make`, returns instead.
    fn script(&self, inline: &str) -> String {
        format!(
            "(() => {{\nif (globalThis.pithCore) return \"ready\";\n{inline}{}\
             const glue = {};\nglue.start(make(glue.imports()));\n\
             globalThis.pithCore = glue.exports;\nreturn \"ready\";\n}})();\n",
            self.collector, self.bound
        )
    }
}

/// Growing memory. wasm2js copies all of it for every 64 KiB more and leaves the old buffer in
/// place; here room doubles, and the old buffer is detached, by which the glue sees that its
/// views of it are stale (as with real wasm memory).
const GROW: &str = r"  pagesToAdd = pagesToAdd | 0;
  var oldPages = pages, newPages = oldPages + pagesToAdd;
  if (pagesToAdd < 0 || newPages > 32767) return -1;
  if (newPages * 65536 > buffer.byteLength) {
   try {
    buffer = buffer.transfer(Math.min(Math.max(newPages * 65536, buffer.byteLength * 2), 32767 * 65536));
   } catch (error) {
    return -1;
   }
   HEAP8 = new Int8Array(buffer);
   HEAP16 = new Int16Array(buffer);
   HEAP32 = new Int32Array(buffer);
   HEAPU8 = new Uint8Array(buffer);
   HEAPU16 = new Uint16Array(buffer);
   HEAPU32 = new Uint32Array(buffer);
   HEAPF32 = new Float32Array(buffer);
   HEAPF64 = new Float64Array(buffer);
   bufferView = HEAPU8;
  }
  pages = newPages;
  return oldPages;
 }
";

/// The declarations of wasm-bindgen as a module, and that of `globalThis.pithCore`.
pub(crate) fn types(declarations: &str) -> Result<String> {
    let namespace = between(declarations, "declare namespace wasm_bindgen {\n", "\n}\n")?;
    let mut out = String::from("// Generated by xtask from src/wasm.rs.\n\n");
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
    let start = out
        .find("/**\n * Has panics reported")
        .ok_or("the declaration of start is not where it was")?;
    out.truncate(start);
    out.push_str(
        "declare global {\n    /** Set by core-wasm.js or core-js.js; gone after a panic. */\n    \
         var pithCore: typeof import(\"./core.d.ts\") | undefined;\n}\n",
    );
    Ok(out)
}

/// What stands between two marks.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Result<&'a str> {
    let missing = |mark: &str| format!("not found in generated code: {mark:?}");
    let (_, rest) = text.split_once(before).ok_or_else(|| missing(before))?;
    let (found, _) = rest.split_once(after).ok_or_else(|| missing(after))?;
    Ok(found)
}

/// A mark and everything after it.
fn from<'a>(text: &'a str, mark: &str) -> Result<&'a str> {
    let at = text
        .find(mark)
        .ok_or_else(|| format!("not found in generated code: {mark:?}"))?;
    Ok(&text[at..])
}

/// RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
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
    fn base64_of_rfc_4648() {
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
    fn a_mark_that_is_missing_is_an_error() {
        assert_eq!(between("a<b>c", "<", ">").unwrap(), "b");
        assert!(between("a<b", "<", ">").is_err());
        assert!(Glue::new("something new", String::new()).is_err());
    }
}
