// A fake voice in place of the system's, in the world of the extension's scripts; and, on Linux, the system's voices.

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Installs it. Runs in that world, so it can't use anything outside.
 *
 * - `voices`: the available voices, each with `name` and `lang`, and optionally `uri`. `isRemote`: an online voice.
 * - `late`: ms until they are available.
 * - `pace`: ms per word.
 * - `isSilent`: reports no words.
 * - `fault`: at the first texts that contain `at`, `times` times, `does` one of these: `fail` reports an error, `quiet`
 *   stops without an event while `speaking` stays true, and anything else ends without an event.
 */
export function standIn({ voices, late = 0, pace = 4, isSilent = false, fault = null }) {
  const said = [];
  const made = voices.map(({ name, lang, isRemote = false, uri = `voice:${name}` }, i) => ({
    name,
    lang,
    voiceURI: uri,
    localService: !isRemote,
    default: i === 0,
  }));
  let times = fault?.times ?? 0;
  // In Firefox's sandbox, classes that extend one of the platform's don't work.
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
      let wordCount = 0;
      for (const { index } of text.matchAll(/\S+/g)) {
        if (!isSilent) told(utterance, 'boundary', { name: 'word', charIndex: index });
        if (!(await isOn())) return;
        wordCount += 1;
        if (isFaulty && wordCount === 2) {
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
  put('saidAloud', said);
}

/** Path of Debian's packages speech-dispatcher and speech-dispatcher-espeak-ng. */
const DISPATCHER = '/usr/bin/speech-dispatcher';
const MODULES = '/etc/speech-dispatcher/modules';
const ESPEAK = '/usr/lib/speech-dispatcher-modules/sd_espeak-ng';

/**
 * Starts a speech-dispatcher without sound, for browsers started until `end` is called. Returns null if it isn't
 * installed.
 */
export async function systemVoices() {
  if (![DISPATCHER, MODULES, ESPEAK].every((file) => existsSync(file))) return null;
  const folder = mkdtempSync(join(tmpdir(), 'pith-speech-'));
  cpSync(MODULES, join(folder, 'modules'), { recursive: true });
  const settings = ['AudioOutputMethod "libao"', 'AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"'];
  writeFileSync(join(folder, 'speechd.conf'), `${settings.join('\n')}\nDefaultModule espeak-ng\n`);
  writeFileSync(join(folder, '.libao'), 'default_driver=null\n');
  const socket = join(folder, 'socket');
  const args = ['-s', '-t', '0', '-C', folder, '-S', socket, '-P', join(folder, 'pid'), '-L', folder];
  const server = spawn(DISPATCHER, args, { env: { ...process.env, HOME: folder }, stdio: 'ignore' });
  const before = process.env.SPEECHD_ADDRESS;
  process.env.SPEECHD_ADDRESS = `unix_socket:${socket}`;
  for (const end = Date.now() + 10_000; !existsSync(socket) && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    end() {
      if (before === undefined) delete process.env.SPEECHD_ADDRESS;
      else process.env.SPEECHD_ADDRESS = before;
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
