import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { LinkSigner } from './link-signer.js';
import { type MediaName, createMediaId } from './media-name.js';

const EXPIRES_AT = new Date('2026-03-01T12:00:00Z');
const BEFORE = new Date(EXPIRES_AT.getTime() - 1);

describe('LinkSigner', () => {
  const key = randomBytes(32);
  const signer = new LinkSigner(() => [key]);
  const name: MediaName = { id: createMediaId(), extension: 'png' };
  const query = Object.fromEntries(new URLSearchParams(signer.sign(name, EXPIRES_AT)));
  const { expires = '', signature = '' } = query;

  it('accepts a link that it signed', () => {
    expect(query).toEqual({
      expires: String(EXPIRES_AT.getTime() / 1000),
      signature: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    });
    expect(signer.isValid(name, query, BEFORE)).toBe(true);
  });

  it('ignores additional parameters', () => {
    expect(signer.isValid(name, { ...query, utm_source: 'letter' }, BEFORE)).toBe(true);
  });

  it('rejects an expired link', () => {
    expect(signer.isValid(name, query, EXPIRES_AT)).toBe(false);
    expect(signer.isValid(name, query, new Date('2100-01-01'))).toBe(false);
  });

  it.each<[string, MediaName]>([
    ['another id', { ...name, id: createMediaId() }],
    ['another extension', { ...name, extension: 'jpg' }],
  ])('rejects a link for %s', (_what, other) => {
    expect(signer.isValid(other, query, BEFORE)).toBe(false);
  });

  it.each<[string, object]>([
    ['a later expiry', { expires: String(Number(expires) + 1), signature }],
    ['an expiry written differently', { expires: `0${expires}`, signature }],
    ['an expiry with a space', { expires: `${expires} `, signature }],
    ['an expiry without a number', { expires: 'never', signature }],
    ['an empty expiry', { expires: '', signature }],
    ['no expiry', { signature }],
    ['two expiries', { expires: [expires, expires], signature }],
    ['no signature', { expires }],
    ['an empty signature', { expires, signature: '' }],
    ['two signatures', { expires, signature: [signature, signature] }],
    ['a shorter signature', { expires, signature: signature.slice(0, -1) }],
    ['a longer signature', { expires, signature: `${signature}A` }],
    ['a padded signature', { expires, signature: `${signature}=` }],
    ['a signature of as many other characters', { expires, signature: 'ü'.repeat(43) }],
    ['no parameters', {}],
  ])('rejects %s', (_what, tampered) => {
    expect(signer.isValid(name, tampered as Record<string, unknown>, BEFORE)).toBe(false);
  });

  it('rejects a signature with any character changed', () => {
    for (let i = 0; i < signature.length; i += 1) {
      const changed = signature.slice(0, i) + (signature[i] === 'A' ? 'B' : 'A') + signature.slice(i + 1);
      expect(signer.isValid(name, { expires, signature: changed }, BEFORE)).toBe(false);
    }
  });

  it('rejects a link that was signed with another key', () => {
    expect(new LinkSigner(() => [randomBytes(32)]).isValid(name, query, BEFORE)).toBe(false);
  });

  it('rejects a key that is too short', () => {
    expect(() => new LinkSigner(() => [key.subarray(1)])).toThrow('at least 32 bytes');
  });
});
