//! Describes a rule, in parts for a sentence.

use serde::Serialize;

use super::condition::ConditionKind;
use super::rule::Rule;
use super::signature::tag_digest;
use crate::page::Tag;

/// The description of a rule. It contains neither class names nor words from pages, because rules
/// don't contain any.
///
/// ```
/// use pith::select::{PartKind, SiteRules};
///
/// // Remove elements with the class of this hash.
/// let bytes = [0x10, 0x12, 0x33, 0x82, 0, 0, 0x10, 1, 2, 0, 0, 0, 0, 1, 0];
/// let site = SiteRules::read(&bytes)?;
/// let description = site.rules[0].description();
/// assert!(!description.keeps && description.is_named && description.conditions.is_empty());
/// # Ok::<(), pith::select::MalformedRule>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Description {
    /// True if elements are kept; false if they are removed.
    pub keeps: bool,
    /// The kind of the elements.
    pub part: PartKind,
    /// True if the elements are identified by a class or an id.
    pub is_named: bool,
    /// The properties that must be the same as on the original page, at most three.
    pub conditions: Vec<ConditionKind>,
}

/// A kind of element, according to its tag.
///
/// ```
/// use pith::select::PartKind;
///
/// assert_eq!(serde_json::to_value(PartKind::Paragraph)?, "paragraph");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartKind {
    /// A paragraph.
    Paragraph,
    /// A heading.
    Heading,
    /// A list, or an entry of one.
    List,
    /// A table, or a part of one.
    Table,
    /// An image, with its caption or without.
    Image,
    /// A quotation.
    Quotation,
    /// A link, or an element for navigation.
    Links,
    /// Any other element.
    Box,
}

impl PartKind {
    fn of(tag: Tag) -> Self {
        match tag {
            Tag::P => Self::Paragraph,
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => Self::Heading,
            Tag::Ul | Tag::Ol | Tag::Li | Tag::Dl | Tag::Dt | Tag::Dd => Self::List,
            Tag::Table | Tag::Tbody | Tag::Tr | Tag::Td | Tag::Th => Self::Table,
            Tag::Figure | Tag::Figcaption | Tag::Picture | Tag::Img => Self::Image,
            Tag::Blockquote | Tag::Q => Self::Quotation,
            Tag::Nav | Tag::A => Self::Links,
            _ => Self::Box,
        }
    }
}

impl Rule {
    /// Returns the description of the rule. [`Description`] has an example.
    pub fn description(&self) -> Description {
        let is_own = |tag: &&Tag| tag_digest(**tag) == self.signature.tag;
        let tag = Tag::ALL.iter().find(is_own);
        Description {
            keeps: self.keeps(),
            part: tag.map_or(PartKind::Box, |&tag| PartKind::of(tag)),
            is_named: self.is_named(),
            conditions: self.conditions.iter().map(|c| c.kind).collect(),
        }
    }
}
