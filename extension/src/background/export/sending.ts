/** Sends an article to the user's server, tests the connection to it, and reports the outcome. */

import { originOf } from "../../shared/auto-open/patterns.ts";
import { hasPermission } from "../../shared/permissions.ts";
import type { SendOutcome } from "../../shared/messages.ts";
import type { AnswerTo, Argument } from "../../shared/requests.ts";
import { loadServer, type Server } from "../../shared/export/server-store.ts";
import { servers } from "../../shared/export/servers.ts";
import { writeFile } from "./writer.ts";
import { serverTimeout } from "../../shared/timeouts.ts";

/** Error for an unexpected answer. */
class SendRefused extends Error {
  readonly refusal: SendOutcome;

  constructor(refusal: SendOutcome) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

type Outcomes = (kind: SendOutcome["kind"], status?: number) => SendOutcome;

/** Sends the article. */
export async function send({ html, facts, rtl, images }: Argument<"send">): Promise<AnswerTo<"send">> {
  return withServer(async (server, outcomeOf) => {
    const file = await writeFile({ html, facts, rtl, images, form: "html" });
    if ("failure" in file) {
      return file;
    }
    const text = new TextDecoder().decode(Uint8Array.fromBase64(file.data));
    const handed = { html: text, url: facts.url, title: facts.title ?? facts.url };
    return outcome(outcomeOf, () => servers[server.kind].send(requester(server, outcomeOf), handed, server.secrets));
  });
}

/** Tests the connection to the saved server, without saving anything there. */
export function testServer(): Promise<AnswerTo<"test-server">> {
  return withServer((server, outcomeOf) =>
    outcome(outcomeOf, () => servers[server.kind].probe(requester(server, outcomeOf), server.secrets)),
  );
}

/** Runs `act` with the saved server, if there is one and its site is permitted. */
async function withServer<T>(act: (server: Server, outcomeOf: Outcomes) => Promise<T>): Promise<T | SendOutcome> {
  const server = await loadServer();
  if (!server) {
    return { kind: "unnamed", host: "", status: 0, name: "" };
  }
  const url = new URL(server.address);
  const outcomeOf: Outcomes = (kind, status = 0) => ({
    kind,
    host: url.host,
    status,
    name: servers[server.kind].name ?? "",
  });
  return (await hasPermission(originOf(url))) ? act(server, outcomeOf) : outcomeOf("closed");
}

async function outcome(outcomeOf: Outcomes, act: () => Promise<boolean>): Promise<SendOutcome> {
  try {
    return outcomeOf((await act()) ? "sent" : "foreign");
  } catch (error) {
    return error instanceof SendRefused ? error.refusal : outcomeOf("gone");
  }
}

function requester(server: Server, outcomeOf: Outcomes) {
  return (path: string, request: RequestInit): Promise<unknown> => fetchJson(server, path, request, outcomeOf);
}

/** Sends a request to the server. Redirects aren't followed, so that the token reaches no other server. */
async function fetchJson(
  { kind, address }: Server,
  path: string,
  request: RequestInit,
  outcomeOf: Outcomes,
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
      throw new SendRefused(outcomeOf("foreign"));
    }
    if (!response.ok) {
      // wallabag answers a wrong password with 400.
      const isDenied = status === 401 || status === 403 || (kind === "wallabag" && status === 400);
      throw new SendRefused(
        outcomeOf(isDenied ? "denied" : status === 413 ? "huge" : status >= 500 ? "broken" : "refused", status),
      );
    }
    const text = await response.text();
    return kind === "other" ? null : parsed(text);
  } catch (error) {
    throw late.aborted ? new SendRefused(outcomeOf("late")) : error;
  }
}

/** Parses JSON; null if it is invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
