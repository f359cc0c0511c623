// Links to the project.

import assert from 'node:assert/strict';
import test from 'node:test';
import { built } from './sources.mjs';

test('the guide and the issues are in the repository, and without one there are no links', async () => {
  const links = async (url) => {
    const { guideUrl, issuesUrl } = await built(['shared/project'], { REPOSITORY_URL: JSON.stringify(url) });
    return [guideUrl, issuesUrl];
  };
  assert.deepEqual(await links(''), ['', '']);
  const url = 'https://code.example/pith';
  assert.deepEqual(await links(url), [`${url}/blob/main/docs/guide.md`, `${url}/issues`]);
});
