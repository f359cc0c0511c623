// Mailing lists: a message and the index of a thread as pipermail writes them, and a thread of HyperKitty.

import { number, person, slug } from '../people.mjs';
import { escaped, normal, wrapped } from '../text.mjs';
import { branches, document, entry, inOrder } from '../thread.mjs';
import { seconds, shown } from '../times.mjs';

const list = ({ board }) => slug(board).slice(0, 20);
const address = (author) => `${slug(author) || 'someone'} at mail.example`;
const posted = (time) => shown(time, 'ddd MMM DD HH:mm:ss [UTC] YYYY').replace(/ 0(\d) /, '  $1 ');
const files = ({ title }) => 1000 + number(title, 4000);
const file = (conversation, index) => String(files(conversation) + index).padStart(6, '0');

const subject = (conversation, index) => `[${list(conversation)}] ${index ? 'Re: ' : ''}${escaped(conversation.title)}`;

/** What an answer repeats of the message before it. */
const repeated = (conversation, said) => {
  const from = conversation.comments[said.answers];
  const text = said.quote?.text ?? wrapped(from.text).split('\n').slice(0, 4).join(' ');
  return {
    head: `On ${shown(from.time, 'ddd, MMM DD, YYYY [at] h:mm A')} ${from.author} wrote:`,
    rows: wrapped(normal(text), 68).split('\n'),
  };
};

const linked = (text) => escaped(text).replace(/https:\/\/[^\s)]+/g, (url) => `<A HREF="${url}">${url}</A>`);

/** One message of the archive. */
export function message(conversation, index = 4) {
  const { comments } = conversation;
  const said = comments[index];
  const name = list(conversation);
  const { head, rows } = repeated(conversation, said);
  const links = `<P><UL>
        <LI>Previous message (by thread): <A HREF="${file(conversation, index - 1)}.html">${subject(conversation, 1)}
</A></li>
        <LI>Next message (by thread): <A HREF="${file(conversation, index + 1)}.html">${subject(conversation, 1)}
</A></li>
         <LI> <B>Messages sorted by:</B> 
              <a href="date.html#${files(conversation) + index}">[ date ]</a>
              <a href="thread.html#${files(conversation) + index}">[ thread ]</a>
              <a href="subject.html#${files(conversation) + index}">[ subject ]</a>
              <a href="author.html#${files(conversation) + index}">[ author ]</a>
         </LI>
       </UL>`;
  return {
    url: `https://lists.${conversation.host}/pipermail/${name}/${shown(said.time, 'YYYY-MMMM')}/${file(conversation, index)}.html`,
    isThread: false,
    html: `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN">
<HTML>
 <HEAD>
   <TITLE> ${subject(conversation, index)}
   </TITLE>
   <LINK REL="Index" HREF="index.html" >
   <LINK REL="made" HREF="mailto:${name}%40lists.example?Subject=Re%3A%20${encodeURIComponent(conversation.title)}&In-Reply-To=%3Cx%40mail.example%3E">
   <META NAME="robots" CONTENT="index,nofollow">
   <style type="text/css">
       pre {
           white-space: pre-wrap;       /* css-2.1, curent FF, Opera, Safari */
           }
   </style>
   <META http-equiv="Content-Type" content="text/html; charset=utf-8">
   <LINK REL="Previous"  HREF="${file(conversation, index - 1)}.html">
   <LINK REL="Next"  HREF="${file(conversation, index + 1)}.html">
 </HEAD>
 <BODY BGCOLOR="#ffffff">
   <H1>${subject(conversation, index)}</H1>
    <B>${escaped(said.author)}</B> 
    <A HREF="mailto:${name}%40lists.example?Subject=Re%3A%20x&In-Reply-To=%3Cx%40mail.example%3E"
       TITLE="${subject(conversation, index)}">${address(said.author)}
       </A><BR>
    <I>${posted(said.time)}</I>
    ${links}
    <HR>  
<!--beginarticle-->
<PRE>${linked(head)}
${rows.map((row, at) => `${at ? '</I>' : ''}&gt;<i> ${escaped(row)}\n`).join('')}</I>
${linked(wrapped(said.text))}

${conversation.signatures?.[said.author] ? `-- \n${escaped(conversation.signatures[said.author])}\n` : ''}</PRE>

<!--endarticle-->
    <HR>
    <P><UL>
        <!--threads-->
	${links.slice(7)}

<hr>
<a href="https://lists.${conversation.host}/mailman/listinfo/${name}">More information about the ${name}
mailing list</a><br>
</body></html>
`,
    comments: [entry(said, { time: posted(said.time), text: normal(wrapped(said.text)) })],
  };
}

/** The index of an archive by threads: names and titles, no words. */
export function index(conversation) {
  const [opening] = conversation.comments;
  const name = list(conversation);
  const item = (node) => `<!--${node.depth + 1} ${seconds(node.time)}- -->
<LI><A HREF="${file(conversation, node.index)}.html">${subject(conversation, node.index)}
</A><A NAME="${files(conversation) + node.index}">&nbsp;</A>
<I>${escaped(node.author)}
</I>
${node.children.length ? `<UL>\n${node.children.map(item).join('\n')}\n</UL>` : ''}`;
  return {
    url: `https://lists.${conversation.host}/pipermail/${name}/${shown(opening.time, 'YYYY-MMMM')}/thread.html`,
    isThread: false,
    html: `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN">
<HTML>
  <HEAD>
     <title>The ${name} ${shown(opening.time, 'MMMM YYYY')} Archive by thread</title>
     <META NAME="robots" CONTENT="noindex,follow">
     <META http-equiv="Content-Type" content="text/html; charset=utf-8">
  </HEAD>
  <BODY BGCOLOR="#ffffff">
      <a name="start"></A>
      <h1>${shown(opening.time, 'MMMM YYYY')} Archives by thread</h1>
      <ul>
         <li> <b>Messages sorted by:</b>
	        <a href="subject.html#start">[ subject ]</a>
		<a href="author.html#start">[ author ]</a>
		<a href="date.html#start">[ date ]</a>

	     <li><b><a href="https://lists.${conversation.host}/mailman/listinfo/${name}">More info on this list...
                    </a></b></li>
      </ul>
      <p><b>Starting:</b> <i>${posted(opening.time)}</i><br>
         <b>Ending:</b> <i>${posted(conversation.comments.at(-1).time)}</i><br>
         <b>Messages:</b> ${conversation.comments.length}<p>
     <ul>
<!--0 ${seconds(opening.time)}- -->
<LI><A HREF="${file(conversation, 0)}.html">${subject(conversation, 0)}
</A><A NAME="${files(conversation)}">&nbsp;</A>
<I>${escaped(opening.author)}
</I>
<UL>
${branches(conversation).map(item).join('\n')}
</UL>
    </ul>
    <p>
      <a name="end"><b>Last message date:</b></a> 
       <i>${posted(conversation.comments.at(-1).time)}</i><br>
    <b>Archived on:</b> <i>${posted(conversation.comments.at(-1).time)}</i>
    <hr>
    <i>This archive was generated by
       Pipermail 0.09 (Mailman edition).</i>
  </BODY>
</HTML>
`,
    comments: [],
  };
}

/** A thread of HyperKitty; the answers are moved to the right by their depth. */
export function hyperkitty(conversation) {
  const { title, comments, host } = conversation;
  const name = list(conversation);
  const [opening] = comments;
  const nodes = inOrder(branches(conversation));
  const text = (said) => {
    const quote =
      said.answers === null
        ? ''
        : (() => {
            const { head, rows } = repeated(conversation, said);
            return `<p>${escaped(head)}</p>\n<div class="quoted-switch"><a style="font-weight:normal" href="#">...</a></div><blockquote class="blockquote quoted-text"><p>${rows.map(escaped).join('<br>\n')}</p></blockquote>\n`;
          })();
    const paragraphs = wrapped(said.text)
      .split('\n\n')
      .map((paragraph) =>
        /^ {4}/.test(paragraph)
          ? `<pre><code>${escaped(paragraph.replace(/^ {4}/gm, ''))}</code></pre>`
          : `<p>${escaped(paragraph)
              .replace(/https:\/\/[^\s)]+/g, (url) => `<a href="${url}" rel="nofollow">${url}</a>`)
              .replaceAll('\n', '<br>\n')}</p>`,
      );
    return quote + paragraphs.join('\n');
  };
  const email = (said, classes) => `<div class="email${classes}">
<div class="email-header">
<div class="gravatar-wrapper d-flex"><div class="gravatar circle"><img class="gravatar" src="https://seccdn.libravatar.org/avatar/${person(said.author).id}?s=120&amp;d=mm" width="120" height="120" alt="" /></div></div>
<div class="email-author d-flex"><div class="email-sender"><a href="/archives/users/${person(said.author).id}/" title="See the profile for ${escaped(said.author)}" class="name">${escaped(said.author)}</a></div></div>
<div class="email-date right"><div class="time"><a href="/archives/list/${name}@lists.${host}/message/${number(
    said.author + said.time,
    90_000,
  )
    .toString(36)
    .toUpperCase()}/" title="Permalink for this message"><span title="Sender's time: ${shown(said.time, 'MMMM D, YYYY, h:mm a')}">${shown(said.time, 'D MMM YYYY')}</span></a></div><span class="time">${shown(said.time, 'h:mm a')}</span></div>
</div>
<div class="email-body ">
${text(said)}
${conversation.signatures?.[said.author] ? `<p>-- <br>\n<span class="signature">${escaped(conversation.signatures[said.author])}</span></p>` : ''}
</div>
<div class="email-info d-flex"><form method="post" class="likeform" action="/archives/vote"><a class="youlike vote  disabled" title="You must be logged-in to vote." href="#like" data-vote="1"><i class="fa fa-thumbs-o-up"></i> ${Math.max(0, said.votes ?? 0)}</a> <a class="youdislike vote disabled" title="You must be logged-in to vote." href="#dislike" data-vote="-1"><i class="fa fa-thumbs-o-down"></i> 0</a></form><a class="reply reply-mailto" title="Sign in to reply online" href="mailto:${name}@lists.${host}">Reply <i class="fa fa-reply"></i></a></div>
</div>`;
  const clock = (said) => shown(said.time, 'D MMM YYYY');
  const told = (said, depth) =>
    entry(said, {
      time: clock(said),
      otherTimes: [`Sender's time: ${shown(said.time, 'MMMM D, YYYY, h:mm a')}`, shown(said.time, 'D MMM YYYY h:mm a')],
      depth,
      text: normal(wrapped(said.text)),
    });
  return {
    url: `https://lists.${host}/archives/list/${name}@lists.${host}/thread/X7KQ2/`,
    html: document({
      head: `<meta name="viewport" content="width=device-width, initial-scale=1.0" /><meta name="ROBOTS" content="INDEX, FOLLOW" /><title>${escaped(title)} - ${name} - lists.${host}</title>`,
      body: `<nav class="navbar sticky-top navbar-expand-md navbar-light bg-light" id="navbar-main"><div class="container"><div class="navbar-header col-md"><a class="navbar-brand" href="/archives/list/${name}@lists.${host}/"><span>${name}@lists.${host}</span></a></div><div class="d-flex"><a role="button" href="/accounts/login/" class="nav-link"><span class="fa fa-sign-in"></span> Sign In</a><a href="/accounts/signup/" class="nav-link">Sign Up</a></div><form name="search" method="get" action="/archives/search" class="navbar-form"><input name="q" type="text" class="form-control" placeholder="Search this list" /></form></div></nav>
<div class="modal fade" tabindex="-1" role="dialog" id="keyboard-shortcuts"><div class="modal-dialog" role="document"><div class="modal-content"><h4>Keyboard Shortcuts</h4><h3>Thread View</h3><ul><li><code>j</code>: Next unread message </li><li><code>k</code>: Previous unread message </li></ul></div></div></div>
<div class="container" role="main"><div class="row"><div class="col thread-header"><ul class="thread-list-header d-flex"><li><a href="/archives/list/${name}@lists.${host}/" title="All threads">newer</a></li><li>older</li></ul><h3>${escaped(title)}</h3></div></div>
<div class="row row-fluid"><div class="col-md-9"><div class="d-flex"><section id="thread-content">
<!-- Start first email -->
${email(opening, ' email-first')}
<!-- End first email -->
<p class="sort-mode"><span>Show replies by</span> <a href="?sort=date">date</a> <a href="?sort=thread" class="active">thread</a></p>
<div class="replies">
${nodes.map((node, at) => `<div class="${at % 2 ? 'odd' : 'even'}" style="margin-left:${(node.depth + 1) * 0.5}em;"><!-- Start email -->\n<a name="M${node.index}"></a>\n${email(node, '')}\n<!-- End of email --></div>`).join('\n')}
</div><div class="unreadnavbar bg-dark"><ul class="nav"><li class="unreadnav-index">${comments.length}</li></ul></div></section></div></div>
<div class="col-md-3"><section id="thread-overview-info"><div id="thread-date-info"><div class="days-num">${number(title, 9) + 1}</div><div class="days-unit">days inactive</div><div class="days-num">${number(title, 20) + 1}</div><div class="days-unit">days old</div></div><p><a href="mailto:${name}-leave@lists.${host}">Manage subscription</a></p><div id="tags"><h3>Tags</h3><p>no tags</p></div><div class="participants"><h6>participants</h6><ul class="list-unstyled">${[...new Set(comments.map(({ author }) => author))].map((author) => `<li class="d-flex"><div class="participant-gravatar"><img src="/g.png" width="28" height="28" alt=""></div><p class="align-self-center">${escaped(author)}</p></li>`).join('')}</ul></div></section></div></div></div>
<footer class="footer"><div class="container"><img class="logo" alt="HyperKitty" src="/static/hyperkitty/img/logo.png" /><p class="text-muted">Powered by <a href="http://hyperkitty.readthedocs.org">HyperKitty</a> version 1.3.12.</p></div></footer>`,
    }),
    comments: [told(opening, 0), ...nodes.map((node) => told(node, node.depth + 1))],
  };
}
