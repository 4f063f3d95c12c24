import { describe, expect, it } from '@jest/globals';
import { safeLink } from './safe-link.js';

describe('safeLink', () => {
  it.each(['https://example.com/a?b=c#d', 'http://example.com/', 'mailto:someone@example.com'])(
    'allows %s',
    (address) => expect(safeLink(address)).toBe(address),
  );

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '  javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://example.com/1',
    'file:///etc/passwd',
    'tel:110',
    '//example.com/',
    '/console/tokens',
    '#main',
    '',
    'https://',
  ])('rejects %j', (address) => expect(safeLink(address)).toBeUndefined());

  it('returns undefined without an address', () => {
    expect(safeLink(undefined)).toBeUndefined();
  });
});
