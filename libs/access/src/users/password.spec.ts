import { hash } from '@node-rs/argon2';
import { describe, expect, it } from '@jest/globals';
import { requireGoodPassword } from './new-password.js';
import { generatePassword, hashPassword, isOutdatedHash, verifyPassword } from './password.js';

describe('passwords', () => {
  it('are hashed with the recommended costs', async () => {
    const hashed = await hashPassword('twelve or more');
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword('twelve or more')).not.toBe(hashed);
    expect(await verifyPassword(hashed, 'twelve or more')).toBe(true);
    expect(await verifyPassword(hashed, 'twelve or more ')).toBe(false);
    expect(await verifyPassword(hashed, '')).toBe(false);
  });

  it('match in every Unicode normalization form', async () => {
    expect(
      await verifyPassword(await hashPassword('Gru\u0308ße aus Köln'), 'Gr\u00fcße aus Ko\u0308ln'),
    ).toBe(true);
  });

  it('have an outdated hash if it was created with other costs', async () => {
    expect(isOutdatedHash(await hashPassword('today'))).toBe(false);
    for (const costs of [{ memoryCost: 8192 }, { timeCost: 3 }, { parallelism: 2 }, { algorithm: 1 }]) {
      expect(isOutdatedHash(await hash('before', costs))).toBe(true);
    }
  });

  it('have 12 to 256 Unicode characters', () => {
    for (const good of [
      'x'.repeat(12),
      '🔑'.repeat(12),
      'x'.repeat(256),
      '🔑'.repeat(256),
      generatePassword(),
    ]) {
      expect(() => requireGoodPassword(good)).not.toThrow();
    }
    for (const bad of ['', 'x'.repeat(11), '🔑'.repeat(11), 'x'.repeat(257)]) {
      expect(() => requireGoodPassword(bad, 'new')).toThrow(
        expect.objectContaining({ kind: 'invalid-value', param: 'new' }),
      );
    }
  });
});
