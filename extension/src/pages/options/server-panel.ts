/** Your server on the settings page: the form, and the connection test. */

import { originOf } from "../../shared/auto-open/patterns.ts";
import { element } from "../../ui/build.ts";
import { textButton } from "../../ui/controls.ts";
import { ext, type MessageKey, t } from "../../shared/ext.ts";
import { formatNumber } from "../../shared/i18n/numbers.ts";
import type { SendOutcome } from "../../shared/messages.ts";
import { ask } from "../../shared/requests.ts";
import {
  serverUrl,
  deleteServer,
  serverKey,
  type ServerKind,
  serverKinds,
  loadServer,
  secretNames,
  type Server,
  saveServer,
} from "../../shared/export/server-store.ts";
import { servers } from "../../shared/export/servers.ts";
import { group } from "../own-page.ts";
import { Draft } from "./draft.ts";

/** The label of each credential that a server may require. */
const labels: Record<(typeof secretNames)[number], MessageKey> = {
  token: "serverToken",
  client: "serverClient",
  clientSecret: "serverSecret",
  user: "serverUser",
  password: "serverPassword",
};

class ServerPanel {
  readonly node: HTMLElement;
  readonly #status = element("p", { role: "status" });
  readonly #kind = element("select", { id: "server-kind" });
  readonly #urlField = element("input", {
    id: "server-address",
    type: "url",
    dir: "ltr",
    placeholder: "https://",
    "aria-describedby": "server-url-error",
  });
  readonly #urlError = element("span", { id: "server-url-error", class: "field-error", role: "alert" });
  readonly #secretsHint = element("p", {});
  readonly #fields = secretNames.map(createField);
  readonly #urlDraft = new Draft(this.#urlField);
  readonly #testButton = textButton(t("serverTest"), () => void this.#runTest());
  readonly #deleteButton = textButton(t("serverDelete"), () => void this.#delete());

  constructor() {
    const options = serverKinds.map((value) => element("option", { value }, servers[value].name ?? t("serverOther")));
    this.#kind.append(...options);
    const form = element(
      "div",
      {},
      element("p", {}, t("serverHow")),
      element("p", {}, element("label", { for: "server-kind" }, t("serverKind")), this.#kind),
      element("p", {}, element("label", { for: "server-address" }, t("serverUrl")), this.#urlField, this.#urlError),
      this.#secretsHint,
      ...this.#fields.map(({ node }) => node),
      element(
        "div",
        { class: "actions" },
        textButton(t("serverStore"), () => this.#submit()),
        this.#testButton,
        this.#deleteButton,
      ),
      element("div", { class: "message" }, this.#status),
    );
    this.#kind.addEventListener("change", () => this.#show());
    // The test uses the saved values.
    form.addEventListener("input", () => (this.#testButton.hidden = true));
    ext.storage.local.onChanged.addListener((changes) => {
      if (serverKey in changes) {
        void this.#load();
      }
    });
    void this.#load();
    this.node = group("server", t("server"), form);
  }

  /** Shows the fields of the chosen program, and where to find their values in it. */
  #show(): void {
    const { secrets, name: program, secretsLocation } = servers[this.#kind.value as ServerKind];
    for (const { name, node } of this.#fields) {
      node.hidden = !secrets.includes(name);
    }
    this.#secretsHint.hidden = secretsLocation === null;
    // Isolated, because the program's labels are in English.
    this.#secretsHint.textContent =
      secretsLocation && t("serverSecretsAt", program ?? "", `\u2066${secretsLocation}\u2069`);
  }

  async #load(): Promise<void> {
    const server = await loadServer();
    this.#deleteButton.hidden = server === null;
    if (server) {
      this.#kind.value = server.kind;
    }
    const isTyped = [
      this.#urlDraft.show(server?.address ?? ""),
      ...this.#fields.map(({ name, draft }) => draft.show(server?.secrets[name] ?? "")),
    ].includes(true);
    this.#testButton.hidden = server === null || isTyped;
    this.#show();
  }

  #discardDrafts(): void {
    for (const draft of [this.#urlDraft, ...this.#fields.map((field) => field.draft)]) {
      draft.discard();
    }
  }

  #submit(): void {
    const kind = this.#kind.value as ServerKind;
    const typed = this.#urlField.value.trim();
    // URLs are mostly typed without the scheme.
    const hasNoScheme = /^[^\s/:@]+\.[^\s/:@]+(?:[:/]|$)/.test(typed);
    const url = serverUrl(`${hasNoScheme ? "https://" : ""}${typed}`, kind);
    this.#urlError.textContent = url === null ? t("serverBad") : "";
    this.#urlField.ariaInvalid = String(url === null);
    this.#status.textContent = "";
    if (url === null) {
      this.#urlField.focus();
      return;
    }
    const secrets = Object.fromEntries(
      this.#fields.map(({ name, input }) => [name, input.value.trim()]),
    ) as Server["secrets"];
    // Immediately: browsers show the prompt only during the click.
    const request = ext.permissions.request({ origins: [originOf(new URL(url))] }).catch(() => false);
    void request.then(async (isGranted) => {
      this.#status.textContent = isGranted ? await this.#save({ kind, address: url, secrets }) : t("serverRefused");
    });
  }

  /** Saves a server. Returns a status message. */
  async #save(server: Server): Promise<string> {
    const { protocol, hostname, host } = new URL(server.address);
    try {
      await saveServer(server);
      this.#discardDrafts();
      await this.#load();
    } catch {
      return t("storageFull");
    }
    const isSafe = protocol === "https:" || /^(?:localhost|127\..*|\[::1\])$/.test(hostname);
    return [t("serverSaved", host), ...(isSafe ? [] : [t("serverUnsafe")])].join(" ");
  }

  async #runTest(): Promise<void> {
    this.#status.textContent = t("serverTesting");
    this.#status.textContent = await ask("test-server").then(testMessage, () => t("extensionGone"));
  }

  async #delete(): Promise<void> {
    const server = await loadServer();
    await deleteServer();
    if (server) {
      // Permissions granted in other ways can't be revoked.
      await ext.permissions.remove({ origins: [originOf(new URL(server.address))] }).catch(() => {});
    }
    this.#discardDrafts();
    this.#status.textContent = t("serverDeleted");
    await this.#load();
  }
}

/** Returns the section for your server. */
export function serverPanel(): HTMLElement {
  return new ServerPanel().node;
}

/** Returns the field for a credential. */
function createField(name: (typeof secretNames)[number]) {
  const isVisible = name === "client" || name === "user";
  const input = element("input", {
    id: `server-${name}`,
    type: isVisible ? "text" : "password",
    dir: "ltr",
    autocomplete: "off",
    spellcheck: "false",
  });
  const node = element("p", {}, element("label", { for: `server-${name}` }, t(labels[name])), input);
  return { name, input, node, draft: new Draft(input) };
}

/** Statuses of a server that accepts no GET requests at its endpoint. */
const noGetStatuses = [404, 405, 501];

/** Returns the message for the result of a connection test. */
function testMessage({ kind, host, status, name }: SendOutcome): string {
  if (kind === "refused" && name === "" && noGetStatuses.includes(status)) {
    return t("serverUnchecked", host);
  }
  switch (kind) {
    case "sent":
      return t("serverWorks", host);
    case "denied":
      return t("serverDenied", host);
    case "late":
      return t("serverLate", host);
    case "gone":
    case "closed":
      return t(`send_${kind}`, host);
    case "foreign":
      return name ? t("send_foreign", host, name) : t("sendUnexpected", host);
    case "unnamed":
      return t("sendNowhere");
    default:
      return t("serverDeclined", host, formatNumber(status));
  }
}
