import { createHash } from 'node:crypto';

/** Random numbers that can be reproduced: the same seed gives the same numbers. */
export interface Random {
  /** From `min` up to, but not including, `max`. */
  between(min: number, max: number): number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  chance(probability: number): boolean;
}

export function createRandom(...seed: readonly (string | number | undefined)[]): Random {
  const next = xorshift(createHash('sha256').update(JSON.stringify(seed)).digest());
  const between = (min: number, max: number): number => min + next() * (max - min);
  return {
    between,
    integer: (min, max) => Math.floor(between(min, max + 1)),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    chance: (probability) => next() < probability,
  };
}

/** Marsaglia's xorshift128: numbers from 0 up to 1. */
function xorshift(seed: Buffer): () => number {
  let [x, y, z, w] = [0, 4, 8, 12].map((offset) => seed.readInt32LE(offset)) as [
    number,
    number,
    number,
    number,
  ];
  return () => {
    const mixed = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = w ^ (w >>> 19) ^ mixed ^ (mixed >>> 8);
    return (w >>> 0) / 2 ** 32;
  };
}
