import { Catalog, ChannelRepository, ModelRepository } from '#catalog';
import { type Config } from '#config';
import { type createDataSource } from '#database';
import { type SecretBox } from '#secrets';
import { type Logger } from '#telemetry';
import { builtInChannel } from './usual-channels.js';

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
    { channel: builtInChannel(), isWanted: config.file?.sandbox },
    logger,
  );
}
