import { type Socket } from 'node:net';
import { GatewayError } from '#canonical';
import { type WebSocket } from 'ws';
import { type FrameRate } from './frame-rate.js';
import { FrameSplitter } from './frame-splitter.js';
import { frameTurns } from './frame-turns.js';
import { waitForOwnTick } from './wait-for-own-tick.js';

/** The timeout of a message, the same as for a request body. */
const ARRIVAL_MS = 30_000;
/** The end of a message of this size is read in a separate tick: `ws` and the reader need about 3 ms per megabyte. */
const LARGE_MESSAGE_BYTES = 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/** The memory budget for the messages of one socket. */
export interface InletRoom {
  /**
   * Reserves memory for a message that will arrive. Returns a promise if there is none yet; it rejects if none becomes
   * free.
   */
  reserve(bytes: number): Promise<void> | undefined;
  /** Takes memory for bytes that have arrived. */
  take(bytes: number): Promise<void> | undefined;
  /** Returns memory that is no longer held. */
  give(bytes: number): void;
  release(): void;
}

export interface MessageInletOptions {
  maxMessageBytes: number;
  room: InletRoom;
  /** The limits for this socket, and for all sockets of its token. */
  rates?: readonly FrameRate[];
  /** Replaces the timeout of a message. */
  arrivalMs?: number;
}

/**
 * Reads a client's socket before `ws`, which holds a message in memory until it is complete and responds to a ping as soon
 * as it is read. Counts the frames of every kind and the bytes of messages. While there is no memory, the client is not
 * read.
 */
export class MessageInlet {
  /** Called once, if there is no memory, a message does not arrive in time, or there are too many frames. */
  onRefused: (error: GatewayError) => void = () => undefined;
  private readonly splitter: FrameSplitter;
  private readonly room: InletRoom;
  private readonly rates: readonly FrameRate[];
  private readonly arrivalMs: number;
  /** The unread part of the last chunk. */
  private rest: Buffer = NOTHING;
  /** Whether reading has stopped for now. Data that arrives meanwhile stays in the buffer of the socket. */
  private isHeld = false;
  private hasPaused = false;
  private isWaitingForRoom = false;
  private messageBeganAt = 0;
  private isRefused = false;
  private isBroken = false;

  private constructor(
    private readonly webSocket: WebSocket,
    private readonly socket: Socket,
    private readonly deliver: (chunk: Buffer) => void,
    { maxMessageBytes, room, rates = [], arrivalMs = ARRIVAL_MS }: MessageInletOptions,
  ) {
    this.splitter = new FrameSplitter(maxMessageBytes);
    this.room = room;
    this.rates = rates;
    this.arrivalMs = arrivalMs;
    // After a protocol error, `ws` does not read any more.
    webSocket.once('error', () => (this.isBroken = true));
  }

  /** Must be called in the tick in which `ws` has taken over the socket. */
  static open(webSocket: WebSocket, socket: Socket, options: MessageInletOptions): MessageInlet {
    const [listener, ...others] = socket.listeners('data');
    if (listener === undefined || others.length > 0) throw new Error('this socket already has a reader');
    const inlet = new MessageInlet(webSocket, socket, (chunk) => listener.call(socket, chunk), options);
    socket.on('data', (chunk: Buffer) => inlet.receive(chunk));
    socket.off('data', listener as () => void);
    // When a connection breaks, `ws` itself reads what is left in the buffer of the socket.
    socket.prependOnceListener('close', () => inlet.discard());
    socket.once('close', () => options.room.release());
    return inlet;
  }

  /** Called when the consumer accounts for these bytes of a message. */
  give(bytes: number): void {
    this.room.give(bytes);
  }

  /** Checks the timeout. Called periodically. */
  check(): void {
    if (!this.splitter.isMidMessage || this.isWaitingForRoom) return;
    const nowMs = performance.now();
    // What is not read cannot arrive.
    if (this.webSocket.isPaused) this.messageBeganAt = nowMs;
    else if (nowMs - this.messageBeganAt >= this.arrivalMs) this.refuse(tooSlow());
  }

  private receive(chunk: Buffer): void {
    if (this.isBroken || this.socket.destroyed) return;
    if (this.isHeld || this.isRefused) {
      // `ws` has resumed the socket meanwhile.
      this.pause();
      this.socket.unshift(chunk);
      return;
    }
    this.rest = chunk;
    this.isHeld = true;
    frameTurns.read(this.readFrames);
    if (this.isHeld) this.pause();
  }

  private readonly readFrames = (maxFrames: number): number => {
    if (this.isBroken || this.isRefused || this.socket.destroyed) return 0;
    const chunk = this.rest;
    const parts = this.splitter.push(chunk, maxFrames);
    const { readBytes, frames, hasBegunMessage } = this.splitter;
    this.rest = chunk.subarray(readBytes);
    const nowMs = performance.now();
    if (hasBegunMessage) this.messageBeganAt = nowMs;
    if (this.isWithinRates(frames, nowMs)) this.forward(parts);
    else this.refuse(tooManyFrames());
    return frames;
  };

  private isWithinRates(frames: number, nowMs: number): boolean {
    return frames === 0 || this.rates.every((rate) => rate.take(nowMs, frames));
  }

  private forward(parts: Buffer[]): void {
    const { announcedBytes, payloadBytes, endedBytes } = this.splitter;
    const reserved = announcedBytes === 0 ? undefined : this.room.reserve(announcedBytes);
    const counted = payloadBytes === 0 ? undefined : this.room.take(payloadBytes);
    const ownTick =
      endedBytes < LARGE_MESSAGE_BYTES ? undefined : waitForOwnTick().then(() => this.deliverAll(parts));
    if (ownTick === undefined) this.deliverAll(parts);
    const mustWait = reserved !== undefined || counted !== undefined || ownTick !== undefined;
    if (mustWait) this.waitFor(Promise.all([reserved, counted, ownTick]));
    else this.continueReading();
  }

  private deliverAll(parts: Buffer[]): void {
    if (this.isBroken || this.socket.destroyed || this.socket.readableEnded) return;
    for (const part of parts) this.deliver(part);
  }

  /** The time spent waiting for memory does not count for the timeout of a message. */
  private waitFor(room: Promise<unknown>): void {
    const beganAt = performance.now();
    this.isWaitingForRoom = true;
    const endWait = (): void => {
      this.isWaitingForRoom = false;
      this.messageBeganAt += performance.now() - beganAt;
      this.continueReading();
    };
    room.then(endWait, (error: unknown) => this.refuse(GatewayError.from(error)));
  }

  private continueReading(): void {
    if (this.rest.length > 0) return frameTurns.readLater(this.readFrames);
    this.isHeld = false;
    if (!this.hasPaused || this.isRefused) return;
    this.hasPaused = false;
    if (!this.webSocket.isPaused) this.socket.resume();
  }

  private pause(): void {
    this.hasPaused = true;
    this.socket.pause();
  }

  /** Further data is not read. The client gets the error, and then the connection is closed. */
  private refuse(error: GatewayError): void {
    if (this.isRefused) return;
    this.isRefused = true;
    this.onRefused(error);
  }

  /** Drops the buffered data, which cannot be parsed without the unread part before it. */
  private discard(): void {
    if (this.isHeld || this.isRefused) this.socket.read();
  }
}

function tooSlow(): GatewayError {
  return new GatewayError('request-timeout', 'A message did not arrive in time.');
}

function tooManyFrames(): GatewayError {
  return new GatewayError('rate-limited', 'The client sends messages too fast.');
}
