import { GatewayError } from '#canonical';
import {
  type AttemptParts,
  type Billing,
  type ClientSide,
  type PolicyDesk,
  type Trial,
  channelSecrets,
  tryInTurn,
} from '#relay';
import {
  type RunningSession,
  type SessionCall,
  type SessionClient,
  type SessionDesk,
  type SessionEnd,
} from '../session.js';
import { type Frame } from '../sockets/frame.js';
import { type Connection, NotForRealtime, connect } from './connect.js';
import { FrameLane } from './frame-lane.js';
import { Talk } from './talk.js';
import { endAfter } from './upstream-close.js';
import { type PassthroughWay } from './ways.js';

const MAX_EARLY_BYTES = 4 * 1024 * 1024;
const NORMAL = 1000;
const GOING_AWAY = 1001;

export interface PassthroughParts {
  attempts: AttemptParts;
  billing: Billing;
  policies: PolicyDesk;
  /** An upstream says that the model is not one for realtime. */
  onNotRealtime?: (way: PassthroughWay) => void;
}

export function startPassthrough(
  ways: readonly PassthroughWay[],
  call: SessionCall,
  client: SessionClient,
  desk: SessionDesk,
  parts: PassthroughParts,
): PassthroughSession {
  return new PassthroughSession(ways, { ...parts, call, client, desk });
}

interface SessionParts extends PassthroughParts {
  call: SessionCall;
  client: SessionClient;
  desk: SessionDesk;
}

/** A session with a model's own service: the first of the ways that begins one keeps it to its end. */
export class PassthroughSession implements RunningSession {
  readonly ended: Promise<SessionEnd>;
  private talk: Talk | undefined;
  private hasFoundNone = false;
  private isSentAway = false;
  private readonly stop = new AbortController();
  private readonly lane = new FrameLane({
    maxWaitingBytes: MAX_EARLY_BYTES,
    onFault: (fault) => this.fail(fault),
  });
  private readonly over: Promise<SessionEnd>;
  private finish: (end: SessionEnd) => void = () => undefined;

  constructor(
    private readonly ways: readonly PassthroughWay[],
    private readonly parts: SessionParts,
  ) {
    this.over = new Promise((resolve) => {
      this.finish = resolve;
    });
    this.ended = this.run();
  }

  receive(frame: Frame): void | Promise<void> {
    return this.lane.push(frame);
  }

  get isResponding(): boolean {
    return this.talk?.bills.isResponding ?? false;
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
    const { call, attempts } = this.parts;
    const { token, record } = call;
    const attempted = { token, record, client: this.clientSide(), startedAt: performance.now(), lead: {} };
    try {
      await tryInTurn(this.ways, attempted, attempts, (trial) => this.serve(trial));
    } catch (error) {
      this.fail(error);
    }
    this.lane.close();
    return this.over;
  }

  private async serve(trial: Trial<PassthroughWay>): Promise<void> {
    const connection = await this.connect(trial);
    const { link } = connection;
    try {
      trial.claim();
      const end = await this.converse(connection, trial);
      if (end.error !== undefined && !this.isSentAway) throw end.error;
    } finally {
      link.close(this.closeCode());
    }
  }

  private async connect(trial: Trial<PassthroughWay>): Promise<Connection> {
    try {
      return await connect(trial, (fault) => this.fail(fault));
    } catch (error) {
      if (error instanceof NotForRealtime) {
        this.hasFoundNone = true;
        this.parts.onNotRealtime?.(trial.way);
      }
      throw error;
    }
  }

  /** From the first word to the last. */
  private async converse(connection: Connection, trial: Trial<PassthroughWay>): Promise<SessionEnd> {
    const { link } = connection;
    const talk = new Talk({
      ...this.parts,
      connection,
      trial,
      model: this.publicModel,
      signal: this.stop.signal,
    });
    this.talk = talk;
    const first = await talk.begin();
    link.pour(talk.fromUpstream, first);
    this.lane.open(talk.fromClient);
    void this.outlast(connection, trial);
    const end = await this.over;
    await talk.bills.close(end.error ?? new GatewayError('client-gone', 'The session is over.'));
    return end;
  }

  /** An upstream that goes takes the session with it. */
  private async outlast({ link }: Connection, { way }: Trial<PassthroughWay>): Promise<void> {
    const close = await link.gone();
    const { isResponding } = this;
    this.finish(endAfter(close, { isResponding, secrets: channelSecrets(way.target.channel) }));
  }

  /** Without the channel that it may have been pinned to: so it is called in the books. */
  private get publicModel(): string {
    const asked = this.ways.find(({ target }) => target.reason !== 'fallback');
    return asked?.target.model ?? this.parts.call.model;
  }

  private fail(fault: unknown): void {
    this.finish({ error: GatewayError.from(fault) });
  }

  private closeCode(): number {
    const reason: unknown = this.stop.signal.reason;
    const isLeaving = reason instanceof GatewayError && reason.kind !== 'client-gone';
    return isLeaving ? GOING_AWAY : NORMAL;
  }

  /** Nothing that is tried here answers a request; only the signal means something. */
  private clientSide(): ClientSide {
    return { signal: this.stop.signal, sendWhole: refuseAnswer, openStream: refuseAnswer };
  }
}

function refuseAnswer(): never {
  throw new GatewayError('internal-error', 'A session is not answered.');
}
