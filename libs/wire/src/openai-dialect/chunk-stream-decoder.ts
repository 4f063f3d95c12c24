import { GatewayError, type StreamPart } from '#canonical';
import { type SseEvent } from '#sse';
import { type StreamDecoder } from '../chat-codec.js';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { toNumber, toText } from './json-reading.js';
import { type Chunk, DONE, getChoices, getError, readChunk } from './read-chunk.js';
import { readUsage } from './usage.js';

/** What a format makes of the chunks that belong to one choice. */
export interface ChoiceDecoder {
  push(choice: Record<string, unknown>): StreamPart[];
  readonly hasFinished: boolean;
  /** Closes what is open, for a stream that ended in order without saying how. */
  finish(raw: string): StreamPart[];
}

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
    const usage = readUsage(chunk['usage']);
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
