// Run by Node, Deno, and Bun: prints the results for a page read with almost no memory, and for one after it.
import { extract } from 'pith-reader/html/inline';
import { withoutMemory } from './limits.mjs';

console.log(JSON.stringify(withoutMemory(extract)));
