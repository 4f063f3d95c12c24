/** The built worker with shorter timeouts, for chaos/run.mjs. */
import 'reflect-metadata';
import { runService } from '#lifecycle';
import { listKnownProviders, registerProvider } from '#providers';
import { sandbox } from '#sandbox';
import { createWorker } from '../dist/apps/worker/src/create-worker.js';
import { WORK_SETTINGS } from './work-settings.mjs';

registerProvider(sandbox);
await runService('worker', {
  listKnownProviders,
  start: ({ config, logger }) => createWorker({ config, logger, settings: WORK_SETTINGS }),
});
