import { describe, expect, it } from '@jest/globals';
import { pathToConsole, buildSecurityHeaders } from './send-page.js';

function buildDirectives(nonce: string): Record<string, string[]> {
  const policy = buildSecurityHeaders(nonce)['content-security-policy'] ?? '';
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

describe('buildSecurityHeaders', () => {
  it('allows only scripts of this origin, and styles of this origin or with the nonce', () => {
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

  it('allows no other host and no unsafe source', () => {
    const sources = Object.values(buildDirectives('abc')).flat();
    const allowed = ["'none'", "'self'", "'nonce-abc'", 'data:', 'blob:'];
    expect(sources.filter((source) => !allowed.includes(source))).toEqual([]);
  });
});

describe('pathToConsole', () => {
  it.each([
    ['/console', '/console', 'console/'],
    ['/console/', '/console', './'],
    ['/console/tokens/new?x=/y', '/console', '.././'],
    ['/docs', '/docs', 'console/'],
    ['/docs/', '/docs', '../console/'],
    ['/docs/guide/limits', '/docs', '../../console/'],
    ['/below/docs/guide', '/docs', '../console/'],
  ])('is relative to %s', (address, root, expected) => {
    expect(pathToConsole(address, root)).toBe(expected);
  });
});
