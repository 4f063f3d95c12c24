import { ModelsModule } from '#models';
import { Module } from '@nestjs/common';
import { ModelRules } from './model-rules.js';

/** What models take of a request, also for who sends them none. */
@Module({ imports: [ModelsModule], providers: [ModelRules], exports: [ModelRules] })
export class ModelRulesModule {}
