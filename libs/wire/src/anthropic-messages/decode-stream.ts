import { GatewayError, isJsonObject, type JsonObject, type JsonValue, type StreamPart } from '#canonical';
import { type SseEvent } from '#sse';
import { type StreamDecoder } from '../chat-codec.js';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { endedEarly } from '../errors/ended-early.js';
import { decodeCitations } from './citations.js';
import { getSignature } from './decode-response.js';
import { readEvent } from './events.js';
import { decodeFinish, getRefusalExplanation } from './finish-reason.js';
import { toText } from './json-values.js';
import { decodeReportedTier } from './service-tier.js';
import { decodeUsage, mergeUsage } from './usage.js';

/** A content block whose stop event has not arrived. */
interface OpenBlock {
  readonly start: StreamPart[];
  grow(delta: JsonObject): StreamPart[];
  stop(): StreamPart[];
}

interface BlockPosition {
  choice: number;
  block: number;
}

export class MessageStreamDecoder implements StreamDecoder {
  /** By the upstream's index; undefined for blocks that are ignored. */
  private readonly blocks = new Map<JsonValue | undefined, OpenBlock | undefined>();
  private blockCount = 0;
  private usage: JsonObject = {};
  /** The delta with the stop reason. */
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
        this.recordEnding(message);
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
    const serviceTier = decodeReportedTier(this.usage['service_tier']);
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
    if (!this.hasStarted) throw badResponse('The provider sent an event before the start of the response.');
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
    if (!this.blocks.has(index)) throw badResponse('The provider sent a delta for a block that is not open.');
    return this.blocks.get(index);
  }

  private recordEnding({ delta, usage }: JsonObject): void {
    this.usage = mergeUsage(this.usage, usage);
    if (isJsonObject(delta) && typeof delta['stop_reason'] === 'string') this.ending = delta;
  }

  private finish(): StreamPart[] {
    if (this.hasFinished) return [];
    if (!this.hasStarted || this.ending === undefined) throw endedEarly();
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
    const text = getRefusalExplanation(ending);
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
  return isJsonObject(value) ? value : {};
}

function badResponse(message: string): GatewayError {
  return new GatewayError('upstream-bad-response', message);
}

class TextBlock implements OpenBlock {
  readonly start: StreamPart[];
  private readonly citations: JsonValue[] = [];
  private textLength = 0;

  constructor(
    opening: JsonObject,
    private readonly at: BlockPosition,
  ) {
    this.start = [{ type: 'text-start', ...at }, ...this.add(toText(opening['text']))];
    if (Array.isArray(opening['citations'])) this.citations.push(...opening['citations']);
  }

  grow(delta: JsonObject): StreamPart[] {
    if (delta['type'] === 'text_delta') return this.add(toText(delta['text']));
    if (delta['type'] === 'citations_delta') this.citations.push(delta['citation'] ?? null);
    return [];
  }

  stop(): StreamPart[] {
    return [{ type: 'text-end', ...decodeCitations(this.citations, this.textLength), ...this.at }];
  }

  private add(text: string): StreamPart[] {
    this.textLength += text.length;
    return text === '' ? [] : [{ type: 'text-delta', text, ...this.at }];
  }
}

class ThinkingBlock implements OpenBlock {
  readonly start: StreamPart[];
  private signature: JsonValue | undefined;

  constructor(
    opening: JsonObject,
    private readonly at: BlockPosition,
  ) {
    this.signature = opening['signature'];
    this.start = [{ type: 'reasoning-start', ...at }, ...this.add(toText(opening['thinking']))];
  }

  grow(delta: JsonObject): StreamPart[] {
    if (delta['type'] === 'thinking_delta') return this.add(toText(delta['thinking']));
    if (delta['type'] === 'signature_delta') this.signature = delta['signature'];
    return [];
  }

  stop(): StreamPart[] {
    return [{ type: 'reasoning-end', ...getSignature(this.signature), ...this.at }];
  }

  private add(text: string): StreamPart[] {
    return text === '' ? [] : [{ type: 'reasoning-delta', text, ...this.at }];
  }
}

class RedactedBlock implements OpenBlock {
  readonly start: StreamPart[];

  constructor(
    private readonly opening: JsonObject,
    private readonly at: BlockPosition,
  ) {
    this.start = [{ type: 'reasoning-start', isRedacted: true, ...at }];
  }

  grow(): StreamPart[] {
    return [];
  }

  stop(): StreamPart[] {
    return [{ type: 'reasoning-end', ...getSignature(this.opening['data']), ...this.at }];
  }
}

class ToolUseBlock implements OpenBlock {
  readonly start: StreamPart[];
  private hasArguments = false;

  constructor(
    private readonly opening: JsonObject,
    private readonly at: BlockPosition,
  ) {
    const { id, name } = opening;
    this.start = [{ type: 'tool-call-start', id: toText(id), name: toText(name), ...at }];
  }

  grow(delta: JsonObject): StreamPart[] {
    const fragment = delta['type'] === 'input_json_delta' ? toText(delta['partial_json']) : '';
    if (fragment === '') return [];
    this.hasArguments = true;
    return [{ type: 'tool-call-delta', arguments: fragment, ...this.at }];
  }

  /** If no arguments were streamed, those of the start event count. They are usually empty. */
  stop(): StreamPart[] {
    const end: StreamPart = { type: 'tool-call-end', ...this.at };
    if (this.hasArguments) return [end];
    const input = JSON.stringify(this.opening['input'] ?? {});
    return [{ type: 'tool-call-delta', arguments: input, ...this.at }, end];
  }
}

/** Undefined for blocks of tools that the service itself ran. */
function openBlock(opening: JsonObject, block: number): OpenBlock | undefined {
  const at = { choice: 0, block };
  switch (opening['type']) {
    case 'text':
      return new TextBlock(opening, at);
    case 'thinking':
      return new ThinkingBlock(opening, at);
    case 'redacted_thinking':
      return new RedactedBlock(opening, at);
    case 'tool_use':
      return new ToolUseBlock(opening, at);
    default:
      return undefined;
  }
}
