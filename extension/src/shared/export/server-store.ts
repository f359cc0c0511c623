/** The user's server, as saved on this device. Exported files never contain it. */

import { ext } from "../ext.ts";
import { isRecord } from "../record.ts";

/** Supported server software; see servers.ts. */
export const serverKinds = ["wallabag", "readeck", "karakeep", "linkwarden", "other"] as const;

export type ServerKind = (typeof serverKinds)[number];

/** Credentials that servers require. */
export const secretNames = ["token", "client", "clientSecret", "user", "password"] as const;

export interface Server {
  kind: ServerKind;
  /** Ends in a slash, except for `other`, where it is the URL of the endpoint. */
  address: string;
  secrets: Record<(typeof secretNames)[number], string>;
}

export const serverKey = "server";

/** Version of the stored format. Later versions read all earlier ones. */
const version = 1;

/** Returns the server; null if none is saved, or if a newer version has saved it. */
export async function loadServer(): Promise<Server | null> {
  const { [serverKey]: stored } = await ext.storage.local.get(serverKey);
  if (!isRecord(stored) || typeof stored.version !== "number" || stored.version > version) {
    return null;
  }
  const kind = serverKinds.find((name) => name === stored.kind);
  const savedSecrets = isRecord(stored.secrets) ? stored.secrets : {};
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, textOf(savedSecrets[name])]),
  ) as Server["secrets"];
  return kind && typeof stored.address === "string" ? { kind, address: stored.address, secrets } : null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export async function saveServer(server: Server): Promise<void> {
  await ext.storage.local.set({ [serverKey]: { version, ...server } });
}

export async function deleteServer(): Promise<void> {
  await ext.storage.local.remove(serverKey);
}

/** Returns the URL of a server in the stored format; null if it is invalid. */
export function serverUrl(text: string, kind: ServerKind): string | null {
  const url = URL.parse(text.trim());
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
