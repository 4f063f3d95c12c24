import { type StreamPart } from '#canonical';
import { toText } from '../openai-dialect/json-reading.js';
import { type ChoiceDecoder } from '../openai-dialect/chunk-stream-decoder.js';
import { decodeFinish } from './finish-reason.js';

/** One choice of a streamed completion: a single block of text. */
export class CompletionChoiceDecoder implements ChoiceDecoder {
  hasFinished = false;
  private hasText = false;
  private readonly at: { choice: number; block: number };

  constructor(private readonly index: number) {
    this.at = { choice: index, block: 0 };
  }

  push(choice: Record<string, unknown>): StreamPart[] {
    if (this.hasFinished) return [];
    const raw = toText(choice['finish_reason']);
    return [...this.speak(toText(choice['text'])), ...(raw === '' ? [] : this.finish(raw))];
  }

  finish(raw: string): StreamPart[] {
    this.hasFinished = true;
    const end: StreamPart = { type: 'finish', choice: this.index, finish: decodeFinish(raw) };
    return this.hasText ? [{ type: 'text-end', ...this.at }, end] : [end];
  }

  private speak(text: string): StreamPart[] {
    if (text === '') return [];
    const opening: StreamPart[] = this.hasText ? [] : [{ type: 'text-start', ...this.at }];
    this.hasText = true;
    return [...opening, { type: 'text-delta', text, ...this.at }];
  }
}
