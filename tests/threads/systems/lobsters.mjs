// Lobsters: the comments below a link.

import { slug } from '../people.mjs';
import { escaped, prose, rendered, said as plain } from '../text.mjs';
import { branches, document, entry, inOrder } from '../thread.mjs';
import { ago, moment, shown } from '../times.mjs';

const handled = (name) => (/^[\w-]+$/.test(name) ? name : slug(name));

export function story(conversation) {
  const { title, comments, tags, link, host } = conversation;
  const now = moment(conversation, 6);
  const roots = branches(conversation);
  const [opening] = comments;
  const stamp = (time) => shown(time, 'YYYY-MM-DD HH:mm:ss');
  const clock = (time) => `<time title="${stamp(time)}" datetime="${stamp(time)}">${ago(time, now)}</time>`;
  const quote = (said) => (said.quote ? `<blockquote>\n<p>${escaped(said.quote.text)}</p>\n</blockquote>\n` : '');
  const comment = (node) => {
    const id = `k${node.index}xq${title.length}`;
    return `<li class="comments_subtree"><input id="comment_folder_${id}" class="comment_folder_button" type="checkbox">
<div id="c_${id}" data-shortid="${id}" class="comment ${node.votes < -4 ? 'negative' : ''}">
<div class="voters"><a class="upvoter" href="/login">${node.votes}</a></div>
<div class="details"><div class="byline"><label for="comment_folder_${id}" class="comment_folder comment_folder_inline"></label><a href="/~${handled(node.author)}"><img srcset="/avatars/${handled(node.author)}-16.png 1x" class="avatar" alt="${handled(node.author)} avatar" loading="lazy" decoding="async" src="/avatars/${handled(node.author)}-16.png" width="16" height="16"></a> <a href="/~${handled(node.author)}"${node.author === opening.author ? ' class="user_is_author"' : ''}>${handled(node.author)}</a> ${node.edited ? 'edited' : ''} <a href="/c/${id}">${clock(node.time)}</a> <span class="reason"></span> | <a class="flagger">flag</a> | <a class="comment_replier" tabindex="0">reply</a></div>
<div class="comment_text">${node.isDeleted ? '<p><span class="na">Comment removed by author</span></p>' : `${quote(node)}${rendered(node.text, prose)}`}
</div></div></div>
<ol class="comments">${node.children.map(comment).join('\n')}</ol></li>`;
  };
  return {
    url: `https://lobste.rs/s/q${title.length}w/${slug(title).replaceAll('-', '_')}`,
    html: document({
      head: `<title>${escaped(title)} | Lobsters</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta property="og:type" content="article"><meta property="og:site_name" content="Lobsters">`,
      body: `<header id="nav"><a id="logo" href="/" title="Lobsters (Current traffic: 41%)">Lobsters</a><a href="/active">Active</a><a href="/recent">Recent</a><a href="/comments">Comments</a><a href="/search">Search</a><span class="corner"><a href="/login">Login</a></span></header>
<div id="inside"><ol class="stories"><li id="story_q1" data-shortid="q1" class="story"><div class="story_liner h-entry"><div class="voters"><a class="upvoter" href="/login">${opening.votes}</a></div><div class="details"><span role="heading" aria-level="1" class="link h-cite u-repost-of"><a class="u-url" href="${link}" rel="ugc noreferrer">${escaped(title)}</a></span> <span class="tags">${tags.map((tag) => `<a class="tag tag_${tag}" title="${tag}" href="/t/${tag}">${tag}</a>`).join(' ')}</span> <a class="domain" href="/origins/${host}">${host}</a><div class="byline"><a href="/~${handled(opening.author)}"><img class="avatar" alt="x avatar" src="/a.png" width="16" height="16"></a><span> authored by </span><a class="u-author h-card user_is_author" href="/~${handled(opening.author)}">${handled(opening.author)}</a> ${clock(opening.time)} | <a href="#">caches</a> | <span class="comments_label"><a role="heading" aria-level="2" href="#">${comments.length - 1} comments</a></span></div></div></div></li></ol>
<div class="box wide"><div class="story_text"></div></div>
<ol class="comments comments1"><li><div class="comment_form_container"><p>You must be <a href="/login">logged in</a> to leave a comment.</p></div></li>
${roots.map(comment).join('\n')}
</ol></div>
<footer><a href="/about">About</a> <a href="/tags">Tags</a> <a href="/filters">Filter</a> <a href="/moderations">Moderation Log</a></footer>`,
    }),
    comments: inOrder(roots).map((node) =>
      entry(node, {
        author: handled(node.author),
        time: stamp(node.time),
        otherTimes: [ago(node.time, now)],
        depth: node.depth,
        text: node.isDeleted ? 'Comment removed by author' : plain(node.text, prose),
      }),
    ),
  };
}
