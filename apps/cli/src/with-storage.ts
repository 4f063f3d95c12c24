import { OwnerEntity, TokenEntity, UserEntity } from '#access';
import { ChannelEntity, ModelEntity } from '#catalog';
import { type Config, readEnvironment, requireDatabaseUrl, requireDirectDatabaseUrl } from '#config';
import { type Database, createDataSource } from '#database';
import { type SecretBox } from '#secrets';
import { loadConfigOrFail, openInstallationSecretBox } from './installation-config.js';
import { withDatabase } from './with-database.js';

export interface OpenedStorage {
  config: Config;
  dataSource: Database;
  secretBox: SecretBox;
}

const ENTITIES = [UserEntity, TokenEntity, OwnerEntity, ChannelEntity, ModelEntity];

/** Runs work with the configuration of this installation, including its database URL and secret key. */
export async function withKeyedConfig<T>(
  note: (line: string) => void,
  work: (config: Config, secretBox: SecretBox) => Promise<T>,
): Promise<T> {
  const config = loadConfigOrFail(readEnvironment());
  return withDatabase(
    config,
    { print: note, onStop: 'Finishing before stopping …' },
    async (url, directUrl) => {
      // Not earlier, because starting the embedded database may create the key.
      const { config: configWithKey, secretBox } = openInstallationSecretBox(config);
      const database = { kind: 'url', url, ...(directUrl !== undefined && { directUrl }) } as const;
      return work({ ...configWithKey, database }, secretBox);
    },
  );
}

/** Runs work with the database of this installation and its secret key. */
export async function withStorage<T>(
  note: (line: string) => void,
  work: (storage: OpenedStorage) => Promise<T>,
): Promise<T> {
  return withKeyedConfig(note, async (config, secretBox) => {
    const url = requireDatabaseUrl(config);
    const directUrl = requireDirectDatabaseUrl(config);
    const dataSource = createDataSource({ url, directUrl, entities: ENTITIES, poolSize: 2 });
    await dataSource.initialize();
    try {
      return await work({ config, dataSource, secretBox });
    } finally {
      await dataSource.destroy();
    }
  });
}
