import 'reflect-metadata';
import cluster from 'node:cluster';
import { runService, type ServiceContext, type Service } from '#lifecycle';
import { registerProvider } from '#providers';
import { sandbox } from '#sandbox';
import { requireStorage } from '#setup';
import { announce } from './announce.js';
import { forkApiProcesses } from './fork-api-processes.js';
import { assembleGateway } from './gateway-parts.js';
import { publicUrlOn } from './public-url.js';
import { serve } from './serve.js';

/** For balancers in front; a gateway that `npm start` runs has none. */
const BALANCER_GRACE_MS = 3_000;

async function start({ config, logger, isSupervised }: ServiceContext): Promise<Service> {
  const parts = await assembleGateway({ config, ...requireStorage(config), logger });
  const options = { graceMs: isSupervised ? 0 : BALANCER_GRACE_MS };
  const isAlone = cluster.isPrimary && config.http.apiProcesses === 1;
  const service =
    isAlone || cluster.isWorker
      ? await serve(config, parts, logger, options)
      : await forkApiProcesses(config.http.apiProcesses, parts, logger);
  if (cluster.isPrimary) {
    const publicUrl = publicUrlOn(config.http.publicUrl, service.port);
    announce({ publicUrl, setup: parts.setup, unavailable: config.unavailable }, (text) =>
      process.stdout.write(text),
    );
    if (config.unavailable.length > 0)
      logger.warn({ unavailable: config.unavailable }, 'not available in this version');
  }
  return service;
}

registerProvider(sandbox);
await runService('api', start);
