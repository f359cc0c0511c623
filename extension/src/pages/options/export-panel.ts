/** Export on the settings page: templates for file names and front matter. */

import { element } from "../../ui/build.ts";
import { textButton } from "../../ui/controls.ts";
import { ext, t } from "../../shared/ext.ts";
import type { TemplateDefaults } from "../../shared/messages.ts";
import { ask } from "../../shared/requests.ts";
import { isWritten, templatesKey, loadTemplates, version } from "../../shared/export/templates.ts";
import { group } from "../own-page.ts";
import { Draft } from "./draft.ts";

/** Returns the panel for templates. */
export function templatesPanel(): HTMLElement {
  const status = element("p", { role: "status" });
  const hint = element("p", {});
  const name = element("input", {
    id: "template-name",
    type: "text",
    dir: "ltr",
    spellcheck: "false",
    autocapitalize: "off",
  });
  const frontMatter = element("textarea", {
    id: "template-front",
    rows: 9,
    dir: "ltr",
    spellcheck: "false",
    autocapitalize: "off",
    wrap: "off",
  });
  const drafts = { name: new Draft(name), front: new Draft(frontMatter) };
  let templateDefaults: TemplateDefaults = { name: "", frontMatter: "", fields: [] };
  const load = async (): Promise<void> => {
    const stored = await loadTemplates();
    const hasDrafts = [
      drafts.name.show(isWritten(stored.name) ? stored.name : templateDefaults.name),
      drafts.front.show(isWritten(stored.frontMatter) ? stored.frontMatter : templateDefaults.frontMatter),
    ];
    if (hasDrafts.includes(true)) {
      await saveTemplates();
    }
  };
  const saveTemplates = async (): Promise<void> => {
    for (const { value } of [name, frontMatter]) {
      const response = await ask("fault-of-template", { text: value }).catch(() => ({ failure: t("templatesFailed") }));
      if ("failure" in response || response.fault !== null) {
        status.textContent = "failure" in response ? response.failure : t("templateBroken", response.fault ?? "");
        return;
      }
    }
    await ext.storage.local.set({ [templatesKey]: { version, name: name.value, frontMatter: frontMatter.value } }).then(
      () => {
        drafts.name.discard();
        drafts.front.discard();
        status.textContent = t("settingsSaved");
      },
      () => (status.textContent = t("storageFull")),
    );
  };
  for (const control of [name, frontMatter]) {
    control.addEventListener("change", () => void saveTemplates());
  }
  const reset = textButton(t("reset"), () => {
    drafts.name.discard();
    drafts.front.discard();
    void ext.storage.local
      .remove(templatesKey)
      .then(load)
      .then(() => (status.textContent = t("settingsSaved")));
  });
  void ask("templates")
    .then((response) => {
      if (!("failure" in response)) {
        templateDefaults = response;
        hint.textContent = t("templateHow", response.fields.map((field) => `{${field}}`).join(" "));
      }
      return load();
    })
    .catch(() => (status.textContent = t("templatesFailed")));
  return group(
    "templates",
    t("templates"),
    element(
      "div",
      {},
      hint,
      element("label", { for: "template-name" }, t("templateName")),
      name,
      element("label", { for: "template-front" }, t("templateFront")),
      frontMatter,
      element("div", { class: "actions" }, reset, status),
    ),
  );
}
