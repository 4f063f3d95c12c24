import { describe, expect, it } from '@jest/globals';
import { freeBytes } from './free-bytes.js';

describe('freeBytes', () => {
  it('frees the memory of large buffers', () => {
    const before = process.memoryUsage().arrayBuffers;
    const buffers = Array.from({ length: 100 }, () => Buffer.allocUnsafeSlow(1_000_000));
    freeBytes(buffers);
    expect(buffers.every(({ length }) => length === 0)).toBe(true);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it('leaves small buffers, and those that share their memory with others', () => {
    const shared = Buffer.allocUnsafeSlow(100_000);
    const buffers = [Buffer.from('abc'), shared.subarray(10), shared.subarray(0, 50_000)];
    freeBytes(buffers);
    expect(buffers.map(({ length }) => length)).toEqual([3, 99_990, 50_000]);
  });
});
