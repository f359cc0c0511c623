/** What browsers give to pages of the extension. */
type ExtensionApi = typeof chrome;
