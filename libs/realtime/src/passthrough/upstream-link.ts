import { GatewayError } from '#canonical';
import { type FrameSocket } from '../sockets/frame-socket.js';
import { type Frame } from '../sockets/frame.js';
import { FrameLane, type HandleFrame } from './frame-lane.js';
import { type UpstreamClose, closedEarly } from './upstream-close.js';

const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** The connection to an upstream: first its frames are asked for one by one, then they pour. */
export class UpstreamLink {
  private readonly closed: Promise<UpstreamClose>;
  private readonly lane: FrameLane;
  /** Why no frame will come any more. */
  private end: GatewayError | UpstreamClose | undefined;
  private onNews: () => void = () => undefined;

  constructor(
    private readonly socket: FrameSocket,
    onFault: (fault: unknown) => void,
  ) {
    this.lane = new FrameLane({ maxWaitingBytes: MAX_WAITING_BYTES, onFault });
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

  /** The next frame, as long as they do not pour. Throws where none will come. */
  async next(): Promise<Frame> {
    for (;;) {
      const frame = this.lane.take();
      if (frame !== undefined) return frame;
      if (this.end !== undefined) throw this.end instanceof GatewayError ? this.end : closedEarly(this.end);
      await new Promise<void>((resolve) => {
        this.onNews = resolve;
      });
    }
  }

  /** Gives the upstream so long for something; after that, or when nobody wants it any more, `next` throws. */
  async within<Result>(
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const onAbort = (): void => this.stopAsking(GatewayError.from(signal.reason));
    const timer = setTimeout(() => this.stopAsking(tooLate()), timeoutMs);
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
  pour(handle: HandleFrame, first: readonly Frame[]): void {
    this.lane.open(handle, first);
  }

  /** Resolves when the upstream is gone and all that it said has been handled. */
  async gone(): Promise<UpstreamClose> {
    const close = await this.closed;
    await this.lane.whenIdle();
    return close;
  }

  send(data: string | Buffer, isBinary = false): void {
    this.socket.send(data, isBinary);
  }

  drained(): Promise<void> | undefined {
    return this.socket.drained();
  }

  close(code: number): void {
    this.lane.close();
    this.socket.close(code, '');
  }

  private take(frame: Frame): void {
    const busy = this.lane.push(frame);
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

function tooLate(): GatewayError {
  return new GatewayError('upstream-timeout', 'The model service did not answer in time.');
}
