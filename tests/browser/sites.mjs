// Finds saved pages of real sites with their style sheets. They aren't part of the project: they are in a folder beside
// it, or in PITH_LAYOUTS. Selects one page per site, or as many as requested, or all pages with PITH_EVERY_LAYOUT=1.
// PITH_SITES limits the sites (separated by commas).

import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder, with a subfolder per site. */
export const layout =
  process.env.PITH_LAYOUTS ?? fileURLToPath(new URL('../../../shared/data/layout', import.meta.url));

/** Returns paths of pages below the folder, site by site; null if the folder doesn't exist. */
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
