//! Description of a rule, in parts for a sentence.

use serde::Serialize;

use super::condition::ConditionKind;
use super::rule::Rule;
use super::signature::tag_digest;
use crate::page::Tag;

/// Description of a rule. It contains no class names and no words of pages, because rules don't.
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
    /// True if parts are kept; else they are removed.
    pub keeps: bool,
    /// The kind of part that it is about.
    pub part: PartKind,
    /// True if the part is identified by a class or an id.
    pub is_named: bool,
    /// The properties that have to be the same as on the rule's original page, at most 3.
    pub conditions: Vec<ConditionKind>,
}

/// The kind of a part of a page, by its tag.
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
    /// A link, or a box for navigation.
    Links,
    /// Any other box.
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
    /// Returns its description. [`Description`] has an example.
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
