/** Sends an article to the user's server and reports the outcome. */

import { originOf } from "../../shared/auto-open/patterns.ts";
import { hasPermission } from "../../shared/permissions.ts";
import type { SendOutcome } from "../../shared/messages.ts";
import type { AnswerTo, Argument } from "../../shared/requests.ts";
import { loadServer, type Server } from "../../shared/export/server-store.ts";
import { servers } from "../../shared/export/servers.ts";
import { writeFile } from "./writer.ts";
import { serverTimeout } from "../../shared/timeouts.ts";

/** What came in place of the answer that was hoped for. */
class SendRefused extends Error {
  readonly refusal: SendOutcome;

  constructor(refusal: SendOutcome) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

/** Hands the article over. */
export async function send({ html, facts, rtl, pictures }: Argument<"send">): Promise<AnswerTo<"send">> {
  const server = await loadServer();
  if (!server) {
    return { kind: "unnamed", host: "", status: 0, name: "" };
  }
  const url = new URL(server.address);
  const says = (kind: SendOutcome["kind"], status = 0): SendOutcome => ({
    kind,
    host: url.host,
    status,
    name: servers[server.kind].name ?? "",
  });
  if (!(await hasPermission(originOf(url)))) {
    return says("closed");
  }
  const file = await writeFile({ html, facts, rtl, pictures, form: "html" });
  if ("failure" in file) {
    return file;
  }
  const text = new TextDecoder().decode(Uint8Array.fromBase64(file.data));
  const handed = { html: text, url: facts.url, title: facts.title ?? facts.url };
  try {
    const ask = (path: string, request: RequestInit): Promise<unknown> => asked(server, path, request, says);
    const isTaken = await servers[server.kind].send(ask, handed, server.secrets);
    return says(isTaken ? "sent" : "foreign");
  } catch (error) {
    return error instanceof SendRefused ? error.refusal : says("gone");
  }
}

/** Asks the server, and no other: where it sends elsewhere, the token is not taken there. */
async function asked(
  { kind, address }: Server,
  path: string,
  request: RequestInit,
  says: (kind: SendOutcome["kind"], status?: number) => SendOutcome,
): Promise<unknown> {
  const late = AbortSignal.timeout(serverTimeout);
  try {
    const response = await fetch(new URL(path, address), {
      method: "POST",
      ...request,
      signal: late,
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
    });
    const { status } = response;
    if (response.type === "opaqueredirect") {
      throw new SendRefused(says("foreign"));
    }
    if (!response.ok) {
      // wallabag says 400 of a wrong password.
      const isDenied = status === 401 || status === 403 || (kind === "wallabag" && status === 400);
      throw new SendRefused(
        says(isDenied ? "denied" : status === 413 ? "huge" : status >= 500 ? "broken" : "refused", status),
      );
    }
    const text = await response.text();
    return kind === "other" ? null : parsed(text);
  } catch (error) {
    throw late.aborted ? new SendRefused(says("late")) : error;
  }
}

/** Returns what JSON says; null where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
