import { type StreamPart } from '#canonical';
import { type AnswerContext, type StreamEncoder } from '../chat-codec.js';
import { answerHead } from '../openai-dialect/answer-head.js';
import { ChunkWriter } from '../openai-dialect/chunk-writer.js';
import { type ChoiceChunk, ChoiceStreamEncoder } from './encode-choice-stream.js';
import { encodeLogprobs } from './logprobs.js';
import { wantsFunctionCalls } from './wants-function-calls.js';

export class ChatStreamEncoder implements StreamEncoder {
  private readonly writer: ChunkWriter;
  private readonly choices = new Map<number, ChoiceStreamEncoder>();

  constructor(private readonly context: AnswerContext) {
    this.writer = new ChunkWriter(context.body);
  }

  push(part: StreamPart): string {
    switch (part.type) {
      case 'response-start':
        return this.start(part);
      case 'usage':
        this.writer.usage = part.usage;
        return '';
      case 'prompt-block':
        return this.write(0, this.choice(0).finish({ kind: 'content-filter' }));
      case 'finish':
        return this.write(part.choice, this.choice(part.choice).finish(part.finish));
      default:
        return this.write(part.choice, this.choice(part.choice).push(part));
    }
  }

  end(): string {
    return this.writer.close();
  }

  private start(part: Extract<StreamPart, { type: 'response-start' }>): string {
    this.writer.usage = part.usage;
    this.writer.open({
      ...answerHead(part, { prefix: 'chatcmpl-', requestId: this.context.requestId }),
      object: 'chat.completion.chunk',
      ...(part.serviceTier === undefined ? {} : { service_tier: part.serviceTier }),
    });
    return this.write(0, this.choice(0).start());
  }

  private choice(index: number): ChoiceStreamEncoder {
    const known = this.choices.get(index);
    if (known !== undefined) return known;
    const choice = new ChoiceStreamEncoder(wantsFunctionCalls(this.context.body));
    this.choices.set(index, choice);
    return choice;
  }

  private write(index: number, chunks: readonly ChoiceChunk[]): string {
    return chunks
      .map(({ delta, finishReason = null, logprobs }) =>
        this.writer.write([
          { index, delta, logprobs: encodeLogprobs(logprobs), finish_reason: finishReason },
        ]),
      )
      .join('');
  }
}
