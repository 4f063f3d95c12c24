import { newId } from '../openai/identifiers.js';
import { parseWords } from '../scenarios/words.js';
import { getBytes, getDurationMs, spoken, WORD_MS } from './audio-format.js';
import type { Item, StoredItem } from './item.js';
import type { OutputChannel, OutputItem } from './output-item.js';
import type { AudioOutput } from './session.js';
import { spokenTokens } from './usage.js';

/** A message as text or as audio with its transcript. A word is a chunk. */
export class OutputMessage implements OutputItem {
  readonly entry: StoredItem;
  readonly chunks: readonly string[];
  text = '';
  readonly #item: Item;
  readonly #audio?: Buffer;
  #audioBytes = 0;

  /** With a voice it is spoken. */
  constructor(
    text: string,
    private readonly channel: OutputChannel,
    private readonly voice?: AudioOutput,
  ) {
    this.chunks = parseWords(text);
    if (voice) this.#audio = spoken(text, getName(voice), voice.format);
    this.#item = {
      id: newId('item_'),
      object: 'realtime.item',
      type: 'message',
      status: 'in_progress',
      role: 'assistant',
      content: [],
    };
    this.entry = { item: this.#item };
  }

  get tokens() {
    return { text: parseWords(this.text).length, audio: spokenTokens(this.#durationMs) };
  }

  open(): void {
    this.channel.announce('added', this.entry);
    this.#tell('response.content_part.added', { part: this.#part });
  }

  push(chunk: string): void {
    this.text += chunk;
    if (!this.voice || !this.#audio) return this.#tell('response.output_text.delta', { delta: chunk });
    this.#tell('response.output_audio_transcript.delta', { delta: chunk });
    const wordBytes = getBytes(WORD_MS, this.voice.format);
    this.pushAudio(this.#audio.subarray(this.#audioBytes, this.#audioBytes + wordBytes));
  }

  pushAudio(bytes: Buffer): void {
    this.#audioBytes += bytes.length;
    this.#tell('response.output_audio.delta', { delta: bytes.toString('base64') });
  }

  close(status: 'completed' | 'incomplete'): void {
    this.#tellContentDone();
    this.#tell('response.content_part.done', { part: this.#part });
    const content = this.voice
      ? { type: 'output_audio', transcript: this.text }
      : { type: 'output_text', text: this.text };
    Object.assign(this.#item, { status, content: [content] });
    this.#keepAudio();
    this.channel.announce('done', this.entry);
  }

  #tellContentDone(): void {
    if (!this.voice) return this.#tell('response.output_text.done', { text: this.text });
    this.#tell('response.output_audio.done', {});
    this.#tell('response.output_audio_transcript.done', { transcript: this.text });
  }

  #keepAudio(): void {
    if (!this.#audio || this.#audioBytes === 0) return;
    const bytes = this.#audio.subarray(0, this.#audioBytes);
    this.entry.audio = { bytes, durationMs: this.#durationMs };
  }

  get #durationMs(): number {
    return this.voice ? getDurationMs(this.#audioBytes, this.voice.format) : 0;
  }

  get #part(): object {
    return this.voice ? { type: 'audio', transcript: this.text } : { type: 'text', text: this.text };
  }

  #tell(type: string, fields: object): void {
    this.channel.tell({ type, content_index: 0, ...fields });
  }
}

export function getName({ voice }: AudioOutput): string {
  return typeof voice === 'string' ? voice : voice.id;
}
