// AskBot.

import { number, person, slug } from '../people.mjs';
import { posts } from '../questions.mjs';
import { escaped, prose, rendered } from '../text.mjs';
import { document, entry, related } from '../thread.mjs';
import { shown } from '../times.mjs';

export function question(conversation) {
  const { title, site, host, tags } = conversation;
  const ordered = posts(conversation);
  const first = number(title, 9000) + 40;
  const path = `/en/question/${first}/${slug(title)}/`;
  const label = (time) => shown(time, 'YYYY-MM-DD HH:mm:ss [+0000]');
  const clock = (time) => `<abbr class="timeago" title="${label(time)}">${label(time)}</abbr>`;
  const card = (said, verb) => `<div class="post-update-info">
<p class="tip">${verb}</p> <p style="line-height:12px;">${clock(said.time)}</p>
<a href="/en/users/${person(said.author).id}/${slug(said.author)}/"><img alt="${escaped(said.author)} gravatar image" class="gravatar" height="48" width="48" src="//www.gravatar.com/avatar/${person(said.author).id}?s=48&amp;d=identicon&amp;r=PG" title="${escaped(said.author)} gravatar image" /></a>
<div class="user-info"><a href="/en/users/${person(said.author).id}/${slug(said.author)}/">${escaped(said.author)}</a><br /><span class="reputation-score" title="${person(said.author).posts} karma">${person(said.author).posts}</span><span class="badges" title="${person(said.author).likes % 20} badges"><span class="badge2">●</span><span class="badgecount">${person(said.author).likes % 20}</span></span></div>
</div>`;
  const comments = (post, kind) => `<div class="comments" id="comments-for-${kind}-${first + post.index}">
<h2 class="comment-title">Comments</h2><div class="clean"></div>
<div class="comments-content">${post.remarks
    .map(
      (said) => `<div class="comment" id="comment-${first + said.index}"><a name="${first + said.index}"></a>
<div class="comment-votes">${said.votes > 0 ? `<div class="upvote">${said.votes}</div>` : '<div class="upvote"></div>'}</div>
<div class="comment-content"><div class="comment-delete"><span class="delete-icon"></span></div><div class="comment-body">${rendered(said.text, prose)} <a class="author" href="/en/users/${person(said.author).id}/${slug(said.author)}/">${escaped(said.author)}</a><span class="age"> ( ${clock(said.time)} )</span><a class="edit">edit</a></div></div></div>`,
    )
    .join('\n')}</div>
<div class="controls"><a class="comment-link" href="#">add a comment</a></div></div>`;
  const post = (said) => {
    const kind = said.index ? 'answer' : 'question';
    return `<div ${said.index ? `id="post-id-${first + said.index}"` : 'id="question-table"'} class="post ${kind}${said.isAccepted ? ' accepted-answer' : ''}" data-post-id="${first + said.index}">
${said.index ? `<a class="old-answer-id-anchor" id="${first + said.index}"></a>` : ''}
<div class="vote-buttons"><img class="${kind}-img-upvote post-vote upvote" data-post-id="${first + said.index}" alt="i like this ${kind} (click again to cancel)" src="/m/default/media/images/vote-arrow-up.png" /><div id="${kind}-vote-number-${first + said.index}" class="vote-number" title="current number of votes">${said.votes}</div><img class="${kind}-img-downvote post-vote downvote" alt="i dont like this ${kind} (click again to cancel)" src="/m/default/media/images/vote-arrow-down.png" />${said.isAccepted ? '<div class="answer-img-accept" title="This answer was marked as correct"></div>' : ''}</div>
<div class="${kind}-content"><div class="${kind}-body">
<div class="post-update-info-container">${card(said, said.index ? 'answered' : 'asked')}${said.edited ? card({ ...said, time: said.edited }, 'updated') : ''}</div>
${said.quote ? `<blockquote>\n<p>${escaped(said.quote.text)}</p>\n</blockquote>` : ''}${rendered(said.text, prose)}
</div><div id="${kind}-controls" class="post-controls"><span class="action-link"><a class="permant-link" href="${path}?answer=${first + said.index}#post-id-${first + said.index}" title="permanent link">link</a></span><span class="action-link"><a href="#">flag offensive</a></span></div>
${comments(said, kind)}</div>
<div class="clean"></div></div>`;
  };
  return {
    url: `https://${host}${path}`,
    html: document({
      head: `<title>${escaped(title)} - ${escaped(site)}</title><meta name="description" content="${escaped(title)}" /><link rel="canonical" href="https://${host}${path}" />`,
      bodyAttributes: ' class="two-column question-page anon lang-en"',
      body: `<noscript class="noscript">Hi there! Please enable Javascript to use this site.</noscript>
<div class="notify" style="display:none"><div class="content-wrapper"><p class="notification">First time here? Check out the <a href="/faq/">FAQ!</a></p><a class="close-notification" onclick="notify.close(true)">&#10005;</a></div></div>
<div id="header"><div class="content-wrapper"><div id="userToolsNav"><a href="/account/signin/">Hi there! Please sign in</a> <a href="/help/">help</a></div><a id="logo" href="/"><img src="/upfiles/logo.png" title="back to home page" alt="${escaped(site)}" /></a><div id="metaNav"><a id="navTags" href="/tags/">tags</a><a id="navUsers" href="/users/">users</a></div></div></div>
<div id="secondaryHeader"><div class="content-wrapper"><div id="scopeNav"><a class="scope-selector" href="/questions/scope:all/">ALL</a><a class="scope-selector" href="#">UNANSWERED</a></div><form action="/questions/" method="get" id="searchForm"><input type="text" name="query" id="keywords" class="searchInput" placeholder="search or ask your question" /></form><a id="askButton" href="/questions/ask/">Ask Your Question</a></div></div>
<div class="content-wrapper"><div id="ContentFull"><div id="ContentLeft">
<div class="question-page"><h1><a href="${path}">${escaped(title)}</a></h1>
<div class="tags" id="question-tags">${tags.map((tag) => `<a class="tag tag-right" href="/questions/tags:${tag}/" title="see questions tagged '${tag}'" rel="tag">${tag}</a>`).join('')}</div>
${post(ordered.question)}
<div class="clean"></div><div class="tabBar tabBar-answer" id="sort-top"><div class="tabsA"><span class="label">Sort by »</span><a id="oldest" href="?sort=oldest" title="oldest answers will be shown first"><span>oldest</span></a><a class="on" id="votes" href="?sort=votes" title="most voted answers will be shown first"><span>most voted</span></a></div></div><h2 id="sort-by">${ordered.answers.length} Answers</h2>
${ordered.answers.map(post).join('\n')}
<div id="fmanswer"><form action="#" method="post"><h2>Your Answer</h2><p class="message">Please start posting anonymously - your entry will be published after you log in or create a new account.</p><textarea id="editor" rows="10" cols="60"></textarea></form></div></div></div>
<div id="ContentRight"><div class="box vote-buttons-follow"><h2>Question Tools</h2><div class="question-tools"><a class="followButton">Follow</a><div class="notify-sidebar"><span class="follower-count">3 followers</span></div></div></div><div class="box statsWidget"><h2>Stats</h2><p><span>Asked: </span><strong>${clock(ordered.question.time)}</strong></p><p><span>Seen: </span><strong>${number(title, 900)} times</strong></p></div><div class="box"><h2>Related questions</h2><div class="questions-related">${related.map((other) => `<p><a href="#">${other}</a></p>`).join('')}</div></div></div></div></div>
<div id="ground"><div class="content-wrapper"><div class="copyright">Content on this site is licensed under a <a href="#">CC Attribution Share Alike 3.0</a> license.</div><div class="powered-link">Powered by <a href="https://askbot.com" target="_blank">Askbot</a> version 0.11.1</div></div></div>
<div id="questions-popup" style="display:none"><p>(hide preview)</p></div>`,
    }),
    comments: [ordered.question, ...ordered.answers].flatMap((post) =>
      [post, ...post.remarks].map((said) => entry(said, { time: label(said.time), depth: said === post ? 0 : 1 })),
    ),
  };
}
