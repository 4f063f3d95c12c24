import {
  type AssistantPart,
  type ChatResponse,
  type Choice,
  type FinishKind,
  type FinishReason,
  GatewayError,
  type JsonObject,
  type StreamPart,
} from '#canonical';
import { type EncodingContext, type StreamEncoder } from '../chat-codec.js';
import { buildResponseHead } from '../openai-dialect/response.js';
import { type ChoiceDecoder, ChunkWriter } from '../openai-dialect/chunk-stream.js';
import { getRecords, toNumber, toText } from '../openai-dialect/json-members.js';
import { encodeUsage, readUsage } from '../openai-dialect/usage.js';

/** The choice of a response whose prompt was blocked. */
const BLOCKED: Choice = { index: 0, content: [], finish: { kind: 'content-filter' } };

const FINISH_KINDS = new Map<string, FinishKind>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['content_filter', 'content-filter'],
]);

export function decodeResponse(body: JsonObject): ChatResponse {
  const choices = getRecords(body['choices']);
  if (choices.length === 0) {
    throw new GatewayError('upstream-bad-response', 'The provider returned a response without a choice.');
  }
  const usage = readUsage(body['usage']);
  return {
    id: toText(body['id']),
    model: toText(body['model']),
    createdAtSeconds: toNumber(body['created']) ?? 0,
    choices: choices.map((choice, position) => {
      const text = toText(choice['text']);
      return {
        index: toNumber(choice['index']) ?? position,
        content: text === '' ? [] : [{ type: 'text', text }],
        finish: decodeFinish(toText(choice['finish_reason'])),
      };
    }),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** Decodes one choice of a streamed completion: a single block of text. */
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
    return [...this.addText(toText(choice['text'])), ...(raw === '' ? [] : this.finish(raw))];
  }

  finish(raw: string): StreamPart[] {
    this.hasFinished = true;
    const end: StreamPart = { type: 'finish', choice: this.index, finish: decodeFinish(raw) };
    return this.hasText ? [{ type: 'text-end', ...this.at }, end] : [end];
  }

  private addText(text: string): StreamPart[] {
    if (text === '') return [];
    const opening: StreamPart[] = this.hasText ? [] : [{ type: 'text-start', ...this.at }];
    this.hasText = true;
    return [...opening, { type: 'text-delta', text, ...this.at }];
  }
}

export function encodeResponse(response: ChatResponse, { requestId }: EncodingContext): JsonObject {
  const choices = response.choices.length === 0 ? [BLOCKED] : response.choices;
  return {
    ...buildResponseHead(response, { prefix: 'cmpl-', requestId }),
    object: 'text_completion',
    choices: choices.map(({ index, content, finish }) => ({
      index,
      text: content.map(getText).join(''),
      logprobs: null,
      finish_reason: encodeFinish(finish),
    })),
    ...(response.usage === undefined ? {} : { usage: encodeUsage(response.usage) }),
  };
}

/** A completion is plain text. It has no member for reasoning, and its request had no tools. */
function getText(part: AssistantPart): string {
  return part.type === 'text' || part.type === 'refusal' ? part.text : '';
}

export class CompletionStreamEncoder implements StreamEncoder {
  private readonly writer: ChunkWriter;
  private readonly finished = new Set<number>();

  constructor(private readonly context: EncodingContext) {
    this.writer = new ChunkWriter(context.body);
  }

  push(part: StreamPart): string {
    switch (part.type) {
      case 'response-start':
        this.writer.usage = part.usage;
        this.writer.open({
          ...buildResponseHead(part, { prefix: 'cmpl-', requestId: this.context.requestId }),
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

function decodeFinish(raw: string): FinishReason {
  return { kind: FINISH_KINDS.get(raw) ?? 'other', raw };
}

function encodeFinish({ kind }: FinishReason): string {
  switch (kind) {
    case 'length':
      return 'length';
    case 'content-filter':
    case 'refusal':
      return 'content_filter';
    case 'stop':
    case 'stop-sequence':
    case 'tool-calls':
    case 'other':
      return 'stop';
  }
}
