import { DatabaseModule } from '#database';
import { JobsModule, Maintenance } from '#jobs';
import { QuotasModule } from '#quotas';
import { SecretsModule } from '#secrets';
import { SettingsModule } from '#settings';
import { Module, type OnModuleInit } from '@nestjs/common';
import { IdempotencyKeyRepository } from './idempotency-key.repository.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { ResourceKeys } from './resource-keys.js';
import { IdempotentResponseQuota } from './idempotent-response-quota.js';
import { IDEMPOTENCY_TABLES } from './table-retention.js';

@Module({
  imports: [DatabaseModule, JobsModule, QuotasModule, SecretsModule, SettingsModule],
  providers: [IdempotentResponseQuota, IdempotencyKeyRepository, IdempotencyKeys, ResourceKeys],
  exports: [IdempotencyKeys, ResourceKeys],
})
export class IdempotencyModule implements OnModuleInit {
  constructor(private readonly maintenance: Maintenance) {}

  onModuleInit(): void {
    this.maintenance.register({ tables: IDEMPOTENCY_TABLES });
  }
}
