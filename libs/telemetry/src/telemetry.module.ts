import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type Logger } from './logger.js';
import { LOGGER } from './logger.token.js';

/** The logger of this process. */
@Global()
@Module({})
export class TelemetryModule {
  static forRoot(logger: Logger): DynamicModule {
    return {
      module: TelemetryModule,
      providers: [{ provide: LOGGER, useValue: logger }],
      exports: [LOGGER],
    };
  }
}
