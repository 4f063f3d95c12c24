import { DatabaseModule } from '#database';
import { Module } from '@nestjs/common';
import { RefusalJournal } from './refusals/refusal-journal.js';

/** The refused requests that this process records. */
@Module({ imports: [DatabaseModule], providers: [RefusalJournal], exports: [RefusalJournal] })
export class RefusalsModule {}
