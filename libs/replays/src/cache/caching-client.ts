import { type ClientEnd, type StreamEnd } from '../client-end.js';
import { headersWorthKeeping } from '../headers-worth-keeping.js';
import { MAX_KEPT_BYTES } from '../kept-answer.js';
import { AnswerRecording } from './answer-recording.js';
import { type CachePlace } from './cache-place.js';
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
export class CachingClient implements ClientEnd {
  private whole: Recorded | undefined;

  constructor(
    private readonly client: ClientEnd,
    private readonly cache: Pick<ResponseCache, 'keep'>,
    private readonly place: CachePlace,
  ) {}

  get signal(): AbortSignal {
    return this.client.signal;
  }

  async sendWhole(headers: Record<string, string>, body: Buffer): Promise<void> {
    const recording = new AnswerRecording(MAX_KEPT_BYTES);
    recording.push(body);
    await this.client.sendWhole({ ...headers, ...MISS }, body);
    this.whole = { isStreamed: false, headers, recording };
  }

  openStream(headers: Record<string, string>): StreamEnd {
    const recording = new AnswerRecording(MAX_KEPT_BYTES);
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
    await this.cache.keep(this.place, {
      isStreamed,
      headers: headersWorthKeeping(headers, NOT_REPEATED),
      body,
      origin,
    });
  }
}
