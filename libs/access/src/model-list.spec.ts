import { describe, expect, it } from '@jest/globals';
import { mayUseModel, requireModel } from './model-list.js';

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

describe('requireModel', () => {
  it.each([
    [['a'], undefined, 'This API token is not allowed to use the model "b".'],
    [['a'], ['a'], 'This API token is not allowed to use the model "b".'],
    [undefined, ['a'], 'The owner of this API token is not allowed to use the model "b"'],
  ])('with %j of a token and %j of its owner says %s', (models, ownerModels, message) => {
    const refusal = { kind: 'model-not-allowed', param: 'model', message: expect.stringContaining(message) };
    expect(() => requireModel({ models, ownerModels }, 'b')).toThrow(expect.objectContaining(refusal));
  });

  it('refuses by the name in the request', () => {
    expect(() => requireModel({ models: ['a'], ownerModels: undefined }, 'b', 'channel/b')).toThrow(
      '"channel/b"',
    );
  });
});
