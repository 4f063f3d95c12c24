import {
  ClientSecretEntity,
  type OwnerDirectory,
  OwnerEntity,
  TokenDirectory,
  TokenEntity,
  TokenRepository,
  UserEntity,
} from '#access';
import { type AdminParts } from '#admin';
import { type Catalog, ChannelEntity, type ChannelHealth, ModelEntity } from '#catalog';
import { type Config } from '#config';
import { ChangeFeed, connectDatabase, createDataSource } from '#database';
import { HttpTransport, PublicFetcher } from '#egress';
import { type ByteBudget, type Limits, openLimits } from '#limits';
import { type MediaStore, openMediaStore } from '#media';
import { type UsageJournal } from '#metering';
import { checkRedis } from '#queue';
import { type ClientSecrets, type RealtimeRelay } from '#realtime';
import { type Relay, type Router } from '#relay';
import { type IdempotencyKeys } from '#replays';
import { type SecretBox } from '#secrets';
import { LiveSettings, SettingRepository, quotaSettings, storeSettings } from '#settings';
import {
  type SetupOutcome,
  followChanges,
  openCatalog,
  openMemory,
  openOwners,
  openRelay,
  setUp,
} from '#setup';
import { StoredResponseEntity } from '#stored-responses';
import { type Logger } from '#telemetry';
import { openResponses } from './model-api/responses/open-responses.js';
import { type ResponsesParts } from './model-api/responses/responses-providers.js';
import { openVideo } from './model-api/video/open-video.js';
import { type VideoParts } from './model-api/video/video.module.js';
import { openRealtime } from './realtime/open-realtime.js';

const KEEP_ALIVE_MS = 10_000;

export interface GatewayParts {
  tokens: TokenDirectory;
  owners: OwnerDirectory;
  catalog: Catalog;
  relay: Relay;
  realtime: RealtimeRelay;
  router: Router;
  keys: IdempotencyKeys;
  health: ChannelHealth;
  journal: UsageJournal;
  limits: Limits;
  http: HttpTransport;
  /** What requests of this process may hold in memory together. */
  memory: ByteBudget;
  responses: ResponsesParts;
  clientSecrets: ClientSecrets;
  media: MediaStore;
  video: Omit<VideoParts, 'drain' | 'limits'>;
  admin: AdminParts;
  /** Where clients reach this gateway; exact once it listens. */
  address: { publicUrl: string };
  setup: SetupOutcome;
  close(): Promise<void>;
}

export interface GatewayOptions {
  config: Config;
  databaseUrl: string;
  secretBox: SecretBox;
  logger: Logger;
  keepAliveMs?: number;
  /** Where it is not what the machine suggests. */
  memory?: ByteBudget;
}

/** Everything behind the HTTP edge, connected and up to date. */
export async function assembleGateway(options: GatewayOptions): Promise<GatewayParts> {
  const { config, databaseUrl, secretBox, logger, keepAliveMs = KEEP_ALIVE_MS } = options;
  const connections = await connect(options);
  const { dataSource, catalog, settings, media, memory, http, fetcher } = connections;
  const shared = { dataSource, databaseUrl, secretBox, logger, keepAliveMs, memory };
  const traffic = await openRelay({ ...shared, ...connections, config });
  const changes = new ChangeFeed(databaseUrl, logger);
  await changes.start(followChanges({ ...traffic, ...connections }));
  const { redisUrl } = config;
  const limits = await openLimits({ redisUrl, processes: config.http.apiProcesses, logger });
  const queue = { redisUrl, databaseUrl };
  const video = openVideo({ ...traffic, ...shared, catalog, media, queue });
  const responses = openResponses({
    ...shared,
    storeSettings: () => storeSettings(settings.current),
    limit: () => quotaSettings(settings.current).responses,
    queue,
  });
  return {
    ...connections,
    ...traffic,
    limits,
    ...openRealtime({ ...shared, ...traffic, ...connections, config }),
    responses: responses.parts,
    admin: {
      database: dataSource,
      secretBox,
      configFile: config.file,
      publicUrl: () => connections.address.publicUrl,
      catalog,
      prices: traffic.prices,
      upstreams: http,
      videoTasks: async () => video.tasks,
      media,
      queueBackend: redisUrl === undefined ? 'postgres' : 'redis',
      checkQueue: redisUrl === undefined ? undefined : () => checkRedis(redisUrl),
      traffic: traffic.health,
      journal: traffic.journal,
    },
    video: { tasks: video.tasks, media, fetcher, policies: traffic.relay.policies, keepAliveMs },
    close: async () => {
      await Promise.all([changes.close(), video.close(), responses.close(), limits.close()]);
      await traffic.close();
      await Promise.all([http.close(), fetcher.close()]);
      await dataSource.destroy();
    },
  };
}

/** The database, brought up to date, what is held of it in memory, and the ways out. */
async function connect({ config, databaseUrl, secretBox, logger, memory }: GatewayOptions) {
  const entities = [
    UserEntity,
    TokenEntity,
    ClientSecretEntity,
    OwnerEntity,
    ChannelEntity,
    ModelEntity,
    StoredResponseEntity,
  ];
  const dataSource = createDataSource({ url: databaseUrl, entities });
  await connectDatabase(dataSource, logger);
  const setup = await setUp(dataSource, config, secretBox);
  const address = { publicUrl: config.http.publicUrl };
  const settings = new LiveSettings(new SettingRepository(dataSource), config.file);
  return {
    dataSource,
    setup,
    tokens: new TokenDirectory(new TokenRepository(dataSource), logger),
    owners: openOwners(dataSource, settings),
    catalog: openCatalog({ dataSource, secretBox, config, logger }),
    settings,
    address,
    media: openMediaStore({
      dataDir: config.dataDir,
      secretKeys: () => secretBox.keys.all(),
      retentionDays: () => settings.current['media.retention_days'],
      publicUrl: () => address.publicUrl,
      quota: { database: dataSource, limit: () => quotaSettings(settings.current).media },
    }),
    memory: memory ?? openMemory(config),
    http: new HttpTransport(),
    fetcher: new PublicFetcher(config.allowedPrivateNetworks),
  };
}
