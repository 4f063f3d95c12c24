import 'reflect-metadata';
import { runService, type Service, type ServiceContext } from '#lifecycle';
import { registerProvider } from '#providers';
import { sandbox } from '#sandbox';
import { createWorker } from './create-worker.js';

async function start({ config, logger }: ServiceContext): Promise<Service> {
  const app = await createWorker({ config, logger });
  logger.info({ queue: config.redisUrl === undefined ? 'postgres' : 'redis' }, 'the worker is running');
  return app;
}

registerProvider(sandbox);
await runService('worker', start);
