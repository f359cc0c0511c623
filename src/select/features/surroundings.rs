//! The blocks before and after.

use super::{Context, Row, log, nearest_of_both};

impl Context<'_> {
    /// The blocks before and after.
    pub(super) fn neighbours(&self, i: usize, row: &mut Row) {
        for (step, names) in [
            (
                -1,
                [
                    "prev_length",
                    "prev_link",
                    "prev_sentence",
                    "prev_heading",
                    "prev_same",
                    "prev_gain",
                ],
            ),
            (
                1,
                [
                    "next_length",
                    "next_link",
                    "next_sentence",
                    "next_heading",
                    "next_same",
                    "next_gain",
                ],
            ),
            (
                -2,
                [
                    "prev2_length",
                    "prev2_link",
                    "prev2_sentence",
                    "prev2_heading",
                    "prev2_same",
                    "prev2_gain",
                ],
            ),
            (
                2,
                [
                    "next2_length",
                    "next2_link",
                    "next2_sentence",
                    "next2_heading",
                    "next2_same",
                    "next2_gain",
                ],
            ),
        ] {
            let other = i
                .checked_add_signed(step)
                .and_then(|j| self.evidence.blocks.get(j).map(|b| (j, b)));
            let Some((j, b)) = other else {
                for name in names {
                    row.add(name, f32::NAN);
                }
                continue;
            };
            row.add(names[0], log(b.length));
            row.add(names[1], b.link_density());
            row.flag(names[2], b.ends_sentence);
            row.flag(
                names[3],
                self.page.tag(b.container).heading_level().is_some(),
            );
            row.flag(
                names[4],
                self.page.parent(b.container) == self.page.parent(self.block(i).container),
            );
            row.add(names[5], self.evidence.gains[j]);
        }
        // How many steps it is to the neighbours in the tree.
        for (step, name) in [(-1, "prev_up"), (1, "next_up")] {
            let other = i
                .checked_add_signed(step)
                .and_then(|j| self.evidence.blocks.get(j));
            let own = self.block(i).container;
            let up = other.map_or(f32::NAN, |other| {
                let lca = nearest_of_both(self.page, own, other.container);
                let level = |id| self.page.level(id);
                (level(own) + level(other.container) - 2 * level(lca)) as f32
            });
            row.add(name, up);
        }
        // Sums over wider windows.
        for (reach, names) in [
            (5usize, ["win5_gain", "win5_link"]),
            (15, ["win15_gain", "win15_link"]),
        ] {
            let from = i.saturating_sub(reach);
            let to = (i + reach + 1).min(self.evidence.blocks.len());
            let (mut gain, mut length, mut link) = (0.0, 0.0, 0.0);
            for j in from..to {
                let b = self.block(j);
                gain += self.evidence.gains[j];
                length += b.length;
                link += b.length * b.link_density();
            }
            row.add(names[0], gain.signum() * log(gain.abs()));
            row.add(names[1], link / length.max(1.0));
        }
    }
}
