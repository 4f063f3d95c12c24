import { type DataSource } from 'typeorm';
import { heldFrom, leasedFrom, getTokenBudgetAccount } from './accounts.js';

export interface TokenSpending {
  /** All that was ever charged to the token. */
  spentMicroUsd: number;
  /** As long as requests are kept. */
  lastUsedAt?: Date;
}

interface SpendingRow {
  id: string;
  spent: number;
  lastUsedAt: Date | null;
}

/** What tokens have spent, for lists of them. */
export class TokenSpendingRepository {
  constructor(private readonly dataSource: Pick<DataSource, 'query'>) {}

  /**
   * What a token's own budget account was given is the last limit that it had; what is missing from that has been
   * spent.
   */
  async of(tokenIds: readonly string[]): Promise<ReadonlyMap<string, TokenSpending>> {
    const budgetAccounts = tokenIds.map(getTokenBudgetAccount);
    const rows = await this.dataSource.query<SpendingRow[]>(
      `SELECT asked.id,
         (coalesce((SELECT limit_micro_usd FROM budget_limits
            WHERE account = asked.budget_account AND limit_micro_usd IS NOT NULL ORDER BY version DESC LIMIT 1), 0)
          - coalesce((SELECT sum(balance) FROM ledger_accounts
            WHERE id IN (asked.budget_account, asked.held, asked.leased)), 0))::float8 AS spent,
         (SELECT started_at FROM usage_events
          WHERE token = (SELECT usage_names.id FROM usage_names WHERE name = asked.id)
          ORDER BY started_at DESC LIMIT 1) AS "lastUsedAt"
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS asked (id, budget_account, held, leased)`,
      [tokenIds, budgetAccounts, budgetAccounts.map(heldFrom), budgetAccounts.map(leasedFrom)],
    );
    return new Map(
      rows.map(({ id, spent, lastUsedAt }) => [
        id,
        { spentMicroUsd: spent, lastUsedAt: lastUsedAt ?? undefined },
      ]),
    );
  }
}
