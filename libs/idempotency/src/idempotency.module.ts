import { DatabaseModule } from '#database';
import { SecretsModule } from '#secrets';
import { SettingsModule } from '#settings';
import { Module } from '@nestjs/common';
import { IdempotencyKeyRepository } from './idempotency-key.repository.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { ResourceKeys } from './resource-keys.js';
import { StoredAnswerQuota } from './stored-answer-quota.repository.js';

@Module({
  imports: [DatabaseModule, SecretsModule, SettingsModule],
  providers: [StoredAnswerQuota, IdempotencyKeyRepository, IdempotencyKeys, ResourceKeys],
  exports: [IdempotencyKeys, ResourceKeys],
})
export class IdempotencyModule {}
