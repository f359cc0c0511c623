/** Creates reproducible zip archives for the stores: the same files give the same bytes. */

import { deflateAsync } from "@gfx/zopfli";
import { crc32, deflateRawSync } from "node:zlib";

/** 1980-01-01, the earliest date in the format. */
const DATE = 0x21;
const VERSION = 20;
const UNIX = 3 << 8;
const UTF8_NAMES = 0x800;
const DEFLATE = 8;

/** Minimum bytes of a file that Zopfli deflates: it makes the cores 4 % smaller, but takes more than a second per MB. */
const LARGE = 500_000;

/** Large files deflated by Zopfli, by content, which the packages share. */
const deflatedFiles = new Map();

/**
 * Returns a zip archive (APPNOTE.TXT 4.3). `files` maps the path of each file, with slashes, to `content`, a buffer, and
 * `executable`.
 */
export async function zipped(files) {
  const names = [...files.keys()].sort();
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const name of names) {
    const { content, executable = false } = files.get(name);
    const body = await deflated(content);
    const path = Buffer.from(name);
    // The fields common to the local header and the directory.
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
    const mode = executable ? 0o100755 : 0o100644;
    const external = fields([2, 0], [2, 0], [2, 0], [2, 0], [2, mode], [4, offset]);
    directory.push(fields([4, 0x02014b50], [2, UNIX + VERSION]), common, external, path);
    parts.push(local);
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
  return Buffer.concat([...parts, index, end]);
}

async function deflated(content) {
  if (content.length < LARGE) return deflateRawSync(content, { level: 9 });
  const key = content.toString("latin1");
  if (!deflatedFiles.has(key)) {
    // More rounds make it 0.3 % smaller.
    deflatedFiles.set(key, Buffer.from(await deflateAsync(content, { numiterations: 1 })));
  }
  return deflatedFiles.get(key);
}

/** Encodes numbers in little-endian order, each given as [width in bytes, value]. */
function fields(...numbers) {
  const width = numbers.reduce((sum, [bytes]) => sum + bytes, 0);
  const buffer = Buffer.alloc(width);
  numbers.reduce((at, [bytes, value]) => buffer.writeUIntLE(value, at, bytes), 0);
  return buffer;
}
