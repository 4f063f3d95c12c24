import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#canonical';
import { ByteBudget } from '#limits';
import { RememberedConversations } from './remembered-conversations.js';
import { type FinishedResponse, loadTurns } from './remembered-conversation.js';

const MEGABYTE = 1024 * 1024;

function finished(id: string, input: JsonObject[], rest: Partial<FinishedResponse> = {}): FinishedResponse {
  return { id, body: { input }, output: [], earlier: undefined, isLarge: true, ...rest };
}

const said = (text: string): JsonObject => ({ type: 'message', role: 'user', content: text });
const emptyObjects = (count: number): JsonObject[] => Array.from({ length: count }, () => ({}));
const after = (id: string): JsonObject => ({ previous_response_id: id });

describe('a remembered conversation', () => {
  it('has all turns, and uses as much memory as their text', async () => {
    const memory = new ByteBudget({ maxBytes: 256 * MEGABYTE });
    const conversation = new RememberedConversations(memory).open('t1');
    await conversation.remember(finished('resp_1', [said('One.')], { output: [said('First.')] }));
    const earlier = conversation.find(after('resp_1'));
    await conversation.remember(finished('resp_2', [said('Two.')], { earlier }));
    expect(conversation.find(after('resp_1'))).toBeUndefined();
    const found = conversation.find(after('resp_2'));
    expect(found === undefined ? [] : await loadTurns(found)).toEqual([
      { input: [said('One.')], output: [said('First.')] },
      { input: [said('Two.')], output: [] },
    ]);
    expect(memory.usedBytes).toBe(found?.bytes);
    conversation.close();
    expect(memory.usedBytes).toBe(0);
  });

  it('stores only the text of its turns, not the parsed values', async () => {
    const memory = new ByteBudget({ maxBytes: 256 * MEGABYTE });
    const conversation = new RememberedConversations(memory).open('t1');
    await conversation.remember(finished('resp_1', emptyObjects(200_000)));
    const turns = conversation.find(after('resp_1'))?.turns ?? [];
    expect(turns.every((turn) => Buffer.isBuffer(turn))).toBe(true);
    expect(turns[0]?.length).toBeLessThan(700_000);
  });

  it('is forgotten if it has more values than a request can have', async () => {
    const memory = new ByteBudget({ maxBytes: 256 * MEGABYTE });
    const conversation = new RememberedConversations(memory).open('t1');
    await conversation.remember(finished('resp_1', emptyObjects(300_000)));
    const earlier = conversation.find(after('resp_1'));
    expect(earlier).toBeDefined();
    await conversation.remember(finished('resp_2', emptyObjects(300_000), { earlier }));
    expect(conversation.find(after('resp_2'))).toBeUndefined();
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
    const text = [said('x'.repeat(6 * MEGABYTE))];
    for (const conversation of [first, second, other]) await conversation.remember(finished('resp_1', text));
    const isRemembered = [first, second, other].map((one) => one.find(after('resp_1')) !== undefined);
    expect(isRemembered).toEqual([true, false, true]);
    first.close();
    await second.remember(finished('resp_2', text));
    expect(second.find(after('resp_2'))).toBeDefined();
  });

  it('is forgotten after five idle minutes', async () => {
    const memory = new ByteBudget({ maxBytes: 256 * MEGABYTE });
    const conversation = new RememberedConversations(memory).open('t1');
    await conversation.remember(finished('resp_1', [said('One.')]));
    conversation.noteIdle(299_000);
    expect(conversation.find(after('resp_1'))).toBeDefined();
    conversation.noteIdle(300_000);
    expect(conversation.find(after('resp_1'))).toBeUndefined();
    expect(memory.usedBytes).toBe(0);
  });
});
