// A conversation with a model in the class names of style sheets in modules, like that of Poe: bubbles on the left and
// on the right, and a head with the name of the model before its own.

import { number } from '../people.mjs';
import { blocks, escaped, prose, rendered } from '../text.mjs';
import { document, entry } from '../thread.mjs';

const bot = 'Claude-Sonnet-4';

export function bubbles(conversation) {
  const { title, comments } = conversation;
  const code = number(title, 900_000).toString(36);
  const markdown = (html) =>
    `<div class="Message_selectableText__SQ8WH"><div class="Markdown_markdownContainer__Tz3HQ">${html}</div></div>`;
  const head = `<div class="BotHeader_wrapper__ttf4b"><a class="BotHeader_titleLink__e_Xq1" href="/${bot}"><div class="BotHeader_textContainer__kVf_I"><div class="BotHeader_imageContainer__Vhdpz"><img alt="Bot image for ${bot}" src="https://qph.example/${code}.png"></div><p class="BotHeader_title__q67To">${bot}</p></div></a></div>`;
  const turn = (said, index) => {
    const isPrompt = index % 2 === 0;
    const [side, html] = isPrompt
      ? [
          'right',
          blocks(said.text)
            .map((text) => `<p>${escaped(text)}</p>`)
            .join(''),
        ]
      : ['left', rendered(said.text, prose)];
    const row = isPrompt ? 'ChatMessage_rightSideMessageRow__b' : 'ChatMessage_leftSideMessageRow__a';
    return `<div class="ChatMessage_chatMessage__xkgHx" id="message-${1_440_000 + 7 * index}"><div class="${row}">${isPrompt ? '' : head}<div class="ChatMessage_messageWrapper__4Ugd6"><div class="Message_row___ur0Y ${isPrompt ? 'Message_rowRightAligned__x' : ''}"><div class="Message_${side}SideMessageBubble__VPdk6">${markdown(html)}</div></div></div>${isPrompt ? '' : '<section class="ChatMessageActionBar_actionBar__gyeEs"><button class="Button_buttonBase__Bv9Vx" type="button"><svg viewBox="0 0 24 24"><path d="M5 4"></path></svg>Copy</button><button class="Button_buttonBase__Bv9Vx" type="button">Share</button></section>'}</div></div>`;
  };
  return {
    url: `https://poe.com/s/${code}`,
    html: document({
      head: `<title>${escaped(title)} - Poe</title><meta property="og:title" content="${escaped(title)}"><meta property="og:site_name" content="Poe">`,
      body: `<div id="__next"><div class="MainColumn_wrapper__x"><aside class="SidebarLayout_sidebar__X"><a href="/login">Sign in</a><a href="/explore">Explore bots</a></aside><main class="SidebarLayout_main__0ZApe"><div class="BaseNavbar_navbar__kPjjN"><p class="BaseNavbar_chatTitle__aFxgg">${escaped(title)}</p></div>
<div class="InfiniteScroll_container__kpW3i">
${comments.map(turn).join('\n')}
</div><div class="ShareFooter_footer__q"><a class="Button_primary__y" href="/chat/${bot}">Continue chat</a><p>Shared by a person on Poe</p></div></main></div></div>`,
    }),
    comments: comments.map((said, index) => entry(said, { author: index % 2 === 0 ? null : bot })),
  };
}
