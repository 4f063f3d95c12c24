import { DataSource, type DataSourceOptions, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { SafeClient } from './safe-client.js';
import { MIGRATIONS } from './migrations/index.js';

const STATEMENT_TIMEOUT_MS = 60_000;

export interface DatabaseOptions {
  url: string;
  /** The address of the database itself, if `url` is the address of a pooler. */
  directUrl?: string | undefined;
  entities: EntityTarget<ObjectLiteral>[];
  /** The maximum number of connections of this process. */
  poolSize?: number;
  /** The name of its connections in `pg_stat_activity`. */
  applicationName?: string;
}

export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource(dataSourceOptions(options));
}

export function dataSourceOptions({
  url,
  directUrl = url,
  entities,
  poolSize = 5,
  applicationName = 'modelgate',
}: DatabaseOptions): DataSourceOptions {
  // A pooler would reject a connection with this startup parameter.
  const limits = directUrl === url ? { statement_timeout: STATEMENT_TIMEOUT_MS } : {};
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
    extra: { idleTimeoutMillis: 10_000, ...limits, keepAlive: true, Client: SafeClient },
  };
}
