import { type StorageAmount } from '#quotas';
import { type SecretBox } from '#secrets';
import { type Logger } from '#telemetry';
import { type DataSource } from 'typeorm';
import { CachedAnswersRepository } from './cache/cached-answers.repository.js';
import { ResponseCache } from './cache/response-cache.js';
import { type Clock } from './clock.js';
import { openAnswersQuota } from './idempotency/answers-quota.repository.js';
import { IdempotencyKeys, type IdempotencyKeysOptions } from './idempotency/idempotency-keys.js';
import { KeysRepository } from './idempotency/keys.repository.js';

export interface ReplaysOptions {
  dataSource: DataSource;
  secretBox: SecretBox;
  logger: Logger;
  clock?: Clock;
  /** How much each owner may have under keys; without it nobody makes room. */
  answersLimit?: () => StorageAmount;
  /** Where keys are kept for another time than usual. */
  keySettings?: Pick<IdempotencyKeysOptions, 'keepMs' | 'leaseMs' | 'patienceMs'>;
}

export interface Replays {
  keys: IdempotencyKeys;
  cache: ResponseCache;
  /** To be called when no request runs any more, before the database goes. */
  close(): Promise<void>;
}

export function createReplays(options: ReplaysOptions): Replays {
  const { dataSource, secretBox, logger, clock, answersLimit: limit, keySettings } = options;
  const quota = limit && openAnswersQuota({ dataSource, limit, logger, clock });
  const keys = new IdempotencyKeys({
    store: new KeysRepository(dataSource, secretBox, quota),
    logger,
    clock,
    ...keySettings,
  });
  const cache = new ResponseCache({
    store: new CachedAnswersRepository(dataSource, secretBox),
    logger,
    clock,
  });
  return {
    keys,
    cache,
    close: async () => {
      keys.close();
      await Promise.all([cache.close(), quota?.close()]);
    },
  };
}
