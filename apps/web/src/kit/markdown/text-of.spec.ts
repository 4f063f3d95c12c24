import { describe, expect, it } from '@jest/globals';
import { type TextNode, textOf } from './text-of.js';

function leaf(value: string): TextNode {
  return { type: 'text', value };
}

describe('the text of a tree', () => {
  it('is that of all its leaves', () => {
    const tree = {
      type: 'element',
      children: [leaf('const '), { type: 'element', children: [leaf('a')] }, leaf(' = 1;')],
    };
    expect(textOf(tree)).toBe('const a = 1;');
    expect(textOf({ type: 'comment', value: 'no' })).toBe('');
    expect(textOf(undefined)).toBe('');
  });
});
