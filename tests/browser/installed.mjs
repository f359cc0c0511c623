// Finds browsers on this machine: by the variables CHROMIUM, FIREFOX, and WEBKIT, or else by their usual names in
// PATH.

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
  const path = process.env[variable];
  if (path) {
    if (isExecutable(path)) return path;
    throw new Complaint(`${variable} is set to ${path}, which isn't an executable.`);
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...(kind === 'webkit' ? libraryFolders() : [])];
  return (
    firstProgram(NAMES[kind], folders) ??
    complain(
      `No ${TITLES[kind]} was found: install it (on Debian: apt-get install ${PACKAGES[kind]}) or set ${variable} to its path.`,
    )
  );
}

/** Returns the absolute path of `WebKitWebDriver` or of its display, `Xvfb`. Throws a Complaint if it's missing. */
export function programForWebKit(name) {
  return (
    firstProgram([name], (process.env.PATH ?? '').split(delimiter)) ??
    complain(`${name} was not found: install it (on Debian: apt-get install ${PACKAGES.webkit}).`)
  );
}

/** Returns the folders of WebKitGTK's programs, newest first. They aren't in PATH. */
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

function firstProgram(names, folders) {
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (folder && isExecutable(path)) return path;
    }
  }
  return null;
}

function complain(message) {
  throw new Complaint(message);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
