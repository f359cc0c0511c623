/**
 * Tests of the extension that also run in WebKit, with the userscript, by suite. They cover what differs most between
 * engines and doesn't need extension APIs. docs/browser.md lists what isn't tested there, and why.
 */
export const chosen = {
  'contents and find': [
    'contents open beside the article if there is room, link to sections, and reopen later',
    'long contents can be filtered, and Close closes them',
    'J and K move between sections',
    'search at 1280 px counts, highlights, and steps through matches',
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
