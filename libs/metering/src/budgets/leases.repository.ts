import { randomUUID } from 'node:crypto';
import { type DataSource, type EntityManager } from 'typeorm';
import { leasedFrom } from '../accounts.js';
import { book, lockAccounts } from '../bookings.repository.js';
import { announce } from './budget-channel.repository.js';
import { type HoldAmounts, type LeaseDecision, decideLease } from './decide-lease.js';
import { LeaseFailure } from './lease-failure.js';
import { applyLimits, limitedTokenBudgetAccounts } from './limits.repository.js';
import { type BudgetAccountLimit } from './budget-account.js';
import { type LeaseRow, type BudgetAccountStatus, getFree } from './slice.js';

/** A slice, as the process that spends from it asks about it. */
export interface AskedSlice {
  account: string;
  status: BudgetAccountStatus;
  /** Whether the process believes that it has a lease. */
  hasLease: boolean;
}

export interface LeaseAsk extends AskedSlice, HoldAmounts {
  /** Where the process does not know that the budget account has this limit already. */
  newLimit?: BudgetAccountLimit;
  /** Whether to ask others to give back what they do not need. */
  isAsking: boolean;
}

export interface LeaseAnswer {
  /** `lost`: somebody took the process for dead, and its lease has ended. */
  outcome: LeaseDecision['outcome'] | 'lost';
  /** Undefined where there is no lease now. */
  row: LeaseRow | undefined;
  leftMicroUsd: number;
}

interface Found {
  balanceMicroUsd: number;
  elsewhereMicroUsd: number;
  row: LeaseRow | undefined;
  /** What the row says was spent. */
  settledMicroUsd: number;
}

/**
 * What one process has leased of budget accounts. Every statement about a budget account waits for the lock of its
 * account.
 */
export class LeaseRepository {
  constructor(
    private readonly dataSource: DataSource,
    /** Who leases: the journal of this process, whose spool owner may change. */
    private readonly lessee: { readonly spoolOwner: string },
  ) {}

  /** Takes what a request needs; or else gives back what is not needed, so that others can go on. */
  async take(ask: LeaseAsk): Promise<LeaseAnswer> {
    return this.inTransaction(async (manager) => {
      if (ask.newLimit !== undefined) await applyLimits(manager, [ask.newLimit]);
      const answer = await this.change(
        manager,
        ask,
        ({ balanceMicroUsd, elsewhereMicroUsd }, freeMicroUsd) => {
          const { heldMicroUsd } = ask.status;
          return decideLease({ balanceMicroUsd, freeMicroUsd, heldMicroUsd, elsewhereMicroUsd }, ask);
        },
      );
      if (answer.outcome === 'wait' && ask.isAsking) await announce(manager, 'wanted', [ask.account]);
      return answer;
    });
  }

  /** Gives back all that is not needed now, and says what is spent of the rest. */
  async giveBack(slice: AskedSlice): Promise<LeaseAnswer> {
    return this.inTransaction((manager) =>
      this.change(manager, slice, ({ balanceMicroUsd }, freeMicroUsd) => ({
        outcome: 'covered',
        moveMicroUsd: 0 - Math.max(0, freeMicroUsd),
        leftMicroUsd: balanceMicroUsd + freeMicroUsd,
      })),
    );
  }

  /** Says that this process lives, and answers which budget accounts it has leases of. */
  async renew(): Promise<ReadonlySet<string>> {
    const [rows] = await this.dataSource.query<[{ account: string }[], number]>(
      'UPDATE budget_leases SET renewed_at = now() WHERE spool_owner = $1 RETURNING account',
      [this.lessee.spoolOwner],
    );
    return new Set(rows.map(({ account }) => account));
  }

  async limit(budgetAccounts: readonly BudgetAccountLimit[]): Promise<void> {
    await this.inTransaction((manager) => applyLimits(manager, budgetAccounts));
  }

  async limitedTokenBudgetAccounts(): Promise<string[]> {
    return limitedTokenBudgetAccounts(this.dataSource.manager);
  }

  private async change(
    manager: EntityManager,
    slice: AskedSlice,
    decide: (found: Found, freeMicroUsd: number) => LeaseDecision,
  ): Promise<LeaseAnswer> {
    await lockAccounts(manager, [slice.account]);
    const found = await this.find(manager, slice.account);
    if (slice.hasLease && found.row === undefined)
      return { outcome: 'lost', row: undefined, leftMicroUsd: 0 };
    const row = found.row ?? { amountMicroUsd: 0, chargedMicroUsd: 0 };
    const { outcome, moveMicroUsd, leftMicroUsd } = decide(found, getFree(row, slice.status));
    if (moveMicroUsd !== 0) await this.book(manager, slice.account, moveMicroUsd);
    const after = { ...row, amountMicroUsd: row.amountMicroUsd + moveMicroUsd };
    const hasNews = found.row !== undefined && found.settledMicroUsd < slice.status.settledMicroUsd;
    if (moveMicroUsd < 0 || hasNews) await announce(manager, 'returned', [slice.account]);
    if (isOver(after, slice.status)) {
      if (found.row !== undefined) await this.end(manager, slice.account);
      return { outcome, row: undefined, leftMicroUsd };
    }
    if (moveMicroUsd !== 0 || hasNews) await this.write(manager, slice, after);
    return { outcome, row: after, leftMicroUsd };
  }

  private async find(manager: EntityManager, account: string): Promise<Found> {
    const [row] = await manager.query<Record<string, string | null>[]>(
      `SELECT budget_account.balance, own.amount, own.charged, own.settled, (
         SELECT sum(amount - LEAST(amount, GREATEST(0, settled - charged)))
         FROM budget_leases WHERE account = budget_account.id AND spool_owner <> $2
       ) AS elsewhere
       FROM ledger_accounts budget_account
       LEFT JOIN budget_leases own ON own.account = budget_account.id AND own.spool_owner = $2 WHERE budget_account.id = $1`,
      [account, this.lessee.spoolOwner],
    );
    const { balance, amount, charged, settled, elsewhere } = row ?? {};
    return {
      balanceMicroUsd: Number(balance ?? 0),
      elsewhereMicroUsd: Number(elsewhere ?? 0),
      row: amount === null ? undefined : { amountMicroUsd: Number(amount), chargedMicroUsd: Number(charged) },
      settledMicroUsd: Number(settled ?? 0),
    };
  }

  private async book(manager: EntityManager, account: string, moveMicroUsd: number): Promise<void> {
    await book(manager, {
      kind: moveMicroUsd > 0 ? 'lease' : 'lease-return',
      reference: randomUUID(),
      entries: [
        [account, -moveMicroUsd],
        [leasedFrom(account), moveMicroUsd],
      ],
    });
  }

  private async write(
    manager: EntityManager,
    slice: AskedSlice,
    { amountMicroUsd }: LeaseRow,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO budget_leases (account, spool_owner, amount, settled) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account, spool_owner) DO UPDATE
         SET amount = excluded.amount, settled = excluded.settled, renewed_at = now()`,
      [slice.account, this.lessee.spoolOwner, amountMicroUsd, slice.status.settledMicroUsd],
    );
  }

  private async end(manager: EntityManager, account: string): Promise<void> {
    await manager.query('DELETE FROM budget_leases WHERE account = $1 AND spool_owner = $2', [
      account,
      this.lessee.spoolOwner,
    ]);
  }

  /** What fails before the end is undone; what fails at the very end may be done or not. */
  private async inTransaction<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    let isEnding = false;
    try {
      return await this.dataSource.transaction(async (manager) => {
        const result = await work(manager);
        isEnding = true;
        return result;
      });
    } catch (error) {
      throw new LeaseFailure(isEnding, error);
    }
  }
}

/** Nothing is left of it, and nothing is still to be charged to it. */
function isOver(
  { amountMicroUsd, chargedMicroUsd }: LeaseRow,
  { heldMicroUsd, settledMicroUsd }: BudgetAccountStatus,
): boolean {
  return amountMicroUsd === 0 && heldMicroUsd === 0 && chargedMicroUsd >= settledMicroUsd;
}
