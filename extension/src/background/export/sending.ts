/** Sends an article to the user's server, tests the connection to it, and reports the outcome. */

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

type Says = (kind: SendOutcome["kind"], status?: number) => SendOutcome;

/** Hands the article over. */
export async function send({ html, facts, rtl, images }: Argument<"send">): Promise<AnswerTo<"send">> {
  return withServer(async (server, says) => {
    const file = await writeFile({ html, facts, rtl, images, form: "html" });
    if ("failure" in file) {
      return file;
    }
    const text = new TextDecoder().decode(Uint8Array.fromBase64(file.data));
    const handed = { html: text, url: facts.url, title: facts.title ?? facts.url };
    return outcome(says, () => servers[server.kind].send(asker(server, says), handed, server.secrets));
  });
}

/** Tests the connection to the saved server: nothing is saved there. */
export function testServer(): Promise<AnswerTo<"test-server">> {
  return withServer((server, says) =>
    outcome(says, () => servers[server.kind].probe(asker(server, says), server.secrets)),
  );
}

/** Does something with the saved server, if there is one and the user permits its site. */
async function withServer<T>(act: (server: Server, says: Says) => Promise<T>): Promise<T | SendOutcome> {
  const server = await loadServer();
  if (!server) {
    return { kind: "unnamed", host: "", status: 0, name: "" };
  }
  const url = new URL(server.address);
  const says: Says = (kind, status = 0) => ({ kind, host: url.host, status, name: servers[server.kind].name ?? "" });
  return (await hasPermission(originOf(url))) ? act(server, says) : says("closed");
}

async function outcome(says: Says, act: () => Promise<boolean>): Promise<SendOutcome> {
  try {
    return says((await act()) ? "sent" : "foreign");
  } catch (error) {
    return error instanceof SendRefused ? error.refusal : says("gone");
  }
}

function asker(server: Server, says: Says) {
  return (path: string, request: RequestInit): Promise<unknown> => asked(server, path, request, says);
}

/** Asks the server, and no other: where it sends elsewhere, the token is not taken there. */
async function asked({ kind, address }: Server, path: string, request: RequestInit, says: Says): Promise<unknown> {
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
