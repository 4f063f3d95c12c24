import {
  type ChatResponse,
  collectResponse,
  GatewayError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type StreamPart,
} from '#canonical';
import { type SseEvent } from '#sse';
import { type StreamDecoder } from '../chat-codec.js';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { endedEarly } from '../errors/ended-early.js';
import { type ResponseTraits, decodeFinish } from './finish-reason.js';
import {
  type BlockSink,
  CallReader,
  type DecodedBlock,
  type EmitPart,
  ImageReader,
  type ItemReader,
  MessageReader,
  ReasoningReader,
} from './item-readers.js';
import { getObjects } from './json-object.js';
import { decodeLogprobs } from './logprobs.js';
import { readEvent } from './read-event.js';
import { readUsage } from './usage.js';

interface OutputItem {
  id: unknown;
  index: unknown;
  reader: ItemReader;
}

/**
 * Decodes a response from its events, or a complete response. The last event of a stream contains the complete
 * response.
 */
export class ResponseDecoder implements StreamDecoder {
  private parts: StreamPart[] = [];
  /** The response as the first event described it. */
  private initialResponse: JsonValue | undefined;
  private hasStarted = false;
  private hasEnded = false;
  private readonly output = new OutputReader((part) => {
    this.start();
    this.parts.push(part);
  });

  get isOnlyAnnounced(): boolean {
    return !this.hasStarted;
  }

  push(event: SseEvent): StreamPart[] {
    const read = this.hasEnded ? undefined : readEvent(event);
    if (read !== undefined) this.read(read);
    return this.takeParts();
  }

  end(): StreamPart[] {
    if (!this.hasEnded) throw endedEarly();
    return this.takeParts();
  }

  /** Decodes a response that is not streamed. */
  readWhole(response: JsonObject): StreamPart[] {
    const { status = 'completed', output } = response;
    if (response['error'] != null || status === 'failed' || status === 'cancelled') {
      throw decodeStreamedError(response['error'], []);
    }
    if (!Array.isArray(output) || (status !== 'completed' && status !== 'incomplete')) {
      throw new GatewayError(
        'upstream-bad-response',
        'The provider returned a response that could not be parsed.',
      );
    }
    this.finish(response);
    return this.takeParts();
  }

  private read(event: JsonObject): void {
    switch (event['type']) {
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress':
        this.initialResponse ??= event['response'];
        return;
      case 'response.completed':
      case 'response.incomplete':
        return this.finish(isJsonObject(event['response']) ? event['response'] : {});
      case 'response.failed':
      case 'response.cancelled':
        throw decodeStreamedError(
          isJsonObject(event['response']) ? event['response']['error'] : undefined,
          [],
        );
      case 'error':
        throw decodeStreamedError(event, []);
      default:
        this.start();
        this.readOutput(event);
    }
  }

  private readOutput(event: JsonObject): void {
    const item = isJsonObject(event['item']) ? event['item'] : {};
    const part = isJsonObject(event['part']) ? event['part'] : {};
    const delta = typeof event['delta'] === 'string' ? event['delta'] : '';
    switch (event['type']) {
      case 'response.output_item.added':
        return this.output.startItem(event, item);
      case 'response.output_item.done':
        return this.output.finishItem(event, item);
      case 'response.content_part.added':
        return this.output.startPart(event, part);
      case 'response.content_part.done':
        return this.output.finishPart(event, part);
      case 'response.output_text.delta':
        return this.output.getText(event, false).append(delta, decodeLogprobs(event['logprobs']));
      case 'response.output_text.done':
        return this.output.getText(event, false).complete(event['text'], decodeLogprobs(event['logprobs']));
      case 'response.output_text.annotation.added':
        return this.output.addCitation(event);
      case 'response.refusal.delta':
        return this.output.getText(event, true).append(delta);
      case 'response.refusal.done':
        return this.output.getText(event, true).complete(event['refusal']);
      case 'response.reasoning_summary_text.delta':
        return this.output.getReasoning(event).append(buildPartKey('summary', event['summary_index']), delta);
      case 'response.reasoning_text.delta':
        return this.output.getReasoning(event).append(buildPartKey('content', event['content_index']), delta);
      case 'response.function_call_arguments.delta':
        return this.output.getCall(event).append(delta);
      case 'response.function_call_arguments.done':
        return this.output.getCall(event).complete(event['arguments']);
      default:
    }
  }

  /**
   * Starts the response with its first output. A request that is too long fails before that, and can then still get
   * an error status.
   */
  private start(response = this.initialResponse): void {
    if (this.hasStarted) return;
    this.hasStarted = true;
    const { id, model, created_at: createdAt, service_tier: tier } = isJsonObject(response) ? response : {};
    this.parts.push({
      type: 'response-start',
      id: typeof id === 'string' ? id : '',
      model: typeof model === 'string' ? model : '',
      createdAtSeconds: typeof createdAt === 'number' ? Math.floor(createdAt) : 0,
      ...(typeof tier === 'string' ? { serviceTier: tier } : {}),
    });
  }

  private finish(response: JsonObject): void {
    this.start(this.initialResponse ?? response);
    this.hasEnded = true;
    this.output.finishAll(getObjects(response['output']));
    this.parts.push({ type: 'finish', choice: 0, finish: decodeFinish(response, this.output.traits) });
    const { usage: raw, service_tier: serviceTier, output } = response;
    const usage = readUsage(raw, { serviceTier, output });
    if (usage) this.parts.push({ type: 'usage', usage });
  }

  private takeParts(): StreamPart[] {
    const { parts } = this;
    this.parts = [];
    return parts;
  }
}

function buildPartKey(kind: string, index: JsonValue | undefined): string {
  return `${kind} ${typeof index === 'number' ? index : 0}`;
}

export function decodeResponse(body: JsonObject): ChatResponse {
  return collectResponse(new ResponseDecoder().readWhole(body));
}

/**
 * Decodes the output items of a response. They are found by id or by index, because some services change the id in
 * each event.
 */
class OutputReader {
  private readonly items: OutputItem[] = [];
  private readonly sink: BlockSink;
  private blockCount = 0;

  constructor(emit: EmitPart) {
    this.sink = { emit, nextBlock: () => this.blockCount++ };
  }

  get traits(): ResponseTraits {
    const readers = this.items.map((item) => item.reader);
    return {
      hasToolCall: readers.some((reader) => reader instanceof CallReader),
      hasRefusal: readers.some((reader) => reader instanceof MessageReader && reader.hasRefusal),
    };
  }

  startItem(event: JsonObject, item: JsonObject): void {
    this.findReader(event, item)?.start(item);
  }

  finishItem(event: JsonObject, item: JsonObject): void {
    this.findReader(event, item)?.finish(item);
  }

  /** Applies the items of the last event, and ends those that it lacks. */
  finishAll(items: readonly JsonObject[]): void {
    for (const [index, item] of items.entries()) this.finishItem({ output_index: index }, item);
    for (const { reader } of this.items) reader.finish({});
  }

  startPart(event: JsonObject, part: JsonObject): void {
    if (part['type'] === 'output_text') this.getText(event, false);
    if (part['type'] === 'refusal') this.getText(event, true);
  }

  finishPart(event: JsonObject, part: JsonObject): void {
    if (part['type'] === 'output_text' || part['type'] === 'refusal') {
      this.getMessage(event).finishPart(getContentIndex(event), part);
    }
  }

  addCitation(event: JsonObject): void {
    this.getMessage(event).addCitation(getContentIndex(event), event['annotation']);
  }

  getText(event: JsonObject, isRefusal: boolean): DecodedBlock {
    return this.getMessage(event).getBlock(getContentIndex(event), isRefusal);
  }

  getReasoning(event: JsonObject): ReasoningReader {
    return this.find(event, ReasoningReader) ?? this.add(event, new ReasoningReader(this.sink));
  }

  getCall(event: JsonObject): CallReader {
    return this.find(event, CallReader) ?? this.add(event, new CallReader(this.sink));
  }

  private getMessage(event: JsonObject): MessageReader {
    return this.find(event, MessageReader) ?? this.add(event, new MessageReader(this.sink));
  }

  private findReader(event: JsonObject, item: JsonObject): ItemReader | undefined {
    const reference = { ...event, item };
    switch (item['type']) {
      case 'message':
        return this.getMessage(reference);
      case 'reasoning':
        return this.getReasoning(reference);
      case 'function_call':
        return this.getCall(reference);
      case 'image_generation_call':
        return this.find(reference, ImageReader) ?? this.add(reference, new ImageReader(this.sink));
      default:
        return undefined;
    }
  }

  private find<Reader extends ItemReader>(
    event: JsonObject,
    kind: abstract new (...inputs: never[]) => Reader,
  ): Reader | undefined {
    const readers = this.items.filter((item) => item.reader instanceof kind);
    const id = getId(event);
    const index = event['output_index'];
    const item =
      readers.find((item) => id !== undefined && item.id === id) ??
      readers.find((item) => index !== undefined && item.index === index);
    return item?.reader as Reader | undefined;
  }

  private add<Reader extends ItemReader>(event: JsonObject, reader: Reader): Reader {
    this.items.push({ id: getId(event), index: event['output_index'], reader });
    return reader;
  }
}

function getId({ item_id: itemId, item }: JsonObject): unknown {
  return itemId ?? (isJsonObject(item) ? item['id'] : undefined);
}

function getContentIndex({ content_index: index }: JsonObject): number {
  return typeof index === 'number' ? index : 0;
}
