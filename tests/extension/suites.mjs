// The suites of the built extension, in the order of a run in one process.

import { accessibility } from './accessibility.mjs';
import { articles } from './articles.mjs';
import { attacks } from './attacks.mjs';
import { autoOpen } from './auto-open.mjs';
import { boxes } from './boxes.mjs';
import { canceling } from './canceling.mjs';
import { cards } from './cards.mjs';
import { checks } from './checks.mjs';
import { contentsAndFind } from './contents-and-find.mjs';
import { difficult } from './difficult.mjs';
import { discussion } from './discussion.mjs';
import { exportsWithPermission } from './exports-with-permission.mjs';
import { savesAndShares } from './exports.mjs';
import { failingInjections } from './failing-injections.mjs';
import { footnotes } from './footnotes.mjs';
import { forcedColors } from './forced-colors.mjs';
import { highlights } from './highlights.mjs';
import { highlightsPanel } from './highlights-panel.mjs';
import { hostile } from './hostile.mjs';
import { inspect } from './inspect.mjs';
import { isolation } from './isolation.mjs';
import { layouts } from './layouts.mjs';
import { leaving } from './leaving.mjs';
import { limits } from './limits.mjs';
import { longPages } from './long-pages.mjs';
import { menus } from './menus.mjs';
import { opening } from './opening.mjs';
import { packages } from './packages.mjs';
import { paged } from './paged.mjs';
import { pagination } from './pagination.mjs';
import { policies } from './policies.mjs';
import { printing } from './printing.mjs';
import { privacy } from './privacy.mjs';
import { ofEarlierVersion } from './profile.mjs';
import { prompts } from './prompts.mjs';
import { readAloud } from './read-aloud.mjs';
import { readingPositions } from './reading-positions.mjs';
import { readingTools } from './reading-tools.mjs';
import { reading } from './reading.mjs';
import { removedOverPage } from './removed-parts-over-page.mjs';
import { removedParts } from './removed-parts.mjs';
import { reporting } from './reporting.mjs';
import { settings } from './settings.mjs';
import { shortcuts } from './shortcuts.mjs';
import { simplify } from './simplify.mjs';
import { siteRules } from './site-rules.mjs';
import { soak } from './soak.mjs';
import { tasks } from './tasks.mjs';
import { themes } from './themes.mjs';
import { transcripts } from './transcripts.mjs';
import { translation } from './translation.mjs';
import { typography } from './typography.mjs';
import { updates } from './updates.mjs';
import { vertical } from './vertical.mjs';
import { views } from './views.mjs';
import { welcome } from './welcome.mjs';
import { widths } from './widths.mjs';

/**
 * Suites by name, each with a function that registers its tests. A suite with a `sample` runs in Chromium, and only the
 * tests in the sample (perhaps none) run in Firefox: those where the engines differ most. Suites without a sample test
 * browser-specific behavior. `./build.sh test all` runs all tests in both browsers, and those in `fingers` also in a
 * Firefox without a mouse. `needsData` marks a suite that reads labeled pages, which `./build.sh test layouts` and
 * `test all` run. `isLong` marks one that only `test all` runs.
 */
export const suites = [
  {
    name: 'opening and closing',
    run: opening,
    sample: [
      'a click shows title, byline, date, and the full text without boilerplate',
      'Escape closes Reader, and again after it is reopened',
      'opening and closing leave URL, title, and history unchanged',
      'a page without an article shows a notice that Close and Escape dismiss',
    ],
  },
  {
    name: 'canceled openings',
    run: canceling,
    sample: [],
  },
  {
    name: 'articles',
    run: articles,
    sample: [
      'images, formulas, ruby, code, and video',
      'an article in open shadow roots and slots',
      'an article in a frame of the same origin',
    ],
  },
  {
    name: 'content security policies',
    run: policies,
    sample: [
      'the article under “strict” is identical to the one without a policy',
      'a page without a policy reports no violations',
    ],
  },
  {
    name: 'restored pages',
    run: leaving,
    sample: [
      'the page can observe only one element being added and removed',
      'detection leaves no trace and no mutation records',
      'style sheets of simplify have no effect if the page adopts them again',
      'an article in shadow roots is restored unchanged',
    ],
  },
  {
    name: 'extension updates',
    run: updates,
    sample: [],
  },
  { name: 'data of an earlier version', run: ofEarlierVersion },
  {
    name: 'hostile pages',
    run: hostile,
    sample: [
      'a control released elsewhere does nothing on a page that stops every click',
      "a page can't define our element or access its shadow root",
      'synthetic clicks load and open nothing',
      'if the page removes our element once, Reader reappears at its scroll position',
    ],
    fingers: [
      'touch scrolls Reader on a page that prevents every touchstart first',
      'touch scrolls Reader on a page that prevents every touchmove first',
    ],
  },
  {
    name: 'difficult pages',
    run: difficult,
    sample: [
      'Reader reappears if the page removes our element when its field loses focus',
      'a page nested 60 levels deep is simplified',
    ],
  },
  {
    name: 'scripts in the article',
    run: attacks,
    sample: [],
  },
  {
    name: 'style isolation',
    run: isolation,
    sample: [
      '“article” looks the same on a page that styles every element',
      'the controls look the same on a page that styles every element',
    ],
  },
  {
    name: 'privacy and other extensions',
    run: privacy,
    sample: [
      'a page finds no trace of the extension before the click',
      'another extension can read and change the displayed text',
    ],
  },
  {
    name: 'keyboard and assistive technology',
    run: accessibility,
    sample: [
      'Tab reaches every control, each has a name, and the focus stays in Reader',
      'the page behind Reader gets no input, and closing restores its focus',
    ],
  },
  {
    name: 'reading',
    run: reading,
    sample: ['the top paragraph stays in place through every change of layout'],
  },
  { name: 'footnotes', run: footnotes, sample: ['a footnote is opened, focused and closed by keyboard'] },
  { name: 'contents and find', run: contentsAndFind, sample: ['J and K move between sections'] },
  {
    name: 'reading tools',
    run: readingTools,
    sample: ['line focus shows 1, 3, or 5 whole lines, and arrow keys move it'],
  },
  {
    name: 'read aloud',
    run: readAloud,
    sample: ['the spoken sentence and word are highlighted, also while paused, and cleared on close'],
  },
  { name: 'translation', run: translation, sample: ['formulas are unchanged in a translation'] },
  {
    name: 'paged view',
    run: paged,
    sample: [
      'wide screens have two columns, in reading order',
      'pages of right-to-left text advance to the left',
      'images, code blocks, and tables are no taller than a page',
    ],
  },
  {
    name: 'vertical text',
    run: vertical,
    sample: ['a vertical page can be paged, and the reading position is kept'],
  },
  {
    name: 'tables as cards',
    run: cards,
    sample: ['a table with a header row becomes cards below 480 px, and a table again above'],
  },
  {
    name: 'removed parts',
    run: removedParts,
    sample: ['in Reader a part is picked with the mouse, removed, and restored'],
  },
  {
    name: 'removed parts over the page',
    run: removedOverPage,
    sample: [],
  },
  {
    name: 'site rules',
    run: siteRules,
    sample: ['a site rule can be undone or deleted on its page, and the correction stays'],
  },
  {
    name: 'problem reports',
    run: reporting,
    sample: [],
  },
  {
    name: 'save or share',
    run: savesAndShares,
    sample: ['the article is copied as Markdown and with formatting'],
  },
  {
    name: 'save or share from the menus',
    run: menus,
    sample: ['the menu copies the article as Markdown without opening a view or changing the page'],
  },
  {
    name: 'next pages',
    run: pagination,
    sample: [],
  },
  {
    name: 'comments',
    run: discussion,
    sample: ['a thread can be collapsed by keyboard, and then shows the number of replies'],
  },
  {
    name: 'transcripts',
    run: transcripts,
    sample: [],
  },
  { name: 'printing', run: printing },
  {
    name: 'settings',
    run: settings,
    sample: [],
  },
  {
    name: 'shortcuts and menus',
    run: shortcuts,
    sample: [
      "shortcuts of the views are changed in the settings, or on Chromium's own page",
      'Inspect opens from the context menu (page)',
    ],
  },
  {
    name: 'welcome page',
    run: welcome,
    sample: ['the welcome page shows where the button is, links to try each view, and shortcuts'],
  },
  {
    name: 'themes and custom styles',
    run: themes,
    sample: [
      'the day and night themes follow the system immediately',
      "custom CSS applies only to the article, and isn't saved if it names a file",
    ],
  },
  {
    name: 'typography',
    run: typography,
    sample: [
      'words are hyphenated unless hyphenation is off',
      'Chinese paragraphs are justified',
      'images fit the window and the column, and captions align with their image',
      'a plain text file has its first line as title, and its lines wrap',
    ],
  },
  {
    name: 'narrow screens',
    run: widths,
    sample: [
      'nothing overflows on media.html at 320 px',
      'at 390 px, the toolbar has the same position in every view, and is not cut off',
    ],
  },
  {
    name: 'one detection in all views',
    run: views,
    sample: [
      'the top paragraph stays in place through every change of view',
      'Reader continues at the paragraph that was read in a frame',
      'closing after ten changes of view restores everything',
    ],
  },
  {
    name: 'the simplified page',
    run: simplify,
    sample: [
      'the page cannot override any declaration of Simplify',
      'content that is too wide scrolls within its element',
      'content that overflows after the window narrows is made to fit',
      'important declarations in layers and style attributes cannot show removed content',
      'links within the text work without closing Simplify',
    ],
  },
  {
    name: 'long pages, simplified',
    run: longPages,
    sample: [],
  },
  {
    name: 'layout boxes',
    run: boxes,
    sample: [
      'a disc over the text, at 390 and 320 px',
      'a picture that grid areas put below the title, at 1280 and 768 px',
      'moved and turned boxes, at 390 and 320 px',
    ],
  },
  {
    name: 'checks of the simplified page',
    run: checks,
    sample: ['text over text'],
  },
  {
    name: 'Inspect',
    run: inspect,
    sample: [
      'the overlay follows the page when it is laid out late, scrolled, or resized',
      "text in a frame is highlighted too, by its own document's highlight registry",
    ],
  },
  {
    name: 'highlights',
    run: highlights,
    sample: [
      'highlighting writes no attributes and moves no nodes, even under a strict policy',
      'inspect: text in a shadow tree is highlighted, and found again after a reload',
    ],
  },
  {
    name: 'highlights of a page',
    run: highlightsPanel,
    sample: ['one highlight is copied with its note, or all together'],
  },
  {
    name: 'reading positions',
    run: readingPositions,
    sample: [],
  },
  {
    name: 'forced colors',
    run: forcedColors,
    sample: ['Inspect: removed parts differ from kept ones'],
  },
  {
    name: 'auto-open',
    run: (_session, driver) => autoOpen(driver),
    sample: [],
  },
  {
    name: 'exports with permission',
    run: (_session, driver) => exportsWithPermission(driver),
    sample: ['an image on another site is included once permitted'],
  },
  {
    name: 'twelve tasks',
    run: (_session, driver) => tasks(driver),
    sample: [],
  },
  { name: "the browser's own prompts", run: (_session, driver) => prompts(driver) },
  { name: 'package', run: (_session, driver) => packages(driver) },
  { name: 'pages without end', run: (_session, driver) => limits(driver), isLong: true },
  { name: 'failing injections', run: (_session, driver) => failingInjections(driver), isLong: true },
  { name: 'many rounds', run: soak, isLong: true },
  { name: 'layouts of real pages', run: layouts, needsData: true },
];
