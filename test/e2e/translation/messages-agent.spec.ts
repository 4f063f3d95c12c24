import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN } from '../../harness/index.js';
import { Harness } from './harness.js';

const list = (blocks: object[]): string => blocks.map((block) => JSON.stringify(block)).join(',');

/** What coding agents that speak the Messages format send, beyond what its official library does by itself. */
describe('an agent that speaks the Messages format', () => {
  let harness: Harness;

  beforeAll(async () => {
    harness = await Harness.start();
  });

  afterAll(() => harness.stop());

  function post(
    body: string | Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const question = { model: 'over-anthropic', max_tokens: 64, messages: [{ role: 'user', content: 'hi' }] };
    return fetch(`${harness.gateway.origin}/v1/messages?beta=true`, {
      method: 'POST',
      headers: { 'x-api-key': TEST_TOKEN, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify({ ...question, ...body }),
    });
  }

  const lastBody = (): string => harness.upstream.received.at(-1)?.rawBody.toString() ?? '';

  it('keeps the tools of its own service after a turn of another', async () => {
    harness.upstream.scenario('reasoning');
    const turn = { model: 'over-gemini', max_tokens: 9000, thinking: { type: 'adaptive' } };
    const answer = (await (await post(turn)).json()) as { content: { type: string }[] };
    expect(answer.content.map(({ type }) => type)).toContain('thinking');
    const [before, behind] = [
      '{"model":"over-anthropic", "max_tokens":64,"tools":[{"type":"web_search_20250305","name":"web_search","max_uses":8}],' +
        '"messages":[{"role":"user","content":"hi"}, {"role":"assistant","content":[',
      ']},{"role":"user","content":"go on"} ]}',
    ];
    const response = await post(before + list(answer.content) + behind);
    expect(response.status).toBe(200);
    expect(lastBody()).toBe(before + list(answer.content.filter(({ type }) => type === 'text')) + behind);
  });
});
