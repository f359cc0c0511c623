// A conversation with a model in an interface that people run themselves, like Open WebUI: turns name who speaks, and
// their class names say it too.

import { number } from '../people.mjs';
import { blocks, escaped, prose, rendered } from '../text.mjs';
import { document, entry } from '../thread.mjs';

const model = 'llama3.2:latest';

const dialect = {
  ...prose,
  paragraph: (text) => `<p dir="auto">${text}</p>`,
  code: (text) =>
    `<div><div class="relative my-2 flex flex-col rounded-lg" dir="ltr"><div class="absolute left-0 right-0 py-2.5 pl-4.5 text-xs font-medium">bash</div><div class="sticky top-8"><div class="flex items-center gap-0.5"><button class="run-code-button">Run</button><button class="save-code-button">Save</button><button class="copy-code-button">Copy</button></div></div><div class="language-bash rounded-t-lg overflow-hidden"><pre class="hljs p-4"><code class="language-bash rounded-t-none whitespace-pre">${text}\n</code></pre></div></div></div>`,
};

const icon = (label) =>
  `<div aria-label="${label}" class="flex"><button class="visible p-1.5 rounded-lg copy-response-button"><svg viewBox="0 0 24 24" class="w-4 h-4"><path d="M15.666 3.888"></path></svg></button></div>`;

export function served(conversation) {
  const { title, host, comments } = conversation;
  const code = number(title, 900_000).toString(16);
  const turn = (said, index) => {
    const isPrompt = index % 2 === 0;
    const id = `${code}-4b1d-${String(1000 + index)}`;
    const name = isPrompt ? 'You' : model;
    const text = isPrompt
      ? `<div class="chat-user w-full min-w-full markdown-prose"><div class="w-full"><div class="rounded-3xl max-w-[90%] px-5 py-2 bg-gray-50">${blocks(
          said.text,
        )
          .map((text) => `<p dir="auto">${escaped(text)}</p>`)
          .join('')}</div></div></div>`
      : `<div class="chat-assistant w-full min-w-full markdown-prose"><div><div class="w-full flex flex-col relative" id="response-content-container">${rendered(said.text, dialect)}</div></div></div>`;
    return `<div class="w-full pt-1"><div role="listitem" class="flex flex-col justify-between px-5 mb-3 w-full max-w-5xl mx-auto rounded-lg group"><div class="flex w-full ${isPrompt ? 'user-message' : `message-${id}`}" id="message-${id}" dir="ltr"><div class="shrink-0 ltr:mr-3"><img class="size-8 object-cover rounded-full" src="https://${host}/static/${isPrompt ? 'user' : 'favicon'}.png" alt="profile" draggable="false"></div><div class="flex-auto w-0"><div class="self-center font-semibold line-clamp-1 flex gap-1 items-center"><span class="line-clamp-1 text-black">${name}</span></div>${text}<div class="flex justify-start overflow-x-auto buttons text-gray-600">${icon('Edit')}${icon('Copy')}${isPrompt ? '' : icon('Read Aloud') + icon('Good Response')}</div></div></div></div></div>`;
  };
  return {
    url: `https://${host}/s/${code}`,
    html: document({
      head: `<title>${escaped(title)} / Open WebUI</title><meta name="viewport" content="width=device-width, initial-scale=1">`,
      body: `<div class="app relative"><div class="text-gray-700 h-screen max-h-[100dvh] overflow-auto flex flex-col"><nav class="sticky top-0 z-30 w-full"><div class="flex"><button id="model-selector-0-button" aria-label="Select a model">${model}</button></div></nav>
<div class="px-3"><div class="text-2xl font-semibold line-clamp-1">${escaped(title)}</div></div>
<div class="flex flex-col justify-between w-full flex-auto overflow-auto h-0" id="messages-container"><div class="h-full w-full flex flex-col"><div class="w-full"><ul role="log" aria-live="polite" aria-label="Chat Conversation">
${comments.map(turn).join('\n')}
</ul></div></div></div>
<form class="w-full flex gap-1.5"><div class="flex-1 flex flex-col relative w-full rounded-3xl"><div id="chat-input" contenteditable="true" role="textbox" class="input-prose"><p data-placeholder="Send a Message" class="is-empty"><br></p></div></div></form><div class="text-xs text-gray-500 text-center line-clamp-1">LLMs can make mistakes. Verify important information.</div></div></div>`,
    }),
    comments: comments.map((said, index) => entry(said, { author: index % 2 === 0 ? 'You' : model })),
  };
}
