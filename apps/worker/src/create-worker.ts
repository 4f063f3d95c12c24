import { NestLogger } from '#telemetry';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WorkerModule, type WorkerModuleOptions } from './worker.module.js';

/** A worker, which is running once this resolves. */
export function createWorker(options: WorkerModuleOptions): Promise<INestApplicationContext> {
  const logger = new NestLogger(options.logger);
  return NestFactory.createApplicationContext(WorkerModule.forRoot(options), { logger, abortOnError: false });
}
