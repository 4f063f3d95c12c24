import { ModelsModule } from '#models';
import { Module } from '@nestjs/common';
import { ModelRules } from './model-rules.js';

/** Also for programs that need the rules but send no requests. */
@Module({ imports: [ModelsModule], providers: [ModelRules], exports: [ModelRules] })
export class ModelRulesModule {}
