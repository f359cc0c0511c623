// Packs dist/chromium and dist/firefox into dist/pith-chromium.zip and dist/pith-firefox.zip, the form the stores take.
// The same files give the same bytes: sorted names, one time stamp, no attributes.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateRawSync } from "node:zlib";

const dist = join(dirname(fileURLToPath(import.meta.url)), "../dist");

/** 1980-01-01, the first day the format knows. */
const DATE = 0x21;
const VERSION = 20;
const UTF8_NAMES = 0x800;
const DEFLATE = 8;

for (const browser of ["chromium", "firefox"]) {
  const target = join(dist, `pith-${browser}.zip`);
  const bytes = packed(join(dist, browser));
  writeFileSync(target, bytes);
  console.log(`${relative(process.cwd(), target)}: ${bytes.length} bytes`);
}

/** Returns a zip archive of everything below a folder (APPNOTE.TXT 4.3). */
function packed(folder) {
  const names = readdirSync(folder, { recursive: true })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.split(sep).join("/"))
    .sort();
  const files = [];
  const directory = [];
  let offset = 0;
  for (const name of names) {
    const content = readFileSync(join(folder, name));
    const body = deflateRawSync(content, { level: 9 });
    const path = Buffer.from(name);
    // What the local header and the directory have in common.
    const common = fields(
      [2, VERSION],
      [2, UTF8_NAMES],
      [2, DEFLATE],
      [2, 0],
      [2, DATE],
      [4, crc32(content)],
      [4, body.length],
      [4, content.length],
      [2, path.length],
      [2, 0],
    );
    const local = Buffer.concat([fields([4, 0x04034b50]), common, path, body]);
    const external = fields([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    directory.push(fields([4, 0x02014b50], [2, VERSION]), common, external, path);
    files.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, names.length],
    [2, names.length],
    [4, index.length],
    [4, offset],
    [2, 0],
  );
  return Buffer.concat([...files, index, end]);
}

/** Returns little-endian numbers, each as [width in bytes, value]. */
function fields(...numbers) {
  const width = numbers.reduce((sum, [bytes]) => sum + bytes, 0);
  const buffer = Buffer.alloc(width);
  numbers.reduce((at, [bytes, value]) => buffer.writeUIntLE(value, at, bytes), 0);
  return buffer;
}
