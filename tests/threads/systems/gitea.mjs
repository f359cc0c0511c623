// Gitea: an issue with its timeline; the source of every text stands hidden beside it.

import { number, person, slug } from '../people.mjs';
import { escaped, prose, rendered, wrapped } from '../text.mjs';
import { document, entry } from '../thread.mjs';
import { shown } from '../times.mjs';

const handled = (name) => (/^[\w-]+$/.test(name) ? name : slug(name));
const machine = (time) => time.replace('Z', '+00:00');
const svg = (name) =>
  `<svg viewBox="0 0 16 16" class="svg octicon-${name}" aria-hidden="true" width="16" height="16"><path d="M8 9.5a1.5 1.5 0 1 0 0-3"></path></svg>`;
const dialect = {
  ...prose,
  code: (text) =>
    `<div class="code-block-container code-overflow-scroll"><pre class="code-block"><code class="chroma language-text display">${text}\n</code></pre></div>`,
};

export function issue(conversation) {
  const { title, host, board, comments, tags } = conversation;
  const id = number(title, 400) + 20;
  const repository = slug(board);
  const path = `/tools/${repository}/issues/${id}`;
  const label = (time) => `${shown(time, 'YYYY-MM-DD HH:mm:ss')} +00:00`;
  const clock = (time) =>
    `<relative-time prefix="" tense="past" datetime="${machine(time)}" data-tooltip-content="" data-tooltip-interactive="true">${label(time)}</relative-time>`;
  const user = (name) =>
    `<a class="author text black tw-font-semibold muted" href="/${handled(name)}">${handled(name)}</a>`;
  const comment = (said, index) => {
    const anchor = index ? `issuecomment-${id * 30 + index}` : `issue-${id}`;
    return `<div class="timeline-item comment${index ? '' : ' first'}" id="${anchor}">
<a class="timeline-avatar" href="/${handled(said.author)}"><img loading="lazy" alt="" class="ui avatar tw-align-middle" src="/avatars/${person(said.author).id}?size=120" title="${handled(said.author)}" width="40" height="40"></a>
<div class="content comment-container">
<div class="comment-header avatar-content-left-arrow flex-text-block" role="heading" aria-level="3"><div class="comment-header-left flex-text-block"><span class="muted-links">${user(said.author)} commented <a id="${anchor}-link" href="#${anchor}">${clock(said.time)}</a></span></div><div class="comment-header-right actions flex-text-block">${said.author === comments[0].author ? '<div class="ui basic label role-label" data-tooltip-content="This user is the poster.">Poster</div>' : ''}<div class="ui dropdown action tw-content-center jump item"><a class="add-reaction muted">${svg('smiley')}</a><div class="menu reactions-menu"><div class="header">Pick your reaction</div></div></div><div class="item action ui dropdown jump pointing top right context-dropdown"><a class="context-menu muted">${svg('kebab-horizontal')}</a><div class="menu"><div class="item context js-aria-clickable" data-clipboard-text-type="url">Copy Link</div><div class="item context js-aria-clickable quote-reply">Quote Reply</div></div></div></div></div>
<div class="ui attached segment comment-body" role="article"><div id="${anchor}-content" class="render-content markup">${said.quote ? `<blockquote>\n<p>${escaped(said.quote.text)}</p>\n</blockquote>\n` : ''}${rendered(said.text, dialect)}
</div>
<div id="${anchor}-raw" class="raw-content tw-hidden">${escaped(wrapped(said.text, 999))}</div>
<div class="edit-content-zone tw-hidden" data-update-url="${path}/content" data-context="/tools/${repository}" data-attachment-url="x"></div></div>
${said.votes > 1 ? `<div class="bottom-reactions" data-action-url="${path}/reactions"><a role="button" class="ui label basic comment-reaction-button" data-tooltip-content="x reacted with +1" aria-label="React with +1" data-reaction-content="+1"><span class="reaction"><span class="emoji" aria-label="thumbs up">👍</span></span><span class="reaction-count">${said.votes}</span></a></div>` : ''}
</div></div>`;
  };
  const event = `<div class="timeline-item event" id="issuecomment-${id * 30 + 29}"><span class="badge">${svg('tag')}</span><a href="/x"><img class="ui avatar" src="/avatars/1" width="20" height="20" alt=""></a><span class="text grey muted-links">${user(comments[1].author)} added the <span class="labels-list"><a href="#" class="ui label">${tags[0]}</a></span> label ${clock(comments[1].time)}</span></div>`;
  return {
    url: `https://${host}${path}`,
    html: document({
      attributes: ' data-theme="gitea-auto"',
      head: `<meta name="viewport" content="width=device-width, initial-scale=1"><title>#${id} - ${escaped(title)} - tools/${repository} - Gitea: Git with a cup of tea</title><meta property="og:type" content="object"><meta property="og:title" content="${escaped(title)}">`,
      body: `<div class="full height"><noscript>This website requires JavaScript.</noscript><nav id="navbar" aria-label="Navigation Bar"><div class="navbar-left"><a class="item" id="navbar-logo" href="/" aria-label="Home"><img width="30" height="30" src="/assets/img/logo.svg" alt="Logo"></a><a class="item" href="/explore/repos">Explore</a><a class="item" target="_blank" href="https://docs.gitea.com">Help</a></div><div class="navbar-right"><a class="item" href="/user/sign_up">${svg('person')} Register</a><a class="item" rel="nofollow" href="/user/login">${svg('sign-in')} Sign In</a></div></nav>
<div role="main" aria-label="${escaped(title)}" class="page-content repository view issue"><div class="secondary-nav"><div class="ui container"><div class="repo-header"><div class="flex-item"><div class="flex-item-title"><a class="muted tw-font-normal" href="/tools">tools</a>/<a class="muted" href="/tools/${repository}">${repository}</a></div></div></div></div><div class="ui container"><overflow-menu class="ui secondary pointing menu"><div class="overflow-menu-items"><a class="item" href="#">Code</a><a class="active item" href="#">Issues <span class="ui small label">12</span></a><a class="item" href="#">Pull Requests</a></div></overflow-menu></div></div>
<div class="ui container"><div class="issue-title-header"><div class="issue-title" id="issue-title-display"><h1 class="tw-break-anywhere">${escaped(title)} <span class="index">#${id}</span></h1><div class="issue-title-buttons"><a role="button" class="ui small primary button new-issue-button" href="#">New Issue</a></div></div><div class="issue-title-meta"><div class="ui green label issue-state-label">${svg('issue-opened')} Open</div><span class="time-desc">opened ${clock(comments[0].time)} by ${user(comments[0].author)} &middot; ${comments.length - 1} comments</span></div><div class="divider"></div></div>
<div class="issue-content"><div class="issue-content-left comment-list prevent-before-timeline"><div class="ui timeline">
${comments.map((said, index) => comment(said, index) + (index === 1 ? `\n${event}` : '')).join('\n')}
</div><div class="ui warning message">Sign in to join this conversation.</div></div>
<div class="issue-content-right ui segment"><div class="ui dropdown"><span class="text"><strong>Labels</strong></span></div><div class="ui labels list"><span class="labels-list">${tags.map((tag) => `<a class="item" href="#"><span class="ui label">${tag}</span></a>`).join('')}</span></div><div class="divider"></div><strong>Milestone</strong><div class="ui list"><span class="no-select item">No items</span></div><div class="divider"></div><strong>${new Set(comments.map(({ author }) => author)).size} Participants</strong><div class="ui list tw-flex tw-flex-wrap">${[...new Set(comments.map(({ author }) => handled(author)))].map((name) => `<a href="/${name}" data-tooltip-content="${name}"><img class="ui avatar" src="/avatars/x" title="${name}" width="28" height="28" alt=""></a>`).join('')}</div><div class="divider"></div><strong>Due Date</strong><p>No due date set.</p></div></div></div></div></div>
<footer class="page-footer" role="group" aria-label="Footer"><div class="left-links" role="contentinfo"><a target="_blank" rel="noopener noreferrer" href="https://about.gitea.com">Powered by Gitea</a> Version: 1.23.1 Page: <strong>41ms</strong></div><div class="right-links"><div class="ui dropdown upward language">English</div><a href="/api/swagger">API</a></div></footer>`,
    }),
    comments: comments.map((said) =>
      entry(said, { author: handled(said.author), time: machine(said.time), otherTimes: [label(said.time)] }),
    ),
  };
}
