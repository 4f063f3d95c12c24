import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN } from '../../harness/index.js';
import { Harness } from './harness.js';

const list = (blocks: object[]): string => blocks.map((block) => JSON.stringify(block)).join(',');

/** What coding agents with the Messages format send in addition to its official library. */
describe('an agent with the Messages format', () => {
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

  it('keeps the tools of its own service after a turn of another one', async () => {
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

  it.each(['over-anthropic', 'over-chat', 'over-responses', 'over-gemini'])(
    'finds the tools that its own search has named: %s',
    async (model) => {
      harness.upstream.scenario('tool');
      const schema = { type: 'object', properties: { city: { type: 'string' } } };
      const response = await post({
        model,
        tools: [
          { name: 'ToolSearch', input_schema: schema },
          { name: 'get_weather', input_schema: schema, defer_loading: true },
          { name: 'get_news', input_schema: schema, defer_loading: true },
        ],
        messages: [
          { role: 'user', content: 'Hi' },
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'toolu_1', name: 'ToolSearch', input: { city: 'weather' } }],
          },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 'toolu_1',
                content: [{ type: 'tool_reference', tool_name: 'get_weather' }],
              },
              { type: 'text', text: 'Tool loaded.', cache_control: { type: 'ephemeral' } },
            ],
          },
        ],
      });
      expect(response.status).toBe(200);
      expect(lastBody()).toContain('"get_weather"');
      if (model !== 'over-anthropic') expect(lastBody()).not.toContain('get_news');
    },
  );

  it.each([
    [{ tools: [{ name: 'f', input_schema: { type: 'object' } }] }, '/responses'],
    [
      { tools: [{ name: 'f', input_schema: { type: 'object' } }], stop_sequences: ['end'] },
      '/chat/completions',
    ],
    [{ stop_sequences: ['end'] }, '/chat/completions'],
    [{}, '/responses'],
  ])('gets a response of OpenAI in the format that supports %j: %s', async (body, path) => {
    harness.upstream.scenario('text');
    const response = await post({ ...body, model: 'over-openai' });
    expect(response.status).toBe(200);
    expect(harness.upstream.received.at(-1)?.path).toContain(path);
    expect(response.headers.has('x-modelgate-warnings')).toBe(false);
  });

  it('gets a web search if the model service has one', async () => {
    harness.upstream.scenario('text');
    const search = {
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 8 }],
      tool_choice: { type: 'tool', name: 'web_search' },
    };
    expect((await post({ ...search, model: 'over-gemini' })).status).toBe(200);
    expect(lastBody()).toContain('"googleSearch":{}');
    expect((await post({ ...search, model: 'over-responses' })).status).toBe(200);
    expect(lastBody()).toContain('"tool_choice":{"type":"web_search"}');
    expect((await post({ ...search, model: 'over-chat' })).status).toBe(400);
  });

  it('has its headers forwarded to its own service, except for those of an account', async () => {
    const headers = {
      'anthropic-beta': 'a-1,b-2',
      'anthropic-news': 'yes',
      'anthropic-workspace-id': 'w',
      'x-other': 'no',
    };
    expect((await post({}, headers)).status).toBe(200);
    const sent = harness.upstream.received.at(-1)?.headers;
    expect(sent).toMatchObject({ 'anthropic-beta': 'a-1,b-2', 'anthropic-news': 'yes' });
    expect(Object.keys(sent ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching('workspace-id|x-other')]),
    );
  });

  it.each(['over-chat', 'over-responses'])(
    'has its user id shortened, and its name left out of the instructions: %s',
    async (model) => {
      const system = [
        { type: 'text', text: 'x-anthropic-billing-header: version=1.2.3; entry=cli;' },
        { type: 'text', text: 'Be brief.' },
      ];
      const user = JSON.stringify({ device_id: 'd'.repeat(64), session_id: 's'.repeat(36) });
      expect((await post({ model, system, metadata: { user_id: user } })).status).toBe(200);
      expect(lastBody()).toMatch(/"user":"[0-9a-f]{64}"/);
      expect(lastBody()).toContain('Be brief.');
      expect(lastBody()).not.toContain('billing-header');
    },
  );

  it('continues without a thread if the model service has none', async () => {
    harness.upstream.scenario('tool');
    const client = new Anthropic({ apiKey: TEST_TOKEN, baseURL: harness.gateway.origin, maxRetries: 0 });
    const runner = client.beta.messages.toolRunner({
      model: 'over-chat',
      max_tokens: 512,
      messages: [{ role: 'user', content: 'Weather?' }],
      tools: [
        {
          type: 'custom',
          name: 'get_weather',
          description: 'The weather.',
          input_schema: { type: 'object', properties: { city: { type: 'string' } } },
          run: () => 'It rains.',
          parse: (input: unknown) => input as object,
        },
      ],
    });
    const last = await runner.runUntilDone();
    expect(JSON.stringify(last.content)).toContain('It rains.');
    const refused = await post({ model: 'over-chat', thread: { type: 'create' } });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { details: { error_code: 'thread_unsupported_request' } },
    });
  });

  it('receives an error of its own service for a lost thread', async () => {
    const error = {
      type: 'not_found_error',
      message: 'The thread is gone.',
      details: { error_code: 'thread_not_found' },
    };
    harness.upstream.script({ kind: 'error', status: 404, body: { type: 'error', error } });
    const response = await post({ thread: { type: 'continue', previous_message_id: 'msg_1' } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ type: 'error', error });
  });
});
