import { GatewayError, type JsonObject, type JsonValue, type StreamPart } from '#canonical';
import { type SseEvent } from '#sse';
import { type StreamDecoder } from '../chat-codec.js';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { isJsonObject } from '../validation/json-values.js';
import { getObject, getText } from './blocks.js';
import { readServiceTier } from './decode-response.js';
import { decodeFinish } from './finish-reason.js';
import { type OpenBlock, openAnnounced, openByDelta } from './open-blocks.js';
import { decodeUsage } from './usage.js';

/** What a frame reports that is no event, such as `throttlingException`. */
const EXCEPTION = /Exception$/;

/** Events of ConverseStream, each under the name that its frame has. */
export class ConverseStreamDecoder implements StreamDecoder {
  /** By the upstream's index; undefined where a block means nothing here. */
  private readonly blocks = new Map<JsonValue | undefined, OpenBlock | undefined>();
  private blockCount = 0;
  private hasStarted = false;
  private hasCalls = false;
  private hasFinished = false;

  /** Where the model fails at once, that comes behind the announcement of its answer. */
  get isOnlyAnnounced(): boolean {
    return this.hasStarted && this.blockCount === 0 && !this.hasFinished;
  }

  push({ event = '', data }: SseEvent): StreamPart[] {
    switch (event) {
      case 'messageStart':
        return this.startMessage();
      case 'contentBlockStart':
        return this.startBlock(readPayload(data));
      case 'contentBlockDelta':
        return this.growBlock(readPayload(data));
      case 'contentBlockStop':
        return this.stopBlock(readPayload(data));
      case 'messageStop':
        return this.finish(readPayload(data));
      case 'metadata':
        return this.readUsage(readPayload(data));
      default:
        if (EXCEPTION.test(event)) throw decodeStreamedError({ ...readPayload(data), type: event }, []);
        return [];
    }
  }

  end(): StreamPart[] {
    if (!this.hasFinished) throw broken('The model service cut its answer off.');
    return [];
  }

  private startMessage(): StreamPart[] {
    if (this.hasStarted) return [];
    this.hasStarted = true;
    return [{ type: 'response-start', id: '', model: '', createdAtSeconds: Math.floor(Date.now() / 1000) }];
  }

  private startBlock({ contentBlockIndex: index, start }: JsonObject): StreamPart[] {
    return this.open(index, openAnnounced(getObject(start), this.nextPlace));
  }

  private growBlock({ contentBlockIndex: index, delta: said }: JsonObject): StreamPart[] {
    const delta = getObject(said);
    const started = this.blocks.has(index) ? [] : this.open(index, openByDelta(delta, this.nextPlace));
    return [...started, ...(this.blocks.get(index)?.grow(delta) ?? [])];
  }

  private open(index: JsonValue | undefined, block: OpenBlock | undefined): StreamPart[] {
    if (!this.hasStarted) throw broken('The model service began in the middle of an answer.');
    this.blocks.set(index, block);
    if (block === undefined) return [];
    this.blockCount += 1;
    if (block.isCall) this.hasCalls = true;
    return block.start;
  }

  private get nextPlace(): { choice: number; block: number } {
    return { choice: 0, block: this.blockCount };
  }

  /** Blocks that say nothing may stop without having begun. */
  private stopBlock({ contentBlockIndex: index }: JsonObject): StreamPart[] {
    const block = this.blocks.get(index);
    this.blocks.delete(index);
    return block?.stop() ?? [];
  }

  private finish({ stopReason, additionalModelResponseFields: fields }: JsonObject): StreamPart[] {
    if (!this.hasStarted) throw broken('The model service ended an answer that it had not begun.');
    if (this.hasFinished) return [];
    this.hasFinished = true;
    const open = [...this.blocks.values()].flatMap((block) => block?.stop() ?? []);
    this.blocks.clear();
    return [
      ...open,
      { type: 'finish', choice: 0, finish: decodeFinish(getText(stopReason), fields, this.hasCalls) },
    ];
  }

  private readUsage(metadata: JsonObject): StreamPart[] {
    const usage = decodeUsage(metadata['usage'], readServiceTier(metadata));
    return usage === undefined ? [] : [{ type: 'usage', usage }];
  }
}

function readPayload(data: string): JsonObject {
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    throw broken('The model service sent an event that is not JSON.');
  }
  if (!isJsonObject(parsed)) throw broken('The model service sent an event that is not an object.');
  return parsed;
}

function broken(message: string): GatewayError {
  return new GatewayError('upstream-bad-response', message);
}
