import { AuditLog, type AuditHead, type AuditReport, type NewAuditEntry, verifyAudit } from '#audit';
import { createDataSource } from '#database';
import { type TestDatabase, createTestDatabase } from '../harness/test-database.js';

const ENTRY: NewAuditEntry = {
  actor: { kind: 'user', id: '7', name: 'ann@example.com' },
  action: 'token.update',
  subject: { type: 'token', id: '9', name: 'notebook' },
  changes: { rpm: { from: 10, to: 20 } },
  address: '127.0.0.1',
  requestId: 'request-1',
};

/** An audit log in its own database. */
export class AuditHarness {
  readonly log: AuditLog;

  private constructor(
    readonly database: TestDatabase,
    readonly dataSource: ReturnType<typeof createDataSource>,
  ) {
    this.log = new AuditLog(dataSource);
  }

  static async open(): Promise<AuditHarness> {
    const database = await createTestDatabase();
    const dataSource = createDataSource({ url: database.url, entities: [], poolSize: 10 });
    await dataSource.initialize();
    return new AuditHarness(database, dataSource);
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.database.drop();
  }

  /** Resets everything for the next test. */
  async reset(): Promise<void> {
    await this.tamper('TRUNCATE audit_entries');
  }

  /** One transaction with only this entry. */
  async append(entry: Partial<NewAuditEntry> = {}): Promise<void> {
    await this.dataSource.transaction((manager) => this.log.append(manager, { ...ENTRY, ...entry }));
  }

  /** A transaction that fails after it has written its entry. */
  async appendAndRollBack(entry: Partial<NewAuditEntry> = {}): Promise<void> {
    const inVain = this.dataSource.transaction(async (manager) => {
      await this.log.append(manager, { ...ENTRY, ...entry });
      throw new Error('in vain');
    });
    await inVain.catch((error: unknown) => {
      if ((error as Error).message !== 'in vain') throw error;
    });
  }

  /** Entries 1 to `count`, about objects with those ids. */
  async fill(count: number): Promise<void> {
    for (let number = 1; number <= count; number += 1) {
      await this.append({ subject: { type: 'token', id: String(number) } });
    }
  }

  verify(expectedHead?: AuditHead): Promise<AuditReport> {
    return verifyAudit(this.dataSource, expectedHead);
  }

  /** Changes rows that the application cannot change, as a superuser could. */
  async tamper(sql: string): Promise<void> {
    await this.database.query(`
      ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_are_final;
      ${sql};
      ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_are_final`);
  }
}
