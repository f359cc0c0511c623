/** What browsers give to the background. */
type ExtensionApi = typeof chrome;
