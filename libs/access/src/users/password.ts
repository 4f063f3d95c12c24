import { randomBytes } from 'node:crypto';

const ARGON2ID = 2;

/** What OWASP advises: 19 MiB, two passes, one lane. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Readable enough to be typed once: 120 bits in groups. */
export function generatePassword(): string {
  const letters = randomBytes(15).toString('base64url').replaceAll(/[-_]/g, 'x');
  return letters.match(/.{5}/g)?.join('-') ?? letters;
}

/** Argon2id. The hashing library is loaded only where a password is made or checked. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return hash(typedPassword(password), { algorithm: ARGON2ID, ...COSTS });
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2');
  return verify(hash, typedPassword(password));
}

/** Whether a hash was made at other costs than one would be now. */
export function isOutdatedHash(hash: string): boolean {
  const { memoryCost, timeCost, parallelism } = COSTS;
  return !hash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/** Keyboards do not agree on how an accent is composed. */
function typedPassword(password: string): string {
  return password.normalize('NFC');
}
