/** Serializes writes of the background, so that none overwrites another. */

let lastWork: Promise<unknown> = Promise.resolve();

/** Runs the work after all earlier work. */
export function serialize<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = lastWork.then(work);
  lastWork = result.catch(() => {});
  return result;
}
