import { describe, expect, it } from '@jest/globals';
import { hasMoreValues } from './many-values.js';

describe('hasMoreValues', () => {
  it.each([
    ['{}', 1],
    ['[0,[0,0],{"a":0,"b":0}]', 7],
    ['{"a":"[,{","b":0}', 2],
    [String.raw`{"a\",\\":"\\\",[","b":0}`, 2],
  ])('counts %s', (json, count) => {
    const bytes = Buffer.from(json);
    expect([hasMoreValues(bytes, count - 1), hasMoreValues(bytes, count)]).toEqual([true, false]);
  });
});
