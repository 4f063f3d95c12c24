import 'reflect-metadata';
import { requireSupportedRedis } from '#jobs';
import { runService, type Service, type ServiceContext } from '#lifecycle';
import { listKnownProviders, registerProvider } from '#providers';
import { sandbox } from '#sandbox';
import { createWorker } from './create-worker.js';

async function start({ config, logger, isSupervised }: ServiceContext): Promise<Service> {
  // Under a supervisor, the API already checks Redis and prints the line.
  if (!isSupervised) await requireSupportedRedis(config);
  const app = await createWorker({ config, logger });
  logger.info({ queue: config.redisUrl === undefined ? 'postgres' : 'redis' }, 'the worker is running');
  return app;
}

registerProvider(sandbox);

/** Called by the entry point that the build creates. */
export const run = (): Promise<void> => runService('worker', { start, listKnownProviders });
