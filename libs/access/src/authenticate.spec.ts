import { describe, expect, it } from '@jest/globals';
import { createToken } from '../../../test/token/index.js';
import { AddressList } from './address-list.js';
import { authenticate } from './authenticate.js';
import { type Token } from './token.js';

const NOW_MS = 1_000_000;
const TOKEN = createToken({ id: '1', name: 'a', owner: 'token:1' });

const attempt = (changes: Partial<Token>, credential: string | undefined = 'good', address = '127.0.0.1') =>
  authenticate((key) => (key === 'good' ? { ...TOKEN, ...changes } : undefined), {
    credential,
    address,
    nowMs: NOW_MS,
  });

describe('authenticate', () => {
  it('returns the token', () => {
    expect(attempt({}).id).toBe('1');
    expect(attempt({ expiresAtMs: NOW_MS + 1 }).id).toBe('1');
    expect(attempt({ allowedAddresses: new AddressList(['127.0.0.1']) }).id).toBe('1');
  });

  it.each([
    ['missing-credential', {}, ''],
    ['unknown-token', {}, 'bad'],
    ['expired-token', { expiresAtMs: NOW_MS }, 'good'],
    ['expired-token', { expiresAtMs: NOW_MS - 1, isEnabled: false }, 'good'],
    ['disabled-token', { isEnabled: false }, 'good'],
    ['address-not-allowed', { allowedAddresses: new AddressList(['10.0.0.0/8']) }, 'good'],
    ['address-not-allowed', { allowedAddresses: new AddressList([]) }, 'good'],
  ])('throws %s', (kind, changes, credential) => {
    expect(() => attempt(changes, credential)).toThrow(expect.objectContaining({ kind }));
  });
});

it('says in the error that the key was replaced', () => {
  expect(() => attempt({ expiresAtMs: NOW_MS, hasOldKey: true })).toThrow('replaced by a new one');
});
