// Drupal: the comments of Bartik in version 7, and of Olivero in version 10.

import { number, slug } from '../people.mjs';
import { paragraphs } from '../story.mjs';
import { escaped, prose, rendered, said as plain } from '../text.mjs';
import { branches, document, entry, inOrder, related } from '../thread.mjs';
import { seconds, shown } from '../times.mjs';

const machine = (time) => time.replace('Z', '+00:00');
const visible = ({ isDeleted }) => !isDeleted;

/** Without a title of its own a comment is called by its first words. */
const titled = (node) =>
  plain(node.text)
    .slice(0, 29)
    .replace(/\s\S*$/, '');

const nested = (nodes, comment) =>
  nodes
    .filter(visible)
    .map(
      (node) =>
        comment(node) +
        (node.children.length ? `\n<div class="indented">\n${nested(node.children, comment)}\n</div>` : ''),
    )
    .join('\n');

export function seven(conversation) {
  const { title, site, host, article, language } = conversation;
  const roots = branches(conversation);
  const nodes = inOrder(roots).filter(visible);
  const clock = (time) => shown(time, 'ddd, MM/DD/YYYY - HH:mm');
  const comment = (node) => {
    const id = 300 + node.index;
    return `<a id="comment-${id}"></a>
<div class="comment ${node.isByAuthorOfArticle ? 'comment-by-node-author' : 'comment-by-anonymous'} clearfix" about="/comment/${id}#comment-${id}" typeof="sioc:Post sioct:Comment">
  <div class="attribution">
    ${node.index % 2 ? '<div class="user-picture"><img typeof="foaf:Image" src="/sites/default/files/pictures/p.jpg" alt="picture" /></div>' : ''}
    <div class="submitted">
      <p class="commenter-name"><span rel="sioc:has_creator"><span class="username" xml:lang="" about="/user/${id}" typeof="sioc:UserAccount" property="foaf:name" datatype="">${escaped(node.author)}</span>${node.isByAuthorOfArticle ? '' : ' (not verified)'}</span></p>
      <p class="comment-time"><span property="dc:date dc:created" content="${machine(node.time)}" datatype="xsd:dateTime" rel="sioc:has_creator">${clock(node.time)}</span></p>
      <p class="comment-permalink"><a href="/comment/${id}#comment-${id}" class="permalink" rel="bookmark">Permalink</a></p>
    </div>
  </div>
  <div class="comment-text">
    <div class="comment-arrow"></div>
    <h3 property="dc:title" datatype=""><a href="/comment/${id}#comment-${id}" class="permalink" rel="bookmark">${escaped(titled(node))}</a></h3>
    <div class="content"><span rel="sioc:reply_of" resource="/node/61" class="rdf-meta element-hidden"></span><div class="field field-name-comment-body field-type-text-long field-label-hidden"><div class="field-items"><div class="field-item even" property="content:encoded">${rendered(node.text, prose)}
</div></div></div></div>
    <ul class="links inline"><li class="comment-reply first last"><a href="/comment/reply/61/${id}">reply</a></li></ul>
  </div>
</div>`;
  };
  return {
    url: `http://${host}/node/61`,
    html: document({
      language,
      head: `<title>${escaped(title)} | ${escaped(site)}</title><meta name="Generator" content="Drupal 7 (http://drupal.org)" />`,
      bodyAttributes:
        ' class="html not-front not-logged-in one-sidebar sidebar-first page-node page-node- page-node-61 node-type-article"',
      body: `<div id="skip-link"><a href="#main-content" class="element-invisible element-focusable">Skip to main content</a></div>
<div id="page-wrapper"><div id="page"><div id="header" class="with-secondary-menu"><div class="section clearfix"><div id="name-and-slogan"><div id="site-name"><strong><a href="/" title="Home" rel="home"><span>${escaped(site)}</span></a></strong></div></div><div id="main-menu" class="navigation"><h2 class="element-invisible">Main menu</h2><ul id="main-menu-links" class="links clearfix"><li class="menu-218 first last"><a href="/">Home</a></li></ul></div></div></div>
<div id="main-wrapper" class="clearfix"><div id="main" class="clearfix"><div id="breadcrumb"><h2 class="element-invisible">You are here</h2><div class="breadcrumb"><a href="/">Home</a></div></div>
<div id="sidebar-first" class="column sidebar"><div class="section"><div class="region region-sidebar-first"><div id="block-user-login" class="block block-user"><h2>User login</h2><div class="content"><form action="/node/61?destination=node/61" method="post" id="user-login-form"><div class="form-item"><label>Username <span class="form-required">*</span></label><input type="text" name="name" size="15" class="form-text required" /></div></form></div></div><div id="block-comment-recent" class="block block-comment"><h2>Recent comments</h2><div class="content"><div class="item-list"><ul>${nodes
        .slice(-3)
        .map(
          (node) =>
            `<li><a href="/comment/${300 + node.index}">${escaped(titled(node))}</a>&nbsp;<span>2 weeks 3 days ago</span></li>`,
        )
        .join('')}</ul></div></div></div></div></div></div>
<div id="content" class="column"><div class="section"><a id="main-content"></a><h1 class="title" id="page-title">${escaped(title)}</h1><div class="region region-content"><div id="block-system-main" class="block block-system"><div class="content">
<div id="node-61" class="node node-article node-full clearfix" about="/node/61" typeof="sioc:Item foaf:Document"><div class="meta submitted"><span property="dc:date dc:created" content="${machine(article.time)}" datatype="xsd:dateTime" rel="sioc:has_creator">Submitted by <span class="username" typeof="sioc:UserAccount" property="foaf:name" datatype="">${escaped(article.author)}</span> on ${clock(article.time)}</span></div><div class="content clearfix"><div class="field field-name-body field-type-text-with-summary field-label-hidden"><div class="field-items"><div class="field-item even" property="content:encoded">
${paragraphs(conversation)}
</div></div></div><div class="field field-name-field-tags field-type-taxonomy-term-reference field-label-above clearfix"><h3 class="field-label">Tags: </h3><ul class="links">${conversation.tags.map((tag) => `<li class="taxonomy-term-reference-0" rel="dc:subject"><a href="#" typeof="skos:Concept" property="rdfs:label skos:prefLabel" datatype="">${tag}</a></li>`).join('')}</ul></div></div><div class="link-wrapper"><ul class="links inline"><li class="comment-add first last"><a href="#comment-form" title="Share your thoughts">Add new comment</a></li></ul></div>
<div id="comments" class="comment-wrapper"><h2 class="title">Comments</h2>
${nested(roots, comment)}
<h2 class="title comment-form">Add new comment</h2><form class="comment-form" action="/comment/reply/61" method="post" id="comment-form"><div><div class="form-item form-type-textfield form-item-name"><label for="edit-name">Your name </label><input type="text" id="edit-name" name="name" value="" size="30" maxlength="60" class="form-text" /></div><div class="form-textarea-wrapper resizable"><textarea class="text-full form-textarea required" name="comment_body" cols="60" rows="5"></textarea></div><ul class="tips"><li>Web page addresses and e-mail addresses turn into links automatically.</li><li>Lines and paragraphs break automatically.</li></ul></div></form></div>
</div></div></div></div></div></div></div></div>
<div id="footer-wrapper"><div class="section"><div id="footer" class="clearfix"><div id="block-system-powered-by" class="block"><span>Powered by <a href="http://drupal.org">Drupal</a></span></div></div></div></div></div></div>`,
    }),
    comments: nodes.map((node) =>
      entry(node, { time: machine(node.time), otherTimes: [clock(node.time)], depth: node.depth }),
    ),
  };
}

export function ten(conversation) {
  const { title, site, host, article, language } = conversation;
  const roots = branches(conversation);
  const nodes = inOrder(roots).filter(visible);
  const clock = (time) => shown(time, 'D MMMM, YYYY - HH:mm', language);
  const comment = (node) => {
    const id = 300 + node.index;
    return `<article data-comment-user-id="${node.isByAuthorOfArticle ? 1 : 0}" id="comment-${id}" class="comment js-comment" role="article" data-drupal-selector="comment">
<mark class="hidden" data-comment-timestamp="${seconds(node.time)}"></mark>
<div class="comment__picture-wrapper"><div class="comment__picture"></div></div>
<div class="comment__text-wrapper">
<footer class="comment__meta"><p class="comment__author"><span>${escaped(node.author)}</span>${node.isByAuthorOfArticle ? '' : ' (not verified)'}</p><p class="comment__time">${clock(node.time)}</p>${node.parent ? `<p class="visually-hidden">In reply to <a href="/comment/${300 + node.parent.index}#comment-${300 + node.parent.index}" class="permalink" rel="bookmark" hreflang="${language}">${escaped(titled(node.parent))}</a> by <span>${escaped(node.parent.author)}</span></p>` : ''}</footer>
<div class="comment__content"><h3 class="comment__title"><a href="/comment/${id}#comment-${id}" class="permalink" rel="bookmark" hreflang="${language}">${escaped(titled(node))}</a></h3>
<div class="text-content clearfix field field--name-comment-body field--type-text-long field--label-hidden field__item">${rendered(node.text, prose)}</div>
<ul class="links inline comment__links"><li><a href="/comment/reply/node/61/comment/${id}" class="use-ajax">Reply</a></li></ul></div>
</div>
</article>`;
  };
  return {
    url: `https://${host}/${slug(title)}`,
    html: document({
      language,
      attributes: ' dir="ltr" prefix="og: https://ogp.me/ns#"',
      head: `<meta name="Generator" content="Drupal 10 (https://www.drupal.org)" /><meta name="viewport" content="width=device-width, initial-scale=1.0" /><title>${escaped(title)} | ${escaped(site)}</title>`,
      bodyAttributes: ' class="path-node page-node-type-article"',
      body: `<a href="#main-content" class="visually-hidden focusable skip-link">Skip to main content</a>
<div class="dialog-off-canvas-main-canvas" data-off-canvas-main-canvas><div id="page-wrapper" class="page-wrapper"><div id="page"><header id="header" class="site-header" data-drupal-selector="site-header" role="banner"><div class="site-header__fixable"><div id="site-header__inner" class="site-header__inner"><div class="container site-header__inner__container"><div id="block-olivero-site-branding" class="site-branding block"><div class="site-branding__inner"><div class="site-branding__text"><div class="site-branding__name"><a href="/" title="Home" rel="home">${escaped(site)}</a></div></div></div></div><nav id="block-olivero-main-menu" class="primary-nav block" aria-labelledby="x" role="navigation"><h2 class="visually-hidden block__title">Main navigation</h2><ul class="menu primary-nav__menu menu--level-1"><li class="primary-nav__menu-item"><a href="/" class="primary-nav__menu-link"><span class="primary-nav__menu-link-inner">Home</span></a></li></ul></nav></div></div></div></header>
<div id="main-wrapper" class="layout-main-wrapper layout-container"><div id="main" class="layout-main"><div class="main-content"><a id="main-content" tabindex="-1"></a><div class="main-content__container container"><nav class="breadcrumb" role="navigation"><h2 class="visually-hidden">Breadcrumb</h2><ol class="breadcrumb__list"><li class="breadcrumb__item"><a href="/" class="breadcrumb__link">Home</a></li></ol></nav><main role="main"><div class="region region--content grid-full layout--pass--content-medium" id="content">
<article data-history-node-id="61" class="node node--type-article node--view-mode-full"><header class="layout--content-narrow"><h1 class="title page-title">${escaped(title)}</h1><div class="node__meta"><div class="node__author-image"></div><span>By <span>${escaped(article.author)}</span>, ${clock(article.time)}</span></div></header><div class="node__content"><div class="text-content clearfix field field--name-body field--type-text-with-summary field--label-hidden field__item">
${paragraphs(conversation)}
</div><div class="field field--tags"><h3 class="field__label">Tags</h3><ul class="field__items">${conversation.tags.map((tag) => `<li class="field__item"><a href="#" hreflang="en">${tag}</a></li>`).join('')}</ul></div>
<section data-drupal-selector="comments" class="comments"><h2 class="comments__title">Comments <span class="comments__count">${nodes.length}</span></h2>
<h2 class="add-comment__title">Add new comment</h2><div class="add-comment"><div class="add-comment__picture"></div><div class="add-comment__form"><form class="comment-comment-form comment-form" action="/comment/reply/node/61/comment" method="post"><div class="form-item"><label class="form-item__label">Your name</label><input type="text" name="name" class="form-text" /></div><textarea name="comment_body" rows="5"></textarea></form></div></div>
${nested(roots, comment)}
</section></div></article></div></main></div></div>
<div class="social-bar"><div class="social-bar__inner"><div class="rotate"><div class="block"><h2 class="block__title">Elsewhere</h2><ul>${related
        .slice(0, 3)
        .map((other) => `<li><a href="#">${other}</a></li>`)
        .join('')}</ul></div></div></div></div></div></div>
<footer class="site-footer"><div class="site-footer__inner container"><div class="region--footer-bottom"><span>Powered by <a href="https://www.drupal.org">Drupal</a></span> <span>Visit ${number(title, 9000)}</span></div></div></footer></div></div></div>`,
    }),
    comments: nodes.map((node) =>
      entry(node, {
        time: clock(node.time),
        otherTimes: [String(seconds(node.time)), node.time],
        depth: node.depth,
      }),
    ),
  };
}
