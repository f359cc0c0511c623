/**
 * All durations the extension waits for, in ms. For the test build, `build.mjs` replaces them by the shorter values of
 * extension/test-timeouts.mjs.
 *
 * A timeout ends a wait for something that may never come, a debounce waits until changes stop, and a delay or interval
 * sets when something is done.
 */

/**
 * For the background's answer. Over 100,000 elements take far less, and a background that has ended is detected at
 * once.
 */
export const backgroundTimeout = 30_000;

/**
 * Between checks that the extension still runs, while its background owes an answer. A quarter second goes unnoticed.
 */
export const aliveInterval = 250;

/** For text that loads after the click. Readers accept about half a second before they wonder what was opened. */
export const lateTextTimeout = 600;

/** In which a restored page lays out the parts it had skipped. */
export const lateLayoutTimeout = 1_000;

/** Without new text, after which late text counts as complete. Scripts add it in bursts. */
export const lateTextDebounce = 150;

/** Between checks that late text is complete: about one and a half frames. */
export const lateTextInterval = 25;

/** Without a key, after which a note being written is saved. */
export const noteDebounce = 300;

/** After highlighting, during which letters have no effect, because many users start typing a note. */
export const keysPause = 300;

/** For the style sheet in a page that still loads: Firefox inserts it only after loading. */
export const styleTimeout = 500;

/** After a view was opened, at which the background compiles the core for the next click. */
export const coreDelay = 1_000;

/** Until the message that a view is opening. Faster ones need no message. */
export const openingMessageDelay = 300;

/** For the browser's own click after a control is released. Browsers send it in the same task or the next. */
export const clickTimeout = 100;

/** By which the report of a click may follow its effect, on a busy page. */
export const clickReportTimeout = 500;

/** After opening, until checks for late text. Most arrives at once, and some after slow requests. */
export const lateTextDelays: readonly number[] = [1_500, 5_000, 15_000];

/** Without new paragraphs, after which those below the simplified article are complete. */
export const lateParagraphDebounce = 500;

/** After a changed URL, until checks for the old content. Pages change the URL before the text. */
export const navigationDelays: readonly number[] = [300, 1_000, 3_000];

/** Without a change, after which the page's new text counts as complete. */
export const navigationDebounce = 500;

/** For the new text of a page that never stops changing. */
export const navigationTimeout = 5_000;

/** For a tab's next frame, before formulas are read. Hidden tabs don't paint any. */
export const paintTimeout = 100;

/** For an idle page, before its highlights are shown or an article is detected. Some pages are never idle. */
export const idleTimeout = 2_000;

/** For an idle page, before comments are detected. They are below the article, which is visible first. */
export const commentsIdleTimeout = 1_000;

/** For a page that was scrolled to load more comments. Slow sites need about two seconds. */
export const moreCommentsTimeout = 4_000;

/** Without a change, after which more comments count as loaded. */
export const moreCommentsDebounce = 400;

/** For which a message is shown: two lines take about five seconds to read. */
export const messageTimeout = 8_000;

/** Of hovering, before a tooltip is shown. */
export const tooltipDelay = 400;

/** Until the first message of an export without a view. Screen readers announce text in a region that exists already. */
export const announcementDelay = 50;

/** For which the button of a code block shows that it has copied. */
export const copiedTimeout = 2_000;

/** For the clipboard. Firefox leaves some requests unanswered, and the click counts only for a few seconds. */
export const clipboardTimeout = 1_000;

/** For one image of an export. The others are loaded meanwhile. */
export const imageTimeout = 15_000;

/** For the user's server: the file may be large. Both browsers end a background that has waited for 30 s. */
export const serverTimeout = 25_000;

/** For one tab of several that are saved as one file: its page may be long and its images slow. */
export const tabTimeout = 60_000;

/** Until the URL of a saved file is revoked. The browser reads the file before that, even if it asks where to save it. */
export const savedFileTimeout = 60_000;

/** For the next page of an article, as browsers show slow pages that long. */
export const nextPageTimeout = 20_000;

/** For a file of timed text. */
export const transcriptTimeout = 20_000;

/** For which a transcript stays where the user scrolled it, while the video plays. */
export const transcriptScrollTimeout = 5_000;

/** For a link's new tab to reach its page. */
export const newTabTimeout = 60_000;

/** After loading, until checks for an article. Many pages are built by scripts after they have loaded. */
export const articleDelays: readonly number[] = [0, 1_500, 6_000];

/** After a changed URL, until the same checks, because the old page may still be there. */
export const changedArticleDelays: readonly number[] = [500, 2_000, 6_000];

/** After a click or key, until the check for a changed URL in browsers without the Navigation API. */
export const urlDelay = 250;

/** Without a change, after which a selection is final. */
export const selectionDebounce = 200;

/** Without scrolling, after which the text on screen is being read. */
export const readingPositionDebounce = 1_000;

/**
 * Without a change of a setting, before it is synced: a slider changes often, and browsers allow about two writes a
 * second.
 */
export const syncDebounce = 1_500;

/** Until a changed article is translated again. */
export const translationDelay = 200;

/** Until the message that the browser downloads a language model: an existing one loads sooner. */
export const modelMessageDelay = 300;

/** For the list of voices, which browsers load at first use. */
export const voicesTimeout = 3_000;

/** For a voice to start, before a retry. Voices from the internet take up to two seconds. */
export const voiceStartTimeout = 4_000;

/** For the next word of a voice that reports words. Long numbers take about three seconds. */
export const voiceWordTimeout = 4_000;

/** Between checks that a voice still speaks. */
export const voiceInterval = 250;

/** For the answer of the tab that is read next. Browsers freeze hidden tabs. */
export const readOnTimeout = 2_000;
