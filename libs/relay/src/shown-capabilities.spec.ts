import { describe, expect, it } from '@jest/globals';
import { type Capability } from '#canonical';
import { chooseShownCapabilities } from './shown-capabilities.js';

const ALL: Capability[] = ['chat', 'realtime', 'embeddings', 'rerank', 'images', 'speech', 'moderation'];

const choose = (given: Partial<Parameters<typeof chooseShownCapabilities>[0]>) =>
  chooseShownCapabilities({
    callable: ALL,
    isLimited: false,
    isExact: false,
    found: undefined,
    hasVoice: false,
    ...given,
  });

describe('chooseShownCapabilities', () => {
  it.each<[string, Parameters<typeof choose>[0], Capability[], string]>([
    ['nothing known', {}, ['chat'], 'default'],
    ['nothing known, with speech', { hasVoice: true }, ['chat', 'realtime'], 'default'],
    [
      'by the catalogue',
      { found: { kinds: ['image', 'chat'], from: 'catalogue' } },
      ['images', 'chat'],
      'catalogue',
    ],
    ['by its name', { found: { kinds: ['embedding'], from: 'name' } }, ['embeddings', 'rerank'], 'name'],
    ['for text only', { found: { kinds: ['completion'], from: 'catalogue' } }, ['completions'], 'catalogue'],
    ['not supported by its channels', { found: { kinds: ['video'], from: 'name' } }, ['chat'], 'default'],
    ['one operation of its channels', { callable: ['video'] }, ['video'], 'default'],
    [
      'by the settings',
      { isLimited: true, callable: ['speech'], found: { kinds: ['chat'], from: 'catalogue' } },
      ['speech'],
      'settings',
    ],
    ['by its provider', { isExact: true, callable: ['rerank'] }, ['rerank'], 'provider'],
  ])('%s', (_case, given, capabilities, from) => {
    expect(choose(given)).toEqual({ capabilities, from });
  });
});
