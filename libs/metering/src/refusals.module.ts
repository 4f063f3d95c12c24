import { Database, DatabaseModule } from '#database';
import { LOGGER, type Logger } from '#telemetry';
import { Module } from '@nestjs/common';
import { RefusalJournal } from './refusals/refusal-journal.js';

/** The refused requests that this process records. */
@Module({
  imports: [DatabaseModule],
  providers: [
    {
      provide: RefusalJournal,
      inject: [Database, LOGGER],
      useFactory: (database: Database, logger: Logger) => new RefusalJournal(database, logger),
    },
  ],
  exports: [RefusalJournal],
})
export class RefusalsModule {}
