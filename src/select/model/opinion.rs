//! The model's opinion of the blocks of a page, and the reasons for it.

use std::cell::{OnceCell, Ref, RefCell};
use std::collections::BTreeMap;

use super::features::{COLUMNS, Features};
use super::forest::{self, Forest, UNIT, UNKNOWN};
use super::hashed::{self, Names};
use super::reach::{KINDS, Key, Reach, Reached, Row, WIDTH, Weights};
use super::second_pass::{self, Asked, FirstPass};
use super::{Model, SCORES};
use crate::page::Page;
use crate::select::Grounds;
use crate::select::blocks::Block;
use crate::select::signals::Signals;

/// The columns that the second pass has beside the evidence.
const MORE: usize = second_pass::COLUMNS.len() + SCORES.len();

/// Returns the blocks of a page as the passes see them.
pub(crate) fn blocks(page: &Page, signals: &Signals) -> Vec<Asked> {
    let blocks = signals.blocks.iter().zip(&signals.patterns).enumerate();
    let asked = |(place, (block, &make)): (usize, (&Block, &u32))| Asked {
        place,
        tokens: block.tokens,
        make,
        parent: page.parent(block.container).unwrap_or(block.container).0,
    };
    blocks.map(asked).collect()
}

/// The most blocks whose rows are held at a time.
const PART: usize = 8_192;

/// The most blocks, one after the other, for which a forest is cut down together: fewer are more
/// alike, and the cut is made for fewer.
const GROUP: usize = 64;

/// The rows of evidence about the blocks that are asked, made for a part of them at a time. A
/// smaller page is one part, whose rows are made once.
struct Rows<'a> {
    features: &'a Features<'a>,
    /// The place of each block in the page.
    places: Vec<usize>,
    /// The number of the part that is held, and its rows one after the other.
    part: RefCell<(usize, Vec<Key>)>,
}

impl<'a> Rows<'a> {
    fn new(features: &'a Features<'a>, blocks: &[Asked]) -> Self {
        Self {
            features,
            places: blocks.iter().map(|block| block.place).collect(),
            part: RefCell::new((usize::MAX, Vec::new())),
        }
    }

    /// Returns the row of a block, by its place among those that are asked.
    fn row(&self, at: usize) -> Ref<'_, [Key]> {
        let number = at / PART;
        if self.part.borrow().0 != number {
            let places = self.places[number * PART..].iter().take(PART);
            let mut part = self.part.borrow_mut();
            part.0 = number;
            part.1.clear();
            part.1.reserve_exact(places.len() * COLUMNS.len());
            for &place in places {
                part.1.extend(self.features.row(place).map(Key::new));
            }
        }
        Ref::map(self.part.borrow(), |(_, rows)| {
            &rows[at % PART * COLUMNS.len()..][..COLUMNS.len()]
        })
    }

    /// Makes the row of a block for asking, with what it has beside the evidence.
    fn fill<const N: usize>(&self, row: &mut Row, at: usize, more: impl Fn(usize) -> [f32; N]) {
        row.set(0, &self.row(at));
        row.set(COLUMNS.len(), &more(at).map(Key::new));
    }
}

/// The model's opinion of the blocks that are asked.
pub(crate) struct Opinion<'a> {
    /// The blocks, in document order.
    pub(crate) blocks: Vec<Asked>,
    /// Their odds, as logarithms.
    pub(crate) odds: Vec<f32>,
    /// The first pass's view of them.
    view: FirstPass,
    /// Per block: the linear scores of the names around it and of its words.
    scores: Vec<[f32; SCORES.len()]>,
    rows: Rows<'a>,
    first: PlacedForest<'a>,
    second: PlacedForest<'a>,
}

impl<'a> Opinion<'a> {
    /// Takes both passes; `asked` is per block of the page.
    pub(crate) fn new(
        page: &Page,
        signals: &Signals,
        features: &'a Features<'a>,
        asked: &[bool],
        model: &'a Model,
    ) -> Self {
        let mut blocks = blocks(page, signals);
        blocks.retain(|block| asked[block.place]);
        blocks.shrink_to_fit();
        let first = PlacedForest::new(&model.first);
        let second = PlacedForest::new(&model.second);
        let mut names = Names::new(page);
        let scores = |block: &Asked| {
            let container = signals.blocks[block.place].container;
            let hashes = signals.terms.hashes(block.place);
            let words = hashed::words(&signals.texts[block.place], hashes);
            [
                model.names.score(&names.around(page, container)),
                model.words.score(&words),
            ]
        };
        let scores = blocks.iter().map(scores).collect();
        let rows = Rows::new(features, &blocks);
        let odds = first.odds(&rows, |_| []);
        let mut opinion = Self {
            odds: Vec::new(),
            view: FirstPass::new(&blocks, odds),
            scores,
            blocks,
            rows,
            first,
            second,
        };
        opinion.odds = opinion.second.odds(&opinion.rows, |at| opinion.more(at));
        opinion
    }

    /// Returns the columns that the second pass has of a block beside the evidence.
    fn more(&self, at: usize) -> [f32; MORE] {
        let mut row = [UNKNOWN; MORE];
        let (own, scores) = row.split_at_mut(second_pass::COLUMNS.len());
        own.copy_from_slice(&self.view.columns(at, &self.blocks[at]));
        scores.copy_from_slice(&self.scores[at]);
        row
    }

    /// Tells what the columns add to the odds of the block at a place of the page, in both passes
    /// together, each as a place among [`ALL`] and a share in units of 2^-12 logits; nothing where
    /// the model was not asked.
    fn explain(&self, place: usize, mut tell: impl FnMut(usize, i32)) {
        let Ok(at) = self.blocks.binary_search_by_key(&place, |b| b.place) else {
            return;
        };
        let own: Vec<f32> = self.rows.row(at).iter().map(|key| key.value()).collect();
        let more = self.more(at);
        for (placed, more) in [(&self.first, &[][..]), (&self.second, &more)] {
            let PlacedForest { forest, places, .. } = placed;
            let mut row = [UNKNOWN; forest::COLUMNS];
            for (value, &place) in row.iter_mut().zip(places) {
                let place = usize::from(place);
                let beside = || more.get(place - own.len());
                *value = own.get(place).or_else(beside).copied().unwrap_or(UNKNOWN);
            }
            let shares = forest.explain(&row);
            for (&place, share) in places.iter().zip(shares) {
                if share != 0 {
                    tell(place.into(), share);
                }
            }
        }
    }

    /// Returns the kind of evidence that weighs most against the block at a place of the page, in
    /// both passes together; `None` where none does.
    pub(crate) fn against(&self, place: usize) -> Option<Grounds> {
        let at = self.blocks.binary_search_by_key(&place, |b| b.place).ok()?;
        let first = self.first.weigh(&self.rows, |_| [], at);
        let second = self.second.weigh(&self.rows, |at| self.more(at), at);
        let sums: Vec<i32> = first.iter().zip(second).map(|(a, b)| a + b).collect();
        let least = Grounds::ALL.into_iter().min_by_key(|&g| sums[g as usize]);
        least.filter(|&grounds| sums[grounds as usize] < 0)
    }

    /// Returns the columns that moved the odds of a block most, by name, with what each added to
    /// them in logits, the largest first.
    pub(crate) fn strongest(&self, place: usize) -> Vec<(&'static str, f32)> {
        let mut sums: BTreeMap<usize, i32> = BTreeMap::new();
        self.explain(place, |column, share| {
            *sums.entry(column).or_default() += share;
        });
        let named = sums.into_iter().filter_map(|(column, share)| {
            let own = COLUMNS.get(column).map(|c| c.name);
            let name = own.or_else(|| more().nth(column.checked_sub(COLUMNS.len())?))?;
            Some((name, share as f32 * UNIT))
        });
        let mut named: Vec<_> = named.collect();
        named.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        named
    }
}

/// The columns of both passes: [`COLUMNS`], and after them [`more`].
const ALL: usize = COLUMNS.len() + MORE;

// A forest's column that is not there has the place after them.
const _: () = assert!(ALL < WIDTH);

/// A forest, and where its columns stand among all; [`ALL`] for one that is not there.
struct PlacedForest<'a> {
    forest: &'a Forest,
    places: Vec<u8>,
    whole: Reached,
    /// The weights of its leaves, by kind of evidence.
    weights: OnceCell<Weights>,
    /// The number of the part of the blocks that was asked last, and the forest cut down to it.
    part: RefCell<(usize, Reached)>,
}

impl<'a> PlacedForest<'a> {
    fn new(forest: &'a Forest) -> Self {
        let names = || COLUMNS.iter().map(|c| c.name).chain(more());
        let place = |name: &String| names().position(|n| n == name).unwrap_or(ALL) as u8;
        let places: Vec<u8> = forest.columns().iter().map(place).collect();
        Self {
            forest,
            whole: Reached::whole(forest, &places),
            places,
            weights: OnceCell::new(),
            part: RefCell::new((usize::MAX, Reached::default())),
        }
    }

    /// Returns the odds of the blocks that are asked, given what each has beside the evidence.
    fn odds<const N: usize>(&self, rows: &Rows<'_>, more: impl Fn(usize) -> [f32; N]) -> Vec<f32> {
        let len = rows.places.len();
        let mut of_group = Reached::default();
        let mut row = Row::UNKNOWN;
        let mut odds = Vec::with_capacity(len);
        while odds.len() < len {
            let number = odds.len() / PART;
            let reaches = self.cut(rows, &more, number);
            let of_part = &self.part.borrow().1;
            for reach in reaches {
                of_part.narrow(&reach, &mut of_group);
                let group = odds.len()..len.min(odds.len() + GROUP);
                odds.extend(group.map(|at| {
                    rows.fill(&mut row, at, &more);
                    of_group.score(&row)
                }));
            }
        }
        odds
    }

    /// Cuts the forest down to a part of the blocks, and returns the reaches of its groups.
    fn cut<const N: usize>(
        &self,
        rows: &Rows<'_>,
        more: &impl Fn(usize) -> [f32; N],
        number: usize,
    ) -> Vec<Reach> {
        let start = number * PART;
        let end = rows.places.len().min(start + PART);
        let mut row = Row::UNKNOWN;
        let reach = |first: usize| {
            let mut reach = Reach::EMPTY;
            for at in first..end.min(first + GROUP) {
                rows.fill(&mut row, at, more);
                reach.add(&row);
            }
            reach
        };
        let reaches: Vec<Reach> = (start..end).step_by(GROUP).map(reach).collect();
        let all = reaches.iter().fold(Reach::EMPTY, Reach::union);
        let mut part = self.part.borrow_mut();
        part.0 = number;
        self.whole.narrow(&all, &mut part.1);
        reaches
    }

    /// Returns what each kind of evidence adds to the odds of a block, in units of 2^-12 logits.
    fn weigh<const N: usize>(
        &self,
        rows: &Rows<'_>,
        more: impl Fn(usize) -> [f32; N],
        at: usize,
    ) -> [i32; KINDS] {
        if self.part.borrow().0 != at / PART {
            self.cut(rows, &more, at / PART);
        }
        let weights = self.weights.get_or_init(|| {
            let kind = |&place: &u8| grounds(place.into());
            Weights::new(
                self.forest,
                &self.places.iter().map(kind).collect::<Vec<_>>(),
            )
        });
        let mut row = Row::UNKNOWN;
        rows.fill(&mut row, at, &more);
        self.part.borrow().1.weigh(&row, weights)
    }
}

/// The columns that the second pass has beside the evidence.
fn more() -> impl Iterator<Item = &'static str> {
    second_pass::COLUMNS.into_iter().chain(SCORES)
}

/// Returns the kind of evidence of a column; `None` for what the first pass says of the block
/// itself, whose kinds the first forest tells.
fn grounds(place: usize) -> Option<Grounds> {
    if let Some(column) = COLUMNS.get(place) {
        return Some(column.grounds);
    }
    match more().nth(place - COLUMNS.len())? {
        "names_score" => Some(Grounds::Names),
        "words_score" => Some(Grounds::Words),
        "first_make_mean" | "first_make_count" | "first_odds_alike" => Some(Grounds::Repetition),
        "first_odds" | "first_rank" | "first_kept" => None,
        _ => Some(Grounds::Surroundings),
    }
}
