//! The elements around the block: their tags, and the purposes hinted at by their names.

mod columns;

pub(super) use columns::{NAMES, TAGS};

use super::flag;
use crate::page::{Page, Tag};
use crate::select::blocks::Block;
use crate::select::reason::Reason;
use crate::select::signals::Signals;

/// Maximum ancestors of a block that are used.
const MAX_STEPS: u8 = 24;

/// Values shared by the columns about ancestors: the number of steps up to the nearest element of
/// each sort, 0 if there's none.
pub(super) struct Elements {
    /// Per block, by [`Sort`].
    sorts: Vec<[u8; Sort::COUNT]>,
    /// Per block, by [`Reason`].
    hints: Vec<[u8; Reason::ALL.len()]>,
    /// Per block: steps up to names that hint at the article.
    article: Vec<u8>,
}

/// Sorts of elements.
#[derive(Clone, Copy)]
enum Sort {
    Nav,
    Header,
    Footer,
    Aside,
    Article,
    Main,
    Form,
    Ul,
    Ol,
    Table,
    Figure,
    Blockquote,
    Control,
    Section,
    Dl,
    Details,
    Li,
    A,
}

impl Sort {
    const COUNT: usize = Self::A as usize + 1;

    fn of(tag: Tag) -> Option<Self> {
        Some(match tag {
            Tag::Nav | Tag::Menu => Self::Nav,
            Tag::Header => Self::Header,
            Tag::Footer => Self::Footer,
            Tag::Aside => Self::Aside,
            Tag::Article => Self::Article,
            Tag::Main => Self::Main,
            Tag::Form => Self::Form,
            Tag::Ul => Self::Ul,
            Tag::Ol => Self::Ol,
            Tag::Table => Self::Table,
            Tag::Figure => Self::Figure,
            Tag::Blockquote => Self::Blockquote,
            Tag::Button | Tag::Label | Tag::Select | Tag::Fieldset => Self::Control,
            Tag::Section => Self::Section,
            Tag::Dl => Self::Dl,
            Tag::Details => Self::Details,
            Tag::Li => Self::Li,
            Tag::A => Self::A,
            _ => return None,
        })
    }
}

impl Elements {
    /// Returns the reciprocal distance of the innermost ancestor of a sort.
    fn inside(&self, i: usize, sort: Sort) -> Option<f32> {
        near(self.sorts[i][sort as usize])
    }

    /// Returns the reciprocal distance of the innermost ancestor whose names hint at a reason.
    fn hint(&self, i: usize, reason: Reason) -> Option<f32> {
        near(self.hints[i][reason as usize])
    }

    pub(super) fn new(page: &Page, signals: &Signals) -> Self {
        let count = signals.blocks.len();
        let mut elements = Self {
            sorts: Vec::with_capacity(count),
            hints: Vec::with_capacity(count),
            article: Vec::with_capacity(count),
        };
        for block in &signals.blocks {
            elements.add(page, signals, block);
        }
        elements
    }

    fn add(&mut self, page: &Page, signals: &Signals, block: &Block) {
        let mut sorts = [0; Sort::COUNT];
        let mut hints = [0; Reason::ALL.len()];
        let mut article = 0;
        let around = page.inclusive_ancestors(block.container);
        for (step, id) in (1..=MAX_STEPS).zip(around) {
            let hint = signals.hints[id.index()];
            if let Some(sort) = Sort::of(page.tag(id)) {
                note(&mut sorts[sort as usize], step);
            }
            if let Some(purpose) = hint.purpose {
                note(&mut hints[Reason::from(purpose) as usize], step);
            }
            if hint.article {
                note(&mut article, step);
            }
        }
        self.sorts.push(sorts);
        self.hints.push(hints);
        self.article.push(article);
    }
}

/// Records the number of steps to an element, unless a nearer one was recorded.
fn note(nearest: &mut u8, step: u8) {
    if *nearest == 0 {
        *nearest = step;
    }
}

/// The reciprocal of each number of steps; 0 for no steps.
const NEAR: [f32; MAX_STEPS as usize + 1] = {
    let mut near = [0.0; MAX_STEPS as usize + 1];
    let mut steps = 1;
    while steps < near.len() {
        near[steps] = 1.0 / steps as f32;
        steps += 1;
    }
    near
};

fn near(steps: u8) -> Option<f32> {
    Some(NEAR[usize::from(steps)])
}
