import { setTimeout as sleep } from 'node:timers/promises';
import { estimateModelTokens, findFamily } from '#tokenizer';
import { EventSample } from './event-sample.js';
import { estimateTokens } from './request-size.js';
import { readSpoken, spokenBytes } from './spoken-bytes.js';

const BLANK_LINE = '\n\n';
/** The tokenizer may have much to do; a bill does not wait for ever. */
const MAX_COUNT_MS = 2_000;

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
  private sample: EventSample | undefined;
  private plainSample: EventSample | undefined;
  /** By the tokenizer of the model's family, where that has been asked. */
  private countedTokens: number | undefined;

  note(eventData: string, eventBytes = eventData.length): void {
    this.isEmpty = false;
    const bytes = spokenBytes(eventData);
    if (bytes === 0) return;
    this.events += 1;
    this.bytes += bytes;
    this.wrappingBytes = eventBytes - bytes;
    this.sample ??= new EventSample();
    this.sample.note(eventData);
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
    this.plainSample ??= new EventSample();
    this.plainSample.note(text);
    for (let end = text.indexOf(BLANK_LINE); end !== -1; end = text.indexOf(BLANK_LINE, end + 2)) {
      this.plainEvents += 1;
    }
  }

  /** Audio has as many tokens as it is long. */
  noteAudio(tokens: number): void {
    this.isEmpty = false;
    this.audioTokens += tokens;
  }

  /**
   * Has the words of an answer counted as its model counts, for a closer estimate. Undefined where there are none, or
   * nothing is known of the model's tokenizer.
   */
  count(model: string): Promise<void> | undefined {
    const family = this.bytes + this.plainBytes === 0 ? undefined : findFamily(model);
    if (family === undefined) return undefined;
    const counting = this.countAs(family);
    return Promise.race([counting, sleep(MAX_COUNT_MS, undefined, { ref: false })]);
  }

  private async countAs(family: Parameters<typeof estimateModelTokens>[1]): Promise<void> {
    const { sample, plainSample } = this;
    const plain = plainSample?.kept.flatMap((text) => Buffer.from(text, 'latin1').toString().split('\n'));
    const events = [...(sample?.kept ?? []), ...(plain ?? [])];
    const text = events.map(readSpoken).join('');
    const tokens = await estimateModelTokens(text, family);
    const isWhole = sample?.isWhole !== false && plainSample?.isWhole !== false;
    const sampledBytes = isWhole ? 0 : events.reduce((sum, event) => sum + spokenBytes(event), 0);
    this.countedTokens = sampledBytes === 0 ? tokens : Math.round((tokens * this.allBytes) / sampledBytes);
  }

  /** An event that says something holds a token or more. */
  get estimatedTokens(): number {
    const events = this.events + this.plainEvents;
    const tokens = this.countedTokens ?? Math.max(events, estimateTokens(this.allBytes));
    return tokens + this.estimatedAudioTokens;
  }

  private get allBytes(): number {
    const plainBytes = Math.max(0, this.plainBytes - this.plainEvents * (this.wrappingBytes ?? 0));
    return this.bytes + plainBytes;
  }

  /** Those of them that are audio. */
  get estimatedAudioTokens(): number {
    return Math.ceil(this.audioTokens);
  }
}
