import { createDataSource } from '#database';
import { IdempotencyKeyRepository, IdempotencyKeys, type IdempotencyOptions } from '#idempotency';
import { SecretBox } from '#secrets';
import { pino } from 'pino';

export const SECRET_KEY = Buffer.alloc(32, 7);

export interface OpenedProcess {
  dataSource: ReturnType<typeof createDataSource>;
  keys: IdempotencyKeys;
  close(): Promise<void>;
}

/** The idempotency keys of one process of a gateway. */
export async function openProcess(
  url: string,
  options: IdempotencyOptions = {},
  secretKey: Buffer = SECRET_KEY,
): Promise<OpenedProcess> {
  const dataSource = await createDataSource({ url, entities: [] }).initialize();
  const repository = new IdempotencyKeyRepository(dataSource, new SecretBox(secretKey));
  const keys = new IdempotencyKeys(repository, pino({ level: 'silent' }), options);
  return {
    dataSource,
    keys,
    close: async () => {
      keys.onApplicationShutdown();
      if (dataSource.isInitialized) await dataSource.destroy();
    },
  };
}
