import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { groupItems } from './group-items.js';

const item = fc.record({ id: fc.string(), content: fc.array(fc.string({ maxLength: 3_000 })) });

describe('groupItems', () => {
  it('returns each item once, in order, in groups that are small or have one item', () => {
    fc.assert(
      fc.property(fc.array(item), fc.array(item), (input, output) => {
        const groups = [...groupItems(input, output)];
        expect(groups.flatMap(({ items }) => items)).toEqual([...input, ...output]);
        let next = 0;
        for (const { position, isInput, items } of groups) {
          expect([position, isInput]).toEqual([next, next < input.length]);
          expect(items.length === 1 || JSON.stringify(items).length < 20_000).toBe(true);
          next += items.length;
        }
      }),
    );
  });

  it('groups many small items', () => {
    const input = Array.from({ length: 1_000 }, (_, index) => ({ id: `msg_${index}` }));
    expect([...groupItems(input, [])].length).toBeLessThan(20);
  });
});
