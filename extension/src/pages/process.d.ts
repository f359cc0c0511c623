/** Globals of browsers on extension pages. */
type ExtensionApi = typeof chrome;
