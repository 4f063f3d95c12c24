import { estimateTokens } from './request-size.js';
import { spokenBytes } from './spoken-bytes.js';

const BLANK_LINE = '\n\n';

/** Keeps count of a streamed answer, for an estimate where the upstream never says what it used. */
export class ReceivedAnswer {
  /** Whether all of it has come, so that what the upstream said of its usage is the last word. */
  isWhole = false;
  /** Whether nothing has come at all. */
  isEmpty = true;
  private events = 0;
  private bytes = 0;
  private plainEvents = 0;
  private plainBytes = 0;
  /** How many bytes of an event are not the model's words; known when one has been read that says something. */
  private wrappingBytes: number | undefined;
  private audioTokens = 0;

  note(eventData: string, eventBytes = eventData.length): void {
    this.isEmpty = false;
    const bytes = spokenBytes(eventData);
    if (bytes === 0) return;
    this.events += 1;
    this.bytes += bytes;
    this.wrappingBytes = eventBytes - bytes;
  }

  /** Whether events of which only the bytes are known can be counted. */
  get mayBePlain(): boolean {
    return this.wrappingBytes !== undefined;
  }

  /** Whole events that nobody has read: they are taken to be wrapped like the last one that was. */
  notePlain(events: Buffer): void {
    this.plainBytes += events.length;
    // Many searches in a text cost half of what they cost in bytes.
    const text = events.toString('latin1');
    for (let end = text.indexOf(BLANK_LINE); end !== -1; end = text.indexOf(BLANK_LINE, end + 2)) {
      this.plainEvents += 1;
    }
  }

  /** Audio has as many tokens as it is long. */
  noteAudio(tokens: number): void {
    this.isEmpty = false;
    this.audioTokens += tokens;
  }

  /** An event that says something holds a token or more. */
  get estimatedTokens(): number {
    const plainBytes = Math.max(0, this.plainBytes - this.plainEvents * (this.wrappingBytes ?? 0));
    const events = this.events + this.plainEvents;
    return Math.max(events, estimateTokens(this.bytes + plainBytes)) + this.estimatedAudioTokens;
  }

  /** Those of them that are audio. */
  get estimatedAudioTokens(): number {
    return Math.ceil(this.audioTokens);
  }
}
