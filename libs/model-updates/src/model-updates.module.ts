import { DatabaseModule } from '#database';
import { EgressModule } from '#egress';
import { JobsModule } from '#jobs';
import { Module } from '@nestjs/common';
import { ModelUpdateTimer } from './model-update-timer.js';
import { ScheduledModelUpdate } from './scheduled-model-update.js';

/** Updates the model data on the schedule of the config file, if it has one. */
@Module({
  imports: [DatabaseModule, EgressModule, JobsModule],
  providers: [ModelUpdateTimer, ScheduledModelUpdate],
})
export class ModelUpdatesModule {}
