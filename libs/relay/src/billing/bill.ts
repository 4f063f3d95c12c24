import { type Token } from '#access';
import { type Capability, type ErrorKind } from '#canonical';
import { type Choice } from '#catalog';
import {
  type Hold,
  type PriceBook,
  type PriceContext,
  type PriceOfRecord,
  type UsageCounts,
  type UsageEntry,
  type UsageEvent,
  type UsageJournal,
  costMicroUsd,
  eventIdFor,
} from '#metering';
import { type Attempt } from '../attempts/attempt.js';
import { type RelayRecord } from '../relay-record.js';
import { estimatedCounts } from './counts.js';
import { type RequestSize } from './request-size.js';

export interface BilledRequest {
  token: Token;
  requestId: string;
  /** As the client names it. */
  model: string;
  operation: Capability;
  format: string;
  isStreamed: boolean;
  startedAtMs: number;
  size: RequestSize;
  priceContext: PriceContext;
  /** Whether it is made because a policy says so: then it is the gateway that has chosen its model. */
  isByPolicy?: boolean;
}

/** The attempt that a request is billed by. */
export interface BilledAttempt extends Pick<Attempt, 'record' | 'startedAt' | 'received'> {
  candidate: Pick<Attempt['candidate'], 'target'>;
  usage: Attempt['usage'];
}

export interface BillOptions {
  hold: Hold;
  journal: Pick<UsageJournal, 'begin'>;
  prices: Pick<PriceBook, 'getPrice'>;
  budgetAccounts: string[];
  /** Where the request may go. */
  targets: readonly Choice[];
}

function toUsageAttempt(attempt: RelayRecord['attempts'][number]): UsageEvent['attempts'][number] {
  return {
    channel: attempt.channel,
    upstreamModel: attempt.upstreamModel,
    reason: attempt.reason,
    outcome: attempt.outcome ?? 'called-off',
    upstreamStatus: attempt.upstreamStatus,
    startedAfterMs: attempt.startedAfterMs,
    firstByteMs: attempt.firstByteMs,
    durationMs: attempt.durationMs,
  };
}

/** What one request used and costs: begun before an upstream is asked, closed once. */
export class Bill {
  private readonly eventId: string;
  private entry: UsageEntry | undefined;
  private isClosed = false;

  constructor(
    private readonly request: BilledRequest,
    private readonly parts: BillOptions,
  ) {
    this.eventId = eventIdFor(request.requestId);
  }

  /** Whether what it costs at this target is known, where that matters. */
  covers(target: Choice): boolean {
    return this.parts.targets.includes(target);
  }

  /** From here on the request is written down, whatever happens to this process. */
  begin(target: Choice): void {
    if (this.entry !== undefined) return;
    const { size } = this.request;
    const usage = { inputTokens: size.inputTokens };
    this.entry = this.parts.journal.begin({
      ...this.factsAt(target),
      usage,
      ...this.priced(usage, target),
    });
  }

  /** Writes down how it ended, and settles. Only the first call counts. */
  close(outcome: 'ok' | ErrorKind, attempt: BilledAttempt | undefined, record: RelayRecord): void {
    if (this.isClosed) return;
    this.isClosed = true;
    const { entry } = this;
    if (entry === undefined || attempt === undefined) {
      entry?.abandon();
      this.parts.hold.release();
      return;
    }
    attempt.record.outcome ??= outcome;
    attempt.record.durationMs = performance.now() - attempt.startedAt;
    const event = this.buildEvent(outcome, attempt, record);
    record.usage = { inputTokens: 0, outputTokens: 0, ...event.usage };
    record.isEstimated = event.isEstimated;
    record.costMicroUsd = event.costMicroUsd;
    entry.finish(event);
    this.parts.hold.settle(event.costMicroUsd);
  }

  private buildEvent(outcome: 'ok' | ErrorKind, attempt: BilledAttempt, record: RelayRecord): UsageEvent {
    const { target } = attempt.candidate;
    const { counts, isEstimated, isUsed } = estimatedCounts(outcome, attempt, this.request.size);
    const priced = isUsed ? this.priced(counts, target) : { costMicroUsd: 0 };
    const event: UsageEvent = Object.assign(this.factsAt(target), priced, {
      outcome,
      isEstimated,
      isCacheHit: false,
      durationMs: Date.now() - this.request.startedAtMs,
      usage: counts,
      attempts: record.attempts.map(toUsageAttempt),
    });
    if (record.firstByteMs !== undefined) event.firstByteMs = record.firstByteMs;
    if (record.flagged !== undefined) event.flagged = [...record.flagged];
    return event;
  }

  private factsAt({ channel, upstreamModel }: Choice) {
    const { token, requestId, model, operation, format, isStreamed, startedAtMs } = this.request;
    return {
      id: this.eventId,
      requestId,
      startedAtMs,
      tokenId: token.id,
      owner: token.owner,
      model,
      operation,
      format,
      channelId: channel.id,
      channel: channel.name,
      upstreamModel,
      isStreamed,
      budgetAccounts: this.parts.budgetAccounts,
    };
  }

  private priced(counts: UsageCounts, target: Choice): Pick<UsageEvent, 'costMicroUsd' | 'priceVersion'> {
    const record = this.priceAt(target);
    const cost =
      record === undefined ? undefined : costMicroUsd(counts, record.price, this.request.priceContext);
    return cost === undefined || record === undefined
      ? {}
      : { costMicroUsd: cost, priceVersion: record.version };
  }

  private priceAt({ channel, model, upstreamModel }: Choice): PriceOfRecord | undefined {
    return this.parts.prices.getPrice({ model, provider: channel.provider, upstreamModel });
  }
}
