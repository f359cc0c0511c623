// The web for tests: one HTTP server that is also the proxy of the tested browser.
//
// It receives and records every request of any part of the browser. Hosts that end in `.localhost` are answered from a
// folder, all others are rejected. The first label of the host selects the policy of the response (`self.localhost` and
// `self-2.localhost` have the same policy, but different origins).

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

/** Response headers by policy. */
export const POLICIES = {
  plain: {},
  // Typical of security-conscious sites.
  self: { 'content-security-policy': "script-src 'self'; object-src 'none'" },
  // Allows only what the page needs to look the same, and requires Trusted Types.
  strict: {
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  },
  // Forbids everything, including style sheets and images.
  bare: { 'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'" },
  sandbox: { 'content-security-policy': 'sandbox' },
  // Firefox doesn't support this header.
  unclipped: { 'permissions-policy': 'clipboard-write=()' },
  untranslated: { 'permissions-policy': 'translator=(), language-detector=()' },
  isolated: {
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  },
};

/**
 * Starts the server on a free local port.
 *
 * - `folder`: the served files. `generated` maps a path (`/huge.html`) to a function from the query to HTML, or to
 *   `{ status, headers, html }`. `html` can also contain the bytes of another type of file.
 * - `sites`: separate folders, by the first label of the host.
 * - `hosts`: functions that answer requests themselves, by the first label of the host.
 * - `encoding`: the character encoding declared for HTML; null leaves it to the page.
 *
 * The result has `address` (`host:port`, the proxy for a browser), `url(policy, path, tag)`, `requests` (all requests
 * since the start, in order, as `METHOD url`), `since(mark)`, and `close()`.
 */
export async function serve(folder, { generated = {}, sites = {}, hosts = {}, encoding = 'utf-8' } = {}) {
  const requests = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url, `http://${request.headers.host}`);
    requests.push(`${request.method} ${url.href}`);
    const isLocal = url.hostname === '127.0.0.1' || url.hostname.endsWith('.localhost');
    if (!isLocal) return refuse(response, 403, 'Only the pages of the test are reachable.');
    const [label] = url.hostname.split(/[.-]/);
    if (Object.hasOwn(hosts, label)) return void hosts[label](request, response, url);
    const policy = POLICIES[label] ?? POLICIES.plain;
    if (Object.hasOwn(sites, label)) return send(sites[label], url.pathname, policy, null, response);
    if (Object.hasOwn(generated, url.pathname)) {
      const result = generated[url.pathname](url.searchParams);
      const { status = 200, headers = {}, html } = typeof result === 'string' ? { html: result } : result;
      const all = { 'content-type': TYPES['.html'], ...policy, ...headers };
      if (Buffer.isBuffer(html)) return part(html, request.headers.range, all, response);
      response.writeHead(status, all);
      return response.end(html);
    }
    send(folder, url.pathname, policy, encoding, response);
  });
  server.on('connect', (request, socket) => {
    requests.push(`CONNECT ${request.url}`);
    // Browsers may reset the connection after the rejection. Without a listener, that error would end the test run.
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
  if (!path) return refuse(response, 404, 'File not found.');
  const packed = extname(path) === '.gz';
  const extension = extname(packed ? path.slice(0, -3) : path).toLowerCase();
  let type = TYPES[extension] ?? 'application/octet-stream';
  if (extension.startsWith('.htm') && encoding !== 'utf-8')
    type = encoding ? `text/html; charset=${encoding}` : 'text/html';
  response.writeHead(200, { 'content-type': type, ...(packed && { 'content-encoding': 'gzip' }), ...policy });
  createReadStream(path).pipe(response);
}

/** Sends the requested range of a video or audio file. Players can't seek without ranges. */
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

/** Returns the file for a path (`index.html` for folders); null if it doesn't exist or is outside the folder. */
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

function refuse(response, status, message) {
  response.writeHead(status, { 'content-type': TYPES['.txt'] });
  response.end(`${message}\n`);
}
