//! All rules of a site.

use super::rule::{MalformedRule, NEWER, Rule};
use crate::steps::Progress;

/// The rules of a site, the oldest first, and its setting for bylines.
///
/// ```
/// use pith::select::SiteRules;
///
/// let site = SiteRules { bylines: true, ..SiteRules::default() };
/// assert_eq!(SiteRules::read(&site.bytes()), Ok(site));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteRules {
    /// True if bylines and dates are part of the text.
    pub bylines: bool,
    /// The rules. If several match an element, the latest one decides.
    pub rules: Vec<Rule>,
}

/// The first byte: a version in the upper four bits, and the setting for bylines.
const VERSION: u8 = 1;
const BYLINES: u8 = 1;

impl SiteRules {
    /// Maximum rules of a site.
    pub const MAX_RULES: usize = 24;

    /// Adds a rule as the latest one. An equal rule is removed, and so is the oldest if there are
    /// too many.
    pub fn add(&mut self, rule: Rule) {
        self.rules.retain(|other| *other != rule);
        self.rules.push(rule);
        let over = self.rules.len().saturating_sub(Self::MAX_RULES);
        self.rules.drain(..over);
    }

    /// Returns whether there are no rules and the setting for bylines is off.
    pub fn is_empty(&self) -> bool {
        !self.bylines && self.rules.is_empty()
    }

    /// Serializes the setting and the rules.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = vec![VERSION << 4 | u8::from(self.bylines)];
        out.extend(self.rules.iter().flat_map(Rule::bytes));
        out
    }

    /// Parses the output of [`bytes`](Self::bytes), of this version or an earlier one. Empty bytes
    /// mean no rules.
    ///
    /// # Errors
    ///
    /// [`MalformedRule`] if a part of the bytes isn't valid, or there are too many rules.
    pub fn read(bytes: &[u8]) -> Result<Self, MalformedRule> {
        let Some((&head, mut rest)) = bytes.split_first() else {
            return Ok(Self::default());
        };
        if head >> 4 >= NEWER {
            return Err(MalformedRule::Newer);
        }
        if head >> 4 != VERSION || head & 0xf & !BYLINES != 0 {
            return Err(MalformedRule::Foreign);
        }
        let mut rules = Vec::new();
        let mut progress = Progress::new();
        while !rest.is_empty() {
            progress.check(rest.len());
            let (rule, after) = Rule::read(rest)?;
            rules.push(rule);
            rest = after;
        }
        if rules.len() > Self::MAX_RULES {
            return Err(MalformedRule::Foreign);
        }
        Ok(Self {
            bylines: head & BYLINES != 0,
            rules,
        })
    }
}
