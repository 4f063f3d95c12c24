import { DatabaseModule } from '#database';
import { JobsModule, Maintenance } from '#jobs';
import { Module, type OnModuleInit } from '@nestjs/common';
import { StorageUseRepository } from './storage-use.repository.js';
import { QUOTAS_TABLES } from './table-retention.js';

/** Counts how much owners have stored. */
@Module({
  imports: [DatabaseModule, JobsModule],
  providers: [StorageUseRepository],
  exports: [StorageUseRepository],
})
export class QuotasModule implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly use: StorageUseRepository,
  ) {}

  onModuleInit(): void {
    this.maintenance.register({
      tables: QUOTAS_TABLES,
      tasks: [async () => ({ storageChanges: await this.use.sumChanges() })],
    });
  }
}
