import { type CancelSignal } from '#canonical';
import { MAX_STORED_BYTES, pickStoredHeaders } from '#idempotency';
import { type ClientSide, type ClientStream } from '../client-side.js';
import { type CacheKey } from './cache-key.js';
import { type AnswerOrigin } from './cached-answer.js';
import { type AnswerToKeep, type ResponseCache } from './response-cache.js';

const MISS = { 'x-modelgate-cache': 'miss' };
/** True of the first request alone. */
const NOT_REPEATED = [
  'x-modelgate-cache',
  'x-modelgate-attempts',
  'x-modelgate-cost-usd',
  'openai-processing-ms',
];

interface Recorded extends Omit<AnswerToKeep, 'origin' | 'body'> {
  recording: AnswerRecording;
}

/** Records an answer that was not in the cache, so that it can be kept there once it is known to be whole. */
export class CachingClient implements ClientSide {
  private whole: Recorded | undefined;

  constructor(
    private readonly client: ClientSide,
    private readonly cache: Pick<ResponseCache, 'keep'>,
    private readonly key: CacheKey,
  ) {}

  get signal(): CancelSignal {
    return this.client.signal;
  }

  async sendWhole(headers: Record<string, string>, body: Buffer): Promise<void> {
    const recording = new AnswerRecording(MAX_STORED_BYTES);
    recording.push(body);
    await this.client.sendWhole({ ...headers, ...MISS }, body);
    this.whole = { isStreamed: false, headers, recording };
  }

  openStream(headers: Record<string, string>): ClientStream {
    const recording = new AnswerRecording(MAX_STORED_BYTES);
    const stream = this.client.openStream({ ...headers, ...MISS });
    return {
      write: (bytes) => {
        recording.push(bytes);
        return stream.write(bytes);
      },
      end: () => {
        this.whole = { isStreamed: true, headers, recording };
        stream.end();
      },
      breakOff: (lastWords) => stream.breakOff(lastWords),
    };
  }

  /** To be called when the request has succeeded. Without a whole answer, or with one too large, this does nothing. */
  async keep(origin: AnswerOrigin): Promise<void> {
    const body = this.whole?.recording.bytes;
    if (this.whole === undefined || body === undefined) return;
    const { isStreamed, headers } = this.whole;
    await this.cache.keep(this.key, {
      isStreamed,
      headers: pickStoredHeaders(headers, NOT_REPEATED),
      body,
      origin,
    });
  }
}

/** The bytes of an answer on their way past, up to a limit; beyond it nothing is recorded. */
class AnswerRecording {
  private chunks: Buffer[] = [];
  private sizeBytes = 0;

  constructor(private readonly maxBytes: number) {}

  push(bytes: Uint8Array | string): void {
    if (this.sizeBytes > this.maxBytes) return;
    // A copy: what is passed on may be overwritten by whoever made it.
    const chunk = Buffer.from(bytes);
    this.sizeBytes += chunk.length;
    if (this.sizeBytes > this.maxBytes) this.chunks = [];
    else this.chunks.push(chunk);
  }

  /** Undefined where it was too much. */
  get bytes(): Buffer | undefined {
    return this.sizeBytes > this.maxBytes ? undefined : Buffer.concat(this.chunks);
  }
}
