// The browsers of this machine: the one that CHROMIUM, FIREFOX or WEBKIT names, else the first known name on the path.

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

/** The absolute path of a browser that can be started; throws a Complaint. */
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

/** The absolute path of a program that drives WebKit: `WebKitWebDriver`, or `Xvfb`, its screen. Throws a Complaint. */
export function programForWebKit(name) {
  return (
    found([name], (process.env.PATH ?? '').split(delimiter)) ??
    complain(`${name} was not found: install it (on Debian: apt-get install ${PACKAGES.webkit}).`)
  );
}

/** Folders of WebKitGTK's programs, the newest first. They are no programs for users, so they are not on the path. */
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
