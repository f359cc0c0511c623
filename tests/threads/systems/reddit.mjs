// Reddit: the old page of nested things, and the new one of custom elements.

import { number, slug } from '../people.mjs';
import { escaped, prose, rendered, said as plain } from '../text.mjs';
import { branches, document, entry, inOrder } from '../thread.mjs';
import { ago, brief, moment, shown } from '../times.mjs';

const handled = (name) => (/^[\w-]+$/.test(name) ? name : slug(name).replaceAll('-', '_'));
const gone = '[deleted]';
const code = (text) => number(text, 900_000).toString(36);
const stamp = (time) => time.replace('Z', '+00:00');
const forum = ({ board }) => board.replace(/[^\w]/g, '');

const dialect = {
  ...prose,
  inline: { ...prose.inline, link: (label, url) => `<a href="${url}" rel="nofollow">${label}</a>` },
  between: () => '\n\n',
  code: (text) => `<pre><code>${text}\n</code></pre>`,
};

const quoted = ({ quote }) => (quote ? `<blockquote>\n<p>${escaped(quote.text)}</p>\n</blockquote>\n\n` : '');

/** The old page. */
export function old(conversation) {
  const { title, comments } = conversation;
  const now = moment(conversation, 3);
  const sub = forum(conversation);
  const link = code(title);
  const path = `/r/${sub}/comments/${link}/${slug(title).replaceAll('-', '_').slice(0, 50)}/`;
  const [opening] = comments;
  const roots = branches(conversation);
  const clock = (time) =>
    `<time title="${shown(time, 'ddd MMM D HH:mm:ss YYYY [UTC]')}" datetime="${stamp(time)}" class="live-timestamp">${ago(time, now)}</time>`;
  const body = (said, id) =>
    `<form action="#" class="usertext warn-on-unload" onsubmit="return post_form(this, 'editusertext')" id="form-${id}abc"><input type="hidden" name="thing_id" value="${id}"/><div class="usertext-body may-blank-within md-container "><div class="md">${said.isDeleted ? `<p>${gone}</p>` : `${quoted(said)}${rendered(said.text, dialect)}`}
</div>
</div></form>`;
  const thing = (node) => {
    const id = `t1_${code(title + node.index)}`;
    const author = handled(node.author);
    const isSubmitter = node.author === opening.author;
    const who = node.isDeleted
      ? `<em>${gone}</em>`
      : `<a href="https://old.reddit.com/user/${author}" class="author ${isSubmitter ? 'submitter ' : ''}may-blank id-t2_${code(author)}">${author}</a><span class="userattrs">${isSubmitter ? `[<a class="submitter" title="submitter" href="https://old.reddit.com${path}">S</a>]` : ''}</span>`;
    const points = (score) => `${score} point${score === 1 ? '' : 's'}`;
    const children = inOrder(node.children).length;
    return `<div class=" thing id-${id} noncollapsed ${node.isDeleted ? 'deleted ' : ''}  comment " id="thing_${id}" onclick="click_thing(this)" data-fullname="${id}" data-type="comment" data-gildings="0" data-subreddit="${sub}" data-subreddit-prefixed="r/${sub}" data-subreddit-type="public"${node.isDeleted ? '' : ` data-author="${author}" data-author-fullname="t2_${code(author)}"`} data-replies="${children}" data-permalink="${path}${id.slice(3)}/"><p class="parent"><a name="${id.slice(3)}"></a></p><div class="midcol unvoted" ><div class="arrow up login-required access-required" data-event-action="upvote" role="button" aria-label="upvote" tabindex="0" ></div><div class="arrow down login-required access-required" data-event-action="downvote" role="button" aria-label="downvote" tabindex="0" ></div></div><div class="entry unvoted"><p class="tagline"><a href="javascript:void(0)" class="expand" onclick="return togglecomment(this)">[–]</a>${who}<span class="flair " title="">${node.index % 4 === 1 ? 'film only' : ''}</span> ${node.isDeleted ? '' : `<span class="score dislikes" title="${node.votes - 1}">${points(node.votes - 1)}</span><span class="score unvoted" title="${node.votes}">${points(node.votes)}</span><span class="score likes" title="${node.votes + 1}">${points(node.votes + 1)}</span> `}${clock(node.time)}${node.edited ? `<time class="edited-timestamp" title="last edited ${ago(node.edited, now)}" datetime="${stamp(node.edited)}">*</time>` : ''}&#32;&nbsp;<a href="javascript:void(0)" class="numchildren" onclick="return togglecomment(this)">(${children} ${children === 1 ? 'child' : 'children'})</a></p>${body(node, id)}<ul class="flat-list buttons"><li class="first"><a href="https://old.reddit.com${path}${id.slice(3)}/" data-event-action="permalink" class="bylink" rel="nofollow" >permalink</a></li><li><a class="embed-comment" href="javascript:void(0)">embed</a></li><li class="comment-save-button save-button login-required"><a href="javascript:void(0)">save</a></li>${node.parent ? `<li><a href="#${code(title + node.parent.index)}" data-event-action="parent" class="bylink" rel="nofollow" >parent</a></li>` : ''}<li><a href="javascript:void(0)" class="reportbtn access-required" data-event-action="report">report</a></li><li class="reply-button"><a class="access-required" href="javascript:void(0)" data-event-action="comment" onclick="return reply(this)">reply</a></li></ul><div class="reportform report-${id}"></div></div><div class="child">${node.children.length ? `<div id="siteTable_${id}" class="sitetable listing">${node.children.map(thing).join('')}</div>` : ''}</div><div class="clearleft"></div></div><div class="clearleft"></div>`;
  };
  const more = `<div class=" thing id-t1_zz morechildren" id="thing_t1_zz" data-type="morechildren"><div class="entry unvoted"><span class="morecomments"><a style="font-size: smaller; font-weight: bold" class="button" id="more_t1_zz" href="javascript:void(0)">load more comments<span class="gray">&nbsp;(3 replies)</span></a></span></div></div>`;
  return {
    url: `https://old.reddit.com${path}`,
    html: document({
      attributes: ' xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"',
      head: `<title>${escaped(title)} : ${sub}</title><meta name="keywords" content=" reddit, reddit.com, vote, comment, submit " /><link rel="canonical" href="https://www.reddit.com${path}" /><meta property="og:site_name" content="reddit"><meta property="og:description" content="Posted in r/${sub} by u/${handled(opening.author)} • ${opening.votes} points and ${comments.length - 1} comments">`,
      bodyAttributes: ' class="comments-page single-page"',
      body: `<div id="header" role="banner"><a tabindex="1" href="#content" id="jumpToContent">jump to content</a><div id="sr-header-area"><div class="width-clip"><div class="dropdown srdrop"><span class="selected title">my subreddits</span></div><div class="sr-list"><ul class="flat-list sr-bar hover"><li><a href="https://old.reddit.com/r/popular/" class="choice">popular</a></li><li><span class="separator">-</span><a href="https://old.reddit.com/r/all/" class="choice">all</a></li></ul></div></div></div><div id="header-bottom-left"><a href="/" id="header-img" class="default-header" title="">reddit.com</a>&nbsp;<span class="hover pagename redditname"><a href="https://old.reddit.com/r/${sub}/">${sub}</a></span><ul class="tabmenu "><li class="selected"><a href="https://old.reddit.com${path}" class="choice">comments</a></li></ul></div><div id="header-bottom-right"><span class="user">Want to join?&#32;<a href="https://old.reddit.com/login" class="login-required">Log in</a>&#32;or&#32;<a href="https://old.reddit.com/register" class="login-required">sign up</a>&#32;in seconds.</span></div></div>
<div class="side"><div class="spacer"><form action="https://old.reddit.com/r/${sub}/search" id="search" role="search"><input type="text" name="q" placeholder="search" tabindex="20" /><div id="searchexpando" class="infobar"><p><b>advanced search: by author, subreddit...</b></p></div></form></div><div class="spacer"><div class="linkinfo"><div class="date"><span>this post was submitted on &#32;</span><time datetime="${stamp(opening.time)}">${shown(opening.time, 'DD MMM YYYY')}</time></div><div class="score"><span class="number">${opening.votes}</span>&#32;<span class="word">points</span>&#32;(94% upvoted)</div></div></div><div class="spacer"><div class="titlebox"><h1 class="hover redditname"><a href="https://old.reddit.com/r/${sub}/" class="hover">${sub}</a></h1><span class="subscribers"><span class="number">48,112</span> <span class="word">readers</span></span><div class="usertext-body may-blank-within md-container "><div class="md"><h2>Rules</h2><ol><li>Be kind.</li><li>No links to auctions.</li><li>Show the whole lens, not only the name ring.</li></ol><p>Posts are removed without a reason being given when the reason is obvious.</p></div></div></div></div></div>
<a name="content"></a><div class="content" role="main"><section class="infobar listingsignupbar"><h2 class="listingsignupbar__title">Welcome to Reddit,</h2><p class="listingsignupbar__desc">the front page of the internet.</p></section>
<div id="siteTable" class="sitetable linklisting"><div class=" thing id-t3_${link} odd&#32; link self" id="thing_t3_${link}" onclick="click_thing(this)" data-fullname="t3_${link}" data-type="link" data-author="${handled(opening.author)}" data-subreddit="${sub}" data-timestamp="${Date.parse(opening.time)}" data-url="${path}" data-permalink="${path}" data-domain="self.${sub}" data-comments-count="${comments.length - 1}" data-score="${opening.votes}"><p class="parent"></p><span class="rank"></span><div class="midcol unvoted" ><div class="arrow up login-required access-required" role="button" aria-label="upvote" tabindex="0" ></div><div class="score dislikes" title="${opening.votes - 1}">${opening.votes - 1}</div><div class="score unvoted" title="${opening.votes}">${opening.votes}</div><div class="score likes" title="${opening.votes + 1}">${opening.votes + 1}</div><div class="arrow down login-required access-required" role="button" aria-label="downvote" tabindex="0" ></div></div><div class="entry unvoted"><div class="top-matter"><p class="title"><a class="title may-blank " data-event-action="title" href="${path}" tabindex="1">${escaped(title)}</a><span class="linkflairlabel " title="Question">Question</span>&#32;<span class="domain">(<a href="/r/${sub}/">self.${sub}</a>)</span></p><p class="tagline ">submitted&#32;${clock(opening.time)}&#32;by&#32;<a href="https://old.reddit.com/user/${handled(opening.author)}" class="author may-blank id-t2_${code(handled(opening.author))}">${handled(opening.author)}</a><span class="userattrs"></span></p></div><div class="expando">${body(opening, `t3_${link}`)}</div><ul class="flat-list buttons"><li class="first"><a href="${path}" data-event-action="comments" class="bylink comments may-blank" rel="nofollow">${comments.length - 1} comments</a></li><li class="share"><a class="post-sharing-button" href="javascript: void 0;">share</a></li><li class="link-save-button save-button login-required"><a href="#">save</a></li><li><a href="javascript:void(0)" class="reportbtn access-required">report</a></li></ul></div><div class="child"></div><div class="clearleft"></div></div><div class="clearleft"></div></div>
<div class="commentarea"><div class="panestack-title"><span class="title">all ${comments.length - 1} comments</span></div><div class="menuarea"><div class="spacer"><span class="dropdown-title lightdrop">sorted by:&#32;</span><div class="dropdown lightdrop" onclick="open_menu(this)"><span class="selected">best</span></div><div class="drop-choices lightdrop"><a href="?sort=top" class="choice">top</a><a href="?sort=new" class="choice">new</a><a href="?sort=controversial" class="choice">controversial</a></div></div><section class="infobar commentsignupbar"><h2 class="commentsignupbar__title">Want to add to the discussion?</h2><p class="commentsignupbar__desc">Post a comment!</p><div class="commentsignupbar__cta-container"><a class="c-btn c-btn-primary login-required">Create an account</a></div></section></div>
<div class="sitetable nestedlisting" id="siteTable_t3_${link}">${roots.map(thing).join('')}${more}</div></div></div>
<div class="footer-parent"><div by-zero class="footer rounded"><div class="col"><ul class="flat-vert hover"><li class="flat-vert title">about</li><li><a href="https://www.reddit.com/blog/" class="choice">blog</a></li></ul></div></div><p class="bottommenu">Use of this site constitutes acceptance of our <a href="https://www.redditinc.com/policies/user-agreement">User Agreement</a>. &copy; 2026 reddit inc. All rights reserved.</p></div>`,
    }),
    comments: [opening, ...inOrder(roots)].map((said) =>
      entry(said, {
        author: said.isDeleted ? gone : handled(said.author),
        time: stamp(said.time),
        otherTimes: [ago(said.time, now)],
        depth: said.depth ?? 0,
        text: said.isDeleted ? gone : plain(said.text, dialect),
      }),
    ),
  };
}

/** The new page. */
export function elements(conversation) {
  const { title, comments } = conversation;
  const now = moment(conversation, 3);
  const sub = forum(conversation);
  const link = code(title);
  const path = `/r/${sub}/comments/${link}/${slug(title).replaceAll('-', '_').slice(0, 50)}/`;
  const [opening] = comments;
  const roots = branches(conversation);
  const machine = (time) => time.replace('Z', '.000Z');
  const clock = (time) =>
    `<faceplate-timeago class="text-neutral-content-weak" ts="${time.replace('Z', '.000000+0000')}"><time datetime="${machine(time)}" title="${shown(time, 'dddd, MMMM D, YYYY [at] h:mm:ss A [UTC]')}">${brief(time, now)} ago</time></faceplate-timeago>`;
  const svg =
    '<svg rpl="" fill="currentColor" height="16" icon-name="upvote-outline" viewBox="0 0 20 20" width="16" xmlns="http://www.w3.org/2000/svg"><path d="M10 19a3.966 3.966 0 0 1-3.96-3.962V10.98H2.838"></path></svg>';
  const comment = (node, at) => {
    const id = `t1_${code(title + node.index)}`;
    const author = handled(node.author);
    const slot = node.parent ? ` slot="children-t1_${code(title + node.parent.index)}-${at}"` : '';
    return `<shreddit-comment arialabel="${node.depth ? `thread level ${node.depth + 1}: ` : ''}Comment from ${node.isDeleted ? gone : author}" author="${node.isDeleted ? gone : author}" thingid="${id}" depth="${node.depth}" permalink="${path}comment/${id.slice(3)}/" award-count="0" score="${node.isDeleted ? '' : node.votes}" postid="t3_${link}" content-type="text" ${node.isDeleted ? 'is-comment-deleted is-author-deleted="" ' : ''}reload-url="/svc/shreddit/comment/${id}" created="${machine(node.time)}"${slot}>
${
  node.isDeleted
    ? `<div slot="commentMeta" class="flex flex-row items-center"><div class="text-neutral-content-weak text-12"><span>Comment deleted by user</span> <span class="inline-block my-0 mx-2xs">•</span> ${clock(node.time)}</div></div>`
    : `<div slot="commentAvatar"><faceplate-tracker source="post_detail" action="click" noun="comment_author"><a href="/user/${author}/" rel="nofollow noopener"><span class="inline-flex rounded-full"><faceplate-img class="nd:visible" src="https://styles.redditmedia.com/a.png" alt="u/${author} avatar"></faceplate-img></span></a></faceplate-tracker></div>
<div slot="commentMeta" class="flex flex-col md:flex-row md:flex-wrap text-secondary min-w-0"><div class="flex flex-row items-center overflow-hidden"><faceplate-hovercard enter-delay="500" label="${author} details" aria-label="${author} details"><div class="author-name-meta"><faceplate-tracker source="post_detail" noun="comment_author"><a rel="nofollow noopener" class="truncate font-bold text-neutral-content-strong text-12 hover:underline" href="/user/${author}/">${author}</a></faceplate-tracker></div><div slot="content" hidden><span>Loading…</span></div></faceplate-hovercard>${node.author === opening.author ? '<shreddit-comment-author-modifier-icon><span class="text-12 text-[#2D7EFF] font-bold">OP</span></shreddit-comment-author-modifier-icon>' : ''}<span class="inline-block my-0 mx-2xs text-12 text-neutral-content-weak">•</span><a href="${path}comment/${id.slice(3)}/" rel="nofollow noopener" class="no-underline text-12">${clock(node.time)}</a>${node.edited ? `<span class="text-12">•</span><span class="text-12 text-neutral-content-weak">Edited ${brief(node.edited, now)} ago</span>` : ''}</div></div>
<div id="${id}-comment-rtjson-content" class="md text-14 rounded-[8px] pb-2xs overflow-hidden" slot="comment"><div id="-post-rtjson-content" class="py-0 xs:mx-xs mx-2xs inline-block max-w-full scalable-text">
${quoted(node)}${rendered(node.text, dialect)}
</div></div>
<shreddit-comment-action-row slot="actionRow" class="flex items-center text-secondary-weak" comment-id="${id}" permalink="${path}comment/${id.slice(3)}/" score="${node.votes}" vote-type="none" aria-label="Actions available"><span slot="vote-button"><button class="button-small" upvote aria-pressed="false">${svg}<span class="sr-only">Upvote</span></button><faceplate-number pretty="" number="${node.votes}">${node.votes}</faceplate-number><button class="button-small" downvote aria-pressed="false"><span class="sr-only">Downvote</span></button></span><faceplate-tracker slot="comment-reply" source="comment" action="click" noun="reply_comment"><button rpl="" class="button-small button-plain"><span class="flex items-center gap-xs"><span>Reply</span></span></button></faceplate-tracker><span slot="comment-share"><button class="button-small button-plain"><span>Share</span></button></span></shreddit-comment-action-row>`
}
${node.children.map(comment).join('\n')}
</shreddit-comment>`;
  };
  return {
    url: `https://www.reddit.com${path}`,
    html: document({
      attributes: ' class="is-shredtop-pdp theme-beta"',
      head: `<title>${escaped(title)} : r/${sub}</title><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="canonical" href="https://www.reddit.com${path}"><meta property="og:site_name" content="Reddit"><meta property="og:title" content="${escaped(`From the ${sub} community on Reddit`)}">`,
      bodyAttributes: ' class="v2 text-neutral-content bg-neutral-background"',
      body: `<shreddit-app class="overflow-visible block" pagetype="post_detail" routename="post_page"><reddit-header-large class="nav-visible"><header><nav class="h-header-large flex"><a id="reddit-logo" href="/" aria-label="Home"></a><reddit-search-large><form action="/search"><input name="q" placeholder="Search in r/${sub}"></form></reddit-search-large><a id="login-button" href="/login">Log In</a></nav></header></reddit-header-large>
<div class="subgrid-container m:w-[1120px]"><div class="main-container"><main class="main w-full" id="main-content">
<shreddit-post class="block xs:mt-xs" permalink="${path}" content-href="https://www.reddit.com${path}" comment-count="${comments.length - 1}" feedindex="0" created-timestamp="${opening.time.replace('Z', '.000000+0000')}" id="t3_${link}" post-title="${escaped(title)}" post-type="text" score="${opening.votes}" subreddit-id="t5_2r" subreddit-prefixed-name="r/${sub}" author="${handled(opening.author)}" view-context="CommentsPage">
<div slot="credit-bar" class="flex justify-between text-12"><span class="flex items-center"><a href="/r/${sub}/" class="subreddit-name">r/${sub}</a><span class="inline-block my-0 mx-2xs">•</span>${clock(opening.time)}</span><div class="flex"><faceplate-hovercard><a class="author-name whitespace-nowrap text-neutral-content" href="/user/${handled(opening.author)}/">${handled(opening.author)}</a></faceplate-hovercard></div></div>
<h1 id="post-title-t3_${link}" slot="title" class="font-semibold text-neutral-content-strong" aria-describedby="feed-post-credit-bar-t3_${link}">${escaped(title)}</h1>
<shreddit-post-flair slot="post-flair"><a href="/r/${sub}/?f=flair" class="no-decoration"><span class="bg-tone-4 inline-block">Question</span></a></shreddit-post-flair>
<shreddit-post-text-body slot="text-body" post-id="t3_${link}"><div class="text-neutral-content mb-xs" slot="text-body"><div class="md text-14-scalable" id="t3_${link}-post-rtjson-content" property="schema:articleBody">
${rendered(opening.text, dialect)}
</div></div></shreddit-post-text-body>
<shreddit-post-share-button slot="share-button"><button>Share</button></shreddit-post-share-button>
</shreddit-post>
<shreddit-async-loader bundlename="comment_body_header"><comment-body-header><faceplate-textarea-input placeholder="Join the conversation"></faceplate-textarea-input><shreddit-sort-dropdown><button>Sort by: <span>Best</span></button></shreddit-sort-dropdown><pdp-comment-search-input>Search Comments</pdp-comment-search-input></comment-body-header></shreddit-async-loader>
<shreddit-comments-page-ad class="promotedlink"><a href="https://ads.example/">Promoted: a better way to store things</a></shreddit-comments-page-ad>
<shreddit-comment-tree id="comment-tree" post-id="t3_${link}" totalcomments="${comments.length - 1}" sort="CONFIDENCE">
${roots.map(comment).join('\n')}
<faceplate-partial src="/svc/shreddit/more-comments/${sub}/t3_${link}" loading="action"><button class="button-brand"><span>View more comments</span></button></faceplate-partial>
</shreddit-comment-tree>
</main><div id="right-sidebar-container"><aside aria-label="Community information"><h2>r/${sub}</h2><p>A place for old glass and those who look through it.</p><faceplate-number number="48112">48K</faceplate-number> Members <faceplate-number number="21">21</faceplate-number> Online</aside></div></div></div>
<flex-left-nav-container><nav id="left-sidebar"><a href="/r/popular/">Popular</a><a href="/answers">Answers</a></nav></flex-left-nav-container></shreddit-app>`,
    }),
    comments: [opening, ...inOrder(roots)].map((said) =>
      entry(said, {
        author: said.isDeleted ? gone : handled(said.author),
        time: machine(said.time),
        otherTimes: [`${brief(said.time, now)} ago`],
        depth: said.depth ?? 0,
        text: said.isDeleted ? '' : plain(said.text, dialect),
      }),
    ),
  };
}
