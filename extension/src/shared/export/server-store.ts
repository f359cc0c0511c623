/** The user's server, as it is stored on this device: no exported file contains it. */

import { ext } from "../ext.ts";
import { isRecord } from "../record.ts";

/** The programs there are; see servers.ts. */
export const kindsOfServer = ["wallabag", "readeck", "karakeep", "linkwarden", "other"] as const;

export type KindOfServer = (typeof kindsOfServer)[number];

/** What a server asks for. */
export const secretNames = ["token", "client", "clientSecret", "user", "password"] as const;

export interface Server {
  kind: KindOfServer;
  /** With a slash at its end, but for `other`, where it is that of the endpoint. */
  address: string;
  secrets: Record<(typeof secretNames)[number], string>;
}

export const key = "server";

/** The version of the stored form. A later one reads every earlier one. */
const version = 1;

/** Returns the server; null where none is named, or by a newer version. */
export async function loadServer(): Promise<Server | null> {
  const { [key]: stored } = await ext.storage.local.get(key);
  if (!isRecord(stored) || typeof stored.version !== "number" || stored.version > version) {
    return null;
  }
  const kind = kindsOfServer.find((known) => known === stored.kind);
  const given = isRecord(stored.secrets) ? stored.secrets : {};
  const secrets = Object.fromEntries(secretNames.map((name) => [name, textOf(given[name])])) as Server["secrets"];
  return kind && typeof stored.address === "string" ? { kind, address: stored.address, secrets } : null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export async function saveServer(server: Server): Promise<void> {
  await ext.storage.local.set({ [key]: { version, ...server } });
}

export async function deleteServer(): Promise<void> {
  await ext.storage.local.remove(key);
}

/** Returns the address of a server as it is stored; null where that is none. */
export function addressOfServer(given: string, kind: KindOfServer): string | null {
  const url = URL.parse(given.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    return null;
  }
  url.hash = "";
  if (kind === "other") {
    return url.href;
  }
  url.search = "";
  return url.href.replace(/\/?$/, "/");
}
