import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';
import { UPSTREAMS } from '../translation/harness.js';
import { type CodexRequest, withAdditionalTools, withTools } from './requests.js';

type Item = Record<string, unknown>;

/** Upstreams for which requests of Codex are translated. */
const FOREIGN = UPSTREAMS.filter(({ name }) => name !== 'openai responses');

const asking = (text: string): Item => ({ type: 'message', role: 'user', content: text });

let upstream: FakeUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  const channels = UPSTREAMS.map((service) => service.channel(upstream));
  gateway = await startTestGateway({ channels, sandbox: true });
});

afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

async function ask(request: CodexRequest, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gateway.baseUrl}/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(request),
  });
}

/**
 * The items of a response, as Codex reads them from the stream, without the reasoning of some models before a tool
 * call.
 */
async function askForItems(request: CodexRequest): Promise<Item[]> {
  const response = await ask(request);
  const text = await response.text();
  expect({ status: response.status, text }).toMatchObject({ status: 200 });
  expect(text).toContain('event: response.completed');
  const events = text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [line.slice(6)] : []));
  return events
    .map((event) => JSON.parse(event) as { type: string; item?: Item })
    .flatMap(({ type, item }) => (type === 'response.output_item.done' && item ? [item] : []))
    .filter(({ type }) => type !== 'reasoning');
}

describe.each(FOREIGN)('Codex over $name', ({ model }) => {
  it('calls a tool of a group, and continues with its result', async () => {
    upstream.scenario('tool');
    const [call] = await askForItems(withTools(model));
    expect(call).toMatchObject({
      type: 'function_call',
      namespace: 'multi_agent_v1',
      name: 'spawn_agent',
      arguments: '{"city":"Oslo"}',
    });
    const output = [{ type: 'input_text', text: 'It rains.' }];
    const result = { type: 'function_call_output', call_id: call?.['call_id'], output };
    const searched = { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } };
    const [said] = await askForItems(withTools(model, searched, { ...call, id: 'fc_1' }, result));
    expect(said).toMatchObject({
      type: 'message',
      content: [{ text: expect.stringContaining('It rains.') }],
    });
  });

  it('calls a tool that is part of the conversation', async () => {
    upstream.scenario('tool');
    const [call] = await askForItems(withAdditionalTools(model));
    expect(call).toMatchObject({ type: 'custom_tool_call', namespace: 'functions', name: 'apply_patch' });
    const result = { type: 'custom_tool_call_output', call_id: call?.['call_id'], output: 'Done.' };
    const [said] = await askForItems(withAdditionalTools(model, { ...call }, result));
    expect(said).toMatchObject({ content: [{ text: expect.stringContaining('Done.') }] });
  });

  it('is warned of what is left out, and rejected in strict mode', async () => {
    upstream.scenario('text');
    const response = await ask(withTools(model));
    expect(response.headers.get('x-modelgate-warnings')).toContain('tools[3]');
    await response.text();
    const refused = await ask(withTools(model), { 'x-modelgate-strict': 'true' });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { param: expect.any(String) } });
  });
});

describe('Codex over the sandbox', () => {
  it('searches for tools, and calls the one that it finds', async () => {
    const [call] = await askForItems(withTools('sandbox-chat', asking('[[tool=tool_search {"city":"a"}]]')));
    expect(call).toMatchObject({ type: 'tool_search_call', execution: 'client', arguments: { city: 'a' } });
    const found = { type: 'function', name: 'send', defer_loading: true, parameters: { type: 'object' } };
    const items = [
      call ?? {},
      {
        type: 'tool_search_output',
        call_id: call?.['call_id'],
        status: 'completed',
        execution: 'client',
        tools: [{ type: 'namespace', name: 'mcp__mail', tools: [found] }],
      },
      asking('[[tool=mcp__mail__send {}]]'),
    ];
    expect(await askForItems(withTools('sandbox-chat', ...items))).toMatchObject([
      { type: 'function_call', namespace: 'mcp__mail', name: 'send' },
    ]);
  });
});
