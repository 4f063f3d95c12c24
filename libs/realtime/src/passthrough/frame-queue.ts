import { type Frame } from '../sockets/frame.js';

export type HandleFrame = (frame: Frame) => void | Promise<void>;

export interface FrameQueueOptions {
  /** How many bytes may wait before the queue is opened. Above it, `push` returns a promise. */
  maxWaitingBytes: number;
  /** Called for an error, after which no frame is handled. */
  onFault: (fault: unknown) => void;
}

/** Handles frames one by one in order, synchronously if possible. */
export class FrameQueue {
  private waiting: Frame[] = [];
  private waitingBytes = 0;
  private handle: HandleFrame | undefined;
  private isWorking = false;
  private isClosed = false;
  private idle: Promise<void> | undefined;
  private onIdle: () => void = () => undefined;

  constructor(private readonly options: FrameQueueOptions) {}

  /** Returns a promise if the sender should pause until it settles. It never rejects. */
  push(frame: Frame): Promise<void> | undefined {
    if (this.isClosed) return undefined;
    if (this.handle === undefined || this.isWorking) return this.enqueue(frame);
    const work = this.startHandling(this.handle, frame);
    if (work === undefined) return undefined;
    void this.handleWaiting(this.handle, work);
    return this.untilIdle();
  }

  /** Removes and returns the next waiting frame. */
  shift(): Frame | undefined {
    const frame = this.waiting.shift();
    this.waitingBytes -= frame?.data.length ?? 0;
    return frame;
  }

  /** Starts handling: first these frames, then the waiting ones, then new ones. */
  open(handle: HandleFrame, first: readonly Frame[] = []): void {
    this.handle = handle;
    this.waiting = [...first, ...this.waiting];
    void this.handleWaiting(handle);
  }

  /** Drops all frames and resolves pending promises. */
  close(): void {
    this.isClosed = true;
    this.waiting = [];
    this.notifyIdle();
  }

  /** Resolves when all received frames were handled. */
  async whenIdle(): Promise<void> {
    await this.idle;
  }

  private enqueue(frame: Frame): Promise<void> | undefined {
    this.waiting.push(frame);
    this.waitingBytes += frame.data.length;
    const isFull = this.waitingBytes > this.options.maxWaitingBytes;
    return this.isWorking || isFull ? this.untilIdle() : undefined;
  }

  private startHandling(handle: HandleFrame, frame: Frame): Promise<void> | undefined {
    try {
      return handle(frame) ?? undefined;
    } catch (fault) {
      this.fail(fault);
      return undefined;
    }
  }

  private async handleWaiting(handle: HandleFrame, work?: Promise<void>): Promise<void> {
    this.isWorking = true;
    void this.untilIdle();
    try {
      await work;
      while (this.waiting.length > 0) await this.handleAll(handle, this.takeAll());
    } catch (fault) {
      this.fail(fault);
    } finally {
      this.isWorking = false;
      this.notifyIdle();
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

  private notifyIdle(): void {
    this.onIdle();
    this.idle = undefined;
  }
}
