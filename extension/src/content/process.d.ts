/** What browsers give to content scripts. */
type ExtensionApi = Pick<typeof chrome, "dom" | "extension" | "i18n" | "runtime" | "storage">;
