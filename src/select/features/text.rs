//! The block by itself: its text, its links, what it announces.

use std::collections::BTreeMap;

use super::marks::Marks;
use super::{Context, HINTED, Row, log};
use crate::metadata::{leads_away, leads_inside};
use crate::page::{Page, Tag};
use crate::select::blocks::Block;

/// What is counted once for the columns of a block's own text.
pub(super) struct Text {
    /// Per block: how many blocks say the same.
    repeats: Vec<f32>,
    addresses: Vec<Addresses>,
    marks: Vec<Marks>,
}

impl Text {
    pub(super) fn new(page: &Page, blocks: &[Block], texts: &[String]) -> Self {
        Self {
            repeats: repeats(texts),
            addresses: blocks.iter().map(|b| Addresses::new(page, b)).collect(),
            marks: texts.iter().map(|t| Marks::of(t)).collect(),
        }
    }
}

impl Context<'_> {
    /// The characters in it that say something.
    pub(super) fn marks(&self, i: usize) -> Marks {
        self.text.marks[i]
    }

    /// The block by itself.
    pub(super) fn own(&self, i: usize, row: &mut Row) {
        let b = self.block(i);
        let page = self.page;
        let tag = page.tag(b.container);
        let text = &self.evidence.texts[i];
        let chars = (b.chars as f32).max(1.0);
        row.add("length", log(b.length));
        row.add("tokens", log(b.tokens as f32));
        row.add("punctuation", 100.0 * b.punctuation as f32 / chars);
        row.flag("ends_sentence", b.ends_sentence);
        row.add("media", b.media as f32);
        row.add("token_length", chars / (b.tokens as f32).max(1.0));
        let marks = self.marks(i);
        row.add("digits", marks.digits as f32 / chars);
        row.add("capitals", marks.capitals as f32 / chars);
        row.flag("bar", marks.bar);
        row.flag("copyright", marks.copyright);
        row.flag("colon", text.trim_end().ends_with([':', '：']));
        row.flag("at", marks.at);
        row.flag("quote", marks.quote);
        row.add("heading", f32::from(tag.heading_level().unwrap_or(0)));
        row.flag("p", tag == Tag::P);
        row.flag("li", tag == Tag::Li);
        row.flag("cell", matches!(tag, Tag::Td | Tag::Th));
        row.flag("definition", matches!(tag, Tag::Dt | Tag::Dd));
        row.flag(
            "div",
            matches!(tag, Tag::Div | Tag::Section | Tag::Article | Tag::Other),
        );
        row.flag("caption", matches!(tag, Tag::Figcaption | Tag::Caption));
        row.flag("pre", page.style(b.container).preformatted);
        let first = page.style(b.leaves[0]);
        row.flag("bold", first.font_weight >= 600);
        row.add("repeats", self.text.repeats[i]);
        row.add(
            "similarity",
            self.evidence.title_terms.cosine(&self.evidence.terms[i]),
        );
        row.add("gain", self.evidence.gains[i]);
    }

    /// Its links.
    pub(super) fn links(&self, i: usize, row: &mut Row) {
        let b = self.block(i);
        row.add("link_density", b.link_density());
        row.add("links", log(b.links as f32));
        let Addresses { all, away, inside } = self.text.addresses[i];
        let share = |part: f32| if all > 0.0 { part / all } else { f32::NAN };
        row.add("links_away", share(away));
        row.add("links_inside", share(inside));
    }

    /// What it says.
    pub(super) fn words(&self, i: usize, row: &mut Row) {
        for (k, name) in [
            "says_comments",
            "says_sharing",
            "says_related",
            "says_advert",
            "says_navigation",
            "says_byline",
            "says_overlay",
            "says_frame",
            "says_column",
            "says_form",
        ]
        .into_iter()
        .enumerate()
        {
            row.flag(name, self.announced[i] == Some(HINTED[k]));
        }
    }
}

/// Where the links of a block lead.
#[derive(Clone, Copy, Debug, Default)]
struct Addresses {
    all: f32,
    /// To other sites.
    away: f32,
    /// To places on the page.
    inside: f32,
}

impl Addresses {
    fn new(page: &Page, block: &Block) -> Self {
        let mut addresses = Self::default();
        for link in block.targets(page) {
            addresses.all += 1.0;
            if leads_inside(page.url(), link) {
                addresses.inside += 1.0;
            } else if leads_away(page.url(), link) {
                addresses.away += 1.0;
            }
        }
        addresses
    }
}

fn repeats(texts: &[String]) -> Vec<f32> {
    let mut counts: BTreeMap<&str, f32> = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1.0;
    }
    texts
        .iter()
        .map(|t| counts.get(t.as_str()).copied().unwrap_or(1.0))
        .collect()
}
