import * as chromium from '../browser/chromium.mjs';
import { suite } from './suite.mjs';

// Some thousands of nested boxes are more than Chromium itself lays out.
suite(chromium, {
  nested: [
    { levels: 50_000, tag: 'div', display: 'none' },
    { levels: 2_000, tag: 'div', display: 'block' },
  ],
});
