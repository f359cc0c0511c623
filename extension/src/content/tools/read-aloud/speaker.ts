/**
 * Speaks pieces of text reliably with unreliable voices: some never start, some stop halfway without an event
 * (Chromium's, after about 15 seconds), some don't report their end, and some fail.
 */

import { synthesis } from "./voices.ts";
import { voiceInterval, voiceStartTimeout, voiceWordTimeout } from "../../../shared/timeouts.ts";

/**
 * Letters per second of the slowest voice, letters that take as long as a Chinese, Japanese, or Korean character, and
 * seconds for pauses before and after.
 */
const minLettersPerSecond = 6;
const lettersPerEastAsianCharacter = 3;
const pauseSeconds = 3;

/** Checks after which a voice that reports silence has ended. */
const maxIdle = 3;

/** Attempts per piece. */
const maxAttempts = 2;

interface VoiceOptions {
  voice: SpeechSynthesisVoice;
  rate: number;
  pitch: number;
}

/** Result of a piece: spoken, interrupted, or failed. */
type SpeechResult = "said" | "stopped" | "failed";

interface Attempt {
  outcome: SpeechResult | "silent";
  /** Start of the last spoken word. */
  at: number;
}

export class Speaker {
  /** Referenced while it is spoken, because browsers drop the events of a collected utterance. */
  #utterance: SpeechSynthesisUtterance | null = null;
  #stop: (() => void) | null = null;

  /**
   * Speaks a text from a position on. If the voice reports words, `onWord` gets the position and length of each (0 if
   * unknown). Resolves with the result.
   */
  async say(
    text: string,
    from: number,
    options: VoiceOptions,
    onWord: (at: number, length: number) => void,
  ): Promise<SpeechResult> {
    let at = from;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const { outcome, at: reached } = await this.#once(text, at, options, onWord);
      if (outcome === "said" || outcome === "stopped") {
        return outcome;
      }
      at = reached;
    }
    return "failed";
  }

  /** Stops speaking. */
  stop(): void {
    this.#stop?.();
    if (this.#utterance) {
      this.#utterance = null;
      synthesis()?.cancel();
    }
  }

  #once(
    text: string,
    from: number,
    { voice, rate, pitch }: VoiceOptions,
    onWord: (at: number, length: number) => void,
  ): Promise<Attempt> {
    const speech = synthesis();
    const rest = text.slice(from);
    if (!speech || rest.trim() === "") {
      return Promise.resolve({ outcome: speech ? "said" : "failed", at: from });
    }
    this.stop();
    const utterance = new SpeechSynthesisUtterance(rest);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = rate;
    utterance.pitch = pitch;
    this.#utterance = utterance;
    return new Promise((resolve) => {
      const startedAt = performance.now();
      let began = 0;
      let word = 0;
      let heard = 0;
      let idle = 0;
      let timer = 0;
      const done = (outcome: Attempt["outcome"]): void => {
        if (this.#utterance === utterance) {
          clearInterval(timer);
          this.#stop = null;
          this.#utterance = null;
          if (outcome !== "said") {
            speech.cancel();
          }
          resolve({ outcome, at: from + word });
        }
      };
      this.#stop = () => done("stopped");
      utterance.addEventListener("start", () => {
        began ||= performance.now();
      });
      utterance.addEventListener("boundary", ({ name, charIndex, charLength }) => {
        if (this.#utterance === utterance && name !== "sentence") {
          began ||= performance.now();
          heard = performance.now();
          word = charIndex;
          onWord(from + charIndex, charLength ?? 0);
        }
      });
      utterance.addEventListener("end", () => done("said"));
      utterance.addEventListener("error", () => done("failed"));
      const signs = rest.match(/[\u3040-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
      const most =
        (pauseSeconds + (rest.length + (lettersPerEastAsianCharacter - 1) * signs) / (minLettersPerSecond * rate)) *
        1_000;
      const check = (): void => {
        const now = performance.now();
        if (speech.speaking || speech.pending) {
          idle = 0;
          began ||= speech.speaking && now - startedAt > voiceStartTimeout ? startedAt : 0;
          if (began === 0 && now - startedAt > voiceStartTimeout + most) {
            done("silent");
          } else if (heard > 0 && now - heard > Math.max(voiceWordTimeout, voiceWordTimeout / rate)) {
            // If the last word was reported, only the end event is missing.
            done(/\s\S/.test(rest.slice(word).trim()) ? "silent" : "said");
          } else if (heard === 0 && began > 0 && now - began > most) {
            done("said");
          }
          return;
        }
        idle += 1;
        if (idle >= maxIdle && began > 0) {
          done("said");
        } else if (now - startedAt > voiceStartTimeout) {
          done("silent");
        }
      };
      timer = setInterval(check, voiceInterval);
      speech.speak(utterance);
      // Another page may have been paused while it spoke.
      speech.resume();
    });
  }
}
