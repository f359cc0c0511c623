// What a person wrote, as the mark-up of a system and as plain text. A text is a list of blocks: a string is a
// paragraph, which may hold `code`, *stress*, **weight** and [label](address); `{ list }`, `{ steps }` and
// `{ code }` are what they say.

const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)]+)\)/g;

export const escaped = (text) =>
  String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** A value as a script element can hold it. */
export const scripted = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');

export const blocks = (text) => (Array.isArray(text) ? text : [text]);

export const normal = (text) => text.replace(/\s+/g, ' ').trim();

/** Mark-up by paragraphs, as most systems of today write it. */
export const prose = {
  inline: {
    code: (text) => `<code>${text}</code>`,
    strong: (text) => `<strong>${text}</strong>`,
    stress: (text) => `<em>${text}</em>`,
    link: (label, url) => `<a href="${url}" rel="nofollow ugc">${label}</a>`,
  },
  paragraph: (text) => `<p>${text}</p>`,
  list: (items) => `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`,
  steps: (items) => `<ol>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ol>`,
  code: (text) => `<pre><code>${text}\n</code></pre>`,
  between: () => '\n',
};

/** Mark-up by line breaks, as boards make it from their own codes. */
export const board = {
  ...prose,
  inline: {
    code: (text) => text,
    strong: (text) => `<b>${text}</b>`,
    stress: (text) => `<i>${text}</i>`,
    link: (label, url) => `<a href="${url}" target="_blank" rel="nofollow">${label}</a>`,
  },
  paragraph: (text) => text,
  list: (items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`,
  steps: (items) => `<ol style="list-style-type: decimal">${items.map((item) => `<li>${item}</li>`).join('')}</ol>`,
  code: (text) => `<pre>${text}</pre>`,
  between: (before, after) => (before === 'paragraph' && after === 'paragraph' ? '<br />\n<br />\n' : '<br />\n'),
};

/** Mark-up of systems that know neither lists nor names of links: people type the marks themselves. */
export const bare = {
  ...prose,
  isBare: true,
  inline: {
    code: (text) => text,
    strong: (text) => text,
    stress: (text) => `<i>${text}</i>`,
    link: (label, url) => `${label} (<a href="${url}" rel="nofollow">${url}</a>)`,
  },
};

/** Text of systems that know line breaks and nothing else. */
export const lines = {
  ...bare,
  inline: { ...bare.inline, stress: (text) => text },
  paragraph: (text) => text,
  code: (text) => text.replaceAll('\n', '<br>'),
  line: (text) => text,
  between: (before, after) => (before === 'item' && after === 'item' ? '<br>\n' : '<br><br>\n'),
};

const inline = (text, dialect) => {
  let html = '';
  let end = 0;
  for (const mark of text.matchAll(marks)) {
    const [whole, code, strong, stress, label, url] = mark.map((part) => part && escaped(part));
    html += escaped(text.slice(end, mark.index));
    if (code) html += dialect.inline.code(code);
    else if (strong) html += dialect.inline.strong(strong);
    else if (stress) html += dialect.inline.stress(stress);
    else if (label) html += dialect.inline.link(label, url);
    else html += whole;
    end = mark.index + mark[0].length;
  }
  return html + escaped(text.slice(end));
};

const numbered = (block) =>
  block.list ? block.list.map((item) => `- ${item}`) : block.steps.map((item, at) => `${at + 1}. ${item}`);

/** The mark-up of a text. */
export function rendered(text, dialect = prose) {
  const parts = [];
  for (const block of blocks(text)) {
    if (typeof block === 'string') parts.push(['paragraph', dialect.paragraph(inline(block, dialect))]);
    else if (block.code) parts.push(['code', dialect.code(escaped(block.code))]);
    else if (dialect.isBare)
      for (const item of numbered(block)) parts.push(['item', dialect.paragraph(inline(item, dialect))]);
    else if (block.list) parts.push(['list', dialect.list(block.list.map((item) => inline(item, dialect)))]);
    else parts.push(['steps', dialect.steps(block.steps.map((item) => inline(item, dialect)))]);
  }
  return parts.map(([kind, html], at) => (at ? dialect.between(parts[at - 1][0], kind) : '') + html).join('');
}

const plainInline = (text, dialect) =>
  text.replace(marks, (_, code, strong, stress, label, url) =>
    label ? (dialect.isBare ? `${label} (${url})` : label) : (code ?? strong ?? stress),
  );

/** The same text without any mark-up, on one line. */
export const said = (text, dialect = prose) =>
  normal(
    blocks(text)
      .map((block) => {
        if (typeof block === 'string') return plainInline(block, dialect);
        if (block.code) return block.code;
        const items = dialect.isBare ? numbered(block) : (block.list ?? block.steps);
        return items.map((item) => plainInline(item, dialect)).join(' ');
      })
      .join(' '),
  );

/** A text for mail and other plain files: lines of at most so many characters. */
export function wrapped(text, width = 72) {
  return blocks(text)
    .map((block) => {
      if (block.code) return block.code.replace(/^/gm, '    ');
      const paragraphs = typeof block === 'string' ? [block] : numbered(block);
      return paragraphs
        .map((paragraph) => {
          const rows = [''];
          for (const word of plainInline(paragraph, bare).split(' ')) {
            const row = rows.at(-1);
            if (row && row.length + word.length + 1 > width) rows.push(word);
            else rows[rows.length - 1] = row ? `${row} ${word}` : word;
          }
          return rows.join('\n');
        })
        .join('\n');
    })
    .join('\n\n');
}
