//! Runs any method on a page with the same signature: its score for every node, its kept leaves and
//! its threshold. For inspecting a method; not used for one click.

use crate::metadata::Metadata;
use crate::methods::{self, Findings, Known, Method, NotApplicable, Scores, Threshold};
use crate::page::Page;
use crate::select::{Selection, select};

/// The result of a method on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspection {
    /// One score per node; [`Method::meaning`] describes it. The scores of [`Method::Hybrid`] are
    /// the kept shares of text.
    pub scores: Scores,
    /// The kept and removed parts; a paper's method has the same reason for all removed parts.
    pub selection: Selection,
    /// The threshold, if the method has one.
    pub threshold: Option<Threshold>,
}

/// Runs a method on a page with its metadata.
///
/// # Errors
/// [`NotApplicable`], only for [`Method::Tsrec`]. The title in `known` is replaced by that of the
/// metadata.
pub fn inspect(
    page: &Page,
    metadata: &Metadata,
    method: Method,
    known: &Known<'_>,
) -> Result<Inspection, NotApplicable> {
    let known = Known {
        title: metadata.title.as_deref().unwrap_or_default(),
        ..*known
    };
    match methods::run(method, page, &known) {
        Ok(Findings {
            scores,
            kept,
            threshold,
        }) => Ok(Inspection {
            scores,
            selection: Selection::from_kept(page, kept),
            threshold,
        }),
        Err(NotApplicable::WeighsOthers) => {
            let selection = select(page, metadata);
            Ok(Inspection {
                scores: Scores::shares(page, &selection.kept),
                selection,
                threshold: None,
            })
        }
        Err(reason) => Err(reason),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::metadata::metadata;
    use crate::methods::tsrec::Template;
    use crate::page::{Limits, NodeId, NodeSet};
    use crate::source::html;

    const STORY: &str = "<p>The ferry left the harbour at noon with most of the islanders aboard, \
        and nobody had thought to tell the keeper of the lighthouse.</p><p>He watched it go by \
        from the gallery, waved once, and went back to <a href=/lens>polishing</a> the lens.</p>";

    fn page(title: &str, story: &str, url: &str) -> Page {
        let menu = "<nav><ul><li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/s>Sport\
                    </a></ul></nav>";
        let html = format!("<title>{title}</title>{menu}<div><h1>{title}</h1>{story}</div>");
        html::read(&html, url, Limits::default()).unwrap()
    }

    #[test]
    fn every_method_scores_every_node_and_keeps_the_text() {
        let own = page("The ferry", STORY, "https://a.example/1");
        let other = page(
            "The bridge",
            "<p>Nobody has crossed the old bridge since the flood took its two middle arches, but \
             the toll house is still heated every winter, and a man sits in it.</p>",
            "https://a.example/2",
        );
        let known = Known {
            template: Some(Template::Page(&other)),
            ..Known::default()
        };
        let metadata = metadata(&own);
        for method in Method::ALL {
            let account = inspect(&own, &metadata, method, &known).unwrap();
            assert_eq!(account.scores.values().len(), own.len(), "{method:?}");
            assert!(account.scores.values().iter().all(|s| s.is_finite()));
            let kept: String = account
                .selection
                .kept
                .iter()
                .map(|id| own.text(id))
                .collect();
            assert!(kept.contains("polishing"), "{method:?} keeps {kept:?}");
            assert!(!kept.contains("Sport"), "{method:?} keeps {kept:?}");
        }
    }

    #[test]
    fn cetd_scores_the_story_above_its_threshold_and_menus_below() {
        let page = page("The ferry", STORY, "");
        let metadata = metadata(&page);
        for method in [Method::CetdDs, Method::CectdDs, Method::CehtdDs] {
            let account = inspect(&page, &metadata, method, &Known::default()).unwrap();
            let threshold = account.threshold.unwrap();
            let (node, special) = threshold.maximum.unwrap();
            assert_eq!(special, "greatest DensitySum");
            assert!(page.raw_text(node).contains("keeper"), "{method:?}");
            assert!(account.scores.get(node) >= threshold.score && threshold.score > 0.0);
            let menu = page.nodes().find(|&id| page.text(id) == "Sport").unwrap();
            let item = page.parent(menu).and_then(|a| page.parent(a)).unwrap();
            assert!(account.scores.get(item) < threshold.score, "{method:?}");
        }
    }

    #[test]
    fn shares_count_only_visible_content() {
        let html = "<body><p>abcd<i>ef</i><b hidden>never</b></p><img src=x><p></p>";
        let page = html::read(html, "", Limits::default()).unwrap();
        let mut kept = NodeSet::new(&page);
        let find = |text: &str| page.nodes().find(|&id| page.text(id) == text).unwrap();
        kept.insert(find("ef"));
        let image = page.nodes().find(|&id| page.tag(id).is_replaced()).unwrap();
        kept.insert(image);
        let shares = Scores::shares(&page, &kept);
        let share = |id: NodeId| shares.get(id);
        assert_eq!(share(page.body()), 2.0 / 6.0);
        assert_eq!([share(find("ef")), share(find("abcd"))], [1.0, 0.0]);
        assert_eq!([share(image), share(find("never"))], [1.0, 0.0]);
    }

    #[test]
    fn tsrec_is_not_applicable_without_another_page() {
        let page = page("The ferry", STORY, "");
        let found = inspect(&page, &metadata(&page), Method::Tsrec, &Known::default());
        assert_eq!(found, Err(NotApplicable::NoTemplate));
    }
}
