import { CONFIG, type Config } from '#config';
import { LOGGER, type Logger } from '#telemetry';
import { Module } from '@nestjs/common';
import { createCounters } from './create-counters.js';
import { Limits } from './limits.js';

/** The rate and concurrency limits of tokens and owners. */
@Module({
  providers: [
    {
      provide: Limits,
      inject: [CONFIG, LOGGER],
      useFactory: async ({ redisUrl, http }: Config, logger: Logger) =>
        new Limits(await createCounters({ redisUrl, processes: http.apiProcesses, logger })),
    },
  ],
  exports: [Limits],
})
export class LimitsModule {}
