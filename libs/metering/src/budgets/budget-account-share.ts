import { type GatewayError } from '#canonical';
import { type BudgetNews } from './budget-channel.repository.js';
import { budgetRefusal } from './budget-refusal.js';
import { type HoldAmounts } from './decide-lease.js';
import { LeaseFailure } from './lease-failure.js';
import { type AskedSlice, type LeaseAnswer, type LeaseRepository } from './leases.repository.js';
import { type BudgetAccountLimit } from './budget-account.js';
import { Slice } from './slice.js';
import { storeUnavailable } from './store-unavailable.js';
import { Mutex } from './mutex.js';

/** How long a budget account that has refused for sure refuses without being asked again. */
const REFUSAL_MS = 250;
/** How long a budget account counts as scarce once somebody has gone without. */
const SCARCE_MS = 2_000;
const POLL_MS = 50;
/** A database that answers nothing in this time is as good as none. */
const ANSWER_MS = 2_000;

/** Money that is set aside for one request. */
export interface Reservation {
  settle(costMicroUsd: number): void;
}

export interface ShareOptions {
  leases: Pick<LeaseRepository, 'take' | 'giveBack'>;
  now: () => Date;
}

type Memo = { untilMs: number } & ({ reason: 'short'; leftMicroUsd: number } | { reason: 'store' });

/** What this process has of one budget account, and how it gets more. */
export class BudgetAccountShare {
  private slice = new Slice();
  /** The limit that the budget account is known to have. */
  private limitMicroUsd: number | undefined;
  /** Requests that want more than there is, one at a time. */
  private readonly requests = new Mutex();
  /** One statement at a time, so that what is heard last is the newest. */
  private readonly statements = new Mutex();
  private memo: Memo | undefined;
  private scarceUntilMs = 0;
  private usedAtMs = performance.now();
  private isGivingBack = false;
  private changes = 0;
  private wake: () => void = () => undefined;

  constructor(
    private readonly account: string,
    private readonly parts: ShareOptions,
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

  /** Throws where the budget account has refused just now, and there is no reason to think better of it. */
  refuseAtOnce(budgetAccount: BudgetAccountLimit, { certainMicroUsd }: HoldAmounts): void {
    const { memo } = this;
    if (memo === undefined || memo.untilMs < performance.now()) return;
    if (memo.reason === 'store') throw storeUnavailable();
    const { leftMicroUsd } = memo;
    if (budgetAccount.limitMicroUsd !== this.limitMicroUsd) return;
    if (leftMicroUsd <= 0 || certainMicroUsd > leftMicroUsd) throw this.getShort(leftMicroUsd);
  }

  /** Whether a request can be served without waiting for anybody. */
  covers(budgetAccount: BudgetAccountLimit, amounts: HoldAmounts): boolean {
    return !this.requests.isTaken && this.has(budgetAccount, amounts);
  }

  reserve(amountMicroUsd: number): Reservation {
    const { slice } = this;
    slice.reserve(amountMicroUsd);
    this.usedAtMs = performance.now();
    return {
      settle: (costMicroUsd) => {
        slice.settle(amountMicroUsd, costMicroUsd);
        this.noteChange();
        this.giveBackWhereScarce();
      },
    };
  }

  /** Waits for the money until the given time; throws where it does not come. */
  async obtain(
    budgetAccount: BudgetAccountLimit,
    amounts: HoldAmounts,
    giveUpAtMs: number,
  ): Promise<Reservation> {
    try {
      return await this.requests.run(() => this.obtainInTurn(budgetAccount, amounts, giveUpAtMs));
    } finally {
      this.giveBackWhereScarce();
    }
  }

  /** Somebody wants money of this budget account, or has brought some back. */
  receive(news: BudgetNews): void {
    if (news === 'returned' && this.memo?.reason === 'short') this.memo = undefined;
    this.noteChange();
    if (news === 'returned') return;
    this.scarceUntilMs = performance.now() + SCARCE_MS;
    this.giveBackSoon();
  }

  /** Nothing more is given out until the database has said what this process has. */
  distrust(): void {
    this.slice.doubt();
    this.giveBackSoon();
  }

  /** The budget account has no limit any more: nothing has to be leased of it. */
  lift(): void {
    this.limitMicroUsd = undefined;
    this.giveBackSoon();
  }

  /** A request that had set nothing aside here was paid from this budget account all the same. */
  note(costMicroUsd: number): void {
    this.slice.settle(0, costMicroUsd);
  }

  /** What cannot be given back now is given back another time, or with all the rest when the process ends. */
  giveBackSoon(): void {
    if (this.isGivingBack || this.requests.isTaken || !this.slice.hasLease) return;
    this.isGivingBack = true;
    void this.state((slice) => {
      this.isGivingBack = false;
      return this.parts.leases.giveBack(slice);
    }).catch(() => undefined);
  }

  /** Resolves when nothing is being said to the database any more. */
  async quiet(): Promise<void> {
    await this.statements.run(async () => undefined);
  }

  private async obtainInTurn(
    budgetAccount: BudgetAccountLimit,
    amounts: HoldAmounts,
    giveUpAtMs: number,
  ): Promise<Reservation> {
    for (let isAsking = true; ; isAsking = false) {
      if (this.has(budgetAccount, amounts)) return this.reserve(amounts.likelyMicroUsd);
      this.refuseAtOnce(budgetAccount, amounts);
      const { changes } = this;
      const { outcome, leftMicroUsd } = await this.ask(budgetAccount, amounts, isAsking);
      if (outcome === 'covered') {
        return this.reserve(Math.min(amounts.likelyMicroUsd, Math.max(0, this.slice.freeMicroUsd)));
      }
      if (outcome === 'lost') continue;
      this.scarceUntilMs = performance.now() + SCARCE_MS;
      if (outcome === 'refused') throw this.refuse(leftMicroUsd);
      if (performance.now() >= giveUpAtMs) throw budgetRefusal(this.account, 'busy', this.parts.now());
      if (changes === this.changes) await this.pause();
    }
  }

  private has({ limitMicroUsd }: BudgetAccountLimit, { likelyMicroUsd }: HoldAmounts): boolean {
    return limitMicroUsd === this.limitMicroUsd && this.slice.freeMicroUsd >= likelyMicroUsd;
  }

  private async ask(
    budgetAccount: BudgetAccountLimit,
    amounts: HoldAmounts,
    isAsking: boolean,
  ): Promise<LeaseAnswer> {
    const newLimit = budgetAccount.limitMicroUsd === this.limitMicroUsd ? undefined : budgetAccount;
    const take = (): Promise<LeaseAnswer> =>
      this.state((slice) => this.parts.leases.take({ ...slice, ...amounts, newLimit, isAsking }));
    try {
      // A connection that was cut says nothing about the next one.
      const answer = await inTime(take().catch(take));
      this.limitMicroUsd = budgetAccount.limitMicroUsd;
      return answer;
    } catch (error) {
      this.memo = { reason: 'store', untilMs: performance.now() + REFUSAL_MS };
      throw storeUnavailable(error);
    }
  }

  /** One statement about the slice. What is free is out of everybody's reach until the answer has come. */
  private async state(work: (slice: AskedSlice) => Promise<LeaseAnswer>): Promise<LeaseAnswer> {
    return this.statements.run(async () => {
      const { slice, account } = this;
      const { status, hasLease } = slice;
      const claimed = Math.max(0, slice.freeMicroUsd);
      slice.reserve(claimed);
      try {
        const answer = await work({ account, status, hasLease });
        slice.settle(claimed, 0);
        if (answer.outcome === 'lost') this.slice = new Slice();
        else if (answer.row === undefined) slice.end(status.settledMicroUsd);
        else slice.receive(answer.row);
        return answer;
      } catch (error) {
        slice.settle(claimed, 0);
        if (!(error instanceof LeaseFailure) || error.isInDoubt) slice.doubt();
        throw error;
      }
    });
  }

  private refuse(leftMicroUsd: number): GatewayError {
    this.memo = { reason: 'short', untilMs: performance.now() + REFUSAL_MS, leftMicroUsd };
    return this.getShort(leftMicroUsd);
  }

  private getShort(leftMicroUsd: number): GatewayError {
    return budgetRefusal(this.account, leftMicroUsd > 0 ? 'too-little' : 'used-up', this.parts.now());
  }

  private giveBackWhereScarce(): void {
    if (performance.now() < this.scarceUntilMs) this.giveBackSoon();
  }

  private noteChange(): void {
    this.changes += 1;
    this.wake();
  }

  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), ANSWER_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
