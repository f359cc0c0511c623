//! Timed text files from the specification and from the web, and pages with videos.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::fmt::Write as _;

use super::time::{stamp, timestamp};
use super::{Transcript, cues, transcripts};
use crate::page::{Limits, NodeSet, Page};
use crate::source::html;

/// Returns times and text of every line, with the speaker before a colon.
fn cues_in(file: &str) -> Vec<(f64, f64, String)> {
    let lines = cues(file).into_iter();
    lines
        .map(|line| {
            let who = line.speaker.map(|speaker| format!("{speaker}: "));
            let text = format!("{}{}", who.unwrap_or_default(), line.text);
            (line.start, line.end.unwrap_or(f64::NAN), text)
        })
        .collect()
}

fn words(file: &str) -> Vec<String> {
    cues_in(file).into_iter().map(|(_, _, text)| text).collect()
}

#[test]
fn file_timestamps_follow_the_webvtt_specification() {
    for (text, seconds) in [
        ("00:11.000", Some(11.0)),
        ("00:00:11.000", Some(11.0)),
        ("01:02:03.500", Some(3723.5)),
        ("123:00:00.001", Some(442_800.001)),
        // SubRip.
        ("00:00:01,250", Some(1.25)),
        // Invalid ones from the specification's tests.
        ("60:00.000", None),
        ("00:60.000", None),
        ("00:60:00.000", None),
        ("0:01.000", None),
        ("00:1.000", None),
        ("00:001.000", None),
        ("00:00.00", None),
        ("00:00.0000", None),
        ("00:00", None),
        ("-00:01.000", None),
        ("00.00.000", None),
        ("", None),
        ("99999999999999999999:00:00.000", None),
    ] {
        let found = timestamp(text).map(|(seconds, _)| seconds);
        assert_eq!(found, seconds, "{text}");
    }
}

#[test]
fn page_timestamps_are_read_in_common_formats() {
    for (text, start, end, rest) in [
        ("0:07 The ferry", 7.0, None, " The ferry"),
        ("75:10", 4510.0, None, ""),
        (" [00:01:02] At noon", 62.0, None, " At noon"),
        ("(1:05)", 65.0, None, ""),
        ("1:02:03.5 x", 3723.5, None, " x"),
        ("0:07 – 0:12 x", 7.0, Some(12.0), " x"),
        ("00:00:01,000 --> 00:00:04,000", 1.0, Some(4.0), ""),
        ("0:07. Then", 7.0, None, ". Then"),
        // A line that ends before it begins has no known end.
        ("0:07 – 0:05", 7.0, None, " – 0:05"),
    ] {
        assert_eq!(stamp(text), Some((start, end, rest)), "{text}");
    }
    for none in [
        "",
        "12",
        "1:2",
        "1:60",
        "0:75",
        "00:01:02:10",
        "[0:07",
        "12:30pm",
        "x 0:07",
        "1:234",
        "12345:00",
        ":07",
    ] {
        assert_eq!(stamp(none), None, "{none}");
    }
}

#[test]
fn cues_have_times_and_text() {
    let file = "WEBVTT - The ferry\nKind: captions\n\n\
        NOTE A comment\nin two lines\n\n\
        STYLE\n::cue { color: red }\n\n\
        REGION\nid:fred\n\n\
        1\n00:01.000 --> 00:04.000 align:start position:10%\nThe ferry\nsails at noon.\n\n\
        00:05.000 --> 00:04.000\nIt ends before it begins.\n\n\
        00:99.000 --> 00:04.000\nWrong.\n\n\
        00:06.000 -> 00:07.000\nNo cue.\n\n\
        01:00:00.000 --> 01:00:02.000\nAn hour on.";
    let [one, two, three] = &cues_in(file)[..] else {
        panic!("three lines")
    };
    assert_eq!(*one, (1.0, 4.0, "The ferry sails at noon.".to_owned()));
    assert_eq!((two.0, &*two.2), (5.0, "It ends before it begins."));
    assert!(two.1.is_nan());
    assert_eq!(*three, (3600.0, 3602.0, "An hour on.".to_owned()));
}

#[test]
fn all_line_breaks_end_lines_and_arrows_start_cues() {
    for end in ["\n", "\r\n", "\r"] {
        let file = [
            "\u{feff}WEBVTT",
            "00:01.000 --> 00:02.000",
            "One",
            "00:02.000 --> 00:03.000",
            "Two",
            "",
            "",
        ];
        assert_eq!(words(&file.join(end)), ["One", "Two"], "{end:?}");
    }
    // An identifier isn't text, and a second arrow in a cue begins another.
    assert_eq!(
        words("id\n00:01.000 --> 00:02.000\nA\n00:03.000 --> x\nB"),
        ["A"]
    );
}

#[test]
fn tags_are_removed_except_speaker_names() {
    let cue = |text: &str| words(&format!("WEBVTT\n\n00:01.000 --> 00:02.000\n{text}"));
    assert_eq!(cue("<v Ann Miller>At noon?"), ["Ann Miller: At noon?"]);
    assert_eq!(
        cue("<v.first.loud Ann>At noon?</v> <v Ben>At <i>one</i>.</v>"),
        ["Ann: At noon?", "Ben: At one."]
    );
    assert_eq!(
        cue("<c.yellow>The</c> <00:01.500><b>ferry</b>"),
        ["The ferry"]
    );
    assert_eq!(cue("<ruby>渡<rt>わた</rt></ruby>し"), ["渡し"]);
    assert_eq!(
        cue("a &amp; b &lt;i&gt; &#39;c&#x27;&nbsp;&unknown; &"),
        ["a & b <i> 'c' &unknown; &"]
    );
    assert_eq!(cue("1 < 2"), ["1"]);
    assert_eq!(cue("<script>alert(1)</script>"), ["alert(1)"]);
    assert_eq!(cue("<i></i>"), [""; 0]);
}

#[test]
fn subrip_is_read() {
    let file = "1\r\n00:00:01,000 --> 00:00:04,000\r\n<i>The ferry</i>\r\nsails.\r\n\r\n\
        2\r\n00:00:05,000 --> 00:00:06,500\r\nAt noon.\r\n";
    assert_eq!(
        cues_in(file),
        [
            (1.0, 4.0, "The ferry sails.".to_owned()),
            (5.0, 6.5, "At noon.".to_owned())
        ]
    );
}

#[test]
fn roll_up_captions_are_merged_and_repeated_lines_kept() {
    let rolling = "WEBVTT\n\n\
        00:00.000 --> 00:02.000\n \nthe ferry\n\n\
        00:02.000 --> 00:02.010\nthe ferry\n \n\n\
        00:02.010 --> 00:04.000\nthe ferry\nsails at noon\n\n\
        00:04.000 --> 00:04.010\nsails at noon\n \n\n\
        00:04.010 --> 00:06.000\nsails at noon\nfrom the quay\n";
    assert_eq!(
        words(rolling),
        ["the ferry", "sails at noon", "from the quay"]
    );
    let twice = "WEBVTT\n\n00:00.000 --> 00:02.000\nNo!\n\n00:02.000 --> 00:04.000\nNo!\n";
    assert_eq!(words(twice), ["No!", "No!"]);
}

#[test]
fn readable_cues_are_found_in_hostile_files() {
    assert_eq!(words(""), [""; 0]);
    assert_eq!(words("WEBVTT"), [""; 0]);
    assert_eq!(words("<!doctype html><p>Not found --> home</p>"), [""; 0]);
    assert_eq!(
        words("WEBVTT\n\n00:01.000 --> 00:02.000\na\0b <v"),
        ["a\u{fffd}b"]
    );
    assert_eq!(words(&"-->\n".repeat(10_000)), [""; 0]);
    assert_eq!(
        words(&format!(
            "WEBVTT\n\n00:01.000 --> 00:02.000\n{}",
            "<".repeat(100_000)
        )),
        [""; 0]
    );
    assert_eq!(
        words(&format!(
            "WEBVTT\n\n00:01.000 --> 00:02.000\n{}x",
            "&".repeat(100_000)
        ))
        .len(),
        1
    );
    // 100,000 cues in descending order of their times.
    let mut file = "WEBVTT\n\n".to_owned();
    for i in (0..100_000).rev() {
        let (hours, minutes, seconds) = (i / 3600, i / 60 % 60, i % 60);
        let time = format!("{hours:02}:{minutes:02}:{seconds:02}");
        writeln!(file, "{time}.000 --> {time}.900\nLine {i}\n").unwrap();
    }
    let lines = cues(&file);
    assert_eq!(lines.len(), 100_000);
    assert!(lines.is_sorted_by(|a, b| a.start <= b.start));
    assert_eq!(lines[0].text, "Line 0");
}

const VIDEO: &str = "<video id=film src=/film.mp4 controls></video>";

/// Returns the transcripts of a page whose article consists only of its videos.
fn beside(body: &str) -> Vec<Transcript> {
    let page = html::read(body, "https://example.org/film", Limits::default()).unwrap();
    transcripts(&page, &videos(&page))
}

fn videos(page: &Page) -> NodeSet {
    let mut videos = NodeSet::new(page);
    for node in page.nodes() {
        if ["video", "audio", "iframe"].contains(&page.tag(node).name()) {
            videos.insert(node);
        }
    }
    videos
}

/// Returns the lines of the only transcript; none if there isn't one.
fn lines(body: &str) -> Vec<(f64, String)> {
    let found = beside(body).pop();
    let lines = found.map(|found| found.lines).unwrap_or_default();
    lines
        .into_iter()
        .map(|line| (line.start, line.text))
        .collect()
}

#[test]
fn same_origin_caption_tracks_are_offered() {
    let found = beside(
        "<video src=a.mp4>
            <track src=en.vtt srclang=en label=English>
            <track src=en.vtt kind=captions srclang=en>
            <track src=/de.vtt kind=CAPTIONS srclang=de>
            <track src=https://example.org:444/x.vtt>
            <track src=https://other.example/x.vtt>
            <track src=http://example.org/x.vtt>
            <track src=chapters.vtt kind=chapters>
            <track src=data.vtt kind=nonsense>
            <track src='javascript:1'><track src='data:text/vtt,WEBVTT'><track>
        </video>",
    );
    let [Transcript { tracks, lines, .. }] = &found[..] else {
        panic!("one video")
    };
    assert!(lines.is_empty());
    let tracks: Vec<[&str; 3]> = tracks
        .iter()
        .map(|t| [&*t.src, &*t.label, &*t.lang])
        .collect();
    assert_eq!(
        tracks,
        [
            ["https://example.org/en.vtt", "English", "en"],
            ["https://example.org/de.vtt", "", "de"]
        ]
    );
    assert_eq!(beside(VIDEO), []);
    assert_eq!(
        beside("<p>0:01 The ferry sails <p>0:05 at noon, not at <p>0:09 one, as it did.</p>"),
        []
    );
}

/// The lines of all lists below.
fn three() -> Vec<(f64, String)> {
    [
        (0.0, "The ferry sails at noon."),
        (7.0, "It takes an hour and a half."),
        (12.0, "Nobody had told the keeper."),
    ]
    .map(|(start, text)| (start, text.to_owned()))
    .to_vec()
}

#[test]
fn timed_line_lists_are_found_in_player_markup() {
    let [a, b, c] = three()
        .into_iter()
        .map(|(_, text)| text)
        .collect::<Vec<_>>()
        .try_into()
        .unwrap();
    for list in [
        // Paragraphs that begin with a time.
        format!("<div><p>0:00 {a}<p>0:07 {b}<p>[0:12] {c}</div>"),
        format!("<ul><li><span class=time>00:00</span> {a}<li><span class=time>00:07</span> {b}<li><span class=time>00:12</span> {c}</ul>"),
        // A panel of segments, with an additional class on the current one.
        format!(
            "<div hidden><x-segment class=seg><div class=seg-time>0:00</div><span>{a}</span></x-segment>
             <x-segment class='seg active'><div class='seg-time active'>0:07</div><span>{b}</span></x-segment>
             <x-segment class=seg><div class=seg-time>0:12</div><span>{c}</span></x-segment></div>"
        ),
        format!("<dl><dt>0:00<dd>{a}<dt>0:07<dd>{b}<dt>0:12<dd>{c}</dl>"),
        format!("<table><tr><td>00:00:00<td>{a}<tr><td>00:00:07<td>{b}<tr><td>00:00:12<td>{c}</table>"),
        // Lines of one paragraph, and paragraphs of several lines.
        format!("<p><a href='#t=0'>0:00</a> {a}<br><a href='#t=7'>0:07</a> {b}<br><a href='#t=12'>0:12</a> {c}</p>"),
        format!("<div><p><b>0:00</b> {a} <b>0:07</b> {b}</p><p><b>0:12</b> {c}</p></div>"),
        // The time after the text.
        format!("<ul><li>{a}<i>0:00</i><li>{b}<i>0:07</i><li>{c}<i>0:12</i></ul>"),
        format!("<details><summary>Transcript</summary><p>0:00 - {a}<p>0:07 - {b}<p>0:12 - {c}</details>"),
    ] {
        assert_eq!(lines(&format!("{VIDEO}{list}")), three(), "{list}");
        assert_eq!(lines(&format!("{list}{VIDEO}")), three(), "{list}");
    }
}

#[test]
fn text_other_than_speech_is_not_a_transcript() {
    for none in [
        // Chapters of the video.
        "<ul><li>0:00 Beginning<li>4:10 The quay<li>9:55 The keeper<li>20:02 The end</ul>",
        // A day's schedule.
        "<ul><li>09:00 Doors open to everybody<li>10:30 The first talk is about ferries<li>12:15 Lunch in the hall on the quay</ul>",
        // Other videos with their durations.
        "<ul><li>12:31 The ferry sails at noon<li>3:07 How to bake a loaf of bread<li>8:15 The keeper of the light</ul>",
        // Two lines aren't a list.
        "<p>0:00 The ferry sails at noon.<p>0:07 It takes an hour and a half.",
        // Only times.
        "<ul><li>0:00<li>0:07<li>0:12<li>0:15</ul>",
        "<script>0:00 a b c\n</script><script>0:01 d e f</script><script>0:02 g h i</script>",
    ] {
        assert_eq!(lines(&format!("{VIDEO}{none}")), [], "{none}");
    }
}

#[test]
fn lines_already_in_the_article_are_skipped() {
    let html = format!(
        "{VIDEO}<p>0:00 The ferry sails at noon.<p>0:07 It takes an hour.<p>0:12 Nobody had told him."
    );
    let page = html::read(&html, "https://example.org/", Limits::default()).unwrap();
    let mut kept = videos(&page);
    assert_eq!(transcripts(&page, &kept).len(), 1);
    for node in page.nodes().filter(|&node| page.is_text(node)) {
        kept.insert(node);
    }
    assert_eq!(transcripts(&page, &kept), []);
}

#[test]
fn each_list_belongs_to_the_nearest_video() {
    let list = |text: &str| {
        let rows = [0, 7, 12].map(|at| format!("<li>0:{at:02} {text} sails at {at} o'clock"));
        format!("<ul>{}</ul>", rows.concat())
    };
    let found = beside(&format!(
        "<div><video src=a.mp4></video><video src=b.mp4></video>{}</div><div>{}<iframe src=//youtube.com/embed/x></iframe></div>",
        list("Albatross"),
        list("Beagle"),
    ));
    let firsts: Vec<&str> = found.iter().map(|found| &*found.lines[0].text).collect();
    assert_eq!(
        firsts,
        ["Albatross sails at 0 o'clock", "Beagle sails at 0 o'clock"]
    );
    // The list directly follows the second video.
    let alone = beside(&format!("{VIDEO}{VIDEO}{}", list("Albatross")));
    let [found] = &alone[..] else {
        panic!("one video has it")
    };
    let first = beside(&format!("{VIDEO}{}", list("Albatross")))[0].video;
    assert!(found.video > first);
}

#[test]
fn hostile_pages_do_not_break_transcripts() {
    let backwards: String = (0..20_000)
        .rev()
        .map(|i| format!("<p>{}:{:02} x", i / 60 % 60, i % 60))
        .collect();
    assert_eq!(lines(&format!("{VIDEO}{backwards}")), []);
    // Nested lists, all over the page.
    let classes = |i: usize| {
        format!(
            "{}{}",
            (b'a' + (i % 26) as u8) as char,
            "x".repeat(i / 26 % 60)
        )
    };
    let nested: String = (0..3)
        .flat_map(|row| (0..1500).map(move |i| (row, i)))
        .map(|(row, i)| format!("<p class={}>0:0{row} The ferry sails", classes(i)))
        .collect();
    beside(&format!("{VIDEO}{nested}"));
    let videos = "<video src=a.mp4></video>".repeat(2_000);
    let list: String = (0..5_000)
        .map(|i| format!("<p>{}:{:02} The ferry sails at noon", i / 60, i % 60))
        .collect();
    assert_eq!(beside(&format!("{videos}{list}")).len(), 1);
}
