/**
 * The formats in which servers accept an article, one row per program. The article is one HTML file with its images.
 *
 * - wallabag: OAuth 2 with the user's password, then an entry with `content`.
 * - Readeck: a bookmark with the page as a `resource`, preceded by a line of JSON.
 * - Karakeep and Linkwarden: the format that SingleFile sends.
 * - `other`: see docs/own-server.md.
 *
 * A connection test requests a token from wallabag, and data of the user from the others.
 */

import type { ServerKind, Server } from "./server-store.ts";

/** The article to send. */
interface ArticleUpload {
  html: string;
  url: string;
  title: string;
}

/** Sends a request, and returns the answer as JSON (null if it isn't valid JSON). */
type Ask = (path: string, request: RequestInit) => Promise<unknown>;

interface ServerForm {
  /** Name of the software; null if it has none. */
  name: string | null;
  /** Where the software shows the user's credentials, in its own English words; null if there is no such place. */
  secretsAt: string | null;
  /** Names in `Server` of the credentials that the user has to enter beside the URL. */
  secrets: readonly (keyof Server["secrets"])[];
  /** Sends an article. Returns whether the answer is one of such a server. */
  send(ask: Ask, upload: ArticleUpload, secrets: Server["secrets"]): Promise<boolean>;
  /** Requests data that requires valid credentials, without changing anything. Returns the same as `send`. */
  probe(ask: Ask, secrets: Server["secrets"]): Promise<boolean>;
}

const get = { method: "GET" };

export const servers: Record<ServerKind, ServerForm> = {
  wallabag: {
    name: "wallabag",
    secrets: ["client", "clientSecret", "user", "password"],
    secretsAt: "API clients management",
    send: async (ask, { html, url, title }, secrets) => {
      const token = await wallabagToken(ask, secrets);
      if (token === null) {
        return false;
      }
      const headers = { ...bearer(token), "content-type": "application/json" };
      const entry = await ask("api/entries.json", { headers, body: JSON.stringify({ url, title, content: html }) });
      return typeof field(entry, "id") === "number";
    },
    probe: async (ask, secrets) => (await wallabagToken(ask, secrets)) !== null,
  },
  readeck: {
    name: "Readeck",
    secrets: ["token"],
    secretsAt: "Profile › API Tokens",
    send: async (ask, { html, url, title }, { token }) => {
      const head = JSON.stringify({ url, headers: { "content-type": "text/html; charset=utf-8" } });
      const body = form({ url, title });
      body.append("resource", new Blob([`${head}\n${html}`]), "resource");
      return typeof field(await ask("api/bookmarks", { headers: bearer(token), body }), "message") === "string";
    },
    probe: async (ask, { token }) =>
      field(await ask("api/profile", { ...get, headers: bearer(token) }), "user") !== undefined,
  },
  karakeep: {
    name: "Karakeep",
    secrets: ["token"],
    secretsAt: "User Settings › API Keys",
    send: async (ask, { html, url }, { token }) => {
      const body = form({ url });
      body.append("file", page(html), "article.html");
      const path = "api/v1/bookmarks/singlefile?ifexists=overwrite";
      return typeof field(await ask(path, { headers: bearer(token), body }), "id") === "string";
    },
    probe: async (ask, { token }) =>
      typeof field(await ask("api/v1/users/me", { ...get, headers: bearer(token) }), "id") === "string",
  },
  linkwarden: {
    name: "Linkwarden",
    secrets: ["token"],
    secretsAt: "Settings › Access Tokens",
    send: async (ask, { html, url }, { token }) => {
      const body = form({ url });
      body.append("file", page(html), "article.html");
      // 4 is the format of a self-contained page.
      const answer = await ask("api/v1/archives?format=4", { headers: bearer(token), body });
      return typeof field(field(answer, "response"), "id") === "number";
    },
    probe: async (ask, { token }) =>
      Array.isArray(field(await ask("api/v1/collections", { ...get, headers: bearer(token) }), "response")),
  },
  other: {
    name: null,
    secrets: ["token"],
    secretsAt: null,
    send: async (ask, { html, url, title }, { token }) => {
      const body = form({ url, title });
      body.append("file", page(html), "article.html");
      await ask("", { headers: optional(token), body });
      return true;
    },
    probe: async (ask, { token }) => {
      await ask("", { ...get, headers: optional(token) });
      return true;
    },
  },
};

function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

function optional(token: string): Record<string, string> {
  return token === "" ? {} : bearer(token);
}

/** Returns wallabag's token for the user's password; null if the answer isn't from wallabag. */
async function wallabagToken(ask: Ask, secrets: Server["secrets"]): Promise<string | null> {
  const { client, clientSecret, user, password } = secrets;
  const answer = await ask("oauth/v2/token", {
    body: new URLSearchParams({
      grant_type: "password",
      client_id: client,
      client_secret: clientSecret,
      username: user,
      password,
    }),
  });
  const token = field(answer, "access_token");
  return typeof token === "string" ? token : null;
}

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    data.append(name, value);
  }
  return data;
}

function page(html: string): Blob {
  return new Blob([html], { type: "text/html" });
}

/** Returns a member of a record; undefined if it isn't a record, or has no such member. */
function field(record: unknown, name: string): unknown {
  return typeof record === "object" && record !== null ? Reflect.get(record, name) : undefined;
}
