import { describe, expect, it } from '@jest/globals';
import { type WireFormatId } from './format-ids.js';
import { WIRE_FORMATS } from './registry.js';

const CHAT = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
const MESSAGES = { ...CHAT, max_tokens: 1 };
const RESPONSES = { model: 'm', input: 'Hi' };
const LONG = 'x'.repeat(1_100);

/** Bodies as agents send them, with names and structures only. */
const BODIES: [format: WireFormatId, body: object, sessionId: string | undefined][] = [
  ['openai-chat', { ...CHAT, prompt_cache_key: 'key' }, 'key'],
  ['openai-chat', { ...CHAT, prompt_cache_key: null }, undefined],
  ['openai-chat', { ...CHAT, prompt_cache_key: LONG }, undefined],
  ['openai-chat', CHAT, undefined],
  ['openai-completions', { model: 'm', prompt: 'Hi', prompt_cache_key: 'key' }, 'key'],
  ['openai-responses', { ...RESPONSES, prompt_cache_key: 'k\u00e9y "1"' }, 'k\u00e9y "1"'],
  [
    'openai-responses',
    { ...RESPONSES, prompt_cache_key: 'key', client_metadata: { thread_id: 't', session_id: 's' } },
    's',
  ],
  ['openai-responses', { ...RESPONSES, prompt_cache_key: 'key', client_metadata: { thread_id: 't' } }, 't'],
  ['openai-responses', { ...RESPONSES, prompt_cache_key: 'key', client_metadata: ['session_id'] }, 'key'],
  ['openai-responses', { ...RESPONSES, client_metadata: { session_id: { a: 1 } } }, undefined],
  ['openai-responses', RESPONSES, undefined],
  [
    'anthropic-messages',
    {
      ...MESSAGES,
      metadata: { user_id: '{"device_id":"d","account_uuid":"","session_id":"1379669d-7447"}' },
    },
    '1379669d-7447',
  ],
  [
    'anthropic-messages',
    { ...MESSAGES, metadata: { user_id: 'user_ab12_account__session_1379669d-7447' } },
    '1379669d-7447',
  ],
  ['anthropic-messages', { ...MESSAGES, metadata: { user_id: 'ann' } }, undefined],
  ['anthropic-messages', { ...MESSAGES, metadata: {} }, undefined],
  ['anthropic-messages', MESSAGES, undefined],
];

describe('the session id in a body', () => {
  it.each(BODIES)('of %s: %j', (format, body, sessionId) => {
    expect(WIRE_FORMATS[format].readRequest(Buffer.from(JSON.stringify(body))).sessionId).toBe(sessionId);
  });

  it('does not reject a body with two ids', () => {
    const body = Buffer.from('{"model":"m","input":"Hi","prompt_cache_key":"a","prompt_cache_key":"b"}');
    expect(WIRE_FORMATS['openai-responses'].readRequest(body).sessionId).toBe('a');
  });
});
