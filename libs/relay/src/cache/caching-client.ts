import { type CancelSignal } from '#canonical';
import { MAX_STORED_BYTES, pickStoredHeaders } from '#idempotency';
import { type ClientSide, type ClientStream } from '../client-side.js';
import { type CacheKey } from './cache-key.js';
import { type ResponseOrigin } from './cached-response.js';
import { type NewEntry, type ResponseCache } from './response-cache.js';

const MISS = { 'x-modelgate-cache': 'miss' };
/** Headers that are valid for the first request only. */
const UNCACHED_HEADERS = [
  'x-modelgate-cache',
  'x-modelgate-attempts',
  'x-modelgate-cost-usd',
  'openai-processing-ms',
];

interface RecordedResponse extends Omit<NewEntry, 'origin' | 'body'> {
  recording: ResponseRecording;
}

/** Records a response while it is sent, so that it can be cached when it is complete. */
export class CachingClient implements ClientSide {
  private completed: RecordedResponse | undefined;

  constructor(
    private readonly client: ClientSide,
    private readonly cache: Pick<ResponseCache, 'keep'>,
    private readonly key: CacheKey,
  ) {}

  get signal(): CancelSignal {
    return this.client.signal;
  }

  async sendWhole(headers: Record<string, string>, body: Buffer): Promise<void> {
    const recording = new ResponseRecording(MAX_STORED_BYTES);
    recording.push(body);
    await this.client.sendWhole({ ...headers, ...MISS }, body);
    this.completed = { isStreamed: false, headers, recording };
  }

  openStream(headers: Record<string, string>): ClientStream {
    const recording = new ResponseRecording(MAX_STORED_BYTES);
    const stream = this.client.openStream({ ...headers, ...MISS });
    return {
      write: (bytes) => {
        recording.push(bytes);
        return stream.write(bytes);
      },
      end: () => {
        this.completed = { isStreamed: true, headers, recording };
        stream.end();
      },
      abort: (finalEvent) => stream.abort(finalEvent),
    };
  }

  /** Called when the request has succeeded. Does nothing if the response is incomplete or too large. */
  async store(origin: ResponseOrigin): Promise<void> {
    const body = this.completed?.recording.bytes;
    if (this.completed === undefined || body === undefined) return;
    const { isStreamed, headers } = this.completed;
    await this.cache.keep(this.key, {
      isStreamed,
      headers: pickStoredHeaders(headers, UNCACHED_HEADERS),
      body,
      origin,
    });
  }
}

/** Records the bytes of a response, or nothing if they exceed the limit. */
class ResponseRecording {
  private chunks: Buffer[] = [];
  private sizeBytes = 0;

  constructor(private readonly maxBytes: number) {}

  push(bytes: Uint8Array | string): void {
    if (this.sizeBytes > this.maxBytes) return;
    // Copied, because the caller may reuse the buffer.
    const chunk = Buffer.from(bytes);
    this.sizeBytes += chunk.length;
    if (this.sizeBytes > this.maxBytes) this.chunks = [];
    else this.chunks.push(chunk);
  }

  /** Undefined if the limit was exceeded. */
  get bytes(): Buffer | undefined {
    return this.sizeBytes > this.maxBytes ? undefined : Buffer.concat(this.chunks);
  }
}
