//! A site rule and its binary format.
//!
//! ```text
//! byte   0     version 1 in the upper four bits; bit 0: keep; bit 1: the element has a name
//!        1–2   hash of the tag's name
//!        3–4   hash of the id, 0 for none
//!        5     classes of the element in the upper four bits, of the ancestor in the lower
//!        …     a hash of 2 bytes for each class of the element
//!        2     hash of the tag's name of the nearest ancestor with a name, 0 for none
//!        2     hash of its id
//!        …     a hash for each of its classes
//!        1     elements that the rule matched on the page that it was made on, at most 255
//!        1     conditions, at most 3; for each a byte for its kind and 2 for its value
//!        16    only of a rule that keeps: the digest of the page's template
//! ```
//!
//! Numbers are little-endian. Hashes are those of [`short`](super::name::short), which has a test.

use std::fmt;

use super::condition::{Condition, ConditionKind};
use super::outline::Outline;
use super::signature::{CLASSES, Signature, Signatures};
use super::template::{BYTES, Template};
use crate::page::NodeId;

/// The version of the binary format that is written.
const VERSION: u8 = 1;

/// The next version. Versions 2 to 7 are skipped, because their first byte would be a letter or
/// symbol, and text shouldn't be mistaken for a rule of a later version.
pub(super) const NEWER: u8 = 8;

/// Maximum classes of an element and its ancestor together.
const MAX_CLASSES: usize = 11;

/// Maximum conditions.
pub(super) const CONDITIONS: usize = 3;

const KEEP: u8 = 1;
const NAMED: u8 = 1 << 1;

/// A correction that is saved for a site as a structural rule.
///
/// ```
/// use pith::extract::one_click;
/// use pith::select::{Rule, SiteRules, Override, Overrides};
/// use pith::{Limits, source};
///
/// let page = |plug: &str| {
///     let text = "<p>He watched the ferry go by from the gallery, waved once, and went back to
///         polishing the lens, which he did every day of the year, in summer and in winter.</p>";
///     let html = format!("<main>{text}{text}<div class=plug><p>{plug} of the harbour has all the
///         times of all the boats, and the weather of the day.</p></div></main>");
///     source::html::read(&html, "https://example.org/", Limits::default())
/// };
/// let (first, second) = (page("The timetable")?, page("The programme")?);
/// let plug = first.nodes().find(|&id| first.text(id).starts_with("The timetable")).unwrap();
/// let found = one_click(&first);
/// let overrides = Overrides { nodes: vec![(plug, Override::Drop)], ..Overrides::default() };
/// let (corrected, _) = found.decided(&first, &SiteRules::default(), &overrides)?;
/// let rule = Rule::new(&first, [&found.selection, &corrected.selection], plug, false)?;
///
/// let site = SiteRules { rules: vec![rule], ..SiteRules::default() };
/// let (decided, applied) = one_click(&second).decided(&second, &site, &Overrides::default())?;
/// assert_eq!((applied[0].matches, applied[0].gave_up), (1, None));
/// assert!(!decided.article.text().contains("programme"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The digest of the original page's template; only for a rule that keeps.
    pub(super) template: Option<Template>,
    pub(super) signature: Signature,
    /// The signature of the nearest named ancestor.
    pub(super) around: Signature,
    pub(super) matches: u8,
    pub(super) conditions: Vec<Condition>,
}

/// The reason why bytes aren't a valid rule.
///
/// ```
/// use pith::select::{MalformedRule, SiteRules};
///
/// assert_eq!(SiteRules::read(b"# no rules"), Err(MalformedRule::Foreign));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MalformedRule {
    /// They were written by a later version.
    Newer,
    /// They end in the middle of a rule.
    Cut,
    /// No version writes these bytes.
    Foreign,
}

impl fmt::Display for MalformedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Newer => "a rule was saved by a later version of the program",
            Self::Cut => "a rule is cut off",
            Self::Foreign => "there is data that is not a rule",
        })
    }
}

impl std::error::Error for MalformedRule {}

impl Rule {
    /// Maximum bytes of a rule.
    pub const MAX_BYTES: usize = 60;

    /// Returns whether the rule keeps elements; otherwise it removes them.
    pub fn keeps(&self) -> bool {
        self.template.is_some()
    }

    /// Returns whether the rule identifies elements by a class or an id. Named boxes repeat on the
    /// pages of a site, while paragraphs don't.
    pub fn is_named(&self) -> bool {
        self.signature.is_named()
    }

    /// Removes classes for which the binary format has no space.
    pub(super) fn fit(signature: &Signature, around: &mut Signature) {
        around.cut((MAX_CLASSES - signature.classes.len()).min(CLASSES));
    }

    /// Returns whether an element and its ancestor match the signatures of the rule, regardless of
    /// conditions.
    fn is_like(&self, signatures: &mut Signatures<'_>, node: NodeId) -> bool {
        let other = signatures.of(node);
        if self.signature.id != 0 && self.signature.id == other.id {
            return true;
        }
        let both_plain = self.signature.classes.is_empty() && other.classes.is_empty();
        if !both_plain && !self.signature.shares_classes(&other) {
            return false;
        }
        if !both_plain && self.signature.classes == other.classes {
            return true;
        }
        if both_plain && self.signature.id != other.id {
            return false;
        }
        let mut around = signatures.around(node);
        Self::fit(&self.signature, &mut around);
        if both_plain {
            let alike = self.around.tag == around.tag && self.around.shares_classes(&around);
            return self.around == around || alike;
        }
        self.around.shares_name(&around)
    }

    /// Returns whether the rule matches an element, which has the rule's tag.
    pub(super) fn matches(
        &self,
        outline: &Outline<'_>,
        signatures: &mut Signatures<'_>,
        node: NodeId,
    ) -> bool {
        self.is_like(signatures, node)
            && !outline.blocks_in(node).is_empty()
            && self
                .conditions
                .iter()
                .all(|c| c.holds(outline, signatures, node))
    }

    /// Serializes the rule, in at most [`MAX_BYTES`](Self::MAX_BYTES) bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(Self::MAX_BYTES);
        let flags = if self.keeps() { KEEP } else { 0 } | if self.is_named() { NAMED } else { 0 };
        out.push(VERSION << 4 | flags);
        let mut push_number = |number: u16| out.extend(number.to_le_bytes());
        push_number(self.signature.tag);
        push_number(self.signature.id);
        let (own, around) = (&self.signature.classes, &self.around.classes);
        out.push((own.len() as u8) << 4 | around.len() as u8);
        let mut push_number = |number: u16| out.extend(number.to_le_bytes());
        own.iter().for_each(|&class| push_number(class));
        push_number(self.around.tag);
        push_number(self.around.id);
        around.iter().for_each(|&class| push_number(class));
        out.push(self.matches);
        out.push(self.conditions.len() as u8);
        for condition in &self.conditions {
            out.push(condition.kind as u8);
            out.extend(condition.value.to_le_bytes());
        }
        out.extend(self.template.iter().flat_map(|template| template.0));
        out
    }

    /// Parses a rule at the beginning of bytes, and returns the rest.
    ///
    /// # Errors
    ///
    /// [`MalformedRule`] if the bytes don't begin with a rule.
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8]), MalformedRule> {
        let mut rest = Reader(bytes);
        let head = rest.byte()?;
        let (version, flags) = (head >> 4, head & 0xf);
        if version >= NEWER {
            return Err(MalformedRule::Newer);
        }
        if version != VERSION || flags & !(KEEP | NAMED) != 0 {
            return Err(MalformedRule::Foreign);
        }
        let (tag, id, counts) = (rest.number()?, rest.number()?, rest.byte()?);
        let (own, around) = (usize::from(counts >> 4), usize::from(counts & 0xf));
        if own > CLASSES || around > CLASSES || own + around > MAX_CLASSES {
            return Err(MalformedRule::Foreign);
        }
        let classes = rest.numbers(own)?;
        let signature = Signature { tag, id, classes };
        let around = Signature {
            tag: rest.number()?,
            id: rest.number()?,
            classes: rest.numbers(around)?,
        };
        let matches = rest.byte()?;
        let mut conditions = Vec::new();
        for _ in 0..rest.byte()? {
            let kind = ConditionKind::ALL.get(usize::from(rest.byte()?));
            let kind = *kind.ok_or(MalformedRule::Foreign)?;
            let value = rest.number()?;
            conditions.push(Condition { kind, value });
        }
        if conditions.len() > CONDITIONS || signature.is_named() != (flags & NAMED != 0) {
            return Err(MalformedRule::Foreign);
        }
        let template = match flags & KEEP {
            0 => None,
            _ => Some(Template(rest.array::<BYTES>()?)),
        };
        let rule = Self {
            template,
            signature,
            around,
            matches,
            conditions,
        };
        Ok((rule, rest.0))
    }
}

/// The unread bytes.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], MalformedRule> {
        let (first, rest) = self.0.split_first_chunk().ok_or(MalformedRule::Cut)?;
        self.0 = rest;
        Ok(*first)
    }

    fn byte(&mut self) -> Result<u8, MalformedRule> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn number(&mut self) -> Result<u16, MalformedRule> {
        self.array().map(u16::from_le_bytes)
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<u16>, MalformedRule> {
        (0..count).map(|_| self.number()).collect()
    }
}
