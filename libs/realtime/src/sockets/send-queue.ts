import { type WebSocket } from 'ws';
import { type Frame } from './frame.js';

export interface WaterMarks {
  highWaterBytes: number;
  lowWaterBytes: number;
}

/** What `ws` is given at a time. It reports what it was given as a whole, so more would hide a slow peer's progress. */
const WINDOW_BYTES = 64 * 1024;

/** The frames that wait for a slow peer, in order. */
export class SendQueue {
  /** Set each time the peer has taken something; the heartbeat resets it. */
  hasTaken = false;
  private isOverMark = false;
  private waitingBytes = 0;
  private readonly waiting: Frame[] = [];
  private owedPong?: Buffer;
  private drain?: Deferred;
  private onEmpty?: () => void;

  constructor(
    private readonly socket: WebSocket,
    private readonly marks: WaterMarks,
  ) {}

  /** From when the high-water mark was passed until the low-water mark is reached. */
  get isBehind(): boolean {
    return this.isOverMark;
  }

  push(frame: Frame): void {
    if (this.waiting.length === 0 && this.hasRoom) this.hand(frame);
    else {
      this.waiting.push(frame);
      this.waitingBytes += frame.data.length;
    }
    if (this.pendingBytes > this.marks.highWaterBytes) this.isOverMark = true;
  }

  /** Answers a ping. Of several that a slow peer sends, the protocol wants only the last to be answered. */
  pong(data: Buffer): void {
    if (this.hasRoom) this.socket.pong(data, undefined, this.onTaken);
    else this.owedPong = data;
  }

  drained(): Promise<void> | undefined {
    if (!this.isOverMark) return undefined;
    this.drain ??= new Deferred();
    return this.drain.promise;
  }

  /** Calls back once `ws` has been given everything. */
  whenEmpty(onEmpty: () => void): void {
    if (this.waiting.length === 0) onEmpty();
    else this.onEmpty = onEmpty;
  }

  /** Forgets what the peer has not taken: it will not take it any more. */
  discard(): void {
    this.waiting.length = 0;
    this.waitingBytes = 0;
    this.owedPong = undefined;
    this.onEmpty = undefined;
    this.letGo();
  }

  private get hasRoom(): boolean {
    return this.socket.bufferedAmount < WINDOW_BYTES;
  }

  private get pendingBytes(): number {
    return this.waitingBytes + this.socket.bufferedAmount;
  }

  private hand(frame: Frame): void {
    this.socket.send(frame.data, { binary: frame.isBinary }, this.onTaken);
  }

  private readonly onTaken = (error?: Error | null): void => {
    if (error) return;
    this.hasTaken = true;
    this.payPong();
    this.pump();
    if (this.isOverMark && this.pendingBytes <= this.marks.lowWaterBytes) this.letGo();
  };

  private payPong(): void {
    const { owedPong } = this;
    this.owedPong = undefined;
    if (owedPong !== undefined) this.pong(owedPong);
  }

  private pump(): void {
    while (this.hasRoom) {
      const frame = this.waiting.shift();
      if (frame === undefined) return this.reportEmpty();
      this.waitingBytes -= frame.data.length;
      this.hand(frame);
    }
  }

  private reportEmpty(): void {
    const { onEmpty } = this;
    this.onEmpty = undefined;
    onEmpty?.();
  }

  private letGo(): void {
    this.isOverMark = false;
    this.drain?.resolve();
    this.drain = undefined;
  }
}

/** A promise that somebody else resolves. */
export class Deferred {
  readonly promise: Promise<void>;
  resolve: () => void;

  constructor() {
    this.promise = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }
}
