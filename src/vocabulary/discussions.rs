//! Words in the names of the parts of a discussion.
//!
//! Only `discussion` reads these lists, so they are no part of [`digest`](super::digest).

use std::sync::OnceLock;

use super::{MOST_NAMES, entries, words_of_name};

const DISCUSSIONS: &str = uncommented!("discussions.txt");

/// Returns the words, each with its list. They are asked for with every name and every link of a page.
fn listed() -> impl Iterator<Item = (&'static str, &'static str)> {
    static ALL: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
    let all = ALL.get_or_init(|| entries(DISCUSSIONS).collect());
    all.iter().copied()
}

/// What the names of an element say that it is in a discussion. An element may be several at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DiscussionNames {
    /// Who writes.
    pub(crate) author: bool,
    /// When.
    pub(crate) time: bool,
    /// What is said.
    pub(crate) body: bool,
    /// What is counted for a contribution.
    pub(crate) votes: bool,
    /// Signatures, badges, buttons.
    pub(crate) around: bool,
    /// A contribution.
    pub(crate) contribution: bool,
    /// A contribution, and never the article.
    pub(crate) comment: bool,
    /// The author of the article writes.
    pub(crate) owner: bool,
    /// A quotation of what was said earlier.
    pub(crate) quote: bool,
    /// Nothing of it is shown.
    pub(crate) concealed: bool,
    /// An answer that was accepted.
    pub(crate) accepted: bool,
}

/// Returns what class names or an id say.
pub(crate) fn discussion_names(names: &str) -> DiscussionNames {
    let mut said = DiscussionNames::default();
    let mut is_whole = false;
    for name in names.split_ascii_whitespace().take(MOST_NAMES) {
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let parts: Vec<_> = words_of_name(name)
            .filter(|word| !is_number(word))
            .collect();
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
            continue;
        };
        // `time-text` is a time, and `author-link` leads to an author.
        let key = match &parts[..] {
            [.., key, _] if matches!(&**last, "text" | "link") => key,
            _ => last,
        };
        let end = after_contribution(last);
        let key_end = if key == last {
            end
        } else {
            after_contribution(key)
        };
        // What is said in a quotation: `quote-content`, `quotecontent`.
        let quoted = after(last, "quote").or(match &parts[..] {
            [.., before, _] if matches!(&**before, "quote" | "quoted") => Some(&**last),
            _ => None,
        });
        let mut ends = false;
        for (list, entry) in listed() {
            // What `message-text` and `reply-link` are is not what they are about.
            let (word, end) = match list {
                "body" | "around" => (last, end),
                _ => (key, key_end),
            };
            let is_last = entry == word || end == Some(entry);
            match list {
                "author" => said.author |= is_last,
                "time" => said.time |= is_last,
                "body" if quoted == Some(entry) => said.quote = true,
                "body" => said.body |= is_last,
                "around" => said.around |= is_last,
                "quote" => said.quote |= is_last,
                "votes" => said.votes |= parts.iter().any(|part| entry == part),
                "contribution" => said.contribution |= parts.iter().any(|part| entry == part),
                "comment" => said.comment |= parts.iter().any(|part| entry == part),
                "owner" => said.owner |= name.eq_ignore_ascii_case(entry),
                "concealed" => said.concealed |= name.eq_ignore_ascii_case(entry),
                "accepted" => said.accepted |= name.eq_ignore_ascii_case(entry),
                _ => continue,
            }
            ends |= is_last
                && !matches!(
                    list,
                    "votes"
                        | "contribution"
                        | "comment"
                        | "owner"
                        | "quote"
                        | "accepted"
                        | "concealed"
                );
        }
        let is_author = |(list, entry): (&str, &str)| list == "author" && entry == first;
        said.author |= !ends && listed().any(is_author);
        let is_contribution =
            |(list, entry): (&str, &str)| list == "contribution" && entry == first;
        is_whole |= parts.len() == 1 && !ends && listed().any(is_contribution);
    }
    // `status status-reply` is one that answers, and no button.
    said.around &= !is_whole;
    said.body &= !said.time && !said.author;
    // What is said is no quotation, and no button.
    said.quote &= !said.body;
    said.around &= !said.body;
    said.around |= said.concealed;
    said
}

/// Returns what a word has after that for a contribution: `author` of `postauthor`. Less than four letters
/// are the end of another word: `postage`.
fn after_contribution(word: &str) -> Option<&str> {
    let mut known = listed().filter(|(list, _)| *list == "contribution");
    known.find_map(|(_, known)| after(word, known).filter(|rest| rest.len() > 3))
}

fn after<'a>(word: &'a str, known: &str) -> Option<&'a str> {
    word.strip_prefix(known).filter(|rest| !rest.is_empty())
}

/// Returns whether a path leads to somebody: `/users/12/ann`, `/@ann`, `/~ann`.
pub(crate) fn leads_to_person(path: &str) -> bool {
    let mut parts = path.split('/').filter(|part| !part.is_empty()).take(2);
    parts.any(|part| part.starts_with(['@', '~']) || is_listed("people", part))
}

/// Returns whether a path is one of a discussion: `/threads/ferries.12`, `/viewtopic.php`.
pub(crate) fn leads_to_discussion(path: &str) -> bool {
    path.split('/').any(|part| is_listed("address", part))
}

/// Returns whether a part of a path is a word of a list, whatever its ending.
fn is_listed(list: &str, part: &str) -> bool {
    let word = part.split(['.', '?']).next().unwrap_or(part);
    listed().any(|(of, entry)| of == list && word.eq_ignore_ascii_case(entry))
}

/// Who speaks in a chat with a model, as the names of its parts say it: the words that are in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Roles(u64);

/// The lists of words that say who speaks: for whoever asks, and for the model. The first of each
/// names somebody.
const SPEAKERS: [[&str; 2]; 2] = [["asks", "asked"], ["answers", "answered"]];

impl Roles {
    /// Returns what names say.
    pub(crate) fn of(names: &str) -> Self {
        let mut said = 0;
        for name in names.split_ascii_whitespace() {
            for word in words_of_name(name) {
                let mut known = speakers();
                said |= known
                    .position(|known| known.1 == word)
                    .map_or(0, |at| 1 << at);
            }
        }
        Self(said)
    }

    /// Returns what either says.
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns what both say.
    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns what the other does not say.
    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether whoever asks, and whether the model, is said to speak.
    pub(crate) fn speak(self) -> [bool; 2] {
        let says = |lists: [&str; 2]| self.words().any(|(list, _)| lists.contains(&list));
        SPEAKERS.map(says)
    }

    /// Returns the first word that names the person, or the model.
    pub(crate) fn name(self, is_model: bool) -> Option<&'static str> {
        let named = SPEAKERS[usize::from(is_model)][0];
        let mut words = self.words();
        words.find(|&(list, _)| list == named).map(|(_, word)| word)
    }

    fn words(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let all = speakers().enumerate();
        all.filter(move |(at, _)| self.0 >> at & 1 == 1)
            .map(|(_, word)| word)
    }
}

/// Returns the words that say who speaks, fewer than 64, each after its list.
fn speakers() -> impl Iterator<Item = (&'static str, &'static str)> {
    listed().filter(|(list, _)| SPEAKERS.iter().any(|lists| lists.contains(list)))
}

/// Returns whether one of the first two words says that something was changed: "Last edited:".
pub(crate) fn names_edit<'a>(words: impl Iterator<Item = &'a str>) -> bool {
    let is_one = |word: &str| {
        let word = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        listed().any(|(list, entry)| list == "edited" && entry == word)
    };
    words.take(2).any(is_one)
}

/// Returns whether a label names the person who asks a model: "You said:".
pub(crate) fn names_asker(label: &str) -> bool {
    let mut words = label.split(|c: char| !c.is_alphanumeric());
    let first = words
        .find(|word| !word.is_empty())
        .unwrap_or_default()
        .to_lowercase();
    listed().any(|(list, entry)| matches!(list, "asks" | "you") && entry == first)
}

/// Returns the name in a label, and whether words behind it say that somebody speaks: "You" of "You said:".
pub(crate) fn speaker(label: &str) -> (&str, bool) {
    let label = label.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：' | '-'));
    let says = |word: &str| {
        let word = word.to_lowercase();
        listed().any(|(list, entry)| list == "says" && entry == word)
    };
    let mut end = 0;
    for word in label.split_inclusive(' ') {
        if says(word.trim_end()) {
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
    fn names_say_what_is_part_of_a_discussion() {
        assert!(discussion_names("comment-author vcard").author);
        assert!(discussion_names("user-details").author);
        assert!(!discussion_names("user-action-time").author);
        assert!(discussion_names("user-action-time").time);
        assert!(discussion_names("message-body").body);
        assert!(discussion_names("js-vote-count").votes);
        assert!(discussion_names("comment even thread-even").contribution);
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
    fn names_say_who_speaks_in_a_chat() {
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
    fn words_say_that_something_was_changed() {
        assert!(names_edit("Last edited: 3 May".split(' ')));
        assert!(!names_edit("Ann was edited out".split(' ')));
    }

    #[test]
    fn labels_name_who_speaks() {
        assert!(names_asker("You said:") && names_asker("Sie sagten") && names_asker("User"));
        assert!(!names_asker("ChatGPT said:") && !names_asker(""));
        assert_eq!(speaker("ChatGPT said:"), ("ChatGPT", true));
        assert_eq!(speaker("Vous avez dit :"), ("Vous", true));
        assert_eq!(speaker("GPT-4o"), ("GPT-4o", false));
        assert_eq!(speaker("あなた："), ("あなた", false));
    }

    #[test]
    fn paths_lead_to_people() {
        for path in ["/users/12/ann", "/@ann", "/u/ann", "/user.php", "/~ann"] {
            assert!(leads_to_person(path), "{path}");
        }
        for path in ["/", "/news/users-of-ferries", "/a/b/users"] {
            assert!(!leads_to_person(path), "{path}");
        }
    }

    #[test]
    fn paths_are_of_discussions() {
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
