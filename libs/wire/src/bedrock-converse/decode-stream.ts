import { GatewayError, isJsonObject, type JsonObject, type JsonValue, type StreamPart } from '#canonical';
import { type SseEvent } from '#sse';
import { type StreamDecoder } from '../chat-codec.js';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { endedEarly } from '../errors/ended-early.js';
import { getObject, getText } from './blocks.js';
import { readServiceTier } from './decode-response.js';
import { decodeFinish } from './finish-reason.js';
import { type OpenBlock, openStartedBlock, openDeltaBlock } from './open-blocks.js';
import { decodeUsage } from './usage.js';

/** Frames that report an error instead of an event, such as `throttlingException`. */
const EXCEPTION = /Exception$/;

/** Decodes the events of ConverseStream, which are named by their frames. */
export class ConverseStreamDecoder implements StreamDecoder {
  /** By the upstream's index; undefined for blocks that are ignored. */
  private readonly blocks = new Map<JsonValue | undefined, OpenBlock | undefined>();
  private blockCount = 0;
  private hasStarted = false;
  private hasCalls = false;
  private hasFinished = false;

  /** An error of the model at its start arrives after `messageStart`. */
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
    if (!this.hasFinished) throw endedEarly();
    return [];
  }

  private startMessage(): StreamPart[] {
    if (this.hasStarted) return [];
    this.hasStarted = true;
    return [{ type: 'response-start', id: '', model: '', createdAtSeconds: Math.floor(Date.now() / 1000) }];
  }

  private startBlock({ contentBlockIndex: index, start }: JsonObject): StreamPart[] {
    return this.open(index, openStartedBlock(getObject(start), this.nextPosition));
  }

  private growBlock({ contentBlockIndex: index, delta: value }: JsonObject): StreamPart[] {
    const delta = getObject(value);
    const started = this.blocks.has(index) ? [] : this.open(index, openDeltaBlock(delta, this.nextPosition));
    return [...started, ...(this.blocks.get(index)?.grow(delta) ?? [])];
  }

  private open(index: JsonValue | undefined, block: OpenBlock | undefined): StreamPart[] {
    if (!this.hasStarted) throw badResponse('The provider sent an event before the start of the response.');
    this.blocks.set(index, block);
    if (block === undefined) return [];
    this.blockCount += 1;
    if (block.isCall) this.hasCalls = true;
    return block.start;
  }

  private get nextPosition(): { choice: number; block: number } {
    return { choice: 0, block: this.blockCount };
  }

  /** Blocks without content may stop without a start event. */
  private stopBlock({ contentBlockIndex: index }: JsonObject): StreamPart[] {
    const block = this.blocks.get(index);
    this.blocks.delete(index);
    return block?.stop() ?? [];
  }

  private finish({ stopReason, additionalModelResponseFields: fields }: JsonObject): StreamPart[] {
    if (!this.hasStarted) throw badResponse('The provider ended a response that it had not started.');
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
    throw badResponse('The provider sent an event that is not JSON.');
  }
  if (!isJsonObject(parsed)) throw badResponse('The provider sent an event that is not an object.');
  return parsed;
}

function badResponse(message: string): GatewayError {
  return new GatewayError('upstream-bad-response', message);
}
