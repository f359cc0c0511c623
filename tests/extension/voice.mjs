// A voice that stands in for those of the system, in the world of the extension's scripts; and, on Linux, those of the system.

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Puts it there. Runs in that world, so it holds all that it needs.
 *
 * - `voices`: what there is, each with `name` and `lang`, and `uri` where that matters; `isRemote` for one that says it is of the internet.
 * - `late`: ms after which they come.
 * - `pace`: ms for a word.
 * - `isSilent`: it tells no words.
 * - `fault`: what it does at the first text that holds `at`, `times` times: it `fails`, goes `quiet` without an end, or does
 *   not `end` though it speaks no more.
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

/** Where Debian's packages speech-dispatcher and speech-dispatcher-espeak-ng are. */
const DISPATCHER = '/usr/bin/speech-dispatcher';
const MODULES = '/etc/speech-dispatcher/modules';
const ESPEAK = '/usr/lib/speech-dispatcher-modules/sd_espeak-ng';

/**
 * Starts a speech-dispatcher that nobody hears, for the browsers that are started until `end` is called. Returns null where
 * it is not installed.
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
