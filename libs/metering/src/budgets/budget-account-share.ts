import { type GatewayError } from '#canonical';
import { type BudgetNotification } from './budget-channel.js';
import { buildBudgetRefusal } from './budget-refusal.js';
import { type HoldAmounts } from './decide-lease.js';
import { LeaseFailure } from './lease-failure.js';
import { type SliceSnapshot, type LeaseResult, type LeaseRepository } from './leases.repository.js';
import { type BudgetAccountLimit } from './budget-account.js';
import { Slice } from './slice.js';
import { buildStoreUnavailable } from './store-unavailable.js';
import { Mutex } from './mutex.js';

/** For how long a failure is repeated without another query. */
const REFUSAL_MS = 250;
/** For how long a budget account counts as scarce after a request was not covered. */
const SCARCE_MS = 2_000;
const POLL_MS = 50;
/** After this time without a response, the database counts as unavailable. */
const STATEMENT_TIMEOUT_MS = 2_000;

/** An amount of one budget account that is held for a request. */
export interface Reservation {
  settle(costMicroUsd: number): void;
}

export interface ShareOptions {
  leases: Pick<LeaseRepository, 'take' | 'returnUnused'>;
  now: () => Date;
}

type RecentFailure = { untilMs: number } & ({ reason: 'short'; leftMicroUsd: number } | { reason: 'store' });

/** This process's share of one budget account: its lease, and the requests that wait for a larger one. */
export class BudgetAccountShare {
  private slice = new Slice();
  /** The limit that was last applied in the database. */
  private limitMicroUsd: number | undefined;
  /** Requests that need more than is leased, one at a time. */
  private readonly requests = new Mutex();
  /** One statement at a time, so that the last result is the newest state. */
  private readonly statements = new Mutex();
  private recentFailure: RecentFailure | undefined;
  private scarceUntilMs = 0;
  private usedAtMs = performance.now();
  private isReturning = false;
  private changeCount = 0;
  private wake: () => void = () => undefined;

  constructor(
    private readonly account: string,
    private readonly options: ShareOptions,
  ) {}

  get hasLease(): boolean {
    return this.slice.hasLease;
  }

  get isLimited(): boolean {
    return this.limitMicroUsd !== undefined;
  }

  isIdle(forMs: number): boolean {
    const isUsed = this.requests.isTaken || this.statements.isTaken || this.slice.status.heldMicroUsd > 0;
    return !isUsed && performance.now() - this.usedAtMs >= forMs;
  }

  /** Throws if the budget account has just failed to cover such a request, or could not be loaded. */
  throwRecentFailure(budgetAccount: BudgetAccountLimit, { certainMicroUsd }: HoldAmounts): void {
    const { recentFailure } = this;
    if (recentFailure === undefined || recentFailure.untilMs < performance.now()) return;
    if (recentFailure.reason === 'store') throw buildStoreUnavailable();
    const { leftMicroUsd } = recentFailure;
    if (budgetAccount.limitMicroUsd !== this.limitMicroUsd) return;
    if (leftMicroUsd <= 0 || certainMicroUsd > leftMicroUsd) throw this.buildRefusal(leftMicroUsd);
  }

  /** Whether the amount can be reserved without waiting. */
  covers(budgetAccount: BudgetAccountLimit, amounts: HoldAmounts): boolean {
    return !this.requests.isTaken && this.hasFunds(budgetAccount, amounts);
  }

  reserve(amountMicroUsd: number): Reservation {
    const { slice } = this;
    slice.reserve(amountMicroUsd);
    this.usedAtMs = performance.now();
    return {
      settle: (costMicroUsd) => {
        slice.settle(amountMicroUsd, costMicroUsd);
        this.signalChange();
        this.returnIfScarce();
      },
    };
  }

  /** Reserves the amount, and waits for it if necessary. Throws if it is not available by then. */
  async waitForReservation(
    budgetAccount: BudgetAccountLimit,
    amounts: HoldAmounts,
    giveUpAtMs: number,
  ): Promise<Reservation> {
    try {
      return await this.requests.run(() => this.waitExclusively(budgetAccount, amounts, giveUpAtMs));
    } finally {
      this.returnIfScarce();
    }
  }

  /** Another process needs money of this budget account, or has returned some. */
  handleNotification(news: BudgetNotification): void {
    if (news === 'returned' && this.recentFailure?.reason === 'short') this.recentFailure = undefined;
    this.signalChange();
    if (news === 'returned') return;
    this.scarceUntilMs = performance.now() + SCARCE_MS;
    this.startReturn();
  }

  /** Nothing is reserved from the lease until the database has returned its state. */
  markUncertain(): void {
    this.slice.markUncertain();
    this.startReturn();
  }

  /** The budget account has no limit any more, so no lease is needed. */
  removeLimit(): void {
    this.limitMicroUsd = undefined;
    this.startReturn();
  }

  /** Adds the cost of a request without a reservation. It is charged to this budget account, too. */
  addCost(costMicroUsd: number): void {
    this.slice.settle(0, costMicroUsd);
  }

  /** Starts returning the free amount. If that fails, it is returned later, at the latest when the process exits. */
  startReturn(): void {
    if (this.isReturning || this.requests.isTaken || !this.slice.hasLease) return;
    this.isReturning = true;
    void this.runStatement((slice) => {
      this.isReturning = false;
      return this.options.leases.returnUnused(slice);
    }).catch(() => undefined);
  }

  /** Resolves when no statement is running. */
  async waitForStatements(): Promise<void> {
    await this.statements.run(async () => undefined);
  }

  private async waitExclusively(
    budgetAccount: BudgetAccountLimit,
    amounts: HoldAmounts,
    giveUpAtMs: number,
  ): Promise<Reservation> {
    for (let isRecalling = true; ; isRecalling = false) {
      if (this.hasFunds(budgetAccount, amounts)) return this.reserve(amounts.likelyMicroUsd);
      this.throwRecentFailure(budgetAccount, amounts);
      const { changeCount } = this;
      const { outcome, leftMicroUsd } = await this.requestLease(budgetAccount, amounts, isRecalling);
      if (outcome === 'covered') {
        return this.reserve(Math.min(amounts.likelyMicroUsd, Math.max(0, this.slice.freeMicroUsd)));
      }
      if (outcome === 'lost') continue;
      this.scarceUntilMs = performance.now() + SCARCE_MS;
      if (outcome === 'refused') throw this.rememberShortage(leftMicroUsd);
      if (performance.now() >= giveUpAtMs) throw buildBudgetRefusal(this.account, 'busy', this.options.now());
      if (changeCount === this.changeCount) await this.waitForChange();
    }
  }

  private hasFunds({ limitMicroUsd }: BudgetAccountLimit, { likelyMicroUsd }: HoldAmounts): boolean {
    return limitMicroUsd === this.limitMicroUsd && this.slice.freeMicroUsd >= likelyMicroUsd;
  }

  private async requestLease(
    budgetAccount: BudgetAccountLimit,
    amounts: HoldAmounts,
    isRecalling: boolean,
  ): Promise<LeaseResult> {
    const newLimit = budgetAccount.limitMicroUsd === this.limitMicroUsd ? undefined : budgetAccount;
    const take = (): Promise<LeaseResult> =>
      this.runStatement((slice) => this.options.leases.take({ ...slice, ...amounts, newLimit, isRecalling }));
    try {
      // Retried once, because the pool may have returned a broken connection.
      const result = await withTimeout(take().catch(take));
      this.limitMicroUsd = budgetAccount.limitMicroUsd;
      return result;
    } catch (error) {
      this.recentFailure = { reason: 'store', untilMs: performance.now() + REFUSAL_MS };
      throw buildStoreUnavailable(error);
    }
  }

  /** Runs a statement about the slice. The free amount is reserved until its result has updated the slice. */
  private async runStatement(work: (slice: SliceSnapshot) => Promise<LeaseResult>): Promise<LeaseResult> {
    return this.statements.run(async () => {
      const { slice, account } = this;
      const { status, hasLease } = slice;
      const reserved = Math.max(0, slice.freeMicroUsd);
      slice.reserve(reserved);
      try {
        const result = await work({ account, status, hasLease });
        slice.settle(reserved, 0);
        if (result.outcome === 'lost') this.slice = new Slice();
        else if (result.row === undefined) slice.reset(status.settledMicroUsd);
        else slice.update(result.row);
        return result;
      } catch (error) {
        slice.settle(reserved, 0);
        if (!(error instanceof LeaseFailure) || error.isInDoubt) slice.markUncertain();
        throw error;
      }
    });
  }

  private rememberShortage(leftMicroUsd: number): GatewayError {
    this.recentFailure = { reason: 'short', untilMs: performance.now() + REFUSAL_MS, leftMicroUsd };
    return this.buildRefusal(leftMicroUsd);
  }

  private buildRefusal(leftMicroUsd: number): GatewayError {
    return buildBudgetRefusal(this.account, leftMicroUsd > 0 ? 'too-little' : 'used-up', this.options.now());
  }

  private returnIfScarce(): void {
    if (performance.now() < this.scarceUntilMs) this.startReturn();
  }

  private signalChange(): void {
    this.changeCount += 1;
    this.wake();
  }

  private async waitForChange(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not respond')), STATEMENT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
