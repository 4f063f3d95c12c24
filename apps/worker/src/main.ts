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

/** Called by what the build puts in this file's place. */
export const run = (): Promise<void> => runService('worker', start);
