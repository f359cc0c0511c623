// Stack Exchange: a question page of today, and one of 2014 with tables.

import { number, person, slug } from '../people.mjs';
import { posts } from '../questions.mjs';
import { escaped, prose, rendered } from '../text.mjs';
import { document, entry, related } from '../thread.mjs';
import { shown } from '../times.mjs';

const dialect = {
  ...prose,
  inline: { ...prose.inline, link: (label, url) => `<a href="${url}" rel="nofollow noreferrer">${label}</a>` },
  code: (text) => `<pre class="lang-rust s-code-block"><code class="hljs language-rust">${text}\n</code></pre>`,
};

/** Remarks know only what stands in a line. */
const remark = { ...dialect, paragraph: (text) => text };

const machine = (time) => time.replace('Z', '');
const titled = (time) => time.replace('T', ' ');
const clock = (time) => shown(time, 'MMM D [at] H:mm');

const told = ({ question, answers }, past) =>
  [question, ...answers].flatMap((post) => [
    entry(
      post,
      past
        ? { time: clock(post.time), otherTimes: [titled(post.time)] }
        : { time: machine(post.time), otherTimes: [clock(post.time), titled(post.time)] },
    ),
    ...post.remarks.map((said) => entry(said, { time: clock(said.time), otherTimes: [titled(said.time)], depth: 1 })),
  ]);

const icon = (name) =>
  `<svg aria-hidden="true" class="svg-icon icon${name}" width="18" height="18" viewBox="0 0 18 18"><path d="M1 12h16L9 4z"/></svg>`;

const hot = [
  ['Why do ships still have round windows?', 'history'],
  ['Proof that a knight visits every square', 'puzzling'],
  ['How loud may a bell be at night?', 'law'],
  ['What is the word for a step that is too low?', 'english'],
];

export function current(conversation) {
  const { title, site, host, tags } = conversation;
  const ordered = posts(conversation);
  const { question, answers } = ordered;
  const first = number(title, 900_000) + 60_000_000;
  const path = `/questions/${first}/${slug(title)}`;
  const card = (said, verb) => {
    const who = person(said.author);
    return `<div class="user-info ${said.index === 0 ? 'post-signature owner ' : ''}"><div class="d-flex "><div class="user-action-time fl-grow1">${verb} <span title='${titled(said.time)}' class='relativetime'>${clock(said.time)}</span></div></div><div class="user-gravatar32"><a href="/users/${who.id}/${slug(said.author)}"><div class="gravatar-wrapper-32"><img src="https://www.gravatar.com/avatar/${who.id}?s=64&amp;d=identicon" alt="${escaped(said.author)}&#39;s user avatar" width="32" height="32" class="bar-sm"></div></a></div><div class="user-details" itemprop="author" itemscope itemtype="http://schema.org/Person"><a href="/users/${who.id}/${slug(said.author)}">${escaped(said.author)}</a><span class="d-none" itemprop="name">${escaped(said.author)}</span><div class="-flair"><span class="reputation-score" title="reputation score " dir="ltr">${who.counted}</span><span title="${who.id % 9} gold badges" aria-hidden="true"><span class="badge1"></span><span class="badgecount">${who.id % 9}</span></span><span class="v-visible-sr">${who.id % 9} gold badges</span><span title="${who.id % 40} silver badges" aria-hidden="true"><span class="badge2"></span><span class="badgecount">${who.id % 40}</span></span><span class="v-visible-sr">${who.id % 40} silver badges</span></div></div></div>`;
  };
  const comments = (post) => {
    const id = first + post.index;
    return `<div class="post-layout--right js-post-comments-component"><div id="comments-${id}" class="comments js-comments-container bt bc-black-200 mt12 " data-post-id="${id}" data-min-length="15"><ul class="comments-list js-comments-list" data-remaining-comments-count="0" data-canpost="false" data-cansee="true">
${post.remarks
  .map((said) => {
    const own = first + said.index;
    return `<li id="comment-${own}" class="comment js-comment " data-comment-id="${own}" data-comment-owner-id="${person(said.author).id}" data-comment-score="${Math.max(0, said.votes)}">
<div class="js-comment-actions comment-actions"><div class="comment-score js-comment-score js-comment-edit-hide">${said.votes > 0 ? `<span title="number of &#39;useful comment&#39; votes received" class="${said.votes > 5 ? 'warm' : 'cool'}">${said.votes}</span>` : ''}</div></div>
<div class="comment-text js-comment-text-and-form"><div class="comment-body js-comment-edit-hide"><span class="comment-copy">${rendered(said.text, remark)}</span><div class="d-inline-flex ai-center">&ndash;&nbsp;<a href="/users/${person(said.author).id}/${slug(said.author)}" title="${person(said.author).counted} reputation" class="comment-user${said.author === question.author ? ' owner' : ''}">${escaped(said.author)}</a></div> <span class="comment-date" dir="ltr"><a class="comment-link" href="#comment${own}_${id}"><span title="${titled(said.time)}, License: CC BY-SA 4.0" class="relativetime-clean">${clock(said.time)}</span></a></span></div></div>
</li>`;
  })
  .join('\n')}
</ul></div><div id="comments-link-${id}" data-rep="50" data-anon="true"><a class="js-add-link comments-link disabled-link" title="Use comments to ask for more information or suggest improvements." href="#" role="button">Add a comment</a><span class="js-link-separator dno">&nbsp;|&nbsp;</span><a class="js-show-link comments-link dno" title="Expand to show all comments on this post" href="#" role="button"></a></div></div>`;
  };
  const voting = (post) =>
    `<div class="votecell post-layout--left"><div class="js-voting-container d-flex jc-center fd-column ai-center gs4 fc-black-300" data-post-id="${first + post.index}" data-referrer="None"><button class="js-vote-up-btn flex--item mb8 s-btn s-btn__muted" aria-pressed="false" aria-label="Up vote" data-selected-classes="fc-theme-primary">${icon('ArrowUp')}</button><div class="js-vote-count flex--item d-flex fd-column ai-center fc-theme-body-font fw-bold fs-subheading py4" itemprop="upvoteCount" data-value="${post.votes}">${post.votes}</div><button class="js-vote-down-btn flex--item mb8 s-btn" aria-pressed="false" aria-label="Down vote">${icon('ArrowDown')}</button><button class="js-saves-btn s-btn s-btn__unset c-pointer py4" aria-label="Save" >${icon('Bookmark')}</button>${post.index ? `<div class="js-accepted-answer-indicator flex--item fc-green-400 py6 mtn8${post.isAccepted ? '' : ' d-none'}" data-s-tooltip-placement="right" title="Loading when this answer was accepted&#x2026;" tabindex="0" role="note" aria-label="Accepted"><div class="ta-center">${icon('CheckmarkLg')}</div></div>` : ''}<a class="js-post-issue flex--item s-btn s-btn__unset c-pointer py6 mx-auto" href="/posts/${first + post.index}/timeline" aria-label="Timeline">${icon('History')}</a></div></div>`;
  const menu = (post) =>
    `<div class="flex--item mr16" style="flex: 1 1 100px;"><div class="js-post-menu pt2" data-post-id="${first + post.index}"><div class="d-flex gs8 s-anchors s-anchors__muted fw-wrap"><div class="flex--item"><a href="/${post.index ? 'a' : 'q'}/${first + post.index}" rel="nofollow" itemprop="url" class="js-share-link js-gps-track" title="Short permalink to this ${post.index ? 'answer' : 'question'}">Share</a></div><div class="flex--item"><a href="/posts/${first + post.index}/edit" class="js-suggest-edit-post" title="">Improve this ${post.index ? 'answer' : 'question'}</a></div><div class="flex--item"><button type="button" class="js-follow-post js-follow-question s-btn s-btn__link">Follow</button></div></div><div class="js-menu-popup-container"></div></div></div>`;
  const quote = (said) => (said.quote ? `<blockquote>\n<p>${escaped(said.quote.text)}</p>\n</blockquote>\n` : '');
  const edited = (post) =>
    post.edited
      ? `<div class="post-signature flex--item"><div class="user-info user-hover "><div class="user-action-time fl-grow1"><a href="/posts/${first + post.index}/revisions" title="show all edits to this post" class="js-gps-track">edited <span title='${titled(post.edited)}' class='relativetime'>${clock(post.edited)}</span></a></div></div></div>`
      : '';
  const answer = (post) => `<a name="${first + post.index}"></a>
<div id="answer-${first + post.index}" class="answer js-answer ${post.isAccepted ? 'accepted-answer js-accepted-answer' : ''}" data-answerid="${first + post.index}" data-parentid="${first}" data-score="${post.votes}" data-position-on-page="1" data-highest-scored="0" data-question-has-accepted-highest-score="1" itemprop="${post.isAccepted ? 'acceptedAnswer' : 'suggestedAnswer'}" itemscope itemtype="https://schema.org/Answer">
<div class="post-layout">
${voting(post)}
<div class="answercell post-layout--right">
<div class="s-prose js-post-body" itemprop="text">
${quote(post)}${rendered(post.text, dialect)}
</div>
<div class="mt24"><div class="d-flex fw-wrap ai-start jc-end gs8 gsy"><time itemprop="dateCreated" datetime="${machine(post.time)}"></time>${menu(post)}${edited(post)}<div class="post-signature flex--item fl0">${card(post, 'answered')}</div></div></div>
</div>
<span class="d-none" itemprop="commentCount">${post.remarks.length}</span>
${comments(post)}
</div>
</div>`;
  return {
    url: `https://${host}${path}`,
    html: document({
      attributes: ' itemscope itemtype="https://schema.org/QAPage" class="html__responsive "',
      head: `<title>${tags[0]} - ${escaped(title)} - ${escaped(site)}</title>
<meta name="viewport" content="width=device-width, height=device-height, initial-scale=1.0, minimum-scale=1.0"><meta property="og:type" content= "website" /><meta property="og:site_name" content="${escaped(site)}" /><meta property="og:title" itemprop="name" content="${escaped(title)}" /><link rel="canonical" href="https://${host}${path}" />`,
      bodyAttributes: ' class="question-page unified-theme"',
      body: `<div id="notify-container"></div><div id="custom-header"></div>
<header class="s-topbar ps-fixed t0 l0 js-top-bar"><a href="#content" class="s-topbar--skip-link">Skip to main content</a><div class="s-topbar--container"><a href="/" class="s-topbar--logo js-gps-track"><span class="-img _glyph">${escaped(site)}</span></a><ol class="s-navigation"><li class="md:d-none"><a href="/about" class="s-navigation--item">About</a></li><li><a href="#" class="s-navigation--item">Products</a></li></ol><form id="search" role="search" action="/search" class="s-topbar--searchbar js-searchbar " autocomplete="off"><input name="q" type="text" role="combobox" placeholder="Search&#x2026;" aria-label="Search" maxlength="240" class="s-input s-input__search js-search-field " /></form><nav><ol class="s-topbar--content"><li><a href="/users/login" class="s-topbar--item s-btn">Log in</a></li><li><a href="/users/signup" class="s-topbar--item s-btn s-btn__filled">Sign up</a></li></ol></nav></div></header>
<div class="container"><div id="left-sidebar" data-is-here-when="md lg" class="left-sidebar js-pinned-left-sidebar ps-relative"><nav role="navigation"><ol class="nav-links"><li><a href="/" class="s-block-link">Home</a></li><li class="youarehere"><a id="nav-questions" href="/questions" class="s-block-link">Questions</a></li><li><a href="/tags" class="s-block-link">Tags</a></li><li><a href="/users" class="s-block-link">Users</a></li></ol></nav></div>
<div id="content" class="snippet-hidden"><div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><link itemprop="image" href="/apple-touch-icon.png">
<div class="inner-content clearfix"><div id="question-header" class="d-flex sm:fd-column"><h1 itemprop="name" class="fs-headline1 ow-break-word mb8 flex--item fl1"><a href="${path}" class="question-hyperlink">${escaped(title)}</a></h1><div class="ml12 aside-cta flex--item print:d-none"><a href="/questions/ask" class="ws-nowrap s-btn s-btn__filled">Ask Question</a></div></div>
<div class="d-flex fw-wrap pb8 mb16 bb bc-black-200"><div class="flex--item ws-nowrap mr16 mb8" title="${titled(question.time)}"><span class="fc-black-400 mr2">Asked</span> <time itemprop="dateCreated" datetime="${machine(question.time)}">2 months ago</time></div><div class="flex--item ws-nowrap mr16 mb8"><span class="fc-black-400 mr2">Modified</span> <a href="?lastactivity" class="s-link s-link__inherit" title="${titled(answers[0].time)}">2 months ago</a></div><div class="flex--item ws-nowrap mb8" title="Viewed ${number(title, 9000)} times"><span class="fc-black-400 mr2">Viewed</span> ${number(title, 9000)} times</div></div>
<div id="mainbar" role="main" aria-label="question and answers">
<div class="question js-question" data-questionid="${first}" data-position-on-page="0" data-score="${question.votes}" id="question"><div class="js-zone-container zone-container-main"><div id="dfp-tlb" class="everyonelovesstackoverflow everyoneloves__top-leaderboard everyoneloves__leaderboard"></div></div>
<div class="post-layout ">
${voting(question)}
<div class="postcell post-layout--right">
<div class="s-prose js-post-body" itemprop="text">
${rendered(question.text, dialect)}
</div>
<div class="mt24 mb12"><div class="post-taglist d-flex gs4 gsy fd-column"><div class="d-flex ps-relative fw-wrap"><ul class='ml0 list-ls-none js-post-tag-list-wrapper d-inline'>${tags.map((tag) => `<li class='d-inline mr4 js-post-tag-list-item'><a href="/questions/tagged/${tag}" class="s-tag post-tag" title="show questions tagged &#39;${tag}&#39;" rel="tag">${tag}</a></li>`).join('')}</ul></div></div></div>
<div class="mb0 "><div class="mt16 d-flex gs8 gsy fw-wrap jc-end ai-start pt4 mb16">${menu(question)}${edited(question)}<div class="post-signature owner flex--item">${card(question, 'asked')}</div></div></div>
</div>
<span class="d-none" itemprop="commentCount">${question.remarks.length}</span>
${comments(question)}
</div></div>
<div class="js-zone-container zone-container-main"><div id="dfp-mlb" class="everyonelovesstackoverflow everyoneloves__mid-leaderboard"></div></div>
<div id="answers"><a name="tab-top"></a><div id="answers-header" class="answers-header js-answers-header"><div class="d-flex flex__center mb8"><div class="flex--item fl1"><h2 class="mb0" data-answercount="${answers.length}">${answers.length} Answers<span style="display:none;" itemprop="answerCount">${answers.length}</span></h2></div><div class="flex--item"><label class="fc-black-600 fs-body1" for="answer-sort-dropdown-select-menu">Sorted by:</label><div class="s-select"><select id="answer-sort-dropdown-select-menu"><option value=scoredesc selected="selected">Highest score (default)</option><option value=modifieddesc>Date modified (newest first)</option><option value=createdasc>Date created (oldest first)</option></select></div></div></div></div>
${answers.map(answer).join('\n')}
<form id="post-form" class="post-form js-add-answer-component" action="/questions/${first}/answer/submit" method="post"><h2 class="space" id="post-answer-form-header">Your Answer</h2><div class="js-answer-help s-notice s-notice__warning pb0 pr4 pt4 mb8 d-none" role="status"><p>Thanks for contributing an answer to ${escaped(site)}!</p><ul><li>Please be sure to <em>answer the question</em>. Provide details and share your research!</li></ul><p>But <em>avoid</em> …</p></div><textarea id="wmd-input" name="post-text" cols="92" rows="15" class="s-textarea js-post-body-field"></textarea><p class="privacy-policy-agreement">By clicking “Post Your Answer”, you agree to our <a href="/legal/terms">terms of service</a>.</p><input type="submit" class="s-btn s-btn__filled" value="Post Your Answer"></form>
<h2 class="bottom-notice" data-loc="1"><div>Not the answer you're looking for? Browse other questions tagged ${tags.map((tag) => `<a href="/questions/tagged/${tag}" class="s-tag post-tag" rel="tag">${tag}</a>`).join(' ')} or <a href="/questions/ask">ask your own question</a>.</div></h2></div></div>
<div id="sidebar" class="show-votes" role="complementary" aria-label="sidebar"><div class="s-sidebarwidget s-sidebarwidget__yellow s-anchors s-anchors__grayscale mb16" data-tracker="cb=1"><ul class="d-block p0 m0"><li class="s-sidebarwidget--header s-sidebarwidget__small-bold-text d-flex">Featured on Meta</li><li class="s-sidebarwidget--item d-flex px16"><div class="flex--item wmn0 ow-break-word"><a href="#" class="js-gps-track">A new look for the review queues</a></div></li></ul></div><div class="module sidebar-linked"><h4 id="h-linked">Related</h4><div class="linked">${related.map((other) => `<div class="spacer"><a href="/q/${number(other, 900)}" title="Question score (upvotes - downvotes)"><div class="answer-votes answered-accepted default">${number(other, 90)}</div></a><a href="/questions/${number(other, 900)}" class="question-hyperlink">${other}</a></div>`).join('')}</div></div><div id="hot-network-questions" class="module tex2jax_ignore"><h4><a href="https://${host}/questions?tab=hot" class="js-gps-track s-link s-link__inherit">Hot Network Questions</a></h4><ul>${hot.map(([other, place]) => `<li><div class="favicon favicon-${place}" title="${place}"></div><a href="https://${place}.example/questions/1" class="js-gps-track question-hyperlink mb0">${other}</a></li>`).join('')}</ul></div></div>
</div></div></div></div>
<footer id="footer" class="site-footer js-footer" role="contentinfo"><div class="site-footer--container"><nav class="site-footer--nav"><div class="site-footer--col"><h5 class="-title"><a href="/">${escaped(site)}</a></h5><ul class="-list"><li><a href="/questions" class="-link">Questions</a></li><li><a href="/help" class="-link">Help</a></li></ul></div></nav><div class="site-footer--copyright fs-fine md:mb24"><p class="md:mb0">Site design / logo &copy; 2026; user contributions licensed under <a href="/licensing">CC BY-SA</a>. <span id="svnrev">rev 2026.4.12.41234</span></p></div></div></footer>
<div class="ff-sans ps-fixed z-nav-fixed ws4 sm:w-auto p32 sm:p16 bg-black-750 fc-white bar-lg b16 l16 r16 js-consent-banner"><h2>Cookie settings</h2><p>We use cookies and other tracking technologies to improve your browsing experience.</p><button class="s-btn js-accept-cookies">Accept all cookies</button></div>`,
    }),
    comments: told(ordered),
  };
}

export function past(conversation) {
  const { title, site, host, tags } = conversation;
  const ordered = posts(conversation);
  const { question, answers } = ordered;
  const first = number(title, 900_000) + 20_000_000;
  const path = `/questions/${first}/${slug(title)}`;
  const signature = (said, verb) => {
    const who = person(said.author);
    return `<div class="user-info "><div class="user-action-time">${verb} <span title="${titled(said.time)}" class="relativetime">${clock(said.time)}</span></div><div class="user-gravatar32"><a href="/users/${who.id}/${slug(said.author)}"><div class="gravatar-wrapper-32"><img src="http://www.gravatar.com/avatar/${who.id}?s=32" alt="" width="32" height="32"></div></a></div><div class="user-details"><a href="/users/${who.id}/${slug(said.author)}">${escaped(said.author)}</a><br><span class="reputation-score" title="reputation score" dir="ltr">${who.counted}</span><span title="${who.id % 9} silver badges"><span class="badge2"></span><span class="badgecount">${who.id % 9}</span></span></div></div>`;
  };
  const cell = (post) => `<tr>
<td class="votecell"><div class="vote"><input type="hidden" name="_id_" value="${first + post.index}"><a class="vote-up-off" title="This ${post.index ? 'answer' : 'question'} is useful">up vote</a><span itemprop="upvoteCount" class="vote-count-post ">${post.votes}</span><a class="vote-down-off" title="This ${post.index ? 'answer' : 'question'} is not useful">down vote</a>${post.index === 0 ? '<a class="star-off" href="#">favorite</a><div class="favoritecount"><b>4</b></div>' : ''}${post.isAccepted ? '<span class="vote-accepted-on load-accepted-answer-date" title="The question owner accepted this as the best answer">accepted</span>' : ''}</div></td>
<td class="${post.index ? 'answercell' : 'postcell'}">${post.index ? '' : '<div>'}
<div class="post-text" itemprop="${post.index ? 'text' : 'text'}">
${post.quote ? `<blockquote>\n  <p>${escaped(post.quote.text)}</p>\n</blockquote>\n` : ''}${rendered(post.text, { ...dialect, code: (text) => `<pre class="lang-sql prettyprint prettyprinted"><code>${text}\n</code></pre>` })}
</div>
${post.index ? '' : `<div class="post-taglist">${tags.map((tag) => `<a href="/questions/tagged/${tag}" class="post-tag" title="show questions tagged '${tag}'" rel="tag">${tag}</a>`).join(' ')}</div>`}
<table class="fw"><tbody><tr><td class="vt"><div class="post-menu"><a href="/${post.index ? 'a' : 'q'}/${first + post.index}" title="short permalink to this ${post.index ? 'answer' : 'question'}" class="short-link">share</a><span class="lsep">|</span><a href="/posts/${first + post.index}/edit" class="suggest-edit-post" title="">improve this ${post.index ? 'answer' : 'question'}</a></div></td>${post.edited ? `<td align="right" class="post-signature"><div class="user-info user-hover"><div class="user-action-time"><a href="/posts/${first}/revisions">edited <span title="${titled(post.edited)}" class="relativetime">${clock(post.edited)}</span></a></div></div></td>` : ''}<td class="post-signature ${post.index ? '' : 'owner'}">${signature(post, post.index ? 'answered' : 'asked')}</td></tr></tbody></table>
${post.index ? '' : '</div>'}</td>
</tr>
<tr><td class="votecell"></td><td><div id="comments-${first + post.index}" class="comments ${post.remarks.length ? '' : 'dno'}"><table><tbody data-remaining-comments-count="0" data-canpost="false">${post.remarks
    .map(
      (said) =>
        `<tr id="comment-${first + said.index}" class="comment "><td><table><tbody><tr><td class=" comment-score">${said.votes > 0 ? `<span title="number of 'useful comment' votes received" class="cool">${said.votes}</span>` : '&nbsp;&nbsp;'}</td><td>&nbsp;</td></tr></tbody></table></td><td class="comment-text"><div style="display: block;" class="comment-body"><span class="comment-copy">${rendered(said.text, remark)}</span> –&nbsp;<a href="/users/${person(said.author).id}/${slug(said.author)}" title="${person(said.author).counted} reputation" class="comment-user${said.author === question.author ? ' owner' : ''}">${escaped(said.author)}</a> <span class="comment-date" dir="ltr"><a class="comment-link" href="#comment${first + said.index}_${first}"><span title="${titled(said.time)}" class="relativetime-clean">${clock(said.time)}</span></a></span></div></td></tr>`,
    )
    .join(
      '\n',
    )}</tbody></table></div><div id="comments-link-${first + post.index}"><a class="js-add-link comments-link disabled-link" href="#">add a comment</a></div></td></tr>`;
  return {
    url: `http://${host}${path}`,
    html: document({
      attributes: ' itemscope itemtype="http://schema.org/QAPage"',
      head: `<title>${tags[0]} - ${escaped(title)} - ${escaped(site)}</title><script type="text/javascript">StackExchange.ready(function () { StackExchange.question.init({ totalCommentCount: 0 }); });</script>`,
      bodyAttributes: ' class="question-page new-topbar"',
      body: `<noscript><div id="noscript-padding"></div></noscript><div class="topbar"><div class="topbar-wrapper"><div class="network-items"><a href="http://stackexchange.example" class="topbar-icon icon-site-switcher yes-hover js-site-switcher-button">Stack Exchange</a></div><div class="topbar-links"><div class="links-container"><span class="topbar-menu-links"><a href="/users/signup">sign up</a><a href="/users/login">log in</a><a href="/tour">tour</a></span></div><div class="search-container"><form id="search" action="/search" method="get"><input name="q" type="text" placeholder="search" tabindex="1" maxlength="240"></form></div></div></div></div>
<div class="container"><div id="header"><div id="hlogo"><a href="/">${escaped(site)}</a></div><div id="hmenus"><div class="nav mainnavs"><ul><li class="youarehere"><a id="nav-questions" href="/questions">Questions</a></li><li><a href="/tags">Tags</a></li><li><a href="/unanswered">Unanswered</a></li></ul></div></div></div>
<div id="content" class="snippet-hidden"><div itemscope itemtype="http://schema.org/Question"><div id="question-header"><h1 itemprop="name"><a href="${path}" class="question-hyperlink">${escaped(title)}</a></h1></div>
<div id="mainbar"><div class="question" data-questionid="${first}" id="question"><table><tbody>${cell(question)}</tbody></table></div>
<div id="answers"><a name="tab-top"></a><div id="answers-header"><div class="subheader answers-subheader"><h2>${answers.length} Answers<span style="display:none;" itemprop="answerCount">${answers.length}</span></h2><div><div id="tabs"><a href="?answertab=active">active</a><a href="?answertab=oldest">oldest</a><a class="youarehere" href="?answertab=votes">votes</a></div></div></div></div>
${answers.map((post) => `<a name="${first + post.index}"></a><div id="answer-${first + post.index}" class="answer${post.isAccepted ? ' accepted-answer' : ''}" data-answerid="${first + post.index}" itemscope itemtype="http://schema.org/Answer"${post.isAccepted ? ' itemprop="acceptedAnswer"' : ''}><table><tbody>${cell(post)}</tbody></table></div>`).join('\n')}
<h2 class="space">Your Answer</h2><form id="post-form" action="/questions/${first}/answer/submit" method="post" class="post-form"><div class="wmd-container"><textarea id="wmd-input" cols="92" rows="15"></textarea></div></form><h2 class="bottom-notice">Not the answer you're looking for? Browse other questions tagged ${tags.map((tag) => `<a href="/questions/tagged/${tag}" class="post-tag" rel="tag">${tag}</a>`).join(' ')}</h2></div></div>
<div id="sidebar"><div class="module question-stats"><table id="qinfo"><tbody><tr><td><p class="label-key">asked</p></td><td style="padding-left: 10px"><p class="label-key" title="${titled(question.time)}"><b>1 year ago</b></p></td></tr><tr><td><p class="label-key">viewed</p></td><td><p class="label-key"><b>${number(title, 9000)} times</b></p></td></tr></tbody></table></div><div class="module sidebar-related"><h4 id="h-related">Related</h4><div class="related">${related.map((other) => `<div class="spacer"><a href="/q/1" title="Vote score (upvotes - downvotes)"><div class="answer-votes answered-accepted ">${number(other, 40)}</div></a><a href="/questions/1" class="question-hyperlink">${other}</a></div>`).join('')}</div></div><div id="hot-network-questions" class="module"><h4><a href="#">Hot Network Questions</a></h4><ul>${hot.map(([other]) => `<li><a href="#">${other}</a></li>`).join('')}</ul></div></div></div></div></div>
<div id="footer" class="categories"><div class="footerwrap"><div id="footer-menu"><div class="top-footer-links"><a href="/about">about</a><a href="/help">help</a><a href="/legal">legal</a></div></div><div id="copyright">site design / logo © 2014 stack exchange inc; user contributions licensed under cc by-sa 3.0<div id="svnrev">rev 2014.11.3.2002</div></div></div></div>`,
    }),
    comments: told(ordered, true),
  };
}
