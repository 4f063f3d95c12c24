import { randomBytes } from 'node:crypto';

const ARGON2ID = 2;

/** The OWASP recommendation: 19 MiB, two passes, one lane. */
const HASH_COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** 120 random bits in groups of five characters, so that a person can type it. */
export function generatePassword(): string {
  const letters = randomBytes(15).toString('base64url').replaceAll(/[-_]/g, 'x');
  return letters.match(/.{5}/g)?.join('-') ?? letters;
}

/** Argon2id. The library is loaded on first use. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return hash(normalizePassword(password), { algorithm: ARGON2ID, ...HASH_COSTS });
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2');
  return verify(hash, normalizePassword(password));
}

/** Whether a hash was created with other costs than the current ones. */
export function isOutdatedHash(hash: string): boolean {
  const { memoryCost, timeCost, parallelism } = HASH_COSTS;
  return !hash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/** Keyboards compose accented characters differently, so passwords are normalized. */
function normalizePassword(password: string): string {
  return password.normalize('NFC');
}
