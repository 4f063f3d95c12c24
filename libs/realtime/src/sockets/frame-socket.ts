import { type GatewayError } from '#canonical';
import { type RawData, WebSocket } from 'ws';
import { type Closing, toProtocolClosing, toSendableClosing } from './closing.js';
import { type Frame } from './frame.js';
import { type HeartbeatMember, joinHeartbeat, leaveHeartbeat } from './heartbeat-timer.js';
import { type MessageInlet } from './message-inlet.js';
import { Deferred, type OutputBudget, SendQueue, type WaterMarks } from './send-queue.js';

export interface FrameSocketOptions extends WaterMarks {
  pingMs: number;
  /** A peer without a sign of life for this long is considered dead. */
  deadAfterMs: number;
  /** A peer that is behind and reads nothing for this long is disconnected. */
  stallMs: number;
  /** A peer that has not caught up after this time is disconnected, even if it reads a little. */
  maxQueuedMs: number;
}

/** Memory limits for the socket of a client. */
export interface ClientBounds {
  /** Counts the bytes of messages as they arrive. */
  inlet?: MessageInlet | undefined;
  /** Counts the bytes that wait to be sent to the client. */
  output?: OutputBudget | undefined;
}

/** The methods must not throw, and their promises must not reject. */
export interface FrameSocketListener {
  /**
   * Not called while reading is paused, except for frames that had arrived when the connection ended. If it returns a
   * promise, the bytes of the frame count as arriving until it resolves.
   */
  onFrame(frame: Frame): void | Promise<void>;
  /** Called exactly once, after the last frame. If this side closed first, with its code. */
  onClose(code: number, reason: string): void;
  /** Called if a message is rejected before it is complete. The connection must then be closed. */
  onRefused?(error: GatewayError): void;
}

const DEFAULTS: FrameSocketOptions = {
  pingMs: 25_000,
  deadAfterMs: 60_000,
  highWaterBytes: 1024 * 1024,
  lowWaterBytes: 256 * 1024,
  stallMs: 30_000,
  maxQueuedMs: 120_000,
};

const CLOSE_MS = 3_000;
const MAX_BEAT_MS = 1_000;
const BEATS_PER_DEADLINE = 5;

const STALLED: Closing = { code: 1013, reason: 'the client reads too slowly' };
const DEAD: Closing = { code: 1006, reason: 'the peer no longer responds' };

/**
 * An open WebSocket with limits on its buffers and timeouts. It must be created in the tick in which the socket opens,
 * so that no frame is lost. No frame is read before `listen`.
 */
export class FrameSocket {
  private readonly options: FrameSocketOptions;
  private readonly sendQueue: SendQueue;
  private readonly inlet: MessageInlet | undefined;
  private readonly beatMs: number;
  private readonly member: HeartbeatMember = { beat: (elapsedMs) => this.beat(elapsedMs) };
  /** Frames that were parsed before reading was paused. */
  private readonly bufferedFrames: Frame[] = [];
  private listener?: FrameSocketListener;
  private closing?: Closing;
  private isClosed = false;
  private readonly whenClosed = new Deferred();
  private isPaused = true;
  /** Whether frames are dropped, because this side has closed. */
  private isIgnoring = false;
  private hasReceived = false;
  private silentMs = 0;
  private stalledMs = 0;
  private lateMs = 0;
  private sincePingMs = 0;
  /** The time that is left for the closing handshake. */
  private remainingCloseMs?: number;

  constructor(
    private readonly socket: WebSocket,
    options: Partial<FrameSocketOptions> = {},
    { inlet, output }: ClientBounds = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
    this.inlet = inlet;
    this.sendQueue = new SendQueue(socket, {
      marks: this.options,
      output,
      onOverflow: () => this.closeUnread(),
    });
    const { pingMs, deadAfterMs, stallMs, maxQueuedMs } = this.options;
    const deadlineMs = Math.min(pingMs, deadAfterMs, stallMs, maxQueuedMs);
    this.beatMs = Math.min(MAX_BEAT_MS, deadlineMs / BEATS_PER_DEADLINE);
    this.attach();
  }

  /** Starts reading. Called once. */
  listen(listener: FrameSocketListener): void {
    if (this.listener !== undefined) throw new Error('this socket already has a listener');
    this.listener = listener;
    if (this.inlet !== undefined) this.inlet.onRefused = (error) => listener.onRefused?.(error);
    if (this.isClosed) queueMicrotask(() => this.announce());
    else this.resume();
  }

  /** Has no effect if the connection is being closed. */
  send(data: string | Buffer, isBinary = false): void {
    if (this.isIgnoring || this.socket.readyState !== WebSocket.OPEN) return;
    this.sendQueue.push({ data: typeof data === 'string' ? Buffer.from(data) : data, isBinary });
  }

  /** Whether the peer is so far behind that nothing more should be sent. */
  get isBehind(): boolean {
    return this.sendQueue.isBehind;
  }

  /** Resolves when the peer has caught up or has disconnected. Undefined if it is not behind. */
  drained(): Promise<void> | undefined {
    return this.sendQueue.drained();
  }

  /** Resolves when the connection is closed. Never rejects. */
  get closed(): Promise<void> {
    return this.whenClosed.promise;
  }

  pause(): void {
    this.isPaused = true;
    // A connection that the peer is closing must be read to its end, or the close would not be detected.
    if (this.socket.readyState === WebSocket.OPEN && !this.isIgnoring) this.socket.pause();
  }

  resume(): void {
    if (this.listener === undefined) return;
    this.isPaused = false;
    queueMicrotask(() => this.flush());
  }

  /** Closes the connection after everything was sent. Only the first call has an effect. */
  close(code: number, reason: string): void {
    this.startClosing(toSendableClosing(code, reason), CLOSE_MS);
  }

  terminate(): void {
    this.ignoreFrames();
    this.sendQueue.discard();
    this.socket.terminate();
  }

  private attach(): void {
    const { socket } = this;
    socket.on('message', (data, isBinary) => this.receive(data, isBinary));
    socket.on('ping', (data) => this.answerPing(data));
    socket.on('pong', () => (this.hasReceived = true));
    socket.on('error', (error) => (this.closing ??= toProtocolClosing(error)));
    socket.once('close', (code, reason) => this.end({ code, reason: reason.toString() }));
    if (socket.readyState === WebSocket.CLOSED) return this.end({ code: 1006, reason: '' });
    socket.pause();
    joinHeartbeat(this.beatMs, this.member);
  }

  /** `ws` itself would queue a pong for each ping of a peer that does not read. */
  private answerPing(ping: Buffer): void {
    this.hasReceived = true;
    if (this.socket.readyState === WebSocket.OPEN) this.sendQueue.pong(ping);
  }

  private receive(data: RawData, isBinary: boolean): void {
    this.hasReceived = true;
    // `ws` returns Buffers by default.
    const frame = { data: data as Buffer, isBinary };
    if (this.isIgnoring) this.inlet?.give(frame.data.length);
    else if (this.isPaused || this.bufferedFrames.length > 0) this.bufferedFrames.push(frame);
    else this.emitFrame(frame);
  }

  /** The listener accounts for the memory of a frame once it has handled it. */
  private emitFrame(frame: Frame): void {
    const handled = this.listener?.onFrame(frame);
    const { inlet } = this;
    if (inlet === undefined) return;
    const { length } = frame.data;
    if (handled === undefined) inlet.give(length);
    else void handled.then(() => inlet.give(length));
  }

  private flush(): void {
    while (!this.isPaused) {
      const frame = this.bufferedFrames.shift();
      if (frame === undefined) return this.socket.resume();
      this.emitFrame(frame);
    }
  }

  private startClosing(closing: Closing, withinMs: number): void {
    if (this.isIgnoring || this.socket.readyState !== WebSocket.OPEN) return;
    this.closing = closing;
    // Adds one interval, because the next beat may be soon.
    this.remainingCloseMs = withinMs + this.beatMs;
    this.ignoreFrames();
    // Reading continues even if paused, because the connection ends with the peer's close frame.
    this.socket.resume();
    this.sendQueue.whenEmpty(() => this.socket.close(closing.code, closing.reason));
  }

  /** Discards the queued frames, because the close frame would have to wait behind them. */
  private closeUnread(): void {
    if (this.isIgnoring) return;
    this.sendQueue.discard();
    this.startClosing(STALLED, 0);
  }

  private ignoreFrames(): void {
    this.isIgnoring = true;
    this.bufferedFrames.length = 0;
  }

  private end(closing: Closing): void {
    leaveHeartbeat(this.beatMs, this.member);
    this.closing ??= closing;
    this.isClosed = true;
    this.sendQueue.discard();
    this.whenClosed.resolve();
    this.announce();
  }

  private announce(): void {
    const { listener, closing } = this;
    if (listener === undefined || closing === undefined) return;
    for (const frame of this.bufferedFrames.splice(0)) void listener.onFrame(frame);
    listener.onClose(closing.code, closing.reason);
  }

  private beat(elapsedMs: number): void {
    this.trackActivity(elapsedMs);
    this.inlet?.check();
    if (this.socket.readyState !== WebSocket.OPEN) this.remainingCloseMs ??= CLOSE_MS;
    if (this.remainingCloseMs !== undefined) {
      if (this.remainingCloseMs <= 0) this.socket.terminate();
    } else if (this.stalledMs >= this.options.stallMs || this.lateMs >= this.options.maxQueuedMs) {
      this.closeUnread();
    } else if (this.silentMs >= this.options.deadAfterMs) {
      this.closing = DEAD;
      this.terminate();
    } else if (this.sincePingMs >= this.options.pingMs) {
      this.sincePingMs = 0;
      this.socket.ping();
    }
  }

  /** A paused peer is not read, and a peer that reads what waits for it is alive. */
  private trackActivity(elapsedMs: number): void {
    const { isBehind, hasProgress } = this.sendQueue;
    const isAlive = this.hasReceived || this.isPaused || (isBehind && hasProgress);
    this.silentMs = isAlive ? 0 : this.silentMs + elapsedMs;
    this.stalledMs = hasProgress || !isBehind ? 0 : this.stalledMs + elapsedMs;
    this.lateMs = this.sendQueue.hasCaughtUp() ? 0 : this.lateMs + elapsedMs;
    this.sincePingMs += elapsedMs;
    if (this.remainingCloseMs !== undefined)
      this.remainingCloseMs = hasProgress ? CLOSE_MS : this.remainingCloseMs - elapsedMs;
    this.hasReceived = false;
    this.sendQueue.hasProgress = false;
  }
}
