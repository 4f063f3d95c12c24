import { createHash } from 'node:crypto';

/** As many bytes as wanted, always the same for the same seed; fewer of them are the first of more. */
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
