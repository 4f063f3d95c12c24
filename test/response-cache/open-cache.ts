import { createDataSource } from '#database';
import { CachedResponseRepository, ResponseCache } from '#relay';
import { SecretBox } from '#secrets';
import { pino } from 'pino';

export interface OpenedCache {
  dataSource: ReturnType<typeof createDataSource>;
  cache: ResponseCache;
  close(): Promise<void>;
}

/** The response cache of one process of a gateway. */
export async function openCache(url: string, clock: () => number): Promise<OpenedCache> {
  const dataSource = await createDataSource({ url, entities: [] }).initialize();
  const repository = new CachedResponseRepository(dataSource, new SecretBox(Buffer.alloc(32, 7)));
  const cache = new ResponseCache(repository, pino({ level: 'silent' }));
  cache.clock = clock;
  return {
    dataSource,
    cache,
    close: async () => {
      await cache.onApplicationShutdown();
      if (dataSource.isInitialized) await dataSource.destroy();
    },
  };
}
