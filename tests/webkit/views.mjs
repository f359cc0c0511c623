// The tests of the extension that run in WebKit, with the userscript in place of the extension. `./build.sh test all` runs
// all of them, `./build.sh test webkit` a sample.

/** The tests in the sample, by suite: those that differ most between engines. */
export const sample = {
  'contents and find': [
    'contents open beside the article if there is room, link to sections, and reopen later',
    'long contents can be filtered, and Close closes them',
    'J and K move between sections',
    'search at 390 px counts, highlights, and steps through matches',
    'text typed before the search field exists is searched, and triggers no shortcuts',
  ],
  footnotes: [
    'a footnote opens next to its reference at 1280 px',
    'a footnote is opened, focused and closed by keyboard',
  ],
  'tables as cards': ['a table with a header row becomes cards below 480 px, and a table again above'],
  'paged view': [
    'at 390 px, keys and buttons turn pages in order and up to the end',
    'wide screens have two columns, in reading order',
    'pages of right-to-left text advance to the left',
    'images, code blocks, and tables are no taller than a page',
  ],
  'vertical text': ['a vertical page can be paged, and the reading position is kept'],
  reading: ['in reader at 390 px, the menu opens at its button, with labels, shortcuts, and arrow keys'],
  'themes and custom styles': ['an image is enlarged at 390 px, browsed by keyboard, and restored'],
  typography: ['quotes, headings, and the standfirst have their own styles', 'Chinese paragraphs are justified'],
  highlights: [
    'highlights made in reader are shown in every view, and after a reload',
    'Escape clears the selection before it closes the view',
  ],
  'reading tools': ['line focus shows 1, 3, or 5 whole lines, and arrow keys move it'],
  'removed parts': ['in Reader a part is picked with the mouse, removed, and restored'],
};

/** What tests need and don't have in WebKit. */
const PAGES = 'pages of the extension';
const MENUS = 'context menus';
const PERMISSIONS = 'permissions';
const BACKGROUND = 'a background, which the test inspects or replaces';
const REQUESTS = 'requests by the background';
const CORE = 'a core in the background, because the page forbids wasm';
const WORLD = "a world of the extension's own";
const TABS = 'messages between tabs';
const FONTS = 'fonts in the package';
const TOUCH = 'touch, which WebDriver delivers as a mouse';
const PHONE = 'an emulated phone';
const TRANSLATOR = 'a translator, which WebKit lacks';
const PDFS = 'PDFs, which WebDriver saves in one size only';
const MOTION = 'a setting of the system, which WebDriver has no command for';

/** Suites that don't run there, with what they need. docs/browser.md lists them. */
export const elsewhere = {
  'auto-open': PERMISSIONS,
  'canceled openings': BACKGROUND,
  'content security policies': CORE,
  'data of an earlier version': PAGES,
  'exports with permission': PERMISSIONS,
  'extension updates': BACKGROUND,
  'failing injections': BACKGROUND,
  'forced colors': 'forced colors, which WebKit lacks',
  'many rounds': "counts of a page's memory",
  'next pages': REQUESTS,
  package: PAGES,
  'pages without end': BACKGROUND,
  'save or share from the menus': MENUS,
  settings: PAGES,
  "the browser's own prompts": PERMISSIONS,
  'twelve tasks': PAGES,
  'welcome page': PAGES,
};

/** Tests of the other suites that don't run there, by what they need. A regular expression matches several. */
export const exceptions = {
  articles: { [CORE]: [/under a policy$/] },
  'opening and closing': {
    [BACKGROUND]: [
      'a click on any kind of document opens a view or shows a notice',
      'a shell injected a second time leaves the first in control',
    ],
    [WORLD]: ['outdated clicks are ignored, and a click during opening waits for the view'],
  },
  'restored pages': { [WORLD]: ['detection leaves no trace and no mutation records'] },
  'hostile pages': { [TOUCH]: [/^touch scrolls Reader/] },
  'privacy and other extensions': {
    'another extension': ['another extension can read and change the displayed text'],
  },
  reading: {
    [PAGES]: ['menu items open the settings and the list of highlights'],
    [TABS]: [/^the text panel at \d+ px/],
  },
  'reading tools': { [MOTION]: ['reduced motion turns auto-scroll off, with a message'] },
  'read aloud': {
    [TABS]: [
      /^if enabled, the next open article is activated/,
      'the sleep timer also applies to the next article',
      'nothing more is read after the article if continuing is off',
    ],
    'voices of the system': ['system voices read one sentence after the other'],
  },
  translation: {
    [TRANSLATOR]: [
      /^paragraphs of/,
      'unfolded comments are translated, but not their authors',
      'originals are shown beside or on a click, as set, and the setting is saved',
      /^code blocks are not translated/,
      'formulas are unchanged in a translation',
      'the download of a model starts on a click, and its progress is shown',
      'a failed download of a model is reported, and retried on a click',
      'closing the translation aborts the download of a model',
      'a failed paragraph is reported, stays untranslated, and can be retried',
      'a paragraph that is too long is reported and skipped',
      'unsupported languages are reported, and others can be chosen',
      'an article already in the target language gets a message and other languages to choose',
      "the browser's translator is offered if available, and not if a policy forbids it",
      'exports have the translation before each original',
      'originals can be highlighted, find covers both languages, and section names are translated',
      'a translation is read aloud in its language, without the originals',
    ],
  },
  'paged view': {
    [TOUCH]: ['taps at the sides and swipes turn pages'],
    [MOTION]: ['reduced motion turns the page animation off'],
  },
  'removed parts': {
    [TOUCH]: [/^in Reader a part is removed by touch/],
    [CORE]: [/^a part is restored under the policy/],
  },
  'removed parts over the page': {
    [TOUCH]: ['a tap on a removed part includes it'],
    [CORE]: [/under the policy/, /\(strict\)$/],
  },
  'site rules': {
    [CORE]: [/\(strict\)$/],
    [PAGES]: [
      /^the settings /,
      /^rule files /,
      'full storage is reported in the settings, which show the stored values',
    ],
    [BACKGROUND]: [
      'full storage is reported, the view stays, and saving can be retried',
      'a save that fails is reported, and can be retried',
      'a private window saves no site rules, and shows a message',
    ],
  },
  'problem reports': {
    [CORE]: ['a report on a page that forbids wasm yields the same article', /^on a sandboxed page/],
  },
  'save or share': {
    [PAGES]: [
      'templates set the file name and front matter',
      'the panel prints, copies the link, and opens tab export and server setup',
    ],
    [WORLD]: [/^sharing passes the file/],
    [CORE]: [/^on a sandboxed page/, 'exports work on a page that forbids wasm'],
  },
  comments: { [CORE]: [/under the policy strict$/] },
  transcripts: {
    [REQUESTS]: [
      /^a video with a captions file/,
      /^a captions file that is/,
      /^clicking a line seeks/,
      'under a strict policy, the transcript loads or shows a message',
      /^a long transcript is rendered in parts/,
    ],
  },
  printing: { [PDFS]: ['A4 and Letter PDFs have pages of that size'] },
  'shortcuts and menus': {
    [PAGES]: [
      'single-key shortcuts of Reader can be changed, and the list shows the current keys',
      'a shortcut in use and an invalid one are refused with a message',
      "shortcuts of the views are changed in the settings, or on Chromium's own page",
    ],
    [MENUS]: ['each context menu item exists unless it is switched off', /^Inspect opens from the context menu/],
  },
  'themes and custom styles': {
    [MOTION]: ['the day and night themes follow the system immediately'],
    [FONTS]: [/^bundled fonts load under/],
    [PAGES]: [
      'custom colors are applied, and a contrast below 4.5 is reported',
      'an installed font is used by its name, and a message says if it is missing',
      'one group of settings is reset without the others',
      "custom CSS applies only to the article, and isn't saved if it names a file",
      'site-specific settings apply only there, until they are deleted',
      'a settings file is imported completely or not at all, and errors are reported',
    ],
  },
  'one detection in all views': {
    [PHONE]: ['on a phone, over a page wider than the screen, views keep the reading position'],
    [CORE]: ['a changed page that forbids wasm is restored at the paragraph read'],
    [WORLD]: [
      'a click asks the core for blocks only if the page is scrolled',
      /^a page is detected again if/,
      "changes in Pith's own elements don't restart detection",
    ],
  },
  'the simplified page': {
    [PHONE]: ['on a phone, a page made for larger screens fits the screen'],
    [CORE]: [/^Simplify works under/],
  },
  'narrow screens': { [PHONE]: [/^on a phone/] },
  highlights: {
    [CORE]: ['highlighting writes no attributes and moves no nodes, even under a strict policy'],
    [TABS]: ['concurrent highlights in two tabs are both kept and shown in both'],
    [BACKGROUND]: ['full storage is reported, and the highlight stays visible and is saved later'],
    [PAGES]: [
      /^the list /,
      'files of other tools are imported, and invalid ones change nothing',
      'exports can be imported again',
      'highlights are found on a changed page, and missing ones are flagged in the list',
      'a note is saved while typing, and shown by its icon after a reload',
      'a color button or its key highlights, and overlapping highlights merge with both notes',
    ],
  },
  'reading positions': { [PAGES]: ['the settings page toggles reading positions, counts them, and deletes them'] },
};

/** Returns what a test needs and doesn't have in WebKit; undefined if it runs there. */
export function lackedBy(suite, test) {
  const isTest = (name) => (typeof name === 'string' ? name === test : name.test(test));
  return elsewhere[suite] ?? Object.entries(exceptions[suite] ?? {}).find(([, names]) => names.some(isTest))?.[0];
}
