import type { WebSocket } from 'ws';
import type { Fields } from '../fields.js';
import { newId } from '../openai/identifiers.js';
import type { ReceivedRequest } from '../received-request.js';
import type { Dialect } from './dialect.js';
import { ReceivedEvent } from './received-event.js';
import type { ResponseRecord } from './response-record.js';
import type { TranscriptionRecord } from './transcription.js';

export interface ObservedClose {
  /** The close code: 1005 for a close without a code, 1006 without a close frame. */
  code: number;
  reason: string;
}

export interface Listener {
  onEvent(event: ReceivedEvent): void;
  onClose(): void;
}

/** One upgrade request and its result. */
export class RealtimeConnection {
  /** The subprotocols that were offered. */
  readonly protocols: readonly string[];
  readonly events: ReceivedEvent[] = [];
  readonly responses: ResponseRecord[] = [];
  readonly transcriptions: TranscriptionRecord[] = [];
  dialect?: Dialect;
  /** The status with which the upgrade was rejected. */
  refusedWith?: number;
  /** How it ended, once it has. */
  closeSeen?: ObservedClose;
  /** Settles when an open connection has ended, and never for a rejected one. */
  readonly closed: Promise<ObservedClose>;
  /** Bytes of events that the kernel has accepted. */
  bytesWritten = 0;
  #announceClose: (close: ObservedClose) => void = () => {};
  #socket?: WebSocket;

  constructor(readonly request: ReceivedRequest) {
    this.protocols = (request.headers['sec-websocket-protocol'] ?? '')
      .split(',')
      .map((protocol) => protocol.trim())
      .filter((protocol) => protocol !== '');
    this.closed = new Promise((resolve) => {
      this.#announceClose = resolve;
    });
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === 1;
  }

  /** Bytes that wait in this process for the client to read. */
  get bytesWaiting(): number {
    return this.#socket?.bufferedAmount ?? 0;
  }

  /** The types of the client's events, in order. */
  get eventTypes(): unknown[] {
    return this.events.map(({ type }) => type);
  }

  attach(socket: WebSocket, listener: Listener): void {
    this.#socket = socket;
    // An error of the socket is followed by its close.
    socket.on('error', () => {});
    socket.on('message', (data: Buffer, isBinary) => {
      const event = new ReceivedEvent(data.toString('utf8'), isBinary);
      this.events.push(event);
      listener.onEvent(event);
    });
    socket.once('close', (code, reason) => {
      this.closeSeen = { code, reason: reason.toString('utf8') };
      listener.onClose();
      this.#announceClose(this.closeSeen);
    });
  }

  /**
   * Sends any event unchanged except for an id. Resolves when the kernel has accepted it or the client has
   * disconnected.
   */
  async send(event: Fields): Promise<void> {
    const socket = this.#socket;
    if (!socket || !this.isOpen) return;
    const frame = JSON.stringify({ event_id: newId('event_'), ...event });
    await new Promise<void>((resolve) => {
      socket.send(frame, (error) => {
        if (!error) this.bytesWritten += Buffer.byteLength(frame);
        resolve();
      });
    });
  }

  close(code?: number, reason?: string): void {
    this.#socket?.close(code, reason);
  }

  /** Ends the connection without a closing handshake. */
  cut(): void {
    this.#socket?.terminate();
  }
}
