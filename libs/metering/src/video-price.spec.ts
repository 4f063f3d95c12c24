import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type PricedVideo, videoPriceMicroUsd } from './video-price.js';

describe('videoPriceMicroUsd', () => {
  it.each<[name: string, price: PricedVideo['price'], durationSeconds: number, expected: number | undefined]>(
    [
      ['no price', undefined, 5, undefined],
      ['a price for other things', {}, 5, undefined],
      ['a price of 0', { perSecondVideo: 0 }, 5, 0],
      ['by the second', { perSecondVideo: 0.5 }, 8, 4_000_000],
      ['by the request', { perRequest: 0.05 }, 8, 50_000],
      ['by both', { perSecondVideo: 0.1, perRequest: 0.05 }, 4, 450_000],
      ['a part of a second', { perSecondVideo: 0.1 }, 5.042, 504_200],
      ['a fraction that rounds up', { perSecondVideo: 0.000_000_1 }, 1, 1],
      ['a fraction far below one half', { perSecondVideo: 0.000_001 }, 1.001, 2],
      ['floating-point noise above an integer', { perSecondVideo: 0.1 }, 3, 300_000],
      ['floating-point noise of a sum', { perSecondVideo: 0.2, perRequest: 0.1 }, 1, 300_000],
      ['floating-point noise of a third of a second', { perSecondVideo: 0.3 }, 5 / 3, 500_000],
      ['an integer with many digits', { perSecondVideo: 1_000_000 }, 600, 600_000_000_000_000],
      ['a fraction with many digits', { perSecondVideo: 123_456.789_012_5 }, 1, 123_456_789_013],
    ],
  )('%s', (_, price, durationSeconds, expected) => {
    expect(videoPriceMicroUsd({ price, durationSeconds })).toBe(expected);
  });

  const bySize = { perSecondVideo: { '1280x720': 0.1, '1920x1080': 0.25, default: 0.15 }, perRequest: 0.01 };

  it.each<[name: string, size: PricedVideo['size'], expected: number]>([
    ['a listed size', { width: 1280, height: 720 }, 410_000],
    ['another listed size', { width: 1920, height: 1080 }, 1_010_000],
    ['a size that is not listed', { width: 720, height: 1280 }, 610_000],
    ['an empty size', {}, 610_000],
    ['a size without a height', { width: 1280 }, 610_000],
    ['no size', undefined, 610_000],
  ])('has a price for %s', (_, size, expected) => {
    expect(videoPriceMicroUsd({ price: bySize, durationSeconds: 4, size })).toBe(expected);
  });

  it('is the exact price, rounded up', () => {
    const thousandths = fc.integer({ min: 0, max: 600_000 });
    const tenMillionths = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(tenMillionths, tenMillionths, thousandths, (second, request, milliseconds) => {
        const price = { perSecondVideo: second / 1e7, perRequest: request / 1e7 };
        const exact = BigInt(second) * BigInt(milliseconds) + BigInt(request) * 1000n;
        const expected = (exact + 9_999n) / 10_000n;
        const micro = videoPriceMicroUsd({ price, durationSeconds: milliseconds / 1000 }) ?? -1;
        expect(BigInt(micro)).toBe(expected);
      }),
    );
  });
});
