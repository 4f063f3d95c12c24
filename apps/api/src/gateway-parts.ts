import { TokenDirectory, TokenEntity, TokenRepository, UserEntity } from '#access';
import {
  Catalog,
  type Channel,
  ChannelEntity,
  ChannelRepository,
  DEFAULT_TIMEOUTS,
  ModelEntity,
  ModelRepository,
} from '#catalog';
import { type Config } from '#config';
import { ChangeFeed, connectDatabase, createDataSource } from '#database';
import { HttpTransport, PublicFetcher } from '#egress';
import { SANDBOX_CHANNEL } from '#providers';
import { Relay } from '#relay';
import { type SecretBox } from '#secrets';
import { type SetupOutcome, setUp } from '#setup';
import { ResponseStore, StoredResponseEntity, StoredResponseRepository } from '#stored-responses';
import { type Logger } from '#telemetry';
import { fetchMediaWith } from './fetch-media.js';

const KEEP_ALIVE_MS = 10_000;
const RESPONSE_RETENTION_DAYS = 30;

export interface GatewayParts {
  tokens: TokenDirectory;
  catalog: Catalog;
  relay: Relay;
  responseStore: ResponseStore;
  setup: SetupOutcome;
  close(): Promise<void>;
}

export interface GatewayOptions {
  config: Config;
  databaseUrl: string;
  secretBox: SecretBox;
  logger: Logger;
  keepAliveMs?: number;
}

/** Everything behind the HTTP edge, connected and up to date. */
export async function assembleGateway({
  config,
  databaseUrl,
  secretBox,
  logger,
  keepAliveMs,
}: GatewayOptions): Promise<GatewayParts> {
  const entities = [UserEntity, TokenEntity, ChannelEntity, ModelEntity, StoredResponseEntity];
  const dataSource = createDataSource({ url: databaseUrl, entities });
  await connectDatabase(dataSource, logger);
  const setup = await setUp(dataSource, config, secretBox);
  const tokens = new TokenDirectory(new TokenRepository(dataSource), logger);
  const catalog = new Catalog(
    new ChannelRepository(dataSource, secretBox),
    new ModelRepository(dataSource),
    { channel: sandboxChannel(), isWanted: config.file?.sandbox },
    logger,
  );
  const changes = new ChangeFeed(databaseUrl, logger);
  await changes.start({
    onChange: (table, id) => (table === 'tokens' ? tokens.refresh(id) : catalog.refresh()),
    onGap: async () => {
      await Promise.all([tokens.reload(), catalog.reload()]);
    },
  });
  const http = new HttpTransport();
  const fetcher = new PublicFetcher(config.allowedPrivateNetworks);
  return {
    tokens,
    catalog,
    relay: new Relay({
      catalog,
      http,
      fetchMedia: fetchMediaWith(fetcher),
      keepAliveMs: keepAliveMs ?? KEEP_ALIVE_MS,
    }),
    responseStore: new ResponseStore(new StoredResponseRepository(dataSource, secretBox), {
      isEnabled: config.file?.responses?.store ?? true,
      retentionDays: config.file?.responses?.retentionDays ?? RESPONSE_RETENTION_DAYS,
    }),
    setup,
    close: async () => {
      await Promise.all([changes.close(), http.close(), fetcher.close()]);
      await dataSource.destroy();
    },
  };
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
