import { type CancelSignal, type JsonObject } from '#canonical';
import { type ClientSide, type ClientStream } from '#relay';
import { SseDecoder } from '#sse';
import { parseAnswer } from '#wire';

type Keep = (response: JsonObject) => Promise<void>;

const FINAL_EVENTS = new Set(['response.completed', 'response.incomplete']);

/** Keeps a finished response just before its client learns of it: whoever builds upon it finds it there. */
export class CapturingClient implements ClientSide {
  constructor(
    private readonly client: ClientSide,
    private readonly keep: Keep,
  ) {}

  get signal(): CancelSignal {
    return this.client.signal;
  }

  async sendWhole(headers: Record<string, string>, body: Buffer): Promise<void> {
    await this.keep((await parseAnswer(body)) as JsonObject);
    await this.client.sendWhole(headers, body);
  }

  openStream(headers: Record<string, string>): ClientStream {
    const stream = this.client.openStream(headers);
    const decoder = new SseDecoder();
    return {
      write: async (bytes) => {
        const response = finalResponse(decoder, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
        if (response !== undefined) await this.keep(response);
        await stream.write(bytes);
      },
      end: () => stream.end(),
      breakOff: (lastWords) => stream.breakOff(lastWords),
    };
  }
}

function finalResponse(decoder: SseDecoder, bytes: Uint8Array): JsonObject | undefined {
  const blocks = decoder.push(bytes);
  const final = blocks.findLast(({ event }) => event?.event !== undefined && FINAL_EVENTS.has(event.event));
  if (final?.event === undefined) return undefined;
  return (JSON.parse(final.event.data) as { response?: JsonObject }).response;
}
