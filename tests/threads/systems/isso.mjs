// Isso: a small comment system that people run beside their own pages.

import { person, slug } from '../people.mjs';
import { paragraphs } from '../story.mjs';
import { escaped, prose, rendered } from '../text.mjs';
import { branches, document, entry, inOrder } from '../thread.mjs';
import { ago, moment, shown } from '../times.mjs';

const french = { year: 'an', month: 'mois', week: 'semaine', day: 'jour', hour: 'heure', minute: 'minute' };

export function embedded(conversation) {
  const { title, site, host, article, language } = conversation;
  const now = moment(conversation, 60);
  const roots = branches(conversation);
  const nodes = inOrder(roots);
  const machine = (time) => time.replace('Z', '.000Z');
  const label = (time) => {
    if (language !== 'fr') return ago(time, now);
    const [, count, name] = /(\d+) (\w+?)s? ago/.exec(ago(time, now));
    return `il y a ${count} ${french[name]}${count === '1' || name === 'month' ? '' : 's'}`;
  };
  const word =
    language === 'fr'
      ? { reply: 'Répondre', count: 'commentaires', send: 'Soumettre', name: 'Nom (optionnel)' }
      : { reply: 'Reply', count: 'Comments', send: 'Submit', name: 'Name (optional)' };
  const comment = (node) => {
    const id = node.index + 210;
    return `<div class="isso-comment${node.isByAuthorOfArticle ? ' isso-is-page-author' : ''}" id="isso-${id}"><div class="isso-avatar"><svg data-hash="${person(node.author).id}" viewBox="0 0 70 70" version="1.1"><rect x="5" y="5" width="12" height="12" style="fill: #9abf88"></rect><rect x="29" y="5" width="12" height="12" style="fill: #9abf88"></rect></svg></div><div class="isso-text-wrapper"><div class="isso-comment-header"><span class="isso-author">${escaped(node.author)}</span> <span class="isso-spacer">•</span> <a class="isso-permalink" href="#isso-${id}"><time title="${shown(node.time, 'ddd MMM DD YYYY HH:mm:ss [GMT+0000]')}" datetime="${machine(node.time)}">${label(node.time)}</time></a><span class="isso-note"></span></div><div class="isso-text">${rendered(node.text, prose)}</div><div class="isso-comment-footer"><span class="isso-votes">${node.votes || ''}</span><a class="isso-upvote" href="#"><svg width="16" height="16" viewBox="0 0 32 32"><path d="M 24.773,18.299"></path></svg></a><span class="isso-spacer">|</span><a class="isso-downvote" href="#"><svg width="16" height="16" viewBox="0 0 32 32"><path d="M 24.773,18.299"></path></svg></a> <a class="isso-reply" href="#">${word.reply}</a></div></div><div class="isso-follow-up">${node.children.map(comment).join('\n')}</div></div>`;
  };
  return {
    url: `https://${host}/${slug(title)}/`,
    html: document({
      language,
      head: `<meta name="viewport" content="width=device-width"><title>${escaped(title)} – ${escaped(site)}</title><meta name="generator" content="Hugo 0.140.0">`,
      body: `<header class="site"><a href="/" class="name">${escaped(site)}</a><nav><a href="/posts/">Archives</a> <a href="/index.xml">RSS</a></nav></header>
<main><article class="h-entry"><h1 class="p-name">${escaped(title)}</h1><p class="meta"><time class="dt-published" datetime="${article.time}">${shown(article.time, 'D MMMM YYYY', language)}</time> · <span class="p-author">${escaped(article.author)}</span></p><div class="e-content">
${paragraphs(conversation)}
</div></article>
<section id="isso-thread" data-title="${escaped(title)}"><h4 class="isso-thread-heading">${nodes.length} ${word.count}</h4><div class="isso-feedlink"><a href="#">Atom</a></div><div class="isso-postbox"><div class="isso-form-wrapper"><div class="isso-textarea-wrapper"><textarea class="isso-textarea" rows="5"></textarea></div><section class="isso-auth-section"><p class="isso-input-wrapper"><label>${word.name}</label><input type="text" name="author" value=""></p><p class="isso-post-action"><input type="submit" value="${word.send}"></p></section></div></div><div id="isso-root">
${roots.map(comment).join('\n')}
</div></section></main>
<footer><p>© ${escaped(article.author)}</p></footer><script data-isso="//comments.${host}/" src="//comments.${host}/js/embed.min.js"></script>`,
    }),
    comments: nodes.map((node) =>
      entry(node, { time: machine(node.time), otherTimes: [label(node.time)], depth: node.depth }),
    ),
  };
}
