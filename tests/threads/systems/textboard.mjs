// Japanese text boards: the pages of 5ch today, and those of its predecessor with terms and descriptions.

import { number } from '../people.mjs';
import { bare, escaped, rendered, said as plain } from '../text.mjs';
import { document, entry, related } from '../thread.mjs';
import { shown } from '../times.mjs';

const dialect = {
  ...bare,
  inline: { ...bare.inline, stress: (text) => text, link: (label, url) => `${label} (<a href="${url}">${url}</a>)` },
  paragraph: (text) => text,
  code: (text) => text.replaceAll('\n', ' <br> '),
  between: () => ' <br> ',
};

/** Nine hours east of the time that is kept elsewhere. */
const clock = (time) =>
  shown(new Date(Date.parse(time) + 9 * 3600_000).toISOString(), 'YYYY/MM/DD(ddd) HH:mm:ss', 'ja') +
  `.${String(number(time, 100)).padStart(2, '0')}`;

const code = (said, index) => {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789+/';
  return [3, 5, 7, 11, 13, 17, 19, 23]
    .map((step) => letters[number(`${said.author}${index % 7}${step}`, letters.length)])
    .join('');
};

const anchor = (said) => (said.answers === null ? '' : `>>${said.answers + 1}`);
const told = (said, time, otherTimes) =>
  entry(said, { time, otherTimes, text: `${anchor(said)} ${plain(said.text, dialect)}`.trim() });

export function today(conversation) {
  const { title, host, board, comments } = conversation;
  const thread = Math.floor(Date.parse(comments[0].time) / 1000);
  const path = `/test/read.cgi/lifealone/${thread}`;
  const post = (said, index) => {
    const link =
      said.answers === null
        ? ''
        : `<a href="..${path}/${said.answers + 1}" rel="noopener noreferrer" target="_blank" class="reply_link">&gt;&gt;${said.answers + 1}</a> <br> `;
    return `<article id="${index + 1}" data-date="NG" data-userid="ID:${code(said, index)}" data-id="${index + 1}" class="clear post"><details open class="post-header"><summary><span class="postid">${String(index + 1).padStart(4, '0')}</span><span class="postusername"><b>${said.author.startsWith('名無し') ? `<a rel="nofollow" href="mailto:sage">${said.author}</a>` : escaped(said.author)}</b></span></summary><span class="date">${clock(said.time)}</span><span class="uid">ID:${code(said, index)}</span></details><section class="post-content"> ${link}${rendered(said.text, dialect)} </section></article>${index === 0 ? '<div class="ad_block"><div id="ad_1">広告</div></div>' : ''}`;
  };
  return {
    url: `https://${host}${path}/l50`,
    html: document({
      language: 'ja',
      head: `<title>${escaped(title)}</title><meta name="viewport" content="width=device-width, initial-scale=1.0"><link rel="canonical" href="https://${host}${path}">`,
      body: `<div id="maincontent"><header id="header"><div id="headerwrap"><a class="navbar-brand" href="/">${escaped(conversation.site)}</a><form id="search"><input type="text" name="q" placeholder="スレッド検索"></form></div></header>
<nav class="menujust" id="navigation"><ul><li><a class="menuitem" href="/lifealone/">■掲示板に戻る■</a></li><li><a class="menuitem" href="..${path}/">全部</a></li><li><a class="menuitem" href="..${path}/-100">1-</a></li><li><a class="menuitem" href="..${path}/l50">最新50</a></li></ul></nav>
<div class="pageimage"></div><div class="stoplight stopgreen">${comments.length} レス</div>
<h1 id="threadtitle">${escaped(title)}</h1>
<div class="thread" id="thread">
${comments.map(post).join('\n')}
</div>
<div class="newposts"><a class="newpostbutton" href="..${path}/${comments.length}-n">新着レスの表示</a></div>
<nav class="menubottommenu"><ul><li>レスを投稿する</li></ul></nav>
<form method="POST" accept-charset="Shift_JIS" action="/test/bbs.cgi" id="postForm"><p><label>名前</label><input name="FROM" size="19"> <label>メール</label><input name="mail" size="19"></p><textarea rows="5" cols="70" name="MESSAGE"></textarea><input type="submit" value="書き込む" name="submit"><input type="hidden" name="key" value="${thread}"></form>
<div class="recommend"><p>おすすめのスレッド</p><ul>${related.map((_, at) => `<li><a href="#">【${board}】今日の晩ごはん ${at + 12}日目 (${at * 37 + 5})</a></li>`).join('')}</ul></div></div>
<footer id="footer"><p>ver 07.9.1 [2026/03/01]</p><p>利用規約 | プライバシー</p></footer>`,
    }),
    comments: comments.map((said) => told(said, clock(said.time))),
  };
}

export function past(conversation) {
  const { title, host, board, comments } = conversation;
  const thread = Math.floor(Date.parse(comments[0].time) / 1000);
  const path = `/test/read.cgi/life/${thread}`;
  const post = (said, index) =>
    `<dt>${index + 1} ：<a href="mailto:sage"><b>${escaped(said.author)}</b></a>：${clock(said.time)} ID:${code(said, index)}</dt><dd> ${said.answers === null ? '' : `<a href="..${path}/${said.answers + 1}" target="_blank">&gt;&gt;${said.answers + 1}</a> <br> `}${rendered(said.text, dialect)} <br><br></dd>`;
  return {
    url: `http://${host}${path}/`,
    html: `<html lang="ja"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${escaped(title)}</title></head><body bgcolor="#efefef" text="black" link="blue" alink="red" vlink="#660099">
<div style="margin-top:1em;"><span style="float:left;"><a href="http://${host}/life/">■掲示板に戻る■</a> <a href="..${path}/">全部</a> <a href="..${path}/1-100">1-</a> <a href="..${path}/l50">最新50</a></span><span style="float:right;"> [PR]<a href="#">冬の旅は北の湯で</a>[PR] </span>&nbsp;</div>
<hr style="background-color:#888;color:#888;border-width:0;height:1px;position:relative;top:-.4em;">
<h1 style="color:red;font-size:larger;font-weight:normal;margin:-.5em 0 0;">${escaped(title)}</h1>
<dl class="thread">
${comments.map(post).join('\n')}
</dl>
<font color="red" face="Arial"><b>12 KB</b></font>
<hr><center><a href="..${path}/${comments.length}-n">新着レスの表示</a></center><hr>
<div style="float:left;"><a href="http://${host}/life/">掲示板に戻る</a> <a href="..${path}/">全部</a> <a href="..${path}/l50">最新50</a></div>
<form method="POST" action="../test/bbs.cgi"><input type="submit" value="書き込む" name="submit"> 名前： <input name="FROM" size="19"> E-mail<font size="1"> (省略可) </font>: <input name="mail" size="19"><br><textarea rows="5" cols="70" wrap="off" name="MESSAGE"></textarea></form>
<p>read.cgi ver 05.0.7.8 (${board})</p></body></html>
`,
    comments: comments.map((said) => told(said, clock(said.time))),
  };
}
