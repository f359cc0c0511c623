// phpBB: the prosilver style of 3.3 in three languages, and the older subsilver2 style made of tables.

import { number, person } from '../people.mjs';
import { board, escaped, rendered } from '../text.mjs';
import { document, entry, related } from '../thread.mjs';
import { recent, moment, shown } from '../times.mjs';

const dialect = {
  ...board,
  inline: {
    ...board.inline,
    strong: (text) => `<strong class="text-strong">${text}</strong>`,
    stress: (text) => `<em class="text-italics">${text}</em>`,
    code: (text) => `<span style="font-family: monospace">${text}</span>`,
    link: (label, url) => `<a href="${url}" class="postlink">${label}</a>`,
  },
  code: (text) =>
    `<div class="codebox"><p>Code: <a href="#" onclick="selectCode(this); return false;">Select all</a></p><pre><code>${text}</code></pre></div>`,
};

const languages = {
  en: {
    pattern: 'ddd MMM DD, YYYY h:mm a',
    by: 'by',
    wrote: 'wrote:',
    posts: 'Posts',
    joined: 'Joined',
    place: 'Location',
    rank: 'Member',
    quote: ['Reply with quote', 'Quote'],
    report: ['Report this post', 'Report'],
    reply: ['Post a reply', 'Post Reply'],
    edited: (who, when) => `Last edited by ${who} on ${when}, edited 1 time in total.`,
    attached: 'Attachments',
    top: 'Top',
    page: (count) => `${count} posts &bull; Page <strong>1</strong> of <strong>1</strong>`,
    index: 'Board index',
    search: 'Search this topic…',
    login: ['Login', 'Register', 'FAQ'],
    tools: 'Topic tools',
    print: 'Print view',
    back: 'Return to',
    online: 'Who is online',
    users: 'Users browsing this forum: No registered users and 4 guests',
    zone: 'All times are UTC',
    cookies: 'Delete cookies',
    powered: 'Powered by phpBB® Forum Software © phpBB Limited',
    re: 'Re:',
    contact: 'Contact',
    starter: 'Thread starter',
    viewed: (count) => `Viewed ${count} times`,
  },
  de: {
    pattern: 'ddd D. MMM YYYY, HH:mm',
    by: 'von',
    wrote: 'hat geschrieben:',
    posts: 'Beiträge',
    joined: 'Registriert',
    place: 'Wohnort',
    rank: 'Mitglied',
    quote: ['Mit Zitat antworten', 'Zitat'],
    report: ['Diesen Beitrag melden', 'Melden'],
    reply: ['Antwort erstellen', 'Antworten'],
    edited: (who, when) => `Zuletzt geändert von ${who} am ${when}, insgesamt 1-mal geändert.`,
    attached: 'Dateianhänge',
    top: 'Nach oben',
    page: (count) => `${count} Beiträge &bull; Seite <strong>1</strong> von <strong>1</strong>`,
    index: 'Foren-Übersicht',
    search: 'Thema durchsuchen…',
    login: ['Anmelden', 'Registrieren', 'FAQ'],
    tools: 'Themen-Optionen',
    print: 'Druckansicht',
    back: 'Zurück zu',
    online: 'Wer ist online?',
    users: 'Mitglieder in diesem Forum: 0 Mitglieder und 4 Gäste',
    zone: 'Alle Zeiten sind UTC',
    cookies: 'Alle Cookies löschen',
    powered: 'Powered by phpBB® Forum Software © phpBB Limited — Deutsche Übersetzung durch phpBB.de',
    re: 'Re:',
    contact: 'Kontaktdaten',
    viewed: (count) => `${count} mal betrachtet`,
  },
  fr: {
    pattern: 'ddd D MMM YYYY HH:mm',
    by: 'par',
    wrote: 'a écrit :',
    posts: 'Messages',
    joined: 'Enregistré le',
    place: 'Localisation',
    rank: 'Membre',
    quote: ['Répondre en citant le message', 'Citer'],
    report: ['Signaler ce message', 'Signaler'],
    reply: ['Publier une réponse', 'Répondre'],
    edited: (who, when) => `Modifié en dernier par ${who} le ${when}, modifié 1 fois.`,
    attached: 'Fichiers joints',
    top: 'Haut',
    page: (count) => `${count} messages &bull; Page <strong>1</strong> sur <strong>1</strong>`,
    index: 'Accueil du forum',
    search: 'Rechercher dans le sujet…',
    login: ['Connexion', 'S’enregistrer', 'FAQ'],
    tools: 'Outils de sujet',
    print: 'Aperçu avant impression',
    back: 'Retourner vers',
    online: 'Qui est en ligne',
    users: 'Utilisateurs parcourant ce forum : Aucun utilisateur inscrit et 4 invités',
    zone: 'Fuseau horaire sur UTC',
    cookies: 'Supprimer les cookies',
    powered: 'Développé par phpBB® Forum Software © phpBB Limited — Traduit par phpBB-fr.com',
    re: 'Re:',
    contact: 'Contact',
    viewed: (count) => `Vu ${count} fois`,
  },
};

const icon = (name) => `<i class="icon fa-${name} fa-fw" aria-hidden="true"></i>`;

/** The prosilver style; the language is that of the conversation. */
export function prosilver(conversation) {
  const { title, site, host, comments, signatures = {} } = conversation;
  const label = languages[conversation.language] ?? languages.en;
  const topic = number(title, 40_000) + 200;
  const time = ({ time }) => shown(time, label.pattern, conversation.language);
  const address = (index) => `./viewtopic.php?p=${topic * 3 + index}#p${topic * 3 + index}`;
  const name = (who, classes = 'username') =>
    `<a href="./memberlist.php?mode=viewprofile&amp;u=${person(who).id}" class="${classes}">${escaped(who)}</a>`;
  const quoted = ({ quote }) => {
    if (!quote) return '';
    const from = comments[quote.index];
    return `<blockquote cite="${address(quote.index)}"><div><cite>${name(from.author, '')} ${label.wrote} <a href="${address(quote.index)}" data-post-id="${topic * 3 + quote.index}" onclick="if(document.getElementById(hash.substr(1)))href=hash">↑</a><span class="responsive-hide">${time(from)}</span></cite>\n${escaped(quote.text)}</div></blockquote>\n`;
  };
  const post = (said, index) => {
    const id = topic * 3 + index;
    const who = person(said.author);
    return `<div id="p${id}" class="post has-profile ${index % 2 ? 'bg1' : 'bg2'}">
	<div class="inner">
		<dl class="postprofile" id="profile${id}">
			<dt class="${who.posts > 900 ? 'has-profile-rank' : 'no-profile-rank'} ${index % 3 ? 'has-avatar' : 'no-avatar'}">
				<div class="avatar-container">
					${index % 3 ? `<a href="./memberlist.php?mode=viewprofile&amp;u=${who.id}" class="avatar"><img class="avatar" src="./download/file.php?avatar=${who.id}_1.jpg" width="90" height="90" alt="User avatar" /></a>` : ''}
				</div>
				${name(said.author)}
			</dt>
			${who.posts > 900 ? `<dd class="profile-rank">${label.rank}</dd>` : ''}
			<dd class="profile-posts"><strong>${label.posts}:</strong> <a href="./search.php?author_id=${who.id}&amp;sr=posts">${who.posts}</a></dd>
			<dd class="profile-joined"><strong>${label.joined}:</strong> ${shown(who.joined, label.pattern, conversation.language)}</dd>
			${who.place ? `<dd class="profile-custom-field profile-phpbb_location"><strong>${label.place}:</strong> ${who.place}</dd>` : ''}
			<dd class="profile-contact">
				<strong>${label.contact}:</strong>
				<div class="dropdown-container dropdown-left">
					<a href="#" class="dropdown-trigger" title="${label.contact} ${escaped(said.author)}">${icon('commenting-o')}<span class="sr-only">${label.contact} ${escaped(said.author)}</span></a>
					<div class="dropdown"><div class="pointer"><div class="pointer-inner"></div></div><div class="dropdown-contents contact-icons"><div><a href="./memberlist.php?mode=email&amp;u=${who.id}" title="Website" class="last-cell"><span class="contact-icon phpbb_website-icon">Website</span></a></div></div></div>
				</div>
			</dd>
		</dl>
		<div class="postbody">
			<div id="post_content${id}">
				<h3 ${index ? '' : 'class="first"'}><a href="${address(index)}">${index ? `${label.re} ` : ''}${escaped(title)}</a></h3>
				<ul class="post-buttons">
					<li><a href="./report.php?p=${id}" title="${label.report[0]}" class="button button-icon-only">${icon('exclamation')}<span class="sr-only">${label.report[1]}</span></a></li>
					<li><a href="./posting.php?mode=quote&amp;p=${id}" title="${label.quote[0]}" class="button button-icon-only">${icon('quote-left')}<span class="sr-only">${label.quote[1]}</span></a></li>
				</ul>
				<p class="author">
					<a class="unread" href="${address(index)}" title="${label.posts}"><i class="icon fa-file fa-fw icon-lightgray icon-md" aria-hidden="true"></i><span class="sr-only">${label.posts}</span></a>
					<span class="responsive-hide">${label.by} <strong>${name(said.author)}</strong> &raquo; </span><time datetime="${said.time.replace('Z', '+00:00')}">${time(said)}</time>
				</p>
				<div class="content">${quoted(said)}${rendered(said.text, dialect)}</div>
				${
          said.picture
            ? `<dl class="attachbox">
					<dt>${label.attached}</dt>
					<dd><dl class="file"><dt class="attach-image"><img src="./download/file.php?id=${id}" class="postimage" alt="${said.picture}" onclick="viewableArea(this);" /></dt><dd>${said.picture} (214.07 KiB) ${label.viewed(97)}</dd></dl></dd>
				</dl>`
            : ''
        }
				${said.edited ? `<div class="notice">${label.edited(name(said.author), shown(said.edited, label.pattern, conversation.language))}</div>` : ''}
				${signatures[said.author] ? `<div id="sig${id}" class="signature">${escaped(signatures[said.author])}</div>` : ''}
			</div>
		</div>
		<div class="back2top"><a href="#top" class="top" title="${label.top}"><i class="icon fa-chevron-circle-up fa-fw icon-gray" aria-hidden="true"></i><span class="sr-only">${label.top}</span></a></div>
	</div>
</div>
<hr class="divider" />`;
  };
  const actions = `<a href="./posting.php?mode=reply&amp;t=${topic}" class="button" title="${label.reply[0]}"><span>${label.reply[1]}</span> ${icon('reply')}</a>
	<div class="dropdown-container dropdown-button-control topic-tools"><span title="${label.tools}" class="button button-secondary dropdown-trigger dropdown-select">${icon('wrench')}<span class="caret">${icon('sort-down')}</span></span><div class="dropdown"><div class="pointer"><div class="pointer-inner"></div></div><ul class="dropdown-contents"><li><a href="./viewtopic.php?t=${topic}&amp;view=print" accesskey="p">${icon('print')}<span>${label.print}</span></a></li></ul></div></div>`;
  const pages = `<div class="pagination">${label.page(comments.length)}</div>`;
  const crumbs = `<ul id="nav-breadcrumbs" class="nav-breadcrumbs linklist navlinks" role="menubar"><li class="breadcrumbs" itemscope itemtype="https://schema.org/BreadcrumbList"><span class="crumb" itemtype="https://schema.org/ListItem" itemprop="itemListElement" itemscope><a itemprop="item" href="./index.php" accesskey="h"><i class="icon fa-home fa-fw"></i><span itemprop="name">${label.index}</span></a><meta itemprop="position" content="1" /></span> <span class="crumb" itemtype="https://schema.org/ListItem" itemprop="itemListElement" itemscope data-forum-id="1"><a itemprop="item" href="./viewforum.php?f=1"><span itemprop="name">${escaped(conversation.section)}</span></a><meta itemprop="position" content="2" /></span> <span class="crumb" itemtype="https://schema.org/ListItem" itemprop="itemListElement" itemscope data-forum-id="4"><a itemprop="item" href="./viewforum.php?f=4"><span itemprop="name">${escaped(conversation.board)}</span></a><meta itemprop="position" content="3" /></span></li></ul>`;
  const html = document({
    language: conversation.language,
    attributes: ' class="js"',
    head: `<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escaped(title)} - ${escaped(site)}</title>
<link rel="alternate" type="application/atom+xml" title="Feed - ${escaped(site)}" href="/app.php/feed">
<link rel="canonical" href="https://${host}/viewtopic.php?t=${topic}">
<link href="./styles/prosilver/theme/stylesheet.css?assets_version=41" rel="stylesheet">`,
    bodyAttributes: ' id="phpbb" class="nojs notouch section-viewtopic ltr "',
    body: `<div id="wrap" class="wrap">
<a id="top" class="top-anchor" accesskey="t"></a>
<div id="page-header">
<div class="headerbar" role="banner"><div class="inner"><div id="site-description" class="site-description"><a id="logo" class="logo" href="./index.php" title="${label.index}"><span class="site_logo"></span></a><h1>${escaped(site)}</h1><p>${escaped(conversation.section)} · since 2004</p><p class="skiplink"><a href="#start_here">Skip to content</a></p></div>
<div id="search-box" class="search-box search-header" role="search"><form action="./search.php" method="get" id="search"><fieldset><input name="keywords" id="keywords" type="search" maxlength="128" class="inputbox search tiny" size="20" value="" placeholder="${label.search}" /><button class="button button-search" type="submit">${icon('search')}</button></fieldset></form></div></div></div>
<div class="navbar" role="navigation"><div class="inner"><ul id="nav-main" class="nav-main linklist" role="menubar"><li data-skip-responsive="true"><a href="/app.php/help/faq" rel="help" role="menuitem">${icon('question-circle')}<span>${label.login[2]}</span></a></li><li class="rightside" data-skip-responsive="true"><a href="./ucp.php?mode=login" accesskey="x" role="menuitem">${icon('power-off')}<span>${label.login[0]}</span></a></li><li class="rightside" data-skip-responsive="true"><a href="./ucp.php?mode=register" role="menuitem">${icon('pencil-square-o')}<span>${label.login[1]}</span></a></li></ul>${crumbs}</div></div>
</div>
<a id="start_here" class="anchor"></a>
<div id="page-body" class="page-body" role="main">
<h2 class="topic-title"><a href="./viewtopic.php?t=${topic}">${escaped(title)}</a></h2>
<div class="action-bar bar-top">${actions}<div class="search-box" role="search"><form method="get" id="topic-search" action="./search.php"><fieldset><input class="inputbox search tiny" type="search" name="keywords" id="search_keywords" size="20" placeholder="${label.search}" /></fieldset></form></div>${pages}</div>
${comments.map(post).join('\n')}
<div class="action-bar bar-bottom">${actions}${pages}</div>
<div class="action-bar actions-jump"><p class="jumpbox-return"><a href="./viewforum.php?f=4" class="left-box arrow-left" accesskey="r"><i class="icon fa-angle-left fa-fw icon-black" aria-hidden="true"></i><span>${label.back} “${escaped(conversation.board)}”</span></a></p></div>
<div class="stat-block online-list"><h3><a href="./viewonline.php">${label.online}</a></h3><p>${label.users}</p></div>
</div>
<div id="page-footer" class="page-footer" role="contentinfo"><div class="navbar" role="navigation"><div class="inner"><ul id="nav-footer" class="nav-footer linklist" role="menubar"><li class="breadcrumbs"><span class="crumb"><a href="./index.php"><span>${label.index}</span></a></span></li><li class="rightside">${label.zone}</li><li class="rightside"><a href="./ucp.php?mode=delete_cookies" data-ajax="true">${label.cookies}</a></li></ul></div></div><div class="copyright"><p class="footer-row"><span class="footer-copyright">${label.powered}</span></p></div>
<div id="darkenwrapper" class="darkenwrapper" data-ajax-error-title="AJAX error"><div id="darken" class="darken">&nbsp;</div></div><div id="phpbb_alert" class="phpbb_alert"><a href="#" class="alert_close"></a><h3 class="alert_title">&nbsp;</h3><p class="alert_text"></p></div></div>
</div>
<script src="./assets/javascript/jquery-3.6.0.min.js?assets_version=41"></script>`,
  });
  return {
    url: `https://${host}/viewtopic.php?t=${topic}`,
    html,
    comments: comments.map((said) => entry(said, { time: said.time.replace('Z', '+00:00'), otherTimes: [time(said)] })),
  };
}

/** The subsilver2 style of 3.0: one table, two rows for each post. */
export function subsilver(conversation) {
  const { title, site, host, comments, signatures = {} } = conversation;
  const topic = number(title, 9000) + 200;
  const time = (text) => shown(text, 'ddd MMM DD, YYYY h:mm a');
  const old = {
    ...dialect,
    inline: {
      ...dialect.inline,
      strong: (text) => `<span style="font-weight: bold">${text}</span>`,
      stress: (text) => `<span style="font-style: italic">${text}</span>`,
    },
    code: (text) =>
      `<div class="codetitle"><b>Code:</b></div><div class="codecontent">${text.replaceAll('\n', '<br />').replaceAll('  ', '&nbsp; ')}</div>`,
  };
  const post = (said, index) => {
    const id = topic * 3 + index;
    const who = person(said.author);
    const row = index % 2 ? 'row2' : 'row1';
    const quote = said.quote
      ? `<div class="quotetitle">${escaped(comments[said.quote.index].author)} wrote:</div><div class="quotecontent">${escaped(said.quote.text)}</div><br />`
      : '';
    return `<table class="tablebg" width="100%" cellspacing="1">
<tr class="${row}">
	<td align="center" valign="middle"><a name="p${id}"></a><b class="postauthor"${index ? '' : ' style="color: #AA0000"'}>${escaped(said.author)}</b></td>
	<td width="100%" height="25"><table width="100%" cellspacing="0"><tr><td class="gensmall" width="100%"><div style="float: left;">&nbsp;<b>Post subject:</b> ${index ? 'Re: ' : ''}${escaped(title)}</div><div style="float: right;"><a href="./viewtopic.php?p=${id}#p${id}"><img src="./styles/subsilver2/imageset/icon_post_target.gif" width="12" height="9" alt="Post" title="Post" /></a><b>Posted:</b> ${time(said.time)}&nbsp;</div></td></tr></table></td>
</tr>
<tr class="${row}">
	<td valign="top" class="profile">
		<table cellspacing="4" align="center" width="150"><tr><td class="postdetails">${who.rank}</td></tr>${index % 2 ? `<tr><td><img src="./download/file.php?avatar=${who.id}.gif" width="80" height="80" alt="User avatar" /></td></tr>` : ''}</table>
		<span class="postdetails"><br /><b>Joined:</b> ${time(who.joined)}<br /><b>Posts:</b> ${who.posts}${who.place ? `<br /><b>Location:</b> ${who.place}` : ''}</span>
	</td>
	<td valign="top">
		<table width="100%" cellspacing="5"><tr><td>
			<div class="postbody">${quote}${rendered(said.text, old)}</div>
			${said.picture ? `<br clear="all" /><table class="tablebg" width="100%" cellspacing="1"><tr><td class="row3"><b class="genmed">Attachments: </b></td></tr><tr><td class="row2"><img src="./download/file.php?id=${id}" alt="${said.picture}" /><br /><span class="gensmall">${said.picture} [ 88.21 KiB | Viewed 341 times ]</span></td></tr></table>` : ''}
			${signatures[said.author] ? `<span class="postbody"><br />_________________<br />${escaped(signatures[said.author])}</span>` : ''}
			${said.edited ? `<br /><br /><span class="gensmall">Last edited by <a href="./memberlist.php?mode=viewprofile&amp;u=${who.id}">${escaped(said.author)}</a> on ${time(said.edited)}, edited 1 time in total.</span>` : ''}
			<br clear="all" /><br />
			<table width="100%" cellspacing="0"><tr valign="middle"><td class="gensmall" align="right"><a href="./report.php?p=${id}"><img src="./styles/subsilver2/imageset/icon_post_report.gif" alt="Report this post" title="Report this post" /></a></td></tr></table>
		</td></tr></table>
	</td>
</tr>
<tr class="${row}">
	<td class="profile"><strong><a href="#wrapheader">Top</a></strong></td>
	<td><div class="gensmall" style="float: left;">&nbsp;<a href="./memberlist.php?mode=viewprofile&amp;u=${who.id}"><img src="./styles/subsilver2/imageset/en/icon_user_profile.gif" alt="Profile" title="Profile" /></a> &nbsp;</div> <div class="gensmall" style="float: right;"><a href="./posting.php?mode=quote&amp;p=${id}"><img src="./styles/subsilver2/imageset/en/icon_post_quote.gif" alt="Reply with quote" title="Reply with quote" /></a> &nbsp;</div></td>
</tr>
<tr><td class="spacer" colspan="2" height="1"><img src="images/spacer.gif" alt="" width="1" height="1" /></td></tr>
</table>`;
  };
  const bar = `<table width="100%" cellspacing="1"><tr><td align="left" valign="middle" nowrap="nowrap"><a href="./posting.php?mode=post&amp;f=4"><img src="./styles/subsilver2/imageset/en/button_topic_new.gif" alt="Post new topic" title="Post new topic" /></a>&nbsp;<a href="./posting.php?mode=reply&amp;t=${topic}"><img src="./styles/subsilver2/imageset/en/button_topic_reply.gif" alt="Reply to topic" title="Reply to topic" /></a></td><td class="nav" valign="middle" nowrap="nowrap">&nbsp;Page <strong>1</strong> of <strong>1</strong><br /></td><td class="gensmall" nowrap="nowrap">&nbsp;[ ${comments.length} posts ]&nbsp;</td></tr></table>`;
  const crumbs = `<table class="tablebg" width="100%" cellspacing="1" cellpadding="0" style="margin-top: 5px;"><tr><td class="row1"><p class="breadcrumbs"><a href="./index.php">Board index</a> &#187; <a href="./viewforum.php?f=1">${escaped(conversation.section)}</a> &#187; <a href="./viewforum.php?f=4">${escaped(conversation.board)}</a></p><p class="datetime">All times are UTC </p></td></tr></table>`;
  return {
    url: `http://${host}/viewtopic.php?f=4&t=${topic}`,
    html: document({
      head: `<meta http-equiv="content-style-type" content="text/css" />
<title>${escaped(site)} &bull; View topic - ${escaped(title)}</title>
<link rel="stylesheet" href="./styles/subsilver2/theme/stylesheet.css" type="text/css" />
<script type="text/javascript">
// <![CDATA[
function popup(url, width, height, name) { window.open(url.replace(/&amp;/g, '&'), name, 'height=' + height + ',width=' + width); return false; }
// ]]>
</script>`,
      bodyAttributes: ' class="ltr"',
      body: `<a name="top"></a>
<div id="wrapheader">
<div id="logodesc"><table width="100%" cellspacing="0"><tr><td><a href="./index.php"><img src="./styles/subsilver2/imageset/site_logo.gif" width="170" height="94" alt="" title="" /></a></td><td width="100%" align="center"><h1>${escaped(site)}</h1><span class="gen">Questions and answers since 2003</span></td></tr></table></div>
<div id="menubar"><table width="100%" cellspacing="0"><tr><td class="genmed"><a href="./ucp.php?mode=login"><img src="./styles/subsilver2/theme/images/icon_mini_login.gif" width="12" height="13" alt="*" /> Login</a>&nbsp; &nbsp;<a href="./ucp.php?mode=register"><img src="./styles/subsilver2/theme/images/icon_mini_register.gif" width="12" height="13" alt="*" /> Register</a></td><td class="genmed" align="right"><a href="./faq.php">FAQ</a>&nbsp; &nbsp;<a href="./search.php">Search</a></td></tr></table></div>
<div id="datebar"><table width="100%" cellspacing="0"><tr><td class="gensmall"></td><td class="gensmall" align="right">It is currently ${time(moment(conversation))}<br /></td></tr></table></div>
</div>
<div id="wrapcentre">
<p class="searchbar"><span style="float: left;"><a href="./search.php?search_id=unanswered">View unanswered posts</a> | <a href="./search.php?search_id=active_topics">View active topics</a></span></p><br style="clear: both;" />
${crumbs}<br />
<div id="pageheader"><h2><a class="titles" href="./viewtopic.php?f=4&amp;t=${topic}">${escaped(title)}</a></h2><p class="moderators">Moderator: <a href="./memberlist.php?mode=group&amp;g=12">Moderators</a></p></div>
<br clear="all" /><br />
<div id="pagecontent">
${bar}
<table class="tablebg" width="100%" cellspacing="1"><tr><td class="cat"><table width="100%" cellspacing="0"><tr><td class="nav" nowrap="nowrap">&nbsp;<a href="./viewtopic.php?t=${topic}&amp;view=print" title="Print view">Print view</a></td><td class="nav" align="right" nowrap="nowrap"><a href="./viewtopic.php?t=${topic}&amp;view=previous">Previous topic</a> | <a href="./viewtopic.php?t=${topic}&amp;view=next">Next topic</a>&nbsp;</td></tr></table></td></tr><tr><th>Author</th><th>Message</th></tr></table>
${comments.map(post).join('\n')}
<table width="100%" cellspacing="1" class="tablebg"><tr align="center"><td class="cat"><form name="viewtopic" method="post" action="./viewtopic.php?t=${topic}"><span class="gensmall">Display posts from previous:</span> <select name="st" id="st"><option value="0" selected="selected">All posts</option><option value="1">1 day</option><option value="7">7 days</option></select>&nbsp;<span class="gensmall">Sort by</span> <select name="sk" id="sk"><option value="a">Author</option><option value="t" selected="selected">Post time</option></select>&nbsp;<input class="btnlite" type="submit" value="Go" name="sort" /></form></td></tr></table>
${bar}
</div>
${crumbs}
<br clear="all" /><table class="tablebg" width="100%" cellspacing="1"><tr><td class="cat"><h4>Who is online</h4></td></tr><tr><td class="row1"><p class="gensmall">Users browsing this forum: No registered users and 2 guests</p></td></tr></table>
<table width="100%" cellspacing="1"><tr><td width="40%" valign="top" nowrap="nowrap" align="left"></td><td align="right" valign="top" nowrap="nowrap"><span class="gensmall">You <strong>cannot</strong> post new topics in this forum<br />You <strong>cannot</strong> reply to topics in this forum<br />You <strong>cannot</strong> edit your posts in this forum<br /></span></td></tr></table>
</div>
<div id="wrapfooter"><span class="copyright">Powered by <a href="http://www.phpbb.com/">phpBB</a> &copy; 2000, 2002, 2005, 2007 phpBB Group</span></div>`,
    }),
    comments: comments.map((said) => entry(said, { time: time(said.time) })),
  };
}

/** A list of topics: people and times, and nobody says anything. */
export function topics(conversation) {
  const { site, host, board: forum } = conversation;
  const now = moment(conversation);
  const last = (at) =>
    recent(new Date(Date.parse(now) - at * 17 * 3600_000).toISOString(), now, {
      day: 'ddd MMM DD, YYYY',
      hour: 'h:mm a',
      between: ' ',
    });
  const rows = [conversation.title, ...related].map((title, at) => {
    const first = conversation.comments[at % conversation.comments.length].author;
    const final = conversation.comments[(at * 3 + 1) % conversation.comments.length].author;
    const link = (who) =>
      `<a href="./memberlist.php?mode=viewprofile&amp;u=${person(who).id}" class="username">${escaped(who)}</a>`;
    return `<li class="row bg${(at % 2) + 1}${at ? '' : ' sticky'}"><dl class="row-item topic_read"><dt title="No unread posts"><div class="list-inner"><a href="./viewtopic.php?t=${at + 70}" class="topictitle">${escaped(title)}</a><br /><div class="responsive-show" style="display: none;">Last post by ${link(final)} &laquo; <a href="./viewtopic.php?p=${at + 900}#p${at + 900}" title="Go to last post"><time datetime="${now}">${last(at)}</time></a></div><div class="topic-poster responsive-hide left-box">by ${link(first)} &raquo; <time datetime="${now}">${last(at + 9)}</time></div></div></dt><dd class="posts">${number(title, 60)} <dfn>Replies</dfn></dd><dd class="views">${number(title, 5000)} <dfn>Views</dfn></dd><dd class="lastpost"><span><dfn>Last post </dfn>by ${link(final)} <a href="./viewtopic.php?p=${at + 900}#p${at + 900}" title="Go to last post">${icon('external-link-square')}<span class="sr-only"></span></a><br /><time datetime="${now}">${last(at)}</time></span></dd></dl></li>`;
  });
  return {
    url: `https://${host}/viewforum.php?f=4`,
    isThread: false,
    html: document({
      head: `<meta name="viewport" content="width=device-width, initial-scale=1" /><title>${escaped(forum)} - ${escaped(site)}</title>`,
      bodyAttributes: ' id="phpbb" class="nojs notouch section-viewforum ltr "',
      body: `<div id="wrap" class="wrap"><div id="page-header"><div class="headerbar" role="banner"><div class="inner"><div id="site-description" class="site-description"><h1>${escaped(site)}</h1></div></div></div></div>
<div id="page-body" class="page-body" role="main"><h2 class="forum-title"><a href="./viewforum.php?f=4">${escaped(forum)}</a></h2>
<div class="action-bar bar-top"><a href="./posting.php?mode=post&amp;f=4" class="button" title="Post a new topic"><span>New Topic</span> ${icon('pencil')}</a><div class="pagination">${rows.length} topics &bull; Page <strong>1</strong> of <strong>1</strong></div></div>
<div class="forumbg"><div class="inner"><ul class="topiclist"><li class="header"><dl class="row-item"><dt><div class="list-inner">Topics</div></dt><dd class="posts">Replies</dd><dd class="views">Views</dd><dd class="lastpost"><span>Last post</span></dd></dl></li></ul><ul class="topiclist topics">${rows.join('\n')}</ul></div></div>
<div class="stat-block permissions"><h3>Forum permissions</h3><p>You <strong>cannot</strong> post new topics in this forum<br>You <strong>cannot</strong> reply to topics in this forum<br></p></div></div>
<div id="page-footer" class="page-footer" role="contentinfo"><div class="copyright"><p class="footer-row">Powered by phpBB</p></div></div></div>`,
    }),
    comments: [],
  };
}
