// MyBB 1.8.

import { number, person } from '../people.mjs';
import { board, escaped, rendered } from '../text.mjs';
import { document, entry, related } from '../thread.mjs';
import { moment, recent, shown } from '../times.mjs';

const dialect = {
  ...board,
  inline: {
    ...board.inline,
    strong: (text) => `<span style="font-weight: bold;" class="mycode_b">${text}</span>`,
    stress: (text) => `<span style="font-style: italic;" class="mycode_i">${text}</span>`,
    link: (label, url) => `<a href="${url}" target="_blank" rel="noopener" class="mycode_url">${label}</a>`,
  },
  list: (items) => `<ul class="mycode_list">${items.map((item) => `<li>${item}<br />\n</li>`).join('')}</ul>`,
  steps: (items) => `<ol type="1" class="mycode_list">${items.map((item) => `<li>${item}<br />\n</li>`).join('')}</ol>`,
  code: (text) =>
    `<div class="codeblock"><div class="title">Code:</div><div class="body" dir="ltr"><code>${text.replaceAll('\n', '<br />')}</code></div></div>`,
};

export function eight(conversation) {
  const { title, site, host, comments, signatures = {} } = conversation;
  const thread = number(title, 9000) + 40;
  const now = moment(conversation, 15);
  const time = (text) => recent(text, now, { day: 'MM-DD-YYYY', hour: 'hh:mm A' });
  const full = (text) => shown(text, 'MM-DD-YYYY');
  const clock = (text) =>
    time(text).replace(/^(Today|Yesterday)/, (word) => `<span title="${full(text)}">${word}</span>`);
  const address = (index) => `showthread.php?tid=${thread}&amp;pid=${thread * 9 + index}#pid${thread * 9 + index}`;
  const post = (said, index) => {
    const id = thread * 9 + index;
    const who = person(said.author);
    const from = said.quote && comments[said.quote.index];
    const quote = from
      ? `<blockquote class="mycode_quote"><cite><span> (${clock(from.time)})</span>${escaped(from.author)} Wrote:  <a href="${address(said.quote.index)}" class="quick_jump"></a></cite>${escaped(said.quote.text)}</blockquote>`
      : '';
    return `<a name="pid${id}" id="pid${id}"></a>
<div class="post " style="" id="post_${id}">
<div class="post_author">
	<div class="author_avatar"><a href="member.php?action=profile&amp;uid=${who.id}"><img src="./uploads/avatars/avatar_${who.id}.jpg" alt="" width="55" height="55" /></a></div>
	<div class="author_information">
		<strong><span class="largetext"><a href="https://${host}/member.php?action=profile&amp;uid=${who.id}">${escaped(said.author)}</a></span></strong> <img src="images/buddy_offline.png" title="Offline" alt="Offline" class="buddy_status" /><br />
		<span class="smalltext">
			${who.rank}<br />
			<img src="images/star.png" border="0" alt="*" /><img src="images/star.png" border="0" alt="*" /><img src="images/star.png" border="0" alt="*" /><br />
		</span>
	</div>
	<div class="author_statistics">
		Posts: ${who.counted}<br />
		Threads: ${who.likes}<br />
		Joined: ${who.since}
		<br />
		Reputation: <strong class="reputation_${who.likes % 2 ? 'positive' : 'neutral'}">${who.likes % 40}</strong>
	</div>
</div>
<div class="post_content">
	<div class="post_head">
		<div class="float_right" style="vertical-align: top"><strong><a href="${address(index)}" title="${index ? 'RE: ' : ''}${escaped(title)}">#${index + 1}</a></strong></div>
		<span class="post_date">${clock(said.time)} <span class="post_edit" id="edited_by_${id}">${said.edited ? `<span class="edited_post">(This post was last modified: ${clock(said.edited)} by <a href="#">${escaped(said.author)}</a>.)</span>` : ''}</span></span>
	</div>
	<div class="post_body scaleimages" id="pid_${id}">
		${quote}${rendered(said.text, dialect)}
	</div>
	${said.picture ? `<br /><br /><fieldset><legend><strong>Attached Files</strong></legend><span class="smalltext"><strong>Thumbnail(s)</strong></span><br /><a href="attachment.php?aid=${id}" target="_blank"><img src="attachment.php?thumbnail=${id}" class="attachment" alt="" title="Filename: ${said.picture} Size: 88.21 KB" /></a></fieldset>` : ''}
	${signatures[said.author] ? `<div class="signature scaleimages">${escaped(signatures[said.author])}</div>` : ''}
	<div class="post_meta" id="post_meta_${id}"></div>
</div>
<div class="post_controls">
	<div class="postbit_buttons author_buttons float_left"><a href="search.php?action=finduser&amp;uid=${who.id}" title="Find all posts by this user" class="postbit_find"><span>Find</span></a></div>
	<div class="postbit_buttons post_management_buttons float_right"><a href="newreply.php?tid=${thread}&amp;replyto=${id}" title="Quote this message in a reply" class="postbit_quote"><span>Reply</span></a></div>
</div>
</div>`;
  };
  return {
    url: `https://${host}/showthread.php?tid=${thread}`,
    html: document({
      attributes: ' xml:lang="en" xmlns="http://www.w3.org/1999/xhtml"',
      head: `<title>${escaped(title)}</title><script type="text/javascript">var cookieDomain = ""; var imagepath = "images"; var my_post_key = "x";</script>`,
      body: `<div id="container"><a name="top" id="top"></a><div id="header"><div id="logo"><div class="wrapper"><a href="https://${host}/index.php"><img src="images/logo.png" alt="${escaped(site)}" title="${escaped(site)}" /></a><ul class="menu top_links"><li><a href="search.php" class="search">Search</a></li><li><a href="memberlist.php" class="memberlist">Member List</a></li><li><a href="calendar.php" class="calendar">Calendar</a></li><li><a href="misc.php?action=help" class="help">Help</a></li></ul></div></div><div id="panel"><div class="upper"><div class="wrapper"><form action="search.php"><fieldset id="search"><input name="keywords" type="text" class="textbox" /><input value="Search" type="submit" class="button" /></fieldset></form><span class="welcome">Hello There, Guest! <a href="member.php?action=login" class="login">Login</a> <a href="member.php?action=register" class="register">Register</a></span></div></div></div></div>
<div id="content"><div class="wrapper"><div class="navigation"><a href="https://${host}/index.php">${escaped(site)}</a>&rsaquo;<a href="#">${escaped(conversation.section)}</a>&rsaquo;<a href="#">${escaped(conversation.board)}</a><br /><img src="images/nav_bit.png" alt="" /><span class="active">${escaped(title)}</span></div><br />
<div class="float_left"></div><div class="float_right"><a href="newreply.php?tid=${thread}" class="button new_reply_button"><span>Post Reply</span></a>&nbsp;</div>
<table border="0" cellspacing="0" cellpadding="5" class="tborder tfixed clear"><tr><td class="thead"><div class="float_right"><span class="smalltext"><strong><a href="javascript:void(0);" id="thread_modes">Thread Modes</a></strong></span></div><div><strong>${escaped(title)}</strong></div></td></tr>
<tr><td id="posts_container"><div id="posts">
${comments.map(post).join('\n')}
</div></td></tr><tr><td class="tfoot"><div class="float_right"><form action="search.php" method="post"><input type="text" name="keywords" value="Enter Keywords" class="textbox" size="25" /><input type="submit" class="button" value="Search Thread" /></form></div><div><strong>&laquo; <a href="#">Next Oldest</a> | <a href="#">Next Newest</a> &raquo;</strong></div></td></tr></table>
<br class="clear" /><table border="0" cellspacing="0" cellpadding="5" class="tborder"><tr><td class="thead" align="center" colspan="6"><strong>Possibly Related Threads&#x2026;</strong></td></tr><tr><td class="tcat" align="center" colspan="2"><span class="smalltext"><strong>Thread</strong></span></td><td class="tcat"><span class="smalltext"><strong>Author</strong></span></td><td class="tcat"><span class="smalltext"><strong>Replies</strong></span></td><td class="tcat"><span class="smalltext"><strong>Last Post</strong></span></td></tr>${related
        .slice(0, 3)
        .map(
          (other, at) =>
            `<tr><td align="center" class="trow1" width="2%">&nbsp;</td><td class="trow1"><a href="#">${other}</a></td><td class="trow1" align="center"><a href="#">${escaped(comments[at].author)}</a></td><td class="trow1" align="center">${number(other, 40)}</td><td class="trow1" style="white-space: nowrap"><span class="smalltext">${full(comments[0].time)}, ${shown(comments[0].time, 'hh:mm A')}<br /><a href="#">Last Post</a>: <a href="#">${escaped(comments[at + 1].author)}</a></span></td></tr>`,
        )
        .join('')}</table>
<br />Users browsing this thread: 1 Guest(s)<br /></div></div>
<div id="footer"><div class="upper"><div class="wrapper"><ul class="menu bottom_links"><li><a href="showteam.php">Forum Team</a></li><li><a href="mailto:x">Contact Us</a></li><li><a href="#top">Return to Top</a></li></ul></div></div><div class="lower"><div class="wrapper"><span id="current_time"><strong>Current time:</strong> ${shown(now, 'MM-DD-YYYY, hh:mm A')}</span><span id="copyright">Powered By <a href="https://mybb.com" target="_blank" rel="noopener">MyBB</a>, &copy; 2002-2026 <a href="https://mybb.com">MyBB Group</a>.</span></div></div></div></div>`,
    }),
    comments: comments.map((said) => entry(said, { time: time(said.time) })),
  };
}
