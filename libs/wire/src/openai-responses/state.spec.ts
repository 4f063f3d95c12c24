import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#canonical';
import { openAiResponsesIngress } from './index.js';
import { toResponseId, parseItemResponseId } from './item-ids.js';
import {
  chainInput,
  findReferences,
  encodeDeleted,
  buildItems,
  pageItems,
  readItemPageQuery,
  resolveReferences,
  responseOutputItems,
} from './state.js';

const getId = (item: JsonObject | undefined): string => (item as { id: string }).id;

describe('the items of an input', () => {
  it('are one message if the input is text', async () => {
    expect(await buildItems('hi', 'req_1')).toEqual([
      {
        id: expect.stringMatching(/^msg_/),
        type: 'message',
        role: 'user',
        status: 'completed',
        content: [{ type: 'input_text', text: 'hi' }],
      },
    ]);
  });

  it('keep their ids or get generated ones', async () => {
    const input: JsonObject[] = [
      { role: 'assistant', content: 'a' },
      { type: 'function_call', id: 'fc_mine', call_id: 'c', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'x' },
      { type: 'computer_call_output', output: {} },
    ];
    const items = await buildItems(input, 'req_1');
    expect(items).toMatchObject([
      { type: 'message', content: [{ type: 'output_text', text: 'a' }] },
      { id: 'fc_mine', arguments: '{}' },
      { output: 'x' },
      { output: {} },
    ]);
    expect(items.map((item) => getId(item).split('_')[0])).toEqual(['msg', 'fc', 'fco', 'item']);
    expect(await buildItems(input, 'req_1')).toEqual(items);
    expect(await buildItems(input, 'req_2')).not.toEqual(items);
  });

  it('have ids that identify the response', async () => {
    const [item] = await buildItems('hi', 'req_1');
    expect(parseItemResponseId(getId(item))).toBe(toResponseId('req_1'));
    expect(parseItemResponseId('msg_abc')).toBeUndefined();
  });
});

describe('a chain of responses', () => {
  const turn = {
    input: [{ id: 'msg_1', type: 'message', role: 'user', content: [{ type: 'input_text', text: 'one' }] }],
    output: [
      { id: 'msg_2', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'two' }] },
    ],
  };

  it('is the input of the next request, oldest first, without ids', async () => {
    const input = await chainInput([turn], 'three');
    expect(input.every((item) => !('id' in item))).toBe(true);
    expect(openAiResponsesIngress.decodeRequest({ model: 'm', input }, {}).value.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'one' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'two' }] },
      { role: 'user', content: [{ type: 'text', text: 'three' }] },
    ]);
  });

  it('continues with items as well', async () => {
    const result = { type: 'function_call_output', call_id: 'c', output: 'x' };
    expect(await chainInput([], [result])).toEqual([result]);
    expect(await chainInput([turn], undefined)).toHaveLength(2);
  });

  it('replaces references by items', () => {
    const input: JsonObject[] = [
      { type: 'item_reference', id: 'a' },
      { id: 'b' },
      { role: 'user', id: 'c', content: 'x' },
    ];
    expect([...findReferences(input)].map(({ id }) => id)).toEqual(['a', 'b']);
    const sealed = { type: 'reasoning', summary: [], encrypted_content: 'gAAA' };
    const known = new Map([['a', { id: 'a', ...sealed }]]);
    expect(resolveReferences(input, known)).toEqual([sealed, input[1], input[2]]);
    expect(resolveReferences('text', known)).toBe('text');
  });

  it.each([
    ['is neither sealed nor shown', { summary: [{ type: 'summary_text', text: 'hm' }] }, false],
    ['has an empty seal', { summary: [], encrypted_content: null, content: [] }, false],
    ['is sealed', { summary: [], encrypted_content: 'gAAA' }, true],
    ['is shown', { summary: [], content: [{ type: 'reasoning_text', text: 'hm' }] }, true],
  ])(
    'repeats reasoning only in a form that its service accepts: it %s',
    async (_case, members, isRepeated) => {
      const reasoning = { id: 'rs_1', type: 'reasoning', ...members };
      const { id: _id, ...repeated } = reasoning;
      const expected = isRepeated ? [repeated] : [];
      const [, ...rest] = await chainInput([{ ...turn, output: [reasoning] }], []);
      expect(rest).toEqual(expected);
      const references = [{ type: 'item_reference', id: 'rs_1' }];
      expect(resolveReferences(references, new Map([['rs_1', reasoning]]))).toEqual(expected);
    },
  );

  it('finds the output of a response', () => {
    expect(responseOutputItems({ output: turn.output })).toEqual(turn.output);
    expect(responseOutputItems({})).toEqual([]);
  });
});

describe('a page of items', () => {
  const items: JsonObject[] = ['a', 'b', 'c'].map((id) => ({ id }));
  const page = (query: Record<string, unknown>): JsonObject => pageItems(items, readItemPageQuery(query));

  it.each([
    [{}, ['c', 'b', 'a'], false],
    [{ order: 'asc' }, ['a', 'b', 'c'], false],
    [{ order: 'asc', limit: '2' }, ['a', 'b'], true],
    [{ order: 'asc', limit: '2', after: 'b' }, ['c'], false],
    [{ limit: '1', after: 'c' }, ['b'], true],
  ])('%j', (query, ids, hasMore) => {
    expect(page(query)).toEqual({
      object: 'list',
      data: ids.map((id) => ({ id })),
      first_id: ids[0],
      last_id: ids.at(-1),
      has_more: hasMore,
    });
  });

  it('can be empty', () => {
    expect(page({ order: 'asc', after: 'c' })).toEqual({
      object: 'list',
      data: [],
      first_id: null,
      last_id: null,
      has_more: false,
    });
  });

  it.each([
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
    [{ limit: 'x' }, 'limit'],
    [{ order: 'up' }, 'order'],
    [{ after: ['a'] }, 'after'],
    [{ after: 'z' }, 'after'],
  ])('is rejected for %j at %s', (query, param) => {
    expect(() => page(query)).toThrow(expect.objectContaining({ param }));
  });
});

describe('a deleted response', () => {
  it('is reported as deleted', () => {
    expect(encodeDeleted('resp_1')).toEqual({ id: 'resp_1', object: 'response', deleted: true });
  });
});
