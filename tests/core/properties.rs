//! Properties of every page, tested on random trees.

use arbtest::arbitrary::{Result, Unstructured};
use arbtest::arbtest;
use pith::methods::cetd::{self, Counts, Variant};
use pith::methods::lines::Lines;
use pith::methods::{self, Findings, Known, Method, qread};
use pith::page::geometry::{Rect, Size};
use pith::page::{
    Attr, Limits, NodeId, NodeSet, Page, PageBuilder, PageInfo, Placement, Style, Tag, Visibility,
};
use pith::text::token_count;

const VARIANTS: [Variant; 4] = [
    Variant::Ds,
    Variant::CompositeDs,
    Variant::CompositeSmoothed,
    Variant::HybridDs,
];

const TAGS: [Tag; 24] = [
    Tag::A,
    Tag::Article,
    Tag::B,
    Tag::Br,
    Tag::Button,
    Tag::Div,
    Tag::Figure,
    Tag::H1,
    Tag::Hr,
    Tag::Img,
    Tag::Li,
    Tag::Math,
    Tag::Mi,
    Tag::Nav,
    Tag::Other,
    Tag::P,
    Tag::Pre,
    Tag::Script,
    Tag::Span,
    Tag::Svg,
    Tag::Table,
    Tag::Td,
    Tag::Ul,
    Tag::Video,
];

const TEXTS: [&str; 8] = [
    " ",
    "word",
    " two words ",
    "A sentence, with a comma and twelve words or so in it.",
    "灯塔看守人",
    "—",
    "a\n\n\n\nb",
    "\u{a0}\u{301}",
];

/// Builds a random page. With `names`, elements have a class and an id. These consume no random
/// bytes, so the same bytes give the same page with and without them.
fn page(u: &mut Unstructured<'_>, names: bool) -> Result<Page> {
    let laid_out: bool = u.arbitrary()?;
    let info = PageInfo {
        viewport: laid_out.then_some(Size {
            width: 1000.0,
            height: 800.0,
        }),
        ..PageInfo::default()
    };
    let mut builder = PageBuilder::new(info, Limits::default());
    open(u, &mut builder, Tag::Html, laid_out)?;
    open(u, &mut builder, Tag::Body, laid_out)?;
    let mut number = 0_u32;
    while !u.is_empty() {
        match u.int_in_range(0..=5)? {
            0 | 1 => {
                let tag = *u.choose(&TAGS)?;
                open(u, &mut builder, tag, laid_out)?;
                if names {
                    number += 1;
                    let class = ["menu", "nav", "article", "comment"][number as usize % 4];
                    builder.attr(Attr::Class, class).unwrap();
                    builder.attr(Attr::Id, &format!("id{number}")).unwrap();
                }
            }
            2 | 3 => builder.text(u.choose(&TEXTS)?).unwrap(),
            _ if builder.depth() > 2 => builder.close(),
            _ => {}
        }
    }
    Ok(builder.finish().unwrap())
}

fn open(
    u: &mut Unstructured<'_>,
    builder: &mut PageBuilder,
    tag: Tag,
    laid_out: bool,
) -> Result<()> {
    let mut style = Style::of_tag(tag, &builder.style());
    if u.ratio(1, 12)? {
        style.visibility = *u.choose(&[Visibility::Hidden, Visibility::OwnHidden])?;
        style.placement = Placement::Overlay;
    }
    let rect = if laid_out {
        let (x, width): (i16, u16) = (u.arbitrary()?, u.arbitrary()?);
        Some(Rect::new(f32::from(x), 0.0, f32::from(width), 20.0))
    } else {
        None
    };
    builder.open(tag, style, rect).unwrap();
    Ok(())
}

#[test]
fn node_ids_are_nested_ranges() {
    arbtest(|u| {
        let page = page(u, true)?;
        for id in page.nodes() {
            assert!(id < page.end(id));
            assert_eq!(page.descendants(id).count() + 1, page.subtree(id).count());
            if let Some(parent) = page.parent(id) {
                assert!(parent < id && page.end(id) <= page.end(parent));
                assert_eq!(page.level(id), page.level(parent) + 1);
                assert!(page.is_element(parent));
            }
            let mut next = NodeId(id.0 + 1);
            for child in page.children(id) {
                assert_eq!((child, page.parent(child)), (next, Some(id)));
                next = page.end(child);
            }
            assert_eq!(next, page.end(id));
        }
        Ok(())
    });
}

#[test]
fn subtree_sums_equal_brute_force() {
    arbtest(|u| {
        let page = page(u, false)?;
        let body = page.body();
        let shown = page.shown();
        let counts = Counts::new(&page);
        let densities = cetd::composite_text_density(&page, &counts);
        let sums = cetd::density_sum(&page, &densities);
        let best = cetd::max_density_sum_nodes(&page, &sums);
        for id in page.subtree(body) {
            let i = id.index();
            let in_link = |n: NodeId| {
                std::iter::once(n)
                    .chain(page.ancestors(n))
                    .take_while(|&a| a >= body)
                    .any(|a| page.tag(a).is_link())
            };
            let counted = |n: NodeId| {
                let tag = page.tag(n);
                page.is_element(n) && shown.contains(n) && (!tag.is_mathml() || tag == Tag::Math)
            };
            let chars = |n: NodeId| {
                let words: Vec<_> = page.text(n).split_whitespace().collect();
                if shown.contains(n) {
                    u32::try_from(words.join(" ").chars().count()).unwrap()
                } else {
                    0
                }
            };
            assert_eq!(counts.chars[i], page.subtree(id).map(chars).sum::<u32>());
            let linked = page.subtree(id).filter(|&n| in_link(n));
            assert_eq!(counts.link_chars[i], linked.map(chars).sum::<u32>());
            let tags = || page.descendants(id).filter(|&n| counted(n));
            assert_eq!(counts.tags[i] as usize, tags().count());
            let links = tags().filter(|&n| page.tag(n).is_link());
            assert_eq!(counts.link_tags[i] as usize, links.count());
            let sum: f64 = page.children(id).map(|c| f64::from(densities.get(c))).sum();
            assert!((f64::from(sums.get(id)) - sum).abs() <= 1e-5 * sum.max(1.0));
            let elements = page.subtree(id).filter(|&n| page.is_element(n) || n == id);
            let max = elements.fold(id, |a, b| if sums.get(b) > sums.get(a) { b } else { a });
            assert_eq!(best[i], max);
        }
        Ok(())
    });
}

/// Runs Algorithm 2 as printed, with its recursion.
fn extract_as_printed(page: &Page, densities: &methods::Scores) -> NodeSet {
    fn max_density_sum_tag(page: &Page, sums: &methods::Scores, node: NodeId) -> NodeId {
        let elements = page.subtree(node).filter(|&n| page.is_element(n));
        elements.fold(node, |a, b| if sums.get(b) > sums.get(a) { b } else { a })
    }
    fn extract_content(
        (page, densities, sums): (&Page, &methods::Scores, &methods::Scores),
        threshold: f32,
        node: NodeId,
        marked: &mut NodeSet,
    ) {
        if page.is_element(node) && densities.get(node) >= threshold {
            marked.insert_subtree(page, max_density_sum_tag(page, sums, node));
            for child in page.children(node) {
                extract_content((page, densities, sums), threshold, child, marked);
            }
        }
    }
    let sums = cetd::density_sum(page, densities);
    let peak = max_density_sum_tag(page, &sums, page.body());
    let mut marked = NodeSet::new(page);
    if sums.get(peak) > 0.0 {
        let threshold = cetd::threshold(page, densities, peak);
        extract_content(
            (page, densities, &sums),
            threshold,
            page.body(),
            &mut marked,
        );
    }
    marked
}

#[test]
fn algorithm_2_in_sweeps_equals_the_printed_version() {
    arbtest(|u| {
        let page = page(u, false)?;
        for variant in VARIANTS {
            let densities = cetd::scores(&page, variant);
            let sums = cetd::density_sum(&page, &densities);
            assert_eq!(
                cetd::extract(&page, &densities, &sums),
                extract_as_printed(&page, &densities)
            );
        }
        Ok(())
    });
}

#[test]
fn class_names_and_ids_do_not_affect_cetd() {
    arbtest(|u| {
        let bytes = u.bytes(u.len())?;
        let plain = page(&mut Unstructured::new(bytes), false)?;
        let named = page(&mut Unstructured::new(bytes), true)?;
        for variant in VARIANTS {
            assert_eq!(cetd::scores(&plain, variant), cetd::scores(&named, variant));
            assert_eq!(
                cetd::content(&plain, variant),
                cetd::content(&named, variant)
            );
        }
        Ok(())
    });
}

#[test]
fn scores_are_finite_nonnegative_and_deterministic() {
    arbtest(|u| {
        let page = page(u, true)?;
        for method in Method::ALL {
            let known = Known {
                title: "A sentence with 灯塔",
                ..Known::default()
            };
            let found = methods::run(method, &page, &known);
            assert_eq!(methods::run(method, &page, &known), found);
            let Ok(Findings { scores, kept, .. }) = found else {
                assert!(matches!(method, Method::Tsrec | Method::Hybrid));
                continue;
            };
            for &score in scores.values() {
                // FSP's score is its classifier's decision value, which has a sign; the others are
                // densities.
                let in_range = score >= 0.0 || method == Method::Fsp;
                assert!(score.is_finite() && in_range, "{method:?}: {score}");
            }
            let shown = page.shown();
            for id in kept.iter() {
                let leaf = page.is_text(id) || page.tag(id).is_replaced();
                assert!(leaf && shown.contains(id), "{method:?}");
                assert!(page.contains(page.body(), id));
            }
        }
        for &similarity in qread::title_similarity(&page, "two words").values() {
            assert!((0.0..=1.0 + 1e-6).contains(&similarity));
        }
        Ok(())
    });
}

#[test]
fn lines_contain_all_visible_text_once_in_order() {
    arbtest(|u| {
        let page = page(u, false)?;
        let shown = page.shown();
        let lines = Lines::new(&page);
        let text = |s: &str| -> String { s.chars().filter(|c| !c.is_whitespace()).collect() };
        let whole: String = page
            .subtree(page.body())
            .filter(|&id| shown.contains(id))
            .map(|id| text(page.text(id)))
            .collect();
        assert_eq!(text(lines.text(0..lines.len())), whole);
        let mut last = page.body();
        for (i, line) in lines.iter().enumerate() {
            assert!(last <= line.first && line.first <= line.last);
            assert!(!lines.text(i..i + 1).trim().is_empty());
            assert_eq!(line.words, token_count(lines.text(i..i + 1)));
            assert_eq!(line.chars as usize, lines.text(i..i + 1).chars().count());
            assert!(lines.of_text(&page, line.first).contains(&i));
            last = line.last;
        }
        let partition = qread::segments(&page, "word", &qread::Params::default());
        let words: u32 = partition.segments.iter().map(|s| s.words).sum();
        let covered: usize = partition.segments.iter().map(|s| s.lines.len()).sum();
        let all = partition.density * covered as f32;
        assert!((all - words as f32).abs() <= 1e-3 * all.max(1.0));
        Ok(())
    });
}
