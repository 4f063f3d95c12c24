import { type GatewayError } from '#canonical';
import { type RawData, WebSocket } from 'ws';
import { type Closing, toProtocolClosing, toSendableClosing } from './closing.js';
import { type Frame } from './frame.js';
import { type HeartbeatMember, joinHeartbeat, leaveHeartbeat } from './heartbeat-timer.js';
import { type MessageInlet } from './message-inlet.js';
import { Deferred, SendQueue, type WaterMarks } from './send-queue.js';

export interface FrameSocketOptions extends WaterMarks {
  pingMs: number;
  /** A peer that has not answered for this long is taken for dead. */
  deadAfterMs: number;
  /** A peer that is behind and takes nothing for this long is disconnected. */
  stallMs: number;
}

/** Neither may throw. */
export interface FrameSocketListener {
  /** Not called while reading is paused, but for what had arrived already when the connection ended. */
  onFrame(frame: Frame): void;
  /** Called exactly once, after the last frame. Says what this side has closed with, if it closed first. */
  onClose(code: number, reason: string): void;
  /** A message is refused before it is whole; the connection has to be closed. */
  onRefused?(error: GatewayError): void;
}

const DEFAULTS: FrameSocketOptions = {
  pingMs: 25_000,
  deadAfterMs: 60_000,
  highWaterBytes: 1024 * 1024,
  lowWaterBytes: 256 * 1024,
  stallMs: 30_000,
};

const CLOSE_MS = 3_000;
const MAX_BEAT_MS = 1_000;
const BEATS_PER_DEADLINE = 5;

const STALLED: Closing = { code: 1013, reason: 'the client does not read' };
const DEAD: Closing = { code: 1006, reason: 'the other side no longer answers' };

/**
 * An open WebSocket with bounds on what it buffers and how long it waits. Create it in the same tick as the socket
 * opens: no frame is lost, and none is read before `listen`.
 */
export class FrameSocket {
  private readonly options: FrameSocketOptions;
  private readonly sendQueue: SendQueue;
  private readonly beatMs: number;
  private readonly member: HeartbeatMember = { beat: (elapsedMs) => this.beat(elapsedMs) };
  /** Frames that were already parsed when reading was paused. */
  private readonly held: Frame[] = [];
  private listener?: FrameSocketListener;
  private closing?: Closing;
  private isClosed = false;
  private readonly whenClosed = new Deferred();
  private isPaused = true;
  /** Frames are dropped once this side has closed. */
  private isIgnoring = false;
  private hasReceived = false;
  private silentMs = 0;
  private stalledMs = 0;
  private sincePingMs = 0;
  /** Time left for the closing handshake. */
  private leftMs?: number;

  constructor(
    private readonly socket: WebSocket,
    options: Partial<FrameSocketOptions> = {},
    /** Where the bytes of messages are counted as they arrive. */
    private readonly inlet?: MessageInlet,
  ) {
    this.options = { ...DEFAULTS, ...options };
    this.sendQueue = new SendQueue(socket, this.options);
    const { pingMs, deadAfterMs, stallMs } = this.options;
    this.beatMs = Math.min(MAX_BEAT_MS, Math.min(pingMs, deadAfterMs, stallMs) / BEATS_PER_DEADLINE);
    this.attach();
  }

  /** To be called once: reading begins here. */
  listen(listener: FrameSocketListener): void {
    if (this.listener !== undefined) throw new Error('somebody listens to this socket already');
    this.listener = listener;
    if (this.inlet !== undefined) this.inlet.onRefused = (error) => listener.onRefused?.(error);
    if (this.isClosed) queueMicrotask(() => this.announce());
    else this.resume();
  }

  /** Does nothing once the connection is being closed. */
  send(data: string | Buffer, isBinary = false): void {
    if (this.isIgnoring || this.socket.readyState !== WebSocket.OPEN) return;
    this.sendQueue.push({ data: typeof data === 'string' ? Buffer.from(data) : data, isBinary });
  }

  /** Whether so much waits for the peer that no more should be sent. */
  get isBehind(): boolean {
    return this.sendQueue.isBehind;
  }

  /** Resolves when the peer has caught up or is gone; undefined where it is not behind. */
  drained(): Promise<void> | undefined {
    return this.sendQueue.drained();
  }

  /** Resolves, and never rejects, when the connection is gone. */
  get closed(): Promise<void> {
    return this.whenClosed.promise;
  }

  pause(): void {
    this.isPaused = true;
    // One that is being closed by the peer is read to its end, or the end would never be seen.
    if (this.socket.readyState === WebSocket.OPEN && !this.isIgnoring) this.socket.pause();
  }

  resume(): void {
    if (this.listener === undefined) return;
    this.isPaused = false;
    queueMicrotask(() => this.flow());
  }

  /** What was sent before still goes out. The first of several calls counts. */
  close(code: number, reason: string): void {
    this.shut(toSendableClosing(code, reason), CLOSE_MS);
  }

  terminate(): void {
    this.ignoreFrames();
    this.sendQueue.discard();
    this.socket.terminate();
  }

  private attach(): void {
    const { socket } = this;
    socket.on('message', (data, isBinary) => this.take(data, isBinary));
    socket.on('ping', (data) => this.answer(data));
    socket.on('pong', () => (this.hasReceived = true));
    socket.on('error', (error) => (this.closing ??= toProtocolClosing(error)));
    socket.once('close', (code, reason) => this.end({ code, reason: reason.toString() }));
    if (socket.readyState === WebSocket.CLOSED) return this.end({ code: 1006, reason: '' });
    socket.pause();
    joinHeartbeat(this.beatMs, this.member);
  }

  /** `ws` itself would keep an answer for each ping of a peer that reads none of them. */
  private answer(ping: Buffer): void {
    this.hasReceived = true;
    if (this.socket.readyState === WebSocket.OPEN) this.sendQueue.pong(ping);
  }

  private take(data: RawData, isBinary: boolean): void {
    this.hasReceived = true;
    // `ws` gives Buffers unless it is asked for something else.
    const frame = { data: data as Buffer, isBinary };
    if (this.isIgnoring) this.inlet?.give(frame.data.length);
    else if (this.isPaused || this.held.length > 0) this.held.push(frame);
    else this.hand(frame);
  }

  /** Whoever takes a frame counts it from then on. */
  private hand(frame: Frame): void {
    this.listener?.onFrame(frame);
    this.inlet?.give(frame.data.length);
  }

  private flow(): void {
    while (!this.isPaused) {
      const frame = this.held.shift();
      if (frame === undefined) return this.socket.resume();
      this.hand(frame);
    }
  }

  private shut(closing: Closing, withinMs: number): void {
    if (this.isIgnoring || this.socket.readyState !== WebSocket.OPEN) return;
    this.closing = closing;
    // The next beat may be near.
    this.leftMs = withinMs + this.beatMs;
    this.ignoreFrames();
    // Reading goes on, paused or not, because the peer's answer is the end of the connection.
    this.socket.resume();
    this.sendQueue.whenEmpty(() => this.socket.close(closing.code, closing.reason));
  }

  private ignoreFrames(): void {
    this.isIgnoring = true;
    this.held.length = 0;
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
    for (const frame of this.held.splice(0)) listener.onFrame(frame);
    listener.onClose(closing.code, closing.reason);
  }

  private beat(elapsedMs: number): void {
    this.trackActivity(elapsedMs);
    this.inlet?.check();
    if (this.socket.readyState !== WebSocket.OPEN) this.leftMs ??= CLOSE_MS;
    if (this.leftMs !== undefined) {
      if (this.leftMs <= 0) this.socket.terminate();
    } else if (this.stalledMs >= this.options.stallMs) {
      this.sendQueue.discard();
      // The close frame would have to wait behind what is not taken.
      this.shut(STALLED, 0);
    } else if (this.silentMs >= this.options.deadAfterMs) {
      this.closing = DEAD;
      this.terminate();
    } else if (this.sincePingMs >= this.options.pingMs) {
      this.sincePingMs = 0;
      this.socket.ping();
    }
  }

  /** A paused peer cannot be heard, and a peer that takes what waits for it is alive. */
  private trackActivity(elapsedMs: number): void {
    const { isBehind, hasTaken } = this.sendQueue;
    const isAlive = this.hasReceived || this.isPaused || (isBehind && hasTaken);
    this.silentMs = isAlive ? 0 : this.silentMs + elapsedMs;
    this.stalledMs = hasTaken || !isBehind ? 0 : this.stalledMs + elapsedMs;
    this.sincePingMs += elapsedMs;
    if (this.leftMs !== undefined) this.leftMs = hasTaken ? CLOSE_MS : this.leftMs - elapsedMs;
    this.hasReceived = false;
    this.sendQueue.hasTaken = false;
  }
}
