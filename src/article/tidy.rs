//! Changes that require the whole tree: internal links, unneeded paragraphs, useless rules,
//! duplicate images, items that need explicit numbers.

use super::ID_PREFIX;
use super::tree::{Fate, Tree, is_heading};
use super::{count, image_file};
use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::page::{Attr, Tag};
use crate::url;

/// Tidies the tree for the writers. `url` is that of the page.
pub(super) fn tidy(mut tree: Tree, url: &str) -> Tree {
    count::settle(&mut tree);
    let mut fates = vec![Fate::Stay; tree.len()];
    links(&mut tree, &mut fates, url);
    figures(&tree, &mut fates);
    paragraphs(&tree, &mut fates);
    rules(&tree, &mut fates);
    deduplicate_images(&mut tree, &mut fates);
    tree.settle(&fates)
}

/// Adds the id prefix to links to a target in the article, and the page's URL to links to other
/// parts of the page. Unwraps a link that contains only an image if its target is the displayed
/// file.
fn links(tree: &mut Tree, fates: &mut [Fate], url: &str) {
    let mut ids = Interner::new();
    for id in (0..tree.len()).filter_map(|n| tree.attr(n, Attr::Id)) {
        ids.insert(Hash64::of(id));
    }
    let mut targets = Interner::new();
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
                targets.insert(Hash64::of(&id));
                set(tree, n, Attr::Href, format!("#{ID_PREFIX}{fragment}"));
            } else if here.is_empty() {
                *fate = Fate::Unwrap;
            } else {
                set(tree, n, Attr::Href, format!("{here}#{fragment}"));
            }
            continue;
        }
        let mut below = tree.descendants(n);
        if let (Some(img), None) = (below.next(), below.next())
            && tree.tag(img) == Tag::Img
            && tree.attr(img, Attr::Src) == Some(&*href)
            && tree.attr(n, Attr::Id).is_none()
        {
            *fate = Fate::Unwrap;
        }
    }
    delete_ids(tree, fates, &targets);
}

/// Removes ids that are no longer link targets, and anchors with only an id.
fn delete_ids(tree: &mut Tree, fates: &mut [Fate], targets: &Interner) {
    for (n, fate) in fates.iter_mut().enumerate() {
        let id = tree.attr(n, Attr::Id).map(Hash64::of);
        if id.is_none_or(|id| targets.get(id).is_some()) {
            continue;
        }
        let node = tree.node_mut(n);
        node.attrs.retain(|(attr, _)| *attr != Attr::Id);
        if node.tag == Tag::Span && node.attrs.is_empty() {
            *fate = Fate::Unwrap;
        }
    }
}

/// Sets an existing attribute of a node.
#[inline(never)]
fn set(tree: &mut Tree, node: usize, name: Attr, to: String) {
    let attrs = &mut tree.node_mut(node).attrs;
    if let Some((_, value)) = attrs.iter_mut().find(|(attr, _)| *attr == name) {
        *value = to;
    }
}

/// Unwraps paragraphs around the images and media of a figure, and figures that contain only
/// captions, which become paragraphs.
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

/// Keeps one of two equal adjacent images, with the better file: the one with a link or a caption,
/// otherwise the first. A video shows its poster itself.
fn deduplicate_images(tree: &mut Tree, fates: &mut [Fate]) {
    let mut last: Option<usize> = None;
    for n in 1..tree.len() {
        let is_words = tree.tag(n) == Tag::Text && !tree.text(n).trim().is_empty();
        // In lists and tables, an image may occur any number of times.
        let parts = matches!(tree.tag(n), Tag::Li | Tag::Td | Tag::Th | Tag::Dd);
        let has_poster = tree.tag(n) == Tag::Video && tree.attr(n, Attr::Poster).is_some();
        if is_words || parts || is_medium(tree.tag(n)) && !has_poster {
            last = None;
        }
        if tree.tag(n) != Tag::Img && !has_poster {
            continue;
        }
        let shown = |tree: &Tree, n: usize| match tree.tag(n) {
            Tag::Video => Attr::Poster,
            _ => Attr::Src,
        };
        let source = |n: usize| tree.attr(n, shown(tree, n)).unwrap_or_default();
        let Some(first) = last.filter(|&first| image_file::is_same(source(first), source(n)))
        else {
            last = Some(n);
            continue;
        };
        let is_video = |tree: &Tree, n: usize| tree.tag(n) == Tag::Video;
        let worth = |n: usize| (is_video(tree, n), has_link_or_caption(tree, n));
        let (kept, gone) = if worth(n) > worth(first) {
            (n, first)
        } else {
            (first, n)
        };
        // A second video is kept, and so is an image with its own link or caption.
        let is_beside = tree.node(kept).parent == tree.node(gone).parent;
        if is_video(tree, gone)
            || is_video(tree, kept) && has_link_or_caption(tree, gone) && !is_beside
        {
            last = Some(n);
            continue;
        }
        if image_file::is_better(source(kept), source(gone)) {
            let better = source(gone).to_owned();
            let attr = shown(tree, kept);
            set(tree, kept, attr, better);
        }
        if !is_video(tree, kept)
            && tree.attr(kept, Attr::Alt).is_none_or(str::is_empty)
            && let Some(alt) = tree.attr(gone, Attr::Alt).map(str::to_owned)
        {
            set(tree, kept, Attr::Alt, alt);
        }
        drop_with_wrappers(tree, fates, gone);
        last = Some(kept);
    }
}

fn is_medium(tag: Tag) -> bool {
    matches!(tag, Tag::Video | Tag::Audio | Tag::Math | Tag::Hr)
}

/// Returns whether an image is in a link or has a caption.
#[inline(never)]
fn has_link_or_caption(tree: &Tree, node: usize) -> bool {
    let parent = tree.node(node).parent;
    let captioned = |n: usize| {
        tree.tag(n) == Tag::Figure && tree.children(n).any(|c| tree.tag(c) == Tag::Figcaption)
    };
    tree.tag(parent) == Tag::A || captioned(parent) || captioned(tree.node(parent).parent)
}

/// Removes a node, and the link, paragraph, or figure that contains nothing else.
#[inline(never)]
fn drop_with_wrappers(tree: &Tree, fates: &mut [Fate], node: usize) {
    let mut top = node;
    loop {
        let parent = tree.node(top).parent;
        let mut children = tree.children(parent);
        let alone = children.next() == Some(top) && children.next().is_none();
        if !alone || !matches!(tree.tag(parent), Tag::A | Tag::P | Tag::Figure | Tag::Span) {
            break;
        }
        top = parent;
    }
    fates[top] = Fate::Drop;
}

/// Unwraps a single paragraph in an item, a cell, or a caption, even if lists follow it.
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

/// Removes rules that separate nothing: at the beginning or the end, directly after another rule,
/// or below a heading.
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
