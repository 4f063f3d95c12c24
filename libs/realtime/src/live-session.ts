import { GatewayError } from '#canonical';
import { realtime } from '#wire';
import { type PreparedSession } from './realtime-relay.js';
import { type RunningSession, type SessionEnd, type SessionHost } from './session.js';
import { type FrameSocket } from './sockets/frame-socket.js';
import { type Frame } from './sockets/frame.js';

const IDLE_MS = 15 * 60_000;
/** How long a running response may continue after the shutdown has started. */
const LEAVE_MS = 10_000;
const NORMAL = 1000;
/** Error codes of sessions that reached a time limit. */
export const SESSION_ENDS: ReadonlySet<string> = new Set(['session_expired', 'session_idle']);
/** Close codes that mean the client violated the WebSocket protocol. */
const PROTOCOL_ERROR_CODES: ReadonlySet<number> = new Set([1002, 1007, 1008, 1009]);

export interface LiveSessionOptions {
  socket: FrameSocket;
  prepared: PreparedSession;
  host: SessionHost;
  expiresAtMs: number;
  /** Throws if the token is no longer valid. */
  checkToken: () => void;
}

/** The session of one client, from its first frame until its usage is recorded. */
export class LiveSession {
  /** Resolves when the socket is closed and all work has ended. */
  readonly over: Promise<EndedSession>;
  private readonly running: RunningSession;
  private isEnding = false;
  private activeAtMs = performance.now();
  private leaveByMs: number | undefined;
  private onOver: (over: EndedSession) => void = () => undefined;

  /** Throws if the requested settings are not supported. */
  constructor(private readonly options: LiveSessionOptions) {
    const { socket, prepared, host } = options;
    this.over = new Promise((resolve) => {
      this.onOver = resolve;
    });
    this.running = prepared.start(
      { send: (frame) => this.send(frame), drained: () => socket.drained() },
      host,
    );
    void this.running.ended.then((end) => this.end(end));
    socket.listen({
      onFrame: (frame) => this.receive(frame),
      onRefused: (error) => this.end({ error }),
      onClose: (code) =>
        this.end({ code, error: PROTOCOL_ERROR_CODES.has(code) ? protocolViolated() : clientGone() }),
    });
  }

  /** Ends the session if its token is no longer valid or a time limit is reached. Called periodically. */
  check(): void {
    if (this.isEnding) return;
    try {
      this.options.checkToken();
      this.checkTimes();
    } catch (error) {
      this.end({ error: GatewayError.from(error) });
    }
  }

  /** Sends the shutdown error, and closes the session when no response is running. */
  leave(): void {
    if (this.isEnding || this.leaveByMs !== undefined) return;
    this.leaveByMs = performance.now() + LEAVE_MS;
    this.send(errorFrame(goingAway()));
    this.check();
  }

  private checkTimes(): void {
    const now = performance.now();
    if (this.leaveByMs !== undefined && (!this.running.isResponding || now >= this.leaveByMs)) {
      // The client has already received the error.
      this.end({ code: realtime.closeCodeFor(goingAway()), reason: goingAway().message });
    }
    if (Date.now() >= this.options.expiresAtMs)
      throw tooLong('session_expired', 'has reached its maximum duration');
    const idleMs = now - this.activeAtMs;
    if (idleMs >= IDLE_MS) throw tooLong('session_idle', 'was idle for too long');
    this.running.noteIdle?.(idleMs);
  }

  /** Ends the session of a client that continues although its requests are rejected repeatedly. */
  endAfterRefusals(): void {
    this.end({ error: tooManyRefusals() });
  }

  private send(frame: string | Buffer): void {
    this.activeAtMs = performance.now();
    this.options.socket.send(frame);
  }

  private receive(frame: Frame): void | Promise<void> {
    if (this.isEnding) return;
    this.activeAtMs = performance.now();
    const handled = this.running.receive(frame);
    if (handled === undefined) return;
    const { socket } = this.options;
    socket.pause();
    return handled.then(
      () => socket.resume(),
      (thrown: unknown) => this.end({ error: GatewayError.from(thrown) }),
    );
  }

  private end({ error, code, reason }: SessionEnd): void {
    if (this.isEnding) return;
    this.isEnding = true;
    const { socket } = this.options;
    const isDisconnected = error?.kind === 'client-gone';
    if (error !== undefined && !isDisconnected) socket.send(errorFrame(error));
    const closeCode = code ?? (error === undefined ? NORMAL : realtime.closeCodeFor(error));
    if (!isDisconnected) socket.close(closeCode, reason ?? error?.message ?? '');
    const work = this.running.close(error ?? clientGone());
    void Promise.allSettled([work, socket.closed]).then(() => this.onOver({ closeCode, error }));
  }
}

export interface EndedSession {
  closeCode: number;
  error: GatewayError | undefined;
}

export function errorFrame(error: GatewayError): string {
  return JSON.stringify(realtime.encodeRealtimeError(error));
}

function clientGone(): GatewayError {
  return new GatewayError('client-gone', 'The client closed the connection.');
}

function protocolViolated(): GatewayError {
  return new GatewayError('invalid-request', 'The client violated the WebSocket protocol.');
}

function goingAway(): GatewayError {
  return new GatewayError('shutting-down', 'The gateway is shutting down. Connect again.');
}

function tooLong(code: string, what: string): GatewayError {
  return new GatewayError('request-timeout', `This session ${what}. Connect again.`, { code });
}

function tooManyRefusals(): GatewayError {
  return new GatewayError(
    'rate-limited',
    'Too many consecutive messages on this connection were rejected. Wait for the time given in the errors, then connect again.',
  );
}
