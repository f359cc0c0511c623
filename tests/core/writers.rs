//! Every writer of the article is printed by the command line, compared by `lab outputs`, and
//! checked for page text that becomes markup.

use std::fs;
use std::path::Path;

use syn::{
    GenericArgument, ImplItem, Item, PathArguments, PathSegment, ReturnType, Type, Visibility,
};

/// The files that use every writer, with their exceptions and the reasons.
const USES: [(&str, &[(&str, &str)]); 3] = [
    (
        "src/bin/pith/extract.rs",
        &[("styled_html", "it stands in the file of `html-file`")],
    ),
    (
        "lab/src/outputs.rs",
        &[("html", "`styled_html` has that, and classes")],
    ),
    (
        "tests/checks/mod.rs",
        &[("text", "plain text has no mark-up")],
    ),
];

#[test]
fn every_writer_is_printed_compared_and_checked() {
    let writers = writers(&read("src/article.rs"));
    assert!(writers.contains(&"markdown".to_owned()), "{writers:?}");
    for (path, but) in USES {
        assert_eq!(unused(&writers, &read(path), but), [""; 0], "in {path}");
    }
}

#[test]
fn an_unused_writer_is_found() {
    let article = "impl Article {
        pub fn html(&self) -> String { write() }
        pub fn csv(&self) -> String { write() }
        pub fn bytes(&self) -> Vec<u8> { write() }
        pub fn origins(&self) -> Vec<NodeId> { write() }
        pub fn length(&self) -> Length { write() }
        pub fn with_title(self, title: &str) -> String { write() }
        fn own(&self) -> String { write() }
    }";
    let writers = writers(article);
    assert_eq!(writers, ["html", "csv", "bytes"]);
    assert_eq!(unused(&writers, "article.html()", &[]), ["csv", "bytes"]);
    let but = [("csv", "nobody reads it")];
    assert_eq!(unused(&writers, "article.html()", &but), ["bytes"]);
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Returns the names of the public methods that return text or bytes and take only the article.
fn writers(source: &str) -> Vec<String> {
    let items = syn::parse_file(source).unwrap().items.into_iter();
    let blocks = items.filter_map(|item| match item {
        Item::Impl(block) => Some(block.items),
        _ => None,
    });
    let methods = blocks.flatten().filter_map(|item| match item {
        ImplItem::Fn(method) if matches!(method.vis, Visibility::Public(_)) => Some(method.sig),
        _ => None,
    });
    methods
        .filter(|sig| sig.inputs.len() == 1 && is_text_or_bytes(&sig.output))
        .map(|sig| sig.ident.to_string())
        .collect()
}

fn is_text_or_bytes(output: &ReturnType) -> bool {
    let ReturnType::Type(_, output) = output else {
        return false;
    };
    let Some(last) = last_of(output) else {
        return false;
    };
    let holds_bytes = || {
        match &last.arguments {
        PathArguments::AngleBracketed(inner) => inner.args.iter().any(
            |inner| matches!(inner, GenericArgument::Type(t) if last_of(t).is_some_and(|l| l.ident == "u8")),
        ),
        _ => false,
    }
    };
    last.ident == "String" || last.ident == "Vec" && holds_bytes()
}

/// Returns the last part of a type's path.
fn last_of(named: &Type) -> Option<&PathSegment> {
    match named {
        Type::Path(named) => named.path.segments.last(),
        _ => None,
    }
}

/// Returns the writers that a source does not use, except those in `but`.
fn unused<'a>(writers: &'a [String], source: &str, but: &[(&str, &str)]) -> Vec<&'a str> {
    let writers = writers.iter().map(String::as_str);
    let needed = writers.filter(|writer| !but.iter().any(|(name, _)| name == writer));
    needed
        .filter(|writer| !source.contains(&format!("article.{writer}()")))
        .collect()
}
