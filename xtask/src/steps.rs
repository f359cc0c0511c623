//! Makes a core count its steps: every loop that isn't a counting loop first calls a function of
//! the core, which panics after too many calls (`src/steps.rs`).
//!
//! A counting loop always ends. All others may depend on a page.

use std::ops::Range;

use wasmparser::{ExternalKind, Operator, Parser, Payload};

use crate::Result;

/// The id of wasm's code section.
const CODE: u8 = 10;

/// The opcode that calls a function.
const CALL: u8 = 0x10;

/// Returns whether a function sets the stack pointer, except on the way to a panic. The stack
/// pointer is the only mutable global of a core.
fn moves_stack(operators: &[(Operator<'_>, usize)]) -> bool {
    let sets = |at: &usize| matches!(operators[*at].0, Operator::GlobalSet { .. });
    let panics = |at: usize| {
        // The next control flow is where it might return instead.
        let mut rest = operators[at..].iter().map(|(operator, _)| operator);
        let next = rest.find(|operator| {
            matches!(
                operator,
                Operator::Unreachable
                    | Operator::Block { .. }
                    | Operator::Loop { .. }
                    | Operator::If { .. }
                    | Operator::Else
                    | Operator::End
                    | Operator::Br { .. }
                    | Operator::BrIf { .. }
                    | Operator::BrTable { .. }
                    | Operator::Return
            )
        });
        matches!(next, Some(Operator::Unreachable))
    };
    (0..operators.len()).filter(sets).any(|at| !panics(at))
}

/// Returns a module in which loops call the function with the given export name.
pub(crate) fn counted(module: &[u8], export: &str) -> Result<Vec<u8>> {
    let missing = || format!("the core doesn't export {export:?}");
    let mut function = None;
    let mut section = None;
    let mut bodies = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ExportSection(exports) => {
                for found in exports {
                    let found = found?;
                    if found.name == export && found.kind == ExternalKind::Func {
                        function = Some(found.index);
                    }
                }
            }
            Payload::CodeSectionStart { range, .. } => section = Some(range),
            Payload::CodeSectionEntry(body) => bodies.push(body),
            _ => {}
        }
    }
    let function = function.ok_or_else(missing)?;
    let section = section.ok_or("the core has no code")?;
    let mut call = vec![CALL];
    write_number(&mut call, function as usize);
    let own = imported_functions(module)?;
    let own = (function as usize).checked_sub(own).ok_or_else(missing)?;
    let mut code = Vec::with_capacity(section.len() + section.len() / 64);
    write_number(&mut code, bodies.len());
    for (index, body) in bodies.iter().enumerate() {
        let range = body.range();
        let mut written = Vec::with_capacity(range.len());
        let mut from = range.start;
        let mut operators = Vec::new();
        for operator in body.get_operators_reader()?.into_iter_with_offsets() {
            operators.push(operator?);
        }
        if index == own {
            // Functions that call no others keep values below the stack pointer.
            if moves_stack(&operators) {
                return Err(format!("{export:?} uses its callers' stack").into());
            }
        } else {
            for at in endless_loops(&operators) {
                written.extend_from_slice(&module[from..at]);
                written.extend_from_slice(&call);
                from = at;
            }
        }
        written.extend_from_slice(&module[from..range.end]);
        write_number(&mut code, written.len());
        code.extend_from_slice(&written);
    }
    let head = section_head(module, &section)?;
    let mut out = module[..head].to_vec();
    out.push(CODE);
    write_number(&mut out, code.len());
    out.extend_from_slice(&code);
    out.extend_from_slice(&module[section.end..]);
    Ok(out)
}

fn imported_functions(module: &[u8]) -> Result<usize> {
    let mut functions = 0;
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::ImportSection(imports) = payload? {
            for import in imports.into_imports() {
                functions += usize::from(matches!(import?.ty, wasmparser::TypeRef::Func(_)));
            }
        }
    }
    Ok(functions)
}

/// Returns the offset of the code section. Its id and length precede its contents.
fn section_head(module: &[u8], contents: &Range<usize>) -> Result<usize> {
    let mut length = Vec::new();
    write_number(&mut length, contents.len());
    let head = contents.start.checked_sub(length.len() + 1);
    let is_head = |&head: &usize| module[head] == CODE && module[head + 1..].starts_with(&length);
    head.filter(is_head)
        .ok_or_else(|| "the length of the core's code section is not encoded minimally".into())
}

/// Writes a number as LEB128.
fn write_number(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// An open control structure.
struct Open {
    /// Index of the operator that begins a loop; `None` for other structures.
    begin: Option<usize>,
    /// Indexes of the operators that branch back to it.
    back: Vec<usize>,
}

/// Returns the offsets at which possibly endless loops begin, in order.
fn endless_loops(operators: &[(Operator<'_>, usize)]) -> Vec<usize> {
    let mut open: Vec<Open> = Vec::new();
    let mut found = Vec::new();
    for (index, (operator, _)) in operators.iter().enumerate() {
        let mut branch = |depth: u32| {
            let target = open.len().checked_sub(1 + depth as usize);
            if let Some(target) = target {
                open[target].back.push(index);
            }
        };
        match operator {
            Operator::Br { relative_depth } | Operator::BrIf { relative_depth } => {
                branch(*relative_depth);
            }
            Operator::BrTable { targets } => {
                targets.targets().flatten().for_each(&mut branch);
                branch(targets.default());
            }
            Operator::Loop { .. } => open.push(Open {
                begin: Some(index),
                back: Vec::new(),
            }),
            Operator::Block { .. } | Operator::If { .. } => open.push(Open {
                begin: None,
                back: Vec::new(),
            }),
            Operator::End => {
                if let Some(Open {
                    begin: Some(begin),
                    back,
                }) = open.pop()
                    && !back.is_empty()
                    && !counts(&operators[begin..=index], &back, begin)
                {
                    // The offset after the `loop` instruction.
                    found.push(operators[begin + 1].1);
                }
            }
            _ => {}
        }
    }
    found.sort_unstable();
    found
}

/// Returns whether a loop is a counting loop: it branches back at one place, if a local isn't yet
/// equal to another or to zero. It changes the first by a constant once per iteration, and never
/// the other.
fn counts(all: &[(Operator<'_>, usize)], back: &[usize], begin: usize) -> bool {
    let [back] = back else { return false };
    let at = back - begin;
    let operator = |before: usize| at.checked_sub(before).map(|index| &all[index].0);
    if !matches!(operator(0), Some(Operator::BrIf { .. })) {
        return false;
    }
    let is_step = |before: usize| {
        let by = matches!(operator(before + 1), Some(Operator::I32Const { value }) if *value != 0);
        let adds = matches!(operator(before), Some(Operator::I32Add | Operator::I32Sub));
        match operator(before + 2) {
            Some(Operator::LocalGet { local_index }) if by && adds => Some(*local_index),
            _ => None,
        }
    };
    let tee = |before: usize| match operator(before) {
        Some(Operator::LocalTee { local_index }) => Some(*local_index),
        _ => None,
    };
    let assigned = |local: u32| {
        let assigns = |(operator, _): &&(Operator<'_>, usize)| match operator {
            Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => {
                *local_index == local
            }
            _ => false,
        };
        all.iter().filter(assigns).count()
    };
    let counts = |teed: usize| {
        let counter = tee(teed).filter(|&local| is_step(teed + 1) == Some(local));
        counter.is_some_and(|counter| assigned(counter) == 1)
    };
    let is_fixed = |before: usize| match operator(before) {
        Some(Operator::I32Const { .. }) => true,
        Some(Operator::LocalGet { local_index }) => assigned(*local_index) == 0,
        _ => false,
    };
    let compares = matches!(
        operator(1),
        Some(
            Operator::I32Ne
                | Operator::I32LtU
                | Operator::I32LtS
                | Operator::I32GtU
                | Operator::I32GtS
                | Operator::I32LeU
                | Operator::I32GeU
        )
    );
    counts(1) || compares && (counts(3) && is_fixed(2) || counts(2) && is_fixed(6))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module with one import and two functions: the first, exported as `s`, does nothing; the
    /// other has this code.
    fn module(code: &[u8]) -> Vec<u8> {
        let mut out = b"\0asm\x01\0\0\0".to_vec();
        out.extend(b"\x01\x04\x01\x60\0\0");
        out.extend(b"\x02\x07\x01\x01a\x01b\0\0");
        out.extend(b"\x03\x03\x02\0\0");
        out.extend(b"\x07\x05\x01\x01s\0\x01");
        let body = [b"\x01\x02\x7f", code, b"\x0b"].concat();
        let mut section = vec![2, 2, 0, 0x0b];
        write_number(&mut section, body.len());
        section.extend(body);
        out.push(CODE);
        write_number(&mut out, section.len());
        out.extend(section);
        out.extend(b"\0\x02\x01n");
        out
    }

    const STEP: &[u8] = b"\x10\x01";

    #[test]
    fn loop_without_a_provable_end_takes_steps() {
        // loop; br 0; end
        let before = module(b"\x03\x40\x0c\0\x0b");
        let expected = module(&[b"\x03\x40", STEP, b"\x0c\0\x0b"].concat());
        assert_eq!(counted(&before, "s").expect("a module"), expected);
        // The result of a call decides whether it continues: loop; block; local.get 0; br_if 1;
        // end; end
        let before = module(b"\x03\x40\x02\x40\x20\0\x0d\x01\x0b\x0b");
        let inner: &[u8] = b"\x02\x40\x20\0\x0d\x01\x0b\x0b";
        let expected = module(&[b"\x03\x40", STEP, inner].concat());
        assert_eq!(counted(&before, "s").expect("a module"), expected);
        // The counter or its limit is set twice.
        let counter: &[u8] = b"\x20\0\x41\x04\x6a\x22\0\x20\x01\x47\x0d\0\x0b";
        for sets in [b"\x41\0\x21\0", b"\x41\0\x21\x01"] {
            let before = module(&[b"\x03\x40", sets.as_slice(), counter].concat());
            let expected = module(&[b"\x03\x40", STEP, sets, counter].concat());
            assert_eq!(counted(&before, "s").expect("a module"), expected);
        }
    }

    #[test]
    fn counting_loop_takes_no_steps() {
        for counter in [
            // Down to zero.
            b"\x20\0\x41\x7f\x6a\x22\0\x0d\0".as_slice(),
            // Up to another local, on either side of the comparison.
            b"\x20\0\x41\x04\x6a\x22\0\x20\x01\x47\x0d\0",
            b"\x20\x01\x20\0\x41\x04\x6a\x22\0\x47\x0d\0",
        ] {
            let before = module(&[b"\x03\x40", counter, b"\x0b"].concat());
            assert_eq!(counted(&before, "s").expect("a module"), before);
        }
        // A loop that isn't repeated.
        let before = module(b"\x03\x40\x0b");
        assert_eq!(counted(&before, "s").expect("a module"), before);
    }

    #[test]
    fn core_without_the_function_is_rejected() {
        let error = counted(&module(b""), "t").expect_err("no such export");
        assert!(error.to_string().contains("\"t\""), "{error}");
    }

    #[test]
    fn stack_moves_that_do_not_panic_are_found() {
        let moves = Operator::GlobalSet { global_index: 0 };
        let is_found = |operators: &[Operator<'static>]| {
            let all: Vec<_> = operators.iter().cloned().zip(0..).collect();
            moves_stack(&all)
        };
        let panic = [Operator::Call { function_index: 0 }, Operator::Unreachable];
        let panics = [std::slice::from_ref(&moves), &panic[..]].concat();
        assert!(is_found(&[moves.clone(), Operator::Return]));
        assert!(is_found(&[moves.clone(), Operator::End]));
        assert!(is_found(&[
            moves,
            Operator::BrIf { relative_depth: 0 },
            Operator::Unreachable
        ]));
        assert!(!is_found(&panics));
        // The panic may come before or after the path that continues.
        assert!(!is_found(
            &[&panics[..], &[Operator::Else, Operator::End]].concat()
        ));
        assert!(!is_found(&[&[Operator::Return], &panics[..]].concat()));
    }
}
