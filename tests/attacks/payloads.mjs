// Markup, class by class, that would run a script or request something if it were let through. All of it is ours.
//
// In a payload `RUN` stands for a script that reports which payload ran (`top.ran(17)`) and `ASK` for an address that no
// view may request. The number of a payload is its place in the list.

import { runsAll } from '../browser/sampling.mjs';
import { listen } from './check.mjs';

const RUN = 'RUN';
const IMAGE = `<img src=x onerror=${RUN}>`;

const combine = (...lists) =>
  lists.reduce((done, list) => done.flatMap((head) => list.map((item) => [...head, item])), [[]]);

/** Addresses with `javascript` in all the ways in which a parser, or a careless filter, may read it. */
const ADDRESSES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `JAVASCRIPT:${RUN}`,
  ` javascript:${RUN}`,
  `\tjavascript:${RUN}`,
  `\njavascript:${RUN}`,
  `&#1;javascript:${RUN}`,
  `&#x1f;javascript:${RUN}`,
  `&nbsp;javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `java\nscript:${RUN}`,
  `java\r\nscript:${RUN}`,
  `java&Tab;script:${RUN}`,
  `java&NewLine;script:${RUN}`,
  `java&#0;script:${RUN}`,
  `java&#xad;script:${RUN}`,
  `java&#x7f;script:${RUN}`,
  `java\u0085script:${RUN}`,
  `javascript&colon;${RUN}`,
  `javascript&#58;${RUN}`,
  `javascript&#x3A;${RUN}`,
  `javascript&#0000058${RUN}`,
  `&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;${RUN}`,
  `&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;${RUN}`,
  `javascript\t:${RUN}`,
  `javascript://example.org/%0A${RUN}`,
  `javascript:/*--></title></style></textarea></script>*/${RUN}`,
  `javascript&amp;colon;${RUN}`,
  `&amp;#106;avascript:${RUN}`,
  `%6Aavascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD50b3AucmFuKDApPC9zY3JpcHQ+`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>`,
  `data:application/xhtml+xml,<script xmlns='http://www.w3.org/1999/xhtml'>${RUN}</script>`,
  `data&colon;text/html,<script>${RUN}</script>`,
  `vbscript:${RUN}`,
  `livescript:${RUN}`,
  `feed:javascript:${RUN}`,
  `view-source:javascript:${RUN}`,
  `jar:javascript:${RUN}!/`,
  `blob:javascript:${RUN}`,
  `filesystem:javascript:${RUN}`,
  `about:blank#javascript:${RUN}`,
];

/** Every place in mark-up that holds an address; `*` is it. */
const HOLDERS = [
  '<a href="*">link</a>',
  '<a xlink:href="*">link</a>',
  '<a href="#" ping="*">link</a>',
  '<area href="*">',
  '<img src="*" alt=picture>',
  '<img srcset="* 1x" alt=picture>',
  '<img src=x data-src="*" alt=picture>',
  '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-original="*" data-srcset="* 2x" class=lazyload alt=picture>',
  '<img src=x longdesc="*" usemap="*" alt=picture>',
  '<picture><source srcset="*"><img alt=picture></picture>',
  '<video src="*" poster="*" controls></video>',
  '<video controls><source src="*"><track src="*" default></video>',
  '<audio src="*" controls></audio>',
  '<iframe src="*" width=400 height=300></iframe>',
  '<iframe data-src="*" width=400 height=300 title=player></iframe>',
  '<embed src="*">',
  '<object data="*"><param name=src value="*"></object>',
  '<object classid="*" codebase="*"></object>',
  '<form action="*"><button>send</button></form>',
  '<form><button formaction="*">send</button><input type=image src="*" formaction="*"></form>',
  '<blockquote cite="*"><p>quoted words of somebody</p></blockquote>',
  '<q cite="*">quoted</q>',
  '<ins cite="*">put in</ins>',
  '<del cite="*">taken out</del>',
  '<table background="*"><tr><td background="*">cell</table>',
  '<link rel=stylesheet href="*">',
  '<base href="*" target=_self>',
  '<script src="*"></script>',
  '<svg><a xlink:href="*"><text y=9>link</text></a></svg>',
  '<svg><a href="*"><text y=9>link</text></a></svg>',
  '<svg><use href="*"/><image href="*"/><feImage xlink:href="*"/></svg>',
  '<svg><script href="*"></script></svg>',
  '<math href="*"><mi>x</mi></math>',
  '<math><mi xlink:href="*">x</mi></math>',
  '<math><maction actiontype="statusline#*" xlink:href="*"><mi>x</mi></maction></math>',
  '<math><mglyph src="*"/><semantics definitionURL="*"><mi>x</mi></semantics></math>',
  '<aside class=pith-embed data-src="*"><a href="*">a player</a></aside>',
];

const addresses = combine(HOLDERS, ADDRESSES).map(([holder, address]) => holder.replaceAll('*', () => address));

const EVENTS = (
  'abort afterprint animationcancel animationend animationiteration animationstart auxclick beforecopy beforecut ' +
  'beforeinput beforematch beforepaste beforeprint beforetoggle beforeunload begin blur bounce cancel canplay ' +
  'canplaythrough change click close command contextmenu copy cuechange cut dblclick drag dragend dragenter dragleave ' +
  'dragover dragstart drop durationchange emptied end ended error finish focus focusin focusout formdata fullscreenchange ' +
  'gotpointercapture hashchange input invalid keydown keypress keyup load loadeddata loadedmetadata loadstart ' +
  'lostpointercapture message mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup mousewheel offline ' +
  'online pagehide pageshow paste pause play playing pointercancel pointerdown pointerenter pointerleave pointermove ' +
  'pointerout pointerover pointerrawupdate pointerup popstate progress ratechange readystatechange repeat reset resize ' +
  'scroll scrollend scrollsnapchange search securitypolicyviolation seeked seeking select selectionchange selectstart ' +
  'show slotchange stalled start storage submit suspend timeupdate toggle touchcancel touchend touchmove touchstart ' +
  'transitionend transitionrun transitionstart unhandledrejection unload volumechange waiting webkitanimationend wheel'
).split(' ');

const events = [
  ...EVENTS.map((name) => `<b on${name}=${RUN} style="animation: a 1s">bold</b>`),
  ...EVENTS.map((name) => `<a href=# ON${name.toUpperCase()}='${RUN}' tabindex=0>link</a>`),
  ...combine(
    ['img src=x', 'video src=x controls', 'audio src=x controls', 'input autofocus', 'math', 'details open', 'td'],
    ['onerror', 'onload', 'onfocus', 'ontoggle', 'onclick', 'onloadstart'],
    [' ', '/', '\n', '\f'],
  ).map(([tag, name, space]) => `<${tag}${space}${name}=${RUN}>`),
  `<img src=x:x onerror=${RUN}//`,
  `<img src onerror\n=\n"${RUN}">`,
  `<img """><script>${RUN}</script>">`,
  `<img src=\`x\`onerror=${RUN}>`,
  `<img alt="\`><img src=x onerror=${RUN}>" src=x>`,
  `<img src=x title='" onerror=${RUN} x="'>`,
  `<img/src/onerror=${RUN}>`,
  `<img src=x onerror&equals;${RUN}>`,
  `<img src=x onerror\0=${RUN}>`,
  `<img src=x on\nerror=${RUN}>`,
  `<details open ontoggle=${RUN}><summary>more</summary>words</details>`,
  `<marquee onstart=${RUN}>words</marquee>`,
  `<body onload=${RUN} onpageshow=${RUN}>`,
  `<frameset onload=${RUN}><frame src=javascript:${RUN}></frameset>`,
  `<keygen autofocus onfocus=${RUN}>`,
  `<isindex type=image src=x onerror=${RUN}>`,
  `<bgsound src=x onerror=${RUN}>`,
  `<x onclick=${RUN} contenteditable tabindex=0 autofocus onfocus=${RUN}>words</x>`,
  `<button popovertarget=p${RUN}>words</button><b popover id=p onbeforetoggle=${RUN}>more</b>`,
  `<button commandfor=p command=show-modal onclick=${RUN}>words</button><dialog id=p open oncancel=${RUN}>more</dialog>`,
];

const scripts = [
  `<script>${RUN}</script>`,
  `<SCRIPT>${RUN}</SCRIPT>`,
  `<script/x>${RUN}</script >`,
  `<script type=module>${RUN}</script>`,
  `<script type=importmap>{}</script><script>${RUN}</script>`,
  `<script type=speculationrules>{"prefetch":[{"urls":["ASK"]}]}</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<<script>${RUN}//<</script>`,
  `<script><!--\n${RUN}\n--></script>`,
  `<script\0>${RUN}</script>`,
  `<x:script xmlns:x="http://www.w3.org/1999/xhtml">${RUN}</x:script>`,
  `<noscript>${IMAGE}</noscript>`,
  `<noscript><iframe src="javascript:${RUN}"></iframe></noscript>`,
  `<noscript><img src="javascript:${RUN}" onerror=${RUN}></noscript>`,
  `<noscript>&lt;img src=x onerror=${RUN}></noscript>`,
  `<img src=x class=lazy alt=picture><noscript><img src=x onerror=${RUN} alt=picture></noscript>`,
  `<?xml-stylesheet href="javascript:${RUN}"?>`,
  `<?import namespace="t" implementation="ASK">`,
  `<!DOCTYPE x [<!ENTITY y "${IMAGE}">]>&y;`,
  `<![CDATA[${IMAGE}]]>`,
  `<!--[if true]>${IMAGE}<![endif]-->`,
  `<!-->${IMAGE}-->`,
  `<!--->${IMAGE}-->`,
  `<!--${'-'}!>${IMAGE}-->`,
  `<!-- --!>${IMAGE}`,
  `<comment>${IMAGE}</comment>`,
  `<template>${IMAGE}<script>${RUN}</script></template>`,
  `<div><template shadowrootmode=open>${IMAGE}<script>${RUN}</script></template></div>`,
  `<div><template shadowrootmode=closed shadowrootserializable>${IMAGE}</template>words</div>`,
  `<slot onslotchange=${RUN}>words</slot>`,
  `<p is=x-run>words</p>`,
];

const frames = [
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `<iframe srcdoc="&lt;script&gt;${RUN}&lt;/script&gt;" width=600 height=400></iframe>`,
  `<iframe srcdoc='<img src=x onerror=${RUN}>' src="https://player.localhost/v"></iframe>`,
  `<iframe SRCDOC="<svg onload=${RUN}>"></iframe>`,
  `<iframe sandbox="allow-scripts allow-same-origin" srcdoc="<script>${RUN}</script>"></iframe>`,
  `<iframe src="about:srcdoc" srcdoc="<body onload=${RUN}>"></iframe>`,
  `<iframe onload=${RUN}></iframe>`,
  `<iframe src="ASK"></iframe>`,
  `<iframe name="${RUN}" src="javascript:eval(name)"></iframe>`,
  `<fencedframe src="ASK"></fencedframe><portal src="ASK"></portal>`,
  `<object data="data:text/html,<script>${RUN}</script>"></object>`,
  `<object type=text/x-scriptlet data="ASK"></object>`,
  `<object><param name=movie value="javascript:${RUN}"></object>`,
  `<applet code="javascript:${RUN}" archive="ASK"></applet>`,
  `<embed code="ASK" allowscriptaccess=always>`,
  `<layer src="ASK"></layer><ilayer src="ASK"></ilayer>`,
];

const STYLES = [
  'background: url(javascript:RUN)',
  'background-image: url("ASK")',
  'list-style-image: url(ASK)',
  'content: url(ASK)',
  'cursor: url(ASK), auto',
  'width: expression(RUN)',
  'width: exp/**/ression(RUN)',
  'behavior: url(ASK)',
  '-moz-binding: url(ASK#x)',
  'position: fixed; inset: 0; z-index: 2147483647',
  'x: \\75rl(ASK)',
  'animation: a 1s',
];

const styles = [
  ...STYLES.map((style) => `<b style='${style}' onanimationstart=${RUN}>bold</b>`),
  ...STYLES.map((style) => `<style>@keyframes a{} b { ${style} }</style><b onanimationstart=${RUN}>bold</b>`),
  `<style>@import "ASK";</style>`,
  `<style>@import url(javascript:${RUN});</style>`,
  `<style>@font-face { font-family: a; src: url(ASK) } b { font-family: a }</style>`,
  `<style></style${IMAGE}`,
  `<style><style />${IMAGE}</style>`,
  `<link rel=stylesheet href="ASK"><link rel=preload as=image href="ASK"><link rel=prefetch href="ASK">`,
  `<link rel=import href="ASK"><link rel=modulepreload href="ASK"><link rel=manifest href="ASK">`,
  `<link rel=dns-prefetch href="ASK"><link rel=preconnect href="ASK"><link rel=icon href="ASK">`,
];

const svg = [
  `<svg onload=${RUN}></svg>`,
  `<svg/onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><script>top&#46;ran&#40;NUMBER&#41;</script></svg>`,
  `<svg><g onload=${RUN}></g></svg>`,
  `<svg><style>@import "ASK"</style></svg>`,
  `<svg><style>${IMAGE}</style></svg>`,
  `<svg><title>${IMAGE}</title></svg>`,
  `<svg><desc>${IMAGE}</desc></svg>`,
  `<svg><foreignObject>${IMAGE}<iframe srcdoc="<script>${RUN}</script>"></iframe></foreignObject></svg>`,
  `<svg><foreignobject><math><mi>${IMAGE}</mi></math></foreignobject></svg>`,
  `<svg><handler type=text/javascript>${RUN}</handler></svg>`,
  `<svg><listener event=load handler="javascript:${RUN}"/></svg>`,
  `<svg><discard onbegin=${RUN}></svg>`,
  `<svg><image href=x onerror=${RUN}></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><image href=x onerror=${RUN} /></svg>#x"/></svg>`,
  `<svg><a><animate attributeName=href values="javascript:${RUN}" /><text y=20>link</text></a></svg>`,
  ...combine(
    ['animate', 'set', 'animateTransform', 'animateMotion'],
    ['href', 'xlink:href', 'onclick'],
    ['to', 'values', 'from'],
  ).map(
    ([name, attribute, how]) =>
      `<svg><a id=a href=#><${name} attributeName="${attribute}" ${how}="javascript:${RUN}" begin=0s onbegin=${RUN} onend=${RUN} dur=1ms /><text y=9>link</text></a></svg>`,
  ),
  `<a href=#><svg><set attributeName=href to="javascript:${RUN}"/></svg>link</a>`,
  `<svg><filter><feImage href="ASK"/></filter><rect filter="url(ASK#x)" fill="url(ASK#y)"/></svg>`,
  `<svg xmlns:xlink=http://www.w3.org/1999/xlink><a xlink:href="javascript:${RUN}" xlink:show=new><text y=9>link</text></a></svg>`,
  `<svg><p>${IMAGE}</p></svg>`,
  `<svg><p><style><g title="</style>${IMAGE}">`,
];

/** The same in a drawing that is large and says something: the core makes a picture of it. */
const drawings = svg
  .filter((html) => /^<svg[ />].*<\/svg>$/.test(html))
  .map((html) => {
    const end = html.length - '</svg>'.length;
    return `<figure><svg width="320" height="200" aria-label="Drawing"${html.slice('<svg'.length, end)}<text y=99>Tide table</text></svg></figure>`;
  });

const mathml = [
  `<math onclick=${RUN}><mi>x</mi></math>`,
  `<math><mi onmouseover=${RUN} href="javascript:${RUN}">x</mi></math>`,
  `<math xlink:href="javascript:${RUN}"><mtext>x</mtext></math>`,
  `<math><maction actiontype=toggle onclick=${RUN}><mi>x</mi><mi>y</mi></maction></math>`,
  `<math><annotation-xml encoding=text/html>${IMAGE}</annotation-xml></math>`,
  `<math><semantics><mi>x</mi><annotation-xml encoding="application/xhtml+xml">${IMAGE}</annotation-xml></semantics></math>`,
  `<math><semantics><mi>x</mi><annotation encoding=application/x-tex>${IMAGE.replace('<', '&lt;')}</annotation></semantics></math>`,
  `<math alttext="${IMAGE}"><mi>x</mi></math>`,
  `<math alttext="&quot;>${IMAGE}"><mi>x</mi></math>`,
  `<math><mi>${IMAGE}</mi><mo>${IMAGE}</mo><mn>${IMAGE}</mn><ms>${IMAGE}</ms><mtext>${IMAGE}</mtext></math>`,
  `<math><mi>&lt;img src=x onerror=${RUN}&gt;</mi></math>`,
  `<math><mtext></mtext><script>${RUN}</script></math>`,
  `<math><style>${IMAGE}</style></math>`,
  `<math><style><img title="</style>${IMAGE}"></style></math>`,
  `<math><mi style="background: url(ASK)" mathbackground="url(ASK)">x</mi></math>`,
  `<math><mprescripts/><mglyph>${IMAGE}</mglyph><malignmark>${IMAGE}</malignmark></math>`,
  `<span class=katex><span class=katex-mathml><math><semantics><mi>x</mi><annotation encoding=application/x-tex>&lt;/annotation>&lt;img src=x onerror=${RUN}></annotation></semantics></math></span></span>`,
  `<script type="math/tex">${IMAGE}</script>`,
  `<img class=tex alt="&lt;img src=x onerror=${RUN}&gt;" src=x>`,
];

/** Elements whose content is text to one parser and mark-up to another. */
const RAW = 'style title textarea noscript xmp iframe noembed noframes script template plaintext listing select'.split(
  ' ',
);

/** Mark-up before them that changes how they are read. */
const AROUND = [
  '',
  '<svg>',
  '<math>',
  '<svg></p>',
  '<math></p>',
  '<svg><desc>',
  '<svg><title>',
  '<svg><foreignObject>',
  '<math><mtext>',
  '<math><mi>',
  '<math><annotation-xml encoding=text/html>',
  '<math><mtext><table><mglyph>',
  '<math><mtext><mglyph>',
  '<form><math><mtext></form><form><mglyph>',
  '<table><svg>',
  '<select><svg>',
  '<p><svg>',
  '<template><svg>',
  '<noscript><svg>',
];

const mutations = [
  ...combine(AROUND, RAW).flatMap(([around, raw]) => [
    `${around}<${raw}><a title="</${raw}>${IMAGE}">words`,
    `${around}<${raw}><!--</${raw}>${IMAGE}-->words`,
    `${around}<${raw}>&lt;/${raw}&gt;&lt;img src=x onerror=${RUN}&gt;</${raw}>words`,
    `${around}<${raw}></${raw}${IMAGE}></${raw}>words`,
  ]),
  `<form><math><mtext></form><form><mglyph><style></math>${IMAGE}`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${RUN}&gt;">`,
  `<math><mtext><option><FAKEFAKE><option></option><mglyph><svg><mtext><style><a title="</style>${IMAGE}">`,
  `<svg><style><a id="</style>${IMAGE}">`,
  `<a href="x\` onmouseover=${RUN}">words</a>`,
  `<p title="--!>${IMAGE}">words</p>`,
  `<p title="]]>${IMAGE}">words</p>`,
  `<b title="&lt;/b&gt;${IMAGE}">words</b>`,
  `<caption><svg><title><template><style></title>${IMAGE}`,
  `<table><tr><td><svg><style></td><td><img title="</style>${IMAGE}"></table>`,
  `<dl><dt><math><mtext></dt></dl><dl><mglyph><xmp></math>${IMAGE}</xmp>`,
  `<ruby><rtc><math><rt><mglyph><style><a title="</style>${IMAGE}">`,
  `<a><svg></a><style><a title="</style>${IMAGE}">`,
  `<h1><math><h2></h1><mtext><mglyph><style><a title="</style>${IMAGE}">`,
  `<nobr><svg><nobr></nobr><style><a title="</style>${IMAGE}">`,
  `<svg><b><style>&lt;a title="&lt;/style&gt;&lt;img src=x onerror=${RUN}&gt;"`,
  ...[100, 505, 512, 600].map(
    (levels) => `${'<b>'.repeat(levels)}<math><mtext><mglyph><style><a title="</style>${IMAGE}">`,
  ),
  ...[100, 505, 512, 600].map((levels) => `${'<div>'.repeat(levels)}<svg><style><a title="</style>${IMAGE}">words`),
  ...[200, 510].map(
    (levels) => `${'<form><math><mtext></form>'.repeat(levels / 2)}<form><mglyph><style></math>${IMAGE}`,
  ),
];

/** Names of properties that code which cleans a tree, or shows one, may ask nodes and the document for. */
const NAMES =
  'attributes childNodes firstChild nextSibling parentNode nodeName nodeType tagName localName namespaceURI innerHTML ' +
  'textContent removeChild removeAttribute setAttribute hasAttribute getAttributeNames insertBefore cloneNode content ' +
  'shadowRoot ownerDocument isConnected children querySelectorAll style classList dataset id remove append';

const clobbering = [
  ...NAMES.split(' ').flatMap((name) => [
    `<form onclick=${RUN}><input name=${name}>${IMAGE}words</form>`,
    `<form id=f onfocusin=${RUN}><b>words</b></form><input form=f name=${name} autofocus>`,
  ]),
  ...['body', 'documentElement', 'createElement', 'implementation', 'createTreeWalker', 'nodeType', 'defaultView'].map(
    (name) => `<img name=${name} src=x onerror=${RUN}><form name=${name}></form>`,
  ),
  ...[
    'pithShell',
    'pithModules',
    'pithCore',
    'pithSanitizer',
    'chrome',
    'browser',
    'navigation',
    'Sanitizer',
    'setHTML',
    'Node',
  ].map(
    (name) =>
      `<a id=${name} href="javascript:${RUN}">link</a><a id=${name} name=detect href="javascript:${RUN}">link</a>`,
  ),
];

const leaving = [
  `<meta http-equiv=refresh content="9999; url=javascript:${RUN}">`,
  `<meta http-equiv=refresh content="9999; url=ASK">`,
  `<meta http-equiv=refresh content="9999; url=data:text/html,<script>${RUN}</script>">`,
  `<meta http-equiv=set-cookie content="a=b"><meta http-equiv=content-security-policy content="img-src *">`,
  `<form action="ASK" id=send><input name=a value=b></form><button form=send>send</button>`,
  `<form method=dialog><button formmethod=post formaction="ASK" formtarget=_top>send</button></form>`,
  `<form><input type=submit formaction="javascript:${RUN}" value=send><input type=image src=x onerror=${RUN}></form>`,
  `<a href="https://example.org/" target="_blank" rel=opener onclick=${RUN}>link</a>`,
  `<a href="https://example.org/" target="${RUN}" ping="ASK" attributionsrc="ASK" download>link</a>`,
  `<img src=x attributionsrc="ASK" lowsrc="ASK" dynsrc="ASK">`,
  `<map name=m><area shape=default href="javascript:${RUN}"></map><img src=x usemap=#m alt=picture>`,
  `<img src="https://example.org/x.png" ismap alt=picture>`,
  `<input type=password name=p autocomplete=current-password><input type=file>`,
];

/** Text that becomes mark-up where it is written without its escapes. */
const ESCAPED = `&lt;img src=x onerror=${RUN}&gt;`;
const texts = [
  `${ESCAPED}`,
  `&amp;lt;img src=x onerror=${RUN}&amp;gt;`,
  `<pre>${ESCAPED}</pre>`,
  `<pre><code class="language-html&quot;&gt;${ESCAPED}">${ESCAPED}</code></pre>`,
  `<code>${ESCAPED}</code> <kbd>${ESCAPED}</kbd>`,
  `<abbr title="${IMAGE}">abbr.</abbr> <dfn title='"${IMAGE}'>term</dfn>`,
  `<img src="https://example.org/x.png" alt="&quot;&gt;${IMAGE}" title="'>${IMAGE}">`,
  `<a href="https://example.org/&quot;&gt;${IMAGE}">link</a>`,
  `<a href='https://example.org/"onclick=${RUN}//'>link</a>`,
  `<img src='https://example.org/"onerror=${RUN}//x.png' alt=picture>`,
  `<figure><img src=x alt=picture><figcaption>${ESCAPED}</figcaption></figure>`,
  `<time datetime="&quot;onclick=${RUN}&quot;">today</time>`,
  `<ol type="1&quot;onclick=${RUN}" start="1&quot;onclick=${RUN}"><li>words</ol>`,
  `<table><tr><td colspan="2&quot;onclick=${RUN}" rowspan="1&gt;${IMAGE}">cell</table>`,
  `<span lang="en&quot;onclick=${RUN}" dir="rtl&quot;onclick=${RUN}">words</span>`,
  `<p id="a&quot;&gt;${IMAGE}">words</p><a href="#a&quot;&gt;${IMAGE}">link</a>`,
  `<video title="&quot;&gt;${IMAGE}" controls poster="x&quot;onerror=${RUN}"></video>`,
  `<h2>${ESCAPED}</h2><blockquote>${ESCAPED}</blockquote><ul><li>${ESCAPED}</ul>`,
  `<p>\u2028${ESCAPED}\u2029\ufeff\u0000\u000b</p>`,
  `+ADw-script+AD4-${RUN}+ADw-/script+AD4-`,
  `\uff1cimg src=x onerror=${RUN}\uff1e`,
];

/** Mark-up that looks as if Pith had made it. */
const pretended = [
  `<div data-pith=reader onclick=${RUN}><article>${IMAGE}</article></div>`,
  `<p class="pith-embed pith-body" data-src="javascript:${RUN}">words</p>`,
  `<aside class=pith-embed data-src="ASK"><a href="https://example.org/">a player</a><button onclick=${RUN}>load</button></aside>`,
  `<details class=pith-removed open ontoggle=${RUN}><summary onclick=${RUN}>removed</summary></details>`,
  `<iframe class=pith-player srcdoc="<script>${RUN}</script>"></iframe>`,
  `<b style="--pith-marker: url(ASK); --pith-width: 1px} * { background: url(ASK)" onclick=${RUN}>bold</b>`,
];

/** Every class with its payloads. */
const classes = {
  scripts,
  events,
  addresses,
  frames,
  styles,
  svg,
  drawings,
  mathml,
  mutations,
  clobbering,
  leaving,
  texts,
  pretended,
};

/** Payloads of a class up to which all are tried each time. Larger classes combine a few parts in every way. */
const MANY = 200;
/** Of a larger class, one in so many is tried unless all tests run. */
const SAMPLED = runsAll ? 1 : 5;

/** The payloads in order: their class, and their mark-up as it is tried. */
export const payloads = Object.entries(classes)
  .flatMap(([kind, list]) =>
    list.filter((_, index) => list.length <= MANY || index % SAMPLED === 0).map((html) => ({ kind, html })),
  )
  .map(({ kind, html }, number) => ({
    kind,
    html: html
      .replaceAll('RUN', `top.ran(${number})`)
      .replaceAll('ASK', `//asked.localhost/${number}`)
      .replaceAll('NUMBER', String(number)),
  }));

/** Text that stands before a payload, by which it is seen whether the paragraph is shown. */
export const wordsBefore = (number) =>
  `Paragraph ${number} of a long tale tells how the ferry came late in the evening, how nobody on the quay was surprised, and how the lamps were lit one by one, `;

const TITLES = `</title><script>top.ran(0)</script>`;

/**
 * An article of the payloads from `from` to `to`. A script of its own puts each into a paragraph's place, so that what is
 * left open in one ends with it.
 */
export function attacked(from, to) {
  const parts = payloads.slice(from, to).map(({ html }, i) => `${wordsBefore(from + i)}${html} and so it ended.`);
  const data = JSON.stringify(parts).replaceAll('<', '\\u003c');
  const record = JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: '<img src=x onerror=top.ran(0)>The ferry came late',
    author: { '@type': 'Person', name: '<svg onload=top.ran(0)>' },
    publisher: { '@type': 'Organization', name: '<iframe srcdoc="<script>top.ran(0)</script>">' },
    datePublished: '2024-01-01"><img src=x onerror=top.ran(0)>',
  }).replaceAll('</', '<\\/');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The ferry came late &lt;img src=x onerror=top.ran(0)&gt;</title>
<meta property="og:site_name" content="&lt;img src=x onerror=top.ran(0)&gt;"><meta name="author" content='${TITLES}'>
<script type="application/ld+json">${record}</script></head>
<body><main><article><h1>The ferry came late</h1></article></main><script>
(${listen})();
const article = document.querySelector('article');
for (const html of ${data}) {
  // By the prototype: a picture of that name would be the document's.
  const part = Document.prototype.createElement.call(document, 'div');
  article.append(part);
  part.innerHTML = html;
}
</script></body></html>`;
}
