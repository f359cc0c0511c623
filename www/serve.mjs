// Serves the built demonstration page locally: `./build.sh www`.

import { join } from "node:path";
import { root } from "../tests/browser/built.mjs";
import { serve } from "../tests/browser/server.mjs";

const server = await serve(join(root, "dist-www"));
console.log(`The demonstration page is at http://${server.address}/ – press Ctrl+C to stop.`);
