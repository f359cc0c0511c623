import * as chromium from '../browser/chromium.mjs';
import { suite } from './suite.mjs';

// Chromium itself can't lay out several thousand nested boxes.
suite(chromium, {
  nested: [
    { levels: 50_000, tag: 'div', display: 'none' },
    { levels: 2_000, tag: 'div', display: 'block' },
  ],
});
