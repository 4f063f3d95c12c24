import { Module } from '@nestjs/common';
import { ModelCatalogue } from './model-catalogue.js';
import { readShippedModels } from './shipped-models.js';

/** What is known of the models that upstreams serve. */
@Module({
  providers: [{ provide: ModelCatalogue, useFactory: () => new ModelCatalogue(readShippedModels()) }],
  exports: [ModelCatalogue],
})
export class ModelsModule {}
