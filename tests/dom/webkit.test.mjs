import * as webkit from '../browser/webkit.mjs';
import { suite } from './suite.mjs';

suite(webkit, {
  nested: [
    { levels: 50_000, tag: 'div', display: 'none' },
    { levels: 2_000, tag: 'div', display: 'block' },
  ],
  lacks: 'setHTML',
  provoked: 0.12,
});
