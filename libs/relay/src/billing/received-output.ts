import { setTimeout as sleep } from 'node:timers/promises';
import { estimateModelTokens, findFamily } from '#tokenizer';
import { EventSample } from './event-sample.js';
import { estimateTokens } from './request-size.js';
import { readOutputText, countOutputBytes } from './output-text.js';

const BLANK_LINE = '\n\n';
/** Limits how long a bill waits for the tokenizer. */
const MAX_COUNT_MS = 2_000;

/** Counts the output of a streamed response, for an estimate if the upstream reports no usage. */
export class ReceivedOutput {
  /** Whether the whole response has arrived, so that the reported usage is final. */
  isWhole = false;
  isEmpty = true;
  private events = 0;
  private bytes = 0;
  private plainEvents = 0;
  private plainBytes = 0;
  /** The bytes of an event besides the text. Undefined until an event with text was parsed. */
  private overheadBytes: number | undefined;
  private audioTokens = 0;
  private sample: EventSample | undefined;
  private plainSample: EventSample | undefined;
  /** Set after `countTokens`. */
  private countedTokens: number | undefined;

  note(eventData: string, eventBytes = eventData.length): void {
    this.isEmpty = false;
    const bytes = countOutputBytes(eventData);
    if (bytes === 0) return;
    this.events += 1;
    this.bytes += bytes;
    this.overheadBytes = eventBytes - bytes;
    this.sample ??= new EventSample();
    this.sample.note(eventData);
  }

  /** Whether unparsed events can be counted. */
  get canCountPlain(): boolean {
    return this.overheadBytes !== undefined;
  }

  /**
   * Counts complete events that were not parsed. Each is assumed to have as many bytes besides the text as the last
   * parsed one.
   */
  notePlain(events: Buffer): void {
    this.plainBytes += events.length;
    // Repeated searches in a string take half the time of searches in a Buffer.
    const text = events.toString('latin1');
    this.plainSample ??= new EventSample();
    this.plainSample.note(text);
    for (let end = text.indexOf(BLANK_LINE); end !== -1; end = text.indexOf(BLANK_LINE, end + 2)) {
      this.plainEvents += 1;
    }
  }

  /** The tokens of audio follow from its duration. */
  noteAudio(tokens: number): void {
    this.isEmpty = false;
    this.audioTokens += tokens;
  }

  /**
   * Counts the text with the tokenizer of the model, for a better estimate. Undefined without text or without a
   * tokenizer for the model.
   */
  countTokens(model: string): Promise<void> | undefined {
    const family = this.bytes + this.plainBytes === 0 ? undefined : findFamily(model);
    if (family === undefined) return undefined;
    const counting = this.countWith(family);
    return Promise.race([counting, sleep(MAX_COUNT_MS, undefined, { ref: false })]);
  }

  private async countWith(family: Parameters<typeof estimateModelTokens>[1]): Promise<void> {
    const { sample, plainSample } = this;
    const plain = plainSample?.texts.flatMap((text) => Buffer.from(text, 'latin1').toString().split('\n'));
    const events = [...(sample?.texts ?? []), ...(plain ?? [])];
    const text = events.map(readOutputText).join('');
    const tokens = await estimateModelTokens(text, family);
    const isWhole = sample?.isWhole !== false && plainSample?.isWhole !== false;
    const sampledBytes = isWhole ? 0 : events.reduce((sum, event) => sum + countOutputBytes(event), 0);
    this.countedTokens = sampledBytes === 0 ? tokens : Math.round((tokens * this.textBytes) / sampledBytes);
  }

  /** An event with text has at least one token. */
  get estimatedTokens(): number {
    const events = this.events + this.plainEvents;
    const tokens = this.countedTokens ?? Math.max(events, estimateTokens(this.textBytes));
    return tokens + this.estimatedAudioTokens;
  }

  private get textBytes(): number {
    const plainBytes = Math.max(0, this.plainBytes - this.plainEvents * (this.overheadBytes ?? 0));
    return this.bytes + plainBytes;
  }

  /** The part of `estimatedTokens` that is audio. */
  get estimatedAudioTokens(): number {
    return Math.ceil(this.audioTokens);
  }
}
