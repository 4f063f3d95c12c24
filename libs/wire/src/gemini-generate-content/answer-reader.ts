import { GatewayError, type JsonObject, type StreamPart } from '#canonical';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { ChoiceReader } from './choice-reader.js';
import { mintCallId } from './call-id.js';
import { ProtoObject } from './proto-object.js';
import { decodeUsage } from './usage.js';

/** Reads an answer, chunk by chunk; an answer that is not streamed is one chunk. */
export class AnswerReader {
  private readonly choices = new Map<number, ChoiceReader>();
  private responseId: string | undefined;
  private isBlocked = false;

  read(json: JsonObject): StreamPart[] {
    if (json['error'] != null) throw decodeStreamedError(json['error'], []);
    try {
      return this.readChunk(ProtoObject.of(json));
    } catch (error) {
      throw asBadResponse(error);
    }
  }

  end(): StreamPart[] {
    const choices = [...this.choices.values()];
    const isWhole = choices.length === 0 ? this.isBlocked : choices.every((choice) => choice.isFinished);
    if (!isWhole) {
      throw new GatewayError(
        'upstream-bad-response',
        'The answer of the model service ended before it was whole.',
      );
    }
    return choices.flatMap((choice) => choice.end());
  }

  private readChunk(chunk: ProtoObject): StreamPart[] {
    const parts = this.start(chunk);
    for (const candidate of chunk.objects('candidates') ?? []) {
      parts.push(...this.choice(candidate.integer('index') ?? 0).read(candidate));
    }
    const reason = chunk.object('promptFeedback')?.word('blockReason');
    if (reason !== undefined && this.choices.size === 0 && !this.isBlocked) {
      this.isBlocked = true;
      parts.push({ type: 'prompt-block', reason });
    }
    const usage = decodeUsage(chunk.value('usageMetadata'));
    if (usage) parts.push({ type: 'usage', usage });
    return parts;
  }

  private start(chunk: ProtoObject): StreamPart[] {
    if (this.responseId !== undefined) return [];
    const id = chunk.string('responseId') ?? '';
    this.responseId = id === '' ? mintCallId('chunk', JSON.stringify(chunk.json)) : id;
    const createdAtMs = Date.parse(chunk.string('createTime') ?? '');
    const createdAtSeconds = Number.isNaN(createdAtMs) ? 0 : Math.floor(createdAtMs / 1000);
    return [{ type: 'response-start', id, model: chunk.string('modelVersion') ?? '', createdAtSeconds }];
  }

  private choice(index: number): ChoiceReader {
    let choice = this.choices.get(index);
    if (choice === undefined) {
      choice = new ChoiceReader(index, this.responseId ?? '');
      this.choices.set(index, choice);
    }
    return choice;
  }
}

/** The fields are read as strictly as a client's; but what is wrong with them is not the client's fault. */
function asBadResponse(error: unknown): unknown {
  if (!(error instanceof GatewayError) || error.source !== 'client') return error;
  return new GatewayError('upstream-bad-response', 'The model service sent an answer that cannot be read.', {
    cause: error,
  });
}
