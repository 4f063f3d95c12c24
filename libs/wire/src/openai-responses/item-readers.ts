import {
  type Citation,
  type JsonObject,
  type JsonValue,
  type ReasoningSignature,
  type StreamPart,
  type TokenLogprob,
} from '#canonical';
import { UNPROVEN } from '../unproven.js';
import { decodeCitations } from './citations.js';
import { FORMAT_ID } from './carried-signature.js';
import { objectsIn } from './json-object.js';
import { decodeLogprobs } from './logprobs.js';

/** Where the parts of an item go. Blocks are numbered in the order in which they start. */
export interface BlockSink {
  emit: EmitPart;
  nextBlock(): number;
}

/** One item of the output while it is read. Deltas may come before it is announced, or never. */
export interface ItemReader {
  /** Takes in the item as far as it is known. */
  announce(item: JsonObject): void;
  /** Takes in the whole item and ends its blocks; a second time nothing happens. */
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

  announce(): void {}

  finish(item: JsonObject): void {
    for (const [index, part] of objectsIn(item['content']).entries()) this.finishPart(index, part);
    for (const [index, block] of this.blocks) block.end(this.citedIn(index));
  }

  block(index: number, isRefusal: boolean): DecodedBlock {
    const known = this.blocks.get(index);
    if (known !== undefined) return known;
    this.hasRefusal ||= isRefusal;
    const at = { choice: 0, block: this.sink.nextBlock() } as const;
    const block = new DecodedBlock(isRefusal ? 'refusal' : 'text', at, this.sink.emit);
    this.blocks.set(index, block);
    return block;
  }

  cite(index: number, annotation: JsonValue | undefined): void {
    const citations = decodeCitations(annotation === undefined ? [] : [annotation]);
    this.citations.set(index, [...(this.citations.get(index) ?? []), ...citations]);
  }

  finishPart(index: number, part: JsonObject): void {
    if (part['type'] === 'refusal') {
      const block = this.block(index, true);
      block.complete(part['refusal']);
      block.end();
      return;
    }
    if (part['type'] !== 'output_text') return;
    const block = this.block(index, false);
    block.complete(part['text'], decodeLogprobs(part['logprobs']));
    const citations = decodeCitations(part['annotations']);
    block.end(citations.length > 0 ? { citations } : this.citedIn(index));
  }

  private citedIn(index: number): { citations?: Citation[] } {
    const citations = this.citations.get(index) ?? [];
    return citations.length > 0 ? { citations } : {};
  }
}

/** Summaries and the reasoning itself become one text, their parts set apart by a blank line. */
export class ReasoningReader implements ItemReader {
  private readonly block: DecodedBlock;
  private lastPart: string | undefined;

  constructor(sink: BlockSink) {
    this.block = new DecodedBlock('reasoning', { choice: 0, block: sink.nextBlock() }, sink.emit);
  }

  announce(): void {}

  append(part: string, text: string): void {
    if (text === '') return;
    if (this.lastPart !== part && !this.block.isEmpty) this.block.append('\n\n');
    this.lastPart = part;
    this.block.append(text);
  }

  finish(item: JsonObject): void {
    const parts = [...objectsIn(item['summary']), ...objectsIn(item['content'])];
    const texts = parts.flatMap((part) => (typeof part['text'] === 'string' ? part['text'] : []));
    this.block.complete(texts.filter((text) => text !== '').join('\n\n'));
    const encrypted = item['encrypted_content'];
    const isSigned = typeof encrypted === 'string' && encrypted !== '' && encrypted !== UNPROVEN;
    this.block.end(isSigned ? { signature: { origin: FORMAT_ID, value: encrypted } } : {});
  }
}

/** A call starts once its name is known; arguments that came earlier wait for it. */
export class CallReader implements ItemReader {
  private arguments = '';
  private sent = 0;
  private at: { choice: 0; block: number } | undefined;
  private isEnded = false;

  constructor(private readonly sink: BlockSink) {}

  announce({ call_id: id, name }: JsonObject): void {
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
    this.announce(item);
    if (this.isEnded || this.at === undefined) return;
    this.isEnded = true;
    if (this.arguments.trim() === '') this.append('{}');
    this.sink.emit({ type: 'tool-call-end', ...this.at });
  }

  private send(): void {
    if (this.at === undefined || this.isEnded || this.sent === this.arguments.length) return;
    const text = this.arguments.slice(this.sent);
    this.sent = this.arguments.length;
    this.sink.emit({ type: 'tool-call-delta', arguments: text, ...this.at });
  }
}

export class ImageReader implements ItemReader {
  private isRead = false;

  constructor(private readonly sink: BlockSink) {}

  announce(): void {}

  finish({ result, output_format: format }: JsonObject): void {
    if (this.isRead || typeof result !== 'string') return;
    this.isRead = true;
    const mediaType = `image/${typeof format === 'string' ? format : 'png'}`;
    const part = { type: 'image', source: { kind: 'bytes', mediaType, base64: result } } as const;
    this.sink.emit({ type: 'media', choice: 0, block: this.sink.nextBlock(), part });
  }
}

/** One block of the hub while it is read: started once, ended once, and whole even where deltas are missing. */
export class DecodedBlock {
  private seen = '';
  private isEnded = false;

  constructor(
    private readonly kind: 'text' | 'refusal' | 'reasoning',
    private readonly at: { choice: 0; block: number },
    private readonly emit: EmitPart,
  ) {
    emit({ type: `${kind}-start`, ...at });
  }

  get isEmpty(): boolean {
    return this.seen === '';
  }

  append(text: string, logprobs: TokenLogprob[] = []): void {
    if (this.isEnded || (text === '' && logprobs.length === 0)) return;
    this.seen += text;
    const isScored = this.kind === 'text' && logprobs.length > 0;
    this.emit({ type: `${this.kind}-delta`, text, ...this.at, ...(isScored ? { logprobs } : {}) });
  }

  /** Adds what the whole has and the deltas had not. */
  complete(whole: unknown, logprobs: TokenLogprob[] = []): void {
    if (typeof whole !== 'string' || !whole.startsWith(this.seen)) return;
    const isUnscored = this.seen === '';
    if (whole.length > this.seen.length)
      this.append(whole.slice(this.seen.length), isUnscored ? logprobs : []);
  }

  end(rest: BlockEnd = {}): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.emit({ type: `${this.kind}-end`, ...this.at, ...rest });
  }
}
