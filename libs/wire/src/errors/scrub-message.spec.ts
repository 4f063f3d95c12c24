import { describe, expect, it } from '@jest/globals';
import { scrubMessage } from './scrub-message.js';

describe('scrubMessage', () => {
  it.each([
    ['Incorrect API key provided: sk-proj-abc*****wxyz.', 'Incorrect API key provided: [key]'],
    ['See https://platform.example.com/account/keys for help', 'See [address] for help'],
    ['connect to 10.0.3.7:8000 failed', 'connect to [address] failed'],
    ['vllm-7.models.internal:8000 says no', '[address] says no'],
    [
      "max_tokens is too large: 99999. This model's limit is 4096.",
      "max_tokens is too large: 99999. This model's limit is 4096.",
    ],
    ['line one\r\nx-injected: yes', 'line one x-injected: yes'],
  ])('%s', (message, scrubbed) => {
    expect(scrubMessage(message)).toBe(scrubbed);
  });

  it('removes the account key in any format', () => {
    expect(scrubMessage('bad credential hunter2hunter2!', ['hunter2hunter2'])).toBe(
      'bad credential [hidden]!',
    );
  });

  it('shortens long messages', () => {
    expect(scrubMessage('word '.repeat(1000)).length).toBeLessThanOrEqual(1001);
  });

  it.each([0, 5, 20])(
    'shows no part of a key at the end of the searched text (%i characters inside)',
    (inside) => {
      const key = 'hunter2-hunter2-hunter2';
      const addresses = `https://example.com/${'x'.repeat(960)} `.repeat(2);
      const message = `${addresses.padEnd(2000 - inside, '.')}${key} and more`;
      expect(scrubMessage(message, [key])).not.toContain('hunter');
    },
  );
});
