// Test pages for the live source. Words that start with `seen` are painted or can be revealed. Words that start with
// `gone` aren't and can't.

import { sample } from '../../www/samples.mjs';

const page = (
  body,
  head = '',
  attributes = '',
) => `<!doctype html><html lang="en" ${attributes}><head><meta charset="utf-8">
<title>A page</title>${head}</head><body>${body}</body></html>`;

export const visibility = () =>
  page(
    `<p>seen-plain</p>
    <p style="display:none">gone-display <b style="display:block">gone-below-display</b></p>
    <p hidden>gone-attribute</p>
    <p hidden style="display:block">seen-attribute-overruled</p>
    <p style="visibility:hidden">gone-visibility <b style="visibility:visible">seen-visible-again</b><i>gone-inherited</i></p>
    <p style="content-visibility:hidden">gone-content-visibility</p>
    <p style="content-visibility:auto">seen-content-visibility-auto</p>
    <p hidden="until-found">seen-until-found</p>
    <p style="opacity:0">seen-fades-in</p>
    <main aria-hidden="true"><p>seen-aria-hidden</p></main>
    <span class="sr-only">gone-for-screen-readers</span>
    <span style="position:absolute;clip:rect(1px,1px,1px,1px)">gone-clipped</span>
    <span style="position:absolute;clip-path:inset(50%)">gone-inset</span>
    <div style="height:0;overflow:hidden"><p>gone-in-no-height</p></div>
    <div style="height:0"><p>seen-out-of-no-height</p></div>
    <div style="float:left;width:0"><p style="width:200px">seen-out-of-no-width</p></div>
    <div style="clear:both;position:absolute;left:-9999px"><p>gone-to-the-left</p></div>
    <div style="position:absolute;top:-500px"><p>gone-above</p></div>
    <div style="position:absolute;top:-20px;left:0;height:10px"><p style="margin:60px 0">seen-hangs-out-from-above</p></div>
    <div style="display:contents">seen-in-contents<p>seen-below-contents</p></div>
    <details><summary>seen-summary</summary><p>seen-folded <span style="display:none">gone-in-folded</span></p></details>
    <details open><summary>seen-open-summary</summary><p>seen-unfolded</p></details>
    <div id="scroller" style="height:100px;overflow:auto"><p style="height:300px">seen-scrolled-away</p><p id="in-scroller">seen-in-scroller</p></div>
    <noscript><p>gone-noscript</p></noscript>
    <template><p>gone-template</p></template>
    <script>var text = 'gone-script';</script>
    <style>.gone-style { color: red }</style>
    <svg width="10" height="10"><title>gone-svg-title</title><text y="9">gone-svg-text</text></svg>
    <video controls width="100" height="50"><track kind="captions" label="none"><p>gone-video-fallback</p>gone-video-text</video>
    <canvas width="10" height="10">gone-canvas-fallback</canvas>
    <form><label>seen-label <input value="gone-input-value" type="text"></label><textarea>gone-textarea</textarea>
      <select><option>seen-option</option></select></form>
    <dialog><p>gone-closed-dialog</p></dialog>`,
    `<style>.sr-only { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip: rect(0,0,0,0); white-space: nowrap }</style>
    <script type="application/ld+json">{"headline":"kept"}</script>`,
  );

export const flattened = () =>
  page(
    `<x-card><span slot="title">second</span>fourth <b>fifth</b></x-card>
    <div id="bare">unslotted-gone</div>
    <iframe id="same" srcdoc="<!doctype html><body><h2>in frame</h2><a href='rel'>link</a><iframe srcdoc='<p>nested'></iframe>"
      style="border:3px solid;padding:5px;width:400px;height:200px"></iframe>
    <iframe id="other" sandbox srcdoc="<p>other-origin-gone"></iframe>
    <iframe style="display:none" srcdoc="<p>hidden-frame-gone"></iframe>
    <script>
      customElements.define('x-card', class extends HTMLElement {
        constructor() {
          super();
          this.attachShadow({ mode: 'open' }).innerHTML =
            '<h2>first <slot name="title">fallback-gone</slot></h2><p>third <slot></slot></p><slot name="none">sixth</slot>';
        }
      });
      document.getElementById('bare').attachShadow({ mode: 'open' }).innerHTML = '<p>shadow of a div</p>';
    </script>`,
  );

export const placement = () =>
  page(
    `<header style="position:sticky;top:0">sticky-bar</header>
    <main aria-hidden="true"><p>behind</p></main>
    <div style="position:fixed;bottom:0">fixed-bar <b>inside-fixed</b></div>
    <dialog id="modal" style="position:absolute"><p>modal-text</p></dialog>
    <dialog open><p>open-not-modal</p></dialog>
    <div popover id="pop" style="position:absolute">popover-text</div>
    <script>document.getElementById('modal').showModal(); document.getElementById('pop').showPopover();</script>`,
  );

export const styles = () =>
  page(
    `<div class="code">a\n  b</div><p style="white-space:pre-line">c\n  d</p>
    <p class="rtl">latin</p><p class="rtl">من اليمين</p><section dir="rtl"><h2>heading</h2><div><p>below</p></div></section>
    <p class="typed">fixed width</p><div class="typed">  <b>indented</b></div><p style="font:italic 700 20.5px/1 serif">large and bold</p>
    <table><tr><td>cell</td></tr></table><span style="display:inline-block">boxed</span> <span>inline</span>
    <p style="float:right">floats</p><custom-thing style="display:block">custom</custom-thing>`,
    `<base href="/base/"><style>.code { white-space: pre } .rtl { direction: rtl } .typed { font-family: "Fira Code", monospace; white-space: pre-wrap }</style>`,
  );

export const addresses = () =>
  page(
    `<a href="x?y#z">1</a><a href="/root">2</a><a href="#here">3</a><a href="//cdn.example/p">4</a>
    <a href="https://other.example/a b">5</a><a href="mailto:a@b.example">6</a><a href="../up">7</a>
    <img src="small.gif" srcset="small.gif 1x, /large.gif 2x" data-src="lazy.gif" alt="">
    <blockquote cite="source">q</blockquote><input type="hidden" value="secret"><ol><li value="4">four</li></ol>`,
    '<base href="http://plain.localhost/deep/er/">',
  );

/** Snapshot contents besides known attributes: unknown ones of images, and properties read from few elements. */
export const handed = () =>
  page(
    `<img src="blank.gif" data-invented="lazy.gif" alt="" width="9" height="9">
    <pre><i class="number">1</i><i>a</i></pre><p><i class="number">2</i></p>
    <svg width="200" height="100"><rect width="9" height="9"></rect></svg><svg width="24" height="24"></svg>
    <svg width="200" height="100" style="display:none"></svg>`,
    '<style>.number { -webkit-user-select: none; user-select: none }</style>',
  );

/** A page whose form controls and images shadow properties that the walk reads. */
export const clobbered = () =>
  page(
    `<p>before</p><form id="f" class="search"><input name="nodeType"><input name="localName"><input name="firstChild">
    <input name="nextSibling"><input name="getAttributeNames"><input name="getBoundingClientRect"><input name="scrollTop">
    <input name="attributes"><input name="shadowRoot"><p>inside</p></form><p>after</p><input name="nextSibling" form="f">
    <img name="documentElement"><img name="body"><img name="baseURI"><img name="defaultView"><form name="createTreeWalker"></form>
    <a href="rel">link</a>`,
  );

/** A frame, filled by a test, between two texts. The last text is wider than the body, and counts as far as the window. */
export const parted = () =>
  page(
    `<p style="font-size:13px">small-part</p><iframe width="600" height="300"></iframe>
    <p style="font-size:21px;inline-size:1100px">last-part <a href="x?z">two</a></p>`,
    '<base href="http://plain.localhost/outer/"><style>html { inline-size: 700px }</style>',
  );

const leftwards =
  '<p>يمين</p><div style="width:3000px"><p style="width:200px;margin-right:2500px">reachable-to-the-left</p></div>';
export const rtl = () => page(leftwards, '', 'dir="rtl"');
/** The same, with only the direction of the body. */
export const rtlBody = () => page(leftwards, '<style>body { direction: rtl }</style>');

export const locked = () =>
  page(
    '<p>top of the article</p><p style="margin-top:3000px">further down</p>',
    '<style>body { position: fixed; top: -1500px; overflow: hidden }</style>',
  );

export const empty = () => '';

/** Everything that the core can render, once. */
export const everything = () => {
  const filler =
    'This paragraph is long enough, and has commas enough, that nobody could take the page for anything but an article, whatever else it holds. ';
  const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=';
  return page(
    `<main><article><h1>Everything there is</h1>
    <p>${filler.repeat(3)}<a href="#note">The note</a>, <a href="geo:53.5,-2.2">the place</a>, <a href="xmpp:us@example.org">the chat</a>,
    <a href="https://example.org/?a=1&amp;b=--%3E" rel="noreferrer" referrerpolicy="origin" target="_blank">the source</a>.</p>
    <p>${filler}<sup><a id="mark" href="#noted">1</a></sup></p><div class="admonition"><p>${filler}</p></div><p>${filler}</p>
    <h2>Words</h2><p><abbr title="f: A --> B">abbr</abbr> <b>b</b> <bdi>bdi</bdi> <bdo dir="rtl">bdo</bdo> <cite>cite</cite> <code>&lt;p&gt;</code>
    <del cite="https://example.org/d" datetime="2026-03-14">del</del> <dfn>dfn</dfn> <em>em</em> <i>i</i> <ins>ins</ins> <kbd>kbd</kbd>
    <mark>mark</mark> <q>q</q> <s>s</s> <samp>samp</samp> <small>small</small> <strong>strong</strong> <sub>sub</sub> <sup>sup</sup>
    <time datetime="2026-03-14T18:20">then</time> <u>u</u> <var>var</var> <span lang="de" translate="no">deutsch</span> a<wbr>b<br>next</p>
    <h1>Another part</h1><p>${filler}</p><hr><p>${filler}</p><h3>Third</h3><p>${filler}</p><h4>Fourth</h4><p>${filler}</p><h5>Fifth</h5><p>${filler}</p><h6>Sixth</h6><p>${filler}</p>
    <p dir="rtl">من اليمين إلى اليسار</p>
    <p><ruby><rb>漢</rb><rp>(</rp><rt>kan</rt><rp>)</rp><rtc><rt>Han</rt></rtc></ruby> ${filler}</p>
    <blockquote cite="https://example.org/q"><p>${filler}</p></blockquote>
    <pre class="language-rust"><code class="language-rust">if a &lt; b {\n    &lt;/style&gt; --&gt;\n}</code></pre>
    <ul><li>${filler}</li></ul><ol start="3" reversed type="a"><li value="7">${filler}</li><li>${filler}</li></ol>
    <dl><dt>Term</dt><dd>${filler}</dd></dl>
    <div data-callout="bug" data-callout-fold="+"><p>Bug</p><p>${filler}</p></div>
    <details><summary>Folded</summary><p>${filler}</p></details><details open><summary>Unfolded</summary><p>${filler}</p></details>
    <table><caption>Numbers of everything</caption><thead><tr><th scope="col">Name</th><th scope="col" colspan="2">Counts</th></tr></thead>
    <tbody><tr><td rowspan="2">One</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr></tbody><tfoot><tr><td>Sum</td><td>6</td><td>8</td></tr></tfoot></table>
    <figure><img src="photo.jpg" crossorigin width="400" height="300" alt="a &lt;/title&gt; --> b" title="On the quay"><figcaption>The caption.</figcaption></figure>
    <video poster="${picture}" width="320" height="180" controls><source src="film.webm" type="video/webm"></video>
    <audio src="sound.ogg" controls preload="none"></audio>
    <p><iframe src="https://www.youtube.com/embed/abc" title="A talk" width="400" height="300"></iframe></p>
    <p>${filler}<math display="block" displaystyle="true" alttext="f:A\\to B"><mrow><mi mathvariant="normal">f</mi><mo fence="true"
    separator="false" stretchy="false" symmetric="true" largeop="true" movablelimits="true" lspace="1px" rspace="1px" minsize="1em"
    maxsize="2em">:</mo><mn>1</mn><ms>s</ms><mtext>t: u</mtext><mspace width="1em" height="1em"></mspace></mrow>
    <mfrac linethickness="2px"><mi>a</mi><mi>b</mi></mfrac><msqrt><mi>c</mi></msqrt><mroot><mi>d</mi><mn>3</mn></mroot>
    <mstyle scriptlevel="1"><mi>e</mi></mstyle><merror><mi>x</mi></merror><mpadded><mi>g</mi></mpadded><mphantom><mi>h</mi></mphantom>
    <msub><mi>i</mi><mn>1</mn></msub><msup><mi>j</mi><mn>2</mn></msup><msubsup><mi>k</mi><mn>1</mn><mn>2</mn></msubsup>
    <munder accentunder="true"><mi>l</mi><mo>_</mo></munder><mover accent="true"><mi>m</mi><mo>¯</mo></mover>
    <munderover><mo>∑</mo><mn>0</mn><mi>n</mi></munderover><mmultiscripts><mi>o</mi><mn>1</mn><mn>2</mn><mprescripts></mprescripts><mn>3</mn><mn>4</mn></mmultiscripts>
    <mtable columnalign="left" rowspacing="1em" columnspacing="1em"><mtr><mtd><mi>p</mi></mtd></mtr></mtable></math> ${filler}</p>
    <p id="note">${filler}</p><section class="footnotes"><ol><li id="noted">${filler}<a href="#mark">↩</a></li></ol></section></article></main>`,
  );
};

export const news = () => sample('news');
/** Another page of the same site. */
export const newsSecond = () => sample('news-second');
export const zh = () => sample('zh');
