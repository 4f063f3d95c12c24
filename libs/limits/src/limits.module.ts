import { CONFIG, type Config } from '#config';
import { LOGGER, type Logger } from '#telemetry';
import { Module } from '@nestjs/common';
import { createCounters } from './create-counters.js';
import { Limits } from './limits.js';
import { EVENT_LOOP, type Loop } from './overload/event-loop.js';
import { FairGate } from './overload/fair-gate.js';

/** What tokens and their owners may use at a time. */
@Module({
  providers: [
    {
      provide: FairGate,
      inject: [{ token: EVENT_LOOP, optional: true }],
      useFactory: (loop?: Loop) => new FairGate(loop),
    },
    {
      provide: Limits,
      inject: [CONFIG, LOGGER],
      useFactory: async ({ redisUrl, http }: Config, logger: Logger) =>
        new Limits(await createCounters({ redisUrl, processes: http.apiProcesses, logger })),
    },
  ],
  exports: [FairGate, Limits],
})
export class LimitsModule {}
