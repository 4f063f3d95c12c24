import { estimateTokens } from './request-size.js';
import { spokenBytes } from './spoken-bytes.js';

/** Keeps count of a streamed answer, for an estimate where the upstream never says what it used. */
export class ReceivedAnswer {
  /** Whether all of it has come, so that what the upstream said of its usage is the last word. */
  isWhole = false;
  /** Whether nothing has come at all. */
  isEmpty = true;
  private events = 0;
  private bytes = 0;
  private audioTokens = 0;

  note(eventData: string): void {
    this.isEmpty = false;
    const bytes = spokenBytes(eventData);
    if (bytes === 0) return;
    this.events += 1;
    this.bytes += bytes;
  }

  /** Audio has as many tokens as it is long. */
  noteAudio(tokens: number): void {
    this.isEmpty = false;
    this.audioTokens += tokens;
  }

  /** An event that says something holds a token or more. */
  get estimatedTokens(): number {
    return Math.max(this.events, estimateTokens(this.bytes)) + this.estimatedAudioTokens;
  }

  /** Those of them that are audio. */
  get estimatedAudioTokens(): number {
    return Math.ceil(this.audioTokens);
  }
}
