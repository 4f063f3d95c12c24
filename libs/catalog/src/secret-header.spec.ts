import { describe, expect, it } from '@jest/globals';
import { apiKeyHint } from './api-key-hint.js';
import { isSecretHeader } from './secret-header.js';

describe('what is shown of secrets', () => {
  it.each([
    'Authorization',
    'x-api-key',
    'API-KEY',
    'x-goog-api-key',
    'Cookie',
    'x-team-token',
    'cf-access-client-secret',
  ])('the value of %s is not', (name) => {
    expect(isSecretHeader(name)).toBe(true);
  });

  it.each(['x-team', 'OpenAI-Organization', 'anthropic-beta', 'http-referer'])(
    'the value of %s is',
    (name) => {
      expect(isSecretHeader(name)).toBe(false);
    },
  );

  it('of a key its end, unless that would be much of it', () => {
    expect(apiKeyHint('sk-0123456789abcd')).toBe('…abcd');
    expect(apiKeyHint('short-key')).toBe('…');
  });
});
