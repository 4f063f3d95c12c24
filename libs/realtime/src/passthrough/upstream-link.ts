import { type ErrorKind, GatewayError } from '#canonical';
import { realtime } from '#wire';
import { type SessionEnd } from '../session.js';
import { type FrameSocket } from '../sockets/frame-socket.js';
import { type Frame } from '../sockets/frame.js';
import { FrameQueue, type HandleFrame } from './frame-queue.js';

const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** How an upstream closed the connection. */
interface UpstreamClose {
  code: number;
  reason: string;
}

const NORMAL = 1000;
const GOING_AWAY = 1001;

/** Codes without a close frame, and those that ask the client to retry later. */
const KINDS_BY_CLOSE_CODE: Readonly<Record<number, ErrorKind>> = {
  1005: 'upstream-interrupted',
  1006: 'upstream-interrupted',
  1015: 'upstream-unreachable',
  1012: 'upstream-overloaded',
  1013: 'upstream-overloaded',
};

/** The connection to an upstream. During the handshake, frames are read one by one; then they are streamed. */
export class UpstreamLink {
  private readonly closed: Promise<UpstreamClose>;
  private readonly queue: FrameQueue;
  /** Why no further frame will arrive. */
  private end: GatewayError | UpstreamClose | undefined;
  private onChange: () => void = () => undefined;

  constructor(
    private readonly socket: FrameSocket,
    onFault: (fault: unknown) => void,
  ) {
    this.queue = new FrameQueue({ maxWaitingBytes: MAX_WAITING_BYTES, onFault });
    this.closed = new Promise((resolve) => {
      socket.listen({
        onFrame: (frame) => this.receive(frame),
        onClose: (code, reason) => {
          this.stopWaiting({ code, reason });
          resolve({ code, reason });
        },
      });
    });
  }

  /** The next frame before streaming starts. Throws if none will arrive. */
  async next(): Promise<Frame> {
    for (;;) {
      const frame = this.queue.shift();
      if (frame !== undefined) return frame;
      if (this.end !== undefined) throw this.end instanceof GatewayError ? this.end : closedEarly(this.end);
      await new Promise<void>((resolve) => {
        this.onChange = resolve;
      });
    }
  }

  /** Runs `work` with a timeout. When it expires or the signal is aborted, `next` throws. */
  async within<Result>(
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const onAbort = (): void => this.stopWaiting(GatewayError.from(signal.reason));
    const timer = setTimeout(() => this.stopWaiting(timedOut()), timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Starts streaming: each frame is handled when it arrives. Meanwhile, the upstream is not read. */
  stream(handle: HandleFrame, first: readonly Frame[]): void {
    this.queue.open(handle, first);
  }

  /** Resolves when the upstream has closed the connection and all its frames were handled. */
  async whenClosed(): Promise<UpstreamClose> {
    const close = await this.closed;
    await this.queue.whenIdle();
    return close;
  }

  send(data: string | Buffer, isBinary = false): void {
    this.socket.send(data, isBinary);
  }

  drained(): Promise<void> | undefined {
    return this.socket.drained();
  }

  close(code: number): void {
    this.queue.close();
    this.socket.close(code, '');
  }

  private receive(frame: Frame): void {
    const busy = this.queue.push(frame);
    this.onChange();
    if (busy === undefined) return;
    this.socket.pause();
    void busy.then(() => this.socket.resume());
  }

  private stopWaiting(end: GatewayError | UpstreamClose): void {
    this.end ??= end;
    this.onChange();
  }
}

function timedOut(): GatewayError {
  return new GatewayError('upstream-timeout', 'The provider did not respond in time.');
}

/** A close before the session was created is an error with any code. */
function closedEarly({ code }: UpstreamClose): GatewayError {
  return new GatewayError(
    KINDS_BY_CLOSE_CODE[code] ?? 'upstream-error',
    `The provider closed the connection (code ${code}) before the session started.`,
  );
}

/** How the session ends after its upstream has closed: without an error only if no response was running. */
export function endAfter(
  { code, reason }: UpstreamClose,
  { isResponding, secrets }: { isResponding: boolean; secrets: readonly string[] },
): SessionEnd {
  const scrubbedReason = realtime.scrubCloseReason(reason, secrets);
  const isPlain = code === NORMAL || code === GOING_AWAY;
  if (isPlain && isResponding) {
    const message = 'The provider closed the connection in the middle of a response.';
    return { error: new GatewayError('upstream-interrupted', message) };
  }
  const end = { code: realtime.closeCodeFromUpstream(code), reason: scrubbedReason };
  if (isPlain) return end;
  const why = scrubbedReason === '' ? '' : `: ${scrubbedReason}`;
  const message = `The connection to the provider was lost (code ${code})${why}`;
  return { ...end, error: new GatewayError(KINDS_BY_CLOSE_CODE[code] ?? 'upstream-error', message) };
}
