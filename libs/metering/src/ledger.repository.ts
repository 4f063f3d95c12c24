import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { InsufficientBalanceError } from './insufficient-balance-error.js';
import {
  PROVIDER_COST,
  REVENUE,
  WRITE_OFF,
  getHeldAccount,
  getPayeeAccount,
  getTokenBudgetAccount,
} from './accounts.js';
import { type Entry, type LedgerTransaction, book } from './bookings.js';
import { notifyProcesses } from './budgets/budget-channel.js';
import { buildBudgetRefusal } from './budgets/budget-refusal.js';
import { applyLimits } from './budgets/apply-limits.js';
import { type BudgetAccountLimit } from './budgets/budget-account.js';
import { ON_THRESHOLD, type OnThreshold, notifyThresholds } from './budgets/thresholds.js';
import { requireMoney } from './money.js';

/** The maximum number of refunds per booking. Their references are listed in a query. */
const MAX_REFUNDS = 100;

/** What a booking is for, and which accounts pay. */
export interface Booking {
  /** The id of a task or a request. */
  reference: string;
  tokenId: string;
  /** Further accounts besides the token's own. Each is charged the full amount. */
  otherBudgetAccounts?: readonly string[];
}

export interface Settlement {
  heldMicroUsd: number;
  /** At most the held amount. */
  costMicroUsd: number;
}

export interface Refund {
  /**
   * The number of this refund of the same booking, from 1. A repeated attempt with the same number refunds nothing
   * more.
   */
  ordinal: number;
  amountMicroUsd: number;
}

/**
 * Holds, settles and refunds money. Every method uses the caller's transaction, so that money moves if and only if that
 * transaction is committed. Amounts are integer millionths of a dollar.
 */
@Injectable()
export class LedgerRepository {
  constructor(@Inject(ON_THRESHOLD) private readonly onThreshold: OnThreshold = async () => undefined) {}

  /** Applies the limits of budget accounts. Earlier spending counts against them. */
  async limit(manager: EntityManager, budgetAccounts: readonly BudgetAccountLimit[]): Promise<void> {
    await applyLimits(manager, budgetAccounts);
  }

  /** Holds money. Throws if a budget does not have enough. */
  async hold(manager: EntityManager, booking: Booking, amountMicroUsd: number): Promise<void> {
    requireMoney(amountMicroUsd);
    if (amountMicroUsd === 0) return;
    try {
      await bookEach(manager, 'hold', booking, (budgetAccount) => [
        [budgetAccount, -amountMicroUsd],
        [getHeldAccount(budgetAccount), amountMicroUsd],
      ]);
    } catch (error) {
      throw error instanceof InsufficientBalanceError
        ? buildBudgetRefusal(error.budgetAccount, 'used-up', new Date())
        : error;
    }
  }

  /** Ends a hold: the cost is spent and the rest is released. */
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
      [getHeldAccount(budgetAccount), -heldMicroUsd],
      [getPayeeAccount(budgetAccount), costMicroUsd],
      [budgetAccount, heldMicroUsd - costMicroUsd],
    ]);
    await notifyThresholds(manager, listBudgetAccounts(booking), this.onThreshold);
  }

  /** Ends a hold and releases all of it. */
  async release(manager: EntityManager, booking: Booking, heldMicroUsd: number): Promise<void> {
    if (heldMicroUsd === 0) return;
    await this.requireHold(manager, booking, heldMicroUsd);
    await bookEach(manager, 'release', booking, (budgetAccount) => [
      [getHeldAccount(budgetAccount), -heldMicroUsd],
      [budgetAccount, heldMicroUsd],
    ]);
  }

  /** Refunds a cost or a part of it. Throws if all refunds together would exceed the cost. */
  async refund(manager: EntityManager, booking: Booking, { ordinal, amountMicroUsd }: Refund): Promise<void> {
    requireMoney(amountMicroUsd);
    const { reference } = booking;
    if (!Number.isInteger(ordinal) || ordinal < 1 || ordinal > MAX_REFUNDS) {
      throw new RangeError(`${ordinal} is not a valid refund number (1 to ${MAX_REFUNDS})`);
    }
    if (amountMicroUsd === 0) return;
    const refundable = await this.lockRefundable(manager, booking);
    if (BigInt(amountMicroUsd) > refundable) {
      throw new Error(
        `${reference} cannot be refunded ${amountMicroUsd}: only ${refundable} of its cost is left to refund`,
      );
    }
    const refund = { ...booking, reference: toRefundReference(reference, ordinal) };
    await bookEach(manager, 'refund', refund, (budgetAccount) => [
      [getPayeeAccount(budgetAccount), -amountMicroUsd],
      [budgetAccount, amountMicroUsd],
    ]);
  }

  /** Books an upstream cost that no token is charged for. */
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

  /** Throws unless the hold has exactly this amount and these budget accounts. */
  private async requireHold(manager: EntityManager, booking: Booking, heldMicroUsd: number): Promise<void> {
    requireMoney(heldMicroUsd);
    const { reference } = booking;
    const rows = await manager.query<{ account: string; amount: string }[]>(
      `SELECT account_id AS account, amount FROM ledger_entries JOIN ledger_transactions t ON t.id = transaction_id
       WHERE reference = $1 AND kind = 'hold' AND amount > 0`,
      [reference],
    );
    const held = new Map(rows.map(({ account, amount }) => [account, amount]));
    for (const budgetAccount of listBudgetAccounts(booking)) {
      const amount = held.get(getHeldAccount(budgetAccount));
      if (amount === String(heldMicroUsd)) continue;
      throw new Error(`the amount held for ${reference} is ${amount ?? 'nothing'}, not ${heldMicroUsd}`);
    }
    if (held.size === listBudgetAccounts(booking).length) return;
    throw new Error(
      `the amount held for ${reference} is not ${heldMicroUsd}: other budget accounts are charged, too`,
    );
  }

  /** Returns the refundable rest of the cost, and blocks other refunds of it until the transaction ends. */
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
      [REVENUE, reference, listRefundReferences(reference), getHeldAccount(getTokenBudgetAccount(tokenId))],
    );
    return BigInt(paid?.left ?? 0);
  }
}

function listBudgetAccounts({ tokenId, otherBudgetAccounts = [] }: Booking): string[] {
  return [getTokenBudgetAccount(tokenId), ...otherBudgetAccounts];
}

/** Books the same entries for every budget account of the booking. */
async function bookEach(
  manager: EntityManager,
  kind: LedgerTransaction['kind'],
  booking: Booking,
  getEntries: (budgetAccount: string) => Entry[],
): Promise<void> {
  const budgetAccounts = listBudgetAccounts(booking);
  await book(manager, { kind, reference: booking.reference, entries: budgetAccounts.flatMap(getEntries) });
  if (kind !== 'hold') await notifyProcesses(manager, 'returned', budgetAccounts);
}

/** Each partial refund has a reference of its own. */
function toRefundReference(reference: string, ordinal: number): string {
  return `${reference}/refund/${ordinal}`;
}

function listRefundReferences(reference: string): string[] {
  return Array.from({ length: MAX_REFUNDS }, (_, index) => toRefundReference(reference, index + 1));
}
