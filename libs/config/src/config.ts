import { ConfigError } from './config-error.js';
import { type SecretKeySettings } from './environment/secret-key.js';
import {
  type DatabaseConfig,
  type LogLevel,
  type ProviderKey,
  type readAdminSettings,
  type readHttpSettings,
} from './environment/settings.js';
import { type TracingSettings } from './environment/telemetry.js';
import { type FileSettings } from './file/file-schema.js';
import { type ModelPrices } from './file/prices-file.js';

interface Settings extends SecretKeySettings {
  http: ReturnType<typeof readHttpSettings>;
  database: DatabaseConfig;
  redisUrl?: string | undefined;
  /** Absolute. */
  dataDir: string;
  allowedPrivateNetworks: string[];
  /** Hosts that channels of the API may send the identity of this machine to, besides the clouds' own. */
  machineIdentityHosts: string[];
  /** Whether streams may share connections to upstreams that offer HTTP/2. */
  usesUpstreamHttp2: boolean;
  logLevel: LogLevel;
  /** Where the worker tells of itself; nowhere unless it is given. */
  workerPort?: number | undefined;
  /** Where traces go; nowhere unless it is given. */
  tracing?: TracingSettings | undefined;
  admin: ReturnType<typeof readAdminSettings>;
  /** How much of what the config file has declared one apply may disable without being told to. */
  maxDisablePercent: number;
  providerKeys: ProviderKey[];
  file?: ({ path: string } & FileSettings) | undefined;
  /** Of the entries that the file declares. */
  fileHash?: string | undefined;
  /** Of the rest of the file, which each process reads for itself. */
  sectionsHash?: string | undefined;
  /** What the prices file says, by model id. */
  prices: ModelPrices;
}

export type Config = Frozen<Settings>;
type ConfigFile = NonNullable<Config['file']>;
export type ChannelConfig = ConfigFile['channels'][number];
export type TokenConfig = ConfigFile['tokens'][number];
export type ModelConfig = ConfigFile['models'][number];
/** What a model costs, in dollars. */
export type Price = Config['prices'][string];
export type OwnerConfig = ConfigFile['owners'][number];

type Frozen<T> = T extends Uint8Array
  ? T
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

export function deepFreeze<T>(value: T): Frozen<T> {
  // The bytes of a typed array cannot be frozen; Object.freeze throws on one.
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach((member) => deepFreeze(member));
  }
  return value as Frozen<T>;
}

/** `npm start` provides a database; a process that is started by hand must be told of one. */
export function requireDatabaseUrl({ database }: Pick<Config, 'database'>): string {
  if (database.kind === 'url') return database.url;
  throw new ConfigError('DATABASE_URL: is not set; "npm start" runs a database of its own');
}

/** Where a connection is the same one from statement to statement: what listens, or sets something for later, needs that. */
export function requireDirectDatabaseUrl(config: Pick<Config, 'database'>): string {
  const url = requireDatabaseUrl(config);
  return config.database.kind === 'url' ? (config.database.directUrl ?? url) : url;
}
