//! Parts of a page about something other than its article, outside menus and sidebars: a quoted
//! post of another site, an image with its credit, a teaser of another story, a reply. Authors and
//! dates in them are never the article's.

use super::date::{self, Order};
use super::line::VisibleLine;
use crate::compact::lower_case;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};
use crate::text::tokens;
use crate::url;
use crate::vocabulary::{
    ByClass, List, MAX_NAMES, Purpose, Remark, announcement, is_post, remarks, words_of_name,
};

/// Maximum nodes of a quotation or a link that are searched: larger ones are a part of the page, or
/// hostile.
const MAX_NODES: usize = 300;

/// Maximum bytes of a quotation: longer ones are the article, which old pages indent with
/// `blockquote`.
const MAX_QUOTE_BYTES: usize = 3_000;

/// Denominator of the maximum share of a quotation or a quoted post in the page's text: if the
/// share is larger, the page is about that post.
const QUOTE_PART: usize = 2;

/// Minimum bytes of a paragraph of the text.
pub(super) const PARAGRAPH: usize = 100;

/// Minimum paragraphs before a box within the text: with one, a byline below a standfirst would be
/// such a box.
const PARAGRAPHS_BEFORE: usize = 2;

/// Minimum bytes of text besides the dates in a link to another story.
const MIN_CARD_BYTES: usize = 12;

/// Limits of a teaser: maximum bytes, maximum nodes, and minimum words of its link; and the minimum
/// number of teasers in a row.
const MAX_STORY_BYTES: usize = 600;
const STORY_NODES: usize = 60;
const STORY_WORDS: usize = 4;
const STORIES: usize = 2;

/// Maximum bytes of a heading or line that introduces something else.
const MAX_LABEL_BYTES: usize = 80;

/// Levels around a caption that are searched for its image: with fewer, a wrapper hides the image;
/// with more, the image above the title makes a caption of the article's date.
const CAPTION_LEVELS: usize = 2;

/// Finds the foreign parts, none of which contains the title. O(nodes + text).
pub(super) fn foreign(page: &Page, lines: &[VisibleLine<'_>], title: Option<NodeId>) -> NodeSet {
    let mut found = NodeSet::new(page);
    let mut finder = Finder {
        page,
        title,
        named: ByClass::new(),
        text: page.raw_text(page.body()).len(),
        own_end: NodeId(0),
    };
    let mut skip_to = NodeId(0);
    for id in page.subtree(page.body()) {
        if id < skip_to || !page.is_element(id) {
            continue;
        }
        if !finder.contains_title(id) && finder.is_foreign(id) {
            found.insert_subtree(page, id);
            skip_to = page.end(id);
            continue;
        }
        for inside in finder.inside_text(id).into_iter().chain(finder.stories(id)) {
            found.insert_subtree(page, inside);
        }
        if let Some(end) = finder.announced_end(id) {
            (id.0..end.0).for_each(|n| found.insert(NodeId(n)));
        }
    }
    for (at, line) in lines.iter().enumerate() {
        mark_last_post(page, line, lines.get(at + 1), &mut found);
    }
    found
}

/// State of the search for foreign parts.
struct Finder<'a> {
    page: &'a Page,
    title: Option<NodeId>,
    /// Cache by attribute value: what class names say the element holds.
    named: ByClass<Option<Held>>,
    /// Bytes of the page's text.
    text: usize,
    /// The end of the post that the page is about.
    own_end: NodeId,
}

/// Content about something other than the article.
#[derive(Clone, Copy, Debug)]
enum Held {
    Quotation,
    Embed,
    Caption,
}

impl Finder<'_> {
    fn contains_title(&self, id: NodeId) -> bool {
        self.title
            .is_some_and(|title| self.page.contains(id, title))
    }

    fn is_foreign(&mut self, id: NodeId) -> bool {
        let page = self.page;
        match page.tag(id) {
            Tag::Html | Tag::Body | Tag::Main => return false,
            Tag::Article => return is_reply(page, id),
            Tag::Figure | Tag::Figcaption => return !names_author(page, id),
            Tag::Blockquote | Tag::Q => return self.is_small(id),
            Tag::A => return self.is_card(id),
            _ => {}
        }
        let class = page.attr(id, Attr::Class);
        // Class names in the page's own post name its parts.
        let class = class.filter(|class| id >= self.own_end || class.contains("quot"));
        let is_quoted = match class.and_then(|class| self.named.get_or(class, held)) {
            None => false,
            Some(held) if !self.is_small(id) => {
                if matches!(held, Held::Quotation) {
                    self.own_end = NodeId(page.end(id).0);
                }
                false
            }
            Some(_) if declares_fact(page, id) => false,
            Some(Held::Quotation) => true,
            Some(Held::Embed) => holds_other_site(page, id),
            Some(Held::Caption) => is_beside_image(page, id),
        };
        let has_heading = || {
            let mut below = page.descendants(id);
            below.any(|n| page.tag(n).heading_level().is_some())
        };
        (is_quoted && !has_heading())
            || is_answer(page, id)
            || self.is_other_story(id)
            || self.is_subject(id)
    }

    /// Returns whether microdata declare an element a work that the article is about.
    fn is_subject(&self, id: NodeId) -> bool {
        let is_work = |word: &str| matches!(word, "itemreviewed" | "isbasedon" | "mentions");
        microdata(self.page, id, Attr::Itemprop, is_work) && !self.contains_title(id)
    }

    /// Returns whether microdata declare an element an article other than the one with the title:
    /// its name is linked.
    fn is_other_story(&self, id: NodeId) -> bool {
        let page = self.page;
        self.title.is_some()
            && microdata(page, id, Attr::Itemtype, |word| {
                word.ends_with("article") || word == "blogposting"
            })
            && self.is_small(id)
            && page.descendants(id).any(|n| names_story(page, n))
    }

    /// Returns whether an element is at most as large as a quotation.
    fn is_small(&self, id: NodeId) -> bool {
        let length = self.page.raw_text(id).len();
        let is_short = length <= MAX_QUOTE_BYTES && length * QUOTE_PART <= self.text;
        is_short && self.page.subtree(id).len() <= MAX_NODES
    }

    /// Returns whether a link is a teaser of another story: it contains a heading, or a date and
    /// other words.
    fn is_card(&self, id: NodeId) -> bool {
        let page = self.page;
        let is_time = |&n: &NodeId| page.tag(n) == Tag::Time;
        let has_heading = || {
            let mut below = page.descendants(id);
            below.any(|n| page.tag(n).heading_level().is_some())
        };
        let in_times = || {
            let times = page.descendants(id).filter(is_time);
            times.map(|n| page.raw_text(n).trim().len()).sum::<usize>()
        };
        let has_time = || page.descendants(id).any(|n| is_time(&n));
        links_elsewhere(page, id)
            && page.subtree(id).len() <= MAX_NODES
            && (has_heading()
                || (has_time() && page.raw_text(id).trim().len() > in_times() + MIN_CARD_BYTES))
    }

    /// Returns the boxes among an element's children that are between paragraphs of its text: the
    /// article's author is named before or after all of it.
    fn inside_text(&self, id: NodeId) -> Vec<NodeId> {
        let page = self.page;
        let is_paragraph =
            |n: &NodeId| page.tag(*n) == Tag::P && page.raw_text(*n).len() >= PARAGRAPH;
        let Some(last) = page.children(id).filter(is_paragraph).last() else {
            return Vec::new();
        };
        let mut before = 0;
        page.children(id)
            .take_while(|&child| child < last)
            .filter(|child| {
                before += usize::from(is_paragraph(child));
                let is_box = matches!(
                    page.tag(*child),
                    Tag::Div | Tag::Section | Tag::Aside | Tag::Table | Tag::Ul | Tag::Dl
                );
                is_box && before >= PARAGRAPHS_BEFORE && !self.contains_title(*child)
            })
            .collect()
    }

    /// Returns the children of an element that are teasers of other stories, if there are several:
    /// each has a date and a link as long as a sentence.
    fn stories(&self, id: NodeId) -> Vec<NodeId> {
        let page = self.page;
        let children: Vec<NodeId> = page.children(id).filter(|&n| page.is_element(n)).collect();
        let class = |n: NodeId| (page.tag(n), page.attr(n, Attr::Class));
        // Boxes with a date but different class names are facts about the article.
        let is_alike = |i: usize| {
            let beside = [i.wrapping_sub(1), i + 1];
            let mut beside = beside.iter().filter_map(|&j| children.get(j));
            beside.any(|&other| class(other) == class(children[i]))
        };
        let has_date = |i: usize, n: NodeId| {
            let text = page.raw_text(n);
            page.subtree(n).any(|n| page.tag(n) == Tag::Time)
                || text.contains(char::is_numeric)
                    && is_alike(i)
                    && date::first_in(text, Order::DayFirst).is_some()
        };
        let stories = children.iter().copied().enumerate();
        let mut stories: Vec<NodeId> = stories
            .filter(|&(_, n)| page.raw_text(n).len() <= MAX_STORY_BYTES)
            .filter(|&(_, n)| page.subtree(n).len() <= STORY_NODES)
            .filter(|&(_, n)| page.subtree(n).any(|n| names_story(page, n)))
            .filter(|&(i, n)| has_date(i, n) && !self.contains_title(n))
            .map(|(_, n)| n)
            .collect();
        if stories.len() < STORIES {
            stories.clear();
        }
        stories
    }

    /// Returns the end of a section below a heading for other stories or comments: the next heading
    /// of its level, or the end of its parent.
    fn announced_end(&self, id: NodeId) -> Option<NodeId> {
        let page = self.page;
        let level = page.tag(id).heading_level()?;
        let is_below = self.title.is_some_and(|title| id > title);
        let text = page.raw_text(id);
        if !is_below || text.len() > MAX_LABEL_BYTES || self.contains_title(id) {
            return None;
        }
        let announces = matches!(
            announcement(text.trim()),
            Some(Purpose::Related | Purpose::Comments | Purpose::Advert)
        );
        let announces = announces || remarks(text.trim()).is(Remark::Related);
        let parent = page.parent(id).filter(|_| announces)?;
        let mut after = page.children(parent).filter(|&n| n > id);
        let next = after.find(|&n| {
            let next = page.tag(n).heading_level();
            next.is_some_and(|next| next <= level)
        });
        Some(next.unwrap_or(page.end(parent)))
    }
}

/// Returns whether a link leads to another page.
fn links_elsewhere(page: &Page, id: NodeId) -> bool {
    let link = page.attr(id, Attr::Href);
    link.is_some_and(|link| !link.starts_with('#') && !url::same_page(link, page.url()))
}

/// Returns whether an element is a link to another page with the words of a sentence.
fn names_story(page: &Page, id: NodeId) -> bool {
    page.tag(id) == Tag::A
        && links_elsewhere(page, id)
        && tokens(page.raw_text(id)).count() >= STORY_WORDS
}

/// Returns whether an element's class names refer to an author.
pub(super) fn names_author(page: &Page, id: NodeId) -> bool {
    page.attr(id, Attr::Class).is_some_and(|class| {
        let mut names = class.split_ascii_whitespace().take(MAX_NAMES);
        names.any(|name| words_of_name(name).any(|word| List::AuthorClass.has(&word)))
    })
}

/// Returns the content that class names stand for.
fn held(class: &str) -> Option<Held> {
    if is_post(class) {
        return Some(Held::Quotation);
    }
    let names = class.split_ascii_whitespace().take(MAX_NAMES);
    let mut words = names.flat_map(words_of_name);
    words.find_map(|word| {
        let kinds = [
            (List::QuotedClass, Held::Quotation),
            (List::EmbedClass, Held::Embed),
            (List::CaptionClass, Held::Caption),
        ];
        let mut kinds = kinds.into_iter();
        kinds.find_map(|(list, held)| list.has(&word).then_some(held))
    })
}

/// Returns whether microdata declare an element the article's author or date.
fn declares_fact(page: &Page, id: NodeId) -> bool {
    microdata(page, id, Attr::Itemprop, |word| {
        matches!(
            word,
            "author" | "creator" | "datepublished" | "datecreated" | "datemodified"
        )
    })
}

/// Returns whether an element holds a frame, a quotation or a link to another site.
fn holds_other_site(page: &Page, id: NodeId) -> bool {
    page.descendants(id).any(|n| match page.tag(n) {
        Tag::Iframe | Tag::Blockquote => true,
        Tag::A => page
            .attr(n, Attr::Href)
            .is_some_and(|link| url::leads_away(page.url(), link)),
        _ => false,
    })
}

/// Returns whether an element is near an image, a video or a table, as captions are.
fn is_beside_image(page: &Page, id: NodeId) -> bool {
    let around = page.ancestors(id).take(CAPTION_LEVELS);
    let around = around.take_while(|&a| page.subtree(a).len() <= MAX_NODES);
    page.descendants(around.last().unwrap_or(id)).any(|n| {
        matches!(
            page.tag(n),
            Tag::Img | Tag::Picture | Tag::Video | Tag::Iframe | Tag::Svg | Tag::Table
        )
    })
}

/// Returns whether microdata declare an element a reply, a comment, an event or a product.
fn is_answer(page: &Page, id: NodeId) -> bool {
    microdata(page, id, Attr::Itemprop, |word| {
        List::OtherProperty.has(word)
    }) || microdata(page, id, Attr::Itemtype, |word| List::OtherType.has(word))
}

/// Returns whether microdata declare an element a reply or a comment. It may be an `article`, which
/// forums use for every post.
fn is_reply(page: &Page, id: NodeId) -> bool {
    microdata(page, id, Attr::Itemtype, |word| {
        matches!(word, "comment" | "answer")
    })
}

/// Returns whether a word of a microdata attribute, in lower case and without its URL, satisfies
/// `is`.
fn microdata(page: &Page, id: NodeId, attr: Attr, is: impl Fn(&str) -> bool) -> bool {
    page.attr(id, attr).is_some_and(|value| {
        let mut words = value.split_ascii_whitespace();
        words.any(|word| is(&lower_case::of(word.rsplit('/').next().unwrap_or(word))))
    })
}

/// Marks the text after a label for the last comment of a discussion; if the label is a verb, also
/// the text before it; if it is the whole line, also the next line.
fn mark_last_post(
    page: &Page,
    line: &VisibleLine<'_>,
    next: Option<&VisibleLine<'_>>,
    found: &mut NodeSet,
) {
    if line.text.len() > MAX_LABEL_BYTES * 2 {
        return;
    }
    let lower = lower_case::of(&line.text);
    let Some(label) = List::LastPost.beginning_in(&lower) else {
        return;
    };
    let texts = (line.first.0..=line.last.0).map(NodeId);
    let mut texts = texts.filter(|&n| page.is_text(n));
    let Some(start) = texts.find(|&n| lower_case::of(page.text(n)).contains(label)) else {
        return;
    };
    let text = page.text(start).trim_start();
    let begins = lower_case::of(text).starts_with(label);
    // The name is before the verb: "<b>Bo Lind</b> replied on 9 May".
    let is_verb = begins && text.starts_with(char::is_lowercase);
    let from = match begins {
        true if is_verb => line.first.0,
        true => start.0,
        false => start.0 + 1,
    };
    (from..=line.last.0).for_each(|n| found.insert(NodeId(n)));
    if is_verb {
        let around = page.ancestors(line.first);
        let inside = around.take_while(|&a| a != line.block);
        inside.for_each(|a| found.insert(a));
    }
    // The element that contains only the label and the text after it.
    let around = page.ancestors(start).take_while(|&a| {
        begins && a != page.body() && page.raw_text(a).trim().len() <= line.text.len()
    });
    around.for_each(|a| found.insert(a));
    let is_label = lower.trim_end_matches([':', ' ']).len() <= label.len() + LABEL_END;
    if let Some(next) = next.filter(|_| is_label) {
        (next.first.0..=next.last.0).for_each(|n| found.insert(NodeId(n)));
        found.insert_subtree(page, next.block);
    }
}

/// Maximum bytes of a word such as "by" or "from" at the end of a label.
const LABEL_END: usize = 6;
