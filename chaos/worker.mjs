/** The worker as it was built, with less patience. It is what chaos/run.mjs kills. */
import 'reflect-metadata';
import { runService } from '#lifecycle';
import { requireStorage } from '#setup';
import { assembleWorker } from '../dist/apps/worker/src/assemble-worker.js';
import { WORK_SETTINGS } from './work-settings.mjs';

await runService('worker', ({ config, logger }) =>
  assembleWorker({ config, ...requireStorage(config), logger, settings: WORK_SETTINGS }),
);
