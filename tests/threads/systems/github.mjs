// GitHub issues: the page of the server with its timeline, and the one that scripts draw today.

import { number, person, slug } from '../people.mjs';
import { escaped, prose, rendered } from '../text.mjs';
import { document, entry } from '../thread.mjs';
import { shown } from '../times.mjs';

const handled = (name) => (/^[\w-]+$/.test(name) ? name : slug(name));

const dialect = {
  ...prose,
  inline: { ...prose.inline, code: (text) => `<code class="notranslate">${text}</code>` },
  paragraph: (text) => `<p dir="auto">${text}</p>`,
  list: (items) => `<ul dir="auto">\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`,
  steps: (items) => `<ol dir="auto">\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ol>`,
  code: (text) =>
    `<div class="snippet-clipboard-content notranslate position-relative overflow-auto"><pre class="notranslate"><code class="notranslate">${text}\n</code></pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="ClipboardButton btn btn-invisible js-clipboard-copy" value="x" tabindex="0"><svg aria-hidden="true" height="16" viewBox="0 0 16 16" class="octicon octicon-copy"></svg></clipboard-copy></div></div>`,
};

const octicon = (name) =>
  `<svg aria-hidden="true" height="16" viewBox="0 0 16 16" version="1.1" width="16" data-view-component="true" class="octicon octicon-${name}"><path d="M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0Z"></path></svg>`;

const quoted = ({ quote }) => (quote ? `<blockquote>\n<p dir="auto">${escaped(quote.text)}</p>\n</blockquote>\n` : '');

const place = ({ board, host }) => ({
  owner: host.split('.')[0],
  repository: slug(board),
});

const told = ({ comments }, day) =>
  comments.map((said) =>
    entry(said, { author: handled(said.author), time: said.time, otherTimes: [shown(said.time, day)] }),
  );

export function timeline(conversation) {
  const { title, comments, tags } = conversation;
  const { owner, repository } = place(conversation);
  const issue = number(title, 900) + 60;
  const path = `/${owner}/${repository}/issues/${issue}`;
  const clock = (time) =>
    `<relative-time datetime="${time}" class="no-wrap" title="${shown(time, 'MMM D, YYYY, h:mm A [UTC]')}">${shown(time, 'MMM D, YYYY')}</relative-time>`;
  const user = (name) =>
    `<a class="author Link--primary css-truncate-target width-fit" show_full_name="false" data-hovercard-type="user" data-hovercard-url="/users/${handled(name)}/hovercard" data-octo-click="hovercard-link-click" href="/${handled(name)}">${handled(name)}</a>`;
  const event = (inside) =>
    `<div class="js-timeline-item js-timeline-progressive-focus-container"><div class="TimelineItem js-targetable-element" id="event-${issue}"><div class="TimelineItem-badge ">${octicon('tag')}</div><div class="TimelineItem-body"><a class="d-inline-block" href="/x"><img class="avatar avatar-user" src="/a.png" width="20" height="20" alt="@${handled(comments[1].author)}"></a> ${user(comments[1].author).replace('author', 'author text-bold')} ${inside}</div></div></div>`;
  const comment = (said, index) => {
    const id = index ? `issuecomment-${issue * 1000 + index}` : `issue-${issue * 1000}`;
    const label = said.author === comments[0].author ? 'Author' : index % 3 === 1 ? 'Member' : '';
    return `<div class="${index ? 'js-timeline-item js-timeline-progressive-focus-container' : ''}" data-gid="I_${issue}${index}"><div class="TimelineItem TimelineItem--condensed pt-0 js-comment-container js-socket-channel js-updatable-content" data-gid="IC_${index}">
<div class="avatar-parent-child TimelineItem-avatar d-none d-md-block"><a class="d-inline-block" data-hovercard-type="user" href="/${handled(said.author)}"><img class="avatar rounded-1 avatar-user" height="40" width="40" alt="@${handled(said.author)}" src="https://avatars.githubusercontent.com/u/${person(said.author).id}?s=80&amp;v=4"></a></div>
<div class="timeline-comment-group js-minimizable-comment-group js-targetable-element TimelineItem-body my-0 " id="${id}">
<div class="ml-n3 timeline-comment unminimized-comment comment previewable-edit js-task-list-container js-comment timeline-comment--caret${said.author === comments[0].author ? ' current-user' : ''}" data-body-version="x">
<input type="hidden" value="x" data-csrf="true" class="js-data-preview-url-csrf">
<div class="timeline-comment-header clearfix d-flex"><div class="timeline-comment-actions flex-shrink-0 d-flex flex-items-center"><details class="details-overlay details-reset position-relative d-inline-block "><summary data-view-component="true" class="timeline-comment-action Link--secondary Button--link btn">${octicon('kebab-horizontal')}<span class="sr-only">Show options</span></summary><details-menu class="dropdown-menu dropdown-menu-sw show-more-popover color-fg-default" style="width:185px" role="menu"><clipboard-copy for="${id}-permalink" role="menuitem" class="dropdown-item btn-link">Copy link</clipboard-copy><button type="button" class="dropdown-item btn-link js-comment-quote-reply" role="menuitem">Quote reply</button></details-menu></details></div>
<div class="d-none d-sm-flex">${label ? `<span class="tooltipped tooltipped-multiline" aria-label="This user is the ${label.toLowerCase()}."><span data-view-component="true" class="Label ml-1">${label}</span></span>` : ''}</div>
<h3 class="f5 text-normal" style="flex: 1 1 auto"><div><strong>${user(said.author)}</strong> commented <a href="#${id}" id="${id}-permalink" class="Link--secondary js-timestamp">${clock(said.time)}</a>${said.edited ? ` <span class="js-comment-edit-history"><span class="d-inline-block color-fg-muted">&#8226;</span> <details class="details-overlay details-reset d-inline-block dropdown hx_dropdown-fullscreen"><summary class="btn-link no-underline color-fg-muted js-notice"><div class="position-relative"><span>edited by ${handled(said.author)} </span> ${octicon('triangle-down')}</div></summary></details></span>` : ''}</div></h3></div>
<div class="edit-comment-hide"><task-lists disabled sortable><table class="d-block user-select-contain" data-paste-markdown-skip><tbody class="d-block"><tr class="d-block"><td class="d-block comment-body markdown-body  js-comment-body">
${quoted(said)}${rendered(said.text, dialect)}
</td></tr></tbody></table></task-lists>
<div class="d-flex"><div class="pr-review-reactions"><div data-view-component="true" class="comment-reactions js-reactions-container js-reaction-buttons-container social-reactions reactions-container d-flex">${said.votes > 1 ? `<form class="js-pick-reaction"><div class="js-comment-reactions-options d-flex"><button name="input[content]" value="THUMBS_UP react" aria-label="react with thumbs up" type="button" disabled class="social-reaction-summary-item js-reaction-group-button btn-link d-flex no-underline color-fg-muted flex-items-baseline mr-2"><g-emoji alias="+1" class="social-button-emoji">👍</g-emoji><span class="js-discussion-reaction-group-count">${said.votes}</span></button></div></form>` : ''}</div></div></div></div>
<form class="js-comment-update" hidden action="${path}" method="post"><textarea name="issue[body]" class="js-comment-field">${escaped('Loading')}</textarea></form>
</div></div></div></div>${index === 0 ? event(`added <span class="IssueLabel hx_IssueLabel d-inline-block v-align-middle"><a href="/labels/${tags[0]}">${tags[0]}</a></span> <a href="#event-${issue}" class="Link--secondary">${clock(comments[1].time)}</a>`) : ''}`;
  };
  return {
    url: `https://github.com${path}`,
    html: document({
      attributes: ' data-color-mode="auto" data-light-theme="light"',
      head: `<title>${escaped(title)} · Issue #${issue} · ${owner}/${repository} · GitHub</title><meta name="route-pattern" content="/:user_id/:repository/issues/:id"><meta property="og:site_name" content="GitHub"><meta property="og:title" content="${escaped(title)} · Issue #${issue} · ${owner}/${repository}">`,
      bodyAttributes: ' class="logged-out env-production page-responsive" style="word-wrap: break-word;"',
      body: `<div class="logged-out env-production page-responsive"><div class="position-relative js-header-wrapper "><a href="#start-of-content" class="px-2 py-4 color-bg-accent-emphasis color-fg-on-emphasis show-on-focus js-skip-to-content">Skip to content</a><header class="Header-old header-logged-out js-details-container Details position-relative f4 py-3" role="banner"><nav aria-label="Global"><ul><li><button type="button" class="HeaderMenu-link">Product</button></li><li><a class="HeaderMenu-link" href="/pricing">Pricing</a></li></ul></nav><a href="/login" class="HeaderMenu-link">Sign in</a><a href="/signup" class="HeaderMenu-link">Sign up</a></header></div>
<div class="application-main "><div itemscope itemtype="http://schema.org/SoftwareSourceCode"><main id="js-repo-pjax-container"><div id="repository-container-header" class="pt-3 hide-full-screen"><div class="d-flex flex-wrap"><span class="author flex-self-stretch" itemprop="author"><a class="url fn" rel="author" href="/${owner}">${owner}</a></span><span>/</span><strong itemprop="name"><a href="/${owner}/${repository}">${repository}</a></strong><span class="Label Label--secondary">Public</span></div><nav class="js-repo-nav UnderlineNav" aria-label="Repository"><ul class="UnderlineNav-body list-style-none"><li class="d-inline-flex"><a href="/${owner}/${repository}" class="UnderlineNav-item">Code</a></li><li class="d-inline-flex"><a href="/${owner}/${repository}/issues" class="selected UnderlineNav-item"><span data-content="Issues">Issues</span><span class="Counter">41</span></a></li><li class="d-inline-flex"><a class="UnderlineNav-item" href="/pulls">Pull requests<span class="Counter">7</span></a></li></ul></nav></div>
<turbo-frame id="repo-content-turbo-frame" target="_top"><div class="clearfix new-discussion-timeline container-xl px-3 px-md-4 px-lg-5"><div id="repo-content-pjax-container" class="repository-content "><div id="js-issue-title"></div><div id="show_issue" class="js-issues-results js-socket-channel">
<div id="partial-discussion-header" class="gh-header mb-3 js-details-container Details js-socket-channel"><div class="gh-header-show "><h1 class="gh-header-title mb-2 lh-condensed f1 mr-0 flex-auto wb-break-word"><bdi class="js-issue-title markdown-title">${escaped(title)}</bdi> <span class="f1-light color-fg-muted">#${issue}</span></h1></div><div class="d-flex flex-items-center flex-wrap mt-0 gh-header-meta"><div class="flex-shrink-0 mb-2 flex-self-start"><span title="Status: Open" class="State State--open">${octicon('issue-opened')} Open</span></div><div class="flex-auto min-width-0 mb-2">${user(comments[0].author).replace('author', 'author text-bold')} opened this issue ${clock(comments[0].time)} · ${comments.length - 1} comments</div></div></div>
<div class="Layout Layout--flowRow-until-md Layout--sidebarPosition-end Layout--sidebarPosition-flowRow-end" id="discussion_bucket"><div class="Layout-main"><h2 class="sr-only">Comments</h2><div class="js-quote-selection-container" data-quote-markdown=".js-comment-body"><div class="js-discussion ml-0 pl-0 ml-md-6 pl-md-3">
${comments.map(comment).join('\n')}
</div></div><div class="discussion-timeline-actions"><div class="flash mt-3"><a href="/join?source=comment-repo" rel="nofollow" class="btn btn-primary">Sign up for free</a> <strong>to join this conversation on GitHub</strong>. Already have an account? <a href="/login" rel="nofollow">Sign in to comment</a></div></div></div>
<div class="Layout-sidebar"><div id="partial-discussion-sidebar"><div class="discussion-sidebar-item sidebar-assignee"><div class="discussion-sidebar-heading text-bold">Assignees</div><span class="css-truncate sidebar-assignee-list">No one assigned</span></div><div class="discussion-sidebar-item sidebar-labels"><div class="discussion-sidebar-heading text-bold">Labels</div><div class="js-issue-labels d-flex flex-wrap">${tags.map((tag) => `<a class="IssueLabel hx_IssueLabel width-fit mb-1 mr-1" href="/labels/${tag}">${tag}</a>`).join('')}</div></div><div class="discussion-sidebar-item">Milestone<br>No milestone</div><div id="partial-users-participants" class="discussion-sidebar-item"><div class="participation"><div class="discussion-sidebar-heading text-bold">${new Set(comments.map(({ author }) => author)).size} participants</div><div class="participation-avatars d-flex flex-wrap">${[...new Set(comments.map(({ author }) => handled(author)))].map((name) => `<a class="participant-avatar" href="/${name}"><img class="avatar avatar-user" src="/a.png" width="26" height="26" alt="@${name}"></a>`).join('')}</div></div></div></div></div></div></div></div></div></turbo-frame></main></div></div>
<footer class="footer width-full container-xl p-responsive" role="contentinfo"><ul class="list-style-none d-flex flex-wrap"><li>&copy; 2023 GitHub, Inc.</li><li><a href="/terms">Terms</a></li><li><a href="/privacy">Privacy</a></li></ul></footer>
<div id="ajax-error-message" class="ajax-error-message flash flash-error" hidden>You can’t perform that action at this time.</div><template id="site-details-dialog"><details><summary>Close dialog</summary></details></template></div>`,
    }),
    comments: told(conversation, 'MMM D, YYYY'),
  };
}

export function drawn(conversation) {
  const { title, comments, tags } = conversation;
  const { owner, repository } = place(conversation);
  const issue = number(title, 900) + 60;
  const path = `/${owner}/${repository}/issues/${issue}`;
  const clock = (time) =>
    `<relative-time class="sc-aXZVg" datetime="${time}" title="${shown(time, 'MMM D, YYYY, h:mm A [UTC]')}">on ${shown(time, 'MMM D, YYYY')}</relative-time>`;
  const markdown = (said) =>
    `<div class="Box-sc-g0xbh4-0 markdown-body NewMarkdownViewer-module__safe-html-box--cRsz0" data-testid="markdown-body"><div class="markdown-body NewMarkdownViewer-module__safe-html-box--cRsz0" data-team-hovercards-enabled="true" data-turbolinks="false">${quoted(said)}${rendered(said.text, dialect)}</div></div>`;
  const reactions = (said) =>
    `<div class="Box-sc-g0xbh4-0"><section aria-label="Reactions"><div role="toolbar" aria-label="Reactions" class="ReactionsToolbar">${said.votes > 1 ? `<button type="button" role="switch" aria-checked="false" aria-label="${said.votes} reactions with thumbs up" class="prc-Button-ButtonBase-c50BI"><span>👍</span><span>${said.votes}</span></button>` : ''}<button aria-label="All reactions" type="button">${octicon('smiley')}</button></div></section></div>`;
  const header = (said, id, isBody) => {
    const name = handled(said.author);
    return `<div class="ActivityHeader-module__activityHeader--Lm1us" data-testid="${isBody ? 'issue-body-header' : 'comment-header'}"><div class="ActivityHeader-module__leftContent"><h3 class="sr-only" hidden>${isBody ? 'Description' : `${name} commented`}</h3><a data-testid="avatar-link" data-hovercard-url="/users/${name}/hovercard" href="/${name}" class="ActivityHeader-module__AuthorLink"><span>${isBody ? `<span data-testid="issue-body-header-author">${name}</span>` : name}</span></a><span class="ActivityHeader-module__footer">${isBody ? ' opened ' : ''}</span><a class="Link" data-testid="${isBody ? 'issue-body-header-link' : 'comment-timestamp'}" href="${path}#${id}">${clock(said.time)}</a>${said.edited ? `<span> · </span><button type="button" class="MarkdownLastEditedBy">Edited by ${name}</button>` : ''}</div><div class="ActivityHeader-module__rightContent">${said.author === comments[0].author && !isBody ? '<span class="AuthorAssociation Label">Author</span>' : ''}${isBody ? '' : `<button data-component="IconButton" aria-label="Comment actions" type="button">${octicon('kebab-horizontal')}</button>`}</div></div>`;
  };
  const avatar = (said) =>
    `<div class="TimelineRow-module__avatar"><a data-testid="avatar-link" href="/${handled(said.author)}"><img data-component="Avatar" class="prc-Avatar-Avatar-ZRS-m" alt="@${handled(said.author)}" width="40" height="40" src="https://avatars.githubusercontent.com/u/${person(said.author).id}?v=4&amp;size=80" data-testid="github-avatar"></a></div>`;
  const comment = (said, at) => {
    const id = `issuecomment-${issue * 1000 + at}`;
    return `<div class="LayoutHelpers-module__timelineElement" data-timeline-event-id="${issue * 1000 + at}" data-wrapper-timeline-id="IC_${at}" data-highlighted-event="false"><div class="TimelineRow-module__row"><div class="react-issue-comment" id="${id}"><div data-testid="comment-viewer-outer-box-IC_${at}" class="IssueCommentViewer-module__outer">${avatar(said)}<div class="IssueCommentViewer-module__box">${header(said, id, false)}<div class="IssueCommentViewer-module__body">${markdown(said)}${reactions(said)}</div></div></div></div></div></div>`;
  };
  const labelled = `<div class="LayoutHelpers-module__timelineElement" data-timeline-event-id="77"><section class="prc-Timeline-TimelineItem" aria-label="Activity"><div class="prc-Timeline-TimelineBadge">${octicon('tag')}</div><div class="prc-Timeline-TimelineBody"><a href="/${handled(comments[1].author)}"><span>${handled(comments[1].author)}</span></a><span> added </span><a href="/labels/${tags[0]}"><span class="Token">${tags[0]}</span></a><span> </span><a href="#event-77">${clock(comments[1].time)}</a></div></section></div>`;
  return {
    url: `https://github.com${path}`,
    html: document({
      attributes: ' data-color-mode="auto" data-light-theme="light" data-a11y-animated-images="system"',
      head: `<title>${escaped(title)} · Issue #${issue} · ${owner}/${repository} · GitHub</title><meta name="route-pattern" content="/_view_fragments/issues/show/:user_id/:repository/:id/issue_layout(.:format)" data-turbo-transient><meta property="og:title" content="${escaped(title)} · Issue #${issue} · ${owner}/${repository}">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"DiscussionForumPosting","headline":${JSON.stringify(title).replaceAll('<', '\\u003c')},"author":{"url":"https://github.com/${handled(comments[0].author)}","@type":"Person","name":"${handled(comments[0].author)}"},"datePublished":"${comments[0].time}","interactionStatistic":{"@type":"InteractionCounter","interactionType":"https://schema.org/CommentAction","userInteractionCount":${comments.length - 1}}}</script>`,
      bodyAttributes: ' class="logged-out env-production page-responsive"',
      body: `<a href="#start-of-content" class="show-on-focus js-skip-to-content">Skip to content</a><header class="HeaderMktg header-logged-out js-details-container" role="banner"><h2 class="sr-only">Navigation Menu</h2><nav class="HeaderMenu-nav" aria-label="Global"><ul class="d-lg-flex list-style-none"><li class="HeaderMenu-item"><button type="button" class="HeaderMenu-link">Platform</button></li><li class="HeaderMenu-item"><button type="button" class="HeaderMenu-link">Solutions</button></li></ul></nav><qbsearch-input class="search-input"><button type="button" class="header-search-button">Search or jump to...</button></qbsearch-input><a href="/login" class="HeaderMenu-link HeaderMenu-link--sign-in">Sign in</a></header>
<div class="application-main"><main id="js-repo-pjax-container"><nav aria-label="Repository"><ul><li><a href="/${owner}/${repository}">Code</a></li><li><a aria-current="page" href="/${owner}/${repository}/issues">Issues 41</a></li></ul></nav>
<react-app app-name="issues-react" initial-path="${path}" style="display: block; min-height: calc(100vh - 64px);" data-attempted-ssr="true" data-ssr="true" data-lazy="false"><script type="application/json" data-target="react-app.embeddedData">{"payload":{"preloaded_records":{}},"title":null}</script><div data-target="react-app.reactRoot">
<div class="IssueViewer-module__container" data-testid="issue-viewer-container"><div class="IssueViewer-module__issueViewerContainer" data-testid="issue-viewer-issue-container">
<div data-testid="issue-header" class="HeaderViewer-module__header"><div class="prc-PageHeader-PageHeader"><div data-component="PH_Title"><h1 data-component="PH_Title" class="prc-PageHeader-Title"><bdi class="Box-sc-g0xbh4-0 markdown-title" data-testid="issue-title">${escaped(title)}</bdi> <span class="HeaderViewer-module__issueNumberText">#${issue}</span></h1></div><div data-component="PH_Actions"><a href="/login?return_to=x" class="prc-Button-ButtonBase-c50BI">New issue</a><button type="button">Copy link</button></div></div><div data-testid="issue-metadata-fixed"><span data-testid="header-state" class="prc-StateLabel-StateLabel" data-status="issueOpened">${octicon('issue-opened')}Open</span></div></div>
<div class="IssueViewer-module__mainContainer"><div data-testid="issue-viewer-comments-container"><h2 class="sr-only">Description</h2><div class="react-issue-body" data-testid="issue-body"><div class="IssueBodyViewer">${avatar(comments[0])}<div data-testid="issue-body-viewer">${header(comments[0], `issue-${issue}`, true)}<div class="IssueBodyViewer-module__body">${markdown(comments[0])}${reactions(comments[0])}</div></div></div></div>
<h2 class="sr-only" data-testid="activity-header">Activity</h2><div data-testid="issue-timeline-container" class="prc-Timeline-Timeline">${labelled}
${comments
  .slice(1)
  .map((said, at) => comment(said, at + 1))
  .join('\n')}
</div><div class="IssueCommentComposer"><a href="/signup">Sign up for free</a><span><b> to join this conversation on GitHub.</b> Already have an account? </span><a href="/login">Sign in to comment</a></div></div>
<div data-testid="issue-viewer-metadata-container" class="IssueSidebar"><h2 class="sr-only">Metadata</h2><div data-testid="issue-viewer-metadata-pane"><div data-testid="sidebar-assignees-section"><h3>Assignees</h3><span>No one assigned</span></div><div data-testid="sidebar-labels-section"><h3>Labels</h3>${tags.map((tag) => `<a href="/labels/${tag}"><span>${tag}</span></a>`).join('')}</div><div data-testid="sidebar-relationships-section"><h3>Relationships</h3><span>None yet</span></div><div data-testid="sidebar-development-section"><h3>Development</h3><p>No branches or pull requests</p></div><div><h3>Participants</h3>${[...new Set(comments.map(({ author }) => handled(author)))].map((name) => `<a href="/${name}"><img src="/a.png" alt="@${name}" width="26" height="26"></a>`).join('')}</div></div></div></div></div></div></div></react-app></main></div>
<footer class="footer" role="contentinfo"><h2 class="sr-only">Footer</h2><div><span>&copy; 2026 GitHub,&nbsp;Inc.</span><nav aria-label="Footer"><ul><li><a href="/terms">Terms</a></li><li><a href="/privacy">Privacy</a></li><li><button type="button">Manage cookies</button></li></ul></nav></div></footer>`,
    }),
    comments: told(conversation, '[on ]MMM D, YYYY'),
  };
}
