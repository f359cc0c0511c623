// WordPress: the comments of five kinds of theme.

import { person, slug } from '../people.mjs';
import { metadata, paragraphs } from '../story.mjs';
import { escaped, prose, rendered, scripted } from '../text.mjs';
import { branches, document, entry, inOrder, related } from '../thread.mjs';
import { shown } from '../times.mjs';

const words = {
  en: {
    time: 'MMMM D, YYYY [at] h:mm a',
    day: 'MMMM D, YYYY',
    reply: 'Reply',
    says: 'says:',
    to: (name) => `Reply to ${name}`,
    count: (count, title) => `${count} thoughts on &ldquo;<span>${title}</span>&rdquo;`,
    leave: 'Leave a Reply',
    note: 'Your email address will not be published. Required fields are marked *',
    awaiting: 'Your comment is awaiting moderation.',
    send: 'Post Comment',
    recent: 'Recent Posts',
  },
  fr: {
    time: 'D MMMM YYYY [à] H [h] mm [min]',
    day: 'D MMMM YYYY',
    reply: 'Répondre',
    says: 'dit :',
    to: (name) => `Répondre à ${name}`,
    count: (count, title) => `${count} réflexions sur « <span>${title}</span> »`,
    leave: 'Laisser un commentaire',
    note: 'Votre adresse e-mail ne sera pas publiée. Les champs obligatoires sont indiqués avec *',
    awaiting: 'Votre commentaire est en attente de modération.',
    send: 'Laisser un commentaire',
    recent: 'Articles récents',
  },
};

const machine = (time) => time.replace('Z', '+00:00');
const avatar = (name, size, more = '') =>
  `<img alt='' src='https://secure.gravatar.com/avatar/${person(name).id}?s=${size}&#038;d=mm&#038;r=g' srcset='https://secure.gravatar.com/avatar/${person(name).id}?s=${size * 2}&#038;d=mm&#038;r=g 2x' class='avatar avatar-${size} photo${more}' height='${size}' width='${size}' decoding='async'/>`;
const linked = (node, classes = 'url') =>
  node.index % 3 === 0
    ? `<a href="https://${slug(node.author)}.example/" class="${classes}" rel="ugc external nofollow">${escaped(node.author)}</a>`
    : escaped(node.author);
const classes = (node, at) =>
  `comment ${node.isByAuthorOfArticle ? 'byuser comment-author-admin bypostauthor ' : ''}${at % 2 ? 'odd alt' : 'even'}${node.parent ? '' : ` thread-${at % 2 ? 'odd thread-alt' : 'even'}`} depth-${node.depth + 1}`;
const answer = (node, word, more = '') =>
  `<a rel="nofollow" class="comment-reply-link" href="?replytocom=${node.index + 40}#respond" data-commentid="${node.index + 40}" data-postid="612" data-belowelement="comment-${node.index + 40}" data-respondelement="respond" data-replyto="${escaped(word.to(node.author))}" aria-label="${escaped(word.to(node.author))}">${word.reply}</a>${more}`;

const form = (word) => `<div id="respond" class="comment-respond">
<h3 id="reply-title" class="comment-reply-title">${word.leave} <small><a rel="nofollow" id="cancel-comment-reply-link" href="#respond" style="display:none;">Cancel reply</a></small></h3><form action="/wp-comments-post.php" method="post" id="commentform" class="comment-form" novalidate><p class="comment-notes"><span id="email-notes">${word.note}</span></p><p class="comment-form-comment"><label for="comment">Comment <span class="required">*</span></label> <textarea id="comment" name="comment" cols="45" rows="8" maxlength="65525" required></textarea></p><p class="comment-form-author"><label for="author">Name</label> <input id="author" name="author" type="text" value="" size="30" /></p><p class="comment-form-cookies-consent"><input id="wp-comment-cookies-consent" name="wp-comment-cookies-consent" type="checkbox" value="yes" /> <label for="wp-comment-cookies-consent">Save my name, email, and website in this browser for the next time I comment.</label></p><p class="form-submit"><input name="submit" type="submit" id="submit" class="submit" value="${word.send}" /> <input type='hidden' name='comment_post_ID' value='612' id='comment_post_ID' /></p></form></div>`;

/** The page of a post; `shape` says how a theme writes its entry and its comments. */
function page(conversation, shape) {
  const { title, site, host, language, article } = conversation;
  const word = words[language] ?? words.en;
  const path = `/${shown(article.time, 'YYYY/MM')}/${slug(title)}/`;
  const roots = branches(conversation);
  const nodes = inOrder(roots);
  const at = new Map(nodes.map((node, order) => [node, order]));
  return {
    url: `https://${host}${path}`,
    html: document({
      language,
      head: `<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escaped(title)} &#8211; ${escaped(site)}</title>
<meta name='robots' content='max-image-preview:large' />
<link rel="alternate" type="application/rss+xml" title="${escaped(site)} &raquo; Feed" href="https://${host}/feed/" />
<link rel="alternate" type="application/rss+xml" title="${escaped(site)} &raquo; ${escaped(title)} Comments Feed" href="https://${host}${path}feed/" />
<script type="application/ld+json" class="yoast-schema-graph">${scripted(metadata(conversation, path))}</script>
<meta name="generator" content="WordPress 6.8" />
<link rel="canonical" href="https://${host}${path}" />`,
      bodyAttributes: ` class="wp-singular post-template-default single single-post postid-612 single-format-standard ${shape.name}"`,
      body: shape.body({ ...conversation, word, roots, nodes, at, path }),
    }),
    comments: nodes.map((node) =>
      entry(node, {
        depth: node.depth,
        ...(shape.hasMachineTime
          ? { time: machine(node.time), otherTimes: [shown(node.time, shape.isByDay ? word.day : word.time, language)] }
          : { time: shown(node.time, word.time, language) }),
      }),
    ),
  };
}

const widgets = ({ word, comments, title }) => `<div id="secondary" class="widget-area" role="complementary">
<aside id="search-2" class="widget widget_search"><form role="search" method="get" id="searchform" class="searchform" action="/"><div><label class="screen-reader-text" for="s">Search for:</label><input type="text" value="" name="s" id="s" /><input type="submit" id="searchsubmit" value="Search" /></div></form></aside>
<aside id="recent-posts-2" class="widget widget_recent_entries"><h3 class="widget-title">${word.recent}</h3><ul>${related.map((other) => `<li><a href="#">${other}</a></li>`).join('')}</ul></aside>
<aside id="recent-comments-2" class="widget widget_recent_comments"><h3 class="widget-title">Recent Comments</h3><ul id="recentcomments">${comments
  .slice(-3)
  .map(
    ({ author }) =>
      `<li class="recentcomments"><span class="comment-author-link">${escaped(author)}</span> on <a href="#comment-40">${escaped(title)}</a></li>`,
  )
  .join('')}</ul></aside>
<aside id="archives-2" class="widget widget_archive"><h3 class="widget-title">Archives</h3><ul><li><a href='#'>March 2026</a></li><li><a href='#'>February 2026</a></li></ul></aside></div>`;

const pingback = `<li class="pingback even thread-even depth-1" id="comment-39"><p>Pingback: <a href="https://elsewhere.example/links" class="url" rel="ugc external nofollow">Links of the week – Elsewhere</a></p></li>`;

/** Twenty Twelve and its like: an article within each list item. */
export const twentytwelve = (conversation) =>
  page(conversation, {
    name: 'wp-theme-twentytwelve single-author',
    hasMachineTime: true,
    body: ({ title, site, language, article, word, roots, nodes, at, path, comments }) => {
      const comment = (node) => `<li class="${classes(node, at.get(node))}" id="li-comment-${node.index + 40}">
<article id="comment-${node.index + 40}" class="comment">
<header class="comment-meta comment-author vcard">
${avatar(node.author, 44)}<cite><b class="fn">${linked(node)}</b> ${node.isByAuthorOfArticle ? '<span>Post author</span>' : ''}</cite><a href="${path}#comment-${node.index + 40}"><time datetime="${machine(node.time)}">${shown(node.time, word.time, language)}</time></a>
</header>
<section class="comment-content comment">
${rendered(node.text, prose)}
</section>
<div class="reply">
${answer(node, word, ' <span>&darr;</span>')}
</div>
</article>
${node.children.length ? `<ol class="children">\n${node.children.map(comment).join('\n')}\n</ol><!-- .children -->` : ''}
</li><!-- #comment-## -->`;
      return `<div id="page" class="hfeed site"><a class="screen-reader-text skip-link" href="#content">Skip to content</a>
<header id="masthead" class="site-header"><hgroup><h1 class="site-title"><a href="/" rel="home">${escaped(site)}</a></h1><h2 class="site-description">Bread, patience and weather</h2></hgroup><nav id="site-navigation" class="main-navigation"><button class="menu-toggle">Menu</button><div class="nav-menu"><ul><li class="current_page_item"><a href="/">Home</a></li><li class="page_item page-item-2"><a href="/about/">About</a></li></ul></div></nav></header>
<div id="main" class="wrapper"><div id="primary" class="site-content"><div id="content" role="main">
<article id="post-612" class="post-612 post type-post status-publish format-standard hentry category-journal"><header class="entry-header"><h1 class="entry-title">${escaped(title)}</h1><div class="comments-link"><a href="#comments">${nodes.length ? `${nodes.length} Replies` : word.leave}</a></div></header><div class="entry-content">
${paragraphs({ article })}
</div><footer class="entry-meta">This entry was posted in <a href="#" rel="category tag">Journal</a> on <a href="${path}" title="${shown(article.time, 'h:mm a')}" rel="bookmark"><time class="entry-date" datetime="${machine(article.time)}">${shown(article.time, word.day, language)}</time></a><span class="by-author"> by <span class="author vcard"><a class="url fn n" href="#" rel="author">${escaped(article.author)}</a></span></span>.</footer></article>
<nav class="nav-single"><h3 class="assistive-text">Post navigation</h3><span class="nav-previous"><a href="#" rel="prev"><span class="meta-nav">&larr;</span> ${related[0]}</a></span></nav>
<div id="comments" class="comments-area">${nodes.length ? `<h2 class="comments-title">${word.count(nodes.length, escaped(title))}</h2>\n<ol class="commentlist">\n${pingback}\n${roots.map(comment).join('\n')}\n</ol>` : ''}
${form(word)}
</div></div></div>
${widgets({ word, comments, title })}</div>
<footer id="colophon" role="contentinfo"><div class="site-info"><a href="https://wordpress.org/" class="imprint">Proudly powered by WordPress</a></div></footer></div>`;
    },
  });

/** The oldest shape, without an element for the text, with the likes of Jetpack. */
export const classic = (conversation) =>
  page(conversation, {
    name: 'kubrick',
    body: ({ title, site, language, article, word, roots, nodes, at, path, comments }) => {
      const comment = (node) => `<li class="${classes(node, at.get(node))}" id="comment-${node.index + 40}">
<div id="div-comment-${node.index + 40}" class="comment-body">
<div class="comment-author vcard">
${avatar(node.author, 32)}			<cite class="fn">${linked(node)}</cite> <span class="says">${word.says}</span>		</div>
<div class="comment-meta commentmetadata"><a href="${path}#comment-${node.index + 40}">
${shown(node.time, word.time, language)}</a>		</div>
${rendered(node.text, prose)}
<p id="comment-like-${node.index + 40}" data-liked="comment-not-liked" class="comment-likes comment-not-liked"><a href="?like_comment=${node.index + 40}" class="comment-like-link needs-login" rel="nofollow" data-blog="1"><span>Like</span></a><span id="comment-like-count-${node.index + 40}" class="comment-like-feedback">${node.votes > 1 ? `Liked by <a href="#" class="view-likers" data-like-count="${node.votes}">${node.votes} people</a>` : ''}</span></p>
<div class="reply">${answer(node, word)}</div>
</div>
${node.children.length ? `<ul class='children'>\n${node.children.map(comment).join('\n')}\n</ul>` : ''}
</li>`;
      return `<div id="page"><div id="header" role="banner"><div id="headerimg"><h1><a href="/">${escaped(site)}</a></h1><div class="description">Just another weblog</div></div></div><hr />
<div id="content" class="widecolumn" role="main"><div class="navigation"><div class="alignleft">&laquo; <a href="#" rel="prev">${related[1]}</a></div><div class="alignright"><a href="#" rel="next">${related[2]}</a> &raquo;</div></div>
<div class="post-612 post type-post hentry" id="post-612"><h2>${escaped(title)}</h2><div class="entry">
${paragraphs({ article })}
<p class="postmetadata alt"><small>This entry was posted by ${escaped(article.author)} on ${shown(article.time, 'dddd, MMMM Do, YYYY [at] h:mm a', language)} and is filed under <a href="#" rel="category tag">Journal</a>. You can follow any responses to this entry through the <a href='feed/'>RSS 2.0</a> feed.</small></p></div></div>
<h3 id="comments">${nodes.length} Responses to &#8220;${escaped(title)}&#8221;</h3>
<div class="navigation"><div class="alignleft"></div><div class="alignright"></div></div>
<ol class="commentlist">
${roots.map(comment).join('\n')}
</ol>
<div class="navigation"></div>
${form(word)}
</div>
<div id="sidebar" role="complementary">${widgets({ word, comments, title })}</div><hr />
<div id="footer" role="contentinfo"><p>${escaped(site)} is proudly powered by <a href="https://wordpress.org/">WordPress</a><br /><a href="feed/">Entries (RSS)</a> and <a href="comments/feed/">Comments (RSS)</a>.</p></div></div>`;
    },
  });

/** Genesis and its children: microdata on every comment. */
export const genesis = (conversation) =>
  page(conversation, {
    name: 'header-image content-sidebar genesis-breadcrumbs-visible',
    hasMachineTime: true,
    body: ({ title, site, language, article, word, roots, nodes, at, path, comments }) => {
      const comment = (node) => `<li class="${classes(node, at.get(node))}" id="comment-${node.index + 40}">
<article id="article-comment-${node.index + 40}" itemprop="comment" itemscope itemtype="https://schema.org/Comment">
<header class="comment-header">
<p class="comment-author" itemprop="author" itemscope itemtype="https://schema.org/Person">${avatar(node.author, 48)}<span itemprop="name">${linked(node, 'comment-author-link')}</span> <span class="says">says</span></p>
<p class="comment-meta"><time class="comment-time" datetime="${machine(node.time)}" itemprop="datePublished"><a class="comment-time-link" href="${path}#comment-${node.index + 40}" itemprop="url">${shown(node.time, word.time, language)}</a></time></p>
</header>
<div class="comment-content" itemprop="text">
${rendered(node.text, prose)}
</div>
<div class="comment-reply">${answer(node, word)}</div>
</article>
${node.children.length ? `<ul class="children">\n${node.children.map(comment).join('\n')}\n</ul><!-- .children -->` : ''}
</li><!-- #comment-## -->`;
      return `<div class="site-container"><ul class="genesis-skip-link"><li><a href="#genesis-content" class="screen-reader-shortcut"> Skip to main content</a></li></ul><header class="site-header" itemscope itemtype="https://schema.org/WPHeader"><div class="wrap"><div class="title-area"><p class="site-title" itemprop="headline"><a href="/">${escaped(site)}</a></p></div></div></header><nav class="nav-primary" aria-label="Main" itemscope itemtype="https://schema.org/SiteNavigationElement"><div class="wrap"><ul id="menu-main" class="menu genesis-nav-menu"><li class="menu-item"><a href="/" itemprop="url"><span itemprop="name">Home</span></a></li><li class="menu-item"><a href="/contact/" itemprop="url"><span itemprop="name">Contact</span></a></li></ul></div></nav>
<div class="site-inner"><div class="content-sidebar-wrap"><main class="content" id="genesis-content"><div class="breadcrumb" itemprop="breadcrumb">You are here: <span class="breadcrumb-link-wrap"><a class="breadcrumb-link" href="/"><span class="breadcrumb-link-text-wrap">Home</span></a></span> / ${escaped(title)}</div>
<article class="post-612 post type-post status-publish format-standard entry" aria-label="${escaped(title)}" itemscope itemtype="https://schema.org/CreativeWork"><header class="entry-header"><h1 class="entry-title" itemprop="headline">${escaped(title)}</h1><p class="entry-meta"><time class="entry-time" itemprop="datePublished" datetime="${machine(article.time)}">${shown(article.time, word.day, language)}</time> by <span class="entry-author" itemprop="author" itemscope itemtype="https://schema.org/Person"><a href="#" class="entry-author-link" rel="author" itemprop="url"><span class="entry-author-name" itemprop="name">${escaped(article.author)}</span></a></span> <span class="entry-comments-link"><a href="#comments">${nodes.length} Comments</a></span></p></header><div class="entry-content" itemprop="text">
${paragraphs({ article })}
<div class="sharedaddy sd-sharing-enabled"><div class="robots-nocontent sd-block sd-social"><h3 class="sd-title">Share this:</h3><div class="sd-content"><ul><li class="share-facebook"><a rel="nofollow noopener" class="share-facebook sd-button" href="#" title="Click to share on Facebook"><span>Facebook</span></a></li></ul></div></div></div>
</div><footer class="entry-footer"><p class="entry-meta"><span class="entry-categories">Filed Under: <a href="#" rel="category tag">Journal</a></span></p></footer></article>
<section class="author-box" itemprop="author" itemscope itemtype="https://schema.org/Person">${avatar(article.author, 70)}<h4 class="author-box-title">About <span itemprop="name">${escaped(article.author)}</span></h4><div class="author-box-content" itemprop="description"><p>${escaped(article.author)} writes for ${escaped(site)} and has done so for a long time.</p></div></section>
<h2 class="screen-reader-text">Reader Interactions</h2><div class="entry-comments" id="comments"><h3>Comments</h3><ol class="comment-list">
${roots.map(comment).join('\n')}
</ol></div>
${form(word)}
</main><aside class="sidebar sidebar-primary widget-area" role="complementary" aria-label="Primary Sidebar"><h2 class="genesis-sidebar-title screen-reader-text">Primary Sidebar</h2>${widgets({ word, comments, title })}</aside></div></div>
<footer class="site-footer"><div class="wrap"><p>Copyright &#xA9;&nbsp;2026 &#x000B7; <a href="https://www.studiopress.com/">Genesis Framework</a> &#x000B7; <a rel="nofollow" href="/wp-login.php">Log in</a></p></div></footer></div>`;
    },
  });

/** A theme of blocks, such as Twenty Twenty-Four. */
export const blocks = (conversation) =>
  page(conversation, {
    name: 'wp-embed-responsive wp-theme-twentytwentyfour',
    hasMachineTime: true,
    isByDay: true,
    body: ({ title, site, language, article, word, roots, nodes, at, path }) => {
      const comment = (node) => `<li id="comment-${node.index + 40}" class="${classes(node, at.get(node))}">
<div class="wp-block-group is-layout-flow wp-block-group-is-layout-flow" style="margin-top:0;margin-bottom:var(--wp--preset--spacing--30)">
<div class="wp-block-group is-nowrap is-layout-flex wp-container-core-group-is-layout-6"><div class="wp-block-avatar">${avatar(node.author, 40, ' wp-block-avatar__image')}</div>
<div class="wp-block-group is-layout-flow"><div class="wp-block-comment-date"><time datetime="${machine(node.time)}"><a href="${path}#comment-${node.index + 40}">${shown(node.time, word.day, language)}</a></time></div>
<div class="wp-block-comment-author-name">${node.index % 3 === 0 ? `<a rel="external nofollow ugc" href="https://${slug(node.author)}.example/" target="_self" >${escaped(node.author)}</a>` : escaped(node.author)}</div></div></div>
<div class="wp-block-comment-content">${rendered(node.text, prose)}
</div>
<div class="wp-block-group is-content-justification-left is-layout-flex">
<div class="wp-block-comment-reply-link">${answer(node, word)}</div></div>
</div>
${node.children.length ? `<ol>${node.children.map(comment).join('\n')}</ol>` : ''}</li>`;
      return `<a class="skip-link screen-reader-text" id="wp-skip-link" href="#wp--skip-link--target">Skip to content</a>
<div class="wp-site-blocks"><header class="wp-block-template-part"><div class="wp-block-group alignwide has-base-background-color has-background"><p class="wp-block-site-title"><a href="/" target="_self" rel="home">${escaped(site)}</a></p><nav class="is-responsive items-justified-left wp-block-navigation" aria-label="Navigation"><button aria-haspopup="dialog" aria-label="Open menu" class="wp-block-navigation__responsive-container-open"><svg width="24" height="24" viewBox="0 0 24 24"><path d="M5 5v1.5h14V5H5z"/></svg></button><ul class="wp-block-page-list"><li class="wp-block-pages-list__item wp-block-navigation-item"><a class="wp-block-navigation-item__content" href="/about/">About</a></li></ul></nav></div></header>
<main class="wp-block-group" id="wp--skip-link--target"><div class="wp-block-group alignfull"><h1 class="wp-block-post-title has-x-large-font-size">${escaped(title)}</h1><div class="wp-block-template-part"><div class="wp-block-group"><div class="wp-block-post-date"><time datetime="${machine(article.time)}"><a href="${path}">${shown(article.time, word.day, language)}</a></time></div><p class="has-contrast-2-color">—</p><p>by </p><div class="wp-block-post-author-name"><a href="#" target="_self" class="wp-block-post-author-name__link">${escaped(article.author)}</a></div></div></div></div>
<div class="entry-content wp-block-post-content has-global-padding is-layout-constrained">
${paragraphs({ article })}
</div>
<section class="wp-block-group"><div class="wp-block-comments">
<h2 id="comments" class="wp-block-comments-title has-x-large-font-size">${nodes.length} responses to &#8220;${escaped(title)}&#8221;</h2>
<ol class="wp-block-comment-template">${roots.map(comment).join('\n')}</ol>
<div class="wp-block-comments-pagination"></div>
${form(word).replace('comment-respond', 'comment-respond wp-block-post-comments-form')}
</div></section>
<div class="wp-block-group"><h2 class="wp-block-heading">More posts</h2><div class="wp-block-query"><ul class="wp-block-post-template">${related
        .slice(0, 4)
        .map(
          (other, order) =>
            `<li class="wp-block-post post-${order}"><h3 class="wp-block-post-title"><a href="#" target="_self">${other}</a></h3><div class="wp-block-post-date"><time datetime="${machine(article.time)}">${shown(article.time, word.day, language)}</time></div></li>`,
        )
        .join('')}</ul></div></div></main>
<footer class="wp-block-template-part"><p class="wp-block-site-title"><a href="/">${escaped(site)}</a></p><p class="has-small-font-size">Designed with <a href="https://wordpress.org" rel="nofollow">WordPress</a></p></footer></div>`;
    },
  });

/** A post to which nobody has answered: only the form. */
export const silent = (conversation) => ({
  ...twentytwelve({ ...conversation, comments: [] }),
  isThread: false,
});
