import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type Logger } from './logger.js';
import { LOGGER } from './logger.token.js';
import { type TracerOptions } from './tracing/tracer.js';
import { Tracing } from './tracing/tracing.js';

/** The logger of this process, and tracing if it is configured. */
@Global()
@Module({})
export class TelemetryModule {
  static forRoot(logger: Logger, tracing?: TracerOptions): DynamicModule {
    return {
      module: TelemetryModule,
      providers: [
        { provide: LOGGER, useValue: logger },
        { provide: Tracing, useFactory: () => Tracing.open(tracing, logger) },
      ],
      exports: [LOGGER, Tracing],
    };
  }
}
