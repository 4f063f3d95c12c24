import { describe, expect, it } from '@jest/globals';
import { mayUseModel, modelRefusal } from './model-list.js';

describe('mayUseModel', () => {
  it.each([
    [undefined, undefined, 'anything', true],
    [['a', 'b'], undefined, 'b', true],
    [['a', 'b'], undefined, 'bb', false],
    [['claude-*'], undefined, 'claude-x', true],
    [['claude-*'], undefined, 'claude-', true],
    [['claude-*'], undefined, 'claude', false],
    [['*'], undefined, 'anything', true],
    [[], undefined, 'a', false],
    [undefined, ['a'], 'a', true],
    [undefined, ['a'], 'b', false],
    [['a', 'b'], ['b', 'c'], 'b', true],
    [['a', 'b'], ['b', 'c'], 'a', false],
    [['a', 'b'], ['b', 'c'], 'c', false],
  ])('%j of a token and %j of its owner allow %s: %s', (models, ownerModels, model, isAllowed) => {
    expect(mayUseModel({ models, ownerModels }, model)).toBe(isAllowed);
  });
});

describe('modelRefusal', () => {
  it.each([
    [['a'], undefined, 'This API token may not use the model "b".'],
    [['a'], ['a'], 'This API token may not use the model "b".'],
    [undefined, ['a'], 'The owner of this API token may not use the model "b"'],
  ])('with %j of a token and %j of its owner says %s', (models, ownerModels, said) => {
    const refusal = modelRefusal({ models, ownerModels }, 'b');
    expect(refusal).toMatchObject({ kind: 'model-not-allowed', param: 'model' });
    expect(refusal.message).toContain(said);
  });
});
