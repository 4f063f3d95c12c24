import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { LinkSigner } from './link-signer.js';
import { type MediaName, newMediaId } from './media-name.js';

const EXPIRES_AT = new Date('2026-03-01T12:00:00Z');
const BEFORE = new Date(EXPIRES_AT.getTime() - 1);

describe('LinkSigner', () => {
  const key = randomBytes(32);
  const signer = new LinkSigner(() => [key]);
  const name: MediaName = { id: newMediaId(), extension: 'png' };
  const query = Object.fromEntries(new URLSearchParams(signer.sign(name, EXPIRES_AT)));
  const { expires = '', signature = '' } = query;

  it('accepts what it signed', () => {
    expect(query).toEqual({
      expires: String(EXPIRES_AT.getTime() / 1000),
      signature: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    });
    expect(signer.isValid(name, query, BEFORE)).toBe(true);
  });

  it('does not mind what others add to the address', () => {
    expect(signer.isValid(name, { ...query, utm_source: 'letter' }, BEFORE)).toBe(true);
  });

  it('accepts it until its moment has come', () => {
    expect(signer.isValid(name, query, EXPIRES_AT)).toBe(false);
    expect(signer.isValid(name, query, new Date('2100-01-01'))).toBe(false);
  });

  it.each<[string, MediaName]>([
    ['another id', { ...name, id: newMediaId() }],
    ['another extension', { ...name, extension: 'jpg' }],
  ])('refuses it for %s', (_what, other) => {
    expect(signer.isValid(other, query, BEFORE)).toBe(false);
  });

  it.each<[string, object]>([
    ['a later end', { expires: String(Number(expires) + 1), signature }],
    ['an end written differently', { expires: `0${expires}`, signature }],
    ['an end with a space', { expires: `${expires} `, signature }],
    ['an end without a number', { expires: 'never', signature }],
    ['an empty end', { expires: '', signature }],
    ['no end', { signature }],
    ['two ends', { expires: [expires, expires], signature }],
    ['no signature', { expires }],
    ['an empty signature', { expires, signature: '' }],
    ['two signatures', { expires, signature: [signature, signature] }],
    ['a shorter signature', { expires, signature: signature.slice(0, -1) }],
    ['a longer signature', { expires, signature: `${signature}A` }],
    ['a padded signature', { expires, signature: `${signature}=` }],
    ['a signature of as many other characters', { expires, signature: 'ü'.repeat(43) }],
    ['nothing at all', {}],
  ])('refuses %s', (_what, tampered) => {
    expect(signer.isValid(name, tampered as Record<string, unknown>, BEFORE)).toBe(false);
  });

  it('refuses a signature with any character changed', () => {
    for (let i = 0; i < signature.length; i += 1) {
      const changed = signature.slice(0, i) + (signature[i] === 'A' ? 'B' : 'A') + signature.slice(i + 1);
      expect(signer.isValid(name, { expires, signature: changed }, BEFORE)).toBe(false);
    }
  });

  it('refuses what was signed with another key', () => {
    expect(new LinkSigner(() => [randomBytes(32)]).isValid(name, query, BEFORE)).toBe(false);
  });

  it('refuses a key that is too short to be one', () => {
    expect(() => new LinkSigner(() => [key.subarray(1)])).toThrow('at least 32 bytes');
  });
});
