import { type Dialect } from '../errors/dialect.js';
import { anthropicModel, anthropicModelList } from './anthropic-models.js';
import { googleModel, googleModelList } from './google-models.js';
import { type ListedModel, type PageQuery } from './listed-model.js';
import { openAiModel, openAiModelList } from './openai-models.js';

/** The models in the caller's dialect; each has its own idea of pages. */
export function encodeModelList(models: readonly ListedModel[], dialect: Dialect, query: PageQuery): object {
  switch (dialect) {
    case 'openai':
    case 'cohere':
      return openAiModelList(models);
    case 'anthropic':
      return anthropicModelList(models, query);
    case 'google':
      return googleModelList(models, query);
  }
}

export function encodeModel(model: ListedModel, dialect: Dialect): object {
  switch (dialect) {
    case 'openai':
    case 'cohere':
      return openAiModel(model);
    case 'anthropic':
      return anthropicModel(model);
    case 'google':
      return googleModel(model);
  }
}
