import { GatewayError, type JsonObject, type StreamPart, type Usage } from '#canonical';
import { type SseEvent, encodeSseEvent } from '#sse';
import { type StreamDecoder } from '../chat-codec.js';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { endedEarly } from '../errors/ended-early.js';
import { toNumber, toText } from './json-members.js';
import { encodeUsage, readUsage } from './usage.js';

/** Decodes the chunks of one choice. */
export interface ChoiceDecoder {
  push(choice: Record<string, unknown>): StreamPart[];
  readonly hasFinished: boolean;
  /** Closes the open blocks of a stream that ended normally without a finish reason. */
  finish(raw: string): StreamPart[];
}

type Chunk = Record<string, unknown>;

/** The data of the last event of a stream. */
export const DONE = '[DONE]';

/** Decodes a stream of chunks. The choices are decoded by the format. */
export class ChunkStreamDecoder implements StreamDecoder {
  private hasStarted = false;
  private isTerminated = false;
  private readonly choices = new Map<number, ChoiceDecoder>();

  constructor(private readonly createChoice: (index: number, responseId: string) => ChoiceDecoder) {}

  push({ event, data }: SseEvent): StreamPart[] {
    if (this.isTerminated || data.trim() === '') return [];
    if (data.trim() === DONE) {
      this.isTerminated = true;
      return [];
    }
    const chunk = readChunk(data);
    const error = getError(chunk) ?? (event === 'error' ? chunk : undefined);
    if (error) throw decodeStreamedError(error, []);
    const usage = readUsage(chunk['usage'], chunk['service_tier']);
    return [
      ...this.start(chunk),
      ...getChoices(chunk).flatMap((choice) => this.getChoice(choice, chunk).push(choice)),
      ...(usage === undefined ? [] : [{ type: 'usage' as const, usage }]),
    ];
  }

  end(): StreamPart[] {
    const unfinished = [...this.choices.values()].filter(({ hasFinished }) => !hasFinished);
    if (this.choices.size === 0 || (unfinished.length > 0 && !this.isTerminated)) {
      throw endedEarly();
    }
    return unfinished.flatMap((choice) => choice.finish(''));
  }

  /** Some services first send chunks about the prompt, which have no id. */
  private start(chunk: Chunk): StreamPart[] {
    const hasResponse = getChoices(chunk).length > 0 || toText(chunk['id']) !== '' || chunk['usage'] != null;
    if (this.hasStarted || !hasResponse) return [];
    this.hasStarted = true;
    const serviceTier = toText(chunk['service_tier']);
    return [
      {
        type: 'response-start',
        id: toText(chunk['id']),
        model: toText(chunk['model']),
        createdAtSeconds: toNumber(chunk['created']) ?? 0,
        ...(serviceTier === '' ? {} : { serviceTier }),
      },
    ];
  }

  private getChoice(choice: Record<string, unknown>, chunk: Chunk): ChoiceDecoder {
    const index = toNumber(choice['index']) ?? 0;
    const existing = this.choices.get(index);
    if (existing !== undefined) return existing;
    const created = this.createChoice(index, toText(chunk['id']));
    this.choices.set(index, created);
    return created;
  }
}

/** Encodes the chunks of one stream. Each repeats the same head. */
export class ChunkWriter {
  usage: Usage | undefined;
  private head: JsonObject = {};
  private readonly includesUsage: boolean;

  constructor(body: JsonObject) {
    const options = body['stream_options'] as { include_usage?: unknown } | null | undefined;
    this.includesUsage = options?.include_usage === true;
  }

  open(head: JsonObject): void {
    this.head = head;
  }

  write(choices: JsonObject[]): string {
    return this.frame({ ...this.head, choices, ...(this.includesUsage ? { usage: null } : {}) });
  }

  /** The chunk with the usage, if the client requested it, and the end marker. */
  close(): string {
    const usage = this.includesUsage && this.usage ? encodeUsage(this.usage) : undefined;
    const last = usage === undefined ? '' : this.frame({ ...this.head, choices: [], usage });
    return last + encodeSseEvent({ data: DONE });
  }

  private frame(chunk: JsonObject): string {
    return encodeSseEvent({ data: JSON.stringify(chunk) });
  }
}

/** Parses an event of a stream, which must be a JSON object. */
export function readChunk(data: string): Chunk {
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    throw new GatewayError('upstream-bad-response', 'The provider sent a chunk that is not JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null) {
    throw new GatewayError('upstream-bad-response', 'The provider sent a chunk that is not an object.');
  }
  return parsed as Chunk;
}

/** The choices of a chunk. Some services send chunks without any. */
export function getChoices(chunk: Chunk): Record<string, unknown>[] {
  const choices = chunk['choices'];
  if (!Array.isArray(choices)) return [];
  return choices.filter((choice) => typeof choice === 'object' && choice !== null);
}

/** The error that a chunk reports, in either of the two forms that services use. */
export function getError(chunk: Chunk): unknown {
  return chunk['object'] === 'error' ? chunk : chunk['error'];
}
