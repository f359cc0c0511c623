// Lemmy: a post and the tree of its comments.

import { number, person, slug } from '../people.mjs';
import { escaped, prose, rendered, said as plain } from '../text.mjs';
import { branches, document, entry, inOrder } from '../thread.mjs';
import { ago, moment, shown } from '../times.mjs';

const handled = (name) => (/^[\w-]+$/.test(name) ? name : slug(name).replaceAll('-', '_'));
const svg = (name) =>
  `<svg class="icon icon-inline"><use xlink:href="/static/assets/symbols.svg#icon-${name}"></use><div class="visually-hidden"><title>${name}</title></div></svg>`;

export function post(conversation) {
  const { title, site, host, comments } = conversation;
  const now = moment(conversation, 12);
  const id = number(title, 90_000) + 100;
  const [opening] = comments;
  const roots = branches(conversation);
  const full = (time) => shown(time, 'dddd, MMMM Do, YYYY [at] h:mm:ss A [GMT+00:00]');
  const clock = (time) =>
    `<span class="moment-time pointer unselectable" data-tippy-content="${full(time)}">${ago(time, now)}</span>`;
  const user = (name) =>
    `<a class="person-listing d-inline-flex align-items-baseline text-info" title="${escaped(name)}" href="/u/${handled(name)}"><span class="position-relative overflow-hidden"><picture><source srcset="/pictrs/image/${person(name).id}.webp?thumbnail=96" type="image/webp"><img class="overflow-hidden pictrs-image img-icon me-1" src="/pictrs/image/${person(name).id}.png" alt="" title="" loading="lazy"></picture></span><span>${handled(name)}</span></a>`;
  const quoted = ({ quote }) => (quote ? `<blockquote>\n<p>${escaped(quote.text)}</p>\n</blockquote>\n` : '');
  const comment = (node) => {
    const own = id * 10 + node.index;
    return `<li class="comment">
<article id="comment-${own}" class="details comment-node py-2${node.depth ? '' : ' border-top border-light'}">
<div class="ms-2"${node.depth ? ` style="border-left: 2px hsl(${node.depth * 60}, 35%, 50%) solid !important"` : ''}>
<div class="d-flex flex-wrap align-items-center text-muted small"><button class="btn btn-sm btn-link text-muted me-2" aria-label="Collapse" data-tippy-content="Collapse">${svg('minus-square')}</button>${user(node.author)}${node.author === opening.author ? '<span class="badge text-info border border-info mx-1" aria-label="creator" data-tippy-content="creator">OP</span>' : ''}<div class="me-lg-5 flex-grow-1 flex-lg-grow-0 unselectable pointer mx-2"></div><span class="me-1 fw-bold unselectable pointer" aria-label="${node.votes} points" data-tippy-content="${node.votes} Points">${node.votes}</span><span class="mx-1">•</span><span>${clock(node.time)}${node.edited ? `<span class="small text-muted ms-1" data-tippy-content="modified ${full(node.edited)}">${svg('edit-2')}</span>` : ''}</span></div>
<div class="comment-content">${node.isDeleted ? '<div class="md-div"><p>*deleted by creator*</p></div>' : `<div class="md-div">${quoted(node)}${rendered(node.text, prose)}\n</div>`}</div>
<div class="comment-bottom-btns d-flex justify-content-start flex-wrap text-body-tertiary fw-bold"><button class="btn btn-animate btn-sm btn-link py-0 px-1 text-muted" data-tippy-content="Upvote" aria-label="Upvote">${svg('arrow-up1')}<span class="ms-2">${Math.max(1, node.votes)}</span></button><button class="btn btn-animate btn-sm btn-link text-muted" aria-label="reply" data-tippy-content="reply">${svg('reply1')}</button><a class="btn btn-link btn-sm text-muted" title="link" href="/comment/${own}">${svg('link')}</a><button class="btn btn-link btn-sm text-muted" aria-label="more">${svg('more-vertical')}</button></div>
</div>
</article>
${node.children.length ? `<ul class="comments border-start">${node.children.map(comment).join('\n')}</ul>` : ''}
</li>`;
  };
  return {
    url: `https://${host}/post/${id}`,
    html: document({
      attributes: ' data-bs-theme="light"',
      head: `<title>${escaped(title)} - ${escaped(site)}</title><meta property="og:type" content="website"><meta property="og:title" content="${escaped(title)}"><meta name="description" content="${escaped(plain(opening.text).slice(0, 80))}">`,
      body: `<noscript><div class="alert alert-danger rounded-0" role="alert"><b>Javascript is disabled. Actions will not work.</b></div></noscript>
<div id="root"><div id="app" class="lemmy-site"><button type="button" class="btn skip-link bg-light position-absolute start-0 z-3">Jump to content</button><div class="shadow-sm"><nav class="navbar navbar-expand-md navbar-light p-0 px-3 container-lg" id="navbar"><a class="d-flex align-items-center navbar-brand me-md-3" href="/">${escaped(site)}</a><ul class="navbar-nav"><li class="nav-item"><a class="nav-link" href="/communities">Communities</a></li><li class="nav-item"><a class="nav-link" href="/create_post">Create Post</a></li></ul><ul class="navbar-nav"><li class="nav-item"><a class="nav-link" href="/search">${svg('search')}</a></li><li class="nav-item"><a class="nav-link" href="/login">Login</a></li><li class="nav-item"><a class="nav-link" href="/signup">Sign Up</a></li></ul></nav></div>
<div class="mt-4 p-0 fl-1"><main tabindex="-1"><div class="post container-lg"><div class="row"><div class="col-12 col-md-8 col-lg-9 mb-3"><main><div class="post-listing mt-2"><article class="row post-container"><div class="col flex-grow-1"><div class="post-metadata"><div class="small mb-1 mb-md-0">${user(opening.author)} to <a class="community-link" title="!${conversation.board}" href="/c/${slug(conversation.board)}">${escaped(conversation.board)}</a> • ${clock(opening.time)}</div></div><div class="post-title"><h1 class="h5 d-inline text-break"><a class="d-inline link-dark" href="/post/${id}">${escaped(title)}</a></h1></div><div class="d-flex align-items-center justify-content-start flex-wrap text-muted"><a class="btn btn-link btn-sm text-muted ps-0" href="/post/${id}?scrollToComments=true">${svg('message-square')}${comments.length - 1}</a><button class="btn btn-sm btn-link">${svg('star')}</button><span>${opening.votes}</span></div></div></article><div class="row"><article id="postContent" class="col-12 card my-2"><div class="card-body"><div class="md-div">${rendered(opening.text, prose)}
</div></div></article></div></div>
<div class="mt-2 mb-2"><div class="alert alert-warning" role="alert">You must log in or <a class="alert-link" href="/signup">register to comment</a>.</div></div>
<div class="d-block d-md-none"><button class="btn btn-secondary d-inline-block mb-2 me-3">Sidebar</button></div>
<div class="row g-2"><div class="col-auto"><div class="btn-group btn-group-toggle flex-wrap" role="group"><label class="btn btn-outline-secondary pointer active">Hot</label><label class="btn btn-outline-secondary pointer">Top</label><label class="btn btn-outline-secondary pointer">New</label><label class="btn btn-outline-secondary pointer">Old</label></div></div></div>
<div><ul class="comments">
${roots.map(comment).join('\n')}
</ul></div></main></div>
<aside class="d-none d-md-block col-md-4 col-lg-3"><div class="card mb-3"><header class="card-header"><h5 class="mb-0"><a class="community-link" href="/c/x">${escaped(conversation.board)}</a></h5></header><div class="card-body"><div class="md-div"><p>A community for everything of the kind. Be kind and stay on the subject.</p></div><ul class="badges my-1 list-inline"><li class="list-inline-item badge text-secondary">1.2K users / month</li><li class="list-inline-item badge text-secondary">412 Posts</li></ul><a class="btn btn-link" href="/modlog/2">Modlog</a></div></div></aside></div></div></main></div>
<footer class="app-footer container-lg navbar navbar-expand-md navbar-light p-3"><ul class="navbar-nav"><li class="nav-item"><span class="nav-link">BE: 0.19.9</span></li><li class="nav-item"><a class="nav-link" href="/modlog">Modlog</a></li><li class="nav-item"><a class="nav-link" href="https://join-lemmy.org">join-lemmy.org</a></li></ul></footer></div></div><script>window.isoData = {"path":"/post/:post_id"};</script>`,
    }),
    comments: [opening, ...inOrder(roots)].map((said) =>
      entry(said, {
        author: handled(said.author),
        time: ago(said.time, now),
        otherTimes: [full(said.time)],
        depth: said.depth ?? 0,
        text: said.isDeleted ? '*deleted by creator*' : undefined,
      }),
    ),
  };
}
