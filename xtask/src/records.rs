//! Declares in TypeScript the records that the core returns, from their Rust source.
//!
//! A record is a struct, or an enum without data, that derives `Serialize`. Names of rules are
//! collected from constants of the rules and become a union type. Each record that an exported
//! function returns is declared, and each one in their fields, so that the type check of the
//! scripts sees fields and variants added in Rust.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::{
    Attribute, Expr, Fields, GenericArgument, Item, ItemStruct, Lit, Meta, PathArguments, Type,
};

use crate::Result;

/// JavaScript types that a field may have.
const BUILT_IN: [&str; 3] = ["Float32Array", "Uint8Array", "Uint32Array"];

/// The type of the constants with the names of rules, and its constructor.
const RULE: &str = "RuleId";

/// Declarations in the source of a crate.
#[derive(Default)]
struct Records {
    /// The records by name; `None` if two have the same name.
    by_name: BTreeMap<String, Option<Item>>,
    /// The names of the rules, each from a constant.
    rules: BTreeSet<String>,
}

/// Returns declarations of the records that the exported functions return, and of those in their
/// fields. `functions` is wasm-bindgen's declarations, `src` the folder of the core's source.
pub(crate) fn declarations(src: &Path, functions: &str) -> Result<String> {
    let mut records = Records::default();
    gather(src, &mut records)?;
    declare(&records, functions)
}

/// Adds the records of all source files below a folder, except those of programs.
fn gather(folder: &Path, records: &mut Records) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("bin") {
            gather(&path, records)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            add(&fs::read_to_string(&path)?, records)?;
        }
    }
    Ok(())
}

fn add(source: &str, records: &mut Records) -> Result<()> {
    if !source.contains("Serialize") && !source.contains(RULE) {
        return Ok(());
    }
    for item in syn::parse_file(source)?.items {
        records.rules.extend(rule(&item));
        let (name, attributes) = match &item {
            Item::Struct(item) => (item.ident.to_string(), &item.attrs),
            Item::Enum(item) => (item.ident.to_string(), &item.attrs),
            _ => continue,
        };
        if attributes.iter().any(derives_serialize) {
            let known = records.by_name.contains_key(&name);
            records.by_name.insert(name, Some(item).filter(|_| !known));
        }
    }
    Ok(())
}

/// Returns the name in a constant `RuleId::new("…")`.
fn rule(item: &Item) -> Option<String> {
    let Item::Const(item) = item else {
        return None;
    };
    let Expr::Call(call) = &*item.expr else {
        return None;
    };
    let is_rule = matches!(&*item.ty, Type::Path(path) if path.path.is_ident(RULE));
    call.args.first().filter(|_| is_rule).and_then(literal)
}

fn literal(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(value) => match &value.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

fn derives_serialize(attribute: &Attribute) -> bool {
    let mut found = false;
    if attribute.path().is_ident("derive") {
        // A derive is always a list of paths; the compiler reports anything else.
        let _ = attribute.parse_nested_meta(|meta| {
            found |= meta.path.is_ident("Serialize");
            Ok(())
        });
    }
    found
}

fn declare(records: &Records, functions: &str) -> Result<String> {
    let results = functions.split("): ").skip(1);
    let results = results.filter_map(|result| result.split(';').next());
    let words = results.flat_map(|result| result.split(|c: char| !c.is_alphanumeric()));
    let mut queue: Vec<String> = words
        .filter(|w| records.by_name.contains_key(*w))
        .map(str::to_owned)
        .collect();
    let mut declared = BTreeSet::new();
    let mut out = String::new();
    while let Some(name) = queue.pop() {
        if !declared.insert(name.clone()) {
            continue;
        }
        let Some(item) = records
            .by_name
            .get(&name)
            .ok_or_else(|| format!("there is no record called {name}"))?
        else {
            return Err(format!("two records are called {name}").into());
        };
        match item {
            Item::Struct(item) if name == RULE => {
                out += &documentation(&item.attrs, "");
                out += &union(&name, records.rules.iter().cloned())?;
            }
            Item::Struct(item) => out += &interface(item, &mut queue)?,
            Item::Enum(item) => {
                let names = Casing::of(&item.attrs)?;
                if item
                    .variants
                    .iter()
                    .any(|v| !matches!(v.fields, Fields::Unit))
                {
                    return Err(format!("variants of {name} hold data").into());
                }
                let variants = item.variants.iter();
                let variants = variants.map(|v| names.variant(&v.ident.to_string()));
                out += &documentation(&item.attrs, "");
                out += &union(&name, variants)?;
            }
            _ => {}
        }
    }
    Ok(out)
}

/// Declares a record as an interface, and queues the records of its fields.
fn interface(item: &ItemStruct, queue: &mut Vec<String>) -> Result<String> {
    let name = &item.ident;
    let names = Casing::of(&item.attrs)?;
    let mut out = documentation(&item.attrs, "");
    out += &format!("export interface {name} {{\n");
    let Fields::Named(fields) = &item.fields else {
        return Err(format!("the fields of {name} have no names").into());
    };
    for field in &fields.named {
        Casing::of(&field.attrs)?;
        let key = field.ident.as_ref().map(ToString::to_string);
        let value = typed(&field.ty, queue)?;
        out += &documentation(&field.attrs, "    ");
        out += &format!("    {}: {value};\n", names.field(&key.unwrap_or_default()));
    }
    out += "}\n\n";
    Ok(out)
}

/// Declares a union of string literals.
fn union(name: &str, values: impl Iterator<Item = String>) -> Result<String> {
    let values: Vec<String> = values.map(|value| format!("\"{value}\"")).collect();
    if values.is_empty() {
        return Err(format!("{name} has no values").into());
    }
    Ok(format!("export type {name} = {};\n\n", values.join(" | ")))
}

/// Returns a field's type in TypeScript, and queues records in it.
fn typed(ty: &Type, queue: &mut Vec<String>) -> Result<String> {
    let path = match ty {
        Type::Reference(reference) => return typed(&reference.elem, queue),
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    let segment = path.ok_or("a field's type is neither a named type nor a reference to one")?;
    let name = segment.ident.to_string();
    let inner = match &segment.arguments {
        PathArguments::AngleBracketed(list) => {
            list.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(inner) => Some(inner),
                _ => None,
            })
        }
        _ => None,
    };
    Ok(match (name.as_str(), inner) {
        ("Option", Some(inner)) => format!("{} | null", typed(inner, queue)?),
        ("Vec", Some(inner)) => match typed(inner, queue)? {
            union if union.contains('|') => format!("({union})[]"),
            one => format!("{one}[]"),
        },
        ("String" | "str", None) => "string".to_owned(),
        ("bool", None) => "boolean".to_owned(),
        // A node is serialized as its rank.
        ("u8" | "u16" | "u32" | "i32" | "usize" | "f32" | "f64" | "NodeId", None) => {
            "number".to_owned()
        }
        (name, None) if BUILT_IN.contains(&name) => name.to_owned(),
        (_, None) => {
            queue.push(name.clone());
            name
        }
        _ => return Err(format!("{name} has no counterpart in TypeScript").into()),
    })
}

/// Serde's renaming of names.
#[derive(Clone, Copy)]
enum Casing {
    AsWritten,
    Camel,
    Kebab,
}

impl Casing {
    /// Reads `#[serde(rename_all = …)]`. Any other attribute that would change the shape of the
    /// record is an error.
    fn of(attributes: &[Attribute]) -> Result<Self> {
        let mut casing = Self::AsWritten;
        for attribute in attributes.iter().filter(|a| a.path().is_ident("serde")) {
            attribute.parse_nested_meta(|meta| {
                let value: syn::LitStr = meta.value()?.parse()?;
                casing = match value.value().as_str() {
                    // It determines how a value is serialized, not its type.
                    _ if meta.path.is_ident("with") => casing,
                    "camelCase" if meta.path.is_ident("rename_all") => Self::Camel,
                    "kebab-case" if meta.path.is_ident("rename_all") => Self::Kebab,
                    _ => return Err(meta.error("not supported in TypeScript declarations")),
                };
                Ok(())
            })?;
        }
        Ok(casing)
    }

    /// Returns the serialized name of a field such as `word_count`.
    fn field(self, name: &str) -> String {
        let mut words = name.split('_');
        match self {
            Self::AsWritten => name.to_owned(),
            Self::Kebab => format!("\"{}\"", name.replace('_', "-")),
            Self::Camel => {
                words.next().unwrap_or_default().to_owned()
                    + &words.map(capitalized).collect::<String>()
            }
        }
    }

    /// Returns the serialized name of a variant such as `OtherColumn`.
    fn variant(self, name: &str) -> String {
        let mut out = String::new();
        for (at, c) in name.char_indices() {
            match self {
                Self::AsWritten => out.push(c),
                Self::Camel if at > 0 => out.push(c),
                Self::Kebab if at > 0 && c.is_uppercase() => {
                    out.push('-');
                    out.extend(c.to_lowercase());
                }
                _ => out.extend(c.to_lowercase()),
            }
        }
        out
    }
}

fn capitalized(word: &str) -> String {
    let mut rest = word.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest).collect()
}

/// Returns the documentation as a JavaScript comment: without the examples in Rust, with the
/// targets of links removed, and with `null` for `None`.
fn documentation(attributes: &[Attribute], indent: &str) -> String {
    let lines: Vec<String> = attributes.iter().filter_map(documented).collect();
    let text = lines.join("\n");
    let is_target = |line: &&str| line.trim_start().starts_with("[`") && line.contains("`]: ");
    let prose = text.split("```").step_by(2).flat_map(str::lines);
    let prose: Vec<&str> = prose.filter(|line| !is_target(line)).collect();
    let text = prose.join("\n");
    let text = text.trim().replace("`None`", "null").replace("[`", "`");
    let mut parts = text.split("`]");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push('`');
        let target = part.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        plain.push_str(target.map_or(part, |(_, rest)| rest));
    }
    match plain.lines().collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        [line] => format!("{indent}/** {} */\n", line.trim()),
        lines => {
            let lines = lines
                .iter()
                .map(|line| format!("{indent} * {}", line.trim()).trim_end().to_owned() + "\n");
            format!("{indent}/**\n{}{indent} */\n", lines.collect::<String>())
        }
    }
}

fn documented(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    literal(&pair.value).filter(|_| pair.path.is_ident("doc"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the declarations of the records in `source`, for a function `f` that returns
    /// `result`.
    fn declared(source: &str, result: &str) -> Result<String> {
        let mut records = Records::default();
        add(source, &mut records)?;
        declare(
            &records,
            &format!("export function f(a: Other): {result};\n"),
        )
    }

    #[test]
    fn return_type_is_declared_with_its_nested_types() {
        let source = r#"
            /// Parts, see [`Part`](crate::part::Part).
            ///
            /// ```
            /// Whole::new();
            /// ```
            ///
            /// [`Part`]: crate::part::Part
            #[derive(Clone, Serialize)]
            #[serde(rename_all = "camelCase")]
            pub struct Whole<'a> {
                /// Its title; `None` if it has none.
                pub main_title: Option<&'a str>,
                pub parts: Vec<Part>,
                #[serde(with = "elsewhere")]
                pub scores: Float32Array,
            }
            #[derive(Serialize)]
            pub struct Part { pub why: Option<Why>, pub many: Vec<Option<u32>>, pub is_last: bool }
            #[derive(Serialize)]
            #[serde(rename_all = "kebab-case")]
            pub enum Why { Title, OtherColumn }
            #[derive(Serialize)]
            pub struct Unused { pub a: u8 }
            pub struct Other { pub a: u8 }
        "#;
        assert_eq!(
            declared(source, "Whole[]").unwrap(),
            r#"/** Parts, see `Part`. */
export interface Whole {
    /** Its title; null if it has none. */
    mainTitle: string | null;
    parts: Part[];
    scores: Float32Array;
}

export interface Part {
    why: Why | null;
    many: (number | null)[];
    is_last: boolean;
}

export type Why = "title" | "other-column";

"#
        );
    }

    #[test]
    fn rule_id_is_a_union_of_all_rule_names() {
        let source = r#"
            #[derive(Serialize)]
            pub struct RuleId(&'static str);
            pub(super) const ID: RuleId = RuleId::new("tail");
            const MODEL: RuleId = RuleId::new("model");
            const OTHER: Name = Name::new("other");
            #[derive(Serialize)]
            struct A { by: Option<RuleId> }
            mod tests { const ID: RuleId = RuleId::new("test"); }
        "#;
        let declared = declared(source, "A").unwrap();
        assert!(declared.contains("by: RuleId | null;"), "{declared}");
        assert!(
            declared.contains("export type RuleId = \"model\" | \"tail\";"),
            "{declared}"
        );
    }

    #[test]
    fn types_without_a_counterpart_are_errors() {
        for field in [
            "a: Absent",
            "a: BTreeMap<u8, u8>",
            "#[serde(flatten)] a: u8",
            "#[serde(rename = \"b\")] a: u8",
        ] {
            let source = format!("#[derive(Serialize)] struct A {{ {field} }}");
            assert!(declared(&source, "A").is_err(), "{field}");
        }
        let twice = "#[derive(Serialize)] struct A {} mod b {} #[derive(Serialize)] enum A {}";
        assert!(declared(twice, "A").is_err());
    }
}
