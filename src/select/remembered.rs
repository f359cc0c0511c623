//! Site rules: structural rules that are made from an element corrected by the user and the
//! corrected page, and applied to the findings on the site's other pages.
//!
//! | part | is |
//! | --- | --- |
//! | [`name`] | a class or id without what differs from page to page |
//! | [`make`] | what an element is made like: its tag, classes and id |
//! | [`template`] | the makes of a whole page, by which one template is told from another |
//! | [`condition`] | what else has to hold of an element |
//! | [`rule`] | a [`Rule`], and its bytes |
//! | [`making`] | a rule from a correction, checked on the page that it was made on |
//! | [`applying`] | rules upon a selection, and where they give up |
//! | [`description`] | what a rule says, in parts that a sentence is made of |
//! | [`site`] | all that is remembered for a site |
//!
//! A rule applies unless one of its safety checks fails: a rule without them costs three times the
//! loss that it removes. Limits were set on pages of sites that `lab corrections` names.

mod applying;
mod condition;
mod description;
mod make;
mod making;
mod name;
mod outline;
mod rule;
mod site;
mod template;

pub use applying::{Application, GaveUp};
pub use condition::ConditionKind;
pub use description::{Description, PartKind};
pub use making::NotRemembered;
pub use rule::{MalformedRule, Rule};
pub use site::SiteRules;

#[cfg(all(test, feature = "html"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests;
