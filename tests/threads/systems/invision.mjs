// Invision Community 4.

import { number, person, slug } from '../people.mjs';
import { escaped, prose, rendered, said as plain, scripted } from '../text.mjs';
import { document, entry, related } from '../thread.mjs';
import { moment, seconds, shown } from '../times.mjs';

const dialect = {
  ...prose,
  code: (text) => `<pre class="ipsCode prettyprint lang-auto prettyprinted"><span class="pln">${text}</span></pre>`,
};

export function four(conversation) {
  const { title, site, host, comments, signatures = {} } = conversation;
  const topic = number(title, 90_000) + 100;
  const path = `/topic/${topic}-${slug(title)}/`;
  const now = moment(conversation, 900);
  const label = (time) => shown(time, shown(time, 'YYYY') === shown(now, 'YYYY') ? 'MMMM D' : 'MMMM D, YYYY');
  const clock = (time) =>
    `<time datetime='${time}' title='${shown(time, 'MM/DD/YY hh:mm  A')}' data-short='${shown(time, 'MMM D')}'>${label(time)}</time>`;
  const photo = (name, size) =>
    `<a href="https://${host}/profile/${person(name).id}-${slug(name)}/" rel="nofollow" data-ipsHover data-ipsHover-width="370" data-ipsHover-target="https://${host}/profile/${person(name).id}-${slug(name)}/?do=hovercard" class="ipsUserPhoto ipsUserPhoto_${size}" title="Go to ${escaped(name)}'s profile"><img src='https://${host}/uploads/${person(name).id}.png' alt='${escaped(name)}' loading="lazy"></a>`;
  const user = (name) =>
    `<a href='https://${host}/profile/${person(name).id}-${slug(name)}/' rel="nofollow" data-ipsHover data-ipsHover-width='370' data-ipsHover-target='x' title="Go to ${escaped(name)}'s profile" class="ipsType_break">${escaped(name)}</a>`;
  const post = (said, index) => {
    const id = topic * 6 + index;
    const who = person(said.author);
    const from = said.quote && comments[said.quote.index];
    const quote = from
      ? `<blockquote class="ipsQuote" data-ipsquote="" data-ipsquote-contentapp="forums" data-ipsquote-contentclass="forums_Topic" data-ipsquote-contentcommentid="${topic * 6 + said.quote.index}" data-ipsquote-contentid="${topic}" data-ipsquote-contenttype="forums" data-ipsquote-timestamp="${seconds(from.time)}" data-ipsquote-userid="${person(from.author).id}" data-ipsquote-username="${escaped(from.author)}"><div class="ipsQuote_citation">On ${shown(from.time, 'M/D/YYYY [at] h:mm A')}, ${escaped(from.author)} said:</div><div class="ipsQuote_contents"><p>${escaped(said.quote.text)}</p></div></blockquote>\n`
      : '';
    return `<a id='findComment-${id}'></a><a id='comment-${id}'></a>
<article data-memberId="${who.id}" id='elComment_${id}' class='cPost ipsBox ipsResponsive_pull  ipsComment  ipsComment_parent ipsClearfix ipsClear ipsColumns ipsColumns_noSpacing ipsColumns_collapsePhone    '>
<div class='cAuthorPane_mobile ipsResponsive_showPhone'><div class='cAuthorPane_photo'><div class='cAuthorPane_photoWrap'>${photo(said.author, 'large')}</div></div><div class='cAuthorPane_content'><h3 class='ipsType_sectionHead cAuthorPane_author ipsType_break ipsType_blendLinks ipsFlex ipsFlex-ai:center'>${user(said.author)}</h3><div class='ipsType_light ipsType_reset'><a href='https://${host}${path}#findComment-${id}' rel="nofollow" class='ipsType_blendLinks'>Posted ${clock(said.time)}</a></div></div></div>
<aside class='ipsComment_author cAuthorPane ipsColumn ipsColumn_medium ipsResponsive_hidePhone'><h3 class='ipsType_sectionHead cAuthorPane_author ipsType_blendLinks ipsType_break'><strong>${user(said.author)}</strong></h3><ul class='cAuthorPane_info ipsList_reset'><li data-role='photo' class='cAuthorPane_photo'><div class='cAuthorPane_photoWrap'>${photo(said.author, 'large')}<a href="#" title="Rank: Enthusiast (6/14)" class="cAuthorPane_badge cAuthorPane_badge--rank"><img src="/rank.svg" loading="lazy" alt="Enthusiast" class="ipsDimension:3"></a></div></li><li data-role='group'>Members</li><li data-role='stats' class='ipsMargin_top'><ul class="ipsList_reset ipsType_light ipsFlex ipsFlex-ai:center ipsFlex-jc:center ipsGap_row:2 cAuthorPane_stats"><li><a href="#" rel="nofollow" title="${who.posts} posts" data-ipsTooltip class="ipsType_blendLinks"><i class="fa fa-comment"></i> ${who.posts}</a></li></ul></li>${who.place ? `<li data-role='custom-field' class='ipsResponsive_hidePhone ipsType_break'><span class="ft">Location:</span><span class="fc">${who.place}</span></li>` : ''}</ul></aside>
<div class='ipsColumn ipsColumn_fluid ipsMargin:none'>
<div id='comment-${id}_wrap' data-controller='core.front.core.comment' data-commentApp='forums' data-commentType='forums' data-commentID="${id}" data-quoteData='${escaped(JSON.stringify({ userid: who.id, username: said.author, timestamp: seconds(said.time), contentapp: 'forums', contenttype: 'forums', contentid: topic, contentclass: 'forums_Topic', contentcommentid: id }))}' class='ipsComment_content ipsType_medium'>
<div class='ipsComment_meta ipsType_light ipsFlex ipsFlex-ai:center ipsFlex-jc:between ipsFlex-fd:row-reverse'><div class='ipsType_light ipsType_reset ipsType_blendLinks ipsComment_toolWrap'><div class='ipsResponsive_hidePhone ipsComment_badges'><ul class='ipsList_reset ipsFlex ipsFlex-jc:end ipsFlex-fw:wrap ipsGap:2 ipsGap_row:1'>${said.author === comments[0].author && index ? '<li><strong class="ipsBadge ipsBadge_large ipsComment_authorBadge">Author</strong></li>' : ''}</ul></div><ul class='ipsList_reset ipsComment_tools'><li><a href='#elControls_${id}_menu' class='ipsComment_ellipsis' id='elControls_${id}' title='More options...' data-ipsMenu><i class='fa fa-ellipsis-h'></i></a><ul id='elControls_${id}_menu' class='ipsMenu ipsMenu_narrow ipsHide'><li class='ipsMenu_item'><a href='#' data-action='reportComment' title='Report this content'>Report</a></li><li class='ipsMenu_item'><a href='#'>Share</a></li></ul></li></ul></div><div class='ipsType_reset ipsResponsive_hidePhone'><a href='https://${host}${path}#findComment-${id}' rel="nofollow" class='ipsType_blendLinks'>Posted ${clock(said.time)}</a></div></div>
<div class='cPost_contentWrap'>
<div data-role='commentContent' class='ipsType_normal ipsType_richText ipsPadding_bottom ipsContained' data-controller='core.front.core.lightboxedImages'>
${quote}${rendered(said.text, dialect)}
${said.picture ? `<p><a class="ipsAttachLink ipsAttachLink_image" href="https://${host}/uploads/${said.picture}" data-fileid="${id}" data-fileext="jpg" rel=""><img class="ipsImage ipsImage_thumbnailed" data-fileid="${id}" alt="${said.picture}" src="https://${host}/uploads/${said.picture}" loading="lazy"></a></p>` : ''}
${said.edited ? `<span class='ipsType_reset ipsType_medium ipsType_light' data-excludequote><strong>Edited ${clock(said.edited)} by ${escaped(said.author)}</strong></span>` : ''}
</div>
<div class='ipsItemControls'><div data-controller='core.front.core.reaction' class='ipsItemControls_right ipsClearfix '><div class='ipsReact ipsPos_right'><div class='ipsReact_blurb ' data-role='reactionBlurb'>${said.votes > 0 ? `<ul class='ipsReact_reactions'><li class='ipsReact_reactCount'><a href='#' data-ipsTooltip><span><img src='/react_like.png' alt="Like" loading="lazy"></span><span>${said.votes}</span></a></li></ul>` : ''}</div></div></div><ul class='ipsComment_controls ipsClearfix ipsItemControls_left' data-role="commentControls"><li data-ipsQuote-editor='topic_comment' class='ipsJS_show'><button class='ipsButton ipsButton_light ipsButton_verySmall' data-action='multiQuoteComment' title='MultiQuote'><i class='fa fa-plus'></i></button></li><li class='ipsJS_show'><a href='#' data-action='quoteComment'>Quote</a></li></ul></div>
${signatures[said.author] ? `<div data-role="memberSignature" class=' ipsBorder_top ipsPadding_vertical'><div class='ipsType_light ipsType_richText' data-ipsLazyLoad><p>${escaped(signatures[said.author])}</p></div></div>` : ''}
</div>
<div class='ipsMenu ipsMenu_wide ipsHide cPostShareMenu' id='elSharePost_${id}_menu'><div class='ipsPad'><h4 class='ipsType_sectionHead'>Share this comment</h4><hr class='ipsHr'><h5 class='ipsType_normal ipsType_reset'>Link to comment</h5><input type='text' value='https://${host}${path}#comment-${id}' class='ipsField_fullWidth'></div></div>
</div></div>
</article>`;
  };
  const data = {
    '@context': 'http://schema.org',
    '@type': 'DiscussionForumPosting',
    headline: title,
    dateCreated: comments[0].time.replace('Z', '+0000'),
    author: { '@type': 'Person', name: comments[0].author },
    text: plain(comments[0].text),
    comment: comments.slice(1).map((said) => ({
      '@type': 'Comment',
      author: { '@type': 'Person', name: said.author },
      dateCreated: said.time.replace('Z', '+0000'),
      text: plain(said.text),
      upvoteCount: Math.max(0, said.votes ?? 0),
    })),
  };
  return {
    url: `https://${host}${path}`,
    html: document({
      head: `<title>${escaped(title)} - ${escaped(conversation.board)} - ${escaped(site)}</title><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="canonical" href="https://${host}${path}" /><meta property="og:type" content="website">`,
      bodyAttributes:
        " class='ipsApp ipsApp_front ipsJS_none ipsClearfix' data-controller='core.front.core.app' data-message=\"\" data-pageApp='forums' data-pageLocation='front' data-pageModule='forums' data-pageController='topic'",
      body: `<a href='#ipsLayout_mainArea' class='ipsHide' title='Go to main content on this page' accesskey='m'>Jump to content</a>
<div id='ipsLayout_header' class='ipsClearfix'><header><div class='ipsLayout_container'><a href='https://${host}/' id='elSiteTitle' accesskey='1'>${escaped(site)}</a><ul id='elUserNav' class='ipsList_inline cSignedOut ipsResponsive_showDesktop'><li id='elSignInLink'><a href='/login/' id='elUserSignIn'>Existing user? Sign In</a></li><li><a href='/register/' class='ipsButton ipsButton_normal ipsButton_primary'>Sign Up</a></li></ul></div></header><nav class='ipsLayout_container ipsResponsive_showDesktop'><div class='ipsNavBar_primary'><ul data-role="primaryNavBar"><li class='ipsNavBar_active'><a href="/">Browse</a><ul class='ipsNavBar_secondary'><li class='ipsNavBar_active'><a href="/">Forums</a></li><li><a href="/calendar/">Events</a></li></ul></li><li><a href="/discover/">Activity</a></li></ul><div id="elSearchWrapper"><form accept-charset='utf-8' action='/search/' method='get'><input type='search' id='elSearchField' placeholder='Search...' name='q'></form></div></div></nav></div>
<main id='ipsLayout_body' class='ipsLayout_container'><div id='ipsLayout_contentArea'><div id='ipsLayout_contentWrapper'><nav class='ipsBreadcrumb ipsBreadcrumb_top ipsFaded_withHover'><ul data-role="breadcrumbList"><li><a title="Home" href='/'><span>Home <i class='fa fa-angle-right'></i></span></a></li><li><a href='#'><span>${escaped(conversation.board)} <i class='fa fa-angle-right'></i></span></a></li><li>${escaped(title)}</li></ul></nav>
<div id='ipsLayout_mainArea'><div class='ipsPageHeader ipsResponsive_pull ipsBox ipsPadding'><div class='ipsFlex ipsFlex-ai:center'><h1 class='ipsType_pageTitle ipsContained_container'><span class='ipsType_break ipsContained'><span>${escaped(title)}</span></span></h1></div><hr class='ipsHr ipsHr:none'><div class='ipsPageHeader__meta'><div class='ipsFlex ipsFlex-ai:center'>${photo(comments[0].author, 'tiny')}<div class='ipsType_light'><p class='ipsType_reset ipsType_blendLinks'>By ${user(comments[0].author)}</p><p class="ipsType_reset">${clock(comments[0].time)} in <a href="#">${escaped(conversation.board)}</a></p></div></div><div class='ipsFlex-flex:01'><div class="ipsFollow ipsPos_right ipsButton ipsButton_light"><a href='/login/'>Followers</a><span class='ipsCommentCount'>2</span></div></div></div></div>
<div class='ipsClearfix'><ul class="ipsToolList ipsToolList_horizontal ipsClearfix ipsSpacer_both "><li class='ipsToolList_primaryAction'><span data-controller='forums.front.topic.reply'><a href='#replyForm' rel="nofollow" class='ipsButton ipsButton_important' data-action='replyToTopic'>Reply to this topic</a></span></li></ul></div>
<div id='comments' data-controller='core.front.core.commentFeed,forums.front.topic.view, core.front.core.ignoredComments' class='cTopic ipsClear ipsSpacer_top'>
<h2 class='ipsType_sectionTitle ipsType_reset ipsType_medium' data-role="comment_count" data-commentCountString="js_num_topic_posts">${comments.length} posts in this topic</h2>
<div data-role='commentFeed' data-controller='core.front.core.moderation'><form action="#" method="post">
${comments.map(post).join('\n')}
</form></div>
<div class='ipsMessage ipsMessage_info ipsSpacer_top'>Join the conversation. You can post now and register later. If you have an account, <a href='/login/'>sign in now</a> to post with your account.</div>
</div>
<div class='ipsBox ipsPadding ipsResponsive_pull'><h3 class='ipsType_sectionTitle'>Recently Browsing <span class='ipsType_light'>0 members</span></h3><ul class='ipsList_reset'><li class='ipsType_reset ipsType_medium ipsType_light'>No registered users viewing this page.</li></ul></div>
<div class='ipsBox'><h2 class='ipsType_sectionTitle'>Similar Content</h2><ol class='ipsDataList'>${related
        .slice(0, 3)
        .map(
          (other, at) =>
            `<li class='ipsDataItem'><div class='ipsDataItem_main'><h4 class='ipsDataItem_title'><a href='#'>${other}</a></h4><p class='ipsType_reset ipsType_light'>By ${user(comments[at + 1].author)}, ${clock(comments[at].time)}</p></div><ul class='ipsDataItem_stats'><li><span class='ipsDataItem_stats_number'>${number(other, 50)}</span> <span>replies</span></li></ul></li>`,
        )
        .join('')}</ol></div></div></div></div></main>
<footer id='ipsLayout_footer' class='ipsClearfix'><div class='ipsLayout_container'><ul class='ipsList_inline ipsType_center' id="elFooterLinks"><li><a href='/privacy/'>Privacy Policy</a></li><li><a rel="nofollow" href='/contact/'>Contact Us</a></li></ul><p id='elCopyright'><a rel='nofollow' title='Invision Community' href='https://www.invisioncommunity.com/'>Powered by Invision Community</a></p></div></footer>
<script type='application/ld+json'>${scripted(data)}</script>
<div id='elGuestTerms' class='ipsPad_half ipsJS_hide' data-role='guestTermsBar' data-controller='core.front.core.guestTerms'><div class='ipsLayout_container cGuestTerms'><div><h2 class='ipsType_sectionHead'>Important Information</h2><div class='ipsType_richText ipsType_light'>We have placed cookies on your device to help make this website better.</div></div></div></div>`,
    }),
    comments: comments.map((said) =>
      entry(said, { time: said.time, otherTimes: [label(said.time), `Posted ${label(said.time)}`] }),
    ),
  };
}
