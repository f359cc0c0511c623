// vBulletin: the tables of 3.8, the list items of 4.2 and those of 5.6.

import { number, person } from '../people.mjs';
import { board, escaped, rendered } from '../text.mjs';
import { document, entry, related } from '../thread.mjs';
import { moment, recent, shown } from '../times.mjs';

const dialect = {
  ...board,
  list: (items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`,
  code: (text) => `<div style="margin:20px; margin-top:5px">
	<div class="smallfont" style="margin-bottom:2px">Code:</div>
	<pre class="alt2" dir="ltr" style="margin: 0px; padding: 6px; border: 1px inset; width: 640px; overflow: auto">${text}</pre>
</div>`,
};

const american = (time) => shown(time, 'MM-DD-YYYY, hh:mm A');

/** Version 3: every post is a table of its own. */
export function three(conversation) {
  const { title, site, host, comments, signatures = {} } = conversation;
  const thread = number(title, 80_000) + 300;
  const first = thread * 9;
  const now = moment(conversation, 26);
  const time = (text) => recent(text, now, { day: 'MM-DD-YYYY', hour: 'hh:mm A' });
  const quoted = ({ quote }) =>
    quote
      ? `<div style="margin:20px; margin-top:5px; ">
	<div class="smallfont" style="margin-bottom:2px">Quote:</div>
	<table cellpadding="6" cellspacing="0" border="0" width="100%">
	<tr>
		<td class="alt2" style="border:1px inset">
			<div>
				Originally Posted by <strong>${escaped(comments[quote.index].author)}</strong>
				<a href="showthread.php?p=${first + quote.index}#post${first + quote.index}" rel="nofollow"><img class="inlineimg" src="images/buttons/viewpost.gif" border="0" alt="View Post" /></a>
			</div>
			<div style="font-style:italic">${escaped(quote.text)}</div>
		</td>
	</tr>
	</table>
</div>`
      : '';
  const post = (said, index) => {
    const id = first + index;
    const who = person(said.author);
    return `<!-- post #${id} -->
<!-- open content container -->
<div align="center"><div class="page" style="width:100%; text-align:left"><div style="padding:0px 25px 0px 25px">
<div id="edit${id}" style="padding:0px 0px 6px 0px">
<table id="post${id}" class="tborder" cellpadding="6" cellspacing="0" border="0" width="100%" align="center">
<tr>
	<td class="thead" style="font-weight:normal; border: 1px solid #D1D1E1; border-right: 0px">
		<!-- status icon and date -->
		<a name="post${id}"><img class="inlineimg" src="images/statusicon/post_old.gif" alt="Old" border="0" /></a>
		${time(said.time)}
		<!-- / status icon and date -->
	</td>
	<td class="thead" style="font-weight:normal; border: 1px solid #D1D1E1; border-left: 0px" align="right">
		&nbsp;
		#<a href="showpost.php?p=${id}&amp;postcount=${index + 1}" target="new" rel="nofollow" id="postcount${id}" name="${index + 1}"><strong>${index + 1}</strong></a>
		&nbsp;
	</td>
</tr>
<tr valign="top">
	<td class="alt2" width="175" style="border: 1px solid #D1D1E1; border-top: 0px; border-bottom: 0px">
		<div id="postmenu_${id}">
			<a class="bigusername" href="member.php?u=${who.id}">${escaped(said.author)}</a>
			<script type="text/javascript"> vbmenu_register("postmenu_${id}", true); </script>
		</div>
		<div class="smallfont">${who.rank}</div>
		${index % 2 ? `<div class="smallfont">&nbsp;<br /><a href="member.php?u=${who.id}"><img src="image.php?u=${who.id}&amp;dateline=1" width="80" height="80" alt="${escaped(said.author)}'s Avatar" border="0" /></a></div>` : ''}
		<div class="smallfont">
			&nbsp;<br />
			<div>Join Date: ${who.since}</div>
			${who.place ? `<div>Location: ${who.place}</div>` : ''}
			<div>Posts: ${who.counted}</div>
			<div>Thanks: ${who.likes}</div>
			<div>    </div>
		</div>
	</td>
	<td class="alt1" id="td_post_${id}" style="border-right: 1px solid #D1D1E1">
		${
      index
        ? ''
        : `<!-- icon and title -->
		<div class="smallfont">
			<img class="inlineimg" src="images/icons/icon1.gif" alt="Default" border="0" />
			<strong>${escaped(title)}</strong>
		</div>
		<hr size="1" style="color:#D1D1E1; background-color:#D1D1E1" />
		<!-- / icon and title -->`
    }
		<!-- message -->
		<div id="post_message_${id}">
			${quoted(said)}${rendered(said.text, dialect)}
		</div>
		<!-- / message -->
		${said.picture ? `<!-- attachments --><div style="padding:6px"><fieldset class="fieldset"><legend>Attached Images</legend><table cellpadding="0" cellspacing="3" border="0"><tr><td><img class="inlineimg" src="images/attach/jpg.gif" alt="File Type: jpg" width="16" height="16" border="0" style="vertical-align:baseline" /></td><td><a href="attachment.php?attachmentid=${id}" target="_blank">${said.picture}</a> (61.4 KB, 212 views)</td></tr></table></fieldset></div><!-- / attachments -->` : ''}
		${signatures[said.author] ? `<!-- sig -->\n<div>\n__________________<br />\n${escaped(signatures[said.author])}\n</div>\n<!-- / sig -->` : ''}
		${said.edited ? `<!-- edit note -->\n<div class="smallfont">\n<hr size="1" style="color:#D1D1E1; background-color:#D1D1E1" />\n<em>Last edited by ${escaped(said.author)}; ${shown(said.edited, 'MM-DD-YYYY')} at <span class="time">${shown(said.edited, 'hh:mm A')}</span>.</em>\n</div>\n<!-- / edit note -->` : ''}
	</td>
</tr>
<tr>
	<td class="alt2" style="border: 1px solid #D1D1E1; border-top: 0px"><img class="inlineimg" src="images/statusicon/user_offline.gif" alt="${escaped(said.author)} is offline" border="0" />&nbsp;</td>
	<td class="alt1" align="right" style="border: 1px solid #D1D1E1; border-left: 0px; border-top: 0px">
		<!-- controls -->
		<a href="newreply.php?do=newreply&amp;p=${id}" rel="nofollow"><img src="images/buttons/quote.gif" alt="Reply With Quote" border="0" /></a>
		<!-- / controls -->
	</td>
</tr>
</table>
</div>
<!-- post ${id} popup menu -->
<div class="vbmenu_popup" id="postmenu_${id}_menu" style="display:none">
	<table cellpadding="4" cellspacing="1" border="0">
	<tr><td class="thead">${escaped(said.author)}</td></tr>
	<tr><td class="vbmenu_option"><a href="member.php?u=${who.id}">View Public Profile</a></td></tr>
	<tr><td class="vbmenu_option"><a href="search.php?do=finduser&amp;u=${who.id}" rel="nofollow">Find More Posts by ${escaped(said.author)}</a></td></tr>
	</table>
</div>
<!-- / post ${id} popup menu -->
</div></div></div>
<!-- / close content container -->
<!-- / post #${id} -->${index === 0 ? '<div align="center" class="ad"><a href="/ads/click.php?id=7"><img src="/ads/leaderboard.gif" width="728" height="90" alt="Advertisement" border="0" /></a></div>' : ''}`;
  };
  return {
    url: `http://${host}/showthread.php?t=${thread}`,
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" dir="ltr" lang="en">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<meta name="generator" content="vBulletin 3.8.7" />
<meta name="keywords" content="${conversation.tags.join(', ')}" />
<meta name="description" content="${escaped(title)} ${escaped(conversation.board)}" />
<script type="text/javascript">
<!--
var SESSIONURL = ""; var SECURITYTOKEN = "guest"; var THIS_SCRIPT = "showthread";
// -->
</script>
<title>${escaped(title)} - ${escaped(site)}</title>
</head>
<body onload="">
<!-- logo -->
<a name="top"></a>
<table border="0" width="100%" cellpadding="0" cellspacing="0" align="center"><tr><td align="left"><a href="index.php"><img src="images/misc/vbulletin3_logo_white.gif" border="0" alt="${escaped(site)}" /></a></td><td align="right" id="header_right_cell">&nbsp;</td></tr></table>
<!-- /logo -->
<div align="center"><div class="page" style="width:100%; text-align:left"><div style="padding:0px 25px 0px 25px">
<br />
<!-- breadcrumb, login, pm info -->
<table class="tborder" cellpadding="6" cellspacing="1" border="0" width="100%" align="center"><tr><td class="alt1" width="100%"><table cellpadding="0" cellspacing="0" border="0"><tr valign="bottom"><td><a href="#" onclick="history.back(1); return false;"><img alt="Go Back" src="images/misc/navbits_start.gif" border="0" /></a></td><td>&nbsp;</td><td width="100%"><span class="navbar"><a href="index.php" accesskey="1">${escaped(site)}</a></span> <span class="navbar">&gt; <a href="forumdisplay.php?f=2">${escaped(conversation.section)}</a></span> <span class="navbar">&gt; <a href="forumdisplay.php?f=8">${escaped(conversation.board)}</a></span></td></tr><tr><td class="navbar" style="font-size:10pt; padding-top:1px" colspan="3"><a href="showthread.php?t=${thread}"><img class="inlineimg" src="images/misc/navbits_finallink_ltr.gif" alt="Reload this Page" border="0" /></a> <strong>${escaped(title)}</strong></td></tr></table></td>
<td class="alt2" nowrap="nowrap" style="padding:0px"><form action="login.php?do=login" method="post"><table cellpadding="0" cellspacing="3" border="0"><tr><td class="smallfont" style="white-space: nowrap;"><label for="navbar_username">User Name</label></td><td><input type="text" class="bginput" name="vb_login_username" id="navbar_username" size="10" value="User Name" /></td></tr><tr><td class="smallfont"><label for="navbar_password">Password</label></td><td><input type="password" class="bginput" name="vb_login_password" id="navbar_password" size="10" /></td><td><input type="submit" class="button" value="Log in" /></td></tr></table></form></td></tr></table>
<!-- nav buttons bar -->
<div class="tborder" style="padding:1px; border-top-width:0px"><table cellpadding="0" cellspacing="0" border="0" width="100%" align="center"><tr align="center"><td class="vbmenu_control"><a href="register.php" rel="nofollow">Register</a></td><td class="vbmenu_control"><a rel="help" href="faq.php" accesskey="5">FAQ</a></td><td class="vbmenu_control"><a href="memberlist.php">Members List</a></td><td class="vbmenu_control"><a href="calendar.php">Calendar</a></td><td class="vbmenu_control"><a href="search.php?do=getdaily" accesskey="2">Today's Posts</a></td><td id="navbar_search" class="vbmenu_control"><a href="search.php" accesskey="4" rel="nofollow">Search</a></td></tr></table></div>
<br />
<a name="poststop" id="poststop"></a>
<!-- controls above postbits -->
<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin-bottom:3px"><tr valign="bottom"><td class="smallfont"><a href="newreply.php?do=newreply&amp;noquote=1&amp;p=${first}" rel="nofollow"><img src="images/buttons/reply.gif" alt="Reply" border="0" /></a></td><td align="right"><div class="pagenav"><table class="tborder" cellpadding="3" cellspacing="1" border="0"><tr><td class="vbmenu_control" style="font-weight:normal">Page 1 of 2</td><td class="alt2"><span class="smallfont" title="Showing results 1 to 15 of 24"><strong>1</strong></span></td><td class="alt1"><a class="smallfont" href="showthread.php?t=${thread}&amp;page=2" title="Show results 16 to 24 of 24">2</a></td><td class="alt1"><a rel="next" class="smallfont" href="showthread.php?t=${thread}&amp;page=2">&gt;</a></td></tr></table></div></td></tr></table>
<!-- toolbar -->
<table class="tborder" cellpadding="6" cellspacing="1" border="0" width="100%" align="center" style="border-bottom-width:0px"><tr><td class="tcat" width="100%"><div class="smallfont">&nbsp;</div></td><td class="vbmenu_control" id="threadtools" nowrap="nowrap"><a href="#goto_threadtools">Thread Tools</a></td><td class="vbmenu_control" id="displaymodes" nowrap="nowrap"><a href="#goto_displaymodes">Display Modes</a></td></tr></table>
<!-- / toolbar -->
</div></div></div>
<div id="posts">
${comments.map(post).join('\n')}
<div id="lastpost"></div></div>
<div align="center"><div class="page" style="width:100%; text-align:left"><div style="padding:0px 25px 0px 25px">
<!-- next / previous links --><br /><div class="smallfont" align="center"><strong>&laquo;</strong> <a href="showthread.php?t=${thread}&amp;goto=nextoldest" rel="nofollow">Previous Thread</a> | <a href="showthread.php?t=${thread}&amp;goto=nextnewest" rel="nofollow">Next Thread</a> <strong>&raquo;</strong></div>
<!-- similar threads -->
<table class="tborder" cellpadding="6" cellspacing="1" border="0" width="100%" align="center"><thead><tr><td class="tcat" width="100%" colspan="5"><a name="similarthreads"></a>Similar Threads<br /></td></tr></thead><tbody id="collapseobj_similarthreads"><tr class="thead" align="center"><td class="thead" width="40%">Thread</td><td class="thead" width="15%" nowrap="nowrap">Thread Starter</td><td class="thead" width="20%">Forum</td><td class="thead" width="5%">Replies</td><td class="thead" width="20%">Last Post</td></tr>${related
      .slice(0, 4)
      .map(
        (other, at) =>
          `<tr><td class="alt1" align="left"><span class="smallfont"><a href="showthread.php?t=${thread - 40 + at}" title="">${other}</a></span></td><td class="alt2" nowrap="nowrap"><span class="smallfont">${escaped(comments[at % comments.length].author)}</span></td><td class="alt1" nowrap="nowrap"><span class="smallfont">${escaped(conversation.board)}</span></td><td class="alt2" align="center"><span class="smallfont">${number(other, 40)}</span></td><td class="alt1" align="right"><span class="smallfont">${shown(comments[0].time, 'MM-DD-YYYY')} <span class="time">${shown(comments[0].time, 'hh:mm A')}</span></span></td></tr>`,
      )
      .join('\n')}</tbody></table>
<br /><div class="smallfont" align="center">All times are GMT. The time now is <span class="time">${shown(now, 'hh:mm A')}</span>.</div><br />
</div></div></div>
<div align="center"><div class="smallfont" align="center">Powered by vBulletin&reg; Version 3.8.7<br />Copyright &copy;2000 - 2026, vBulletin Solutions, Inc.</div></div>
</body>
</html>
`,
    comments: comments.map((said) => entry(said, { time: time(said.time) })),
  };
}

/** Version 4: list items with their heads, details and feet. */
export function four(conversation) {
  const { title, site, host, comments, signatures = {} } = conversation;
  const thread = number(title, 80_000) + 300;
  const first = thread * 9;
  const quoted = ({ quote }) =>
    quote
      ? `<div class="bbcode_container">
	<div class="bbcode_quote">
		<div class="quote_container">
			<div class="bbcode_quote_container"></div>
			<div class="bbcode_postedby">
				<img src="images/misc/quote_icon.png" alt="Quote" /> Originally Posted by <strong>${escaped(comments[quote.index].author)}</strong>
				<a href="showthread.php?p=${first + quote.index}#post${first + quote.index}" rel="nofollow"><img class="inlineimg" src="images/buttons/viewpost-right.png" alt="View Post" /></a>
			</div>
			<div class="message">${escaped(quote.text)}</div>
		</div>
	</div>
</div>`
      : '';
  const four = {
    ...dialect,
    code: (text) =>
      `<div class="bbcode_container">\n<div class="bbcode_description">Code:</div>\n<pre class="bbcode_code" style="height:96px;">${text}</pre>\n</div>`,
  };
  const post = (said, index) => {
    const id = first + index;
    const who = person(said.author);
    const name = escaped(said.author);
    return `<li class="postbitlegacy postbitim postcontainer old" id="post_${id}">
<!-- see bottom_postbit.css for .userinfo .popupmenu styles -->
	<div class="posthead">
		<span class="postdate old">
			<span class="date">${shown(said.time, 'MM-DD-YYYY')},&nbsp;<span class="time">${shown(said.time, 'hh:mm A')}</span></span>
		</span>
		<span class="nodecontrols">
			<a name="post${id}" href="showthread.php?${thread}&amp;p=${id}&amp;viewfull=1#post${id}" class="postcounter">#${index + 1}</a><a id="postcount${id}" name="${index + 1}"></a>
		</span>
	</div>
	<div class="postdetails">
		<div class="userinfo">
			<div class="username_container">
				<div class="popupmenu memberaction">
					<a class="username offline popupctrl" href="member.php?${who.id}" title="${name} is offline"><strong>${name}</strong></a>
					<ul class="popupbody popuphover memberaction_body">
						<li class="left"><a href="member.php?${who.id}" class="siteicon_profile">View Profile</a></li>
						<li class="right"><a href="search.php?do=finduser&amp;userid=${who.id}&amp;contenttype=vBForum_Post&amp;showposts=1" class="siteicon_forum" rel="nofollow">View Forum Posts</a></li>
						<li class="left"><a href="private.php?do=newpm&amp;u=${who.id}" class="siteicon_message" rel="nofollow">Private Message</a></li>
					</ul>
				</div>
				<img class="inlineimg onlinestatus" src="images/statusicon/user-offline.png" alt="${name} is offline" border="0" />
			</div>
			<span class="usertitle">${who.rank}</span>
			${index % 2 ? `<a class="postuseravatar" href="member.php?${who.id}" title="${name} is offline"><img src="image.php?u=${who.id}" alt="${name}'s Avatar" title="${name}'s Avatar" /></a>` : ''}
			<hr />
			<dl class="userinfo_extra">
				<dt>Join Date</dt> <dd>${who.since}</dd>
				${who.place ? `<dt>Location</dt> <dd>${who.place}</dd>` : ''}
				<dt>Posts</dt> <dd>${who.counted}</dd>
			</dl>
			<div class="imlinks"></div>
		</div>
		<div class="postbody">
			<div class="postrow${signatures[said.author] || said.edited ? ' has_after_content' : ''}">
				${index ? `<h2 class="title icon"><img src="images/icons/icon1.png" alt="Default" /> Re: ${escaped(title)}</h2>` : `<h2 class="title icon"><img src="images/icons/icon1.png" alt="Default" /> ${escaped(title)}</h2>`}
				<div class="content">
					<div id="post_message_${id}">
						<blockquote class="postcontent restore ">
							${quoted(said)}${rendered(said.text, four)}
						</blockquote>
					</div>
					${said.picture ? `<div class="attachments"><fieldset class="postcontent"><legend><img src="images/misc/paperclip.png" class="inlineimg" /> Attached Thumbnails</legend><ul><li><a href="attachment.php?attachmentid=${id}" rel="Lightbox_${id}"><img class="thumbnail" src="attachment.php?attachmentid=${id}&amp;thumb=1" alt="Click image for larger version. Name: ${said.picture} Views: 52 Size: 80.1 KB" /></a></li></ul></fieldset></div>` : ''}
				</div>
			</div>
			<div class="after_content">
				${said.edited ? `<!-- edit note -->\n<blockquote class="postcontent lastedited">\nLast edited by ${name}; ${shown(said.edited, 'MM-DD-YYYY')} at <span class="time">${shown(said.edited, 'hh:mm A')}</span>.\n</blockquote>\n<!-- / edit note -->` : ''}
				${signatures[said.author] ? `<blockquote class="signature restore"><div class="signaturecontainer">${escaped(signatures[said.author])}</div></blockquote>` : ''}
			</div>
			<div class="cleardiv"></div>
		</div>
	</div>
	<div class="postfoot">
		<!-- <div class="postfoot_container"> -->
		<div class="textcontrols floatcontainer">
			<span class="postcontrols">
				<img style="display:none" id="progress_${id}" src="images/misc/progress.gif" alt="" />
				<a id="qrwith_${id}" class="newreply" rel="nofollow" href="newreply.php?do=newreply&amp;p=${id}"><img id="replyimg_${id}" src="clear.gif" alt="Reply With Quote" />  Reply With Quote</a>
			</span>
			<span class="postlinking"></span>
		</div>
		<!-- </div> -->
	</div>
	<hr />
</li>`;
  };
  return {
    url: `https://${host}/showthread.php?${thread}`,
    html: document({
      attributes: ' dir="ltr" id="vbulletin_html"',
      head: `<meta name="generator" content="vBulletin 4.2.5" />
<title>${escaped(title)}</title>
<base href="https://${host}/" />
<script type="text/javascript"> if (typeof window.vBulletin == 'undefined') { var vBulletin = { version: '425' }; } </script>`,
      body: `<div class="above_body">
<div id="header" class="floatcontainer doc_header"><div><a name="top" href="forum.php" class="logo-image"><img src="images/misc/vbulletin4_logo.png" alt="${escaped(site)}" /></a></div><div id="toplinks" class="toplinks"><ul class="nouser"><li><a href="register.php" rel="nofollow">Register</a></li><li><a rel="help" href="faq.php">Help</a></li><li><form id="navbar_loginform" action="login.php?do=login" method="post"><fieldset id="logindetails" class="logindetails"><input type="text" class="textbox default-value" name="vb_login_username" id="navbar_username" size="10" value="User Name" /><input type="submit" class="loginbutton" value="Log in" /></fieldset></form></li></ul></div></div>
<div id="navbar" class="navbar"><ul id="navtabs" class="navtabs floatcontainer"><li class="selected"><a class="navtab" href="forum.php">Forum</a><ul class="floatcontainer"><li><a href="search.php?do=getdaily">Today's Posts</a></li><li><a href="calendar.php">Calendar</a></li></ul></li><li><a class="navtab" href="activity.php">What's New?</a></li></ul></div>
</div>
<div class="body_wrapper">
<div id="breadcrumb" class="breadcrumb"><ul class="floatcontainer"><li class="navbithome"><a href="index.php" accesskey="1"><img src="images/misc/navbit-home.png" alt="Home" /></a></li><li class="navbit"><a href="forum.php">Forum</a></li><li class="navbit"><a href="forumdisplay.php?2">${escaped(conversation.section)}</a></li><li class="navbit"><a href="forumdisplay.php?8">${escaped(conversation.board)}</a></li><li class="navbit lastnavbit"><span> ${escaped(title)}</span></li></ul><hr /></div>
<form action="profile.php?do=dismissnotice" method="post" id="notices" class="notices"><ol><li class="restore" id="navbar_notice_1">If this is your first visit, be sure to check out the <a href="faq.php"><b>FAQ</b></a> by clicking the link above. You may have to <a href="register.php"><b>register</b></a> before you can post: click the register link above to proceed.</li></ol></form>
<div id="above_postlist" class="above_postlist"><a href="newreply.php?do=newreply&amp;noquote=1&amp;p=${first}" class="newcontent_textcontrol" id="newreplylink_top"><span>+</span> Reply to Thread</a><div id="pagination_top" class="pagination_top"><div id="postpagestats_above" class="postpagestats">Results 1 to ${comments.length} of ${comments.length}</div></div></div>
<div id="pagetitle" class="pagetitle"><h1> Thread: <span class="threadtitle"><a href="showthread.php?${thread}" title="Reload this Page">${escaped(title)}</a></span></h1></div>
<div id="thread_controls" class="thread_controls toolsmenu"><div><ul id="postlist_popups" class="postlist_popups popupgroup"><li class="popupmenu threadtools" id="threadtools"><h6><a class="popupctrl" href="javascript://">Thread Tools</a></h6><ul class="popupbody popuphover"><li><a href="printthread.php?t=${thread}&amp;pp=10" accesskey="3" rel="nofollow">Show Printable Version</a></li></ul></li></ul></div></div>
<div id="postlist" class="postlist restrain"><ol id="posts" class="posts" start="1">
${comments.map(post).join('\n')}
</ol><div class="separator"></div><div class="postlistfoot"></div></div>
<div id="below_postlist" class="noinlinemod below_postlist"><a href="newreply.php?do=newreply&amp;noquote=1&amp;p=${first}" class="newcontent_textcontrol"><span>+</span> Reply to Thread</a></div>
<div class="navpopupmenu popupmenu nohovermenu" id="showthread_navpopup"><span class="shade">Quick Navigation</span> <a href="showthread.php?${thread}" class="popupctrl"><span class="ctrlcontainer">${escaped(conversation.board)}</span></a></div>
<div id="similar_threads"><h2>Similar Threads</h2><ol>${related
        .slice(0, 3)
        .map(
          (other, at) =>
            `<li class="threadbit"><div class="rating0 nonsticky"><div class="threadinfo"><div class="inner"><h3 class="threadtitle"><a href="showthread.php?${at + 40}">${other}</a></h3><div class="threadmeta"><p class="threadposter">By <a href="member.php?${at}">${escaped(comments[at % comments.length].author)}</a> in forum ${escaped(conversation.board)}</p></div></div></div><dl class="threadstats td"><dt class="stats-label">Replies:</dt><dd>${number(other, 60)}</dd></dl><dl class="threadlastpost td"><dt>Last Post:</dt><dd>${american(comments[0].time)}</dd></dl></div></li>`,
        )
        .join('')}</ol></div>
<div id="thread_info" class="thread_info block"><h4 class="threadinfohead blockhead">Thread Information</h4><div class="threadinfobody blockbody"><div id="thread_info_userlist" class="threadinfo_userlist"><h5 class="userlist_hdr blocksubhead">Users Browsing this Thread</h5><div class="formcontrols"><p>There are currently 1 users browsing this thread. <span class="shade">(0 members and 1 guests)</span></p></div></div></div></div>
<div class="options_block_container"><div class="options_block"><h4 class="collapse blockhead options_correct">Posting Permissions</h4><div class="inner_block"><ul class="youcandoblock"><li>You <strong>may not</strong> post new threads</li><li>You <strong>may not</strong> post replies</li></ul></div></div></div>
</div>
<div class="below_body"><div id="footer_time" class="shade footer_time">All times are GMT. The time now is <span class="time">${shown(moment(conversation), 'hh:mm A')}</span>.</div><div id="footer_copyright" class="shade footer_copyright">Powered by <a href="https://www.vbulletin.com" id="vbulletinlink">vBulletin&reg;</a> Version 4.2.5 <br />Copyright &copy; 2026 vBulletin Solutions Inc. All rights reserved.</div></div>`,
    }),
    comments: comments.map((said) => entry(said, { time: american(said.time) })),
  };
}

/** Version 5: posts with microdata. */
export function five(conversation) {
  const { title, site, host, comments, signatures = {} } = conversation;
  const thread = number(title, 80_000) + 300;
  const post = (said, index) => {
    const id = thread * 3 + index;
    const who = person(said.author);
    const quote = said.quote
      ? `<div class="bbcode_container"><div class="bbcode_quote"><div class="quote_container"><div class="bbcode_quote_container vb-icon vb-icon-quote-large"></div><div class="bbcode_postedby">Originally posted by <strong>${escaped(comments[said.quote.index].author)}</strong> <a href="/forum/node/${thread * 3 + said.quote.index}#post${thread * 3 + said.quote.index}" rel="nofollow"><img class="inlineimg" src="/images/buttons/viewpost.gif" alt="View Post" /></a></div><div class="message">${escaped(said.quote.text)}</div></div></div></div>`
      : '';
    return `<li data-node-id="${id}" data-node-publishdate="${Date.parse(said.time) / 1000}" data-node-prefix=" " class="b-post b-post--text js-post ${index ? 'js-comment-view' : 'b-post--first js-conversation-starter'} h-restore--on-preview" itemscope itemtype="http://schema.org/Comment" itemprop="comment">
	<a id="post${id}" class="b-post__anchor"></a>
	<hr class="b-divider--section" />
	<div class="b-post__grid-container">
		<div class="l-col__fixed-2 b-post__author-column"><div class="b-userinfo b-userinfo--grid js-userinfo" itemprop="author" itemscope itemtype="http://schema.org/Person">
			<div class="b-userinfo__column-1"><a href="/member/${who.id}" class="b-avatar b-avatar--l"><img src="/core/image.php?userid=${who.id}" alt="${escaped(said.author)}" title="${escaped(said.author)}" /></a></div>
			<div class="b-userinfo__column-2"><div class="author h-text-size--14 h-wordwrap"><strong><a href="/member/${who.id}" data-vbnamecard="${who.id}"><span itemprop="name">${escaped(said.author)}</span></a></strong> <span class="presence h-presence h-presence--offline" title="Offline"></span></div><div class="usertitle">${who.rank}</div>
			<ul class="b-userinfo__additional-info-block h-unstyled-list"><li class="b-userinfo__additional-info"><label class="b-userinfo__additional-info-label">Join Date:</label> <span class="b-userinfo__additional-info-value">${who.since}</span></li><li class="b-userinfo__additional-info"><label class="b-userinfo__additional-info-label">Posts:</label> <span class="b-userinfo__additional-info-value">${who.posts}</span></li></ul></div>
		</div></div>
		<div class="l-col__flexible-2 b-post__body">
			<div class="h-clearfix b-post__header"><div class="h-left"><a class="b-post__count js-show-post-link" href="/forum/${thread}?p=${id}#post${id}">#${index + 1}</a></div>
			${index ? '' : `<h2 class="b-post__title js-post-title b-post__hide-when-deleted" itemprop="name">${escaped(title)}</h2>`}
			<div class="b-post__timestamp"><time itemprop="dateCreated" datetime="${said.time.replace('Z', '')}">${american(said.time)}</time>${said.edited ? ` <span class="b-post__edit-note">Last edited by ${escaped(said.author)}; <span class="date">${american(said.edited)}</span>.</span>` : ''}</div></div>
			<div class="b-post__content js-post__content">
				<div class="b-post__hide-when-deleted">
					<div class="js-post__content-text OLD__post-content-text restore h-wordwrap" itemprop="text">${quote}${rendered(said.text, { ...dialect, code: (text) => `<div class="bbcode_container"><div class="bbcode_description">Code:</div><pre class="bbcode_code">${text}</pre></div>` })}</div>
					${said.picture ? `<div class="post-attachments"><div class="b-post-attachments__header">Attached Files</div><ul class="js-slideshow"><li><a href="/filedata/fetch?id=${id}"><img src="/filedata/fetch?id=${id}&amp;type=thumb" alt="${said.picture}" /></a></li></ul></div>` : ''}
					${signatures[said.author] ? `<div class="b-post__signature post-signature restore">${escaped(signatures[said.author])}</div>` : ''}
				</div>
			</div>
			<div class="b-post__footer js-post__footer h-clearfix"><div class="b-post__edit-conversation-container"></div><ul class="h-left"><li>Tags: <a href="/search?q=${conversation.tags[0]}" rel="nofollow">${conversation.tags[0]}</a></li></ul><ul class="b-post-controls h-right"><li class="b-post-control b-post-control--flag js-post-control js-post-control__flag" title="Flag">Flag</li><li class="b-post-control b-post-control--vote js-post-control__vote"><span class="js-post-control__vote-count">${Math.max(0, said.votes ?? 0)}</span> like</li><li class="b-post-control b-post-control--comment">Comment</li><li class="b-post-control b-post-control--quote">Quote</li></ul></div>
		</div>
	</div>
</li>`;
  };
  return {
    url: `https://${host}/forum/${thread}`,
    html: document({
      attributes: ' id="htmlTag" class="vb-responsive_framework"',
      head: `<meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="generator" content="vBulletin 5.6.4" /><title>${escaped(title)} - ${escaped(site)}</title><meta property="og:title" content="${escaped(title)} - ${escaped(site)}" />`,
      bodyAttributes:
        ' id="vb-page-body" class="page45 vb-page view-mode logged-out" itemscope itemtype="http://schema.org/WebPage"',
      body: `<nav class="b-top-menu__background b-top-menu__background--sitebuilder js-top-menu-sitebuilder h-hide-on-small"></nav>
<div class="noselect h-clearfix h-hide-on-small" id="header-axd"><div class="axd-container"><div class="axd axd_global_header"></div></div><div class="site-logo header-cell"><a href="/"><img src="/filedata/fetch?filedataid=1" alt="Logo" title="${escaped(site)}" /></a></div><ul id="lnkLoginSignupMenu" class="b-top-menu"><li>Login or Sign Up</li></ul></div>
<div id="channel-tabbar" class="h-hide-on-small"><ul class="channel-tabbar-list h-left b-tabbar-channel"><li class="current section-item js-channel-item"><a class="h-left navbar_home" href="/">Forums</a></li><li class="section-item"><a href="/blogs">Blogs</a></li></ul></div>
<div id="outer-wrapper"><div id="wrapper"><nav id="breadcrumbs" aria-label="Breadcrumbs" class="b-breadcrumbs h-restore" itemprop="breadcrumb"><ul class="breadcrumb h-left"><li class="crumb"><a class="crumb" href="/">Home</a></li><li class="crumb separator"><span class="breadcrumb-separator vb-icon"></span><a href="/forum/x">${escaped(conversation.board)}</a></li></ul></nav>
<main id="content"><div class="canvas-layout-container js-canvas-layout-container"><div class="conversation-content-widget forum-conversation-content-widget widget-tabs"><div class="widget-header h-clearfix"><div class="module-title h-left"><h1 class="main-title js-main-title hide-on-editmode">${escaped(title)}</h1></div></div>
<div class="conversation-status-messages"><div class="conversation-status-message notice h-hide"><span></span></div></div>
<div class="conversation-toolbar-wrapper top h-clearfix"><div class="toolset-left"><ul><li><button class="b-button b-button--primary js-post-reply">Post Reply</button></li></ul></div><ul class="pagenav-form"><li><label>Page <input type="text" value="1" class="textbox" /> of <span class="pagetotal">1</span></label></li></ul><ul class="b-toolbar filter"><li>Filter</li><li>Time <select><option>All Time</option><option>Today</option><option>Last Week</option></select></li></ul></div>
<div class="conversation-content"><ul class="conversation-list list-container h-clearfix thread-view">
${comments.map(post).join('\n')}
</ul></div></div></div></main></div>
<footer id="footer"><div id="footer-tabbar"><ul class="nav-footer-list h-left"><li><a href="/help">Help</a></li><li><a href="/contact-us">Contact Us</a></li></ul></div><div id="footer-user-copyright"><div id="footer-vb-copyright">Powered by vBulletin&reg; Version 5.6.4</div><div id="footer-current-datetime">All times are GMT. This page was generated at ${shown(moment(conversation), 'hh:mm A')}.</div></div></footer></div>
<div id="loading-indicator" class="h-hide">Working...</div><div class="sb-dialog h-hide-imp"><div class="dialog-content">Yes</div></div>`,
    }),
    comments: comments.map((said) =>
      entry(said, { time: said.time.replace('Z', ''), otherTimes: [american(said.time)] }),
    ),
  };
}
