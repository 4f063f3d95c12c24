import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { SecretBox, SecretUnreadable } from './secret-box.js';

const box = new SecretBox(randomBytes(32));

describe('SecretBox', () => {
  it('opens its own values with the same context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (secret) => {
        expect(box.open(box.seal(secret, 'channels/1/secrets'), 'channels/1/secrets')).toBe(secret);
      }),
    );
  });

  it('never returns the same bytes twice', () => {
    expect(box.seal('key', 'a').equals(box.seal('key', 'a'))).toBe(false);
  });

  it('rejects a value moved to another row', () => {
    const sealed = box.seal('key', 'channels/1/secrets');
    expect(() => box.open(sealed, 'channels/2/secrets')).toThrow(SecretUnreadable);
  });

  it('rejects a value with any byte changed', () => {
    const sealed = box.seal('provider key', 'a');
    for (let i = 0; i < sealed.length; i += 1) {
      const changed = Buffer.from(sealed);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(() => box.open(changed, 'a')).toThrow(SecretUnreadable);
    }
  });

  it('rejects a value sealed with another key', () => {
    const other = new SecretBox(randomBytes(32));
    expect(() => other.open(box.seal('key', 'a'), 'a')).toThrow(SecretUnreadable);
  });

  it.each([0, 1, 512 * 1024, 1_300_000])(
    'seals %d bytes in slices, with the same result as at once',
    async (length) => {
      const plaintext = Buffer.alloc(length, 'slice');
      const sealed = await box.sealLarge(plaintext, 'a');
      expect(box.open(sealed, 'a') === plaintext.toString()).toBe(true);
      expect((await box.openLarge(sealed, 'a')).equals(plaintext)).toBe(true);
      await expect(box.openLarge(sealed, 'b')).rejects.toThrow(SecretUnreadable);
    },
  );
});
