// The browsers of this machine: the one that CHROMIUM or FIREFOX names, else the first known name on the path.

import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Complaint } from './complaint.mjs';

const NAMES = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome-for-testing', 'chrome'],
  firefox: ['firefox-esr', 'firefox'],
};

/** The absolute path of a browser that can be started; throws a Complaint. */
export function browserPath(kind) {
  const variable = kind.toUpperCase();
  const named = process.env[variable];
  if (named) {
    if (executable(named)) return named;
    throw new Complaint(`${variable} is set to ${named}, which is not a program that can be started.`);
  }
  for (const name of NAMES[kind]) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      if (folder && executable(path)) return path;
    }
  }
  const title = kind === 'chromium' ? 'Chromium' : 'Firefox';
  throw new Complaint(
    `No ${title} was found: install it (on Debian: apt-get install ${NAMES[kind][0]}) or set ${variable} to its path.`,
  );
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
