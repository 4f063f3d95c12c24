import { DataSource, type DataSourceOptions, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { SafeClient } from './safe-client.js';
import { MIGRATIONS } from './migrations/index.js';

const STATEMENT_TIMEOUT_MS = 60_000;

export interface DatabaseOptions {
  url: string;
  /** The database itself, where the other address is that of a pooler. */
  directUrl?: string | undefined;
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
  directUrl = url,
  entities,
  poolSize = 5,
  applicationName = 'modelgate',
}: DatabaseOptions): DataSourceOptions {
  // A pooler takes no such wish along with a connection: it would refuse the connection.
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
