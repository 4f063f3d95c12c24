import { CatalogModule } from '#catalog';
import { ModelsModule } from '#models';
import { Module } from '@nestjs/common';
import { ShownModels } from './shown-models.js';

/** What models are for, also for who sends them no requests. */
@Module({ imports: [CatalogModule, ModelsModule], providers: [ShownModels], exports: [ShownModels] })
export class ShownModelsModule {}
