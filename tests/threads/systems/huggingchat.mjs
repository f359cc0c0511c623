// A conversation with a model of which only attributes for scripts say who speaks, like that of HuggingChat.

import { number } from '../people.mjs';
import { blocks, escaped, prose, rendered } from '../text.mjs';
import { document, entry } from '../thread.mjs';

const dialect = {
  ...prose,
  code: (text) =>
    `<div class="group relative my-4 rounded-lg"><pre class="scrollbar-custom overflow-auto px-5 font-mono"><code>${text}\n</code></pre><div class="pointer-events-none sticky bottom-0"><div class="pointer-events-auto absolute right-2 top-2 flex items-center gap-1.5"><button class="btn rounded-lg border" title="Copy to clipboard" type="button"><svg viewBox="0 0 32 32"><path d="M28 10v18"></path></svg></button></div></div></div>`,
};

export function roles(conversation) {
  const { title, comments } = conversation;
  const code = number(title, 900_000).toString(16);
  const turn = (said, index) =>
    index % 2 === 0
      ? `<div class="group relative alternative-${code}${index} flex items-start justify-start gap-4 max-sm:text-sm" data-message-id="${code}-${index}" data-message-type="user" data-message-role="user" role="presentation"><div class="mr-auto flex h-full flex-1"><div class="flex w-full flex-col gap-2"><div class="flex w-full flex-nowrap"><p class="disabled w-full appearance-none whitespace-break-spaces text-wrap break-words rounded-2xl bg-inherit px-5 py-3.5 text-gray-500">${blocks(
          said.text,
        )
          .map(escaped)
          .join(
            '\n\n',
          )}</p></div><div class="absolute right-0 flex gap-2"><a class="rounded-lg border text-xs" href="#" title="Branch">Branch</a></div></div></div></div>`
      : `<div class="group relative mb-4 flex w-fit max-w-full items-start justify-start gap-4 leading-relaxed" data-message-id="${code}-${index}" data-message-role="assistant" role="presentation"><img alt="" src="https://huggingface.co/avatars/2edb18bd0206c16b433841a47f53fa8e.svg" class="mt-5 h-3 w-3 flex-none select-none rounded-full shadow-lg"><div class="relative flex min-h-[calc(2rem)] flex-col gap-4 rounded-2xl border border-gray-100 bg-gradient-to-br px-5 py-3.5 prose-pre:my-2"><div class="prose max-w-none dark:prose-invert max-sm:prose-sm">${rendered(said.text, dialect)}</div></div><div class="absolute -bottom-4 right-0 flex max-md:transition-all"><button class="btn rounded-sm p-1 text-sm" title="Upvote" type="button"><svg viewBox="0 0 32 32"><path d="M21 20"></path></svg></button><button class="btn rounded-sm p-1 text-sm" title="Retry" type="button"><svg viewBox="0 0 32 32"><path d="M21 20"></path></svg></button></div></div>`;
  return {
    url: `https://huggingface.co/chat/r/${code}`,
    html: document({
      attributes: ' class="h-full"',
      head: `<title>${escaped(title)}</title><meta property="og:title" content="${escaped(title)} - HuggingChat"><meta property="og:image" content="https://huggingface.co/chat/huggingchat/thumbnail.png">`,
      bodyAttributes: ' class="h-full dark:bg-gray-900"',
      body: `<div id="app" class="contents h-full"><div class="grid h-full w-screen grid-cols-1 grid-rows-[auto,1fr] overflow-hidden text-smd"><nav class="flex h-12 items-center justify-between border-b"><button type="button" aria-label="Open menu"></button><span class="truncate px-4">${escaped(title)}</span></nav>
<div class="relative min-h-0 min-w-0"><div class="scrollbar-custom h-full overflow-y-auto"><div class="mx-auto flex h-full max-w-3xl flex-col gap-6 px-5 pt-6 sm:gap-8 xl:max-w-4xl">
${comments.map(turn).join('\n')}
</div></div><div class="pointer-events-none absolute inset-x-0 bottom-0"><form class="relative flex w-full max-w-4xl flex-1 items-center rounded-xl border"><textarea enterkeyhint="send" rows="1" placeholder="Ask anything"></textarea></form><div class="mt-2 flex justify-between self-stretch px-1 text-xs"><p>Model: <a href="https://huggingface.co/meta-llama" target="_blank">meta-llama/Llama-3.3-70B-Instruct</a> · Generated content may be inaccurate or false.</p></div></div></div></div></div>`,
    }),
    comments: comments.map((said) => entry(said, { author: null })),
  };
}
