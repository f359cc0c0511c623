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
      'a click shows title, byline, date and the whole text, and nothing of what is around it',
      'Escape leaves, and so does Escape after it was opened again',
      'the address, the title and the history stay what they were',
      'a page without an article gets a notice, which Close and Escape dismiss',
    ],
  },
  {
    name: 'canceled openings',
    run: canceling,
    sample: ['two clicks at once leave the page as it was'],
  },
  {
    name: 'articles',
    run: articles,
    sample: [
      'pictures, formulas, ruby, notes and film',
      'an article in open shadow roots and slots',
      'an article in a frame of the same origin',
    ],
  },
  {
    name: 'content security policies',
    run: policies,
    sample: [
      'the article is the same to the letter under “strict” as under no policy',
      'nothing is refused on a page without a policy',
    ],
  },
  {
    name: 'restored pages',
    run: leaving,
    sample: [
      'all that the page can observe is one element that comes and goes',
      'detecting alone leaves no trace and no record',
      'sheets of simplify that the page kept change nothing when it adopts them again',
      'an article in shadow roots is given back untouched',
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
      'a control that is let go elsewhere does nothing, on a page that keeps every click to itself',
      'a page cannot define our element, nor get its shadow root',
      'presses that a script makes up load nothing and open nothing',
      'a page that takes our element away once: it comes back, scrolled to where it was',
    ],
    fingers: [
      'on a page that prevents every touchstart first, a finger scrolls the reader',
      'on a page that prevents every touchmove first, a finger scrolls the reader',
    ],
  },
  {
    name: 'difficult pages',
    run: difficult,
    sample: [
      "changes of the root element don't reach Reader, and are restored after it",
      'a page that takes our element away as it loses the focus: the reader comes back',
      'a page of 60 levels is simplified',
    ],
  },
  {
    name: 'scripts in the article',
    run: attacks,
    sample: ['what runs in the reader is seen to run'],
  },
  {
    name: 'style isolation',
    run: isolation,
    sample: [
      '“article” looks the same on a page whose style sheets dress everything',
      'the controls look the same on such a page',
    ],
  },
  {
    name: 'privacy and other extensions',
    run: privacy,
    sample: [
      'no view of media.html asks for what scrolling through the page alone does not ask for',
      'a page finds no trace of the extension before the click',
      'another extension reads and changes the text shown',
    ],
  },
  {
    name: 'keyboard and assistive technology',
    run: accessibility,
    sample: [
      'every control is reached by Tab, has a name, and the focus stays in the reader',
      'the page behind cannot be reached and comes back with its focus',
    ],
  },
  {
    name: 'reading',
    run: reading,
    sample: [
      'the paragraph at the top stays there through every change of the layout',
      'nothing is to be seen of the parts of a long article',
    ],
  },
  { name: 'footnotes', run: footnotes, sample: ['a footnote is opened, focused and closed by keyboard'] },
  { name: 'contents and find', run: contentsAndFind, sample: ['keys go from section to section'] },
  {
    name: 'reading tools',
    run: readingTools,
    sample: ['line focus leaves 1, 3 or 5 lines, whole ones, and goes on by keys'],
  },
  {
    name: 'read aloud',
    run: readAloud,
    sample: [
      'sentence and word are marked while they are said, stay when it is paused, and go with the view',
      'highlight: the article is read aloud from the menu, and marked on the page, which is as it was afterwards',
    ],
  },
  { name: 'translation', run: translation, sample: ['formulas stand in the translation as they are'] },
  {
    name: 'paged view',
    run: paged,
    sample: [
      'wide screens have two columns, which are read one after the other',
      'pages of text that runs from right to left lie to the left',
      'pictures, listings and tables are no taller than a page',
    ],
  },
  {
    name: 'vertical text',
    run: vertical,
    sample: ['a vertical page has pages of lines that run down, and its place is kept'],
  },
  {
    name: 'tables as cards',
    run: cards,
    sample: ['a table with a row of heads is cards below 480 px, and a table again where there is room'],
  },
  {
    name: 'removed parts',
    run: removedParts,
    sample: ['in Reader a part is picked with the mouse, removed, and restored'],
  },
  {
    name: 'removed parts over the page',
    run: removedOverPage,
    sample: ['a paragraph is picked with the mouse and removed, and the page gets no click'],
  },
  {
    name: 'site rules',
    run: siteRules,
    sample: [
      'a site rule is undone by the same steps on its page',
      'another view shows the same, and the page is restored',
    ],
  },
  {
    name: 'problem reports',
    run: reporting,
    sample: ['a report has the corrected page, and the command line shows the same'],
  },
  {
    name: 'save or share',
    run: savesAndShares,
    sample: [
      'simplify: the article is saved as Markdown with front matter, and as HTML that stands alone',
      'the article is copied as Markdown, and with its look',
    ],
  },
  {
    name: 'save or share from the menus',
    run: menus,
    sample: ['it is copied as Markdown from the menu, no view opens, and the page is as it was'],
  },
  {
    name: 'next pages',
    run: pagination,
    sample: ['next pages load only on a click, and are appended without repetitions'],
  },
  {
    name: 'comments',
    run: discussion,
    sample: ['a thread is folded with its answers, which are counted then, by keys too'],
  },
  {
    name: 'transcripts',
    run: transcripts,
    sample: ['a video with a captions file has a folded transcript, which loads when unfolded'],
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
      'each single key of the reader can be changed, and the list says what holds',
      'keys of the views are changed here where the browser lets an extension do so, and in the browser else',
      'the view of the page opens from the menu of the page',
    ],
  },
  {
    name: 'welcome page',
    run: welcome,
    sample: ['the page says where the button is, leads to a page to try each view on, and shows the keys there are'],
  },
  {
    name: 'themes and custom styles',
    run: themes,
    sample: [
      'one theme by day and another by night follow the system at once',
      "custom CSS applies only to the article, and isn't saved if it names a file",
    ],
  },
  {
    name: 'typography',
    run: typography,
    sample: [
      'words are divided at the ends of lines unless hyphenation is off',
      'only blocks of Chinese are justified',
      'pictures keep to the window and to the column, and captions to their picture',
      'a file of plain text has its first line as title and is wrapped',
    ],
  },
  {
    name: 'narrow screens',
    run: widths,
    sample: [
      'media.html at 320 px',
      'the toolbar stands at the same place in every view at 390 px, and nothing of it is cut off',
    ],
  },
  {
    name: 'one detection in all views',
    run: views,
    sample: [
      'the paragraph at the top stays there through every change of view',
      'what is read in a frame is where the reader goes on',
      'everything is as before after ten changes of view',
    ],
  },
  {
    name: 'the simplified page',
    run: simplify,
    sample: [
      'the page can override none of its declarations',
      'what is too wide scrolls inside itself',
      'what sticks out once the window has become narrow is made to fit',
      'important declarations of the page, in layers and in style attributes, show nothing that is folded',
      'links inside the text work and do not leave',
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
      'text in a frame is marked too, by the registry of its own document',
    ],
  },
  {
    name: 'highlights',
    run: highlights,
    sample: [
      'no attribute is written and no node moved, on pages that forbid much too',
      'highlight: text in a shadow tree is marked, and found again after a reload',
    ],
  },
  {
    name: 'highlights of a page',
    run: highlightsPanel,
    sample: ['one is copied with its note, and all are'],
  },
  {
    name: 'reading positions',
    run: readingPositions,
    sample: ['reading positions are saved only if switched on'],
  },
  {
    name: 'forced colors',
    run: forcedColors,
    sample: ['Inspect: removed parts differ from kept ones'],
  },
  {
    name: 'auto-open',
    run: (_session, driver) => autoOpen(driver),
    sample: ['auto-open applies from the click on, in the chosen view'],
  },
  {
    name: 'exports with permission',
    run: (_session, driver) => exportsWithPermission(driver),
    sample: ['a picture of another site is put in once that is permitted'],
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
