import { describe, expect, it } from '@jest/globals';
import { RunMemory } from './run-memory.js';

const MEGABYTE = 2 ** 20;

const due = (...sizes: number[]) =>
  sizes.map((megabytes, index) => ({ id: String(index), requestBytes: megabytes * MEGABYTE }));
const SMALL = 0.01;

describe('RunMemory', () => {
  it('reserves memory in order, for as many requests as fit', () => {
    const memory = new RunMemory(10 * MEGABYTE);
    const holds = memory.reserve(due(2, 2, 2));
    expect([...holds.keys()]).toEqual(['0', '1']);
    holds.get('0')?.release();
    expect([...memory.reserve(due(2, 2)).keys()]).toEqual(['0']);
  });

  it('lets only the smallest requests overtake one that has to wait', () => {
    const memory = new RunMemory(10 * MEGABYTE);
    expect([...memory.reserve(due(2, 4, 1, SMALL)).keys()]).toEqual(['0', '3']);
  });

  it('lets the largest request run alone', () => {
    const memory = new RunMemory(10 * MEGABYTE);
    const holds = memory.reserve(due(50, 50));
    expect([...holds.keys()]).toEqual(['0']);
    holds.get('0')?.release();
    expect([...memory.reserve(due(50)).keys()]).toEqual(['0']);
  });
});
