import 'reflect-metadata';
import { requireSupportedRedis } from '#jobs';
import { runService, type Service, type ServiceContext } from '#lifecycle';
import { registerProvider } from '#providers';
import { sandbox } from '#sandbox';
import { createWorker } from './create-worker.js';

async function start({ config, logger, isSupervised }: ServiceContext): Promise<Service> {
  // Beside an API of the same supervisor, which looks as well, the line would be printed twice.
  if (!isSupervised) await requireSupportedRedis(config);
  const app = await createWorker({ config, logger });
  logger.info({ queue: config.redisUrl === undefined ? 'postgres' : 'redis' }, 'the worker is running');
  return app;
}

registerProvider(sandbox);

/** Called by what the build puts in this file's place. */
export const run = (): Promise<void> => runService('worker', start);
