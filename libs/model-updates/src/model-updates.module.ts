import { DatabaseModule } from '#database';
import { EgressModule } from '#egress';
import { JobsModule } from '#jobs';
import { Module } from '@nestjs/common';
import { ModelUpdateTimer } from './model-update-timer.js';
import { ScheduledModelUpdate } from './scheduled-model-update.js';

/** Brings what is known of models up to date on a schedule, where the config file orders that. */
@Module({
  imports: [DatabaseModule, EgressModule, JobsModule],
  providers: [ModelUpdateTimer, ScheduledModelUpdate],
})
export class ModelUpdatesModule {}
