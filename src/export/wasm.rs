//! Exports the file writer to the extension's background.

use js_sys::{Array, JsString, Reflect, Uint8Array};
use serde::Serialize;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use super::images::ending;
use super::{Collection, FIELDS, Facts, File, Form, Image, Omitted, Template, Templates, spoken};
use crate::article::{Article, sentence_ends};
use crate::look::{
    colors::{Color, MIN_CONTRAST},
    sheet,
};
use crate::problem_report::{ProblemReport, ReportError};
use crate::steps;
use crate::transcript::cues;

/// Returns the URLs of the images in an article, given as the core's HTML.
#[wasm_bindgen(js_name = imagesOf)]
pub fn images_of(html: &str) -> Result<Vec<String>, JsError> {
    let article = read(html, false)?;
    Ok(article.images().into_iter().map(str::to_owned).collect())
}

/// Returns the HTML of a further page of an article without content that its earlier pages have
/// ([`Article::next_page`]); empty if nothing is new. All pages are given as the core's HTML.
#[wasm_bindgen(js_name = nextPage)]
pub fn next_page(
    html: &str,
    earlier: Vec<String>,
    title: &str,
    number: u32,
) -> Result<String, JsError> {
    let earlier = earlier.iter().map(|html| read(html, false));
    let earlier = earlier.collect::<Result<Vec<_>, _>>()?;
    Ok(read(html, false)?
        .next_page(&earlier, title, number)
        .styled_html())
}

/// Returns whether an article contains an earlier version of its page, and more
/// ([`Article::continues`]). Both are given as the core's HTML.
#[wasm_bindgen]
pub fn continues(html: &str, earlier: &str) -> Result<bool, JsError> {
    Ok(read(html, false)?.continues(&read(earlier, false)?))
}

/// Returns the HTML of an article, given as the one-click core's HTML, with the parts of formulas
/// that that core omits.
#[wasm_bindgen(js_name = withFormulas)]
pub fn with_formulas(html: &str) -> Result<String, JsError> {
    Ok(read(html, false)?.styled_html())
}

/// Returns the headings of an article, given as the core's HTML, each preceded by its level.
#[wasm_bindgen(js_name = sectionsOf)]
pub fn sections_of(html: &str) -> Result<Vec<String>, JsError> {
    let sections = read(html, false)?.sections().into_iter();
    Ok(sections
        .flat_map(|(level, text)| [level.to_string(), text])
        .collect())
}

/// Returns the HTML of an article's section below a heading; undefined if there is no such heading.
#[wasm_bindgen(js_name = sectionOf)]
pub fn section_of(html: &str, number: usize) -> Result<Option<String>, JsError> {
    let part = read(html, false)?.section(number);
    Ok(part.map(|part| part.styled_html()))
}

/// Returns the HTML of the selected part of an article ([`Article::part`]); undefined if it isn't
/// found.
#[wasm_bindgen(js_name = partOf)]
pub fn part_of(html: &str, quote: &str, before: &str) -> Result<Option<String>, JsError> {
    let part = read(html, false)?.part(quote, before);
    Ok(part.map(|part| part.styled_html()))
}

/// Returns the roles of the elements of an article, given as the core's HTML, for reading aloud, as
/// four strings for each: its index among all elements of the HTML, its kind, its language as a BCP
/// 47 tag, and for a formula its spoken text. `lang` is the article's language; empty if unknown.
#[wasm_bindgen(js_name = spokenOf)]
pub fn spoken_of(html: &str, lang: &str) -> Result<Vec<String>, JsError> {
    let article = read(html, false)?;
    let parts = spoken(&article, Some(lang).filter(|lang| !lang.is_empty())).into_iter();
    Ok(parts
        .flat_map(|part| {
            let lang = part.lang.unwrap_or_default();
            let kind = part.kind.name().to_owned();
            [part.element.to_string(), kind, lang, part.text]
        })
        .collect())
}

/// Returns the ends of the pieces of a text for speech synthesis ([`sentence_ends`]).
#[wasm_bindgen(js_name = sentenceEnds)]
pub fn ends_of_sentences(text: &str, breaks: &[u32], lang: &str) -> Vec<u32> {
    steps::allow(text.len());
    sentence_ends(text, breaks, lang)
}

/// Writes a file of an article: the core's HTML, the facts about it, whether it runs from right to
/// left, images to embed (each as URL, type, and bytes), the format `markdown`, `html` or `epub`,
/// and the templates for its name and for front matter. Returns an array with the file's name and
/// its bytes.
#[wasm_bindgen(js_name = writeFile, unchecked_return_type = "[name: string, bytes: Uint8Array]")]
pub fn write_file(
    html: &str,
    #[wasm_bindgen(unchecked_param_type = "object")] facts: JsValue,
    rtl: bool,
    #[wasm_bindgen(unchecked_param_type = "[src: string, type: string, bytes: Uint8Array][]")]
    images: Vec<Array>,
    form: &str,
    templates: Vec<String>,
) -> Result<JsValue, JsError> {
    let form = match form {
        "markdown" => Form::Markdown,
        "html" => Form::Html,
        "epub" => Form::Epub,
        _ => return Err(unknown_form()),
    };
    let article = read(html, rtl)?;
    let images: Vec<Image> = images.iter().filter_map(image).collect();
    let facts: Facts = serde_wasm_bindgen::from_value(facts)?;
    let templates = read_templates(&templates);
    let file = File::by_templates(&article, &facts, &images, form, &templates);
    Ok(file_to_js(file))
}

/// Writes one file of several articles, each given by its HTML, the facts about it, and whether it
/// runs from right to left. `title` is the title of the file; if it is empty, that of the first
/// article with the number of others. `omitted` has the heading of the list of omitted pages, and
/// then title, URL and reason of each. The other parameters are as for [`write_file`]; `form` is
/// `markdown` or `epub`.
#[wasm_bindgen(js_name = writeTabs, unchecked_return_type = "[name: string, bytes: Uint8Array]")]
pub fn write_tabs(
    title: &str,
    #[wasm_bindgen(unchecked_param_type = "[html: string, facts: object, rtl: boolean][]")]
    chapters: Vec<Array>,
    omitted: Vec<String>,
    #[wasm_bindgen(unchecked_param_type = "[src: string, type: string, bytes: Uint8Array][]")]
    images: Vec<Array>,
    form: &str,
    templates: Vec<String>,
) -> Result<JsValue, JsError> {
    let mut all: Vec<(Article, Facts)> = Vec::new();
    for chapter in &chapters {
        let html = chapter.get(0).as_string().unwrap_or_default();
        let facts: Facts = serde_wasm_bindgen::from_value(chapter.get(1))?;
        all.push((read(&html, chapter.get(2).is_truthy())?, facts));
    }
    let chapters: Vec<(&Article, &Facts)> = all.iter().map(|(a, f)| (a, f)).collect();
    let pages = omitted.get(1..).unwrap_or_default().chunks_exact(3);
    let omitted = Omitted {
        heading: omitted.first().cloned().unwrap_or_default(),
        pages: pages
            .map(|page| [page[0].clone(), page[1].clone(), page[2].clone()])
            .collect(),
    };
    let collection = Collection {
        title,
        chapters: &chapters,
        omitted: Some(&omitted),
    };
    let templates = read_templates(&templates);
    Ok(file_to_js(match form {
        "markdown" => collection.markdown(&templates),
        "epub" => {
            let images: Vec<Image> = images.iter().filter_map(image).collect();
            collection.book(&images, &templates)
        }
        _ => return Err(unknown_form()),
    }))
}

/// Returns the error for an unknown file format.
fn unknown_form() -> JsError {
    JsError::new("Pith knows no such form of a file.")
}

/// Returns citations of an article with these facts ([`Facts::citation`]): BibTeX, RIS, and a line
/// of text.
#[wasm_bindgen(js_name = cite)]
pub fn cite(
    #[wasm_bindgen(unchecked_param_type = "object")] facts: JsValue,
) -> Result<Vec<String>, JsError> {
    let facts: Facts = serde_wasm_bindgen::from_value(facts)?;
    let citation = facts.citation();
    Ok(vec![citation.bibtex, citation.ris, citation.text])
}

/// Returns an anonymized report of a page, given the one-click core's report
/// ([`ProblemReport::anonymized`]).
#[wasm_bindgen(unchecked_return_type = "object")]
pub fn anonymized(
    #[wasm_bindgen(unchecked_param_type = "object")] report: JsValue,
) -> Result<JsValue, JsError> {
    let anonymized = reported(report, "replace the texts of", ProblemReport::anonymized)?;
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Ok(anonymized.serialize(&serializer)?)
}

/// Returns the comments of a page, given as a report ([`ProblemReport::discussion`]), with the
/// state of earlier comments ([`crate::discussion::Threads::known`]); undefined if there are none.
#[wasm_bindgen(js_name = discussionOf, unchecked_return_type = "object")]
pub fn discussion_of(
    #[wasm_bindgen(unchecked_param_type = "object")] report: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "object[]")] known: JsValue,
) -> Result<JsValue, JsError> {
    let found = reported(report, "read what is said on", |report| report.discussion())?;
    let threads = match serde_wasm_bindgen::from_value(known)? {
        Some(known) => found.joined_to(known).threads(),
        None => found.threads(),
    };
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Ok(threads.serialize(&serializer)?)
}

/// Returns the available transcripts of the videos in a page's article, given as a report
/// ([`ProblemReport::transcripts`]).
#[wasm_bindgen(js_name = transcriptsOf, unchecked_return_type = "object[]")]
pub fn transcripts_of(
    #[wasm_bindgen(unchecked_param_type = "object")] report: JsValue,
) -> Result<JsValue, JsError> {
    let found = reported(report, "read the transcripts on", |report| {
        report.transcripts()
    })?;
    Ok(serde_wasm_bindgen::to_value(&found)?)
}

/// Returns the lines of a timed text file ([`cues`]).
#[wasm_bindgen(js_name = cuesOf, unchecked_return_type = "object[]")]
pub fn cues_of(text: &str) -> Result<JsValue, JsError> {
    steps::allow(text.len());
    Ok(serde_wasm_bindgen::to_value(&cues(text))?)
}

/// Bytes of a recorded page per byte of its base64 snapshot, which is shorter.
const RECORDED: usize = 2;

/// Queries a report. `what` is the failed action in the error message if the page can't be read.
fn reported<T>(
    report: JsValue,
    what: &str,
    query: impl FnOnce(ProblemReport) -> Result<T, ReportError>,
) -> Result<T, JsError> {
    // Most of the report is the page.
    let page = Reflect::get(&report, &"page".into()).unwrap_or_default();
    let length = page.dyn_ref::<JsString>().map_or(0, JsString::length);
    steps::allow(RECORDED * length as usize);
    let report: ProblemReport = serde_wasm_bindgen::from_value(report)?;
    query(report).map_err(|error| JsError::new(&format!("Pith cannot {what} this page: {error}.")))
}

/// Returns the first invalid piece of a template ([`Template::read`]); undefined if it is valid.
#[wasm_bindgen(js_name = faultOf)]
pub fn fault_of(template: &str) -> Option<String> {
    Template::read(template).err()
}

/// Returns the default templates for names and for front matter, followed by the valid fields of
/// templates.
#[wasm_bindgen(js_name = templates)]
pub fn templates() -> Vec<String> {
    let all = Templates::DEFAULTS.iter().chain(&FIELDS);
    all.map(|&text| text.to_owned()).collect()
}

/// Returns the contrasts of colors, each given as `#rrggbb`: that of text and that of links with
/// the background, 1 to 21, whether both are sufficient, and whether the background is dark;
/// undefined if a color is invalid.
#[wasm_bindgen(
    js_name = judgeColors,
    unchecked_return_type = "[text: number, link: number, isEnough: boolean, isDark: boolean] | undefined"
)]
pub fn judge_colors(text: &str, background: &str, link: &str) -> JsValue {
    let read = [text, background, link].map(Color::read);
    let [Some(text), Some(background), Some(link)] = read else {
        return JsValue::UNDEFINED;
    };
    let contrasts = [text, link].map(|color| color.contrast(background));
    let is_enough = contrasts.iter().all(|&contrast| contrast >= MIN_CONTRAST);
    let ratios = contrasts.map(JsValue::from).into_iter();
    let all = ratios.chain([is_enough, background.is_dark()].map(JsValue::from));
    all.collect::<Array>().into()
}

/// Returns whether a text is a valid style sheet for pages ([`sheet::read`]), followed by its
/// processed text or the first invalid piece.
#[wasm_bindgen(js_name = readSheet, unchecked_return_type = "[isSheet: boolean, read: string]")]
pub fn read_sheet(text: &str) -> Array {
    steps::allow(text.len());
    let read = sheet::read(text);
    let is_sheet = read.is_ok();
    let text = read.unwrap_or_else(|fault| fault);
    Array::of2(&JsValue::from(is_sheet), &JsValue::from(text))
}

/// Reads the templates for names and for front matter; uses the default for an invalid one.
fn read_templates(texts: &[String]) -> Templates {
    let mut templates = Templates::default();
    let mut read = texts.iter().map(|text| Template::read(text));
    if let Some(Ok(name)) = read.next() {
        templates.name = name;
    }
    if let Some(Ok(front_matter)) = read.next() {
        templates.front_matter = front_matter;
    }
    templates
}

fn file_to_js(File { name, bytes }: File) -> JsValue {
    Array::of2(&name.into(), &Uint8Array::from(&bytes[..]).into()).into()
}

fn read(html: &str, rtl: bool) -> Result<Article, JsError> {
    steps::allow(html.len());
    let article = Article::from_html(html, rtl);
    article.ok_or_else(|| JsError::new("Pith cannot read its own article."))
}

/// Returns an image if files may contain its type.
fn image(fields: &Array) -> Option<Image> {
    let media_type = fields.get(1).as_string()?;
    ending(&media_type)?;
    let bytes = Uint8Array::new(&fields.get(2)).to_vec();
    steps::allow(bytes.len());
    Some(Image {
        src: fields.get(0).as_string()?,
        media_type,
        bytes,
    })
}

/// Reports panics on the console before they abort.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(console_error_panic_hook::hook));
}
