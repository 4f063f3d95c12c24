import { type JsonObject } from '#canonical';
import { type ClientSide, type ClientStream } from '#relay';
import { type SseBlock, SseDecoder } from '#sse';
import { backgroundState } from '#wire';
import { type BackgroundRequest } from './background-response.js';
import { type EventBatches } from './event-batches.js';
import { type Run } from './run.js';

/** The limit for the events of one response. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A client that records the events of a background response. */
export class EventRecorder implements ClientSide {
  private readonly events: backgroundState.BackgroundEvents;
  private readonly decoder = new SseDecoder({ maxEventBytes: MAX_BYTES });
  private totalBytes = 0;
  /** Large events are parsed in slices, and later events wait for them. */
  private recording: Promise<void> = Promise.resolve();

  constructor(
    private readonly run: Run,
    request: BackgroundRequest,
    private readonly batches: EventBatches,
  ) {
    const initial = backgroundState.describe(request, 'in_progress');
    this.events = new backgroundState.BackgroundEvents(initial, backgroundState.FIRST_OUTPUT_SEQUENCE);
  }

  get signal(): AbortSignal {
    return this.run.signal;
  }

  /** The complete response. Undefined until the model has finished. */
  get final(): JsonObject | undefined {
    return this.events.final;
  }

  /** The items that are complete so far. */
  get output(): JsonObject[] {
    return this.events.output;
  }

  /** The sequence number of the next event. */
  get nextSequence(): number {
    return this.events.sequence;
  }

  /** Resolves when everything that was sent so far is recorded. */
  async whenIdle(): Promise<void> {
    await this.recording;
  }

  sendWhole(): never {
    throw new Error('a background response is always requested as a stream');
  }

  openStream(): ClientStream {
    return {
      write: (bytes) => this.write(bytes),
      end: () => undefined,
      abort: (finalEvent) => {
        // If the run was stopped, the stop reason is recorded instead.
        if (!this.signal.aborted) void this.record(finalEvent).catch(() => undefined);
      },
    };
  }

  private async write(bytes: Uint8Array | string): Promise<void> {
    this.signal.throwIfAborted();
    await this.record(bytes);
    if (this.totalBytes > MAX_BYTES) this.run.stop('too-large');
    await this.batches.waitForCapacity();
    this.signal.throwIfAborted();
  }

  private async record(bytes: Uint8Array | string): Promise<void> {
    const blocks = this.decoder.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    const recorded = this.recording.then(() => this.recordBlocks(blocks));
    this.recording = recorded.catch(() => undefined);
    await recorded;
  }

  private async recordBlocks(blocks: readonly SseBlock[]): Promise<void> {
    for (const { event } of blocks) {
      const numbered = event === undefined ? undefined : await this.events.push(event);
      if (event === undefined || numbered === undefined) continue;
      this.batches.push(numbered, event.data.length);
      this.totalBytes += event.data.length;
    }
  }
}
