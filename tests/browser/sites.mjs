// Finds pages of others with their own style sheets, which are never part of the project: beside it, or in the folder that
// PITH_LAYOUTS names. It takes one page per site or as many as are asked for, or every page with PITH_EVERY_LAYOUT=1, of all
// sites or of those that PITH_SITES names (with commas between).

import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder, with one folder per site. */
export const layout =
  process.env.PITH_LAYOUTS ?? fileURLToPath(new URL('../../../shared/data/layout', import.meta.url));

/** Paths of the pages below the folder, site by site; null where there is no such folder. */
export function sitePages({ perSite = 1 } = {}) {
  if (!existsSync(layout)) return null;
  const sites = new Map();
  for (const entry of readdirSync(layout, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.html')) continue;
    const path = relative(layout, join(entry.parentPath, entry.name));
    const [site] = path.split('/');
    sites.set(site, [...(sites.get(site) ?? []), path].toSorted());
  }
  const wanted = process.env.PITH_SITES?.split(',') ?? [...sites.keys()].toSorted();
  return wanted
    .map((site) => sites.get(site) ?? [])
    .flatMap((paths) => (process.env.PITH_EVERY_LAYOUT ? paths : paths.slice(0, perSite)));
}
