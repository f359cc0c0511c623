// Slashdot: a story and the tree of its comments, each of which has a title.

import { number, person, slug } from '../people.mjs';
import { paragraphs } from '../story.mjs';
import { bare, escaped, rendered } from '../text.mjs';
import { branches, document, entry, inOrder, related } from '../thread.mjs';
import { shown } from '../times.mjs';

const dialect = {
  ...bare,
  paragraph: (text) => text,
  code: (text) => `<p><tt>${text.replaceAll('\n', '<br>')}</tt></p>`,
  between: (before, after) => (before === 'code' || after === 'code' ? '\n' : '<p>'),
};

const grades = ['Insightful', 'Interesting', 'Informative', 'Funny'];

export function story(conversation) {
  const { title, article } = conversation;
  const roots = branches(conversation);
  const id = number(title, 900_000) + 170_000_000;
  const clock = (time) => shown(time, 'dddd MMMM DD, YYYY @hh:mmA');
  const when = (time) => `on ${clock(time)}`;
  const comment = (node) => {
    const own = id + node.index;
    const score = Math.max(-1, Math.min(5, 1 + Math.floor((node.votes ?? 0) / 4)));
    const head = node.parent ? `Re:${conversation.board}` : 'Warm hands';
    return `<li id="tree_${own}" class="comment contain ">
<div id="comment_status_${own}" class="commentstatus"></div>
<div id="comment_${own}" class="cw">
<div id="comment_top_${own}" class="commentTop newcomment">
<div class="title"><h4><a id="comment_link_${own}" name="comment_link_${own}" href="//slashdot.org/comments.pl?sid=1&amp;cid=${own}" onclick="return D2.setFocusComment(${own})">${escaped(head)}</a> <span id="comment_score_${own}" class="score">(Score:<a href="#" onclick="getModalPrefs('modcommentlog', 'Moderation Comment Log', ${own}); return false">${score}</a>${score > 2 ? `, ${grades[node.index % 4]}` : ''})</span></h4></div>
<div class="details"><span class="by">by <a href="//slashdot.org/~${slug(node.author)}">${escaped(node.author)}</a> ( <span class="uid"><a href="//slashdot.org/~${slug(node.author)}">${person(node.author).id}</a></span> )</span> <span class="zooicon neutral"><a href="#"><img src="//a.fsdn.com/sd/neutral.png" alt="Alter Relationship" width="12" height="12"></a></span> <span class="otherdetails" id="comment_otherdetails_${own}">${when(node.time)} (<a href="//slashdot.org/comments.pl?sid=1&amp;cid=${own}">#${own}</a>)</span></div>
</div>
<div class="commentBody"><div id="comment_body_${own}">${node.quote ? `<div class="quote"><p>${escaped(node.quote.text)}</p></div><p>` : ''}${rendered(node.text, dialect)}</div></div>
<div class="commentSub" id="comment_sub_${own}"><span class="nbutton" id="reply_link_${own}"><p><b><a href="#" onclick="D2.replyTo(${own}); return false;">Reply to This</a></b></p></span>${node.parent ? `<span class="nbutton"><p><b><a href="#" onclick="return D2.setFocusComment(${id + node.parent.index})">Parent</a></b></p></span>` : ''}<span class="sharebar nbutton"><p><b>Share</b></p><a href="#" class="facebook">twitter</a> <a href="#">facebook</a></span><span class="nbutton"><p><b><a href="#" title="Flag as Inappropriate">Flag as Inappropriate</a></b></p></span></div>
</div>
<div id="replyto_${own}"></div>
<ul id="group_${own}"><li id="hiddens_${own}" class="hide"></li></ul>
${node.children.length ? `<ul id="commtree_${own}" class="commtree">${node.children.map(comment).join('\n')}</ul>` : ''}
</li>`;
  };
  return {
    url: `https://news.slashdot.org/story/26/04/05/0930/${slug(title)}`,
    html: document({
      head: `<title>${escaped(title)} - Slashdot</title><meta property="og:site_name" content="Slashdot"><meta property="og:title" content="${escaped(title)} - Slashdot"><script>var D2 = {};</script>`,
      bodyAttributes: ' class="news article"',
      body: `<div id="top_parent"></div><a name="topothepage"></a><header id="mainheader"><nav class="nav-primary"><h1 class="logo"><a href="//slashdot.org"><span>Slashdot</span></a></h1><ul class="filter-menu"><li><a href="//slashdot.org/recent">Stories</a></li><li><a href="//slashdot.org/submission">Submit</a></li></ul><form id="search" action="//slashdot.org/index2.pl"><input type="text" name="fhfilter" placeholder="Search"></form><div class="nav-user"><a href="//slashdot.org/login.pl">Login</a> or <a href="//slashdot.org/login.pl?op=newuserform">Sign up</a></div></nav></header>
<section id="main-articles"><div id="news"><div class="w"><div id="firehoselist">
<article id="firehose-1" data-fhid="1" data-fhtype="story" class="fhitem fhitem-story article usermode thumbs grid_24"><span class="sd-info-block" style="display: none"><span class="sd-key-firehose-id">1</span></span><header><div class="ntv"></div><h2 class="story"><span class="story-title" id="title-1"><a href="#">${escaped(title)}</a> <span class=" no extlnk"><a class="story-sourcelnk" href="#" title="External link"> (${conversation.host}) </a></span></span> <span class="comment-bubble"><a href="#comments" title="">${conversation.comments.length}</a></span></h2></header><div class="details" id="details-1"><span class="story-details"><span class="story-views"><span class="sodify">Posted </span></span><span class="story-byline">by <a rel="nofollow" href="#">${escaped(article.author)}</a> <time id="fhtime-1" datetime="${when(article.time)}">${when(article.time)}</time> from the <span class="dept-text">warm-hands</span> dept.</span></span></div><div class="body" id="fhbody-1"><div id="text-1" class="p">
<i>${paragraphs(conversation)}</i>
</div></div><aside class="grid_24 article-foot"><div class="tags">${conversation.tags.map((tag) => `<a href="#" class="popular tag">${tag}</a>`).join(' ')}</div></aside></article>
<div class="relatedstories"><h3>Related Links</h3><ul>${related
        .slice(0, 3)
        .map((other) => `<li><a href="#">${other}</a> <span class="cmntcnt">${number(other, 200)} comments</span></li>`)
        .join('')}</ul></div>
<div id="comments" class="commentwrap"><div id="d2act"><div class="commentBoxLinks"><a href="#">Post</a> <a href="#">Load All Comments</a></div><div id="commentControlBox"><span id="ccw-score">Full</span> <span>Abbreviated</span> <span>Hidden</span></div></div><noscript><p>The Fine Print: The following comments are owned by whoever posted them. We are not responsible for them in any way.</p></noscript>
<ul id="commentlisting" class="d2">
${roots.map(comment).join('\n')}
</ul></div></div></div></div></section>
<footer id="ft" class="clearfix"><nav><ul><li><a href="//slashdot.org/faq">FAQ</a></li><li><a href="#">Story Archive</a></li><li><a href="#">Advertising</a></li></ul></nav><div class="copyright">Copyright © 2026 SlashdotMedia. All Rights Reserved.</div><p class="quote">"A log in the stove is worth two in the yard."</p></footer>`,
    }),
    comments: inOrder(roots).map((node) =>
      entry(node, { time: when(node.time), otherTimes: [clock(node.time)], depth: node.depth, dialect }),
    ),
  };
}
