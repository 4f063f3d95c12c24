import { randomUUID } from 'node:crypto';
import { type DataSource, type EntityManager } from 'typeorm';
import { getLeasedAccount } from '../accounts.js';
import { book, lockAccounts } from '../bookings.js';
import { notifyProcesses } from './budget-channel.js';
import { type LeaseAmounts, type LeaseDecision, decideLease } from './decide-lease.js';
import { LeaseFailure } from './lease-failure.js';
import { applyLimits, loadLimitedTokenAccounts } from './apply-limits.js';
import { type BudgetAccountLimit } from './budget-account.js';
import { findNextReturn, renewSlots } from './rolling-windows.js';
import { type LeaseRow, type SliceStatus, getFree } from './slice.js';

/** The state of a slice in the process that spends from it. */
export interface SliceSnapshot {
  account: string;
  status: SliceStatus;
  /** Whether the process assumes that it has a lease. */
  hasLease: boolean;
}

export interface LeaseRequest extends SliceSnapshot, LeaseAmounts {
  /** Set if the stored limit of the budget account may be another one. */
  newLimit?: BudgetAccountLimit;
  /** Whether to notify other processes to return what they do not need. */
  isRecalling: boolean;
}

export interface LeaseResult {
  /** `lost`: the lease was returned because another process considered this one dead. */
  outcome: LeaseDecision['outcome'] | 'lost';
  /** Undefined if there is no lease now. */
  row: LeaseRow | undefined;
  left: number;
  /** For a request that a rolling budget does not cover: when the next amount returns to it. */
  renewsAt?: Date | undefined;
}

interface LeaseState {
  balance: number;
  elsewhere: number;
  row: LeaseRow | undefined;
  /** The stored settled amount of the lease. */
  settled: number;
}

/** The leases of this process from budget accounts. Every change locks the budget account. */
export class LeaseRepository {
  constructor(
    private readonly dataSource: DataSource,
    /** The journal of this process, whose spool owner can change. */
    private readonly lessee: { readonly spoolOwner: string },
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Leases the amount for a request. If it is not available, returns what is not needed, for other processes. */
  async take(request: LeaseRequest): Promise<LeaseResult> {
    return this.inTransaction(async (manager) => {
      if (request.newLimit !== undefined) await applyLimits(manager, [request.newLimit]);
      const result = await this.updateLease(manager, request, ({ balance, elsewhere }, free) => {
        const { held } = request.status;
        return decideLease({ balance, free, held, elsewhere }, request);
      });
      if (result.outcome === 'wait' && request.isRecalling)
        await notifyProcesses(manager, 'wanted', [request.account]);
      if (result.outcome === 'covered' || result.outcome === 'lost') return result;
      return { ...result, renewsAt: await findNextReturn(manager, request.account) };
    });
  }

  /** Returns everything that is not held, and stores the settled amount. */
  async returnUnused(slice: SliceSnapshot): Promise<LeaseResult> {
    return this.inTransaction((manager) =>
      this.updateLease(manager, slice, ({ balance }, free) => ({
        outcome: 'covered',
        move: 0 - Math.max(0, free),
        left: balance + free,
      })),
    );
  }

  /** Renews all leases of this process, and returns the budget accounts of these leases. */
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

  async loadLimitedTokenAccounts(): Promise<string[]> {
    return loadLimitedTokenAccounts(this.dataSource.manager);
  }

  private async updateLease(
    manager: EntityManager,
    slice: SliceSnapshot,
    decide: (state: LeaseState, free: number) => LeaseDecision,
  ): Promise<LeaseResult> {
    await lockAccounts(manager, [slice.account]);
    await renewSlots(manager, slice.account, this.now());
    const state = await this.loadLease(manager, slice.account);
    if (slice.hasLease && state.row === undefined) return { outcome: 'lost', row: undefined, left: 0 };
    const row = state.row ?? { amount: 0, charged: 0 };
    const { outcome, move, left } = decide(state, getFree(row, slice.status));
    if (move !== 0) await this.book(manager, slice.account, move);
    const after = { ...row, amount: row.amount + move };
    const hasSettled = state.row !== undefined && state.settled < slice.status.settled;
    if (move < 0 || hasSettled) await notifyProcesses(manager, 'returned', [slice.account]);
    if (hasEnded(after, slice.status)) {
      if (state.row !== undefined) await this.deleteLease(manager, slice.account);
      return { outcome, row: undefined, left };
    }
    if (move !== 0 || hasSettled) await this.storeLease(manager, slice, after);
    return { outcome, row: after, left };
  }

  private async loadLease(manager: EntityManager, account: string): Promise<LeaseState> {
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
      balance: Number(balance ?? 0),
      elsewhere: Number(elsewhere ?? 0),
      row: amount === null ? undefined : { amount: Number(amount), charged: Number(charged) },
      settled: Number(settled ?? 0),
    };
  }

  private async book(manager: EntityManager, account: string, move: number): Promise<void> {
    await book(manager, {
      kind: move > 0 ? 'lease' : 'lease-return',
      reference: randomUUID(),
      entries: [
        [account, -move],
        [getLeasedAccount(account), move],
      ],
    });
  }

  private async storeLease(
    manager: EntityManager,
    slice: SliceSnapshot,
    { amount }: LeaseRow,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO budget_leases (account, spool_owner, amount, settled) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account, spool_owner) DO UPDATE
         SET amount = excluded.amount, settled = excluded.settled, renewed_at = now()`,
      [slice.account, this.lessee.spoolOwner, amount, slice.status.settled],
    );
  }

  private async deleteLease(manager: EntityManager, account: string): Promise<void> {
    await manager.query('DELETE FROM budget_leases WHERE account = $1 AND spool_owner = $2', [
      account,
      this.lessee.spoolOwner,
    ]);
  }

  /** A failure before COMMIT rolls back; after a failure of COMMIT itself, the outcome is unknown. */
  private async inTransaction<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    let isCommitting = false;
    try {
      return await this.dataSource.transaction(async (manager) => {
        const result = await work(manager);
        isCommitting = true;
        return result;
      });
    } catch (error) {
      throw new LeaseFailure(isCommitting, error);
    }
  }
}

/** Whether nothing is left of the lease and nothing remains to be charged to it. */
function hasEnded({ amount, charged }: LeaseRow, { held, settled }: SliceStatus): boolean {
  return amount === 0 && held === 0 && charged >= settled;
}
