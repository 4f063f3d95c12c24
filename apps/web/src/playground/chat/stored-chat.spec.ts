import { describe, expect, it } from '@jest/globals';
import { CallError } from '../call/call-error.js';
import { type ReplyTurn, type Turn, type UserTurn } from './conversation.js';
import { DEFAULT_DRAFT } from './settings/draft.js';
import { parseChat, serializeChat } from './stored-chat.js';

const IMAGE = { name: 'flag.png', mediaType: 'image/png', data: 'x'.repeat(5_000) };
const message: UserTurn = { kind: 'user', text: 'Hello', images: [IMAGE] };
const reply: ReplyTurn = {
  kind: 'reply',
  id: '1',
  model: 'm',
  format: 'chat',
  state: 'running',
  parts: [{ key: 'text', kind: 'text', text: 'Half of' }],
  request: { method: 'POST', path: '/v1/chat/completions', json: { model: 'm', messages: [IMAGE] } },
  raw: ['an event'],
};

function serializeAndParse(turns: Turn[], maxCharacters?: number) {
  const text = serializeChat(
    { user: 'ann', draft: DEFAULT_DRAFT, columns: [{ id: '0', model: 'm', turns }] },
    maxCharacters,
  );
  return text === undefined ? undefined : parseChat(text)?.columns[0]?.turns;
}

describe('a stored conversation', () => {
  it('has the messages and a partial reply, which is marked as interrupted', () => {
    const [first, second] = serializeAndParse([message, reply]) ?? [];
    expect(first).toEqual(message);
    expect(second).toMatchObject({ state: 'failed', parts: reply.parts, request: reply.request, raw: [] });
    expect((second as ReplyTurn).error?.message).toContain('reloaded');
  });

  it('keeps the error of a reply that failed', () => {
    const body = { error: { message: 'Slow down.', code: 'rate_limit_exceeded' } };
    const error = new CallError('Slow down.', { status: 429, body, requestId: 'req_1' });
    const [, failed] = serializeAndParse([message, { ...reply, state: 'failed', error }]) ?? [];
    const restored = (failed as ReplyTurn).error;
    expect(restored).toBeInstanceOf(CallError);
    expect(restored).toMatchObject({
      message: 'Slow down.',
      status: 429,
      requestId: 'req_1',
      code: 'rate_limit_exceeded',
    });
  });

  it('has no images if it is too long, and is not stored if it is still too long', () => {
    const [first, second] = serializeAndParse([message, { ...reply, state: 'done' }], 3_000) ?? [];
    expect(first).toEqual({ ...message, images: [] });
    expect((second as ReplyTurn).request.json).toMatchObject({
      model: 'm',
      messages: [{ content: 'Hello' }],
    });
    expect(serializeAndParse([{ ...message, text: 'y'.repeat(5_000) }], 3_000)).toBeUndefined();
  });

  it('is ignored if it is empty or has another version', () => {
    expect(parseChat('')).toBeUndefined();
    expect(parseChat('{"version":0,"columns":[]}')).toBeUndefined();
  });
});
