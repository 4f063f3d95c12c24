import { describe, expect, it } from '@jest/globals';
import { type Capability } from '#canonical';
import { chooseShown } from './shown-capabilities.js';

const ALL: Capability[] = ['chat', 'realtime', 'embeddings', 'rerank', 'images', 'speech', 'moderation'];

const choose = (given: Partial<Parameters<typeof chooseShown>[0]>) =>
  chooseShown({
    callable: ALL,
    isLimited: false,
    isExact: false,
    found: undefined,
    hasVoice: false,
    ...given,
  });

describe('what a model is shown to be for', () => {
  it.each<[string, Parameters<typeof choose>[0], Capability[], string]>([
    ['nothing known', {}, ['chat'], 'default'],
    ['nothing known, with a voice', { hasVoice: true }, ['chat', 'realtime'], 'default'],
    [
      'by the catalogue',
      { found: { kinds: ['image', 'chat'], from: 'catalogue' } },
      ['images', 'chat'],
      'catalogue',
    ],
    ['by its name', { found: { kinds: ['embedding'], from: 'name' } }, ['embeddings', 'rerank'], 'name'],
    ['for text alone', { found: { kinds: ['completion'], from: 'catalogue' } }, ['completions'], 'catalogue'],
    ['its channels do otherwise', { found: { kinds: ['video'], from: 'name' } }, ['chat'], 'default'],
    ['its channels do one thing', { callable: ['video'] }, ['video'], 'default'],
    [
      'somebody has said so',
      { isLimited: true, callable: ['speech'], found: { kinds: ['chat'], from: 'catalogue' } },
      ['speech'],
      'settings',
    ],
    ['its provider knows', { isExact: true, callable: ['rerank'] }, ['rerank'], 'provider'],
  ])('%s', (_case, given, capabilities, from) => {
    expect(choose(given)).toEqual({ capabilities, from });
  });
});
