import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type BudgetAccountLimit, getBudgetAccounts } from '#metering';
import { BudgetHarness, type Spender } from './budget-harness.js';

const TOKEN = randomUUID();
const OWNER = 'owner:ann@2026-11-15';
const GLOBAL = 'global@2026-11';

function budgetAccountsWith(globalMicroUsd: number): BudgetAccountLimit[] {
  return getBudgetAccounts(
    {
      token: { id: TOKEN, owner: 'ann', budget: [{ unit: 'usd', limit: 1_600, period: 'total' }] },
      ownerBudget: [{ unit: 'usd', limit: 3_200, period: 'daily' }],
      globalBudget: [{ unit: 'usd', limit: globalMicroUsd, period: 'monthly' }],
    },
    new Date('2026-11-15T12:00:00Z'),
  );
}

const toEntries = (kind: string): string =>
  `transaction_id IN (SELECT id FROM ledger_transactions WHERE kind = '${kind}')`;

/** A request that was charged, slices that are still leased, and a budget that was raised and lowered. */
describe('verifyLedger, where budgets are spent', () => {
  let harness: BudgetHarness;
  let spender: Spender;

  beforeAll(async () => {
    harness = await BudgetHarness.open();
  });

  afterAll(async () => {
    await harness.close();
  });

  beforeEach(async () => {
    spender = await harness.spender();
    for (const limit of [6_400, 9_600, 8_000]) {
      const budgetAccounts = budgetAccountsWith(limit);
      spender.settle(await spender.hold(budgetAccounts, 10), budgetAccounts, 10);
    }
    await spender.drain();
    // Its leases do not change from here on.
    await spender.stop();
  });

  afterEach(async () => {
    await harness.database.query(`
      TRUNCATE ledger_entries, ledger_transactions, ledger_accounts, budget_limits, budget_leases, usage_charges,
        budget_thresholds;
      ALTER TABLE ledger_entries ENABLE TRIGGER USER;
      ALTER TABLE ledger_transactions ENABLE TRIGGER USER`);
  });

  async function tamper(sql: string): Promise<void> {
    await harness.database.query(`
      ALTER TABLE ledger_entries DISABLE TRIGGER USER;
      ALTER TABLE ledger_transactions DISABLE TRIGGER USER;
      ${sql}`);
  }

  async function faults(): Promise<string[]> {
    const { faults } = await harness.verify();
    return faults.map(({ rule, subject, detail }) => `${rule}: ${subject}: ${detail}`).toSorted();
  }

  it('finds nothing if everything is correct', async () => {
    expect(await faults()).toEqual([]);
    const [row] = await harness.database.query(
      'SELECT array_agg(DISTINCT kind ORDER BY kind) AS kinds FROM ledger_transactions',
    );
    expect(row?.['kinds']).toEqual(expect.arrayContaining(['cut', 'grant', 'lease', 'spend']));
  });

  it('names a budget account that pays for another one', async () => {
    await tamper(`
      UPDATE ledger_entries SET amount = amount - 1 WHERE ${toEntries('spend')} AND account_id = '${OWNER}/spent';
      UPDATE ledger_entries SET amount = amount + 1 WHERE ${toEntries('spend')} AND account_id = '${GLOBAL}/spent'`);
    expect(await faults()).toEqual([
      expect.stringMatching(
        `^each transaction balances within every budget account: .*: ${GLOBAL} is off by 1$`,
      ),
      expect.stringMatching(
        `^each transaction balances within every budget account: .*: ${OWNER} is off by -1$`,
      ),
    ]);
  });

  it.each([
    ['is missing', `DELETE FROM budget_leases WHERE account = '${OWNER}'`, /: ledger \d+, leases 0$/],
    [
      'has grown',
      `UPDATE budget_leases SET amount = amount + 1 WHERE account = '${OWNER}'`,
      /: ledger (\d+), leases \d+$/,
    ],
  ])('names a lease that %s', async (_, change, detail) => {
    await tamper(change);
    const found = await faults();
    expect(found).toEqual([
      expect.stringMatching(
        `^the leased amount of a budget account equals the leases of the processes: ${OWNER}: `,
      ),
    ]);
    expect(found[0]).toMatch(detail);
  });

  it.each([
    ['is not recorded', 'DELETE FROM usage_charges', 'ledger 30, charged nothing'],
    ['was recorded as more', 'UPDATE usage_charges SET cost_micro_usd = 31', 'ledger 30, charged 31'],
    [
      'was never booked',
      `INSERT INTO usage_charges (batch, spool_owner, event_count, cost_micro_usd)
       VALUES ('00000000-0000-0000-0000-000000000000', 'd', 1, 5)`,
      'ledger nothing, charged 5',
    ],
  ])('names a charge that %s', async (_, change, detail) => {
    await tamper(change);
    expect(await faults()).toEqual([
      expect.stringMatching(`^the spent amount equals the charged amount: .*: ${detail}$`),
    ]);
  });

  it('names a budget account that was granted more than its budget', async () => {
    await tamper(`UPDATE budget_limits SET limit_micro_usd = 3000 WHERE account = '${OWNER}'`);
    expect(await faults()).toEqual([
      `the granted amount of a budget account equals its budget: ${OWNER}: limit 3000, given 3200`,
    ]);
  });

  it('names a budget account that was granted money without a budget', async () => {
    await tamper(`DELETE FROM budget_limits WHERE account = '${OWNER}'`);
    expect(await faults()).toEqual([
      `the granted amount of a budget account equals its budget: ${OWNER}: limit none, given 3200`,
    ]);
  });

  it('names a change of a budget that moved another amount', async () => {
    await tamper(
      `UPDATE budget_limits SET limit_micro_usd = 9000 WHERE account = '${GLOBAL}' AND version = 2`,
    );
    expect(await faults()).toEqual([
      `a change of a budget books the difference: ${GLOBAL}#2: limit 6400 to 9000, moved 3200`,
      `a change of a budget books the difference: ${GLOBAL}#3: limit 9000 to 8000, moved -1600`,
    ]);
  });

  it('names a budget account whose floor is missing', async () => {
    await tamper(`UPDATE ledger_accounts SET floor = NULL WHERE id = '${GLOBAL}'`);
    expect(await faults()).toEqual([
      `a budget account has a floor if and only if it has a budget: ${GLOBAL}: limit 8000, floor none`,
    ]);
  });

  it('names a lease with a negative charge', async () => {
    await tamper(`UPDATE budget_leases SET charged = -1 WHERE account = '${OWNER}'`);
    expect(await faults()).toEqual([
      expect.stringMatching(`^the amounts of a lease are not negative: ${OWNER} of .*, charged -1$`),
    ]);
  });

  it('names a task that does not hold what it should in every budget account', async () => {
    await tamper(`
      INSERT INTO video_tasks (id, owner, token_id, model, request, other_budget_accounts, deadline_at)
      VALUES ('odd', 'ann', '${TOKEN}', 'm', '{}', '{${OWNER}}', now());
      UPDATE video_tasks SET held_micro_usd = 7 WHERE id = 'odd'`);
    expect(await faults()).toEqual([
      'the held amount of a task equals its hold: odd: task 7, ledger 0',
      `the held amount of a task equals its hold: odd: task 7, ledger 0 in ${OWNER}`,
    ]);
    await harness.database.query(`DELETE FROM video_tasks`);
  });
});
