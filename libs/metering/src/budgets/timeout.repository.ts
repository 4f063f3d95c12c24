import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { type DataSource, type EntityManager } from 'typeorm';
import { announce } from './budget-channel.repository.js';
import { type BudgetAccountLimit } from './budget-account.js';

const TIMEOUT_MS = 2_000;
const POLL_MS = 50;
const SHORT: readonly unknown[] = ['budget-exhausted', 'spend-limit-reached'];

/**
 * A transaction that sets money aside for good. Where a budget account does not have it, but processes have leased
 * some, they are asked to give back what they do not need, and it is tried again.
 */
export async function withLeasesCalledIn<Result>(
  dataSource: DataSource,
  budgetAccounts: readonly BudgetAccountLimit[],
  work: (manager: EntityManager) => Promise<Result>,
): Promise<Result> {
  const giveUpAtMs = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await dataSource.transaction(work);
    } catch (error) {
      if (!(error instanceof GatewayError) || !SHORT.includes(error.kind)) throw error;
      if (performance.now() > giveUpAtMs || !(await callIn(dataSource.manager, budgetAccounts))) throw error;
      await sleep(POLL_MS);
    }
  }
}

/** Answers whether anybody has anything that may come back. */
async function callIn(
  manager: EntityManager,
  budgetAccounts: readonly BudgetAccountLimit[],
): Promise<boolean> {
  const rows = await manager.query<{ account: string }[]>(
    `SELECT DISTINCT account FROM budget_leases
     WHERE account = ANY($1) AND amount > GREATEST(0, settled - charged)`,
    [budgetAccounts.filter(({ limitMicroUsd }) => limitMicroUsd !== undefined).map(({ account }) => account)],
  );
  await announce(
    manager,
    'wanted',
    rows.map(({ account }) => account),
  );
  return rows.length > 0;
}
