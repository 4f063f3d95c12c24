import { type AdmittedCall, type AttemptRecord, type PlanKind, type CallRecord } from '#admission';
import { type CancelSignal, GatewayError, type Usage } from '#canonical';
import { type ChannelUse, type RoutedTarget, type SelectedCandidate } from '#catalog';
import { type UpstreamResponse } from '#egress';
import { type AttemptTrace } from '#telemetry';
import { channelSecrets } from '#upstream';
import { readBodyReport, readRequestId, toKeptReport } from '#wire';
import { ReceivedOutput } from '../billing/received-output.js';
import { type ClientSide, type ClientStream } from '../client-side.js';

/** A target, and how the request is sent to it. */
export interface RouteCandidate {
  kind: PlanKind;
  target: RoutedTarget;
}

/** The part of a request that its attempts need. */
export interface AttemptedRequest {
  readonly admitted: AdmittedCall;
  readonly client: ClientSide;
  readonly record: CallRecord;
  readonly startedAt: number;
  /** The attempt that has responded to the client, or else the last one. */
  decidingAttempt?: Attempt;
  /** A second channel is tried if the first has sent no byte after this time. Undefined without hedging. */
  readonly hedgeMs?: number;
}

/** Longer bodies are not searched for error messages. */
const MAX_ERROR_BYTES = 64 * 1024;

const NO_WARNINGS: readonly string[] = [];

/** One attempt to serve a request: how it responds to the client, and its record for usage and health. */
export class Attempt<One extends RouteCandidate = RouteCandidate> implements ClientSide {
  readonly candidate: One;
  /** Has the key for this attempt, and reports its outcome to the channel's health. */
  readonly use: ChannelUse;
  readonly record: AttemptRecord;
  readonly startedAt = performance.now();
  /** Which attempt at the request this is, from 1. */
  readonly ordinal: number;
  /** Undefined without tracing. */
  readonly trace: AttemptTrace | undefined;
  /** Names of the parameters that this upstream does not support. */
  warnings = NO_WARNINGS;
  usage: Usage | undefined;
  /** What was received so far, for an estimate if the upstream reports no usage. */
  readonly received = new ReceivedOutput();
  /** Whether anything was sent to the client. Then no other candidate can be tried. */
  hasStartedResponse = false;
  /** The head of the upstream's response, once it has arrived. */
  private head: Pick<UpstreamResponse, 'status' | 'headers'> | undefined;
  /** A complete response that is small enough to be an error. */
  private body: Buffer | undefined;

  constructor(
    { candidate, use, reason }: SelectedCandidate<One>,
    protected readonly request: AttemptedRequest,
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
      startedAfterMs: this.startedAt - request.startedAt,
      firstByteMs: undefined,
      durationMs: 0,
      report: undefined,
    };
    this.ordinal = request.record.attempts.push(this.record);
    this.trace = request.record.trace?.beginAttempt(channel.provider, this.startedAt);
  }

  get signal(): CancelSignal {
    return this.request.client.signal;
  }

  get permit(): AdmittedCall {
    return this.request.admitted;
  }

  /** Makes this the attempt that responds. Throws if another one has already responded. */
  claim(): void {
    if (this.hasStartedResponse) return;
    this.hasStartedResponse = true;
    const { request, record } = this;
    const now = performance.now();
    request.decidingAttempt = this;
    request.record.firstByteMs = now - request.startedAt;
    request.record.warnings = this.warnings;
    record.firstByteMs = now - this.startedAt;
    this.use.answered(record.firstByteMs);
  }

  sendWhole(headers: Record<string, string>, body: Buffer): void | Promise<void> {
    this.claim();
    return this.request.client.sendWhole(headers, body);
  }

  openStream(headers: Record<string, string>): ClientStream {
    this.claim();
    return this.request.client.openStream(headers);
  }

  /** Records success, also in the health of the channel. */
  succeed(): void {
    this.record.outcome = 'ok';
    this.use.finished();
    this.noteEnd();
  }

  /** Records a failure, also in the health of the channel. Returns the error. */
  fail(thrown: unknown): GatewayError {
    const error = GatewayError.from(thrown);
    this.record.outcome = error.kind;
    this.noteReport(error);
    this.use.failed(error);
    this.noteEnd();
    return error;
  }

  /** Called when the response head has arrived. */
  noteHead({ status, headers }: UpstreamResponse): void {
    this.head = { status, headers };
  }

  /** Stores the body, which may have an error message if the response cannot be parsed. */
  noteBody(body: Buffer): void {
    if (body.length <= MAX_ERROR_BYTES) this.body = body;
  }

  private noteReport(error: GatewayError): void {
    const { record, head, body } = this;
    const isOfUpstream = error.source === 'upstream';
    record.upstreamStatus = error.upstreamStatus ?? (isOfUpstream ? head?.status : undefined);
    if (!isOfUpstream && error.report === undefined) return;
    const secrets = channelSecrets(this.candidate.target.channel);
    const requestId = head === undefined ? undefined : readRequestId(head.headers);
    const isUnread = error.kind === 'upstream-bad-response' && error.report === undefined;
    const report = isUnread && body !== undefined ? readBodyReport(body, secrets) : undefined;
    record.report =
      report === undefined ? toKeptReport(error, { secrets, requestId }) : { requestId, ...report };
  }

  protected noteEnd(): void {
    this.record.durationMs = performance.now() - this.startedAt;
  }
}
