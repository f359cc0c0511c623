//! Removes teasers under a heading that announces them, below running text.

use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{BEFORE_THEM, LINKED, decide_certain, text_before};

pub(in crate::select) const ID: RuleId = RuleId::new("announced-teasers");

/// Maximum length of the heading, in characters. With more, a paragraph is mistaken for an
/// announcement.
const MAX_HEADING_CHARS: f32 = 80.0;

/// Minimum teasers in a list. With fewer, a section with a linked heading is removed.
const MIN_TEASERS: usize = 2;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { signals, .. } = case;
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        if block.length > MAX_HEADING_CHARS
            || block.link_density() > LINKED
            || signals.announced[i] != Some(Reason::Related)
        {
            continue;
        }
        let mut end = i + 1;
        let mut count = 0;
        for teaser in signals.teasers.iter().skip_while(|t| t.end <= i + 1) {
            if teaser.start > end {
                break;
            }
            end = teaser.end;
            count += 1;
        }
        if count >= MIN_TEASERS && text_before(case, decisions, i) >= BEFORE_THEM {
            decide_certain(decisions, i..end, Reason::Related, ID);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, certain};

    #[test]
    fn announced_teasers_are_removed() {
        let teaser = |name: &str| format!("<div><h4><a href=/{name}>{name}</a></h4>{LONG}</div>");
        let list = format!("{}{}", teaser("Mill"), teaser("Weir"));
        let text = LONG.repeat(4);
        let reasons = certain(&format!(
            "<main>{text}</main><div><h3>Read also</h3>{list}</div>"
        ));
        assert_eq!(reasons.len(), 5);
        assert!(reasons.iter().all(|(_, reason)| *reason == Reason::Related));
        // Without an announcement, they may be the article.
        assert_eq!(
            certain(&format!(
                "<main>{text}</main><div><h3>Stations</h3>{list}</div>"
            )),
            []
        );
    }

    #[test]
    fn single_teasers_and_teasers_above_the_text_are_uncertain() {
        let teaser = |name: &str| format!("<div><h4><a href=/{name}>{name}</a></h4>{LONG}</div>");
        let text = format!("<main>{}</main>", LONG.repeat(4));
        let list = |teasers: &str| format!("<div><h3>Read also</h3>{teasers}</div>");
        assert_eq!(certain(&format!("{text}{}", list(&teaser("Mill")))), []);
        let two = list(&["Mill", "Weir"].map(teaser).concat());
        assert_eq!(certain(&format!("{two}{text}")), []);
    }
}
