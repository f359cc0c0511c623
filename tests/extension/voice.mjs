// A voice that stands in for those of the system, in the world of the extension's scripts.

/**
 * Puts it there. Runs in that world, so it holds all that it needs.
 *
 * - `voices`: what there is, each with `name` and `lang`; `isRemote` for one of the internet.
 * - `late`: ms after which they come.
 * - `pace`: ms for a word.
 * - `isSilent`: it tells no words.
 * - `fault`: what it does at the first text that holds `at`, `times` times: it `fails`, goes `quiet` without an end, or does
 *   not `end` though it speaks no more.
 */
export function standIn({ voices, late = 0, pace = 4, isSilent = false, fault = null }) {
  const said = [];
  const made = voices.map(({ name, lang, isRemote = false }, i) => ({
    name,
    lang,
    voiceURI: `voice:${name}`,
    localService: !isRemote,
    default: i === 0,
  }));
  let times = fault?.times ?? 0;
  // In the sandbox of Firefox nothing comes of a class that extends one of the platform's.
  class Told {
    #listeners = [];
    addEventListener(type, listener) {
      this.#listeners.push([type, listener]);
    }
    tell(type, more = {}) {
      for (const [own, listener] of this.#listeners) if (own === type) listener({ type, ...more });
    }
  }
  class Utterance extends Told {
    constructor(text) {
      super();
      this.text = text;
    }
  }
  const told = (utterance, type, more) => utterance.tell(type, more);
  class Speech extends Told {
    speaking = false;
    pending = false;
    #there = late === 0;
    #now = null;
    constructor() {
      super();
      if (late > 0) {
        setTimeout(() => {
          this.#there = true;
          this.tell('voiceschanged');
        }, late);
      }
    }
    getVoices() {
      return this.#there ? made : [];
    }
    async speak(utterance) {
      const { text, voice, rate, pitch } = utterance;
      said.push({ text, voice: voice?.name ?? null, rate, pitch });
      this.#now = utterance;
      this.speaking = true;
      const isOn = async () => {
        await new Promise((resolve) => setTimeout(resolve, pace));
        return this.#now === utterance;
      };
      if (!(await isOn())) return;
      told(utterance, 'start');
      const isFaulty = times > 0 && text.includes(fault.at);
      let spoken = 0;
      for (const { index } of text.matchAll(/\S+/g)) {
        if (!isSilent) told(utterance, 'boundary', { name: 'word', charIndex: index });
        if (!(await isOn())) return;
        spoken += 1;
        if (isFaulty && spoken === 2) {
          times -= 1;
          if (fault.does === 'quiet') return;
          this.speaking = false;
          if (fault.does === 'fail') told(utterance, 'error', { error: 'synthesis-failed' });
          return;
        }
      }
      this.#now = null;
      this.speaking = false;
      told(utterance, 'end');
    }
    cancel() {
      this.#now = null;
      this.speaking = false;
    }
    pause() {}
    resume() {}
  }
  const speech = new Speech();
  const put = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  put('speechSynthesis', speech);
  put('SpeechSynthesisUtterance', Utterance);
  put('pithSaid', said);
}
