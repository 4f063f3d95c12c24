import { type JsonObject } from '#canonical';
import { type BlockPart } from './block-order.js';
import { encodeCitation } from './citations.js';
import { ItemWriter } from './item-writer.js';
import { encodeLogprobs } from './logprobs.js';

type Content =
  | { type: 'output_text'; text: string; annotations: JsonObject[]; logprobs: JsonObject[] }
  | { type: 'refusal'; refusal: string };

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
