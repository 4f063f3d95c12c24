import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TableChanges } from '../table-changes.js';
import { findSchemaFaults } from './find-schema-faults.js';
import { SchemaMismatch } from './schema-mismatch.js';

const CHECK_EVERY_MS = 30_000;

/**
 * Checks whether the database has the columns that this version uses: at the start of the process, after a reconnection,
 * and twice a minute, so that callers get the last result immediately.
 */
@Injectable()
export class SchemaCheck implements OnModuleInit, OnApplicationShutdown {
  /** One text for each table that this version cannot work with. */
  faults: readonly string[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly changes: TableChanges,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.check();
    this.changes.follow({ onChange: {}, reload: () => this.check() });
    // While the database is unreachable, the last result stays.
    const check = (): void => void this.check().catch(() => undefined);
    this.timer = setInterval(check, CHECK_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Throws a SchemaMismatch if there are faults. */
  require(): void {
    if (this.faults.length > 0) throw new SchemaMismatch(this.faults);
  }

  async check(): Promise<void> {
    const faults = await findSchemaFaults(this.database);
    if (faults.join() === this.faults.join()) return;
    this.faults = faults;
    if (faults.length === 0) this.logger.info('the database schema matches this version');
    else this.logger.error({ faults }, 'the database schema does not match this version');
  }
}
