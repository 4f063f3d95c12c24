import { describe, expect, it } from '@jest/globals';
import { buildSparkline } from './build-sparkline.js';

describe('buildSparkline', () => {
  it('draws from left to right, with the highest value at the top and zero at the bottom', () => {
    const { line, area } = buildSparkline([0, 5, null, 10], { width: 30, height: 12 });
    expect(line).toBe('M0 11L10 6L20 11L30 1');
    expect(area).toBe('M0 11L10 6L20 11L30 1L30 12L0 12Z');
  });

  it('draws a line for a single value', () => {
    expect(buildSparkline([5], { width: 10, height: 12 }).line).toBe('M0 1L10 1');
  });

  it('draws a flat line for zeros, and nothing without values', () => {
    expect(buildSparkline([0, 0], { width: 10, height: 12 }).line).toBe('M0 11L10 11');
    expect(buildSparkline([], { width: 10, height: 12 })).toEqual({ line: '', area: '' });
  });
});
