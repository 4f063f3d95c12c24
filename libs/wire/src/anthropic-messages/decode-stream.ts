import { GatewayError, type JsonObject, type JsonValue, type StreamPart } from '#canonical';
import { type SseEvent } from '#sse';
import { type StreamDecoder } from '../chat-codec.js';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { decodeFinish } from './finish-reason.js';
import { isRecord } from './json-record.js';
import { type OpenBlock, openBlock } from './open-block.js';
import { readEvent } from './read-event.js';
import { decodeGivenTier } from './service-tier.js';
import { refusalExplanation } from './stop-details.js';
import { toText } from './to-text.js';
import { decodeUsage, mergeUsage } from './usage.js';

export class MessageStreamDecoder implements StreamDecoder {
  /** By the upstream's index; undefined where a block means nothing here. */
  private readonly blocks = new Map<JsonValue | undefined, OpenBlock | undefined>();
  private blockCount = 0;
  private usage: JsonObject = {};
  /** The delta that said why the answer ended. */
  private ending: JsonObject | undefined;
  private hasStarted = false;
  private hasCalls = false;
  private hasFinished = false;

  push(event: SseEvent): StreamPart[] {
    const message = readEvent(event);
    switch (message['type']) {
      case 'message_start':
        return this.startMessage(getRecord(message['message']));
      case 'content_block_start':
        return this.startBlock(message);
      case 'content_block_delta':
        return this.blockAt(message)?.grow(getRecord(message['delta'])) ?? [];
      case 'content_block_stop':
        return this.stopBlock(message);
      case 'message_delta':
        this.noteEnding(message);
        return [];
      case 'message_stop':
        return this.finish();
      case 'error':
        throw decodeStreamedError(message['error'], []);
      default:
        return [];
    }
  }

  end(): StreamPart[] {
    return this.finish();
  }

  private startMessage(message: JsonObject): StreamPart[] {
    if (this.hasStarted) return [];
    this.hasStarted = true;
    this.usage = mergeUsage({}, message['usage']);
    const usage = decodeUsage(this.usage);
    const serviceTier = decodeGivenTier(this.usage['service_tier']);
    return [
      {
        type: 'response-start',
        id: toText(message['id']),
        model: toText(message['model']),
        createdAtSeconds: Math.floor(Date.now() / 1000),
        ...(usage === undefined ? {} : { usage }),
        ...(serviceTier === undefined ? {} : { serviceTier }),
      },
    ];
  }

  private startBlock({ index, content_block: opening }: JsonObject): StreamPart[] {
    if (!this.hasStarted) throw broken('The model service began in the middle of an answer.');
    const block = openBlock(getRecord(opening), this.blockCount);
    this.blocks.set(index, block);
    if (block === undefined) return [];
    this.blockCount += 1;
    if (getRecord(opening)['type'] === 'tool_use') this.hasCalls = true;
    return block.start;
  }

  private stopBlock(message: JsonObject): StreamPart[] {
    const block = this.blockAt(message);
    this.blocks.delete(message['index']);
    return block?.stop() ?? [];
  }

  private blockAt({ index }: JsonObject): OpenBlock | undefined {
    if (!this.blocks.has(index)) throw broken('The model service continued a block that is not open.');
    return this.blocks.get(index);
  }

  private noteEnding({ delta, usage }: JsonObject): void {
    this.usage = mergeUsage(this.usage, usage);
    if (isRecord(delta) && typeof delta['stop_reason'] === 'string') this.ending = delta;
  }

  private finish(): StreamPart[] {
    if (this.hasFinished) return [];
    if (!this.hasStarted || this.ending === undefined) throw broken('The model service cut its answer off.');
    this.hasFinished = true;
    const { stop_reason: reason, stop_sequence: sequence } = this.ending;
    const open = [...this.blocks.values()].flatMap((block) => block?.stop() ?? []);
    const usage = decodeUsage(this.usage);
    return [
      ...open,
      ...this.refusal(this.ending),
      { type: 'finish', choice: 0, finish: decodeFinish(toText(reason), sequence, this.hasCalls) },
      ...(usage === undefined ? [] : [{ type: 'usage' as const, usage }]),
    ];
  }

  private refusal(ending: JsonObject): StreamPart[] {
    const text = refusalExplanation(ending);
    if (text === '') return [];
    const at = { choice: 0, block: this.blockCount };
    return [
      { type: 'refusal-start', ...at },
      { type: 'refusal-delta', text, ...at },
      { type: 'refusal-end', ...at },
    ];
  }
}

function getRecord(value: JsonValue | undefined): JsonObject {
  return isRecord(value) ? value : {};
}

function broken(message: string): GatewayError {
  return new GatewayError('upstream-bad-response', message);
}
