import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createDataSource } from '#database';
import { NO_FACTS } from '#declarations';
import {
  type BegunEvent,
  type ChargeBook,
  type UsageEvent,
  UsageJournal,
  type UsageJournalOptions,
} from '#metering';
import { pino } from 'pino';
import { type TestDatabase, createTestDatabase } from '../harness/index.js';

type HarnessDataSource = ReturnType<typeof createDataSource>;

/** Books into a separate table, so that a charge is committed with its transaction. */
export const CHARGES_TABLE = `
  CREATE TABLE charged (event_id uuid NOT NULL, spool_owner text NOT NULL, amount bigint);
  CREATE TABLE closed (spool_owner text NOT NULL);`;

export const tableCharges: ChargeBook = {
  charge: async (manager, spoolOwner, events) => {
    await manager.query(
      'INSERT INTO charged SELECT id, $1, amount FROM unnest($2::uuid[], $3::bigint[]) AS t (id, amount)',
      [spoolOwner, events.map(({ id }) => id), events.map(({ charge }) => charge.usd)],
    );
  },
  close: async (manager, spoolOwner) => {
    await manager.query('INSERT INTO closed VALUES ($1)', [spoolOwner]);
  },
};

export interface StoredRow {
  id: string;
  outcome: string;
  cost: number | null;
}

/** A database, a folder for spools, and journals that use them. */
export class UsageHarness {
  readonly folder = mkdtempSync(join(tmpdir(), 'modelgate-usage-'));
  /** Where processes record what they did, independent of the code under test. */
  readonly recorders = mkdtempSync(join(tmpdir(), 'modelgate-usage-witnesses-'));
  readonly logs: { level: number; msg: string }[] = [];
  private journals: UsageJournal[] = [];

  private constructor(
    readonly database: TestDatabase,
    private readonly handler: TestDatabase,
    readonly dataSource: HarnessDataSource,
  ) {}

  static async open(): Promise<UsageHarness> {
    const [database, handler] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await database.query(CHARGES_TABLE);
    const dataSource = createDataSource({ url: database.url, entities: [], poolSize: 8 });
    await dataSource.initialize();
    return new UsageHarness(database, handler, dataSource);
  }

  async close(): Promise<void> {
    await this.reset();
    await this.dataSource.destroy();
    await this.database.drop();
    await this.handler.drop();
    for (const folder of [this.folder, this.recorders]) rmSync(folder, { recursive: true, force: true });
  }

  /** Resets everything for the next test. */
  async reset(): Promise<void> {
    await Promise.all(this.journals.map((journal) => journal.close(1_000)));
    this.journals = [];
    this.logs.length = 0;
    for (const name of this.places()) rmSync(join(this.folder, name), { recursive: true, force: true });
    await this.database.query(`
      TRUNCATE usage_events, usage_hours, usage_names, token_uses, usage_changed_hours, charged, closed;
      UPDATE usage_retention SET dropped_before = '-infinity';
      DO $$
      DECLARE
        day regclass;
      BEGIN
        FOR day IN SELECT inhrelid FROM pg_inherits
          WHERE inhparent = 'usage_events'::regclass AND inhrelid <> 'usage_events_default'::regclass
        LOOP
          EXECUTE 'DROP TABLE ' || day;
        END LOOP;
      END $$`);
  }

  /** A journal that stores only on request, unless its settings say otherwise. */
  journal(options: Partial<UsageJournalOptions> = {}): UsageJournal {
    const journal = UsageJournal.open({
      folder: this.folder,
      dataSource: this.dataSource,
      charges: tableCharges,
      logger: this.logger(),
      ...options,
      settings: { drainEveryMs: 3_600_000, searchEveryMs: 3_600_000, ...options.settings },
    });
    this.journals.push(journal);
    return journal;
  }

  /** Leaves the spool of a process that could not reach the database. Returns its spool owner. */
  async leaveSpool(work: (journal: UsageJournal) => void): Promise<string> {
    const unreachable = createDataSource({ url: this.database.url, entities: [] });
    const journal = this.journal({ dataSource: unreachable });
    work(journal);
    await journal.close(0);
    return journal.spoolOwner;
  }

  /** Rejects new connections, and closes the existing ones. */
  async rejectConnections(): Promise<void> {
    await this.handler.query(`ALTER DATABASE ${this.databaseName} ALLOW_CONNECTIONS false`);
    await this.handler.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      this.databaseName,
    ]);
  }

  async acceptConnections(): Promise<void> {
    await this.handler.query(`ALTER DATABASE ${this.databaseName} ALLOW_CONNECTIONS true`);
  }

  async rows(): Promise<StoredRow[]> {
    const rows = await this.database.query(
      'SELECT id, outcome, cost_micro_usd::float AS cost FROM usage_events ORDER BY started_at, id',
    );
    return rows as unknown as StoredRow[];
  }

  /** The charge of each event, over all charges. */
  async charged(): Promise<Map<string, number>> {
    const rows = await this.database.query(
      'SELECT event_id, sum(amount)::float AS amount FROM charged GROUP BY event_id',
    );
    return new Map(rows.map((row) => [String(row['event_id']), Number(row['amount'])]));
  }

  async closedSpoolOwners(): Promise<string[]> {
    const rows = await this.database.query('SELECT DISTINCT spool_owner FROM closed ORDER BY spool_owner');
    return rows.map((row) => String(row['spool_owner']));
  }

  /** The content of the folder for spools. */
  places(): string[] {
    return readdirSync(this.folder);
  }

  /** Makes a place look like that of another process. */
  rename(from: string, to: string): void {
    renameSync(join(this.folder, from), join(this.folder, to));
  }

  logger(): UsageJournalOptions['logger'] {
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.logs.push(JSON.parse(chunk.toString()) as { level: number; msg: string });
        done();
      },
    });
    return pino(stream);
  }

  private get databaseName(): string {
    return new URL(this.database.url).pathname.slice(1);
  }
}

export function begunEvent(changes: Partial<BegunEvent> = {}): BegunEvent {
  const id = changes.id ?? randomUUID();
  return {
    id,
    requestId: `req_${id.replaceAll('-', '')}`,
    sessionId: undefined,
    startedAtMs: Date.now(),
    tokenId: '7c1f4c7e-5a39-4b7c-9d0e-0f0f4cf2a111',
    owner: 'alice',
    model: 'sandbox-chat',
    operation: 'chat',
    format: 'openai-chat',
    channelId: '0d5e5a3c-35a5-4a27-b0a8-08f6d1b7a222',
    channel: 'main',
    upstreamModel: 'gpt-x',
    isStreamed: true,
    usage: { inputTokens: 12 },
    costMicroUsd: 50,
    priceVersion: 'v1',
    budgetAccounts: ['token:7c1f4c7e-5a39-4b7c-9d0e-0f0f4cf2a111'],
    ...changes,
  };
}

export function endedEvent(begun: BegunEvent, changes: Partial<UsageEvent> = {}): UsageEvent {
  return {
    ...NO_FACTS,
    ...begun,
    client: undefined,
    upstreamCostMicroUsd: undefined,
    priceContext: undefined,
    parameters: undefined,
    flagged: undefined,
    outcome: 'ok',
    isEstimated: false,
    isCacheHit: false,
    durationMs: 321,
    firstByteMs: 45,
    usage: { inputTokens: 12, outputTokens: 34 },
    costMicroUsd: 80,
    attempts: [
      { channel: 'main', upstreamModel: 'gpt-x', outcome: 'ok', upstreamStatus: 200, durationMs: 300 },
    ],
    ...changes,
  };
}

/** A request from beginning to end. */
export function run(journal: UsageJournal, changes: Partial<UsageEvent> = {}): UsageEvent {
  const begun = begunEvent();
  const ended = endedEvent(begun, changes);
  journal.begin(begun).finish(ended);
  return ended;
}
