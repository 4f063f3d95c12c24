import { type JsonObject } from '#canonical';
import { type ClientSide, type ClientStream } from '#relay';
import { SseDecoder } from '#sse';
import { backgroundState } from '#wire';
import { type BackgroundRequest } from './background-response.js';
import { type EventBatches } from './event-batches.js';
import { type Run } from './run.js';

/** The most that is kept of one response. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Stands where a client would, and has what it is told written down. */
export class EventRecorder implements ClientSide {
  private readonly answer: backgroundState.BackgroundEvents;
  private readonly decoder = new SseDecoder({ maxEventBytes: MAX_BYTES });
  private totalBytes = 0;

  constructor(
    private readonly run: Run,
    request: BackgroundRequest,
    private readonly batches: EventBatches,
  ) {
    const promised = backgroundState.describe(request, 'in_progress');
    this.answer = new backgroundState.BackgroundEvents(promised, backgroundState.FIRST_OUTPUT_SEQUENCE);
  }

  get signal(): AbortSignal {
    return this.run.signal;
  }

  /** The whole response, once it has ended by itself. */
  get final(): JsonObject | undefined {
    return this.answer.final;
  }

  /** The items that are whole so far. */
  get output(): JsonObject[] {
    return this.answer.output;
  }

  /** The number of the next event. */
  get nextSequence(): number {
    return this.answer.sequence;
  }

  sendWhole(): never {
    throw new Error('what runs in the background is asked for as a stream');
  }

  openStream(): ClientStream {
    return {
      write: (bytes) => this.write(bytes),
      end: () => undefined,
      breakOff: (lastWords) => {
        // Whoever has stopped the run knows better why it ended.
        if (!this.signal.aborted) this.record(lastWords);
      },
    };
  }

  private async write(bytes: Uint8Array | string): Promise<void> {
    this.signal.throwIfAborted();
    this.record(bytes);
    if (this.totalBytes > MAX_BYTES) this.run.stop('too-large');
    await this.batches.waitForRoom();
    this.signal.throwIfAborted();
  }

  private record(bytes: Uint8Array | string): void {
    for (const { event } of this.decoder.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)) {
      const named = event === undefined ? undefined : this.answer.push(event);
      if (event === undefined || named === undefined) continue;
      this.batches.push(named, event.data.length);
      this.totalBytes += event.data.length;
    }
  }
}
