import { type JsonObject } from '#canonical';
import { type DecodedBlock, type EmitPart } from './decoded-block.js';
import { type AnswerTraits } from './finish-reason.js';
import {
  type BlockSink,
  CallReader,
  ImageReader,
  type ItemReader,
  MessageReader,
  ReasoningReader,
} from './item-readers.js';
import { isObject } from './json-object.js';

interface KnownItem {
  id: unknown;
  index: unknown;
  reader: ItemReader;
}

/** The items of an answer, found again by id or by place: some services spell the id differently in each event. */
export class OutputReader {
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
  return itemId ?? (isObject(item) ? item['id'] : undefined);
}

function getContentIndex({ content_index: index }: JsonObject): number {
  return typeof index === 'number' ? index : 0;
}
