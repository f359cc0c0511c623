// Writes "pacchetto" for "boat" wherever it comes to stand, as translators do: text nodes found from the document down,
// and again when something changes. Does nothing on pages whose address does not ask for it.

if (new URL(location.href).searchParams.has('translate')) {
  const translate = () => {
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (/\bboat\b/.test(text.data)) text.data = text.data.replace(/\bboat\b/g, 'pacchetto');
    }
  };
  new MutationObserver(translate).observe(document.documentElement, { childList: true, subtree: true });
}
