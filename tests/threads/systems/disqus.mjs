// Disqus: the document in its frame as it is today, and the list that its script wrote into pages of 2011.

import { number, person, slug } from '../people.mjs';
import { paragraphs } from '../story.mjs';
import { escaped, prose, rendered } from '../text.mjs';
import { branches, document, entry, inOrder, related } from '../thread.mjs';
import { ago, moment, shown } from '../times.mjs';

const removed = 'This comment was deleted.';

export function framed(conversation) {
  const { title, site, host, comments } = conversation;
  const now = moment(conversation, 20);
  const roots = branches(conversation);
  const thread = number(title, 90_000_000) + 5_000_000;
  const post = (node) => {
    const id = thread + node.index;
    const who = person(node.author);
    const full = shown(node.time, 'dddd, MMMM D, YYYY h:mm A');
    const inside = node.isDeleted
      ? `<div class="avatar"><img src="//a.disquscdn.com/images/noavatar92.png" alt="Avatar"></div><div class="post-body"><div class="post-message"><p>${removed}</p></div></div>`
      : `<div class="indicator"></div>
<div class="avatar hovercard"><a href="https://disqus.com/by/${slug(node.author)}/" class="user" data-action="profile" data-username="${slug(node.author)}"><img data-role="user-avatar" data-user="${who.id}" src="//c.disquscdn.com/uploads/users/${who.id}/avatar92.jpg" alt="Avatar"></a></div>
<div class="post-body">
<header class="comment__header"><span class="post-byline"><span class="author publisher-anchor-color"><a href="https://disqus.com/by/${slug(node.author)}/" data-action="profile" data-username="${slug(node.author)}" target="_blank" rel="noopener noreferrer">${escaped(node.author)}</a></span>${node.isByAuthorOfArticle ? ' <span class="badge moderator">Mod</span>' : ''}${node.parent ? ` <span><a href="#comment-${thread + node.parent.index}" class="parent-link" data-role="parent-link"><i aria-label="in reply to" class="icon-forward" title="in reply to"></i> ${escaped(node.parent.author)}</a></span>` : ''}</span> <span class="post-meta"><span class="bullet time-ago-bullet" aria-hidden="true">•</span> <a href="https://${host}/#comment-${id}" data-role="relative-time" class="time-ago" title="${full}">${ago(node.time, now)}</a>${node.edited ? '<span class="has-edit"><span class="bullet" aria-hidden="true">•</span> edited</span>' : ''}</span></header>
<ul class="post-menu dropdown" data-role="menu"><li class="collapse"><a href="#" data-action="collapse" title="Collapse"><span>−</span></a></li><li class="dropdown__menu"><ul><li><a class="dropdown-toggle" href="#" data-action="flag" data-role="flag" title="Flag as inappropriate">Flag as inappropriate</a></li></ul></li></ul>
<div class="post-body-inner"><div class="post-message-container" data-role="message-container"><div class="publisher-anchor-color" data-role="message-content"><div class="post-message " data-role="message" dir="auto"><div>${rendered(node.text, prose)}</div></div><span class="post-media"><ul data-role="post-media-list"></ul></span></div></div><a class="see-more hidden" title="see more" data-action="see-more">see more</a></div>
<footer class="comment__footer"><menu class="comment-footer__menu"><li class="voting" data-role="voting"><a href="#" class="vote-up  count-${Math.max(0, node.votes)}" data-action="upvote" title="Vote up"><span class="updatable count" data-role="likes">${Math.max(0, node.votes)}</span> <span class="control"><i aria-hidden="true" class="icon icon-arrow-2"></i></span></a> <span role="button" class="vote-down  count-${node.votes < 0 ? -node.votes : 0}" title="Vote down"><span class="control"><i aria-hidden="true" class="icon icon-arrow"></i></span></span></li><li class="bullet" aria-hidden="true">•</li><li class="reply" data-role="reply-link"><a href="#" data-action="reply"><i class="icon icon-mobile icon-reply"></i><span class="text">Reply</span></a></li><li class="bullet" aria-hidden="true">•</li><li class="comment__share"><a class="toggle"><i class="icon icon-mobile icon-share"></i><span class="text">Share ›</span></a><ul class="comment-share__buttons"><li class="twitter"><button class="share__button" data-action="share:twitter">Twitter</button></li><li class="link"><input value="https://disq.us/p/${id.toString(36)}" name="Link" title="Click to copy post link" readonly></li></ul></li></menu></footer>
</div>`;
    return `<li class="post${node.isDeleted ? ' minimized deleted' : ''}" id="post-${id}">
<div data-role="post-content" class="post-content">
${inside}
<div data-role="blacklist-form"></div><div class="reply-form-container" data-role="reply-form"></div>
</div>
<ul data-role="children" class="children">${node.children.map(post).join('\n')}</ul>
</li>`;
  };
  return {
    url: `https://disqus.com/embed/comments/?base=default&f=${slug(site)}&t_i=${thread}&t_u=https%3A%2F%2F${host}`,
    html: document({
      attributes: ' dir="ltr" class="js no-touch localstorage sessionstorage"',
      head: `<title>Disqus Comments</title><meta name="robots" content="noindex, follow, noarchive"><link rel="stylesheet" href="https://c.disquscdn.com/next/embed/styles/lounge.css"><script id="disqus-threadData" type="application/json">{"cursor":{"hasPrev":false,"total":${comments.length},"hasNext":false}}</script>`,
      bodyAttributes: ' style=""',
      body: `<div id="error" class="alert--error" style="display: none"><p>We were unable to load Disqus. If you are a moderator please see our <a href="https://docs.disqus.com/kb/unable-to-load-disqus/">troubleshooting guide</a>.</p></div>
<div id="layout" data-tracking-area="layout">
<div id="reactions__container"><div class="reactions"><div class="reaction-items__container"><div class="reaction-items__title">What do you think?</div><div class="reaction-items__sub-title">17 Responses</div><ul class="reaction-items"><li class="reaction-item"><button class="reaction-item__button"><div class="reaction-item__votes">12</div><div class="reaction-item__text">Upvote</div></button></li><li class="reaction-item"><button class="reaction-item__button"><div class="reaction-item__votes">5</div><div class="reaction-item__text">Funny</div></button></li></ul></div></div></div>
<div id="onboard" data-tracking-area="onboard"></div>
<header id="main-nav" data-tracking-area="main-nav"><nav class="nav nav-primary"><ul><li class="nav-tab nav-tab--primary tab-conversation active" data-role="post-count"><a class="publisher-nav-color" data-nav="conversation"><span class="comment-count">${comments.length} comments</span></a></li><li class="nav-tab nav-tab--primary tab-community"><a href="https://disqus.com/home/forums/x/" class="publisher-nav-color"><strong class="community-name">${escaped(site)}</strong></a></li><li class="nav-tab nav-tab--primary dropdown user-menu" data-role="logout"><a href="#" class="dropdown-toggle"><span class="dropdown-toggle-wrapper"><span>Login</span></span></a></li></ul></nav></header>
<section id="conversation" data-role="main" data-tracking-area="main"><div class="nav nav-secondary" data-tracking-area="secondary-nav"><ul><li id="recommend-button" class="nav-tab nav-tab--secondary recommend dropdown"><a class="dropdown-toggle"><span class="label label-default">Recommend</span> <span class="label label-count">3</span></a></li><li data-role="post-sort" class="nav-tab nav-tab--secondary dropdown sorting pull-right"><a href="#" class="dropdown-toggle">Sort by Best</a><ul class="dropdown-menu"><li class="selected"><a href="#" data-action="sort" data-sort="popular">Best</a></li><li><a href="#" data-action="sort" data-sort="desc">Newest</a></li><li><a href="#" data-action="sort" data-sort="asc">Oldest</a></li></ul></li></ul></div>
<div id="posts"><div id="form"><form class="reply"><div class="postbox"><div role="alert"></div><div class="avatar"><span class="user"><img data-role="user-avatar" src="//a.disquscdn.com/images/noavatar92.png" alt="Avatar"></span></div><div class="textarea-wrapper"><div class="textarea" role="textbox" contenteditable="true" data-placeholder="Join the discussion…"><p><br></p></div></div></div><section class="auth-section logged-out"><div class="connect"><h6>Log in with</h6></div><div class="guest"><h6 class="guest-form-title">or sign up with Disqus</h6></div></section></form></div>
<ul id="post-list" class="post-list">
${roots.map(post).join('\n')}
</ul>
<div class="load-more" data-role="more" style="display: none;"><a href="#" data-action="more-posts" class="btn load-more__button">Load more comments</a></div></div></section>
<div id="placement-bottom"><div class="thread-recommendations"><h3>Also on ${escaped(site)}</h3><ul>${related
        .slice(0, 3)
        .map(
          (other) =>
            `<li class="recommendation"><a href="#"><h4>${other}</h4></a><ul class="meta"><li>${number(other, 30)} comments</li><li>2 months ago</li></ul></li>`,
        )
        .join('')}</ul></div></div>
<div id="footer" data-tracking-area="footer"><ul><li id="thread-subscribe-button" class="email"><a href="#" data-action="subscribe">Subscribe</a></li><li class="privacy"><a href="https://disqus.com/privacy-policy">Privacy</a></li><li><a href="https://disqus.com/data-sharing-settings/">Do Not Sell My Data</a></li></ul></div>
</div>`,
    }),
    comments: inOrder(roots).map((node) =>
      node.isDeleted
        ? entry(node, { author: '', depth: node.depth, text: removed })
        : entry(node, {
            time: ago(node.time, now),
            otherTimes: [shown(node.time, 'dddd, MMMM D, YYYY h:mm A')],
            depth: node.depth,
          }),
    ),
  };
}

/** The list of 2011: flat, with the depth as a class and a margin. */
export function written(conversation) {
  const { title, site, host, article, comments } = conversation;
  const now = moment(conversation, 20);
  const nodes = inOrder(branches(conversation)).filter(({ isDeleted }) => !isDeleted);
  const post = (node, at) => {
    const id = 900_000 + node.index;
    return `<li id="dsq-comment-${id}" class="dsq-comment ${at % 2 ? 'dsq-even' : 'dsq-odd'} ${node.parent ? '' : 'dsq-thread-odd '}dsq-depth-${node.depth}" style="margin-left: ${node.depth * 24}px">
<a name="comment-${id}"></a>
<div id="dsq-full-comment-${id}" class="dsq-full-comment"><div id="dsq-comment-body-${id}" class="dsq-comment-body">
<div class="dsq-comment-header" id="dsq-comment-header-${id}"><div class="dsq-header-avatar"><a href="#" class="dsq-avatar"><img src="http://mediacdn.disqus.com/images/noavatar32.png" class="dsq-avatar" alt="" /></a></div><cite id="dsq-cite-${id}" class="dsq-comment-cite"><a id="dsq-author-user-${id}" href="http://disqus.com/${slug(node.author)}" class="dsq-commenter-name" target="_blank" rel="nofollow">${escaped(node.author)}</a></cite>${node.isByAuthorOfArticle ? ' <span class="dsq-moderator-star" title="Moderator">Moderator</span>' : ''} <span class="dsq-comment-meta"><a class="dsq-comment-header-time dsq-header-time" href="#comment-${id}" title="Link to comment by ${escaped(node.author)}">${ago(node.time, now)}</a>${node.parent ? ` <span class="dsq-comment-header-reply-to">in reply to <a href="#comment-${900_000 + node.parent.index}">${escaped(node.parent.author)}</a></span>` : ''}</span></div>
<div id="dsq-comment-message-${id}" class="dsq-comment-message"><div class="dsq-comment-text" id="dsq-comment-text-${id}">${rendered(node.text, prose)}</div></div>
<div class="dsq-comment-footer" id="dsq-comment-footer-${id}"><span class="dsq-comment-footer-likes">${node.votes > 0 ? `${node.votes} people liked this.` : ''}</span> <a class="dsq-comment-footer-like dsq-like" href="#">Like</a> <a href="#" class="dsq-comment-footer-reply dsq-reply" id="dsq-reply-link-${id}">Reply</a></div>
</div></div></li>`;
  };
  return {
    url: `http://${host}/${slug(title)}.html`,
    html: document({
      head: `<title>${escaped(title)} | ${escaped(site)}</title><script type="text/javascript">var disqus_shortname = 'x'; var disqus_identifier = '12';</script>`,
      body: `<div id="page"><div id="header"><h1><a href="/">${escaped(site)}</a></h1><ul id="nav"><li><a href="/">Home</a></li><li><a href="/archive.html">Archive</a></li><li><a href="/about.html">About</a></li></ul></div>
<div id="main"><div class="post"><h2>${escaped(title)}</h2><div class="meta">Posted by ${escaped(article.author)} on ${shown(article.time, 'MMMM Do, YYYY')}</div><div class="body">
${paragraphs(conversation)}
</div></div>
<div id="disqus_thread"><div id="dsq-content"><ul id="dsq-global-toolbar" class="dsq-global-toolbar-logged-out"><li class="dsq-item-login"><a id="dsq-global-toolbar-login" href="#">Login</a></li></ul><h3 id="dsq-add-new-comment">Add New Comment</h3><div id="dsq-new-post"><div class="dsq-post-area"><div class="dsq-textarea"><div class="dsq-textarea-background">Type your comment here.</div></div></div></div>
<div class="dsq-options"><h3 id="dsq-comments-title">Showing ${nodes.length} of ${comments.length} comments</h3><div class="dsq-dropdown dsq-item-sort"><select><option>Popular now</option><option>Best Rating</option><option>Oldest first</option></select></div></div>
<ul id="dsq-comments" class="dsq-comments">
${nodes.map(post).join('\n')}
</ul>
<div id="dsq-pagination"></div><div class="dsq-item-trackback"><h3 id="dsq-reactions-head">Reactions</h3><ul id="dsq-reactions"><li class="dsq-reaction"><a href="#">A short message that links here</a></li></ul></div><p class="dsq-copyright">blog comments powered by <a href="http://disqus.com">Disqus</a></p></div></div>
</div><div id="sidebar"><h3>Recent entries</h3><ul>${related.map((other) => `<li><a href="#">${other}</a></li>`).join('')}</ul></div><div id="footer">&copy; ${escaped(site)}</div></div>`,
    }),
    comments: nodes.map((node) => entry(node, { time: ago(node.time, now), depth: node.depth })),
  };
}
