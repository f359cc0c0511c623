use serde_json::{Value, json};

use super::*;
use crate::extract::one_click;
use crate::page::{Limits, NodeId};
use crate::select::Override;
use crate::source::html;
use crate::source::snapshot::SnapshotError;

const STORY: &str = "<title>The ferry</title><nav><a href=/>Home</a> <a href=/s>Sport</a></nav>
    <div><h1>The ferry</h1>
    <p>The ferry left the harbour at noon with most of the islanders aboard, and nobody had thought
    to tell the keeper of the lighthouse, who had been asleep since the evening before.</p>
    <p>He watched it go by from the gallery, waved once, and went back to polishing the lens, which he
    did every day of the year, in summer and in winter.</p>
    <p>The lens was older than the tower, and nobody could say who had brought it to the island, or
    what had been paid for it, or in which of the wars it had been hidden.</p></div>";

fn page() -> Page {
    html::read(STORY, "https://a.example/ferry", Limits::default()).unwrap()
}

fn node(page: &Page, text: &str) -> NodeId {
    page.nodes()
        .find(|&id| page.text(id).starts_with(text))
        .unwrap()
}

/// Returns a report with a removed second paragraph, and its article as shown.
fn report(anonymized: bool) -> (ProblemReport, String) {
    let page = page();
    let found = one_click(&page);
    let overrides = Overrides {
        nodes: vec![(node(&page, "He watched"), Override::Drop)],
        ..Overrides::default()
    };
    let site = SiteRules {
        bylines: true,
        ..SiteRules::default()
    };
    let (shown, _) = found.decided(&page, &site, &overrides).unwrap();
    let mut report = ProblemReport::new(&page, [&found, &shown], (&site, &overrides));
    if anonymized {
        report = report.anonymized().unwrap();
    }
    (report, shown.article.text())
}

fn read(report: &impl Serialize) -> Result<Report, ReportError> {
    Report::read(&serde_json::to_vec(report).unwrap())
}

#[test]
fn report_round_trips_page_and_displayed_article() {
    let (written, shown) = report(false);
    let read = read(&written).unwrap();
    assert_eq!(read.page, page());
    assert_eq!(read.article().text(), shown);
    assert!(shown.contains("harbour") && !shown.contains("gallery"));
    assert!(read.site.bylines);
    // Today's decisions equal those in the report.
    let (decided, _) = one_click(&read.page)
        .decided(&read.page, &read.site, &read.overrides)
        .unwrap();
    assert_eq!(decided.article.text(), shown);
    let left_out = written
        .blocks
        .iter()
        .find(|block| block.shown.as_deref() == Some("unwanted"));
    assert_eq!(left_out.unwrap().found, None);
}

#[test]
fn anonymized_report_keeps_the_shape_of_the_article() {
    let (written, shown) = report(true);
    let read = read(&written).unwrap();
    let text = read.article().text();
    assert_eq!(text.len(), shown.len());
    assert_eq!(
        text.split_whitespace().count(),
        shown.split_whitespace().count()
    );
    for word in [
        "harbour",
        "lighthouse",
        "keeper",
        "Ferry",
        "ferry",
        "a.example",
    ] {
        let whole = serde_json::to_string(&written).unwrap();
        assert!(!whole.contains(word) && !text.contains(word), "{word}");
        assert!(
            !read.page.raw_text(read.page.root()).contains(word),
            "{word}"
        );
    }
    assert_eq!(
        read.decided.title.as_deref(),
        one_click(&read.page).metadata.title.as_deref()
    );
}

#[test]
fn invalid_and_incomplete_reports_are_rejected() {
    let (written, _) = report(false);
    let whole = serde_json::to_value(&written).unwrap();
    let with = |key: &str, value: Value| {
        let mut changed = whole.clone();
        changed[key] = value;
        read(&changed).map(|_| ()).unwrap_err()
    };
    let last = page().len();
    assert_eq!(
        Report::read(b"<p>pith-problem-report").map(|_| ()),
        Err(ReportError::Foreign)
    );
    assert_eq!(Report::read(b"{}").map(|_| ()), Err(ReportError::Foreign));
    assert_eq!(with("format", json!("other")), ReportError::Foreign);
    assert_eq!(with("version", json!(2)), ReportError::Newer(2));
    assert_eq!(with("version", json!(0)), ReportError::Foreign);
    assert_eq!(with("page", json!("no base64")), ReportError::Damaged);
    assert_eq!(
        with("page", json!("AAAA")),
        ReportError::Page(SnapshotError::NotASnapshot)
    );
    for (key, value) in [
        ("kept", json!([last])),
        ("captions", json!([u32::MAX])),
        ("overrides", json!([0, last, 0])),
        ("overrides", json!([0, 1])),
        ("overrides", json!([9])),
        ("site", json!("AAAA")),
        (
            "blocks",
            json!([{"leaf": last, "found": null, "by": null, "shown": null, "logit": null}]),
        ),
        ("kept", json!("all")),
    ] {
        assert_eq!(
            with(key, value.clone()),
            ReportError::Damaged,
            "{key} {value}"
        );
    }
    let bytes = serde_json::to_vec(&written).unwrap();
    for end in [100, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(
            Report::read(&bytes[..end]).map(|_| ()),
            Err(ReportError::Damaged)
        );
    }
}

#[test]
fn corrupted_reports_are_rejected_or_usable() {
    let (written, _) = report(true);
    let whole = serde_json::to_vec(&written).unwrap();
    arbtest::arbtest(|u| {
        let mut bytes = whole.clone();
        for _ in 0..u.int_in_range(1..=4)? {
            let at = u.choose_index(bytes.len())?;
            match u.int_in_range(0..=2)? {
                0 => bytes[at] = u.arbitrary()?,
                1 => bytes.truncate(at + 1),
                _ => bytes[at] = *u.choose(b"0123456789,:[]{}\"")?,
            }
        }
        if let Ok(read) = Report::read(&bytes) {
            let decided = one_click(&read.page).decided(&read.page, &read.site, &read.overrides);
            let _ = (read.article().html(), decided.is_ok());
        }
        Ok(())
    });
}

#[test]
fn unknown_fields_and_values_are_accepted() {
    let (written, _) = report(false);
    let mut whole = serde_json::to_value(&written).unwrap();
    whole["later"] = json!({"a": 1});
    whole["note"] = json!("The second part is missing.");
    whole["wrong"] = json!(["missing", "something-new"]);
    let read = read(&whole).unwrap();
    assert_eq!(read.statement.note, "The second part is missing.");
    assert_eq!(read.statement.wrong, ["missing", "something-new"]);
}

/// Version 1 must remain readable, because reports are kept as files. If this fails, `VERSION` has
/// to be increased.
#[test]
fn version_1_is_still_read() {
    const FILE: &str = r#"{"format":"pith-problem-report","version":1,"pith":"0.1.0","isAnonymized":false,
        "title":"T","byline":null,"published":null,"overrides":[1,3,0],"site":"EQ==",
        "blocks":[{"leaf":3,"found":null,"by":"model","shown":"unwanted","logit":1.5}],
        "kept":[5],"captions":[],"page":"UElUSFNOQVABFGh0dHBzOi8vZXhhbXBsZS5vcmcvAQAAoEQAAEhEAQJlbgUEaHRtbARib2R5AXAFI3RleHQBYgIFY2xhc3MEbGFuZwMAAAAAAAAAAACAQZADAQAAAAAAAAAAgEGQAwAAAAAAAAAAAIBBvAUGAAECAwQDBgABAgMDBAILBRBHcsO8w59lIGF1cyBCb25uBAABAQIEAAACAAIABAECBmxlYWRkZQQBAAAAQQAAAAAAAJ5EAADEQQABAAAAQQAAgkEAAJ5EAADEQQA=",
        "browser":"B","saved":"2026-11-25T10:00:00Z","address":null,"view":"reader","wrong":["extra"],"note":""}"#;
    let (written, _) = report(false);
    let keys = |value: &Value| {
        value
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    let file: Value = serde_json::from_str(FILE).unwrap();
    for key in keys(&serde_json::to_value(&written).unwrap()) {
        assert!(file.get(&key).is_some(), "{key} is new");
    }
    let read = Report::read(FILE.as_bytes()).unwrap();
    assert_eq!(read.article().text(), "Bonn");
    assert_eq!(read.overrides.nodes, [(NodeId(3), Override::Drop)]);
    assert!(read.site.bylines && read.statement.wrong == ["extra"]);
    assert_eq!(read.decided.blocks[0].by.as_deref(), Some("model"));
}
