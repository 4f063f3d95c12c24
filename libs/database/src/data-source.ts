import { DataSource, type DataSourceOptions, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { SafeClient } from './safe-client.js';
import { MIGRATIONS } from './migrations/index.js';

export interface DatabaseOptions {
  url: string;
  entities: EntityTarget<ObjectLiteral>[];
  /** How many connections this process may hold. */
  poolSize?: number;
  /** By which the database knows its connections, where the process is to be found there. */
  applicationName?: string;
}

export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource(dataSourceOptions(options));
}

export function dataSourceOptions({
  url,
  entities,
  poolSize = 5,
  applicationName = 'modelgate',
}: DatabaseOptions): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: entities as Function[],
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    applicationName,
    poolSize,
    connectTimeoutMS: 5_000,
    extra: { idleTimeoutMillis: 10_000, statement_timeout: 60_000, keepAlive: true, Client: SafeClient },
  };
}
