//! The specified cases, each safety check with a page that needs it, and malicious bytes.

use super::name::digest;
use super::signature::Signatures;
use super::*;
use crate::metadata::metadata;
use crate::page::{Limits, NodeId, Page};
use crate::select::overrides::{Level, Override, Overrides};
use crate::select::reason::Reason;
use crate::select::select;
use crate::select::selection::Selection;
use crate::source::html;

/// Returns paragraphs that all differ.
fn story(count: usize) -> String {
    const DAYS: [&str; 9] = [
        "Monday in spring",
        "a cold morning",
        "the third of June",
        "market day",
        "a windless night",
        "the eve of the feast",
        "Friday after the storm",
        "the last day of school",
        "a foggy noon",
    ];
    let paragraph = |day: &str| {
        format!(
            "<p>On {day} the ferry left the harbour with most of the islanders aboard, and nobody \
             had thought to tell the keeper of the lighthouse that on {day} he would be alone.</p>"
        )
    };
    let days = DAYS.iter().cycle().take(count);
    days.copied().map(paragraph).collect()
}

const STORY: &str = "<p>The ferry left the harbour at noon with most of the islanders aboard, and \
    nobody had thought to tell the keeper of the lighthouse.</p>";

/// A page of a site: an article with content before and after its text.
struct Read {
    page: Page,
    found: Selection,
}

impl Read {
    fn new(body: &str) -> Self {
        let html = format!("<title>The ferry</title><body>{body}");
        let page = html::read(&html, "https://a.example/1", Limits::default()).unwrap();
        let found = select(&page, &metadata(&page));
        Self { page, found }
    }

    fn article(before: &str, after: &str) -> Self {
        let text = story(6);
        Self::new(&format!(
            "<main class=post><h1>The ferry</h1>{before}{text}{after}</main>"
        ))
    }

    /// Removes all logits, so that only the limits on amounts apply.
    fn clear_log_odds(&mut self) {
        self.found
            .blocks
            .iter_mut()
            .for_each(|block| block.logit = None);
    }

    fn leaf(&self, text: &str) -> NodeId {
        let has = |&id: &NodeId| self.page.text(id).contains(text);
        self.page.nodes().find(has).unwrap()
    }

    /// Returns the selection after an override of all nodes that contain a text.
    fn corrected(&self, text: &str, keep: bool) -> Selection {
        let overrides = Overrides {
            nodes: vec![(self.leaf(text), Override::of(keep))],
            ..Overrides::default()
        };
        self.found.overridden(&self.page, &overrides).unwrap()
    }

    fn rule(&self, text: &str, keep: bool) -> Result<Rule, SiteRuleRefusal> {
        let corrected = self.corrected(text, keep);
        Rule::new(&self.page, [&self.found, &corrected], self.leaf(text), keep)
    }

    /// Applies a rule; returns whether a text is kept, and the outcome of the rule.
    fn with(&self, rule: &Rule, text: &str) -> (bool, Application) {
        let site = SiteRules {
            rules: vec![rule.clone()],
            ..SiteRules::default()
        };
        let (selection, applied) = self.found.with_site_rules(&self.page, &site);
        (selection.kept.contains(self.leaf(text)), applied[0].clone())
    }
}

const PLUG: &str = "<div class='plug post-17'><p>Get our card today, says the harbour, as it has \
    all the times of all the boats, and the weather of the day.</p></div>";

#[test]
fn a_rule_removes_the_same_box_on_another_page() {
    let first = Read::article("", PLUG);
    assert!(
        first.found.kept.contains(first.leaf("our card")),
        "kept without a rule"
    );
    let rule = first.rule("our card", false).unwrap();
    assert!(rule.is_named() && !rule.keeps());
    // With another number, an additional class, and other words.
    let other = PLUG
        .replace("post-17", "post-99 wide")
        .replace("Get our card", "Take our card");
    let second = Read::article("", &other);
    let (is_kept, applied) = second.with(&rule, "our card");
    assert!(!is_kept);
    assert_eq!(
        (applied.matches, applied.gave_up, applied.keeps),
        (1, None, false)
    );
    assert!(applied.words > 20);
    let site = SiteRules {
        rules: vec![rule],
        ..SiteRules::default()
    };
    let (selection, _) = second.found.with_site_rules(&second.page, &site);
    let part = selection
        .removed
        .iter()
        .find(|part| part.reason == Reason::SiteRule);
    assert_eq!(part.unwrap().by.unwrap().name(), "site-rule");
    assert_eq!(selection.confidence, second.found.confidence);
}

#[test]
fn only_overriding_its_own_leaves_undoes_a_rule() {
    let first = Read::article("", PLUG);
    let rule = first.rule("our card", false).unwrap();
    let second = Read::article("", &PLUG.replace("Get our card", "Take our card"));
    let site = SiteRules {
        rules: vec![rule.clone(), rule],
        ..SiteRules::default()
    };
    let (decided, applied) = second.found.with_site_rules(&second.page, &site);
    let leaves: Vec<&[u32]> = applied.iter().map(|rule| &rule.leaves[..]).collect();
    let plug = second.leaf("our card");
    assert_eq!(
        leaves,
        [&[][..], &[plug.0]],
        "the later of two equal rules decides"
    );
    let undone = |text: &str, choice: Override, level: Level| {
        let nodes = vec![(second.leaf(text), choice)];
        let overridden = decided.overridden(&second.page, &Overrides { level, nodes });
        let overridden = overridden.unwrap();
        [&applied[0], &applied[1]].map(|rule| rule.is_undone(&overridden))
    };
    assert_eq!(
        undone("our card", Override::Keep, Level::Found),
        [false, true]
    );
    assert_eq!(
        undone("our card", Override::Drop, Level::Found),
        [false, false]
    );
    assert_eq!(
        undone("market day", Override::Drop, Level::Found),
        [false; 2]
    );
    // A level isn't a decision about the part.
    assert_eq!(
        undone("market day", Override::Drop, Level::Column),
        [false; 2]
    );
}

#[test]
fn a_rule_description_names_the_part_and_conditions() {
    let first = Read::article("", PLUG);
    let description = first.rule("our card", false).unwrap().description();
    assert_eq!(
        (description.keeps, description.part),
        (false, PartKind::Box)
    );
    assert!(description.is_named && description.conditions.is_empty());
    let description = first.rule("market day", false).unwrap().description();
    assert_eq!(
        (description.is_named, description.part),
        (false, PartKind::Paragraph)
    );
    assert_eq!(description.conditions[0], ConditionKind::FirstWords);
}

#[test]
fn a_rule_restores_a_box_only_on_the_same_template() {
    let box_of =
        |name: &str| format!("<aside class='share {name}'><a href=/s>Share it</a></aside>");
    let first = Read::article("", &box_of("a"));
    let rule = first.rule("Share it", true).unwrap();
    assert!(rule.keeps());
    let second = Read::article("", &box_of("a"));
    assert!(second.with(&rule, "Share it").0);
    // The same box, on a page that otherwise has other elements.
    let names: String = (0..30)
        .map(|n| {
            let name = char::from(b'a' + n % 26);
            format!("<div class='row-{name}{name} {name}'>{STORY}</div>")
        })
        .collect();
    let third = Read::new(&format!("<main class=post>{names}{}</main>", box_of("a")));
    let (is_kept, applied) = third.with(&rule, "Share it");
    assert_eq!(
        (is_kept, applied.gave_up),
        (false, Some(GaveUp::OtherTemplate))
    );
}

#[test]
fn an_unnamed_element_is_matched_by_its_first_words() {
    let plug = "<p>Follow us on every day of the year, and hear of the boats that leave.</p>";
    let first = Read::article("", plug);
    let rule = first.rule("Follow us", false).unwrap();
    assert!(!rule.is_named());
    let second = Read::article(
        "",
        &plug.replace("the boats that leave", "all else there is"),
    );
    assert!(!second.with(&rule, "Follow us").0);
    let third = Read::article(
        "",
        "<p>Follow the boats with us, on every day of the year, says he.</p>",
    );
    let (is_kept, applied) = third.with(&rule, "Follow the boats");
    assert_eq!((is_kept, applied.gave_up), (true, Some(GaveUp::NoMatch)));
}

#[test]
fn conditions_distinguish_boxes_with_the_same_signature() {
    let boxes = |texts: [&str; 2]| {
        texts
            .map(|text| format!("<div class=note><p>{text}</p></div>"))
            .concat()
    };
    let texts = [
        "The boat was built on the island of its own oak, in the year that the old pier fell.",
        "The owner of the yard sells boats of oak and pine, says this note, on every day.",
    ];
    let first = Read::article("", &boxes(texts));
    let rule = first.rule("owner of the yard", false).unwrap();
    let second = Read::article("", &boxes(texts));
    let site = SiteRules {
        rules: vec![rule.clone()],
        ..SiteRules::default()
    };
    let (selection, applied) = second.found.with_site_rules(&second.page, &site);
    assert_eq!(applied[0].matches, 1);
    assert!(
        selection
            .kept
            .contains(second.leaf("island of its own oak"))
    );
    assert!(!selection.kept.contains(second.leaf("owner of the yard")));
    // Nothing distinguishes the middle one of several similar boxes.
    let same =
        "<div class=note><p>The boat was built on the island of its own oak, then.</p></div>";
    let all = Read::article("", &same.repeat(9));
    let alike = all.rule("island of its own oak", false);
    // The first box differs by its neighbor; a box in the middle doesn't.
    assert!(alike.is_ok());
    let middle = all
        .page
        .nodes()
        .filter(|&id| all.page.text(id).contains("own oak"))
        .nth(5)
        .unwrap();
    let overrides = Overrides {
        nodes: vec![(middle, Override::Drop)],
        ..Overrides::default()
    };
    let corrected = all.found.overridden(&all.page, &overrides).unwrap();
    let rule = Rule::new(&all.page, [&all.found, &corrected], middle, false);
    assert_eq!(rule, Err(SiteRuleRefusal::LikeOthers));
}

#[test]
fn a_rule_gives_up_if_it_would_change_too_much() {
    let rule = Read::article("", PLUG).rule("our card", false).unwrap();
    let text = story(9);
    let mut whole = Read::new(&format!(
        "<main class=post><h1>The ferry</h1>{STORY}<div class='plug post-3'>{text}</div></main>"
    ));
    whole.clear_log_odds();
    let (is_kept, applied) = whole.with(&rule, "market day");
    assert_eq!((is_kept, applied.gave_up), (true, Some(GaveUp::TooMuch)));
    // Many more of these boxes than on the original page.
    let four = Read::article("", &PLUG.repeat(4));
    assert_eq!(
        four.with(&rule, "our card").1.gave_up,
        Some(GaveUp::TooManyMatches)
    );
    let three = Read::article("", &PLUG.repeat(3));
    assert_eq!(three.with(&rule, "our card").1.gave_up, None);
}

#[test]
fn a_rule_does_not_restore_a_long_comment_list() {
    let comments = |count: usize| {
        let one = "<li class=comment><p>I was there on the day and saw the boats go.</p></li>";
        let all = one.repeat(count);
        format!("<section id=comments><h2>Comments</h2><ol>{all}</ol></section>")
    };
    let first = Read::article("", &comments(2));
    let section = first.page.ancestors(first.leaf("Comments")).nth(1).unwrap();
    let overrides = Overrides {
        nodes: vec![(section, Override::Keep)],
        ..Overrides::default()
    };
    let corrected = first.found.overridden(&first.page, &overrides).unwrap();
    let rule = Rule::new(&first.page, [&first.found, &corrected], section, true).unwrap();
    let mut few = Read::article("", &comments(3));
    let mut many = Read::article("", &comments(40));
    for read in [&mut few, &mut many] {
        let section = read.page.ancestors(read.leaf("Comments")).nth(1).unwrap();
        let overrides = Overrides {
            nodes: vec![(section, Override::Drop)],
            ..Overrides::default()
        };
        read.found = read.found.overridden(&read.page, &overrides).unwrap();
        read.clear_log_odds();
    }
    assert_eq!(few.with(&rule, "I was there").1.gave_up, None);
    let (is_kept, applied) = many.with(&rule, "I was there");
    assert_eq!((is_kept, applied.gave_up), (false, Some(GaveUp::TooMuch)));
}

#[test]
fn a_rule_gives_up_if_the_model_strongly_disagrees() {
    let first = Read::article("", PLUG);
    let rule = first.rule("our card", false).unwrap();
    let mut second = Read::article("", PLUG);
    let leaf = second.leaf("our card");
    let at = second
        .found
        .blocks
        .iter()
        .position(|b| b.leaves.contains(&leaf))
        .unwrap();
    for (logit, stays) in [(5.5, true), (4.5, false), (-6.0, false)] {
        second.found.blocks[at].logit = Some(logit);
        let (is_kept, applied) = second.with(&rule, "our card");
        let gave_up = stays.then_some(GaveUp::OddsAgainst);
        assert_eq!((is_kept, applied.gave_up), (stays, gave_up), "{logit}");
    }
}

#[test]
fn a_rule_for_an_outer_box_also_removes_nested_boxes() {
    let body = "<div class=plug><p>Get our card today and see all the times of all the boats.</p>\
        <div class=terms><p>The times of the boats are those of the harbour, says it.</p></div></div>";
    let read = Read::article("", body);
    let out = read.rule("our card", false).unwrap();
    let plug = read.page.ancestors(read.leaf("our card")).nth(1).unwrap();
    let overrides = Overrides {
        nodes: vec![(plug, Override::Drop)],
        ..Overrides::default()
    };
    let corrected = read.found.overridden(&read.page, &overrides).unwrap();
    let outer = Rule::new(&read.page, [&read.found, &corrected], plug, false).unwrap();
    let site = SiteRules {
        rules: vec![outer.clone()],
        ..SiteRules::default()
    };
    let (selection, _) = read.found.with_site_rules(&read.page, &site);
    assert!(!selection.kept.contains(read.leaf("harbour, says it")));
    assert_ne!(out, outer);
}

#[test]
fn rules_for_the_article_container_or_title_are_refused() {
    let read = Read::article("", PLUG);
    let main = read.page.ancestors(read.leaf("our card")).nth(2).unwrap();
    let both = [&read.found; 2];
    let whole = Rule::new(&read.page, both, main, true);
    assert_eq!(whole, Err(SiteRuleRefusal::MostOfPage));
    assert_eq!(
        Rule::new(&read.page, both, NodeId(9_999), true),
        Err(SiteRuleRefusal::Nothing)
    );
    let title = Rule::new(&read.page, both, read.leaf("The ferry"), false);
    assert_eq!(title, Err(SiteRuleRefusal::Nothing));
    let body = Rule::new(&read.page, both, read.page.body(), false);
    assert_eq!(body, Err(SiteRuleRefusal::MostOfPage));
}

#[test]
fn the_bylines_switch_keeps_the_byline_in_the_text() {
    let byline = "<p class=byline>By <a rel=author href=/anna>Anna Keel</a></p>";
    let read = Read::article(byline, "");
    let leaf = read.leaf("Anna Keel");
    let block = read
        .found
        .blocks
        .iter()
        .find(|b| b.leaves.contains(&leaf))
        .unwrap();
    assert_eq!(block.outcome, Some(Reason::Byline), "the page has a byline");
    let site = SiteRules {
        bylines: true,
        ..SiteRules::default()
    };
    let (selection, applied) = read.found.with_site_rules(&read.page, &site);
    assert!(selection.kept.contains(leaf));
    assert_eq!((applied.len(), applied[0].gave_up), (1, None));
    let block = selection
        .blocks
        .iter()
        .find(|b| b.leaves.contains(&leaf))
        .unwrap();
    assert_eq!(block.by.unwrap().name(), "site-rule-bylines");
    let (_, applied) = Read::article("", "")
        .found
        .with_site_rules(&read.page, &site);
    assert_eq!(applied[0].gave_up, Some(GaveUp::NoMatch));
}

#[test]
fn signatures_match_by_id_half_the_classes_or_surroundings() {
    let matches = |a: &str, b: &str| {
        let of =
            |html: &str| Read::article("", &html.replace("TEXT", "Get our card today and see."));
        let first = of(a);
        let rule = first.rule("our card", false).unwrap();
        of(b).with(&rule, "our card").1.matches == 1
    };
    let plug = "<div id=plug><p>TEXT</div>";
    assert!(matches(plug, "<div id=plug class=other><p>TEXT</div>"));
    assert!(!matches(plug, "<div id=other><p>TEXT</div>"));
    assert!(matches(
        "<div class='a1 b'><p>TEXT</div>",
        "<div class='b a7'><p>TEXT</div>"
    ));
    assert!(matches(
        "<div class='aa bb'><p>TEXT</div>",
        "<div class='aa bb cc dd'><p>TEXT</div>"
    ));
    assert!(!matches(
        "<div class='aa bb'><p>TEXT</div>",
        "<div class='aa bb cc dd ee'><p>TEXT</div>"
    ));
    assert!(!matches(
        "<div class=aa><p>TEXT</div>",
        "<section class=aa><p>TEXT</section>"
    ));
    // Sharing half of the classes isn't enough if the ancestors have other names.
    let around = |outer: &str, inner: &str| {
        format!("<div {outer}><div class='{inner}'><p>TEXT</div><p>.</div>")
    };
    assert!(!matches(
        &around("id=one", "aa bb"),
        &around("id=two", "aa bb cc")
    ));
    assert!(matches(
        &around("id=one", "aa bb"),
        &around("id=two", "aa bb")
    ));
}

/// Creates a rule with maximum size.
fn largest() -> Rule {
    let names = |from: usize| {
        (from..from + 9)
            .map(|n| {
                let name = char::from(b'a' + n as u8);
                format!("{name}{name}{name} ")
            })
            .collect::<String>()
    };
    let body = format!(
        "<div id=around class='{}'><div class='{}'><a href=/s>Share it</a></div><p>.</div>",
        names(0),
        names(9)
    );
    let mut rule = Read::article("", &body).rule("Share it", true).unwrap();
    while rule.conditions.len() < rule::CONDITIONS {
        rule.conditions.push(condition::Condition {
            kind: ConditionKind::Words,
            value: 3,
        });
    }
    rule
}

#[test]
fn the_largest_rule_fits_the_size_limit_and_round_trips() {
    let rule = largest();
    let bytes = rule.bytes();
    assert!(
        (50..=Rule::MAX_BYTES).contains(&bytes.len()),
        "{}",
        bytes.len()
    );
    assert_eq!(Rule::read(&bytes), Ok((rule.clone(), &[][..])));
    let site = SiteRules {
        bylines: true,
        rules: vec![rule.clone(), rule],
    };
    assert_eq!(SiteRules::read(&site.bytes()), Ok(site));
    assert_eq!(SiteRules::read(&[]), Ok(SiteRules::default()));
}

#[test]
fn bytes_of_the_first_version_are_still_readable() {
    // Keeps `div.share` in `main.post` under the condition of its first words; one match.
    let bytes = [
        &[0x11, 0x12][..],
        &[
            0xc2, 0x33, 0, 0, 0x11, 0x34, 0x12, 0xf0, 0x0f, 0, 0, 0x78, 0x56, 1, 1, 0, 0xcd, 0xab,
        ],
    ]
    .concat();
    let site = SiteRules::read(&bytes).unwrap();
    assert_eq!((site.bylines, site.rules.len()), (true, 1));
    let rule = &site.rules[0];
    assert!(rule.is_named() && !rule.keeps());
    assert_eq!(
        (rule.signature.tag, &*rule.signature.classes),
        (0x33c2, &[0x1234][..])
    );
    assert_eq!(
        (rule.around.tag, &*rule.around.classes),
        (0x0ff0, &[0x5678][..])
    );
    assert_eq!(rule.conditions[0].value, 0xabcd);
    assert_eq!(site.bytes(), bytes);
    // The input of the hashes must not change either.
    assert_eq!(digest("byline"), Some(0x94ab));
    let page = html::read("<div id=a1 class='x post-7 first'>", "", Limits::default()).unwrap();
    let signature = Signatures::new(&page).of(NodeId(page.len() as u32 - 1));
    assert_eq!(
        (signature.tag, signature.id, signature.classes),
        (0x4e2a, 0xacb9, vec![0x8717, 0xad8b])
    );
}

#[test]
fn hostile_bytes_return_an_error_without_panicking() {
    let site = SiteRules {
        bylines: true,
        rules: vec![
            largest(),
            Read::article("", PLUG).rule("our card", false).unwrap(),
        ],
    };
    let whole = site.bytes();
    for len in 2..whole.len() {
        let read = SiteRules::read(&whole[..len]);
        let is_whole = len == 1 + site.rules[0].bytes().len();
        assert_eq!(read.is_ok(), is_whole, "{len}");
    }
    let page = Read::article("", PLUG);
    arbtest::arbtest(|u| {
        let mut bytes = whole.clone();
        for _ in 0..u.int_in_range(1..=6)? {
            let at = u.int_in_range(0..=bytes.len() - 1)?;
            bytes[at] = u.arbitrary()?;
        }
        if let Ok(site) = SiteRules::read(&bytes) {
            assert_eq!(site.bytes(), bytes);
            let (_, applied) = page.found.with_site_rules(&page.page, &site);
            assert_eq!(applied.len(), site.rules.len() + usize::from(site.bylines));
        }
        let _ = SiteRules::read(u.arbitrary()?);
        Ok(())
    });
    assert_eq!(SiteRules::read(&[0x80]), Err(MalformedRule::Newer));
    assert_eq!(SiteRules::read(b"{}"), Err(MalformedRule::Foreign));
    assert_eq!(SiteRules::read(&[0x00]), Err(MalformedRule::Foreign));
    assert_eq!(SiteRules::read(&[0x10, 0x80]), Err(MalformedRule::Newer));
    let many = [
        vec![0x10],
        site.rules[1].bytes().repeat(SiteRules::MAX_RULES + 1),
    ]
    .concat();
    assert_eq!(SiteRules::read(&many), Err(MalformedRule::Foreign));
}

#[test]
fn excess_rules_are_removed_oldest_first_and_equal_rules_merge() {
    let mut site = SiteRules::default();
    let rule = Read::article("", PLUG).rule("our card", false).unwrap();
    let numbered = |matches: u8| Rule {
        matches,
        ..rule.clone()
    };
    for matches in (0..30).chain([20]) {
        site.add(numbered(matches));
    }
    let left: Vec<u8> = site.rules.iter().map(|rule| rule.matches).collect();
    let expected: Vec<u8> = (6..30).filter(|&n| n != 20).chain([20]).collect();
    assert_eq!(left, expected);
}

#[test]
fn deeply_nested_boxes_take_linear_time() {
    let depth = 20_000;
    let deep = format!(
        "{}Get our card{}",
        "<div>".repeat(depth),
        "</div>".repeat(depth)
    );
    let read = Read::new(&deep);
    let rule = Read::article(
        "",
        "<div><p>Get our card today and see all the times.</div>",
    );
    let rule = rule.rule("our card", false).unwrap();
    assert!(read.with(&rule, "our card").1.gave_up.is_some());
}
