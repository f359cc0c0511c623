//! `pith extract`.

use std::path::Path;

use pith::extract::one_click;
use pith::page::Limits;
use pith::problem_report::ProblemReport;
use pith::select::{Override, Overrides, SiteRules};
use pith::source::{html, snapshot};
use serde_json::{Value, json};

use super::{Dir, URL, gzip, harbour, is_harbour, refused, stdout};

#[test]
fn every_format_has_the_article() {
    let dir = Dir::new("formats");
    let file = dir.file("page.html", harbour());
    let text = stdout(&["extract", &file], b"");
    assert!(is_harbour(&text) && !text.contains('<'), "{text}");
    assert!(text.ends_with('\n'));
    assert_eq!(
        text,
        stdout(
            &["extract", "--format=text", "--method", "hybrid", &file],
            b""
        )
    );

    let html = stdout(&["extract", "--format", "html", "--url", URL, &file], b"");
    assert!(is_harbour(&html) && html.contains("<p>"), "{html}");
    let markdown = stdout(
        &["extract", "--format", "markdown", "--url", URL, &file],
        b"",
    );
    assert!(is_harbour(&markdown), "{markdown}");
}

#[test]
fn json_has_every_field() {
    let dir = Dir::new("json");
    let file = dir.file("page.html", harbour());
    let json = stdout(&["extract", "--format", "json", "--url", URL, &file], b"");
    let json: Value = serde_json::from_str(&json).unwrap();
    let fields: Vec<&str> = json
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let mut expected = [
        "title",
        "byline",
        "date",
        "published",
        "modified",
        "site",
        "lang",
        "dir",
        "titleDir",
        "writing",
        "excerpt",
        "image",
        "canonical",
        "doi",
        "endsEarly",
        "url",
        "text",
        "html",
        "justified",
        "wordCount",
        "readingMinutes",
        "confidence",
        "removed",
        "fspTitle",
        "discussion",
        "recommendations",
        "siteRules",
    ];
    expected.sort_unstable();
    assert_eq!(fields, expected);
    assert_eq!(json["title"], "The harbour opens again");
    assert_eq!(json["dir"], "ltr");
    assert_eq!(json["url"], URL);
    assert!(is_harbour(json["text"].as_str().unwrap()));
    assert!(json["wordCount"].as_u64().unwrap() > 100);
    assert_eq!(json["readingMinutes"], 1);
    let confidence = json["confidence"].as_str().unwrap();
    assert!(["strong", "weak", "none"].contains(&confidence));
    let removed = json["removed"].as_array().unwrap();
    let texts: String = removed
        .iter()
        .map(|r| r["text"].as_str().unwrap())
        .collect();
    assert!(texts.contains("Weather forecast"), "{texts}");
    assert!(!texts.contains("eleven years"));
    assert!(removed.iter().all(|r| r["reason"].is_string()));
    assert_eq!(json["fspTitle"], "The harbour opens again");
    assert_eq!(json["recommendations"], json!([]));
    assert_eq!(
        json["discussion"],
        json!({ "comments": [], "isThread": false, "isPartial": false, "pager": null })
    );
}

#[test]
fn recommendations_have_urls() {
    let dir = Dir::new("recommendations");
    let related = "</main><aside class=related><h3>Read more</h3><ul>\
        <li><a href=ferry.html>The night ferry is to sail all through the winter again</a>\
        <li><a href=market.html>Why the weekly market moved to the other bank of the river</a>\
        <li><a href=bridge.html>A bridge that nobody wanted is now the pride of the town</a>\
        </ul></aside>";
    let file = dir.file("page.html", harbour().replace("</main>", related));
    let rules = dir.file("rules.txt", "# a site\n1 1 1 2\n5..8/2\n");
    let site: &[&str] = &["--method", "fsp", "--site-rules", &rules];
    for args in [&[][..], &["--method", "fsp"], site] {
        let mut all = vec!["extract", "--format", "json", "--url", URL, &file];
        all.extend(args);
        let json: Value = serde_json::from_str(&stdout(&all, b"")).unwrap();
        let found = json["recommendations"].as_array().unwrap();
        assert_eq!(found.len(), 3, "{found:?}");
        let first = "The night ferry is to sail all through the winter again";
        assert_eq!(found[0]["text"], first);
        assert_eq!(found[0]["url"], "https://news.example/2024/ferry.html");
        assert_eq!(json["fspTitle"], "The harbour opens again");
        assert!(is_harbour(json["text"].as_str().unwrap()));
    }
}

#[test]
fn stdin_gzip_and_snapshots_give_equal_output() {
    let dir = Dir::new("sources");
    let html = harbour();
    let expected = stdout(&["extract", "--url", URL, "-"], html.as_bytes());
    assert!(is_harbour(&expected));
    let packed = gzip(html.as_bytes());
    assert_eq!(stdout(&["extract", "--url", URL, "-"], &packed), expected);
    let page = html::read(&html, URL, Limits::default()).unwrap();
    let recorded = snapshot::write(&page);
    for (name, bytes) in [
        ("page.html.gz", packed),
        ("page.snap", recorded.clone()),
        ("page.snap.gz", gzip(&recorded)),
    ] {
        let file = dir.file(name, bytes);
        assert_eq!(
            stdout(&["extract", "--url", URL, &file], b""),
            expected,
            "{name}"
        );
    }
}

#[test]
fn encoding_comes_from_meta_option_or_bom() {
    let dir = Dir::new("encodings");
    let text = "港口关闭了十一年之后，第一批船只终于回来了。几乎没有人想到还能再见到它们，\
                尤其是那些在轮渡公司离开时卖掉泊位的人。潜水员在淤泥下面发现了十七世纪的木材。";
    let html = format!("<title>港口</title><article><p>{text}</p><p>{text}</p></article>");
    for (label, name) in [("gbk", "gbk"), ("gb2312", "gbk"), ("gb18030", "gb18030")] {
        let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
        let marked = format!("<meta charset={label}>{html}");
        let file = dir.file("marked.html", encoding.encode(&marked).0);
        assert!(
            stdout(&["extract", &file], b"").contains("十七世纪的木材"),
            "{label}"
        );
        let file = dir.file("bare.html", encoding.encode(&html).0);
        let out = stdout(&["extract", "--charset", label, &file], b"");
        assert!(out.contains("十七世纪的木材"), "{label}");
    }
    let mut utf_16 = vec![0xff, 0xfe];
    utf_16.extend(html.encode_utf16().flat_map(u16::to_le_bytes));
    assert!(stdout(&["extract", "-"], &utf_16).contains("十七世纪的木材"));
}

#[test]
fn invalid_input_gives_one_message_and_fails() {
    let dir = Dir::new("bad");
    let missing = dir
        .0
        .join("missing.html")
        .into_os_string()
        .into_string()
        .unwrap();
    let folder = dir.0.to_str().unwrap().to_owned();
    let cut = gzip(harbour().as_bytes());
    let recorded = snapshot::write(&html::read("<p>x", "", Limits::default()).unwrap());
    let deep = "<x-a><template shadowrootmode=open>".repeat(10);
    for (file, part) in [
        (missing, "does not exist"),
        (folder, "is a directory"),
        (dir.file("empty.html", ""), "it is empty"),
        (dir.file("blank.html", " \n"), "it is empty"),
        (
            dir.file("notes.txt", "Only words, no markup."),
            "without a single tag",
        ),
        (
            dir.file("page.pdf", "%PDF-1.4\n1 0 obj <<>>"),
            "a PDF document",
        ),
        (
            dir.file("noise.bin", [1, 2, 3, 0, 5, 0xff, 6, 7]),
            "binary data",
        ),
        (
            dir.file("cut.html.gz", &cut[..cut.len() / 2]),
            "damaged gzip",
        ),
        (
            dir.file("cut.snap", &recorded[..recorded.len() - 3]),
            "damaged",
        ),
        (dir.file("new.snap", b"PITHSNAP\xff"), "version 255"),
    ] {
        let (code, sentence) = refused(&["extract", &file], b"");
        assert_eq!(code, 1, "{sentence}");
        assert!(
            sentence.starts_with(&file) && sentence.contains(part),
            "{sentence}"
        );
        assert_eq!(refused(&["scores", &file], b"").1, sentence);
    }
    let (code, sentence) = refused(&["extract", "-"], b"");
    assert!(
        code == 1 && sentence.starts_with("standard input"),
        "{sentence}"
    );
    let (code, sentence) = refused(&["extract", "--charset", "utf-99", "-"], deep.as_bytes());
    assert!(code == 1 && sentence.contains("utf-99"), "{sentence}");
}

/// Returns a problem report of an article with one removed paragraph.
fn report(anonymized: bool) -> Value {
    let page = html::read(&harbour(), URL, Limits::default()).unwrap();
    let keeper = page
        .nodes()
        .find(|&id| page.text(id).starts_with("Work on the quay"));
    let overrides = Overrides {
        nodes: vec![(keeper.unwrap(), Override::Drop)],
        ..Overrides::default()
    };
    let (found, site) = (one_click(&page), SiteRules::default());
    let (shown, _) = found.decided(&page, &site, &overrides).unwrap();
    let mut written = ProblemReport::new(&page, [&found, &shown], (&site, &overrides));
    if anonymized {
        written = written.anonymized().unwrap();
    }
    let mut report = serde_json::to_value(written).unwrap();
    report["wrong"] = json!(["extra"]);
    report["note"] = json!("The quay\u{1b}[31m does not\nbelong.");
    report["browser"] = json!("A browser 1.0");
    report
}

#[test]
fn report_is_printed_with_its_corrections() {
    let dir = Dir::new("report");
    let file = dir.file("report.json", report(false).to_string());
    let text = stdout(&["extract", &file], b"");
    assert!(
        is_harbour(&text) && !text.contains("Work on the quay"),
        "{text}"
    );
    let found = stdout(&["extract", "--as-found", &file], b"");
    assert!(found.contains("Work on the quay"), "{found}");
    let packed = gzip(report(false).to_string().as_bytes());
    assert_eq!(stdout(&["extract", "-"], &packed), text);
    let explained = stdout(&["extract", "--explain", &file], b"");
    let head = "! wrong\textra\n! note\tThe quay [31m does not belong.\n! browser\tA browser 1.0\n";
    assert!(explained.starts_with(head), "{explained}");
    assert!(explained.contains("original texts"), "{explained}");
    assert!(explained.contains("user-override: unwanted"), "{explained}");
    assert!(!explained.contains("reported:"), "{explained}");
    // Decisions that differ from those in the report are shown.
    let mut other = report(false);
    let blocks = other["blocks"].as_array_mut().unwrap();
    let kept = blocks
        .iter_mut()
        .find(|block| block["shown"] == Value::Null)
        .unwrap();
    (kept["shown"], kept["by"]) = (json!("navigation"), json!("excluded"));
    let other = dir.file("other.json", other.to_string());
    let explained = stdout(&["extract", "--explain", &other], b"");
    assert_eq!(
        explained
            .matches("\treported: navigation, excluded")
            .count(),
        1,
        "{explained}"
    );
    // Other commands read its page.
    assert!(stdout(&["scores", &file], b"").lines().count() > 20);
}

#[test]
fn anonymized_report_has_text_of_equal_length() {
    let dir = Dir::new("anonymize");
    let [plain, replaced] = [false, true].map(|anonymized| {
        let file = dir.file("report.json", report(anonymized).to_string());
        stdout(&["extract", &file], b"")
    });
    assert_eq!(replaced.chars().count(), plain.chars().count());
    for word in ["harbour", "eleven", "mayor", "moorings"] {
        assert!(plain.contains(word) && !replaced.contains(word), "{word}");
    }
}

#[test]
fn unreadable_report_gives_one_message_and_fails() {
    let dir = Dir::new("bad-report");
    let whole = report(false).to_string();
    let mut newer = report(false);
    newer["version"] = json!(7);
    let mut page = report(false);
    page["page"] = json!("UElUSFNOQVD/");
    for (name, text, part) in [
        (
            "cut.json",
            &whole[..whole.len() / 2],
            "the report is damaged",
        ),
        (
            "newer.json",
            &newer.to_string(),
            "a later version of the program",
        ),
        (
            "page.json",
            &page.to_string(),
            "its page is unreadable: it is a snapshot of version 255",
        ),
        (
            "other.json",
            "{\"format\": \"something else\"}",
            "without a single tag",
        ),
    ] {
        let file = dir.file(name, text);
        let (code, sentence) = refused(&["extract", &file], b"");
        assert_eq!(code, 1, "{sentence}");
        assert!(
            sentence.starts_with(&file) && sentence.contains(part),
            "{sentence}"
        );
    }
}

#[test]
fn paths_may_contain_spaces_and_non_ascii_characters() {
    let dir = Dir::new("names");
    let file = dir.file("page with spaces & ü.html", harbour());
    assert!(is_harbour(&stdout(&["extract", "--", &file], b"")));
    assert!(Path::new(&file).exists());
}

#[test]
fn explanation_shows_rule_or_logit_of_every_block() {
    let dir = Dir::new("explain");
    let file = dir.file("page.html", harbour());
    let explained = stdout(&["extract", "--explain", "--url", URL, &file], b"");
    let sections: Vec<&str> = explained.split("\n\n").collect();
    let [_, lines, comments] = sections[..] else {
        panic!("{explained}");
    };
    assert_eq!(comments, "- thread: 0 of 2 points\t\n- partial\n");
    let page = html::read(&harbour(), URL, Limits::default()).unwrap();
    let selection = one_click(&page).selection;
    assert_eq!(lines.lines().count(), selection.blocks.len());
    for (line, block) in lines.lines().zip(&selection.blocks) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [outcome, rules, logit, _] = fields[..] else {
            panic!("{line}");
        };
        match block.outcome {
            None => assert_eq!(outcome, "+ kept"),
            Some(reason) => assert_eq!(outcome, format!("- {}", reason.name())),
        }
        let by = block.by.map_or("no rule", |by| by.name());
        assert!(rules.contains(by), "{line}");
        assert_eq!(logit.starts_with("logit "), block.logit.is_some(), "{line}");
    }
    assert!(lines.contains("- navigation\t"), "{lines}");
    let (code, message) = refused(&["extract", "--explain", "--method", "qread", &file], b"");
    assert!(code == 2 && message.contains("hybrid"), "{message}");
}

#[test]
fn explanation_shows_chosen_and_rejected_metadata_rules() {
    let dir = Dir::new("facts");
    let head = "<meta property=og:title content='The harbour opens again - News'>\
        <meta property=og:site_name content='Harbour News'></head>";
    let html = harbour().replace("</head>", head).replace(
        "</h1>",
        "</h1><p>By Ben Mole</p><p>Last updated: 3 May 2024</p>",
    );
    let file = dir.file("page.html", html);
    let explained = stdout(&["extract", "--explain", "--url", URL, &file], b"");
    let (facts, _) = explained.split_once("\n\n").unwrap();
    let facts: Vec<&str> = facts.lines().collect();
    for line in [
        "+ title\tsupported-heading\tdeclared\tThe harbour opens again",
        "- title: outranked\tdeclared-title\ttemplated\tThe harbour opens again",
        "- title: support\tnamed-value\ttemplated\tThe harbour opens again - News",
        "- byline: unconfirmed\tnamed-value\ttemplated\tAda Quay",
        "+ byline\tintroduced-near-title\tshown\tBen Mole",
        "+ published\tnamed-value\ttemplated\t2024-05-04T10:00:00Z",
        "- updated: before-publication\tintroduced-near-title\tshown\t2024-05-03",
        "+ site\tog-site-name\tdeclared\tHarbour News",
        "- site: outranked\thost\tguessed\tnews.example",
    ] {
        assert!(facts.contains(&line), "{line} in {facts:#?}");
    }
    let chosen = facts.iter().filter(|line| line.starts_with("+ title"));
    assert_eq!(chosen.count(), 1);
}

#[test]
fn detail_levels_and_overrides_change_article_and_explanation() {
    let dir = Dir::new("overrides");
    let html = harbour().replace(
        "</h1>",
        "</h1><p>Boats are back</p><p>Ida Buoy, 9 May 2023</p>",
    );
    let file = dir.file("page.html", &html);
    let page = html::read(&html, URL, Limits::default()).unwrap();
    let node = |text: &str| {
        let holds = |&id: &pith::page::NodeId| page.text(id).contains(text);
        page.nodes().find(holds).unwrap().0.to_string()
    };
    let extract = |options: &[&str]| {
        let all = [&["extract", "--url", URL], options, &[&file]].concat();
        stdout(&all, b"")
    };
    let found = extract(&[]);
    assert!(found.contains("cut a ribbon") && !found.contains("Politics"));
    assert_eq!(extract(&["--level", "found"]), found);
    assert!(extract(&["--level=column"]).len() >= found.len());
    let ribbon = node("cut a ribbon");
    let without = extract(&["--drop", &ribbon]);
    assert!(is_harbour(&found) && !without.contains("cut a ribbon"));
    // The last override of a node wins.
    assert_eq!(extract(&["--drop", &ribbon, "--keep", &ribbon]), found);
    assert!(extract(&["--keep", &node("Politics")]).contains("Politics"));

    let (title, names) = (node("Boats are back"), node("Ida Buoy"));
    let arguments = [
        "--title",
        &title,
        "--byline",
        &names,
        "--published",
        &names,
        "--format",
        "json",
    ];
    let json: Value = serde_json::from_str(&extract(&arguments)).unwrap();
    let facts = ["title", "byline", "published"].map(|name| json[name].as_str().unwrap());
    assert_eq!(facts, ["Boats are back", "Ida Buoy", "2023-05-09"]);
    let explained = extract(&[&arguments[..6], &["--drop", &ribbon, "--explain"]].concat());
    for line in [
        "+ title\tuser-override\tdeclared\tBoats are back\n",
        "+ byline\tuser-override\tdeclared\tIda Buoy\n",
        "+ published\tuser-override\tdeclared\t2023-05-09\n",
        "- title: outranked\tsupported-heading",
        "user-override: unwanted\t",
        "user-override: title\t",
    ] {
        assert!(explained.contains(line), "{line} in {explained}");
    }
    assert_eq!(explained.matches("+ title").count(), 1);

    for (options, part, code) in [
        (["--level", "most"], "unknown level \"most\"", 2),
        (
            ["--keep", "999999"],
            "the page shows nothing at node 999999",
            1,
        ),
        (
            ["--published", &ribbon],
            "there is no value for \"published\" at node",
            1,
        ),
    ] {
        for explain in [&[][..], &["--explain"]] {
            let all = [&["extract"], &options[..], explain, &[&file]].concat();
            let (exit, sentence) = refused(&all, b"");
            assert!(exit == code && sentence.contains(part), "{sentence}");
        }
    }
}

#[test]
fn corrections_are_saved_as_rules_for_other_pages() {
    let dir = Dir::new("saved-site-rules");
    let days = [
        "Monday in spring",
        "a cold morning",
        "the third of June",
        "market day",
        "a windless night",
        "the eve of the feast",
    ];
    let text = days.map(|day| {
        format!(
            "<p>On {day} the ferry left the harbour with most of the islanders aboard, and nobody \
             had thought to tell the keeper of the lighthouse that on {day} he would be alone.</p>"
        )
    });
    let page_with = |plug: &str| {
        let text = text.concat();
        format!(
            "<title>The ferry</title><body><main class=post><h1>The ferry</h1>{text}{plug}</main>"
        )
    };
    let with_plug = |name: &str, words: &str| {
        page_with(&format!(
            "<div class='plug {name}'><p>{words}, says the harbour, as it has all the times of all \
             the boats, and the weather of the day.</p></div>"
        ))
    };
    let first = with_plug("post-17", "Get our card today");
    let page = html::read(&first, URL, Limits::default()).unwrap();
    let has = |id: &pith::page::NodeId| page.text(*id).starts_with("Get our card");
    let node = page.nodes().find(has).unwrap().0.to_string();
    let first = dir.file("first.html", first);
    let second = dir.file("second.html", with_plug("post-99", "Take our card today"));
    let rules = dir.0.join("site.rules").into_os_string();
    let rules = rules.into_string().unwrap();
    assert!(stdout(&["extract", &first], b"").contains("our card"));
    let drop = [
        "extract",
        "--drop",
        &node,
        "--save-site-rules",
        &rules,
        &first,
    ];
    assert!(!stdout(&drop, b"").contains("our card"));

    assert!(stdout(&["extract", &second], b"").contains("our card"));
    let apply = |extra: &[&str]| {
        let args = [&["extract", "--site-rules", &rules], extra, &[&second]].concat();
        stdout(&args, b"")
    };
    let text = apply(&[]);
    assert!(text.contains("lighthouse") && !text.contains("our card"));
    let explained = apply(&["--explain"]);
    assert!(
        explained.contains("+ site-rule: drop\t1 matches\t"),
        "{explained}"
    );
    assert!(explained.contains("site-rule: site-rule"), "{explained}");
    let json: Value = serde_json::from_str(&apply(&["--format", "json"])).unwrap();
    assert_eq!(json["siteRules"][0]["gaveUp"], Value::Null);
    assert_eq!(json["siteRules"][0]["matches"], 1);

    // A rule without a match is reported and changes nothing.
    let plain = dir.file("plain.html", page_with(""));
    let with_rules = ["extract", "--site-rules", &rules, "--explain", &plain];
    let explained = stdout(&with_rules, b"");
    assert!(
        explained.contains("nothing on this page matches"),
        "{explained}"
    );
    let nothing = ["extract", "--save-site-rules", &rules, &plain];
    let (code, sentence) = refused(&nothing, b"");
    assert!(code == 2 && sentence.contains("--bylines"), "{sentence}");
}
