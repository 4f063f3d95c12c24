import { type RawData, WebSocket } from 'ws';
import { type Closing, sendableClosing } from './closing.js';
import { Deferred } from './deferred.js';
import { type Frame } from './frame.js';
import { Outbox, type WaterMarks } from './outbox.js';
import { protocolFault } from './protocol-fault.js';
import { type Beating, joinRhythm, leaveRhythm } from './rhythm.js';

export interface FrameSocketOptions extends WaterMarks {
  pingMs: number;
  /** A peer that was not heard of for so long is taken for dead. */
  deadAfterMs: number;
  /** A peer that is behind and takes nothing for so long is sent away. */
  stallMs: number;
}

/** Neither may throw. */
export interface FrameSocketListener {
  /** Not called while reading is paused, but for what had arrived already when the connection ended. */
  onFrame(frame: Frame): void;
  /** Called exactly once, after the last frame. Says what this side has closed with, if it closed first. */
  onClose(code: number, reason: string): void;
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
const DEAD: Closing = { code: 1006, reason: 'the other side is not heard of any more' };

/**
 * A WebSocket that is open, with bounds on what it remembers and how long it waits. Make it before anything
 * is awaited: from then on no frame is lost, and none is read before somebody listens.
 */
export class FrameSocket {
  private readonly options: FrameSocketOptions;
  private readonly outbox: Outbox;
  private readonly beatMs: number;
  private readonly member: Beating = { beat: (elapsedMs) => this.beat(elapsedMs) };
  /** Frames of a piece of the stream that was being taken apart when reading was paused. */
  private readonly held: Frame[] = [];
  private listener?: FrameSocketListener;
  private closing?: Closing;
  private isClosed = false;
  private readonly whenClosed = new Deferred();
  private isPaused = true;
  /** Nobody wants to know any more what the peer says. */
  private isDeaf = false;
  private wasHeard = false;
  private silentMs = 0;
  private stalledMs = 0;
  private sincePingMs = 0;
  /** Once the connection is being closed: what is left of its time. */
  private leftMs?: number;

  constructor(
    private readonly socket: WebSocket,
    options: Partial<FrameSocketOptions> = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
    this.outbox = new Outbox(socket, this.options);
    const { pingMs, deadAfterMs, stallMs } = this.options;
    this.beatMs = Math.min(MAX_BEAT_MS, Math.min(pingMs, deadAfterMs, stallMs) / BEATS_PER_DEADLINE);
    this.attach();
  }

  /** To be called once: reading begins here. */
  listen(listener: FrameSocketListener): void {
    if (this.listener !== undefined) throw new Error('somebody listens to this socket already');
    this.listener = listener;
    if (this.isClosed) queueMicrotask(() => this.announce());
    else this.resume();
  }

  /** Does nothing once the connection is being closed. */
  send(data: string | Buffer, isBinary = false): void {
    if (this.isDeaf || this.socket.readyState !== WebSocket.OPEN) return;
    this.outbox.push({ data: typeof data === 'string' ? Buffer.from(data) : data, isBinary });
  }

  /** Whether so much waits for the peer that no more should be sent. */
  get isBehind(): boolean {
    return this.outbox.isBehind;
  }

  /** Resolves when the peer has caught up or is gone; undefined where it is not behind. */
  drained(): Promise<void> | undefined {
    return this.outbox.drained();
  }

  /** Resolves, and never rejects, when the connection is gone. */
  get closed(): Promise<void> {
    return this.whenClosed.promise;
  }

  pause(): void {
    this.isPaused = true;
    // One that is being closed by the peer is read to its end, or the end would never be seen.
    if (this.socket.readyState === WebSocket.OPEN && !this.isDeaf) this.socket.pause();
  }

  resume(): void {
    if (this.listener === undefined) return;
    this.isPaused = false;
    queueMicrotask(() => this.flow());
  }

  /** What was sent before still goes out. The first of several calls counts. */
  close(code: number, reason: string): void {
    this.shut(sendableClosing(code, reason), CLOSE_MS);
  }

  terminate(): void {
    this.turnDeaf();
    this.outbox.discard();
    this.socket.terminate();
  }

  private attach(): void {
    const { socket } = this;
    socket.on('message', (data, isBinary) => this.take(data, isBinary));
    socket.on('ping', (data) => this.answer(data));
    socket.on('pong', () => (this.wasHeard = true));
    socket.on('error', (error) => (this.closing ??= protocolFault(error)));
    socket.once('close', (code, reason) => this.end({ code, reason: reason.toString() }));
    if (socket.readyState === WebSocket.CLOSED) return this.end({ code: 1006, reason: '' });
    socket.pause();
    joinRhythm(this.beatMs, this.member);
  }

  /** `ws` itself would keep an answer for each ping of a peer that reads none of them. */
  private answer(ping: Buffer): void {
    this.wasHeard = true;
    if (this.socket.readyState === WebSocket.OPEN) this.outbox.pong(ping);
  }

  private take(data: RawData, isBinary: boolean): void {
    this.wasHeard = true;
    if (this.isDeaf) return;
    // `ws` gives Buffers unless it is asked for something else.
    const frame = { data: data as Buffer, isBinary };
    if (this.isPaused || this.held.length > 0) this.held.push(frame);
    else this.listener?.onFrame(frame);
  }

  private flow(): void {
    while (!this.isPaused) {
      const frame = this.held.shift();
      if (frame === undefined) return this.socket.resume();
      this.listener?.onFrame(frame);
    }
  }

  private shut(closing: Closing, withinMs: number): void {
    if (this.isDeaf || this.socket.readyState !== WebSocket.OPEN) return;
    this.closing = closing;
    // The next beat may be near.
    this.leftMs = withinMs + this.beatMs;
    this.turnDeaf();
    // Reading goes on, paused or not, because the peer's answer is the end of the connection.
    this.socket.resume();
    this.outbox.whenEmpty(() => this.socket.close(closing.code, closing.reason));
  }

  private turnDeaf(): void {
    this.isDeaf = true;
    this.held.length = 0;
  }

  private end(closing: Closing): void {
    leaveRhythm(this.beatMs, this.member);
    this.closing ??= closing;
    this.isClosed = true;
    this.outbox.discard();
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
    this.noteSigns(elapsedMs);
    if (this.socket.readyState !== WebSocket.OPEN) this.leftMs ??= CLOSE_MS;
    if (this.leftMs !== undefined) {
      if (this.leftMs <= 0) this.socket.terminate();
    } else if (this.stalledMs >= this.options.stallMs) {
      this.outbox.discard();
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

  /** Nobody hears a peer that is not read, and while much waits for it, taking some is as good as an answer. */
  private noteSigns(elapsedMs: number): void {
    const { isBehind, hasTaken } = this.outbox;
    const isAlive = this.wasHeard || this.isPaused || (isBehind && hasTaken);
    this.silentMs = isAlive ? 0 : this.silentMs + elapsedMs;
    this.stalledMs = hasTaken || !isBehind ? 0 : this.stalledMs + elapsedMs;
    this.sincePingMs += elapsedMs;
    if (this.leftMs !== undefined) this.leftMs = hasTaken ? CLOSE_MS : this.leftMs - elapsedMs;
    this.wasHeard = false;
    this.outbox.hasTaken = false;
  }
}
