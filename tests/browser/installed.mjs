// Finds browsers on this machine: in the variables CHROMIUM, FIREFOX, and WEBKIT, else by their usual names on the
// path.

import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Complaint } from './complaint.mjs';

const NAMES = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome-for-testing', 'chrome'],
  firefox: ['firefox-esr', 'firefox'],
  webkit: ['MiniBrowser'],
};
const TITLES = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit' };
const PACKAGES = { chromium: 'chromium', firefox: 'firefox-esr', webkit: 'webkit2gtk-driver xvfb' };

/** Returns the absolute path of a browser. Throws a Complaint if there is none. */
export function browserPath(kind) {
  const variable = kind.toUpperCase();
  const named = process.env[variable];
  if (named) {
    if (executable(named)) return named;
    throw new Complaint(`${variable} is set to ${named}, which is not a program that can be started.`);
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...(kind === 'webkit' ? libraryFolders() : [])];
  return (
    found(NAMES[kind], folders) ??
    complain(
      `No ${TITLES[kind]} was found: install it (on Debian: apt-get install ${PACKAGES[kind]}) or set ${variable} to its path.`,
    )
  );
}

/** Returns the absolute path of `WebKitWebDriver`, or of `Xvfb`, its display. Throws a Complaint if there is none. */
export function programForWebKit(name) {
  return (
    found([name], (process.env.PATH ?? '').split(delimiter)) ??
    complain(`${name} was not found: install it (on Debian: apt-get install ${PACKAGES.webkit}).`)
  );
}

/** Returns the folders of WebKitGTK's programs, newest first. They aren't on the path. */
function libraryFolders() {
  const all = ['/usr/lib', '/usr/libexec', '/usr/lib64'].filter((folder) => existsSync(folder));
  const inside = (folder) => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return all.flatMap((folder) =>
    inside(folder)
      .flatMap(({ name }) => {
        const path = join(folder, name);
        if (/^webkit(?:2gtk|gtk)-/.test(name)) return [path];
        if (!/-linux-gnu/.test(name)) return [];
        return inside(path).flatMap((one) => (/^webkit(?:2gtk|gtk)-/.test(one.name) ? [join(path, one.name)] : []));
      })
      .toSorted()
      .toReversed(),
  );
}

function found(names, folders) {
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (folder && executable(path)) return path;
    }
  }
  return null;
}

function complain(sentence) {
  throw new Complaint(sentence);
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
