import 'reflect-metadata';
import { runService, type Service, type ServiceContext } from '#lifecycle';
import { registerProvider } from '#providers';
import { sandbox } from '#sandbox';
import { requireStorage } from '#setup';
import { assembleWorker } from './assemble-worker.js';

async function start({ config, logger }: ServiceContext): Promise<Service> {
  const service = await assembleWorker({ config, ...requireStorage(config), logger });
  logger.info({ queue: config.redisUrl === undefined ? 'postgres' : 'redis' }, 'the worker is running');
  return service;
}

registerProvider(sandbox);
await runService('worker', start);
