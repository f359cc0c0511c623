//! Creates a release: updates version and changelog, and creates commit and tag.
//!
//! Everything happens in a clone and is fetched as one commit, so that no partial state remains.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Result;
use crate::tools::run;

/// A place of the version: a file, the text right before the version, and the number of
/// occurrences. Files in missing folders are skipped.
struct Place {
    file: &'static str,
    before: &'static str,
    times: usize,
}

const PLACES: [Place; 9] = [
    Place {
        file: "Cargo.toml",
        before: "name = \"pith-reader\"\nversion = \"",
        times: 1,
    },
    Place {
        file: "Cargo.lock",
        before: "name = \"pith-reader\"\nversion = \"",
        times: 1,
    },
    Place {
        file: "fuzz/Cargo.lock",
        before: "name = \"pith-reader\"\nversion = \"",
        times: 1,
    },
    Place {
        file: "package.json",
        before: "\"version\": \"",
        times: 1,
    },
    // One for the folder, and one for the package in it.
    Place {
        file: "package-lock.json",
        before: "\"version\": \"",
        times: 2,
    },
    Place {
        file: "packages/python/Cargo.toml",
        before: "name = \"pith-reader-python\"\nversion = \"",
        times: 1,
    },
    Place {
        file: "packages/python/pyproject.toml",
        before: "name = \"pith-reader\"\nversion = \"",
        times: 1,
    },
    Place {
        file: "packages/python/Cargo.lock",
        before: "name = \"pith-reader\"\nversion = \"",
        times: 1,
    },
    Place {
        file: "packages/python/Cargo.lock",
        before: "name = \"pith-reader-python\"\nversion = \"",
        times: 1,
    },
];

const CHANGELOG: &str = "CHANGELOG.md";
const UNRELEASED: &str = "## Unreleased\n";

/// A version as `X.Y.Z`.
type Version = [u64; 3];

fn version(text: &str) -> Option<Version> {
    let part = |part: &str| {
        let number: u64 = part.parse().ok()?;
        (number.to_string() == part).then_some(number)
    };
    let parts: Vec<u64> = text.split('.').map(part).collect::<Option<_>>()?;
    parts.try_into().ok()
}

/// Creates a commit and a tag for a version in the repository at `root`, on `date`, such as
/// `2027-01-31`. A dry run creates and shows them in a clone below `scratch`, and lists blockers.
pub(crate) fn release(
    root: &Path,
    scratch: &Path,
    next: &str,
    date: &str,
    is_dry_run: bool,
) -> Result<()> {
    let blockers = blockers(root, next)?;
    if let (false, Some(first)) = (is_dry_run, blockers.first()) {
        return Err(first.clone().into());
    }
    if scratch.exists() {
        fs::remove_dir_all(scratch)?;
    }
    let (from, to) = (root.display().to_string(), scratch.display().to_string());
    git(root, &["clone", "--quiet", &from, &to])?;
    rewrite(scratch, next, date)?;
    let name = setting(root, "user.name", is_dry_run)?;
    let email = setting(root, "user.email", is_dry_run)?;
    let tag = format!("v{next}");
    let title = format!("Release {next}");
    let in_clone = |args: &[&str]| git(scratch, &[&["-c", &name, "-c", &email], args].concat());
    in_clone(&["commit", "--quiet", "--all", "--message", &title])?;
    in_clone(&[
        "tag",
        "--annotate",
        "--message",
        &format!("Pith {next}"),
        &tag,
    ])?;
    println!(
        "{}",
        in_clone(&["show", "--stat", "--format=%s", "HEAD"])?.trim_end()
    );
    if !is_dry_run {
        let tags = format!("refs/tags/{tag}:refs/tags/{tag}");
        git(root, &["fetch", "--quiet", &to, "HEAD", &tags])?;
        git(root, &["merge", "--quiet", "--ff-only", "FETCH_HEAD"])?;
        println!("Created the commit and the tag {tag}. Publish them with git push --follow-tags.");
    }
    fs::remove_dir_all(scratch)?;
    for hindrance in blockers {
        println!("Blocker: {hindrance}");
    }
    Ok(())
}

/// Returns the blockers of a release from the repository in its current state, as messages. The
/// error is a blocker that can't be fixed in the repository.
fn blockers(root: &Path, next: &str) -> Result<Vec<String>> {
    let number = version(next).ok_or_else(|| {
        format!("{next:?} is not a valid version: use three numbers, such as 1.2.3.")
    })?;
    let mut found = Vec::new();
    if !git(root, &["status", "--porcelain"])?.trim().is_empty() {
        found.push("There are uncommitted changes: commit or revert them.".into());
    }
    let tags = git(root, &["tag", "--list", "v*"])?;
    let released = tags
        .lines()
        .filter_map(|tag| version(tag.strip_prefix('v')?));
    if let Some(last) = released.max().filter(|last| *last >= number) {
        let [major, minor, patch] = last;
        return Err(format!(
            "Version {major}.{minor}.{patch} is already released: {next} must be higher."
        )
        .into());
    }
    let current = current(root)?;
    if version(&current).is_none_or(|current| current > number) {
        return Err(format!("The version is already {current}: {next} is lower.").into());
    }
    let changelog = fs::read_to_string(root.join(CHANGELOG))?;
    if !has_changes(unreleased(&changelog)?) {
        found.push(format!(
            "{CHANGELOG} has nothing under Unreleased: describe the changes."
        ));
    }
    Ok(found)
}

/// Returns the version in `Cargo.toml`; the error names a file with a different one.
pub(crate) fn current(root: &Path) -> Result<String> {
    let [first, ..] = &PLACES;
    let manifest = fs::read_to_string(root.join(first.file))?;
    let rest = manifest.split(first.before).nth(1);
    let current = rest.and_then(|rest| rest.split('"').next());
    let current = current.ok_or("Cargo.toml has no version")?;
    rewritten_files(root, current, current)?;
    Ok(current.to_owned())
}

/// Returns the contents of the files that contain the version, with the new one.
fn rewritten_files(root: &Path, from: &str, to: &str) -> Result<Vec<(&'static str, String)>> {
    let mut files: Vec<(&str, String)> = Vec::new();
    for Place {
        file,
        before,
        times,
    } in &PLACES
    {
        let path = root.join(file);
        if !path.parent().is_some_and(Path::exists) {
            continue;
        }
        // A file may contain it in several places.
        let mut text = match files.pop_if(|(last, _)| last == file) {
            Some((_, text)) => text,
            None => fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?,
        };
        let mut at = 0;
        for _ in 0..*times {
            let found = text[at..].find(before);
            at += found.ok_or_else(|| format!("{file} has no version after {before:?}"))?;
            at += before.len();
            let old = text[at..].split('"').next().unwrap_or_default().to_owned();
            if old != from {
                return Err(format!("{file} has version {old}, but Cargo.toml has {from}").into());
            }
            text.replace_range(at..at + old.len(), to);
        }
        files.push((*file, text));
    }
    Ok(files)
}

fn rewrite(root: &Path, next: &str, date: &str) -> Result<()> {
    for (file, text) in rewritten_files(root, &current(root)?, next)? {
        fs::write(root.join(file), text)?;
    }
    let changelog = fs::read_to_string(root.join(CHANGELOG))?;
    unreleased(&changelog)?;
    let heading = format!("{UNRELEASED}\n## {next} – {date}\n");
    fs::write(
        root.join(CHANGELOG),
        changelog.replacen(UNRELEASED, &heading, 1),
    )?;
    Ok(())
}

/// Returns the text under Unreleased in the changelog.
fn unreleased(changelog: &str) -> Result<&str> {
    let (_, rest) = changelog
        .split_once(UNRELEASED)
        .ok_or_else(|| format!("{CHANGELOG} has no heading {:?}", UNRELEASED.trim_end()))?;
    Ok(rest.split("\n## ").next().unwrap_or(rest))
}

fn has_changes(section: &str) -> bool {
    section.lines().any(|line| line.starts_with("- "))
}

/// Returns a git setting as a command-line argument. A dry run doesn't require it.
fn setting(root: &Path, name: &str, is_dry_run: bool) -> Result<String> {
    match git(root, &["config", name]) {
        Ok(value) => Ok(format!("{name}={}", value.trim_end())),
        Err(_) if is_dry_run => Ok(format!("{name}=rehearsal")),
        Err(_) => Err(format!("git has no author: set it with git config {name} ...").into()),
    }
}

fn git(folder: &Path, args: &[&str]) -> Result<String> {
    let mut command = Command::new("git");
    command
        .arg("-C")
        .arg(folder)
        .args(args)
        .stdout(Stdio::piped());
    Ok(String::from_utf8(run(&mut command)?)?)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::{env, process};

    use super::*;

    /// A small repository with all files that contain the version, deleted on drop.
    struct Repository(PathBuf);

    impl Repository {
        fn new(name: &str, changes: &str) -> Self {
            let root = env::temp_dir().join(format!("pith-release-{name}-{}", process::id()));
            let own = Self(root);
            fs::create_dir_all(own.0.join("tree/fuzz")).unwrap();
            let crate_ = "[package]\nname = \"pith-reader\"\nversion = \"0.1.0\"\n";
            let package = "{\n  \"name\": \"pith\",\n  \"version\": \"0.1.0\"";
            for (file, text) in [
                ("Cargo.toml", crate_),
                ("Cargo.lock", crate_),
                ("fuzz/Cargo.lock", crate_),
                ("package.json", package),
                ("package-lock.json", &format!("{package},\n{package}")),
                (
                    CHANGELOG,
                    &format!("# Changelog\n\n{UNRELEASED}\n{changes}"),
                ),
            ] {
                fs::write(own.tree().join(file), text).unwrap();
            }
            own.git(&["init", "--quiet"]);
            own.git(&["config", "user.name", "A"]);
            own.git(&["config", "user.email", "a@example.org"]);
            own.git(&["add", "--all"]);
            own.git(&["commit", "--quiet", "--message", "First"]);
            own
        }

        fn tree(&self) -> PathBuf {
            self.0.join("tree")
        }

        fn git(&self, args: &[&str]) -> String {
            git(&self.tree(), args).unwrap()
        }

        fn release(&self, next: &str, is_dry_run: bool) -> std::result::Result<(), String> {
            let scratch = self.0.join("scratch");
            release(&self.tree(), &scratch, next, "2027-01-31", is_dry_run)
                .map_err(|error| error.to_string())
        }

        fn read(&self, file: &str) -> String {
            fs::read_to_string(self.tree().join(file)).unwrap()
        }
    }

    impl Drop for Repository {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    const CHANGES: &str = "### Added\n\n- A thing.\n";

    #[test]
    fn a_release_is_one_commit_with_a_tag() {
        let repository = Repository::new("one", CHANGES);
        repository.release("0.1.0", false).unwrap();
        repository.git(&["rev-parse", "v0.1.0"]);
        let log = repository.read(CHANGELOG);
        assert!(log.contains("## Unreleased\n\n## 0.1.0 – 2027-01-31\n\n### Added"));
        let next = log.replacen(UNRELEASED, &format!("{UNRELEASED}\n{CHANGES}"), 1);
        fs::write(repository.tree().join(CHANGELOG), next).unwrap();
        repository.git(&["commit", "--quiet", "--all", "--message", "More"]);
        repository.release("0.2.0", false).unwrap();
        assert_eq!(current(&repository.tree()).unwrap(), "0.2.0");
        assert_eq!(
            repository
                .read("package-lock.json")
                .matches("0.2.0")
                .count(),
            2
        );
        let subject = repository.git(&["log", "-1", "--format=%s %D"]);
        assert!(subject.starts_with("Release 0.2.0"), "{subject}");
        assert!(subject.contains("tag: v0.2.0"), "{subject}");
        assert_eq!(repository.git(&["status", "--porcelain"]), "");
    }

    #[test]
    fn dry_run_changes_nothing() {
        let repository = Repository::new("rehearsal", "");
        fs::write(repository.tree().join("new"), "").unwrap();
        repository.release("0.2.0", true).unwrap();
        assert_eq!(current(&repository.tree()).unwrap(), "0.1.0");
        assert_eq!(repository.git(&["tag"]), "");
        assert_eq!(repository.git(&["log", "--format=%s"]), "First\n");
        assert!(!repository.0.join("scratch").exists());
    }

    #[test]
    fn invalid_releases_are_rejected_without_changes() {
        let repository = Repository::new("refused", CHANGES);
        repository.git(&["tag", "v0.2.0"]);
        for (next, reason) in [
            ("1.0", "not a valid version"),
            ("v1.0.0", "not a valid version"),
            ("01.0.0", "not a valid version"),
            ("1.0.0-beta", "not a valid version"),
            ("0.0.9", "higher"),
            ("0.2.0", "already released"),
        ] {
            let error = repository.release(next, false).unwrap_err();
            assert!(error.contains(reason), "{next}: {error}");
            // The state of the files doesn't matter.
            assert!(repository.release(next, true).is_err(), "{next}");
        }
        fs::write(repository.tree().join("new"), "").unwrap();
        let error = repository.release("1.0.0", false).unwrap_err();
        assert!(error.contains("uncommitted"), "{error}");
        assert_eq!(repository.git(&["log", "--format=%s"]), "First\n");
    }

    #[test]
    fn lower_versions_and_empty_changelogs_are_rejected() {
        let repository = Repository::new("empty", "### Added\n");
        let error = repository.release("0.0.9", false).unwrap_err();
        assert!(error.contains("lower"), "{error}");
        let error = repository.release("0.1.0", false).unwrap_err();
        assert!(error.contains("nothing under Unreleased"), "{error}");
    }

    #[test]
    fn mismatched_version_is_named_in_the_error() {
        let repository = Repository::new("step", CHANGES);
        let other = repository.read("package.json").replace("0.1.0", "0.1.1");
        fs::write(repository.tree().join("package.json"), other).unwrap();
        let error = current(&repository.tree()).unwrap_err().to_string();
        assert!(error.contains("package.json has version 0.1.1"), "{error}");
    }

    #[test]
    fn all_files_have_the_same_version() {
        current(&crate::root().unwrap()).unwrap();
    }
}
