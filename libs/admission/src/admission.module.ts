import { AccessModule } from '#access';
import { LimitsModule } from '#limits';
import { Module } from '@nestjs/common';
import { ModelAdmission } from './model-admission.js';

/** The one admission of all model calls; each process that makes any has it. */
@Module({
  imports: [AccessModule, LimitsModule],
  providers: [ModelAdmission],
  exports: [ModelAdmission],
})
export class AdmissionModule {}
