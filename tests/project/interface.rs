//! Every public type and function of the library has an example that runs. Items that only the
//! laboratory and the core for browsers use are hidden from the documentation.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::{Attribute, Item, UseTree, Visibility};

#[test]
fn public_items_have_examples() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let source = |path: &[String]| {
        let path = src.join(path.join("/")).with_extension("rs");
        fs::read_to_string(&path).ok()
    };
    let documented = Documented::of(&source);
    assert!(documented.0.contains_key("Page") && documented.0.contains_key("fsp::read"));
    assert!(!documented.0.contains_key("views::fold"), "hidden item");
    assert_eq!(documented.without_example(), [""; 0]);
}

#[test]
fn items_without_examples_are_detected() {
    let with = "/// A.\n///\n/// ```\n/// a();\n/// ```\n";
    let without = |root: &str, inner: &str| {
        let files = BTreeMap::from([("lib", root), ("a", inner), ("a/b", "pub fn g() {}")]);
        Documented::of(&|path| files.get(&*path.join("/")).map(|&text| text.to_owned()))
            .without_example()
    };
    assert_eq!(without("pub mod a;", "pub fn f() {}"), ["a::f"]);
    assert_eq!(without("mod a; pub use a::f;", "pub fn f() {}"), ["f"]);
    assert_eq!(
        without("mod a; pub use a::{g as h};", "mod b; pub use b::g;"),
        ["h"]
    );
    for (root, inner) in [
        ("pub mod a;", &*format!("{with}pub fn f() {{}}")),
        ("pub mod a;", "pub(crate) fn f() {}"),
        ("mod a;", "pub fn f() {}"),
        ("#[doc(hidden)] pub mod a;", "pub fn f() {}"),
        ("pub mod a;", "mod b; #[doc(hidden)] pub use b::g;"),
    ] {
        assert_eq!(without(root, inner), [""; 0], "{root} {inner}");
    }
}

/// The public items of the library by path, and whether each has an example.
struct Documented(BTreeMap<String, bool>);

impl Documented {
    /// Reads the modules from `lib` on; `source` returns the text of a module.
    fn of(source: &dyn Fn(&[String]) -> Option<String>) -> Self {
        let mut documented = Self(BTreeMap::new());
        let mut queue = vec![Vec::new()];
        while let Some(module) = queue.pop() {
            for item in items(&module, source) {
                if !is_met(&item) {
                    continue;
                }
                match &item {
                    Item::Mod(inner) => queue.push(below(&module, &inner.ident.to_string())),
                    Item::Use(used) => {
                        for (path, name) in paths(&used.tree) {
                            let has = example(&module, &path, source);
                            documented.note(&module, &name, has);
                        }
                    }
                    _ => {
                        if let Some((name, attrs)) = named(&item) {
                            documented.note(&module, &name, Some(has_example(attrs)));
                        }
                    }
                }
            }
        }
        documented
    }

    fn note(&mut self, module: &[String], name: &str, has_example: Option<bool>) {
        let last = module.last().map(|module| format!("{module}::"));
        let path = last.unwrap_or_default() + name;
        self.0.extend(has_example.map(|has| (path, has)));
    }

    fn without_example(&self) -> Vec<String> {
        let without = self.0.iter().filter(|&(_, &has)| !has);
        without.map(|(name, _)| name.clone()).collect()
    }
}

fn below(module: &[String], name: &str) -> Vec<String> {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

fn items(module: &[String], source: &dyn Fn(&[String]) -> Option<String>) -> Vec<Item> {
    let root = ["lib".to_owned()];
    let text = source(if module.is_empty() { &root } else { module });
    text.map_or_else(Vec::new, |text| syn::parse_file(&text).unwrap().items)
}

/// Returns whether an exported item has an example at its definition; `None` for constants and for
/// items of other crates.
fn example(
    module: &[String],
    path: &[String],
    source: &dyn Fn(&[String]) -> Option<String>,
) -> Option<bool> {
    let (name, inner) = path.split_last()?;
    let module: Vec<String> = module.iter().chain(inner).cloned().collect();
    items(&module, source).iter().find_map(|item| match item {
        Item::Use(used) => {
            let mut again = paths(&used.tree).into_iter();
            let (path, _) = again.find(|(_, exported)| exported == name)?;
            example(&module, &path, source)
        }
        item => {
            let (_, attrs) = named(item).filter(|(own, _)| own == name)?;
            Some(has_example(attrs))
        }
    })
}

/// Returns the paths of an import, each with its name.
fn paths(tree: &UseTree) -> BTreeSet<(Vec<String>, String)> {
    match tree {
        UseTree::Path(path) => {
            let name = path.ident.to_string();
            let more = paths(&path.tree).into_iter();
            more.map(|(rest, last)| ([vec![name.clone()], rest].concat(), last))
                .collect()
        }
        UseTree::Group(group) => group.items.iter().flat_map(paths).collect(),
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            BTreeSet::from([(vec![name.clone()], name)])
        }
        UseTree::Rename(name) => {
            BTreeSet::from([(vec![name.ident.to_string()], name.rename.to_string())])
        }
        UseTree::Glob(_) => BTreeSet::new(),
    }
}

/// Returns the name and the attributes of a type or function.
fn named(item: &Item) -> Option<(String, &[Attribute])> {
    let (name, attrs) = match item {
        Item::Fn(item) => (&item.sig.ident, &item.attrs),
        Item::Struct(item) => (&item.ident, &item.attrs),
        Item::Enum(item) => (&item.ident, &item.attrs),
        Item::Trait(item) => (&item.ident, &item.attrs),
        Item::Type(item) => (&item.ident, &item.attrs),
        _ => return None,
    };
    Some((name.to_string(), attrs))
}

/// Returns whether an item is public, documented, and available on every target.
fn is_met(item: &Item) -> bool {
    let (vis, attrs) = match item {
        Item::Mod(item) => (&item.vis, &item.attrs),
        Item::Use(item) => (&item.vis, &item.attrs),
        Item::Fn(item) => (&item.vis, &item.attrs),
        Item::Struct(item) => (&item.vis, &item.attrs),
        Item::Enum(item) => (&item.vis, &item.attrs),
        Item::Trait(item) => (&item.vis, &item.attrs),
        Item::Type(item) => (&item.vis, &item.attrs),
        _ => return false,
    };
    let contains = |attr: &Attribute, name: &str, word: &str| {
        let list = attr.meta.require_list();
        attr.path().is_ident(name) && list.is_ok_and(|l| l.tokens.to_string().contains(word))
    };
    // The source that reads the live DOM, and functions for scripts, exist only in browsers.
    let is_out =
        |attr: &Attribute| contains(attr, "doc", "hidden") || contains(attr, "cfg", "wasm32");
    matches!(vis, Visibility::Public(_)) && !attrs.iter().any(is_out)
}

fn has_example(attrs: &[Attribute]) -> bool {
    let doc = attrs.iter().filter(|attr| attr.path().is_ident("doc"));
    let lines = doc.filter_map(|attr| match &attr.meta.require_name_value().ok()?.value {
        syn::Expr::Lit(text) => match &text.lit {
            syn::Lit::Str(line) => Some(line.value()),
            _ => None,
        },
        _ => None,
    });
    lines
        .map(|line| line.trim().to_owned())
        .any(|line| line == "```")
}
