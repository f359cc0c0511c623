/** What browsers provide for pages of the extension. */
type ExtensionApi = typeof chrome;
