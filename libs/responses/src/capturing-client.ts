import { type CancelSignal, type JsonObject } from '#canonical';
import { encodeResponseJson, parseResponseJson } from '#json-scan';
import { type ClientSide, type ClientStream } from '#relay';
import { type SseBlock, SseDecoder, encodeSseEvent } from '#sse';

/** Stores a response. Returns false if that failed. */
type Store = (response: JsonObject) => Promise<boolean>;

const WARNINGS = 'x-modelgate-warnings';
const FINAL_EVENTS = new Set(['response.completed', 'response.incomplete']);

/**
 * Stores a finished response before its client receives it, so that the client can continue from it at once. If it
 * could not be stored, `store` in the response is false.
 */
export class CapturingClient implements ClientSide {
  constructor(
    private readonly client: ClientSide,
    private readonly store: Store,
  ) {}

  get signal(): CancelSignal {
    return this.client.signal;
  }

  async sendWhole(headers: Record<string, string>, body: Buffer): Promise<void> {
    const response = (await parseResponseJson(body)) as JsonObject;
    if (await this.store(response)) return this.client.sendWhole(headers, body);
    const warnings = [headers[WARNINGS], 'store'].filter(Boolean).join(', ');
    const unstored = await encodeResponseJson({ ...response, store: false }, body);
    await this.client.sendWhole({ ...headers, [WARNINGS]: warnings }, unstored);
  }

  openStream(headers: Record<string, string>): ClientStream {
    const stream = this.client.openStream(headers);
    const decoder = new SseDecoder();
    const write = async (bytes: Uint8Array): Promise<void> => {
      // Complete blocks only, because the last event may have to be changed.
      for (const block of decoder.push(bytes)) await stream.write(await this.captureBlock(block));
    };
    return {
      write: (bytes) => write(typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
      end: () => {
        const { tail } = decoder.end();
        if (tail.length > 0) void stream.write(tail);
        stream.end();
      },
      abort: (finalEvent) => stream.abort(finalEvent),
    };
  }

  private async captureBlock({ event, raw }: SseBlock): Promise<Uint8Array | string> {
    if (event?.event === undefined || !FINAL_EVENTS.has(event.event)) return raw;
    const final = (await parseResponseJson(Buffer.from(event.data))) as JsonObject & {
      response?: JsonObject;
    };
    if (final.response === undefined || (await this.store(final.response))) return raw;
    const unstored = { ...final, response: { ...final.response, store: false } };
    return encodeSseEvent({ event: event.event, data: JSON.stringify(unstored) });
  }
}
