import {
  type ChatResponse,
  GatewayError,
  type JsonObject,
  type JsonValue,
  type StreamPart,
  collectResponse,
} from '#canonical';
import { type SseEvent } from '#sse';
import { type StreamDecoder } from '../chat-codec.js';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { isJsonObject } from '../validation/json-values.js';
import { type AnswerTraits, decodeFinish } from './finish-reason.js';
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
import { objectsIn } from './json-object.js';
import { decodeLogprobs } from './logprobs.js';
import { readEvent } from './read-event.js';
import { readUsage } from './usage.js';

interface KnownItem {
  id: unknown;
  index: unknown;
  reader: ItemReader;
}

/** Reads a response from its events, or from the whole: the event that ends a stream holds all of it. */
export class ResponseDecoder implements StreamDecoder {
  private parts: StreamPart[] = [];
  /** What was said of the response before anything is in it. */
  private announced: JsonValue | undefined;
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
    if (!this.hasEnded) {
      throw new GatewayError('upstream-bad-response', 'The model service broke off its answer.');
    }
    return this.takeParts();
  }

  /** A response that is not streamed. */
  readWhole(response: JsonObject): StreamPart[] {
    const { status = 'completed', output } = response;
    if (response['error'] != null || status === 'failed' || status === 'cancelled') {
      throw decodeStreamedError(response['error'], []);
    }
    if (!Array.isArray(output) || (status !== 'completed' && status !== 'incomplete')) {
      throw new GatewayError(
        'upstream-bad-response',
        'The model service sent an answer that cannot be read.',
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
        this.announced ??= event['response'];
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
        return this.output.announce(event, item);
      case 'response.output_item.done':
        return this.output.finish(event, item);
      case 'response.content_part.added':
        return this.output.startPart(event, part);
      case 'response.content_part.done':
        return this.output.finishPart(event, part);
      case 'response.output_text.delta':
        return this.output.getText(event, false).append(delta, decodeLogprobs(event['logprobs']));
      case 'response.output_text.done':
        return this.output.getText(event, false).complete(event['text'], decodeLogprobs(event['logprobs']));
      case 'response.output_text.annotation.added':
        return this.output.cite(event);
      case 'response.refusal.delta':
        return this.output.getText(event, true).append(delta);
      case 'response.refusal.done':
        return this.output.getText(event, true).complete(event['refusal']);
      case 'response.reasoning_summary_text.delta':
        return this.output.getReasoning(event).append(partKey('summary', event['summary_index']), delta);
      case 'response.reasoning_text.delta':
        return this.output.getReasoning(event).append(partKey('content', event['content_index']), delta);
      case 'response.function_call_arguments.delta':
        return this.output.getCall(event).append(delta);
      case 'response.function_call_arguments.done':
        return this.output.getCall(event).complete(event['arguments']);
      default:
    }
  }

  /** Not before there is an answer: a request that does not fit fails first, and can still be refused with a status then. */
  private start(response = this.announced): void {
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
    this.start(this.announced ?? response);
    this.hasEnded = true;
    this.output.finishAll(objectsIn(response['output']));
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

function partKey(kind: string, index: JsonValue | undefined): string {
  return `${kind} ${typeof index === 'number' ? index : 0}`;
}

export function decodeResponse(body: JsonObject): ChatResponse {
  return collectResponse(new ResponseDecoder().readWhole(body));
}

/** The items of an answer, found again by id or by place: some services spell the id differently in each event. */
class OutputReader {
  private readonly items: KnownItem[] = [];
  private readonly sink: BlockSink;
  private blockCount = 0;

  constructor(emit: EmitPart) {
    this.sink = { emit, nextBlock: () => this.blockCount++ };
  }

  get traits(): AnswerTraits {
    const readers = this.items.map((item) => item.reader);
    return {
      hasToolCall: readers.some((reader) => reader instanceof CallReader),
      hasRefusal: readers.some((reader) => reader instanceof MessageReader && reader.hasRefusal),
    };
  }

  announce(event: JsonObject, item: JsonObject): void {
    this.findReader(event, item)?.announce(item);
  }

  finish(event: JsonObject, item: JsonObject): void {
    this.findReader(event, item)?.finish(item);
  }

  /** Takes in all items as the end of the answer shows them, and ends those that it does not show. */
  finishAll(items: readonly JsonObject[]): void {
    for (const [index, item] of items.entries()) this.finish({ output_index: index }, item);
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

  cite(event: JsonObject): void {
    this.getMessage(event).cite(getContentIndex(event), event['annotation']);
  }

  getText(event: JsonObject, isRefusal: boolean): DecodedBlock {
    return this.getMessage(event).block(getContentIndex(event), isRefusal);
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
    const place = { ...event, item };
    switch (item['type']) {
      case 'message':
        return this.getMessage(place);
      case 'reasoning':
        return this.getReasoning(place);
      case 'function_call':
        return this.getCall(place);
      case 'image_generation_call':
        return this.find(place, ImageReader) ?? this.add(place, new ImageReader(this.sink));
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
    const known =
      readers.find((item) => id !== undefined && item.id === id) ??
      readers.find((item) => index !== undefined && item.index === index);
    return known?.reader as Reader | undefined;
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
