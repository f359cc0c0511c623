// Bluesky: a thread in its web application, whose class names say nothing.

import { person, slug } from '../people.mjs';
import { bare, escaped, rendered, said as plain } from '../text.mjs';
import { branches, document, entry, inOrder } from '../thread.mjs';
import { brief, moment, shown } from '../times.mjs';

const handle = (name) => `${slug(name) || 'user'}.bsky.example`;
const lines = {
  ...bare,
  inline: {
    ...bare.inline,
    stress: (text) => text,
    link: (label, url) =>
      `${label} (<a href="${url}" rel="noopener noreferrer" target="_blank" role="link" class="css-1jxf684 r-1loqt21" style="color: rgb(16, 131, 254);">${url}</a>)`,
  },
  paragraph: (text) => text,
  code: (text) => text,
  between: (before, after) => (before === 'item' && after === 'item' ? '\n' : '\n\n'),
};

export function thread(conversation) {
  const { comments } = conversation;
  const [opening] = comments;
  const nodes = inOrder(branches(conversation)).filter(({ isDeleted }) => !isDeleted);
  const now = moment(conversation, 30);
  const svg = (path) =>
    `<svg fill="none" width="18" viewBox="0 0 24 24" height="18" style="color: rgb(111, 134, 159);"><path fill="hsl(211, 20%, 53%)" d="${path}"></path></svg>`;
  const long = (time) => shown(time, 'MMMM D, YYYY [at] h:mm A');
  const mainTime = shown(opening.time, 'h:mm A [·] MMM D, YYYY');
  const avatar = (name, size) =>
    `<a href="/profile/${handle(name)}" role="link" aria-label="${escaped(name)}'s avatar" class="css-175oi2r r-1loqt21 r-1otgn73" data-no-underline="1"><div class="css-175oi2r" style="width: ${size}px; height: ${size}px;"><img src="https://cdn.example/img/avatar/${person(name).id}@jpeg" alt=""></div></a>`;
  const control = (label, id, count) =>
    `<div class="css-175oi2r" style="flex: 1 1 0%; align-items: flex-start;"><button aria-label="${label}" role="button" tabindex="0" class="css-175oi2r r-1loqt21 r-1otgn73" data-testid="${id}" type="button">${svg('M2.002 6a3 3 0 0 1 3-3h14')}${count ? `<div dir="auto" class="css-146c3p1" style="color: rgb(111, 134, 159); font-size: 15px;" data-testid="${id.replace('Btn', 'Count')}">${count}</div>` : ''}</button></div>`;
  const controls = (said) =>
    `<div class="css-175oi2r" style="flex-direction: row; justify-content: space-between;">${control(`Reply (${nodes.filter(({ answers }) => answers === said.index).length} replies)`, 'replyBtn', nodes.filter(({ answers }) => answers === (said.index ?? 0)).length)}${control('Repost or quote post', 'repostBtn', 0)}${control(`Like (${Math.max(0, said.votes ?? 0)} likes)`, 'likeBtn', Math.max(0, said.votes ?? 0))}${control('Open post options menu', 'postDropdownBtn', 0)}</div>`;
  const text = (said, size) =>
    `<div dir="auto" data-word-wrap="1" class="css-146c3p1" style="font-size: ${size}px; letter-spacing: 0px; color: rgb(11, 15, 20); line-height: ${size + 5}px; white-space: pre-wrap;"${size > 16 ? '' : ' data-testid="postText"'}>${rendered(said.text, lines)}</div>`;
  const item = (
    said,
  ) => `<div class="css-175oi2r" style="position: relative;"><div data-testid="postThreadItem-by-${handle(said.author)}" class="css-175oi2r r-1loqt21" tabindex="0" role="link" style="padding-left: 16px; padding-right: 16px; cursor: pointer;">
<div class="css-175oi2r" style="flex-direction: row; height: 12px;"><div class="css-175oi2r" style="width: 42px;"></div></div>
<div class="css-175oi2r" style="flex-direction: row; gap: 10px;"><div class="css-175oi2r">${avatar(said.author, 42)}${said.children.length ? '<div class="css-175oi2r" style="width: 2px; margin-left: auto; margin-right: auto; flex-grow: 1; background-color: rgb(212, 219, 226);"></div>' : ''}</div>
<div class="css-175oi2r" style="flex: 1 1 0%;"><div class="css-175oi2r" style="flex-direction: row; align-items: flex-end; gap: 4px;"><div class="css-175oi2r"><div dir="auto" class="css-146c3p1 r-8akbws"><a href="/profile/${handle(said.author)}" aria-label="View profile" dir="auto" role="link" data-no-underline="1" class="css-1jxf684 r-1loqt21" style="font-weight: 600; color: rgb(11, 15, 20);">‪${escaped(said.author)}‬</a><a href="/profile/${handle(said.author)}" aria-label="View ${handle(said.author)}'s profile" dir="auto" role="link" data-no-underline="1" class="css-1jxf684" style="color: rgb(66, 87, 108);"> ‪@${handle(said.author)}‬</a></div></div><div dir="auto" aria-hidden="true" class="css-146c3p1" style="color: rgb(66, 87, 108);">·</div><a href="/profile/${handle(said.author)}/post/3l${said.index}" aria-label="${long(said.time)}" dir="auto" role="link" data-no-underline="1" data-tooltip="${long(said.time)}" class="css-146c3p1 r-1loqt21" style="color: rgb(66, 87, 108);">${brief(said.time, now)}</a></div>
<div class="css-175oi2r" style="padding-bottom: 2px;">${text(said, 15)}</div>
${controls(said)}</div></div></div></div>`;
  return {
    url: `https://bsky.app/profile/${handle(opening.author)}/post/3lopening`,
    html: document({
      head: `<title>${escaped(opening.author)}: "${escaped(plain(opening.text, lines).slice(0, 60))}…" — Bluesky</title><meta property="og:site_name" content="Bluesky Social"><meta property="og:type" content="article"><meta property="profile:username" content="${handle(opening.author)}"><meta name="article:published_time" content="${opening.time}">`,
      body: `<div id="root"><div class="css-175oi2r" style="flex: 1 1 0%;"><div class="css-175oi2r" style="min-height: 100%;"><nav role="navigation" class="css-175oi2r"><a aria-label="Home" href="/" role="link"><div dir="auto" class="css-146c3p1">Home</div></a><a aria-label="Explore" href="/search" role="link"><div dir="auto" class="css-146c3p1">Explore</div></a><div dir="auto" class="css-146c3p1">Join the conversation</div><button aria-label="Create new account" type="button"><div dir="auto">Create account</div></button><button aria-label="Sign in" type="button"><div dir="auto">Sign in</div></button></nav>
<main role="main" class="css-175oi2r" data-testid="postThreadScreen"><div class="css-175oi2r" style="position: sticky;"><button aria-label="Back" type="button">${svg('M3 12h18')}</button><div dir="auto" role="heading" class="css-146c3p1">Post</div></div>
<div class="css-175oi2r" style="max-width: 600px; margin-left: auto; margin-right: auto;">
<div data-testid="postThreadItem-by-${handle(opening.author)}" class="css-175oi2r" style="padding: 16px;"><div class="css-175oi2r" style="flex-direction: row; gap: 12px; padding-bottom: 12px;">${avatar(opening.author, 42)}<div class="css-175oi2r" style="flex: 1 1 0%;"><a href="/profile/${handle(opening.author)}" role="link" class="css-175oi2r"><div dir="auto" class="css-146c3p1" style="font-size: 17px; font-weight: 600;">${escaped(opening.author)}</div></a><a href="/profile/${handle(opening.author)}" role="link"><div dir="auto" class="css-146c3p1" style="color: rgb(66, 87, 108);">‪@${handle(opening.author)}‬</div></a></div><button aria-label="Follow ${escaped(opening.author)}" type="button" data-testid="followBtn"><div dir="auto">Follow</div></button></div>
<div class="css-175oi2r" style="padding-bottom: 8px;">${text(opening, 19)}</div>
<div class="css-175oi2r" style="gap: 8px; flex-direction: row;"><div dir="auto" class="css-146c3p1" style="color: rgb(66, 87, 108); font-size: 13px;">${mainTime}</div><button type="button"><div dir="auto">Everybody can reply</div></button></div>
<div class="css-175oi2r" style="flex-direction: row; border-top-width: 1px;"><a href="/profile/x/post/3lopening/liked-by"><div dir="auto" data-testid="likeCount-expanded" class="css-146c3p1"><span style="font-weight: 600;">${opening.votes}</span> likes</div></a></div>
${controls({ ...opening, index: 0 })}</div>
${nodes.map(item).join('\n')}
<div class="css-175oi2r" style="height: 300px;"></div></div></main>
<div class="css-175oi2r" style="position: fixed;"><div class="css-175oi2r"><input aria-label="Search" placeholder="Search" role="search"></div><div dir="auto" class="css-146c3p1"><a href="https://bsky.social/about/support/tos">Terms</a> · <a href="#">Privacy</a> · <a href="#">Help</a></div></div></div></div></div>`,
    }),
    comments: [
      entry(opening, { time: mainTime, otherTimes: [opening.time], dialect: lines }),
      ...nodes.map((node) =>
        entry(node, { time: brief(node.time, now), otherTimes: [long(node.time)], dialect: lines }),
      ),
    ],
  };
}
