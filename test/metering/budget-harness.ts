import { randomUUID } from 'node:crypto';
import { ChangeFeed, createDataSource } from '#database';
import { NO_FACTS } from '#declarations';
import {
  BUDGET_CHANNEL,
  Budgets,
  type BudgetThreshold,
  type Hold,
  type HoldAmounts,
  LeaseRepository,
  LedgerChargeBook,
  type LedgerReport,
  type BudgetAccountLimit,
  type UsageCounts,
  type UsageEvent,
  getRequestCharge,
  toStoredEvent,
  toChargedAccount,
  verifyLedger,
} from '#metering';
import { pino } from 'pino';
import { type EntityManager } from 'typeorm';
import { type TestDatabase, createTestDatabase } from '../harness/test-database.js';

type Connection = ReturnType<typeof createDataSource>;

export interface BudgetAccountState {
  balance: number;
  leased: number;
  spent: number;
}

/** Budgets in their own database, and any number of processes that spend. */
export class BudgetHarness {
  readonly told: BudgetThreshold[] = [];
  private readonly spenders: Spender[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly connection: Connection,
  ) {}

  static async open(): Promise<BudgetHarness> {
    const database = await createTestDatabase();
    return new BudgetHarness(database, await connect(database.url));
  }

  async close(): Promise<void> {
    for (const spender of this.spenders) await spender.stop();
    await this.connection.destroy();
    await this.database.drop();
  }

  /** Another process, as far as budgets are concerned: with its own connections. */
  async spender(now?: () => Date): Promise<Spender> {
    const book = new LedgerChargeBook(async (_, threshold) => {
      this.told.push(threshold);
    });
    const spender = await Spender.start(this.database.url, book, now);
    this.spenders.push(spender);
    return spender;
  }

  async verify(): Promise<LedgerReport> {
    return verifyLedger(this.connection);
  }

  async budgetAccount(account: string): Promise<BudgetAccountState> {
    const [row] = await this.database.query(
      `SELECT (SELECT balance FROM ledger_accounts WHERE id = $1)::float AS balance,
         COALESCE((SELECT balance FROM ledger_accounts WHERE id = $1 || '/leased'), 0)::float AS leased,
         COALESCE((SELECT sum(amount) FROM ledger_entries
           WHERE account_id = $1 || '/spent'), 0)::float AS spent`,
      [account],
    );
    return row as unknown as BudgetAccountState;
  }

  async getSum(account: string): Promise<number> {
    const [row] = await this.database.query(
      'SELECT COALESCE(sum(amount), 0)::float AS sum FROM ledger_entries WHERE account_id = $1',
      [account],
    );
    return Number(row?.['sum']);
  }

  async leases(): Promise<number> {
    const [row] = await this.database.query('SELECT count(*)::int FROM budget_leases');
    return Number(row?.['count']);
  }
}

/** One process that spends: its budgets, and the booking of charges a moment later. */
export class Spender {
  readonly spoolOwner = `spool owner-${randomUUID()}`;
  readonly budgets: Budgets;
  private pending: UsageEvent[] = [];
  private draining: Promise<void> = Promise.resolve();
  private isStopped = false;

  private constructor(
    readonly connection: Connection,
    readonly book: LedgerChargeBook,
    feed: ChangeFeed,
    now?: () => Date,
  ) {
    this.budgets = new Budgets({ leases: new LeaseRepository(connection, this, now), feed, now });
  }

  static async start(url: string, book: LedgerChargeBook, now?: () => Date): Promise<Spender> {
    const feed = new ChangeFeed(url, pino({ level: 'silent' }), BUDGET_CHANNEL);
    const spender = new Spender(await connect(url), book, feed, now);
    await spender.budgets.start();
    return spender;
  }

  async hold(budgetAccounts: readonly BudgetAccountLimit[], amounts: HoldAmounts | number): Promise<Hold> {
    return this.budgets.hold(
      budgetAccounts,
      typeof amounts === 'number' ? { certainMicroUsd: amounts, likelyMicroUsd: amounts } : amounts,
    );
  }

  /** Ends the request: stores and settles it, in this order, as the gateway does. */
  settle(
    hold: Hold,
    budgetAccounts: readonly BudgetAccountLimit[],
    costMicroUsd: number | undefined,
    usage: UsageCounts = {},
  ): void {
    const event = buildUsage(budgetAccounts, costMicroUsd, usage);
    this.pending.push(event);
    hold.settle(getRequestCharge(event));
  }

  /** Books all charges until now. */
  async drain(): Promise<void> {
    this.draining = this.draining.then(() => this.charge());
    await this.draining;
  }

  private async charge(): Promise<void> {
    const events = this.pending;
    this.pending = [];
    if (events.length === 0) return;
    await this.transaction((manager) =>
      this.book.charge(manager, this.spoolOwner, events.map(toStoredEvent)),
    );
  }

  /** Books and returns everything. */
  async finish(spoolOwner = this.spoolOwner): Promise<void> {
    await this.drain();
    await this.transaction((manager) => this.book.close(manager, spoolOwner));
  }

  /** Retries if its connection was closed while it was idle: the pool may notice this only when it is used. */
  private async transaction(work: (manager: EntityManager) => Promise<void>): Promise<void> {
    const giveUpAtMs = performance.now() + 5_000;
    for (;;) {
      let hasBegun = false;
      try {
        return await this.connection.transaction((manager) => {
          hasBegun = true;
          return work(manager);
        });
      } catch (error) {
        if (hasBegun || performance.now() > giveUpAtMs) throw error;
      }
    }
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    await this.budgets.stop();
    await this.connection.destroy();
  }
}

export function buildUsage(
  budgetAccounts: readonly BudgetAccountLimit[],
  costMicroUsd: number | undefined,
  usage: UsageCounts = {},
): UsageEvent {
  return {
    ...NO_FACTS,
    client: undefined,
    upstreamCostMicroUsd: undefined,
    priceVersion: undefined,
    priceContext: undefined,
    parameters: undefined,
    flagged: undefined,
    id: randomUUID(),
    requestId: randomUUID(),
    startedAtMs: 0,
    tokenId: '',
    owner: '',
    model: 'm',
    operation: 'chat',
    format: 'openai-chat',
    channelId: '',
    channel: '',
    upstreamModel: '',
    isStreamed: false,
    outcome: 'ok',
    isEstimated: false,
    isCacheHit: false,
    durationMs: 0,
    usage,
    costMicroUsd,
    attempts: [],
    budgetAccounts: budgetAccounts.map(toChargedAccount),
  };
}

async function connect(url: string): Promise<Connection> {
  const connection = createDataSource({ url, entities: [], poolSize: 4 });
  await connection.initialize();
  return connection;
}
