import { type GatewayError, type JsonObject, type Usage } from '#canonical';
import { type SseBlock, encodeSseEvent } from '#sse';
import { decodeStreamedError } from '../errors/decode-upstream-error.js';
import { buildStreamErrorBody } from '../openai-dialect/response.js';
import { DONE, readChunk } from '../openai-dialect/chunk-stream.js';
import { type StreamTap } from '../wire-format.js';

export interface TypedEventOptions {
  /** An event of this type completes the response. */
  isTerminal(type: string): boolean;
  readUsage(event: JsonObject): Usage | undefined;
  /** Secrets of the channel that the upstream must not repeat to the client. */
  secrets: readonly string[];
}

/** Reads a stream whose events have a `type`, like those of OpenAI's media endpoints. */
export class TypedEventTap implements StreamTap {
  isComplete = false;
  usage: Usage | undefined;
  private isClosed = false;

  constructor(private readonly events: TypedEventOptions) {}

  get isTerminated(): boolean {
    return this.isComplete || this.isClosed;
  }

  push({ event, raw }: SseBlock): Uint8Array {
    if (event === undefined) return raw;
    if (event.data.trim() === DONE) this.isClosed = true;
    else this.read(readChunk(event.data) as JsonObject, event.event);
    return raw;
  }

  fail(error: GatewayError): string {
    return encodeTypedError(error);
  }

  private read(event: JsonObject, name: string | undefined): void {
    const type = typeof event['type'] === 'string' ? event['type'] : name;
    const isError = name === 'error' || type === 'error' || event['error'] != null;
    if (isError) throw decodeStreamedError(event, this.events.secrets);
    this.usage = this.events.readUsage(event) ?? this.usage;
    if (type !== undefined && this.events.isTerminal(type)) this.isComplete = true;
  }
}

export function encodeTypedEvent(event: JsonObject & { type: string }): string {
  return encodeSseEvent({ event: event.type, data: JSON.stringify(event) });
}

/** The event that ends a stream which failed after its first byte. */
export function encodeTypedError(error: GatewayError): string {
  return encodeTypedEvent({ type: 'error', ...buildStreamErrorBody(error) });
}
