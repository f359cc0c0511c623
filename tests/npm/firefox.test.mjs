import * as firefox from '../browser/firefox.mjs';
import { suite } from './suite.mjs';

suite(firefox);
