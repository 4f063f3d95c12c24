import { describe, expect, it } from '@jest/globals';
import { normaliseUrl } from './normalise-url.js';

describe('normaliseUrl', () => {
  it.each([
    ['/v1/chat/completions', '/v1/chat/completions'],
    ['/v1/v1/messages', '/v1/messages'],
    ['/v1/v1beta/models/x:generateContent?key=a', '/v1beta/models/x:generateContent?key=a'],
    ['/v1/v2/rerank', '/v2/rerank'],
    ['/v1beta/v1beta/models', '/v1beta/models'],
    ['/v1/v1/v1/messages', '/v1/v1/messages'],
    ['//v1//chat/completions/', '/v1/chat/completions'],
    ['/v1/v10/x', '/v1/v10/x'],
    ['/', '/'],
    ['/?a=//b', '/?a=//b'],
  ])('%s → %s', (url, normalised) => {
    expect(normaliseUrl(url)).toBe(normalised);
  });
});
