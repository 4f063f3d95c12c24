import type { DatabaseConfig } from './environment/storage-settings.js';
import type { ProviderKey } from './environment/provider-keys.js';
import type { SecretKeySettings } from './environment/secret-key.js';
import type { readAdminSettings } from './environment/admin-settings.js';
import type { readHttpSettings } from './environment/http-settings.js';
import type { FileSettings } from './file/file-schema.js';
import type { ModelPrices } from './file/prices-file.js';
import type { Frozen } from './frozen.js';

interface Settings extends SecretKeySettings {
  http: ReturnType<typeof readHttpSettings>;
  database: DatabaseConfig;
  redisUrl?: string | undefined;
  /** Absolute. */
  dataDir: string;
  allowedPrivateNetworks: string[];
  admin: ReturnType<typeof readAdminSettings>;
  providerKeys: ProviderKey[];
  file?: ({ path: string } & FileSettings) | undefined;
  /** What the prices file says, by model id. */
  prices: ModelPrices;
  /** What was asked for and does not exist in this version. */
  unavailable: string[];
}

export type Config = Frozen<Settings>;
type ConfigFile = NonNullable<Config['file']>;
export type ChannelConfig = ConfigFile['channels'][number];
export type TokenConfig = ConfigFile['tokens'][number];
export type ModelConfig = ConfigFile['models'][number];
/** What a model costs, in dollars. */
export type Price = Config['prices'][string];
export type OwnerConfig = ConfigFile['owners'][number];
