// Flarum: the stream of posts as its scripts draw it.

import { number, person, slug } from '../people.mjs';
import { escaped, prose, rendered } from '../text.mjs';
import { document, entry } from '../thread.mjs';
import { moment, recent, shown } from '../times.mjs';

export function drawn(conversation) {
  const { title, site, host, comments } = conversation;
  const id = number(title, 9000) + 20;
  const path = `/d/${id}-${slug(title)}`;
  const now = moment(conversation, 700);
  const machine = (time) => time.replace('Z', '+00:00');
  const label = (time) => recent(time, now, { day: 'D MMM', hour: '[]', between: '' });
  const clock = (time) =>
    `<time pubdate="" datetime="${machine(time)}" title="${shown(time, 'dddd, MMMM D, YYYY h:mm A')}" data-humantime="">${label(time)}</time>`;
  const post = (said, index) => {
    const who = person(said.author);
    const avatar =
      index % 2
        ? `<span class="Avatar PostUser-avatar" style="--avatar-bg: #a0e5b6">${who.initial.toUpperCase()}</span>`
        : `<img class="Avatar PostUser-avatar" loading="lazy" src="/assets/avatars/${who.id}.png" alt="">`;
    const quote = said.quote
      ? `<blockquote class="uncited"><div><p><a href="/d/${id}/${said.quote.index + 1}" class="PostMention" data-id="${said.quote.index + 1}">${escaped(comments[said.quote.index].author)}</a> ${escaped(said.quote.text)}</p></div></blockquote>\n`
      : '';
    const mentions = comments
      .map((other, at) => [other, at])
      .filter(([other]) => other.answers === index && index > 0)
      .map(([other]) => other.author);
    return `<div class="PostStream-item" data-index="${index}" data-time="${said.time}" data-number="${index + 1}" data-id="${id * 7 + index}" data-type="comment"><article class="CommentPost Post${said.author === comments[0].author ? ' Post--by-start-user' : ''}" data-id="${id * 7 + index}" aria-busy="false"><div><header class="Post-header"><ul><li class="item-user"><div class="PostUser"><h3 class="PostUser-name"><a href="/u/${slug(said.author)}">${avatar}<span class="username">${escaped(said.author)}</span></a></h3><ul class="PostUser-badges badges">${said.author === comments[0].author ? '<li class="item-op"><div class="Badge Badge--op text-contrast--dark" title="" aria-label="Original poster"><i aria-hidden="true" class="icon fas fa-star Badge-icon"></i></div></li>' : ''}</ul></div></li><li class="item-meta"><div class="Dropdown PostMeta"><a class="Dropdown-toggle" data-toggle="dropdown">${clock(said.time)}</a><div class="Dropdown-menu dropdown-menu"><span class="PostMeta-number">Post #${index + 1}</span> <span class="PostMeta-time">${clock(said.time).replace(`>${label(said.time)}<`, `>${shown(said.time, 'dddd, MMMM D, YYYY h:mm A')}<`)}</span> <span class="PostMeta-ip"></span><input class="FormControl PostMeta-permalink" onclick="" value="https://${host}${path}/${index + 1}"></div></div></li>${said.edited ? '<li class="item-edited"><span class="PostEdited" title="">Edited</span></li>' : ''}</ul></header><div class="Post-body">${quote}${rendered(said.text, prose)}${said.picture ? `\n<p><img src="/assets/files/${said.picture}" title="" alt="${said.picture}"></p>` : ''}</div><aside class="Post-actions"><ul><li class="item-reply"><button class="Button Button--link" type="button"><span class="Button-label">Reply</span></button></li><li class="item-like"><button class="Button Button--link" type="button"><span class="Button-label">Like</span></button></li><li><div class="ButtonGroup Dropdown dropdown Post-controls itemCount1"><button class="Dropdown-toggle Button Button--icon Button--flat" aria-haspopup="menu" aria-label="Toggle post controls dropdown menu"><i class="icon fas fa-ellipsis-h Button-icon"></i></button><ul class="Dropdown-menu dropdown-menu dropdown-menu-right"><li class="item-flag"><button class="hasIcon" type="button"><span class="Button-label">Flag</span></button></li></ul></div></li></ul></aside><footer class="Post-footer"><ul>${said.votes > 0 ? `<li class="item-liked"><div class="Post-likedBy"><i class="icon far fa-thumbs-up"></i> <a href="/u/x"><span class="username">${escaped(comments[(index + 2) % comments.length].author)}</span></a> likes this<span>.</span></div></li>` : ''}${mentions.length ? `<li class="item-replies"><div class="Post-mentionedBy"><span class="Post-mentionedBy-summary"><i class="icon fas fa-reply"></i> ${mentions.map((name) => `<a href="#"><span class="username">${escaped(name)}</span></a>`).join(' and ')} replied to this<span>.</span></span></div></li>` : ''}</ul></footer></div></article></div>`;
  };
  const gap = '<div class="PostStream-timeGap"><span>6 days later</span></div>';
  const event = `<div class="PostStream-item" data-index="${comments.length}" data-number="${comments.length + 1}" data-type="discussionTagged"><article class="Post EventPost DiscussionTaggedPost"><div><i aria-hidden="true" class="icon fas fa-tag EventPost-icon"></i><div class="EventPost-info"><a class="EventPost-user" href="#"><span class="username">moderator</span></a> added the <span class="TagsLabel"><a class="TagLabel" href="#"><span class="TagLabel-text">${conversation.tags[0]}</span></a></span> tag <span class="Post-time">${clock(comments.at(-1).time)}</span>.</div></div></article></div>`;
  return {
    url: `https://${host}${path}`,
    html: document({
      language: conversation.language,
      head: `<title>${escaped(title)} - ${escaped(site)}</title><link rel="canonical" href="https://${host}${path}"><meta name="viewport" content="width=device-width, initial-scale=1, maximum-scale=1, minimum-scale=1">`,
      body: `<div id="app" class="App affix"><div id="app-navigation" class="App-navigation"></div><div id="drawer" class="App-drawer"><header id="header" class="App-header"><div id="header-navigation" class="Header-navigation"></div><div class="container"><div class="Header-title"><a href="/" id="home-link">${escaped(site)}</a></div><div id="header-primary" class="Header-primary"><ul class="Header-controls"></ul></div><div id="header-secondary" class="Header-secondary"><ul class="Header-controls"><li class="item-search"><div role="search" class="Search"><div class="Search-input"><input class="FormControl" type="search" placeholder="Search Forum"></div><ul class="Dropdown-menu Search-results"></ul></div></li><li class="item-signUp"><button class="Button Button--link"><span class="Button-label">Sign Up</span></button></li><li class="item-logIn"><button class="Button Button--link"><span class="Button-label">Log In</span></button></li></ul></div></div></header></div>
<main class="App-content"><div id="content"><div class="DiscussionPage"><div class="DiscussionPage-discussion"><header class="Hero DiscussionHero DiscussionHero--colored"><div class="container"><ul class="DiscussionHero-items"><li class="item-tags"><span class="TagsLabel "><a class="TagLabel colored" href="/t/x"><span class="TagLabel-text"><span class="TagLabel-name">${escaped(conversation.board)}</span></span></a></span></li><li class="item-title"><h1 class="DiscussionHero-title">${escaped(title)}</h1></li></ul></div></header>
<div class="container"><div class="sideNavOffset DiscussionPage-stream"><div class="PostStream">
${comments.map((said, index) => post(said, index) + (index === 2 ? `\n${gap}` : '')).join('\n')}
${event}
<div class="PostStream-item"><article class="Post ReplyPlaceholder" role="button"><header class="Post-header"><div class="PostUser"><h3 class="PostUser-name"><span class="Avatar PostUser-avatar"></span>Write a Reply...</h3></div></header></article></div>
</div></div><nav class="DiscussionPage-nav"><ul><li class="item-controls"><div class="ButtonGroup"><button class="SplitDropdown-button Button hasIcon"><span class="Button-label">Log In to Reply</span></button></div></li><li class="item-scrubber"><div class="PostStreamScrubber Dropdown"><button class="Button Dropdown-toggle"><span class="Scrubber-index">1</span> of <span class="Scrubber-count">${comments.length}</span> posts</button><div class="Dropdown-menu dropdown-menu"><div class="Scrubber"><a class="Scrubber-first">Original Post</a><div class="Scrubber-scrollbar"><div class="Scrubber-handle"><div class="Scrubber-info"><strong><span class="Scrubber-index">1</span> of <span class="Scrubber-count">${comments.length}</span> posts</strong><span class="Scrubber-description">${shown(comments[0].time, 'MMMM YYYY')}</span></div></div></div><a class="Scrubber-last">Now</a></div></div></div></li></ul></nav></div></div></div></div></main></div>
<div id="modal"></div><div id="alerts" class="AlertManager"></div>
<noscript id="flarum-content"><div class="container"><h1>${escaped(title)}</h1></div></noscript>
<script id="flarum-json-payload" type="application/json">{"resources":[{"type":"forums","id":"1","attributes":{"title":"${escaped(site)}"}}],"session":{"userId":0}}</script>`,
    }),
    comments: comments.map((said) =>
      entry(said, {
        time: machine(said.time),
        otherTimes: [label(said.time), shown(said.time, 'dddd, MMMM D, YYYY h:mm A')],
      }),
    ),
  };
}
