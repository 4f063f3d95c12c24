import { type SortColumns } from '#database';
import { type DataSource } from 'typeorm';
import { getTokenBudgetAccount } from './accounts.js';
import { buildLatestLimitSql, listBalanceIds, buildSpentSql } from './budgets/spent-amount.js';

export interface TokenSpending {
  /** The total that was ever charged to the token. */
  spentMicroUsd: number;
  /** Can be up to a minute behind. */
  lastUsedAt?: Date;
}

interface SpendingRow {
  id: string;
  spent: number;
  lastUsedAt: Date | null;
}

const TOKEN_ID = 'token.id::text';
const BALANCES = listBalanceIds(getAccount(TOKEN_ID)).map((id, index) => ({ id, alias: `balance_${index}` }));

/**
 * Sort columns for a list of tokens (`token`) by spending and last use. A token that was never used sorts as if its
 * last use were in 1970. Joins instead of subqueries sort thousands of tokens within a few milliseconds.
 */
export const TOKEN_SPENDING_SORTS: SortColumns = {
  spent_usd: {
    column: `(${[buildLatestLimitSql(getAccount(TOKEN_ID)), ...BALANCES.map(getBalance)].join(' - ')})`,
    type: 'bigint',
    joins: BALANCES.map(({ id, alias }) => ({
      table: 'ledger_accounts',
      alias,
      condition: `${alias}.id = ${id}`,
    })),
  },
  last_used_at: {
    column: `coalesce(used.last_used_at, 'epoch'::timestamptz)`,
    type: 'timestamptz',
    joins: [{ table: 'token_uses', alias: 'used', condition: `used.token_id = ${TOKEN_ID}` }],
  },
};

/** The spending and last use of listed tokens. */
export class TokenSpendingRepository {
  constructor(private readonly dataSource: Pick<DataSource, 'query'>) {}

  async of(tokenIds: readonly string[]): Promise<ReadonlyMap<string, TokenSpending>> {
    const rows = await this.dataSource.query<SpendingRow[]>(
      `SELECT listed.id, ${buildSpentSql(getAccount('listed.id'))} AS spent, last_used_at AS "lastUsedAt"
       FROM unnest($1::text[]) AS listed (id) LEFT JOIN token_uses ON token_uses.token_id = listed.id`,
      [tokenIds],
    );
    return new Map(
      rows.map(({ id, spent, lastUsedAt }) => [
        id,
        { spentMicroUsd: spent, lastUsedAt: lastUsedAt ?? undefined },
      ]),
    );
  }
}

function getBalance({ alias }: { alias: string }): string {
  return `coalesce(${alias}.balance, 0)`;
}

/** SQL for the id of a token's budget account. */
function getAccount(tokenId: string): string {
  return `('${getTokenBudgetAccount('')}' || ${tokenId})`;
}
