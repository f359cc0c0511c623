//! The sections of the lists, named after purposes.

/// The purpose of a part of a page, other than the article's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Comments,
    Sharing,
    Related,
    Advert,
    Navigation,
    Byline,
    Overlay,
    Frame,
    OtherColumn,
    Form,
}

impl Purpose {
    pub(super) const ALL: [Self; 10] = [
        Self::Comments,
        Self::Sharing,
        Self::Related,
        Self::Advert,
        Self::Navigation,
        Self::Byline,
        Self::Overlay,
        Self::Frame,
        Self::OtherColumn,
        Self::Form,
    ];

    /// Returns its name in the lists.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Comments => "comments",
            Self::Sharing => "sharing",
            Self::Related => "related",
            Self::Advert => "advert",
            Self::Navigation => "navigation",
            Self::Byline => "byline",
            Self::Overlay => "overlay",
            Self::Frame => "frame",
            Self::OtherColumn => "other-column",
            Self::Form => "form",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|purpose| purpose.name() == name)
    }
}

/// Returns the words of a file in order, each with the name of its section, which is empty before
/// the first name.
pub(super) fn entries(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut name = "";
    file.lines().filter_map(move |line| {
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        if let Some(begun) = line.strip_prefix('[') {
            name = begun.trim_end_matches(']');
            return None;
        }
        let quoted = line.strip_prefix('"').and_then(|l| l.strip_suffix('"'));
        Some((name, quoted.unwrap_or(line)))
    })
}

/// Returns the words of a list in order, each with the purpose of its section; `None` if the name
/// isn't a purpose, which a test excludes.
pub(super) fn words(list: &'static str) -> impl Iterator<Item = (Option<Purpose>, &'static str)> {
    let (mut last, mut purpose) = ("", None);
    entries(list).map(move |(name, word)| {
        if name != last {
            (last, purpose) = (name, Purpose::from_name(name));
        }
        (purpose, word)
    })
}
