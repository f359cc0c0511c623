/** Serializes writes of the background, so that none overwrites another. */

let last: Promise<unknown> = Promise.resolve();

/** Does the work once all that was asked for before is done. */
export function serialize<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}
