import { describe, expect, it } from '@jest/globals';
import { Slice } from './slice.js';

describe('a slice', () => {
  it('subtracts a settled amount once, also after it is charged', () => {
    const slice = new Slice();
    slice.update({ amount: 100, charged: 0 });
    slice.reserve(40);
    expect(slice.free).toBe(60);
    slice.settle(40, 10);
    expect(slice.free).toBe(90);
    slice.update({ amount: 90, charged: 10 });
    expect(slice.free).toBe(90);
  });

  it('is balanced again after the budget account has paid an amount above the slice', () => {
    const slice = new Slice();
    slice.update({ amount: 10, charged: 0 });
    slice.reserve(10);
    slice.settle(10, 25);
    expect(slice.free).toBe(-15);
    slice.update({ amount: 0, charged: 25 });
    expect(slice.free).toBe(0);
  });

  it('does not grow when earlier requests were charged to its lease', () => {
    const slice = new Slice();
    slice.update({ amount: 70, charged: 30 });
    slice.reserve(20);
    slice.settle(20, 20);
    expect(slice.free).toBe(50);
  });

  it('has nothing free while the state of its lease is uncertain', () => {
    const slice = new Slice();
    slice.update({ amount: 100, charged: 0 });
    slice.reserve(30);
    slice.markUncertain();
    expect(slice.free).toBe(0);
    slice.settle(30, 30);
    expect(slice.free).toBe(0);
    slice.update({ amount: 100, charged: 0 });
    expect(slice.free).toBe(70);
  });

  it('carries only later spending over when its lease has ended', () => {
    const slice = new Slice();
    expect(slice.hasLease).toBe(false);
    slice.update({ amount: 10, charged: 0 });
    expect(slice.hasLease).toBe(true);
    slice.settle(0, 10);
    slice.settle(0, 3);
    slice.reset(10);
    expect(slice.hasLease).toBe(false);
    expect(slice.status).toEqual({ settled: 3, held: 0 });
  });
});
