import { type GatewayError, type JsonObject, type Usage } from '#canonical';
import { type SseBlock, encodeSseEvent } from '#sse';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { type StreamTap } from '../wire-format.js';
import { isObject } from './json-object.js';
import { readEvent } from './read-event.js';
import { failResponse } from './response-object.js';
import { readUsage } from './usage.js';

/** Looks at the events of a response that is only passed on. */
export class ResponseStreamTap implements StreamTap {
  isComplete = false;
  usage: Usage | undefined;
  private response: JsonObject = {};
  private readonly output: JsonObject[] = [];
  private sequenceNumber = -1;

  constructor(private readonly secrets: readonly string[]) {}

  get isTerminated(): boolean {
    return this.isComplete;
  }

  push(block: SseBlock): Uint8Array {
    const event = block.event && readEvent(block.event);
    if (event !== undefined) this.read(event);
    return block.raw;
  }

  /** Ends a response that broke, with what came of it. */
  fail(error: GatewayError): string {
    const response = failResponse({ ...this.response, output: this.output }, error);
    return encodeFailure(response, this.sequenceNumber + 1);
  }

  private read(event: JsonObject): void {
    const { type, response, item, sequence_number: sequenceNumber } = event;
    if (typeof sequenceNumber === 'number') this.sequenceNumber = sequenceNumber;
    if (isObject(response)) this.readResponse(response);
    if (type === 'response.output_item.done' && isObject(item)) this.output.push(item);
    if (type === 'error') throw decodeStreamedError(event, this.secrets);
    if (type === 'response.failed') throw decodeStreamedError(this.response['error'], this.secrets);
    if (type === 'response.completed' || type === 'response.incomplete') this.isComplete = true;
  }

  private readResponse(response: JsonObject): void {
    this.response = response;
    this.usage = readUsage(response['usage']) ?? this.usage;
  }
}

export function encodeFailure(response: JsonObject, sequenceNumber: number): string {
  const type = 'response.failed';
  const event = { type, sequence_number: sequenceNumber, response };
  return encodeSseEvent({ event: type, data: JSON.stringify(event) });
}
