/** What copies for the buttons of listings. */

import { share } from "../state.ts";
import { copy } from "./clipboard.ts";

share("pithCopy", copy);
