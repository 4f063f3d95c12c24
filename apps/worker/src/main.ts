import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { TokenEntity, TokenRepository } from '#access';
import { ConfigError } from '#config';
import { connectDatabase, createDataSource, runMigrations, withSetupLock } from '#database';
import { runService, type Service, type ServiceContext } from '#lifecycle';
import { ExpiredResponseRepository, StoredResponseEntity } from '#stored-responses';
import { NestLogger } from '#telemetry';
import { WorkerModule } from './worker.module.js';

async function start({ config, logger }: ServiceContext): Promise<Service> {
  if (config.database.kind !== 'url')
    throw new ConfigError('DATABASE_URL: is not set; "npm start" runs a database of its own');
  const databaseUrl = config.database.url;
  const dataSource = createDataSource({
    url: databaseUrl,
    entities: [TokenEntity, StoredResponseEntity],
    poolSize: 3,
  });
  await connectDatabase(dataSource, logger);
  await withSetupLock(dataSource, () => runMigrations(dataSource));
  const app = await NestFactory.createApplicationContext(
    WorkerModule.with({
      queue: { redisUrl: config.redisUrl, databaseUrl },
      tokens: new TokenRepository(dataSource),
      responses: new ExpiredResponseRepository(dataSource),
      logger,
    }),
    { logger: new NestLogger(logger), abortOnError: false },
  );
  logger.info({ queue: config.redisUrl === undefined ? 'postgres' : 'redis' }, 'the worker is running');
  return {
    stop: async () => {
      await app.close();
      await dataSource.destroy();
    },
  };
}

await runService('worker', start);
