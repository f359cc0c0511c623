// Discourse: the page as its scripts draw it, and the one that it serves to crawlers.

import { number, person, slug } from '../people.mjs';
import { escaped, prose, rendered, scripted } from '../text.mjs';
import { document, entry, related } from '../thread.mjs';
import { shown } from '../times.mjs';

const dialect = {
  ...prose,
  inline: {
    ...prose.inline,
    link: (label, url) => `<a href="${url}" rel="noopener nofollow ugc">${label}</a>`,
  },
  code: (text) => `<pre><code class="lang-auto">${text}\n</code></pre>`,
};

const svg = (name) =>
  `<svg class="fa d-icon d-icon-${name} svg-icon svg-string" aria-hidden="true" xmlns="http://www.w3.org/2000/svg"><use href="#${name}"></use></svg>`;

/** Handles take letters and digits; what else a name has stands as the full name. */
const handle = (name) => slug(name).replaceAll('-', '_') || 'user';
const handled = (name) => (/^[\w.-]+$/.test(name) ? name : handle(name));

/** The page in a browser. */
export function drawn(conversation) {
  const { title, site, host, comments } = conversation;
  const topic = number(title, 30_000) + 100;
  const path = `/t/${slug(title)}/${topic}`;
  const short = (time) => shown(time, 'MMM D');
  const avatar = (name, size) =>
    `<img alt="" width="${size}" height="${size}" src="/user_avatar/${host}/${handled(name)}/${size * 2}/${person(name).id}_2.png" class="avatar" title="${escaped(handled(name))}">`;
  const quoted = ({ quote }) => {
    if (!quote) return '';
    const { author } = comments[quote.index];
    return `<aside class="quote no-group" data-username="${handled(author)}" data-post="${quote.index + 1}" data-topic="${topic}">
<div class="title" data-has-quote-controls="true"><div class="quote-controls"><button aria-expanded="false" class="btn-flat quote-toggle" title="expand/collapse">${svg('chevron-down')}</button><a href="${path}/${quote.index + 1}" title="go to the quoted post" class="btn-flat back">${svg('arrow-up')}</a></div>${avatar(author, 24)} ${handled(author)}:</div>
<blockquote><p>${escaped(quote.text)}</p></blockquote>
</aside>`;
  };
  const map = `<div class="post__topic-map topic-map --op"><section class="topic-map__contents"><div class="topic-map__stats"><button class="btn no-text fk-d-menu__trigger topic-map__views-trigger" type="button"><span class="number">${number(title, 900)}</span><span class="topic-map__stat-label">views</span></button><button class="btn topic-map__likes-trigger" type="button"><span class="number">24</span><span class="topic-map__stat-label">likes</span></button><button class="btn topic-map__users-trigger" type="button"><span class="number">${new Set(comments.map(({ author }) => author)).size}</span><span class="topic-map__stat-label">users</span></button></div></section></div>`;
  const post = (said, index) => {
    const id = topic * 5 + index;
    const name = handled(said.author);
    const parent = said.answers ? comments[said.answers] : undefined;
    const likes = Math.max(0, said.votes ?? 0);
    return `<div class="topic-post clearfix regular${said.author === comments[0].author ? ' topic-owner' : ''}" data-post-number="${index + 1}">
<article id="post_${index + 1}" class="boxed onscreen-post" data-post-id="${id}" data-topic-id="${topic}" data-user-id="${person(said.author).id}" aria-label="post #${index + 1} by @${name}" role="region">
<div class="post__row row">
<div class="topic-avatar"><div class="post-avatar"><a class="trigger-user-card main-avatar" data-user-card="${name}" href="/u/${name}" aria-hidden="true" tabindex="-1">${avatar(said.author, 48)}</a></div></div>
<div class="post__body topic-body clearfix">
<div class="topic-meta-data" role="heading" aria-level="2"><div class="names trigger-user-card"><span class="first username"><a href="/u/${name}" data-user-card="${name}">${name}</a></span>${name === said.author ? '' : `<span class="second full-name"><a href="/u/${name}" data-user-card="${name}">${escaped(said.author)}</a></span>`}${person(said.author).posts > 3000 ? '<span class="user-title user-title--regular">Regular</span>' : ''}</div><div class="post-infos">${parent && said.answers !== index - 1 ? `<div class="reply-to-tab-wrapper"><a class="reply-to-tab" href="#" aria-label="Load parent post by @${handled(parent.author)}" tabindex="0">${svg('share')} ${avatar(parent.author, 24)}<span>${handled(parent.author)}</span></a></div>` : ''}${said.edited ? `<div class="post-info edits"><button class="btn-flat" title="post last edited on ${shown(said.edited, 'MMM D, YYYY h:mm a')}"><span>1</span>${svg('pencil')}</button></div>` : ''}<div class="post-info post-date"><a class="post-date" href="${path}/${index + 1}" title="Post date"><span class="relative-date date" title="${shown(said.time, 'MMM D, YYYY h:mm a')}" data-time="${Date.parse(said.time)}" data-format="tiny">${short(said.time)}</span></a></div><div class="read-state read" title="Post is unread">${svg('circle')}</div></div></div>
<div class="post__regular regular post__contents contents">
<div class="cooked">${quoted(said)}${rendered(said.text, dialect)}${said.picture ? `\n<p><div class="lightbox-wrapper"><a class="lightbox" href="/uploads/original/1X/${id}.jpeg" title="${said.picture}"><img src="/uploads/optimized/1X/${id}_690x517.jpeg" alt="${said.picture.replace('.jpg', '')}" width="690" height="517"><div class="meta">${svg('far-image')}<span class="filename">${said.picture}</span><span class="informations">1920×1440 214 KB</span>${svg('discourse-expand')}</div></a></div></p>` : ''}${
      index === 0 && comments.some(({ isAccepted }) => isAccepted)
        ? `<aside class="quote accepted-answer" data-post="${comments.findIndex(({ isAccepted }) => isAccepted) + 1}" data-topic="${topic}"><div class="title title-only"><div class="accepted-answer--solver-accepter"><div class="accepted-answer--solver">${svg('square-check')} Solved by <a data-user-card="${handled(comments.find(({ isAccepted }) => isAccepted).author)}" href="/u/x">${handled(comments.find(({ isAccepted }) => isAccepted).author)}</a> in <a href="${path}/5">post #${comments.findIndex(({ isAccepted }) => isAccepted) + 1}</a></div></div></div></aside>`
        : ''
    }</div>
<section class="post__menu-area post-menu-area clearfix"><nav class="post-controls collapsed replies-button-visible">${said.isAccepted ? `<span class="extra-buttons"><span class="accepted-text"><span class="accepted-label">${svg('check')} Solution</span></span></span>` : ''}${comments.some(({ answers }) => answers && answers === index) ? `<button class="btn btn-icon-text btn-flat show-replies" aria-expanded="false" type="button"><span class="d-button-label">1 Reply</span>${svg('chevron-down')}</button>` : ''}<div class="actions"><div class="double-button">${likes ? `<button class="btn btn-text button-count like-count highlight-action regular-likes" title="${likes} people liked this post" type="button"><span class="d-button-label">${likes}</span></button>` : ''}<button class="btn no-text btn-icon toggle-like like" title="like this post" type="button">${svg('d-unliked')}</button></div><button class="btn no-text btn-icon post-action-menu__copy-link" title="copy a link to this post to clipboard" type="button">${svg('d-post-share')}</button><button class="btn btn-icon-text post-action-menu__reply reply create fade-out" title="begin composing a reply to this post" type="button">${svg('reply')}<span class="d-button-label">Reply</span></button></div></nav></section>
</div>
<section class="post__actions post-actions"></section><div class="post__links post-links-container"></div>
${index ? '' : map}
</div></div></article></div>`;
  };
  const closed = `<div class="small-action topic-post onscreen-post" data-post-number="${comments.length + 1}"><article id="post_${comments.length + 1}" class="small-action onscreen-post"><div class="topic-avatar">${svg('lock')}</div><div class="small-action-desc"><div class="small-action-contents"><a class="trigger-user-card" data-user-card="system" href="/u/system"><img alt="" width="24" height="24" src="/images/discourse-logo-sketch-small.png" class="avatar"></a><p>Closed <span class="relative-date">on ${short(comments.at(-1).time)}</span></p></div><div class="small-action-custom-message"><p>This topic was automatically closed 14 days after the last reply. New replies are no longer allowed.</p></div></div></article></div>`;
  return {
    url: `https://${host}${path}`,
    html: document({
      attributes: ' class="desktop-view not-mobile-device text-size-normal anon"',
      head: `<title>${escaped(title)} - ${escaped(conversation.board)} - ${escaped(site)}</title>
<meta name="generator" content="Discourse 3.5.0 - https://github.com/discourse/discourse version 1">
<meta name="viewport" content="width=device-width, initial-scale=1.0, minimum-scale=1.0, viewport-fit=cover">
<meta property="og:title" content="${escaped(title)}"><link rel="canonical" href="https://${host}${path}">`,
      bodyAttributes: ' class="docked navigation-topics category-x archetype-regular"',
      body: `<discourse-assets><discourse-assets-json><div class="hidden" id="data-preloaded" data-preloaded="{}"></div></discourse-assets-json></discourse-assets>
<section id="main" class="ember-application"><div id="ember4" class="ember-view"><div id="skip-link-wrapper"><a href="#main-container" id="skip-link">Skip to main content</a></div>
<div class="d-header-wrap"><header class="d-header"><div class="wrap"><div class="contents"><div class="home-logo-wrapper-outlet"><div class="title"><a href="/"><img id="site-logo" class="logo-big" src="/uploads/logo.png" alt="${escaped(site)}"></a></div></div><div class="extra-info-wrapper"><div class="extra-info"><div class="title-wrapper"><h1 class="header-title"><a class="topic-link" href="${path}" data-topic-id="${topic}"><span>${escaped(title)}</span></a></h1></div></div></div><div class="panel" role="navigation"><span class="header-buttons"><button class="btn btn-icon-text btn-primary btn-small sign-up-button" type="button"><span class="d-button-label">Sign Up</span></button><button class="btn btn-icon-text btn-primary btn-small login-button" type="button">${svg('user')}<span class="d-button-label">Log In</span></button></span><ul class="icons d-header-icons"><li class="header-dropdown-toggle search-dropdown"><button class="btn no-text btn-icon icon btn-flat" title="Search" type="button">${svg('magnifying-glass')}</button></li></ul></div></div></div></header></div>
<div id="main-outlet-wrapper" class="wrap" role="main"><div class="sidebar-wrapper"><div id="d-sidebar" class="sidebar-container"><div class="sidebar-sections"><div class="sidebar-section-wrapper"><ul class="sidebar-section-content"><li class="sidebar-section-link-wrapper"><a class="sidebar-section-link" href="/latest"><span class="sidebar-section-link-content-text">Topics</span></a></li><li class="sidebar-section-link-wrapper"><button class="btn-flat sidebar-more-section-trigger" type="button"><span>More</span></button></li></ul><div class="sidebar-section-header-wrapper"><span class="sidebar-section-header-text">Categories</span></div><ul><li class="sidebar-section-link-wrapper"><a class="sidebar-section-link" href="/c/x/5"><span class="sidebar-section-link-content-text">${escaped(conversation.board)}</span></a></li></ul></div></div></div></div>
<div id="main-outlet"><div id="ember22" class="ember-view regular"><div id="topic-title"><div class="container"><div class="title-wrapper"><h1 data-topic-id="${topic}"><a class="fancy-title" href="${path}"><span>${escaped(title)}</span></a></h1><div class="topic-category"><a class="badge-category__wrapper" href="/c/x/5"><span data-category-id="5" class="badge-category"><span class="badge-category__name" dir="auto">${escaped(conversation.board)}</span></span></a><div class="discourse-tags" role="list" aria-label="Tags">${conversation.tags.map((tag) => `<a href="/tag/${tag}" data-tag-name="${tag}" class="discourse-tag box">${tag}</a>`).join(' ')}</div></div></div></div></div>
<div class="container posts"><div class="row"><div class="topic-navigation with-timeline"><div class="timeline-container timeline-docked"><div class="topic-timeline"><div class="timeline-date-wrapper"><a class="start-date" href="${path}/1" title="Jump to the first post"><span>${shown(comments[0].time, 'MMM YYYY')}</span></a></div><div class="timeline-scrollarea-wrapper"><div class="timeline-scrollarea"><div class="timeline-scroller"><div class="timeline-scroller-content"><div class="timeline-replies">1 / ${comments.length}</div><div class="timeline-ago">${shown(comments[0].time, 'MMM YYYY')}</div></div></div></div></div><div class="timeline-date-wrapper"><a href="${path}/${comments.length}" class="now-date"><span class="age relative-date">${short(comments.at(-1).time)}</span></a></div></div></div></div>
<section class="topic-area" id="topic" data-topic-id="${topic}"><div class="posts-wrapper"><div class="post-stream">
${comments.map(post).join('\n')}
${closed}
</div></div>
<div id="topic-footer-buttons" role="region" aria-label="Topic footer buttons"><div class="topic-footer-main-buttons"><button class="btn btn-icon-text btn-primary create login-required" type="button">${svg('reply')}<span class="d-button-label">Reply</span></button></div></div>
<div class="more-topics__container"><h3 class="more-topics__list-title">Related topics</h3><table class="topic-list"><thead><tr><th class="default">Topic</th><th class="posts num">Replies</th><th class="views num">Views</th><th class="activity num">Activity</th></tr></thead><tbody>${related
        .slice(0, 4)
        .map(
          (other, at) =>
            `<tr class="topic-list-item category-x" data-topic-id="${at + 5}"><td class="main-link clearfix topic-list-data" colspan="1"><span class="link-top-line"><a href="/t/x/${at + 5}" class="title raw-link raw-topic-link" data-topic-id="${at + 5}">${other}</a></span><div class="link-bottom-line"><a class="badge-category__wrapper" href="/c/x/5"><span class="badge-category__name">${escaped(conversation.board)}</span></a></div></td><td class="num posts topic-list-data"><span class="number">${number(other, 40)}</span></td><td class="num views topic-list-data"><span class="number">${number(other, 900)}</span></td><td class="activity num topic-list-data age"><a class="post-activity" href="/t/x/${at + 5}/9"><span class="relative-date">${shown(comments[0].time, 'MMM YYYY')}</span></a></td></tr>`,
        )
        .join('')}</tbody></table></div></section></div></div></div></div></div>
<div class="modal-container"></div><div id="reply-control" class="closed" role="form" aria-label="Post composer"></div></div></section>`,
    }),
    comments: comments.map((said) =>
      entry(said, {
        author: handled(said.author),
        time: short(said.time),
        otherTimes: [shown(said.time, 'MMM D, YYYY h:mm a'), String(Date.parse(said.time)), said.time],
      }),
    ),
  };
}

/** The page without scripts. */
export function crawled(conversation) {
  const { title, site, host, comments } = conversation;
  const topic = number(title, 30_000) + 100;
  const path = `https://${host}/t/${slug(title)}/${topic}`;
  const post = (said, index) => {
    const name = handled(said.author);
    const quote = said.quote
      ? `<aside class="quote no-group" data-username="${handled(comments[said.quote.index].author)}" data-post="${said.quote.index + 1}" data-topic="${topic}">
<div class="title">
<div class="quote-controls"></div>
<img loading="lazy" alt="" width="24" height="24" src="/user_avatar/${host}/x/48/1_2.png" class="avatar"> ${handled(comments[said.quote.index].author)}:</div>
<blockquote>
<p>${escaped(said.quote.text)}</p>
</blockquote>
</aside>
`
      : '';
    return `      <div id='post_${index + 1}' ${index ? "itemprop='comment' itemscope itemtype='http://schema.org/Comment' " : ''}class='topic-body crawler-post'>
        <div class='crawler-post-meta'>
          <span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person">
            <a itemprop="url" rel='nofollow' href='https://${host}/u/${name}'><span itemprop='name'>${name}</span></a>
            ${name === said.author ? '' : `(${escaped(said.author)})`}
          </span>
          ${index ? '' : `<link itemprop="mainEntityOfPage" href="${path}">`}
          <span class="crawler-post-infos">
              <time ${index ? "itemprop='datePublished' " : ''}datetime='${said.time}' class='post-time'>
                ${shown(said.time, 'MMMM D, YYYY, h:mma')}
              </time>
              ${said.edited ? `<meta itemprop='dateModified' content='${said.edited}'>` : ''}
          <span itemprop='position'>${index + 1}</span>
          </span>
        </div>
        <div class='post' itemprop='text'>
          ${quote}${rendered(said.text, dialect)}${said.picture ? `\n<p><img src="/uploads/original/1X/${index}.jpeg" alt="${said.picture.replace('.jpg', '')}" width="690" height="517"></p>` : ''}
        </div>
        <div itemprop="interactionStatistic" itemscope itemtype="http://schema.org/InteractionCounter">
          <meta itemprop="interactionType" content="http://schema.org/LikeAction"/>
          <meta itemprop="userInteractionCount" content="${Math.max(0, said.votes ?? 0)}" />
          <span class='post-likes'>${said.votes > 0 ? `${said.votes} Like${said.votes === 1 ? '' : 's'}` : ''}</span>
        </div>
        ${
          index === 1
            ? `<div class='crawler-linkback-list'><div><a href="https://${host}/t/x/77">${related[3]}</a></div></div>`
            : ''
        }
      </div>`;
  };
  return {
    url: path,
    html: document({
      head: `<title>${escaped(title)} - ${escaped(conversation.board)} - ${escaped(site)}</title>
<meta name="generator" content="Discourse 3.5.0 - https://github.com/discourse/discourse version 1">
<link rel="canonical" href="${path}" />
<link rel="alternate" type="application/rss+xml" title="RSS feed of '${escaped(title)}'" href="${path}.rss" />
<meta property="og:type" content="website" /><meta property="og:title" content="${escaped(title)}" />
<script type="application/ld+json">${scripted({ '@context': 'http://schema.org', '@type': 'QAPage', name: title, mainEntity: { '@type': 'Question', name: title, answerCount: 1, datePublished: comments[0].time } })}</script>`,
      bodyAttributes: ' class="crawler "',
      body: `<header><a href="/">${escaped(site)}</a></header>
<div id="main-outlet" class="wrap" role="main">
  <div id="topic-title">
    <h1><a href="/t/${slug(title)}/${topic}">${escaped(title)}</a></h1>
    <div class="topic-category" itemscope itemtype="http://schema.org/BreadcrumbList"><span itemprop="itemListElement" itemscope itemtype="http://schema.org/ListItem"><a href="/c/x/5" class="badge-wrapper bullet" itemprop="item"><span class='badge-category-bg' style='background-color: #0088CC'></span><span class='badge-category clear-badge'><span class='category-name' itemprop='name'>${escaped(conversation.board)}</span></span></a><meta itemprop="position" content="1" /></span></div>
    <div class="topic-category"><div class='discourse-tags list-tags'>${conversation.tags.map((tag) => `<a href='https://${host}/tag/${tag}' class='discourse-tag' rel="tag">${tag}</a>`).join(', ')}</div></div>
  </div>
  <div itemscope itemtype='http://schema.org/DiscussionForumPosting'>
    <meta itemprop='headline' content='${escaped(title)}'>
    <link itemprop='url' href='${path}'>
    <meta itemprop='datePublished' content='${comments[0].time}'>
    <meta itemprop='articleSection' content='${escaped(conversation.board)}'>
    <meta itemprop='keywords' content='${conversation.tags.join(', ')}'>
    <div itemprop='publisher' itemscope itemtype="http://schema.org/Organization"><meta itemprop='name' content='${escaped(site)}'></div>
${comments.map(post).join('\n')}
  </div>
  <div id="related-topics" class="more-topics__list " role="complementary" aria-labelledby="related-topics-title"><h3 id="related-topics-title" class="more-topics__list-title">Related topics</h3><div class="topic-list-container" itemscope itemtype='http://schema.org/ItemList'><meta itemprop='itemListOrder' content='http://schema.org/ItemListOrderDescending'><table class='topic-list'><thead><tr><th>Topic</th><th></th><th class="replies">Replies</th><th class="views">Views</th><th>Activity</th></tr></thead><tbody>${related
    .slice(0, 4)
    .map(
      (other, at) =>
        `<tr class="topic-list-item" id="topic-list-item-${at}"><td class="main-link" itemprop='itemListElement' itemscope itemtype='http://schema.org/ListItem'><meta itemprop='position' content='${at + 1}'><span class="link-top-line"><a itemprop='url' href='/t/x/${at}' class='title raw-link raw-topic-link'>${other}</a></span></td><td class="replies"><span class='posts' title='posts'>${number(other, 40)}</span></td><td class="views"><span class='views' title='views'>${number(other, 900)}</span></td><td>${shown(comments[0].time, 'MMMM D, YYYY')}</td></tr>`,
    )
    .join('')}</tbody></table></div></div>
</div>
<footer class="container wrap"><nav class='crawler-nav'><ul><li itemscope itemtype='http://schema.org/SiteNavigationElement'><span itemprop='name'><a href='/' itemprop="url">Home </a></span></li><li><span itemprop='name'><a href='/categories' itemprop="url">Categories </a></span></li><li><span itemprop='name'><a href='/guidelines' itemprop="url">Guidelines </a></span></li><li><span itemprop='name'><a href='/tos' itemprop="url">Terms of Service </a></span></li></ul></nav><p class='powered-by-link'>Powered by <a href="https://www.discourse.org">Discourse</a>, best viewed with JavaScript enabled</p></footer>`,
    }),
    comments: comments.map((said) => entry(said, { author: handled(said.author), time: said.time })),
  };
}
