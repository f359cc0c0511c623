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
  position: number;
}

export class Speaker {
  /** Referenced while it is spoken, because browsers drop the events of a collected utterance. */
  #utterance: SpeechSynthesisUtterance | null = null;
  #stop: (() => void) | null = null;

  /**
   * Speaks a text from a position on. If the voice reports words, `onWord` gets the position and length of each (0 if
   * unknown). Resolves with the result.
   */
  async speak(
    text: string,
    from: number,
    options: VoiceOptions,
    onWord: (position: number, length: number) => void,
  ): Promise<SpeechResult> {
    let position = from;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const { outcome, position: reached } = await this.#attempt(text, position, options, onWord);
      if (outcome === "said" || outcome === "stopped") {
        return outcome;
      }
      position = reached;
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

  #attempt(
    text: string,
    from: number,
    { voice, rate, pitch }: VoiceOptions,
    onWord: (position: number, length: number) => void,
  ): Promise<Attempt> {
    const speech = synthesis();
    const remaining = text.slice(from);
    if (!speech || remaining.trim() === "") {
      return Promise.resolve({ outcome: speech ? "said" : "failed", position: from });
    }
    this.stop();
    const utterance = new SpeechSynthesisUtterance(remaining);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = rate;
    utterance.pitch = pitch;
    this.#utterance = utterance;
    return new Promise((resolve) => {
      const startedAt = performance.now();
      let startTime = 0;
      let word = 0;
      let lastWordTime = 0;
      let idleChecks = 0;
      let timer = 0;
      const finish = (outcome: Attempt["outcome"]): void => {
        if (this.#utterance === utterance) {
          clearInterval(timer);
          this.#stop = null;
          this.#utterance = null;
          if (outcome !== "said") {
            speech.cancel();
          }
          resolve({ outcome, position: from + word });
        }
      };
      this.#stop = () => finish("stopped");
      utterance.addEventListener("start", () => {
        startTime ||= performance.now();
      });
      utterance.addEventListener("boundary", ({ name, charIndex, charLength }) => {
        if (this.#utterance === utterance && name !== "sentence") {
          startTime ||= performance.now();
          lastWordTime = performance.now();
          word = charIndex;
          onWord(from + charIndex, charLength ?? 0);
        }
      });
      utterance.addEventListener("end", () => finish("said"));
      utterance.addEventListener("error", () => finish("failed"));
      const eastAsianCharacters = remaining.match(/[\u3040-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
      const maxMs =
        (pauseSeconds +
          (remaining.length + (lettersPerEastAsianCharacter - 1) * eastAsianCharacters) /
            (minLettersPerSecond * rate)) *
        1_000;
      const check = (): void => {
        const now = performance.now();
        if (speech.speaking || speech.pending) {
          idleChecks = 0;
          startTime ||= speech.speaking && now - startedAt > voiceStartTimeout ? startedAt : 0;
          if (startTime === 0 && now - startedAt > voiceStartTimeout + maxMs) {
            finish("silent");
          } else if (lastWordTime > 0 && now - lastWordTime > Math.max(voiceWordTimeout, voiceWordTimeout / rate)) {
            // If the last word was reported, only the end event is missing.
            finish(/\s\S/.test(remaining.slice(word).trim()) ? "silent" : "said");
          } else if (lastWordTime === 0 && startTime > 0 && now - startTime > maxMs) {
            finish("said");
          }
          return;
        }
        idleChecks += 1;
        if (idleChecks >= maxIdle && startTime > 0) {
          finish("said");
        } else if (now - startedAt > voiceStartTimeout) {
          finish("silent");
        }
      };
      timer = setInterval(check, voiceInterval);
      speech.speak(utterance);
      // Another page may have been paused while it spoke.
      speech.resume();
    });
  }
}
