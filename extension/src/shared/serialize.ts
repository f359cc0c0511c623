/** Serializes writes of the background, so that none overwrites another. */

let last: Promise<unknown> = Promise.resolve();

/** Runs the work after all earlier work. */
export function serialize<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}
