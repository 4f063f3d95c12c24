import { type EntityManager } from 'typeorm';
import { BUDGETS, PROVIDER_COST, REVENUE, WRITE_OFF, availableTo, heldFor } from './accounts.js';
import { book, limitAccount } from './bookings.repository.js';
import { requireMoney } from './money.js';
import { MOST_REFUNDS, refundReference, refundReferences } from './refund-reference.js';

/** What one booking is about: the id of a task or a request. */
export interface Booking {
  reference: string;
  tokenId: string;
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
  /** Lets a token spend no more than all its grants together. What it has spent before counts, too. */
  async grant(
    manager: EntityManager,
    { reference, tokenId }: Booking,
    amountMicroUsd: number,
  ): Promise<void> {
    requireMoney(amountMicroUsd);
    const available = availableTo(tokenId);
    if (amountMicroUsd > 0) {
      await book(manager, {
        kind: 'grant',
        reference,
        entries: [
          [BUDGETS, -amountMicroUsd],
          [available, amountMicroUsd],
        ],
      });
    }
    await limitAccount(manager, available);
  }

  /** Sets money aside. Throws where the token's budget does not have it. */
  async hold(manager: EntityManager, { reference, tokenId }: Booking, amountMicroUsd: number): Promise<void> {
    requireMoney(amountMicroUsd);
    if (amountMicroUsd === 0) return;
    await book(manager, {
      kind: 'hold',
      reference,
      entries: [
        [availableTo(tokenId), -amountMicroUsd],
        [heldFor(tokenId), amountMicroUsd],
      ],
    });
  }

  /** Ends a hold: the cost is spent, the rest goes back. */
  async settle(
    manager: EntityManager,
    booking: Booking,
    { heldMicroUsd, costMicroUsd }: Settlement,
  ): Promise<void> {
    requireMoney(costMicroUsd);
    const { reference, tokenId } = booking;
    if (costMicroUsd > heldMicroUsd) {
      throw new Error(
        `${reference} costs ${costMicroUsd}, which is more than the ${heldMicroUsd} held for it`,
      );
    }
    if (heldMicroUsd === 0) return;
    await this.requireHold(manager, booking, heldMicroUsd);
    await book(manager, {
      kind: 'settle',
      reference,
      entries: [
        [heldFor(tokenId), -heldMicroUsd],
        [REVENUE, costMicroUsd],
        [availableTo(tokenId), heldMicroUsd - costMicroUsd],
      ],
    });
  }

  /** Ends a hold: all of it goes back. */
  async release(manager: EntityManager, booking: Booking, heldMicroUsd: number): Promise<void> {
    if (heldMicroUsd === 0) return;
    const { reference, tokenId } = booking;
    await this.requireHold(manager, booking, heldMicroUsd);
    await book(manager, {
      kind: 'release',
      reference,
      entries: [
        [heldFor(tokenId), -heldMicroUsd],
        [availableTo(tokenId), heldMicroUsd],
      ],
    });
  }

  /** Gives back what was spent, or a part of it. Throws where all refunds together would be more than that. */
  async refund(manager: EntityManager, booking: Booking, { ordinal, amountMicroUsd }: Refund): Promise<void> {
    requireMoney(amountMicroUsd);
    const { reference, tokenId } = booking;
    if (!Number.isInteger(ordinal) || ordinal < 1 || ordinal > MOST_REFUNDS) {
      throw new RangeError(`${ordinal} is not the number of a refund, which goes from 1 to ${MOST_REFUNDS}`);
    }
    if (amountMicroUsd === 0) return;
    const left = await this.lockRefundable(manager, booking);
    if (BigInt(amountMicroUsd) > left) {
      throw new Error(`${reference} cannot be refunded ${amountMicroUsd}: ${left} are left of what it cost`);
    }
    await book(manager, {
      kind: 'refund',
      reference: refundReference(reference, ordinal),
      entries: [
        [REVENUE, -amountMicroUsd],
        [availableTo(tokenId), amountMicroUsd],
      ],
    });
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

  /** What ends is what was begun: by the same token, and all of it. */
  private async requireHold(
    manager: EntityManager,
    { reference, tokenId }: Booking,
    heldMicroUsd: number,
  ): Promise<void> {
    requireMoney(heldMicroUsd);
    const [hold] = await manager.query<{ amount: string }[]>(
      `SELECT amount FROM ledger_entries JOIN ledger_transactions t ON t.id = transaction_id
       WHERE reference = $1 AND kind = 'hold' AND account_id = $2`,
      [reference, heldFor(tokenId)],
    );
    if (hold?.amount === String(heldMicroUsd)) return;
    throw new Error(`${heldMicroUsd} are not what is held for ${reference}: ${hold?.amount ?? 'nothing'} is`);
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
      [REVENUE, reference, refundReferences(reference), heldFor(tokenId)],
    );
    return BigInt(paid?.left ?? 0);
  }
}
