// Question2Answer with its Snow theme.

import { number, person, slug } from '../people.mjs';
import { posts } from '../questions.mjs';
import { escaped, prose, rendered } from '../text.mjs';
import { document, entry, related } from '../thread.mjs';
import { shown } from '../times.mjs';

const stamp = (time) => time.replace('Z', '+0000');
const day = (time) => shown(time, 'MMM D');

export function snow(conversation) {
  const { title, site, host, tags } = conversation;
  const ordered = posts(conversation);
  const { question, answers } = ordered;
  const first = number(title, 9000) + 100;
  const path = `/${first}/${slug(title)}`;
  const meta = (said, kind, verb) =>
    `<span class="qa-${kind}-avatar-meta">${kind === 'c-item' ? '' : `<span class="qa-${kind}-avatar"><a href="../user/${slug(said.author)}" class="qa-avatar-link"><img src="../?qa=image&amp;qa_blobid=${person(said.author).id}&amp;qa_size=50" width="50" height="50" class="qa-avatar-image" alt=""/></a></span>`}<span class="qa-${kind}-meta"><a href="..${path}?show=${first + said.index}#x${first + said.index}" class="qa-${kind}-what" itemprop="url">${verb}</a> <span class="qa-${kind}-when"><span class="qa-${kind}-when-data"><time itemprop="dateCreated" datetime="${stamp(said.time)}" title="${stamp(said.time)}">${day(said.time)}</time></span></span> ${kind === 'q-view' ? `<span class="qa-q-view-where"><span class="qa-q-view-where-pad">in </span><span class="qa-q-view-where-data"><a href="../questions/x" class="qa-category-link">${escaped(conversation.board)}</a></span></span> ` : ''}<span class="qa-${kind}-who"><span class="qa-${kind}-who-pad">by </span><span class="qa-${kind}-who-data"><span itemprop="author" itemscope itemtype="https://schema.org/Person"><a href="../user/${slug(said.author)}" class="qa-user-link" itemprop="url"><span itemprop="name">${escaped(said.author)}</span></a></span></span> <span class="qa-${kind}-who-points"><span class="qa-${kind}-who-points-pad">(</span><span class="qa-${kind}-who-points-data">${person(said.author).counted}</span><span class="qa-${kind}-who-points-pad"> points)</span></span></span></span></span>`;
  const voting = (said) =>
    `<div class="qa-voting qa-voting-net" id="voting_${first + said.index}"><div class="qa-vote-buttons qa-vote-buttons-net"><input title="Click to vote up" name="vote_${first + said.index}_1_q" onclick="return qa_vote_click(this);" type="submit" value="+" class="qa-vote-first-button qa-vote-up-button"> <input title="Click to vote down" name="vote_${first + said.index}_-1_q" type="submit" value="&ndash;" class="qa-vote-second-button qa-vote-down-button"> </div><div class="qa-vote-count qa-vote-count-net"><span class="qa-netvote-count"><span class="qa-netvote-count-data">${said.votes}</span><span class="qa-netvote-count-pad"> votes <meta itemprop="upvoteCount" content="${said.votes}"></span></span></div><div class="qa-vote-clear"></div></div>`;
  const quote = (said) => (said.quote ? `<blockquote><p>${escaped(said.quote.text)}</p></blockquote>\n` : '');
  const body = (said, kind) =>
    `<div class="qa-${kind}-content qa-post-content"><a name="${first + said.index}"></a><div itemprop="text">${quote(said)}${rendered(said.text, prose)}</div></div>`;
  const comments = (post, kind) =>
    `<div class="qa-${kind}-c-list"${post.remarks.length ? '' : ' style="display:none;"'} id="c${first + post.index}_list">${post.remarks
      .map(
        (
          said,
        ) => `<div class="qa-c-list-item " id="c${first + said.index}" itemscope itemtype="https://schema.org/Comment">
<form method="post" action="..${path}">${voting(said).replace('qa-voting-net', 'qa-voting-updown')}</form>
<span class="qa-c-item-what-wrap"></span>
${body(said, 'c-item')}
<div class="qa-c-item-footer">${meta(said, 'c-item', 'commented')}<div class="qa-c-item-buttons"><input name="c${first + said.index}_doflag" value="flag" title="Flag this comment as spam or inappropriate" type="submit" class="qa-form-light-button qa-form-light-button-flag"><input name="a_docommentc" value="reply" title="Reply to this comment" type="submit" class="qa-form-light-button qa-form-light-button-comment"></div></div>
<div class="qa-c-item-clear"></div>
</div>`,
      )
      .join('\n')}</div>`;
  const answer = (
    post,
  ) => `<div class="qa-a-list-item ${post.isAccepted ? 'qa-a-list-item-selected' : ''}" id="a${first + post.index}" itemprop="${post.isAccepted ? 'acceptedAnswer' : 'suggestedAnswer'}" itemscope itemtype="https://schema.org/Answer">
<form method="post" action="..${path}">${voting(post)}</form>
<div class="qa-a-item-main"><form method="post" action="..${path}">${meta(post, 'a-item', 'answered')}
<div class="qa-a-selection">${post.isAccepted ? '<div class="qa-a-selected">&nbsp;</div><div class="qa-a-selected-text">Best answer</div>' : ''}</div>
${body(post, 'a-item')}
<div class="qa-a-item-buttons"><input name="a${first + post.index}_doflag" value="flag" type="submit" class="qa-form-light-button qa-form-light-button-flag"><input name="a${first + post.index}_dofollow" value="ask related question" type="submit" class="qa-form-light-button qa-form-light-button-follow"><input name="a${first + post.index}_docomment" value="comment" type="submit" class="qa-form-light-button qa-form-light-button-comment"></div></form>
${comments(post, 'a-item')}
<div class="qa-c-form" id="c${first + post.index}" style="display:none;"><h2>Please <a href="../login">log in</a> or <a href="../register">register</a> to add a comment.</h2></div>
</div><div class="qa-a-item-clear"></div></div>`;
  return {
    url: `https://${host}${path}`,
    html: document({
      head: `<title>${escaped(title)} - ${escaped(site)}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="${escaped(title)}"><link rel="canonical" href="https://${host}${path}">`,
      bodyAttributes: ' class="qa-template-question qa-theme-snow qa-category-2 qa-body-js-off"',
      body: `<script>var b = document.getElementsByTagName('body')[0]; b.className = b.className.replace('qa-body-js-off', 'qa-body-js-on');</script>
<div id="qam-topbar" class="clearfix"><div class="qam-main-nav-wrapper clearfix"><div class="sb-toggle-left qam-menu-toggle"></div><div class="qam-account-items-wrapper"><div class="qam-account-items clearfix"><form action="../login" method="post"><input type="text" id="qam-ul-userid" name="emailhandle" placeholder="Email or Username" /><input type="password" name="password" placeholder="Password" /><input type="submit" value="Login" class="qa-form-tall-button qa-form-tall-button-login" /></form></div></div><div class="qa-logo"><a href="../" class="qa-logo-link">${escaped(site)}</a></div><div class="qa-nav-main"><ul class="qa-nav-main-list"><li class="qa-nav-main-item qa-nav-main-questions"><a href="../questions" class="qa-nav-main-link">Questions</a></li><li class="qa-nav-main-item"><a href="../unanswered" class="qa-nav-main-link">Unanswered</a></li><li class="qa-nav-main-item"><a href="../ask" class="qa-nav-main-link">Ask a Question</a></li></ul></div></div></div>
<div class="qam-ask-search-box"><div class="qam-ask-mobile"><a href="../ask" class="turquoise">Ask a Question</a></div><div class="qam-search turquoise"><div class="qa-search"><form method="get" action="../search"><input type="text" name="q" value="" class="qa-search-field"><input type="submit" value="Search" class="qa-search-button"></form></div></div></div>
<div class="qa-body-wrapper" itemscope itemtype="https://schema.org/QAPage">
<div class="qa-main-wrapper"><main class="qa-main" itemprop="mainEntity" itemscope itemtype="https://schema.org/Question">
<div class="qa-main-heading"><h1><a href="..${path}"><span itemprop="name">${escaped(title)}</span></a></h1></div>
<div class="qa-part-q-view"><div class="qa-q-view${answers.length ? '' : ' qa-q-view-unanswered'}" id="q${first}">
<form method="post" action="..${path}"><div class="qa-q-view-stats">${voting(question)}</div></form>
<div class="qa-q-view-main"><form method="post" action="..${path}">${meta(question, 'q-view', 'asked')}
${body(question, 'q-view')}
<div class="qa-q-view-tags"><ul class="qa-q-view-tag-list">${tags.map((tag) => `<li class="qa-q-view-tag-item"><a href="../tag/${tag}" rel="tag" class="qa-tag-link">${tag}</a></li>`).join('')}</ul></div>
<div class="qa-q-view-buttons"><input name="q_doanswer" id="q_doanswer" value="answer" title="Answer this question" type="submit" class="qa-form-light-button qa-form-light-button-answer"><input name="q_docomment" value="comment" title="Add a comment on this question" type="submit" class="qa-form-light-button"></div></form>
${comments(question, 'q-view')}
</div><div class="qa-q-view-clear"></div></div></div>
<div class="qa-part-a-form"><div class="qa-a-form" id="anew" style="display:none;"><h2>Please <a href="../login">log in</a> or <a href="../register">register</a> to answer this question.</h2></div></div>
<div class="qa-part-a-list"><h2 id="a_list_title"><span itemprop="answerCount">${answers.length}</span> Answers</h2><div class="qa-a-list" id="a_list">
${answers.map(answer).join('\n')}
</div></div>
<div class="qa-part-q-list"><h2>Related questions</h2><form><div class="qa-q-list ">${related
        .slice(0, 4)
        .map(
          (other, at) =>
            `<div class="qa-q-list-item" id="q${at}"><div class="qa-q-item-stats"><div class="qa-voting"><span class="qa-netvote-count-data">${number(other, 9)}</span><span class="qa-netvote-count-pad"> votes</span></div><span class="qa-a-count"><span class="qa-a-count-data">${number(other, 5)}</span><span class="qa-a-count-pad"> answers</span></span></div><div class="qa-q-item-main"><div class="qa-q-item-title"><a href="../${at}">${other}</a></div><span class="qa-q-item-avatar-meta"><span class="qa-q-item-meta"><span class="qa-q-item-what">asked</span> <span class="qa-q-item-when"><span class="qa-q-item-when-data">${day(question.time)}</span></span> <span class="qa-q-item-who"><span class="qa-q-item-who-pad">by </span><a href="#" class="qa-user-link">${escaped(answers[0].author)}</a></span></span></span></div></div>`,
        )
        .join('')}</div></form></div>
</main></div>
<div id="qam-sidepanel-toggle"><i class="icon-left-open-big"></i></div><div class="qa-sidepanel" id="qam-sidepanel-mobile"><div class="qa-sidebar wet-asphalt">Welcome to ${escaped(site)}, where you can ask questions and receive answers from other members of the community.</div><div class="qa-widgets-side qa-widgets-side-low"><div class="qa-widget-side"><div class="qa-nav-cat"><h2>Categories</h2><ul class="qa-nav-cat-list qa-nav-cat-list-1"><li class="qa-nav-cat-item"><a href="#" class="qa-nav-cat-link">All categories</a></li></ul></div></div></div></div></div>
<div class="qam-footer-box"><div class="qa-footer"><div class="qa-nav-footer"><ul class="qa-nav-footer-list"><li class="qa-nav-footer-item"><a href="../feedback" class="qa-nav-footer-link">Send feedback</a></li></ul></div><div class="qa-attribution">Powered by <a href="http://www.question2answer.org/">Question2Answer</a></div></div></div>`,
    }),
    comments: [question, ...answers].flatMap((post) =>
      [post, ...post.remarks].map((said) =>
        entry(said, { time: stamp(said.time), otherTimes: [day(said.time)], depth: said === post ? 0 : 1 }),
      ),
    ),
  };
}
