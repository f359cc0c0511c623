//! `build.sh` ends if any of its commands fails. Bash continues after a list of commands joined by
//! `&&` if another command than the last fails.

use std::fs;

/// Returns whether a command of a list is a condition, which may fail.
fn is_test(command: &str) -> bool {
    ["[[ ", "step ", "command -v ", "need_package "]
        .iter()
        .any(|begins| command.trim_start().starts_with(begins))
}

#[test]
fn only_the_last_command_of_a_list_can_fail() {
    let script = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/build.sh")).unwrap();
    let lists = script.lines().filter(|line| line.contains(" && "));
    let mut seen = 0;
    for list in lists {
        let list = list.rsplit("; do ").next().unwrap();
        let (before, _) = list.rsplit_once(" && ").unwrap();
        // A function that ends with a list returns the list's exit code.
        if before.trim_start() != "apt-get update -q" {
            let commands = before.rsplit("{ ").next().unwrap().split(" && ");
            let failing: Vec<_> = commands.filter(|command| !is_test(command)).collect();
            assert!(failing.is_empty(), "in \"{list}\": {failing:?}");
        }
        seen += 1;
    }
    assert!(seen > 10);
}
