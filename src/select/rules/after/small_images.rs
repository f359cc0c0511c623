//! Removes images above the text and below it that aren't about its subject: icon-sized ones, such
//! as avatars, logos, and badges; QR codes; and a portrait of the author beside a byline above the
//! text.

use crate::compact::{decimal, words};
use crate::page::{Attr, NodeId, Page};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{is_kept_text, kept_text};

pub(in crate::select) const ID: RuleId = RuleId::new("small-images");

/// Maximum width and height of an avatar or a logo in px. Avatars in themes have 32 or 48. At 0 the
/// rule is off.
const MAX_ICON_SIDE: f32 = 48.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let len = signals.len();
    let Some((first, last)) = kept_text(signals, decisions) else {
        return;
    };
    for i in (0..first).chain(last + 1..len) {
        let block = &signals.blocks[i];
        if block.tokens > 0 || block.media == 0 {
            continue;
        }
        let all = |is: fn(f32, f32) -> bool| {
            let mut leaves = block.leaves.iter();
            leaves.all(|&leaf| page.is_text(leaf) || has_sides(page, leaf, is))
        };
        let is_beside = || {
            let around =
                i.saturating_sub(MAX_BYLINE_DISTANCE)..len.min(i + MAX_BYLINE_DISTANCE + 1);
            let mut around = around.take_while(|&j| j <= i || !is_kept_text(signals, decisions, j));
            around.any(|j| decisions.get(j) == Some(Reason::Byline))
        };
        // An image in the paragraph that begins the text illustrates it.
        let is_in_text = || {
            let mut around = block.leaves.iter().flat_map(|&leaf| page.ancestors(leaf));
            let paragraph = around.find(|&n| page.is_block(n));
            let text = signals.blocks[first].leaves.first();
            paragraph
                .zip(text)
                .is_some_and(|(around, &text)| page.contains(around, text))
        };
        if all(is_icon) {
            decisions.remove_kept(i, Reason::BelowThreshold, ID);
        } else if block.leaves.iter().any(|&leaf| is_qr_code(page, leaf)) {
            decisions.remove_kept(i, Reason::Advert, ID);
        } else if i < first && all(is_portrait) && is_beside() && !is_in_text() {
            decisions.remove_kept(i, Reason::Byline, ID);
        }
    }
}

/// Maximum width and height of a portrait in px, and the maximum difference between them. Portraits
/// of authors are squares or circles; larger images belong to the article.
const MAX_PORTRAIT_SIDE: f32 = 200.0;
const MAX_SIDE_DIFFERENCE: f32 = 8.0;

/// Maximum distance in blocks between a portrait and the byline. With less, a separate name and
/// role of the author are too many.
const MAX_BYLINE_DISTANCE: usize = 3;

fn is_icon(width: f32, height: f32) -> bool {
    width <= MAX_ICON_SIDE && height <= MAX_ICON_SIDE
}

/// Words of file names and descriptions of QR codes.
const QR_CODE: &str = "qr qrcode qrcodes";

/// Returns whether the file name or the description of an image names it a QR code.
fn is_qr_code(page: &Page, leaf: NodeId) -> bool {
    let names = |attr| {
        let name = page.attr(leaf, attr).unwrap_or_default();
        let name = name
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        let mut parts = name.split(|c: char| !c.is_ascii_alphabetic());
        parts.any(|part| words::holds(QR_CODE, part))
            || name.contains("二维码")
            || name.contains("二維碼")
    };
    names(Attr::Src) || names(Attr::Alt)
}

fn is_portrait(width: f32, height: f32) -> bool {
    width <= MAX_PORTRAIT_SIDE && (width - height).abs() <= MAX_SIDE_DIFFERENCE
}

/// Returns whether the width and height of an image satisfy a condition. Without layout, the
/// attributes count.
fn has_sides(page: &Page, leaf: NodeId, is: fn(f32, f32) -> bool) -> bool {
    let side = |attr| page.attr(leaf, attr).and_then(decimal::number);
    let sides = match page.rect(leaf) {
        Some(rect) => Some((rect.width, rect.height)),
        None => side(Attr::Width).zip(side(Attr::Height)),
    };
    sides.is_some_and(|(width, height)| is(width, height))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts, ruled};

    #[test]
    fn small_images_are_removed_around_the_text_but_not_within() {
        let left = |size: u32| {
            let picture = format!("<p><img src=a.png width={size} height={size}></p>");
            kept_texts(
                decide,
                &format!("{picture}{LONG}{picture}{LONG}{picture}"),
                &[],
            )
            .len()
        };
        assert_eq!((left(32), left(64)), (4, 6));
    }

    #[test]
    fn a_small_portrait_beside_the_byline_is_removed() {
        let left = |width: u32, name: Option<Reason>| {
            let picture = format!("<p><img src=a.png width={width} height=96></p>");
            let of = ruled(&format!("{picture}<p>Ann Smith</p>{LONG}{LONG}"));
            let mut decisions = of.decisions.clone();
            decisions.set(0, None, ID);
            decisions.set(1, name, ID);
            of.run(decide, &mut decisions);
            decisions.keeps(0)
        };
        assert!(!left(96, Some(Reason::Byline)));
        assert!(left(96, Some(Reason::BelowThreshold)));
        assert!(left(160, Some(Reason::Byline)));
    }

    #[test]
    fn qr_codes_are_removed_around_the_text() {
        let left = |image: &str| {
            let image = format!("<p><img width=160 height=160 {image}></p>");
            kept_texts(decide, &format!("{LONG}{image}{LONG}{image}"), &[]).len() - 3
        };
        assert_eq!(left("src=/img/qr_weixin.png"), 1);
        assert_eq!(left("src=a.png alt=二维码"), 1);
        assert_eq!(left("src=squares.png alt='A square qrown'"), 2);
    }

    #[test]
    fn a_portrait_in_the_first_paragraph_is_kept() {
        let image = "<img src=a.png width=96 height=96>";
        let of = ruled(&format!("<p>Ann Smith</p><div>{image}{LONG}</div>{LONG}"));
        let mut decisions = of.decisions.clone();
        decisions.set(0, Some(Reason::Byline), ID);
        decisions.set(1, None, ID);
        of.run(decide, &mut decisions);
        assert!(decisions.keeps(1));
    }
}
