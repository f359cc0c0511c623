import * as firefox from '../browser/firefox.mjs';
import { suite } from './suite.mjs';

suite(firefox, {
  nested: [
    { levels: 50_000, tag: 'div', display: 'none' },
    { levels: 50_000, tag: 'div', display: 'block' },
  ],
});
