import { type EntityManager } from 'typeorm';
import { AccountShort } from './account-short.js';
import { PROVIDER_COST, REVENUE, WRITE_OFF, heldFrom, toPayee, getTokenBudgetAccount } from './accounts.js';
import { type Entry, type LedgerTransaction, book } from './bookings.repository.js';
import { announce } from './budgets/budget-channel.repository.js';
import { budgetRefusal } from './budgets/budget-refusal.js';
import { applyLimits } from './budgets/limits.repository.js';
import { type BudgetAccountLimit } from './budgets/budget-account.js';
import { type OnThreshold, tellThresholds } from './budgets/thresholds.repository.js';
import { requireMoney } from './money.js';

/** Nobody gives money back more often than this for one thing; few enough to look for each by its name. */
const MAX_REFUNDS = 100;

/** What one booking is about: the id of a task or a request. */
export interface Booking {
  reference: string;
  tokenId: string;
  /** What it is paid from beside the budget account of the token, each of them in full. */
  otherBudgetAccounts?: readonly string[];
}

export interface Settlement {
  heldMicroUsd: number;
  /** Never more than was held. */
  costMicroUsd: number;
}

export interface Refund {
  /** Which refund of the same thing it is, counted from 1: each is given once, however often it is tried. */
  ordinal: number;
  amountMicroUsd: number;
}

/**
 * Money that is set aside, spent or given back. Every method takes part in the caller's transaction, so that money
 * moves if and only if the thing that it is for happens. Amounts are integer millionths of a dollar.
 */
export class LedgerRepository {
  constructor(private readonly onThreshold: OnThreshold = async () => undefined) {}

  /** Lets budget accounts be spent from no further than their limits. What was spent from them before counts, too. */
  async limit(manager: EntityManager, budgetAccounts: readonly BudgetAccountLimit[]): Promise<void> {
    await applyLimits(manager, budgetAccounts);
  }

  /** Sets money aside. Throws where a budget does not have it. */
  async hold(manager: EntityManager, booking: Booking, amountMicroUsd: number): Promise<void> {
    requireMoney(amountMicroUsd);
    if (amountMicroUsd === 0) return;
    try {
      await bookEach(manager, 'hold', booking, (budgetAccount) => [
        [budgetAccount, -amountMicroUsd],
        [heldFrom(budgetAccount), amountMicroUsd],
      ]);
    } catch (error) {
      throw error instanceof AccountShort ? budgetRefusal(error.budgetAccount, 'used-up', new Date()) : error;
    }
  }

  /** Ends a hold: the cost is spent, the rest goes back. */
  async settle(
    manager: EntityManager,
    booking: Booking,
    { heldMicroUsd, costMicroUsd }: Settlement,
  ): Promise<void> {
    requireMoney(costMicroUsd);
    if (costMicroUsd > heldMicroUsd) {
      throw new Error(
        `${booking.reference} costs ${costMicroUsd}, which is more than the ${heldMicroUsd} held for it`,
      );
    }
    if (heldMicroUsd === 0) return;
    await this.requireHold(manager, booking, heldMicroUsd);
    await bookEach(manager, 'settle', booking, (budgetAccount) => [
      [heldFrom(budgetAccount), -heldMicroUsd],
      [toPayee(budgetAccount), costMicroUsd],
      [budgetAccount, heldMicroUsd - costMicroUsd],
    ]);
    await tellThresholds(manager, budgetAccountsFor(booking), this.onThreshold);
  }

  /** Ends a hold: all of it goes back. */
  async release(manager: EntityManager, booking: Booking, heldMicroUsd: number): Promise<void> {
    if (heldMicroUsd === 0) return;
    await this.requireHold(manager, booking, heldMicroUsd);
    await bookEach(manager, 'release', booking, (budgetAccount) => [
      [heldFrom(budgetAccount), -heldMicroUsd],
      [budgetAccount, heldMicroUsd],
    ]);
  }

  /** Gives back what was spent, or a part of it. Throws where all refunds together would be more than that. */
  async refund(manager: EntityManager, booking: Booking, { ordinal, amountMicroUsd }: Refund): Promise<void> {
    requireMoney(amountMicroUsd);
    const { reference } = booking;
    if (!Number.isInteger(ordinal) || ordinal < 1 || ordinal > MAX_REFUNDS) {
      throw new RangeError(`${ordinal} is not the number of a refund, which goes from 1 to ${MAX_REFUNDS}`);
    }
    if (amountMicroUsd === 0) return;
    const left = await this.lockRefundable(manager, booking);
    if (BigInt(amountMicroUsd) > left) {
      throw new Error(`${reference} cannot be refunded ${amountMicroUsd}: ${left} are left of what it cost`);
    }
    const refund = { ...booking, reference: refundReference(reference, ordinal) };
    await bookEach(manager, 'refund', refund, (budgetAccount) => [
      [toPayee(budgetAccount), -amountMicroUsd],
      [budgetAccount, amountMicroUsd],
    ]);
  }

  /** What an upstream was paid for something that no customer got. */
  async writeOff(manager: EntityManager, reference: string, costMicroUsd: number): Promise<void> {
    requireMoney(costMicroUsd);
    if (costMicroUsd === 0) return;
    await book(manager, {
      kind: 'orphan-cost',
      reference,
      entries: [
        [WRITE_OFF, costMicroUsd],
        [PROVIDER_COST, -costMicroUsd],
      ],
    });
  }

  /** What ends is what was begun: from the same budget accounts, and all of it. */
  private async requireHold(manager: EntityManager, booking: Booking, heldMicroUsd: number): Promise<void> {
    requireMoney(heldMicroUsd);
    const { reference } = booking;
    const rows = await manager.query<{ account: string; amount: string }[]>(
      `SELECT account_id AS account, amount FROM ledger_entries JOIN ledger_transactions t ON t.id = transaction_id
       WHERE reference = $1 AND kind = 'hold' AND amount > 0`,
      [reference],
    );
    const held = new Map(rows.map(({ account, amount }) => [account, amount]));
    for (const budgetAccount of budgetAccountsFor(booking)) {
      const amount = held.get(heldFrom(budgetAccount));
      if (amount === String(heldMicroUsd)) continue;
      throw new Error(`${heldMicroUsd} are not what is held for ${reference}: ${amount ?? 'nothing'} is`);
    }
    if (held.size === budgetAccountsFor(booking).length) return;
    throw new Error(
      `${heldMicroUsd} are not what is held for ${reference}: other budget_accounts are charged, too`,
    );
  }

  /** What is left of the cost. Others who want some of it back wait until this transaction has ended. */
  private async lockRefundable(manager: EntityManager, { reference, tokenId }: Booking): Promise<bigint> {
    await manager.query(
      `SELECT id FROM ledger_transactions WHERE reference = $1 AND kind = 'settle' FOR NO KEY UPDATE`,
      [reference],
    );
    const [paid] = await manager.query<{ left: string | null }[]>(
      `SELECT sum(amount) AS left FROM ledger_entries JOIN ledger_transactions t ON t.id = transaction_id
       WHERE account_id = $1
         AND (kind = 'settle' AND reference = $2 OR kind = 'refund' AND reference = ANY($3))
         AND EXISTS (
           SELECT FROM ledger_entries e JOIN ledger_transactions h ON h.id = e.transaction_id
           WHERE h.reference = $2 AND h.kind = 'hold' AND e.account_id = $4)`,
      [REVENUE, reference, refundReferences(reference), heldFrom(getTokenBudgetAccount(tokenId))],
    );
    return BigInt(paid?.left ?? 0);
  }
}

function budgetAccountsFor({ tokenId, otherBudgetAccounts = [] }: Booking): string[] {
  return [getTokenBudgetAccount(tokenId), ...otherBudgetAccounts];
}

/** The same from every budget account that pays. */
async function bookEach(
  manager: EntityManager,
  kind: LedgerTransaction['kind'],
  booking: Booking,
  getEntries: (budgetAccount: string) => Entry[],
): Promise<void> {
  const budgetAccounts = budgetAccountsFor(booking);
  await book(manager, { kind, reference: booking.reference, entries: budgetAccounts.flatMap(getEntries) });
  if (kind !== 'hold') await announce(manager, 'returned', budgetAccounts);
}

/** One thing may be refunded in several parts, each of which is booked under a name of its own. */
function refundReference(reference: string, ordinal: number): string {
  return `${reference}/refund/${ordinal}`;
}

function refundReferences(reference: string): string[] {
  return Array.from({ length: MAX_REFUNDS }, (_, index) => refundReference(reference, index + 1));
}
