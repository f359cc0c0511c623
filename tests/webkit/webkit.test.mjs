import * as webkit from '../browser/webkit.mjs';
import { userscript } from './userscript.mjs';

userscript(webkit);
