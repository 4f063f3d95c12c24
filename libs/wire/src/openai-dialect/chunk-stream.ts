import { GatewayError, type JsonObject, type StreamPart, type Usage } from '#canonical';
import { type SseEvent, encodeSseEvent } from '#sse';
import { type StreamDecoder } from '../chat-codec.js';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { toNumber, toText } from './json-members.js';
import { encodeUsage, readUsage } from './usage.js';

/** What a format makes of the chunks that belong to one choice. */
export interface ChoiceDecoder {
  push(choice: Record<string, unknown>): StreamPart[];
  readonly hasFinished: boolean;
  /** Closes what is open, for a stream that ended in order without saying how. */
  finish(raw: string): StreamPart[];
}

type Chunk = Record<string, unknown>;

/** What closes a stream of this dialect. */
export const DONE = '[DONE]';

/** Reads a stream of chunks; what is in the choices is the format's own. */
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
      ...getChoices(chunk).flatMap((choice) => this.choice(choice, chunk).push(choice)),
      ...(usage === undefined ? [] : [{ type: 'usage' as const, usage }]),
    ];
  }

  end(): StreamPart[] {
    const unfinished = [...this.choices.values()].filter(({ hasFinished }) => !hasFinished);
    if (this.choices.size === 0 || (unfinished.length > 0 && !this.isTerminated)) {
      throw new GatewayError('upstream-bad-response', 'The model service broke off its answer.');
    }
    return unfinished.flatMap((choice) => choice.finish(''));
  }

  /** Some services send chunks about the prompt first, which do not name the answer yet. */
  private start(chunk: Chunk): StreamPart[] {
    const isAnswer = getChoices(chunk).length > 0 || toText(chunk['id']) !== '' || chunk['usage'] != null;
    if (this.hasStarted || !isAnswer) return [];
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

  private choice(choice: Record<string, unknown>, chunk: Chunk): ChoiceDecoder {
    const index = toNumber(choice['index']) ?? 0;
    const known = this.choices.get(index);
    if (known !== undefined) return known;
    const created = this.createChoice(index, toText(chunk['id']));
    this.choices.set(index, created);
    return created;
  }
}

/** Frames the chunks of one stream, each of which repeats whose it is. */
export class ChunkWriter {
  usage: Usage | undefined;
  private head: JsonObject = {};
  private readonly asksForUsage: boolean;

  constructor(body: JsonObject) {
    const options = body['stream_options'] as { include_usage?: unknown } | null | undefined;
    this.asksForUsage = options?.include_usage === true;
  }

  open(head: JsonObject): void {
    this.head = head;
  }

  write(choices: JsonObject[]): string {
    return this.frame({ ...this.head, choices, ...(this.asksForUsage ? { usage: null } : {}) });
  }

  /** The chunk with the usage, for who has asked for it, and the terminator. */
  close(): string {
    const usage = this.asksForUsage && this.usage ? encodeUsage(this.usage) : undefined;
    const last = usage === undefined ? '' : this.frame({ ...this.head, choices: [], usage });
    return last + encodeSseEvent({ data: DONE });
  }

  private frame(chunk: JsonObject): string {
    return encodeSseEvent({ data: JSON.stringify(chunk) });
  }
}

/** One event of a stream, which must be a JSON object. */
export function readChunk(data: string): Chunk {
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    throw new GatewayError('upstream-bad-response', 'The model service sent a chunk that is not JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null) {
    throw new GatewayError('upstream-bad-response', 'The model service sent a chunk that is not an object.');
  }
  return parsed as Chunk;
}

/** The choices that a chunk adds to; some services send chunks without any. */
export function getChoices(chunk: Chunk): Record<string, unknown>[] {
  const choices = chunk['choices'];
  if (!Array.isArray(choices)) return [];
  return choices.filter((choice) => typeof choice === 'object' && choice !== null);
}

/** The error that a chunk reports instead of an answer, in either of the two places it is put. */
export function getError(chunk: Chunk): unknown {
  return chunk['object'] === 'error' ? chunk : chunk['error'];
}
