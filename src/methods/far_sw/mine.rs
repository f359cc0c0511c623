//! Fuzzy association rules of topical lines (Steps 1 to 5).

use std::collections::{BTreeMap, BTreeSet};

use super::features::{Feature, Row};
use super::model::{Item, ItemSet, Scale};

/// The results of mining, step by step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mining {
    /// Step 2: the scalar cardinality of every fuzzy region, feature by feature.
    pub counts: Vec<(Item, f64)>,
    /// Step 3: the region of every feature with the greatest count, the lower of two equal.
    pub frequent: Vec<Item>,
    /// Step 4: the sets of frequent regions that remain on lines after the significance cut, with
    /// the number of lines of each.
    pub transactions: BTreeMap<ItemSet, u64>,
    /// Step 5: the frequent itemsets, those of one item first.
    pub levels: Vec<Vec<ItemSet>>,
}

/// Mines the topical lines' features. `scales` has one entry per feature.
///
/// A region stays on a line if its membership is at least `significance`; an itemset is frequent
/// above a share of `support` of the lines. Cost: linear in lines, except for sorting the
/// memberships, which makes the result bit for bit independent of the order of the lines.
pub fn mine(rows: &[Row], scales: &[Scale; 6], significance: f64, support: f64) -> Mining {
    let counts = counts(rows, scales);
    let frequent = frequent(&counts);
    let mut transactions = BTreeMap::new();
    for row in rows {
        let set = significant(row, scales, &frequent, significance);
        *transactions.entry(set).or_insert(0) += 1;
    }
    Mining {
        levels: apriori(&transactions, support),
        counts,
        frequent,
        transactions,
    }
}

/// Steps 1 and 2.
fn counts(rows: &[Row], scales: &[Scale; 6]) -> Vec<(Item, f64)> {
    let mut counts = Vec::new();
    for (feature, scale) in Feature::ALL.into_iter().zip(scales) {
        for &region in scale.partition.regions() {
            let item = Item { feature, region };
            let mut memberships: Vec<f64> = rows
                .iter()
                .map(|row| item.membership(row, scales))
                .collect();
            memberships.sort_unstable_by(f64::total_cmp);
            counts.push((item, memberships.iter().sum()));
        }
    }
    counts
}

/// Finds the most frequent region of every feature, step 3. A feature without any count has no
/// frequent region.
fn frequent(counts: &[(Item, f64)]) -> Vec<Item> {
    let greatest = |feature: Feature| {
        counts
            .iter()
            .rev()
            .filter(|(item, count)| item.feature == feature && *count > 0.0)
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|&(item, _)| item)
    };
    Feature::ALL.into_iter().filter_map(greatest).collect()
}

/// Finds the significant items of one line, step 4.
fn significant(row: &Row, scales: &[Scale; 6], frequent: &[Item], cut: f64) -> ItemSet {
    let stays = |item: &&Item| item.membership(row, scales) >= cut;
    frequent.iter().filter(stays).copied().collect()
}

/// Finds, with Agrawal and Srikant's Apriori, every itemset contained in more than a share of
/// `support` of the transactions, level by level, to any depth. No level is empty.
fn apriori(transactions: &BTreeMap<ItemSet, u64>, support: f64) -> Vec<Vec<ItemSet>> {
    let total: u64 = transactions.values().sum();
    let is_frequent = |set: &ItemSet| {
        let holds = |t: &ItemSet| set.iter().all(|item| t.binary_search(item).is_ok());
        let with: u64 = transactions
            .iter()
            .filter(|(t, _)| holds(t))
            .map(|(_, count)| count)
            .sum();
        with as f64 > support * total as f64
    };
    let items: BTreeSet<Item> = transactions.keys().flatten().copied().collect();
    let mut candidates: Vec<ItemSet> = items.into_iter().map(|item| vec![item]).collect();
    let mut levels = Vec::new();
    loop {
        candidates.retain(is_frequent);
        if candidates.is_empty() {
            return levels;
        }
        let next = joined(&candidates);
        levels.push(candidates);
        candidates = next;
    }
}

/// Returns the sets with one more item all of whose subsets of this level's size are in `level`.
/// Both `level` and the result are in ascending order.
fn joined(level: &[ItemSet]) -> Vec<ItemSet> {
    let mut sets = Vec::new();
    for (i, a) in level.iter().enumerate() {
        for b in &level[i + 1..] {
            let ([a_start @ .., _], [b_start @ .., b_last]) = (a.as_slice(), b.as_slice()) else {
                continue;
            };
            if a_start != b_start {
                break;
            }
            let mut set = a.clone();
            set.push(*b_last);
            let without = |left_out: usize| {
                let rest = set.iter().enumerate().filter(|&(n, _)| n != left_out);
                rest.map(|(_, &item)| item).collect::<ItemSet>()
            };
            let all_frequent = (0..set.len()).all(|n| level.binary_search(&without(n)).is_ok());
            if all_frequent {
                sets.push(set);
            }
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::fuzzy::{Partition, Region, Spread};

    /// Returns Table 2, with line 3 as in Table 4. D is C over B: the paper prints two digits but
    /// calculates with all.
    fn table_2() -> [Row; 13] {
        [
            (287.0, 198.0, 170.0, 0.0),
            (288.0, 861.0, 482.0, 2.0),
            (289.0, 237.0, 209.0, 0.0),
            (290.0, 263.0, 235.0, 0.0),
            (291.0, 650.0, 449.0, 1.0),
            (292.0, 241.0, 213.0, 0.0),
            (293.0, 504.0, 301.0, 1.0),
            (294.0, 219.0, 191.0, 0.0),
            (295.0, 287.0, 259.0, 0.0),
            (296.0, 226.0, 198.0, 0.0),
            (297.0, 391.0, 363.0, 0.0),
            (298.0, 152.0, 124.0, 0.0),
            (299.0, 211.0, 156.0, 0.0),
        ]
        .map(|(index, text, output, links)| [index, text, output, output / text, links, 0.0])
    }

    /// Returns Table 3.
    fn table_3() -> [Scale; 6] {
        [
            (144.0, 308.0, 473.0),
            (81.0, 210.0, 1248.0),
            (62.0, 137.0, 653.0),
            (0.279, 0.552, 0.964),
            (0.0, 0.0, 6.0),
            (0.0, 0.0, 1.0),
        ]
        .map(|(min, mean, max)| Scale {
            partition: Partition::Three,
            spread: Spread { min, mean, max },
        })
    }

    fn paper() -> Mining {
        mine(&table_2(), &table_3(), 0.5, 0.5)
    }

    /// Returns an item as the paper writes it, `A.Middle`.
    fn item(name: &str) -> Item {
        let (letter, region) = name.split_once('.').unwrap();
        let feature = usize::from(letter.as_bytes()[0] - b'A');
        let region = match region {
            "Low" => Region::Low,
            "Middle" => Region::Middle,
            "High" => Region::High,
            other => panic!("{other} is no region"),
        };
        let feature = Feature::ALL[feature];
        Item { feature, region }
    }

    /// Returns the letters of a set's features, `ADF`.
    fn letters(set: &[Item]) -> String {
        let letter = |item: &Item| char::from(b"ABCDEF"[item.feature as usize]);
        set.iter().map(letter).collect()
    }

    #[test]
    fn memberships_match_table_4() {
        let check = |line: usize, expected: &[(&str, f64)]| {
            for (name, expected) in expected {
                let found = item(name).membership(&table_2()[line - 1], &table_3());
                assert!((found - expected).abs() < 0.0051, "{line} {name}: {found}");
            }
        };
        check(1, &[("A.Low", 0.26), ("A.Middle", 0.74), ("A.High", 0.0)]);
        check(1, &[("B.Low", 0.19), ("B.Middle", 0.81), ("B.High", 0.0)]);
        check(1, &[("C.Middle", 0.87), ("C.High", 0.13), ("D.High", 1.0)]);
        check(1, &[("E.Low", 1.0), ("F.Low", 1.0), ("F.High", 0.0)]);
        check(2, &[("A.Low", 0.24), ("A.Middle", 0.76), ("B.High", 1.0)]);
        check(2, &[("C.High", 1.0), ("D.Middle", 0.96), ("D.High", 0.04)]);
        check(2, &[("E.Low", 0.0), ("E.Middle", 0.33), ("E.High", 0.67)]);
        check(3, &[("A.Middle", 0.77), ("B.Middle", 0.95)]);
        check(3, &[("C.Middle", 0.72), ("C.High", 0.28), ("D.High", 1.0)]);
        check(4, &[("A.Middle", 0.78), ("B.Middle", 0.90)]);
        check(4, &[("C.Middle", 0.62), ("C.High", 0.38)]);
        check(
            5,
            &[("A.Middle", 0.79), ("B.Middle", 0.15), ("B.High", 0.85)],
        );
        check(5, &[("C.High", 1.0), ("D.Middle", 0.33), ("D.High", 0.67)]);
        check(5, &[("E.Middle", 0.67), ("E.High", 0.33), ("F.Low", 1.0)]);
        check(
            6,
            &[("A.Middle", 0.80), ("B.Middle", 0.94), ("C.Middle", 0.71)],
        );
        check(
            7,
            &[("A.Middle", 0.82), ("B.Middle", 0.43), ("B.High", 0.57)],
        );
        check(
            7,
            &[("C.Middle", 0.36), ("D.Middle", 0.78), ("D.High", 0.22)],
        );
        check(
            8,
            &[("A.Middle", 0.83), ("B.Middle", 0.98), ("C.Middle", 0.79)],
        );
        check(
            9,
            &[("A.Middle", 0.84), ("B.Middle", 0.85), ("C.Middle", 0.53)],
        );
        check(
            10,
            &[("A.Middle", 0.85), ("B.Middle", 0.97), ("C.Middle", 0.76)],
        );
        check(
            11,
            &[("A.Middle", 0.87), ("B.Middle", 0.65), ("C.Middle", 0.12)],
        );
        check(
            12,
            &[("A.Middle", 0.88), ("B.Low", 0.90), ("B.Middle", 0.10)],
        );
        check(12, &[("C.Low", 0.35), ("C.Middle", 0.65), ("D.High", 1.0)]);
        check(
            13,
            &[("A.Middle", 0.89), ("B.Middle", 1.0), ("C.Middle", 0.93)],
        );
        check(13, &[("D.Middle", 0.09), ("D.High", 0.91)]);
    }

    #[test]
    fn cardinalities_match_table_5() {
        let expected = [
            ("A.Low", 2.38),
            ("A.Middle", 10.62),
            ("A.High", 0.0),
            ("B.Low", 1.09),
            ("B.Middle", 8.73),
            ("B.High", 3.18),
            ("C.Low", 0.35),
            ("C.Middle", 7.05),
            ("C.High", 5.60),
            ("D.Low", 0.0),
            ("D.Middle", 2.16),
            ("D.High", 10.84),
            ("E.Low", 10.0),
            ("E.Middle", 1.67),
            ("E.High", 1.33),
            ("F.Low", 13.0),
            ("F.Middle", 0.0),
            ("F.High", 0.0),
        ];
        let found = paper().counts;
        assert_eq!(found.len(), expected.len());
        for ((found, count), (name, expected)) in found.into_iter().zip(expected) {
            assert_eq!(found, item(name));
            assert!((count - expected).abs() <= 0.02, "{name}: {count}");
        }
    }

    const FREQUENT: [&str; 6] = [
        "A.Middle", "B.Middle", "C.Middle", "D.High", "E.Low", "F.Low",
    ];

    #[test]
    fn frequent_regions_match_table_6() {
        assert_eq!(paper().frequent, FREQUENT.map(item));
    }

    #[test]
    fn significant_items_match_table_7() {
        let frequent = FREQUENT.map(item);
        let sets: Vec<_> = table_2()
            .iter()
            .map(|row| letters(&significant(row, &table_3(), &frequent, 0.5)))
            .collect();
        let all = "ABCDEF";
        // Table 7 omits C.Middle on line 12, although its 0.65 in Table 4 is above the cut.
        let line_12 = "ACDEF";
        let expected = [
            all, "AF", all, all, "ADF", all, "AF", all, all, all, "ABDEF", line_12, all,
        ];
        assert_eq!(sets, expected);
    }

    #[test]
    fn itemsets_contain_those_of_table_8() {
        let levels = paper().levels;
        let sizes: Vec<_> = levels.iter().map(Vec::len).collect();
        assert_eq!(sizes, [6, 15, 20, 15, 6, 1]);
        let level = |n: usize| -> Vec<_> { levels[n - 1].iter().map(|set| letters(set)).collect() };
        assert_eq!(level(1).concat(), "ABCDEF");
        assert_eq!(
            level(2).join(" "),
            "AB AC AD AE AF BC BD BE BF CD CE CF DE DF EF"
        );
        let printed_third = "ABC ABD ABE ABF BCD BCE BCF BDE BDF DEF";
        assert!(
            printed_third
                .split(' ')
                .all(|s| level(3).contains(&s.to_owned()))
        );
        let printed_fourth = "ABCD ABCE ABCF ABDE ABDF ABEF ACDE ACDF ACEF ADEF";
        assert!(
            printed_fourth
                .split(' ')
                .all(|s| level(4).contains(&s.to_owned()))
        );
        assert_eq!(level(5).join(" "), "ABCDE ABCDF ABCEF ABDEF ACDEF BCDEF");
        assert_eq!(levels[5], [FREQUENT.map(item)]);
    }

    #[test]
    fn apriori_agrees_with_brute_force() {
        arbtest::arbtest(|u| {
            let mut transactions = BTreeMap::new();
            for _ in 0..u.int_in_range(0..=12)? {
                let bits = u.int_in_range(0_usize..=63)?;
                let set: ItemSet = (0..6)
                    .filter(|i| bits >> i & 1 == 1)
                    .map(|i| item(FREQUENT[i]))
                    .collect();
                *transactions.entry(set).or_insert(0) += u.int_in_range(1..=3)?;
            }
            let support = f64::from(u.int_in_range(0..=10_u8)?) / 10.0;
            let total: u64 = transactions.values().sum();
            let mut expected: Vec<ItemSet> = (1_usize..64)
                .map(|bits| {
                    let items = (0..6).filter(|i| bits >> i & 1 == 1);
                    items.map(|i| item(FREQUENT[i])).collect::<ItemSet>()
                })
                .filter(|set| {
                    let with = transactions
                        .iter()
                        .filter(|(t, _)| set.iter().all(|i| t.contains(i)));
                    let with: u64 = with.map(|(_, n)| n).sum();
                    with as f64 > support * total as f64
                })
                .collect();
            expected.sort_by(|a, b| a.len().cmp(&b.len()).then(a.cmp(b)));
            let found = apriori(&transactions, support);
            assert!(found.iter().all(|level| !level.is_empty()));
            assert_eq!(found.concat(), expected);
            Ok(())
        });
    }

    #[test]
    fn no_rules_without_lines_or_support() {
        let nothing = mine(&[], &table_3(), 0.5, 0.5);
        assert!(nothing.frequent.is_empty() && nothing.levels.is_empty());
        // Equal counts: the lower region wins.
        let tied = [
            (item("A.Low"), 1.0),
            (item("A.Middle"), 1.0),
            (item("B.High"), 0.0),
        ];
        assert_eq!(frequent(&tied), [item("A.Low")]);
        // A support that nothing exceeds.
        assert!(mine(&table_2(), &table_3(), 0.5, 1.0).levels.is_empty());
    }
}
