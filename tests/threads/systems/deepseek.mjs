// A conversation with a model in generated class names, like that of DeepSeek: nothing but their repetition and the
// buttons below an answer tells who speaks.

import { number } from '../people.mjs';
import { blocks, escaped, prose, rendered } from '../text.mjs';
import { document, entry } from '../thread.mjs';

const dialect = {
  ...prose,
  paragraph: (text) => `<p class="ds-markdown-paragraph">${text}</p>`,
  code: (text) =>
    `<div class="md-code-block md-code-block-light"><div class="md-code-block-banner-wrap"><div class="md-code-block-banner"><div class="_121d384"><div class="d2a24f03"><span class="d813de27">text</span></div><div class="d2a24f03"><button role="button" class="ds-atom-button ds-text-button"><span class="code-info-button-text">Copy</span></button></div></div></div></div><pre>${text}\n</pre></div>`,
};

export function hashed(conversation) {
  const { title, comments } = conversation;
  const code = number(title, 900_000).toString(36);
  const icon =
    '<div class="ds-icon-button" tabindex="0" role="button" aria-disabled="false"><div class="ds-icon"><svg width="16" height="16" viewBox="0 0 16 16" fill="none"><path d="M6.14923 4.02032"></path></svg></div></div>';
  const turn = (said, index) =>
    index % 2 === 0
      ? `<div class="_9663006" data-um-id="u${index}"><div class="d29f3d7d ds-message _63c77b1"><div class="fbb737a4">${blocks(said.text).map(escaped).join('\n\n')}</div><div class="ds-flex _11d6b3a" style="gap: 10px;">${icon}${icon}</div></div></div>`
      : `<div class="_4f9bf79 d7dc56a8 _43c05b5"><div class="ds-message _63c77b1"><div class="ds-markdown" style="--ds-md-zoom: 1.143;">${rendered(said.text, dialect)}</div></div><div class="ds-flex _0a3d93b" style="align-items: center; gap: 10px;"><div class="ds-flex _965abe9 _54866f7" style="align-items: center; gap: 10px;">${icon}${icon}${icon}${icon}</div></div></div>`;
  return {
    url: `https://chat.deepseek.com/share/${code}`,
    html: document({
      head: `<title>${escaped(title)} - DeepSeek</title><meta name="description" content="Chat with DeepSeek AI.">`,
      body: `<div id="root"><div class="ds-theme" style="font-size: var(--ds-font-size-m);"><div class="c3ecdb44"><div class="_7780f2e"><div class="_3919b83"><div class="f8d1e4c0"><div class="_2be88ba">${escaped(title)}</div></div>
<div class="_0f72b0b ds-scroll-area"><div class="dad65929">
${comments.map(turn).join('\n')}
</div></div><div class="_871cbca"><div class="aaff8b8f"><div class="_77cefa5"><div class="_24fad49"><textarea placeholder="Message DeepSeek" rows="2" class="_27c9245"></textarea></div></div><div class="_0fcaa63"><div class="_0fcaa64">AI-generated, for reference only</div></div></div></div></div></div></div></div></div>`,
    }),
    comments: comments.map((said) => entry(said, { author: null })),
  };
}
