// Comments below a video, as YouTube draws them: answers one level deep.

import { number, person, slug } from '../people.mjs';
import { escaped, lines, rendered, said as plain } from '../text.mjs';
import { branches, document, entry, inOrder, related } from '../thread.mjs';
import { ago, moment, shown } from '../times.mjs';

const dialect = {
  ...lines,
  inline: {
    ...lines.inline,
    link: (label, url) =>
      `${label} (<a class="yt-core-attributed-string__link yt-core-attributed-string__link--call-to-action-color" tabindex="0" href="/redirect?q=${url}" target="_blank" rel="nofollow">${url}</a>)`,
  },
  code: (text) => text,
  between: (before, after) => (before === 'item' && after === 'item' ? '\n' : '\n\n'),
};

const handle = (name) => `@${slug(name).replaceAll('-', '') || 'user'}`;
const visible = ({ isDeleted }) => !isDeleted;

export function video(conversation) {
  const { title, article, comments } = conversation;
  const now = moment(conversation, 500);
  const roots = branches(conversation).filter(visible);
  const id = number(title, 900_000).toString(36);
  const comment = (node) => {
    const own = `Ug${id}${node.index}`;
    const mentioned = node.parent?.parent
      ? `<a class="yt-core-attributed-string__link" href="/${handle(node.parent.author)}">${handle(node.parent.author)}</a>&nbsp; `
      : '';
    return `<ytd-comment-view-model id="comment" class="style-scope ytd-comment-${node.parent ? 'replies' : 'thread'}-renderer"${node.parent ? ' is-reply=""' : ''} comment-style-type="STYLE_TYPE_UNKNOWN">
<div id="body" class="style-scope ytd-comment-view-model"><div id="author-thumbnail" class="style-scope ytd-comment-view-model"><button id="author-thumbnail-button" aria-label="${handle(node.author)}"><yt-img-shadow fixed-width="" width="40" height="40"><img id="img" draggable="false" class="style-scope yt-img-shadow" alt="" height="40" width="40" src="https://yt3.ggpht.com/${person(node.author).id}=s88"></yt-img-shadow></button></div>
<div id="main" class="style-scope ytd-comment-view-model"><div id="header" class="style-scope ytd-comment-view-model"><div id="pinned-comment-badge"></div><div id="header-author" class="style-scope ytd-comment-view-model"><h3 class="style-scope ytd-comment-view-model"><a id="author-text" class="yt-simple-endpoint style-scope ytd-comment-view-model${node.isByAuthorOfArticle ? ' channel-owner' : ''}" href="/${handle(node.author)}"><span class="style-scope ytd-comment-view-model"> ${handle(node.author)} </span></a></h3><span id="author-comment-badge"></span><span id="published-time-text" dir="auto" class="style-scope ytd-comment-view-model"><a class="yt-simple-endpoint style-scope ytd-comment-view-model" href="/watch?v=${id}&amp;lc=${own}">${ago(node.time, now)}${node.edited ? ' (edited)' : ''}</a></span></div></div>
<div id="content" class="style-scope ytd-comment-view-model"><ytd-expander id="expander" class="style-scope ytd-comment-view-model" style="--ytd-expander-collapsed-height: 80px;"><div id="content" class="style-scope ytd-expander"><yt-attributed-string id="content-text" user-input="" class="style-scope ytd-comment-view-model"><span class="yt-core-attributed-string yt-core-attributed-string--white-space-pre-wrap" dir="auto" role="text">${mentioned}${rendered(node.text, dialect)}</span></yt-attributed-string></div><tp-yt-paper-button id="less" aria-expanded="true" hidden=""><span class="less-button">Show less</span></tp-yt-paper-button><tp-yt-paper-button id="more" aria-expanded="false" hidden=""><span class="more-button">Read more</span></tp-yt-paper-button></ytd-expander></div>
<ytd-comment-engagement-bar id="action-buttons" class="style-scope ytd-comment-view-model"><div id="toolbar"><ytd-toggle-button-renderer id="like-button"><button aria-label="Like this comment along with ${Math.max(0, node.votes)} other people"></button></ytd-toggle-button-renderer><span id="vote-count-middle" class="style-scope ytd-comment-engagement-bar" aria-label="${Math.max(0, node.votes)} likes"> ${node.votes > 0 ? node.votes : ''} </span><ytd-toggle-button-renderer id="dislike-button"></ytd-toggle-button-renderer><div id="creator-heart"></div><ytd-button-renderer id="reply-button-end"><yt-button-shape><button class="yt-spec-button-shape-next" aria-label="Reply"><div class="yt-spec-button-shape-next__button-text-content"><span class="yt-core-attributed-string" role="text">Reply</span></div></button></yt-button-shape></ytd-button-renderer></div></ytd-comment-engagement-bar></div>
<div id="action-menu"><ytd-menu-renderer><yt-icon-button id="button"><button aria-label="Action menu"></button></yt-icon-button></ytd-menu-renderer></div></div>
</ytd-comment-view-model>`;
  };
  const thread = (node) => {
    const answers = inOrder(node.children).filter(visible);
    return `<ytd-comment-thread-renderer class="style-scope ytd-item-section-renderer"><div id="comment-container">${comment(node)}</div>${
      answers.length
        ? `<div id="replies" class="style-scope ytd-comment-thread-renderer"><ytd-comment-replies-renderer class="style-scope ytd-comment-thread-renderer"><div class="more-button"><ytd-button-renderer id="more-replies"><button aria-label="${answers.length} replies"><span>${answers.length} ${answers.length === 1 ? 'reply' : 'replies'}</span></button></ytd-button-renderer></div><div id="expander" class="style-scope ytd-comment-replies-renderer"><div id="expander-contents"><div id="contents">${answers.map(comment).join('\n')}</div></div></div></ytd-comment-replies-renderer></div>`
        : ''
    }</ytd-comment-thread-renderer>`;
  };
  const shownNodes = roots.flatMap((root) => [root, ...inOrder(root.children).filter(visible)]);
  return {
    url: `https://www.youtube.com/watch?v=${id}`,
    html: document({
      attributes: ' style="font-size: 10px;font-family: Roboto, Arial, sans-serif;" system-icons typography',
      head: `<title>${escaped(title)} - YouTube</title><meta name="title" content="${escaped(title)}"><link rel="canonical" href="https://www.youtube.com/watch?v=${id}"><script>var ytInitialData = {"responseContext":{}};</script>`,
      bodyAttributes: ' dir="ltr"',
      body: `<ytd-app><div id="content" class="style-scope ytd-app"><div id="masthead-container"><ytd-masthead id="masthead"><div id="container"><div id="start"><a id="logo" href="/" title="YouTube Home"></a></div><div id="center"><form action="/results"><input name="search_query" placeholder="Search"></form></div><div id="end"><a href="/signin" aria-label="Sign in">Sign in</a></div></div></ytd-masthead></div>
<ytd-page-manager id="page-manager"><ytd-watch-flexy><div id="columns"><div id="primary"><div id="primary-inner"><div id="player"><div id="movie_player" class="html5-video-player"><video src="blob:https://www.youtube.com/1"></video><div class="ytp-chrome-bottom"><span class="ytp-time-current">0:00</span><span class="ytp-time-separator"> / </span><span class="ytp-time-duration">14:12</span></div></div></div>
<div id="below"><ytd-watch-metadata><div id="above-the-fold"><div id="title"><h1 class="style-scope ytd-watch-metadata"><yt-formatted-string title="${escaped(title)}">${escaped(title)}</yt-formatted-string></h1></div><div id="top-row"><div id="owner"><ytd-video-owner-renderer><ytd-channel-name id="channel-name"><a class="yt-simple-endpoint" href="/${handle(article.author)}">${escaped(article.author)}</a></ytd-channel-name><yt-formatted-string id="owner-sub-count">12.4K subscribers</yt-formatted-string></ytd-video-owner-renderer><div id="subscribe-button"><button>Subscribe</button></div></div><div id="actions"><button title="I like this">1.1K</button><button>Share</button><button>Save</button></div></div><div id="bottom-row"><div id="description"><ytd-text-inline-expander><yt-formatted-string id="info"><span>41,012 views</span> <span>${shown(article.time, 'MMM D, YYYY')}</span></yt-formatted-string><yt-attributed-string id="attributed-snippet-text"><span class="yt-core-attributed-string yt-core-attributed-string--white-space-pre-wrap">${article.paragraphs.map(escaped).join('\n\n')}</span></yt-attributed-string><tp-yt-paper-button id="expand">...more</tp-yt-paper-button></ytd-text-inline-expander></div></div></div></ytd-watch-metadata>
<ytd-comments id="comments"><ytd-item-section-renderer id="sections" section-identifier="comment-item-section"><div id="header"><ytd-comments-header-renderer><div id="title"><h2 id="count"><yt-formatted-string class="count-text"><span>${comments.filter(visible).length}</span><span> Comments</span></yt-formatted-string></h2><span id="sort-menu"><yt-sort-filter-sub-menu-renderer><div id="icon-label">Sort by</div></yt-sort-filter-sub-menu-renderer></span></div><div id="simple-box"><ytd-comment-simplebox-renderer><div id="placeholder-area">Add a comment...</div></ytd-comment-simplebox-renderer></div></ytd-comments-header-renderer></div>
<div id="contents" class="style-scope ytd-item-section-renderer">
${roots.map(thread).join('\n')}
</div></ytd-item-section-renderer></ytd-comments></div></div></div>
<div id="secondary"><ytd-watch-next-secondary-results-renderer><div id="items">${related.map((other, at) => `<ytd-compact-video-renderer><a href="/watch?v=${at}"><h3><span id="video-title" title="${other}">${other}</span></h3><div id="channel-name">Channel ${at}</div><span class="inline-metadata-item">${number(other, 900)}K views</span><span class="inline-metadata-item">${at + 1} months ago</span></a></ytd-compact-video-renderer>`).join('')}</div></ytd-watch-next-secondary-results-renderer></div></div></ytd-watch-flexy></ytd-page-manager></div></ytd-app>`,
    }),
    comments: shownNodes.map((node) =>
      entry(node, {
        author: handle(node.author),
        time: ago(node.time, now),
        depth: Math.min(1, node.depth),
        text: `${node.parent?.parent ? `${handle(node.parent.author)} ` : ''}${plain(node.text, dialect)}`,
      }),
    ),
  };
}
