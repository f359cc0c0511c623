// A fake translator and language detector in place of the browser's, in the world of the extension's scripts.

/**
 * Installs them. Runs in that world, so it can't use anything outside.
 *
 * - `state`: the answer of `availability` for pairs of different languages. `pairs`: the available pairs; null for all.
 * - `steps`: downloaded shares of the model in order, `pace` ms apart. `isBroken`: it can't be downloaded. `isStuck`:
 *   the download never ends.
 * - `fault`: the `name` of the error at the first texts that contain `at`, `times` times.
 * - `losesPlaces`: omits the placeholders of untranslated elements.
 * - `language`: the answer of the detector; null for none.
 */
export function standIn({
  state = 'available',
  pairs = null,
  steps = [],
  pace = 20,
  isBroken = false,
  isStuck = false,
  fault = null,
  losesPlaces = false,
  language = null,
} = {}) {
  const known = { made: [], texts: [], destroyed: 0, aborted: 0 };
  let now = state;
  let times = fault?.times ?? 0;
  const wait = (signal) =>
    new Promise((resolve, reject) => {
      const ended = () => {
        known.aborted += 1;
        reject(new DOMException('It was given up.', 'AbortError'));
      };
      if (signal?.aborted) ended();
      signal?.addEventListener('abort', ended);
      if (!isStuck || now === 'available') setTimeout(resolve, pace);
    });
  const said = (text, to) => {
    const translated = text.split('\n').map((line) => `${to}:${line}`);
    return translated.join('\n').replace(losesPlaces ? /\{\{\d+\}\}/g : /$^/g, '');
  };
  class Translating {
    #to;
    constructor(to) {
      this.#to = to;
    }
    async translate(text, { signal } = {}) {
      known.texts.push(text);
      await wait(signal);
      if (times > 0 && text.includes(fault.at)) {
        times -= 1;
        throw fault.name === 'QuotaExceededError'
          ? Object.assign(new Error('too long'), { name: fault.name })
          : new DOMException('It failed.', fault.name);
      }
      return said(text, this.#to);
    }
    destroy() {
      known.destroyed += 1;
    }
  }
  const translators = {
    async availability({ sourceLanguage: from, targetLanguage: to }) {
      const isThere = from !== to && (pairs === null || pairs.includes(`${from}-${to}`));
      return isThere ? now : 'unavailable';
    },
    async create({ sourceLanguage: from, targetLanguage: to, monitor, signal }) {
      known.made.push(`${from}-${to}`);
      const told = [];
      monitor?.({ addEventListener: (type, listener) => type === 'downloadprogress' && told.push(listener) });
      if (now !== 'available') {
        for (const loaded of steps) {
          await wait(signal);
          for (const listener of told) listener({ loaded, total: 1 });
        }
        await wait(signal);
        if (isBroken) throw new DOMException('The model could not be fetched.', 'NetworkError');
        now = 'available';
      }
      return new Translating(to);
    },
  };
  const detectors = {
    availability: async () => (language ? 'available' : 'unavailable'),
    create: async () => ({
      detect: async () => [{ detectedLanguage: language, confidence: 0.9 }],
      destroy() {},
    }),
  };
  const put = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  put('Translator', translators);
  put('LanguageDetector', detectors);
  put('translatedHere', known);
}
