import { type GatewayError } from '#canonical';
import { type BudgetNotification } from './budget-channel.js';
import { type Shortage, buildBudgetRefusal } from './budget-refusal.js';
import { type LeaseAmounts } from './decide-lease.js';
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
  settle(amount: number): void;
}

export interface ShareOptions {
  leases: Pick<LeaseRepository, 'take' | 'returnUnused'>;
  now: () => Date;
}

type RecentFailure = { untilMs: number } & (
  | { reason: 'short'; left: number; renewsAt: Date | undefined }
  | { reason: 'store' }
);

/** This process's share of one budget account: its lease, and the requests that wait for a larger one. */
export class BudgetAccountShare {
  private slice = new Slice();
  /** The limit that was last applied in the database. */
  private limit: number | undefined;
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
    return this.limit !== undefined;
  }

  isIdle(forMs: number): boolean {
    const isUsed = this.requests.isTaken || this.statements.isTaken || this.slice.status.held > 0;
    return !isUsed && performance.now() - this.usedAtMs >= forMs;
  }

  /** Throws if the budget account has just failed to cover such a request, or could not be loaded. */
  throwRecentFailure(budgetAccount: BudgetAccountLimit, { certain }: LeaseAmounts): void {
    const { recentFailure } = this;
    if (recentFailure === undefined || recentFailure.untilMs < performance.now()) return;
    if (recentFailure.reason === 'store') throw buildStoreUnavailable();
    const { left, renewsAt } = recentFailure;
    if (budgetAccount.limit !== this.limit) return;
    if (left <= 0 || certain > left) throw this.buildRefusal(left > 0 ? 'too-little' : 'used-up', renewsAt);
  }

  /** Whether the amount can be reserved without waiting. */
  covers(budgetAccount: BudgetAccountLimit, amount: number): boolean {
    return !this.requests.isTaken && this.hasFunds(budgetAccount, amount);
  }

  reserve(reserved: number): Reservation {
    const { slice } = this;
    slice.reserve(reserved);
    this.usedAtMs = performance.now();
    return {
      settle: (amount) => {
        slice.settle(reserved, amount);
        this.signalChange();
        this.returnIfScarce();
      },
    };
  }

  /** Reserves the amount, and waits for it if necessary. Throws if it is not available by then. */
  async waitForReservation(
    budgetAccount: BudgetAccountLimit,
    amounts: LeaseAmounts,
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
    this.limit = undefined;
    this.startReturn();
  }

  /** Adds the charge of a request without a reservation. It is charged to this budget account, too. */
  addCharge(amount: number): void {
    this.slice.settle(0, amount);
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
    amounts: LeaseAmounts,
    giveUpAtMs: number,
  ): Promise<Reservation> {
    for (let isRecalling = true; ; isRecalling = false) {
      if (this.hasFunds(budgetAccount, amounts.likely)) return this.reserve(amounts.likely);
      this.throwRecentFailure(budgetAccount, amounts);
      const { changeCount } = this;
      const { outcome, left, renewsAt } = await this.requestLease(budgetAccount, amounts, isRecalling);
      if (outcome === 'covered') {
        return this.reserve(Math.min(amounts.likely, Math.max(0, this.slice.free)));
      }
      if (outcome === 'lost') continue;
      this.scarceUntilMs = performance.now() + SCARCE_MS;
      if (outcome === 'refused') throw this.rememberShortage(left, renewsAt);
      if (performance.now() >= giveUpAtMs) throw this.buildRefusal('busy', renewsAt);
      if (changeCount === this.changeCount) await this.waitForChange();
    }
  }

  private hasFunds({ limit }: BudgetAccountLimit, amount: number): boolean {
    return limit === this.limit && this.slice.free >= amount;
  }

  private async requestLease(
    budgetAccount: BudgetAccountLimit,
    amounts: LeaseAmounts,
    isRecalling: boolean,
  ): Promise<LeaseResult> {
    const newLimit = budgetAccount.limit === this.limit ? undefined : budgetAccount;
    const take = (): Promise<LeaseResult> =>
      this.runStatement((slice) => this.options.leases.take({ ...slice, ...amounts, newLimit, isRecalling }));
    try {
      // Retried once, because the pool may have returned a broken connection.
      const result = await withTimeout(take().catch(take));
      this.limit = budgetAccount.limit;
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
      const reserved = Math.max(0, slice.free);
      slice.reserve(reserved);
      try {
        const result = await work({ account, status, hasLease });
        slice.settle(reserved, 0);
        if (result.outcome === 'lost') this.slice = new Slice();
        else if (result.row === undefined) slice.reset(status.settled);
        else slice.update(result.row);
        return result;
      } catch (error) {
        slice.settle(reserved, 0);
        if (!(error instanceof LeaseFailure) || error.isInDoubt) slice.markUncertain();
        throw error;
      }
    });
  }

  private rememberShortage(left: number, renewsAt: Date | undefined): GatewayError {
    this.recentFailure = { reason: 'short', untilMs: performance.now() + REFUSAL_MS, left, renewsAt };
    return this.buildRefusal(left > 0 ? 'too-little' : 'used-up', renewsAt);
  }

  private buildRefusal(shortage: Shortage, renewsAt: Date | undefined): GatewayError {
    return buildBudgetRefusal(this.account, shortage, { now: this.options.now(), renewsAt });
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
