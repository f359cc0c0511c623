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
interface UploadedArticle {
  html: string;
  url: string;
  title: string;
}

/** Sends a request, and returns the answer as JSON (null if it isn't valid JSON). */
type SendRequest = (path: string, request: RequestInit) => Promise<unknown>;

interface ServerApi {
  /** Name of the software; null if it has none. */
  name: string | null;
  /** Where the software shows the user's credentials, in its own English words; null if there is no such place. */
  secretsLocation: string | null;
  /** Names in `Server` of the credentials that the user has to enter beside the URL. */
  secrets: readonly (keyof Server["secrets"])[];
  /** Sends an article. Returns whether the answer is one of such a server. */
  send(sendRequest: SendRequest, article: UploadedArticle, secrets: Server["secrets"]): Promise<boolean>;
  /** Requests data that requires valid credentials, without changing anything. Returns the same as `send`. */
  probe(sendRequest: SendRequest, secrets: Server["secrets"]): Promise<boolean>;
}

const getRequest = { method: "GET" };

export const servers: Record<ServerKind, ServerApi> = {
  wallabag: {
    name: "wallabag",
    secrets: ["client", "clientSecret", "user", "password"],
    secretsLocation: "API clients management",
    send: async (sendRequest, { html, url, title }, secrets) => {
      const token = await wallabagToken(sendRequest, secrets);
      if (token === null) {
        return false;
      }
      const headers = { ...bearerHeader(token), "content-type": "application/json" };
      const response = await sendRequest("api/entries.json", {
        headers,
        body: JSON.stringify({ url, title, content: html }),
      });
      return typeof property(response, "id") === "number";
    },
    probe: async (sendRequest, secrets) => (await wallabagToken(sendRequest, secrets)) !== null,
  },
  readeck: {
    name: "Readeck",
    secrets: ["token"],
    secretsLocation: "Profile › API Tokens",
    send: async (sendRequest, { html, url, title }, { token }) => {
      const header = JSON.stringify({ url, headers: { "content-type": "text/html; charset=utf-8" } });
      const body = formData({ url, title });
      body.append("resource", new Blob([`${header}\n${html}`]), "resource");
      return (
        typeof property(await sendRequest("api/bookmarks", { headers: bearerHeader(token), body }), "message") ===
        "string"
      );
    },
    probe: async (sendRequest, { token }) =>
      property(await sendRequest("api/profile", { ...getRequest, headers: bearerHeader(token) }), "user") !== undefined,
  },
  karakeep: {
    name: "Karakeep",
    secrets: ["token"],
    secretsLocation: "User Settings › API Keys",
    send: async (sendRequest, { html, url }, { token }) => {
      const body = formData({ url });
      body.append("file", htmlBlob(html), "article.html");
      const path = "api/v1/bookmarks/singlefile?ifexists=overwrite";
      return typeof property(await sendRequest(path, { headers: bearerHeader(token), body }), "id") === "string";
    },
    probe: async (sendRequest, { token }) =>
      typeof property(await sendRequest("api/v1/users/me", { ...getRequest, headers: bearerHeader(token) }), "id") ===
      "string",
  },
  linkwarden: {
    name: "Linkwarden",
    secrets: ["token"],
    secretsLocation: "Settings › Access Tokens",
    send: async (sendRequest, { html, url }, { token }) => {
      const body = formData({ url });
      body.append("file", htmlBlob(html), "article.html");
      // 4 is the format of a self-contained page.
      const response = await sendRequest("api/v1/archives?format=4", { headers: bearerHeader(token), body });
      return typeof property(property(response, "response"), "id") === "number";
    },
    probe: async (sendRequest, { token }) =>
      Array.isArray(
        property(await sendRequest("api/v1/collections", { ...getRequest, headers: bearerHeader(token) }), "response"),
      ),
  },
  other: {
    name: null,
    secrets: ["token"],
    secretsLocation: null,
    send: async (sendRequest, { html, url, title }, { token }) => {
      const body = formData({ url, title });
      body.append("file", htmlBlob(html), "article.html");
      await sendRequest("", { headers: optionalBearerHeader(token), body });
      return true;
    },
    probe: async (sendRequest, { token }) => {
      await sendRequest("", { ...getRequest, headers: optionalBearerHeader(token) });
      return true;
    },
  },
};

function bearerHeader(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

function optionalBearerHeader(token: string): Record<string, string> {
  return token === "" ? {} : bearerHeader(token);
}

/** Returns wallabag's token for the user's password; null if the answer isn't from wallabag. */
async function wallabagToken(sendRequest: SendRequest, secrets: Server["secrets"]): Promise<string | null> {
  const { client, clientSecret, user, password } = secrets;
  const response = await sendRequest("oauth/v2/token", {
    body: new URLSearchParams({
      grant_type: "password",
      client_id: client,
      client_secret: clientSecret,
      username: user,
      password,
    }),
  });
  const token = property(response, "access_token");
  return typeof token === "string" ? token : null;
}

function formData(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    data.append(name, value);
  }
  return data;
}

function htmlBlob(html: string): Blob {
  return new Blob([html], { type: "text/html" });
}

/** Returns a member of a record; undefined if it isn't a record, or has no such member. */
function property(record: unknown, name: string): unknown {
  return typeof record === "object" && record !== null ? Reflect.get(record, name) : undefined;
}
