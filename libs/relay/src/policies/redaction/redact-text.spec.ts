import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { anyCharacter } from '../../../../../test/any-text/index.js';
import { type RedactedKind, redactText } from './redact-text.js';
import { measureCpuMs } from '../../../../../test/cpu-time/index.js';

const ALL: RedactedKind[] = ['email', 'card', 'phone'];
const redact = (text: string, kinds = ALL): string => redactText(text, kinds).text;

describe('e-mail addresses', () => {
  it.each([
    ['Write to bob@example.com.', 'Write to [email].'],
    ['<Ann.Lee+news@mail.example.co.uk>', '<[email]>'],
    ["'o'brien@example.ie'", "'[email]'"],
    ['mailto:x@y.io?subject=a', 'mailto:[email]?subject=a'],
    ['müller@bücher.example und 用户@例子.公司', '[email] und [email]'],
    ['a@b.com,c@d.org;e@f.net', '[email],[email];[email]'],
    ['{"to":"a\\nbob@example.com"}', '{"to":"a\\n[email]"}'],
    ['bob@example.xn--p1ai', '[email]'],
    ['x@y.com@z.com', '[email]@z.com'],
    ['123@456.com', '[email]'],
  ])('are found in %j', (text, expected) => {
    expect(redact(text)).toBe(expected);
    expect(redact(text, ['card', 'phone'])).toBe(text);
  });

  it.each([
    '@name said so',
    'a@b',
    'user@localhost',
    'npm i react@19.1.0 @nestjs/core',
    'icon@2x.png',
    'git@github.com:team/repo.git',
    '1 @ 2.50 each',
    'a@.com and b@-x.com',
    '@Controller() class A {}',
    '@@ -1,2 +3,4 @@',
    'ends with @',
  ])('are not %j', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('payment card numbers', () => {
  it.each([
    ['4111111111111111', '[card]'],
    ['Visa 4012 8888 8888 1881, thanks', 'Visa [card], thanks'],
    ['4222222222222', '[card]'],
    ['5555-5555-5555-4444', '[card]'],
    ['2223 0031 2200 3222', '[card]'],
    ['Amex 3782 822463 10005', 'Amex [card]'],
    ['371449635398431', '[card]'],
    ['30569309025904 (Diners)', '[card] (Diners)'],
    ['6011111111111117/3530111333300000', '[card]/[card]'],
    ['6205 5000 0000 0000 004', '[card]'],
    ['4111 1111 1111 1111 12/27 123', '[card] 12/27 123'],
    ['{"a":"\\n4111111111111111"}', '{"a":"\\n[card]"}'],
    ['卡号4111111111111111', '卡号4111111111111111'],
    ['no 12 4111\u00a01111\u00a01111\u00a01111', 'no 12 [card]'],
  ])('are found in %j', (text, expected) => {
    expect(redact(text)).toBe(expected);
    expect(redact(text, ['email', 'phone'])).not.toContain('[card]');
  });

  it.each([
    ['a wrong check digit', '4111111111111112'],
    ['an unknown issuer', '1234567812345670'],
    ['an order number', 'order 7992739871300003'],
    ['a wrong length for the issuer', '41111111111111110'],
    ['digits after a decimal point', '0.4111111111111111'],
    ['digits before a decimal point', '4111111111111111.5'],
    ['part of a word', 'id_4111111111111111 x4111111111111111 4111111111111111x'],
    ['an odd grouping', '41 111111 111111 11'],
    ['mixed gaps', '4111-1111 1111-1111'],
    ['nanoseconds', '1700000000000000000'],
    ['a UUID', '41111111-1111-1111-1111-111111111111'],
  ])('are not %s', (_what, text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('phone numbers', () => {
  it.each([
    ['call +49 30 1234567!', 'call [phone]!'],
    ['+491701234567', '[phone]'],
    ['+1 (212) 555-0123', '[phone]'],
    ['(+49) 30 1234567', '[phone]'],
    ['+44 (0)20 7946 0958', '[phone]'],
    ['+33 1 23 45 67 89', '[phone]'],
    ['0049 30 1234567', '[phone]'],
    ['(212) 555-0123 or 212.555.0199', '[phone] or [phone]'],
    ['1-800-555-0123', '[phone]'],
    ['212-555-0123 212-555-0199', '[phone] [phone]'],
    ['030 1234567', '[phone]'],
    ['0171/1234567', '[phone]'],
    ['(0171) 12345678', '[phone]'],
    ['(tel. 020 7946 0958)', '(tel. [phone])'],
    ['(020 7946 0958)', '([phone])'],
    ['01 23 45 67 89', '[phone]'],
    ['06-12345678', '[phone]'],
    ['{"a":"\\n+491701234567"}', '{"a":"\\n[phone]"}'],
  ])('are found in %j', (text, expected) => {
    expect(redact(text)).toBe(expected);
    expect(redact(text, ['email', 'card'])).toBe(text);
  });

  it.each([
    ['a plain number', '2125550123'],
    ['a date', '01-02-2024 and 01.02.2024 10:30 and 2024-01-02 10:30'],
    ['an IP address', '192.168.100.200 10.0.0.1:8080'],
    ['an offset', '2024-01-01T00:00:00+0100, UTC+02'],
    ['an amount', '1,234,567.89 and 1 234 567.89'],
    ['a version', 'v1.22.333.4444'],
    ['a sum', '3+4912345678901'],
    ['an order number', 'order 123-4567890-1234567'],
    ['a book', 'ISBN 978-3-16-148410-0'],
    ['a bank account', 'DE89 3704 0044 0532 0130 00'],
    ['a longer number in the same groups', '212-555-0123-4567'],
    ['a small international number', '+1234567'],
    ['seconds', 'at 1700000000'],
    ['a decimal', '-0.123456789 00.5 212.555'],
  ])('are not %s', (_what, text) => {
    expect(redact(text)).toBe(text);
  });
});

/** Texts that nearly match, to test the boundaries of every rule. */
const CHUNKS = [
  '4111 1111 1111 1111',
  '4111111111111111',
  '+49 30 1234567',
  '(212) 555-0123',
  'bob@example.com',
  '[card]',
  '\\n',
  '12/27',
  '1234567',
  '.com',
];
const SHORT_CHUNKS = '0 00 1 030 212 555 5555 0123 4444 @ x . - / + ( ) _ é 😀'.split(' ');
const chunks = fc.constantFrom(...CHUNKS, ...SHORT_CHUNKS, ' ', '\n');
const nearMisses = fc.array(chunks, { maxLength: 12 }).map((parts) => parts.join(''));

describe('redaction', () => {
  it('counts its findings by kind', () => {
    const text = 'a@b.com c@d.org 4111111111111111 +491701234567';
    expect(redactText(text, ALL)).toEqual({
      text: '[email] [email] [card] [phone]',
      found: { email: 2, card: 1, phone: 1 },
    });
    expect(redactText(text, ['card']).found).toEqual({ card: 1 });
    expect(redactText('nothing', ALL).found).toEqual({});
  });

  it('finds nothing in redacted text', () => {
    const text = fc.oneof(nearMisses, fc.string({ unit: anyCharacter, maxLength: 40 }));
    fc.assert(
      fc.property(text, fc.subarray(ALL), (original, kinds) => {
        const once = redact(original, kinds);
        expect(redact(once, kinds)).toBe(once);
      }),
      { numRuns: 200 },
    );
  });

  it('leaves texts without digits and @ unchanged', () => {
    const text = fc.string({ unit: anyCharacter }).filter((one) => !/[@\d]/.test(one));
    fc.assert(fc.property(text, (original) => expect(redact(original)).toBe(original)));
  });

  it('replaces whole matches and splits no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), nearMisses, (before, after) => {
        const redacted = redact(`${before} zoe@example.com ${after}`);
        expect(redacted).toBe(`${redact(before)} [email] ${redact(after)}`);
        expect(Buffer.from(redacted).toString()).toBe(redacted);
      }),
    );
  });

  it.each([
    ['a'],
    ['1'],
    ['@'],
    ['a@'],
    ['@a'],
    ['a@b.'],
    ['a.'],
    ['1 '],
    ['1-'],
    ['(1)'],
    ['+1 '],
    ['4111 '],
    ['212-555-0123 '],
    ['4111111111111111 '],
    ['\\n1'],
    ['a1'],
    ['0 (('],
  ])('takes linear time for repetitions of %j', (unit) => {
    const small = processorMicroseconds(unit.repeat(Math.ceil(2 ** 14 / unit.length)));
    const large = processorMicroseconds(unit.repeat(Math.ceil(2 ** 18 / unit.length)));
    // The text is 16 times as long: quadratic time would be 256 times as long.
    expect(large / Math.max(small, 500)).toBeLessThan(96);
  });
});

/** The minimum of several runs, because the compiler and the garbage collector also use processor time. */
function processorMicroseconds(text: string): number {
  return Math.min(...[1, 2, 3].map(() => 1_000 * measureCpuMs(() => redact(text))));
}
