import { type EntityManager } from 'typeorm';

/**
 * The Postgres channel on which processes notify each other that money of a budget account is needed or was returned.
 */
export const BUDGET_CHANNEL = 'modelgate_budgets';

export type BudgetNotification = 'wanted' | 'returned';

/** Notifies all processes when the transaction is committed. */
export async function notifyProcesses(
  manager: EntityManager,
  news: BudgetNotification,
  accounts: readonly string[],
): Promise<void> {
  if (accounts.length === 0) return;
  await manager.query(`SELECT pg_notify($1, $2 || ' ' || account) FROM unnest($3::text[]) AS account`, [
    BUDGET_CHANNEL,
    news,
    accounts,
  ]);
}
