import { CONFIG, type Config, requireDatabaseUrl } from '#config';
import { Module } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { withSetupLock } from './advisory-lock.js';
import { connectDatabase } from './connect.js';
import { type DatabaseOptions, dataSourceOptions } from './data-source.js';
import { runMigrations } from './migrate.js';
import { TableChanges } from './table-changes.js';

/** A process may give its connections other properties than usual. */
export const DATABASE_OPTIONS = Symbol('database options');

export interface DatabaseModuleOptions extends Pick<DatabaseOptions, 'poolSize' | 'applicationName'> {
  /** Brings the schema up to date before anybody gets to the database; by default it does. */
  migrationsRun?: boolean;
}

/** The data source, open and with a schema that is up to date. Entities come from `TypeOrmModule.forFeature`. */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG, { token: DATABASE_OPTIONS, optional: true }],
      useFactory: (config: Config, options: DatabaseModuleOptions = {}): TypeOrmModuleOptions => ({
        ...dataSourceOptions({ ...options, url: requireDatabaseUrl(config), entities: [] }),
        migrationsRun: options.migrationsRun ?? true,
        autoLoadEntities: true,
        // We wait for a database that is still starting ourselves; nothing else gets better by trying again.
        toRetry: () => false,
      }),
      dataSourceFactory: (options) => connect(options as DataSourceOptions),
    }),
  ],
  providers: [TableChanges],
  exports: [TableChanges],
})
export class DatabaseModule {}

/** `migrationsRun` is ours to obey: processes that start together take turns. */
async function connect({ migrationsRun, ...options }: DataSourceOptions): Promise<DataSource> {
  const dataSource = new DataSource(options);
  await connectDatabase(dataSource);
  if (migrationsRun === true) await withSetupLock(dataSource, () => runMigrations(dataSource));
  return dataSource;
}
