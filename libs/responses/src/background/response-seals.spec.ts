import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SecretBox } from '#secrets';
import { ResponseSeals } from './response-seals.js';

const REQUEST = {
  requestId: 'req_1',
  createdAtSeconds: 1_700_000_000,
  headers: {},
  client: { address: '127.0.0.1', userAgent: undefined },
};

describe('ResponseSeals', () => {
  const seals = new ResponseSeals(new SecretBox(randomBytes(32)));

  it('does not block the event loop with a large conversation', async () => {
    const input = Array.from({ length: 60_000 }, (_, index) => ({ id: `msg_${index}`, role: 'user' }));
    const turns = [{ input, output: [] }];
    const request = { ...REQUEST, asked: { input: 'x'.repeat(20_000_000) }, turns };
    let loops = 0;
    const counter = setInterval(() => (loops += 1));
    const sealed = await seals.sealRequest('resp_1', request);
    const sealingLoops = loops;
    const opened = await seals.openRequest('resp_1', sealed);
    clearInterval(counter);
    expect(sealingLoops).toBeGreaterThan(10);
    expect(loops - sealingLoops).toBeGreaterThan(10);
    expect(JSON.stringify(opened) === JSON.stringify(request)).toBe(true);
  });

  it('opens events as the JSON that was sealed', async () => {
    const event = { type: 'response.output_text.delta', sequence_number: 3, delta: 'a' };
    const sealed = await seals.sealEvent('resp_1', event);
    expect((await seals.openEvent('resp_1', 3, sealed)).toString()).toBe(JSON.stringify(event));
    await expect(seals.openEvent('resp_1', 4, sealed)).rejects.toThrow('resp_1/4');
  });
});
