import { CONFIG, type Config, requireDatabaseUrl, requireDirectDatabaseUrl } from '#config';
import { Module } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ClockWatch } from './clock-watch.js';
import { connectDatabase } from './connect.js';
import { dataSourceOptions } from './data-source.js';
import { DATABASE_OPTIONS, type DatabaseModuleOptions } from './database-options.js';
import { migrateIfNeeded } from './migrate.js';
import { SchemaCheck } from './schema/schema-check.js';
import { TableChanges } from './table-changes.js';

/** Connects the data source and migrates the schema. Entities are added with `TypeOrmModule.forFeature`. */
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG, { token: DATABASE_OPTIONS, optional: true }],
      useFactory: toModuleOptions,
      dataSourceFactory: (options) => connect(options as ConnectOptions),
    }),
  ],
  providers: [ClockWatch, SchemaCheck, TableChanges],
  exports: [ClockWatch, SchemaCheck, TableChanges],
})
export class DatabaseModule {}

type ConnectOptions = DataSourceOptions & { directUrl: string };

function toModuleOptions(config: Config, options: DatabaseModuleOptions = {}): TypeOrmModuleOptions {
  const url = requireDatabaseUrl(config);
  const directUrl = requireDirectDatabaseUrl(config);
  const connectOptions: ConnectOptions = {
    ...dataSourceOptions({ ...options, url, directUrl, entities: [] }),
    migrationsRun: options.migrationsRun ?? true,
    directUrl,
  };
  // `connectDatabase` waits for a starting database; for other errors, a retry does not help.
  return { ...connectOptions, autoLoadEntities: true, toRetry: () => false };
}

/** Runs the migrations itself instead of TypeORM, because processes that start together must migrate one by one. */
async function connect({ migrationsRun, directUrl, ...options }: ConnectOptions): Promise<DataSource> {
  const dataSource = new DataSource(options);
  await connectDatabase(dataSource);
  if (migrationsRun === true) await migrateIfNeeded(dataSource, directUrl);
  return dataSource;
}
