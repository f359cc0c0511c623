/** Export on the settings page: templates for names and front matter, and the user's server. */

import { originOf } from "../../shared/auto-open/patterns.ts";
import { element } from "../../ui/build.ts";
import { textButton } from "../../ui/controls.ts";
import { ext, type MessageKey, t } from "../../shared/ext.ts";
import type { KnownTemplates } from "../../shared/messages.ts";
import { ask } from "../../shared/requests.ts";
import {
  addressOfServer,
  deleteServer,
  key as serverKey,
  type KindOfServer,
  kindsOfServer,
  loadServer,
  secretNames,
  type Server,
  saveServer,
} from "../../shared/export/server-store.ts";
import { servers } from "../../shared/export/servers.ts";
import { isWritten, key as templatesKey, loadTemplates, version } from "../../shared/export/templates.ts";
import { group } from "../own-page.ts";
import { Draft } from "./draft.ts";

/** Returns the part for templates. */
export function templatesPanel(): HTMLElement {
  const said = element("p", { role: "status" });
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
        said.textContent = "failure" in answer ? answer.failure : t("templateBroken", answer.fault ?? "");
        return;
      }
    }
    await ext.storage.local.set({ [templatesKey]: { version, name: name.value, frontMatter: front.value } }).then(
      () => {
        drafts.name.drop();
        drafts.front.drop();
        said.textContent = t("settingsSaved");
      },
      () => (said.textContent = t("storageFull")),
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
      .then(() => (said.textContent = t("settingsSaved")));
  });
  void ask("templates")
    .then((answer) => {
      if (!("failure" in answer)) {
        known = answer;
        how.textContent = t("templateHow", answer.fields.map((field) => `{${field}}`).join(" "));
      }
      return load();
    })
    .catch(() => (said.textContent = t("templatesFailed")));
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
      element("div", { class: "acts" }, reset, said),
    ),
  );
}

/** The message of each thing that a server asks for. */
const labels: Record<(typeof secretNames)[number], MessageKey> = {
  token: "serverToken",
  client: "serverClient",
  clientSecret: "serverSecret",
  user: "serverUser",
  password: "serverPassword",
};

/** Returns the section for your server. */
export function serverPanel(): HTMLElement {
  const said = element("p", { role: "status" });
  const kind = element("select", { id: "server-kind" });
  kind.append(...kindsOfServer.map((value) => element("option", { value }, servers[value].name ?? t("serverOther"))));
  const address = element("input", {
    id: "server-address",
    type: "url",
    dir: "ltr",
    placeholder: "https://",
    "aria-describedby": "server-wrong",
  });
  const wrong = element("span", { id: "server-wrong", class: "field-error", role: "alert" });
  const fields = secretNames.map((name) => {
    const isShown = name === "client" || name === "user";
    const input = element("input", {
      id: `server-${name}`,
      type: isShown ? "text" : "password",
      dir: "ltr",
      autocomplete: "off",
      spellcheck: "false",
    });
    const node = element("p", {}, element("label", { for: `server-${name}` }, t(labels[name])), input);
    return { name, input, node, draft: new Draft(input) };
  });
  const addressDraft = new Draft(address);
  const show = (): void => {
    const { secrets } = servers[kind.value as KindOfServer];
    for (const { name, node } of fields) {
      node.hidden = !secrets.includes(name);
    }
  };
  const load = async (): Promise<void> => {
    const server = await loadServer();
    forget.hidden = server === null;
    if (server) {
      kind.value = server.kind;
    }
    addressDraft.show(server?.address ?? "");
    for (const { name, draft } of fields) {
      draft.show(server?.secrets[name] ?? "");
    }
    show();
  };
  const dropDrafts = (): void => {
    for (const draft of [addressDraft, ...fields.map((field) => field.draft)]) {
      draft.drop();
    }
  };
  const store = (): void => {
    const chosen = kind.value as KindOfServer;
    // An address is mostly typed without it.
    const isBare = /^[^\s/:@]+\.[^\s/:@]+(?:[:/]|$)/.test(address.value.trim());
    const stated = addressOfServer(`${isBare ? "https://" : ""}${address.value.trim()}`, chosen);
    wrong.textContent = stated === null ? t("serverBad") : "";
    address.ariaInvalid = String(stated === null);
    said.textContent = "";
    if (stated === null) {
      address.focus();
      return;
    }
    const url = new URL(stated);
    const secrets = Object.fromEntries(
      fields.map(({ name, input }) => [name, input.value.trim()]),
    ) as Server["secrets"];
    // At once: the browser asks only while the press counts.
    const request = ext.permissions.request({ origins: [originOf(url)] }).catch(() => false);
    void request.then(async (isGiven) => {
      if (!isGiven) {
        said.textContent = t("serverRefused");
        return;
      }
      try {
        await saveServer({ kind: chosen, address: stated, secrets });
        dropDrafts();
        const isSafe = url.protocol === "https:" || /^(?:localhost|127\..*|\[::1\])$/.test(url.hostname);
        said.textContent = [t("serverStored", url.host), ...(isSafe ? [] : [t("serverUnsafe")])].join(" ");
        await load();
      } catch {
        said.textContent = t("storageFull");
      }
    });
  };
  const forget = textButton(t("serverForget"), () => {
    void loadServer().then(async (server) => {
      await deleteServer();
      if (server) {
        // What was given otherwise cannot be given back.
        await ext.permissions.remove({ origins: [originOf(new URL(server.address))] }).catch(() => {});
      }
      dropDrafts();
      said.textContent = t("serverForgotten");
      await load();
    });
  });
  kind.addEventListener("change", show);
  ext.storage.local.onChanged.addListener((changes) => {
    if (serverKey in changes) {
      void load();
    }
  });
  void load();
  return group(
    "server",
    t("server"),
    element(
      "div",
      {},
      element("p", {}, t("serverHow")),
      element("p", {}, element("label", { for: "server-kind" }, t("serverKind")), kind),
      element("p", {}, element("label", { for: "server-address" }, t("serverAddress")), address, wrong),
      ...fields.map(({ node }) => node),
      element("div", { class: "acts" }, textButton(t("serverStore"), store), forget),
      element("div", { class: "said" }, said),
    ),
  );
}
