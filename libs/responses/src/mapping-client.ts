import { type CancelSignal, type JsonObject } from '#canonical';
import { encodeResponseJson, parseResponseJson } from '#json-scan';
import { type ClientSide, type ClientStream } from '#relay';
import { type SseBlock, SseDecoder } from '#sse';

/** How a response is changed before the client receives it. */
export interface ResponseMapping {
  mapWhole(response: JsonObject): JsonObject;
  /** Returns a function from a block of a stream to the bytes to send. */
  createBlockMapper(): (block: SseBlock) => string | Uint8Array;
}

/** Changes a response before the client receives it. */
export class MappingClient implements ClientSide {
  constructor(
    private readonly client: ClientSide,
    private readonly mapping: ResponseMapping,
  ) {}

  get signal(): CancelSignal {
    return this.client.signal;
  }

  async sendWhole(headers: Record<string, string>, body: Buffer): Promise<void> {
    const mapped = this.mapping.mapWhole((await parseResponseJson(body)) as JsonObject);
    await this.client.sendWhole(headers, await encodeResponseJson(mapped, body));
  }

  openStream(headers: Record<string, string>): ClientStream {
    const stream = this.client.openStream(headers);
    const decoder = new SseDecoder();
    const map = this.mapping.createBlockMapper();
    return {
      write: async (bytes) => {
        for (const block of decoder.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)) {
          const mapped = map(block);
          if (mapped.length > 0) await stream.write(mapped);
        }
      },
      end: () => stream.end(),
      abort: (finalEvent) => stream.abort(finalEvent),
    };
  }
}
