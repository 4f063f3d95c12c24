import { type JsonObject, type ReasoningSignature } from '#canonical';
import { UNPROVEN } from '../unproven.js';
import { type BlockPart } from './block-order.js';
import { sealCarriedSignature } from './carried-signature.js';
import { encodeCitation } from './citations.js';
import { encodeLogprobs } from './logprobs.js';

type EmitEvent = (type: string, fields: JsonObject) => void;

/** Where an item stands, and how its events are sent. */
export interface ItemPlace {
  id: string;
  outputIndex: number;
  emit: EmitEvent;
}

type Content =
  | { type: 'output_text'; text: string; annotations: JsonObject[]; logprobs: JsonObject[] }
  | { type: 'refusal'; refusal: string };

const FIRST = { summary_index: 0 };

/** One output item while it is written: it sends the events, and is in the end what they add up to. */
export abstract class ItemWriter {
  protected status: 'in_progress' | 'completed' | 'incomplete' = 'in_progress';

  constructor(protected readonly place: ItemPlace) {}

  /** The item as far as it is written, in a copy. */
  abstract item(): JsonObject;

  abstract write(part: BlockPart): void;

  /** Whether a block that starts now belongs to this item too. */
  takesUp(_part: BlockPart): boolean {
    return false;
  }

  open(): void {
    this.emitItem('response.output_item.added');
  }

  close(isCut: boolean): void {
    this.status = isCut ? 'incomplete' : 'completed';
    this.emitItem('response.output_item.done');
  }

  /** Nothing more will come, and nobody shall take this for the whole. */
  breakOff(): void {
    this.status = 'incomplete';
  }

  protected emit(type: string, fields: JsonObject): void {
    this.place.emit(type, { item_id: this.place.id, output_index: this.place.outputIndex, ...fields });
  }

  private emitItem(type: string): void {
    this.place.emit(type, { output_index: this.place.outputIndex, item: this.item() });
  }
}

/** Text and refusals: neighbours are parts of one message. */
export class MessageWriter extends ItemWriter {
  private readonly content: Content[] = [];

  item(): JsonObject {
    const { id } = this.place;
    return { id, type: 'message', status: this.status, role: 'assistant', content: this.content.map(toCopy) };
  }

  get hasRefusal(): boolean {
    return this.content.some((part) => part.type === 'refusal');
  }

  override takesUp(part: BlockPart): boolean {
    return part.type === 'text-start' || part.type === 'refusal-start';
  }

  write(part: BlockPart): void {
    switch (part.type) {
      case 'text-start':
        return this.startPart({ type: 'output_text', text: '', annotations: [], logprobs: [] });
      case 'refusal-start':
        return this.startPart({ type: 'refusal', refusal: '' });
      case 'text-delta':
        return this.writeText(part.text, encodeLogprobs(part.logprobs ?? []));
      case 'refusal-delta':
        return this.writeRefusal(part.text);
      case 'text-end':
        return this.endText((part.citations ?? []).map(encodeCitation));
      case 'refusal-end':
        return this.endRefusal();
      default:
    }
  }

  private startPart(part: Content): void {
    this.content.push(part);
    this.emitPart('response.content_part.added', { part: toCopy(part) });
  }

  private writeText(text: string, logprobs: JsonObject[]): void {
    const part = this.content.at(-1);
    if (part?.type !== 'output_text' || (text === '' && logprobs.length === 0)) return;
    part.text += text;
    part.logprobs.push(...logprobs);
    this.emitPart('response.output_text.delta', { delta: text, logprobs });
  }

  private writeRefusal(text: string): void {
    const part = this.content.at(-1);
    if (part?.type !== 'refusal' || text === '') return;
    part.refusal += text;
    this.emitPart('response.refusal.delta', { delta: text });
  }

  private endText(annotations: JsonObject[]): void {
    const part = this.content.at(-1);
    if (part?.type !== 'output_text') return;
    for (const [index, annotation] of annotations.entries()) {
      part.annotations.push(annotation);
      this.emitPart('response.output_text.annotation.added', { annotation_index: index, annotation });
    }
    this.emitPart('response.output_text.done', { text: part.text, logprobs: [...part.logprobs] });
    this.emitPart('response.content_part.done', { part: toCopy(part) });
  }

  private endRefusal(): void {
    const part = this.content.at(-1);
    if (part?.type !== 'refusal') return;
    this.emitPart('response.refusal.done', { refusal: part.refusal });
    this.emitPart('response.content_part.done', { part: toCopy(part) });
  }

  private emitPart(type: string, fields: JsonObject): void {
    this.emit(type, { content_index: this.content.length - 1, ...fields });
  }
}

function toCopy(part: Content): JsonObject {
  if (part.type === 'refusal') return { ...part };
  return { ...part, annotations: [...part.annotations], logprobs: [...part.logprobs] };
}

/** Reasoning is shown as a summary of one part: that is where clients of this format look for it. */
export class ReasoningWriter extends ItemWriter {
  private text = '';
  private isRedacted = false;
  private encryptedContent: string | undefined;

  item(): JsonObject {
    return {
      id: this.place.id,
      type: 'reasoning',
      summary: this.text === '' ? [] : [this.summary()],
      ...(this.encryptedContent === undefined ? {} : { encrypted_content: this.encryptedContent }),
    };
  }

  write(part: BlockPart): void {
    if (part.type === 'reasoning-start') this.isRedacted = part.isRedacted === true;
    if (part.type === 'reasoning-delta') this.writeText(part.text);
    if (part.type === 'reasoning-end') this.end(part.signature);
  }

  /** Makes this the item that carries the signature of the call before it. */
  proveCall(signature: ReasoningSignature): void {
    this.encryptedContent = sealCarriedSignature({ of: 'call', signature });
  }

  private writeText(text: string): void {
    if (text === '') return;
    if (this.text === '') {
      this.emit('response.reasoning_summary_part.added', { ...FIRST, part: this.summary() });
    }
    this.text += text;
    this.emit('response.reasoning_summary_text.delta', { ...FIRST, delta: text });
  }

  private end(signature: ReasoningSignature | undefined): void {
    if (signature) {
      this.encryptedContent = sealCarriedSignature({
        of: this.isRedacted ? 'redacted-reasoning' : 'reasoning',
        signature,
      });
    }
    if (this.text === '') return;
    this.encryptedContent ??= UNPROVEN;
    this.emit('response.reasoning_summary_text.done', { ...FIRST, text: this.text });
    this.emit('response.reasoning_summary_part.done', { ...FIRST, part: this.summary() });
  }

  private summary(): JsonObject {
    return { type: 'summary_text', text: this.text };
  }
}

/** An image that the model made; it comes whole. */
export class ImageWriter extends ItemWriter {
  private result: string | null = null;

  item(): JsonObject {
    return { id: this.place.id, type: 'image_generation_call', status: this.status, result: this.result };
  }

  write(part: BlockPart): void {
    if (part.type !== 'media' || part.part.source.kind !== 'bytes') return;
    this.result = part.part.source.base64;
    this.emit('response.image_generation_call.completed', {});
  }
}
