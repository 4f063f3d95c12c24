import { type AdminParts } from '#admin';
import { HttpTransport } from '#egress';
import { openMediaStore } from '#media';
import { PriceBook } from '#metering';
import { checkRedis } from '#queue';
import { LiveSettings, SettingRepository, quotaSettings } from '#settings';
import { openCatalog } from '#setup';
import { type Logger } from '#telemetry';
import { type OpenedStorage } from '../with-storage.js';

export interface LocalParts {
  parts: AdminParts;
  close(): Promise<void>;
}

/** What the admin API works on, for as long as one command takes. */
export async function openLocalParts(storage: OpenedStorage, logger: Logger): Promise<LocalParts> {
  const { config, dataSource, secretBox } = storage;
  const { redisUrl } = config;
  const publicUrl = (): string => config.http.publicUrl;
  const catalog = openCatalog({ dataSource, secretBox, config, logger });
  await catalog.reload();
  const prices = new PriceBook({ overrideOf: (model) => catalog.priceOf(model), filePrices: config.prices });
  const settings = new LiveSettings(new SettingRepository(dataSource.manager), config.file);
  await settings.reload();
  const media = openMediaStore({
    dataDir: config.dataDir,
    secretKeys: () => secretBox.keys.all(),
    publicUrl,
    quota: { database: dataSource, limit: () => quotaSettings(settings.current).media },
  });
  const upstreams = new HttpTransport();
  return {
    parts: {
      database: dataSource,
      secretBox,
      configFile: config.file,
      publicUrl,
      catalog,
      prices,
      upstreams,
      media,
      videoTasks: async () => {
        const { openLocalVideoTasks } = await import('./local-video-tasks.js');
        return openLocalVideoTasks(storage, { catalog, prices, media });
      },
      queueBackend: redisUrl === undefined ? 'postgres' : 'redis',
      checkQueue: redisUrl === undefined ? undefined : () => checkRedis(redisUrl),
    },
    close: () => upstreams.close(),
  };
}
