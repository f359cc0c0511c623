/** Export on the settings page: templates for file names and front matter. */

import { element } from "../../ui/build.ts";
import { textButton } from "../../ui/controls.ts";
import { ext, t } from "../../shared/ext.ts";
import type { KnownTemplates } from "../../shared/messages.ts";
import { ask } from "../../shared/requests.ts";
import { isWritten, key as templatesKey, loadTemplates, version } from "../../shared/export/templates.ts";
import { group } from "../own-page.ts";
import { Draft } from "./draft.ts";

/** Returns the panel for templates. */
export function templatesPanel(): HTMLElement {
  const status = element("p", { role: "status" });
  const how = element("p", {});
  const name = element("input", {
    id: "template-name",
    type: "text",
    dir: "ltr",
    spellcheck: "false",
    autocapitalize: "off",
  });
  const front = element("textarea", {
    id: "template-front",
    rows: 9,
    dir: "ltr",
    spellcheck: "false",
    autocapitalize: "off",
    wrap: "off",
  });
  const drafts = { name: new Draft(name), front: new Draft(front) };
  let known: KnownTemplates = { name: "", frontMatter: "", fields: [] };
  const load = async (): Promise<void> => {
    const stored = await loadTemplates();
    const isTyped = [
      drafts.name.show(isWritten(stored.name) ? stored.name : known.name),
      drafts.front.show(isWritten(stored.frontMatter) ? stored.frontMatter : known.frontMatter),
    ];
    if (isTyped.includes(true)) {
      await change();
    }
  };
  const change = async (): Promise<void> => {
    for (const { value } of [name, front]) {
      const answer = await ask("fault-of-template", { text: value }).catch(() => ({ failure: t("templatesFailed") }));
      if ("failure" in answer || answer.fault !== null) {
        status.textContent = "failure" in answer ? answer.failure : t("templateBroken", answer.fault ?? "");
        return;
      }
    }
    await ext.storage.local.set({ [templatesKey]: { version, name: name.value, frontMatter: front.value } }).then(
      () => {
        drafts.name.drop();
        drafts.front.drop();
        status.textContent = t("settingsSaved");
      },
      () => (status.textContent = t("storageFull")),
    );
  };
  for (const control of [name, front]) {
    control.addEventListener("change", () => void change());
  }
  const reset = textButton(t("reset"), () => {
    drafts.name.drop();
    drafts.front.drop();
    void ext.storage.local
      .remove(templatesKey)
      .then(load)
      .then(() => (status.textContent = t("settingsSaved")));
  });
  void ask("templates")
    .then((answer) => {
      if (!("failure" in answer)) {
        known = answer;
        how.textContent = t("templateHow", answer.fields.map((field) => `{${field}}`).join(" "));
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
      how,
      element("label", { for: "template-name" }, t("templateName")),
      name,
      element("label", { for: "template-front" }, t("templateFront")),
      front,
      element("div", { class: "acts" }, reset, status),
    ),
  );
}
