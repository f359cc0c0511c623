// A storage area as extensions have it: asynchronous, and possibly full.

export class Storage {
  /** Maximum characters. */
  room = Infinity;

  constructor(values = {}) {
    this.values = values;
  }

  async get(keys) {
    await new Promise(setImmediate);
    const wanted = keys === null ? Object.keys(this.values) : [keys].flat();
    return structuredClone(
      Object.fromEntries(wanted.filter((key) => key in this.values).map((key) => [key, this.values[key]])),
    );
  }

  async set(change) {
    await new Promise(setImmediate);
    const after = { ...this.values, ...structuredClone(change) };
    if (JSON.stringify(after).length > this.room) throw new Error('QUOTA_BYTES quota exceeded');
    this.values = after;
  }

  async remove(keys) {
    await new Promise(setImmediate);
    for (const key of [keys].flat()) delete this.values[key];
  }
}
