// A conversation with a model whose turns begin with a heading for screen readers, like that of Copilot, in German.

import { number } from '../people.mjs';
import { blocks, escaped, prose, rendered } from '../text.mjs';
import { document, entry } from '../thread.mjs';

const dialect = {
  ...prose,
  paragraph: (text) => `<p class="py-3 font-ligatures-none whitespace-pre-wrap"><span>${text}</span></p>`,
  list: (items) =>
    `<ul class="list-disc ps-8">${items.map((item) => `<li class="py-1"><span>${item}</span></li>`).join('')}</ul>`,
};

export function chat(conversation) {
  const { title, language, comments } = conversation;
  const code = number(title, 900_000).toString(36);
  const button = (label) =>
    `<button type="button" class="relative flex items-center rounded-xl size-9" title="${label}" aria-label="${label}"><svg viewBox="0 0 24 24" class="size-5"><path d="M5.5 4.6"></path></svg></button>`;
  const turn = (said, index) =>
    index % 2 === 0
      ? `<div class="group/user-message flex flex-col items-end gap-2 pt-6" role="article" aria-labelledby="${code}-u${index}" data-content="user-message" id="user-message-${code}${index}"><h2 class="sr-only" id="${code}-u${index}">Sie sagten</h2><div class="self-end rounded-2xl bg-accent-150 px-5 py-3 max-w-[80%]"><div class="font-ligatures-none whitespace-pre-wrap">${blocks(
          said.text,
        )
          .map(escaped)
          .join(
            '\n\n',
          )}</div></div><div class="flex opacity-0 group-hover/user-message:opacity-100">${button('Nachricht kopieren')}</div></div>`
      : `<div class="group/ai-message relative flex flex-col" role="article" aria-labelledby="${code}-a${index}" data-content="ai-message" id="ai-message-${code}${index}"><h2 class="sr-only" id="${code}-a${index}">Copilot sagte</h2><div class="space-y-3 mt-3"><div class="group/ai-message-item space-y-3">${rendered(said.text, dialect)}</div></div><div class="flex gap-1 pt-2" data-testid="message-item-reactions">${button('Antwort kopieren')}${button('Gefällt mir')}${button('Gefällt mir nicht')}${button('Vorlesen')}</div></div>`;
  return {
    url: `https://copilot.microsoft.com/shares/${code}`,
    html: document({
      language,
      head: `<title>Microsoft Copilot: Ihr KI-Begleiter</title><meta name="viewport" content="width=device-width">`,
      body: `<div id="app"><div class="relative flex h-dvh w-full"><header class="absolute inset-x-0 top-0 flex justify-between p-3"><a href="/" title="Startseite">Copilot</a><button type="button" title="Anmelden">Anmelden</button></header>
<main class="flex-1 overflow-y-auto" data-testid="highlighted-chats"><div class="mx-auto max-w-chat w-full" role="feed"><div class="flex flex-col items-center pt-8 text-foreground-450"><h1 class="text-xl">${escaped(title)}</h1><p>Freigegebene Unterhaltung</p></div>
${comments.map(turn).join('\n')}
</div></main><div class="sticky bottom-0"><button type="button" class="rounded-full px-4">Unterhaltung fortsetzen</button><p class="text-xs">Copilot kann Fehler machen. Mit der Nutzung stimmen Sie den <a href="/terms">Bedingungen</a> zu.</p></div></div></div>`,
    }),
    comments: comments.map((said, index) => entry(said, { author: index % 2 === 0 ? null : 'Copilot' })),
  };
}
