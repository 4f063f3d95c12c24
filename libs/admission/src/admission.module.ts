import { AccessModule } from '#access';
import { LimitsModule } from '#limits';
import { Module } from '@nestjs/common';
import { ModelAdmission } from './model-admission.js';

/** The admission of all model calls. Every process that makes model calls imports it. */
@Module({
  imports: [AccessModule, LimitsModule],
  providers: [ModelAdmission],
  exports: [ModelAdmission],
})
export class AdmissionModule {}
