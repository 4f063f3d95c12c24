import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { type DataSource, type EntityManager } from 'typeorm';
import { notifyProcesses } from './budget-channel.js';
import { type BudgetAccountLimit } from './budget-account.js';

const TIMEOUT_MS = 2_000;
const POLL_MS = 50;
const SHORTAGE_KINDS: readonly unknown[] = ['budget-exhausted', 'spend-limit-reached'];

/**
 * Runs a transaction that holds money. If a budget account does not have enough, but processes have leases of it, they
 * are notified to return what they do not need, and the transaction is retried.
 */
export async function withLeaseRecall<Result>(
  dataSource: DataSource,
  budgetAccounts: readonly BudgetAccountLimit[],
  work: (manager: EntityManager) => Promise<Result>,
): Promise<Result> {
  const giveUpAtMs = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await dataSource.transaction(work);
    } catch (error) {
      if (!(error instanceof GatewayError) || !SHORTAGE_KINDS.includes(error.kind)) throw error;
      if (performance.now() > giveUpAtMs || !(await recallLeases(dataSource.manager, budgetAccounts)))
        throw error;
      await sleep(POLL_MS);
    }
  }
}

/** Returns whether any process has a lease that it may return. */
async function recallLeases(
  manager: EntityManager,
  budgetAccounts: readonly BudgetAccountLimit[],
): Promise<boolean> {
  const rows = await manager.query<{ account: string }[]>(
    `SELECT DISTINCT account FROM budget_leases
     WHERE account = ANY($1) AND amount > GREATEST(0, settled - charged)`,
    [budgetAccounts.filter(({ limit }) => limit !== undefined).map(({ account }) => account)],
  );
  await notifyProcesses(
    manager,
    'wanted',
    rows.map(({ account }) => account),
  );
  return rows.length > 0;
}
