// A conversation with a model where a heading names who speaks, like LibreChat: both sides are made alike.

import { number } from '../people.mjs';
import { blocks, escaped, prose, rendered } from '../text.mjs';
import { document, entry } from '../thread.mjs';

const dialect = {
  ...prose,
  code: (text) =>
    `<pre><div class="w-full rounded-md bg-gray-900 text-xs text-white/80"><div class="relative flex items-center justify-between rounded-tl-md bg-gray-700 px-4 py-2 font-sans text-xs"><span class="">bash</span><button type="button" class="ml-auto flex gap-2"><svg width="18" height="18" viewBox="0 0 24 24"><path d="M7 5"></path></svg>Copy code</button></div><div class="overflow-y-auto p-4"><code class="hljs language-bash !whitespace-pre">${text}\n</code></div></div></pre>`,
};

export function headed(conversation) {
  const { title, host, comments } = conversation;
  const code = number(title, 900_000).toString(16);
  const turn = (said, index) => {
    const isPrompt = index % 2 === 0;
    const name = isPrompt ? 'User' : 'GPT-4o';
    const text = isPrompt
      ? `<div dir="auto" class="markdown prose message-content dark:prose-invert light w-full break-words whitespace-pre-wrap"><p>${blocks(
          said.text,
        )
          .map(escaped)
          .join('</p>\n<p>')}</p></div>`
      : `<div dir="auto" class="markdown prose message-content dark:prose-invert light w-full break-words">${rendered(said.text, dialect)}</div>`;
    return `<div class="w-full border-0 bg-transparent"><div class="m-auto justify-center p-4 py-2 md:gap-6"><div id="${code}-${index}-77aa" aria-label="Message ${index + 1}" class="group mx-auto flex flex-1 gap-3 transition-all duration-300 message-render"><div class="relative flex flex-shrink-0 flex-col items-center"><div class="flex h-6 w-6 items-center justify-center overflow-hidden rounded-full"><img class="rounded-full" src="https://${host}/assets/${isPrompt ? 'avatar' : 'model'}.webp" alt="${isPrompt ? 'avatar' : 'Icon'}"></div></div><div class="relative flex w-11/12 flex-col"><h2 class="select-none font-semibold text-base">${name}</h2><div class="flex flex-col gap-1"><div class="flex max-w-full flex-grow flex-col gap-0"><div class="text-message flex min-h-[20px] flex-col items-start gap-3">${text}</div></div></div><div class="visible flex justify-center gap-1 self-end"><button class="hover-button" title="Copy to clipboard" type="button"><svg viewBox="0 0 24 24"><path d="M7 5"></path></svg></button><button class="hover-button" title="Fork" type="button"><svg viewBox="0 0 24 24"><path d="M7 5"></path></svg></button></div></div></div></div></div>`;
  };
  return {
    url: `https://${host}/share/${code}`,
    html: document({
      head: `<title>${escaped(title)}</title><meta name="description" content="LibreChat - An open source chat application">`,
      body: `<div id="root"><main class="relative flex w-full grow overflow-hidden"><div class="transition-width relative flex h-full w-full flex-1 flex-col items-stretch" role="presentation" tabindex="0"><div class="group mx-auto w-full p-2"><h1 class="text-2xl">${escaped(title)}</h1><div class="border-b text-base text-gray-500">March 14, 2026</div></div><div class="flex-1 pb-[50px]"><div class="flex flex-col pb-9">
${comments.map(turn).join('\n')}
</div></div><div class="w-full border-t-0"><div class="relative hidden px-3 py-2 text-center text-xs text-gray-600 md:block"><a href="https://librechat.example" target="_blank" rel="noreferrer">LibreChat v0.7</a> - Every AI for Everyone. <a href="https://${host}/privacy">Privacy policy</a> | <a href="https://${host}/terms">Terms of service</a></div></div></div></main></div>`,
    }),
    comments: comments.map((said, index) => entry(said, { author: index % 2 === 0 ? 'User' : 'GPT-4o' })),
  };
}
