import * as chromium from '../browser/chromium.mjs';
import { userscript } from './userscript.mjs';

userscript(chromium);
