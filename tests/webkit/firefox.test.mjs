// Tests of the userscript in Firefox, injected as by a userscript manager.

import * as firefox from '../browser/firefox.mjs';
import { userscript } from './userscript.mjs';

userscript(firefox);
