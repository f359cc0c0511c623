// Coral, the comments of newspapers: a flat list whose classes say how deep a comment stands.

import { number, person, slug } from '../people.mjs';
import { metadata, paragraphs } from '../story.mjs';
import { escaped, lines, rendered, scripted } from '../text.mjs';
import { branches, document, entry, inOrder, related } from '../thread.mjs';
import { ago, moment, shown } from '../times.mjs';

const dialect = { ...lines, paragraph: (text) => `<div>${text}</div>`, between: () => '<div><br></div>' };
const visible = ({ isDeleted }) => !isDeleted;

export function stream(conversation) {
  const { title, site, host, article } = conversation;
  const now = moment(conversation, 10);
  const nodes = inOrder(branches(conversation));
  const machine = (time) => time.replace('Z', '.000Z');
  const path = `/news/${slug(title)}`;
  const icon = '<svg viewBox="0 0 24 24" class="SvgIcon-root SvgIcon-xs"><path d="M12 2v20"></path></svg>';
  const comment = (node) => {
    const id = `c${number(title, 9000)}-${node.index}`;
    const indent = `coral coral-indent ${node.depth ? `coral-indent-${node.depth} Indent-level${Math.min(node.depth, 6)}` : 'coral-indent-0'}`;
    if (node.isDeleted)
      return `<div class="coral-comment-tombstone ${indent}" id="comment-${id}"><div class="Tombstone-root coral coral-tombstone-rejected">This comment has been removed for violating our Community Guidelines. Have a question? Let us know <a href="#">here</a>.</div></div>`;
    return `<div class="StreamCommentContainer-root ${indent}" id="comment-${id}" data-testid="comment-${id}"><div class="IndentedComment-root coral coral-comment"><article class="coral coral-comment${node.children.length ? ' coral-comment-hasReplies' : ''}" aria-labelledby="${id}-label">
<div class="Hidden-root" id="${id}-label">${node.parent ? `${node.depth > 1 ? `Thread Level ${node.depth + 1}: ` : ''}Reply from ${escaped(node.author)} ${ago(node.time, now)}` : `Comment from ${escaped(node.author)} ${ago(node.time, now)}`}</div>
<div class="Box-root Flex-root coral coral-comment-topBar"><div class="Flex-flex coral-comment-username"><button type="button" class="BaseButton-root coral coral-username" aria-label="Popover with more user information"><span class="Username-root">${escaped(node.author)}</span></button>${person(node.author).posts > 3000 ? '<span class="Tag-root coral coral-comment-tag">Subscriber</span>' : ''}</div><div class="Flex-flex"><time class="RelativeTime-root coral coral-timestamp coral-comment-timestamp" datetime="${machine(node.time)}" title="${shown(node.time, 'M/D/YYYY, h:mm:ss A')}">${ago(node.time, now)}</time></div><button type="button" class="coral-comment-caretButton" aria-label="Toggle dropdown menu">${icon}</button></div>
${node.parent ? `<div class="InReplyTo-root coral coral-comment-inReplyTo">${icon}<span>In reply to </span><span class="InReplyTo-username">${escaped(node.parent.author)}</span></div>` : ''}
<div class="HTMLContent-root coral coral-content coral-comment-content">${rendered(node.text, dialect)}</div>
<div class="Flex-root coral coral-comment-footer"><div class="ButtonsBar-root"><button type="button" class="coral coral-reactButton coral-comment-reactButton" aria-label="Respect comment by ${escaped(node.author)}">${icon}<span>Respect</span>${node.votes > 0 ? ` <span>${node.votes}</span>` : ''}</button><button type="button" class="coral coral-replyButton coral-comment-replyButton" aria-label="Reply to comment by ${escaped(node.author)}">${icon}<span>Reply</span></button><button type="button" class="coral coral-shareButton">${icon}<span>Share</span></button></div><div class="ButtonsBar-root"><button type="button" class="coral coral-reportButton">${icon}<span>Report</span></button></div></div>
</article></div></div>`;
  };
  return {
    url: `https://${host}${path}`,
    html: document({
      head: `<title>${escaped(title)} | ${escaped(site)}</title><meta property="og:type" content="article"><link rel="canonical" href="https://${host}${path}"><script type="application/ld+json">${scripted(metadata(conversation, path))}</script>`,
      bodyAttributes: ' class="article-page"',
      body: `<header class="masthead"><a href="/" class="masthead__logo">${escaped(site)}</a><nav class="masthead__nav" aria-label="Sections"><ul><li><a href="/news">News</a></li><li><a href="/sport">Sport</a></li><li><a href="/weather">Weather and tides</a></li><li><a href="/subscribe">Subscribe</a></li></ul></nav></header>
<div class="ad ad--leaderboard" aria-hidden="true">Advertisement</div>
<main><article class="article"><p class="kicker">${escaped(conversation.board)}</p><h1 class="headline">${escaped(title)}</h1><div class="byline">By <a rel="author" href="/by/x">${escaped(article.author)}</a> <time datetime="${article.time}">${shown(article.time, 'D MMM YYYY, HH:mm')}</time></div><ul class="share"><li><a href="#">Share</a></li><li><a href="#comments">${nodes.filter(visible).length} comments</a></li></ul><div class="article__body">
${paragraphs(conversation)}
</div></article>
<aside class="newsletter"><h2>The Courier at breakfast</h2><p>Five stories in your inbox at six every morning.</p><form><input type="email" placeholder="Your address"><button>Sign up</button></form></aside>
<section id="comments"><div id="coral_thread"><div id="coral" class="coral coral-stream"><div class="coral-tabBar"><ul role="tablist"><li role="tab" aria-selected="true"><button class="coral-tabBar-comments"><span>${nodes.filter(visible).length} Comments</span></button></li><li role="tab"><button>My Profile</button></li></ul></div>
<div class="coral-viewerBox"><button>Sign in</button><button>Create an account</button></div><div class="CommunityGuidelines coral-guidelines"><p>Please keep to the subject, and remember that your neighbours read this too.</p></div>
<div class="PostCommentFormFake coral-createComment"><div class="coral-rte">Post a comment</div><button disabled>Submit</button></div>
<div class="coral-sortMenu"><label>Sort by</label><select><option>Newest</option><option selected>Oldest</option><option>Most replies</option></select></div>
<div id="tabPane-comments"><div aria-live="polite" role="log" id="comments-allComments-log" class="coral coral-allComments">
${nodes.map(comment).join('\n')}
</div></div><div class="coral-poweredBy">Powered by Coral</div></div></div></section>
<section class="more"><h2>Most read</h2><ol>${related.map((other) => `<li><a href="#">${other}</a></li>`).join('')}</ol></section></main>
<footer class="foot"><p>© 2026 ${escaped(site)}</p><ul><li><a href="#">Contact</a></li><li><a href="#">Cookies</a></li></ul></footer>
<div class="consent" role="dialog" aria-modal="true"><h2>Your privacy</h2><p>We and our partners store information on your device.</p><button>Accept</button><button>Settings</button></div>`,
    }),
    comments: nodes.filter(visible).map((node) =>
      entry(node, {
        time: machine(node.time),
        otherTimes: [ago(node.time, now)],
        depth: node.depth,
        dialect,
      }),
    ),
  };
}
