//! Pages that share a template.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::rows::Truth;
use crate::sets::Set;

/// Returns the pages that share a template with each page, the most similar first: according to the
/// set's pairs, or all pages of the site if the set has no pairs.
///
/// # Errors
///
/// If the pairs can't be read.
pub(crate) fn of(set: &Set) -> Result<BTreeMap<&str, Vec<&Truth>>> {
    let rows: BTreeMap<&str, &Truth> = set.rows.iter().map(|row| (row.id.as_str(), row)).collect();
    let mut found: BTreeMap<&str, Vec<(f64, &Truth)>> = BTreeMap::new();
    for pair in set.pairs()? {
        if let (Some(&a), Some(&b)) = (rows.get(pair.a.as_str()), rows.get(pair.b.as_str())) {
            found.entry(&a.id).or_default().push((pair.template_sim, b));
            found.entry(&b.id).or_default().push((pair.template_sim, a));
        }
    }
    if found.is_empty() {
        let mut sites: BTreeMap<String, Vec<&Truth>> = BTreeMap::new();
        for row in &set.rows {
            sites.entry(set.site(row)).or_default().push(row);
        }
        for row in &set.rows {
            let site = sites.get(&set.site(row)).into_iter().flatten();
            let others: Vec<_> = site
                .filter(|other| other.id != row.id)
                .map(|&other| (1.0, other))
                .collect();
            if !others.is_empty() {
                found.insert(&row.id, others);
            }
        }
    }
    let mut siblings = BTreeMap::new();
    for (id, others) in found {
        siblings.insert(id, sorted_by_similarity(others));
    }
    Ok(siblings)
}

fn sorted_by_similarity(mut others: Vec<(f64, &Truth)>) -> Vec<&Truth> {
    others.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.id.cmp(&b.1.id)));
    others.into_iter().map(|(_, row)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::tests::Folder;

    fn check(name: &str, pairs: Option<&str>, expected: &[(&str, &[&str])]) {
        let folder = Folder::new(name);
        let row = |id: &str, site: &str| format!("{{\"id\":\"{id}\",\"site\":\"{site}\"}}\n");
        let truth = [row("a", "s"), row("b", "s"), row("c", "s"), row("d", "t")].concat();
        folder.write("set/truth.jsonl.gz", &truth);
        if let Some(pairs) = pairs {
            folder.write("set/pairs.jsonl", pairs);
        }
        let set = Set::open(&folder.0, "set").expect("a set").expect("there");
        let found = of(&set).expect("siblings");
        let names: Vec<(&str, Vec<&str>)> = found
            .iter()
            .map(|(&id, others)| (id, others.iter().map(|row| row.id.as_str()).collect()))
            .collect();
        let expected: Vec<(&str, Vec<&str>)> = expected
            .iter()
            .map(|&(id, others)| (id, others.to_vec()))
            .collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn paired_siblings_are_sorted_by_similarity() {
        let pairs = "{\"a\":\"a\",\"b\":\"b\",\"template_sim\":0.4}\n{\"a\":\"c\",\"b\":\"a\",\"template_sim\":0.9}\n\
                     {\"a\":\"a\",\"b\":\"gone\",\"template_sim\":1}\n";
        check(
            "paired",
            Some(pairs),
            &[("a", &["c", "b"]), ("b", &["a"]), ("c", &["a"])],
        );
    }

    #[test]
    fn without_pairs_all_pages_of_a_site_are_siblings() {
        check(
            "unpaired",
            None,
            &[("a", &["b", "c"]), ("b", &["a", "c"]), ("c", &["a", "b"])],
        );
    }
}
