// Mastodon: the thread as its application draws it, and the page that the server of version 3 wrote.

import { person, slug } from '../people.mjs';
import { bare, escaped, rendered, said as plain } from '../text.mjs';
import { branches, document, entry, inOrder } from '../thread.mjs';
import { brief, moment, shown } from '../times.mjs';

const dialect = {
  ...bare,
  inline: {
    ...bare.inline,
    stress: (text) => text,
    link: (label, url) =>
      `${label} (<a href="${url}" target="_blank" rel="nofollow noopener" translate="no"><span class="invisible">https://</span><span class="">${url.replace('https://', '')}</span><span class="invisible"></span></a>)`,
  },
  code: (text) => `<p>${text.replaceAll('\n', '<br>')}</p>`,
  between: () => '',
};

const handle = (name) => slug(name).replaceAll('-', '_');
const place = (name) => ['mastodon.example', 'social.example', 'fosstodon.example'][person(name).id % 3];
const account = (name) => `@${handle(name)}@${place(name)}`;

const mention = (name) =>
  `<span class="h-card" translate="no"><a href="https://${place(name)}/@${handle(name)}" class="u-url mention">@<span>${handle(name)}</span></a></span>`;

/** The text of an answer begins with the name of the one who is answered. */
const content = (said, comments) => {
  const html = rendered(said.text, dialect);
  return said.answers === null ? html : html.replace('<p>', `<p>${mention(comments[said.answers].author)} `);
};

const plainText = (said, comments) =>
  `${said.answers === null ? '' : `@${handle(comments[said.answers].author)} `}${plain(said.text, dialect)}`;

const parts = (conversation) => {
  const nodes = inOrder(branches(conversation));
  const [opening] = conversation.comments;
  return [{ ...opening, index: 0 }, ...nodes].filter(({ isDeleted }) => !isDeleted);
};

export function drawn(conversation) {
  const { comments } = conversation;
  const [opening, ...rest] = parts(conversation);
  const now = moment(conversation, 30);
  const id = 114_000_000_000 + person(conversation.title).id;
  const detailTime = shown(opening.time, 'MMM DD, YYYY, hh:mm A');
  const name = (author) =>
    `<span class="display-name"><bdi><strong class="display-name__html">${escaped(author)}</strong></bdi> <span class="display-name__account">${account(author)}</span></span>`;
  const icon = (word) =>
    `<svg xmlns="http://www.w3.org/2000/svg" height="24" viewBox="0 -960 960 960" width="24" class="icon icon-${word}" aria-hidden="true"><path d="M760-200v-160H288Z"></path></svg>`;
  const button = (label, word, count) =>
    `<div class="status__action-bar__button-wrapper"><button type="button" aria-label="${label}" title="${label}" class="status__action-bar__button icon-button">${icon(word)}${count ? ` <span class="icon-button__counter"><span class="animated-number"><span style="position: static; transform: translateY(0%);"><span>${count}</span></span></span></span>` : ''}</button></div>`;
  const status = (said) => {
    const own = id + said.index;
    return `<div class=""><div class="status__wrapper status__wrapper-public ${said.answers === null ? '' : 'status__wrapper-reply'} focusable" tabindex="0" aria-label="${escaped(said.author)}, ${escaped(plain(said.text, dialect).slice(0, 60))}, ${shown(said.time, 'hh:mm A')}, ${account(said.author).slice(1)}" data-featured="false"><div class="status status-public ${said.answers === null ? '' : 'status-reply status--in-thread'}" data-id="${own}">
${said.answers ? '<div class="status__line"></div>' : ''}
<div class="status__info"><a href="/${account(said.author)}/${own}" class="status__relative-time"><span class="status__visibility-icon">${icon('globe')}</span><time datetime="${said.time}" title="${shown(said.time, 'MMM DD, YYYY, hh:mm A')}">${brief(said.time, now)}</time>${said.edited ? `<abbr title="Edited ${shown(said.edited, 'MMM D, YYYY')}"> *</abbr>` : ''}</a>
<a title="${account(said.author).slice(1)}" data-hover-card-account="${person(said.author).id}" class="status__display-name" href="/${account(said.author)}"><div class="status__avatar"><div class="account__avatar" style="width: 46px; height: 46px;"><img src="https://files.example/avatars/${person(said.author).id}.jpg" alt=""></div></div>${name(said.author)}</a></div>
<div class="status__content status__content--with-action" tabindex="0"><div class="status__content__text status__content__text--visible translate" lang="${conversation.language}">${content(said, comments)}</div></div>
<div class="status__action-bar">${button('Reply', 'reply', rest.filter(({ answers }) => answers === said.index).length)}${button('Boost', 'retweet', 0)}${button('Favourite', 'star', Math.max(0, said.votes ?? 0))}${button('Bookmark', 'bookmark', 0)}<div class="status__action-bar__button-wrapper"><button type="button" aria-label="More" title="More" class="icon-button">${icon('more')}</button></div></div>
</div></div></div>`;
  };
  return {
    url: `https://${place(opening.author)}/@${handle(opening.author)}/${id}`,
    html: document({
      language: conversation.language,
      head: `<meta content='width=device-width, initial-scale=1, viewport-fit=cover' name='viewport'><title>${escaped(opening.author)}: "${escaped(plain(opening.text, dialect).slice(0, 50))}…" - Mastodon</title><meta content="article" property="og:type"><meta content="${escaped(opening.author)} (${account(opening.author)})" property="og:title"><meta content="${opening.time}" property="og:published_time"><link href='https://x.example/${id}' rel='alternate' type='application/activity+json'>`,
      bodyAttributes: " class='app-body theme-default no-reduce-motion'",
      body: `<div class='notranslate app-holder' data-props='{&quot;locale&quot;:&quot;en&quot;}' id='mastodon'><div class="ui"><div class="columns-area__panels"><div class="columns-area__panels__pane columns-area__panels__pane--compositional"><div class="columns-area__panels__pane__inner"><div class="compose-panel"><div class="search"><input type="text" class="search__input" placeholder="Search or paste URL"></div><div class="server-banner"><div class="server-banner__introduction"><strong>${place(opening.author)}</strong> is part of the decentralized social network powered by <a href="https://joinmastodon.org">Mastodon</a>.</div><div class="server-banner__meta"><h4>Administered by:</h4><strong>The harbour master</strong></div></div></div></div></div>
<div class="columns-area__panels__main"><div class="tabs-bar__wrapper"><div id="tabs-bar__portal"><div class="column-header"><button class="column-header__back-button compact" aria-label="Back">${icon('arrow-back')}</button></div></div></div><div class="columns-area columns-area--mobile"><div role="region" aria-label="Post" class="column"><div class="scrollable scrollable--flex"><div class="item-list" role="feed">
<div tabindex="-1"><div class="focusable detailed-status__wrapper detailed-status__wrapper-public" tabindex="0" aria-label="x"><div style="box-sizing: border-box;"><div class="detailed-status"><a data-hover-card-account="1" class="detailed-status__display-name" href="/${account(opening.author)}"><div class="detailed-status__display-avatar"><div class="account__avatar" style="width: 46px; height: 46px;"><img src="https://files.example/avatars/1.jpg" alt=""></div></div>${name(opening.author)}</a>
<div class="status__content" tabindex="0"><div class="status__content__text status__content__text--visible translate" lang="${conversation.language}">${content(opening, comments)}</div></div>
<div class="detailed-status__meta"><div class="detailed-status__meta__line"><a class="detailed-status__datetime" href="/${account(opening.author)}/${id}" target="_blank" rel="noopener noreferrer"><span>${detailTime}</span></a>·<span class="visibility-icon">${icon('globe')}</span>·<a class="detailed-status__application" href="https://joinmastodon.org">Web</a></div><div class="detailed-status__meta__line"><a class="detailed-status__link" href="/x/reblogs"><span class="detailed-status__reblogs"><span class="animated-number"><span>4</span></span></span><span> boosts</span></a>·<a class="detailed-status__link" href="/x/favourites"><span class="detailed-status__favorites"><span class="animated-number"><span>${Math.max(0, opening.votes ?? 0)}</span></span></span><span> favorites</span></a></div></div></div></div>
<div class="detailed-status__action-bar"><div class="detailed-status__button"><button type="button" aria-label="Reply to thread" title="Reply to thread" class="icon-button">${icon('reply')}</button></div><div class="detailed-status__button"><button type="button" aria-label="Boost" class="icon-button">${icon('retweet')}</button></div></div></div></div>
${rest.map(status).join('\n')}
<div class="timeline-hint"><strong>More replies from other servers may be missing.</strong> <a href="#">See more on the original page</a></div>
</div></div></div></div></div>
<div class="columns-area__panels__pane columns-area__panels__pane--start"><div class="navigation-panel"><a class="column-link column-link--logo" href="/">Mastodon</a><a class="column-link" href="/explore"><span>Explore</span></a><a class="column-link" href="/public/local"><span>Live feeds</span></a><div class="sign-in-banner"><p><strong>Mastodon is the best way to keep up with what's happening.</strong></p><p>Follow anyone across the fediverse and see it all in chronological order.</p><a class="button button--block" href="/auth/sign_up">Create account</a><a class="button button--block button-tertiary" href="/auth/sign_in">Login</a></div></div></div></div></div></div>
<noscript><div class='app-holder'>To use the Mastodon web application, please enable JavaScript.</div></noscript>`,
    }),
    comments: [
      entry(opening, { time: detailTime, otherTimes: [opening.time], dialect }),
      ...rest.map((said) =>
        entry(said, {
          time: said.time,
          otherTimes: [brief(said.time, now)],
          text: plainText(said, comments),
        }),
      ),
    ],
  };
}

export function served(conversation) {
  const { comments } = conversation;
  const [opening, ...rest] = parts(conversation);
  const id = 104_000_000_000 + person(conversation.title).id;
  const clock = (time) => shown(time, 'MMM DD, YYYY, HH:mm');
  const name = (author) =>
    `<span class="display-name"><bdi><strong class="display-name__html p-name emojify">${escaped(author)}</strong></bdi> <span class="display-name__account">@${handle(author)}@${place(author)}</span></span>`;
  const card = (author, shape) =>
    `<div class="p-author h-card"><a class="${shape}__display-name u-url" target="_blank" rel="noopener" href="https://${place(author)}/@${handle(author)}"><div class="${shape === 'status' ? 'status__avatar' : 'detailed-status__display-avatar'}"><img alt="" class="u-photo account__avatar" src="/avatars/${person(author).id}.png"></div>${name(author)}</a></div>`;
  const status = (
    said,
  ) => `<div class="entry entry-successor p-comment h-cite"><div class="status status-public${said.answers ? ' status-reply' : ''}" data-id="${id + said.index}">
<div class="status__info"><a class="status__relative-time u-url u-uid" target="_blank" rel="noopener" href="https://${place(said.author)}/@${handle(said.author)}/${id + said.index}"><time class="time-ago" datetime="${said.time}" title="${clock(said.time)}">${clock(said.time)}</time></a><data class="dt-published" value="${said.time}"></data>
${card(said.author, 'status')}</div>
<div class="status__content emojify"><div class="e-content" style="display: block; direction: ltr">${content(said, comments)}</div></div>
<div class="status__action-bar"><a class="status__action-bar-button icon-button icon-button--with-counter modal-button" href="/interact/${id + said.index}?type=reply"><i class="fa fa-reply fa-fw"></i><div class="icon-button__counter">${rest.filter(({ answers }) => answers === said.index).length}</div></a><a class="status__action-bar-button icon-button modal-button" href="/interact/${id + said.index}?type=reblog"><i class="fa fa-retweet fa-fw"></i></a><a class="status__action-bar-button icon-button modal-button" href="/interact/${id + said.index}?type=favourite"><i class="fa fa-star fa-fw"></i></a></div>
</div></div>`;
  return {
    url: `https://${place(opening.author)}/@${handle(opening.author)}/${id}`,
    html: document({
      language: conversation.language,
      head: `<title>${escaped(opening.author)}: "${escaped(plain(opening.text, dialect).slice(0, 50))}…" - ${place(opening.author)}</title><meta content="article" property="og:type"><meta content="${escaped(opening.author)} (${account(opening.author)})" property="og:title">`,
      bodyAttributes: " class='with-modals theme-default no-reduce-motion'",
      body: `<div class="public-layout"><div class="container"><nav class="header"><div class="nav-left"><a class="brand" href="/"><svg viewBox="0 0 713 175" class="logo"><path d="M1 1h10"/></svg></a><a class="nav-link optional" href="/explore">Profile directory</a><a class="nav-link optional" href="/about">About</a></div><div class="nav-right"><a class="webapp-btn nav-link nav-button" href="/auth/sign_in">Log in</a><a class="webapp-btn nav-link nav-button" href="/about">Sign up</a></div></nav></div>
<div class="container"><div class="content"><div class="grid"><div class="column-0"><div class="activity-stream h-entry">
<div class="entry entry-center"><div class="detailed-status detailed-status--flex detailed-status-public">
${card(opening.author, 'detailed-status')}
<a class="account-action-button button logo-button modal-button" target="_new" href="/users/x/remote_follow"><svg><use xlink:href="#mastodon-svg-logo"></use></svg>Follow</a>
<div class="status__content emojify"><div class="e-content" style="display: block; direction: ltr">${content(opening, comments)}</div></div>
<div class="detailed-status__meta"><data class="dt-published" value="${opening.time}"></data><a class="detailed-status__datetime u-url u-uid" rel="noopener" href="https://x.example/@x/${id}"><time class="formatted" datetime="${opening.time}" title="${clock(opening.time)}">${clock(opening.time)}</time></a> · <span class="detailed-status__visibility-icon"><i class="fa fa-globe fa-fw" title="Public"></i></span> · <a class="detailed-status__application" href="https://app.example">Tusky</a> · <a class="modal-button detailed-status__link" href="/interact/${id}?type=reply"><i class="fa fa-reply"></i><span class="detailed-status__reblogs">${rest.length}</span></a> · <a class="modal-button detailed-status__link" href="/interact/${id}?type=favourite"><i class="fa fa-star"></i><span class="detailed-status__favorites">${opening.votes ?? 0}</span></a></div>
</div></div>
${rest.map(status).join('\n')}
<div class="entry entry-sign-up"><div class="sign-up-banner"><h4>Sign up to participate in the conversation</h4><a class="button" href="/about">Create account</a></div></div>
</div></div><div class="column-1"><div class="hero-widget"><div class="hero-widget__text"><p>A small server for people who like <strong>harbours</strong>. <a href="/about/more">Learn more</a></p></div></div></div></div></div></div>
<div class="container"><div class="footer"><div class="grid"><div class="column-0"><h4>Resources</h4><ul><li><a href="/terms">Terms of service</a></li><li><a href="/terms">Privacy policy</a></li></ul></div><div class="column-4"><h4>More…</h4><ul><li><a href="https://github.com/mastodon/mastodon">Source code</a></li></ul></div></div></div></div></div><div id="modal-container"></div>`,
    }),
    comments: [opening, ...rest].map((said) =>
      entry(said, { time: said.time, otherTimes: [clock(said.time)], text: plainText(said, comments) }),
    ),
  };
}
