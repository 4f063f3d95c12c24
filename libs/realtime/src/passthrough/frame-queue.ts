import { type Frame } from '../sockets/frame.js';

export type HandleFrame = (frame: Frame) => void | Promise<void>;

export interface FrameQueueOptions {
  /** How much may wait before the queue is opened; beyond that `push` returns a promise. */
  maxWaitingBytes: number;
  /** Nothing is handled after a fault. */
  onFault: (fault: unknown) => void;
}

/** Handles frames one after the other in their order, and synchronously where possible. */
export class FrameQueue {
  private waiting: Frame[] = [];
  private waitingBytes = 0;
  private handle: HandleFrame | undefined;
  private isWorking = false;
  private isClosed = false;
  private idle: Promise<void> | undefined;
  private onIdle: () => void = () => undefined;

  constructor(private readonly options: FrameQueueOptions) {}

  /** A promise where no more should come before it has settled; it never rejects. */
  push(frame: Frame): Promise<void> | undefined {
    if (this.isClosed) return undefined;
    if (this.handle === undefined || this.isWorking) return this.keep(frame);
    const work = this.begin(this.handle, frame);
    if (work === undefined) return undefined;
    void this.goOn(this.handle, work);
    return this.untilIdle();
  }

  /** The next frame that waits for the queue to be opened. */
  take(): Frame | undefined {
    const frame = this.waiting.shift();
    this.waitingBytes -= frame?.data.length ?? 0;
    return frame;
  }

  /** From here on frames are handled: these, then those that wait, then all that come. */
  open(handle: HandleFrame, first: readonly Frame[] = []): void {
    this.handle = handle;
    this.waiting = [...first, ...this.waiting];
    void this.goOn(handle);
  }

  /** Nothing more is handled, and nobody waits any longer. */
  close(): void {
    this.isClosed = true;
    this.waiting = [];
    this.rest();
  }

  /** Resolves when all that has come was handled. */
  async whenIdle(): Promise<void> {
    await this.idle;
  }

  private keep(frame: Frame): Promise<void> | undefined {
    this.waiting.push(frame);
    this.waitingBytes += frame.data.length;
    const isFull = this.waitingBytes > this.options.maxWaitingBytes;
    return this.isWorking || isFull ? this.untilIdle() : undefined;
  }

  private begin(handle: HandleFrame, frame: Frame): Promise<void> | undefined {
    try {
      return handle(frame) ?? undefined;
    } catch (fault) {
      this.fail(fault);
      return undefined;
    }
  }

  private async goOn(handle: HandleFrame, work?: Promise<void>): Promise<void> {
    this.isWorking = true;
    void this.untilIdle();
    try {
      await work;
      while (this.waiting.length > 0) await this.handleAll(handle, this.takeAll());
    } catch (fault) {
      this.fail(fault);
    } finally {
      this.isWorking = false;
      this.rest();
    }
  }

  private async handleAll(handle: HandleFrame, frames: readonly Frame[]): Promise<void> {
    for (const frame of frames) {
      if (this.isClosed) return;
      const work = handle(frame);
      if (work !== undefined) await work;
    }
  }

  private takeAll(): Frame[] {
    const frames = this.waiting;
    this.waiting = [];
    this.waitingBytes = 0;
    return frames;
  }

  private fail(fault: unknown): void {
    this.close();
    this.options.onFault(fault);
  }

  private untilIdle(): Promise<void> {
    this.idle ??= new Promise((resolve) => {
      this.onIdle = resolve;
    });
    return this.idle;
  }

  private rest(): void {
    this.onIdle();
    this.idle = undefined;
  }
}
