import { describe, expect, it } from '@jest/globals';
import { type TextNode, getText } from './get-text.js';

function leaf(value: string): TextNode {
  return { type: 'text', value };
}

describe('getText', () => {
  it('joins the text of all leaves', () => {
    const tree = {
      type: 'element',
      children: [leaf('const '), { type: 'element', children: [leaf('a')] }, leaf(' = 1;')],
    };
    expect(getText(tree)).toBe('const a = 1;');
    expect(getText({ type: 'comment', value: 'no' })).toBe('');
    expect(getText(undefined)).toBe('');
  });
});
