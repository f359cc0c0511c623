// The web as the tests see it: one HTTP server that is also the proxy of the browser under test.
//
// Every request of the browser, from any part of it, arrives here and is recorded; hosts that end in
// `.localhost` are answered from a folder, everything else is refused. The first label of the host names the policy the
// answer is sent with (`self.localhost`, `self-2.localhost`: one policy, two origins).

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.htm': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.otf': 'font/otf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xhtml': 'application/xhtml+xml',
};

/** Answer headers by policy. */
export const POLICIES = {
  plain: {},
  // What most careful sites send.
  self: { 'content-security-policy': "script-src 'self'; object-src 'none'" },
  // Nothing but what the page needs in order to look the same, and Trusted Types on top.
  strict: {
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  },
  // Nothing at all: no style sheet and no picture either.
  bare: { 'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'" },
  sandbox: { 'content-security-policy': 'sandbox' },
  // Firefox does not know it.
  unclipped: { 'permissions-policy': 'clipboard-write=()' },
  untranslated: { 'permissions-policy': 'translator=(), language-detector=()' },
  isolated: {
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  },
};

/**
 * Starts the server on a free port of the own machine.
 *
 * - `folder`: what is served; `generated` maps a path (`/huge.html`) to a function from the query to HTML text, or
 *   to `{ status, headers, html }`, where `html` may be the bytes of another file.
 * - The result has `address` (`host:port`, to be given to a browser as its proxy), `url(policy, path, tag)`, `requests`
 *   (every request since the start, in order, as `METHOD url`), `since(mark)` and `close()`.
 * - `sites`: folders of their own, by the first label of the host they are served at.
 * - `hosts`: functions that answer a request themselves, by the same.
 * - `encoding`: the character encoding named for HTML, null to name none and leave it to the page.
 */
export async function serve(folder, { generated = {}, sites = {}, hosts = {}, encoding = 'utf-8' } = {}) {
  const requests = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url, `http://${request.headers.host}`);
    requests.push(`${request.method} ${url.href}`);
    const own = url.hostname === '127.0.0.1' || url.hostname.endsWith('.localhost');
    if (!own) return refuse(response, 403, 'Only the pages of the test are reachable.');
    const [label] = url.hostname.split(/[.-]/);
    if (Object.hasOwn(hosts, label)) return void hosts[label](request, response, url);
    const policy = POLICIES[label] ?? POLICIES.plain;
    if (Object.hasOwn(sites, label)) return send(sites[label], url.pathname, policy, null, response);
    if (Object.hasOwn(generated, url.pathname)) {
      const made = generated[url.pathname](url.searchParams);
      const { status = 200, headers = {}, html } = typeof made === 'string' ? { html: made } : made;
      const all = { 'content-type': TYPES['.html'], ...policy, ...headers };
      if (Buffer.isBuffer(html)) return part(html, request.headers.range, all, response);
      response.writeHead(status, all);
      return response.end(html);
    }
    send(folder, url.pathname, policy, encoding, response);
  });
  server.on('connect', (request, socket) => {
    requests.push(`CONNECT ${request.url}`);
    // A browser that hangs up on the refusal has its answer; without a listener Node would end the test run.
    socket.on('error', () => {});
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = `127.0.0.1:${server.address().port}`;
  return {
    address,
    requests,
    url: (policy, path, tag) => `http://${policy}${tag ? `-${tag}` : ''}.localhost/${path}`,
    since: (mark) => requests.slice(mark),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function send(folder, pathname, policy, encoding, response) {
  const path = fileOf(folder, pathname);
  if (!path) return refuse(response, 404, 'There is no such file.');
  const packed = extname(path) === '.gz';
  const extension = extname(packed ? path.slice(0, -3) : path).toLowerCase();
  let type = TYPES[extension] ?? 'application/octet-stream';
  if (extension.startsWith('.htm') && encoding !== 'utf-8')
    type = encoding ? `text/html; charset=${encoding}` : 'text/html';
  response.writeHead(200, { 'content-type': type, ...(packed && { 'content-encoding': 'gzip' }), ...policy });
  createReadStream(path).pipe(response);
}

/** Sends the part of a video or sound that is asked for: in one that comes as a whole no player seeks. */
function part(bytes, range, headers, response) {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === undefined) {
    response.writeHead(200, { ...headers, 'accept-ranges': 'bytes', 'content-length': bytes.length });
    return response.end(bytes);
  }
  const sent = bytes.subarray(Number(from), to ? Number(to) + 1 : bytes.length);
  const place = `bytes ${from}-${Number(from) + sent.length - 1}/${bytes.length}`;
  response.writeHead(206, { ...headers, 'content-range': place, 'content-length': sent.length });
  response.end(sent);
}

/** The file a path names, with `index.html` for folders; null where there is none or it lies outside the folder. */
function fileOf(folder, pathname) {
  let path;
  try {
    path = normalize(join(folder, decodeURIComponent(pathname)));
  } catch {
    return null;
  }
  if (path !== folder && !path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return null;
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry?.isDirectory()) return fileOf(folder, join(pathname, 'index.html'));
  return entry?.isFile() ? path : null;
}

function refuse(response, status, sentence) {
  response.writeHead(status, { 'content-type': TYPES['.txt'] });
  response.end(`${sentence}\n`);
}
