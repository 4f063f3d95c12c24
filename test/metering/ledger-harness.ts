import { randomUUID } from 'node:crypto';
import { createDataSource } from '#database';
import {
  LedgerRepository,
  type LedgerReport,
  type BudgetAccountLimit,
  type Refund,
  verifyLedger,
} from '#metering';
import { type TestDatabase, createTestDatabase } from '../harness/test-database.js';

/** A video task with its money. */
export interface Submission {
  reference: string;
  tokenId: string;
  heldMicroUsd: number;
  otherBudgetAccounts?: readonly string[];
}

export interface AccountState {
  /** Undefined if the account does not exist. */
  balance: number | undefined;
  floor: number | null | undefined;
}

/** A ledger in its own database. Each method is one transaction, as in the gateway. */
export class LedgerHarness {
  private readonly ledger = new LedgerRepository();

  private constructor(
    readonly database: TestDatabase,
    private readonly dataSource: ReturnType<typeof createDataSource>,
  ) {}

  static async open(): Promise<LedgerHarness> {
    const database = await createTestDatabase();
    const dataSource = createDataSource({ url: database.url, entities: [], poolSize: 8 });
    await dataSource.initialize();
    return new LedgerHarness(database, dataSource);
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.database.drop();
  }

  /** Resets everything for the next test. */
  async reset(): Promise<void> {
    await this.database.query(`
      TRUNCATE ledger_entries, ledger_transactions, ledger_accounts, video_tasks, budget_limits, budget_leases,
        usage_charges, budget_thresholds CASCADE;
      ALTER TABLE ledger_entries ENABLE TRIGGER USER;
      ALTER TABLE ledger_transactions ENABLE TRIGGER USER;
      ALTER TABLE video_tasks ENABLE TRIGGER USER`);
  }

  /** Changes rows that the application cannot change, as a superuser could. */
  async tamper(sql: string): Promise<void> {
    await this.database.query(`
      ALTER TABLE ledger_entries DISABLE TRIGGER USER;
      ALTER TABLE ledger_transactions DISABLE TRIGGER USER;
      ALTER TABLE video_tasks DISABLE TRIGGER USER;
      ${sql}`);
  }

  /** The total that the token may spend. */
  async limit(tokenId: string, limit: number | undefined): Promise<void> {
    await this.limitBudgetAccounts([getBudgetAccount(tokenId, limit)]);
  }

  async limitBudgetAccounts(budgetAccounts: readonly BudgetAccountLimit[]): Promise<void> {
    await this.dataSource.transaction((manager) => this.ledger.limit(manager, budgetAccounts));
  }

  async submit(
    tokenId: string,
    heldMicroUsd: number,
    reference = `video_${randomUUID()}`,
    otherBudgetAccounts: readonly string[] = [],
  ): Promise<Submission> {
    await this.dataSource.transaction(async (manager) => {
      await this.ledger.hold(manager, { reference, tokenId, otherBudgetAccounts }, heldMicroUsd);
      await manager.query(
        `INSERT INTO video_tasks (id, owner, token_id, model, request, held_micro_usd, other_budget_accounts, deadline_at)
         VALUES ($1, 'owner', $2, 'model', '{}', $3, $4, now())`,
        [reference, tokenId, heldMicroUsd, otherBudgetAccounts],
      );
    });
    return { reference, tokenId, heldMicroUsd, otherBudgetAccounts };
  }

  /** Only the ledger prevents a second end of the same order: nothing here does. */
  async settle(submission: Submission, costMicroUsd: number): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.ledger.settle(manager, submission, { heldMicroUsd: submission.heldMicroUsd, costMicroUsd });
      await manager.query(END_TASK, [submission.reference, costMicroUsd]);
    });
  }

  async release(submission: Submission): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.ledger.release(manager, submission, submission.heldMicroUsd);
      await manager.query(END_TASK, [submission.reference, 0]);
    });
  }

  async refund(
    submission: Pick<Submission, 'reference' | 'tokenId' | 'otherBudgetAccounts'>,
    refund: Refund,
  ): Promise<void> {
    await this.dataSource.transaction((manager) => this.ledger.refund(manager, submission, refund));
  }

  async writeOff(reference: string, costMicroUsd: number): Promise<void> {
    await this.dataSource.transaction((manager) => this.ledger.writeOff(manager, reference, costMicroUsd));
  }

  async verify(): Promise<LedgerReport> {
    return verifyLedger(this.dataSource);
  }

  async available(tokenId: string): Promise<AccountState> {
    return this.account(`token:${tokenId}`);
  }

  async held(tokenId: string): Promise<AccountState> {
    return this.account(`token:${tokenId}/held`);
  }

  /** The sum of the entries of an account without a balance. */
  async getSum(account: string): Promise<number> {
    const [row] = await this.database.query(
      'SELECT COALESCE(sum(amount), 0)::text AS sum FROM ledger_entries WHERE account_id = $1',
      [account],
    );
    return Number(row?.['sum']);
  }

  async account(id: string): Promise<AccountState> {
    const [row] = await this.database.query(
      'SELECT balance::float, floor::float FROM ledger_accounts WHERE id = $1',
      [id],
    );
    return {
      balance: row?.['balance'] as number | undefined,
      floor: row?.['floor'] as number | null | undefined,
    };
  }
}

/** The budget account of a token with this limit and no period. */
function getBudgetAccount(tokenId: string, limit: number | undefined): BudgetAccountLimit {
  return { account: `token:${tokenId}`, limit, period: 'total', unit: 'usd', scope: 'token' };
}

const END_TASK = `
  UPDATE video_tasks SET status = 'failed', phase = 'failed', error_code = 499, error_message = 'ended',
    cost_micro_usd = $2, version = version + 1
  WHERE id = $1`;
