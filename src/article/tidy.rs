//! Changes that need the whole tree: which links lead to a place in it, which paragraphs are
//! needed, which rules separate anything.

use super::ID_PREFIX;
use super::tree::{Fate, Tree, is_heading};
use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::page::{Attr, Tag};
use crate::url;

/// Returns the tree as it is written. `url` is the page's own.
pub(super) fn tidy(mut tree: Tree, url: &str) -> Tree {
    let mut fates = vec![Fate::Stay; tree.len()];
    links(&mut tree, &mut fates, url);
    figures(&tree, &mut fates);
    paragraphs(&tree, &mut fates);
    rules(&tree, &mut fates);
    tree.settle(&fates)
}

/// Gives links to a place in the article our prefix, and those to the rest of the page its URL.
/// Removes a link that holds only a picture and leads to that picture.
fn links(tree: &mut Tree, fates: &mut [Fate], url: &str) {
    let mut ids = Interner::new();
    for id in (0..tree.len()).filter_map(|n| tree.attr(n, Attr::Id)) {
        ids.insert(Hash64::of(id));
    }
    let here = url::without_fragment(url).to_owned();
    for (n, fate) in fates.iter_mut().enumerate() {
        if tree.tag(n) != Tag::A {
            continue;
        }
        let Some(href) = tree.attr(n, Attr::Href).map(str::to_owned) else {
            continue;
        };
        if let Some(fragment) = href.strip_prefix('#') {
            let id = format!("{ID_PREFIX}{}", url::decoded(fragment));
            if ids.get(Hash64::of(&id)).is_some() {
                set(tree, n, format!("#{ID_PREFIX}{fragment}"));
            } else if here.is_empty() {
                *fate = Fate::Unwrap;
            } else {
                set(tree, n, format!("{here}#{fragment}"));
            }
            continue;
        }
        let mut below = tree.descendants(n);
        if let (Some(img), None) = (below.next(), below.next())
            && tree.tag(img) == Tag::Img
            && is_picture_file(&href, tree.attr(img, Attr::Src).unwrap_or_default())
            && tree.attr(n, Attr::Id).is_none()
        {
            *fate = Fate::Unwrap;
        }
    }
}

fn set(tree: &mut Tree, node: usize, href: String) {
    for (attr, value) in &mut tree.node_mut(node).attrs {
        if *attr == Attr::Href {
            *value = href;
            return;
        }
    }
}

/// Returns whether a link leads to the picture shown or to another file of a picture.
fn is_picture_file(href: &str, src: &str) -> bool {
    let path = |url: &str| {
        let url = url::without_fragment(url);
        url.split('?').next().unwrap_or(url).to_ascii_lowercase()
    };
    let target = path(href);
    let file = [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"]
        .iter()
        .any(|suffix| target.ends_with(suffix));
    href == src || file && !href.contains("/wiki/")
}

/// Unwraps paragraphs around the pictures and media of a figure, and figures that hold nothing but
/// captions: such a caption becomes a paragraph.
fn figures(tree: &Tree, fates: &mut [Fate]) {
    for n in 0..tree.len() {
        if tree.tag(n) != Tag::Figure {
            continue;
        }
        let children: Vec<usize> = tree.children(n).collect();
        if children.iter().all(|&c| tree.tag(c) == Tag::Figcaption) {
            fates[n] = Fate::Unwrap;
            for c in children {
                let loose = tree.children(c).all(|g| tree.tag(g) == Tag::P);
                fates[c] = if loose { Fate::Unwrap } else { Fate::Stay };
                if !loose {
                    fates[n] = Fate::Stay;
                }
            }
            continue;
        }
        for c in children {
            let media = tree.tag(c) == Tag::P
                && tree.node(c).attrs.is_empty()
                && tree.descendants(c).all(|d| {
                    matches!(
                        tree.tag(d),
                        Tag::A | Tag::Img | Tag::Video | Tag::Audio | Tag::Source
                    )
                });
            if media {
                fates[c] = Fate::Unwrap;
            }
        }
    }
}

/// Unwraps a single paragraph in an item, a cell or a caption, also where lists follow it.
fn paragraphs(tree: &Tree, fates: &mut [Fate]) {
    for n in 0..tree.len() {
        let lists_may_follow = matches!(tree.tag(n), Tag::Li | Tag::Dd | Tag::Dt);
        let one_line = matches!(
            tree.tag(n),
            Tag::Td | Tag::Th | Tag::Figcaption | Tag::Caption | Tag::Summary
        );
        if !(lists_may_follow || one_line) || fates[n] != Fate::Stay {
            continue;
        }
        let mut children = tree.children(n);
        let Some(first) = children.next() else {
            continue;
        };
        let alone = children
            .all(|c| lists_may_follow && matches!(tree.tag(c), Tag::Ul | Tag::Ol | Tag::Dl));
        if tree.tag(first) == Tag::P && tree.node(first).attrs.is_empty() && alone {
            fates[first] = Fate::Unwrap;
        }
    }
}

/// Removes rules that separate nothing: at the head or the foot, twice in a row, under a heading.
fn rules(tree: &Tree, fates: &mut [Fate]) {
    let mut ruled = vec![false; tree.len()];
    for n in 0..tree.len() {
        if tree.tag(n) == Tag::Hr {
            ruled[tree.node(n).parent] = true;
        }
    }
    for parent in (0..tree.len()).filter(|&n| ruled[n]) {
        let mut before: Option<usize> = None;
        for c in tree.children(parent) {
            let idle = match before {
                None => true,
                Some(b) => tree.tag(b) == Tag::Hr || is_heading(tree.tag(b)),
            };
            if tree.tag(c) == Tag::Hr && idle {
                fates[c] = Fate::Drop;
                continue;
            }
            before = Some(c);
        }
        if let Some(last) = before
            && tree.tag(last) == Tag::Hr
        {
            fates[last] = Fate::Drop;
        }
    }
}
