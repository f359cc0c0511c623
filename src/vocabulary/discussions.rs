//! Words in the names of the parts of discussions.
//!
//! Only `discussion` uses these lists, so they aren't part of [`digest`](super::digest).

use std::ops::Deref;
use std::sync::OnceLock;

use super::{MAX_NAMES, entries, words_of_name};

const DISCUSSIONS: &str = uncommented!("discussions.txt");

/// Returns the words, each with its list. Cached because every name and every link of a page is
/// compared with them.
fn entries_by_list() -> impl Iterator<Item = (&'static str, &'static str)> {
    static ALL: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
    let all = ALL.get_or_init(|| entries(DISCUSSIONS).collect());
    all.iter().copied()
}

/// Roles of an element in a discussion, by its names. It can have several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DiscussionNames {
    pub(crate) author: bool,
    pub(crate) time: bool,
    pub(crate) body: bool,
    pub(crate) votes: bool,
    /// A signature, a badge, or a button.
    pub(crate) around: bool,
    pub(crate) comment: bool,
    /// A comment that is never the article.
    pub(crate) never_article: bool,
    /// The comment is by the article's author.
    pub(crate) owner: bool,
    /// A quotation of an earlier comment.
    pub(crate) quote: bool,
    /// Hidden by the page's style sheet.
    pub(crate) concealed: bool,
    /// An accepted answer.
    pub(crate) accepted: bool,
}

/// Returns the roles of an element by its class names or its id.
pub(crate) fn discussion_names(names: &str) -> DiscussionNames {
    let mut found = DiscussionNames::default();
    let mut is_comment = false;
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    for name in names.split_ascii_whitespace().take(MAX_NAMES) {
        let words: Vec<_> = words_of_name(name)
            .filter(|word| !is_number(word))
            .collect();
        if let Some(name) = Name::new(name, &words) {
            is_comment |= name.add_to(&mut found);
        }
    }
    // `status status-reply` is a reply, not a button.
    found.around &= !is_comment;
    found.body &= !found.time && !found.author;
    // A body is neither a quotation nor a button.
    found.quote &= !found.body;
    found.around &= !found.body;
    found.around |= found.concealed;
    found
}

/// A class name or an id with its words, except for numbers.
struct Name<'a, W> {
    name: &'a str,
    words: &'a [W],
    /// The word for the role: the one before `text` or `link`, otherwise the last.
    key: &'a str,
    last: &'a str,
    /// The text after `quote`, in the last word or in the one before it.
    quoted: Option<&'a str>,
}

impl<'a, W: Deref<Target = str>> Name<'a, W> {
    fn new(name: &'a str, words: &'a [W]) -> Option<Self> {
        let last = &**words.last()?;
        // `time-text` is a time, and `author-link` links to an author.
        let key = match words {
            [.., key, _] if matches!(last, "text" | "link") => &**key,
            _ => last,
        };
        // The body of a quotation: `quote-content`, `quotecontent`.
        let quoted = after(last, "quote").or(match words {
            [.., before, _] if matches!(&**before, "quote" | "quoted") => Some(last),
            _ => None,
        });
        Some(Self {
            name,
            words,
            key,
            last,
            quoted,
        })
    }

    /// Adds the roles of the name. Returns whether it is a single word for a comment.
    fn add_to(&self, found: &mut DiscussionNames) -> bool {
        let end = after_comment(self.last);
        let key_end = if self.key == self.last {
            end
        } else {
            after_comment(self.key)
        };
        let mut is_known = false;
        for (list, entry) in entries_by_list() {
            // `message-text` and `reply-link` are named after their subject.
            let (word, end) = match list {
                "body" | "around" => (self.last, end),
                _ => (self.key, key_end),
            };
            let is_last = entry == word || end == Some(entry);
            self.add(found, (list, entry), is_last);
            is_known |= is_last && ENDINGS.contains(&list);
        }
        let first = &*self.words[0];
        let begins = |list: &str| {
            let mut entries = entries_by_list();
            entries.any(|(known, entry)| known == list && entry == first)
        };
        found.author |= !is_known && begins("author");
        self.words.len() == 1 && !is_known && begins("comment")
    }

    /// Adds the role of a list entry if it matches the name.
    fn add(&self, found: &mut DiscussionNames, (list, entry): (&str, &str), is_last: bool) {
        let has_word = || self.words.iter().any(|word| **word == *entry);
        let is_whole = || self.name.eq_ignore_ascii_case(entry);
        match list {
            "author" => found.author |= is_last,
            "time" => found.time |= is_last,
            "body" if self.quoted == Some(entry) => found.quote = true,
            "body" => found.body |= is_last,
            "around" => found.around |= is_last,
            "quote" => found.quote |= is_last,
            "votes" => found.votes |= has_word(),
            "comment" => found.comment |= has_word(),
            "never-article" => found.never_article |= has_word(),
            "owner" => found.owner |= is_whole(),
            "concealed" => found.concealed |= is_whole(),
            "accepted" => found.accepted |= is_whole(),
            _ => {}
        }
    }
}

/// The lists of last words. In a name that ends with one of them, the first word doesn't count.
const ENDINGS: [&str; 4] = ["author", "time", "body", "around"];

/// Returns the rest of a word after a word for a comment: `author` for `postauthor`. A rest of less
/// than four letters is part of another word: `postage`.
fn after_comment(word: &str) -> Option<&str> {
    let mut known = entries_by_list().filter(|(list, _)| *list == "comment");
    known.find_map(|(_, known)| after(word, known).filter(|rest| rest.len() > 3))
}

fn after<'a>(word: &'a str, known: &str) -> Option<&'a str> {
    word.strip_prefix(known).filter(|rest| !rest.is_empty())
}

/// Returns whether a URL path is that of a profile: `/users/12/ann`, `/@ann`, `/~ann`.
pub(crate) fn leads_to_profile(path: &str) -> bool {
    let mut parts = path.split('/').filter(|part| !part.is_empty()).take(2);
    parts.any(|part| part.starts_with(['@', '~']) || is_listed("people", part))
}

/// Returns whether a URL path is that of a discussion: `/threads/ferries.12`, `/viewtopic.php`.
pub(crate) fn leads_to_discussion(path: &str) -> bool {
    path.split('/').any(|part| is_listed("address", part))
}

/// Returns whether a part of a path, without its extension, is a word of a list.
fn is_listed(list: &str, part: &str) -> bool {
    let word = part.split(['.', '?']).next().unwrap_or(part);
    entries_by_list().any(|(of, entry)| of == list && word.eq_ignore_ascii_case(entry))
}

/// Words in class names and other attributes for the speakers in a chat with a language model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Roles(u64);

/// The lists of words for the user and for the model. The first list of each contains names.
const SPEAKERS: [[&str; 2]; 2] = [["asks", "asked"], ["answers", "answered"]];

impl Roles {
    /// Returns the words in a list of class names.
    pub(crate) fn of(names: &str) -> Self {
        let mut bits = 0;
        for name in names.split_ascii_whitespace() {
            for word in words_of_name(name) {
                let mut known = speakers().iter();
                bits |= known
                    .position(|known| known.1 == word)
                    .map_or(0, |at| 1 << at);
            }
        }
        Self(bits)
    }

    /// Returns the words that are in either set.
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the words that are in both sets.
    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the words that aren't in the other set.
    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether there are words for the user and for the model.
    pub(crate) fn speak(self) -> [bool; 2] {
        let has_word = |lists: [&str; 2]| self.words().any(|(list, _)| lists.contains(&list));
        SPEAKERS.map(has_word)
    }

    /// Returns the first name for the user, or for the model.
    pub(crate) fn name(self, is_model: bool) -> Option<&'static str> {
        let named = SPEAKERS[usize::from(is_model)][0];
        let mut words = self.words();
        words.find(|&(list, _)| list == named).map(|(_, word)| word)
    }

    fn words(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let end = u64::BITS - self.0.leading_zeros();
        let all = speakers()[..end as usize].iter().enumerate();
        all.filter(move |(at, _)| self.0 >> at & 1 == 1)
            .map(|(_, &word)| word)
    }
}

/// Returns the words for speakers, fewer than 64, each with its list. Cached because every element
/// of a page is compared with them.
fn speakers() -> &'static [(&'static str, &'static str)] {
    static ALL: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
    ALL.get_or_init(|| {
        entries_by_list()
            .filter(|(list, _)| SPEAKERS.iter().any(|lists| lists.contains(list)))
            .collect()
    })
}

/// Returns whether one of the first two words is a word for an edit: "Last edited:".
pub(crate) fn names_edit<'a>(words: impl Iterator<Item = &'a str>) -> bool {
    let is_one = |word: &str| {
        let word = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        entries_by_list().any(|(list, entry)| list == "edited" && entry == word)
    };
    words.take(2).any(is_one)
}

/// Returns whether a label refers to the user in a chat with a language model: "You said:".
pub(crate) fn names_asker(label: &str) -> bool {
    let mut words = label.split(|c: char| !c.is_alphanumeric());
    let first = words
        .find(|word| !word.is_empty())
        .unwrap_or_default()
        .to_lowercase();
    entries_by_list().any(|(list, entry)| matches!(list, "asks" | "you") && entry == first)
}

/// Returns the name in a label, and whether a verb follows it: "You" for "You said:".
pub(crate) fn speaker(label: &str) -> (&str, bool) {
    let label = label.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：' | '-'));
    let is_verb = |word: &str| {
        let word = word.to_lowercase();
        entries_by_list().any(|(list, entry)| list == "says" && entry == word)
    };
    let mut end = 0;
    for word in label.split_inclusive(' ') {
        if is_verb(word.trim_end()) {
            return (label[..end].trim_end(), true);
        }
        end += word.len();
    }
    (label, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comment_parts_are_recognized_by_class_names() {
        assert!(discussion_names("comment-author vcard").author);
        assert!(discussion_names("user-details").author);
        assert!(!discussion_names("user-action-time").author);
        assert!(discussion_names("user-action-time").time);
        assert!(discussion_names("message-body").body);
        assert!(discussion_names("js-vote-count").votes);
        assert!(discussion_names("comment even thread-even").comment);
        assert!(discussion_names("byPostAuthor").owner);
        assert!(discussion_names("author-badge").around);
        assert!(discussion_names("postauthor").author);
        assert!(!discussion_names("postage").time);
        assert!(discussion_names("ActivityHeader-module__AuthorLink").author);
        assert!(!discussion_names("reply-link").around);
        assert!(discussion_names("status-reply").around);
        assert!(!discussion_names("status status-reply").around);
        let quoted = discussion_names("quotecontent");
        assert!(quoted.quote && !quoted.body);
        assert_eq!(discussion_names("column"), DiscussionNames::default());
    }

    #[test]
    fn chat_speakers_are_recognized_by_class_names() {
        let speak = |names: &str| Roles::of(names).speak();
        assert_eq!(speak("group/user-message flex"), [true, false]);
        assert_eq!(speak("font-claude-response"), [false, true]);
        assert_eq!(speak("ModelPicker user"), [true, true]);
        assert_eq!(speak("question answer"), [false, false]);
        let both = Roles::of("chat-assistant response");
        assert_eq!(both.name(true), Some("assistant"));
        assert_eq!(both.without(Roles::of("assistant")).name(true), None);
        assert_eq!(both.and(Roles::of("model")), Roles::default());
        assert_eq!(both.or(Roles::of("model")).name(true), Some("assistant"));
    }

    #[test]
    fn edit_notices_are_recognized() {
        assert!(names_edit("Last edited: 3 May".split(' ')));
        assert!(!names_edit("Ann was edited out".split(' ')));
    }

    #[test]
    fn speaker_labels_are_recognized() {
        assert!(names_asker("You said:") && names_asker("Sie sagten") && names_asker("User"));
        assert!(!names_asker("ChatGPT said:") && !names_asker(""));
        assert_eq!(speaker("ChatGPT said:"), ("ChatGPT", true));
        assert_eq!(speaker("Vous avez dit :"), ("Vous", true));
        assert_eq!(speaker("GPT-4o"), ("GPT-4o", false));
        assert_eq!(speaker("あなた："), ("あなた", false));
    }

    #[test]
    fn profile_paths_are_recognized() {
        for path in ["/users/12/ann", "/@ann", "/u/ann", "/user.php", "/~ann"] {
            assert!(leads_to_profile(path), "{path}");
        }
        for path in ["/", "/news/users-of-ferries", "/a/b/users"] {
            assert!(!leads_to_profile(path), "{path}");
        }
    }

    #[test]
    fn discussion_paths_are_recognized() {
        for path in [
            "/threads/ferries.12/",
            "/forum/viewtopic.php",
            "/questions/7/when",
        ] {
            assert!(leads_to_discussion(path), "{path}");
        }
        for path in [
            "/",
            "/forum/ferries/",
            "/topics/ferries",
            "/a-question-of-ferries",
        ] {
            assert!(!leads_to_discussion(path), "{path}");
        }
    }
}
