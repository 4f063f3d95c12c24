import { getBytes, isLoud } from './audio-format.js';
import type { AudioFormat, TurnDetection } from './session.js';

const WINDOW_MS = 10;
const DEFAULT_SILENCE_MS = 500;

export type Turn =
  | { kind: 'started'; audioStartMs: number }
  /** The bytes after the end are not processed yet. */
  | { kind: 'stopped'; audioEndMs: number; unheardBytes: number };

/** Detects turns of speech: a loud window starts one, and silence of the session's duration ends it. */
export class VoiceActivity {
  #rest = Buffer.alloc(0);
  #audioMs = 0;
  #silentMs = 0;
  #isSpeaking = false;

  /** Returns what happens in these bytes, in order. Less than a whole window waits for more. */
  *receive(bytes: Buffer, format: AudioFormat, turns: TurnDetection | null): Generator<Turn> {
    const windowBytes = getBytes(WINDOW_MS, format);
    this.#rest = Buffer.concat([this.#rest, bytes]);
    while (this.#rest.length >= windowBytes) {
      const window = this.#rest.subarray(0, windowBytes);
      this.#rest = this.#rest.subarray(windowBytes);
      const turn = turns && this.#notice(isLoud(window, format), turns);
      this.#audioMs += WINDOW_MS;
      if (turn) yield turn;
    }
  }

  /** Forgets a turn that has started. */
  reset(): void {
    this.#isSpeaking = false;
    this.#silentMs = 0;
  }

  #notice(isLoudNow: boolean, turns: TurnDetection): Turn | undefined {
    if (isLoudNow) {
      this.#silentMs = 0;
      if (this.#isSpeaking) return undefined;
      this.#isSpeaking = true;
      const audioStartMs = Math.max(0, this.#audioMs - (turns.prefix_padding_ms ?? 0));
      return { kind: 'started', audioStartMs };
    }
    if (!this.#isSpeaking) return undefined;
    this.#silentMs += WINDOW_MS;
    if (this.#silentMs < (turns.silence_duration_ms ?? DEFAULT_SILENCE_MS)) return undefined;
    this.reset();
    return { kind: 'stopped', audioEndMs: this.#audioMs + WINDOW_MS, unheardBytes: this.#rest.length };
  }
}
