//! Visual importance (Sect. 3.4.1): how much of the page's middle a node covers.

use std::f64::consts::FRAC_1_SQRT_2;

use crate::methods::Scores;
use crate::page::Page;
use crate::page::geometry::Rect;

/// Returns the visual importance of every node, Eq. 3, 0 to 1.
///
/// The widest node under the root, from `xL1` to `xL2`, gives a normal distribution with mean
/// `(xL1 + xL2) / 2` and standard deviation `(xL2 - xL1) / 2` (the paper calls it the variance
/// once); a node from `x1` to `x2` has the probability that falls on it:
/// `Phi((x2 - mu) / sigma) - Phi((x1 - mu) / sigma)`. A node as wide as the widest has 0.6827.
///
/// Hidden nodes have 0. Without layout, or if nothing has any width, everything shown has
/// importance 1. The paper defines leaves only; here every node has the importance of its own
/// rectangle, a text node that of the nearest block around it.
///
/// Node_L is cut to the width of the page (the viewport together with the root's and the body's
/// rectangles): the strip of a carousel can be many screens wide, and would move the middle of the
/// page off screen.
pub fn visual_importance(page: &Page) -> Scores {
    let shown = page.shown();
    let distribution = distribution(page);
    let values = page
        .nodes()
        .map(|id| match (&distribution, page.rect(id)) {
            _ if !shown.contains(id) => 0.0,
            (Some(normal), Some(rect)) => {
                let (left, right) = span(rect);
                normal.between(left, right) as f32
            }
            _ => 1.0,
        })
        .collect();
    Scores::new(values)
}

/// A normal distribution over the width of a page, in CSS px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normal {
    /// The middle of the page.
    pub mean: f64,
    /// Half of its width.
    pub deviation: f64,
}

/// Returns the distribution for [`visual_importance`]; `None` without layout, or if nothing has any
/// width.
pub fn distribution(page: &Page) -> Option<Normal> {
    widest_span(page).map(|(left, right)| Normal {
        mean: (left + right) / 2.0,
        deviation: (right - left) / 2.0,
    })
}

impl Normal {
    /// Returns the probability of a value from `left` to `right`.
    fn between(&self, left: f64, right: f64) -> f64 {
        let half_erf = |x: f64| libm::erf((x - self.mean) / self.deviation * FRAC_1_SQRT_2) / 2.0;
        (half_erf(right) - half_erf(left)).clamp(0.0, 1.0)
    }
}

/// Returns the left and right edge of the widest shown node under the root, cut to the page's
/// width; the first if several are equal. `None` if there is no layout or nothing has any width.
fn widest_span(page: &Page) -> Option<(f64, f64)> {
    let shown = page.shown();
    let (mut left, mut right) = span(page.rect(page.root())?);
    let body = span(page.rect(page.body())?);
    left = left.min(body.0);
    right = right.max(body.1);
    if let Some(viewport) = page.info().viewport.filter(|v| v.width > 0.0) {
        left = left.min(0.0);
        right = right.max(f64::from(viewport.width));
    }
    let mut widest: Option<(f64, f64)> = None;
    for id in page.descendants(page.root()) {
        if !shown.contains(id) {
            continue;
        }
        let Some(rect) = page.rect(id) else { continue };
        let (from, to) = span(rect);
        let (from, to) = (from.max(left), to.min(right));
        if to - from > widest.map_or(0.0, |(from, to)| to - from) {
            widest = Some((from, to));
        }
    }
    widest
}

fn span(rect: Rect) -> (f64, f64) {
    let left = f64::from(rect.x);
    (left, left + f64::from(rect.width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::cetd::{Counts, composite_text_density, hybrid_text_density};
    use crate::page::geometry::Size;
    use crate::page::{Limits, NodeId, PageBuilder, PageInfo, Style, Tag, Visibility};

    const VIEWPORT: f32 = 1000.0;

    /// Builds a page 1000 px wide with one paragraph per rectangle `(x, width)`, and a hidden one.
    /// Returns it with all text nodes.
    fn importance(blocks: &[(f32, f32)]) -> (Page, Vec<NodeId>) {
        let rect = |x, width| Some(Rect::new(x, 0.0, width, 20.0));
        let info = PageInfo {
            viewport: Some(Size {
                width: VIEWPORT,
                height: 800.0,
            }),
            ..PageInfo::default()
        };
        let block = |tag| Style::of_tag(tag, &Style::default());
        let mut b = PageBuilder::new(info, Limits::default());
        for tag in [Tag::Html, Tag::Body] {
            b.open(tag, block(tag), rect(0.0, VIEWPORT)).unwrap();
        }
        for &(x, width) in blocks {
            b.open(Tag::P, block(Tag::P), rect(x, width)).unwrap();
            b.text("some words of text").unwrap();
            b.close();
        }
        let hidden = Style {
            visibility: Visibility::Hidden,
            ..block(Tag::P)
        };
        b.open(Tag::P, hidden, rect(0.0, VIEWPORT)).unwrap();
        b.text("hidden").unwrap();
        let page = b.finish().unwrap();
        let texts = page.nodes().filter(|&id| page.is_text(id)).collect();
        (page, texts)
    }

    fn check(blocks: &[(f32, f32)], expected: &[f32]) {
        let (page, texts) = importance(blocks);
        let importance = visual_importance(&page);
        for (&id, &expected) in texts.iter().zip(expected.iter().chain(&[0.0])) {
            let found = importance.get(id);
            assert!((found - expected).abs() < 1e-4, "{found} is not {expected}");
        }
    }

    #[test]
    fn importance_matches_equation_3() {
        // As wide as the page; the left half; the middle half, Phi(0.5) - Phi(-0.5); nothing.
        check(
            &[(0.0, 1000.0), (0.0, 500.0), (250.0, 500.0), (500.0, 0.0)],
            &[0.6827, 0.3413, 0.3829, 0.0],
        );
    }

    #[test]
    fn block_wider_than_the_page_does_not_move_the_center() {
        check(&[(250.0, 500.0), (0.0, 12_000.0)], &[0.3829, 0.8413]);
    }

    #[test]
    fn densities_of_odd_rectangles_are_finite_and_nonnegative() {
        for blocks in [
            [(0.0, 0.0), (0.0, 0.0)],
            [(f32::NAN, f32::INFINITY), (f32::MAX, f32::MAX)],
            [(-1e9, 1.0), (1e-30, 1e-30)],
            [(5000.0, 300.0), (1040.0, 0.5)],
        ] {
            let (page, _) = importance(&blocks);
            let counts = Counts::new(&page);
            let densities = hybrid_text_density(&page, &counts, &visual_importance(&page));
            let fine = |d: &f32| d.is_finite() && *d >= 0.0;
            assert!(densities.values().iter().all(fine), "{blocks:?}");
        }
    }

    #[test]
    fn centered_text_has_higher_density() {
        let (page, texts) = importance(&[(250.0, 500.0), (950.0, 50.0)]);
        let counts = Counts::new(&page);
        let plain = composite_text_density(&page, &counts);
        assert_eq!(plain.get(texts[0]), plain.get(texts[1]));
        let hybrid = hybrid_text_density(&page, &counts, &visual_importance(&page));
        assert!(hybrid.get(texts[0]) > hybrid.get(texts[1]));
    }

    #[test]
    fn a_body_wider_than_the_root_widens_the_page() {
        let rect = |width| Some(Rect::new(0.0, 0.0, width, 20.0));
        let block = |tag| Style::of_tag(tag, &Style::default());
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open(Tag::Html, block(Tag::Html), rect(500.0)).unwrap();
        b.open(Tag::Body, block(Tag::Body), rect(1000.0)).unwrap();
        b.text("some words of text").unwrap();
        let normal = distribution(&b.finish().unwrap()).unwrap();
        assert_eq!((normal.mean, normal.deviation), (500.0, 500.0));
    }
}
