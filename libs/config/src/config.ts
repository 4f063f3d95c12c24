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
  /** An absolute path. */
  dataDir: string;
  allowedPrivateNetworks: string[];
  /** Hosts to which channels of the admin API may send credentials of this machine, besides those of the clouds. */
  machineIdentityHosts: string[];
  /** Whether streams may share connections to upstreams that offer HTTP/2. */
  usesUpstreamHttp2: boolean;
  /** Whether the error messages of upstreams are stored with requests. */
  storesUpstreamErrors: boolean;
  logLevel: LogLevel;
  /** The port of the worker's health and metrics; without it, the worker does not listen. */
  workerPort?: number | undefined;
  /** Undefined if no traces are exported. */
  tracing?: TracingSettings | undefined;
  admin: ReturnType<typeof readAdminSettings>;
  /** The share of declared entries, in percent, that applying a config file may disable without confirmation. */
  maxDisablePercent: number;
  providerKeys: ProviderKey[];
  file?: ({ path: string } & FileSettings) | undefined;
  /** The hash of the entries of the file. */
  fileHash?: string | undefined;
  /** The hash of the other sections of the file, which each process reads. */
  sectionsHash?: string | undefined;
  /** The prices of the prices file, by model id. */
  prices: ModelPrices;
}

export type Config = Frozen<Settings>;
type ConfigFile = NonNullable<Config['file']>;
export type ChannelConfig = ConfigFile['channels'][number];
export type TokenConfig = ConfigFile['tokens'][number];
export type ModelConfig = ConfigFile['models'][number];
/** The price of a model, in USD. */
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

/** Throws without DATABASE_URL. `npm start` sets it; a process that is started directly must have it. */
export function requireDatabaseUrl({ database }: Pick<Config, 'database'>): string {
  if (database.kind === 'url') return database.url;
  throw new ConfigError('DATABASE_URL: is not set ("npm start" runs an embedded database)');
}

/** The address of the database without a pooler, for LISTEN and for settings that must last for a connection. */
export function requireDirectDatabaseUrl(config: Pick<Config, 'database'>): string {
  const url = requireDatabaseUrl(config);
  return config.database.kind === 'url' ? (config.database.directUrl ?? url) : url;
}
