import 'reflect-metadata';
import cluster from 'node:cluster';
import { PublicUrl } from '#config';
import { runService, type Service, type ServiceContext } from '#lifecycle';
import { Setup } from '#setup';
import { type INestApplicationContext } from '@nestjs/common';
import { announce } from './announce.js';
import { createApp } from './create-app.js';
import { startCluster } from './cluster/start-cluster.js';

/** For balancers in front; a gateway that `npm start` runs has none. */
const BALANCER_GRACE_MS = 3_000;

async function start({ config, logger, isSupervised }: ServiceContext): Promise<Service> {
  const isOneOfMany = cluster.isPrimary && config.http.apiProcesses > 1;
  if (isOneOfMany) {
    const app = await startCluster(config, logger);
    announceReady(app, { config, logger });
    return app;
  }
  const app = await createApp({ config, logger, graceMs: isSupervised ? 0 : BALANCER_GRACE_MS });
  await app.listen(config.http.port, config.http.host);
  if (cluster.isPrimary) announceReady(app, { config, logger });
  return app;
}

function announceReady(
  app: INestApplicationContext,
  { config: { unavailable }, logger }: Pick<ServiceContext, 'config' | 'logger'>,
): void {
  const publicUrl = app.get(PublicUrl).current;
  announce({ publicUrl, setup: app.get(Setup).outcome, unavailable }, (text) => process.stdout.write(text));
  if (unavailable.length > 0) logger.warn({ unavailable }, 'not available in this version');
}

await runService('api', start);
