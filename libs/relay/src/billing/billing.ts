import { type Token } from '#access';
import { type Choice, getServiceName } from '#catalog';
import {
  type Budgets,
  type Hold,
  type MaxCost,
  type PriceBook,
  type BudgetAccountLimit,
  type PriceOfRecord,
  type UsageJournal,
  costMicroUsd,
  eventIdFor,
  hasBudget,
  maxMicroUsd,
  unknownPrice,
} from '#metering';
import { type AnswerOrigin } from '../cache/cached-answer.js';
import { getCounts } from './counts.js';
import { Bill, type BilledRequest } from './bill.js';

export interface BillingOptions {
  journal: Pick<UsageJournal, 'begin'>;
  budgets: Pick<Budgets, 'hold'>;
  prices: Pick<PriceBook, 'getPrice'>;
  /** What a request of this token is paid from, now. */
  budgetAccountsFor: (token: Token) => readonly BudgetAccountLimit[];
  /** Whether a budget lets pass what nobody knows the price of. */
  allowsUnpriced: () => boolean;
}

/** As much of a request as its price depends upon. */
export type PricedRequest = Pick<
  BilledRequest,
  'token' | 'model' | 'operation' | 'priceContext' | 'isByPolicy'
>;

/** Sees to it that what a request may cost is there before it is sent, and that it is written down once. */
export class Billing {
  constructor(private readonly parts: BillingOptions) {}

  /** Sets the money aside. Throws where a budget does not have it, or where nobody can say how much it would be. */
  open(request: BilledRequest, targets: readonly Choice[]): Bill | Promise<Bill> {
    const { budgets, budgetAccountsFor } = this.parts;
    const budgetAccounts = budgetAccountsFor(request.token);
    const payable = this.payableFrom(budgetAccounts, request, targets);
    const held = budgets.hold(budgetAccounts, this.getMaxCost(request, payable));
    const openWith = (hold: Hold): Bill =>
      this.buildBill(request, { hold, budgetAccounts, targets: payable });
    return held instanceof Promise ? held.then(openWith) : openWith(held);
  }

  /** The targets whose cost is known, or all where no budget asks for that. Throws where none is left. */
  payable(request: PricedRequest, targets: readonly Choice[]): readonly Choice[] {
    return this.payableFrom(this.parts.budgetAccountsFor(request.token), request, targets);
  }

  /** Throws where nothing is left to pay with. */
  async ensureMoney(token: Token): Promise<void> {
    const { budgets, budgetAccountsFor } = this.parts;
    (await budgets.hold(budgetAccountsFor(token), { certainMicroUsd: 0, likelyMicroUsd: 1 })).release();
  }

  /** For what an upstream has done unasked: it is written down and paid for, whatever is left to pay with. */
  async openUnheld(request: BilledRequest): Promise<Bill> {
    const { budgets, budgetAccountsFor } = this.parts;
    const budgetAccounts = budgetAccountsFor(request.token);
    const hold = await holdNothing(budgets, budgetAccounts);
    return this.buildBill(request, { hold, budgetAccounts, targets: [] });
  }

  /** An answer that was paid for before costs nothing, and is written down all the same. */
  noteCacheHit(
    { token, requestId, sessionId, model, operation, format, isStreamed, startedAtMs }: BilledRequest,
    { usage, channelId = '', channel = '', upstreamModel = model }: AnswerOrigin,
  ): void {
    const event = {
      id: eventIdFor(requestId),
      requestId,
      sessionId,
      startedAtMs,
      tokenId: token.id,
      owner: token.owner,
      model,
      operation,
      format,
      channelId,
      channel,
      upstreamModel,
      isStreamed,
      usage: usage === undefined ? {} : getCounts(usage),
      costMicroUsd: 0,
      budgetAccounts: this.parts.budgetAccountsFor(token).map(({ account }) => account),
    };
    this.parts.journal.begin(event).finish({
      ...event,
      outcome: 'ok',
      isEstimated: false,
      isCacheHit: true,
      durationMs: Date.now() - startedAtMs,
      attempts: [],
    });
  }

  private buildBill(
    request: BilledRequest,
    {
      hold,
      budgetAccounts,
      targets,
    }: { hold: Hold; budgetAccounts: readonly BudgetAccountLimit[]; targets: readonly Choice[] },
  ): Bill {
    const { journal, prices } = this.parts;
    const accounts = budgetAccounts.map(({ account }) => account);
    return new Bill(request, { hold, journal, prices, budgetAccounts: accounts, targets });
  }

  private payableFrom(
    budgetAccounts: readonly BudgetAccountLimit[],
    request: PricedRequest,
    targets: readonly Choice[],
  ): readonly Choice[] {
    if (!hasBudget(budgetAccounts) || request.isByPolicy === true || this.parts.allowsUnpriced())
      return targets;
    const payable = targets.filter((target) => this.isPriced(request, target));
    if (payable.length === 0) throw unknownPrice(request.model, request.priceContext);
    return payable;
  }

  /** What a conversation costs depends on its answer too; of anything else it is enough that there is a price. */
  private isPriced({ operation, priceContext }: PricedRequest, target: Choice): boolean {
    const { channel, model, upstreamModel } = target;
    const record = this.parts.prices.getPrice({
      model,
      provider: getServiceName(channel),
      baseUrl: channel.baseUrl,
      upstreamModel,
    });
    const counts = operation === 'chat' ? { inputTokens: 1, outputTokens: 1 } : {};
    return record !== undefined && costMicroUsd(counts, record.price, priceContext) !== undefined;
  }

  /** What the dearest of the targets may cost. Where nobody knows a price, nothing can be set aside for it. */
  private getMaxCost({ size, priceContext }: BilledRequest, targets: readonly Choice[]): MaxCost {
    let certainMicroUsd = 0;
    let likelyMicroUsd = 0;
    let last: PriceOfRecord | undefined;
    for (const { channel, model, upstreamModel } of targets) {
      const record = this.parts.prices.getPrice({
        model,
        provider: getServiceName(channel),
        baseUrl: channel.baseUrl,
        upstreamModel,
      });
      // Channels for the same model usually share a price.
      if (record === last) continue;
      last = record;
      const max = record && maxMicroUsd(size, record.price, priceContext);
      certainMicroUsd = Math.max(certainMicroUsd, max?.certainMicroUsd ?? 0);
      likelyMicroUsd = Math.max(likelyMicroUsd, max?.likelyMicroUsd ?? 0);
    }
    return { certainMicroUsd, likelyMicroUsd };
  }
}

/** Where the store of budgets is away, the cost is only known once the usage is stored. */
async function holdNothing(
  budgets: Pick<Budgets, 'hold'>,
  budgetAccounts: readonly BudgetAccountLimit[],
): Promise<Hold> {
  try {
    return await budgets.hold(budgetAccounts, { certainMicroUsd: 0, likelyMicroUsd: 0 });
  } catch {
    return { settle: () => undefined, release: () => undefined };
  }
}
