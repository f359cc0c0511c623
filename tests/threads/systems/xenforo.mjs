// XenForo: the list items of version 1 and the articles of version 2.

import { number, person, slug } from '../people.mjs';
import { board, escaped, rendered, said as plain, scripted } from '../text.mjs';
import { document, entry, related } from '../thread.mjs';
import { moment, recent, seconds, shown } from '../times.mjs';

const dialect = {
  ...board,
  inline: { ...board.inline, code: (text) => `<code class="bbCodeInline">${text}</code>` },
  paragraph: (text) => text,
  between: (before, after) => (before === 'paragraph' && after === 'paragraph' ? '<br />\n<br />\n' : '<br />\n'),
  code: (text) =>
    `<div class="bbCodeBlock bbCodeBlock--screenLimited bbCodeBlock--code"><div class="bbCodeBlock-title">Code:</div><div class="bbCodeBlock-content" dir="ltr"><pre class="bbCodeCode" dir="ltr" data-xf-init="code-block" data-lang=""><code>${text}</code></pre></div></div>`,
};

const stamp = (time) => time.replace('Z', '+0000');

/** Version 2.3. */
export function two(conversation) {
  const { title, site, host, comments, signatures = {} } = conversation;
  const thread = number(title, 60_000) + 100;
  const now = moment(conversation, 27);
  const path = `/threads/${slug(title)}.${thread}/`;
  const clock = (time, more = '') => {
    const days = recent(time, now, { day: 'MMM D, YYYY', hour: 'h:mm A', between: ' at ' });
    const label = /day/.test(days) ? days : shown(time, 'MMM D, YYYY');
    return `<time class="u-dt" dir="auto" datetime="${stamp(time)}" data-timestamp="${seconds(time)}" data-date="${shown(time, 'MMM D, YYYY')}" data-time="${shown(time, 'h:mm A')}" data-short="${shown(time, 'MMM YY')}" title="${shown(time, 'MMM D, YYYY [at] h:mm A')}"${more}>${label}</time>`;
  };
  const shownTime = (time) => /u-dt.*>([^<]*)<\/time>/.exec(clock(time))[1];
  const avatar = (name, size) =>
    `<a href="/members/${slug(name)}.${person(name).id}/" class="avatar avatar--${size} avatar--default avatar--default--dynamic" data-user-id="${person(name).id}" data-xf-init="member-tooltip" style="background-color: #3d5c99; color: #b3c6ea"><span class="avatar-u${person(name).id}-${size}" role="img" aria-label="${escaped(name)}">${person(name).initial.toUpperCase()}</span></a>`;
  const user = (name, inside = escaped(name)) =>
    `<a href="/members/${slug(name)}.${person(name).id}/" class="username " dir="auto" data-user-id="${person(name).id}" data-xf-init="member-tooltip">${inside}</a>`;
  const quoted = ({ quote }) => {
    if (!quote) return '';
    const { author } = comments[quote.index];
    return `<blockquote data-attributes="member: ${person(author).id}" data-quote="${escaped(author)}" data-source="post: ${thread * 4 + quote.index}" class="bbCodeBlock bbCodeBlock--expandable bbCodeBlock--quote js-expandWatch">
	<div class="bbCodeBlock-title"><a href="/goto/post?id=${thread * 4 + quote.index}" class="bbCodeBlock-sourceJump" rel="nofollow" data-xf-click="attribution" data-content-selector="#post-${thread * 4 + quote.index}">${escaped(author)} said:</a></div>
	<div class="bbCodeBlock-content"><div class="bbCodeBlock-expandContent js-expandContent ">${escaped(quote.text)}</div><div class="bbCodeBlock-expandLink js-expandLink"><a role="button" tabindex="0">Click to expand...</a></div></div>
</blockquote>`;
  };
  const post = (said, index) => {
    const id = thread * 4 + index;
    const who = person(said.author);
    return `<article class="message message--post ${said.isAccepted ? 'message--solution ' : ''}js-post js-inlineModContainer" data-author="${escaped(said.author)}" data-content="post-${id}" id="js-post-${id}"${index ? ` itemscope itemtype="https://schema.org/Comment" itemid="https://${host}/posts/${id}/"` : ''}>
	${index ? `<meta itemprop="parentItem" itemscope itemid="https://${host}${path}" /><meta itemprop="name" content="Post #${index + 1}" />` : ''}
	<span class="u-anchorTarget" id="post-${id}"></span>
	<div class="message-inner">
		<div class="message-cell message-cell--user">
			<section class="message-user" itemprop="author" itemscope itemtype="https://schema.org/Person" itemid="https://${host}/members/${slug(said.author)}.${who.id}/">
				<meta itemprop="url" content="https://${host}/members/${slug(said.author)}.${who.id}/" />
				<div class="message-avatar "><div class="message-avatar-wrapper">${avatar(said.author, 'm')}</div></div>
				<div class="message-userDetails"><h4 class="message-name">${user(said.author, `<span itemprop="name">${escaped(said.author)}</span>`)}</h4><h5 class="userTitle message-userTitle" dir="auto" itemprop="jobTitle">${who.rank}</h5>${said.author === comments[0].author ? '<div class="userBanner userBanner userBanner--accent message-userBanner"><span class="userBanner-before"></span><strong>Thread starter</strong><span class="userBanner-after"></span></div>' : ''}</div>
				<div class="message-userExtras"><dl class="pairs pairs--justified"><dt><span data-xf-init="tooltip" title="Joined"><svg xmlns="http://www.w3.org/2000/svg" role="img" class="fa--xf far fa-user fa-fw"><title>Joined</title><use href="/data/local/icons/regular.svg#user"></use></svg></span></dt><dd>${shown(who.joined, 'MMM D, YYYY')}</dd></dl><dl class="pairs pairs--justified"><dt>Messages</dt><dd>${who.counted}</dd></dl><dl class="pairs pairs--justified"><dt>Reaction score</dt><dd>${who.likes}</dd></dl>${who.place ? `<dl class="pairs pairs--justified"><dt>Location</dt><dd><a href="/misc/location-info?location=x" rel="nofollow noreferrer" target="_blank" class="u-concealed">${who.place}</a></dd></dl>` : ''}</div>
				<span class="message-userArrow"></span>
			</section>
		</div>
		<div class="message-cell message-cell--main">
			<div class="message-main js-quickEditTarget">
				<header class="message-attribution message-attribution--split">
					<ul class="message-attribution-main listInline "><li class="u-concealed"><a href="${path}post-${id}" rel="nofollow" itemprop="url">${clock(said.time, ' itemprop="datePublished"')}</a></li></ul>
					<ul class="message-attribution-opposite message-attribution-opposite--list "><li><a href="${path}post-${id}" class="message-attribution-gadget" data-xf-init="share-tooltip" aria-label="Share" rel="nofollow"><svg class="fa--xf far fa-share-alt" role="img" aria-hidden="true"><use href="/data/local/icons/regular.svg#share-alt"></use></svg></a></li><li class="u-hidden js-embedCopy"><a href="javascript:" aria-label="Copy embed code"></a></li><li><a href="${path}post-${id}" rel="nofollow">#${index + 1}</a></li></ul>
				</header>
				<div class="message-content js-messageContent">
					${said.isAccepted ? '<div class="message-solutionNotice">Solution</div>' : ''}
					<div class="message-userContent lbContainer js-lbContainer " data-lb-id="post-${id}" data-lb-caption-desc="${escaped(said.author)} &middot; ${shown(said.time, 'MMM D, YYYY [at] h:mm A')}">
						<article class="message-body js-selectToQuote">
							<div itemprop="text"><div class="bbWrapper">${quoted(said)}${rendered(said.text, dialect)}</div></div>
							<div class="js-selectToQuoteEnd">&nbsp;</div>
						</article>
						${said.picture ? `<section class="message-attachments"><h4 class="block-textHeader">Attachments</h4><ul class="attachmentList"><li class="file file--linked"><a class="u-anchorTarget" id="attachment-${id}"></a><a class="file-preview js-lbImage" href="/attachments/${id}/" target="_blank"><img src="/data/attachments/${id}.jpg" alt="${said.picture}" width="250" height="187" loading="lazy" /></a><div class="file-content"><div class="file-info"><span class="file-name" title="${said.picture}">${said.picture}</span><div class="file-meta">214.1 KB &middot; Views: 97</div></div></div></li></ul></section>` : ''}
					</div>
					${said.edited ? `<div class="message-lastEdit">Last edited: ${clock(said.edited, ' itemprop="dateModified"')}</div>` : ''}
					${signatures[said.author] ? `<aside class="message-signature"><div class="bbWrapper">${escaped(signatures[said.author])}</div></aside>` : ''}
				</div>
				<footer class="message-footer">
					<div class="message-microdata" itemprop="interactionStatistic" itemtype="https://schema.org/InteractionCounter" itemscope><meta itemprop="userInteractionCount" content="${said.votes ?? 0}" /><meta itemprop="interactionType" content="https://schema.org/LikeAction" /></div>
					<div class="message-actionBar actionBar"><div class="actionBar-set actionBar-set--external"><a href="/posts/${id}/react?reaction_id=1" class="reaction reaction--imageHidden reaction--1 actionBar-action actionBar-action--reaction" data-reaction-id="1"><i aria-hidden="true"></i><span class="reaction-text js-reactionText"><bdi>Like</bdi></span></a><a href="${path}reply?quote=${id}" class="actionBar-action actionBar-action--reply" rel="nofollow">Reply</a></div><div class="actionBar-set actionBar-set--internal"><a href="/posts/${id}/report" class="actionBar-action actionBar-action--report" data-xf-click="overlay" rel="nofollow">Report</a></div></div>
					${said.votes > 1 ? `<div class="reactionsBar js-reactionsList is-active"><ul class="reactionSummary"><li><span class="reaction reaction--small reaction--1" data-reaction-id="1"><i aria-hidden="true"></i><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" loading="lazy" class="reaction-sprite js-reaction" alt="Like" title="Like" /></span></li></ul><span class="u-srOnly">Reactions:</span><a class="reactionsBar-link" href="/posts/${id}/reactions" data-xf-click="overlay" data-cache="false" rel="nofollow"><bdi>${escaped(comments[(index + 2) % comments.length].author)}</bdi> and ${said.votes - 1} others</a></div>` : '<div class="reactionsBar js-reactionsList "></div>'}
					<div class="js-historyTarget message-historyTarget toggleTarget" data-href="trigger-href"></div>
				</footer>
			</div>
		</div>
	</div>
</article>${index === 0 ? '\n<div class="samCodeUnit" data-position="post_below_container_1"><div class="samItem"><ins class="adsbygoogle" style="display:block" data-ad-client="ca-pub-0" data-ad-slot="1"></ins></div></div>' : ''}`;
  };
  const data = {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    '@id': `https://${host}${path}`,
    headline: title,
    articleSection: conversation.board,
    datePublished: stamp(comments[0].time),
    author: { '@type': 'Person', name: comments[0].author },
    text: plain(comments[0].text),
    interactionStatistic: [
      {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/ReplyAction',
        userInteractionCount: comments.length - 1,
      },
    ],
  };
  return {
    url: `https://${host}${path}`,
    html: document({
      attributes: ` id="XF" data-app="public" data-template="thread_view" data-container-key="node-4" data-content-key="thread-${thread}" data-logged-in="false" class="has-no-js template-thread_view"`,
      head: `<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escaped(title)} | ${escaped(site)}</title>
<link rel="canonical" href="https://${host}${path}" />
<meta property="og:site_name" content="${escaped(site)}" /><meta property="og:type" content="website" /><meta property="og:title" content="${escaped(title)}" />
<script type="application/ld+json">${scripted(data)}</script>`,
      bodyAttributes: ' data-template="thread_view"',
      body: `<div class="p-pageWrapper" id="top">
<header class="p-header" id="header"><div class="p-header-inner"><div class="p-header-content"><div class="p-header-logo p-header-logo--image"><a href="/"><img src="/styles/logo.png" alt="${escaped(site)}" width="180" height="36" /></a></div></div></div></header>
<div class="p-navSticky p-navSticky--primary" data-xf-init="sticky-header"><nav class="p-nav"><div class="p-nav-inner"><button type="button" class="button button--plain p-nav-menuTrigger" aria-label="Menu"><i aria-hidden="true"></i></button><ul class="p-nav-list js-offCanvasNavSource"><li><div class="p-navEl is-selected"><a href="/forums/" class="p-navEl-link p-navEl-link--splitMenu" data-nav-id="forums">Forums</a></div></li><li><div class="p-navEl"><a href="/whats-new/" class="p-navEl-link">What's new</a></div></li><li><div class="p-navEl"><a href="/members/" class="p-navEl-link">Members</a></div></li></ul><div class="p-nav-opposite"><div class="p-account p-navgroup p-navgroup--guest"><a href="/login/" class="p-navgroup-link p-navgroup-link--textual p-navgroup-link--logIn" data-xf-click="overlay"><span class="p-navgroup-linkText">Log in</span></a><a href="/register/" class="p-navgroup-link p-navgroup-link--register"><span class="p-navgroup-linkText">Register</span></a></div><div class="p-navgroup p-discovery"><div class="menu menu--structural menu--wide" data-menu="menu" aria-hidden="true"><form action="/search/search" method="post" class="menu-content"><h3 class="menu-header">Search</h3><input type="text" class="input" name="keywords" placeholder="Search…" aria-label="Search" /></form></div></div></div></div></nav></div>
<div class="p-body"><div class="p-body-inner">
<ul class="p-breadcrumbs " itemscope itemtype="https://schema.org/BreadcrumbList"><li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem"><a href="/" itemprop="item"><span itemprop="name">Forums</span></a><meta itemprop="position" content="1" /></li><li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem"><a href="/forums/x.4/" itemprop="item"><span itemprop="name">${escaped(conversation.board)}</span></a><meta itemprop="position" content="2" /></li></ul>
<noscript class="js-jsWarning"><div class="blockMessage blockMessage--important blockMessage--iconic u-noJsOnly">JavaScript is disabled. For a better experience, please enable JavaScript in your browser before proceeding.</div></noscript>
<div class="p-body-header"><div class="p-title "><h1 class="p-title-value">${escaped(title)}</h1></div><div class="p-description"><ul class="listInline listInline--bullet"><li><i class="fa--xf far fa-user" aria-hidden="true"></i><span class="u-srOnly">Thread starter</span> ${user(comments[0].author).replace('username ', 'username u-concealed')}</li><li><i class="fa--xf far fa-clock" aria-hidden="true"></i><span class="u-srOnly">Start date</span> <a href="${path}" class="u-concealed">${clock(comments[0].time)}</a></li><li><span class="u-srOnly">Tags</span> <span class="js-tagList">${conversation.tags.map((tag) => `<a href="/tags/${tag}/" class="tagItem" dir="auto">${tag}</a>`).join(' ')}</span></li></ul></div></div>
<div class="p-body-main p-body-main--withSidebar "><div class="p-body-contentCol"></div><div class="p-body-sidebarCol"></div><div class="p-body-content"><div class="p-body-pageContent">
<div class="block block--messages" data-xf-init="" data-type="post" data-href="/inline-mod/" data-search-target="*">
<span class="u-anchorTarget" id="posts"></span>
<div class="block-outer"><div class="block-outer-main"><nav class="pageNavWrapper pageNavWrapper--mixed "><div class="pageNav "><ul class="pageNav-main"><li class="pageNav-page pageNav-page--current "><a href="${path}">1</a></li><li class="pageNav-page pageNav-page--later"><a href="${path}page-2">2</a></li><li class="pageNav-page "><a href="${path}page-3">3</a></li></ul><a href="${path}page-2" class="pageNav-jump pageNav-jump--next">Next</a></div><div class="pageNavSimple"><a class="pageNavSimple-el pageNavSimple-el--current" data-xf-init="tooltip" title="Go to page" data-xf-click="menu" role="button" tabindex="0">1 of 3</a><div class="menu menu--pageJump" data-menu="menu" aria-hidden="true"><div class="menu-content"><h4 class="menu-header">Go to page</h4></div></div></div></nav></div></div><div class="block-outer js-threadStatusField"></div>
<div class="block-container lbContainer" data-xf-init="lightbox select-to-quote" data-message-selector=".js-post" data-lb-id="thread-${thread}" data-lb-universal="1"><div class="block-body js-replyNewMessageContainer">
${comments.map(post).join('\n')}
</div></div>
<div class="block-outer block-outer--after"><div class="block-outer-opposite"><a href="/login/" class="button--link button--wrap button" data-xf-click="overlay"><span class="button-text">You must log in or register to reply here.</span></a></div></div></div>
<div class="blockMessage blockMessage--none"><div class="shareButtons shareButtons--iconic" data-xf-init="share-buttons"><span class="shareButtons-label">Share:</span><div class="shareButtons-buttons"><a class="shareButtons-button shareButtons-button--email" href="mailto:?subject=x"><span>Email</span></a><a class="shareButtons-button shareButtons-button--link is-hidden"><span>Link</span></a></div></div></div>
<div class="block"><div class="block-container"><h3 class="block-header">Similar threads</h3><div class="block-body"><div class="structItemContainer">${related
        .slice(0, 4)
        .map(
          (other, at) =>
            `<div class="structItem structItem--thread js-inlineModContainer js-threadListItem-${at + 20}" data-author="${escaped(comments[at % comments.length].author)}"><div class="structItem-cell structItem-cell--icon"><div class="structItem-iconContainer">${avatar(comments[at % comments.length].author, 's')}</div></div><div class="structItem-cell structItem-cell--main" data-xf-init="touch-proxy"><div class="structItem-title"><a href="/threads/x.${at + 20}/" data-preview-url="/threads/x.${at + 20}/preview">${other}</a></div><div class="structItem-minor"><ul class="structItem-parts"><li>${user(comments[at % comments.length].author)}</li><li class="structItem-startDate">${clock(comments[0].time)}</li><li><a href="/forums/x.4/">${escaped(conversation.board)}</a></li></ul></div></div><div class="structItem-cell structItem-cell--meta"><dl class="pairs pairs--justified"><dt>Replies</dt><dd>${number(other, 30)}</dd></dl><dl class="pairs pairs--justified structItem-minor"><dt>Views</dt><dd>${number(other, 900)}</dd></dl></div></div>`,
        )
        .join('\n')}</div></div></div></div>
</div></div>
<div class="p-body-sidebar"><div class="block" data-widget-definition="members_online"><div class="block-container"><h3 class="block-minorHeader"><a href="/online/">Members online</a></h3><div class="block-body"><div class="block-row block-row--minor"><ul class="listInline listInline--comma"><li>${user(comments[1].author)}</li><li>${user(comments.at(-1).author)}</li></ul></div></div><div class="block-footer"><span class="block-footer-counter">Total: 214 (members: 2, guests: 212)</span></div></div></div></div></div>
</div></div>
<footer class="p-footer" id="footer"><div class="p-footer-inner"><div class="p-footer-row"><div class="p-footer-row-opposite"><ul class="p-footer-linkList"><li><a href="/misc/contact" data-xf-click="overlay">Contact us</a></li><li><a href="/help/terms/">Terms and rules</a></li><li><a href="/help/privacy-policy/">Privacy policy</a></li></ul></div></div><div class="p-footer-copyright"><a href="https://xenforo.com" class="u-concealed" dir="ltr" target="_blank">Community platform by XenForo<sup>&reg;</sup> <span class="copyright">&copy; 2010-2025 XenForo Ltd.</span></a></div></div></footer>
</div>
<div class="u-bottomFixer js-bottomFixTarget"><ul class="notices notices--bottom_fixer js-notices"><li class="notice js-notice notice--primary notice--cookie" data-notice-id="-1" data-notice-type="cookie"><div class="notice-content"><div class="u-alignCenter">This site uses cookies to help personalise content, tailor your experience and to keep you logged in if you register.</div></div></li></ul></div>`,
    }),
    comments: comments.map((said) => entry(said, { time: stamp(said.time), otherTimes: [shownTime(said.time)] })),
  };
}

/** Version 1.5. */
export function one(conversation) {
  const { title, site, host, comments, signatures = {} } = conversation;
  const thread = number(title, 60_000) + 100;
  const time = (text) => shown(text, 'MMM D, YYYY');
  const old = {
    ...dialect,
    inline: { ...dialect.inline, code: (text) => `<span style="font-family: 'Courier New'">${text}</span>` },
    code: (text) => `<div class="bbCodeBlock bbCodeCode"><div class="type">Code:</div><pre>${text}</pre></div>`,
  };
  const post = (said, index) => {
    const id = thread * 4 + index;
    const who = person(said.author);
    const name = escaped(said.author);
    const quote = said.quote
      ? `<div class="bbCodeBlock bbCodeQuote" data-author="${escaped(comments[said.quote.index].author)}"><aside><div class="attribution type">${escaped(comments[said.quote.index].author)} said: <a href="goto/post?id=${thread * 4 + said.quote.index}#post-${thread * 4 + said.quote.index}" class="AttributionLink">&uarr;</a></div><blockquote class="quoteContainer"><div class="quote">${escaped(said.quote.text)}</div><div class="quoteExpand">Click to expand...</div></blockquote></aside></div>`
      : '';
    return `<li id="post-${id}" class="message   " data-author="${name}">
<div class="messageUserInfo" itemscope="itemscope" itemtype="http://data-vocabulary.org/Person">
<div class="messageUserBlock ">
	<div class="avatarHolder"><span class="helper"></span><a href="members/${slug(said.author)}.${who.id}/" class="avatar Av${who.id}m" data-avatarhtml="true"><img src="data/avatars/m/0/${who.id}.jpg?1" width="96" height="96" alt="${name}" /></a></div>
	<h3 class="userText"><a href="members/${slug(said.author)}.${who.id}/" class="username" dir="auto" itemprop="name">${name}</a><em class="userTitle" itemprop="title">${who.rank}</em></h3>
	<div class="extraUserInfo">
		<dl class="pairsJustified"><dt>Joined:</dt><dd>${time(who.joined)}</dd></dl>
		<dl class="pairsJustified"><dt>Messages:</dt><dd><a href="search/member?user_id=${who.id}" class="concealed" rel="nofollow">${who.counted}</a></dd></dl>
		<dl class="pairsJustified"><dt>Likes Received:</dt><dd>${who.likes}</dd></dl>
		${who.place ? `<dl class="pairsJustified"><dt>Location:</dt><dd><a href="misc/location-info?location=x" target="_blank" rel="nofollow" itemprop="address" class="concealed">${who.place}</a></dd></dl>` : ''}
	</div>
	<span class="arrow"><span></span></span>
</div>
</div>
<div class="messageInfo primaryContent">
	<div class="messageContent"><article><blockquote class="messageText SelectQuoteContainer ugc baseHtml">${quote}${rendered(said.text, old)}<div class="messageTextEndMarker">&nbsp;</div></blockquote></article></div>
	${said.picture ? `<div class="attachedFiles"><h4 class="attachedFilesHeader">Attached Files:</h4><ul class="attachmentList SquareThumbs"><li class="attachment image" title="${said.picture}"><div class="boxModelFixer primaryContent"><div class="thumbnail"><a href="attachments/${id}/" target="_blank" class="LbTrigger"><img src="data/attachments/${id}.jpg" alt="${said.picture}" class="LbImage" /></a></div><div class="attachmentInfo pairsJustified"><h6 class="filename"><a href="attachments/${id}/" target="_blank">${said.picture}</a></h6><dl><dt>File size:</dt><dd>88.2 KB</dd></dl><dl><dt>Views:</dt><dd>41</dd></dl></div></div></li></ul></div>` : ''}
	${said.edited ? `<div class="editDate">Last edited: <span class="DateTime" title="${shown(said.edited, 'MMM D, YYYY [at] h:mm A')}">${time(said.edited)}</span></div>` : ''}
	${signatures[said.author] ? `<div class="baseHtml signature messageText ugc"><aside>${escaped(signatures[said.author])}</aside></div>` : ''}
	<div class="messageMeta ToggleTriggerAnchor">
		<div class="privateControls"><span class="item muted"><span class="authorEnd"><a href="members/${slug(said.author)}.${who.id}/" class="username author" dir="auto">${name}</a>,</span> <a href="threads/${thread}/#post-${id}" title="Permalink" class="datePermalink"><span class="DateTime" title="${shown(said.time, 'MMM D, YYYY [at] h:mm A')}">${time(said.time)}</span></a></span> <a href="posts/${id}/report" class="OverlayTrigger item control report" data-cacheoverlay="false"><span></span>Report</a></div>
		<div class="publicControls"><a href="threads/${thread}/#post-${id}" title="Permalink" class="item muted postNumber hashPermalink OverlayTrigger" data-href="posts/${id}/permalink">#${index + 1}</a> <a href="posts/${id}/like" class="LikeLink item control like" data-container="#likes-post-${id}"><span></span><span class="LikeLabel">Like</span></a> <a href="threads/${thread}/reply?quote=${id}" data-messageselector="#post-${id}" class="ReplyQuote item control reply" title="Reply, quoting this message"><span></span>Reply</a></div>
	</div>
	<div id="likes-post-${id}">${said.votes > 1 ? `<div class="likesSummary secondaryContent"><span class="LikeText"><a href="members/${who.id}/" class="username" dir="auto">${escaped(comments[(index + 2) % comments.length].author)}</a> and <a href="posts/${id}/likes" class="OverlayTrigger">${said.votes - 1} others</a> like this.</span></div>` : ''}</div>
</div>
</li>`;
  };
  return {
    url: `https://${host}/threads/${slug(title)}.${thread}/`,
    html: document({
      attributes: ' id="XenForo" class="Public NoJs LoggedOut NoSidebar Responsive"',
      head: `<base href="https://${host}/" /><title>${escaped(title)} | ${escaped(site)}</title><noscript><style>.JsOnly, .jsOnly { display: none !important; }</style></noscript>`,
      bodyAttributes: ' class="node2 node8"',
      body: `<div id="loginBar"><div class="pageWidth"><div class="pageContent"><h3 id="loginBarHandle"><label for="LoginControl"><a href="login/" class="concealed noOutline">Log in or Sign up</a></label></h3><span class="helper"></span></div></div></div>
<div id="headerMover"><div id="headerProxy"></div><div id="content" class="thread_view"><div class="pageWidth"><div class="pageContent">
<div class="breadBoxTop "><nav><fieldset class="breadcrumb"><span class="crumbs"><span class="crust homeCrumb" itemscope="itemscope" itemtype="http://data-vocabulary.org/Breadcrumb"><a href="/" class="crumb" rel="up" itemprop="url"><span itemprop="title">Home</span></a><span class="arrow"><span></span></span></span><span class="crust"><a href="forums/x.8/" class="crumb"><span itemprop="title">${escaped(conversation.board)}</span></a><span class="arrow"><span>&gt;</span></span></span></span></fieldset></nav></div>
<div class="titleBar"><h1>${escaped(title)}</h1><p id="pageDescription" class="muted ">Discussion in '<a href="forums/x.8/">${escaped(conversation.board)}</a>' started by <a href="members/${person(comments[0].author).id}/" class="username" dir="auto">${escaped(comments[0].author)}</a>, <a href="threads/${thread}/"><span class="DateTime" title="${shown(comments[0].time, 'MMM D, YYYY [at] h:mm A')}">${time(comments[0].time)}</span></a>.</p></div>
<div class="pageNavLinkGroup"><div class="linkGroup SelectionCountContainer"></div></div>
<form action="inline-mod/post/switch" method="post" class="InlineModForm section" data-cookiename="posts"><ol class="messageList" id="messageList">
${comments.map(post).join('\n')}
</ol><input type="hidden" name="_xfToken" value="" /></form>
<div class="pageNavLinkGroup"><div class="linkGroup"><div class="element">(You must log in or sign up to reply here.)</div></div><div class="linkGroup" style="display: none"><a href="javascript:" class="muted JsOnly DisplayIgnoredContent Tooltip" title="Show hidden content">Show Ignored Content</a></div></div>
<div class="sharePage"><h3 class="textHeading larger">Share This Page</h3></div>
</div></div></div>
<header><div id="header"><div id="logoBlock"><div class="pageWidth"><div id="logo"><a href="/"><span></span><img src="styles/default/xenforo/logo.png" alt="${escaped(site)}" /></a></div></div></div><div id="navigation" class="pageWidth"><nav><div class="navTabs"><ul class="publicTabs"><li class="navTab forums selected"><a href="forums/" class="navLink">Forums</a><div class="tabLinks forumsTabLinks"><ul class="secondaryContent blockLinksList"><li><a href="search/?type=post">Search Forums</a></li><li><a href="find-new/posts" rel="nofollow">Recent Posts</a></li></ul></div></li><li class="navTab members"><a href="members/" class="navLink">Members</a></li></ul></div></nav></div></div></header></div>
<footer><div class="footer"><div class="pageWidth"><div class="pageContent"><ul class="footerLinks"><li><a href="misc/contact" class="OverlayTrigger">Contact Us</a></li><li><a href="help/">Help</a></li></ul><span class="helper"></span></div></div></div><div class="footerLegal"><div class="pageWidth"><div class="pageContent"><div id="copyright"><a href="https://xenforo.com" class="concealed">Forum software by XenForo&trade; <span>&copy;2010-2016 XenForo Ltd.</span></a></div></div></div></div></footer>`,
    }),
    comments: comments.map((said) =>
      entry(said, { time: time(said.time), otherTimes: [shown(said.time, 'MMM D, YYYY [at] h:mm A')] }),
    ),
  };
}
