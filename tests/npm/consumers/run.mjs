// Run by Node, Deno, and Bun: prints the results for an HTML file, by each entry point that reads HTML.
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { extract, init } from 'pith-reader/html';
import { extract as extractInline } from 'pith-reader/html/inline';

const [, , file, url] = argv;
const bytes = readFileSync(file);
await init();
const outcomes = [extract(bytes.toString(), url), extract(bytes, url), extractInline(bytes.toString(), url)];
console.log(JSON.stringify(outcomes));
