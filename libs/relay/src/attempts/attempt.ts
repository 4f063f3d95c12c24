import { type Token } from '#access';
import { type CancelSignal, GatewayError, type Usage } from '#canonical';
import { type ChannelUse, type Choice, type Step } from '#catalog';
import { type AttemptTrace } from '#telemetry';
import { ReceivedAnswer } from '../billing/received-answer.js';
import { type ClientSide, type ClientStream } from '../client-side.js';
import { type AttemptRecord, type PlanKind, type RelayRecord } from '../relay-record.js';

/** One way to serve a request: a target, and how it is spoken to. */
export interface RouteCandidate {
  kind: PlanKind;
  target: Choice;
}

/** A request, as far as those who try to serve it are concerned. */
export interface AttemptedCall {
  readonly token: Token;
  readonly client: ClientSide;
  readonly record: RelayRecord;
  readonly startedAt: number;
  /** The attempt that has spoken to the client, or else was begun last. */
  lead?: Attempt;
  /** When a second channel is raced, where no first byte has come by then. */
  readonly hedgeMs?: number;
}

const NO_WARNINGS: readonly string[] = [];

/** One way that is being tried: its end of the client's connection, and what is learnt on it. */
export class Attempt<One extends RouteCandidate = RouteCandidate> implements ClientSide {
  readonly candidate: One;
  /** Of the channel, with the key whose turn it is. */
  readonly use: ChannelUse;
  readonly record: AttemptRecord;
  readonly startedAt = performance.now();
  /** Which attempt at the request this is, from 1. */
  readonly ordinal: number;
  /** Where traces are wanted. */
  readonly trace: AttemptTrace | undefined;
  /** Parameters that this way loses. */
  warnings = NO_WARNINGS;
  usage: Usage | undefined;
  /** What has come of the answer so far, for an estimate where the upstream never says what it used. */
  readonly received = new ReceivedAnswer();
  /** Whether anything was sent to the client: then no other way can be tried. */
  hasAnswered = false;

  constructor(
    { candidate, use, reason }: Step<One>,
    protected readonly call: AttemptedCall,
  ) {
    this.candidate = candidate;
    this.use = use;
    const { channel, upstreamModel } = candidate.target;
    this.record = {
      channel: channel.name,
      upstreamModel,
      plan: candidate.kind,
      reason,
      outcome: undefined,
      upstreamStatus: undefined,
      startedAfterMs: this.startedAt - call.startedAt,
      firstByteMs: undefined,
      durationMs: 0,
    };
    this.ordinal = call.record.attempts.push(this.record);
    this.trace = call.record.trace?.beginAttempt(channel.provider);
  }

  get signal(): CancelSignal {
    return this.call.client.signal;
  }

  /** Makes this the attempt that answers. Throws where another one has been faster. */
  claim(): void {
    if (this.hasAnswered) return;
    this.hasAnswered = true;
    const { call, record } = this;
    const now = performance.now();
    call.lead = this;
    call.record.firstByteMs = now - call.startedAt;
    call.record.warnings = this.warnings;
    record.firstByteMs = now - this.startedAt;
    this.use.answered(record.firstByteMs);
  }

  sendWhole(headers: Record<string, string>, body: Buffer): void | Promise<void> {
    this.claim();
    return this.call.client.sendWhole(headers, body);
  }

  openStream(headers: Record<string, string>): ClientStream {
    this.claim();
    return this.call.client.openStream(headers);
  }

  /** The answer has come whole, and its channel is told so. */
  succeed(): void {
    this.record.outcome = 'ok';
    this.use.finished();
    this.noteEnd();
  }

  /** The channel is told what became of it. Gives the error. */
  fail(thrown: unknown): GatewayError {
    const error = GatewayError.from(thrown);
    this.record.outcome = error.kind;
    this.record.upstreamStatus = error.upstreamStatus;
    this.use.failed(error);
    this.noteEnd();
    return error;
  }

  protected noteEnd(): void {
    this.record.durationMs = performance.now() - this.startedAt;
  }
}
