//! Parsers of metadata, for fuzzing.

use super::date::{Date, Order};
use super::{clean, date, doi, json, json_ld, language, name, path_date};
use crate::fuzzing::{Target, halves, lossy};

pub(crate) const TARGETS: &[Target] = &[
    ("dates", |bytes| {
        let text = lossy(bytes);
        for order in [Order::DayFirst, Order::MonthFirst] {
            date::all_in(&text, order);
            let _ = Date::from_value(&text, order);
        }
        path_date::path_date(&text);
    }),
    ("dois", |bytes| {
        doi::name(&lossy(bytes));
    }),
    ("facts", |bytes| {
        let text = lossy(bytes);
        clean::clean(&text);
        clean::compact(&text);
    }),
    ("json", |bytes| {
        json::read(&lossy(bytes));
    }),
    ("json-ld", |bytes| {
        let text = lossy(bytes);
        json_ld::work(&[&text], &["https://example.org/a"], Some("The ferry"));
    }),
    ("languages", |bytes| {
        let (tag, text) = halves(bytes);
        language::of_part(Some(&tag), true, &text);
        language::of_part(None, false, &text);
        language::is_rtl(&tag);
    }),
    ("names", |bytes| {
        let text = lossy(bytes);
        for visible in [false, true] {
            name::names(&text, visible);
            name::without_prefix(&text, visible);
        }
        name::in_reading_order(&text);
        name::is_name(&text);
    }),
];
