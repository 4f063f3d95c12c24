import { OwnerEntity, TokenEntity, UserEntity } from '#access';
import { ChannelEntity, ModelEntity } from '#catalog';
import { type Config, readEnvironment, requireDatabaseUrl, requireDirectDatabaseUrl } from '#config';
import { type Database, createDataSource } from '#database';
import { type SecretBox } from '#secrets';
import { loadConfigOrFail, openOwnSecretBox } from './installation-config.js';
import { withDatabase } from './with-database.js';

export interface OpenedStorage {
  config: Config;
  dataSource: Database;
  secretBox: SecretBox;
}

const ENTITIES = [UserEntity, TokenEntity, OwnerEntity, ChannelEntity, ModelEntity];

/** The configuration of this installation, with an address of its database and the key to its secrets. */
export async function withKeyedConfig<T>(
  note: (line: string) => void,
  work: (config: Config, secretBox: SecretBox) => Promise<T>,
): Promise<T> {
  const config = loadConfigOrFail(readEnvironment());
  return withDatabase(config, { print: note, onStop: 'Finishing first …' }, async (url, directUrl) => {
    // Only now: the key of an embedded database may have been made together with it.
    const { config: keyed, secretBox } = openOwnSecretBox(config);
    const database = { kind: 'url', url, ...(directUrl !== undefined && { directUrl }) } as const;
    return work({ ...keyed, database }, secretBox);
  });
}

/** The database of this installation and the key to its secrets, for as long as the work takes. */
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
