import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals small secrets for the database. Each sealed value is bound to the place it is stored in
 * (`channels/<id>/secrets`): copied into another row or column, it no longer opens.
 */
export class SecretBox {
  private readonly key: Buffer;

  constructor(key: Uint8Array) {
    if (key.length !== 32) throw new Error('a secret box needs a key of 32 bytes');
    this.key = Buffer.from(key);
  }

  seal(plaintext: string, place: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), sealed]);
  }

  open(sealed: Uint8Array, place: string): string {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length);
    if (bytes[0] !== VERSION || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) throw new SecretUnreadable(place);
    const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
    const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(place)).setAuthTag(tag);
    try {
      const opened = decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([opened, decipher.final()]).toString('utf8');
    } catch {
      throw new SecretUnreadable(place);
    }
  }
}

export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';

  constructor(readonly place: string) {
    super(`the secret at ${place} cannot be opened with this MODELGATE_SECRET_KEY`);
  }
}
