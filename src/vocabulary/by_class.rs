//! A cache of values by class list.

use crate::compact::hash::Hash64;
use crate::compact::interner::Interned;

/// Values computed from lists of class names or ids. Most elements share their list with others, so
/// each distinct list is processed once.
#[derive(Debug)]
pub(crate) struct ByClass<T>(Interned<T>);

impl<T: Copy> ByClass<T> {
    pub(crate) fn new() -> Self {
        Self(Interned::new())
    }

    /// Returns the value of a list; calls `read` if the list is new.
    pub(crate) fn get_or(&mut self, list: &str, read: impl FnOnce(&str) -> T) -> T {
        let key = Hash64::EMPTY.text(list).value();
        *self.0.get_or(key, || read(list))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_list_is_evaluated_once() {
        let mut read = Vec::new();
        let mut lengths = ByClass::new();
        for list in ["post entry", "menu", "post entry"] {
            let length = lengths.get_or(list, |list| {
                read.push(list.to_owned());
                list.len()
            });
            assert_eq!(length, list.len());
        }
        assert_eq!(read, ["post entry", "menu"]);
    }
}
