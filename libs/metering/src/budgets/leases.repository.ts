import { randomUUID } from 'node:crypto';
import { type DataSource, type EntityManager } from 'typeorm';
import { getLeasedAccount } from '../accounts.js';
import { book, lockAccounts } from '../bookings.js';
import { notifyProcesses } from './budget-channel.js';
import { type HoldAmounts, type LeaseDecision, decideLease } from './decide-lease.js';
import { LeaseFailure } from './lease-failure.js';
import { applyLimits, loadLimitedTokenAccounts } from './apply-limits.js';
import { type BudgetAccountLimit } from './budget-account.js';
import { type LeaseRow, type SliceStatus, getFree } from './slice.js';

/** The state of a slice in the process that spends from it. */
export interface SliceSnapshot {
  account: string;
  status: SliceStatus;
  /** Whether the process assumes that it has a lease. */
  hasLease: boolean;
}

export interface LeaseRequest extends SliceSnapshot, HoldAmounts {
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
  leftMicroUsd: number;
}

interface LeaseState {
  balanceMicroUsd: number;
  elsewhereMicroUsd: number;
  row: LeaseRow | undefined;
  /** The stored settled amount of the lease. */
  settledMicroUsd: number;
}

/** The leases of this process from budget accounts. Every change locks the budget account. */
export class LeaseRepository {
  constructor(
    private readonly dataSource: DataSource,
    /** The journal of this process, whose spool owner can change. */
    private readonly lessee: { readonly spoolOwner: string },
  ) {}

  /** Leases the amount for a request. If it is not available, returns what is not needed, for other processes. */
  async take(request: LeaseRequest): Promise<LeaseResult> {
    return this.inTransaction(async (manager) => {
      if (request.newLimit !== undefined) await applyLimits(manager, [request.newLimit]);
      const result = await this.updateLease(
        manager,
        request,
        ({ balanceMicroUsd, elsewhereMicroUsd }, freeMicroUsd) => {
          const { heldMicroUsd } = request.status;
          return decideLease({ balanceMicroUsd, freeMicroUsd, heldMicroUsd, elsewhereMicroUsd }, request);
        },
      );
      if (result.outcome === 'wait' && request.isRecalling)
        await notifyProcesses(manager, 'wanted', [request.account]);
      return result;
    });
  }

  /** Returns everything that is not held, and stores the settled amount. */
  async returnUnused(slice: SliceSnapshot): Promise<LeaseResult> {
    return this.inTransaction((manager) =>
      this.updateLease(manager, slice, ({ balanceMicroUsd }, freeMicroUsd) => ({
        outcome: 'covered',
        moveMicroUsd: 0 - Math.max(0, freeMicroUsd),
        leftMicroUsd: balanceMicroUsd + freeMicroUsd,
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
    decide: (state: LeaseState, freeMicroUsd: number) => LeaseDecision,
  ): Promise<LeaseResult> {
    await lockAccounts(manager, [slice.account]);
    const state = await this.loadLease(manager, slice.account);
    if (slice.hasLease && state.row === undefined)
      return { outcome: 'lost', row: undefined, leftMicroUsd: 0 };
    const row = state.row ?? { amountMicroUsd: 0, chargedMicroUsd: 0 };
    const { outcome, moveMicroUsd, leftMicroUsd } = decide(state, getFree(row, slice.status));
    if (moveMicroUsd !== 0) await this.book(manager, slice.account, moveMicroUsd);
    const after = { ...row, amountMicroUsd: row.amountMicroUsd + moveMicroUsd };
    const hasSettled = state.row !== undefined && state.settledMicroUsd < slice.status.settledMicroUsd;
    if (moveMicroUsd < 0 || hasSettled) await notifyProcesses(manager, 'returned', [slice.account]);
    if (hasEnded(after, slice.status)) {
      if (state.row !== undefined) await this.deleteLease(manager, slice.account);
      return { outcome, row: undefined, leftMicroUsd };
    }
    if (moveMicroUsd !== 0 || hasSettled) await this.storeLease(manager, slice, after);
    return { outcome, row: after, leftMicroUsd };
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
        [getLeasedAccount(account), moveMicroUsd],
      ],
    });
  }

  private async storeLease(
    manager: EntityManager,
    slice: SliceSnapshot,
    { amountMicroUsd }: LeaseRow,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO budget_leases (account, spool_owner, amount, settled) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account, spool_owner) DO UPDATE
         SET amount = excluded.amount, settled = excluded.settled, renewed_at = now()`,
      [slice.account, this.lessee.spoolOwner, amountMicroUsd, slice.status.settledMicroUsd],
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
function hasEnded(
  { amountMicroUsd, chargedMicroUsd }: LeaseRow,
  { heldMicroUsd, settledMicroUsd }: SliceStatus,
): boolean {
  return amountMicroUsd === 0 && heldMicroUsd === 0 && chargedMicroUsd >= settledMicroUsd;
}
