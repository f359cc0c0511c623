/** Sends an article to the user's server, tests the connection to it, and reports the outcome. */

import { originOf } from "../../shared/auto-open/patterns.ts";
import { hasPermission } from "../../shared/permissions.ts";
import type { SendOutcome } from "../../shared/messages.ts";
import type { ResponseTo, Argument } from "../../shared/requests.ts";
import { loadServer, type Server } from "../../shared/export/server-store.ts";
import { servers } from "../../shared/export/servers.ts";
import { writeFile } from "./writer.ts";
import { serverTimeout } from "../../shared/timeouts.ts";

/** Error for an unexpected answer. */
class SendError extends Error {
  readonly refusal: SendOutcome;

  constructor(refusal: SendOutcome) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

type CreateOutcome = (kind: SendOutcome["kind"], status?: number) => SendOutcome;

/** Sends the article. */
export async function sendArticle({ html, facts, rtl, images }: Argument<"send">): Promise<ResponseTo<"send">> {
  return withServer(async (server, createOutcome) => {
    const file = await writeFile({ html, facts, rtl, images, form: "html" });
    if ("failure" in file) {
      return file;
    }
    const text = new TextDecoder().decode(Uint8Array.fromBase64(file.data));
    const article = { html: text, url: facts.url, title: facts.title ?? facts.url };
    return runRequest(createOutcome, () =>
      servers[server.kind].send(requestSender(server, createOutcome), article, server.secrets),
    );
  });
}

/** Tests the connection to the saved server, without saving anything there. */
export function testServer(): Promise<ResponseTo<"test-server">> {
  return withServer((server, createOutcome) =>
    runRequest(createOutcome, () => servers[server.kind].probe(requestSender(server, createOutcome), server.secrets)),
  );
}

/** Runs `action` with the saved server, if there is one and its site is permitted. */
async function withServer<T>(
  action: (server: Server, createOutcome: CreateOutcome) => Promise<T>,
): Promise<T | SendOutcome> {
  const server = await loadServer();
  if (!server) {
    return { kind: "unnamed", host: "", status: 0, name: "" };
  }
  const url = new URL(server.address);
  const createOutcome: CreateOutcome = (kind, status = 0) => ({
    kind,
    host: url.host,
    status,
    name: servers[server.kind].name ?? "",
  });
  return (await hasPermission(originOf(url))) ? action(server, createOutcome) : createOutcome("closed");
}

async function runRequest(createOutcome: CreateOutcome, action: () => Promise<boolean>): Promise<SendOutcome> {
  try {
    return createOutcome((await action()) ? "sent" : "foreign");
  } catch (error) {
    return error instanceof SendError ? error.refusal : createOutcome("gone");
  }
}

function requestSender(server: Server, createOutcome: CreateOutcome) {
  return (path: string, request: RequestInit): Promise<unknown> => fetchJson(server, path, request, createOutcome);
}

/** Sends a request to the server. Redirects aren't followed, so that the token reaches no other server. */
async function fetchJson(
  { kind, address }: Server,
  path: string,
  request: RequestInit,
  createOutcome: CreateOutcome,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(serverTimeout);
  try {
    const response = await fetch(new URL(path, address), {
      method: "POST",
      ...request,
      signal: timeout,
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
    });
    const { status } = response;
    if (response.type === "opaqueredirect") {
      throw new SendError(createOutcome("foreign"));
    }
    if (!response.ok) {
      // wallabag answers a wrong password with 400.
      const isDenied = status === 401 || status === 403 || (kind === "wallabag" && status === 400);
      throw new SendError(
        createOutcome(isDenied ? "denied" : status === 413 ? "huge" : status >= 500 ? "broken" : "refused", status),
      );
    }
    const text = await response.text();
    return kind === "other" ? null : parseJson(text);
  } catch (error) {
    throw timeout.aborted ? new SendError(createOutcome("late")) : error;
  }
}

/** Parses JSON; null if it is invalid. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
