import { type ClientFacts, type Token } from '#access';
import { type HeldBudget } from '#admission';
import { type RoutedTarget, getServiceName } from '#catalog';
import {
  type BudgetAccounts,
  type Budgets,
  type Hold,
  type HoldAmounts,
  NO_AMOUNTS,
  type PriceBook,
  type BudgetAccountLimit,
  type PriceOfRecord,
  SMALLEST_AMOUNTS,
  type UsageJournal,
  costMicroUsd,
  getTokenAmounts,
  maxMicroUsd,
  toChargedAccount,
  unknownPrice,
} from '#metering';
import { type ResponseOrigin } from '../cache/cached-response.js';
import { Bill } from './bill.js';
import { type BilledRequest } from './billed-request.js';
import { buildHitEvent } from './usage-events.js';

export interface BillingOptions {
  journal: Pick<UsageJournal, 'begin'>;
  budgets: Pick<Budgets, 'hold'>;
  prices: Pick<PriceBook, 'getPrice'>;
  /** The budget accounts that pay for the requests of a token. */
  accounts: Pick<BudgetAccounts, 'of' | 'requiresPrice'>;
  /** Whether error messages of upstreams are stored. Default: true. */
  keepsErrorMessages?: boolean;
}

/** The part of a request that determines its price. */
export type PricedRequest = Pick<
  BilledRequest,
  'token' | 'model' | 'operation' | 'priceContext' | 'isByPolicy'
>;

/** A bill whose cost is held: `callUpstream` requires one. */
type HeldBill = Bill & HeldBudget;

/** Reserves the maximum cost of a request before it is sent, and records its usage once. */
export class Billing {
  constructor(private readonly options: BillingOptions) {}

  /** Reserves the budget. Throws if a budget is exhausted, or has a limit and no target has a known price. */
  openBill(request: BilledRequest, targets: readonly RoutedTarget[]): HeldBill | Promise<HeldBill> {
    const { budgets, accounts } = this.options;
    const budgetAccounts = selectAccounts(accounts.of(request.token), request);
    const payable = this.filterPayableFrom(budgetAccounts, request, targets);
    const held = budgets.hold(budgetAccounts, this.getAmounts(request, payable));
    const openWith = (hold: Hold): HeldBill =>
      this.buildBill(request, { hold, budgetAccounts, targets: payable }) as HeldBill;
    return held instanceof Promise ? held.then(openWith) : openWith(held);
  }

  /** The targets with a known price, or all targets if no budget requires one. Throws if none is left. */
  filterPayable(request: PricedRequest, targets: readonly RoutedTarget[]): readonly RoutedTarget[] {
    return this.filterPayableFrom(this.options.accounts.of(request.token), request, targets);
  }

  /** Throws if a budget is exhausted. */
  async requireMoney(token: Token): Promise<void> {
    const { budgets, accounts } = this.options;
    (await budgets.hold(accounts.of(token), SMALLEST_AMOUNTS)).release();
  }

  /** For work that an upstream did without a request. It is recorded and charged even if the budget is exhausted. */
  async openBillWithoutHold(request: BilledRequest): Promise<Bill> {
    const { budgets, accounts } = this.options;
    const budgetAccounts = accounts.of(request.token);
    const hold = await holdZero(budgets, budgetAccounts);
    return this.buildBill(request, { hold, budgetAccounts, targets: [] });
  }

  /** Records a request that was served from the cache, at no cost. */
  recordCacheHit(request: BilledRequest, origin: ResponseOrigin, client: ClientFacts | undefined): void {
    const budgetAccounts = this.options.accounts.of(request.token).map(toChargedAccount);
    const event = buildHitEvent(request, origin, { budgetAccounts, client });
    this.options.journal.begin(event).finish(event);
  }

  private buildBill(
    request: BilledRequest,
    {
      hold,
      budgetAccounts,
      targets,
    }: { hold: Hold; budgetAccounts: readonly BudgetAccountLimit[]; targets: readonly RoutedTarget[] },
  ): Bill {
    const { journal, prices, keepsErrorMessages } = this.options;
    const accounts = budgetAccounts.map(toChargedAccount);
    return new Bill(request, {
      hold,
      journal,
      prices,
      budgetAccounts: accounts,
      targets,
      keepsErrorMessages,
    });
  }

  private filterPayableFrom(
    budgetAccounts: readonly BudgetAccountLimit[],
    request: PricedRequest,
    targets: readonly RoutedTarget[],
  ): readonly RoutedTarget[] {
    if (request.isByPolicy === true || !this.options.accounts.requiresPrice(budgetAccounts)) return targets;
    const payable = targets.filter((target) => this.isPriced(request, target));
    if (payable.length === 0) throw unknownPrice(request.model, request.priceContext);
    return payable;
  }

  /** A conversation needs prices for input and output. For other operations any price is enough. */
  private isPriced({ operation, priceContext }: PricedRequest, target: RoutedTarget): boolean {
    const { channel, model, upstreamModel } = target;
    const record = this.options.prices.getPrice({
      model,
      provider: getServiceName(channel),
      baseUrl: channel.baseUrl,
      upstreamModel,
    });
    const counts = operation === 'chat' ? { inputTokens: 1, outputTokens: 1 } : {};
    return record !== undefined && costMicroUsd(counts, record.price, priceContext) !== undefined;
  }

  /** The maximum cost is that at the most expensive target. Targets without a known price are ignored. */
  private getAmounts({ size, priceContext }: BilledRequest, targets: readonly RoutedTarget[]): HoldAmounts {
    let certainMicroUsd = 0;
    let likelyMicroUsd = 0;
    let last: PriceOfRecord | undefined;
    for (const { channel, model, upstreamModel } of targets) {
      const record = this.options.prices.getPrice({
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
    return { certainMicroUsd, likelyMicroUsd, ...getTokenAmounts(size), requests: 1 };
  }
}

/** A call that a policy requires is charged, but does not count as a request of the client. */
function selectAccounts(
  budgetAccounts: readonly BudgetAccountLimit[],
  { isByPolicy }: BilledRequest,
): readonly BudgetAccountLimit[] {
  return isByPolicy === true ? budgetAccounts.filter(({ unit }) => unit !== 'requests') : budgetAccounts;
}

/** If the budget store is unavailable, the cost is charged when the usage is stored. */
async function holdZero(
  budgets: Pick<Budgets, 'hold'>,
  budgetAccounts: readonly BudgetAccountLimit[],
): Promise<Hold> {
  try {
    return await budgets.hold(budgetAccounts, NO_AMOUNTS);
  } catch {
    return { settle: () => undefined, release: () => undefined };
  }
}
