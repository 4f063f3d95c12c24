import { Catalog, type Channel, ChannelRepository, DEFAULT_TIMEOUTS, ModelRepository } from '#catalog';
import { type Config } from '#config';
import { type createDataSource } from '#database';
import { SANDBOX_CHANNEL } from '#providers';
import { type SecretBox } from '#secrets';
import { type Logger } from '#telemetry';

export interface CatalogSettings {
  dataSource: ReturnType<typeof createDataSource>;
  secretBox: SecretBox;
  config: Pick<Config, 'file'>;
  logger: Logger;
}

/** Channels and models as this installation has them; empty until it is read for the first time. */
export function openCatalog({ dataSource, secretBox, config, logger }: CatalogSettings): Catalog {
  return new Catalog(
    new ChannelRepository(dataSource, secretBox),
    new ModelRepository(dataSource),
    { channel: sandboxChannel(), isWanted: config.file?.sandbox },
    logger,
  );
}

function sandboxChannel(): Channel {
  return {
    id: SANDBOX_CHANNEL.name,
    name: SANDBOX_CHANNEL.name,
    provider: SANDBOX_CHANNEL.provider,
    apiKeys: [],
    headers: {},
    models: SANDBOX_CHANNEL.models.map((id) => ({ id, upstream: id })),
    priority: 0,
    weight: 1,
    timeouts: DEFAULT_TIMEOUTS,
    enabled: true,
    origin: 'setup',
    createdAt: new Date('2026-01-01T00:00:00Z'),
  };
}
