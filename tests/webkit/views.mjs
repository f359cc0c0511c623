/**
 * Tests of the extension that also run in WebKit, with the userscript, by suite. They cover what differs most between
 * engines and doesn't need extension APIs. docs/browser.md lists what isn't tested there, and why.
 */
export const chosen = {
  'contents and find': [
    'the contents stand beside the article where there is room, lead to its sections and come again',
    'a long list of contents is filtered, and Close closes it',
    'keys go from section to section',
    'words are found at 1280 px, counted, marked and gone through',
    'words are found at 390 px, counted, marked and gone through',
    'what is typed before the field is there is looked for, and no letter acts as a key',
  ],
  footnotes: ['a note is shown beside its mark at 1280 px', 'a footnote is opened, focused and closed by keyboard'],
  'tables as cards': ['a table with a row of heads is cards below 480 px, and a table again where there is room'],
  'paged view': [
    'at 390 px pages are turned by keys and buttons, in order and to the end',
    'wide screens have two columns, which are read one after the other',
    'pages of text that runs from right to left lie to the left',
    'pictures, listings and tables are no taller than a page',
  ],
  'vertical text': ['a vertical page has pages of lines that run down, and its place is kept'],
  reading: ['the menu opens at its button in reader at 390 px, says names and keys, and arrow keys move in it'],
  'themes and custom styles': ['an image is enlarged at 390 px, browsed by keyboard, and restored'],
  typography: ['quotes, headings and the standfirst', 'only blocks of Chinese are justified'],
  highlights: [
    'highlights made in reader are shown in every view, and after a reload',
    'Escape clears the selection before it closes the view',
  ],
  'reading tools': ['line focus leaves 1, 3 or 5 lines, whole ones, and goes on by keys'],
  'removed parts': ['in Reader a part is picked with the mouse, removed, and restored'],
};
