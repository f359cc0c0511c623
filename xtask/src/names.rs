//! Removes function names and other data of a core that only profiles need, and shortens the names
//! of its imports and exports.

use wasmparser::{Parser, Payload};

use crate::Result;

/// Returns a module without its custom sections and otherwise unchanged.
pub(crate) fn without(module: &[u8]) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(module.len());
    let mut start = 0;
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        // A section begins at the end of the one before, the first one after the version.
        let end = match &payload {
            Payload::Version { range, .. } => range.end,
            other => match other.as_section() {
                Some((_, range)) => range.end,
                None => continue,
            },
        };
        if !matches!(payload, Payload::CustomSection(_)) {
            out.extend_from_slice(&module[start..end]);
        }
        start = end;
    }
    Ok(out)
}

/// The name that wasm-opt gives to the only imported module.
const MODULE: &str = "a";

/// Returns wasm-bindgen's script with the names that wasm-opt gave to imports and exports. Lines of
/// wasm-opt's output contain a module, a name, and a short name for an import, or a name and a
/// short name for an export.
pub(crate) fn shortened(glue: &str, printed: &str) -> Result<String> {
    let mut out = glue.to_owned();
    for line in printed.lines() {
        let texts: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        match texts[..] {
            [module, long, short] => {
                let (key, module) = (format!(" {long}: function("), format!("\"{module}\": "));
                if !out.contains(&key) {
                    return Err(format!("wasm-bindgen's script has no {long}").into());
                }
                out = out.replacen(&key, &format!(" {short}: function("), 1);
                out = out.replacen(&module, &format!("\"{MODULE}\": "), 1);
            }
            [long, short] => out = with_export(&out, long, short),
            _ => {}
        }
    }
    Ok(out)
}

/// Returns the short name of an export in wasm-opt's output.
pub(crate) fn short<'a>(printed: &'a str, name: &str) -> Result<&'a str> {
    let named = printed.lines().find_map(|line| {
        let texts: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        match texts[..] {
            [long, short] if long == name => Some(short),
            _ => None,
        }
    });
    named.ok_or_else(|| format!("the core doesn't export {name}").into())
}

/// Replaces an export's name everywhere in the script.
fn with_export(glue: &str, long: &str, short: &str) -> String {
    let call = format!("wasm.{long}");
    let mut parts = glue.split(&call);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let goes_on = part.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$');
        out.push_str(if goes_on { &call } else { "wasm." });
        out.push_str(if goes_on { "" } else { short });
        out.push_str(part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "{\n \"imports\": [\n  [\"./pith_bg.js\", \"__wbg_new\", \"b\"]\n ],\n\
        \"exports\": [\n  [\"detect\", \"c\"]\n ]\n}\n";

    #[test]
    fn imports_and_exports_get_short_names() {
        let glue = "{ __wbg_new: function() {} } { \"./pith_bg.js\": import0 } \
            wasm.detect(); wasm.detectRecorded(); exports.detect";
        assert_eq!(
            shortened(glue, PRINTED).expect("all names are there"),
            "{ b: function() {} } { \"a\": import0 } wasm.c(); wasm.detectRecorded(); exports.detect"
        );
    }

    #[test]
    fn missing_import_is_named_in_the_error() {
        let error = shortened("", PRINTED).expect_err("no import");
        assert!(error.to_string().contains("__wbg_new"), "{error}");
    }

    const HEAD: &[u8] = b"\0asm\x01\0\0\0";
    const TYPES: &[u8] = b"\x01\x04\x01\x60\0\0";
    const NAMES: &[u8] = b"\0\x09\x04name\x01\x02\0\0";
    const OTHER: &[u8] = b"\0\x03\x01x\0";
    const FUNCTIONS: &[u8] = b"\x03\x01\0";

    #[test]
    fn only_custom_sections_are_removed() {
        let module = [HEAD, NAMES, TYPES, OTHER, FUNCTIONS, NAMES].concat();
        let without = without(&module).expect("a module");
        assert_eq!(without, [HEAD, TYPES, FUNCTIONS].concat());
    }

    #[test]
    fn truncated_module_is_rejected() {
        let module = [HEAD, TYPES].concat();
        without(&module[..module.len() - 1]).expect_err("a section is not whole");
    }
}
