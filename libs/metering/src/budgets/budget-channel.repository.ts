import { type EntityManager } from 'typeorm';

/** Where processes tell each other about budget accounts: that somebody wants money, or that some has come back. */
export const BUDGET_CHANNEL = 'modelgate_budgets';

export type BudgetNews = 'wanted' | 'returned';

/** Heard by everybody as soon as the transaction has ended well. */
export async function announce(
  manager: EntityManager,
  news: BudgetNews,
  accounts: readonly string[],
): Promise<void> {
  if (accounts.length === 0) return;
  await manager.query(`SELECT pg_notify($1, $2 || ' ' || account) FROM unnest($3::text[]) AS account`, [
    BUDGET_CHANNEL,
    news,
    accounts,
  ]);
}
