//! In every crate, top-level modules and files have no import cycles, every file is a module, and
//! no function is too long.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, Meta, Token, UseTree, Visibility};

/// For each module, the modules it imports, each with a file that imports it.
type Imports = BTreeMap<String, BTreeMap<String, PathBuf>>;

/// A path from the crate's root: of a module or of an imported item.
type Names = Vec<String>;

/// The root file of every crate, below this folder.
const ROOTS: [&str; 4] = [
    "src/lib.rs",
    "src/bin/pith/main.rs",
    "lab/src/main.rs",
    "xtask/src/main.rs",
];

/// Returns the files of every crate, by its root file.
fn crates() -> &'static BTreeMap<&'static str, Files> {
    static CRATES: OnceLock<BTreeMap<&str, Files>> = OnceLock::new();
    CRATES.get_or_init(|| ROOTS.into_iter().map(|root| (root, read(root))).collect())
}

#[test]
fn top_level_modules_have_no_import_cycles() {
    for (root, files) in crates() {
        let imports = between_modules(files);
        assert!(imports.len() > 3, "too few files found");
        assert_eq!(circle(&imports), None, "in {root}");
    }
    let imports = between_modules(&crates()["src/lib.rs"]);
    assert!(imports["select"].contains_key("methods"));
    let imports = between_modules(&crates()["lab/src/main.rs"]);
    assert!(imports["arguments"].contains_key("tables"));
}

#[test]
fn files_have_no_import_cycles() {
    for (root, files) in crates() {
        assert_eq!(circle(&between_files(files)), None, "in {root}");
    }
    let imports = between_files(&crates()["src/lib.rs"]);
    let is_seen = |from: &str, to: &str| imports[from].contains_key(to);
    assert!(is_seen("select/rules", "select/rules/after/tail"));
    assert!(is_seen("select/explain", "select"));
    // A re-export of the parent counts as the file that defines the item.
    assert!(is_seen("methods/far_sw/train", "methods/far_sw/mine"));
    let imports = between_files(&crates()["src/bin/pith/main.rs"]);
    assert!(imports["batch"].contains_key("options"));
}

#[test]
fn cycles_are_found_in_every_form_of_import() {
    let file = |module: &str, source: &str| {
        let module = vec![module.to_owned(), "inner".to_owned()];
        let seen = Seen::new(&module, source);
        (module, (PathBuf::new(), seen))
    };
    for back in [
        "use crate::a;",
        "use crate::{c, a::{self, X}};",
        "use super::super::a::X;",
        "fn f() -> crate::a::X { loop {} }",
        "fn f() { assert!(crate::a::is(1)) }",
        "#[cfg(any(test, not(feature = \"html\")))] mod both { use crate::a; }",
    ] {
        let files = [
            file("a", "use crate::b::Y;"),
            file("b", back),
            file("c", ""),
        ];
        let imports = between_modules(&files.into_iter().collect());
        assert!(circle(&imports).is_some(), "{back}");
    }
    for none in [
        "#[cfg(test)] mod tests { use crate::a; }",
        "#[cfg(all(test, feature = \"cli\"))] mod tests { use crate::a; }",
        "#[cfg(all(any(test, fuzzing), feature = \"html\"))] mod fuzzing { use crate::a; }",
        "/// See [`crate::a`].\nstruct S;",
        "use super::a;",
    ] {
        let imports = between_modules(&[file("b", none)].into_iter().collect());
        assert_eq!(imports["b"], BTreeMap::new(), "{none}");
    }
}

#[test]
fn cycles_are_found_through_reexports_of_the_parent() {
    let files = |parent: &str, b: &str, c: &str| -> Files {
        let files = [("a", parent), ("a/b", b), ("a/c", c)];
        let files = files.into_iter().map(|(module, source)| {
            let module: Names = module.split('/').map(str::to_owned).collect();
            let seen = Seen::new(&module, source);
            (module, (PathBuf::new(), seen))
        });
        files.collect()
    };
    let parent = "mod b; mod c; pub use b::X; use c::Y;";
    for (b, c) in [
        ("use super::c::Z;", "use super::b::X;"),
        ("use super::Y;", "use crate::a::X;"),
        ("fn f(y: super::Y) {}", "fn f() { super::X::new() }"),
        ("use super::c; fn f() { c::z() }", "use super::X as W;"),
        // The parent imports `c`, and `c` imports an item of the parent.
        ("", "use super::Own;"),
    ] {
        let imports = between_files(&files(parent, b, c));
        assert!(circle(&imports).is_some(), "{b} {c}");
    }
    for (b, c) in [
        ("use super::Own;", ""),
        ("use super::c::Z;", "pub(in crate::a) struct Z;"),
        ("use super::Y;", "use crate::other::X;"),
    ] {
        assert_eq!(
            circle(&between_files(&files(parent, b, c))),
            None,
            "{b} {c}"
        );
    }
}

#[test]
fn every_file_is_a_module() {
    for folder in ["src", "lab/src", "xtask/src"] {
        let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
        assert!(sources.len() > 3, "too few files found");
        assert_eq!(strays(&sources), [""; 0], "in {folder}");
    }
}

#[test]
fn hidden_items_have_a_comment_naming_their_users() {
    for (path, source) in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let lines: Vec<&str> = source.lines().map(str::trim).collect();
        let bare = lines
            .windows(2)
            .find(|pair| pair[1] == "#[doc(hidden)]" && !pair[0].starts_with("// Hidden: for "));
        assert_eq!(bare, None, "in {}", path.display());
    }
}

/// Maximum number of lines of a function. The laboratory and tests have longer ones.
const MAX_LINES: usize = 60;

#[test]
fn no_function_is_longer_than_60_lines() {
    for folder in [
        "src",
        "xtask/src",
        "packages/python/src",
        "fuzz",
        "examples",
    ] {
        let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
        let is_for_tests = |path: &Path| {
            path.components()
                .any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "target")))
                || path.ends_with("tests.rs")
        };
        let code = sources.iter().filter(|(path, _)| !is_for_tests(path));
        let long: Vec<String> = code
            .flat_map(|(path, source)| {
                let functions = functions(source).into_iter();
                let long = functions.filter(|&(_, lines)| lines > MAX_LINES);
                long.map(|(name, lines)| format!("{}: {name}, {lines} lines", path.display()))
            })
            .collect();
        assert_eq!(long, [""; 0], "in {folder}");
    }
}

#[test]
fn function_lines_are_counted() {
    let source = "\
fn one() {}
impl A {
    pub(super) const fn two(
        a: u8,
    ) -> u8 {
        a
    }
}
trait B {
    fn declared(
        &self,
    );
}
#[cfg(all(test, feature = \"cli\"))]
mod tests {
    fn three() {
    }
}
";
    let counted = functions(source);
    assert_eq!(counted, [("one".to_owned(), 1), ("two".to_owned(), 5)]);
}

/// Returns the functions of a formatted source with their numbers of lines, except in tests.
fn functions(source: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = source.lines().collect();
    let end_of = |start: usize| {
        let indent = lines[start].len() - lines[start].trim_start().len();
        let closes = |line: &str| {
            let is_at_indent = line.len() - line.trim_start().len() == indent;
            is_at_indent && (line.trim() == "}" || line.ends_with(';'))
        };
        let is_short = lines[start].ends_with(['}', ';']);
        let mut after = start + usize::from(!is_short)..lines.len();
        after
            .find(|&at| is_short || closes(lines[at]))
            .unwrap_or(start)
    };
    let mut found = Vec::new();
    let mut next = 0;
    while next < lines.len() {
        let start = next;
        next += 1;
        let is_test = |line: &&str| line.starts_with("#[cfg") && line.contains("test");
        let above = lines[..start].iter().rev();
        let mut attributes = above.take_while(|line| line.starts_with("#["));
        if lines[start].starts_with("mod ") && attributes.any(is_test) {
            next = end_of(start) + 1;
        }
        let modifiers = ["pub", "const", "unsafe", "async"];
        let mut words = lines[start].split_ascii_whitespace();
        let word = words.find(|word| !modifiers.iter().any(|modifier| word.starts_with(modifier)));
        let is_body = |at: usize| !lines[at].ends_with(';');
        if word == Some("fn") && is_body(end_of(start)) {
            let name = words.next().unwrap_or_default();
            let name = name.split(['(', '<']).next().unwrap_or_default();
            found.push((name.to_owned(), end_of(start) + 1 - start));
        }
    }
    found
}

#[test]
fn files_without_a_mod_line_are_found() {
    let strays = |root: &str, inner: &str| {
        let files = [("lib.rs", root), ("a.rs", inner), ("a/b.rs", "fn f() {}")];
        let files = files.map(|(path, source)| (PathBuf::from(path), source.to_owned()));
        strays(&files.into_iter().collect())
    };
    assert_eq!(strays("mod a;", "#[cfg(test)] mod b;"), [""; 0]);
    assert_eq!(strays("mod a;", "// mod b;"), ["a/b.rs"]);
    let both = ["a/b.rs", "a.rs"];
    assert_eq!(strays("mod other;", "mod b;"), both);
}

/// Reads all source files in a folder, by their paths in it.
fn sources(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut sources = BTreeMap::new();
    let mut queue = vec![folder.to_owned()];
    while let Some(inner) = queue.pop() {
        for entry in fs::read_dir(&inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                queue.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path).unwrap();
                sources.insert(path.strip_prefix(folder).unwrap().to_owned(), source);
            }
        }
    }
    sources
}

/// Returns the files that aren't reachable by `mod` lines from `lib.rs` or a `main.rs`. They aren't
/// compiled, and their tests don't run.
fn strays(sources: &BTreeMap<PathBuf, String>) -> Vec<String> {
    let is_root = |path: &&PathBuf| path.ends_with("lib.rs") || path.ends_with("main.rs");
    let mut strays: BTreeSet<&PathBuf> = sources.keys().collect();
    let mut queue: Vec<PathBuf> = sources.keys().filter(is_root).cloned().collect();
    while let Some(path) = queue.pop() {
        if !strays.remove(&path) {
            continue;
        }
        let below = if is_root(&&path) {
            path.with_file_name("")
        } else {
            path.with_extension("")
        };
        for item in syn::parse_file(&sources[&path]).unwrap().items {
            if let Item::Mod(item) = item {
                queue.push(below.join(format!("{}.rs", item.ident)));
            }
        }
    }
    let strays = strays.into_iter();
    strays.map(|path| path.display().to_string()).collect()
}

/// Files by their module, with their imports.
type Files = BTreeMap<Names, (PathBuf, Seen)>;

/// Reads all files of the crate with this root file, without tests and other crates.
fn read(root: &str) -> Files {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(root);
    let folder = root.parent().unwrap().to_owned();
    let seen = Seen::new(&[], &fs::read_to_string(&root).unwrap());
    let mut files = Files::from([(Names::new(), (root, seen))]);
    let mut queue = vec![(folder, Vec::new())];
    while let Some((folder, above)) = queue.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            if matches!(
                name.as_str(),
                "lib" | "main" | "bin" | "tests" | "fixtures" | "fuzzing"
            ) {
                continue;
            }
            let module: Names = above.iter().cloned().chain([name]).collect();
            if path.is_dir() {
                queue.push((path, module));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let seen = Seen::new(&module, &fs::read_to_string(&path).unwrap());
                files.insert(module, (path, seen));
            }
        }
    }
    files
}

/// Returns the imports between top-level modules.
fn between_modules(files: &Files) -> Imports {
    let mut imports = Imports::new();
    for (module, (path, seen)) in files {
        let Some(top) = module.first() else {
            continue;
        };
        let own = imports.entry(top.clone()).or_default();
        let others = seen.imported.iter().filter_map(|names| names.first());
        let others = others.filter(|&other| other != top && other != "self");
        own.extend(others.map(|other| (other.clone(), path.clone())));
    }
    imports
}

/// Returns the imports between files.
fn between_files(files: &Files) -> Imports {
    let mut imports = Imports::new();
    for (module, (path, seen)) in files {
        let own = imports.entry(module.join("/")).or_default();
        for names in &seen.imported {
            if let Some(other) = defining(files, names).filter(|&other| other != module) {
                own.insert(other.join("/"), path.clone());
            }
        }
    }
    imports
}

/// Returns the module that defines an imported item, through any number of re-exports.
fn defining<'a>(files: &'a Files, names: &[String]) -> Option<&'a Names> {
    let mut names = names.to_vec();
    for _ in 0..files.len() {
        let length = (0..=names.len()).rev();
        let (module, (_, seen)) = length
            .filter_map(|length| files.get_key_value(&names[..length]))
            .next()?;
        let again = names
            .get(module.len())
            .and_then(|name| seen.names.get(name));
        let Some(again) = again.filter(|again| !names.starts_with(again)) else {
            return Some(module);
        };
        names = again
            .iter()
            .chain(&names[module.len() + 1..])
            .cloned()
            .collect();
    }
    None
}

/// The imports of a file.
struct Seen {
    module: Names,
    /// The imported items, except those that are only re-exported.
    imported: BTreeSet<Names>,
    /// The paths of imported names.
    names: BTreeMap<String, Names>,
    /// The child modules.
    below: BTreeSet<String>,
}

impl Seen {
    fn new(module: &[String], source: &str) -> Self {
        let mut seen = Self {
            module: module.to_vec(),
            imported: BTreeSet::new(),
            names: BTreeMap::new(),
            below: BTreeSet::new(),
        };
        let file = syn::parse_file(source).unwrap();
        let items = || file.items.iter().filter(|item| !is_for_tests(item));
        for item in items() {
            if let Item::Mod(item) = item {
                seen.below.insert(item.ident.to_string());
            }
        }
        for item in items() {
            if let Item::Use(item) = item {
                let is_export = !matches!(item.vis, Visibility::Inherited);
                seen.note_tree(&[], &item.tree, is_export);
            }
        }
        for item in items().filter(|item| !matches!(item, Item::Use(_))) {
            seen.visit_item(item);
        }
        seen
    }

    /// Returns the path from the crate's root; `None` if it's in another crate.
    fn absolute(&self, path: &[String]) -> Option<Names> {
        let above = path.iter().take_while(|name| *name == "super").count();
        let (before, rest) = match path.first()?.as_str() {
            "crate" => (&[][..], &path[1..]),
            "self" => (&self.module[..], &path[1..]),
            "super" => {
                let around = self.module.len().checked_sub(above)?;
                (&self.module[..around], &path[above..])
            }
            name if self.names.contains_key(name) => (&self.names[name][..], &path[1..]),
            name if self.below.contains(name) => (&self.module[..], path),
            _ => return None,
        };
        Some(before.iter().chain(rest).cloned().collect())
    }

    /// Notes a path that is used.
    fn note(&mut self, path: &[String]) {
        self.imported.extend(self.absolute(path));
    }

    fn note_tree(&mut self, before: &[String], tree: &UseTree, is_export: bool) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        let (path, name) = match tree {
            UseTree::Path(path) => {
                return self.note_tree(&with(&path.ident), &path.tree, is_export);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.note_tree(before, tree, is_export);
                }
                return;
            }
            UseTree::Name(name) if name.ident == "self" => (before.to_vec(), None),
            UseTree::Name(name) => (with(&name.ident), None),
            UseTree::Rename(name) => (with(&name.ident), Some(name.rename.to_string())),
            UseTree::Glob(_) => (before.to_vec(), None),
        };
        let name = name.or_else(|| path.last().cloned());
        let Some(path) = self.absolute(&path) else {
            return;
        };
        if !is_export {
            self.imported.insert(path.clone());
        }
        if !matches!(tree, UseTree::Glob(_)) {
            self.names.extend(name.map(|name| (name, path)));
        }
    }
}

impl<'ast> Visit<'ast> for Seen {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.note_tree(&[], &item.tree, false);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Names = path.segments.iter().map(|s| s.ident.to_string()).collect();
        // A single name without a `use` line is local, even if a module has the same name.
        if names.len() > 1 || self.names.contains_key(&names[0]) {
            self.note(&names);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let tokens = call.tokens.to_string();
        for rest in tokens.split("crate :: ").skip(1) {
            let path = rest.split(|c: char| !c.is_alphanumeric() && !"_ :".contains(c));
            let names = path.take(1).flat_map(|path| path.split(" :: "));
            let names = names.map(|name| name.trim().to_owned());
            self.note(
                &["crate".to_owned()]
                    .into_iter()
                    .chain(names)
                    .collect::<Names>(),
            );
        }
    }

    // Links in documentation and paths in `pub(in …)` aren't imports.
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_visibility(&mut self, _: &'ast Visibility) {}
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
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<Meta>()
                .is_ok_and(|condition| needs_tests(&condition))
    })
}

/// Returns whether a condition holds only in tests and fuzz targets.
fn needs_tests(condition: &Meta) -> bool {
    let Meta::List(list) = condition else {
        let path = condition.path();
        return path.is_ident("test") || path.is_ident("fuzzing");
    };
    let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    let Ok(parts) = parts else { return false };
    if list.path.is_ident("all") {
        parts.iter().any(needs_tests)
    } else {
        list.path.is_ident("any") && parts.iter().all(needs_tests)
    }
}

/// Returns an import cycle, each module with the file that imports the next.
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
