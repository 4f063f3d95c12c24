import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#canonical';
import { ByteBudget } from '#limits';
import { RememberedConversations } from './remembered-conversations.js';
import { type FinishedResponse, loadTurns } from './remembered-conversation.js';

const MEGABYTE = 1024 * 1024;

function buildResponse(
  id: string,
  input: JsonObject[],
  rest: Partial<FinishedResponse> = {},
): FinishedResponse {
  return { id, body: { input }, output: [], earlier: undefined, isLarge: true, ...rest };
}

const userMessage = (text: string): JsonObject => ({ type: 'message', role: 'user', content: text });
const emptyObjects = (count: number): JsonObject[] => Array.from({ length: count }, () => ({}));
const continuing = (id: string): JsonObject => ({ previous_response_id: id });

describe('a remembered conversation', () => {
  it('has all turns, and uses as much memory as their text', async () => {
    const memory = new ByteBudget({ maxBytes: 256 * MEGABYTE });
    const conversation = new RememberedConversations(memory).open('t1');
    await conversation.remember(
      buildResponse('resp_1', [userMessage('One.')], { output: [userMessage('First.')] }),
    );
    const earlier = conversation.find(continuing('resp_1'));
    await conversation.remember(buildResponse('resp_2', [userMessage('Two.')], { earlier }));
    expect(conversation.find(continuing('resp_1'))).toBeUndefined();
    const found = conversation.find(continuing('resp_2'));
    expect(found === undefined ? [] : await loadTurns(found)).toEqual([
      { input: [userMessage('One.')], output: [userMessage('First.')] },
      { input: [userMessage('Two.')], output: [] },
    ]);
    expect(memory.usedBytes).toBe(found?.bytes);
    conversation.close();
    expect(memory.usedBytes).toBe(0);
  });

  it('stores only the text of its turns, not the parsed values', async () => {
    const memory = new ByteBudget({ maxBytes: 256 * MEGABYTE });
    const conversation = new RememberedConversations(memory).open('t1');
    await conversation.remember(buildResponse('resp_1', emptyObjects(200_000)));
    const turns = conversation.find(continuing('resp_1'))?.turns ?? [];
    expect(turns.every((turn) => Buffer.isBuffer(turn))).toBe(true);
    expect(turns[0]?.length).toBeLessThan(700_000);
  });

  it('is forgotten if it has more values than a request can have', async () => {
    const memory = new ByteBudget({ maxBytes: 256 * MEGABYTE });
    const conversation = new RememberedConversations(memory).open('t1');
    await conversation.remember(buildResponse('resp_1', emptyObjects(300_000)));
    const earlier = conversation.find(continuing('resp_1'));
    expect(earlier).toBeDefined();
    await conversation.remember(buildResponse('resp_2', emptyObjects(300_000), { earlier }));
    expect(conversation.find(continuing('resp_2'))).toBeUndefined();
    expect(memory.usedBytes).toBe(0);
  });

  it('is forgotten if all sockets of the token remember too much together', async () => {
    const memory = new ByteBudget({ maxBytes: 80 * MEGABYTE });
    const conversations = new RememberedConversations(memory);
    const [first, second, other] = [
      conversations.open('t1'),
      conversations.open('t1'),
      conversations.open('t2'),
    ];
    const text = [userMessage('x'.repeat(6 * MEGABYTE))];
    for (const conversation of [first, second, other])
      await conversation.remember(buildResponse('resp_1', text));
    const isRemembered = [first, second, other].map((one) => one.find(continuing('resp_1')) !== undefined);
    expect(isRemembered).toEqual([true, false, true]);
    first.close();
    await second.remember(buildResponse('resp_2', text));
    expect(second.find(continuing('resp_2'))).toBeDefined();
  });

  it('is forgotten after five idle minutes', async () => {
    const memory = new ByteBudget({ maxBytes: 256 * MEGABYTE });
    const conversation = new RememberedConversations(memory).open('t1');
    await conversation.remember(buildResponse('resp_1', [userMessage('One.')]));
    conversation.noteIdle(299_000);
    expect(conversation.find(continuing('resp_1'))).toBeDefined();
    conversation.noteIdle(300_000);
    expect(conversation.find(continuing('resp_1'))).toBeUndefined();
    expect(memory.usedBytes).toBe(0);
  });
});
