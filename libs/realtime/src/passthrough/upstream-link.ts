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

/** Codes without a close frame, and those that ask the client to try again later. */
const KINDS_BY_CLOSE_CODE: Readonly<Record<number, ErrorKind>> = {
  1005: 'upstream-unreachable',
  1006: 'upstream-unreachable',
  1015: 'upstream-unreachable',
  1012: 'upstream-overloaded',
  1013: 'upstream-overloaded',
};

/** The connection to an upstream. During the handshake frames are taken one by one, afterwards they are streamed. */
export class UpstreamLink {
  private readonly closed: Promise<UpstreamClose>;
  private readonly queue: FrameQueue;
  /** Why no frame will come any more. */
  private end: GatewayError | UpstreamClose | undefined;
  private onNews: () => void = () => undefined;

  constructor(
    private readonly socket: FrameSocket,
    onFault: (fault: unknown) => void,
  ) {
    this.queue = new FrameQueue({ maxWaitingBytes: MAX_WAITING_BYTES, onFault });
    this.closed = new Promise((resolve) => {
      socket.listen({
        onFrame: (frame) => this.take(frame),
        onClose: (code, reason) => {
          this.stopAsking({ code, reason });
          resolve({ code, reason });
        },
      });
    });
  }

  /** The next frame before streaming begins. Throws where none will come. */
  async next(): Promise<Frame> {
    for (;;) {
      const frame = this.queue.take();
      if (frame !== undefined) return frame;
      if (this.end !== undefined) throw this.end instanceof GatewayError ? this.end : closedEarly(this.end);
      await new Promise<void>((resolve) => {
        this.onNews = resolve;
      });
    }
  }

  /** Runs `work` with a timeout: when it expires or the signal aborts, `next` throws. */
  async within<Result>(
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const onAbort = (): void => this.stopAsking(GatewayError.from(signal.reason));
    const timer = setTimeout(() => this.stopAsking(timedOut()), timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** From here on each frame is handled as it comes; while that takes time, the upstream is not read. */
  stream(handle: HandleFrame, first: readonly Frame[]): void {
    this.queue.open(handle, first);
  }

  /** Resolves when the upstream is gone and all that it said has been handled. */
  async gone(): Promise<UpstreamClose> {
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

  private take(frame: Frame): void {
    const busy = this.queue.push(frame);
    this.onNews();
    if (busy === undefined) return;
    this.socket.pause();
    void busy.then(() => this.socket.resume());
  }

  private stopAsking(end: GatewayError | UpstreamClose): void {
    this.end ??= end;
    this.onNews();
  }
}

function timedOut(): GatewayError {
  return new GatewayError('upstream-timeout', 'The model service did not answer in time.');
}

/** A close before the session was created is a failure, whatever its code. */
function closedEarly({ code }: UpstreamClose): GatewayError {
  return new GatewayError(
    KINDS_BY_CLOSE_CODE[code] ?? 'upstream-error',
    `The model service closed the connection (code ${code}) before the session began.`,
  );
}

/** How the session ends after its upstream closed: cleanly only if no response was running. */
export function endAfter(
  { code, reason }: UpstreamClose,
  { isResponding, secrets }: { isResponding: boolean; secrets: readonly string[] },
): SessionEnd {
  const said = realtime.scrubCloseReason(reason, secrets);
  const isPlain = code === NORMAL || code === GOING_AWAY;
  if (isPlain && isResponding) {
    const message = 'The model service closed the connection in the midst of an answer.';
    return { error: new GatewayError('upstream-bad-response', message) };
  }
  const end = { code: realtime.closeCodeFromUpstream(code), reason: said };
  if (isPlain) return end;
  const why = said === '' ? '' : `: ${said}`;
  const message = `The connection to the model service was lost (code ${code})${why}`;
  return { ...end, error: new GatewayError(KINDS_BY_CLOSE_CODE[code] ?? 'upstream-error', message) };
}
