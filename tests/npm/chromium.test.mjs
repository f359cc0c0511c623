import * as chromium from '../browser/chromium.mjs';
import { suite } from './suite.mjs';

suite(chromium);
