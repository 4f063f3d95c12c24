import { GatewayError } from '#canonical';
import { realtime } from '#wire';
import { type PreparedSession } from './realtime-relay.js';
import { type RunningSession, type SessionEnd, type SessionHost } from './session.js';
import { FrameRate } from './sockets/frame-rate.js';
import { type FrameSocket } from './sockets/frame-socket.js';
import { type Frame } from './sockets/frame.js';

const IDLE_MS = 15 * 60_000;
/** How long a running response may take once the gateway is shutting down. */
const LEAVE_MS = 10_000;
const NORMAL = 1000;
/** Close codes that mean the client broke the WebSocket protocol. */
const PROTOCOL_FAULTS: ReadonlySet<number> = new Set([1002, 1007, 1008, 1009]);
const PER_SOCKET = { perSecond: 2_000, burst: 20_000 };

export interface LiveSessionOptions {
  socket: FrameSocket;
  prepared: PreparedSession;
  host: SessionHost;
  expiresAtMs: number;
  /** The rate of all sockets of the token together. */
  tokenRate: FrameRate;
  /** Throws where the token may no longer be used. */
  checkToken: () => void;
}

/** One client's session, from its first frame until its usage is recorded. */
export class LiveSession {
  /** Resolves once the socket is closed and all work has ended. */
  readonly over: Promise<SessionOver>;
  private readonly running: RunningSession;
  private readonly rateLimiter = new FrameRate(PER_SOCKET);
  private isEnding = false;
  private activeAtMs = performance.now();
  private leaveByMs: number | undefined;
  private onOver: (over: SessionOver) => void = () => undefined;

  /** Throws where the session cannot be begun as it was asked for. */
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
        this.end({ code, error: PROTOCOL_FAULTS.has(code) ? brokenProtocol() : clientGone() }),
    });
  }

  /** Ends the session if its token or its time is up; called periodically. */
  check(): void {
    if (this.isEnding) return;
    try {
      this.options.checkToken();
      this.checkTimes();
    } catch (error) {
      this.end({ error: GatewayError.from(error) });
    }
  }

  /** Tells the client that it will have to connect again, and closes as soon as no answer is under way. */
  leave(): void {
    if (this.isEnding || this.leaveByMs !== undefined) return;
    this.leaveByMs = performance.now() + LEAVE_MS;
    this.send(errorFrame(goingAway()));
    this.check();
  }

  private checkTimes(): void {
    const now = performance.now();
    if (this.leaveByMs !== undefined && (!this.running.isResponding || now >= this.leaveByMs)) {
      // The client has been told why.
      this.end({ code: realtime.closeCodeFor(goingAway()), reason: goingAway().message });
    }
    if (Date.now() >= this.options.expiresAtMs)
      throw tooLong('session_expired', 'has lasted as long as it may');
    if (now - this.activeAtMs >= IDLE_MS) throw tooLong('session_idle', 'has been quiet for too long');
  }

  /** For a client that goes on although its requests are refused again and again. */
  endAfterRefusals(): void {
    this.end({ error: tooManyRefusals() });
  }

  private send(frame: string | Buffer): void {
    this.activeAtMs = performance.now();
    this.options.socket.send(frame);
  }

  private receive(frame: Frame): void {
    if (this.isEnding) return;
    this.activeAtMs = performance.now();
    const isWithinRate =
      this.rateLimiter.take(this.activeAtMs) && this.options.tokenRate.take(this.activeAtMs);
    if (!isWithinRate) return this.end({ error: tooManyFrames() });
    const taken = this.running.receive(frame);
    if (taken === undefined) return;
    const { socket } = this.options;
    socket.pause();
    void taken.then(
      () => socket.resume(),
      (thrown: unknown) => this.end({ error: GatewayError.from(thrown) }),
    );
  }

  private end({ error, code, reason }: SessionEnd): void {
    if (this.isEnding) return;
    this.isEnding = true;
    const { socket } = this.options;
    const isGone = error?.kind === 'client-gone';
    if (error !== undefined && !isGone) socket.send(errorFrame(error));
    const closeCode = code ?? (error === undefined ? NORMAL : realtime.closeCodeFor(error));
    if (!isGone) socket.close(closeCode, reason ?? error?.message ?? '');
    const work = this.running.close(error ?? clientGone());
    void Promise.allSettled([work, socket.closed]).then(() => this.onOver({ closeCode, error }));
  }
}

export interface SessionOver {
  closeCode: number;
  error: GatewayError | undefined;
}

export function errorFrame(error: GatewayError): string {
  return JSON.stringify(realtime.encodeRealtimeError(error));
}

function clientGone(): GatewayError {
  return new GatewayError('client-gone', 'The client closed the connection.');
}

function brokenProtocol(): GatewayError {
  return new GatewayError('invalid-request', 'The client broke the WebSocket protocol.');
}

function goingAway(): GatewayError {
  return new GatewayError('shutting-down', 'The gateway is shutting down: connect again.');
}

function tooLong(code: string, what: string): GatewayError {
  return new GatewayError('request-timeout', `This session ${what}: connect again.`, { code });
}

function tooManyRefusals(): GatewayError {
  return new GatewayError(
    'rate-limited',
    'Too many requests of this connection were refused in a row: wait as long as the refusals say, and connect again.',
  );
}

function tooManyFrames(): GatewayError {
  return new GatewayError('rate-limited', 'The client sends too many messages at a time.');
}
