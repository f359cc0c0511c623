// Simulated servers of wallabag, Readeck, Karakeep, and Linkwarden, and one with Pith's own API. They check the
// extension's requests, save the articles, and reject invalid requests.

/**
 * Creates the servers. The first label of a host selects one by name. `taken` lists the articles they have received,
 * and `moods` sets responses.
 */
export function ownServers() {
  const taken = [];
  /** Forced responses to the next requests: a status, `hang`, `text`, or `elsewhere`. */
  const moods = new Map();

  const token = (request, expected) => request.headers.authorization === `Bearer ${expected}`;

  /** Returns whether it is a GET request for a path, as in a connection test. */
  const isGet = (request, url, path) => request.method === 'GET' && url.pathname === path;

  const servers = {
    async wallabag(request, url, body) {
      if (url.pathname === '/bag/oauth/v2/token') {
        const form = new URLSearchParams(body.toString());
        const credentials = ['client_id', 'client_secret', 'username', 'password'].map((name) => form.get(name)).join();
        const isValid = form.get('grant_type') === 'password' && credentials === 'id,secret,edda,rope';
        return isValid ? [200, { access_token: 'one hour', expires_in: 3600 }] : [400, { error: 'invalid_grant' }];
      }
      if (url.pathname !== '/bag/api/entries.json') return [404, {}];
      if (!token(request, 'one hour')) return [401, { error: 'access_denied' }];
      const { url: of, title, content } = JSON.parse(body);
      taken.push({ kind: 'wallabag', url: of, title, html: content });
      return [200, { id: 7, title }];
    },
    async readeck(request, url, body) {
      if (isGet(request, url, '/api/profile'))
        return token(request, 'rope') ? [200, { user: { username: 'edda' } }] : [401, { message: 'Unauthorized' }];
      if (url.pathname !== '/api/bookmarks') return [404, { status: 404, message: 'Not Found' }];
      if (!token(request, 'rope')) return [401, { status: 401, message: 'Unauthorized' }];
      const form = await formOf(request, body);
      const text = await form.get('resource').text();
      const end = text.indexOf('\n');
      const { url: of, headers } = JSON.parse(text.slice(0, end));
      if (of !== form.get('url') || !/^text\/html\b/.test(headers['content-type'])) return [422, {}];
      taken.push({ kind: 'readeck', url: of, title: form.get('title'), html: text.slice(end + 1) });
      return [202, { status: 202, message: 'Link submited' }];
    },
    async karakeep(request, url, body) {
      if (isGet(request, url, '/api/v1/users/me'))
        return token(request, 'rope') ? [200, { id: 'edda' }] : [401, 'Unauthorized'];
      if (url.pathname !== '/api/v1/bookmarks/singlefile') return [404, {}];
      if (!token(request, 'rope')) return [401, 'Unauthorized'];
      const form = await formOf(request, body);
      taken.push({ kind: 'karakeep', url: form.get('url'), html: await form.get('file').text() });
      return [201, { id: 'abc', content: { type: 'link' } }];
    },
    async linkwarden(request, url, body) {
      if (isGet(request, url, '/api/v1/collections'))
        return token(request, 'rope') ? [200, { response: [{ id: 1 }] }] : [401, { response: 'Unauthorized.' }];
      if (url.pathname !== '/api/v1/archives' || url.searchParams.get('format') !== '4') return [404, {}];
      if (!token(request, 'rope')) return [401, { response: 'Unauthorized.' }];
      const form = await formOf(request, body);
      // The API accepts one field and one file.
      if ([...form.keys()].toSorted().join() !== 'file,url') return [400, { response: 'too many fields' }];
      if (form.get('file').type !== 'text/html') return [400, { response: 'not that type' }];
      taken.push({ kind: 'linkwarden', url: form.get('url'), html: await form.get('file').text() });
      return [200, { response: { id: 12 } }];
    },
    async other(request, url, body) {
      if (url.pathname !== '/inbox' || url.search !== '?box=1') return [404, 'no such box'];
      if (request.headers.authorization !== undefined && !token(request, 'rope')) return [403, 'no'];
      if (request.method === 'GET') return [405, null];
      const form = await formOf(request, body);
      const file = form.get('file');
      const { name, type } = file;
      taken.push({
        kind: 'other',
        url: form.get('url'),
        title: form.get('title'),
        html: await file.text(),
        file: `${name} ${type}`,
      });
      return [204, null];
    },
  };

  /** Responds to a request to one of the servers. */
  async function answer(request, response, url) {
    const label = url.hostname.split('.')[0];
    const parts = [];
    for await (const part of request) parts.push(part);
    const mood = moods.get(label);
    if (mood === 'hang') return;
    if (mood === 'elsewhere') {
      response.writeHead(302, { location: 'http://asked.localhost/' });
      return response.end();
    }
    if (mood === 'text') {
      response.writeHead(200, { 'content-type': 'text/html' });
      return response.end('<!doctype html><title>A login page</title>');
    }
    const [status, result] =
      typeof mood === 'number' ? [mood, { error: 'mood' }] : await servers[label](request, url, Buffer.concat(parts));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(result === null ? undefined : JSON.stringify(result));
  }

  const hosts = Object.fromEntries(Object.keys(servers).map((label) => [label, answer]));
  return { hosts, taken, moods };
}

function formOf(request, body) {
  return new Response(body, { headers: { 'content-type': request.headers['content-type'] } }).formData();
}
