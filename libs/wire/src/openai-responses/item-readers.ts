import {
  type Citation,
  type JsonObject,
  type JsonValue,
  type ReasoningSignature,
  type StreamPart,
  type TokenLogprob,
} from '#canonical';
import { UNSIGNED_MARK } from '../unsigned-mark.js';
import { decodeCitations } from './citations.js';
import { FORMAT_ID } from './carried-signature.js';
import { getObjects } from './json-object.js';
import { decodeLogprobs } from './logprobs.js';

/** Receives the parts of an item. Blocks are numbered in the order in which they start. */
export interface BlockSink {
  emit: EmitPart;
  nextBlock(): number;
}

/** Decodes one item of the output. Its deltas may arrive before its start event, or without one. */
export interface ItemReader {
  /** Applies the item of a start event, which may be incomplete. */
  start(item: JsonObject): void;
  /** Applies the complete item and ends its blocks. A second call does nothing. */
  finish(item: JsonObject): void;
}

export type EmitPart = (part: StreamPart) => void;

interface BlockEnd {
  citations?: Citation[];
  signature?: ReasoningSignature;
}

export class MessageReader implements ItemReader {
  hasRefusal = false;
  private readonly blocks = new Map<number, DecodedBlock>();
  private readonly citations = new Map<number, Citation[]>();

  constructor(private readonly sink: BlockSink) {}

  start(): void {}

  finish(item: JsonObject): void {
    for (const [index, part] of getObjects(item['content']).entries()) this.finishPart(index, part);
    for (const [index, block] of this.blocks) block.end(this.getCitations(index));
  }

  getBlock(index: number, isRefusal: boolean): DecodedBlock {
    const existing = this.blocks.get(index);
    if (existing !== undefined) return existing;
    this.hasRefusal ||= isRefusal;
    const at = { choice: 0, block: this.sink.nextBlock() } as const;
    const block = new DecodedBlock(isRefusal ? 'refusal' : 'text', at, this.sink.emit);
    this.blocks.set(index, block);
    return block;
  }

  addCitation(index: number, annotation: JsonValue | undefined): void {
    const citations = decodeCitations(annotation === undefined ? [] : [annotation]);
    this.citations.set(index, [...(this.citations.get(index) ?? []), ...citations]);
  }

  finishPart(index: number, part: JsonObject): void {
    if (part['type'] === 'refusal') {
      const block = this.getBlock(index, true);
      block.complete(part['refusal']);
      block.end();
      return;
    }
    if (part['type'] !== 'output_text') return;
    const block = this.getBlock(index, false);
    block.complete(part['text'], decodeLogprobs(part['logprobs']));
    const citations = decodeCitations(part['annotations']);
    block.end(citations.length > 0 ? { citations } : this.getCitations(index));
  }

  private getCitations(index: number): { citations?: Citation[] } {
    const citations = this.citations.get(index) ?? [];
    return citations.length > 0 ? { citations } : {};
  }
}

/** Joins the summary and the reasoning text to one text, with a blank line between parts. */
export class ReasoningReader implements ItemReader {
  private readonly block: DecodedBlock;
  private lastPart: string | undefined;

  constructor(sink: BlockSink) {
    this.block = new DecodedBlock('reasoning', { choice: 0, block: sink.nextBlock() }, sink.emit);
  }

  start(): void {}

  append(part: string, text: string): void {
    if (text === '') return;
    if (this.lastPart !== part && !this.block.isEmpty) this.block.append('\n\n');
    this.lastPart = part;
    this.block.append(text);
  }

  finish(item: JsonObject): void {
    const parts = [...getObjects(item['summary']), ...getObjects(item['content'])];
    const texts = parts.flatMap((part) => (typeof part['text'] === 'string' ? part['text'] : []));
    this.block.complete(texts.filter((text) => text !== '').join('\n\n'));
    const encrypted = item['encrypted_content'];
    const isSigned = typeof encrypted === 'string' && encrypted !== '' && encrypted !== UNSIGNED_MARK;
    this.block.end(isSigned ? { signature: { origin: FORMAT_ID, value: encrypted } } : {});
  }
}

/** Starts a call when its name is known; earlier arguments are buffered. */
export class CallReader implements ItemReader {
  private arguments = '';
  private sentLength = 0;
  private at: { choice: 0; block: number } | undefined;
  private isEnded = false;

  constructor(private readonly sink: BlockSink) {}

  start({ call_id: id, name }: JsonObject): void {
    if (this.at !== undefined || typeof id !== 'string' || typeof name !== 'string') return;
    this.at = { choice: 0, block: this.sink.nextBlock() };
    this.sink.emit({ type: 'tool-call-start', id, name, ...this.at });
    this.send();
  }

  append(text: string): void {
    this.arguments += text;
    this.send();
  }

  complete(whole: JsonValue | undefined): void {
    if (typeof whole !== 'string' || !whole.startsWith(this.arguments)) return;
    this.append(whole.slice(this.arguments.length));
  }

  finish(item: JsonObject): void {
    this.complete(item['arguments']);
    this.start(item);
    if (this.isEnded || this.at === undefined) return;
    this.isEnded = true;
    if (this.arguments.trim() === '') this.append('{}');
    this.sink.emit({ type: 'tool-call-end', ...this.at });
  }

  private send(): void {
    if (this.at === undefined || this.isEnded || this.sentLength === this.arguments.length) return;
    const text = this.arguments.slice(this.sentLength);
    this.sentLength = this.arguments.length;
    this.sink.emit({ type: 'tool-call-delta', arguments: text, ...this.at });
  }
}

export class ImageReader implements ItemReader {
  private isRead = false;

  constructor(private readonly sink: BlockSink) {}

  start(): void {}

  finish({ result, output_format: format }: JsonObject): void {
    if (this.isRead || typeof result !== 'string') return;
    this.isRead = true;
    const mediaType = `image/${typeof format === 'string' ? format : 'png'}`;
    const part = { type: 'image', source: { kind: 'bytes', mediaType, base64: result } } as const;
    this.sink.emit({ type: 'media', choice: 0, block: this.sink.nextBlock(), part });
  }
}

/** A block that is being decoded. It starts and ends once, and is complete even if deltas are missing. */
export class DecodedBlock {
  private received = '';
  private isEnded = false;

  constructor(
    private readonly kind: 'text' | 'refusal' | 'reasoning',
    private readonly at: { choice: 0; block: number },
    private readonly emit: EmitPart,
  ) {
    emit({ type: `${kind}-start`, ...at });
  }

  get isEmpty(): boolean {
    return this.received === '';
  }

  append(text: string, logprobs: TokenLogprob[] = []): void {
    if (this.isEnded || (text === '' && logprobs.length === 0)) return;
    this.received += text;
    const hasLogprobs = this.kind === 'text' && logprobs.length > 0;
    this.emit({ type: `${this.kind}-delta`, text, ...this.at, ...(hasLogprobs ? { logprobs } : {}) });
  }

  /** Adds the part of the complete text that the deltas lacked. */
  complete(whole: unknown, logprobs: TokenLogprob[] = []): void {
    if (typeof whole !== 'string' || !whole.startsWith(this.received)) return;
    const hasNoDeltas = this.received === '';
    if (whole.length > this.received.length)
      this.append(whole.slice(this.received.length), hasNoDeltas ? logprobs : []);
  }

  end(rest: BlockEnd = {}): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.emit({ type: `${this.kind}-end`, ...this.at, ...rest });
  }
}
