import { createHash } from 'node:crypto';

/** So many bytes, always the same for the same seed; a shorter result is a prefix of a longer one. */
export function bytesFrom(seed: unknown, sizeBytes: number): Buffer {
  return createHash('shake256', { outputLength: sizeBytes }).update(JSON.stringify(seed)).digest();
}

/** A number from 0 to 1, always the same for the same seed. */
export function fractionFrom(seed: unknown): number {
  return bytesFrom(seed, 4).readUInt32LE() / 2 ** 32;
}

export function toSha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
