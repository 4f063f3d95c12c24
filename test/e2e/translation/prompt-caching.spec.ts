import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';

const SCHEMA = { type: 'object', properties: {} };

/** The same conversation, in the format of each other client. */
const CONVERSATIONS: [string, (model: string) => string, object][] = [
  [
    'chat',
    () => '/v1/chat/completions',
    {
      tools: [{ type: 'function', function: { name: 'clock', parameters: SCHEMA } }],
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'Again' },
      ],
    },
  ],
  [
    'responses',
    () => '/v1/responses',
    {
      instructions: 'Be brief.',
      prompt_cache_key: 'session-1',
      tools: [{ type: 'function', name: 'clock', parameters: SCHEMA, strict: false }],
      input: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] },
        { role: 'user', content: 'Again' },
      ],
    },
  ],
  [
    'gemini',
    (model) => `/v1beta/models/${model}:generateContent`,
    {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      tools: [{ functionDeclarations: [{ name: 'clock', parametersJsonSchema: SCHEMA }] }],
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'model', parts: [{ text: 'Hello' }] },
        { role: 'user', parts: [{ text: 'Again' }] },
      ],
    },
  ],
];

describe('the prompt cache of an Anthropic model', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    const account = { provider: 'anthropic', baseUrl: upstream.origin, apiKey: 'sk-upstream-1' };
    gateway = await startTestGateway({
      channels: [
        { ...account, name: 'usual', models: ['caching'] },
        { ...account, name: 'plain', models: ['plain'], promptCaching: false },
      ],
    });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  async function send(path: string, model: string, body: object): Promise<string> {
    const response = await fetch(gateway.origin + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(path.startsWith('/v1beta') ? body : { model, ...body }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-modelgate-warnings')).toBe(
      model === 'plain' && 'prompt_cache_key' in body ? 'prompt_cache_key' : null,
    );
    return upstream.received.at(-1)?.rawBody.toString() ?? '';
  }

  const mark = { cache_control: { type: 'ephemeral' } };

  it.each(CONVERSATIONS)('is used for a client of %s', async (_name, path, body) => {
    const sent = JSON.parse(await send(path('caching'), 'caching', body)) as object;
    expect(sent).toMatchObject({
      system: [{ text: 'Be brief.', ...mark }],
      tools: [{ name: 'clock', ...mark }],
      messages: [{ content: [mark] }, { content: [{ text: 'Hello' }] }, { content: [mark] }],
    });
  });

  it.each(CONVERSATIONS)(
    'is not used for a client of %s if the channel disables it',
    async (_name, path, body) => {
      expect(await send(path('plain'), 'plain', body)).not.toContain('cache_control');
    },
  );
});
