import { type Token } from '#access';
import { type CancelSignal, type Capability, type ErrorKind } from '#canonical';
import { type Choice, getServiceName } from '#catalog';
import {
  type BegunEvent,
  type Hold,
  type PriceBook,
  type PriceContext,
  type PriceOfRecord,
  type UsageCounts,
  type UsageEntry,
  type UsageEvent,
  type UsageJournal,
  type WriteTime,
  costMicroUsd,
  eventIdFor,
  isSpecialContext,
  toChargedContext,
} from '#metering';
import { type Attempt } from '../attempts/attempt.js';
import { type RelayRecord } from '../relay-record.js';
import { estimatedCounts } from './counts.js';
import { type RequestSize } from './request-size.js';

export interface BilledRequest {
  token: Token;
  requestId: string;
  sessionId?: string | undefined;
  /** As the client names it. */
  model: string;
  operation: Capability;
  format: string;
  isStreamed: boolean;
  startedAtMs: number;
  size: RequestSize;
  priceContext: PriceContext;
  /** What it asks for besides content, read when it is over. */
  parameters?: UsageEvent['parameters'];
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
  private attemptsBegun = 0;

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
    this.entry ??= this.openEntry(target, 'now');
  }

  /**
   * The same with one write for all requests of this turn of the event loop. A client that goes away in this moment has
   * asked nobody, and pays nothing.
   */
  async beginInTurn(target: Choice, signal: CancelSignal): Promise<void> {
    this.entry ??= this.openEntry(target, 'in turn');
    this.attemptsBegun += 1;
    await this.entry.written();
    if (!signal.aborted) return;
    this.attemptsBegun -= 1;
    if (this.attemptsBegun === 0) {
      this.entry.abandon();
      this.entry = undefined;
    }
    signal.throwIfAborted();
  }

  private openEntry(target: Choice, when: WriteTime): UsageEntry {
    const usage = { inputTokens: this.request.size.inputTokens };
    const price = this.priceAt(target);
    const cost = this.costBy(price, usage);
    const event: BegunEvent = this.factsAt(target, usage, cost);
    if (cost !== undefined) event.priceVersion = price?.version;
    return this.parts.journal.begin(event, when);
  }

  /** Writes down how it ended, and settles. Only the first call counts. */
  close(outcome: 'ok' | ErrorKind, attempt: BilledAttempt | undefined, record: RelayRecord): void {
    this.end(outcome, attempt, record, 'now');
  }

  /** The same with one write for all requests of this turn of the event loop; then the last bytes may go. */
  async closeInTurn(outcome: 'ok', attempt: BilledAttempt, record: RelayRecord): Promise<void> {
    this.end(outcome, attempt, record, 'in turn');
    await this.entry?.written();
  }

  private end(
    outcome: 'ok' | ErrorKind,
    attempt: BilledAttempt | undefined,
    record: RelayRecord,
    when: WriteTime,
  ): void {
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
    entry.finish(event, when);
    this.parts.hold.settle(event.costMicroUsd);
  }

  private buildEvent(outcome: 'ok' | ErrorKind, attempt: BilledAttempt, record: RelayRecord): UsageEvent {
    const { target } = attempt.candidate;
    const { counts, isEstimated, isUsed } = estimatedCounts(outcome, attempt, this.request.size);
    const price = isUsed ? this.priceAt(target) : undefined;
    const context = this.contextBy(price, attempt.usage);
    const listed = isUsed ? this.costBy(price, counts, context) : 0;
    const said = isUsed ? attempt.usage?.costMicroUsd : undefined;
    const cost = target.channel.believeUpstreamCost === true ? (said ?? listed) : listed;
    const event = this.factsAt(target, counts, cost);
    if (isUsed && isSpecialContext(context)) event.priceContext = context;
    if (said !== undefined) event.upstreamCostMicroUsd = said;
    if (listed !== undefined) event.priceVersion = price?.version;
    event.outcome = outcome;
    event.isEstimated = isEstimated;
    event.durationMs = Date.now() - event.startedAtMs;
    event.firstByteMs = record.firstByteMs;
    event.attempts = record.attempts.map(toUsageAttempt);
    event.parameters = this.request.parameters;
    if (record.flagged !== undefined) event.flagged = [...record.flagged];
    return event;
  }

  /** One shape for what has begun and what is over, filled in as the request goes on. */
  private factsAt(
    { channel, upstreamModel }: Choice,
    usage: UsageCounts,
    costMicroUsd: number | undefined,
  ): UsageEvent {
    const { request } = this;
    return {
      id: this.eventId,
      requestId: request.requestId,
      sessionId: request.sessionId,
      startedAtMs: request.startedAtMs,
      tokenId: request.token.id,
      owner: request.token.owner,
      model: request.model,
      operation: request.operation,
      format: request.format,
      channelId: channel.id,
      channel: channel.name,
      upstreamModel,
      isStreamed: request.isStreamed,
      outcome: 'ok',
      isEstimated: false,
      isCacheHit: false,
      durationMs: 0,
      firstByteMs: undefined,
      usage,
      costMicroUsd,
      upstreamCostMicroUsd: undefined,
      priceVersion: undefined,
      priceContext: undefined,
      attempts: [],
      parameters: undefined,
      budgetAccounts: this.parts.budgetAccounts,
    };
  }

  private costBy(
    record: PriceOfRecord | undefined,
    counts: UsageCounts,
    context = this.request.priceContext,
  ): number | undefined {
    return record && costMicroUsd(counts, record.price, context);
  }

  private contextBy(record: PriceOfRecord | undefined, usage: Attempt['usage']): PriceContext {
    const { priceContext } = this.request;
    return record === undefined ? priceContext : toChargedContext(priceContext, usage, record.price);
  }

  private priceAt({ channel, model, upstreamModel }: Choice): PriceOfRecord | undefined {
    return this.parts.prices.getPrice({
      model,
      provider: getServiceName(channel),
      baseUrl: channel.baseUrl,
      upstreamModel,
    });
  }
}
