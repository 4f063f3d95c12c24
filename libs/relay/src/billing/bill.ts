import { type CallRecord } from '#admission';
import { type CancelSignal, type ErrorKind } from '#canonical';
import { type RoutedTarget, getServiceName } from '#catalog';
import {
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
  getRequestCharge,
  isSpecialContext,
  toChargedContext,
} from '#metering';
import { type Attempt } from '../attempts/attempt.js';
import { type BilledRequest } from './billed-request.js';
import { countUsage } from './counts.js';
import { type EventSource, buildBegunEvent, buildEndedEvent } from './usage-events.js';

/** The attempt whose usage is billed. */
export interface BilledAttempt extends Pick<Attempt, 'record' | 'startedAt' | 'received'> {
  candidate: Pick<Attempt['candidate'], 'target'>;
  usage: Attempt['usage'];
}

export interface BillOptions {
  hold: Hold;
  journal: Pick<UsageJournal, 'begin'>;
  prices: Pick<PriceBook, 'getPrice'>;
  budgetAccounts: string[];
  /** The targets that the budgets allow. */
  targets: readonly RoutedTarget[];
  /** Whether error messages of upstreams are stored. Default: true. */
  keepsErrorMessages?: boolean | undefined;
}

/** The usage and cost of one request. Begun before an upstream is called, closed once. */
export class Bill {
  private readonly eventId: string;
  private entry: UsageEntry | undefined;
  private isClosed = false;
  private attemptsBegun = 0;

  constructor(
    private readonly request: BilledRequest,
    private readonly options: BillOptions,
  ) {
    this.eventId = eventIdFor(request.requestId);
  }

  /** Whether the budgets allow this target. */
  covers(target: RoutedTarget): boolean {
    return this.options.targets.includes(target);
  }

  /** Adds the request to the journal, so that it is recorded even if this process crashes. */
  begin(target: RoutedTarget): void {
    this.entry ??= this.openEntry(target, 'now');
  }

  /**
   * As `begin`, with one write for all requests of the same event loop tick. A request whose client disconnects
   * meanwhile is not sent and not billed.
   */
  async beginBatched(target: RoutedTarget, signal: CancelSignal): Promise<void> {
    this.entry ??= this.openEntry(target, 'batched');
    this.attemptsBegun += 1;
    await this.entry.waitUntilWritten();
    if (!signal.aborted) return;
    this.attemptsBegun -= 1;
    if (this.attemptsBegun === 0) {
      this.entry.abandon();
      this.entry = undefined;
    }
    signal.throwIfAborted();
  }

  private openEntry(target: RoutedTarget, when: WriteTime): UsageEntry {
    const usage = { inputTokens: this.request.size.inputTokens };
    const price = this.getPrice(target);
    const cost = this.computeCost(price, usage);
    const priceVersion = cost === undefined ? undefined : price?.version;
    const event = buildBegunEvent(this.getSource(target), { usage, costMicroUsd: cost, priceVersion });
    return this.options.journal.begin(event, when);
  }

  /**
   * Records how the request ended, and settles the budget. Only the first call has an effect. With `in turn`, there is
   * one write for all requests of the same event loop tick, and the promise resolves when it is done.
   */
  close(
    outcome: 'ok' | ErrorKind,
    attempt: BilledAttempt | undefined,
    record: CallRecord,
    when: WriteTime = 'now',
  ): void | Promise<void> {
    this.settle(outcome, attempt, record, when);
    return when === 'batched' ? this.entry?.waitUntilWritten() : undefined;
  }

  /** For a request that is not sent. Nothing is recorded, and the reservation is released. */
  release(): void {
    this.isClosed = true;
    this.entry?.abandon();
    this.options.hold.release();
  }

  private settle(
    outcome: 'ok' | ErrorKind,
    attempt: BilledAttempt | undefined,
    record: CallRecord,
    when: WriteTime,
  ): void {
    if (this.isClosed) return;
    this.isClosed = true;
    const { entry } = this;
    if (entry === undefined || attempt === undefined) return this.release();
    attempt.record.outcome ??= outcome;
    attempt.record.durationMs = performance.now() - attempt.startedAt;
    const event = this.buildEvent(outcome, attempt, record);
    record.usage = { inputTokens: 0, outputTokens: 0, ...event.usage };
    record.isEstimated = event.isEstimated;
    record.costMicroUsd = event.costMicroUsd;
    entry.finish(event, when);
    this.options.hold.settle(getRequestCharge(event));
  }

  private buildEvent(outcome: 'ok' | ErrorKind, attempt: BilledAttempt, record: CallRecord): UsageEvent {
    const { target } = attempt.candidate;
    const { counts, isEstimated, isBillable } = countUsage(outcome, attempt, this.request.size);
    const price = isBillable ? this.getPrice(target) : undefined;
    const context = this.getChargedContext(price, attempt.usage);
    const listedCost = isBillable ? this.computeCost(price, counts, context) : 0;
    const reportedCost = isBillable ? attempt.usage?.costMicroUsd : undefined;
    const cost = target.channel.believeUpstreamCost === true ? (reportedCost ?? listedCost) : listedCost;
    return buildEndedEvent(this.getSource(target), {
      outcome,
      record,
      usage: counts,
      isEstimated,
      costMicroUsd: cost,
      upstreamCostMicroUsd: reportedCost,
      priceVersion: listedCost === undefined ? undefined : price?.version,
      priceContext: isBillable && isSpecialContext(context) ? context : undefined,
      keepsErrorMessages: this.options.keepsErrorMessages !== false,
    });
  }

  private getSource({ channel, upstreamModel }: RoutedTarget): EventSource {
    return {
      id: this.eventId,
      request: this.request,
      channelId: channel.id,
      channel: channel.name,
      upstreamModel,
      budgetAccounts: this.options.budgetAccounts,
    };
  }

  private computeCost(
    record: PriceOfRecord | undefined,
    counts: UsageCounts,
    context = this.request.priceContext,
  ): number | undefined {
    return record && costMicroUsd(counts, record.price, context);
  }

  private getChargedContext(record: PriceOfRecord | undefined, usage: Attempt['usage']): PriceContext {
    const { priceContext } = this.request;
    return record === undefined ? priceContext : toChargedContext(priceContext, usage, record.price);
  }

  private getPrice({ channel, model, upstreamModel }: RoutedTarget): PriceOfRecord | undefined {
    return this.options.prices.getPrice({
      model,
      provider: getServiceName(channel),
      baseUrl: channel.baseUrl,
      upstreamModel,
    });
  }
}
