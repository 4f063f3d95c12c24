import { type Socket } from 'node:net';
import { GatewayError } from '#canonical';
import { type WebSocket } from 'ws';
import { FrameSplitter } from './frame-splitter.js';

/** How long a message may take to arrive, as long as a posted body may. */
const ARRIVAL_MS = 30_000;

/** Room for the messages of one socket. */
export interface InletRoom {
  /** For the bytes of a message that is to arrive. A promise where there is no room yet; it rejects where none comes free. */
  reserve(bytes: number): Promise<void> | undefined;
  /** The same for bytes that have arrived. */
  take(bytes: number): Promise<void> | undefined;
  /** So many bytes of a message are no longer held. */
  give(bytes: number): void;
  release(): void;
}

export interface MessageInletOptions {
  maxMessageBytes: number;
  room: InletRoom;
}

/**
 * Stands between a client's socket and `ws`, which keeps a message in memory until it is whole. Each byte of a message is
 * counted when it arrives; where there is no room for it, the client is not read until there is.
 */
export class MessageInlet {
  /** Told once, where there is no room or a message does not arrive in time. */
  onRefused: (error: GatewayError) => void = () => undefined;
  private readonly splitter: FrameSplitter;
  private readonly room: InletRoom;
  /** What arrived while there was no room. */
  private waiting: Buffer[] | undefined;
  private messageBeganAt = 0;
  private isRefused = false;
  private isBroken = false;

  private constructor(
    private readonly webSocket: WebSocket,
    private readonly socket: Socket,
    private readonly deliver: (chunk: Buffer) => void,
    { maxMessageBytes, room }: MessageInletOptions,
  ) {
    this.splitter = new FrameSplitter(maxMessageBytes);
    this.room = room;
    // After a fault of the protocol `ws` reads no more.
    webSocket.once('error', () => (this.isBroken = true));
  }

  /** To be called in the same tick in which `ws` has taken the socket over. */
  static open(webSocket: WebSocket, socket: Socket, options: MessageInletOptions): MessageInlet {
    const [listener, ...others] = socket.listeners('data');
    if (listener === undefined || others.length > 0) throw new Error('somebody else reads this socket');
    const inlet = new MessageInlet(webSocket, socket, (chunk) => listener.call(socket, chunk), options);
    socket.on('data', (chunk: Buffer) => inlet.receive(chunk));
    socket.off('data', listener as () => void);
    socket.once('close', () => options.room.release());
    return inlet;
  }

  /** A message of so many bytes has been taken over by whoever works on it. */
  give(bytes: number): void {
    this.room.give(bytes);
  }

  /** Called now and then. */
  check(): void {
    if (!this.splitter.isMidMessage || this.waiting !== undefined) return;
    if (performance.now() - this.messageBeganAt >= ARRIVAL_MS) this.refuse(tooSlow());
  }

  private receive(chunk: Buffer): void {
    if (this.isBroken) return;
    if (this.waiting !== undefined) {
      this.waiting.push(chunk);
      this.socket.pause();
      return;
    }
    const wasMidMessage = this.splitter.isMidMessage;
    const parts = this.splitter.push(chunk);
    const { announcedBytes, payloadBytes } = this.splitter;
    if (!wasMidMessage) this.messageBeganAt = performance.now();
    const reserved = announcedBytes === 0 ? undefined : this.room.reserve(announcedBytes);
    const taken = payloadBytes === 0 ? undefined : this.room.take(payloadBytes);
    for (const part of parts) this.deliver(part);
    if (reserved !== undefined || taken !== undefined) this.waitFor(Promise.all([reserved, taken]));
  }

  private waitFor(room: Promise<unknown>): void {
    this.waiting = [];
    this.socket.pause();
    room.then(
      () => this.goOn(),
      (error: unknown) => this.refuse(GatewayError.from(error)),
    );
  }

  private goOn(): void {
    const { waiting = [] } = this;
    this.waiting = undefined;
    this.messageBeganAt = performance.now();
    for (const chunk of waiting) this.receive(chunk);
    if (this.waiting === undefined && !this.webSocket.isPaused) this.socket.resume();
  }

  /** What still arrives is not read: the client has a moment to learn why, and then the connection ends. */
  private refuse(error: GatewayError): void {
    if (this.isRefused) return;
    this.isRefused = true;
    this.onRefused(error);
  }
}

function tooSlow(): GatewayError {
  return new GatewayError('request-timeout', 'A message did not arrive in time.');
}
