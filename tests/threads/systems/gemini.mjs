// A conversation with a model in elements of the site's own, like that of Gemini: no text says who speaks.

import { number } from '../people.mjs';
import { blocks, escaped, prose, rendered } from '../text.mjs';
import { document, entry } from '../thread.mjs';

const dialect = {
  ...prose,
  paragraph: (text) => `<p data-path-to-node="0">${text}</p>`,
  code: (text) =>
    `<response-element class=""><code-block class="ng-star-inserted"><div class="code-block ng-tns-c1" style="display: block;"><div class="code-block-decoration header-formatted gds-title-s"><span>Bash</span><div class="buttons"><button aria-label="Copy code" mat-icon-button=""><mat-icon role="img" fonticon="content_copy" aria-hidden="true"></mat-icon></button></div></div><div class="formatted-code-block-internal-container"><div class="animated-opacity"><pre class="ng-tns-c1"><code role="text" data-test-id="code-content" class="code-container formatted">${text}\n</code></pre></div></div></div></code-block></response-element>`,
};

const icon = (label, name) =>
  `<button mat-icon-button="" class="mdc-icon-button" aria-label="${label}"><mat-icon role="img" fonticon="${name}" aria-hidden="true"></mat-icon></button>`;

export function exchanges(conversation) {
  const { title, comments } = conversation;
  const code = number(title, 900_000).toString(16);
  const prompt = (said, index) =>
    `<user-query class="ng-star-inserted" id="user-query-${index}"><span class="user-query-container right-align-content"><user-query-content class="user-query-container"><div class="query-content" id="user-query-content-${index}"><span class="user-query-bubble-with-background"><span class="horizontal-container"><div role="heading" aria-level="2" class="query-text gds-body-l">${blocks(
      said.text,
    )
      .map((text) => `<p class="query-text-line">${escaped(text)}</p>`)
      .join('')}</div></span></span></div></user-query-content></span></user-query>`;
  const reply = (said, index) =>
    `<model-response class="ng-star-inserted"><div><response-container class="tts-removed"><div class="response-container"><div class="response-container-header"><div class="model-thoughts"><button class="thoughts-header-button"><span>Show thinking</span></button></div></div><div class="presented-response-container"><div class="avatar-gutter"><bard-avatar class="gds-avatar"></bard-avatar></div><div class="response-container-content"><message-content class="model-response-text ng-star-inserted" id="message-content-id-r_${code}${index}"><div class="markdown markdown-main-panel" dir="ltr">${rendered(said.text, dialect)}</div></message-content></div></div><div class="response-container-footer"><message-actions class="hide-action-bar"><div class="actions-container-v2">${icon('Good response', 'thumb_up')}${icon('Bad response', 'thumb_down')}${icon('Share & export', 'share').replace('&', '&amp;')}${icon('Copy', 'content_copy')}</div></message-actions></div></div></response-container></div></model-response>`;
  const pairs = comments.filter((_, index) => index % 2 === 0);
  return {
    url: `https://gemini.google.com/app/${code}`,
    html: document({
      head: `<title>Google Gemini</title><meta name="viewport" content="width=device-width, initial-scale=1">`,
      bodyAttributes: ' class="light-theme"',
      body: `<chat-app class="side-nav-open"><main class="chat-app"><bard-sidenav><div class="sidenav-content"><a href="/app" aria-label="New chat">New chat</a><conversations-list><div class="title-container"><h1 class="title">Recent</h1></div><div role="button" class="conversation selected"><div class="conversation-title">${escaped(title)}</div></div><div role="button" class="conversation"><div class="conversation-title">Names for a grey cat</div></div><div role="button" class="conversation"><div class="conversation-title">Train from Turin to Bari</div></div></conversations-list></div></bard-sidenav>
<bard-mode-switcher><div class="center-section"><span class="conversation-title gds-title-m">${escaped(title)}</span></div></bard-mode-switcher>
<chat-window><div class="chat-container"><chat-window-content><div class="conversation-history"><infinite-scroller class="chat-history">
${pairs
  .map((said, pair) => {
    const answer = comments[2 * pair + 1];
    return `<div class="conversation-container message-actions-hover-boundary" id="${code}${pair}c">${prompt(said, pair)}${answer ? reply(answer, pair) : ''}</div>`;
  })
  .join('\n')}
</infinite-scroller></div></chat-window-content><input-container><fieldset class="input-area-container"><rich-textarea><div class="ql-editor textarea" contenteditable="true" role="textbox" aria-label="Enter a prompt here"><p><br></p></div></rich-textarea></fieldset><hallucination-disclaimer><p class="gds-body-s">Gemini is AI and can make mistakes.</p></hallucination-disclaimer></input-container></div></chat-window></main></chat-app>`,
    }),
    comments: comments.map((said) => entry(said, { author: null })),
  };
}
