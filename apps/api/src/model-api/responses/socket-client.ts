import { type CancelSignal, type JsonObject } from '#canonical';
import { type SessionClient } from '#realtime';
import { type ClientSide, type ClientStream } from '#relay';
import { type SseBlock, SseDecoder } from '#sse';
import { responseSocket, responseState } from '#wire';

/** Longer texts are encoded in slices. */
const LARGE_CHARACTERS = 256 * 1024;
const FINAL_EVENTS = new Set(['response.completed', 'response.incomplete']);

export interface SocketClientOptions {
  client: SessionClient;
  signal: CancelSignal;
  streamId: string | undefined;
}

/** Sends the response of the relay to a client over a WebSocket: each event of the stream is a frame. */
export class SocketClient implements ClientSide {
  readonly signal: CancelSignal;
  hasBegun = false;
  /** Set when the response is complete. The next request can continue it. */
  final: { id: string; output: JsonObject[]; isLarge: boolean } | undefined;
  private readonly items: JsonObject[] = [];

  constructor(private readonly options: SocketClientOptions) {
    this.signal = options.signal;
  }

  sendWhole(_headers: Record<string, string>, body: Buffer): void {
    this.signal.throwIfAborted();
    this.hasBegun = true;
    const response = JSON.parse(body.toString('utf8')) as JsonObject;
    this.sendEvent(JSON.stringify({ type: 'response.completed', sequence_number: 0, response }));
  }

  openStream(): ClientStream {
    this.signal.throwIfAborted();
    this.hasBegun = true;
    const decoder = new SseDecoder();
    const send = (bytes: Uint8Array | string): void =>
      this.sendBlocks(decoder.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes));
    return {
      write: (bytes) => {
        if (this.signal.aborted) throw this.signal.reason;
        send(bytes);
        return this.options.client.drained();
      },
      end: () => undefined,
      abort: (finalEvent) => send(finalEvent),
    };
  }

  private sendBlocks(blocks: readonly SseBlock[]): void {
    for (const { event } of blocks) {
      if (event === undefined || event.data === '[DONE]') continue;
      this.sendEvent(event.data);
      if (event.event === 'response.output_item.done') this.keepItem(event.data);
      if (event.event !== undefined && FINAL_EVENTS.has(event.event)) this.keepResponse(event.data);
    }
  }

  private keepItem(data: string): void {
    const { item } = JSON.parse(data) as { item?: JsonObject };
    if (item !== undefined) this.items.push(item);
  }

  private sendEvent(data: string): void {
    this.options.client.send(responseSocket.encodeSocketEvent(data, this.options.streamId));
  }

  private keepResponse(data: string): void {
    const { response = {} } = JSON.parse(data) as { response?: JsonObject };
    const { id } = response;
    if (typeof id !== 'string') return;
    const listed = responseState.responseOutputItems(response);
    // The last event of some services does not list the items that were sent before.
    this.final = {
      id,
      output: listed.length > 0 ? listed : this.items,
      isLarge: data.length > LARGE_CHARACTERS,
    };
  }
}
