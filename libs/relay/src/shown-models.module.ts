import { CatalogModule } from '#catalog';
import { ModelsModule } from '#models';
import { Module } from '@nestjs/common';
import { ShownModels } from './shown-models.js';

/** For programs that list models, including those that send no requests. */
@Module({ imports: [CatalogModule, ModelsModule], providers: [ShownModels], exports: [ShownModels] })
export class ShownModelsModule {}
