import { describe, expect, it } from '@jest/globals';
import { type JsonObject, type JsonValue, type Message } from '#canonical';
import { decodeRequest } from './decode-request.js';
import { MISSING_SIGNATURE, sealSignature } from './thought-signature.js';
import { readJsonFixture } from './__fixtures__/read-fixture.js';

const AGENT_TURN = readJsonFixture('agent-request.json');
const HINTS = { model: 'gemini-3-pro', isStreamed: true };
const USER = { role: 'user', parts: [{ text: 'Hi' }] };

const toMessages = (...contents: JsonValue[]): Message[] => decodeRequest({ contents }, HINTS).value.messages;

describe('the messages of a conversation in this format', () => {
  it('decodes the conversation of an agent, with streamed chunks and calls without ids', () => {
    const { messages } = decodeRequest(AGENT_TURN, HINTS).value;
    const [user, turn, results, after] = messages;
    expect(user?.role).toBe('user');
    expect(turn).toMatchObject({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Two cities.' },
        { type: 'text', text: 'Let me see.' },
        {
          type: 'tool-call',
          name: 'weather',
          arguments: '{"city":"Rome"}',
          signature: { origin: 'gemini-generate-content', value: 'c2lnbmF0dXJl' },
        },
        { type: 'tool-call', name: 'weather', arguments: '{"city":"Oslo"}' },
        { type: 'tool-call', id: 'own-id', name: 'clock', arguments: '{}' },
      ],
    });
    const ids =
      turn?.role === 'assistant'
        ? turn.content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))
        : [];
    expect(ids).toEqual([
      expect.stringMatching(/^call_[0-9a-f]{24}$/),
      expect.stringMatching(/^call_[0-9a-f]{24}$/),
      'own-id',
    ]);
    expect(new Set(ids).size).toBe(3);
    expect(results).toEqual({
      role: 'tool',
      results: [
        { callId: 'own-id', name: 'clock', content: [{ type: 'text', text: 'noon' }], isError: false },
        {
          callId: ids[0],
          name: 'weather',
          content: [{ type: 'text', text: '{"sky":"clear","degrees":21}' }],
          isError: false,
        },
        {
          callId: ids[1],
          name: 'weather',
          content: [{ type: 'text', text: 'no such station' }],
          isError: true,
        },
      ],
    });
    expect(after).toEqual({ role: 'user', content: [{ type: 'text', text: 'Go on.' }] });
    expect(decodeRequest(AGENT_TURN, HINTS).value.messages).toEqual(messages);
  });

  it('keeps a signature on its part', () => {
    const own = { origin: 'gemini-generate-content', value: 'c2ln' };
    const parts: JsonObject[] = [{ text: 'Done.' }, { text: '', thoughtSignature: 'c2ln' }];
    const expected = [
      { type: 'text', text: 'Done.' },
      { type: 'reasoning', text: '', signature: own },
    ];
    expect(toMessages(USER, { role: 'model', parts })[1]).toEqual({ role: 'assistant', content: expected });
    const onText = [{ text: 'Done.', thought_signature: 'c2ln' }];
    expect(toMessages(USER, { role: 'model', parts: onText })[1]).toEqual({
      role: 'assistant',
      content: expected,
    });
  });

  it('decodes a repeated result once', () => {
    const result = { functionResponse: { id: '1', name: 'f', response: { output: 'done' } } };
    const call = { role: 'model', parts: [{ functionCall: { id: '1', name: 'f' } }] };
    expect(toMessages(USER, call, { role: 'user', parts: [result, result] })[2]).toEqual({
      role: 'tool',
      results: [{ callId: '1', name: 'f', content: [{ type: 'text', text: 'done' }], isError: false }],
    });
    const other = { functionResponse: { id: '1', name: 'f', response: { output: 'other' } } };
    expect(() => toMessages(USER, call, { role: 'user', parts: [result, other] })).toThrow(
      'does not match a function call',
    );
  });

  it.each([
    ['a placeholder of the gateway', { thoughtSignature: MISSING_SIGNATURE }],
    ['a placeholder of the client', { thoughtSignature: 'skip_thought_signature_validator' }],
    ['nothing at all', { thoughtSignature: '' }],
    ['a placeholder on an empty text', { text: '', thoughtSignature: MISSING_SIGNATURE }],
  ])('ignores a part that contains only %s', (_, part) => {
    const parts = [
      { functionCall: { id: '1', name: 'f', args: {} }, thoughtSignature: MISSING_SIGNATURE },
      part,
    ];
    expect(toMessages(USER, { role: 'model', parts })[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'tool-call', id: '1', name: 'f', arguments: '{}' }],
    });
  });

  it('restores the signature of reasoning without text from the part after it', () => {
    const signature = { origin: 'openai-responses', value: 'enc' };
    const thoughtSignature = sealSignature(signature, { isBefore: true });
    const redacted = sealSignature(signature, { isBefore: true, isRedacted: true });
    const parts: JsonObject[] = [
      { text: 'Wait.', thoughtSignature: redacted },
      { functionCall: { id: '1', name: 'f' }, thoughtSignature },
    ];
    expect(toMessages(USER, { role: 'model', parts })[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: '', signature, isRedacted: true },
        { type: 'text', text: 'Wait.' },
        { type: 'reasoning', text: '', signature },
        { type: 'tool-call', id: '1', name: 'f', arguments: '{}' },
      ],
    });
    expect(toMessages(USER, { role: 'model', parts: [{ thoughtSignature }] })[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'reasoning', text: '', signature }],
    });
  });

  it('restores signatures of other services, even if the client stored the response in chunks', () => {
    const signature = { origin: 'anthropic-messages', value: 'sig' };
    const chunks: JsonObject[] = [
      { text: 'Let me ', thought: true },
      { text: 'think.', thought: true },
      { text: '', thought: true, thoughtSignature: sealSignature(signature) },
      { text: '', thought: true, thoughtSignature: sealSignature(signature, { isRedacted: true }) },
      { text: 'Yes' },
      { text: '!' },
      { text: '' },
    ];
    const contents = chunks.map((chunk) => ({ role: 'model', parts: [chunk] }));
    expect(toMessages(USER, ...contents)[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Let me think.', signature },
        { type: 'reasoning', text: '', signature, isRedacted: true },
        { type: 'text', text: 'Yes!' },
      ],
    });
  });
});
