// Hacker News: the comments below a link, an Ask HN with a text of its own, and the front page.

import { number, slug } from '../people.mjs';
import { bare, escaped, rendered } from '../text.mjs';
import { branches, entry, inOrder, related } from '../thread.mjs';
import { ago, moment, seconds } from '../times.mjs';

const handled = (name) => (/^[\w-]+$/.test(name) ? name : slug(name).replaceAll('-', '_')).slice(0, 15);

const dialect = {
  ...bare,
  paragraph: (text) => text,
  code: (text) => `<pre><code>${text.replace(/^/gm, '  ')}\n</code></pre>`,
  between: (before) => (before === 'code' ? '\n' : '<p>'),
};

const written = (said) =>
  (said.quote ? `&gt; ${escaped(said.quote.text)}<p>` : '') +
  (said.isDeleted ? '[flagged]' : rendered(said.text, dialect));

const machine = (time) => time.replace('Z', '');

const frame = (
  title,
  inside,
  op,
) => `<html lang="en" op="${op}"><head><meta name="referrer" content="origin"><meta name="viewport" content="width=device-width, initial-scale=1.0"><link rel="stylesheet" type="text/css" href="news.css?d5dcDxbwBNiZSV3Jh0bJ">
        <link rel="icon" href="y18.svg">
        <title>${title}</title></head><body><center><table id="hnmain" border="0" cellpadding="0" cellspacing="0" width="85%" bgcolor="#f6f6ef">
        <tr><td bgcolor="#ff6600"><table border="0" cellpadding="0" cellspacing="0" width="100%" style="padding:2px"><tr><td style="width:18px;padding-right:4px"><a href="https://news.ycombinator.com"><img src="y18.svg" width="18" height="18" style="border:1px white solid; display:block"></a></td>
                  <td style="line-height:12pt; height:10px;"><span class="pagetop"><b class="hnname"><a href="news">Hacker News</a></b>
                            <a href="newest">new</a> | <a href="front">past</a> | <a href="newcomments">comments</a> | <a href="ask">ask</a> | <a href="show">show</a> | <a href="jobs">jobs</a> | <a href="submit" rel="nofollow">submit</a></span></td><td style="text-align:right;padding-right:4px;"><span class="pagetop">
                              <a href="login?goto=item">login</a>
                          </span></td>
              </tr></table></td></tr>
<tr style='height:10px'/>${inside}<tr><td><img src="s.gif" height="10" width="0"><table width="100%" cellspacing="0" cellpadding="1"><tr><td bgcolor="#ff6600"></td></tr></table><br>
<center><span class="yclinks"><a href="newsguidelines.html">Guidelines</a> | <a href="newsfaq.html">FAQ</a> | <a href="lists">Lists</a> | <a href="https://github.com/HackerNews/API">API</a> | <a href="security.html">Security</a> | <a href="https://www.ycombinator.com/legal/">Legal</a> | <a href="https://www.ycombinator.com/apply/">Apply to YC</a> | <a href="mailto:hn@ycombinator.com">Contact</a></span><br><br>
<form method="get" action="//hn.algolia.com/">Search: <input type="text" name="q" size="17" autocorrect="off" spellcheck="false" autocapitalize="off" autocomplete="off"></form></center></td></tr>      </table></center></body>
      <script type='text/javascript' src='hn.js?d5dcDxbwBNiZSV3Jh0bJ'></script>
  </html>
`;

function item(conversation, isAsk) {
  const { title, comments } = conversation;
  const now = moment(conversation, 2);
  const story = number(title, 900_000) + 40_000_000;
  const [opening] = comments;
  const nodes = inOrder(branches(conversation));
  const age = (time, id) =>
    `<span class="age" title="${machine(time)} ${seconds(time)}"><a href="item?id=${id}">${ago(time, now)}</a></span>`;
  const row = (node, at) => {
    const id = story + node.index * 7 + 1;
    const next = nodes.slice(at + 1).find(({ depth }) => depth <= node.depth);
    const author = handled(node.author);
    const grade = node.votes < -8 ? 'c9c' : node.votes < 0 ? 'c5a' : 'c00';
    return `<tr class='athing comtr' id='${id}'><td><table border='0'>  <tr>    <td class='ind' indent='${node.depth}'><img src="s.gif" height="1" width="${node.depth * 40}"></td><td valign="top" class="votelinks">
      <center><a id='up_${id}' href='vote?id=${id}&amp;how=up&amp;goto=item%3Fid%3D${story}'><div class='votearrow' title='upvote'></div></a></center>    </td><td class="default"><div style="margin-top:2px; margin-bottom:-10px;"><span class="comhead">
          <a href="user?id=${author}" class="hnuser">${author}</a> ${age(node.time, id)} <span id="unv_${id}"></span>          <span class='navs'>
             ${node.parent ? `| <a href="#${story + node.parent.index * 7 + 1}" class="clicky" aria-hidden="true">parent</a> ` : ''}${next ? `| <a href="#${story + next.index * 7 + 1}" class="clicky" aria-hidden="true">next</a> ` : ''} <a class="togg clicky" id="${id}" n="${inOrder(node.children).length + 1}" href="javascript:void(0)">[–]</a><span class="onstory"></span>              </span>
                  </span></div><br><div class="comment">
                  <div class="commtext ${grade}">${written(node)}</div>
              <div class='reply'>        <p><font size="1">
                      <u><a href="reply?id=${id}&amp;goto=item%3Fid%3D${story}%23${id}">reply</a></u>
                  </font>
      </div></div></td></tr>
        </table></td></tr>`;
  };
  const name = isAsk ? `Ask HN: ${title}` : title;
  const url = conversation.link ?? `https://${conversation.host}/${slug(title)}`;
  const by = isAsk ? handled(opening.author) : 'tosh_2';
  const html = frame(
    `${escaped(name)} | Hacker News`,
    `<tr id="bigbox"><td><table class="fatitem" border="0">
        <tr class='athing submission' id='${story}'>
      <td align="right" valign="top" class="title"><span class="rank"></span></td>      <td valign="top" class="votelinks"><center><a id='up_${story}' href='vote?id=${story}&amp;how=up&amp;goto=item%3Fid%3D${story}'><div class='votearrow' title='upvote'></div></a></center></td><td class="title"><span class="titleline"><a href="${isAsk ? `item?id=${story}` : url}">${escaped(name)}</a>${isAsk ? '' : `<span class="sitebit comhead"> (<a href="from?site=${conversation.host}"><span class="sitestr">${conversation.host}</span></a>)</span>`}</span></td></tr><tr><td colspan="2"></td><td class="subtext"><span class="subline">
          <span class="score" id="score_${story}">${opening.votes ?? 31} points</span> by <a href="user?id=${by}" class="hnuser">${by}</a> ${age(opening.time, story)} <span id="unv_${story}"></span> | <a href="hide?id=${story}&amp;goto=item%3Fid%3D${story}">hide</a> | <a href="https://hn.algolia.com/?query=x" class="hnpast">past</a> | <a href="fave?id=${story}&amp;auth=1">favorite</a> | <a href="item?id=${story}">${nodes.length}&nbsp;comments</a>        </span>
              </td></tr>
    ${isAsk ? ` <tr style="height:2px"></tr><tr><td colspan="2"></td><td><div class="toptext">${rendered(opening.text, dialect)}</div></td></tr>` : ''}  <tr style="height:10px"></tr><tr><td colspan="2"></td><td><form action="comment" method="post"><input type="hidden" name="parent" value="${story}"><input type="hidden" name="goto" value="item?id=${story}"><input type="hidden" name="hmac" value="0"><textarea name="text" rows="8" cols="80" wrap="virtual"></textarea><br><br><input type="submit" value="add comment"></form></td></tr>
  </table><br><br>
<table border="0" class='comment-tree'>
            ${nodes.map(row).join('')}
            </table></td></tr>`,
    'item',
  );
  const told = (node) =>
    entry(node, {
      author: handled(node.author),
      time: machine(node.time),
      otherTimes: [ago(node.time, now), `${machine(node.time)} ${seconds(node.time)}`],
      depth: node.depth ?? 0,
      dialect,
      text: node.isDeleted ? '[flagged]' : undefined,
    });
  return {
    url: `https://news.ycombinator.com/item?id=${story}`,
    html,
    comments: [...(isAsk ? [told(opening)] : []), ...nodes.map(told)],
  };
}

export const linked = (conversation) => item(conversation, false);
export const askPage = (conversation) => item(conversation, true);

/** The front page: titles, names and ages without a word said. */
export function front(conversation) {
  const now = moment(conversation, 2);
  const rows = [conversation.title, ...related].map((title, at) => {
    const { author, time } = conversation.comments[at % conversation.comments.length];
    const id = 40_000_000 + number(title, 90_000);
    return `<tr class='athing submission' id='${id}'>
      <td align="right" valign="top" class="title"><span class="rank">${at + 1}.</span></td>      <td valign="top" class="votelinks"><center><a id='up_${id}' href='vote?id=${id}&amp;how=up&amp;goto=news'><div class='votearrow' title='upvote'></div></a></center></td><td class="title"><span class="titleline"><a href="https://site-${at}.example/">${escaped(title)}</a><span class="sitebit comhead"> (<a href="from?site=site-${at}.example"><span class="sitestr">site-${at}.example</span></a>)</span></span></td></tr><tr><td colspan="2"></td><td class="subtext"><span class="subline">
          <span class="score" id="score_${id}">${number(title, 300)} points</span> by <a href="user?id=${handled(author)}" class="hnuser">${handled(author)}</a> <span class="age" title="${machine(time)} ${seconds(time)}"><a href="item?id=${id}">${ago(time, now)}</a></span> <span id="unv_${id}"></span> | <a href="hide?id=${id}&amp;goto=news">hide</a> | <a href="item?id=${id}">${number(title, 90)}&nbsp;comments</a>        </span>
              </td></tr>
      <tr class="spacer" style="height:5px"></tr>`;
  });
  return {
    url: 'https://news.ycombinator.com/',
    isThread: false,
    html: frame(
      'Hacker News',
      `<tr id="bigbox"><td><table border="0" cellpadding="0" cellspacing="0">${rows.join('')}<tr class="morespace" style="height:10px"></tr><tr><td colspan="2"></td><td class='title'><a href='?p=2' class='morelink' rel='next'>More</a></td></tr></table></td></tr>`,
      'news',
    ),
    comments: [],
  };
}
