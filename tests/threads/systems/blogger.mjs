// Blogger: the threaded comments of today, one level deep, and the older list of terms.

import { person, slug } from '../people.mjs';
import { paragraphs } from '../story.mjs';
import { escaped, lines, rendered } from '../text.mjs';
import { branches, document, entry, inOrder, related } from '../thread.mjs';
import { shown } from '../times.mjs';

const clock = (time, language) =>
  shown(time, language === 'fr' ? 'D MMMM YYYY [à] HH:mm' : 'MMMM D, YYYY [at] h:mm A', language);
const visible = ({ isDeleted }) => !isDeleted;

const page = (conversation, comments, count) => {
  const { title, site, host, article, language } = conversation;
  return document({
    language,
    attributes: " class='v2' dir='ltr' xmlns:b='http://www.google.com/2005/gml/b'",
    head: `<meta content='width=1100' name='viewport'/><meta content='blogger' name='generator'/><title>${escaped(site)}: ${escaped(title)}</title><link rel="alternate" type="application/atom+xml" title="${escaped(site)} - Atom" href="https://${host}/feeds/posts/default" />`,
    bodyAttributes: " class='loading variant-light'",
    body: `<div class='navbar section' id='navbar'><div class='widget Navbar' id='Navbar1'><script type="text/javascript">function setAttributeOnload(object, attribute, val) { }</script><iframe src="about:blank" title="navbar"></iframe></div></div>
<div class='body-fauxcolumns'><div class='fauxcolumn-outer body-fauxcolumn-outer'></div></div>
<div class='content'><div class='content-outer'><div class='fauxborder-left content-fauxborder-left'><div class='content-inner'><header><div class='header-outer'><div class='header section' id='header'><div class='widget Header' data-version='1' id='Header1'><div id='header-inner'><div class='titlewrapper'><h1 class='title'><a href='https://${host}/'>${escaped(site)}</a></h1></div><div class='descriptionwrapper'><p class='description'><span>Notes, now and then</span></p></div></div></div></div></div></header>
<div class='main-outer'><div class='region-inner main-inner'><div class='columns fauxcolumns'><div class='columns-inner'><div class='column-center-outer'><div class='column-center-inner'><div class='main section' id='main'><div class='widget Blog' data-version='1' id='Blog1'><div class='blog-posts hfeed'>
<div class="date-outer"><h2 class='date-header'><span>${shown(article.time, 'dddd, MMMM D, YYYY', language)}</span></h2><div class="date-posts"><div class='post-outer'><div class='post hentry uncustomized-post-template' itemprop='blogPost' itemscope='itemscope' itemtype='http://schema.org/BlogPosting'><meta content='771' itemprop='postId'/><a name='771'></a><h3 class='post-title entry-title' itemprop='name'>${escaped(title)}</h3><div class='post-header'><div class='post-header-line-1'></div></div><div class='post-body entry-content' id='post-body-771' itemprop='description articleBody'>
${paragraphs(conversation)}
<div style='clear: both;'></div></div><div class='post-footer'><div class='post-footer-line post-footer-line-1'><span class='post-author vcard'>Posted by <span class='fn' itemprop='author' itemscope='itemscope' itemtype='http://schema.org/Person'><a class='g-profile' href='#' rel='author' title='author profile'><span itemprop='name'>${escaped(article.author)}</span></a></span></span> <span class='post-timestamp'>at <a class='timestamp-link' href='#' rel='bookmark' title='permanent link'><abbr class='published' itemprop='datePublished' title='${article.time.replace('Z', '+00:00')}'>${shown(article.time, 'h:mm A')}</abbr></a></span> <div class='post-share-buttons goog-inline-block'><a class='goog-inline-block share-button sb-email' href='#' title='Email This'><span class='share-button-link-text'>Email This</span></a></div></div><div class='post-footer-line post-footer-line-2'><span class='post-labels'>Labels: ${conversation.tags.map((tag) => `<a href='#' rel='tag'>${tag}</a>`).join(', ')}</span></div></div></div>
${comments}
</div></div></div></div><div class='blog-pager' id='blog-pager'><span id='blog-pager-newer-link'><a class='blog-pager-newer-link' href='#'>Newer Post</a></span><a class='home-link' href='#'>Home</a></div><div class='post-feeds'><div class='feed-links'>Subscribe to: <a class='feed-link' href='#' type='application/atom+xml'>Post Comments (Atom)</a></div></div></div></div></div></div>
<div class='column-right-outer'><aside><div class='sidebar section' id='sidebar-right-1'><div class='widget BlogSearch' id='BlogSearch1'><h2 class='title'>Search This Blog</h2><form action='/search'><input name='q' type='text'/></form></div><div class='widget Profile' id='Profile1'><h2>About Me</h2><dl class='profile-datablock'><dt class='profile-data'><a class='profile-name-link g-profile' href='#'>${escaped(article.author)}</a></dt></dl><a class='profile-link' href='#'>View my complete profile</a></div><div class='widget BlogArchive'><h2>Blog Archive</h2><ul class='hierarchy'><li class='archivedate expanded'><a class='post-count-link' href='#'>2026</a> <span class='post-count' dir='ltr'>(9)</span><ul class='posts'>${related.map((other) => `<li><a href='#'>${other}</a></li>`).join('')}</ul></li></ul></div></div></aside></div></div></div></div></div>
<footer><div class='footer-outer'><div class='widget Attribution' id='Attribution1'><div class='widget-content' style='text-align: center;'>Simple theme. Powered by <a href='https://www.blogger.com' target='_blank'>Blogger</a>.</div></div></div></footer></div></div></div></div>
<script type="text/javascript">window.__count = ${count};</script>`,
  });
};

/** Answers to answers stand beside them, so that no comment is more than one level deep. */
export function threaded(conversation) {
  const { host, title, article, language } = conversation;
  const roots = branches(conversation).filter(visible);
  const comment = (node, children) => {
    const id = 5_551_000 + node.index;
    const answers = children ? inOrder(node.children).filter(visible) : [];
    return `<li class="comment" id="c${id}"><div class="avatar-image-container"><img src="https://www.blogger.com/img/blogger_logo_round_35.png" alt=""/></div><div class="comment-block"><div class="comment-header"><cite class="user${node.isByAuthorOfArticle ? ' blog-author' : ''}"><a href="https://www.blogger.com/profile/${person(node.author).id}" rel="nofollow">${escaped(node.author)}</a></cite><span class="icon user ${node.isByAuthorOfArticle ? 'blog-author' : ''}"></span><span class="datetime secondary-text"><a rel="nofollow" href="https://${host}/x.html?showComment=1#c${id}">${clock(node.time, language)}</a></span></div><p class="comment-content">${rendered(node.text, lines)}</p><span class="comment-actions secondary-text"><a class="comment-reply" target="_self" data-comment-id="${id}">Reply</a><span class="item-control blog-admin blog-admin pid-${person(node.author).id}"><a class="comment-delete" target="_self" href="https://www.blogger.com/delete-comment.g?postID=${id}">Delete</a></span></span></div>${
      children
        ? `<div class="comment-replies">${answers.length ? `<div id="c${id}-rt" class="comment-thread inline-thread"><span class="thread-toggle thread-expanded"><span class="thread-arrow"></span><span class="thread-count"><a target="_self">Replies</a></span></span><ol id="c${id}-ra" class="thread-chrome thread-expanded"><div>${answers.map((answer) => comment(answer, false)).join('')}</div><div id="c${id}-continue" class="continue"><a class="comment-reply" target="_self" data-comment-id="${id}">Reply</a></div></ol></div>` : ''}</div><div class="comment-replybox-single" id="c${id}-ce"></div>`
        : ''
    }</li>`;
  };
  const nodes = inOrder(roots).filter(visible);
  return {
    url: `https://${host}/${shown(article.time, 'YYYY/MM')}/${slug(title)}.html`,
    html: page(
      conversation,
      `<div class='comments' id='comments'><a name='comments'></a><section class='comments threaded' data-embed='true' data-num-comments='${nodes.length}'><h3 class='title'>${nodes.length} comments:</h3><div class='comments-content'><script async='async' src='' type='text/javascript'></script><div id='comment-holder'><div class="comment-thread toplevel-thread"><ol id="top-ra">${roots.map((node) => comment(node, true)).join('\n')}</ol><div id="top-continue" class="continue"><a class="comment-reply" target="_self">Add comment</a></div><div class="comment-replybox-thread" id="top-ce"></div><div class="loadmore hidden" data-post-id="771"><a target="_self">Load more...</a></div></div></div></div><p class='comment-footer'><div class='comment-form'><a name='comment-form'></a><p></p><a href='#' id='comment-editor-src'></a></div></p></section></div>`,
      nodes.length,
    ),
    comments: nodes.map((node) =>
      entry(node, { time: clock(node.time, language), depth: Math.min(1, node.depth), dialect: lines }),
    ),
  };
}

/** The list of before 2012: terms and descriptions. */
export function listed(conversation) {
  const { host, title, article, language, comments } = conversation;
  const kept = comments.filter(visible);
  const comment = (said, index) => {
    const id = 5_551_000 + index;
    return `<dt class='comment-author ${said.isByAuthorOfArticle ? 'blog-author' : ''}' id='c${id}'><a name='c${id}'></a><div class="avatar-image-container avatar-stock"><span dir="ltr"><a href="#" target="" rel="nofollow"><img src="//img1.blogblog.com/img/blank.gif" width="35" height="35" alt="" title="${escaped(said.author)}"></a></span></div><a href='https://www.blogger.com/profile/${person(said.author).id}' rel='nofollow'>${escaped(said.author)}</a>
said...
</dt>
<dd class='comment-body' id='Blog1_cmt-${id}'><p>${rendered(said.text, lines)}</p></dd>
<dd class='comment-footer'><span class='comment-timestamp'><a href='https://${host}/x.html?showComment=1#c${id}' title='comment permalink'>
${clock(said.time, language)}
</a><span class='item-control blog-admin pid-${person(said.author).id}'><a class='comment-delete' href='#' title='Delete Comment'><img src='//www.blogger.com/img/icon_delete13.gif' alt=''/></a></span></span></dd>`;
  };
  return {
    url: `http://${host}/${shown(article.time, 'YYYY/MM')}/${slug(title)}.html`,
    html: page(
      conversation,
      `<div class='comments' id='comments'><a name='comments'></a><h4>${kept.length} comments:</h4><div id='Blog1_comments-block-wrapper'><dl class='avatar-comment-indent' id='comments-block'>${kept.map(comment).join('\n')}</dl></div><p class='comment-footer'><a href='#' onclick=''>Post a Comment</a></p></div>`,
      kept.length,
    ),
    comments: kept.map((said) => entry(said, { time: clock(said.time, language), dialect: lines })),
  };
}
