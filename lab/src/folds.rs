//! Cross-validation by site: no site is trained on and judged.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

/// Which fold each site is in, 0 to `folds - 1`. The order is that of a hash of the sites' names,
/// so that it is the same everywhere and has nothing to do with the alphabet; sizes differ by one
/// site at most.
pub(crate) fn by_site<'a>(
    sites: impl Iterator<Item = &'a str>,
    folds: usize,
) -> BTreeMap<String, usize> {
    let mut hashed: Vec<_> = sites
        .map(|site| (Sha256::digest(site.as_bytes()), site))
        .collect();
    hashed.sort_unstable();
    hashed.dedup();
    hashed
        .into_iter()
        .enumerate()
        .map(|(rank, (_, site))| (site.to_owned(), rank % folds.max(1)))
        .collect()
}

/// The fold of a site, 0 to `folds - 1`, by a hash of its name alone: it is the same whatever
/// other sites there are.
pub(crate) fn of_site(site: &str, folds: usize) -> usize {
    let digest = Sha256::digest(site.as_bytes());
    let first = digest.iter().take(8);
    let number = first.fold(0u64, |number, &byte| number << 8 | u64::from(byte));
    usize::try_from(number % folds.max(1) as u64).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_are_even_and_stable() {
        let sites: Vec<String> = (0..23).map(|n| format!("site{n}.example")).collect();
        let folds = by_site(sites.iter().chain(&sites[..5]).map(String::as_str), 5);
        assert_eq!(folds.len(), 23);
        let mut sizes = [0; 5];
        for &fold in folds.values() {
            sizes[fold] += 1;
        }
        assert_eq!(sizes, [5, 5, 5, 4, 4]);
        let reversed = by_site(sites.iter().rev().map(String::as_str), 5);
        assert_eq!(folds, reversed);
    }
}
