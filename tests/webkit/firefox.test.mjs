// The userscript in Firefox, injected as a manager does.

import * as firefox from '../browser/firefox.mjs';
import { userscript } from './userscript.mjs';

userscript(firefox);
