use super::*;
use crate::page::Limits;
use crate::source::html;

const URL: &str = "https://news.example/2026/harbour-lights";

fn page(body: &str) -> Page {
    let html = format!("<title>The harbour lights come back</title>{body}");
    html::read(&html, URL, Limits::default()).unwrap()
}

fn reading(body: &str) -> Reading {
    read(
        &page(body),
        "The harbour lights come back",
        Rules::generic(),
    )
}

const PARAGRAPHS: &str = "\
    <p>After eleven years in the dark, the lamps along the old harbour wall were lit again on \
    Tuesday evening, and several hundred people came down to the water to see them.</p>\
    <p>The town had switched them off when the fishing fleet moved north, because nobody could \
    say who should pay for the electricity, and the question was never settled.</p>\
    <p>A group of pensioners took the matter up last winter. They collected money at the weekly \
    market, repaired the cables themselves, and asked a retired electrician to check their work.</p>\
    <p>“We were told that it could not be done,” said one of them while the crowd applauded, \
    “and so we did not ask anybody for a second time.”</p>";

const MENU: &str = "<nav><ul><li><a href=/>Home</a><li><a href=/sports>Sports</a>\
    <li><a href=/weather>Weather</a><li><a href=/contact>Contact</a></ul></nav>";

const RELATED: &str = "<aside class=related><h3>Read more</h3><ul>\
    <li><a href=/2026/ferry>The night ferry is to sail all through the winter again</a>\
    <li><a href=/2026/market>Why the weekly market moved to the other bank of the river</a>\
    <li><a href=/2026/bridge>A bridge that nobody wanted becomes the pride of the town</a>\
    <li><a href=/2026/school>The smallest school of the coast has a new headmistress</a>\
    </ul></aside>";

fn article() -> String {
    format!(
        "{MENU}<main><article><h1>The harbour lights come back</h1>{PARAGRAPHS}</article></main>\
         {RELATED}<footer><p>Copyright 2026 The Coast Gazette</footer>"
    )
}

#[test]
fn article_title_and_recommendations_are_found() {
    let reading = reading(&article());
    assert_eq!(reading.title(), Some("The harbour lights come back"));
    let found: Vec<_> = reading
        .recommendations
        .iter()
        .map(|found| (found.text.as_str(), found.url.as_str()))
        .collect();
    assert_eq!(found.len(), 4, "{found:?}");
    assert_eq!(
        found[0],
        (
            "The night ferry is to sail all through the winter again",
            "https://news.example/2026/ferry"
        )
    );
    let main: String = reading
        .main
        .iter()
        .map(|&i| reading.lines.text(reading.segments[i].0.clone()))
        .collect();
    assert!(
        main.starts_with("After eleven years") && main.ends_with("second time.”"),
        "{main}"
    );
}

#[test]
fn each_label_is_assigned() {
    let reading = reading(&article());
    let labels: Vec<_> = reading
        .segments
        .iter()
        .map(|(range, label)| (reading.lines.text(range.clone()), *label))
        .collect();
    let of = |start: &str| {
        labels
            .iter()
            .find(|(text, _)| text.starts_with(start))
            .unwrap()
            .1
    };
    assert_eq!(of("Home"), Label::Other);
    assert_eq!(of("The harbour"), Label::Title);
    assert_eq!(of("After"), Label::Main);
    assert_eq!(of("The night"), Label::Recommendation);
    assert_eq!(of("Copyright"), Label::Other);
}

#[test]
fn content_is_article_text_and_images() {
    let body = article().replacen("</p>", "</p><figure><img src=/lamps.jpg></figure>", 1);
    let page = page(&body);
    let kept = content(&page, "The harbour lights come back", Rules::generic());
    let text: String = kept.iter().map(|id| page.text(id)).collect();
    assert!(
        text.starts_with("After eleven") && !text.contains("Home"),
        "{text}"
    );
    assert!(kept.iter().any(|id| page.tag(id) == crate::page::Tag::Img));
    let scores = scores(&page, "", Rules::generic());
    let score = |start: &str| {
        let id = page
            .nodes()
            .find(|&id| page.text(id).starts_with(start))
            .unwrap();
        scores.get(id)
    };
    assert!(score("After") > score("Home"));
    assert_eq!(scores.values().len(), page.len());
}

#[test]
fn chinese_pages_are_read() {
    let text = "周二晚上，老港口堤岸上的路灯在熄灭十一年之后重新亮了起来，数百名市民来到水边观看。\
        去年冬天，一群退休老人开始为此奔走，他们在集市上募捐，自己动手修好了电缆，并请人检查。";
    let body = format!(
        "{MENU}<article><h1>港口的灯光又亮了</h1><p>{text}</p><p>{text}</p><p>{text}</p></article>\
         <aside class=related><h3>相关阅读</h3><ul>\
         <li><a href=/a>夜间渡轮今年冬天将继续全程通航</a>\
         <li><a href=/b>为什么每周的集市搬到了河对岸</a>\
         <li><a href=/c>海岸线上最小的学校迎来新校长</a></ul></aside>"
    );
    let reading = read(&page(&body), "港口的灯光又亮了", Rules::generic());
    assert_eq!(reading.title(), Some("港口的灯光又亮了"));
    let urls: Vec<_> = reading
        .recommendations
        .iter()
        .map(|r| r.url.as_str())
        .collect();
    let expected = ["a", "b", "c"].map(|path| format!("https://news.example/{path}"));
    assert_eq!(urls, expected);
    assert!(!reading.main.is_empty());
}

#[test]
fn card_is_listed_once_with_its_heading() {
    let card = |n: u32, title: &str| {
        format!(
            "<article><a href=/2026/{n}><p>June {n}, 2026, four minutes</p><h2>{title}</h2>\
             <p>A few words that say what all of this is about, and more</p></a></article>"
        )
    };
    let cards = [
        "The night ferry is to sail all through the winter",
        "Why the weekly market moved to the other bank",
        "A bridge that nobody wanted becomes the pride of the town",
    ];
    let cards: String = (1..).zip(cards).map(|(n, title)| card(n, title)).collect();
    let body = article().replace(RELATED, &format!("<div class=related-posts>{cards}</div>"));
    let reading = reading(&body);
    let texts: Vec<_> = reading
        .recommendations
        .iter()
        .map(|r| r.text.as_str())
        .collect();
    assert!(!texts.is_empty());
    let mut urls: Vec<_> = reading.recommendations.iter().map(|r| &r.url).collect();
    urls.dedup();
    assert_eq!(urls.len(), texts.len());
    for text in texts {
        assert!(
            ["The night", "Why the", "A bridge"]
                .iter()
                .any(|t| text.starts_with(t)),
            "{text}"
        );
    }
}

#[test]
fn empty_short_and_huge_pages_are_read() {
    let reading = reading("");
    assert!(reading.title().is_none() && reading.recommendations.is_empty());
    assert!(reading.main.is_empty() && reading.segments.is_empty());
    for body in ["one", "<a href=/x>one two three four</a>", "<p>—</p>"] {
        let page = page(body);
        assert_eq!(read(&page, "", Rules::generic()).segments.len(), 1);
        assert_eq!(
            scores(&page, "", Rules::generic()).values().len(),
            page.len()
        );
    }
    let lines: String = (0..50_000)
        .map(|i| {
            format!(
                "<p><a href=/{i}>{}</a>",
                ["word ", "a b c "][i % 2].repeat(1 + i % 9)
            )
        })
        .collect();
    let page = html::read(&lines, URL, Limits::default()).unwrap();
    assert_eq!(read(&page, "word", Rules::generic()).lines.len(), 50_000);
    // One text node on very many lines.
    let pre = format!("<pre>{}</pre>", "a b c\n".repeat(50_000));
    let page = html::read(&pre, URL, Limits::default()).unwrap();
    assert_eq!(read(&page, "", Rules::generic()).lines.len(), 50_000);
}

#[test]
fn reading_is_deterministic() {
    let (a, b) = (reading(&article()), reading(&article()));
    assert_eq!(a.segments, b.segments);
    assert_eq!(a.main_decisions, b.main_decisions);
    assert_eq!(a.recommendations, b.recommendations);
}

#[test]
fn committed_data_round_trips() {
    let without_head = |text: &str| -> String {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| format!("{line}\n")).collect()
    };
    let patterns = include_str!("generic_patterns.txt");
    let parsed: Patterns = patterns.parse().unwrap();
    assert!(!parsed.0.is_empty());
    assert_eq!(parsed.to_string(), without_head(patterns));
    for text in [
        include_str!("generic_classifier.txt"),
        include_str!("site_classifier.txt"),
    ] {
        let classifier: Classifier = text.parse().unwrap();
        assert_eq!(classifier.mean.len(), WIDTH);
        assert_eq!(classifier.to_string(), without_head(text));
        let line = format!("# evidence: {}", evidence_digest());
        assert!(text.lines().any(|l| l == line), "{line} is not in the head");
    }
}

#[test]
fn rules_mined_from_a_site_label_a_new_page() {
    let samples: Vec<Sample> = (0..SAMPLE_PAGES)
        .map(|n| {
            sample(&page(&article().replace(
                "</p><p>",
                &format!("</p>{}<p>", "<p>Yes.".repeat(n)),
            )))
        })
        .collect();
    let patterns = mine(&samples);
    let tokens = [1, 1, 1, 1];
    assert_eq!(
        patterns.factor_of(&tokens),
        Some(0.0),
        "the menu is on every page"
    );
    let text = patterns.to_string();
    let rules = Rules::of_site(text.parse().unwrap());
    assert_eq!(rules.patterns, patterns);
    let reading = read(&page(&article()), "The harbour lights come back", &rules);
    assert_eq!(reading.title(), Some("The harbour lights come back"));
    assert_eq!(reading.recommendations.len(), 4);
}

#[test]
fn examples_are_labeled_by_the_gold_data() {
    let gold = Gold {
        text: text::collapse(&PARAGRAPHS.replace("<p>", " ").replace("</p>", " ")),
        title: Some("The Harbour Lights Come Back".into()),
        recommendations: Some(vec![
            "A bridge that nobody wanted becomes the pride of the town".into(),
        ]),
    };
    let count = |gold: &Gold, label| {
        let examples = examples(&page(&article()), "", gold, &Patterns::default());
        examples.iter().filter(|e| e.label == label).count()
    };
    assert_eq!(count(&gold, Label::Title), 1);
    assert_eq!(count(&gold, Label::Recommendation), 1);
    assert!(count(&gold, Label::Main) >= 1 && count(&gold, Label::Other) >= 2);
    // If recommendations aren't labeled, other segments aren't evidence about them.
    let unknown = Gold {
        recommendations: None,
        ..gold
    };
    let all = examples(&page(&article()), "", &unknown, &Patterns::default());
    for example in all {
        assert_eq!(example.recommendations_known, example.label != Label::Other);
    }
}

#[test]
fn generic_patterns_occur_on_several_sites() {
    let sites: Vec<Patterns> = ["1 2\n3\n3\n", "3\n4..6/2\n", "4..6/2\n3\n"]
        .map(|text| text.parse().unwrap())
        .into();
    assert_eq!(generic_patterns(&sites, 2).to_string(), "3\n4..6/2\n");
    assert_eq!(generic_patterns(&sites, 3).to_string(), "3\n");
    assert_eq!(generic_patterns(&[], 1), Patterns::default());
}

#[test]
fn examples_are_sampled_evenly_and_normalized() {
    let example = |label, x: f32| Example {
        features: [x; WIDTH],
        label,
        recommendations_known: label != Label::Other,
    };
    let mut all: Vec<_> = (0..10u8)
        .map(|i| example(Label::Main, f32::from(i)))
        .collect();
    all.push(example(Label::Title, 3.0));
    all.push(example(Label::Other, 5.0));
    let few = thinned(&all, 4, 9);
    let firsts: Vec<_> = few.iter().map(|e| e.features[0]).collect();
    assert_eq!(firsts, [0.0, 2.0, 5.0, 7.0, 3.0, 5.0]);
    assert!(thinned(&[], 4, 9).is_empty() && thinned(&all, 0, 0).len() == 1);
    assert_eq!(teaching(&all, Label::Main).len(), 12);
    assert_eq!(teaching(&all, Label::Recommendation).len(), 11);
    let classifier = untrained(&[example(Label::Main, 1.0), example(Label::Main, 5.0)]);
    assert_eq!((classifier.mean[0], classifier.deviation[0]), (3.0, 2.0));
    assert_eq!(untrained(&all[..1]).deviation[0], 1.0);
}

#[test]
fn permalink_symbol_is_removed_from_titles() {
    assert_eq!(without_permalink("Using rules¶"), "Using rules");
    assert_eq!(without_permalink("Using rules #"), "Using rules");
    assert_eq!(without_permalink("A tour of C#"), "A tour of C#");
    assert_eq!(without_permalink("¶"), "¶");
}

#[test]
#[should_panic(expected = "the data of FSP cannot be read")]
fn invalid_embedded_data_panics() {
    let _: Classifier = embedded("no classifier");
}
