import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { GatewayError } from '#canonical';
import { SANDBOX_DIRECTIVES } from './directive-list.js';
import { DIRECTIVE_NAMES, readDirectives } from './directives.js';

describe('readDirectives', () => {
  it('supports exactly the documented directives', () => {
    expect(SANDBOX_DIRECTIVES.map(({ name }) => name).toSorted()).toEqual(DIRECTIVE_NAMES.toSorted());
    for (const { name, example } of SANDBOX_DIRECTIVES) {
      expect([name, readDirectives(`a ${example}`).text]).toEqual([name, 'a']);
    }
  });

  it('finds directives anywhere and removes them from the text', () => {
    const { directives, text } = readDirectives('Tell me [[ pace = 50 ]] a story [[words=7]]\n[[reasoning]]');
    expect(directives).toMatchObject({ paceMs: 50, words: 7, reasoning: true, refuse: false });
    expect(text).toBe('Tell me a story');
  });

  it('reads tools with arguments that contain brackets', () => {
    const { directives } = readDirectives('[[tool=a.b-c {"list":[1,[2]],"text":"]"}]] [[tool=plain]]');
    expect(directives.tools).toEqual([
      { name: 'a.b-c', arguments: { list: [1, [2]], text: ']' } },
      { name: 'plain', arguments: undefined },
    ]);
  });

  it.each([
    '[[status]]',
    '[[status=200]]',
    '[[status=503; wait=2]]',
    '[[delay=-1]]',
    '[[pace=fast]]',
    '[[words=0]]',
    '[[cut=1]]',
    '[[refuse=no]]',
    '[[tool=]]',
    '[[tool=x {broken]]',
    '[[tool=x [1]]]',
  ])('rejects %s and names the problem', (text) => {
    expect(() => readDirectives(text)).toThrow(GatewayError);
    expect(() => readDirectives(text)).toThrow(/^The sandbox directive \[\[/);
  });

  it('leaves every other text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', ']', 'x', '=', ' y', '1') }), (text) => {
        expect(readDirectives(text).text.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      }),
    );
  });
});

/** If the search started again at every bracket, each of these texts would exceed the test's timeout. */
describe('a message that is slow to search', () => {
  it.each(['[', '[[', '[[a]]', '[[wiki|', '[[refuse]'])('of repeated %s is read in time', (chunk) => {
    const text = `${chunk.repeat(4_000_000 / chunk.length)}]]`;
    expect(readDirectives(text).text.length).toBeGreaterThan(1_000_000);
  });
});
