// GitLab: an issue with its description, notes and what the system notes.

import { number, person, slug } from '../people.mjs';
import { escaped, prose, rendered } from '../text.mjs';
import { document, entry } from '../thread.mjs';
import { ago, moment, shown } from '../times.mjs';

const dialect = {
  ...prose,
  paragraph: (text) => `<p data-sourcepos="1:1-1:${text.length}" dir="auto">${text}</p>`,
  code: (text) =>
    `<div class="gl-relative markdown-code-block js-markdown-code" id="code-1"><pre data-sourcepos="3:1-7:3" data-canonical-lang="" class="code highlight js-syntax-highlight language-plaintext" v-pre="true"><code>${text
      .split('\n')
      .map((line, at) => `<span id="LC${at + 1}" class="line" lang="plaintext">${line}</span>`)
      .join(
        '\n',
      )}</code></pre><copy-code><button title="Copy to clipboard" class="btn btn-default btn-md gl-button btn-icon"></button></copy-code></div>`,
};

export function issue(conversation) {
  const { title, host, board, comments, tags } = conversation;
  const id = number(title, 900) + 20;
  const group = host.split('.')[0];
  const path = `/${group}/${slug(board)}/-/issues/${id}`;
  const now = moment(conversation, 40);
  const clock = (time) =>
    `<time class="js-timeago" title="${shown(time, 'MMMM D, YYYY [at] h:mm:ss A [UTC]')}" datetime="${time}" data-toggle="tooltip" data-placement="bottom" data-container="body">${ago(time, now)}</time>`;
  const svg = (name) =>
    `<svg data-testid="${name}-icon" role="img" aria-hidden="true" class="gl-icon s16"><use href="/assets/icons.svg#${name}"></use></svg>`;
  const name = (author) => slug(author);
  const quoted = ({ quote }) =>
    quote
      ? `<blockquote data-sourcepos="1:1-1:9" dir="auto">\n<p data-sourcepos="1:3-1:9">${escaped(quote.text)}</p>\n</blockquote>\n`
      : '';
  const note = (said, index) => {
    const own = id * 100 + index;
    return `<li class="timeline-entry note note-wrapper note-comment" id="note_${own}" data-note-id="${own}" data-testid="noteable-note-container"><div class="timeline-avatar gl-float-left"><a href="/${name(said.author)}" class="gl-avatar-link user-avatar-link js-user-link" data-user-id="${person(said.author).id}" data-username="${name(said.author)}"><img src="/uploads/-/system/user/avatar/${person(said.author).id}/avatar.png?width=64" alt="${escaped(said.author)}&#39;s avatar" class="gl-avatar gl-avatar-circle gl-avatar-s32"></a></div>
<div class="timeline-content"><div class="note-header"><div class="note-header-info"><a data-testid="author-name-link" href="/${name(said.author)}" class="author-name-link js-user-link" data-user-id="${person(said.author).id}" data-username="${name(said.author)}"><span class="note-header-author-name gl-font-bold" data-testid="author-name">${escaped(said.author)}</span></a><span class="text-nowrap author-username"><a class="author-username-link" href="/${name(said.author)}"><span class="note-headline-light">@${name(said.author)}</span></a></span><span class="note-headline-light note-headline-meta"><span class="system-note-message" data-testid="system-note-content"></span><span class="system-note-separator">·</span><a href="#note_${own}" class="note-timestamp system-note-separator">${clock(said.time)}</a></span></div>
<div class="note-actions">${index % 3 === 1 ? '<span class="gl-badge badge badge-pill badge-neutral user-access-role has-tooltip" title="This user has the maintainer role"><span class="gl-badge-content">Maintainer</span></span>' : ''}${said.author === comments[0].author ? '<span class="gl-badge badge badge-pill badge-neutral user-access-role"><span class="gl-badge-content">Author</span></span>' : ''}<button aria-label="Reply to comment" title="Reply to comment" type="button" class="btn note-action-button">${svg('comment')}</button><div class="dropdown more-actions"><button title="More actions" type="button" class="btn note-action-button">${svg('ellipsis_v')}</button></div></div></div>
<div class="timeline-discussion-body"><div class="note-body"><div class="note-text md">${quoted(said)}${rendered(said.text, dialect)}</div>${said.edited ? `<div class="note_edited_ago edited-text" data-testid="edited-text">Edited ${clock(said.edited)} by <a class="author-link" href="/${name(said.author)}"><span class="author">${escaped(said.author)}</span></a></div>` : ''}${said.votes > 1 ? `<div class="note-awards"><div class="awards js-awards-block"><button data-testid="award-button" title="x reacted with :thumbsup:" class="btn gl-mr-3"><gl-emoji data-name="thumbsup">👍</gl-emoji> <span class="js-counter">${said.votes}</span></button></div></div>` : ''}</div></div></div></li>`;
  };
  const system = `<li class="note system-note timeline-entry" id="note_${id * 100 + 90}"><div class="gl-float-left system-note-icon">${svg('label')}</div><div class="timeline-content"><div class="note-header"><div class="note-header-info"><a href="/${name(comments[1].author)}" class="author-name-link js-user-link"><span class="note-header-author-name gl-font-bold">${escaped(comments[1].author)}</span></a><span class="text-nowrap author-username"><span class="note-headline-light">@${name(comments[1].author)}</span></span><span class="note-headline-light note-headline-meta"><span class="system-note-message"><span>added <span class="gl-label gl-label-sm"><a href="#" class="gl-link gl-label-link"><span class="gl-label-text">${tags[0]}</span></a></span> label</span></span><span class="system-note-separator">·</span><a href="#note_${id * 100 + 90}" class="note-timestamp">${clock(comments[1].time)}</a></span></div></div></div></li>`;
  const [opening, ...rest] = comments;
  return {
    url: `https://gitlab.com${path}`,
    html: document({
      attributes: ' class="gl-light ui-neutral with-header with-top-bar"',
      head: `<title>${escaped(title)} (#${id}) · Issues · ${group} / ${slug(board)} · GitLab</title><meta content="object" property="og:type"><meta content="GitLab" property="og:site_name">`,
      bodyAttributes: ' class="tab-width-8 gl-browser-chrome gl-platform-linux" data-page="projects:issues:show"',
      body: `<header class="header-logged-out" data-testid="navbar"><a class="gl-sr-only gl-accessibility" href="#content-body">Skip to content</a><div class="container-fluid"><nav aria-label="Explore GitLab" class="header-logged-out-nav"><a class="header-logged-out-logo" href="/">GitLab</a><ul><li><a href="/explore">Explore</a></li><li><a href="/users/sign_in">Sign in</a></li></ul></nav></div></header>
<div class="layout-page page-with-super-sidebar"><aside class="super-sidebar" aria-label="Primary navigation"><ul><li><a href="#">Project information</a></li><li><a href="#">Issues 31</a></li><li><a href="#">Merge requests 4</a></li></ul></aside><div class="content-wrapper"><div class="top-bar-fixed"><nav aria-label="Breadcrumbs" class="gl-breadcrumbs"><ul class="breadcrumb gl-breadcrumb-list"><li class="gl-breadcrumb-item"><a href="#">${group}</a></li><li class="gl-breadcrumb-item"><a href="#">${slug(board)}</a></li><li class="gl-breadcrumb-item"><a href="#">Issues</a></li></ul></nav></div>
<div class="container-fluid container-limited"><main class="content" id="content-body"><div class="issue-details issuable-details js-issue-details"><div class="detail-page-header"><div class="detail-page-header-body"><span class="gl-badge issuable-status-badge badge badge-pill badge-success">Open</span><div class="issuable-meta"><span>Issue created <time class="js-timeago" datetime="${opening.time}" title="${shown(opening.time, 'MMM D, YYYY h:mma')}">${ago(opening.time, now)}</time> by <a class="author-link js-user-link" data-username="${name(opening.author)}" href="/${name(opening.author)}"><span class="author">${escaped(opening.author)}</span></a></span></div></div></div>
<div class="detail-page-description content-block js-detail-page-description"><h1 class="title gl-heading-1" data-testid="issue-title">${escaped(title)}</h1><div class="description js-task-list-container"><div class="md">${rendered(opening.text, dialect)}</div></div>${opening.edited ? `<small class="edited-text">Edited ${clock(opening.edited)} by ${escaped(opening.author)}</small>` : ''}</div>
<div class="emoji-block emoji-block-sticky"><div class="awards js-awards-block"><button class="btn"><gl-emoji data-name="thumbsup">👍</gl-emoji> <span class="js-counter">${opening.votes}</span></button></div></div>
<section class="issuable-discussion js-vue-notes-event"><div id="notes"><div class="js-discussions-filter"><span class="gl-new-dropdown-button-text">Sort or filter</span><h2 class="gl-sr-only">Activity</h2></div><ul id="notes-list" class="notes main-notes-list timeline">
${system}
${rest.map((said, at) => note(said, at + 1)).join('\n')}
</ul><div class="disabled-comments gl-mt-3"><span>Please <a href="/users/sign_up">register</a> or <a href="/users/sign_in">sign in</a> to reply</span></div></div></section></div>
<aside class="right-sidebar js-right-sidebar" aria-label="issue"><div class="block assignee"><div class="title">Assignee</div><div class="value">None</div></div><div class="block labels"><div class="title">Labels</div>${tags.map((tag) => `<span class="gl-label"><a href="#"><span class="gl-label-text">${tag}</span></a></span>`).join('')}</div><div class="block participants"><div class="title">${new Set(comments.map(({ author }) => author)).size} Participants</div></div></aside></main></div></div></div>`,
    }),
    comments: comments.map((said) => entry(said, { time: said.time, otherTimes: [ago(said.time, now)] })),
  };
}
