import { describe, expect, it } from '@jest/globals';
import { apiKeyHint } from './api-key-hint.js';
import { isSecretHeader } from './secret-header.js';

describe('secrets in the console', () => {
  it.each([
    'Authorization',
    'x-api-key',
    'API-KEY',
    'x-goog-api-key',
    'Cookie',
    'x-team-token',
    'cf-access-client-secret',
  ])('hide the value of %s', (name) => {
    expect(isSecretHeader(name)).toBe(true);
  });

  it.each(['x-team', 'OpenAI-Organization', 'anthropic-beta', 'http-referer'])(
    'show the value of %s',
    (name) => {
      expect(isSecretHeader(name)).toBe(false);
    },
  );

  it('show the end of a key, unless it is short', () => {
    expect(apiKeyHint('sk-0123456789abcd')).toBe('…abcd');
    expect(apiKeyHint('short-key')).toBe('…');
  });
});
