// Replaces "boat" by "pacchetto" in all text, as translators do: it walks text nodes from the document down, and again when
// something changes. It acts only on pages whose address asks for it.

if (new URL(location.href).searchParams.has('translate')) {
  const translate = () => {
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (/\bboat\b/.test(text.data)) text.data = text.data.replace(/\bboat\b/g, 'pacchetto');
    }
  };
  new MutationObserver(translate).observe(document.documentElement, { childList: true, subtree: true });
}
