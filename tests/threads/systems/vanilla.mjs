// Vanilla Forums.

import { number, person, slug } from '../people.mjs';
import { escaped, prose, rendered } from '../text.mjs';
import { document, entry, related } from '../thread.mjs';
import { shown } from '../times.mjs';

export function discussion(conversation) {
  const { title, site, host, comments, signatures = {} } = conversation;
  const id = number(title, 90_000) + 40;
  const path = `/discussion/${id}/${slug(title)}`;
  const machine = (time) => time.replace('Z', '+00:00');
  const label = (time) => shown(time, 'MMMM D');
  const item = (said, index) => {
    const who = person(said.author);
    const quote = said.quote
      ? `<blockquote class="Quote UserQuote blockquote"><div class="QuoteAuthor blockquote-content"><a href="/profile/${slug(comments[said.quote.index].author)}" class="js-userCard" data-userid="1">${escaped(comments[said.quote.index].author)}</a> wrote: <a href="/discussion/comment/${id * 3 + said.quote.index}#Comment_${id * 3 + said.quote.index}" class="QuoteLink">»</a></div><div class="QuoteText blockquote-content"><p class="blockquote-line">${escaped(said.quote.text)}</p></div></blockquote>`
      : '';
    const shape = index ? 'Comment' : 'Discussion';
    return `<div class="${shape}"><div class="Item-Header ${shape}Header"><div class="AuthorWrap"><span class="Author"><a title="${escaped(said.author)}" href="/profile/${slug(said.author)}" class="PhotoWrap"><img src="/uploads/p${who.id}.jpg" alt="${escaped(said.author)}" class="ProfilePhoto ProfilePhotoMedium" data-fallback="avatar" loading="lazy" /></a><a href="/profile/${slug(said.author)}" class="Username js-userCard" data-userid="${who.id}">${escaped(said.author)}</a> </span><span class="AuthorInfo"> <span class="MItem RoleTitle">Member</span> <span class="MItem PostCount">Posts: <b>${who.counted}</b></span> <span class="MItem AuthorRank">✭✭✭</span></span></div><div class="Meta ${shape}Meta ${index ? 'CommentInfo' : 'DiscussionInfo'}"><span class="MItem DateCreated"><a href="${index ? `/discussion/comment/${id * 3 + index}#Comment_${id * 3 + index}` : path}" class="Permalink" name="Item_${index}" rel="nofollow"><time title="${shown(said.time, 'MMMM D, YYYY h:mmA')}" datetime="${machine(said.time)}">${label(said.time)}</time></a></span>${said.edited ? ` <span class="MItem"><span title="Edited ${shown(said.edited, 'MMMM D, YYYY h:mmA')} by ${escaped(said.author)}." class="DateUpdated">edited <time title="x" datetime="${machine(said.edited)}">${label(said.edited)}</time></span></span>` : ''}${index ? '' : ` <span class="MItem Category"> in <a href="/categories/x">${escaped(conversation.board)}</a></span>`}</div></div>
<div class="Item-BodyWrap"><div class="Item-Body"><div class="Message userContent">${quote}${rendered(said.text, prose)}${said.picture ? `<div class="js-embed embedResponsive"><div class="embedExternal embedImage"><div class="embedExternal-content"><a class="embedImage-link" href="/uploads/${said.picture}" rel="nofollow noopener noreferrer ugc" target="_blank"><img class="embedImage-img" src="/uploads/${said.picture}" alt="${said.picture}" height="600" width="800" loading="lazy" /></a></div></div></div>` : ''}</div>
${signatures[said.author] ? `<div class="Signature UserSignature userContent"><p>${escaped(signatures[said.author])}</p></div>` : ''}
<div class="Reactions"><div class="ReactionRecord-wrap"></div><a class="Hijack ReactButton ReactButton-Flag" href="#" title="Flag" rel="nofollow"><span class="ReactSprite ReactFlag"></span> <span class="ReactLabel">Flag</span></a> <a class="ReactButton Quote" href="#" title="Quote" rel="nofollow"><span class="ReactSprite ReactQuote"></span> <span class="ReactLabel">Quote</span></a> <a class="Hijack ReactButton ReactButton-Like" href="#" title="Like" rel="nofollow"><span class="ReactSprite ReactLike"></span> <span class="ReactLabel">Like</span><span class="Count">${Math.max(0, said.votes ?? 0)}</span></a></div></div></div></div>`;
  };
  return {
    url: `https://${host}${path}`,
    html: document({
      language: conversation.language,
      head: `<title>${escaped(title)} — ${escaped(site)}</title><link rel="canonical" href="https://${host}${path}" /><meta property="og:type" content="article" />`,
      bodyAttributes:
        ' id="vanilla_discussion_index" class="Vanilla Discussion isDesktop index  Section-Discussion Section-Category-routes"',
      body: `<div id="Frame" class="Frame"><div class="Head" id="Head"><div class="Row"><strong class="SiteTitle"><a href="/">${escaped(site)}</a></strong><div class="SiteSearch"><form method="get" action="/search"><input type="text" id="Form_Search" name="Search" accesskey="/" title="Enter your search term." placeholder="Search" /><input type="submit" value="Go" class="Button" /></form></div><ul class="SiteMenu"><li><a href="/categories">Categories</a></li><li><a href="/discussions">Discussions</a></li></ul></div></div>
<div id="Body" class="Frame-body"><div class="Row"><div class="BreadcrumbsWrapper"><span class="Breadcrumbs" itemscope itemtype="http://schema.org/BreadcrumbList"><span class="CrumbLabel HomeCrumb"><a href="/"><span>Home</span></a></span> <span itemprop="itemListElement" class="Crumb">›</span> <span class="CrumbLabel"><a href="/categories/x"><span>${escaped(conversation.board)}</span></a></span></span></div>
<div class="Column PanelColumn" id="Panel"><div class="MeBox MeBox-SignIn"><div class="SignInLinks"><a href="/entry/signin" class="SignInPopup">Sign In</a><span class="Bullet">•</span><a href="/entry/register">Register</a></div></div><div class="Box GuestBox"><h4 class="GuestBox-title">Howdy, Stranger!</h4><p class="GuestBox-message">It looks like you're new here. If you want to get involved, click one of these buttons!</p></div><div class="Box BoxDiscussions"><h4>Recent Discussions</h4><ul class="PanelInfo PanelDiscussions DataList">${related.map((other, at) => `<li class="Item"><div class="Title"><a href="#">${other}</a></div><div class="Meta"><span class="MItem">Most recent by <a href="#">${escaped(comments[at % comments.length].author)}</a></span> <span class="MItem"><time datetime="${machine(comments[0].time)}">${label(comments[0].time)}</time></span></div></li>`).join('')}</ul></div></div>
<div class="Column ContentColumn" id="Content"><div class="MessageList Discussion"><div id="Item_0" class="PageTitle pageHeadingBox"><div class="Options"></div><h1>${escaped(title)}</h1></div><div id="Discussion_${id}" class="Item ItemDiscussion">${item(comments[0], 0)}</div></div>
<div class="CommentsWrap"><span class="BeforeCommentHeading"></span><div class="DataBox DataBox-Comments"><h2 class="CommentHeading">Comments</h2><ul class="MessageList DataList Comments">
${comments
  .slice(1)
  .map((said, at) => `<li class="Item Alt ItemComment" id="Comment_${id * 3 + at + 1}">${item(said, at + 1)}</li>`)
  .join('\n')}
</ul></div><div class="P PagerWrap"></div><div class="Foot Closed"><div class="Note Closed SignInOrRegister"><a href="/entry/signin" class="Popup">Sign In</a> or <a href="/entry/register">Register</a> to comment.</div></div></div></div></div></div>
<div id="Foot" class="Foot"><div class="Row"><a href="https://vanillaforums.com" class="PoweredByVanilla" title="Community Software by Vanilla Forums">Powered by Vanilla</a></div></div></div>`,
    }),
    comments: comments.map((said) =>
      entry(said, { time: machine(said.time), otherTimes: [label(said.time), shown(said.time, 'MMMM D, YYYY h:mmA')] }),
    ),
  };
}
