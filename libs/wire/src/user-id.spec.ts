import { describe, expect, it } from '@jest/globals';
import { type ChatRequest } from '#canonical';
import { WIRE_FORMATS } from './registry.js';

const LONG = JSON.stringify({ device_id: 'd'.repeat(64), session_id: 's'.repeat(36) }).repeat(3);

const encode = (format: 'openai-chat' | 'openai-responses' | 'anthropic-messages', userId: string) => {
  const messages: ChatRequest['messages'] = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }];
  const { value } = WIRE_FORMATS[format].egress.encodeRequest(
    { model: 'm', isStreamed: false, messages, userId },
    'm',
  );
  const { metadata, user } = value as { metadata?: { user_id: string }; user?: string };
  return metadata?.user_id ?? user;
};

describe('the user identifier', () => {
  it.each([
    ['openai-chat', 64],
    ['openai-responses', 64],
    ['anthropic-messages', 256],
  ] as const)('is no longer than %s takes it', (format, maxLength) => {
    expect(encode(format, 'x'.repeat(maxLength))).toBe('x'.repeat(maxLength));
    const fitted = encode(format, LONG);
    expect(fitted).toMatch(/^[0-9a-f]{64}$/);
    expect(encode(format, LONG)).toBe(fitted);
    expect(encode(format, `${LONG}.`)).not.toBe(fitted);
  });
});
