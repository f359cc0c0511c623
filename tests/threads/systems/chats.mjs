// Shared conversations with a language model: one page like that of ChatGPT, two like that of Claude.

import { number } from '../people.mjs';
import { escaped, prose, rendered } from '../text.mjs';
import { document, entry } from '../thread.mjs';

const dialect = {
  ...prose,
  paragraph: (text) => `<p data-start="0" data-end="${text.length}">${text}</p>`,
  code: (text) =>
    `<pre class="overflow-visible!"><div class="contain-inline-size rounded-2xl relative bg-token-sidebar-surface-primary"><div class="flex items-center text-token-text-secondary px-4 py-2 text-xs font-sans justify-between h-9">text</div><div class="sticky top-9"><div class="absolute end-0 bottom-0 flex h-9 items-center pe-2"><button class="flex gap-1 items-center py-1" aria-label="Copy">Copy code</button></div></div><div class="overflow-y-auto p-4" dir="ltr"><code class="whitespace-pre!">${text}\n</code></div></div></pre>`,
};

const isPerson = (_, index) => index % 2 === 0;

export function chatgpt(conversation) {
  const { title, comments } = conversation;
  const code = number(title, 900_000).toString(16);
  const button = (label) =>
    `<button class="text-token-text-secondary hover:bg-token-bg-secondary rounded-lg" aria-label="${label}" data-testid="${label.toLowerCase().replaceAll(' ', '-')}-turn-action-button" data-state="closed"><span class="flex items-center justify-center touch:w-10 h-8 w-8"><svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" class="icon"><path d="M12.668 10.667"></path></svg></span></button>`;
  const turn = (said, index) => {
    const isPrompt = isPerson(said, index);
    const role = isPrompt ? 'user' : 'assistant';
    const text = isPrompt
      ? `<div class="user-message-bubble-color relative rounded-[18px] px-4 py-1.5 max-w-[70%]"><div class="whitespace-pre-wrap">${[said.text].flat().map(escaped).join('\n\n')}</div></div>`
      : `<div class="markdown prose dark:prose-invert w-full break-words light">${rendered(said.text, dialect)}</div>`;
    return `<article class="text-token-text-primary w-full focus:outline-none" dir="auto" data-turn-id="${code}-${index}" data-testid="conversation-turn-${index + 1}" data-scroll-anchor="false" data-turn="${role}"><h${isPrompt ? 5 : 6} class="sr-only">${isPrompt ? 'You said:' : 'ChatGPT said:'}</h${isPrompt ? 5 : 6}><div class="text-base my-auto mx-auto pt-3"><div class="[--thread-content-max-width:40rem] mx-auto max-w-(--thread-content-max-width) flex-1 group/turn-messages" tabindex="-1"><div class="flex max-w-full flex-col grow"><div data-message-author-role="${role}" data-message-id="${code}-m${index}" dir="auto" class="min-h-8 text-message relative flex w-full flex-col items-end gap-2 text-start break-words whitespace-normal"${isPrompt ? '' : ' data-message-model-slug="gpt-5"'}><div class="flex w-full flex-col gap-1 empty:hidden">${text}</div></div></div><div class="flex min-h-[46px] justify-start"><div class="touch:-me-2 flex flex-wrap items-center gap-y-4 p-1">${button('Copy')}${isPrompt ? '' : button('Good response') + button('Bad response')}</div></div></div></div></article>`;
  };
  return {
    url: `https://chatgpt.com/share/${code}`,
    html: document({
      attributes: ' class="light" style="color-scheme: light;"',
      head: `<title>ChatGPT - ${escaped(title)}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta property="og:title" content="${escaped(title)}"><meta property="og:description" content="Shared via ChatGPT">`,
      body: `<a data-skip-to-content="" class="bg-token-bg-primary text-token-text-primary absolute" href="#main">Skip to content</a><div class="flex h-full w-full flex-col"><div class="relative flex h-full w-full flex-1 overflow-hidden"><main id="main" class="relative h-full w-full flex-1 overflow-auto"><header id="page-header" class="draggable sticky top-0 flex items-center justify-between"><div class="flex items-center"><a href="/" aria-label="ChatGPT">ChatGPT</a></div><div class="flex items-center gap-2"><button data-testid="login-button">Log in</button><button data-testid="signup-button">Sign up for free</button></div></header>
<div id="thread" class="group/thread flex flex-col min-h-full"><div role="presentation" class="composer-parent flex flex-1 flex-col"><div class="flex flex-col text-sm thread-xl:pt-header-height pb-25"><div class="mx-auto text-center text-token-text-secondary"><p>This is a copy of a conversation between ChatGPT &amp; Anonymous.</p><button>Report content</button></div>
${comments.map(turn).join('\n')}
</div><div id="thread-bottom-container" class="sticky bottom-0"><form class="w-full" data-type="unified-composer"><div id="prompt-textarea" contenteditable="true" translate="no" class="ProseMirror"><p data-placeholder="Ask anything" class="placeholder"><br></p></div><button aria-label="Start voice mode">Voice</button></form><div class="text-token-text-secondary mt-auto flex min-h-8 w-full items-center justify-center p-2 text-center text-xs"><div>ChatGPT can make mistakes. Check important info. See <a href="#">Cookie Preferences</a>.</div></div></div></div></div></main></div></div>
<div aria-live="assertive" aria-atomic="true" class="sr-only"></div><script nonce="x">window.__reactRouterContext = {"basename":"/"};</script>`,
    }),
    comments: comments.map((said, index) => entry(said, { author: isPerson(said, index) ? 'You' : 'ChatGPT' })),
  };
}

export function claude(conversation) {
  const { title, comments } = conversation;
  const code = number(title, 900_000).toString(16);
  const bubble = {
    ...prose,
    paragraph: (text) => `<p class="whitespace-normal break-words">${text}</p>`,
    list: (items) =>
      `<ul class="[&amp;:not(:last-child)_ul]:pb-1 list-disc space-y-1.5 pl-7">\n${items.map((item) => `<li class="whitespace-normal break-words">${item}</li>`).join('\n')}\n</ul>`,
    steps: (items) =>
      `<ol class="list-decimal space-y-1.5 pl-7">\n${items.map((item) => `<li class="whitespace-normal break-words">${item}</li>`).join('\n')}\n</ol>`,
    code: (text) =>
      `<div role="group" aria-label="Code" tabindex="0" class="relative group/copy bg-bg-000/50 border-0.5 border-border-400 rounded-lg"><div class="sticky opacity-0 group-hover/copy:opacity-100"><button aria-label="Copy to clipboard" type="button"><svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d="M12.5 3"></path></svg></button></div><div class="overflow-x-auto"><pre class="code-block__code"><code>${text}\n</code></pre></div></div>`,
  };
  const turn = (said, index) =>
    isPerson(said, index)
      ? `<div data-test-render-count="1"><div class="mb-1 mt-6 group"><div class="flex flex-col items-end gap-1"><div class="group relative inline-flex gap-2 bg-bg-300 rounded-xl pl-2.5 py-2.5 break-words text-text-100 max-w-[75ch] flex-col pr-6"><div class="flex flex-row gap-2 relative"><div class="shrink-0"><div class="flex shrink-0 items-center justify-center rounded-full font-bold select-none h-7 w-7 text-[12px] bg-text-200 text-bg-100">HS</div></div><div data-testid="user-message" class="grid grid-cols-1 gap-2 py-0.5 relative">${[
          said.text,
        ]
          .flat()
          .map((text) => `<p class="whitespace-pre-wrap break-words">${escaped(text)}</p>`)
          .join('')}</div></div></div></div></div></div>`
      : `<div data-test-render-count="2"><div class="group relative -tracking-[0.015em] pb-3" data-is-streaming="false"><div class="font-claude-response relative leading-[1.65rem] [&amp;_pre&gt;div]:bg-bg-000/50"><div><div class="standard-markdown grid-cols-1 grid gap-3">${rendered(said.text, bubble)}</div></div></div></div><div class="flex justify-start" role="group" aria-label="Message actions"><div class="text-text-300"><button aria-label="Copy" data-testid="action-bar-copy" type="button"><svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d="M12.5 3"></path></svg></button></div></div></div>`;
  return {
    url: `https://claude.ai/share/${code}`,
    html: document({
      attributes: ' data-theme="claude" data-mode="light"',
      head: `<title>${escaped(title)} | Claude</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta property="og:title" content="${escaped(title)}"><meta property="og:site_name" content="Claude">`,
      bodyAttributes: ' class="bg-bg-100 text-text-100 font-ui min-h-screen"',
      body: `<div class="root"><div class="min-h-full w-full min-w-0 flex-1"><header class="sticky top-0 z-header flex w-full bg-bg-100 items-center justify-between" data-testid="page-header"><a href="/" aria-label="Home"><svg viewBox="0 0 184 40" class="h-4"><path d="M1 1"></path></svg></a><div class="truncate font-base-bold">${escaped(title)}</div><div class="text-text-400">Shared by Hanna</div></header>
<main class="mx-auto flex size-full max-w-3xl flex-col md:px-2"><div class="text-xs text-text-400 border-0.5 rounded-lg p-3" role="note">This is a copy of a chat between Claude and Hanna. Content may include unverified or unsafe content that do not represent the views of Anthropic. Shared snapshot may contain attachments and data not displayed here.</div>
<div class="flex-1 flex flex-col px-4 max-w-3xl mx-auto w-full pt-1">
<h1 class="sr-only">${escaped(title)}</h1>
${comments.map(turn).join('\n')}
<div class="h-px w-full pointer-events-none" aria-hidden="true"></div></div>
<div class="sticky bottom-0 mx-auto w-full pt-6"><a class="inline-flex items-center justify-center rounded-lg" href="/new">Start your own conversation</a><div class="text-xs text-text-500 text-center"><button type="button">Report</button> Claude can make mistakes. Please double-check responses.</div></div></main></div></div>`,
    }),
    comments: comments.map((said, index) => entry(said, { author: isPerson(said, index) ? 'Hanna' : 'Claude' })),
  };
}

/** As it was in 2024: an avatar with letters before what is asked, and the class of a font around an answer. */
export function claudePast(conversation) {
  const { title, language, comments } = conversation;
  const code = number(title, 900_000).toString(16);
  const bubble = {
    ...prose,
    paragraph: (text) => `<p class="whitespace-pre-wrap break-words">${text}</p>`,
    list: (items) =>
      `<ul class="-mt-1 list-disc space-y-2 pl-8">\n${items.map((item) => `<li class="whitespace-normal break-words">${item}</li>`).join('\n')}\n</ul>`,
  };
  const turn = (said, index) =>
    isPerson(said, index)
      ? `<div class="mb-1 mt-1"><div class="flex gap-2"><div class="group relative inline-flex gap-2 bg-gradient-to-b from-bg-500 rounded-xl"><div class="flex flex-row gap-2"><div class="shrink-0"><div class="flex h-7 w-7 items-center justify-center rounded-full">AL</div></div><div class="font-user-message grid grid-cols-1 gap-2 py-0.5" data-testid="user-message"><p class="whitespace-pre-wrap break-words">${[said.text].flat().map(escaped).join('</p><p class="whitespace-pre-wrap break-words">')}</p></div></div></div></div></div>`
      : `<div class="group relative -tracking-[0.015em] pb-3"><div class="font-claude-message relative leading-[1.65rem] pr-9"><div class="grid-cols-1 grid gap-2.5">${rendered(said.text, bubble)}</div></div><div class="absolute bottom-0 right-2"><div class="flex items-stretch justify-between"><button class="flex flex-row gap-1 rounded-md p-1 text-xs"><svg viewBox="0 0 256 256"><path d="M200 32"></path></svg>Copy</button><button aria-label="Share positive feedback"><svg viewBox="0 0 256 256"><path d="M200 32"></path></svg></button></div></div></div>`;
  return {
    url: `https://claude.ai/share/${code}`,
    html: document({
      language,
      head: `<title>${escaped(title)} | Claude</title>`,
      body: `<div class="flex min-h-screen w-full"><header class="sticky top-0"><a href="/">Claude</a><button data-testid="chat-menu-trigger">${escaped(title)}</button></header><div class="flex-1 flex flex-col gap-3 px-4 max-w-3xl mx-auto w-full pt-1">
${comments.map(turn).join('\n')}
</div><div class="sticky bottom-0"><a href="/login">Claude</a><div class="text-text-500 text-xs">Claude can make mistakes. Please double-check responses.</div></div></div>`,
    }),
    comments: comments.map((said) => entry(said, { author: null })),
  };
}
