import { TokenDirectory, TokenEntity, TokenRepository, UserEntity } from '#access';
import { type Catalog, ChannelEntity, ModelEntity } from '#catalog';
import { type Config } from '#config';
import { ChangeFeed, connectDatabase, createDataSource } from '#database';
import { HttpTransport, PublicFetcher } from '#egress';
import { type MediaStore, openMediaStore } from '#media';
import { Relay, fetchMediaWith } from '#relay';
import { type SecretBox } from '#secrets';
import { type SetupOutcome, openCatalog, setUp } from '#setup';
import { StoredResponseEntity } from '#stored-responses';
import { type Logger } from '#telemetry';
import { openResponses } from './model-api/responses/open-responses.js';
import { type ResponsesParts } from './model-api/responses/responses-providers.js';
import { openVideo } from './model-api/video/open-video.js';
import { type VideoParts } from './model-api/video/video.module.js';

const KEEP_ALIVE_MS = 10_000;

export interface GatewayParts {
  tokens: TokenDirectory;
  catalog: Catalog;
  relay: Relay;
  responses: ResponsesParts;
  media: MediaStore;
  video: Omit<VideoParts, 'drain' | 'limits'>;
  /** Where clients reach this gateway; exact once it listens. */
  address: { publicUrl: string };
  setup: SetupOutcome;
  close(): Promise<void>;
}

export interface GatewayOptions {
  config: Config;
  databaseUrl: string;
  secretKey: Uint8Array;
  secretBox: SecretBox;
  logger: Logger;
  keepAliveMs?: number;
}

/** Everything behind the HTTP edge, connected and up to date. */
export async function assembleGateway({
  config,
  databaseUrl,
  secretKey,
  secretBox,
  logger,
  keepAliveMs = KEEP_ALIVE_MS,
}: GatewayOptions): Promise<GatewayParts> {
  const entities = [UserEntity, TokenEntity, ChannelEntity, ModelEntity, StoredResponseEntity];
  const dataSource = createDataSource({ url: databaseUrl, entities });
  await connectDatabase(dataSource, logger);
  const setup = await setUp(dataSource, config, secretBox);
  const tokens = new TokenDirectory(new TokenRepository(dataSource), logger);
  const catalog = openCatalog({ dataSource, secretBox, config, logger });
  const changes = new ChangeFeed(databaseUrl, logger);
  await changes.start({
    onChange: (table, id) => (table === 'tokens' ? tokens.refresh(id) : catalog.refresh()),
    onGap: async () => {
      await Promise.all([tokens.reload(), catalog.reload()]);
    },
  });
  const address = { publicUrl: config.http.publicUrl };
  const media = openMediaStore({
    dataDir: config.dataDir,
    secretKey,
    retentionDays: config.file?.media?.retentionDays,
    publicUrl: () => address.publicUrl,
  });
  const http = new HttpTransport();
  const fetcher = new PublicFetcher(config.allowedPrivateNetworks);
  const queue = { redisUrl: config.redisUrl, databaseUrl };
  const video = openVideo({ dataSource, catalog, media, queue, logger });
  const storeSettings = config.file?.responses;
  const responses = openResponses({ dataSource, secretBox, storeSettings, queue, logger, keepAliveMs });
  return {
    tokens,
    catalog,
    relay: new Relay({ catalog, http, fetchMedia: fetchMediaWith(fetcher), media, keepAliveMs }),
    responses: responses.parts,
    media,
    video: { tasks: video.tasks, media, fetcher, keepAliveMs },
    address,
    setup,
    close: async () => {
      await Promise.all([changes.close(), http.close(), fetcher.close(), video.close(), responses.close()]);
      await dataSource.destroy();
    },
  };
}
