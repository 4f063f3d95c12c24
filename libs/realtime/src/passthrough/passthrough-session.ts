import { GatewayError } from '#canonical';
import {
  type AttemptControls,
  type Billing,
  type ClientSide,
  type PolicyService,
  type Attempt,
  tryInTurn,
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
  /** An upstream refused the model for realtime. */
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

/** A session with a model's own service: the first of the ways that begins one keeps it to its end. */
export class PassthroughSession implements RunningSession {
  readonly ended: Promise<SessionEnd>;
  private frameRelay: FrameRelay | undefined;
  private hasFoundNone = false;
  private isSentAway = false;
  private readonly stop = new AbortController();
  private readonly clientFrames = new FrameQueue({
    maxWaitingBytes: MAX_EARLY_BYTES,
    onFault: (fault) => this.fail(fault),
  });
  private readonly over: Promise<SessionEnd>;
  private finish: (end: SessionEnd) => void = () => undefined;

  constructor(
    private readonly candidates: readonly PassthroughCandidate[],
    private readonly options: PassthroughSessionOptions,
  ) {
    this.over = new Promise((resolve) => {
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

  /** Whether it ended because the model is not one for realtime, and nothing was sent or read. Known once it has ended. */
  get isNotRealtime(): boolean {
    return this.hasFoundNone;
  }

  async close(reason: GatewayError): Promise<void> {
    this.isSentAway = true;
    this.finish({ error: reason });
    this.stop.abort(reason);
    await this.ended;
  }

  private async run(): Promise<SessionEnd> {
    const { call, attempts } = this.options;
    const { token, record } = call;
    const attempted = { token, record, client: this.clientSide(), startedAt: performance.now() };
    try {
      await tryInTurn(this.candidates, attempted, attempts, (attempt) => this.serve(attempt));
    } catch (error) {
      this.fail(error);
    }
    this.clientFrames.close();
    return this.over;
  }

  private async serve(attempt: Attempt<PassthroughCandidate>): Promise<void> {
    const connection = await this.connect(attempt);
    const { link } = connection;
    try {
      attempt.claim();
      const end = await this.converse(connection, attempt);
      if (end.error !== undefined && !this.isSentAway) throw end.error;
    } finally {
      link.close(this.closeCode());
    }
  }

  private async connect(attempt: Attempt<PassthroughCandidate>): Promise<Connection> {
    try {
      return await connect(attempt, (fault) => this.fail(fault));
    } catch (error) {
      if (error instanceof NotForRealtime) {
        this.hasFoundNone = true;
        this.options.onNotRealtime?.(attempt.candidate);
      }
      throw error;
    }
  }

  /** Relays frames until the session ends. */
  private async converse(
    connection: Connection,
    attempt: Attempt<PassthroughCandidate>,
  ): Promise<SessionEnd> {
    const { link } = connection;
    const talk = new FrameRelay({
      ...this.options,
      connection,
      attempt,
      model: this.publicModel,
      signal: this.stop.signal,
    });
    this.frameRelay = talk;
    const first = await talk.begin();
    link.stream(talk.fromUpstream, first);
    this.clientFrames.open(talk.fromClient);
    void this.outlast(connection, attempt);
    const end = await this.over;
    await talk.bills.close(end.error ?? new GatewayError('client-gone', 'The session is over.'));
    return end;
  }

  /** Ends the session when the upstream closes. */
  private async outlast({ link }: Connection, { candidate }: Attempt<PassthroughCandidate>): Promise<void> {
    const close = await link.gone();
    const { isResponding } = this;
    this.finish(endAfter(close, { isResponding, secrets: channelSecrets(candidate.target.channel) }));
  }

  /** Without a pinned channel: the name for usage and prices. */
  private get publicModel(): string {
    const asked = this.candidates.find(({ target }) => target.reason !== 'fallback');
    return asked?.target.model ?? this.options.call.model;
  }

  private fail(fault: unknown): void {
    this.finish({ error: GatewayError.from(fault) });
  }

  private closeCode(): number {
    const reason: unknown = this.stop.signal.reason;
    const isLeaving = reason instanceof GatewayError && reason.kind !== 'client-gone';
    return isLeaving ? GOING_AWAY : NORMAL;
  }

  /** The attempt loop wants a client to answer; of this one only the signal is used. */
  private clientSide(): ClientSide {
    return { signal: this.stop.signal, sendWhole: refuseAnswer, openStream: refuseAnswer };
  }
}

function refuseAnswer(): never {
  throw new GatewayError('internal-error', 'A session is not answered.');
}
