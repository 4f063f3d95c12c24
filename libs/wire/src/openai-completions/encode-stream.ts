import { type FinishReason, type StreamPart } from '#canonical';
import { type AnswerContext, type StreamEncoder } from '../chat-codec.js';
import { answerHead } from '../openai-dialect/answer-head.js';
import { ChunkWriter } from '../openai-dialect/chunk-writer.js';
import { encodeFinish } from './finish-reason.js';

export class CompletionStreamEncoder implements StreamEncoder {
  private readonly writer: ChunkWriter;
  private readonly finished = new Set<number>();

  constructor(private readonly context: AnswerContext) {
    this.writer = new ChunkWriter(context.body);
  }

  push(part: StreamPart): string {
    switch (part.type) {
      case 'response-start':
        this.writer.usage = part.usage;
        this.writer.open({
          ...answerHead(part, { prefix: 'cmpl-', requestId: this.context.requestId }),
          object: 'text_completion',
        });
        return '';
      case 'text-delta':
      case 'refusal-delta':
        return part.text === '' ? '' : this.write(part.choice, part.text, null);
      case 'prompt-block':
        return this.finish(0, { kind: 'content-filter' });
      case 'finish':
        return this.finish(part.choice, part.finish);
      case 'usage':
        this.writer.usage = part.usage;
        return '';
      default:
        return '';
    }
  }

  end(): string {
    return this.writer.close();
  }

  private finish(choice: number, finish: FinishReason): string {
    if (this.finished.has(choice)) return '';
    this.finished.add(choice);
    return this.write(choice, '', encodeFinish(finish));
  }

  private write(index: number, text: string, finishReason: string | null): string {
    return this.writer.write([{ index, text, logprobs: null, finish_reason: finishReason }]);
  }
}
