import 'reflect-metadata';
import cluster from 'node:cluster';
import { PublicUrl, requireDatabaseUrl } from '#config';
import { requireSupportedRedis } from '#jobs';
import { runService, type Service, type ServiceContext } from '#lifecycle';
import { listKnownProviders, registerProvider } from '#providers';
import { ShownModels } from '#relay';
import { sandbox } from '#sandbox';
import { Setup } from '#setup';
import { type INestApplicationContext } from '@nestjs/common';
import { announce } from './announce.js';
import { type AppOptions } from './app.module.js';
import { startCluster } from './cluster.js';
import { createApp } from './create-app.js';
import { findExampleModel } from './example-model.js';

/** How long load balancers need to notice a shutdown. A supervised gateway (`npm start`) has no load balancer. */
const BALANCER_GRACE_MS = 3_000;

async function start({ config, logger, logLevel, isSupervised }: ServiceContext): Promise<Service> {
  // Checked first, so that a missing setting is reported before anything is created.
  requireDatabaseUrl(config);
  if (cluster.isPrimary) await requireSupportedRedis(config);
  const app =
    cluster.isPrimary && config.http.apiProcesses > 1
      ? await startCluster(config, logger, logLevel)
      : await startServer({ config, logger, graceMs: isSupervised ? 0 : BALANCER_GRACE_MS });
  if (cluster.isPrimary) announceReady(app);
  return app;
}

async function startServer(options: AppOptions): Promise<INestApplicationContext> {
  const { host, port } = options.config.http;
  const app = await createApp(options);
  await app.listen(port, host);
  return app;
}

function announceReady(app: INestApplicationContext): void {
  const publicUrl = app.get(PublicUrl).current;
  const model = findExampleModel(app.get(ShownModels));
  announce({ publicUrl, setup: app.get(Setup).outcome, model }, (text) => process.stdout.write(text));
}

registerProvider(sandbox);

/** Called by the entry file that the build generates. */
export const run = (): Promise<void> => runService('api', { start, listKnownProviders });
