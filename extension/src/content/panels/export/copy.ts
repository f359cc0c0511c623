/** What copies for the buttons of listings. */

import { share } from "../../../shared/state.ts";
import { copy } from "../../../ui/export/clipboard.ts";

share("pithCopy", copy);
