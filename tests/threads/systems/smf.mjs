// Simple Machines Forum 2.0.

import { number, person } from '../people.mjs';
import { board, escaped, rendered } from '../text.mjs';
import { document, entry } from '../thread.mjs';
import { moment, recent, shown } from '../times.mjs';

const dialect = {
  ...board,
  inline: {
    ...board.inline,
    strong: (text) => `<strong>${text}</strong>`,
    stress: (text) => `<em>${text}</em>`,
    code: (text) => `<tt class="bbc_tt">${text}</tt>`,
    link: (label, url) => `<a href="${url}" class="bbc_link" target="_blank" rel="noopener noreferrer">${label}</a>`,
  },
  list: (items) => `<ul class="bbc_list">${items.map((item) => `<li>${item}</li>`).join('')}</ul>`,
  steps: (items) =>
    `<ul class="bbc_list" style="list-style-type: decimal;">${items.map((item) => `<li>${item}</li>`).join('')}</ul>`,
  code: (text) =>
    `<div class="codeheader">Code: <a href="javascript:void(0);" onclick="return smfSelectText(this);" class="codeoperation">[Select]</a></div><code class="bbc_code">${text.replaceAll('\n', '<br />')}</code>`,
};

export function two(conversation) {
  const { title, site, host, comments, signatures = {} } = conversation;
  const topic = number(title, 9000) + 100;
  const now = moment(conversation, 20);
  const time = (text) =>
    recent(text, now, {
      day: 'MMMM DD, YYYY',
      hour: 'hh:mm:ss A',
      today: '<strong>Today</strong> at ',
      yesterday: '<strong>Yesterday</strong> at ',
    }).replace('</strong> at , ', '</strong> at ');
  const plainTime = (text) => time(text).replace(/<[^>]*>/g, '');
  const address = (index) => `http://${host}/index.php?topic=${topic}.msg${topic * 8 + index}#msg${topic * 8 + index}`;
  const post = (said, index) => {
    const id = topic * 8 + index;
    const who = person(said.author);
    const quote = said.quote
      ? `<div class="quoteheader"><div class="topslice_quote"><a href="${address(said.quote.index)}">Quote from: ${escaped(comments[said.quote.index].author)} on ${time(comments[said.quote.index].time)}</a></div></div><blockquote class="bbc_standard_quote">${escaped(said.quote.text)}<br /></blockquote><div class="quotefooter"><div class="botslice_quote"></div></div>`
      : '';
    return `<a id="msg${id}"></a>
<div class="windowbg${index % 2 ? '2' : ''}">
<span class="topslice"><span></span></span>
<div class="post_wrapper">
	<div class="poster">
		<h4><img class="icon" src="http://${host}/Themes/default/images/useroff.gif" alt="Offline" /> <a href="http://${host}/index.php?action=profile;u=${who.id}" title="View the profile of ${escaped(said.author)}">${escaped(said.author)}</a></h4>
		<ul class="reset smalltext" id="msg_${id}_extra_info">
			<li class="postgroup">${who.rank}</li>
			<li class="stars"><img src="http://${host}/Themes/default/images/star.gif" alt="*" /><img src="http://${host}/Themes/default/images/star.gif" alt="*" /></li>
			${index % 2 ? `<li class="avatar"><a href="http://${host}/index.php?action=profile;u=${who.id}"><img class="avatar" src="http://${host}/index.php?action=dlattach;attach=${who.id};type=avatar" alt="" /></a></li>` : ''}
			<li class="postcount">Posts: ${who.posts}</li>
			${who.place ? `<li class="blurb">${who.place}</li>` : ''}
			<li class="profile"><ul><li><a href="http://${host}/index.php?action=profile;u=${who.id}"><img src="http://${host}/Themes/default/images/icons/profile_sm.gif" alt="View Profile" title="View Profile" /></a></li></ul></li>
		</ul>
	</div>
	<div class="postarea">
		<div class="flow_hidden">
			<div class="keyinfo">
				<div class="messageicon"><img src="http://${host}/Themes/default/images/post/xx.gif" alt="" /></div>
				<h5 id="subject_${id}"><a href="${address(index)}" rel="nofollow">${index ? 'Re: ' : ''}${escaped(title)}</a></h5>
				<div class="smalltext">&#171; <strong>${index ? `Reply #${index} ` : ''}on:</strong> ${time(said.time)} &#187;</div>
				<div id="msg_${id}_quick_mod"></div>
			</div>
			<ul class="reset smalltext quickbuttons"><li class="quote_button"><a href="http://${host}/index.php?action=post;quote=${id};topic=${topic}.0">Quote</a></li></ul>
		</div>
		<div class="post">
			<div class="inner" id="msg_${id}">${quote}${rendered(said.text, dialect)}</div>
		</div>
		${said.picture ? `<div id="msg_${id}_footer" class="attachments smalltext"><div style="overflow: auto; width: 100%;"><a href="#" id="link_${id}"><img src="http://${host}/index.php?action=dlattach;attach=${id};image" alt="" id="thumb_${id}" /></a><br /><a href="#"><img src="http://${host}/Themes/default/images/icons/clip.gif" align="middle" alt="*" />&nbsp;${said.picture}</a> (88.2 kB, 640x480 - viewed 41 times.)<br /></div></div>` : ''}
	</div>
	<div class="moderatorbar">
		<div class="smalltext modified" id="modified_${id}">${said.edited ? `&#171; <em>Last Edit: ${time(said.edited)} by ${escaped(said.author)}</em> &#187;` : ''}</div>
		<div class="smalltext reportlinks"><img src="http://${host}/Themes/default/images/ip.gif" alt="" /> Logged</div>
		${signatures[said.author] ? `<div class="signature" id="msg_${id}_signature">${escaped(signatures[said.author])}</div>` : ''}
	</div>
</div>
<span class="botslice"><span></span></span>
</div>
<hr class="post_separator" />`;
  };
  const crumbs = `<div class="navigate_section"><ul><li><a href="http://${host}/index.php"><span>${escaped(site)}</span></a> &#187;</li><li><a href="http://${host}/index.php#c1"><span>${escaped(conversation.section)}</span></a> &#187;</li><li><a href="http://${host}/index.php?board=4.0"><span>${escaped(conversation.board)}</span></a> &#187;</li><li class="last"><a href="http://${host}/index.php?topic=${topic}.0"><span>${escaped(title)}</span></a></li></ul></div>`;
  const pages = `<div class="pagesection"><div class="pagelinks floatleft">Pages: [<strong>1</strong>]   <a href="#lastPost"><strong>Go Down</strong></a></div><div class="nextlinks">&nbsp;</div><div class="buttonlist floatright"><ul><li><a class="button_strip_print" href="http://${host}/index.php?action=printpage;topic=${topic}.0" rel="new_win nofollow"><span class="last">Print</span></a></li></ul></div></div>`;
  return {
    url: `http://${host}/index.php?topic=${topic}.0`,
    html: document({
      head: `<title>${escaped(title)}</title><meta name="description" content="${escaped(title)}" /><script type="text/javascript"><!-- // --><![CDATA[
var smf_theme_url = "http://${host}/Themes/default"; var smf_scripturl = "http://${host}/index.php";
// ]]></script>`,
      body: `<div id="wrapper"><div id="header"><div class="frame"><div id="top_section"><h1 class="forumtitle"><a href="http://${host}/index.php">${escaped(site)}</a></h1></div><div id="upper_section" class="middletext"><div class="user"><form id="guest_form" action="http://${host}/index.php?action=login2" method="post"><div class="info">Welcome, <strong>Guest</strong>. Please <a href="#">login</a> or <a href="#">register</a>.</div><input type="text" name="user" size="10" class="input_text" /><input type="password" name="passwrd" size="10" class="input_password" /><select name="cookielength"><option value="60">1 Hour</option><option value="-1" selected="selected">Forever</option></select><input type="submit" value="Login" class="button_submit" /></form></div><div class="news normaltext"><form id="search_form" action="#" method="post"><input type="text" name="search" value="" class="input_text" />&nbsp;<input type="submit" name="submit" value="Search" class="button_submit" /></form><h2>News: </h2><p>The spring meeting is on the second Saturday of May.</p></div></div><div id="main_menu"><ul class="dropmenu" id="menu_nav"><li id="button_home"><a class="active firstlevel" href="#"><span class="last firstlevel">Home</span></a></li><li id="button_help"><a class="firstlevel" href="#"><span class="firstlevel">Help</span></a></li><li id="button_register"><a class="firstlevel" href="#"><span class="last firstlevel">Register</span></a></li></ul></div></div></div>
<div id="content_section"><div class="frame"><div id="main_content_section">
${crumbs}
<a id="top"></a><a id="msg${topic * 8}"></a>
${pages}
<div id="forumposts">
<div class="cat_bar"><h3 class="catbg"><img src="http://${host}/Themes/default/images/topic/normal_post.gif" align="bottom" alt="" /><span id="author">Author</span> Topic: ${escaped(title)} &nbsp;(Read ${number(title, 6000)} times)</h3></div>
<p id="whoisviewing" class="smalltext">0 Members and 1 Guest are viewing this topic. </p>
<form action="#" method="post" name="quickModForm" id="quickModForm" style="margin: 0;">
${comments.map(post).join('\n')}
</form></div>
<a id="lastPost"></a>
${pages}
${crumbs}
<div class="plainbox" id="display_jump_to">Jump to: <select><option>=&gt; ${escaped(conversation.board)}</option></select></div>
</div></div></div>
<div id="footer_section"><div class="frame"><ul class="reset"><li class="copyright"><span class="smalltext" style="display: inline; visibility: visible; font-family: Verdana, Arial, sans-serif;"><a href="#">SMF 2.0.19</a> | <a href="#">SMF &copy; 2021</a>, <a href="http://www.simplemachines.org">Simple Machines</a></span></li></ul><p>Page created in 0.041 seconds with 22 queries.</p></div></div></div>`,
    }),
    comments: comments.map((said) =>
      entry(said, {
        time: plainTime(said.time),
        otherTimes: [shown(said.time, 'MMMM DD, YYYY, hh:mm:ss A')],
      }),
    ),
  };
}
