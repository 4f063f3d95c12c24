import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TableChanges } from '../table-changes.js';
import { findSchemaFaults } from './find-schema-faults.js';
import { SchemaMismatch } from './schema-mismatch.js';

const CHECK_EVERY_MS = 30_000;

/**
 * Whether the database has the columns that this version uses. It is looked at when the process starts, when a lost
 * connection is back, and twice a minute, so that whoever asks gets the last result at once.
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
    // While the database is away, the last result counts.
    const check = (): void => void this.check().catch(() => undefined);
    this.timer = setInterval(check, CHECK_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Throws where there are faults. */
  require(): void {
    if (this.faults.length > 0) throw new SchemaMismatch(this.faults);
  }

  async check(): Promise<void> {
    const faults = await findSchemaFaults(this.database);
    if (faults.join() === this.faults.join()) return;
    this.faults = faults;
    if (faults.length === 0) this.logger.info('the database has the schema of this version');
    else this.logger.error({ faults }, 'the database does not have the schema of this version');
  }
}
