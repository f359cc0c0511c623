/** The browser's API for the background. */
type ExtensionApi = typeof chrome;
