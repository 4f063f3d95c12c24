import {
  type ChatResponse,
  type FinishReason,
  type GatewayError,
  type JsonObject,
  type ReasoningSignature,
  type StreamPart,
  type Usage,
  streamResponse,
} from '#canonical';
import { encodeSseEvent } from '#sse';
import { type EncodingContext, type StreamEncoder } from '../chat-codec.js';
import { BlockOrder, type BlockPart } from './block-order.js';
import { type EndState, encodeFinish } from './finish-reason.js';
import { CustomCallWriter, FunctionCallWriter, ToolSearchCallWriter } from './call-writers.js';
import {
  ImageWriter,
  type ItemPosition,
  type ItemWriter,
  MessageWriter,
  ReasoningWriter,
} from './item-writers.js';
import { type ItemPrefix, buildOutputItemId } from './item-ids.js';
import { createResponseObject, failResponse } from './response-object.js';
import { ToolCatalog } from './tool-catalog.js';
import { encodeUsage } from './usage.js';

const BLOCKED: FinishReason = { kind: 'content-filter' };
const NO_REASON: FinishReason = { kind: 'other' };

export type ResponseEvent = JsonObject & { type: string; sequence_number: number };

/**
 * Writes one response as events and as an object. The format has one choice, so only the first is written, and one
 * open item at a time.
 */
class ResponseWriter {
  private readonly order = new BlockOrder();
  private readonly items: ItemWriter[] = [];
  private readonly tools: ToolCatalog;
  private events: ResponseEvent[] = [];
  private sequenceNumber = 0;
  private head: JsonObject | undefined;
  private openItem: ItemWriter | undefined;
  private finish: FinishReason = NO_REASON;
  private usage: Usage | undefined;
  private isEnded = false;

  constructor(private readonly context: EncodingContext) {
    this.tools = ToolCatalog.read(context.body);
  }

  push(part: StreamPart): ResponseEvent[] {
    switch (part.type) {
      case 'response-start':
        this.usage = part.usage;
        this.start(part);
        break;
      case 'prompt-block':
        this.finish = BLOCKED;
        break;
      case 'usage':
        this.usage = part.usage;
        break;
      case 'finish':
        if (part.choice === 0) this.finishResponse(part.finish);
        break;
      default:
        if (part.choice === 0) for (const ready of this.order.push(part)) this.writeBlock(ready);
    }
    return this.takeEvents();
  }

  end(): ResponseEvent[] {
    if (this.isEnded) return [];
    this.isEnded = true;
    this.start({ createdAtSeconds: 0 });
    this.closeItem();
    this.emit(`response.${this.endState.status}`, { response: this.buildResponse() });
    return this.takeEvents();
  }

  fail(error: GatewayError): ResponseEvent[] {
    if (this.isEnded) return [];
    this.isEnded = true;
    this.start({ createdAtSeconds: 0 });
    for (const part of this.order.takeRest()) this.writeBlock(part);
    this.openItem?.markIncomplete();
    this.emit('response.failed', {
      response: failResponse({ ...this.buildResponse(), incomplete_details: null }, error),
    });
    return this.takeEvents();
  }

  /** The response object with its items so far. */
  buildResponse(): JsonObject {
    const { status, incompleteDetails } = this.endState;
    return {
      ...this.head,
      status,
      incomplete_details: incompleteDetails,
      output: this.items.map((item) => item.buildItem()),
      usage: this.usage === undefined ? null : encodeUsage(this.usage),
    };
  }

  private get endState(): EndState {
    const hasRefusal = this.items.some((item) => item instanceof MessageWriter && item.hasRefusal);
    return encodeFinish(this.finish, { hasRefusal });
  }

  private start(head: { createdAtSeconds: number; serviceTier?: string }): void {
    if (this.head !== undefined) return;
    this.head = createResponseObject(this.context, head);
    this.emit('response.created', { response: this.head });
    this.emit('response.in_progress', { response: this.head });
  }

  private finishResponse(finish: FinishReason): void {
    for (const part of this.order.takeRest()) this.writeBlock(part);
    this.finish = finish;
    this.closeItem();
  }

  private writeBlock(part: BlockPart): void {
    const isStart = part.type === 'media' || part.type.endsWith('-start');
    if (isStart && !this.openItem?.accepts(part)) {
      const next = this.createItem(part);
      if (next === undefined) return;
      this.openNext(next);
    }
    this.openItem?.write(part);
    if (part.type === 'tool-call-end' && part.signature) this.writeCallSignature(part.signature);
  }

  private createItem(part: BlockPart): ItemWriter | undefined {
    switch (part.type) {
      case 'text-start':
      case 'refusal-start':
        return new MessageWriter(this.createPosition('msg'));
      case 'reasoning-start':
        return new ReasoningWriter(this.createPosition('rs'));
      case 'tool-call-start':
        return this.createCall(part);
      case 'media': {
        const isImage = part.part.type === 'image' && part.part.source.kind === 'bytes';
        return isImage ? new ImageWriter(this.createPosition('ig')) : undefined;
      }
      default:
        return undefined;
    }
  }

  /** The call has the name and namespace that the client gave the tool. */
  private createCall({ id, name }: { id: string; name: string }): ItemWriter {
    const tool = this.tools.find(name) ?? { kind: 'function', name };
    const call = { id, name: tool.name, namespace: tool.namespace };
    switch (tool.kind) {
      case 'custom':
        return new CustomCallWriter(this.createPosition('ctc'), call);
      case 'tool-search':
        return new ToolSearchCallWriter(this.createPosition('tsc'), call);
      case 'function':
        return new FunctionCallWriter(this.createPosition('fc'), call);
    }
  }

  private writeCallSignature(signature: ReasoningSignature): void {
    const item = new ReasoningWriter(this.createPosition('rs'));
    item.carryCallSignature(signature);
    this.openNext(item);
  }

  private createPosition(prefix: ItemPrefix): ItemPosition {
    const outputIndex = this.items.length;
    const emit = this.emit.bind(this);
    return { id: buildOutputItemId(prefix, this.context.requestId, outputIndex), outputIndex, emit };
  }

  private openNext(item: ItemWriter): void {
    this.openItem?.close(false);
    this.items.push(item);
    this.openItem = item;
    item.open();
  }

  /**
   * Closes the open item. It is closed only when the next one starts or the response ends, because only then it is
   * known whether it is complete.
   */
  private closeItem(): void {
    this.openItem?.close(this.endState.status === 'incomplete');
    this.openItem = undefined;
  }

  private emit(type: string, fields: JsonObject): void {
    this.events.push({ type, sequence_number: this.sequenceNumber, ...fields });
    this.sequenceNumber += 1;
  }

  private takeEvents(): ResponseEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }
}

export function encodeResponse(response: ChatResponse, context: EncodingContext): JsonObject {
  const writer = new ResponseWriter(context);
  for (const part of streamResponse(response)) writer.push(part);
  writer.end();
  return writer.buildResponse();
}

export function createStreamEncoder(context: EncodingContext): Required<StreamEncoder> {
  const writer = new ResponseWriter(context);
  return {
    push: (part) => encodeEvents(writer.push(part)),
    end: () => encodeEvents(writer.end()),
    fail: (error) => encodeEvents(writer.fail(error)),
  };
}

function encodeEvents(events: readonly ResponseEvent[]): string {
  return events.map((event) => encodeSseEvent({ event: event.type, data: JSON.stringify(event) })).join('');
}
