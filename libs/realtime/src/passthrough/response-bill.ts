import { type GatewayError, type Usage } from '#canonical';
import { type Choice } from '#catalog';
import { type Admission } from '#limits';
import { type Bill, type BilledRequest, ReceivedAnswer, type RelayRecord, type Trial } from '#relay';
import { type SessionDesk } from '../session.js';

export interface ResponseBillParts {
  request: BilledRequest;
  bill: Bill;
  /** Undefined where it runs without having been let in. */
  admission: Admission | undefined;
  /** That of the session. */
  trial: Trial;
  target: Choice;
  desk: Pick<SessionDesk, 'onRequest'>;
  /** What a moderator found in what it is an answer to. */
  flagged: readonly string[];
}

/** What one response in a session uses and costs, from the moment it is asked for. */
export class ResponseBill {
  private readonly record: RelayRecord;
  private readonly trial: Trial;
  private isBegun = false;

  constructor(private readonly parts: ResponseBillParts) {
    const { request, trial, target, flagged } = parts;
    const { operation, format, model, isStreamed } = request;
    const { channel, upstreamModel } = target;
    const attempt = {
      channel: channel.name,
      upstreamModel,
      plan: trial.way.kind,
      reason: 'first' as const,
      startedAfterMs: 0,
      durationMs: 0,
    };
    const noted = flagged.length === 0 ? {} : { flagged };
    this.record = { operation, format, model, isStreamed, attempts: [attempt], ...noted };
    this.trial = {
      ...trial,
      way: { ...trial.way, target },
      record: attempt,
      startedAt: performance.now(),
      ordinal: 1,
      warnings: [],
      usage: undefined,
      received: new ReceivedAnswer(),
    };
    parts.bill.begin(target);
  }

  /** The upstream works on it. */
  noteCreated(): void {
    this.isBegun = true;
  }

  noteText(frame: string): void {
    this.noteFirstByte();
    this.trial.received.note(frame);
  }

  noteSound(tokens: number): void {
    this.noteFirstByte();
    this.trial.received.noteSound(tokens);
  }

  /** It is over; what has come of it counts where the upstream does not say what it used. Only the first call counts. */
  close(error: GatewayError | undefined, usage?: Usage): void {
    if (this.isBegun) this.trial.received.note('');
    this.settle(error, usage);
  }

  /** The upstream itself says that it has failed, and of no usage: then nothing counts but what it has said. */
  fail(error: GatewayError): void {
    this.settle(error);
  }

  private settle(error: GatewayError | undefined, usage?: Usage): void {
    if (this.record.outcome !== undefined) return;
    const { bill, request, admission, desk } = this.parts;
    const { trial, record } = this;
    record.outcome = error?.kind ?? 'ok';
    trial.usage = usage;
    trial.received.isWhole = error === undefined;
    bill.close(record.outcome, trial, record);
    const { inputTokens = 0, outputTokens = 0 } = record.usage ?? {};
    admission?.adjustTokens(inputTokens + outputTokens);
    admission?.release();
    const durationMs = performance.now() - trial.startedAt;
    desk.onRequest({
      requestId: request.requestId,
      record,
      durationMs,
      ...(error === undefined ? {} : { error }),
    });
  }

  private noteFirstByte(): void {
    this.record.firstByteMs ??= performance.now() - this.trial.startedAt;
  }
}
