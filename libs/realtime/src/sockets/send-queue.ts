import { type WebSocket } from 'ws';
import { type Frame } from './frame.js';

export interface WaterMarks {
  highWaterBytes: number;
  lowWaterBytes: number;
}

/** Counts the bytes that wait to be sent to a client. */
export interface OutputBudget {
  /** Sets the number of waiting bytes of this socket. Returns false if they exceed the limit of its token. */
  set(bytes: number): boolean;
}

export interface SendQueueOptions {
  marks: WaterMarks;
  output?: OutputBudget | undefined;
  /** Called if the sent bytes exceed the output budget. */
  onOverflow?: () => void;
}

/**
 * The limit of bytes in `ws` at a time. It reports progress only per call, so more would hide the progress of a slow
 * peer.
 */
const WINDOW_BYTES = 64 * 1024;

/** The frames that wait for a slow peer. */
export class SendQueue {
  /** Whether the peer has read something since the last heartbeat, which resets it. */
  hasProgress = false;
  private readonly marks: WaterMarks;
  private isOverMark = false;
  private waitingBytes = 0;
  private sentBytes = 0;
  private countedBytes = 0;
  /** The peer has caught up when it has read this many of the sent bytes. */
  private dueBytes = 0;
  private readonly waiting: Frame[] = [];
  private pendingPong?: Buffer;
  private drain?: Deferred;
  private onEmpty?: () => void;

  constructor(
    private readonly socket: WebSocket,
    private readonly options: SendQueueOptions,
  ) {
    this.marks = options.marks;
  }

  /** True from the high-water mark until the low-water mark. */
  get isBehind(): boolean {
    return this.isOverMark;
  }

  push(frame: Frame): void {
    this.sentBytes += frame.data.length;
    if (this.waiting.length === 0 && this.hasRoom) this.sendNow(frame);
    else {
      this.waiting.push(frame);
      this.waitingBytes += frame.data.length;
    }
    if (this.pendingBytes > this.marks.highWaterBytes) this.isOverMark = true;
    this.count();
  }

  /** Whether the peer has read everything that was waiting when this last returned true. */
  hasCaughtUp(): boolean {
    if (this.sentBytes - this.pendingBytes < this.dueBytes) return false;
    this.dueBytes = this.sentBytes;
    return true;
  }

  /** Sends a pong. Of several pings, the protocol requires a pong only for the last. */
  pong(data: Buffer): void {
    if (this.hasRoom) this.socket.pong(data, undefined, this.onSent);
    else this.pendingPong = data;
  }

  drained(): Promise<void> | undefined {
    if (!this.isOverMark) return undefined;
    this.drain ??= new Deferred();
    return this.drain.promise;
  }

  /** Calls back when everything was passed to `ws`. */
  whenEmpty(onEmpty: () => void): void {
    if (this.waiting.length === 0) onEmpty();
    else this.onEmpty = onEmpty;
  }

  /** Drops all frames, because the peer will not read them. */
  discard(): void {
    this.waiting.length = 0;
    this.waitingBytes = 0;
    this.pendingPong = undefined;
    this.onEmpty = undefined;
    this.releaseWaiters();
    this.count();
  }

  private get hasRoom(): boolean {
    return this.socket.bufferedAmount < WINDOW_BYTES;
  }

  private get pendingBytes(): number {
    return this.waitingBytes + this.socket.bufferedAmount;
  }

  private sendNow(frame: Frame): void {
    this.socket.send(frame.data, { binary: frame.isBinary }, this.onSent);
  }

  private readonly onSent = (error?: Error | null): void => {
    if (error) return;
    this.hasProgress = true;
    this.sendPendingPong();
    this.pump();
    if (this.isOverMark && this.pendingBytes <= this.marks.lowWaterBytes) this.releaseWaiters();
    this.count();
  };

  private count(): void {
    const { output, onOverflow } = this.options;
    const { pendingBytes } = this;
    if (output === undefined || pendingBytes === this.countedBytes) return;
    this.countedBytes = pendingBytes;
    if (!output.set(pendingBytes)) onOverflow?.();
  }

  private sendPendingPong(): void {
    const { pendingPong } = this;
    this.pendingPong = undefined;
    if (pendingPong !== undefined) this.pong(pendingPong);
  }

  private pump(): void {
    while (this.hasRoom) {
      const frame = this.waiting.shift();
      if (frame === undefined) return this.reportEmpty();
      this.waitingBytes -= frame.data.length;
      this.sendNow(frame);
    }
  }

  private reportEmpty(): void {
    const { onEmpty } = this;
    this.onEmpty = undefined;
    onEmpty?.();
  }

  private releaseWaiters(): void {
    this.isOverMark = false;
    this.drain?.resolve();
    this.drain = undefined;
  }
}

/** A promise that is resolved from outside. */
export class Deferred {
  readonly promise: Promise<void>;
  resolve: () => void;

  constructor() {
    this.promise = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }
}
