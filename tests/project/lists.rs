//! `ALL` of each enum of the core contains every variant in order, and the names are those that
//! scripts get.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pith::select::{Grounds, Reason};
use syn::{Expr, Fields, ImplItem, Item, Type};

#[test]
fn every_variant_list_is_complete() {
    let mut found = Vec::new();
    read(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut found,
    );
    for name in ["Reason", "Grounds", "Purpose"] {
        assert!(
            found.iter().any(|n| n == name),
            "the list of {name} was not found"
        );
    }
}

#[test]
fn reasons_and_grounds_serialize_to_their_names() {
    for reason in Reason::ALL {
        assert_eq!(serde_json::to_value(reason).unwrap(), reason.name());
    }
    for grounds in Grounds::ALL {
        assert_eq!(serde_json::to_value(grounds).unwrap(), grounds.name());
    }
}

/// Checks the lists of all files in a folder, and collects the names of their enums.
fn read(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            check(&fs::read_to_string(&path).unwrap(), found);
        }
    }
}

/// Compares each array `ALL` of a file with the variants of its enum.
fn check(source: &str, found: &mut Vec<String>) {
    if !source.contains("const ALL") {
        return;
    }
    let items = syn::parse_file(source).unwrap().items;
    let mut variants: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for item in &items {
        if let Item::Enum(item) = item {
            let plain = item
                .variants
                .iter()
                .filter(|v| matches!(v.fields, Fields::Unit));
            let names = plain.map(|v| v.ident.to_string()).collect();
            variants.insert(item.ident.to_string(), names);
        }
    }
    for item in &items {
        let Item::Impl(item) = item else { continue };
        let Some(name) = last(&item.self_ty) else {
            continue;
        };
        let Some(variants) = variants.get(&name) else {
            continue;
        };
        for item in &item.items {
            if let ImplItem::Const(list) = item
                && list.ident == "ALL"
                && let Expr::Array(array) = &list.expr
            {
                let listed: Vec<String> = array.elems.iter().filter_map(variant).collect();
                assert_eq!(&listed, variants, "{name}::ALL");
                found.push(name.clone());
            }
        }
    }
}

/// Returns the last name of a type's path.
fn last(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// Returns the variant in `Self::Variant`.
fn variant(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}
