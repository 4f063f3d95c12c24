import { GatewayError } from '#canonical';
import {
  type AttemptControls,
  type Billing,
  type ClientSide,
  type PolicyService,
  type Attempt,
  tryCandidates,
} from '#relay';
import { channelSecrets } from '#upstream';
import {
  type RunningSession,
  type SessionCall,
  type SessionClient,
  type SessionEnd,
  type SessionHost,
} from '../session.js';
import { type Frame } from '../sockets/frame.js';
import { type Connection, NotForRealtime, connect } from './connect.js';
import { FrameQueue } from './frame-queue.js';
import { FrameRelay } from './frame-relay.js';
import { endAfter } from './upstream-link.js';
import { type PassthroughCandidate } from './candidates.js';

const MAX_EARLY_BYTES = 4 * 1024 * 1024;
const NORMAL = 1000;
const GOING_AWAY = 1001;

export interface PassthroughDependencies {
  attempts: AttemptControls;
  billing: Billing;
  policies: PolicyService;
  /** Called if an upstream has no realtime API for the model. */
  onNotRealtime?: (candidate: PassthroughCandidate) => void;
}

export function startPassthrough(
  candidates: readonly PassthroughCandidate[],
  call: SessionCall,
  client: SessionClient,
  host: SessionHost,
  options: PassthroughDependencies,
): PassthroughSession {
  return new PassthroughSession(candidates, { ...options, call, client, host });
}

interface PassthroughSessionOptions extends PassthroughDependencies {
  call: SessionCall;
  client: SessionClient;
  host: SessionHost;
}

/** A session with the realtime API of a provider. The first candidate that creates a session serves it to its end. */
export class PassthroughSession implements RunningSession {
  readonly ended: Promise<SessionEnd>;
  private frameRelay: FrameRelay | undefined;
  private isModelRejected = false;
  private isClosedByHost = false;
  private readonly stop = new AbortController();
  private readonly clientFrames = new FrameQueue({
    maxWaitingBytes: MAX_EARLY_BYTES,
    onFault: (fault) => this.fail(fault),
  });
  private readonly finished: Promise<SessionEnd>;
  private finish: (end: SessionEnd) => void = () => undefined;

  constructor(
    private readonly candidates: readonly PassthroughCandidate[],
    private readonly options: PassthroughSessionOptions,
  ) {
    this.finished = new Promise((resolve) => {
      this.finish = resolve;
    });
    this.ended = this.run();
  }

  receive(frame: Frame): void | Promise<void> {
    return this.clientFrames.push(frame);
  }

  get isResponding(): boolean {
    return this.frameRelay?.bills.isResponding ?? false;
  }

  /**
   * Whether it ended because the model has no realtime API, before any frame was sent or read. Valid after it has
   * ended.
   */
  get isNotRealtime(): boolean {
    return this.isModelRejected;
  }

  async close(reason: GatewayError): Promise<void> {
    this.isClosedByHost = true;
    this.finish({ error: reason });
    this.stop.abort(reason);
    await this.ended;
  }

  private async run(): Promise<SessionEnd> {
    const { call, attempts } = this.options;
    const { admitted, record } = call;
    const request = { admitted, record, client: this.createClientSide(), startedAt: performance.now() };
    try {
      await tryCandidates(this.candidates, request, attempts, (attempt) => this.serve(attempt));
    } catch (error) {
      this.fail(error);
    }
    this.clientFrames.close();
    return this.finished;
  }

  private async serve(attempt: Attempt<PassthroughCandidate>): Promise<void> {
    const connection = await this.connect(attempt);
    const { link } = connection;
    try {
      attempt.claim();
      const end = await this.runSession(connection, attempt);
      if (end.error !== undefined && !this.isClosedByHost) throw end.error;
    } finally {
      link.close(this.closeCode());
    }
  }

  private async connect(attempt: Attempt<PassthroughCandidate>): Promise<Connection> {
    try {
      return await connect(attempt, (fault) => this.fail(fault));
    } catch (error) {
      if (error instanceof NotForRealtime) {
        this.isModelRejected = true;
        this.options.onNotRealtime?.(attempt.candidate);
      }
      throw error;
    }
  }

  /** Relays frames until the session ends. */
  private async runSession(
    connection: Connection,
    attempt: Attempt<PassthroughCandidate>,
  ): Promise<SessionEnd> {
    const { link } = connection;
    const relay = new FrameRelay({
      ...this.options,
      connection,
      attempt,
      model: this.publicModel,
      signal: this.stop.signal,
    });
    this.frameRelay = relay;
    const first = await relay.begin();
    link.stream(relay.fromUpstream, first);
    this.clientFrames.open(relay.fromClient);
    void this.watchUpstream(connection, attempt);
    const end = await this.finished;
    await relay.bills.close(end.error ?? new GatewayError('client-gone', 'The session has ended.'));
    return end;
  }

  /** Ends the session when the upstream closes. */
  private async watchUpstream(
    { link }: Connection,
    { candidate }: Attempt<PassthroughCandidate>,
  ): Promise<void> {
    const close = await link.whenClosed();
    const { isResponding } = this;
    this.finish(endAfter(close, { isResponding, secrets: channelSecrets(candidate.target.channel) }));
  }

  /** The name without a pinned channel, for usage and prices. */
  private get publicModel(): string {
    const candidate = this.candidates.find(({ target }) => target.reason !== 'fallback');
    return candidate?.target.model ?? this.options.call.model;
  }

  private fail(fault: unknown): void {
    this.finish({ error: GatewayError.from(fault) });
  }

  private closeCode(): number {
    const reason: unknown = this.stop.signal.reason;
    const isLeaving = reason instanceof GatewayError && reason.kind !== 'client-gone';
    return isLeaving ? GOING_AWAY : NORMAL;
  }

  /** The attempt loop requires a client. Only its signal is used. */
  private createClientSide(): ClientSide {
    return { signal: this.stop.signal, sendWhole: refuseResponse, openStream: refuseResponse };
  }
}

function refuseResponse(): never {
  throw new GatewayError('internal-error', 'A realtime session has no response.');
}
