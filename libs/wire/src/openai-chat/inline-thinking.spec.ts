import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { openAiChatEgress } from './index.js';
import { ThinkingSplitter } from './inline-thinking.js';

function split(pieces: readonly string[]): [reasoning: string, text: string] {
  const splitter = new ThinkingSplitter();
  const segments = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.stop()];
  const join = (wanted: string): string =>
    segments.map(({ kind, text }) => (kind === wanted ? text : '')).join('');
  return [join('reasoning'), join('text')];
}

describe('reasoning in the text', () => {
  it.each<[pieces: string[], thought: string, said: string]>([
    [['<think>why</think>so'], 'why', 'so'],
    [['\n<think>\nwhy\n</think>\n\nso '], 'why\n', 'so '],
    [['<', 'think', '>w', 'hy<', '/', 'think>', '\n', 'so'], 'why', 'so'],
    [['<think>why<b></b></thin', 'k', ' >'], 'why<b></b></think >', ''],
    [['<think>'], '', ''],
    [['<think>', '\n', ' why'], 'why', ''],
    [['<think></think>so'], '', 'so'],
    [['<thin', 'g>'], '', '<thing>'],
    [['so <think>why</think>'], '', 'so <think>why</think>'],
    [['<think>a</think>b<think>c</think>'], 'a', 'b<think>c</think>'],
    [['  ', 'so'], '', '  so'],
    [[' '.repeat(65), '<think>'], '', `${' '.repeat(65)}<think>`],
  ])('of %j is %j, and %j is text', (pieces, thought, said) => {
    expect(split(pieces)).toEqual([thought, said]);
  });

  it('does not depend on how the text is split', () => {
    const words = fc.constantFrom('<think>', '</think>', '<', 'think', '>', '/', ' ', '\n', 'a', 'b');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (pieces) => {
        expect(split(pieces)).toEqual(split([pieces.join('')]));
      }),
    );
  });
});

function decode(message: object): unknown {
  const choice = { message: { role: 'assistant', ...message }, finish_reason: 'stop' };
  return openAiChatEgress.decodeResponse({ choices: [choice] }).choices[0]?.content;
}

describe('a response with inline reasoning', () => {
  it.each([
    [{ content: '<think>why</think>so' }],
    [{ content: 'so', reasoning_content: 'why' }],
    [
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'why' }] },
          { type: 'text', text: 'so' },
        ],
      },
    ],
  ])('has reasoning and text: %j', (message) => {
    expect(decode(message)).toEqual([
      { type: 'reasoning', text: 'why' },
      { type: 'text', text: 'so' },
    ]);
  });

  it('may mention the tags if its reasoning is separate', () => {
    expect(decode({ content: '<think>a</think>', reasoning_content: 'why' })).toEqual([
      { type: 'reasoning', text: 'why' },
      { type: 'text', text: '<think>a</think>' },
    ]);
  });

  it('streams reasoning in parts as well', () => {
    const decoder = openAiChatEgress.createStreamDecoder();
    const push = (content: unknown) =>
      decoder.push({ data: JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content } }] }) });
    push([{ type: 'thinking', thinking: [{ type: 'text', text: 'why' }] }]);
    expect(push('so')).toEqual([
      { type: 'reasoning-end', choice: 0, block: 0 },
      { type: 'text-start', choice: 0, block: 1 },
      { type: 'text-delta', text: 'so', choice: 0, block: 1 },
    ]);
  });
});
