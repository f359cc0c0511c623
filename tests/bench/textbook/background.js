const ext = globalThis.browser ?? globalThis.chrome;

ext.action.onClicked.addListener((tab) => {
  ext.scripting.executeScript({ target: { tabId: tab.id }, files: ['Readability.js', 'purify.min.js', 'reader.js'] });
});
