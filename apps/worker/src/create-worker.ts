import { NestLogger } from '#telemetry';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WorkerModule, type WorkerModuleOptions } from './worker.module.js';

/** Resolves when the worker is running. */
export function createWorker(options: WorkerModuleOptions): Promise<INestApplicationContext> {
  const logger = new NestLogger(options.logger);
  return NestFactory.createApplicationContext(WorkerModule.forRoot(options), { logger, abortOnError: false });
}
