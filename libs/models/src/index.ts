export { type KnownModel, ModelCatalogue } from './model-catalogue.js';
export {
  type FactSource,
  type Group,
  type Kind,
  type Modality,
  type ModelFacts,
  type Parameter,
  type ProviderModels,
  providerModelsSchema,
} from './model-facts.js';
export { ModelsModule } from './models.module.js';
export { readShippedModels } from './shipped-models.js';
export { buildCatalogue } from './import/build-catalogue.js';
export { readLiteLlm } from './import/litellm.js';
export { readModelsDev } from './import/models-dev.js';
