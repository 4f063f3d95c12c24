import { GatewayError } from '#canonical';
import { type EntityManager } from 'typeorm';

/** What one booking is about: the id of a task or a request. */
export interface Booking {
  reference: string;
  tokenId: string;
}

type Entry = readonly [account: string, amountMicroUsd: number];

const REVENUE = 'revenue';
const WRITE_OFF = 'write-off';
const PROVIDER_COST = 'provider-cost';
const BUDGETS = 'budgets';

/**
 * Money that is set aside, spent or given back. Every method takes part in the caller's transaction, so that money
 * moves if and only if the thing that it is for happens. Amounts are integer millionths of a dollar.
 */
export class LedgerRepository {
  /** Sets money aside. Throws where the token's budget does not have it. */
  async hold(manager: EntityManager, { reference, tokenId }: Booking, amountMicroUsd: number): Promise<void> {
    if (amountMicroUsd === 0) return;
    await this.book(manager, 'hold', reference, [
      [availableTo(tokenId), -amountMicroUsd],
      [heldFor(tokenId), amountMicroUsd],
    ]);
  }

  /** Ends a hold: the cost is spent, the rest goes back. */
  async settle(
    manager: EntityManager,
    { reference, tokenId }: Booking,
    { heldMicroUsd, costMicroUsd }: { heldMicroUsd: number; costMicroUsd: number },
  ): Promise<void> {
    if (heldMicroUsd === 0 && costMicroUsd === 0) return;
    await this.book(manager, 'settle', reference, [
      [heldFor(tokenId), -heldMicroUsd],
      [REVENUE, costMicroUsd],
      [availableTo(tokenId), heldMicroUsd - costMicroUsd],
    ]);
  }

  /** Ends a hold: all of it goes back. */
  async release(
    manager: EntityManager,
    { reference, tokenId }: Booking,
    heldMicroUsd: number,
  ): Promise<void> {
    if (heldMicroUsd === 0) return;
    await this.book(manager, 'release', reference, [
      [heldFor(tokenId), -heldMicroUsd],
      [availableTo(tokenId), heldMicroUsd],
    ]);
  }

  /** What an upstream was paid for something that no customer got. */
  async writeOff(manager: EntityManager, reference: string, costMicroUsd: number): Promise<void> {
    if (costMicroUsd === 0) return;
    await this.book(manager, 'orphan-cost', reference, [
      [WRITE_OFF, costMicroUsd],
      [PROVIDER_COST, -costMicroUsd],
    ]);
  }

  /** Lets a token spend no more than this, beside what it has been granted before. */
  async grant(
    manager: EntityManager,
    { reference, tokenId }: Booking,
    amountMicroUsd: number,
  ): Promise<void> {
    await this.openAccount(manager, availableTo(tokenId), { isSpentFrom: true });
    await manager.query('UPDATE ledger_accounts SET floor = 0 WHERE id = $1 AND balance + $2 >= 0', [
      availableTo(tokenId),
      amountMicroUsd,
    ]);
    await this.book(manager, 'grant', reference, [
      [BUDGETS, -amountMicroUsd],
      [availableTo(tokenId), amountMicroUsd],
    ]);
  }

  private async book(
    manager: EntityManager,
    kind: string,
    reference: string,
    entries: readonly Entry[],
  ): Promise<void> {
    const [transaction] = await manager.query<{ id: string }[]>(
      'INSERT INTO ledger_transactions (kind, reference) VALUES ($1, $2) RETURNING id',
      [kind, reference],
    );
    // Always in one order, so that two bookings never wait for each other.
    const moved = entries.filter(([, amount]) => amount !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [account, amount] of moved) {
      await this.move(manager, account, amount);
      await manager.query(
        'INSERT INTO ledger_entries (transaction_id, account_id, amount) VALUES ($1, $2, $3)',
        [transaction?.id, account, amount],
      );
    }
  }

  private async move(manager: EntityManager, account: string, amount: number): Promise<void> {
    await this.openAccount(manager, account, { isSpentFrom: account.startsWith('token:') });
    const [, count] = await manager.query<[unknown, number]>(
      `UPDATE ledger_accounts SET balance = balance + $2
       WHERE id = $1 AND balance IS NOT NULL AND (floor IS NULL OR balance + $2 >= floor OR $2 > 0)`,
      [account, amount],
    );
    if (count === 0 && account.startsWith('token:')) {
      throw new GatewayError('budget-exhausted', 'The budget of this API token is used up.');
    }
  }

  private async openAccount(
    manager: EntityManager,
    id: string,
    { isSpentFrom }: { isSpentFrom: boolean },
  ): Promise<void> {
    await manager.query('INSERT INTO ledger_accounts (id, balance) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      id,
      isSpentFrom ? 0 : null,
    ]);
  }
}

function availableTo(tokenId: string): string {
  return `token:${tokenId}`;
}

function heldFor(tokenId: string): string {
  return `token:${tokenId}/held`;
}
