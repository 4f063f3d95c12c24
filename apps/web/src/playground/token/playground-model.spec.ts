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

describe('the models of a token', () => {
  it('are those that can do what is asked, and those of which nothing is said', () => {
    const models = readModels(LIST);
    expect(modelsFor(models, 'chat').map(({ id }) => id)).toEqual(['writer', 'unknown']);
    expect(modelsFor(models, 'images').map(({ id }) => id)).toEqual(['painter', 'unknown']);
    expect(modelsFor(models, 'video').map(({ id }) => id)).toEqual(['unknown']);
  });

  it('have an owner and prices where the gateway says so', () => {
    const [model] = readModels({ data: [{ id: 'm', owned_by: 'x', price: { input_per_m_tok: 1 } }] });
    expect(model).toEqual({ id: 'm', ownedBy: 'x', capabilities: undefined, price: { inputPerMTok: 1 } });
  });
});
