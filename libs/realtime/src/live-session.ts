import { GatewayError } from '#canonical';
import { realtime } from '#wire';
import { FrameAllowance } from './frame-allowance.js';
import { type PreparedSession } from './realtime-relay.js';
import { type RunningSession, type SessionDesk, type SessionEnd } from './session.js';
import { type FrameSocket } from './sockets/frame-socket.js';
import { type Frame } from './sockets/frame.js';

const IDLE_MS = 15 * 60_000;
/** How long an answer may still take once the client has been told to go. */
const LEAVE_MS = 10_000;
const NORMAL = 1000;
/** What a connection is closed with where its client does not keep to the protocol. */
const PROTOCOL_FAULTS: ReadonlySet<number> = new Set([1002, 1007, 1008, 1009]);

export interface LiveSessionParts {
  socket: FrameSocket;
  prepared: PreparedSession;
  desk: SessionDesk;
  expiresAtMs: number;
  /** Throws where the token may no longer be used. */
  checkToken: () => void;
}

/** One client's conversation, from its first frame until all of it is written down. */
export class LiveSession {
  /** Resolves when there is nothing left of it. */
  readonly over: Promise<SessionOver>;
  private readonly running: RunningSession;
  private readonly allowance = new FrameAllowance(performance.now());
  private isEnding = false;
  private heardAtMs = performance.now();
  private leaveByMs: number | undefined;
  private onOver: (over: SessionOver) => void = () => undefined;

  /** Throws where the session cannot be begun as it was asked for. */
  constructor(private readonly parts: LiveSessionParts) {
    const { socket, prepared, desk } = parts;
    this.over = new Promise((resolve) => {
      this.onOver = resolve;
    });
    this.running = prepared.start(
      { send: (frame) => this.send(frame), drained: () => socket.drained() },
      desk,
    );
    void this.running.ended.then((end) => this.end(end));
    socket.listen({
      onFrame: (frame) => this.hear(frame),
      onClose: (code) =>
        this.end({ code, error: PROTOCOL_FAULTS.has(code) ? brokenProtocol() : clientGone() }),
    });
  }

  /** Looks whether it may go on; called every now and then. */
  check(): void {
    if (this.isEnding) return;
    try {
      this.parts.checkToken();
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
      // It has been told why.
      this.end({ code: realtime.closeCodeFor(goingAway()), reason: goingAway().message });
    }
    if (Date.now() >= this.parts.expiresAtMs)
      throw tooLong('session_expired', 'has lasted as long as it may');
    if (now - this.heardAtMs >= IDLE_MS) throw tooLong('session_idle', 'has been quiet for too long');
  }

  private send(frame: string | Buffer): void {
    this.heardAtMs = performance.now();
    this.parts.socket.send(frame);
  }

  private hear(frame: Frame): void {
    if (this.isEnding) return;
    this.heardAtMs = performance.now();
    if (!this.allowance.take(this.heardAtMs)) return this.end({ error: tooManyFrames() });
    const taken = this.running.receive(frame);
    if (taken === undefined) return;
    const { socket } = this.parts;
    socket.pause();
    void taken.then(
      () => socket.resume(),
      (thrown: unknown) => this.end({ error: GatewayError.from(thrown) }),
    );
  }

  private end({ error, code, reason }: SessionEnd): void {
    if (this.isEnding) return;
    this.isEnding = true;
    const { socket } = this.parts;
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

function tooManyFrames(): GatewayError {
  return new GatewayError('rate-limited', 'The client sends too many messages at a time.');
}
