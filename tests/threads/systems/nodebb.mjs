// NodeBB with its Persona theme.

import { number, person, slug } from '../people.mjs';
import { escaped, prose, rendered } from '../text.mjs';
import { document, entry, related } from '../thread.mjs';
import { ago, moment, shown } from '../times.mjs';

const dialect = {
  ...prose,
  paragraph: (text) => `<p dir="auto">${text}</p>`,
  code: (text) => `<pre><code class="hljs">${text}\n</code></pre>`,
};

export function persona(conversation) {
  const { title, site, host, comments, signatures = {} } = conversation;
  const topic = number(title, 9000) + 40;
  const path = `/topic/${topic}/${slug(title)}`;
  const now = moment(conversation, 9);
  const machine = (time) => time.replace('Z', '.000Z');
  const clock = (time, about = '') =>
    `<span class="timeago" title="${shown(time, 'ddd MMM DD YYYY HH:mm:ss [GMT+0000]')}">${about}${ago(time, now)}</span>`;
  const post = (said, index) => {
    const id = topic * 6 + index;
    const who = person(said.author);
    const parent = said.answers ? comments[said.answers] : undefined;
    const name = slug(said.author);
    const quote = said.quote
      ? `<p dir="auto"><a class="plugin-mentions-user plugin-mentions-a" href="/user/${slug(comments[said.quote.index].author)}">@${slug(comments[said.quote.index].author)}</a> said in <a href="/post/${topic * 6 + said.quote.index}">${escaped(title)}</a>:</p>\n<blockquote>\n<p dir="auto">${escaped(said.quote.text)}</p>\n</blockquote>\n`
      : '';
    return `<li component="post" class="${said.author === comments[0].author ? 'topic-owner-post' : ''}" data-index="${index}" data-pid="${id}" data-uid="${who.id}" data-timestamp="${Date.parse(said.time)}" data-username="${escaped(said.author)}" data-userslug="${name}" itemprop="comment" itemtype="http://schema.org/Comment" itemscope="">
<a component="post/anchor" data-index="${index}" id="${index}"></a>
<meta itemprop="datePublished" content="${machine(said.time)}"><meta itemprop="dateModified" content="${said.edited ? machine(said.edited) : ''}">
<div class="clearfix post-header"><div class="icon pull-left"><a href="/user/${name}"><span class="avatar avatar-sm2x avatar-rounded" component="user/picture" data-uid="${who.id}" alt="${escaped(said.author)}" title="${escaped(said.author)}" style="background-color: #795548;">${who.initial.toUpperCase()}</span><i component="user/status" class="fa fa-circle status offline" title="Offline"></i></a></div>
<small class="pull-left"><strong><a href="/user/${name}" itemprop="author" data-username="${escaped(said.author)}" data-uid="${who.id}">${escaped(said.author)}</a></strong>${who.posts > 3000 ? ' <a class="group-label inline-block" href="/groups/x"><small class="label group-label inline-block"><i class="fa fa-fw fa-star"></i> Regulars</small></a>' : ''}${parent ? ` <a component="post/parent" class="btn btn-xs btn-default hidden-xs" data-topid="${topic * 6 + said.answers}" href="/post/${topic * 6 + said.answers}"><i class="fa fa-reply"></i> @${slug(parent.author)}</a>` : ''} <span><span class="visible-xs-inline-block visible-sm-inline-block visible-md-inline-block visible-lg-inline-block"><a class="permalink" href="/post/${id}">${clock(said.time)}</a> <i component="post/edit-indicator" class="fa fa-pencil-square${said.edited ? '' : '-o hidden'} edit-icon"></i><small data-editor="${name}" component="post/editor" class="hidden">last edited by ${escaped(said.author)} <span class="timeago" title="x"></span></small><span class="visible-xs-inline-block"></span></span><span class="bookmarked"><i class="fa fa-bookmark-o"></i></span></span></small></div>
<br />
<div class="content" component="post/content" itemprop="text">
${quote}${rendered(said.text, dialect)}${said.picture ? `\n<p dir="auto"><img src="/assets/uploads/files/${said.picture}" alt="${said.picture}" class=" img-responsive img-markdown" /></p>` : ''}
</div>
<div class="post-footer">
${signatures[said.author] ? `<div component="post/signature" data-uid="${who.id}" class="post-signature"><p dir="auto">${escaped(signatures[said.author])}</p></div>` : ''}
<div class="clearfix"><a component="post/reply-count" data-target-component="post/replies/container" href="#" class="threaded-replies no-select pull-left ${comments.some(({ answers }) => answers && answers === index) ? '' : 'hidden'}"><span class="replies-count" component="post/reply-count/text" data-replies="1">1 Reply</span> <span class="replies-last hidden-xs">Last reply ${clock(comments.at(-1).time)}</span> <i class="fa fa-fw fa-chevron-right" component="post/replies/open"></i></a>
<small class="pull-right"><span class="post-tools"><a component="post/reply" href="#" class="no-select ">Reply</a> <a component="post/quote" href="#" class="no-select ">Quote</a></span> <span class="votes"><a component="post/upvote" href="#" class=""><i class="fa fa-chevron-up"></i></a> <span class="vote-count" component="post/vote-count" data-votes="${said.votes ?? 0}">${said.votes ?? 0}</span> <a component="post/downvote" href="#"><i class="fa fa-chevron-down"></i></a></span> <span component="post/tools" class="dropdown moderator-tools bootstrap-component hidden"><a href="#" data-toggle="dropdown"><i class="fa fa-fw fa-ellipsis-v"></i></a><ul class="dropdown-menu dropdown-menu-right" role="menu"></ul></span></small></div>
<div component="post/replies/container"></div>
</div>
</li>`;
  };
  return {
    url: `https://${host}${path}`,
    html: document({
      language: conversation.language,
      head: `<title>${escaped(title)} | ${escaped(site)}</title><meta property="og:type" content="article" /><meta property="article:published_time" content="${machine(comments[0].time)}" /><link rel="canonical" href="https://${host}${path}" />`,
      bodyAttributes:
        ' class="page-topic page-topic-1 template-topic page-status-200 theme-persona user-guest skin-noskin"',
      body: `<nav id="menu" class="slideout-menu hidden"><section class="menu-section" data-section="navigation"><h3 class="menu-section-title">Navigation</h3></section></nav><main id="panel" class="slideout-panel"><nav class="navbar navbar-default navbar-fixed-top header" id="header-menu" component="navbar"><div class="container"><a href="/"><h1 class="navbar-brand site-title" component="navbar/title">${escaped(site)}</h1></a><ul id="logged-out-menu" class="nav navbar-nav navbar-right"><li><a href="/register"><span>Register</span></a></li><li><a href="/login"><span>Login</span></a></li></ul><ul id="main-nav" class="nav navbar-nav"><li class=""><a class="navigation-link" href="/categories" title="Categories"><i class="fa fa-fw fa-list"></i><span class="visible-xs-inline">Categories</span></a></li><li class=""><a class="navigation-link" href="/recent" title="Recent"><span class="visible-xs-inline">Recent</span></a></li></ul><form id="search-form" class="navbar-form navbar-right" role="search"><input autocomplete="off" type="text" class="form-control" placeholder="Search" name="query" value=""></form></div></nav>
<div class="container" id="content"><noscript><div class="alert alert-danger"><p>Your browser does not seem to support JavaScript. As a result, your viewing experience will be diminished, and you have been placed in <strong>read-only mode</strong>.</p></div></noscript>
<ol class="breadcrumb" itemscope="itemscope" itemprop="breadcrumb" itemtype="http://schema.org/BreadcrumbList"><li itemscope="itemscope" itemprop="itemListElement" itemtype="http://schema.org/ListItem"><meta itemprop="position" content="1" /><a href="/" itemprop="item"><span itemprop="name">Home</span></a></li><li><a href="#"><span itemprop="name">${escaped(conversation.board)}</span></a></li><li component="breadcrumb/current" class="active"><span itemprop="name">${escaped(title)}</span></li></ol>
<div data-widget-area="header"></div><div class="row"><div class="topic col-lg-12" itemid="${path}" itemscope itemtype="http://schema.org/DiscussionForumPosting"><meta itemprop="headline" content="${escaped(title)}"><meta itemprop="text" content="${escaped(title)}"><meta itemprop="author" content="${escaped(comments[0].author)}"><div class="topic-header"><h1 component="post/header" class="" itemprop="name"><span class="topic-title"><span component="topic/labels"><i component="topic/pinned" class="fa fa-thumb-tack hidden" title="Pinned"></i></span><span component="topic/title">${escaped(title)}</span></span></h1><div class="topic-info clearfix"><div class="category-item inline-block"><a href="#">${escaped(conversation.board)}</a></div><div class="tags tag-list inline-block hidden-xs">${conversation.tags.map((tag) => `<a href="/tags/${tag}"><span class="tag tag-item">${tag}</span></a>`).join('')}</div><div class="inline-block hidden-xs"><div class="stats text-muted"><i class="fa fa-fw fa-user" title="Posters"></i><span title="6" class="human-readable-number">6</span></div><div class="stats text-muted"><i class="fa fa-fw fa-eye" title="Views"></i><span class="human-readable-number">${number(title, 900)}</span></div></div><div class="topic-main-buttons pull-right inline-block"><span class="loading-indicator btn pull-left hidden" done="0"><span class="hidden-xs">Loading More Posts</span></span><div title="Sort by" class="btn-group bottom-sheet hidden-xs" component="thread/sort"><button class="btn btn-sm btn-default dropdown-toggle" type="button"><i class="fa fa-fw fa-sort"></i></button><ul class="dropdown-menu dropdown-menu-right"><li><a href="#" class="oldest_to_newest">Oldest to Newest</a></li></ul></div><a href="/login" class="btn btn-sm btn-primary">Log in to reply</a></div></div></div>
<div component="topic/deleted/message" class="alert alert-warning hidden clearfix"><span class="pull-left">This topic has been deleted. Only users with topic management privileges can see it.</span></div>
<ul component="topic" class="posts timeline" data-tid="${topic}" data-cid="4">
${comments.map(post).join('\n')}
</ul>
<div class="pagination-block text-center"><div class="progress-bar"></div><div class="wrapper dropup"><span class="pagination-text">1 out of ${comments.length}</span><div class="dropdown-menu dropdown-menu-right"><ul class="dropdown-menu"><li>First post</li><li>Last post</li></ul></div></div></div></div></div>
<div data-widget-area="footer"><h3>Suggested Topics</h3><ul component="category" class="topic-list">${related
        .slice(0, 3)
        .map(
          (other, at) =>
            `<li component="category/topic" class="row clearfix category-item"><div class="col-md-6"><h2 component="topic/header" class="title"><a href="#">${other}</a></h2><small class="hidden-xs">${clock(comments[0].time)} • <a href="#">${escaped(comments[at].author)}</a></small></div><div class="mobile-stat col-xs-2"><span class="human-readable-number">${number(other, 40)}</span> <small>Posts</small></div></li>`,
        )
        .join('')}</ul></div></div></main>`,
    }),
    comments: comments.map((said) =>
      entry(said, {
        time: machine(said.time),
        otherTimes: [ago(said.time, now), shown(said.time, 'ddd MMM DD YYYY HH:mm:ss [GMT+0000]')],
      }),
    ),
  };
}
