import { describe, expect, it } from '@jest/globals';
import { pathToConsole, protectPage } from './send-page.js';

function buildDirectives(nonce: string): Record<string, string[]> {
  const policy = protectPage(nonce)['content-security-policy'] ?? '';
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

describe('the policy of the console', () => {
  it('lets only scripts from here run, and no styles but those from here or with its nonce', () => {
    expect(buildDirectives('abc')).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'", "'nonce-abc'"],
      'connect-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'self'"],
      'form-action': ["'self'"],
    });
  });

  it('names no host and no way around itself', () => {
    const sources = Object.values(buildDirectives('abc')).flat();
    const known = ["'none'", "'self'", "'nonce-abc'", 'data:', 'blob:'];
    expect(sources.filter((source) => !known.includes(source))).toEqual([]);
  });
});

describe('the files of a page', () => {
  it.each([
    ['/console', '/console', 'console/'],
    ['/console/', '/console', './'],
    ['/console/tokens/new?x=/y', '/console', '.././'],
    ['/docs', '/docs', 'console/'],
    ['/docs/', '/docs', '../console/'],
    ['/docs/guide/limits', '/docs', '../../console/'],
    ['/below/docs/guide', '/docs', '../console/'],
  ])('are found from %s', (address, root, expected) => {
    expect(pathToConsole(address, root)).toBe(expected);
  });
});
