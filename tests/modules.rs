//! The top-level modules of the core, and those of the laboratory, import each other in one
//! direction only.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree};

/// For each module the modules that it imports, each with a file that does.
type Imports = BTreeMap<String, BTreeMap<String, PathBuf>>;

#[test]
fn the_imports_of_the_core_form_no_circle() {
    let imports = imports(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(
        imports["select"].contains_key("methods"),
        "imports are seen"
    );
    assert_eq!(circle(&imports), None);
}

#[test]
fn the_imports_of_the_laboratory_form_no_circle() {
    let imports = imports(&Path::new(env!("CARGO_MANIFEST_DIR")).join("lab/src"));
    assert!(
        imports["arguments"].contains_key("tables"),
        "imports are seen"
    );
    assert_eq!(circle(&imports), None);
}

#[test]
fn a_circle_is_found_whichever_way_an_import_is_written() {
    let file = |module: &str, source: &str| {
        let mut seen = Seen::new(vec![module.to_owned(), "inner".to_owned()]);
        seen.read(source);
        (module.to_owned(), seen.imported)
    };
    for back in [
        "use crate::a;",
        "use crate::{c, a::{self, X}};",
        "use super::super::a::X;",
        "fn f() -> crate::a::X { loop {} }",
        "fn f() { assert!(crate::a::is(1)) }",
    ] {
        let files = [
            file("a", "use crate::b::Y;"),
            file("b", back),
            file("c", ""),
        ];
        let imports = files.into_iter().map(|(module, imported)| {
            let imported = imported.into_iter().map(|name| (name, PathBuf::new()));
            (module, imported.collect())
        });
        assert!(circle(&imports.collect()).is_some(), "{back}");
    }
    for none in [
        "#[cfg(test)] mod tests { use crate::a; }",
        "#[cfg(all(test, feature = \"html\"))] mod tests { use crate::a; }",
        "/// See [`crate::a`].\nstruct S;",
        "use super::a;",
    ] {
        assert_eq!(file("b", none).1, BTreeSet::new(), "{none}");
    }
}

/// Reads the imports of every module beside `lib.rs`, except those of its tests.
fn imports(src: &Path) -> Imports {
    let mut imports = Imports::new();
    let mut queue = vec![(src.to_owned(), Vec::new())];
    while let Some((folder, above)) = queue.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            if matches!(name.as_str(), "lib" | "main" | "bin" | "tests") {
                continue;
            }
            let module: Vec<String> = above.iter().cloned().chain([name]).collect();
            if path.is_dir() {
                queue.push((path, module));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let own = imports.entry(module[0].clone()).or_default();
                let mut seen = Seen::new(module);
                seen.read(&fs::read_to_string(&path).unwrap());
                own.extend(seen.imported.into_iter().map(|name| (name, path.clone())));
            }
        }
    }
    imports
}

/// The other top-level modules that a file imports.
struct Seen {
    module: Vec<String>,
    imported: BTreeSet<String>,
}

impl Seen {
    fn new(module: Vec<String>) -> Self {
        Self {
            module,
            imported: BTreeSet::new(),
        }
    }

    fn read(&mut self, source: &str) {
        for item in &syn::parse_file(source).unwrap().items {
            if !is_for_tests(item) {
                self.visit_item(item);
            }
        }
    }

    /// Notes a path from the crate's root, or from above the top-level module.
    fn note(&mut self, path: &[String]) {
        let above = path.iter().take_while(|name| *name == "super").count();
        let named = match path.first().map(String::as_str) {
            Some("crate") => path.get(1),
            Some("super") if above == self.module.len() => path.get(above),
            _ => None,
        };
        let other = named.filter(|&name| *name != self.module[0] && name != "self");
        self.imported.extend(other.cloned());
    }

    fn note_tree(&mut self, before: &[String], tree: &UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.note_tree(&with(&path.ident), &path.tree),
            UseTree::Name(name) => self.note(&with(&name.ident)),
            UseTree::Rename(name) => self.note(&with(&name.ident)),
            UseTree::Glob(_) => self.note(before),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.note_tree(before, tree);
                }
            }
        }
    }
}

impl<'ast> Visit<'ast> for Seen {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.note_tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        self.note(&names);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let tokens = call.tokens.to_string();
        for rest in tokens.split("crate :: ").skip(1) {
            let name = rest
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .next();
            self.note(&["crate".to_owned(), name.unwrap_or_default().to_owned()]);
        }
    }

    // A link in the documentation is no import.
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

fn is_for_tests(item: &Item) -> bool {
    let attributes = match item {
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attribute| {
        let mut found = false;
        if attribute.path().is_ident("cfg") {
            let _ = attribute.parse_nested_meta(|meta| {
                found |= meta.path.is_ident("test");
                if meta.path.is_ident("all") {
                    meta.parse_nested_meta(|meta| {
                        found |= meta.path.is_ident("test");
                        // `feature = …`
                        let _ = meta.value().and_then(|value| value.parse::<syn::Lit>());
                        Ok(())
                    })?;
                }
                Ok(())
            });
        }
        found
    })
}

/// Returns a circle of imports, each module with the file that imports the next.
fn circle(imports: &Imports) -> Option<String> {
    let mut done = BTreeSet::new();
    imports
        .keys()
        .find_map(|module| descend(imports, module, &mut Vec::new(), &mut done))
}

fn descend<'a>(
    imports: &'a Imports,
    module: &'a str,
    open: &mut Vec<(&'a str, &'a Path)>,
    done: &mut BTreeSet<&'a str>,
) -> Option<String> {
    if let Some(at) = open.iter().position(|&(name, _)| name == module) {
        let steps = open[at..].iter();
        let steps: Vec<String> = steps
            .map(|(name, file)| format!("{name} ({})", file.display()))
            .collect();
        return Some(format!("{} → {module}", steps.join(" → ")));
    }
    if !done.contains(module) {
        for (next, file) in imports.get(module)? {
            open.push((module, file));
            let found = descend(imports, next, open, done);
            open.pop();
            if found.is_some() {
                return found;
            }
        }
        done.insert(module);
    }
    None
}
