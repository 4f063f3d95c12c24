import { describe, expect, it } from '@jest/globals';
import { Slice } from './slice.js';

describe('a slice', () => {
  it('counts what is spent until it is charged, and only once', () => {
    const slice = new Slice();
    slice.receive({ amountMicroUsd: 100, chargedMicroUsd: 0 });
    slice.reserve(40);
    expect(slice.freeMicroUsd).toBe(60);
    slice.settle(40, 10);
    expect(slice.freeMicroUsd).toBe(90);
    slice.receive({ amountMicroUsd: 90, chargedMicroUsd: 10 });
    expect(slice.freeMicroUsd).toBe(90);
  });

  it('gets back what the budget account has paid beyond it', () => {
    const slice = new Slice();
    slice.receive({ amountMicroUsd: 10, chargedMicroUsd: 0 });
    slice.reserve(10);
    slice.settle(10, 25);
    expect(slice.freeMicroUsd).toBe(-15);
    slice.receive({ amountMicroUsd: 0, chargedMicroUsd: 25 });
    expect(slice.freeMicroUsd).toBe(0);
  });

  it('is not richer for what others have spent from it', () => {
    const slice = new Slice();
    slice.receive({ amountMicroUsd: 70, chargedMicroUsd: 30 });
    slice.reserve(20);
    slice.settle(20, 20);
    expect(slice.freeMicroUsd).toBe(50);
  });

  it('gives nothing out while its lease is in doubt', () => {
    const slice = new Slice();
    slice.receive({ amountMicroUsd: 100, chargedMicroUsd: 0 });
    slice.reserve(30);
    slice.doubt();
    expect(slice.freeMicroUsd).toBe(0);
    slice.settle(30, 30);
    expect(slice.freeMicroUsd).toBe(0);
    slice.receive({ amountMicroUsd: 100, chargedMicroUsd: 0 });
    expect(slice.freeMicroUsd).toBe(70);
  });

  it('begins anew when its lease has ended', () => {
    const slice = new Slice();
    expect(slice.hasLease).toBe(false);
    slice.receive({ amountMicroUsd: 10, chargedMicroUsd: 0 });
    expect(slice.hasLease).toBe(true);
    slice.settle(0, 10);
    slice.settle(0, 3);
    slice.end(10);
    expect(slice.hasLease).toBe(false);
    expect(slice.status).toEqual({ settledMicroUsd: 3, heldMicroUsd: 0 });
  });
});
