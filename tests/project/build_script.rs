//! Every command of `build.sh` that fails ends it: bash goes on after a list of commands joined by `&&`
//! in which another than the last fails.

use std::fs;

/// Returns whether a command of a list is a test, whose failure is an answer.
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
        // A function that ends with a list ends as the list does.
        if before.trim_start() != "apt-get update -q" {
            let commands = before.rsplit("{ ").next().unwrap().split(" && ");
            let failing: Vec<_> = commands.filter(|command| !is_test(command)).collect();
            assert!(failing.is_empty(), "in \"{list}\": {failing:?}");
        }
        seen += 1;
    }
    assert!(seen > 10);
}
