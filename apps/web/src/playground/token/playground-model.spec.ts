import { describe, expect, it } from '@jest/globals';
import { modelsFor, readModels } from './playground-model.js';

const LIST = {
  object: 'list',
  data: [
    { id: 'writer', object: 'model', owned_by: 'openai', capabilities: ['chat', 'realtime'] },
    { id: 'painter', object: 'model', owned_by: 'openai', capabilities: ['images'] },
    { id: 'unknown', object: 'model' },
  ],
};

describe('readModels and modelsFor', () => {
  it('return models that have the capability or unknown capabilities', () => {
    const models = readModels(LIST);
    expect(modelsFor(models, 'chat').map(({ id }) => id)).toEqual(['writer', 'unknown']);
    expect(modelsFor(models, 'images').map(({ id }) => id)).toEqual(['painter', 'unknown']);
    expect(modelsFor(models, 'video').map(({ id }) => id)).toEqual(['unknown']);
  });

  it('read owner and prices', () => {
    const [model] = readModels({ data: [{ id: 'm', owned_by: 'x', price: { input_per_m_tok: 1 } }] });
    expect(model).toEqual({
      id: 'm',
      ownedBy: 'x',
      capabilities: undefined,
      contextTokens: undefined,
      price: { inputPerMTok: 1 },
      input: {},
    });
  });

  it('read what the model accepts', () => {
    const [model] = readModels({
      data: [
        {
          id: 'm',
          architecture: { input_modalities: ['text'] },
          top_provider: { max_completion_tokens: 4096 },
          unsupported_parameters: ['temperature'],
          reasoning_efforts: ['low', 'high'],
        },
      ],
    });
    expect(model?.input).toEqual({
      unsupportedParameters: ['temperature'],
      efforts: ['low', 'high'],
      modalities: ['text'],
      maxOutputTokens: 4096,
    });
  });
});
