//! The names of a core's functions: a profile needs them, and no page does.

use wasmparser::{Parser, Payload};

use crate::Result;

/// Returns a module without its section of names; every other byte stays.
pub(crate) fn without(module: &[u8]) -> Result<Vec<u8>> {
    let mut start = 0;
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::CustomSection(section) if section.name() == "name" => {
                let end = section.range().end;
                return Ok([&module[..start], &module[end..]].concat());
            }
            Payload::Version { range, .. } => start = range.end,
            // A section begins where the one before it ends.
            other => {
                if let Some((_, range)) = other.as_section() {
                    start = range.end;
                }
            }
        }
    }
    Err("wasm-opt wrote no names".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"\0asm\x01\0\0\0";
    const TYPES: &[u8] = b"\x01\x04\x01\x60\0\0";
    const NAMES: &[u8] = b"\0\x09\x04name\x01\x02\0\0";
    const OTHER: &[u8] = b"\0\x03\x01x\0";

    #[test]
    fn nothing_but_the_names_goes() {
        let module = [HEAD, TYPES, NAMES, OTHER].concat();
        let without = without(&module).expect("a module");
        assert_eq!(without, [HEAD, TYPES, OTHER].concat());
    }

    #[test]
    fn a_module_without_names_is_refused() {
        let error = without(&[HEAD, TYPES, OTHER].concat()).expect_err("no names");
        assert_eq!(error.to_string(), "wasm-opt wrote no names");
    }
}
