import { type JsonObject, type ReasoningSignature } from '#canonical';
import { UNSIGNED_MARK } from '../unsigned-mark.js';
import { type BlockPart } from './block-order.js';
import { sealCarriedSignature } from './carried-signature.js';
import { encodeCitation } from './citations.js';
import { encodeLogprobs } from './logprobs.js';

type EmitEvent = (type: string, fields: JsonObject) => void;

/** The position of an item in the output, and how its events are sent. */
export interface ItemPosition {
  id: string;
  outputIndex: number;
  emit: EmitEvent;
}

type Content =
  | { type: 'output_text'; text: string; annotations: JsonObject[]; logprobs: JsonObject[] }
  | { type: 'refusal'; refusal: string };

const FIRST = { summary_index: 0 };

/** Writes one output item: its events, and finally the item with all of their content. */
export abstract class ItemWriter {
  protected status: 'in_progress' | 'completed' | 'incomplete' = 'in_progress';

  constructor(protected readonly position: ItemPosition) {}

  /** A copy of the item with its content so far. */
  abstract buildItem(): JsonObject;

  abstract write(part: BlockPart): void;

  /** A block that starts now belongs to this item too. */
  accepts(_part: BlockPart): boolean {
    return false;
  }

  open(): void {
    this.emitItem('response.output_item.added');
  }

  close(isIncomplete: boolean): void {
    this.status = isIncomplete ? 'incomplete' : 'completed';
    this.emitItem('response.output_item.done');
  }

  /** Marks the item as incomplete, because the stream failed. */
  markIncomplete(): void {
    this.status = 'incomplete';
  }

  protected emit(type: string, fields: JsonObject): void {
    this.position.emit(type, {
      item_id: this.position.id,
      output_index: this.position.outputIndex,
      ...fields,
    });
  }

  private emitItem(type: string): void {
    this.position.emit(type, { output_index: this.position.outputIndex, item: this.buildItem() });
  }
}

/** Writes a message. Adjacent texts and refusals are parts of one message. */
export class MessageWriter extends ItemWriter {
  private readonly content: Content[] = [];

  buildItem(): JsonObject {
    const { id } = this.position;
    return { id, type: 'message', status: this.status, role: 'assistant', content: this.content.map(toCopy) };
  }

  get hasRefusal(): boolean {
    return this.content.some((part) => part.type === 'refusal');
  }

  override accepts(part: BlockPart): boolean {
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

/** Writes reasoning as a summary of one part, where clients of this format expect it. */
export class ReasoningWriter extends ItemWriter {
  private text = '';
  private isRedacted = false;
  private encryptedContent: string | undefined;

  buildItem(): JsonObject {
    return {
      id: this.position.id,
      type: 'reasoning',
      summary: this.text === '' ? [] : [this.buildSummary()],
      ...(this.encryptedContent === undefined ? {} : { encrypted_content: this.encryptedContent }),
    };
  }

  write(part: BlockPart): void {
    if (part.type === 'reasoning-start') this.isRedacted = part.isRedacted === true;
    if (part.type === 'reasoning-delta') this.writeText(part.text);
    if (part.type === 'reasoning-end') this.end(part.signature);
  }

  /** Makes this item carry the signature of the call before it. */
  carryCallSignature(signature: ReasoningSignature): void {
    this.encryptedContent = sealCarriedSignature({ kind: 'call', signature });
  }

  private writeText(text: string): void {
    if (text === '') return;
    if (this.text === '') {
      this.emit('response.reasoning_summary_part.added', { ...FIRST, part: this.buildSummary() });
    }
    this.text += text;
    this.emit('response.reasoning_summary_text.delta', { ...FIRST, delta: text });
  }

  private end(signature: ReasoningSignature | undefined): void {
    if (signature) {
      this.encryptedContent = sealCarriedSignature({
        kind: this.isRedacted ? 'redacted-reasoning' : 'reasoning',
        signature,
      });
    }
    if (this.text === '') return;
    this.encryptedContent ??= UNSIGNED_MARK;
    this.emit('response.reasoning_summary_text.done', { ...FIRST, text: this.text });
    this.emit('response.reasoning_summary_part.done', { ...FIRST, part: this.buildSummary() });
  }

  private buildSummary(): JsonObject {
    return { type: 'summary_text', text: this.text };
  }
}

/** Writes a generated image, which arrives in one part. */
export class ImageWriter extends ItemWriter {
  private result: string | null = null;

  buildItem(): JsonObject {
    return { id: this.position.id, type: 'image_generation_call', status: this.status, result: this.result };
  }

  write(part: BlockPart): void {
    if (part.type !== 'media' || part.part.source.kind !== 'bytes') return;
    this.result = part.part.source.base64;
    this.emit('response.image_generation_call.completed', {});
  }
}
