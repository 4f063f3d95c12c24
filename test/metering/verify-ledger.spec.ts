import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LedgerHarness } from './ledger-harness.js';

const TOKEN = randomUUID();
const GRANT = `token:${TOKEN}#1`;

/** Several kinds of videos: `running`, `settled` (30 of 80), `refunded` (10 of 20) and `released`. */
async function fill(harness: LedgerHarness): Promise<void> {
  await harness.limit(TOKEN, 1000);
  await harness.submit(TOKEN, 50, 'running');
  await harness.settle(await harness.submit(TOKEN, 80, 'settled'), 30);
  const refunded = await harness.submit(TOKEN, 20, 'refunded');
  await harness.settle(refunded, 20);
  await harness.refund(refunded, { ordinal: 1, amountMicroUsd: 10 });
  await harness.release(await harness.submit(TOKEN, 40, 'released'));
  await harness.writeOff('orphan', 7);
}

const getEntries = (kind: string, reference: string): string =>
  `transaction_id = (SELECT id FROM ledger_transactions WHERE kind = '${kind}' AND reference = '${reference}')`;
const removed = (kind: string, reference: string): string =>
  `DELETE FROM ledger_entries WHERE ${getEntries(kind, reference)};
   DELETE FROM ledger_transactions WHERE kind = '${kind}' AND reference = '${reference}';`;

describe('verifyLedger', () => {
  let harness: LedgerHarness;

  beforeAll(async () => {
    harness = await LedgerHarness.open();
  });

  afterAll(async () => {
    await harness.close();
  });

  beforeEach(async () => {
    await fill(harness);
  });

  afterEach(async () => {
    await harness.reset();
  });

  async function findId(kind: string, reference: string): Promise<string> {
    const [row] = await harness.database.query(
      'SELECT id FROM ledger_transactions WHERE kind = $1 AND reference = $2',
      [kind, reference],
    );
    return String(row?.['id']);
  }

  it('finds nothing in a correct ledger, and counts what it has checked', async () => {
    expect(await harness.verify()).toEqual({ transactions: 10, accounts: 6, faults: [] });
  });

  it('accepts that a video is deleted, once its hold has ended', async () => {
    await harness.database.query(`DELETE FROM video_tasks WHERE id IN ('settled', 'released')`);
    expect((await harness.verify()).faults).toEqual([]);
  });

  it('can run again and again without changing anything', async () => {
    const before = await harness.database.query('SELECT * FROM ledger_accounts ORDER BY id');
    await Promise.all([harness.verify(), harness.verify()]);
    expect(await harness.database.query('SELECT * FROM ledger_accounts ORDER BY id')).toEqual(before);
  });

  it('names a transaction that creates money', async () => {
    await harness.tamper(
      `UPDATE ledger_entries SET amount = 31 WHERE ${getEntries('settle', 'settled')} AND amount = 30`,
    );
    expect((await harness.verify()).faults).toEqual([
      {
        rule: 'the entries of a transaction sum to zero',
        subject: await findId('settle', 'settled'),
        detail: 'sum 1',
      },
      {
        rule: 'the cost of a task equals its settled amount',
        subject: 'settled',
        detail: 'task 30, ledger 31',
      },
    ]);
  });

  it('names a transaction without entries, and the resulting differences', async () => {
    await harness.tamper(`DELETE FROM ledger_entries WHERE ${getEntries('grant', GRANT)}`);
    expect((await harness.verify()).faults).toEqual([
      { rule: 'a transaction has entries', subject: await findId('grant', GRANT), detail: `grant ${GRANT}` },
      {
        rule: 'the balance of an account is the sum of its entries',
        subject: `token:${TOKEN}`,
        detail: 'balance 910, entries -90',
      },
      {
        rule: 'the granted amount of a budget account equals its budget',
        subject: `token:${TOKEN}`,
        detail: 'limit 1000, given 0',
      },
    ]);
  });

  it('names an entry in an account that its kind does not use', async () => {
    await harness.tamper(`
      UPDATE ledger_entries SET account_id = 'write-off' WHERE ${getEntries('refund', 'refunded/refund/1')} AND amount < 0`);
    expect((await harness.verify()).faults).toEqual([
      {
        rule: 'a transaction uses only accounts allowed for its kind',
        subject: await findId('refund', 'refunded/refund/1'),
        detail: 'refund refunded/refund/1, entry in write-off',
      },
    ]);
  });

  it.each([
    ['balance = balance + 1', 'balance 911, entries 910'],
    ['balance = NULL', 'balance missing, entries 910'],
  ])('names an account with %s', async (change, detail) => {
    await harness.tamper(`UPDATE ledger_accounts SET ${change} WHERE id = 'token:${TOKEN}'`);
    expect((await harness.verify()).faults).toEqual([
      { rule: 'the balance of an account is the sum of its entries', subject: `token:${TOKEN}`, detail },
    ]);
  });

  it.each([
    [
      `UPDATE video_tasks SET status = 'failed', phase = 'failed', error_code = 1, error_message = ''`,
      'failed',
    ],
    ['DELETE FROM video_tasks', 'gone'],
  ])('names a hold that has not ended: %s', async (change, status) => {
    await harness.tamper(`${change} WHERE id = 'running'`);
    expect((await harness.verify()).faults).toEqual([
      {
        rule: 'a hold lasts no longer than its task',
        subject: 'running',
        detail: `task ${status}, hold not ended`,
      },
    ]);
  });

  it('names a hold that has ended before its task', async () => {
    await harness.tamper(`
      UPDATE video_tasks SET status = 'queued', phase = 'accepted', error_code = NULL, error_message = NULL
      WHERE id = 'released'`);
    expect((await harness.verify()).faults).toEqual([
      {
        rule: 'a hold lasts as long as its task',
        subject: 'released',
        detail: 'task queued, release already',
      },
    ]);
  });

  it.each([
    ['without a hold', removed('hold', 'released'), 'released', -40],
    [
      'in part',
      `UPDATE ledger_entries SET amount = sign(amount) * 39 WHERE ${getEntries('release', 'released')}`,
      'released',
      1,
    ],
  ])('names a hold that has ended %s', async (_, change, subject, left) => {
    await harness.tamper(change);
    expect((await harness.verify()).faults).toContainEqual({
      rule: 'a hold ends exactly once, in full',
      subject,
      detail: `token:${TOKEN}/held is left with ${left}`,
    });
  });

  it.each([
    ['held_micro_usd = 51', 'the held amount of a task equals its hold', 'task 51, ledger 50'],
    [`token_id = gen_random_uuid()`, 'the held amount of a task equals its hold', 'task 50, ledger 0'],
    ['cost_micro_usd = 5', 'the cost of a task equals its settled amount', 'task 5, ledger 0'],
  ])('names a task with %s', async (change, rule, detail) => {
    await harness.tamper(`UPDATE video_tasks SET ${change} WHERE id = 'running'`);
    expect((await harness.verify()).faults).toEqual([{ rule, subject: 'running', detail }]);
  });

  it.each([
    [
      'more than',
      `UPDATE ledger_entries SET amount = sign(amount) * 21 WHERE ${getEntries('refund', 'refunded/refund/1')}`,
      'paid 20, refunded 21',
    ],
    ['without', removed('settle', 'refunded'), 'paid 0, refunded 10'],
  ])('names refunds %s what was paid', async (_, change, detail) => {
    await harness.tamper(change);
    expect((await harness.verify()).faults).toContainEqual({
      rule: 'refunds do not exceed the paid amount',
      subject: 'refunded',
      detail,
    });
  });
});

describe('verifyLedger, without the triggers of the database', () => {
  it('names what they would have rejected', async () => {
    const harness = await LedgerHarness.open();
    await fill(harness);
    const [available, held] = [`token:${TOKEN}`, `token:${TOKEN}/held`];
    await harness.tamper(`
      ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_check;
      UPDATE ledger_accounts SET floor = 911 WHERE id = '${available}';
      UPDATE ledger_accounts SET floor = NULL, balance = -1 WHERE id = '${held}';
      DROP INDEX ledger_one_end;
      WITH again AS (INSERT INTO ledger_transactions (kind, reference) VALUES ('release', 'settled') RETURNING id)
      INSERT INTO ledger_entries (transaction_id, account_id, amount)
      SELECT id, '${held}', -80 FROM again UNION ALL SELECT id, '${available}', 80 FROM again`);
    const { faults } = await harness.verify();
    for (const fault of [
      { rule: 'no account is below its floor', subject: available, detail: 'balance 910, floor 911' },
      { rule: 'no account is below its floor', subject: held, detail: 'balance -1, floor 0' },
      {
        rule: 'a hold ends exactly once, in full',
        subject: 'settled',
        detail: `${held} is left with -80`,
      },
    ]) {
      expect(faults).toContainEqual(fault);
    }
    await harness.close();
  });
});
