//! Site rules: structural rules that are derived from an element that the user corrected, and
//! applied to other pages of the site.
//!
//! | part | content |
//! | --- | --- |
//! | [`name`] | a class or id without parts that vary between pages |
//! | [`signature`] | the signature of an element: its tag, classes, and id |
//! | [`template`] | the signatures of a whole page, which identify its template |
//! | [`condition`] | further requirements for an element |
//! | [`rule`] | a [`Rule`] and its binary format |
//! | [`making`] | the creation of a rule from a correction, checked on its original page |
//! | [`applying`] | the application of rules to a selection, with its limits |
//! | [`description`] | the description of a rule, in parts for a sentence |
//! | [`site`] | all rules of a site |
//!
//! A rule applies unless one of its safety checks fails. Without these, a rule would cost three
//! times the loss that it removes. The limits were set on pages of the tuning sites of `lab
//! corrections`.

mod applying;
mod condition;
mod description;
mod making;
mod name;
mod outline;
mod rule;
mod signature;
mod site;
mod template;

pub use applying::{Application, GaveUp};
pub use condition::ConditionKind;
pub use description::{Description, PartKind};
pub use making::SiteRuleRefusal;
pub use rule::{MalformedRule, Rule};
pub use site::SiteRules;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests;
