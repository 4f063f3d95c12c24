import { randomBytes } from 'node:crypto';

/** Readable enough to be typed once: 120 bits in groups. */
export function generatePassword(): string {
  const letters = randomBytes(15).toString('base64url').replaceAll(/[-_]/g, 'x');
  return letters.match(/.{5}/g)?.join('-') ?? letters;
}

/** Argon2id. The hashing library is loaded only where a password is made or checked. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return hash(password);
}
